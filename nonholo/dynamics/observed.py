"""Does a velocity that is damped see all small motions of a rest?

    M u' + C u + K s = 0,   s' = u,        w = c . u
    rank of (w, w', w'', ...) as forms in (s, u) is 2 m

Let the energy be lost wherever w != 0.  A motion that keeps it has w = 0 at all times, and so all
derivatives of w.  Where these have the rank 2 m at the rest, in the linear equations with w = 0 in
the damping, they are coordinates near it, and rest is the only motion nearby with all of them 0:
by LaSalle's theorem motions tend to a rest that is a strict minimum of the energy.
References: LaSalle1960, Kalman1960.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.dynamics.hurwitz import assumed_sign
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.linear.elimination import Matrix, determinant, dot, echelon, solve, transpose, vanishes


def sees_all(
    graph: Graph,
    mass: Matrix,
    damping: Matrix,
    stiffness: Matrix,
    seen: Sequence[Sequence[Expr]],
    numbers: Mapping[Expr, Expr],
) -> bool:
    """The forms c . u, one a row of `seen`, and their rates are surely 2 m independent ones.

    mass, damping, stiffness: M, C, K (m x m); numbers: put in first.

    >>> g = Graph()
    >>> one, zero = g.one, g.zero
    >>> M, C = [[one, zero], [zero, one]], [[zero, zero], [zero, zero]]
    >>> chain, like = [[one * 2, -one], [-one, one * 3]], [[one * 2, -one], [-one, one * 2]]
    >>> sees_all(g, M, C, chain, [[one, zero]], {}), sees_all(g, M, C, like, [[one, -one]], {})
    (True, False)
    """
    m = len(mass)
    M, C, K = (
        [graph.substitute(list(row), numbers) for row in matrix]
        for matrix in (mass, damping, stiffness)
    )
    try:
        columns = [solve(graph, M, [-row[j] for row in B]) for B in (K, C) for j in range(m)]
    except (OutOfReach, ZeroDivisionError):
        return False
    if any(column is None for column in columns):
        return False
    rates = [column for column in columns if column is not None]
    forms = [[*[graph.zero] * m, *graph.substitute(list(c), numbers)] for c in seen]
    every, layer = list(forms), forms
    for _ in range(2 * m - 1):
        layer = [_rate(graph, form, rates) for form in layer]
        every += layer
    independent = echelon(graph, transpose(every)).pivots
    if len(independent) < 2 * m:
        return False
    volume = determinant(graph, [every[i] for i in independent])
    return bool(assumed_sign(volume)) or (not volume.support and not vanishes(volume))


def _rate(graph: Graph, form: Sequence[Expr], rates: Sequence[Sequence[Expr]]) -> list[Expr]:
    """d/dt (a . s + b . u) = a . u + b . u'."""
    m = len(form) // 2
    a, b = form[:m], form[m:]
    fast = [dot(graph, b, column) for column in rates]
    return [*fast[:m], *(x + y for x, y in zip(a, fast[m:]))]
