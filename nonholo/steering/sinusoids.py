"""Sinusoids as inputs of a chained form, all at once.

    z_1' = a_0 + a_1 sin(w t),   z_2' = b_0 + b_1 cos(w t) + ... + b_{n-2} cos((n - 2) w t),
            w = 2 pi / T

a_0 and b_0 meet the ends of z_1 and z_2.  An oscillation of z_1 with one of z_2 that is k times as
fast moves z_{k+2} and, after a period, nothing before it (MurraySastry1993): so for a given a_1 the
ends of z_3, ..., z_n are linear in b_1, ..., b_{n-2}, and are met exactly
(TilburyMurraySastry1995).  The numbers are rational in pi and the ends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.numerics.tape import approximate
from nonholo.steering.chained import carried_through
from nonholo.steering.path import Formula
from nonholo.steering.polynomial import SAMPLES, Cost, meeting
from nonholo.steering.problem import Problem
from nonholo.steering.series import Ring, number
from nonholo.steering.waves import COS, SIN, Waves, constant, unknown_waves

SIZES = tuple(
    Fraction(2) ** k * sign for k in range(-3, 7) for sign in (1, -1)
)  # of a_1, in powers of ten of the way
FINER = (Fraction(3, 4), Fraction(7, 8), Fraction(1), Fraction(5, 4), Fraction(3, 2))


def sinusoids(problem: Problem) -> Formula:
    """The shortest of the paths by sinusoids in a chained form.

    Raises NotApplicable if no chained form is found, or none whose chart holds the path.
    """
    return carried_through(problem, shortest_waves)


def shortest_waves(problem: Problem, cost: Cost) -> tuple[Callable[[], tuple[Expr, ...]], float]:
    """The cheapest path in the chained form and its price, among some sizes of a_1."""
    unit = _unit(problem)
    coarse = min(
        ((_price(problem, unit * size, cost), unit * size) for size in SIZES),
        key=lambda pair: pair[0],
    )
    price, size = min(
        ((_price(problem, coarse[1] * c, cost), coarse[1] * c) for c in FINER),
        key=lambda pair: pair[0],
    )
    return partial(expressions, problem, size), price


def _unit(problem: Problem) -> Fraction:
    way = max(abs(approximate(b) - approximate(a)) for a, b in zip(problem.start, problem.goal))
    return Fraction(10) ** round(float(np.log10(way))) if way > 0 else Fraction(1)


def _price(problem: Problem, size: Fraction, cost: Cost) -> float:
    try:
        return cost(np.stack([z.at(SAMPLES) for z in waves(problem, size, Ring())], axis=1))
    except NotApplicable:
        return np.inf


def expressions(problem: Problem, size: Fraction) -> tuple[Expr, ...]:
    """z_1, ..., z_n as expressions in t with exact numbers."""
    s = problem.chart.t / problem.duration
    return tuple(z.expression(s) for z in waves(problem, size, Ring(problem.chart.graph)))


def waves(problem: Problem, size: Fraction, ring: Ring) -> list[Waves]:
    """z_1, ..., z_n on 0 <= s <= 1 for a_1 = size.

    Raises NotApplicable if the ends cannot be met.
    """
    start, goal = ([ring.number(e) for e in end] for end in (problem.start, problem.goal))
    n, graph = len(start), problem.chart.graph
    first = constant(ring, goal[0] - start[0]) + Waves(
        ring, {(1, SIN): number(ring, ring.number(graph.lift(size)))}
    )
    second = constant(ring, goal[1] - start[1]) + unknown_waves(
        ring, [(k, COS) for k in range(1, n - 1)]
    )
    z = [constant(ring, a) + rate.integral() for a, rate in zip(start, (first, second))]
    for a in start[2:]:
        z.append(constant(ring, a) + (z[-1] * first).integral())
    values = meeting(ring, list(zip(z[2:], goal[2:])), n - 2)
    return [wave.put(values) for wave in z]
