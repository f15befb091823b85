"""Where a node of a text stands: worked out late, for nearly all texts have nothing to complain
about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from nonholo.errors import BadExpression, Place, Repair


@dataclass(frozen=True, slots=True)
class Spot(Place):
    """A place that remembers its line of text, so that later errors can show a caret too."""

    text_line: str = field(default="", compare=False, repr=False)


class Text(Protocol):
    """What a `Mark` needs of a text."""

    small: set[int]
    words: list[str]

    @property
    def starts(self) -> list[int]: ...
    def spot(self, offset: int) -> Spot: ...


class Mark:
    """The place of a word of a text, looked up when somebody asks."""

    __slots__ = ("index", "text")

    def __init__(self, text: Text, index: int):
        self.text, self.index = text, index

    @property
    def spot(self) -> Spot:
        return self.text.spot(self.text.starts[self.index])

    @property
    def line(self) -> int:
        return self.spot.line

    @property
    def column(self) -> int:
        return self.spot.column

    def replaced(self, text: str, certain: bool = True) -> Repair:
        """The repair that puts another text for the word."""
        start = self.text.starts[self.index]
        return Repair(start, start + len(self.text.words[self.index]), text, certain)


def line_of(place: Place | Mark) -> str:
    """The line of text in which a node stands; empty where the place does not know it.

    >>> line_of(Spot("", "", 1, 3, "x ?")), line_of(Place())
    ('x ?', '')
    """
    spot = place.spot if isinstance(place, Mark) else place
    return getattr(spot, "text_line", "")


def complaint(
    message: str, place: Place | Mark, hint: str = "", repair: Repair | None = None
) -> BadExpression:
    """The error to raise about a node of the tree, with its line of text if `place` knows it.

    >>> print(complaint("what is this?", Spot("", "", 1, 3, "x ?")))
    line 1, column 3: what is this?
        x ?
          ^
    """
    spot = place.spot if isinstance(place, Mark) else place
    plain = Place(spot.source, spot.key, spot.line, spot.column)
    return BadExpression(message, plain, getattr(spot, "text_line", ""), hint, repair=repair)


def shown(line: str) -> str:
    """The line as it may be printed: one column for each character, nothing invisible."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(letter if _visible(letter) else "\ufffd" for letter in line.replace("\t", " "))


def _visible(letter: str) -> bool:
    from unicodedata import bidirectional, combining, east_asian_width

    if letter.isascii():
        return letter.isprintable()
    wide = east_asian_width(letter) in "WF" or combining(letter)
    return letter.isprintable() and not wide and bidirectional(letter) not in ("R", "AL", "AN")
