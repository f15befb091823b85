"""Findings as JSON records: the keys that users' scripts rely on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from nonholo.exact.graph import Expr
from nonholo.exact.present import expanded, presentable
from nonholo.exact.text import text
from nonholo.findings.verdict import Chetaev, Sampled, Symbolic, Verdict
from nonholo.views.integrals import text as relations
from nonholo.views.strata.text import class_record, flag_record
from nonholo.views.varied.record import varied_record
from nonholo.views.verdict import large_words, nonlinear_words, on_set, words
from nonholo.views.verdict.words import assumed, piecewise, special

if TYPE_CHECKING:
    from nonholo.exact.decide import Decision
    from nonholo.findings.comparison import Comparison, Entry
    from nonholo.geometry.integrability import FormVerdict, SparseVerdict

SCHEMA = 1
MANY = 100  # triples of one form beyond which no shortest form is looked for
TOO_LONG = ("null stands for expressions that are too long to be written out; `nonholo equations --as python` gives "
            "them with their common parts named")


@lru_cache(maxsize=1000)  # formulations that agree have the very same nodes
def shown(node: Expr) -> str | None:
    """An expression in presentable form; null for one that is too long to be written out."""
    return None if words.is_huge(node) else text(presentable(node))


def sum_shown(node: Expr) -> str | None:
    """The same as a sum of terms."""
    return None if words.is_huge(node) else text(expanded(node))


def check_record(check: Verdict, certificate: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The record of `nonholo check`, with its certificate if it was made; null means undecided."""
    return {**RECORDS[type(check.detail)](check), "certificate": certificate}


def _symbolic(check: Verdict) -> dict[str, Any]:
    d, chart = check.distribution, check.distribution.chart
    return {
        "schema": SCHEMA,
        "name": check.case.name,
        "coordinates": list(chart.names),
        "parameters": list(check.case.scope.parameters),
        "constraints": list(check.full.labels),
        "verdict": check.verdict,
        "holonomic_relations": check.relations,
        "independent_constraints": check.independent,
        "unconstrained": check.unconstrained,
        "redundant_constraints": [check.full.labels[r.row] for r in check.redundant],
        "individual": [form_record(check, l, f) for l, f in enumerate(check.forms)],
        "growth_vector": list(check.growth.vector) if check.growth.complete else None,
        "space": check.full.space,
        "degree_of_nonholonomy": check.growth.degree if check.growth.complete else None,
        "accessible": check.accessible,
        "accessible_by": check.accessibility.by,
        **relations.record(check),
        "growth_evidence": decision_record(check.growth.evidence),
        "holonomic_set": on_set.record(check),
        **flag_record(check),
        "virtual_displacements": [_vector(chart.names, v) for v in check.displacements.virtual],
        "possible_displacement": _vector(chart.names, check.displacements.particular),
        "virtual_distribution_integrable": check.virtual_integrable,
        "dependent": list(d.names(d.dependent)),
        "condition": shown(d.condition),
        "curvature": curvature_record(check.curvature),
        "varied_paths": varied_record(check.varied),
        "inequalities": list(check.case.system.inequalities),
        "remarks": [r for r in (special(check), piecewise(check), assumed(check)) if r],
    }


def _sampled(check: Verdict) -> dict[str, Any]:
    """Of a large set: the same keys, null for what is not taken at its size."""
    chart, growth = check.full.chart, check.growth
    return {
        "schema": SCHEMA,
        "name": check.case.name,
        "size": "large",
        "coordinates": list(chart.names),
        "parameters": list(check.case.scope.parameters),
        "constraints": list(check.full.labels),
        "verdict": check.verdict,
        "jointly_integrable": check.joint.answer,
        "holonomic_relations": check.relations,
        "holonomic_relations_bounds": list(check.bounds),
        "holonomic_relations_proved": list(check.proved),
        "holonomic_relations_evidence": decision_record(check.evidence),
        "independent_constraints": check.independent,
        "redundant_constraints": [check.full.labels[l] for l, _ in check.redundant],
        "parts": len(check.parts),
        "individual": [_sparse_record(check, f) for f in check.forms],
        "growth_vector": None if growth is None or not growth.complete else list(growth.vector),
        "growth_vector_evidence": None if growth is None else decision_record(growth.evidence),
        "space": check.full.space,
        "degree_of_nonholonomy": None if growth is None or not growth.complete else growth.degree,
        "accessible": check.accessible,
        "first_integrals": [text(f) for f in check.full.functions if f is not None],
        "singular_set": None,
        "virtual_displacements": None,
        "inequalities": list(check.case.system.inequalities),
        "remarks": [r for r in (large_words.generic(check), piecewise(check)) if r],
    }


