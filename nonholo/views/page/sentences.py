"""Sentences that hold expressions: what is said, before it is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonholo.expression.graph import Expr


@dataclass(frozen=True, slots=True)
class Said:
    """An expression and what is said of it: = 0, > 0, ... or nothing; presented: in its
    presentable form.
    """

    value: Expr
    relation: str = ""
    presented: bool = False


Pieces = tuple[str | Said, ...]


def joined(items: Iterable[str | Said], between: str) -> Pieces:
    """The items with a word between each two.

    >>> joined(["x = 0", "y = 0", "z = 0"], " or ")
    ('x = 0', ' or ', 'y = 0', ' or ', 'z = 0')
    """
    return tuple(piece for item in items for piece in (between, item))[1:]
