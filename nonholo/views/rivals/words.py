"""Which motions of mechanics are vakonomic too, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.expression.text import text
from nonholo.views.page.sentences import Pieces, Said, joined
from nonholo.words.language import tell, tell_many

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
            tell(
                "the vakonomic force vanishes for every {mu}: both principles give the same "
                "motions",
                mu=mu,
            ),
        )
    answer = principle.coincidence
    if answer.decision.answer is None:
        return (
            tell(
                "whether the motions are vakonomic for some {mu}(t) is open: {reason}",
                mu=mu,
                reason=answer.decision.reason,
            ),
        )
    if answer.decision.answer:
        free = (
            tell_many(
                answer.free,
                "{n} initial value of {mu} free",
                "{n} initial values of {mu} free",
                mu=mu,
            )
            if answer.free
            else tell("{mu} is determined by the state", mu=mu)
        )
        return (
            tell(
                "and yet every motion is vakonomic for a suitable {mu}(t) ({free}); other {mu} "
                "give other motions",
                mu=mu,
                free=free,
            ),
        )
    return (
        tell("generic motions are not vakonomic for any {mu}(t); ", mu=mu),
        *_special(comparison, answer, mu),
    )


def _special(comparison: Comparison, answer: Coincidence, mu: str) -> Pieces:
    needed = tuple(answer.needed(comparison.system) or ())
    if needed and sum(len(text(f)) for f in needed) <= LONGEST_CONDITION:
        return (
            tell("needed is "),
            *joined((Said(f, "= 0") for f in needed), tell(" or ")),
            tell(", or a state where the conditions on {mu} degenerate", mu=mu),
        )
    return (tell("special ones may be"),)
