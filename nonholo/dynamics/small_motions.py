"""Small motions near a configuration of rest.

    M u' + C u + K dq = 0,   dq' = N u        N: a basis of ker A there (n x m)

M = N^T L_vv N, C = -N^T dF/dv N, K = -N^T (dF/dq + lambda dA/dq).

References: NeimarkFufaev1972, Bloch2003.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.dynamics.lagrange import force_balance, mass_matrix
from nonholo.dynamics.rest_verdict import LOSING_RANK
from nonholo.dynamics.statics import Statics
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import (
    Matrix,
    Weight,
    congruent,
    determinant,
    dot,
    echelon,
    kernel,
    transpose,
)
from nonholo.words.sentence import say

MOST = 6  # virtual displacements up to which det(M s^2 + C s + K N) is written down
DRIFT = say("the constraints admit rest on a part of the configurations only")
Values = Mapping[Expr, Expr]


@dataclass(frozen=True, slots=True)
class SmallMotionsAtRest:
    """M, C, K N at a configuration and its polynomial c_0 + c_1 s + ..., c_j exact.

    even: C = 0, the polynomial is one in s^2; family: k - p, the dimension of the family through
    it.
    """

    mass: Matrix
    damping: Matrix
    stiffness: Matrix
    polynomial: tuple[Expr, ...]
    even: bool
    family: int


def small_motions(
    statics: Statics, values: Values, multipliers: Sequence[Expr], weight: Weight | None = None
) -> SmallMotionsAtRest | str:
    """The linearised motion near a configuration of rest, or why there is none here.

    values: coordinate -> expression, those that are not named stay letters; multipliers: lambda
    there; weight: of pivots (those that vanish at a place come last).

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "m*a'**2/2 + k*cos(a)").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> small_motions(rest, {system.chart.q[0]: system.chart.graph.zero}, ()).polynomial
    (k, 0, m)
    """
    system, chart, rows = statics.system, statics.system.chart, statics.rows
    graph, n = chart.graph, chart.n
    still = {**dict.fromkeys((*chart.v, *chart.a), graph.zero)}

    def there(matrix: Matrix) -> Matrix:
        return [graph.substitute([e.subs(still) for e in row], values) for row in matrix]

    if not statics.steady:
        return say("the equations hold t: small motions prove nothing")
    if statics.kinks:
        return say("sign or abs in a force has no slope everywhere: small motions prove nothing")
    A = there([list(row) for row in rows.matrix])
    if any(
        not e.is_zero
        for row in there([[a.diff(q) for q in chart.q] for a in rows.affine])
        for e in row
    ):
        return DRIFT
    N = kernel_there(statics, A, weight)
    if len(N[0]) != n - rows.k:
        return LOSING_RANK
    m = n - rows.k
    if m > MOST:
        return say("{m} virtual displacements are too many for a polynomial in letters", m=m)
    balance = force_balance(system)
    load = [
        [
            -F.diff(q) - dot(graph, [row[i].diff(q) for row in rows.matrix], multipliers)
            for q in chart.q
        ]
        for i, F in enumerate(statics.forces)
    ]
    fast = dict.fromkeys(chart.a, graph.zero)
    slopes = [[e.subs(fast).diff(v) for v in chart.v] for e in balance]
    squares = (mass_matrix(system), slopes, load)
    M, C, K = (squeezed(statics, N, there(square)) for square in squares)
    if chart.t.support & graph.mask([e for square in (M, C, K) for row in square for e in row]):
        return say("the linearised equations change in time")
    even = all(e.is_zero for row in C for e in row)
    return SmallMotionsAtRest(
        M, C, K, _polynomial(statics, M, C, K, even), even, rows.functions.count(None)
    )


def _polynomial(statics: Statics, M: Matrix, C: Matrix, K: Matrix, even: bool) -> tuple[Expr, ...]:
    """c_j of det(M s^2 + C s + K) = sum_j c_j s^j."""
    graph = statics.chart.graph
    s = graph.symbol("eigenvalue of a rest")
    square = s if even else s**2
    entries = [[a * square + b * s + c for a, b, c in zip(*rows)] for rows in zip(M, C, K)]
    node, coefficients, factor = determinant(graph, entries), [], graph.one
    for j in range((1 if even else 2) * len(M) + 1):
        c = node.subs({s: graph.zero}) / factor
        coefficients += [c, graph.zero] if even else [c]
        node, factor = node.diff(s), factor * (j + 1)
    return tuple(coefficients[:-1] if even else coefficients)


def squeezed(statics: Statics, N: Matrix, matrix: Matrix) -> Matrix:
    """N^T matrix N."""
    return congruent(statics.chart.graph, matrix, transpose(N))


def kernel_there(statics: Statics, rows: Matrix, weight: Weight | None) -> Matrix:
    """A basis of what the rows annihilate, in columns."""
    graph, n = statics.chart.graph, statics.chart.n
    basis = kernel(graph, echelon(graph, rows, weight=weight), n)
    return transpose(basis) if basis else [[] for _ in range(statics.chart.n)]
