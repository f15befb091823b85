"""The connected components of a set of constraints."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.geometry.constraints.pfaffian import Pfaffian, Places, nonzero, row_of


def parts(full: Pfaffian) -> list[tuple[tuple[int, ...], Pfaffian]]:
    """The connected components of the rows.

    Rows are joined by a coordinate in which both have an entry, or that both contain.  Time joins
    nothing: dw_l and dw_m of different parts are independent on E, for they share dt alone.  Of
    each part come the numbers of its rows, and the rows in a chart of their own coordinates.

    >>> import nonholo as nh
    >>> two = nh.constraints("dz = y dx", "du = v dw", also=["v"]).system.pfaffian
    >>> [(rows, own.chart.names) for rows, own in parts(two)]
    [((0,), ('z', 'x', 'y')), ((1,), ('u', 'w', 'v'))]
    """
    places = Places(full.chart.q)
    parent = list(range(full.chart.n))

    def root(j: int) -> int:
        while parent[j] != j:
            parent[j] = parent[parent[j]]
            j = parent[j]
        return j

    columns = []
    for l in range(full.k):
        entries = nonzero(full.matrix[l])
        used = {j for e in (*entries.values(), full.affine[l]) for j in places.of(e.support)} | set(
            entries
        )
        columns.append(used)
        first, *others = [root(j) for j in used] or [0]
        for j in others:
            parent[root(j)] = root(first)
    groups: dict[int | None, list[int]] = {}
    for l, used in enumerate(columns):
        groups.setdefault(root(next(iter(used))) if used else None, []).append(l)
    return [
        (tuple(rows), _own_chart(full, rows, sorted(set().union(*(columns[l] for l in rows)))))
        for rows in groups.values()
    ]


def _own_chart(full: Pfaffian, rows: Sequence[int], columns: Sequence[int]) -> Pfaffian:
    """The rows in the chart of these coordinates alone."""
    old, place = full.chart, {j: c for c, j in enumerate(columns)}
    local_chart = old.only(columns)
    matrix = tuple(
        row_of(
            {place[j]: e for j, e in nonzero(full.matrix[l]).items()}, local_chart.n, old.graph.zero
        )
        for l in rows
    )
    return Pfaffian(
        local_chart,
        matrix,
        tuple(full.affine[l] for l in rows),
        tuple(full.labels[l] for l in rows),
        tuple(full.functions[l] for l in rows),
    )
