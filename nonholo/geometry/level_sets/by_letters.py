"""Points that speak for all of f = 0 where f is affine in letters: lengths of the links of a loop.

    f = C(q) l + c(q),   rank C = p    =>    {(q, l): f = 0} is the graph of p of the letters

over all q and the other letters.  What does not vanish at one of its points vanishes almost nowhere
on it, so for almost all l almost nowhere on f(., l) = 0, whatever pieces that falls into.  Where C
loses rank by one only, on a set of codimension 2 or more, f(., l) = 0 has for almost all l fewer
dimensions than its parts have.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, linear
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import entries
from nonholo.geometry.level_sets.irreducible import one_piece
from nonholo.geometry.level_sets.points import Question, Values, limits, real_points
from nonholo.geometry.level_sets.sheets import Sheet
from nonholo.geometry.zeros.zeros import Piece, common_zeros, nowhere_zero
from nonholo.linear.elimination import Matrix, cost, determinant, solve, vanishes

MOST_MINORS = 60


def points_by_letters(functions: Sequence[Expr], asked: Question) -> list[Values]:
    """Points of f = 0 with letters to suit them, that show what holds almost everywhere on f = 0
    for almost all letters; none if f is not affine in enough of them.

    >>> import nonholo as nh
    >>> loop = ["a*cos(x) + b*cos(y) - c", "a*sin(x) + b*sin(y)"]
    >>> case = nh.System("x y", None, (), loop, parameters=dict.fromkeys("abc"))
    >>> rows = case.system.pfaffian
    >>> points_by_letters(rows.functions, Question(rows, {}, {}))[0]
    {x: atan(-5/12), y: atan(8/15), t: -43/13, b: 11/10, a: 572/425, c: 1881/850}
    """
    chart = asked.rows.chart
    try:
        letters = _affine(functions, asked)
        slopes = [[f.diff(s) for s in letters] for f in functions]
        columns = None if limits(tuple(functions)).signed else _determined(slopes, chart)
        if columns is None:
            return []
        solved = [letters[j] for j in columns]
        origin = dict.fromkeys(solved, chart.graph.zero)
        chosen = [[row[j] for j in columns] for row in slopes]
        values = solve(chart.graph, chosen, [-f.subs(origin) for f in functions])
        if values is None:
            return []
        sheet = Sheet(dict(zip(solved, values)), slopes=(determinant(chart.graph, chosen),))
        nodes = [e.subs(asked.values) for e in entries(asked.rows)]
        whole = one_piece(sheet.values, nodes, chart)
        return real_points(sheet, functions, asked) if whole else []
    except (OutOfReach, ZeroDivisionError):
        return []


def _affine(functions: Sequence[Expr], asked: Question) -> list[Expr]:
    """Letters without numbers in which all functions are affine together."""
    chosen: list[Expr] = []
    for s in asked.rows.chart.parameters(functions):
        if s not in asked.values and not any(f.diff(s).has([s, *chosen]) for f in functions):
            chosen.append(s)
    return chosen


def _determined(slopes: Matrix, chart: Chart) -> tuple[int, ...] | None:
    """The columns of a maximal minor, the shortest, if the rank is full but for few places."""
    p, m = len(slopes), len(slopes[0])
    if m < p or comb(m, p) > MOST_MINORS:
        return None
    minors = _minors(slopes, p, chart)
    if not minors:
        return None
    shortest = min(minors, key=lambda columns: cost(minors[columns]))
    if any(nowhere_zero(f, chart) for f in minors.values()):
        return shortest
    nearly = p == 1 or any(
        nowhere_zero(f, chart)
        for rows in combinations(slopes, p - 1)
        for f in _minors(rows, p - 1, chart).values()
    )
    small = nearly and all(map(_small, common_zeros([*minors.values()], chart)))
    return shortest if small else None


def _minors(rows: Sequence[Sequence[Expr]], size: int, chart: Chart) -> dict[tuple[int, ...], Expr]:
    """Columns -> minor, those that do not vanish identically."""
    every = combinations(range(len(rows[0])), size)
    minors = {c: determinant(chart.graph, [[row[j] for j in c] for row in rows]) for c in every}
    return {columns: minor for columns, minor in minors.items() if not vanishes(minor)}


def _small(piece: Piece) -> bool:
    """Of codimension 2 or more: two of its irreducible equations are no two of one angle."""
    angles = [s.angle and frozenset(t for t, _ in linear(s.angle[0])[1]) for s in piece]
    return any(a is None or a != b for a, b in combinations(angles, 2))
