"""The same rows, looked at only where some expressions are positive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonholo.expression.graph import Expr
from nonholo.expression.intervals import ANY, both
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.zeros.domain import POSITIVE


def where_positive(rows: Pfaffian, needed: Sequence[Expr]) -> Pfaffian:
    """The rows in a graph of their own that assumes u > 0 of each.

    rows: of catastatic scleronomic constraints or of any others; needed: the u.

    >>> import nonholo as nh
    >>> rows = nh.constraints("x dy = y dx").system.pfaffian
    >>> inner = where_positive(rows, [rows.chart.q[rows.chart.index("x")]])
    >>> [range_of(s).positive for s in inner.chart.q]
    [False, True]
    """
    graph, old = rows.chart.graph.fresh(), rows.chart
    for u in needed:
        if u.kind == "symbol":
            symbol = graph.adopted(u)
            graph.assumed[symbol.index] = both(range_of(symbol), POSITIVE)
        else:
            [stated] = graph.copy([u])
            graph.stated[stated] = both(graph.stated.get(stated, ANY), POSITIVE)
        graph.ranges.clear()
    return replace(
        rows,
        chart=chart_of(graph, old.names, old.t.args),
        matrix=tuple(tuple(graph.copy(row)) for row in rows.matrix),
        affine=tuple(graph.copy(rows.affine)),
        functions=(None,) * rows.k,
    )
