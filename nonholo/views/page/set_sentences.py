"""Sentences that hold expressions as they stand on a page: these are mathematics there."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.views.page.math import Math, signs
from nonholo.views.page.sentences import Said
from nonholo.words.language import tell, tell_many
from nonholo.writing.latex import UNWRITTEN, Writer

LONG = 120  # signs of an expression that a sentence can hold
RELATIONS = {
    "": "",
    "= 0": " = 0",
    "!= 0": r" \neq 0",
    "> 0": " > 0",
    ">= 0": r" \geq 0",
    "< 0": " < 0",
    "<= 0": r" \leq 0",
    "= const": r" = \mathrm{const}",
}


def on_page(pieces: Sequence[str | Said], write: Writer) -> tuple[str | Math, ...]:
    """The sentence for a page; of a long expression only how long it is, of long equations in
    sequence only how many they are.
    """
    out: list[str | Math] = []
    place = 0
    while place < len(pieces):
        piece, long = pieces[place], _long_equations(pieces, place, write)
        if long:
            out.append(
                tell_many(
                    long,
                    "an equation too long for this place",
                    "{n} equations too long for this place",
                )
            )
        else:
            out += [piece] if isinstance(piece, str) else _shown(piece, write)
        place += max(1, 2 * long - 1)
    return tuple(out)


def _long_equations(pieces: Sequence[str | Said], start: int, write: Writer) -> int:
    """How many long equations begin here, with the same word between each two."""
    number = 0
    for place in range(start, len(pieces), 2):
        said, before = pieces[place], pieces[place - 1] if number else ""
        if isinstance(said, str) or said.relation != "= 0" or _is_short(_latex(said, write)):
            break
        if number and before != pieces[start + 1]:
            break
        number += 1
    return number


def _latex(said: Said, write: Writer) -> str:
    return write(said.value, presented=said.presented)


def _is_short(latex: str) -> bool:
    return UNWRITTEN not in latex and signs(latex) <= LONG


def _shown(said: Said, write: Writer) -> tuple[str | Math, ...]:
    latex, relation = _latex(said, write), RELATIONS[said.relation]
    if _is_short(latex):
        return (Math(latex + relation),)
    return (
        tell("an expression too long for this place "),
        *((Math(relation.strip()),) if relation else ()),
    )
