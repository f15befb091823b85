"""Rows on a sheet of the set f = 0: the solution put in, so that all levels have the same rows."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero, row_of
from nonholo.geometry.level_sets.sheets import Sheet


def rows_on(rows: Pfaffian, sheet: Sheet) -> Pfaffian:
    """The rows with the solution put in: df -> d(z - phi), z -> phi and dz -> dphi in the velocity
    constraints.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> from nonholo.geometry.constraints.pfaffian import pfaffian
    >>> from nonholo.geometry.level_sets.sheets import sheets
    >>> own = chart(Graph(), ["x", "z"])
    >>> (x, z), (dx, dz) = own.q, own.v
    >>> on = rows_on(pfaffian(own, [z * dx + dz], ["w"], [z - x**2]), sheets([z - x**2], own)[0])
    >>> on.matrix[1]
    (2*x + x**2, 0)
    """
    chart, levels = rows.chart, [l for l, f in enumerate(rows.functions) if f is not None]
    solved = {levels[source]: s for source, s in zip(sheet.sources, sheet.values) if source >= 0}
    extra = [
        s
        for source, s in zip(sheet.sources, sheet.values)
        if source < 0 or solved[levels[source]] is not s
    ]
    entries: list[tuple[Sequence[Expr], Expr, str, Expr | None]] = []
    for l, f in enumerate(rows.functions):
        if l in solved:
            s = solved[l]
            entries.append(
                (*_level_row(chart, s, sheet.values[s]), rows.labels[l], s - sheet.values[s])
            )
        else:
            put = _put_in if f is None else _at_points
            entries.append((*put(rows, l, sheet), rows.labels[l], f))
    for s in extra:  # a sum of squares has more solutions than functions
        entries.append(
            (
                *_level_row(chart, s, sheet.values[s]),
                f"{s} = {sheet.values[s]}",
                s - sheet.values[s],
            )
        )
    matrix, affine, labels, functions = zip(*entries)
    return Pfaffian(chart, matrix, affine, labels, functions)


def _level_row(chart: Chart, s: Expr, phi: Expr) -> tuple[Sequence[Expr], Expr]:
    """d(s - phi)."""
    slopes = {j: -phi.diff(q) for j, q in enumerate(chart.q) if phi.has([q])}
    return row_of(
        {**slopes, chart.q.index(s): chart.graph.one}, chart.n, chart.graph.zero
    ), -phi.diff(chart.t)


def _put_in(rows: Pfaffian, l: int, sheet: Sheet) -> tuple[Sequence[Expr], Expr]:
    """Row l in the coordinates that are left."""
    chart, values = rows.chart, sheet.values
    entries = {j: e.subs(values) for j, e in nonzero(rows.matrix[l]).items()}
    columns: dict[int, list[Expr]] = {
        j: [e] for j, e in entries.items() if chart.q[j] not in values
    }
    affine = [rows.affine[l].subs(values)]
    for j, e in entries.items():
        phi = values.get(chart.q[j])
        if phi is not None:
            affine.append(e * phi.diff(chart.t))
            for i, q in enumerate(chart.q):
                if phi.has([q]):
                    columns.setdefault(i, []).append(e * phi.diff(q))
    graph = chart.graph
    return row_of(
        {j: graph.add(*parts) for j, parts in sorted(columns.items())}, chart.n, graph.zero
    ), graph.add(*affine)


def _at_points(rows: Pfaffian, l: int, sheet: Sheet) -> tuple[Sequence[Expr], Expr]:
    """Row l with the solution in its coefficients only: of a function that adds nothing to the
    others.
    """
    entries = {j: e.subs(sheet.values) for j, e in nonzero(rows.matrix[l]).items()}
    return row_of(entries, rows.chart.n, rows.chart.graph.zero), rows.affine[l].subs(sheet.values)
