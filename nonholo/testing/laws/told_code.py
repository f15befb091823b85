"""Generated code of two tellings, run in each language at one state: the same accelerations."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from nonholo.findings.comparison import Comparison
from nonholo.findings.side_by_side import compare
from nonholo.numerics.compile import compiled
from nonholo.numerics.tape import approximate
from nonholo.testing.laws.answers import Pair, answers, asked
from nonholo.testing.numbers import Named, State, apart, back, numbered
from nonholo.testing.spoken_code import RUN, values
from nonholo.testing.tellings import Telling

STATE, LARGE, FAR = (0.37, 0.71, 0.43, 0.59, 0.23), 1e6, 1e-8
NO_NUMBER = (ValueError, ZeroDivisionError, OverflowError)  # a pole, a root of what is negative


def codes(told: Telling) -> Iterator[Pair]:
    """At a state of the other and what it is in the first: accelerations, dependent velocities."""
    system = told.first.system
    if system.lagrangian is None or system.nonlinear or not numbered(told):
        return
    first, other = (asked(compare, case) for case in (told.first, told.other))
    if not (answers(first) and answers(other)):
        return
    if any(c.reference is None or c.hidden or c.system.relations for c in (first, other)):
        return
    try:
        there = _state(other)
        here = back(told)(there)
        before = _said(first, "python", here)
        python = _said(other, "python", there)
    except NO_NUMBER:
        return
    if max(map(abs, (*before.values(), *python.values()))) > LARGE:
        return
    names = other.system.chart.names
    moved = State(there.t, there.q, there.v, {n: python[f"{n}ddot"] for n in names})
    after = {f"{n}ddot": x for n, x in back(told)(moved).a.items()}
    yield "accelerations", True, apart(before, after) < FAR
    known = {**python, **{f"{n}dot": x for n, x in there.v.items()}}
    for name in RUN:
        told_there = _said(other, name, there)
        yield f"code of {name}", True, apart(told_there, known) < FAR


def _said(c: Comparison, name: str, state: State) -> dict[str, float]:
    numbers: dict[str, Any] = {**state.q, **{f"{n}dot": x for n, x in state.v.items()}}
    numbers |= {str(s.args): approximate(e) for s, e in c.system.values.items()}
    return values(name, c.entry(c.entries[0].equations.name), state.t, numbers)


def _state(c: Comparison) -> State:
    """An admissible one, whatever the rows leave free."""
    d, chart = c.distribution, c.system.chart
    q = dict(zip(chart.names, STATE))
    free = {chart.names[j]: 1.0 - STATE[i] for i, j in enumerate(d.independent)}
    lift = d.lift()
    symbols = [chart.t, *chart.q, *(chart.v[j] for j in d.independent)]
    rates = [e.subs(c.system.values) for e in lift.values()]
    numbers = compiled(rates, symbols)(())([0.5, *q.values(), *free.values()]) if rates else ()
    v: Named = {**free, **{v.args.removesuffix("dot"): x for v, x in zip(lift, numbers)}}
    if not all(map(isfinite, v.values())):
        raise ValueError("no velocities there")
    return State(0.5, q, {n: v[n] for n in chart.names}, dict.fromkeys(chart.names, 0.0))
