"""Growth on a piece that no admissible path leaves.

    S: q_s = e_s(the others),      D in TS at the points of S where A has full rank
                              <=>  the rows on S have the rank k - codim S at most points

Brackets of fields that are tangent to S are, so growth at its points is that of the rows on S, with
fewer coordinates and fewer rows; where it ends is told by their closure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import Closure, Growth, closure, in_new_graph, rank_at
from nonholo.geometry.flag.local import growth_at


@dataclass(frozen=True, slots=True)
class Confined:
    """rows: independent, on the piece, in a graph of their own; generic: their closure."""

    rows: Pfaffian
    generic: Closure

    def growth(self, point: Mapping[Expr, Expr], units: int, wanted: Sequence[int] = ()) -> Growth:
        """The growth vector at a point of the piece where A has full rank.

        point: coordinate -> constant, of the whole space; units: of work; wanted: as in
        `growth_at`.
        """
        limit = self.rows.chart.n - (self.generic.relations or 0)
        known = self.generic.growth if self.generic.growth.complete else None
        return growth_at(self.rows, self._on(point), limit, units, generic=known, wanted=wanted)

    def is_regular_at(self, point: Mapping[Expr, Expr]) -> bool:
        """These rows are independent at the point, where others of as many may be."""
        try:
            return rank_at(self.rows, self._on(point)) == self.rows.k
        except ZeroDivisionError:
            return False

    def _on(self, point: Mapping[Expr, Expr]) -> dict[Expr, Expr]:
        """The point in the coordinates that are left, in the graph of the rows."""
        chart = self.rows.chart
        there = {q.args: value for q, value in point.items()}
        return dict(zip(chart.q, chart.graph.copy([there[q.args] for q in chart.q])))


def confined(rows: Pfaffian, values: Mapping[Expr, Expr], units: int) -> Confined | None:
    """The rows on a piece, if all admissible fields are tangent to it; None if they are not, and
    for rows with a drift or with time.

    values: some coordinates by the others; units: of work for the brackets on the piece.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dx = x*z dy").system.pfaffian
    >>> x, y, z = (rows.chart.q[rows.chart.index(name)] for name in "xyz")
    >>> there = confined(rows, {x: rows.chart.graph.zero}, 10**6)
    >>> there.growth({x: rows.chart.graph.zero, y: y.graph.one, z: z.graph.one}, 10**6).vector
    (2,)
    >>> confined(rows, {z: rows.chart.graph.zero}, 10**6) is None
    True
    """
    if not values or rows.space != "q":
        return None
    rows, values = in_new_graph(rows, values)
    chart, graph = rows.chart, rows.chart.graph
    left = [j for j, q in enumerate(chart.q) if q not in values]
    solved = [(j, values[q]) for j, q in enumerate(chart.q) if q in values]
    try:
        matrix = [
            [
                graph.sum(
                    [
                        (row[j].subs(values), UNIT),
                        *((row[i].subs(values) * e.diff(chart.q[j]), UNIT) for i, e in solved),
                    ]
                )
                for j in left
            ]
            for row in rows.matrix
        ]
    except ZeroDivisionError:
        return None
    k = len(matrix)
    nothing = (graph.zero,) * k
    there = Pfaffian(chart.only(left), tuple(map(tuple, matrix)), nothing, rows.labels, (None,) * k)
    independent, _, _ = independent_rows(there)
    if independent.k != rows.k - len(solved):
        return None
    return Confined(independent, closure(distribution(independent), units))
