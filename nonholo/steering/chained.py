"""Through a chained form: inputs there, carried back to the coordinates of the case.

    z_1(t) a polynomial, z_2(t) a polynomial that meets the ends of z_3, ..., z_n;  q(t) = q(z(t))

The chain is a polynomial set, so `polynomial` steers it exactly (`sinusoids` has other inputs).  Of
all forms whose chart holds both ends, and of all bumps of z_1, the path that is shortest in the
coordinates of the case is taken (MurraySastry1993, TilburyMurraySastry1995)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr, calls_in
from nonholo.geometry.chained.chained import ChainedForm, chained_forms
from nonholo.geometry.distribution.distribution import distribution
from nonholo.numerics.tape import Tape, approximate
from nonholo.steering.path import Formula
from nonholo.steering.polynomial import Cost, lack, polyline, settled, shortest
from nonholo.steering.problem import Problem
from nonholo.steering.regular import risky_bases
from nonholo.words.sentence import say

ENOUGH = {
    3: 99,
    4: 2,
}  # forms among which the shortest path is taken, by the number of coordinates; else 1
JUMP = 1.0  # no coordinate changes by more between two samples
COMFORT, PENALTY = (
    0.6,
    30.0,
)  # radians that an angle may be off its reference for nothing; what more of them costs
REVERSAL = 0.2  # what it costs, in lengths, that z_1 turns round

Inputs = Callable[[Problem, Cost], tuple[Callable[[], tuple[Expr, ...]], float]]


@dataclass(frozen=True, slots=True)
class _Option:
    """A path in a chained form: the question in z, z(t) when asked for, its price, q as functions
    of z.

    lack: constants that vanish iff the way back leads to the ends.
    """

    problem: Problem
    path: Callable[[], tuple[Expr, ...]]
    price: float
    back: tuple[Expr, ...]
    lack: tuple[Expr, ...]
    chart: tuple[ChainedForm, tuple[int, ...]]


def chained(problem: Problem) -> Formula:
    """The shortest of the paths by polynomials through chained forms.

    Raises NotApplicable if there is no chained form that is found, or none whose chart holds both
    ends."""
    return carried_through(problem, _polynomials)


def _polynomials(problem: Problem, cost: Cost) -> tuple[Callable[[], tuple[Expr, ...]], float]:
    candidate, price = shortest(problem, cost)
    return partial(settled, problem, candidate), price


def carried_through(problem: Problem, inputs: Inputs) -> Formula:
    """The shortest of the paths that some kind of inputs gives in chained forms.

    inputs: a question in a chained form, and the cost of z at the samples of s in 0..1, to z(t) and
    its price. Raises NotApplicable."""
    d = distribution(problem.pfaffian)  # what comes of it is a chain on any split
    options, seen = [], 0
    for form in chained_forms(d, (problem.at_start(), problem.at_goal())):
        seen += 1
        try:
            options.append(_option(problem, form, inputs))
        except (NotApplicable, ZeroDivisionError):
            continue
        if len(options) >= ENOUGH.get(d.chart.n, 1):
            break
    if not options:
        raise NotApplicable(
            say("no chained form whose chart holds both ends")
            if seen
            else say("no chained form through both ends was found among simple functions")
        )
    best = min(options, key=lambda o: o.price)
    z = best.path()
    return Formula(
        best.problem.pfaffian, z, best.back, (*lack(best.problem, z), *best.lack), best.chart
    )


def _option(problem: Problem, form: ChainedForm, inputs: Inputs) -> _Option:
    chained = replace(
        problem,
        pfaffian=form.rows,
        start=_image(form, problem.start),
        goal=_image(form, problem.goal),
        duration=form.graph.copy([problem.duration])[0],
        wish=(),
    )
    turns = [
        half_turns(form, end, z)
        for end, z in ((problem.start, chained.start), (problem.goal, chained.goal))
    ]
    if turns[0] != turns[1]:
        raise NotApplicable(say("the ends lie on different sheets of the chart"))
    back = carried_back(form, turns[0])
    arcs, bases = _arcs(back), risky_bases(back, chained.chart)
    tape, poles = Tape([*back, *arcs], chained.chart.q), Tape(bases, chained.chart.q)

    def cost(z: np.ndarray) -> float:
        below = poles(z)
        if not (np.isfinite(below).all() and (np.sign(below) == np.sign(below[0])).all()):
            return np.inf
        return _discomfort(tape(z), len(back)) * (1 + REVERSAL * _reversals(z[:, 0]))

    path, price = inputs(chained, cost)
    if not np.isfinite(price):
        raise NotApplicable(say("every path leaves the chart"))
    short = [
        e
        for end, z in ((problem.start, chained.start), (problem.goal, chained.goal))
        for e in _off(form, end, z, turns[0])
    ]
    return _Option(chained, path, price, back, tuple(short), (form, turns[0]))


def _image(form: ChainedForm, q: Sequence[Expr]) -> tuple[Expr, ...]:
    """z_1..z_n of a configuration; raises ZeroDivisionError outside the chart."""
    values = dict(zip(form.q, form.graph.copy(q)))
    coordinates = dict(zip(form.q, form.graph.substitute(list(form.relative), values)))
    return tuple(form.graph.substitute(list(form.z), coordinates))


def half_turns(form: ChainedForm, q: Sequence[Expr], z: Sequence[Expr]) -> tuple[int, ...]:
    """How many half turns each own coordinate is away from its arc tangent, at a configuration q
    with image z.
    """
    true = Tape(form.relative, form.q)(np.array([approximate(e) for e in q]))
    known = dict(zip(form.rows.chart.q, z))
    turns = [0] * len(form.q)
    for step in form.back:
        for i, value in zip(step.columns, form.graph.substitute(list(step.values), known)):
            off = true[i] - approximate(value)
            turns[i] = round(off / np.pi) if step.angle and np.isfinite(off) else 0
            known[form.q[i]] = value + turns[i] * form.graph.pi
    return tuple(turns)


def _off(
    form: ChainedForm, q: Sequence[Expr], z: Sequence[Expr], turns: Sequence[int]
) -> list[Expr]:
    """What separates each own coordinate of a configuration q with image z from its value on the
    way back.
    """
    true = dict(
        zip(
            form.q,
            form.graph.substitute(list(form.relative), dict(zip(form.q, form.graph.copy(q)))),
        )
    )
    known = {**true, **dict(zip(form.rows.chart.q, z))}
    return [
        value + turns[i] * form.graph.pi - true[form.q[i]]
        for step in form.back
        for i, value in zip(step.columns, form.graph.substitute(list(step.values), known))
    ]


def carried_back(form: ChainedForm, turns: Sequence[int]) -> tuple[Expr, ...]:
    """q_1..q_n as functions of z."""
    graph = form.graph
    known: dict[Expr, Expr] = {}
    for step in form.back:
        values = graph.substitute(list(step.values), known)
        known |= {form.q[i]: value + turns[i] * graph.pi for i, value in zip(step.columns, values)}
    return tuple(graph.substitute([s + shift for s, shift in zip(form.q, form.shift)], known))


def _arcs(back: Sequence[Expr]) -> list[Expr]:
    """The arc tangents in the way back: how far an angle is from its reference."""
    return calls_in(back, "atan")


def _reversals(values: np.ndarray) -> int:
    """How often a sampled function turns round."""
    way = np.sign(np.diff(values))
    way = way[way != 0]
    return int((way[1:] != way[:-1]).sum())


def _discomfort(values: np.ndarray, n: int) -> float:
    """The length of a sampled path, more if an angle comes near a quarter turn from its reference.

    Infinite if the path leaves the chart or jumps to another sheet.
    """
    q, arcs = values[:, :n], np.abs(values[:, n:])
    if not np.isfinite(values).all() or np.abs(np.diff(q, axis=0)).max() > JUMP * (1 + np.ptp(q)):
        return np.inf
    over = np.maximum(arcs - np.maximum(COMFORT, arcs[[0, -1]].max(axis=0)), 0)
    return polyline(q) * (1 + float((over.max(axis=0) ** 2).sum()) * PENALTY if arcs.size else 1)
