"""Stability of a rest over all letters, of two tellings: the same regions with the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonholo.dynamics.rest_verdict import UNDECIDED
from nonholo.expression.text import text
from nonholo.findings.equilibrium import equilibrium
from nonholo.findings.steady_stability import steady_stability
from nonholo.testing.laws.answers import UNITS, Pair, answers, asked
from nonholo.testing.tellings import Telling


def regions(told: Telling) -> Iterator[Pair]:
    """Verdicts of the cells, sorted, and how many boundaries there are."""
    case = told.first
    letters = case.scope.parameters
    if case.system.lagrangian is None or told.shift or not letters:
        return
    rests = asked(equilibrium, case)
    if not answers(rests):
        return
    one = next((r for r in rests.found if not (r.free or r.enclosure)), None)
    at = None if one is None else told.place(one.values)
    if one is None or at is None:
        return
    values = {n: text(e) for n, e in one.values.items()}
    pair = (
        asked(steady_stability, case, values, tuple(letters), UNITS),
        asked(steady_stability, told.other, at, tuple(map(told.word, letters)), UNITS),
    )
    if not all(map(answers, pair)):
        yield "regions", *(answers(p) or None for p in pair)
        return
    yield "family", *(p.family for p in pair)
    yield "verdicts", *(_verdicts(p) for p in pair)
    yield "boundaries", *(len(p.boundaries) if p.complete else None for p in pair)


def _verdicts(answer: Any) -> list[str] | None:
    told = [cell.answer.verdict for cell in answer.cells]
    shared = any(cell.shared for cell in answer.cells)
    return None if not answer.complete or shared or UNDECIDED in told else sorted(told)
