"""Sentences that hold expressions: on a page these are mathematics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nonholo.expression.graph import Expr
from nonholo.views.page.math import Math, signs
from nonholo.writing.latex import GREEK, UNWRITTEN, Writer, name_latex

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
        "an expression too long for this place ",
        *((Math(relation.strip()),) if relation else ()),
    )


def lettered(text: str, names: Sequence[str]) -> tuple[str | Math, ...]:
    r"""Running text with the coordinates in it as mathematics, where nothing else can be meant:
    Greek letters, letters with a number, velocities.

    >>> lettered("a disc: theta is its angle, x' its speed", ["x", "a", "theta"])
    ('a disc: ', Math(latex='\\theta'), ' is its angle, ', Math(latex='\\dot{x}'), ' its speed')
    """
    pieces = re.split(r"([A-Za-z_]\w*'*)", text)
    found = [_letter(piece, names) if i % 2 else piece for i, piece in enumerate(pieces)]
    out: list[str | Math] = []
    for piece in filter(None, found):
        if out and isinstance(piece, str) and isinstance(out[-1], str):
            out[-1] += piece
        else:
            out.append(piece)
    return tuple(out)


def _letter(word: str, names: Sequence[str]) -> str | Math:
    bare = word.rstrip("'")
    dots = len(word) - len(bare)
    if word not in names and not dots:
        bare, dots = (word[:-4], 2) if word.endswith("ddot") else (word.removesuffix("dot"), 1)
    dots = 0 if word in names else dots
    sure = dots or re.sub(r"[\d_].*", "", word) in GREEK or re.fullmatch(r"[A-Za-z]{1,2}\d+", word)
    if (word if not dots else bare) not in names or not sure or dots > 2:
        return word
    latex = name_latex(bare if dots else word)
    return Math(rf"\{'d' * dots}ot{{{latex}}}" if dots else latex)
