"""Lessons on two tellings: the verdict, and what the shortcut leaves out, told in one language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import combined
from nonholo.findings.explain import lesson_on
from nonholo.findings.side_by_side import compare
from nonholo.testing.laws.answers import Pair, answers, asked, decided
from nonholo.testing.tellings import Telling


def lessons(told: Telling) -> Iterator[Pair]:
    """The verdict of the lesson, told with the same velocities eliminated, and what is
    missing: covectors, row_J' = k row_j dphi_j/dQ_J.
    """
    case = told.first
    first = asked(lesson_on, case)
    if not answers(first):
        return
    names = [name for name, _, _ in first.missing]
    wish = [told.word(n) for n in case.system.chart.names if n not in names] if names else []
    other = asked(lesson_on, told.other, wish)
    if not answers(other):
        yield "a lesson", True, None
        return
    yield "verdict", *(decided(one.answer) for one in (first, other))
    if len(told.alone) < case.system.chart.n or not names:
        return
    there = {name: parts for name, *parts in other.missing}
    if {*there} == {*map(told.word, names)}:
        for what, i in (("gradient", 0), ("curvature", 1)):
            yield what, True, _the_same_part(told, first.missing, there, wish, i)


def _the_same_part(
    told: Telling, missing: Any, there: dict[str, Any], wish: list[str], i: int
) -> bool | None:
    """One part of what is missing, row by row, at admissible velocities."""
    c = asked(compare, told.other, wish)
    if not answers(c):
        return None
    graph, chart = c.system.chart.graph, told.first.system.chart
    slopes = {n: told.phi.get(q, q).diff(q) for n, q in zip(chart.names, chart.q)}
    decisions = []
    for name, *parts in missing:
        here = told.told(parts[i]) * told.other.scope.expression(told.said(slopes[name]))
        both = graph.copy([told.weight * here, there[told.word(name)][i]])
        decisions.append(
            decide_zero_on(c.distribution.restrict(both[0] - both[1]), c.system.relations)
        )
    return combined(decisions).answer
