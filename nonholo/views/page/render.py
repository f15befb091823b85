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
from nonholo.views.page.blocks import all_html, labelled, tag
from nonholo.views.page.escaping import escaped
from nonholo.views.page.math import Text, inline, typesetting_style
from nonholo.views.page.page import Headline, Page, Section
from nonholo.words.language import spoken, tell

AS_ASIDE = ' class="rest"'


def render(pages: Sequence[Page], title: str = "", footer: Text = "") -> str:
    """One self-contained HTML document that shows `pages`, with a list of them if several.

    Raises NonholoError without a page.

    >>> from nonholo.views.page.page import Page, Paragraph, Section
    >>> text = render([Page("Coin", (Section("Verdict", (Paragraph("It rolls."),)),))])
    >>> text.startswith("<!DOCTYPE html>"), "<p>It rolls.</p>" in text
    (True, True)
    """
    if not pages:
        raise NonholoError("a document needs at least one page")
    title = title or (
        pages[0].title if len(pages) == 1 else tell("{n} mechanical systems", n=len(pages))
    )
    body = _alone(pages[0]) if len(pages) == 1 else _together(pages, title)
    return _document(title, body + tag("footer", inline(footer)))


def render_site(pages: Sequence[Page], title: str, footer: Text = "") -> dict[str, str]:
    """A document for each page and one with their list, index.html, by the names of their files.

    >>> from nonholo.views.page.page import Page
    >>> sorted(render_site([Page("Coin", ()), Page("Disc", ())], "Two systems"))
    ['coin.html', 'disc.html', 'index.html']
    """
    names = [f"{anchor}.html" for anchor in _anchors([page.title for page in pages], "index")]
    end = tag("footer", inline(footer))
    back = f'<p class="back"><a href="index.html">↑ {escaped(tell("all systems"))}</a></p>'
    documents = {
        name: _document(page.title, _alone(page, back) + end) for name, page in zip(names, pages)
    }
    body = f"<main><h1>{escaped(title)}</h1>{_list(pages, names)}</main>\n"
    return documents | {"index.html": _document(title, body + end)}


def _alone(page: Page, back: str = "") -> str:
    anchors = _anchors([section.heading for section in page.sections])
    contents = _contents(page, anchors) if len(page.sections) > 2 else ""
    sections = _sections(page, anchors, 2)
    return f"<main>{back}{_head(page, 1)}{contents}\n{sections}</main>\n"


def _together(pages: Sequence[Page], title: str) -> str:
    anchors = _anchors([page.title for page in pages])
    contents = _list(pages, [f"#{anchor}" for anchor in anchors])
    articles = "\n".join(_article(page, anchor) for page, anchor in zip(pages, anchors))
    return f'<main id="top"><h1>{escaped(title)}</h1>{contents}\n{articles}</main>\n'


def _list(pages: Sequence[Page], links: Sequence[str]) -> str:
    """A table of the pages: a row each, with what is listed of it."""
    columns = list(dict.fromkeys(name for page in pages for name, _ in page.listed))
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in (tell("system"), *columns))
    rows = "".join(
        f'<tr><th scope="row"><a href="{link}">{_name(page)}</a></th>{_row(page, columns)}</tr>'
        for page, link in zip(pages, links)
    )
    table = f'<table class="sortable"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    label = escaped(tell("Systems"))
    return f'<nav aria-label="{label}"><div class="scroll table stacked">{table}</div></nav>'


def _row(page: Page, columns: Sequence[str]) -> str:
    told, tone = dict(page.listed), _tone(page)
    cells = (
        f'<td class="mark {tone}">{escaped(told.get(name, ""))}</td>'
        if name == tell("verdict") and tone
        else f"<td>{labelled(name)}{escaped(told[name])}</td>"
        if told.get(name)
        else "<td></td>"
        for name in columns
    )
    return "".join(cells)


def _article(page: Page, anchor: str) -> str:
    anchors = [f"{anchor}.{i}" for i in range(1, len(page.sections) + 1)]
    back = f'<p class="back"><a href="#top">↑ {escaped(tell("all systems"))}</a></p>'
    content = _head(page, 2) + _sections(page, anchors, 3) + back
    return f'<article id="{anchor}">{content}</article>'


def _head(page: Page, level: int) -> str:
    heading = f"<h{level}>{_name(page)}</h{level}>"
    sources = "".join(tag("li", escaped(source)) for source in page.sources)
    parts = [heading, tag("p", inline(page.subtitle), "subtitle"), tag("ul", sources, "sources")]
    return tag("header", "".join(parts), "head")


def _name(page: Page) -> str:
    return inline(page.heading or page.title)


def _sections(page: Page, anchors: Iterable[str], level: int) -> str:
    """The sections; those aside are folded under a heading of their own."""
    out, opened = [], False
    for section, anchor in zip(page.sections, anchors):
        if section.aside and not opened:
            out.append(
                f'<h{level} class="aside-head">{escaped(tell("For specialists"))}</h{level}>'
            )
            opened = True
        out.append(
            _folded(section, anchor, level) if section.aside else _open(section, anchor, level)
        )
    return "\n".join(out)


def _open(section: Section, anchor: str, level: int) -> str:
    return (
        f'<section id="{anchor}"><h{level}>{escaped(section.heading)}</h{level}>\n'
        f"{all_html(section.blocks, level + 1)}</section>"
    )


def _folded(section: Section, anchor: str, level: int) -> str:
    """A link into it opens it: its address stands inside."""
    name = f"<h{level + 1}>{escaped(section.heading)}</h{level + 1}>"
    inside = f'<div class="inside" id="{anchor}">{all_html(section.blocks, level + 2)}</div>'
    return f"<details><summary>{name}</summary>{inside}</details>"


def _tone(page: Page) -> str:
    """That of the first verdict of a page."""
    blocks = (block for section in page.sections for block in section.blocks)
    verdict = next((block for block in blocks if isinstance(block, Headline)), None)
    return verdict.tone if verdict else ""


def _contents(page: Page, anchors: Sequence[str]) -> str:
    """Links to the sections, those aside in a quieter colour."""
    links = "".join(
        f'<li{AS_ASIDE if section.aside else ""}><a href="#{anchor}">'
        f"{escaped(section.heading)}</a></li>"
        for anchor, section in zip(anchors, page.sections)
    )
    return f'<nav aria-label="{escaped(tell("Contents"))}"><ul>{links}</ul></nav>'


def _anchors(names: Sequence[str], taken: str = "top") -> list[str]:
    """A readable address for each name, all different.

    >>> _anchors(["Rolling coin", "Rolling coin", "Монета"])
    ['rolling-coin', 'rolling-coin-2', 'part-3']
    """
    slugs = ["-".join(re.findall(r"[a-z0-9]+", name.lower()))[:60] for name in names]
    anchors = [taken]
    for number, slug in enumerate(slugs, start=1):
        anchor = slug or f"part-{number}"
        while anchor in anchors:
            anchor = f"{anchor}-{number}"
        anchors.append(anchor)
    return anchors[1:]


@cache
def asset(name: str) -> str:
    """page.css or page.js, with line ends as a browser counts them."""
    text = files("nonholo.views.page").joinpath(name).read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")


@cache
def _style() -> str:
    return f"{typesetting_style()}\n{asset('page.css')}"


def _script() -> str:
    return asset("page.js")


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
<html lang="{spoken()}">
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
