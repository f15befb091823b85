"""Pages as one HTML file: readable offline, safe to open.

The document holds its style, script, fonts and pictures.  Nothing is fetched, and a
Content-Security-Policy in it (hashes of its one style and its one script) forbids it."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

from nonholo.errors import NonholoError
from nonholo.views.page.blocks import all_html, tag
from nonholo.views.page.math import Text, escaped, inline, typesetting_script, typesetting_style
from nonholo.views.page.page import Headline, Page


def render(pages: Sequence[Page], title: str = "", footer: Text = "") -> str:
    """One self-contained HTML document that shows `pages`, with a list of them if several.

    >>> from nonholo.views.page.page import Page, Paragraph, Section
    >>> text = render([Page("Coin", (Section("Verdict", (Paragraph("It rolls."),)),))])
    >>> text.startswith("<!DOCTYPE html>"), "<p>It rolls.</p>" in text
    (True, True)
    """
    if not pages:
        raise NonholoError("a document needs at least one page")
    title = title or (pages[0].title if len(pages) == 1 else f"{len(pages)} mechanical systems")
    body = _alone(pages[0]) if len(pages) == 1 else _together(pages, title)
    return _document(title, body + tag("footer", inline(footer)))


def _alone(page: Page) -> str:
    anchors = _anchors([section.heading for section in page.sections])
    names = [escaped(section.heading) for section in page.sections]
    contents = _contents("Contents", "ul", zip(anchors, names)) if len(names) > 2 else ""
    sections = _sections(page, anchors, 2)
    return f"<main>{_head(page, 1)}{contents}\n{sections}</main>\n"


def _together(pages: Sequence[Page], title: str) -> str:
    anchors = _anchors([page.title for page in pages])
    names = [escaped(page.title) + _mark(page) for page in pages]
    contents = _contents("Systems", "ol", zip(anchors, names))
    articles = "\n".join(_article(page, anchor) for page, anchor in zip(pages, anchors))
    return f'<main id="top"><h1>{escaped(title)}</h1>{contents}\n{articles}</main>\n'


def _article(page: Page, anchor: str) -> str:
    anchors = [f"{anchor}.{i}" for i in range(1, len(page.sections) + 1)]
    back = '<p class="back"><a href="#top">↑ all systems</a></p>'
    content = _head(page, 2) + _sections(page, anchors, 3) + back
    return f'<article id="{anchor}">{content}</article>'


def _head(page: Page, level: int) -> str:
    heading = f"<h{level}>{escaped(page.title)}</h{level}>"
    sources = "".join(tag("li", escaped(source)) for source in page.sources)
    parts = [heading, tag("p", inline(page.subtitle), "subtitle"), tag("ul", sources, "sources")]
    return tag("header", "".join(parts), "head")


def _sections(page: Page, anchors: Iterable[str], level: int) -> str:
    return "\n".join(
        f'<section id="{anchor}"><h{level}>{escaped(section.heading)}</h{level}>\n'
        f"{all_html(section.blocks, level + 1)}</section>"
        for section, anchor in zip(page.sections, anchors)
    )


def _mark(page: Page) -> str:
    """The first verdict of a page, for the list of pages."""
    blocks = (block for section in page.sections for block in section.blocks)
    verdict = next((block for block in blocks if isinstance(block, Headline)), None)
    return tag("span", escaped(verdict.word), f"mark {verdict.tone}") if verdict else ""


def _contents(label: str, kind: str, entries: Iterable[tuple[str, str]]) -> str:
    links = "".join(f'<li><a href="#{anchor}">{name}</a></li>' for anchor, name in entries)
    return f'<nav aria-label="{label}"><{kind}>{links}</{kind}></nav>'


def _anchors(names: Sequence[str]) -> list[str]:
    """A readable address for each name, all different.

    >>> _anchors(["Rolling coin", "Rolling coin", "Монета"])
    ['rolling-coin', 'rolling-coin-2', 'part-3']
    """
    slugs = ["-".join(re.findall(r"[a-z0-9]+", name.lower()))[:60] for name in names]
    anchors = ["top"]
    for number, slug in enumerate(slugs, start=1):
        anchor = slug or f"part-{number}"
        while anchor in anchors:
            anchor = f"{anchor}-{number}"
        anchors.append(anchor)
    return anchors[1:]


@cache
def _own(name: str) -> str:
    """page.css or page.js, with line ends as a browser counts them."""
    text = files("nonholo.views.page").joinpath(name).read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")


@cache
def _style() -> str:
    return f"{typesetting_style()}\n{_own('page.css')}"


@cache
def _script() -> str:
    return f"{typesetting_script()}\n{_own('page.js')}"


def _source(text: str) -> str:
    """`text` as a Content-Security-Policy names it."""
    return f"'sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _policy() -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {_source(_script())}",
            f"style-src {_source(_style())}",
            "img-src data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _document(title: str, body: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="nonholo">
<title>{escaped(title)}</title>
<link rel="icon" href="data:,">
<style>{_style()}</style>
</head>
<body>
{body}<script>{_script()}</script>
</body>
</html>
"""


def looks() -> tuple[str, str]:
    """The style sheet and the script of every page, for who shows blocks in a document of his own.

    >>> style, script = looks()
    >>> "--paper" in style, "scrollWidth" in script
    (True, True)
    """
    return _style(), _script()
