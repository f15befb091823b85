"""The verdict as a JSON record: the keys that users' scripts rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, cast

from nonholo.expression.text import text
from nonholo.findings.verdict import Branched, Chetaev, Sampled, Symbolic, Verdict
from nonholo.views.consistency.text import hidden_record
from nonholo.views.integrals import text as relations
from nonholo.views.page.values import (
    SCHEMA,
    decision_record,
    functions_record,
    shown,
    vector_record,
    velocities_record,
)
from nonholo.views.page.words import is_huge
from nonholo.views.strata.text import class_record, flag_record
from nonholo.views.varied.record import varied_record
from nonholo.views.verdict import answers, branches, large_words, nonlinear_words, on_set
from nonholo.views.verdict.words import hidden, read_so, remarks, unspecified

if TYPE_CHECKING:
    from nonholo.geometry.curvature.integrability import FormVerdict, SparseVerdict

MANY = 100  # triples of one form beyond which no shortest form is looked for


def check_record(check: Verdict, certificate: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The record of `nonholo check`, with its certificate if it was made; null means undecided."""
    keys = RECORDS[type(check.detail)](check)
    added = hidden_record(check.case.hidden)
    return {**keys, **added, **answers.record(check), "certificate": certificate}


def _symbolic(check: Verdict) -> dict[str, Any]:
    d, chart = check.distribution, check.distribution.chart
    assert check.growth is not None  # judged by symbols
    return {
        **_head(check, chart.names),
        "constraints": list(check.full.labels),
        "verdict": check.verdict,
        "holonomic_relations": check.relations,
        "holonomic_relations_evidence": decision_record(check.evidence),
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
        "virtual_displacements": [
            vector_record(chart.names, v) for v in check.displacements.virtual
        ],
        "possible_displacement": vector_record(chart.names, check.displacements.particular),
        "virtual_distribution_integrable": check.virtual_integrable,
        "dependent": list(d.names(d.dependent)),
        "condition": None if d.condition is None else shown(d.condition),
        "curvature": curvature_record(check.curvature),
        "varied_paths": varied_record(check.varied),
        "inequalities": list(check.case.system.inequalities),
        "settled_by": [
            {"question": s.question, "assumption": s.assumption, "answer": s.answer}
            for s in check.settled_by
        ],
        "letters": _letters(check),
        "remarks": remarks(check),
    }


def _letters(check: Verdict) -> dict[str, Any] | None:
    """For which numbers of its letters all this holds; null for a set without letters."""
    held = check.letters
    if held is None:
        return None
    special = held.special
    return {
        "names": list(held.names),
        "special": None if special is None else [[shown(e) for e in one] for one in special],
        "everywhere": held.everywhere,
    }


def _sampled(check: Verdict) -> dict[str, Any]:
    """Of a large set: the same keys, null for what is not taken at its size."""
    chart, growth = check.full.chart, check.growth
    return {
        **_head(check, chart.names, size="large"),
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
        "individual": [_sparse_record(check, cast("SparseVerdict", f)) for f in check.forms],
        "growth_vector": None if growth is None or not growth.complete else list(growth.vector),
        "growth_vector_evidence": None if growth is None else decision_record(growth.evidence),
        "space": check.full.space,
        "degree_of_nonholonomy": None if growth is None or not growth.complete else growth.degree,
        "accessible": check.accessible,
        "first_integrals": [text(f) for f in check.full.functions if f is not None],
        "singular_set": None,
        "virtual_displacements": None,
        "inequalities": list(check.case.system.inequalities),
        "letters": _letters(check),
        "remarks": large_words.remarks(check),
    }


