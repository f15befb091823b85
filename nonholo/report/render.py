"""Pages as one HTML file: readable offline, safe to open.

The document holds its style, script, fonts and pictures.  Nothing is fetched, and a Content-Security-Policy
in it (hashes of its one style and its one script) forbids it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from functools import cache, singledispatch
from hashlib import sha256
from importlib.resources import files

from nonholo.errors import NonholoError
from nonholo.report.math import (
    Text,
    displayed,
    escaped,
    inline,
    signs,
    typesetting_script,
    typesetting_style,
)
from nonholo.report.page import (
    PNG,
    Block,
    Bullets,
    Code,
    Column,
    Details,
    Facts,
    Figure,
    Formula,
    FormulaColumns,
    Note,
    Page,
    Paragraph,
    Table,
    Verdict,
)

BADGES = {"agrees": "✓", "differs": "≠", "undecided": "?"}
BREADTHS = (("slim", 20), ("narrow", 36), ("medium", 80), ("broad", float("inf")))  # in signs

# --------------------------------------------------------------------------------------- blocks

# A loop of displacements closes in a holonomic system and stays open in a nonholonomic one.
LOOPS = {
    "holonomic": '<circle cx="16" cy="16" r="11"/>',
    "partly": '<path d="M16 5a11 11 0 0 1 0 22"/>'
    '<path stroke-dasharray="2.6 4" d="M16 27a11 11 0 0 1 0-22"/>',
    "nonholonomic": '<path d="M21.5 6.5A11 11 0 1 0 27 16"/><path d="M27 16v-5"/>',
    "undecided": '<circle stroke-dasharray="2.6 4.31" cx="16" cy="16" r="11"/>',
}


def _tag(name: str, content: str, kind: str = "") -> str:
    """An element, or nothing at all when it would be empty."""
    opening = f'{name} class="{kind}"' if kind else name
    return f"<{opening}>{content}</{name}>" if content else ""


@singledispatch
def html(block: Block, level: int) -> str:
    """`block` as HTML; a heading inside it is an h`level`.

    >>> from nonholo.report.page import Page, Paragraph, Section
    >>> html(Paragraph(("1 < 2", ".")), 3)
    '<p>1 &lt; 2.</p>'
    """
    raise NonholoError(f"a page cannot show a {type(block).__name__}; see the nouns of page.py")


def _all(blocks: Iterable[Block], level: int) -> str:
    return "\n".join(html(block, level) for block in blocks)


@html.register
def _(block: Verdict, level: int) -> str:
    loop = f'<svg viewBox="0 0 32 32" aria-hidden="true">{LOOPS[block.tone]}</svg>'
    word = _tag("p", escaped(block.word), "word")
    sentence = _tag("p", inline(block.sentence))
    return _tag("div", f"{loop}<div>{word}{sentence}</div>", f"verdict {block.tone}")


@html.register
def _(block: Paragraph, level: int) -> str:
    return _tag("p", inline(block.text))


@html.register
def _(block: Bullets, level: int) -> str:
    return _tag("ul", "".join(_tag("li", inline(item)) for item in block.items))


@html.register
def _(block: Formula, level: int) -> str:
    label = _tag("div", inline(block.label), "label")
    note = _tag("div", inline(block.note), "note")
    return _tag("div", label + displayed(block.latex) + note, "formula")


@html.register
def _(block: FormulaColumns, level: int) -> str:
    columns = "\n".join(_column(column, level) for column in block.columns)
    return _tag("div", columns, f"columns {_breadth(block)}")


def _column(column: Column, level: int) -> str:
    heading = f"<h{level}>{escaped(column.title)}</h{level}>{_badge(column.badge)}"
    parts = [_tag("header", heading), _tag("p", inline(column.subtitle), "subtitle")]
    parts += [displayed(row) for row in column.rows]
    parts += [_tag("p", inline(column.note), "note"), _all(column.more, level + 1)]
    kinds = ["column", column.kind, *([column.badge] if column.badge in BADGES else [])]
    return _tag("section", "".join(parts), " ".join(kinds))


def _badge(word: str) -> str:
    if not word:
        return ""
    sign = f'<span aria-hidden="true">{BADGES[word]}</span> ' if word in BADGES else ""
    return _tag("span", sign + escaped(word), f"badge {word if word in BADGES else 'other'}")


def _breadth(block: FormulaColumns) -> str:
    """Whether columns may be narrow, judged by the signs in the longest row."""
    longest = max((signs(row) for column in block.columns for row in column.rows), default=0)
    return next(name for name, most in BREADTHS if longest <= most)


@html.register
def _(block: Table, level: int) -> str:
    align = block.align or "l" * len(block.header)
    head = "".join(
        f'<th scope="col" class="{a}">{inline(name)}</th>' if name else "<td></td>"
        for a, name in zip(align, block.header)
    )
    rows = "".join(_tag("tr", _cells(row, align, block.row_headers)) for row in block.rows)
    caption = _tag("caption", inline(block.caption))
    table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return _tag("div", table, "scroll table")


def _cells(row: Sequence[Text], align: str, headed: bool) -> str:
    names = ['th scope="row"' if headed and i == 0 else "td" for i in range(len(row))]
    return "".join(
        f'<{name} class="{a}">{inline(cell)}</{name[:2]}>'
        for name, a, cell in zip(names, align, row)
    )


@html.register
def _(block: Facts, level: int) -> str:
    pairs = (f"<dt>{inline(name)}</dt><dd>{inline(value)}</dd>" for name, value in block.pairs)
    return _tag("dl", "".join(pairs), "facts")


@html.register
def _(block: Figure, level: int) -> str:
    picture = f'<img src="{_data_uri(block.image)}" alt="{escaped(block.alt)}">'
    caption = _tag("figcaption", inline(block.caption))
    return _tag("figure", f'<div class="scroll paper">{picture}</div>{caption}')


def _data_uri(image: str | bytes) -> str:
    if isinstance(image, bytes) and not image.startswith(PNG):
        raise NonholoError("a figure given as bytes must be a PNG; give an SVG as text")
    kind = "svg+xml" if isinstance(image, str) else "png"
    data = image.encode("utf-8", "replace") if isinstance(image, str) else image
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


@html.register
def _(block: Details, level: int) -> str:
    opening = "<details open>" if block.opened else "<details>"
    inside = _tag("div", _all(block.blocks, level), "inside")
    return f"{opening}<summary>{inline(block.summary)}</summary>{inside}</details>"


@html.register
def _(block: Code, level: int) -> str:
    language = _tag("p", escaped(block.language), "language")
    text = f'<pre class="scroll"><code>{escaped(block.text)}</code></pre>'
    return _tag("div", language + text, "code")


@html.register
def _(block: Note, level: int) -> str:
    return f'<div class="aside {block.tone}" role="note"><p>{inline(block.text)}</p></div>'


# ------------------------------------------------------------------------------------- document


def render(pages: Sequence[Page], title: str = "", footer: Text = "") -> str:
    """One self-contained HTML document that shows `pages`, with a list of them if several.

    >>> from nonholo.report.page import Page, Paragraph, Section
    >>> text = render([Page("Coin", (Section("Verdict", (Paragraph("It rolls."),)),))])
    >>> text.startswith("<!DOCTYPE html>"), "<p>It rolls.</p>" in text
    (True, True)
    """
    if not pages:
        raise NonholoError("a document needs at least one page")
    title = title or (pages[0].title if len(pages) == 1 else f"{len(pages)} mechanical systems")
    body = _alone(pages[0]) if len(pages) == 1 else _together(pages, title)
    return _document(title, body + _tag("footer", inline(footer)))


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
    sources = "".join(_tag("li", escaped(source)) for source in page.sources)
    parts = [heading, _tag("p", inline(page.subtitle), "subtitle"), _tag("ul", sources, "sources")]
    return _tag("header", "".join(parts), "head")


def _sections(page: Page, anchors: Iterable[str], level: int) -> str:
    return "\n".join(
        f'<section id="{anchor}"><h{level}>{escaped(section.heading)}</h{level}>\n'
        f"{_all(section.blocks, level + 1)}</section>"
        for section, anchor in zip(page.sections, anchors)
    )


def _mark(page: Page) -> str:
    """The first verdict of a page, for the list of pages."""
    blocks = (block for section in page.sections for block in section.blocks)
    verdict = next((block for block in blocks if isinstance(block, Verdict)), None)
    return _tag("span", escaped(verdict.word), f"mark {verdict.tone}") if verdict else ""


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
    text = files("nonholo.report").joinpath(name).read_text(encoding="utf-8")
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
