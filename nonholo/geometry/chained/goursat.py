"""Goursat flags: sets with two independent velocities whose growth vector is (2, 3, 4, ..., n).

The last form w of the derived flag lives on three functions (Goursat1922).  A function z_1 of
these, and a function z_n with w in the span of dz_1 and dz_n, are the two ends of a chained form
(MurraySastry1993); both are sought here among simple functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from nonholo.arithmetic.numbers import Rational
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.chained.invariants import combination, generators, invariants
from nonholo.geometry.distribution.displacements import clear
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.flag import Span, bracket, first_brackets, indices
from nonholo.linear.elimination import dot, echelon, null_space
from nonholo.words.sentence import say

FRAMES = ((1, 0), (0, 1), (1, 1), (1, -1))  # z_1 = p a + s b, z_n = p b - s a
MAX_PLANES, ONE = 2, Rational(1)


def last_form(d: Distribution) -> list[Expr]:
    """The last form w of the derived flag, n components without denominators.

    Raises NotApplicable unless the set is catastatic with two independent velocities and grows by
    one each time."""
    if d.pfaffian.space != "q" or d.m != 2 or not d.k:
        raise NotApplicable(
            say("chained forms are for catastatic sets with two independent velocities")
        )
    span, fields = Span(d.chart.graph), []
    level = first_brackets(d)
    while span.rank < d.k:
        fresh = [Y for Y in level if span.add(Y)]
        if len(fresh) != 1:
            raise NotApplicable(
                say("the growth vector is not (2, 3, 4, ..., n): there is no chained form")
            )
        fields += fresh
        level = [bracket(d, I, Y) for Y in fresh for I in indices(d)]
    return clear(_annihilator(d, fields[:-1]))


def _annihilator(d: Distribution, fields: Sequence[Sequence[Expr]]) -> list[Expr]:
    """The form sum_l c_l (dq_l - alpha_lj dr^j) that annihilates the vertical fields too."""
    (c,) = null_space(d.chart.graph, fields, d.k)
    covector = [d.chart.graph.zero] * d.chart.n
    for l, row, value in zip(d.dependent, d.alpha, c):
        covector[l] = value
        for j, alpha in zip(d.independent, row[1:]):
            covector[j] = covector[j] - value * alpha
    return covector


# the two ends -----------------------------------------------------------------------------------
def ends(d: Distribution, w: Sequence[Expr]) -> Iterator[tuple[Expr, Expr]]:
    """(z_1, z_n): planes a, b in four frames each, then a coordinate with a function of products.

    Raises OutOfReach past the limits.
    """
    q, graph = d.chart.q, d.chart.graph
    simple = generators(q, w)
    planes = list(islice(_planes(q, w, simple), MAX_PLANES))
    for a, b in planes:
        for p, s in FRAMES:
            yield graph.add(p * a, s * b), graph.add(p * b, -s * a)
    held = _characteristics(q, w)
    for a in q:
        if all(X[q.index(a)].is_zero for X in held) and not any(a in pair for pair in planes):
            of_a = [g for g in simple if g.kind == "function" and g.has([a])]
            others = [m for m in simple if m is not a and m not in of_a]
            for b in _partners(
                q, w, a, [graph.multiply(m, f) for f in (graph.one, *of_a) for m in others]
            )[:1]:
                yield a, b


def _planes(
    q: Sequence[Expr], w: Sequence[Expr], simple: Sequence[Expr]
) -> Iterator[tuple[Expr, Expr]]:
    """Functions a = q_i + f, b = q_j + g with w = w_i da + w_j db; for trailers the place of the
    last axle.
    """
    for i, j in combinations(range(len(q)), 2):
        contact = contact_point(q, w, i, j, simple)
        if contact is not None:
            yield contact


def contact_point(
    q: Sequence[Expr], w: Sequence[Expr], i: int, j: int, simple: Sequence[Expr]
) -> tuple[Expr, Expr] | None:
    """a = q_i + f and b = q_j + g with w = w_i da + w_j db, f and g combinations of simple
    functions; None if not.

    Raises OutOfReach past the limits.
    """
    if w[i].is_zero or w[j].is_zero:
        return None
    graph = q[0].graph
    others = [l for l in range(len(q)) if l not in (i, j)]
    usable = [m for m in simple if not m.has([q[i], q[j]])]
    columns = [[scale * m.diff(q[l]) for l in others] for scale in (w[i], w[j]) for m in usable]
    coefficients = combination(columns, [w[l] for l in others])
    if coefficients is None:
        return None
    half = len(usable)
    return graph.sum([(q[i], ONE), *zip(usable, coefficients[:half])]), graph.sum(
        [(q[j], ONE), *zip(usable, coefficients[half:])]
    )


def _characteristics(q: Sequence[Expr], w: Sequence[Expr]) -> list[list[Expr]]:
    """Cauchy's: the n - 3 fields X with w(X) = 0 and dw(X, Y) = 0 wherever w(Y) = 0."""
    graph, n = q[0].graph, len(q)
    kernel = null_space(graph, [w], n)
    dw = [[w[j].diff(q[i]) - w[i].diff(q[j]) for j in range(n)] for i in range(n)]
    bilinear = [[dot(graph, X, [dot(graph, row, Y) for row in dw]) for X in kernel] for Y in kernel]
    return [
        [dot(graph, c, [X[i] for X in kernel]) for i in range(n)]
        for c in null_space(graph, bilinear, len(kernel))
    ]


def _partners(
    q: Sequence[Expr], w: Sequence[Expr], first: Expr, functions: Sequence[Expr]
) -> list[Expr]:
    """Functions z_n with w in the span of d(first) and dz_n, independent of `first`."""
    graph = q[0].graph
    slope = [first.diff(s) for s in q]
    candidates = invariants([clear(X) for X in null_space(graph, [w, slope], len(q))], q, functions)
    return [h for h in candidates if echelon(graph, [slope, [h.diff(s) for s in q]]).rank == 2]
