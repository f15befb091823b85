"""Accelerations by virtual displacements, where the constraints can be solved by pivots that hold
no coordinate.

Gauss-Jordan elimination of A q' + a_0 = 0 and A q'' + c = 0 with such pivots holds everywhere:

    q_D' = alpha q_I' + alpha_0,   q_D'' = alpha q_I'' + gamma,   N = (1; alpha),   b = (0; gamma)
    N^T M N q_I'' = N^T (F - M b),      A_D^T lambda = (M q'' - F)_D

N^T M N is positive where M is positive on the virtual displacements, so L D L^T needs no other
pivots (Maggi 1896)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.expression.graph import Expr, ordered
from nonholo.linear.elimination import Matrix, congruent, dot, identity, transpose
from nonholo.numerics.factors import factored, solved_by
from nonholo.numerics.terms import Terms


@dataclass(frozen=True, slots=True)
class Resting:
    """The rows solved for the columns D: [1 | rest | values], and what combines the given rows to
    these.

    dependent, independent: columns; rows: k x n; values: the combined a_0 and c (k each); combine:
    k x k."""

    dependent: tuple[int, ...]
    independent: tuple[int, ...]
    rows: Matrix
    affine: list[Expr]
    drift: list[Expr]
    combine: Matrix


def resting(terms: Terms) -> Resting | None:
    """The constraints solved by pivots without coordinates; None if there are none, or if a row
    has poles.
    """
    graph, k, n = terms.chart.graph, terms.k, terms.chart.n
    moving = [*terms.chart.q, *terms.chart.v, terms.chart.t]
    unit = identity(graph, k)
    rows = [
        [*row, a, c, *one] for row, a, c, one in zip(terms.rows, terms.affine, terms.drift, unit)
    ]
    pivots: list[int] = []
    for l in range(k):
        pivot = next(
            (j for j in range(n) if rows[l][j].surely_nonzero and not rows[l][j].has(moving)), None
        )
        if pivot is None:
            return None
        pivots.append(pivot)
        rows[l] = [e / rows[l][pivot] for e in rows[l]]
        rows = [_cleared(row, rows[l], pivot) if i != l else row for i, row in enumerate(rows)]
    if any(_has_pole(node, moving) for node in ordered([e for row in rows for e in row])):
        return None
    independent = tuple(j for j in range(n) if j not in pivots)
    return Resting(
        tuple(pivots),
        independent,
        [row[:n] for row in rows],
        [row[n] for row in rows],
        [row[n + 1] for row in rows],
        [row[n + 2 :] for row in rows],
    )


def _has_pole(node: Expr, moving: Sequence[Expr]) -> bool:
    """Something that moves stands below a line, as in tan(theta)."""
    return node.kind == "product" and any(e < 0 and base.has(moving) for base, e in node.args)


def _cleared(row: list[Expr], pivot: list[Expr], column: int) -> list[Expr]:
    factor = row[column]
    return (
        row if factor.is_zero else [a if b.is_zero else a - factor * b for a, b in zip(row, pivot)]
    )


def reduced(
    terms: Terms,
) -> tuple[list[tuple[Expr, Expr]], list[Expr], list[Expr], list[Expr]] | None:
    """(symbol of q_j'', q_j'') for j in I; q'' and lambda in these symbols; the velocities with
    q_D' from q_I'.

    None where it does not apply.
    """
    solved = resting(terms) if terms.k and not terms.curved else None
    if solved is None:
        return None
    graph, n, D, I = terms.chart.graph, terms.chart.n, solved.dependent, solved.independent
    N = [[graph.zero] * len(I) for _ in range(n)]
    for column, j in enumerate(I):
        N[j][column] = graph.one
    for l, row in zip(D, solved.rows):
        N[l] = [-row[j] for j in I]
    shift = _placed(graph, n, D, [-c for c in solved.drift])
    inner = factored(congruent(graph, terms.mass, transpose(N)))
    if inner is None:
        return None
    free = [F - dot(graph, row, shift) for F, row in zip(terms.force, terms.mass)]
    solutions = solved_by(*inner, [dot(graph, column, free) for column in transpose(N)])
    a = [terms.chart.a[j] for j in I]
    q2 = [graph.add(dot(graph, row, a), b) for row, b in zip(N, shift)]
    missing = [dot(graph, terms.mass[l], q2) - terms.force[l] for l in D]
    lam = [dot(graph, missing, column) for column in transpose(solved.combine)]
    v = [terms.chart.v[j] for j in I]
    back = _placed(graph, n, D, [-a for a in solved.affine])
    nearest = [graph.add(dot(graph, row, v), b) for row, b in zip(N, back)]
    return list(zip(a, solutions)), q2, lam, nearest


def _placed(graph, n: int, columns: Sequence[int], values: Sequence[Expr]) -> list[Expr]:
    placed = [graph.zero] * n
    for j, value in zip(columns, values):
        placed[j] = value
    return placed