def _nonlinear(check: Verdict) -> dict[str, Any]:
    """Of constraints nonlinear in the velocities: the same keys, null for what Pfaffian forms alone have."""
    linear, chart = check.linear, check.case.system.chart
    rows = [] if linear is None else [form_record(linear, l, f) for l, f in enumerate(linear.forms)]
    alone = False if linear is None and check.bent.answer else None
    rows += [{"constraint": c.label, "integrable": alone, "integrating_factor": None, "potential": None, "triples": []}
             for c in check.nonlinear]
    return {
        "schema": SCHEMA,
        "name": check.case.name,
        "coordinates": list(chart.names),
        "parameters": list(check.case.scope.parameters),
        "constraints": [row["constraint"] for row in rows],
        "nonlinear": [c.label for c in check.nonlinear],
        "verdict": check.verdict,
        "holonomic_relations": check.relations,
        "independent_constraints": check.independent,
        "individual": rows,
        "growth_vector": None,
        "space": check.space,
        "degree_of_nonholonomy": None,
        "accessible": check.accessible,
        "first_integrals": [] if linear is None else [shown(f.function) for f in linear.integrals.together],
        "singular_set": None,
        "virtual_displacements": [_vector(chart.names, v) for v in check.virtual] or None,
        "inequalities": list(check.case.system.inequalities),
        "remarks": [nonlinear_words.REMARK],
        "evidence": decision_record(check.bent),
    }


RECORDS = {Symbolic: _symbolic, Sampled: _sampled, Chetaev: _nonlinear}


def _sparse_record(check: Verdict, form: SparseVerdict) -> dict[str, Any]:
    """One row of a large set; triples outside the variables it involves vanish by structure."""
    n = check.full.chart.n
    return {
        "constraint": form.label,
        "integrable": form.integrable,
        "exact": form.exact,
        "integrating_factor": None,
        "potential": None,
        "triples": [{"indices": list(t.names), "value": text(t.value)} for t in form.nonzero],
        "triples_vanishing_by_structure": comb(n + 1, 3) - comb(form.involved, 3),
        "evidence": decision_record(form.decision),
    }


def _vector(names, vector) -> dict[str, str]:
    return {n: shown(e) for n, e in zip(names, vector)}


def form_record(check: Verdict, l: int, form: FormVerdict) -> dict[str, Any]:
    potential = check.potentials[l]
    return {
        "constraint": form.label,
        "integrable": form.integrable,
        "exact": form.exact,
        **class_record(check.survey.classes[l]),
        "integrating_factor": shown(potential.factor) if potential else None,
        "potential": shown(potential.function) if potential else None,
        "method": potential.method if potential else None,
        "triples": _triples(form),
        "vanishing_triples": len(form.triples) - len(form.nonzero),
        "evidence": decision_record(form.decision),
    }


def _triples(form: FormVerdict) -> list[dict[str, Any]]:
    """The triples that do not vanish; if they are many, as they were derived."""
    found = form.nonzero
    write = shown if len(found) <= MANY else lambda node: None if words.is_huge(node) else text(node)
    return [{"indices": list(t.names), "value": write(t.value)} for t in found]


def decision_record(decision: Decision) -> dict[str, Any]:
    """What an answer rests on."""
    record: dict[str, Any] = {"answer": decision.answer, "evidence": decision.evidence or "undecided"}
    if decision.evidence == "randomised":
        record["error_bound"] = decision.error_bound
    if decision.reason:
        record["reason"] = decision.reason
    if decision.point:
        record["point"] = dict(decision.point)
    return record


