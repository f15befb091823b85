"""What a simulation derives: the laws of rivals, and quantities that must not change."""

from __future__ import annotations

from nonholo.dynamics.conserved import found_conserved
from nonholo.dynamics.equations import Equations, motion
from nonholo.errors import NonholoError, NotApplicable
from nonholo.exact.graph import Expr
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.distribution import Distribution, distribution
from nonholo.geometry.pfaffian import independent_rows
from nonholo.readers.case import Case
from nonholo.rivals.substituted import substituted

MANY = 14  # coordinates beyond which conserved quantities are not looked for


def split(case: Case) -> Distribution | None:
    """The split that comparisons use; None where the constraints have none."""
    try:
        rows, _, _ = independent_rows(case.system.pfaffian)
        return distribution(rows, case.dependent, case.nominal)
    except (NonholoError, ZeroDivisionError):
        return None


def conserved_quantities(case: Case, d: Distribution) -> tuple[tuple[str, Expr], ...]:
    """Conserved quantities that are proved, for systems small enough to look (the energy has its own balance)."""
    if d.chart.n > MANY:
        return ()
    try:
        found = found_conserved(case.system, d, motion(FORMULATIONS["maggi"](case.system, d)))
        return tuple((name, f) for name, f in found if name != "energy function")
    except (NonholoError, ZeroDivisionError):
        return ()


def rival_equations(case: Case, d: Distribution | None, name: str) -> Equations:
    """The equations of a rival or a formulation by its name.

    "substituted" means all dependent velocities; "substituted x", "substituted x, y (chained)" as `compare` names
    them.  Raises NotApplicable for a name that is none.
    """
    if d is None:
        raise NotApplicable(f"{case.name}: no rival can be derived: the constraints cannot be split")
    chained = name.endswith("(chained)")
    words = name.removesuffix("(chained)").split(None, 1)
    if name in FORMULATIONS:
        return FORMULATIONS[name](case.system, d)
    if not words or words[0] != "substituted":
        raise NotApplicable(f"there is no rival {name!r}; there are substituted, \"substituted x, y\", each also "
                            f"with (chained), and to see that they agree: {', '.join(FORMULATIONS)}")
    if not d.k:
        raise NotApplicable(f"{case.name}: there is no constraint to substitute")
    eliminate = [part.strip().rstrip("'") for part in words[1].split(",")] if len(words) > 1 else ()
    return substituted(case.system, d, eliminate, chained)
