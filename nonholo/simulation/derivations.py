"""What a simulation derives: the laws of rivals, and quantities that must not change."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nonholo.dynamics.conserved import proved_conserved
from nonholo.dynamics.equations import Equations, motion
from nonholo.errors import NonholoError, NotApplicable
from nonholo.expression.graph import Expr
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.numerics.model import Model, with_accelerations
from nonholo.readers.case import Case
from nonholo.rivals import RIVALS
from nonholo.rivals.substituted import substituted
from nonholo.words.sentence import say

MANY = 14  # coordinates beyond which conserved quantities are not looked for


def split(case: Case) -> Distribution | None:
    """The split that comparisons use; None where the constraints have none."""
    try:
        rows, _, _ = independent_rows(case.system.pfaffian)
        return distribution(rows, case.dependent, case.place)
    except (NonholoError, ZeroDivisionError):
        return None


def conserved_quantities(case: Case, d: Distribution) -> tuple[tuple[str, Expr], ...]:
    """Conserved quantities that are proved, for systems small enough to look (the energy has its
    own balance).
    """
    if d.chart.n > MANY:
        return ()
    try:
        conserved = proved_conserved(case.system, d, motion(FORMULATIONS["maggi"](case.system, d)))
        return tuple((name, f) for name, f in conserved if name != say("energy function"))
    except (NonholoError, ZeroDivisionError):
        return ()


def rival_equations(case: Case, d: Distribution | None, name: str) -> Equations:
    """The equations of a rival or a formulation by its name.

    "substituted" means all dependent velocities; "substituted x", "substituted x, y (chained)" as
    `compare` names them.  Raises NotApplicable for a name that is none."""
    if d is None:
        raise NotApplicable(
            say("{name}: no rival can be derived: the constraints cannot be split", name=case.title)
        )
    if isinstance(name, str) and name in FORMULATIONS:
        return FORMULATIONS[name](case.system, d)
    if isinstance(name, str) and name in RIVALS:
        return RIVALS[name](case.system, d)
    words = name.removesuffix("(chained)").split(None, 1) if isinstance(name, str) else []
    if not words or words[0] != "substituted":
        raise NotApplicable(
            say(
                'there is no rival {name!r}; there are substituted, "substituted x, y", '
                "each also with (chained), {names}, and to see that they agree: ",
                name=name,
                names=", ".join(RIVALS),
            )
            + ", ".join(FORMULATIONS)
        )
    if not d.k:
        raise NotApplicable(say("{name}: there is no constraint to substitute", name=case.title))
    eliminate = [word.strip().rstrip("'") for word in words[1].split(",")] if len(words) > 1 else ()
    return substituted(case.system, d, eliminate, name.endswith("(chained)"))


def rival_law(right: Model, equations: Equations, as_derived: bool = False) -> Model:
    """The law of a rival.

    Unknown functions mu that stand in its equations need their rates mudot among the unknowns.
    as_derived: no shorter code is looked for.

    Raises NotApplicable where they have none.
    """
    chart, solved = right.terms.chart, motion(equations)
    rates = dict(zip((s.args for s in equations.multipliers), solved.multipliers))
    known = {*chart.q, *chart.v, chart.t, *right.values, *right.feeds}
    extra = {
        s: f"{s.args}dot"
        for s in chart.graph.unmask(chart.graph.mask(solved.accelerations))
        if s not in known
    }
    missing = ", ".join(s.args for s, rate in extra.items() if rate not in rates)
    if missing:
        raise NotApplicable(
            say(
                "{name}: has no equation for {missing}, so its motion is not determined",
                name=equations.name,
                missing=missing,
            )
        )
    return with_accelerations(
        right, solved.accelerations, {s: rates[rate] for s, rate in extra.items()}, as_derived
    )


def with_further(law: Model, y: np.ndarray, given: Mapping[str, float]) -> np.ndarray:
    """The state with initial values of the rival's further unknowns (0 if not given).

    Raises NotApplicable for names of none of them.
    """
    names, n = [s.args for s in law.extra], law.n
    unknown = [name for name in given if name not in names]
    if unknown:
        raise NotApplicable(
            say(
                "{unknown} is no unknown function of the rival; there are {value}",
                unknown=unknown[0],
                value=", ".join(names) or "none",
            )
        )
    work = (
        [0.0] if law.works else []
    )  # the right law and the rival may differ in whether anything does work
    return np.concatenate([y[: 2 * n], [float(given.get(name, 0.0)) for name in names], work])
