"""Pairs of equations that are linear in two coordinates and determine them everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.signs import never_vanishes

MOST = 12  # equations and coordinates that are looked at in pairs


def with_solved_pairs(equations: Sequence[Expr], chart: Chart) -> list[Expr]:
    """The same set, where a x + b y = e and c x + d y = f with a d - b c never 0 by x and y.

    Solved one after another they would be divided by a or b, which may be 0.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y", "a"])
    >>> x, y, a = plane.q
    >>> s, c = plane.graph.sin(a), plane.graph.cos(a)
    >>> with_solved_pairs([x*c + y*s, x*s - y*c], plane)
    [x, y]
    """
    if len(equations) > MOST or chart.n > MOST:
        return [*equations]
    for first, second in combinations(range(len(equations)), 2):
        for x, y in combinations(chart.q, 2):
            solved = _solved(equations[first], equations[second], x, y, chart)
            if solved is not None:
                others = [e for i, e in enumerate(equations) if i not in (first, second)]
                return [*solved, *others]
    return [*equations]


def _solved(e: Expr, f: Expr, x: Expr, y: Expr, chart: Chart) -> tuple[Expr, Expr] | None:
    """x - X and y - Y, if the pair gives them everywhere and another coordinate takes part."""
    a, b, c, d = e.diff(x), e.diff(y), f.diff(x), f.diff(y)
    slopes = (a, b, c, d)
    if any(s.has([x, y]) for s in slopes) or not any(s.has(chart.q) for s in slopes):
        return None
    if not all(is_smooth_in(one, s) for one in (e, f) for s in (x, y)):
        return None
    determinant = a * d - b * c
    if determinant.is_zero or not never_vanishes(determinant, chart):
        return None
    origin = {x: x.graph.zero, y: x.graph.zero}
    left, right = e.subs(origin), f.subs(origin)
    return x - (b * right - d * left) / determinant, y - (c * left - a * right) / determinant
