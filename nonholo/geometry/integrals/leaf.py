"""What holonomic relations are good for: the leaf, its coordinates, and the constants that an
initial state fixes.

f_i(q, t) = c_i,  i = 1..h        leaves n - h degrees of freedom of the configuration
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice

from nonholo.decide.ball import ball
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.integrals.integrals import FirstIntegral
from nonholo.geometry.zeros.signs import never_vanishes, vanishing_factors
from nonholo.linear.elimination import determinant, echelon, surely

MAX_CHOICES = 12  # of columns, those of dependent velocities first


@dataclass(frozen=True, slots=True)
class Leaf:
    """The set f_1 = c_1, ..., f_h = c_h.

    coordinates: columns that serve on the leaf; determined: the h others, which the relations fix
    where `condition`, the minor of df in these columns, is not 0; constants: (f_i, its value at the
    initial configuration or None); vanishing: the factors of `condition` that can vanish; missing:
    how many of the h relations are not among the f_i: the leaf is a part of this set, of so many
    dimensions less; unrestricted: columns of coordinates among which alone no relation holds, the
    first ones first."""

    chart: Chart
    coordinates: tuple[int, ...]
    determined: tuple[int, ...]
    condition: Expr
    constants: tuple[tuple[Expr, Expr | None], ...]
    missing: int = 0
    vanishing: tuple[Expr, ...] = ()
    unrestricted: tuple[int, ...] = ()

    @property
    def related(self) -> tuple[int, ...]:
        """The columns of the coordinates that the relations hold."""
        functions = [f for f, _ in self.constants]
        return tuple(j for j, q in enumerate(self.chart.q) if any(f.has([q]) for f in functions))

    @property
    def freedom(self) -> int:
        """n - h: how many coordinates are free on the leaf."""
        return len(self.coordinates) - self.missing


def leaf(
    integrals: Sequence[FirstIntegral],
    chart: Chart,
    point: Mapping[Expr, Expr] | None = None,
    wish: Sequence[int] = (),
    relations: int | None = None,
) -> Leaf | None:
    """The leaf of independent first integrals, through a point if one is given; None if no columns
    serve.

    wish: columns that are determined by preference (dependent velocities); minors that cannot
    vanish come first; relations: h, if there are more than were found.

    >>> from nonholo.decide.zero import Decision
    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> circle = FirstIntegral(x**2 + y**2, (), "exact", Decision(True, "normal form"))
    >>> leaf([circle], plane, {x: plane.graph.lift(3), y: plane.graph.lift(4)}).constants
    ((x**2 + y**2, 25),)
    """
    functions = [f.function for f in integrals]
    slopes = [[f.diff(q) for q in chart.q] for f in functions]
    preferred = [*wish, *(j for j in range(chart.n) if j not in wish)]
    choices = {
        tuple(sorted(c)) for c in islice(combinations(preferred, len(functions)), MAX_CHOICES)
    }
    with suppress(OutOfReach):
        choices.add(tuple(sorted(echelon(chart.graph, slopes).pivots)))
    complete = [c for c in choices if len(c) == len(functions)]
    minors = [
        (c, determinant(chart.graph, [[row[j] for j in c] for row in slopes])) for c in complete
    ]
    minors = [(c, m) for c, m in minors if surely(m)]
    if not minors:
        return None
    determined, condition = min(minors, key=lambda entry: _price(entry, chart, wish))
    free = tuple(j for j in range(chart.n) if j not in determined)
    values = tuple((f.function, _constant(f, point)) for f in integrals)
    factors = vanishing_factors(condition, chart)
    return Leaf(
        chart,
        free,
        determined,
        condition,
        values,
        max(0, (relations or 0) - len(functions)),
        (condition,) if factors is None else tuple(factors),
        tuple(j for j in range(chart.n) if j not in max(c for c, _ in minors)),
    )


def _price(entry: tuple[tuple[int, ...], Expr], chart: Chart, wish: Sequence[int]) -> tuple:
    columns, minor = entry
    return not never_vanishes(minor, chart), sum(j not in wish for j in columns), columns


def _constant(integral: FirstIntegral, point: Mapping[Expr, Expr] | None) -> Expr | None:
    """The value at the point; 0 for a holonomic constraint as it was given.

    None where df is no combination of the rows, which there leave a motion on no f = c.
    """
    if integral.method == "given":
        return integral.function.graph.zero
    if point is None or any(value_at(c, point) is None for _, c in integral.combination):
        return None
    return value_at(integral.function, point)


def value_at(f: Expr, point: Mapping[Expr, Expr]) -> Expr | None:
    """The exact value of f at a point; None where it has no real one, or not all of its symbols
    have a value.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> [value_at(f, {x: g.lift(2)}) for f in (x**2, x + y, 1 / (x - 2))]
    [4, None, None]
    """
    try:
        value = f.subs(point)
    except (ZeroDivisionError, OutOfReach):
        return None
    return value if value.is_constant and ball(value, {}).is_finite() else None
