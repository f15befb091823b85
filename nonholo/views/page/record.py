"""The page of a case as a JSON record: what each section shows has its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.views.comparison.record import compare_record
from nonholo.views.conserved.record import (
    measure_record,
    momenta_record,
    search_record,
    with_time_record,
)
from nonholo.views.energy.words import energy_record
from nonholo.views.equilibrium.record import equilibrium_record
from nonholo.views.families.record import questions_record
from nonholo.views.graph.text import graph_record
from nonholo.views.motion.record import motion_record
from nonholo.views.page.values import (
    SCHEMA,
    functions_record,
    inputs_record,
    shown,
    sum_shown,
    velocities_record,
)
from nonholo.views.page.words import decimal
from nonholo.views.released.record import released_record
from nonholo.views.restricted.text import restricted_record
from nonholo.views.steady.record import stability_record
from nonholo.views.steering.record import steer_record
from nonholo.views.verdict.record import check_record

if TYPE_CHECKING:
    from nonholo.dossier.dossier import Dossier
    from nonholo.geometry.chained.wheels import Wheels
    from nonholo.readers.case import Case


def dossier_record(dossier: Dossier) -> dict[str, Any]:
    """One element of "dossiers" in `nonholo report --json`; null for what the case does not have.

    Its parts are the records of the other commands: "verdict" is that of `check`, "comparison" that
    of `compare`, "graph" that of `graph`, "motion" that of `simulate`, "path.parking" and
    "path.bend" those of `steer`.
    """
    case, compared = dossier.case, dossier.comparison
    return {
        "schema": SCHEMA,
        "name": case.name,
        "about": _about_record(case),
        "verdict": check_record(dossier.check, dossier.certificate),
        "comparison": compared and compare_record(compared, dossier.conserved, case.name),
        "conserved": compared and _conserved_record(dossier),
        "constraints_as_algebra": released_record(dossier.released),
        "path": _path_record(dossier),
        "motion": _motion_record(dossier),
        "steady": dossier.steady and stability_record(dossier.steady),
        "equilibria": dossier.rests and equilibrium_record(dossier.rests),
        "families": dossier.families and questions_record(dossier.families),
        "restricted": dossier.restricted and restricted_record(dossier.restricted),
        **({"unanswered": dossier.unanswered} if dossier.unanswered else {}),
        "graph": dossier.dependency and graph_record(dossier.check, dossier.dependency),
    }


def _about_record(case: Case) -> dict[str, Any]:
    """Where the case comes from, and its numbers."""
    return {
        "file": case.source or None,
        "sources": list(case.sources),
        "notes": case.notes.strip() or None,
        **({"meaning": dict(case.meaning)} if case.meaning else {}),
        "parameters": {str(s): decimal(v) for s, v in case.system.values.items()},
        **functions_record(case),
        **inputs_record(case.system.inputs),
        **velocities_record(case.system.velocities),
    }


def _conserved_record(dossier: Dossier) -> dict[str, Any]:
    """The keys of `compare --integrals` on what is conserved, each quantity with its name."""
    return {
        "quantities": [{"name": name, "value": sum_shown(f)} for name, f in dossier.conserved],
        "integrals_with_time": with_time_record(dossier.with_time),
        "energy_words": dossier.energy and energy_record(dossier.energy),
        **search_record(dossier.search),
        "nonholonomic_momenta": momenta_record(dossier.momenta),
        "invariant_measure": dossier.measure and measure_record(dossier.measure),
    }


def _path_record(dossier: Dossier) -> dict[str, Any] | None:
    """Wheels, the path to the place beside, and a path along a bend with its varied path."""
    if dossier.wheels is None:
        return None
    return {
        "wheels": _wheels_record(dossier.wheels),
        "parking": dossier.parking and steer_record(dossier.parking),
        "bend": dossier.bend and steer_record(dossier.bend.steering, dossier.bend),
    }


def _wheels_record(wheels: Wheels) -> list[dict[str, str | None]]:
    return [{"x": shown(w.x), "y": shown(w.y), "heading": shown(w.heading)} for w in wheels.wheels]


def _motion_record(dossier: Dossier) -> dict[str, Any] | None:
    if dossier.no_motion:
        return {"schema": SCHEMA, "name": dossier.case.name, "failure": dossier.no_motion}
    if dossier.motion is not None:
        return motion_record(dossier.motion)
    lacking = {"schema": SCHEMA, "name": dossier.case.name, "wanting": list(dossier.wanting)}
    return lacking if dossier.wanting else None