def _nonlinear(check: Verdict) -> dict[str, Any]:
    """Of constraints nonlinear in the velocities: the same keys, null for what Pfaffian forms
    alone have.
    """
    linear, chart = check.linear, check.case.system.chart
    rows = [] if linear is None else [form_record(linear, l, f) for l, f in enumerate(linear.forms)]
    alone = False if linear is None and check.bent.answer else None
    rows += [
        {
            "constraint": c.label,
            "integrable": alone,
            "integrating_factor": None,
            "potential": None,
            "triples": [],
        }
        for c in check.nonlinear
    ]
    return {
        **_head(check, chart.names),
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
        "first_integrals": []
        if linear is None
        else [shown(f.function) for f in linear.integrals.together],
        "singular_set": None,
        "virtual_displacements": [vector_record(chart.names, v) for v in check.virtual] or None,
        "inequalities": list(check.case.system.inequalities),
        "letters": _letters(check),
        "remarks": [
            r
            for r in (
                *hidden(check),
                *read_so(check),
                nonlinear_words.REMARK,
                nonlinear_words.letters(check),
                unspecified(check),
            )
            if r
        ],
        "evidence": decision_record(check.evidence if check.factors else check.bent),
        **({"factors": [_factor(*one) for one in check.factors]} if check.factors else {}),
    }


def _factor(words: str, alone: Verdict) -> dict[str, Any]:
    growth = alone.growth
    return {
        "constraint": words,
        "verdict": alone.verdict,
        "holonomic_relations": alone.relations,
        "growth_vector": None if growth is None or not growth.complete else list(growth.vector),
    }


def _branched(check: Verdict) -> dict[str, Any]:
    """Where states fall apart: the same keys, null for what only one of the sets has."""
    return {
        **_head(check, check.full.chart.names),
        "constraints": list(check.full.labels),
        "verdict": check.verdict,
        "holonomic_relations": check.relations,
        "independent_constraints": check.independent,
        "individual": [],
        "growth_vector": None,
        "space": check.space,
        "degree_of_nonholonomy": None,
        "accessible": None,
        "first_integrals": [],
        "singular_set": None,
        "virtual_displacements": None,
        "inequalities": list(check.case.system.inequalities),
        "letters": None,
        "remarks": branches.remarks(check),
        "evidence": decision_record(check.evidence),
        "branches": [branches.record(branch) for branch in check.branches],
    }


def _head(check: Verdict, names: Sequence[str], **more: Any) -> dict[str, Any]:
    """Which case it is, its coordinates and its letters."""
    case = check.case
    return {
        "schema": SCHEMA,
        "name": case.name,
        **more,
        "coordinates": list(names),
        "parameters": list(case.scope.parameters),
        **functions_record(case),
        **velocities_record(case.system.velocities),
    }


RECORDS = {
    Symbolic: _symbolic,
    Sampled: _sampled,
    Chetaev: _nonlinear,
    Branched: _branched,
}


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


def form_record(check: Verdict, l: int, form: FormVerdict) -> dict[str, Any]:
    potential, factor = check.potentials[l], check.integrals.factor(l)
    return {
        "constraint": form.label,
        "integrable": form.integrable,
        "exact": form.exact,
        **class_record(check.survey.classes[l]),
        "integrating_factor": None if factor is None else shown(factor),
        "potential": shown(potential.function) if potential else None,
        "method": potential.method if potential else None,
        "triples": _triples(form),
        "vanishing_triples": len(form.triples) - len(form.nonzero),
        "evidence": decision_record(form.decision),
    }


def _triples(form: FormVerdict) -> list[dict[str, Any]]:
    """The triples that do not vanish; if they are many, as they were derived."""
    triples = form.nonzero
    write = shown if len(triples) <= MANY else lambda node: None if is_huge(node) else text(node)
    return [{"indices": list(t.names), "value": write(t.value)} for t in triples]


def curvature_record(curvature) -> dict[str, dict[str, str | None]]:
    """B_l,JI by dependent velocity and "J,I"; only what is not zero, in both orders of the pair."""
    d = curvature.distribution
    names = ("t", *d.names(d.independent))
    record: dict[str, dict[str, str | None]] = {n: {} for n in d.names(d.dependent)}
    for l, J, I, value in curvature.entries():
        if not value.is_zero:
            row = record[d.names(d.dependent)[l]]
            row[f"{names[J]},{names[I]}"] = shown(value)
            row[f"{names[I]},{names[J]}"] = shown(-value)
    return record
