"""Findings about constraints nonlinear in the velocities, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page import counts
from nonholo.views.verdict import words
from nonholo.views.verdict.words import verdict_word
from nonholo.words.language import tell, tell_many
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict

REMARK = say(
    "integrability, growth and curvature are those of Pfaffian forms; virtual displacements by "
    "Chetaev's rule; `compare` gives the equations of motion"
)
FACTOR, SIDE = say("factor"), say("side")
BENT = say(
    "the admissible velocities bend, so they lie in no plane that a relation between coordinates "
    "would keep them in"
)


def sentence(check: Verdict) -> str:
    """What the verdict means."""
    if check.sided:
        return _on_sides(check)
    if check.relations is None and check.factors:
        return tell("a product: each factor has its answer")
    if check.relations is None:
        return tell("a constraint is nonlinear in the velocities")
    if check.factors:
        return tell("a product, each factor of which hides no relation; h = 0")
    assert check.independent is not None  # as h is
    return tell_many(
        len(check.nonlinear),
        "{what}, {n} nonlinear in the velocities; h = {h}",
        "{what}, {n} nonlinear in the velocities; h = {h}",
        what=counts.independent_constraints(check.independent),
        h=check.relations,
    )


def _on_sides(check: Verdict) -> str:
    if len(check.factors) > 1 and check.relations is None:
        return tell("it bends: each side has its answer")
    if len(check.factors) > 1:
        return tell("it bends, and on none of its sides a relation is hidden; h = 0")
    ((words_of_it, _),) = check.factors
    if check.relations is None:
        return tell("the same as {words}", words=words_of_it)
    return tell("the same as {words}; h = {h}", words=words_of_it, h=check.relations)


def why(check: Verdict) -> str:
    """What the verdict rests on."""
    labels = ", ".join(c.label for c in check.nonlinear)
    reason = BENT if check.bent.answer else check.bent.reason
    return tell("{labels}: not linear in the velocities; {reason}", labels=labels, reason=reason)


def letters(check: Verdict) -> str:
    """At which numbers of the letters velocities were shown that bend."""
    if check.factors and check.relations is not None:
        return words.letters(check)
    if check.letters is None or not check.bent.answer:
        return ""
    shown_at = (f"{name} {_about(value)}" for name, value in check.bent.point)
    return tell(
        "shown at {point}, and so for {names} near this; for other values there may be other "
        "velocities, or none that obey",
        point=", ".join(shown_at),
        names=", ".join(check.letters.names),
    )


def _about(value: str) -> str:
    """= 11/5 of an exact number, = 2.3585... of one that is enclosed."""
    middle = value.strip("[]").split()[0]
    return f"= {float(middle):.5g}..." if value.startswith("[") else f"= {value}"


def label(check: Verdict) -> str:
    """Of the lines of `factors`."""
    return SIDE if check.sided else FACTOR


def factors(check: Verdict) -> list[str]:
    """The verdict on each factor of a product alone, or on each side."""
    return [_of_factor(factor, alone) for factor, alone in check.factors or ()]


def _of_factor(factor: str, alone: Verdict) -> str:
    growth = alone.growth.vector if alone.growth is not None and alone.growth.complete else None
    said = f"{factor}:  {verdict_word(alone.verdict)}"
    said += "" if alone.relations is None else f", h = {alone.relations}"
    if growth is None:
        return said
    steps = f"({', '.join(map(str, growth))})"
    return tell("{said}, growth {growth}", said=said, growth=steps)


def linear(check: Verdict) -> str:
    """The verdict on the rows that are linear, if there are any."""
    known = check.linear
    return "" if known is None else f"{verdict_word(known.verdict)}, h = {known.relations}"
