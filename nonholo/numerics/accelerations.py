"""Accelerations and multipliers by divisors that do not vanish where the motion is determined.

Where velocities can be eliminated by pivots without coordinates (`reduced`) and it pays, it is
done.  Else no velocity is called dependent, so no pivot can become singular on the way.  With M = L
D L^T,

    W = L^-1 A^T,   S = W^T D^-1 W,   S lambda = -(c + W^T D^-1 L^-1 F),
            L^T q'' = D^-1 (L^-1 F + W lambda)

D is positive where M is, and the pivots of S are where the rows of A are independent.  If M is only
positive on the virtual displacements (a coordinate without mass), the same with M + A^T A and F -
A^T c: A q'' = -c makes it equal.  If that fails too, the whole set of linear equations is solved
with pivots chosen once (`pivoted`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonholo.expression.graph import Expr
from nonholo.linear.elimination import Matrix, dot, solve, transpose
from nonholo.numerics.factors import backward, factored, forward, solved_by
from nonholo.numerics.reduced import reduced
from nonholo.numerics.terms import Terms

FEW = 6  # with many velocities left a sparse mass matrix is better factored as it is


@dataclass(frozen=True, slots=True)
class Solved:
    """q'' (n) and lambda (k) as expressions in (q, q', t), admissible velocities next to q', and
    the way.

    nearest: q' - G A^T (A G A^T)^-1 (A q' + a_0), with G the inverse of the metric that the way
    uses; where velocities are eliminated, these from the others.  steps: (symbol, expression) for
    accelerations from which the others follow; stepped: q'' and lambda with these symbols;
    settling: steps before `nearest`.  Where there are such, accelerations and multipliers hold
    steps too."""

    way: str
    accelerations: list[Expr]
    multipliers: list[Expr]
    nearest: list[Expr]
    steps: list[tuple[Expr, Expr]]
    stepped: tuple[list[Expr], list[Expr]]
    settling: Sequence[tuple[Expr, Expr]] = ()


def ways(terms: Terms) -> Iterator[Solved]:
    """The ways of solving, the best first; those whose pivots vanish identically are left out."""
    for way in (by_elimination, plain, augmented, pivoted):
        solved = way(terms)
        if solved is not None:
            yield solved


def by_elimination(terms: Terms) -> Solved | None:
    """By virtual displacements, with pivots without coordinates, where not too many velocities
    are left.
    """
    if terms.chart.n - terms.k > 2 * terms.k + FEW:
        return None
    solution = reduced(terms)
    if solution is None:
        return None
    steps, q2, lam, nearest = solution
    n, closed = terms.chart.n, terms.chart.graph.substitute([*q2, *lam], dict(steps))
    return Solved("virtual displacements", closed[:n], closed[n:], nearest, steps, (q2, lam))


def plain(terms: Terms) -> Solved | None:
    """By the factors of M itself."""
    return _by_factors(terms, "mass matrix", terms.mass, terms.force)


def augmented(terms: Terms) -> Solved | None:
    """By the factors of M + A^T A."""
    if not terms.k:
        return None
    graph, columns = terms.chart.graph, transpose(terms.rows)
    mass = [
        [m + dot(graph, a, b) for m, b in zip(row, columns)] for row, a in zip(terms.mass, columns)
    ]
    force = [F - dot(graph, a, terms.drift) for F, a in zip(terms.force, columns)]
    return _by_factors(terms, "mass matrix and constraints", mass, force)


def _by_factors(terms: Terms, way: str, mass: Matrix, force: Sequence[Expr]) -> Solved | None:
    graph = terms.chart.graph
    factors = factored(mass)
    if factors is None:
        return None
    L, D = factors
    W = [forward(L, row) for row in terms.rows]
    S = [[graph.add(*(a * b / d for a, b, d in zip(u, w, D))) for w in W] for u in W]
    inner = factored(S)
    if inner is None:
        return None
    y = forward(L, force)

    def multipliers(right: Sequence[Expr]) -> list[Expr]:
        return solved_by(*inner, right)

    lam = multipliers(
        [
            -c - graph.add(*(w * b / d for w, b, d in zip(row, y, D)))
            for c, row in zip(terms.drift, W)
        ]
    )
    q2 = backward(
        L, [(b + dot(graph, lam, column)) / d for b, column, d in zip(y, _columns(W, len(D)), D)]
    )
    impulse = multipliers([-r for r in terms.violations])
    shift = backward(
        L, [dot(graph, impulse, column) / d for column, d in zip(_columns(W, len(D)), D)]
    )
    return Solved(way, q2, lam, [v + s for v, s in zip(terms.chart.v, shift)], [], (q2, lam))


def _columns(W: Matrix, n: int) -> Matrix:
    return transpose(W) if W else [[] for _ in range(n)]


def pivoted(terms: Terms) -> Solved | None:
    """By elimination in the whole set for (q'', lambda); velocities by the Euclidean metric."""
    graph, n, k = terms.chart.graph, terms.chart.n, terms.k
    matrix = [
        [*row, *(-a for a in column)] for row, column in zip(terms.mass, _columns(terms.rows, n))
    ]
    matrix += [[*row, *[graph.zero] * k] for row in terms.rows]
    solution = solve(graph, matrix, [*terms.force, *(-c for c in terms.drift)])
    if solution is None:
        return None
    gram = [[dot(graph, a, b) for b in terms.rows] for a in terms.rows]
    impulse = solve(graph, gram, [-r for r in terms.violations]) if k else []
    if impulse is None:
        return None
    shift = [dot(graph, impulse, column) for column in _columns(terms.rows, n)]
    return Solved(
        "elimination",
        solution[:n],
        solution[n:],
        [v + s for v, s in zip(terms.chart.v, shift)],
        [],
        (solution[:n], solution[n:]),
    )
