"""Points of f = 0 known by enclosures only: near an exact one, joined to it, and in a less special
position.

With intervals for the coordinates that are not solved for there is a zero for each of their values,
and these zeros are joined by a path of zeros.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball, balls
from nonholo.decide.on_set import BITS, Box, matrix_at, zero_in, zero_near
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.flag import Growth, indices, spanning
from nonholo.geometry.zeros.domain import drawn_as_declared
from nonholo.linear.elimination import echelon

WIDTHS = (Rational(1, 20), Rational(1, 100), Rational(1, 500))  # by how much coordinates are moved

Point = Mapping[Expr, Ball]


def shown_near(
    d: Distribution,
    growth: Growth,
    functions: Sequence[Expr],
    point: Mapping[Expr, Expr],
    units: int,
) -> bool:
    """Rank and growth are the generic ones at a point of f = 0 that is joined to the exact one.

    growth: the generic one; functions: the f; point: an exact point of f = 0, coordinate ->
    constant; units: of work.  Letters are given numbers.  False if that was not shown.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure
    >>> case = nh.System("x y z", None, ["dz = x**2 dy"], ["x**2 + y**2 - 1"])
    >>> d = distribution(case.system.pfaffian.take([1]), ["z"])
    >>> at = {q: v for q, v in case.point({"y": 1}).items() if q in d.chart.q}   # slow growth
    >>> shown_near(d, closure(d).growth, case.system.holonomic, at, units=10**6)
    True
    """
    nodes = [*functions, *entries(d.pfaffian), *point.values()]
    if any(map(is_unspecified, ordered(nodes))):
        return False
    letters = drawn_as_declared(d.chart.parameters(nodes), random.Random(0))
    values = {**{s: s for s in letters}, **point}
    known = {s: ball(v, letters, BITS) for s, v in values.items()}
    slopes = [[f.diff(q) for q in d.chart.q] for f in functions]
    graph = d.chart.graph
    form = echelon(graph, [graph.substitute(row, point) for row in slopes])
    if form.rank < len(functions):
        return False
    columns = list(form.pivots)
    square = [[row[j] for j in columns] for row in slopes]
    unknown = [d.chart.q[j] for j in columns]
    for width in WIDTHS:
        there = _moved(functions, square, unknown, d.chart.q, known, width)
        if there is not None:
            return generic_at(d, growth, there, units)
    return False


def _moved(
    functions, square, unknown, q: Sequence[Expr], known: Point, width: Rational
) -> Box | None:
    """The point with all other coordinates moved, if a path of zeros leads there."""
    with at_precision(BITS):
        steps = {s: Ball(width) * (i + 2) / (i + 3) for i, s in enumerate(q) if s not in unknown}
        ends = {**known, **{s: known[s] + step for s, step in steps.items()}}
        path = {**known, **{s: known[s].union(ends[s]) for s in steps}}
        radius = Ball(0, 4 * float(width.p) / float(width.q))
        if zero_in(functions, square, unknown, path, radius) is None:
            return None
        moved = zero_near(functions, square, unknown, ends)
        if not moved or not all((known[s] + radius).contains(moved[s]) for s in unknown):
            return None
        return moved


def generic_at(d: Distribution, growth: Growth, point: Box, units: int) -> bool:
    """A_D is regular at the point, and brackets there are as independent as at most points.

    growth: the generic one; point: a number or a ball for every symbol; units: of work.  False if
    that was not shown.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure
    >>> d = distribution(nh.constraints("dz = x**2 dy").system.pfaffian, ["z"])
    >>> at = lambda x: dict(zip(d.chart.q, (Ball(0), Ball(1), Ball(x))))
    >>> [generic_at(d, closure(d).growth, at(x), units=10**6) for x in (1, 0)]
    [True, False]
    """
    columns = [[row[j] for j in d.dependent] for row in d.pfaffian.matrix]
    if _lost(matrix_at(columns, point).det()):
        return False
    base, rows = len(indices(d)), []
    try:
        levels = list(spanning(d, growth.vector[-1] - base, units))
    except OutOfReach:
        return False
    for level, dimension in zip(levels, growth.vector[1:]):
        rows += [balls(list(field), point, BITS) for field in level]
        if base + _rank(rows) < dimension:
            return False
    return len(levels) + 1 >= len(growth.vector)


def _rank(rows: Sequence[Sequence[Ball]]) -> int:
    """The rank is at least this: pivots that are certainly not 0."""
    work, rank = [list(row) for row in rows], 0
    for column in range(len(work[0]) if work else 0):
        pivot = next((i for i in range(rank, len(work)) if not _lost(work[i][column])), None)
        if pivot is None:
            continue
        work[rank], work[pivot] = work[pivot], work[rank]
        for i in range(rank + 1, len(work)):
            factor = work[i][column] / work[rank][column]
            work[i] = [a - factor * b for a, b in zip(work[i], work[rank])]
        rank += 1
    return rank


def _lost(value: Ball) -> bool:
    return not value.is_finite() or value.contains(0)
