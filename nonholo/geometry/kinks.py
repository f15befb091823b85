"""Coefficients put together from pieces with abs and sign, made analytic where the signs are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nonholo.errors import OutOfReach
from nonholo.exact.ball import ball
from nonholo.exact.graph import Expr, Graph, ordered
from nonholo.exact.taylor import KINKS
from nonholo.geometry.chart import chart as chart_of
from nonholo.geometry.pfaffian import Pfaffian, nonzero, row_of


def kinks(rows: Pfaffian) -> list[Expr]:
    """The arguments of abs and sign that depend on the configuration or on time."""
    own = [*rows.chart.q, rows.chart.t]
    found = {node.args[1][0].index: node.args[1][0] for node in ordered(_entries(rows))
             if node.kind == "function" and node.args[0] in KINKS and node.args[1][0].has(own)}
    return list(found.values())


def smooth(rows: Pfaffian, parts: Sequence[Expr], signs: Sequence[int]) -> Pfaffian:
    """The rows with abs(u) and sign(u) as they are where the u have these signs, in a graph of their own."""
    graph, sign_of = Graph(), {u.index: s for u, s in zip(parts, signs)}
    memo: dict[int, Expr] = {}
    for node in ordered(_entries(rows)):
        inner = node.args[1][0] if node.kind == "function" and node.args[0] in KINKS else None
        if inner is None or inner.index not in sign_of:
            memo[node.index] = graph.copy_node(node, memo)
        else:
            s = sign_of[inner.index]
            memo[node.index] = memo[inner.index] * s if node.args[0] == "abs" else graph.lift(s)
    own = chart_of(graph, rows.chart.names, rows.chart.t.args)
    matrix = tuple(row_of({j: memo[e.index] for j, e in nonzero(row).items()}, len(row), graph.zero)
                   for row in rows.matrix)
    affine = tuple(graph.zero if e.is_zero else memo[e.index] for e in rows.affine)
    return replace(rows, chart=own, matrix=matrix, affine=affine, functions=(None,) * rows.k)


def signs_at(parts: Sequence[Expr], at: Mapping[Expr, Expr]) -> list[int]:
    """The signs of the u at the point, 0 where one is not certain."""
    return [_sign(u, at) for u in parts]


def _sign(u: Expr, at: Mapping[Expr, Expr]) -> int:
    try:
        value = ball(u.subs(at), {})
    except (ZeroDivisionError, OutOfReach, KeyError):
        return 0
    return 0 if not value.is_finite() or value.contains(0) else 1 if value > 0 else -1


def _entries(rows: Pfaffian) -> list[Expr]:
    return [e for row in rows.matrix for e in nonzero(row).values()] + list(rows.affine)
