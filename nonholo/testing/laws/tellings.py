"""What every telling of a system is asked, and must answer alike.

A question gives pairs (what, the answer about the first, the answer about the other), where None is
undecided.  Expressions of the first are told in the other's words and decided there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from nonholo.evidence.families import families
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.findings.restricted import restricted
from nonholo.readers.case import Case
from nonholo.testing.laws.answers import (
    RESTS,
    UNITS,
    Pair,
    answers,
    asked,
    decided,
    refused,
    tallied,
)
from nonholo.testing.laws.told_certificates import certificates
from nonholo.testing.laws.told_code import codes
from nonholo.testing.laws.told_exercises import exercises
from nonholo.testing.laws.told_friction import frictions
from nonholo.testing.laws.told_graphs import graphs
from nonholo.testing.laws.told_lessons import lessons
from nonholo.testing.laws.told_matrices import matrices
from nonholo.testing.laws.told_motions import integrals, motions
from nonholo.testing.laws.told_paths import paths
from nonholo.testing.laws.told_regions import regions
from nonholo.testing.laws.told_rests import consistencies, rests
from nonholo.testing.laws.told_runs import runs
from nonholo.testing.tellings import Telling


def verdicts(told: Telling) -> Iterator[Pair]:
    """Verdict, h, rank, growth, degree, accessibility, growth on strata."""
    first, other = (asked(check, case) for case in (told.first, told.other))
    if not (answers(first) and answers(other)):
        yield "verdict", refused(first), refused(other)
        return
    for name in ("verdict", "relations", "independent"):
        yield name, *(decided(getattr(answer, name)) for answer in (first, other))
    yield "growth", *(vector(answer.growth) for answer in (first, other))
    if not told.narrow:
        yield "accessible", first.accessible, other.accessible
        yield "strata", *(_strata(answer) for answer in (first, other))


def points(told: Telling) -> Iterator[Pair]:
    """Growth at points of the singular set and at the origin."""
    first = asked(check, told.first)
    if not answers(first) or first.survey is None or told.first.system.nonlinear:
        return
    names = told.first.system.chart.names
    zero = dict.fromkeys(names, told.first.system.chart.graph.zero)
    places = [zero, *({s.args: e for s, e in one.at.items()} for one in first.survey.strata.strata)]
    for values in places[: RESTS + 1]:
        there = told.place({n: values.get(n, zero[n]) for n in names})
        if there is None:
            continue
        at = {n: text(values.get(n, zero[n]).subs(told.first.system.values)) for n in names}
        before = asked(check, told.first, at=at)
        after = asked(check, told.other, at=there)
        yield f"growth at {at}", *(_at_point(answer) for answer in (before, after))


def restrictions(told: Telling) -> Iterator[Pair]:
    """What holds among some coordinates alone."""
    names = told.alone
    for some in [names[:1], names[1:3], names[-2:]]:
        if some and len(some) < told.first.system.chart.n:
            pair = (
                asked(restricted, told.first, some),
                asked(restricted, told.other, tuple(map(told.word, some))),
            )
            if all(map(answers, pair)):
                yield f"relations among {some}", *(answer.relations for answer in pair)


def cells(told: Telling) -> Iterator[Pair]:
    """The answers of the cells of parameters, with how many equations each has."""
    first = told.first
    if not first.scope.parameters or told.narrow:
        return
    moves = first.system.lagrangian is not None
    asked = ["constraints", "singular", *(["vakonomic", "measure"] if moves else [])]
    if first.system.chart.n == 5 and not moves:
        asked.append("symmetry")
    if moves and not told.phi:  # a class of functions of the coordinates
        asked.append("integrals")
    for question in asked:
        yield f"cells of {question}", *(_cells(c, question) for c in (first, told.other))
    if moves and len(told.alone) == first.system.chart.n:
        yield from _cells_of_substitutions(told)


def _cells_of_substitutions(told: Telling) -> Iterator[Pair]:
    """Where the same velocities are put into both Lagrangians."""

    def put_in(cells: list[Any] | None, word: Callable[[str], str]) -> Any:
        return None if cells is None else _substituted(cells, word)

    here = put_in(_answers(told.first, "substitution"), told.word)
    there = put_in(_answers(told.other, "substitution"), str)
    if None in (here, there) or _eliminated(here) == _eliminated(there):
        yield "cells of substitution", here, there


def _substituted(cells: list[Any], word: Callable[[str], str]) -> list[Any]:
    return sorted(
        (many, sorted((sorted(map(word, names)), right) for names, right in answer.right))
        for many, answer in cells
    )


def _eliminated(cells: list[Any]) -> list[Any]:
    return sorted({tuple(names) for _, pairs in cells for names, _ in pairs})


QUESTIONS: dict[str, Callable[[Telling], Iterator[Pair]]] = {
    "verdicts": verdicts,
    "points": points,
    "restrictions": restrictions,
    "motions": motions,
    "integrals": integrals,
    "rests": rests,
    "consistencies": consistencies,
    "cells": cells,
    "graphs": graphs,
    "certificates": certificates,
    "lessons": lessons,
    "exercises": exercises,
    "frictions": frictions,
    "codes": codes,
    "runs": runs,
    "paths": paths,
    "matrices": matrices,
    "regions": regions,
}


def compared(told: Telling, question: str) -> tuple[list[str], list[str], int]:
    """(contradictions, what is undecided in one telling alone, how many answers are the same)."""
    return tallied(QUESTIONS[question](told))


def told_alike(told: Telling, question: str) -> None:
    """No answer about the other telling contradicts the one about the first."""
    wrong, _, _ = compared(told, question)
    assert not wrong, f"{'; '.join(wrong)} of {described(told.first)} and {described(told.other)}"


def described(case: Case) -> str:
    """The texts of a case in a line."""
    rows = [*case.system.pfaffian.labels, *(c.label for c in case.system.nonlinear)]
    names, values = ", ".join(case.system.chart.names), dict(case.system.values)
    forces = [text(Q) for Q in case.system.forces]
    return f"[{names}: {'; '.join(rows)} | L = {case.system.lagrangian} | {forces} | {values}]"


def vector(growth: Any) -> Any:
    return growth.vector if growth is not None and growth.complete else None


def _at_point(answer: Any) -> Any:
    return vector(answer.at_point) if answers(answer) else None


def _strata(answer: Any) -> Any:
    survey = answer.survey
    if survey is None or not survey.strata.complete or survey.strata.numbers:
        return None
    return {vector(s.growth) or s.rank for s in survey.strata.strata}


def _cells(case: Case, question: str) -> list[str] | None:
    """None: undecided."""
    cells = _answers(case, question)
    if cells is None:
        return None
    return sorted(str((many, _ANSWER[question](answer))) for many, answer in cells)


def _answers(case: Case, question: str) -> list[tuple[int, Any]] | None:
    """How many equations a cell has, and its answer, where it is not the generic one."""
    answer = asked(families, case, question, UNITS, records=False)
    if not answers(answer) or question not in answer.families:
        return None
    family = answer.families[question]
    if not family.complete or any(cell.answer is None for cell in family.cells):
        return None
    told = [(len(cell.equations), cell.answer) for cell in family.cells]
    most = told[0][1]
    return [cell for cell in told if not cell[0] or not _alike(question, cell[1], most)]


def _alike(question: str, one: Any, most: Any) -> bool:
    said = _ANSWER[question]
    return bool(said(one) == said(most))


_ANSWER: dict[str, Callable[[Any], Any]] = {
    "constraints": lambda a: (a.rank, a.relations, a.growth),
    "measure": lambda a: a.exists,
    "vakonomic": lambda a: a.agrees,
    "singular": lambda a: (a.rank, a.growth, a.pieces == frozenset()),
    "symmetry": lambda a: (a.growth, a.flat),
    "integrals": lambda a: a.independent,
    "substitution": lambda a: a.right,
}
