"""Accelerations and multipliers by divisors that do not vanish where the motion is determined.

No velocity is called dependent, so no pivot can become singular on the way.  With M = L D L^T,

    W = L^-1 A^T,   S = W^T D^-1 W,   S lambda = -(c + W^T D^-1 L^-1 F),   L^T q'' = D^-1 (L^-1 F + W lambda)

D is positive where M is, and the pivots of S are where the rows of A are independent.  If M is only positive on the
virtual displacements (a coordinate without mass), the same with M + A^T A and F - A^T c: A q'' = -c makes it
equal.  If that fails too, the whole set of linear equations is solved with pivots chosen once (`pivoted`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonholo.exact.graph import Expr
from nonholo.exact.linear import Matrix, dot, solve, transpose
from nonholo.numerics.terms import Terms


@dataclass(frozen=True, slots=True)
class Solved:
    """q'' (n) and lambda (k) as expressions in (q, q', t), the admissible velocities nearest to q', and the way.

    nearest: q' - G A^T (A G A^T)^-1 (A q' + a_0), with G the inverse of the metric that the way uses.
    """

    way: str
    accelerations: list[Expr]
    multipliers: list[Expr]
    nearest: list[Expr]


def ways(terms: Terms) -> Iterator[Solved]:
    """The ways of solving, the best first; those whose pivots vanish identically are left out."""
    for way in (plain, augmented, pivoted):
        solved = way(terms)
        if solved is not None:
            yield solved


def plain(terms: Terms) -> Solved | None:
    """By the factors of M itself."""
    return _by_factors(terms, "mass matrix", terms.mass, terms.force)


def augmented(terms: Terms) -> Solved | None:
    """By the factors of M + A^T A."""
    if not terms.k:
        return None
    graph, columns = terms.chart.graph, transpose(terms.rows)
    mass = [[m + dot(graph, a, b) for m, b in zip(row, columns)] for row, a in zip(terms.mass, columns)]
    force = [F - dot(graph, a, terms.drift) for F, a in zip(terms.force, columns)]
    return _by_factors(terms, "mass matrix and constraints", mass, force)


def _by_factors(terms: Terms, way: str, mass: Matrix, force: Sequence[Expr]) -> Solved | None:
    graph = terms.chart.graph
    factors = _factored(mass)
    if factors is None:
        return None
    L, D = factors
    W = [_forward(L, row) for row in terms.rows]
    S = [[graph.add(*(a * b / d for a, b, d in zip(u, w, D))) for w in W] for u in W]
    inner = _factored(S)
    if inner is None:
        return None
    y = _forward(L, force)

    def multipliers(right: Sequence[Expr]) -> list[Expr]:
        return _solved(*inner, right)

    lam = multipliers([-c - graph.add(*(w * b / d for w, b, d in zip(row, y, D)))
                       for c, row in zip(terms.drift, W)])
    q2 = _backward(L, [(b + dot(graph, lam, column)) / d for b, column, d in zip(y, _columns(W, len(D)), D)])
    impulse = multipliers([-r for r in terms.violations])
    shift = _backward(L, [dot(graph, impulse, column) / d for column, d in zip(_columns(W, len(D)), D)])
    return Solved(way, q2, lam, [v + s for v, s in zip(terms.chart.v, shift)])


def _columns(W: Matrix, n: int) -> Matrix:
    return transpose(W) if W else [[] for _ in range(n)]


def pivoted(terms: Terms) -> Solved | None:
    """By elimination in the whole set for (q'', lambda); velocities by the Euclidean metric."""
    graph, n, k = terms.chart.graph, terms.chart.n, terms.k
    matrix = [[*row, *(-a for a in column)] for row, column in zip(terms.mass, _columns(terms.rows, n))]
    matrix += [[*row, *[graph.zero] * k] for row in terms.rows]
    found = solve(graph, matrix, [*terms.force, *(-c for c in terms.drift)])
    if found is None:
        return None
    gram = [[dot(graph, a, b) for b in terms.rows] for a in terms.rows]
    impulse = solve(graph, gram, [-r for r in terms.violations]) if k else []
    if impulse is None:
        return None
    shift = [dot(graph, impulse, column) for column in _columns(terms.rows, n)]
    return Solved("elimination", found[:n], found[n:], [v + s for v, s in zip(terms.chart.v, shift)])


# factors of a symmetric matrix ------------------------------------------------------------------
def _factored(matrix: Matrix) -> tuple[Matrix, list[Expr]] | None:
    """L (unit lower triangle, without the ones) and D of matrix = L D L^T; None if a pivot vanishes."""
    L: Matrix = []
    D: list[Expr] = []
    for i, row in enumerate(matrix):
        own: list[Expr] = []
        scaled: list[Expr] = []  # L_ij D_j
        for j in range(i):
            entry = _less(row[j], zip(scaled, L[j]))
            scaled.append(entry)
            own.append(entry if entry.is_zero else entry / D[j])
        pivot = _less(row[i], zip(scaled, own))
        if pivot.is_zero:
            return None
        L.append(own)
        D.append(pivot)
    return L, D


def _less(entry: Expr, pairs) -> Expr:
    parts = [a * b for a, b in pairs if not a.is_zero and not b.is_zero]
    return entry - entry.graph.add(*parts) if parts else entry


def _forward(L: Matrix, right: Sequence[Expr]) -> list[Expr]:
    """L^-1 right."""
    done: list[Expr] = []
    for row, b in zip(L, right, strict=True):
        done.append(_less(b, zip(row, done)))
    return done


def _backward(L: Matrix, right: Sequence[Expr]) -> list[Expr]:
    """L^-T right."""
    done = list(right)
    for i in reversed(range(len(done))):
        done[i] = _less(done[i], ((L[j][i], done[j]) for j in range(i + 1, len(done))))
    return done


def _solved(L: Matrix, D: Sequence[Expr], right: Sequence[Expr]) -> list[Expr]:
    return _backward(L, [b / d for b, d in zip(_forward(L, right), D)])

