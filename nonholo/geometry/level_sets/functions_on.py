"""Functions on the set f = 0: whether they are finite there and say different things.

A function can be kept constant by rows and have no value where f = 0: with w = z' - (1 + x) y' and
f = x y, (y - z)/(x y) + log(y) is one.  Then it says nothing of Z.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.level_sets.level_set import Part
from nonholo.geometry.level_sets.points import Values
from nonholo.linear.elimination import echelon


def independent_on(
    rows: Pfaffian, part: Part, functions: Sequence[Expr], coefficients: Sequence[Expr]
) -> bool:
    """The functions and coefficients are finite at most points of a part of Z, and the
    differentials of the functions independent on its tangent spaces: shown at the solution of
    f = 0, else at a point of the part.

    rows: the constraints with the functions f; functions: of q and t.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["z' = (1 + x)*y'"], ["x*y"])
    >>> rows, (x, y, z) = case.system.pfaffian, case.system.chart.q
    >>> part = Part(None, ({x: y.graph.zero, y: y.graph.one, z: y.graph.zero},))
    >>> [independent_on(rows, part, [f], []) for f in (z - y, (y - z)/(x*y), x*y)]
    [True, False, False]
    """
    chart = rows.chart
    places = (chart.t, *chart.q)
    try:
        if part.sheet is not None:
            values = part.sheet.values
            free = [s for s in places if s not in values]
            chart.graph.substitute(list(coefficients), values)
            put = chart.graph.substitute(list(functions), values)
            return echelon(chart.graph, [[f.diff(s) for s in free] for f in put]).rank == len(put)
    except (OutOfReach, ZeroDivisionError):
        return False
    levels = [f for f in rows.functions if f is not None]
    slopes = [[f.diff(s) for s in places] for f in (*levels, *functions)]
    return any(_independent_at(rows, slopes, len(functions), coefficients, p) for p in part.points)


def _independent_at(
    rows: Pfaffian,
    slopes: Sequence[Sequence[Expr]],
    count: int,
    coefficients: Sequence[Expr],
    point: Values,
) -> bool:
    graph = rows.chart.graph
    try:
        graph.substitute(list(coefficients), point)
        there = [graph.substitute(list(row), point) for row in slopes]
        levels = there[: len(there) - count]
        of_levels = echelon(graph, levels).rank if levels else 0
        return echelon(graph, there).rank == of_levels + count
    except (OutOfReach, ZeroDivisionError):
        return False