def curvature_record(curvature) -> dict[str, dict[str, str]]:
    """B_l,JI by dependent velocity and "J,I"; only what is not zero, in both orders of the pair."""
    d = curvature.distribution
    names = ("t", *d.names(d.independent))
    record: dict[str, dict[str, str]] = {n: {} for n in d.names(d.dependent)}
    for l, J, I, value in curvature.entries():
        if not value.is_zero:
            row = record[d.names(d.dependent)[l]]
            row[f"{names[J]},{names[I]}"] = shown(value)
            row[f"{names[I]},{names[J]}"] = shown(-value)
    return record


def compare_record(comparison: Comparison, conserved=(), name: str = "") -> dict[str, Any]:
    """The record of `nonholo compare`."""
    d = comparison.distribution
    names = d.chart.names
    inner = d.names(d.independent)
    return {
        "schema": SCHEMA,
        "name": name,
        "eliminated": list(d.names(d.dependent)),
        "independent": list(inner),
        "formulations": [entry_record(comparison, e) for e in comparison.entries],
        "curvature": curvature_record(comparison.curvature),
        "varied_paths": varied_record(comparison.varied),
        "curvature_force": _vector(inner, comparison.curvature_force),
        "reactions": _vector(names, comparison.reactions),
        "shortcut_is_safe": comparison.shortcut.answer,
        "coordinate_substitution": _coordinates_record(comparison),
        "substitutions": [
            {"eliminated": list(e.eliminated), "safe": e.safe.answer, "safe_chained": e.safe_chained.answer,
             "gradient_part": _vector(inner, e.gradient), "curvature_part": _vector(inner, e.curvature)}
            for e in comparison.errors],
        "vakonomic": _principle_record(comparison),
        "energy_balance": _balance_record(comparison),
        "cyclic": [{"coordinate": c.name, "momentum": shown(c.momentum), "force": shown(c.force),
                    "reaction": shown(c.reaction)} for c in comparison.cyclic],
        "not_applicable": [{"name": r.name, "kind": r.kind, "reason": r.reason} for r in comparison.refused],
        "conserved": [sum_shown(f) for _, f in conserved],
    }


def _coordinates_record(comparison: Comparison) -> dict[str, Any]:
    """May the coordinates be put into the Lagrangian, solved from constraints that are holonomic?"""
    d, answer = comparison.distribution, comparison.holonomic.answer
    return {"coordinates": list(d.names(d.dependent)), "possible": answer, "right": answer or None,
            "evidence": decision_record(comparison.holonomic)}


def _balance_record(comparison: Comparison) -> dict[str, str] | None:
    """The terms of dh/dt on the motion."""
    found = comparison.balance
    return None if found is None else {
        "energy": sum_shown(found.energy), "explicit": shown(found.explicit), "forces": shown(found.forces),
        "reactions": shown(found.reactions)}


def _principle_record(comparison: Comparison) -> dict[str, Any] | None:
    """By which term the vakonomic equations differ; whether each motion is vakonomic for some mu(t)."""
    if comparison.principle is None:
        return None
    found, d = comparison.principle.coincidence, comparison.distribution
    return {"force": _vector(d.names(d.independent), comparison.principle.force),
            "vanishes": comparison.principle.vanishes.answer,
            "every_motion": found.decision.answer,
            "obstruction": None if found.obstruction is None else shown(found.obstruction),
            "free_initial_values": found.free}


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
        "accelerations": _vector(names, entry.motion.accelerations) if entry.motion else {},
        "evidence": decision_record(entry.decision),
    }
    if equations.frame is not None and not equations.frame.natural:
        record["quasi_velocities"] = {str(u): shown(f) for u, f in equations.frame.definitions()}
    if equations.note:
        record["note"] = equations.note
    if entry.failure:
        record["failure"] = entry.failure
    if any(value is None for value in (*record["equations"], *record["accelerations"].values())):
        record["remark"] = TOO_LONG
    return record


def _differences(names, entry: Entry) -> dict[str, str]:
    if entry.agrees:
        return {}
    return {n: shown(e) for n, e in zip(names, entry.difference) if not e.is_zero}
