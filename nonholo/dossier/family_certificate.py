"""The certificate of a family: of its cells, and that they are all."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from nonholo.dossier.certificate import certificate
from nonholo.errors import OutOfReach, said
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.cases import levels_in, problem_about, whole_certificate
from nonholo.evidence.exactly import exactly
from nonholo.evidence.families import CLOSED, certified_by_lemmas
from nonholo.evidence.problem import digest
from nonholo.expression.text import text
from nonholo.findings.families import Families, with_records
from nonholo.findings.family import FamilyCell
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work


def family_certificate(families: Families, units: int = BUDGETS.families) -> dict[str, Any]:
    """The certificate of a family: its cells, and why these are all; of the constraints if they
    were asked about, else of the first question.

    Where the verifier does not read the equations of the cells, as those with roots, it is about
    the cells that lemmas give.

    Where that is out of reach for the constraints it holds a certificate of each cell instead,
    about the set as written with the parameters of the cell put in, and tells in "open" why.  In
    "exactly" it shows for which unspecified functions the set is holonomic, where that is known.

    families: the answers; units: as many as the cells of a question may take.  Raises OutOfReach
    for a cell without an answer, or with velocities that contradict each other, and for questions
    about motion that are not certified.
    """
    shown = _certificate_of_cells(families, units)
    if "constraints" in families.families and families.functions is not None:
        with suppress(OutOfReach):
            made = families.functions.document
            return shown | {"exactly": json.loads(made) if made else exactly(families, units)}
    return shown


def _certificate_of_cells(families: Families, units: int) -> dict[str, Any]:
    asked, allowed = families.families, Allowed.of(units)
    question = "constraints" if "constraints" in asked else next(iter(asked))
    if made := asked[question].document:
        return dict(json.loads(made))
    try:
        return whole_certificate(families, allowed, question)
    except OutOfReach as limit:
        reason = f"{said(limit)}"
        if question in CLOSED:
            with suppress(OutOfReach):
                return certified_by_lemmas(families, question, allowed)[1]
        if question != "constraints":
            raise
    levels_in(families)
    problem, family = problem_about(families.case), families.constraints
    top = {"problem": problem, "sha256": digest(problem)}
    if any(cell.answer and cell.answer.check is None for cell in family.cells):
        family = with_records(families.case, family, Work.of(units))
    cells = [_cell_certificate(problem, cell) for cell in family.cells]
    return {"family": 1, **top, "cells": cells, "open": reason}


def _cell_certificate(problem: dict[str, Any], cell: FamilyCell) -> dict[str, Any]:
    if cell.answer is None or cell.answer.check is None:
        told = ", ".join(f"{text(e)} = 0" for e in cell.equations) or "almost all parameters"
        raise OutOfReach(say("the cell {told} has no answer that could be certified", told=told))
    solved = {str(p): text(e) for p, e in cell.solved.items()}
    put = {name: solved.get(name) for name in problem["parameters"]}
    cell_problem = {**problem, "parameters": put}
    return {
        "equations": [text(e) for e in cell.equations],
        "solved": solved,
        "certificate": certificate(cell.answer.check, problem=cell_problem),
    }
