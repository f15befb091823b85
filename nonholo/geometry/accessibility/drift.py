"""Free coordinates that steer the drift: y_l' = F_l(x) with x moving freely.

If 0 lies inside the convex hull of the values F(x), every configuration can be reached from every
other: x waits near p_0, ..., p_k for times t_i, y moves by sum_i t_i F(p_i) but for as little as
one likes, since x goes between them as fast as one likes, and these sums fill a neighbourhood of
every vector; what is missing is made up by continuity.  If some F_l has one sign, y_l cannot come
back."""

from __future__ import annotations

import random
from collections.abc import Sequence

from nonholo.arithmetic.balls import Ball, BallMatrix, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, balls, obeys
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.zeros.signs import smooth_everywhere

POINTS, SIMPLICES, MOST_ROWS, PRECISION = 60, 400, 4, 128


def one_way(rate: Expr) -> bool:
    """Surely never negative, or never positive.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> one_way(x**2), one_way(x**2 - 1)
    (True, False)
    """
    bounds = range_of(rate)
    return bounds.not_negative or bounds.not_positive


def turned_by_free_coordinates(d: Distribution) -> bool:
    """Proved: the drift depends on independent coordinates alone, and its values surround 0."""
    rates = [row[0] for row in d.alpha]
    free = [d.chart.q[j] for j in d.independent]
    others = [*(d.chart.q[l] for l in d.dependent), d.chart.t]
    parted = any(not e.is_zero for row in d.alpha for e in row[1:])
    if parted or not 0 < d.k <= MOST_ROWS or not d.condition.is_constant:
        return False
    if any(f.has(others) for f in rates) or not smooth_everywhere(rates, d.chart):
        return False
    letters = d.chart.parameters(rates)
    return not letters and _surrounds(rates, free)


def _surrounds(rates: Sequence[Expr], free: Sequence[Expr]) -> bool:
    """0 is surely inside of a simplex of values at rational points."""
    rng, k = random.Random(len(rates)), len(rates)
    values = []
    for attempt in range(POINTS):
        size = (1, 3, 10)[attempt % 3]
        at = {s: Rational(rng.randint(-20 * size, 20 * size), 20) for s in free}
        at = as_assumed(at)
        values += [balls(rates, at, PRECISION)] if obeys(at) else []
    with at_precision(PRECISION):
        return len(values) > k and any(_inside(rng.sample(values, k + 1)) for _ in range(SIMPLICES))


def _inside(corners: Sequence[Sequence[Ball]]) -> bool:
    """Signs (-1)^i det(corners without the i-th) that are all the same, and not 0."""
    signs = set()
    for i in range(len(corners)):
        volume = BallMatrix([*corners[:i], *corners[i + 1 :]]).det()
        if not volume.is_finite() or volume.contains(0):
            return False
        signs.add(bool(volume > 0) == (i % 2 == 0))
    return len(signs) == 1
