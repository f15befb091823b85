"""Derivations side by side as JSON records: the keys that users' scripts rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.expression.reading import looked_at
from nonholo.expression.text import text
from nonholo.views.comparison.words import put_in
from nonholo.views.consistency.text import hidden_record, outcome_record
from nonholo.views.page.values import (
    SCHEMA,
    decision_record,
    inputs_record,
    shown,
    sum_shown,
    vector_record,
    velocities_record,
)
from nonholo.views.page.words import is_huge
from nonholo.views.varied.record import varied_record
from nonholo.views.verdict.record import curvature_record
from nonholo.writing.common import few_common_parts

if TYPE_CHECKING:
    from nonholo.findings.comparison import Comparison
    from nonholo.findings.entry import Entry
    from nonholo.findings.regular_form import RegularForm

MOST_PARTS = 1000  # common parts that are written for programs
TOO_LONG = (
    "null stands for expressions that are too long to be written out; accelerations_in_parts, "
    "where it is there, and `nonholo equations --as python` give them with their common parts named"
)


def compare_record(comparison: Comparison, conserved=(), name: str = "") -> dict[str, Any]:
    """The record of `nonholo compare`."""
    d = comparison.distribution
    names = d.chart.names
    inner, followed = d.names(d.independent), comparison.consistency
    remarks = looked_at(comparison.system.where, comparison.system.through)
    return {
        "schema": SCHEMA,
        "name": name,
        "eliminated": list(d.names(d.dependent)),
        "independent": list(inner),
        "formulations": [entry_record(comparison, e) for e in comparison.entries],
        **_in_parts(comparison),
        "curvature": curvature_record(comparison.curvature),
        "varied_paths": varied_record(comparison.varied),
        "curvature_force": vector_record(inner, comparison.curvature_force),
        "reactions": vector_record(names, comparison.reactions),
        "smooth_constraints": [
            {
                "constraint": one.label,
                "reaction": vector_record(names, one.force),
                "virtual_work": vector_record(inner, one.works),
                "smooth": one.smooth.answer,
                "power": shown(one.power),
            }
            for one in comparison.smooth
        ],
        "numbers": list(comparison.numbers),
        "letters": list(comparison.letters),
        **({"remarks": remarks} if remarks else {}),
        "shortcut_is_safe": comparison.shortcut.answer,
        "coordinate_substitution": _coordinates_record(comparison),
        "substitutions": [
            {
                "eliminated": list(e.eliminated),
                "safe": e.safe.answer,
                "safe_chained": e.safe_chained.answer,
                "gradient_part": vector_record(inner, e.gradient),
                "curvature_part": vector_record(inner, e.curvature),
            }
            for e in comparison.errors
        ],
        "vakonomic": _principle_record(comparison),
        "energy_balance": _balance_record(comparison),
        "cyclic": [
            {
                "coordinate": c.name,
                "momentum": shown(c.momentum),
                "force": shown(c.force),
                "reaction": shown(c.reaction),
            }
            for c in comparison.cyclic
        ],
        "not_applicable": [
            {"name": r.name, "kind": r.kind, "reason": r.reason} for r in comparison.refused
        ],
        "conserved": [sum_shown(f) for _, f in conserved],
        "regular": None if comparison.regular is None else regular_record(comparison.regular),
        **inputs_record(comparison.system.inputs),
        **velocities_record(comparison.system.velocities),
        **hidden_record(comparison.hidden),
        **({"consistency": outcome_record(followed)} if followed is not None else {}),
    }


def regular_record(form: RegularForm) -> dict[str, Any]:
    """The motion in regular velocities: q' and u' as functions of (q, u, t), and of `steps`."""
    return {
        "velocities": list(form.names),
        "definitions": {str(u): shown(f) for u, f in form.definitions},
        "steps": {str(symbol): shown(e) for symbol, e in form.steps},
        "rates": {
            **vector_record(form.chart.names, form.velocities),
            **vector_record(form.names, form.rates),
        },
        "accelerations": vector_record(form.chart.names, form.accelerations),
        "reactions": vector_record(form.chart.names, form.reactions),
        "not_where": [shown(e) for e in form.not_where],
        "agrees": form.agrees.answer,
        "evidence": decision_record(form.agrees),
    }


def _coordinates_record(comparison: Comparison) -> dict[str, Any]:
    """May the coordinates be put into the Lagrangian, solved from constraints that are
    holonomic?
    """
    d, answer = comparison.distribution, comparison.holonomic.answer
    return {
        "coordinates": list(d.names(d.dependent)),
        "possible": answer,
        "right": answer or None,
        "evidence": decision_record(comparison.holonomic),
    }


def _balance_record(comparison: Comparison) -> dict[str, str | None] | None:
    """The terms of dh/dt on the motion."""
    balance = comparison.balance
    return (
        None
        if balance is None
        else {
            "energy": sum_shown(balance.energy),
            "explicit": shown(balance.explicit),
            "forces": shown(balance.forces),
            "reactions": shown(balance.reactions),
        }
    )


def _principle_record(comparison: Comparison) -> dict[str, Any] | None:
    """By which term the vakonomic equations differ; whether each motion is vakonomic for some
    mu(t).
    """
    if comparison.principle is None:
        return None
    coincidence, d = comparison.principle.coincidence, comparison.distribution
    return {
        "force": vector_record(d.names(d.independent), comparison.principle.force),
        "vanishes": comparison.principle.vanishes.answer,
        "every_motion": coincidence.decision.answer,
        "obstruction": None if coincidence.obstruction is None else shown(coincidence.obstruction),
        "free_initial_values": coincidence.free,
    }


def entry_record(comparison: Comparison, entry: Entry) -> dict[str, Any]:
    """One formulation or rival."""
    names, equations = comparison.distribution.chart.names, entry.equations
    record: dict[str, Any] = {
        "name": equations.name,
        "kind": equations.kind,
        "equations": [shown(row) for row in equations.rows],
        "unknowns": [str(u) for u in equations.unknowns],
        "multipliers": len(equations.multipliers),
        "agrees": entry.agrees,
        "difference": _differences(names, entry),
        "accelerations": vector_record(names, entry.motion.accelerations) if entry.motion else {},
        "evidence": decision_record(entry.decision),
    }
    if equations.frame is not None and not equations.frame.natural:
        record["quasi_velocities"] = {str(u): shown(f) for u, f in equations.frame.definitions()}
        if entry.motion is not None:
            rates = zip(equations.frame.rates, entry.motion.rates)
            record["quasi_rates"] = {str(rate): shown(f) for rate, f in rates}
    if equations.note:
        record["note"] = equations.note
    if by := put_in(entry):
        record["put_in"] = {velocity: shown(f) for velocity, f in by}
    if entry.failure:
        record["failure"] = entry.failure
    if any(value is None for value in (*record["equations"], *record["accelerations"].values())):
        record["remark"] = TOO_LONG
    return record


def _in_parts(comparison: Comparison) -> dict[str, Any]:
    """The accelerations of the true motion with common parts named, each made of those before it;
    no key where they can be written out, or have too many parts."""
    motion, chart = comparison.reference, comparison.distribution.chart
    if motion is None or not any(map(is_huge, motion.accelerations)):
        return {}
    few = few_common_parts(motion.accelerations, MOST_PARTS)
    if few is None:
        return {}
    parts, results = few
    return {
        "accelerations_in_parts": {
            "parts": {str(name): text(value) for name, value in parts},
            "accelerations": {n: text(e) for n, e in zip(chart.names, results)},
        }
    }


def _differences(names, entry: Entry) -> dict[str, str | None]:
    if entry.agrees:
        return {}
    return {n: shown(e) for n, e in zip(names, entry.difference) if not e.is_zero}
