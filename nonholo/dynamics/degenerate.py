"""Is a potential least at a rest where its second variation is only semidefinite?

    W(x, lambda) = U(x) - sum_l lambda_l f_l(x),     dW = 0 at the rest
    phi(z) = W at the point over z where dW/dy = 0 and f = 0

z are as many coordinates as the second variation on df = 0 has zero directions, y the others: those
and lambda are solved for as power series in z (Lyapunov, Schmidt).  With the second variation
positive beside its zero directions U on f = 0 is phi(z) and a positive square (splitting lemma),
so it has a strict minimum exactly if phi has; which is read off the lowest terms of phi.
References: PostonStewart1978.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.dynamics.hurwitz import assumed_sign
from nonholo.dynamics.lowest_terms import Least, Powers, Terms, least_by_lowest
from nonholo.dynamics.statics import Statics
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.linear.elimination import (
    Matrix,
    congruent,
    determinant,
    dot,
    echelon,
    kernel,
    solve,
    transpose,
    vanishes,
)
from nonholo.words.sentence import say

MOST_COORDINATES, MOST_ZEROS = 8, 3
MOST_DEGREE = {1: 12, 2: 8, 3: 6}  # of phi, by the number of its variables
MOST_TERMS = 3000  # of the expansions of all forces

Values = Mapping[Expr, Expr]


def least_by_series(statics: Statics, values: Values, multipliers: Sequence[Expr]) -> Least | None:
    """Has the potential energy a strict minimum on f = 0 at a rest, by its terms of higher order?

    None where the second variation has no zero direction, or a negative one, or all this is open.
    values: each coordinate -> its value; multipliers: lambda there, 0 for rows that are not
    holonomic.  The forces must have a potential.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> def least(potential):
    ...     system = nh.System("x y", f"(x'**2 + y'**2)/2 - ({potential})").system
    ...     rest = statics(system, distribution(system.pfaffian))
    ...     return least_by_series(rest, dict.fromkeys(system.chart.q, system.chart.graph.zero), ())
    >>> least("x^2 + y^4").strict, least("x^2 + 2*x*y^2 + 2*y^4").strict
    (True, True)
    >>> least("(x + y^2)^2 - y^6").strict, least("x^3 + y^2").strict, least("(x + y^2)^2")
    (False, False, None)
    """
    chart = statics.chart
    if not 1 < chart.n <= MOST_COORDINATES or any(q not in values for q in chart.q):
        return None
    try:
        return _reduced(statics, values, multipliers)
    except (OutOfReach, ZeroDivisionError):
        return None


def _reduced(statics: Statics, values: Values, multipliers: Sequence[Expr]) -> Least | None:
    graph, rows, numbers = statics.chart.graph, statics.rows, dict(statics.system.values)
    levels = [(m, f) for m, f in zip(multipliers, rows.functions) if f is not None]
    loose = [m for m, f in zip(multipliers, rows.functions) if f is None]
    if len(multipliers) != rows.k or not all(vanishes(m.subs(numbers)) for m in loose):
        return None
    point = {q: e.subs(numbers) for q, e in values.items()}
    q = statics.chart.q
    gradient = [
        -F - graph.add(*(m * f.diff(x) for m, f in levels)) for F, x in zip(statics.forces, q)
    ]
    slopes = [[-f.diff(x) for _, f in levels] for x in q]
    expand = _Expansions(graph, q, numbers, point)
    zeros = _zero_directions(graph, expand, gradient, [f for _, f in levels])
    if zeros is None:
        return None
    degree = MOST_DEGREE[len(zeros)]
    equations = _Equations(
        [expand(e, degree) for e in gradient],
        [[expand(e, degree) for e in row] for row in slopes],
        [expand(-f, degree) for _, f in levels],
    )
    return _followed(graph, equations, zeros, degree)


def _zero_directions(
    graph: Graph, expand: _Expansions, gradient: Sequence[Expr], levels: Sequence[Expr]
) -> list[int] | None:
    """Coordinates that tell the zero directions of the second variation on df = 0 apart; None if
    there are none, too many, or it is not surely positive beside them."""
    H = [expand.row(e) for e in gradient]
    A = [expand.row(f) for f in levels]
    n = len(gradient)
    if A and echelon(graph, A).rank < len(A):
        return None
    tangent = kernel(graph, echelon(graph, A), n)
    columns = tangent and transpose(tangent)
    if not columns:
        return None
    there = congruent(graph, H, tangent)
    form = echelon(graph, there)
    size = len(there)
    null = kernel(graph, form, size) if form.rank < size else []
    if not null or len(null) > MOST_ZEROS:
        return None
    pivots = list(form.pivots)
    minors = (
        determinant(graph, [[there[i][j] for j in pivots[:k]] for i in pivots[:k]])
        for k in range(1, len(pivots) + 1)
    )
    if any(assumed_sign(m) != 1 for m in minors):
        return None
    directions = [[dot(graph, c, weights) for c in columns] for weights in null]
    return list(echelon(graph, directions).pivots)


# power series -----------------------------------------------------------------------------------
class _Expansions:
    """Taylor polynomials at a point, numbers put in."""

    def __init__(self, graph: Graph, q: Sequence[Expr], numbers: Values, point: Values):
        self.graph, self.q, self.numbers, self.point = graph, q, numbers, point
        self.terms = 0

    def at(self, e: Expr) -> Expr:
        return e.subs(self.numbers).subs(self.point)

    def row(self, e: Expr) -> list[Expr]:
        """de/dq at the point."""
        return [self.at(e.diff(x)) for x in self.q]

    def __call__(self, e: Expr, degree: int) -> Terms:
        """Raises OutOfReach for too many terms."""
        terms: Terms = {}
        layer = {(0,) * len(self.q): e}
        for _ in range(degree):
            following: dict[Powers, Expr] = {}
            for powers, node in layer.items():
                value = self.at(node)
                if not vanishes(value):
                    terms[powers] = value
                last = max((i for i, p in enumerate(powers) if p), default=0)
                for i in range(last, len(self.q)):
                    slope = node.diff(self.q[i]) / (powers[i] + 1)
                    if not slope.is_zero:
                        following[_raised(powers, i)] = slope
            self.terms += len(layer)
            if self.terms > MOST_TERMS:
                raise OutOfReach(say("the forces at rest have too many terms"))
            layer = following
        return terms


def _raised(powers: Powers, i: int) -> Powers:
    return (*powers[:i], powers[i] + 1, *powers[i + 1 :])


@dataclass(frozen=True, slots=True)
class _Equations:
    """Taylor polynomials of dW/dx = gradient + slopes mu, with lambda + mu for lambda, and of
    dW/dlambda = levels, in the deviations of x."""

    gradient: Sequence[Terms]
    slopes: Sequence[Sequence[Terms]]
    levels: Sequence[Terms]


def _followed(
    graph: Graph, equations: _Equations, zeros: Sequence[int], degree: int
) -> Least | None:
    """phi solved for degree by degree until its lowest terms decide."""
    n, p, r = len(equations.gradient), len(equations.levels), len(zeros)
    others = [i for i in range(n) if i not in zeros]
    series: list[Terms] = [{} for _ in range(n + p)]  # deviations of x, then mu
    for place, i in enumerate(zeros):
        series[i] = {tuple(int(j == place) for j in range(r)): graph.one}
    block = _linear_part(graph, equations, others)
    phi: Terms = {}
    for d in range(1, degree):
        residual = _values(graph, equations, series, d)
        unknown = [*others, *range(n, n + p)]
        for powers in {m for i in unknown for m in residual[i] if sum(m) == d}:
            right = [-residual[i].get(powers, graph.zero) for i in unknown]
            correction = solve(graph, block, right)
            if correction is None:
                return None
            for i, c in zip(unknown, correction):
                if not vanishes(c):
                    series[i] = {**series[i], powers: c}
        residual = _values(graph, equations, series, d)
        phi.update(_of_gradient(graph, [residual[i] for i in zeros], d))
        told = least_by_lowest(graph, phi)
        if told is not None:
            return told
    return None


def _linear_part(graph: Graph, equations: _Equations, others: Sequence[int]) -> Matrix:
    """d(dW/dy, dW/dlambda)/d(y, lambda) at the rest."""
    n, p = len(equations.gradient), len(equations.levels)
    unit = [tuple(int(j == i) for j in range(n)) for i in range(n)]
    still = (0,) * n
    zero = graph.zero
    rows = [
        [equations.gradient[i].get(unit[j], zero) for j in others]
        + [equations.slopes[i][l].get(still, zero) for l in range(p)]
        for i in others
    ]
    return rows + [
        [equations.levels[l].get(unit[j], zero) for j in others] + [zero] * p for l in range(p)
    ]


def _values(
    graph: Graph, equations: _Equations, series: Sequence[Terms], degree: int
) -> list[Terms]:
    """dW/dx and dW/dlambda along the series, up to a degree."""
    n, p = len(equations.gradient), len(equations.levels)
    powers = _Powers(graph, series[:n], degree)
    values = []
    for i in range(n):
        total = powers.put(equations.gradient[i])
        for l in range(p):
            total = _sum(
                graph, total, powers.times(powers.put(equations.slopes[i][l]), series[n + l])
            )
        values.append(total)
    return [*values, *(powers.put(f) for f in equations.levels)]


class _Powers:
    """Polynomials in x with series in z put in, cut behind a degree."""

    def __init__(self, graph: Graph, series: Sequence[Terms], degree: int):
        self.graph, self.series, self.degree = graph, series, degree
        self.r = len(next(iter(next(s for s in series if s))))
        self.known: dict[Powers, Terms] = {(0,) * len(series): {(0,) * self.r: graph.one}}

    def put(self, polynomial: Terms) -> Terms:
        total: Terms = {}
        for powers, c in polynomial.items():
            if sum(powers) <= self.degree:
                part = {m: c * e for m, e in self.monomial(powers).items()}
                total = _sum(self.graph, total, part)
        return total

    def monomial(self, powers: Powers) -> Terms:
        if powers not in self.known:
            i = next(i for i, e in enumerate(powers) if e)
            less = (*powers[:i], powers[i] - 1, *powers[i + 1 :])
            self.known[powers] = self.times(self.monomial(less), self.series[i])
        return self.known[powers]

    def times(self, a: Terms, b: Terms) -> Terms:
        products: dict[Powers, list[Expr]] = {}
        for m, x in a.items():
            for n, y in b.items():
                if sum(m) + sum(n) <= self.degree:
                    products.setdefault(tuple(map(sum, zip(m, n))), []).append(x * y)
        return {m: self.graph.add(*es) for m, es in products.items()}


def _sum(graph: Graph, a: Terms, b: Terms) -> Terms:
    return {m: graph.add(a.get(m, graph.zero), b.get(m, graph.zero)) for m in {**a, **b}}


def _of_gradient(graph: Graph, gradient: Sequence[Terms], d: int) -> Terms:
    """The terms of degree d + 1 of phi:  sum_j z_j g_j / (d + 1), g = dphi/dz of degree d."""
    sums: dict[Powers, list[Expr]] = {}
    for j, terms in enumerate(gradient):
        for powers, c in terms.items():
            if sum(powers) == d:
                sums.setdefault(_raised(powers, j), []).append(c / (d + 1))
    added = {m: graph.add(*es) for m, es in sums.items()}
    return {m: c for m, c in added.items() if not vanishes(c)}
