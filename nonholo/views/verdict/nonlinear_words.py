"""Findings about constraints nonlinear in the velocities, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonholo.views.page.words import count

if TYPE_CHECKING:
    from nonholo.findings.verdict import Verdict

REMARK = (
    "integrability, growth and curvature are those of Pfaffian forms; virtual displacements by "
    "Chetaev's rule; `compare` gives the equations of motion"
)
BENT = (
    "the admissible velocities bend, so they lie in no plane that a relation between coordinates "
    "would keep them in"
)


def sentence(check: Verdict) -> str:
    """What the verdict means."""
    if check.relations is None:
        return "a constraint is nonlinear in the velocities"
    assert check.independent is not None  # as h is
    what = count(check.independent, "independent constraint")
    return f"{what}, {len(check.nonlinear)} nonlinear in the velocities; h = {check.relations}"


def why(check: Verdict) -> str:
    """What the verdict rests on."""
    labels = ", ".join(c.label for c in check.nonlinear)
    reason = BENT if check.bent.answer else check.bent.reason
    return f"{labels}: not linear in the velocities; {reason}"


def linear(check: Verdict) -> str:
    """The verdict on the rows that are linear, if there are any."""
    known = check.linear
    return "" if known is None else f"{known.verdict}, h = {known.relations}"
