"""Rates that differ from a drift by constant multiples of others, in coordinates without these.

    q_l' = sum_j alpha_lj q_j' + alpha_l0,  alpha_lj constant:   Q = q_l - sum_j alpha_lj q_j
    Q' = alpha_l0

So x' + y' = sin(x) is Q' = sin(x) of Q = x + y, a drift that x steers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nonholo.expression.graph import Expr
from nonholo.expression.ranges import unbounded
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution


def straightened(d: Distribution) -> tuple[Pfaffian, Mapping[int, Expr]] | None:
    """The rows with such Q in the places of the q_l, and what each Q is in the given coordinates.

    None where there are none.  The q_l have no bounds, for the Q have none.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> rows = nh.System("x y", None, ["x' + y' = sin(x)"]).system.pfaffian
    >>> told, meant = straightened(distribution(rows, ["y"]))
    >>> told.matrix, told.affine, meant
    (((0, 1),), (-sin(x),), {1: x + y})
    """
    graph, chart, moving = d.chart.graph, d.chart, [*d.chart.q, d.chart.t]
    added: dict[int, Expr] = {}
    for l, row in zip(d.dependent, d.alpha):
        rates = row[1:]
        if all(e.is_zero for e in rates) or any(e.has(moving) for e in rates):
            continue
        if unbounded([chart.q[l]]):
            added[l] = graph.add(*(e * chart.q[j] for e, j in zip(rates, d.independent)))
    if not added:
        return None
    put = {chart.q[l]: chart.q[l] + more for l, more in added.items()}
    rows: list[tuple[Expr, ...]] = []
    for old in d.pfaffian.matrix:
        turned = [
            old[j] + graph.add(graph.zero, *(old[l] * added[l].diff(q) for l in added))
            for j, q in enumerate(chart.q)
        ]
        rows.append(tuple(graph.substitute(turned, put)))
    told = replace(
        d.pfaffian,
        matrix=tuple(rows),
        affine=tuple(graph.substitute(list(d.pfaffian.affine), put)),
        functions=(None,) * d.pfaffian.k,
    )
    return told, {l: chart.q[l] - more for l, more in added.items()}
