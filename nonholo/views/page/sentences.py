"""Sentences that hold expressions: on a page these are mathematics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nonholo.expression.graph import Expr
from nonholo.views.page.math import Math, signs
from nonholo.words.language import tell
from nonholo.writing.latex import UNWRITTEN, Writer

LONG = 120  # signs of an expression that a sentence can hold
RELATIONS = {"": "", "= 0": " = 0", "!= 0": r" \neq 0", "= const": r" = \mathrm{const}"}


@dataclass(frozen=True, slots=True)
class Said:
    """An expression and what is said of it: one of RELATIONS; presented: in its presentable
    form.
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


def on_page(pieces: Sequence[str | Said], write: Writer) -> tuple[str | Math, ...]:
    """The sentence for a page; of a long expression only how long it is."""
    return tuple(
        piece for p in pieces for piece in ((p,) if isinstance(p, str) else _shown(p, write))
    )


def _shown(said: Said, write: Writer) -> tuple[str | Math, ...]:
    latex, relation = write(said.value, presented=said.presented), RELATIONS[said.relation]
    if UNWRITTEN not in latex and signs(latex) <= LONG:
        return (Math(latex + relation),)
    return (
        tell("an expression too long for this place "),
        *((Math(relation.strip()),) if relation else ()),
    )
