"""The blocks of a page as HTML."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import zip_longest

from nonholo.errors import NonholoError
from nonholo.views.page.breaking import NARROW, WIDEST, breakable
from nonholo.views.page.escaping import escaped
from nonholo.views.page.math import Math, Text, displayed, inline, signs, spoken
from nonholo.views.page.page import (
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
    Headline,
    Note,
    Paragraph,
    Table,
)
from nonholo.views.page.unwritten import blocks_said_once, said_once
from nonholo.words.language import tell

BADGES = {"agrees": "✓", "differs": "≠", "undecided": "?"}
# points of a picture that scrolls in its box rather than to shrink to the width of the text
WIDE = 1000
BROAD = 450  # points beyond which it scrolls on a telephone
TELEPHONE, LINE, GAP = 40, 24, 2  # signs on a telephone; where a cell breaks; between columns
LETTERS = 12  # signs of names beside which their meaning has place on a telephone
STACKED = " stacked"
BREADTHS = (("slim", 20), ("narrow", 36), ("medium", 80), ("broad", float("inf")))  # in signs

# A loop of displacements closes in a holonomic system and stays open in a nonholonomic one.
LOOPS = {
    "holonomic": '<circle cx="16" cy="16" r="11"/>',
    "partly": '<path d="M16 5a11 11 0 0 1 0 22"/>'
    '<path stroke-dasharray="2.6 4" d="M16 27a11 11 0 0 1 0-22"/>',
    "nonholonomic": '<path d="M21.5 6.5A11 11 0 1 0 27 16"/><path d="M27 16v-5"/>',
    "undecided": '<circle stroke-dasharray="2.6 4.31" cx="16" cy="16" r="11"/>',
}


def tag(name: str, content: str, kind: str = "") -> str:
    """An element, or nothing at all when it would be empty."""
    opening = f'{name} class="{kind}"' if kind else name
    return f"<{opening}>{content}</{name}>" if content else ""


@singledispatch
def html(block: Block, level: int) -> str:
    """`block` as HTML; a heading inside it is an h`level`, for level 0 a paragraph.

    Raises NonholoError for what is no block.

    >>> from nonholo.views.page.page import Page, Paragraph, Section
    >>> html(Paragraph(("1 < 2", ".")), 3)
    '<p>1 &lt; 2.</p>'
    """
    raise NonholoError(f"a page cannot show a {type(block).__name__}; see the nouns of page.py")


def heading(content: str, level: int) -> str:
    """A heading; with level 0 one that takes no part in the outline of the document.

    >>> heading("Why", 3), heading("Why", 0)
    ('<h3>Why</h3>', '<p class="title">Why</p>')
    """
    return tag(f"h{level}", content) if level else tag("p", content, "title")


def all_html(blocks: Iterable[Block], level: int) -> str:
    return "\n".join(html(block, level) for block in blocks_said_once(blocks))


@html.register
def _(block: Headline, level: int) -> str:
    loop = f'<svg viewBox="0 0 32 32" aria-hidden="true">{LOOPS[block.tone]}</svg>'
    word = tag("p", escaped(block.word), "word")
    sentence = tag("p", inline(block.sentence))
    return tag("div", f"{loop}<div>{word}{sentence}</div>", f"verdict {block.tone}")


@html.register
def _(block: Paragraph, level: int) -> str:
    return tag("p", inline(block.text))


@html.register
def _(block: Bullets, level: int) -> str:
    return tag("ul", "".join(tag("li", inline(item)) for item in block.items))


@html.register
def _(block: Formula, level: int) -> str:
    label = tag("div", inline(block.label), "label")
    note = tag("div", inline(block.note), "note")
    return tag("div", label + displayed(breakable(block.latex)) + note, "formula")


@html.register
def _(block: FormulaColumns, level: int) -> str:
    widest = WIDEST if len(block.columns) == 1 else NARROW
    columns = "\n".join(_column(column, level, widest) for column in block.columns)
    return tag("div", columns, f"columns {_breadth(block)}")


def _column(column: Column, level: int, widest: int) -> str:
    title = heading(inline(column.title), level) + _badge(column.badge)
    parts = [tag("header", title), tag("p", inline(column.subtitle), "subtitle")]
    parts += [
        displayed(breakable(row, widest)) if isinstance(row, str) else tag("p", inline(row))
        for row in said_once(column.rows)
    ]
    more = [_narrowed(block, widest) for block in column.more]
    parts += [tag("p", inline(column.note), "note"), all_html(more, level and level + 1)]
    kinds = ["column", column.kind, *([column.badge] if column.badge in BADGES else [])]
    return tag("section", "".join(parts), " ".join(kinds))


def _narrowed(block: Block, widest: int) -> Block:
    """A block with formulas that break as those of its column do."""
    if isinstance(block, Formula):
        return replace(block, latex=breakable(block.latex, widest))
    if isinstance(block, Details):
        return replace(block, blocks=tuple(_narrowed(b, widest) for b in block.blocks))
    return block


def _badge(word: str) -> str:
    if not word:
        return ""
    sign = f'<span aria-hidden="true">{BADGES[word]}</span> ' if word in BADGES else ""
    return tag(
        "span", sign + escaped(_badge_word(word)), f"badge {word if word in BADGES else 'other'}"
    )


def _badge_word(word: str) -> str:
    """A badge in the language of the page; one of another word as it stands."""
    return {
        "agrees": tell("agrees"),
        "differs": tell("differs"),
        "undecided": tell("undecided"),
        "reference": tell("reference"),
    }.get(word, word)


def _breadth(block: FormulaColumns) -> str:
    """Whether columns may be narrow, judged by the signs in the longest row."""
    longest = max((signs(row) for column in block.columns for row in column.rows), default=0)
    return next(name for name, most in BREADTHS if longest <= most)


@html.register
def _(block: Table, level: int) -> str:
    align = block.align or "l" * len(block.header)
    head = "".join(
        f'<th scope="col" class="{a}">{_named(name)}</th>' if name else "<td></td>"
        for a, name in zip(align, block.header)
    )
    stacked = too_wide((block.header, *block.rows))
    names = block.header if stacked else ()
    rows = "".join(tag("tr", _cells(row, align, block.row_headers, names)) for row in block.rows)
    caption = tag("caption", inline(block.caption))
    table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return tag("div", table, f"scroll table{STACKED * stacked}")


def too_wide(rows: Iterable[Sequence[Text]]) -> bool:
    """Does a table not fit on a telephone, by the signs of its widest cells?

    >>> too_wide([("x", Math("0"))]), too_wide([("a" * 20, Math(r"\\dot x" * 9), "no")])
    (False, True)
    """
    widths = [max(map(_signs, column)) for column in zip_longest(*rows, fillvalue="")]
    return len(widths) > 1 and sum(min(w, LINE) + GAP for w in widths) > TELEPHONE


def _signs(text: Text) -> int:
    if isinstance(text, tuple):
        return sum(map(_signs, text))
    return signs(text.latex) if isinstance(text, Math) else len(str(getattr(text, "text", text)))


def labelled(name: Text) -> str:
    """The heading of a column before its cell, shown where columns stand one below another."""
    return tag("span", f"{inline(name)} ", "of") if name else ""


def _cells(row: Sequence[Text], align: str, headed: bool, names: Sequence[Text]) -> str:
    """The cells of a row, each with the name of its column if the table may be stacked."""
    return "".join(
        f'<th scope="row" class="{a}">{labelled(name)}{_named(cell)}</th>'
        if headed and i == 0
        else f'<td class="{a}">{labelled(name) if cell else ""}{inline(cell)}</td>'
        for i, (a, cell, name) in enumerate(
            zip_longest(align, row, names[: len(row)], fillvalue="")
        )
    )


def _named(cell: Text) -> str:
    """A heading; one of mathematics alone is named in words for those who hear it."""
    pieces, shown = cell if isinstance(cell, tuple) else (cell,), inline(cell)
    if not pieces or not all(isinstance(piece, Math) for piece in pieces):
        return shown
    said = " ".join(spoken(piece.latex) for piece in pieces if isinstance(piece, Math))
    return f'<span class="heard">{escaped(said)}</span><span aria-hidden="true">{shown}</span>'


@html.register
def _(block: Facts, level: int) -> str:
    pairs = (f"<dt>{inline(name)}</dt><dd>{inline(value)}</dd>" for name, value in block.pairs)
    short = all(isinstance(name, Math) and signs(name.latex) <= LETTERS for name, _ in block.pairs)
    return tag("dl", "".join(pairs), "facts letters" if short else "facts")


@html.register
def _(block: Figure, level: int) -> str:
    caption = tag("figcaption", inline(block.caption))
    if block.moving and isinstance(block.image, str):  # a part of the document: it can be held
        return tag("figure", f'<div class="moving paper"{_player()}>{block.image}</div>{caption}')
    if block.spatial and isinstance(block.image, str):
        inside = f'<div class="space paper"{_player()} data-alt="{escaped(block.alt)}">'
        return tag("figure", f"{inside}{block.image}</div>{caption}")
    picture = f'<img src="{_data_uri(block.image)}" alt="{escaped(block.alt)}">'
    points = 0.0 if block.free else _points(block.image)
    kind = " wide" if points > WIDE else " broad" if points > BROAD else ""
    return tag("figure", f'<div class="scroll paper{kind}">{picture}</div>{caption}')


def _player() -> str:
    """The words of the controls that the script adds."""
    words = {
        "play": tell("Play"),
        "pause": tell("Pause"),
        "moment": tell("moment"),
        "speed": tell("speed"),
        "camera": tell("direction of view"),
    }
    return "".join(f' data-{name}="{escaped(word)}"' for name, word in words.items())


def _points(image: str | bytes) -> float:
    """How wide an SVG with letters is, in points."""
    width = re.search(r'<svg[^>]* width="([0-9.]+)pt"', image) if isinstance(image, str) else None
    return float(width[1]) if width else 0.0


def _data_uri(image: str | bytes) -> str:
    if isinstance(image, bytes) and not image.startswith(PNG):
        raise NonholoError("a figure given as bytes must be a PNG; give an SVG as text")
    if isinstance(image, str):
        return f"data:image/svg+xml,{_in_address(_short(image))}"
    return f"data:image/png;base64,{base64.b64encode(image).decode('ascii')}"


def _in_address(svg: str) -> str:
    """An SVG as text in an address in an attribute: a third shorter than in base 64.

    >>> _in_address('<svg fill="#fff"/>')
    "<svg fill='%23fff'/>"
    """
    text = svg.encode("utf-8", "replace").decode("utf-8").replace("'", "&#39;").replace('"', "'")
    text = " ".join(text.split("\n")).replace("%", "%25").replace("#", "%23")
    return text.replace("&", "&amp;")


def _short(svg: str) -> str:
    """Paths with hundredths of a point: no eye sees more, and files get a third shorter.

    >>> _short('<path d="M 1.23456 20 L 0.5 3.14159" transform="scale(0.015625)"/>')
    '<path d="M 1.23 20 L 0.5 3.14" transform="scale(0.015625)"/>'
    """
    return re.sub(r' d="[^"]*"', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path[0]), svg)


@html.register
def _(block: Details, level: int) -> str:
    kind = ' class="long"' if block.long else ""
    opening = f"<details{kind} open>" if block.opened else f"<details{kind}>"
    inside = tag("div", all_html(block.blocks, level), "inside")
    return f"{opening}<summary>{inline(block.summary)}</summary>{inside}</details>"


@html.register
def _(block: Code, level: int) -> str:
    language = tag("p", escaped(block.language), "language")
    text = f'<pre class="scroll"><code>{escaped(block.text)}</code></pre>'
    return tag("div", language + text, "code")


@html.register
def _(block: Note, level: int) -> str:
    return f'<div class="aside {block.tone}" role="note"><p>{inline(block.text)}</p></div>'
