"""Families as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nonholo.expression.jumps import has_signs
from nonholo.expression.text import text
from nonholo.views.conserved.record import powers_record
from nonholo.views.page.values import SCHEMA, shown
from nonholo.views.strata.text import stratum_record
from nonholo.views.verdict.branches import record as branch_record

if TYPE_CHECKING:
    from nonholo.expression.graph import Expr
    from nonholo.findings.families import Constraints, Families
    from nonholo.findings.family import Family, FamilyCell, RootPoint
    from nonholo.findings.family_integrals import Integrals
    from nonholo.findings.family_motion import InvariantMeasure, Substitution, Vakonomic
    from nonholo.findings.family_singular import SingularSet
    from nonholo.findings.family_symmetry import Symmetry
    from nonholo.findings.verdict import Verdict
    from nonholo.geometry.families.enclosed import Between


def families_record(families: Families) -> dict[str, Any]:
    """The record of `nonholo families`."""
    system = families.case.system
    return {
        "schema": SCHEMA,
        "name": families.case.name,
        "coordinates": list(system.chart.names),
        "constraints": list(system.pfaffian.labels),
        "families": questions_record(families),
        **functions_record(families),
        "refused": dict(families.refused),
    }


def functions_record(families: Families) -> dict[str, Any]:
    """What makes a set with unspecified functions holonomic; nothing without any."""
    conditions = families.functions
    if conditions is None:
        return {}
    equations = None if conditions.equations is None else [shown(e) for e in conditions.equations]
    told: dict[str, Any] = {
        "functions": list(conditions.functions),
        "equations": equations,
        "not_judged_where": [shown(e) for e in conditions.beside],
        "words": [conditions.solved] if conditions.solved else [],
    }
    if conditions.certified is not None:
        told["certified"] = conditions.certified
    if conditions.certified is False:
        told["not_certified"] = conditions.uncertified
    if conditions.growth is not None:
        told["growth"] = list(conditions.growth)
        told["growth_not_known_where"] = [[shown(e) for e in one] for one in conditions.unlike]
        told["growth_is_another_there"] = conditions.sharp or not conditions.unlike
    return {
        "holonomic_for_functions": told
        | ({"reason": conditions.reason} if conditions.reason else {})
    }


def questions_record(families: Families) -> dict[str, Any]:
    """Question -> its family."""
    return {question: family_record(family) for question, family in families.families.items()}


def family_record(family: Family) -> dict[str, Any]:
    """One question: its cells, the generic one first."""
    return {
        "parameters": [str(p) for p in family.parameters],
        "assumptions": list(family.assumed),
        "cells": [
            _cell_record(cell)
            | ({"may_be_empty": True} if cell in family.vacant else {})
            | ({"almost_all": True} if cell in family.doubted else {})
            for cell in family.cells
        ],
        "complete": family.complete,
        "reasons": list(family.reasons),
        **({"generic_functions": list(family.functions)} if family.functions else {}),
        **({"remarks": list(family.remarks)} if family.remarks else {}),
        "undefined": [shown(e) for e in family.undefined],
        "cases": len(family.tree),
        **({} if family.certified is None else {"certified": family.certified}),
        **({"not_certified": family.uncertified} if family.certified is False else {}),
        **({"rests_on": "this program alone"} if family.certified is False else {}),
    }


def _cell_record(cell: FamilyCell) -> dict[str, Any]:
    answer = cell.answer
    told = {} if answer is None else _ANSWERS[type(answer).__name__](answer)
    return {
        "equations": [_exactly(e) for e in cell.equations],
        "not_all_zero": [[_exactly(e) for e in inner] for inner in cell.without],
        "solved": {str(p): _exactly(e) for p, e in cell.solved.items()},
        "codimension": cell.codimension,
        "real_codimension": cell.codimension if cell.real else None,
        "at": None if cell.at is None else {str(p): shown(e) for p, e in cell.at.items()},
        **({} if cell.root is None else {"root": _root_record(cell.root)}),
        **({} if cell.between is None else {"between": _ends_record(cell.between)}),
        "decided": answer is not None,
        **told,
        **({"reason": cell.reason} if cell.reason else {}),
    }


def _exactly(e: Expr) -> str | None:
    """An expression with the same value everywhere: sign(a)^2 is not 1 where a = 0."""
    return text(e) if has_signs([e]) else shown(e)


def _ends_record(between: Between) -> dict[str, list[str]]:
    return {str(p): list(map(str, ends)) for p, ends in between.items()}


def _root_record(point: RootPoint) -> dict[str, Any]:
    return {
        "of": str(point.of),
        "polynomial": shown(point.polynomial),
        "between": list(map(str, point.between)),
        "values": {str(p): shown(e) for p, e in point.values.items()},
    }


def _constraints(constraints: Constraints) -> dict[str, Any]:
    branches = [branch_record(branch) for branch in constraints.branches]
    return {
        "verdict": constraints.verdict,
        "contradictory": constraints.verdict is None,
        "independent_constraints": constraints.rank,
        "holonomic_relations": constraints.relations,
        "growth_vector": list(constraints.growth),
        "degree_of_nonholonomy": constraints.degree,
        "space": constraints.space,
        "integrable": list(constraints.integrable),
        **({"branches": branches} if branches else {}),
        **_points(constraints.check),
    }


def _singular_set(answer: SingularSet) -> dict[str, Any]:
    return {
        "contradictory": answer.rank is None,
        "independent_constraints": answer.rank,
        "growth_vector": list(answer.growth),
        **_points(answer.check),
        **({"singular_set": []} if answer.nowhere else {}),
        "accessible": (answer.check is not None and answer.check.accessible) or None,
        **({"configurations_with": [shown(f) for f in answer.levels]} if answer.levels else {}),
    }


def _points(check: Verdict | None) -> dict[str, Any]:
    """Where rank and growth vector are others, as far as the check says."""
    survey = check.survey if check is not None else None
    strata = None if survey is None else survey.strata
    points = None if strata is None or strata.possible else strata.singular
    return {
        "singular_set": None if points is None else [[shown(e) for e in piece] for piece in points],
        "strata": None
        if survey is None or strata is None
        else [stratum_record(one) for one in (*survey.regions, *strata.strata)],
        "strata_complete": strata is not None and strata.complete,
        **({"strata_remark": strata.reason} if strata is not None and strata.reason else {}),
    }


def _substitution(substitution: Substitution) -> dict[str, Any]:
    return {
        "substitutions": [
            {"eliminated": list(names), "right": plain, "right_chained": chained}
            for names, (plain, chained) in substitution.right
        ]
    }


def _vakonomic(vakonomic: Vakonomic) -> dict[str, Any]:
    return {
        "every_motion_vakonomic": vakonomic.agrees,
        "free_initial_values": vakonomic.free,
        "same_for_every_mu": None
        if vakonomic.agrees is None
        else vakonomic.agrees and vakonomic.free == vakonomic.constraints,
        **({"why": vakonomic.reason} if vakonomic.reason else {}),
    }


def _measure(measure: InvariantMeasure) -> dict[str, Any]:
    return {
        "invariant_measure": measure.exists,
        "hamiltonizable": measure.hamiltonizable,
        **({"why": measure.reason} if measure.reason else {}),
    }


def _symmetry(symmetry: Symmetry) -> dict[str, Any]:
    return {
        "growth_vector": list(symmetry.growth),
        "flat": symmetry.flat,
        "symmetries": None if symmetry.dimension is None else list(symmetry.dimension),
    }


def _integrals(integrals: Integrals) -> dict[str, Any]:
    return {
        "independent_integrals": integrals.independent,
        "first_integrals": [shown(f) for f in integrals.integrals],
        "class": [
            {
                "degree": one.bounds.degree,
                "velocities": list(one.velocities),
                "functions": list(one.functions),
                "degree_in_each": one.k,
                "powers": powers_record(one.bounds),
                "degree_in_all": one.bounds.total,
            }
            for one in integrals.searched
        ],
        **({"why": integrals.reason} if integrals.reason else {}),
    }


_ANSWERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "Constraints": _constraints,
    "Substitution": _substitution,
    "Vakonomic": _vakonomic,
    "InvariantMeasure": _measure,
    "Symmetry": _symmetry,
    "SingularSet": _singular_set,
    "Integrals": _integrals,
}
