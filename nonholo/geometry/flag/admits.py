"""Where rows that lose rank admit a velocity at all.

    A q' + a_0 = 0 has a solution    <=>    rank (A | a_0) = rank A

Where A has rank r, that is where all minors of (A | a_0) of size r + 1 vanish.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.zeros.zeros import signed, surfaces
from nonholo.linear.elimination import all_minors, vanishes

MOST = 200  # minors that are looked at


def velocities_need(
    rows: Pfaffian, values: Mapping[Expr, Expr], rank: int
) -> tuple[Expr, ...] | None:
    """What has to vanish besides, where A has this rank, for any velocity to satisfy the rows.

    rows: the forms; values: coordinate -> expression on the part that is asked for; rank: of A
    there.  A single 1 where no velocity ever does; nothing where one always does; None where that
    is open.

    >>> import nonholo as nh
    >>> rows = nh.constraints("x dy = (x - y) dt").system.pfaffian
    >>> y, x = rows.chart.q
    >>> velocities_need(rows, {x: rows.chart.graph.zero}, 0)
    (y,)
    """
    graph, chart = rows.chart.graph, rows.chart
    if rows.catastatic:
        return ()
    whole = [[*row, affine] for row, affine in zip(rows.matrix, rows.affine, strict=True)]
    try:
        there = [graph.substitute(row, values) for row in whole]
        every = all_minors(graph, there, rank + 1, range(chart.n + 1))
        minors = list(islice(every, MOST + 1))
        if len(minors) > MOST:
            return None
        needed = [e for minor in minors if not vanishes(minor) for e in [_needed(minor, rows)]]
    except (OutOfReach, ZeroDivisionError):
        return None
    none = [e for e in needed if e.is_number]
    return (graph.one,) if none else tuple(dict.fromkeys(needed))


def _needed(minor: Expr, rows: Pfaffian) -> Expr:
    """The minor by its factors that can vanish; 1 where none can."""
    graph, moving = minor.graph, (*rows.chart.q, rows.chart.t)
    if range_of(minor).nonzero:
        return graph.one
    if any(s not in moving for s in minor.symbols()):
        return signed(minor)
    return graph.product([(signed(s.f), 1) for s in surfaces(minor, rows.chart)])
