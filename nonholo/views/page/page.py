"""A page as data: what it holds, never how it looks; every word and formula comes from the
caller.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonholo.errors import NonholoError
from nonholo.views.page.math import Text
from nonholo.words.sentence import say

TONES = ("holonomic", "partly", "nonholonomic", "undecided")
KINDS = ("formulation", "rival")
MOODS = ("remark", "caution")
PNG = b"\x89PNG\r\n\x1a\n"


def _choose(what: str, given: str, known: Iterable[str]) -> None:
    if given not in known:
        raise NonholoError(
            say(
                "{what} {given!r} is not known; choose one of {names}",
                what=what,
                given=given,
                names=", ".join(known),
            )
        )


# ---------------------------------------------------------------------------------------- nouns


@dataclass(frozen=True, slots=True)
class Headline:
    """The answer before its evidence: a word, a sentence, and the tone that colours both."""

    word: str
    sentence: Text
    tone: str

    def __post_init__(self) -> None:
        _choose("verdict tone", self.tone, TONES)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: Text


@dataclass(frozen=True, slots=True)
class Bullets:
    """A short list."""

    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """A displayed formula, with a label at its left and a remark under it."""

    latex: str
    label: Text = ""
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One set of equations among several: a formulation that must agree, or a rival.

    `badge` is "agrees", "differs", "undecided" or any other word; `more` comes last, e.g. the
    error term of a rival.
    """

    title: Text
    rows: tuple[str, ...]
    kind: str = "formulation"
    badge: str = ""
    subtitle: Text = ""
    note: Text = ""
    more: tuple[Block, ...] = ()

    def __post_init__(self) -> None:
        _choose("column kind", self.kind, KINDS)


@dataclass(frozen=True, slots=True)
class FormulaColumns:
    """Equations side by side, one under the other where the screen is small."""

    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; `align` has one of l, r, c for each column (default: all left).

    With `row_headers` the first cell of a row names the row.
    """

    header: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    caption: Text = ""
    align: str = ""
    row_headers: bool = False

    def __post_init__(self) -> None:
        width = len(self.header)
        if any(len(row) != width for row in self.rows) or len(self.align) not in (0, width):
            raise NonholoError(
                say("every row of a table, and its align, needs {width} entries here", width=width)
            )


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values, aligned."""

    pairs: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: SVG as text or PNG as bytes; `alt` says in words what it shows.

    moving: an animated SVG, which a page lets people stop, and move by hand; spatial: the HTML of
    bodies in space, which people may look at from other sides too; free: without letters, so that
    it may be as narrow as the page.
    """

    image: str | bytes
    alt: str
    caption: Text = ""
    moving: bool = False
    spatial: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Details:
    """Blocks folded away under one line; long: on paper too, where they would be too small."""

    summary: Text
    blocks: tuple[Block, ...]
    opened: bool = False
    long: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Text to be copied as it stands."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark, or a caution, set apart from the text."""

    tone: str
    text: Text

    def __post_init__(self) -> None:
        _choose("note tone", self.tone, MOODS)


Block = (
    Headline
    | Paragraph
    | Bullets
    | Formula
    | FormulaColumns
    | Table
    | Facts
    | Figure
    | Details
    | Code
    | Note
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it; aside: for specialists, folded away at the end."""

    heading: str
    blocks: tuple[Block, ...]
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One case: its title, a line under it, the sources it is taken from, its sections; listed:
    headings and words of its row in a list of pages; heading: the title with its formulas as
    mathematics.
    """

    title: str
    sections: tuple[Section, ...]
    subtitle: Text = ""
    sources: tuple[str, ...] = ()
    listed: tuple[tuple[str, str], ...] = ()
    heading: Text = ""
