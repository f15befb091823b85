"""Which motions of mechanics are vakonomic too, in words."""

from __future__ import annotations

from nonholo.comparison import Comparison
from nonholo.exact.graph import Expr
from nonholo.exact.text import text
from nonholo.report.words import count

LONGEST_CONDITION = 280  # characters of a condition that is told in a sentence


def coincidence(comparison: Comparison) -> str:
    """Which motions of mechanics are vakonomic too."""
    before, zeros, after = coincidence_parts(comparison)
    return before + " or ".join(f"{text(f)} = 0" for f in zeros) + after


def coincidence_parts(comparison: Comparison, mu: str = "mu") -> tuple[str, tuple[Expr, ...], str]:
    """The same as words, expressions of which one has to vanish, and words."""
    principle = comparison.principle
    if principle.vanishes.answer:
        return f"the vakonomic force vanishes for every {mu}: both principles give the same motions", (), ""
    found = principle.coincidence
    if found.decision.answer is None:
        return f"whether the motions are vakonomic for some {mu}(t) is open: {found.decision.reason}", (), ""
    if found.decision.answer:
        free = f"{count(found.free, 'initial value')} of {mu} free" if found.free else (
            f"{mu} is determined by the state")
        told = f"and yet every motion is vakonomic for a suitable {mu}(t) ({free}); other {mu} give other motions"
        return told, (), ""
    needed = tuple(found.needed(comparison.system) or ())
    never = f"generic motions are not vakonomic for any {mu}(t); "
    if needed and sum(len(text(f)) for f in needed) <= LONGEST_CONDITION:
        return f"{never}needed is ", needed, f", or a state where the conditions on {mu} degenerate"
    return f"{never}special ones may be", (), ""
