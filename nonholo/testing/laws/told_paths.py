"""Paths of two tellings between the same ends: possible in both or in neither; the path of the
other, told back, is one of the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.expression.text import text
from nonholo.numerics.compile import compiled
from nonholo.numerics.tape import approximate
from nonholo.readers.case import Case
from nonholo.steering.search import steer
from nonholo.steering.steering import Steering
from nonholo.testing.laws.answers import Pair, answers, asked
from nonholo.testing.numbers import State, back, numbered
from nonholo.testing.tellings import Telling

TIMES, OFF = 9, 1e-6  # times that are told back; of rows and ends
START = "1/2", "1/3", "-1/4", "1/5", "0"
GOALS = (("1", "1/2", "1/2", "-1/3", "1/4"), ("1/2", "1/3", "3/4", "1/5", "0"))


def paths(told: Telling) -> Iterator[Pair]:
    """Is there a path, and is that of the other one of the first?"""
    case = told.first
    if told.pace != 1 or told.shift or case.system.nonlinear or not numbered(told):
        return
    words = [told.word(n) for n in case.system.chart.names]
    start = dict(zip(words, START))
    for goal in GOALS:
        ends = start, dict(zip(words, goal))
        there = asked(steer, told.other, *ends)
        here = asked(steer, case, *(_here(told, end) for end in ends))
        if not (answers(there) and answers(here)):
            yield f"asked {goal}", answers(here) or None, answers(there) or None
            continue
        yield f"possible {goal}", here.possible, there.possible
        if there.found:
            yield f"rows {goal}", True, _residual(told, there) < OFF
            yield f"ends {goal}", True, _missed(told, there, here) < OFF


def _here(told: Telling, end: dict[str, str]) -> dict[str, str]:
    """A configuration of the other as one of the first."""
    chart, scope = told.first.system.chart, told.first.scope
    at = {q: scope.expression(end[told.word(n)]) for n, q in zip(chart.names, chart.q)}
    return {n: text(told.phi.get(q, q).subs(at)) for n, q in zip(chart.names, chart.q)}


def _told_back(told: Telling, path: Steering) -> Iterator[State]:
    forth, none = back(told), dict.fromkeys(path.names, 0.0)
    for t, q, v in zip(*path.sample(TIMES)):
        place, rates = (dict(zip(path.names, map(float, row))) for row in (q, v))
        yield forth(State(float(t), place, rates, none))


def _residual(told: Telling, path: Steering) -> float:
    """The largest |A q' + a_0| of the first along the path of the other, for speeds of 1."""
    rows = _rows(told.first)
    worst = 0.0
    for state in _told_back(told, path):
        given = [state.t, *state.q.values(), *state.v.values()]
        speed = 1 + max(map(abs, state.v.values()))
        worst = max(worst, *(abs(x) / speed for x in rows(given)), 0.0)
    return worst


def _rows(case: Case):
    """t, q, v -> the values of all rows, with the numbers of the case."""
    chart, pfaffian = case.system.chart, case.system.pfaffian
    values = [pfaffian.value(l).subs(case.system.values) for l in range(pfaffian.k)]
    return compiled(values, [chart.t, *chart.q, *chart.v])(())


def _missed(told: Telling, path: Steering, asked_of: Steering) -> float:
    """By how much the path of the other, told back, misses the ends that the first was asked."""
    states = list(_told_back(told, path))
    ends = (states[0], asked_of.start), (states[-1], asked_of.goal)
    return max(
        abs(x - approximate(e)) for state, end in ends for x, e in zip(state.q.values(), end)
    )
