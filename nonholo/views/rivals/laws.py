"""The laws of motions in words: a rival is told by what is substituted, not by the name that an
option takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from nonholo.words.language import tell, told

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Trajectory


def law_named(law: str, letter: Callable[[str], str] = str) -> str:
    """A law in the language spoken.

    letter: how the name of a coordinate is written.

    >>> law_named("substituted x, y (chained)")
    'substituted x, y (chained)'
    """
    match = re.fullmatch(r"substituted ([\w, ]+?)( \(chained\))?", law)
    if match is None:
        return tell("vakonomic") if law == "vakonomic" else told(law)
    letters = ", ".join(map(letter, match[1].split(", ")))
    if match[2]:
        return tell("substituted {letters} (chained)", letters=letters)
    return tell("substituted {letters}", letters=letters)


def law_told(one: Trajectory, first: Trajectory) -> str:
    """The law, and when its motion ended if that is before the other's."""
    if one.t[-1] >= first.t[-1]:
        return law_named(one.law)
    return tell("{law}, ended at t = {t:.3g}", law=law_named(one.law), t=one.t[-1])
