"""Paths that a case on wheels shows: it parks beside its place; it drives along a bend, varied.

The questions are the same for all: from the origin one unit to the side; and as far as all
independent velocities, one at a time unit, lead, rounded.  Where no chained form holds the path
there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from nonholo.decide.zero import decide_zero
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.findings.verdict import Verdict
from nonholo.geometry.chained.wheels import Wheels, wheels
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.numerics.tape import Tape
from nonholo.steering.search import steer_as_judged
from nonholo.steering.steering import Steering
from nonholo.steering.varied import Varied, vary

MAX_COORDINATES, STEPS, GRID = 6, 400, 20
MAX_DRAWN = 12  # coordinates
METHOD = "chained form"
BEND = "sin(pi*t)/3"

OnWheels = tuple[Distribution, Wheels]


def on_wheels(check: Verdict) -> OnWheels | None:
    """The distribution at the numbers of the case, and its wheels; None where nothing rolls."""
    if check.distribution is None:
        return None
    rows, free = _numbered(check.distribution, check)
    if free or rows.space != "q" or check.relations != 0:
        return None
    return _wheels_on(rows, check, MAX_COORDINATES)


def seen_from_above(check: Verdict) -> OnWheels | None:
    """The same for a drawing at one instant: lengths without a number are 1, the set may hide
    relations or hold the time; None where nothing rolls.
    """
    if check.distribution is None:
        return None
    rows, free = _numbered(check.distribution, check)
    lengths = dict.fromkeys(free, rows.chart.graph.one)
    return _wheels_on(rows.subs(lengths), check, MAX_DRAWN)


def _numbered(d: Distribution, check: Verdict) -> tuple[Pfaffian, tuple[Expr, ...]]:
    """The rows at the numbers of the case, and the letters that are left."""
    rows = d.pfaffian.subs(check.case.system.values)
    return rows, rows.chart.parameters(entries(rows))


def _wheels_on(rows: Pfaffian, check: Verdict, most: int) -> OnWheels | None:
    """The distribution of rows in at most so many coordinates, and its wheels."""
    if not rows.k or rows.chart.n > most:
        return None
    d = distribution(rows, check.case.dependent)
    wheeled = wheels(d)
    return None if wheeled is None else (d, wheeled)


def parking(check: Verdict, seen: OnWheels) -> Steering | None:
    """The path from the origin to the place one unit to the side."""
    goal = _beside(*seen)
    return _steered(check, goal) if goal else None


def along_a_bend(check: Verdict, seen: OnWheels) -> Varied | None:
    """A path along a bend, and the same path with the heading of the first wheel displaced."""
    name = _turning_coordinate(check, *seen)
    path = _steered(check, _end_of_bend(seen[0])) if name else None
    if name is None or path is None:
        return None
    try:
        return vary(path, {name: BEND})
    except NonholoError:
        return None


def _beside(d: Distribution, wheels: Wheels) -> dict[str, int] | None:
    """One unit across the first wheel, where it looks along an axis at the origin."""
    first = wheels.wheels[0]
    heading = first.heading.subs(dict.fromkeys(d.chart.q, d.chart.graph.zero))
    goal = dict.fromkeys(d.chart.names, 0)
    for column, along in zip(
        wheels.plane, (d.chart.graph.cos(heading), d.chart.graph.sin(heading))
    ):
        if decide_zero(along).answer:
            return goal | {d.chart.names[column]: 1}
    return None


def _turning_coordinate(check: Verdict, d: Distribution, wheels: Wheels) -> str | None:
    """An independent coordinate that turns the first wheel and whose variation violates the
    constraints."""
    if check.varied.vanishes:
        return None
    heading = wheels.wheels[0].heading
    return next((d.chart.names[j] for j in d.independent if heading.has([d.chart.q[j]])), None)


def _end_of_bend(d: Distribution) -> dict[str, Fraction]:
    """Where all independent velocities, 1 each, lead in unit time (Runge-Kutta), rounded."""
    N = d.kernel()
    rate = Tape([d.chart.graph.add(*row) for row in N], d.chart.q)
    q, h = np.zeros(d.chart.n), 1 / STEPS
    for _ in range(STEPS):
        half = q + h / 2 * rate(q)
        q = q + h * rate(half)
    return {n: Fraction(round(float(x) * GRID), GRID) for n, x in zip(d.chart.names, q)}


def _steered(check: Verdict, goal: Mapping[str, int | Fraction]) -> Steering | None:
    try:
        path = steer_as_judged(check, dict.fromkeys(goal, 0), goal, METHOD)
    except NonholoError:
        return None
    return path if path.has_path else None
