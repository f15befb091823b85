"""Holonomic constraints, their elimination, and contacts as a JSON record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.expression.graph import Expr
from nonholo.views.page.values import decision_record, shown

if TYPE_CHECKING:
    from nonholo.findings.released import Released, Smaller


def released_record(released: Released | None) -> dict[str, Any] | None:
    """The keys about holonomic and unilateral constraints."""
    if released is None:
        return None
    index = released.index
    return {
        "index": index.index,
        "initial_conditions": [shown(f) for f in (*index.given, *index.hidden)],
        "free_coordinates": index.coordinates,
        "free_velocities": index.velocities,
        "eliminated": None if released.smaller is None else _smaller_record(released.smaller),
        "unilateral": [
            {
                "inequality": c.label,
                "kind": c.kind,
                "pressure": _maybe(c.pressure),
                "pressure_at_energy": _maybe(c.at_energy),
            }
            for c in released.contacts
        ],
    }


def _smaller_record(smaller: Smaller) -> dict[str, Any]:
    names = smaller.eliminated.system.chart.names
    assert smaller.eliminated.system.lagrangian is not None  # its motion was compared
    return {
        "solved": {str(q): shown(g) for q, g in smaller.eliminated.solved},
        "kept": [shown(f) for f in smaller.eliminated.unsolved],
        "lagrangian": shown(smaller.eliminated.system.lagrangian),
        "equations": [shown(row) for row in smaller.equations.rows],
        "accelerations": {n: shown(a) for n, a in zip(names, smaller.motion.accelerations)},
        "agrees": smaller.decision.answer,
        "evidence": decision_record(smaller.decision),
    }


def _maybe(f: Expr | None) -> str | None:
    return None if f is None else shown(f)
