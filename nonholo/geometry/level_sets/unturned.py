"""The configuration with all rotation matrices R = 1, which is looked at where none is given.

R^T R = 1 has no point at 0.  What else f = 0 says there is solved where it is affine in the other
coordinates, so that there is no choice of a part: r = c + R a, with a point a of a body.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.level_sets.points import Question, Values, exact_point
from nonholo.geometry.level_sets.rotations import orthonormal
from nonholo.geometry.level_sets.sheets import Sheet

LARGEST = 6  # rows of a matrix


def unturned(functions: Sequence[Expr], asked: Question) -> Values | None:
    """The exact point of f = 0 where R = 1 and the other coordinates are the nominal ones or follow
    from these; None without such matrices, or where f = 0 is not affine in the rest.

    functions: f, with the numbers of parameters put in.

    >>> import nonholo as nh
    >>> plane = ["a**2 + b**2 = 1", "c**2 + d**2 = 1", "a*c + b*d = 0", "x = 2*a + 3*c"]
    >>> case = nh.System("a c b d x", None, (), plane)
    >>> unturned(case.system.holonomic, Question(case.system.pfaffian, {}, case.nominal))
    {a: 1, c: 0, b: 0, d: 1, x: 2, t: 0}
    """
    chart = asked.rows.chart
    place = {e: chart.graph.lift(n) for e, n in _units(functions, chart.q)}
    others = [q for q in chart.q if q not in place]
    follows = _solved(chart.graph, functions, place, others) if place else None
    if follows is None:
        return None
    free = {s: asked.nominal[s] for s in (*chart.q, chart.t)} | place
    follows = {s: e.subs(free) for s, e in follows.items()}
    return exact_point(Sheet(), functions, {**free, **follows, **asked.values}, asked)


def _units(functions: Sequence[Expr], q: Sequence[Expr]) -> list[tuple[Expr, int]]:
    """The entries of the matrices, rows and columns in the order of the coordinates, with those of
    the unit matrix.
    """
    place = {s: i for i, s in enumerate(q)}
    units: list[tuple[Expr, int]] = []
    for R in orthonormal(functions, q, LARGEST):
        rows = sorted(R, key=lambda row: min(place[e] for e in row))
        columns = sorted(zip(*rows), key=lambda column: place[column[0]])
        units += [
            (e, int(i == j)) for j, column in enumerate(columns) for i, e in enumerate(column)
        ]
    return units


def _solved(
    graph: Graph, functions: Sequence[Expr], place: Values, others: Sequence[Expr]
) -> Values | None:
    """f = 0 at a place, affine in other coordinates, solved for some by those left."""
    values: Values = {}
    try:
        for f in graph.substitute(list(functions), place):
            f = f.subs(values)
            slopes = {s: f.diff(s) for s in others if f.has([s])}
            pivot = next((s for s in reversed(slopes) if slopes[s].is_number), None)
            if any(e.has(others) for e in slopes.values()) or (pivot is None and not f.is_zero):
                return None
            if pivot is not None:
                put = {pivot: pivot - f / slopes[pivot]}
                values = {s: e.subs(put) for s, e in values.items()} | put
    except (OutOfReach, ZeroDivisionError, ValueError):
        return None
    return values
