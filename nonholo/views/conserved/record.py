"""Conserved quantities and the invariant measure as JSON records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonholo.expression.text import text
from nonholo.views.conserved.text import shorter
from nonholo.views.page.values import decision_record, shown

if TYPE_CHECKING:
    from nonholo.dynamics.families import Bounds
    from nonholo.dynamics.integrals import Search
    from nonholo.dynamics.measure import Measure
    from nonholo.dynamics.momentum import Momentum
    from nonholo.expression.graph import Expr

DEGREE = {1: "linear", 2: "quadratic"}


def special_record(special: Search | None) -> dict[str, Any]:
    """The key about them."""
    return {
        "integrals_at_given_numbers": (
            [text(shorter(f)) for f in special.integrals] if special else []
        )
    }


def with_time_record(integrals: Sequence[Expr]) -> list[str | None]:
    """The first integrals that contain t."""
    return [shown(f) for f in integrals]


def momenta_record(momenta: Sequence[Momentum]) -> list[dict[str, Any]]:
    """The keys about them."""
    return [
        {
            "symmetry": {n: shown(e) for n, e in m.along},
            "momentum": shown(m.value),
            "rate": shown(m.rate),
        }
        for m in momenta
    ]


def search_record(search: Search | None) -> dict[str, Any]:
    """The keys about further integrals; null where there was no search."""
    if search is None:
        return {"integrals": None, "integrals_searched": None}
    families = [
        {
            "velocities": DEGREE[one.degree],
            "degree": max((k for _, k in one.powers), default=0),
            "total_degree": one.total,
            "powers": powers_record(one),
        }
        for one in search.searched
    ]
    return {
        "integrals": [text(shorter(f)) for f in search.integrals],
        "integrals_searched": {"families": families, "complete": search.complete},
    }


def powers_record(bounds: Bounds) -> list[dict[str, Any]]:
    """The highest power of each function in the coefficients."""
    return [{"functions": list(names), "degree": k} for names, k in bounds.powers]


def measure_record(measure: Measure) -> dict[str, Any]:
    """exists: is there a density that depends on the configuration alone?"""
    return {
        "exists": measure.decision.answer,
        "density": None if (formula := measure.formula) is None else shown(formula),
        "velocities": list(measure.velocities),
        "coordinates": list(measure.coordinates) or None,
        "put_in": {str(q): shown(e) for q, e in measure.solved} or None,
        "numbers": list(measure.numbers),
        "not_periodic_in": list(measure.turning),
        "holds_for_densities_of_velocities_too": measure.kinetic,
        "evidence": decision_record(measure.decision),
    }
