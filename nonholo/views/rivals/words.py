"""Which motions of mechanics are vakonomic too, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.expression.text import text
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.views.page.words import count

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison
    from nonholo.rivals.coincidence import Coincidence

LONGEST_CONDITION = 280  # characters of a condition that is told in a sentence


def coincidence(comparison: Comparison, mu: str = "mu") -> Pieces:
    """Which motions of mechanics are vakonomic too; mu: how the unknown functions are called."""
    principle = comparison.principle
    assert principle is not None  # asked where it was derived
    if principle.vanishes.answer:
        return (
            f"the vakonomic force vanishes for every {mu}: both principles give the same motions",
        )
    found = principle.coincidence
    if found.decision.answer is None:
        return (
            f"whether the motions are vakonomic for some {mu}(t) is open: {found.decision.reason}",
        )
    if found.decision.answer:
        free = (
            f"{count(found.free, 'initial value')} of {mu} free"
            if found.free
            else (f"{mu} is determined by the state")
        )
        return (
            f"and yet every motion is vakonomic for a suitable {mu}(t) ({free}); other {mu} give "
            f"other motions",
        )
    return (
        f"generic motions are not vakonomic for any {mu}(t); ",
        *_special(comparison, found, mu),
    )


def _special(comparison: Comparison, found: Coincidence, mu: str) -> Pieces:
    needed = tuple(found.needed(comparison.system) or ())
    if needed and sum(len(text(f)) for f in needed) <= LONGEST_CONDITION:
        return (
            "needed is ",
            *joined((Said(f, "= 0") for f in needed), " or "),
            f", or a state where the conditions on {mu} degenerate",
        )
    return ("special ones may be",)
