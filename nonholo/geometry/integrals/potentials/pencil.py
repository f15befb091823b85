"""Rational first integrals P/Q, found as the pencil of invariant polynomials P - c Q.

Through a point x_0 goes the leaf F = Q(x_0) P - P(x_0) Q = 0.  It is known there as a power series
modulo a prime, so F is the solution of linear equations, with half the degree that an inverse
integrating factor has; two points give the pencil, and its reduced basis is lifted to rational
numbers (after BostanChezeCluzeauWeil2016)."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.ansatz import Bounds, Monomials
from nonholo.algebra.kernel import SPARE, Row, Sampler, kernel, rational_vector
from nonholo.arithmetic.matrices import echelon_modulo
from nonholo.arithmetic.series import Series, curve, evaluator, powers_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.closing import shortened
from nonholo.geometry.integrals.potentials.foliation import Foliation
from nonholo.work import spend, spend_matrix

MAX_DEGREE = 6
MAX_UNKNOWNS = 420
TERM = 100  # units for one more term of a curve
LENGTH = 40  # terms of one curve, if there are several


def pencil(leaves: Foliation) -> Expr | None:
    """The quotient of two polynomials that all leaves are made of; None with parameters or roots.

    Raises OutOfReach past the limit of work.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.integrals.potentials.foliation import foliation
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> pencil(foliation([[y, -x]], [x, y], Work.of(10**6)))
    y/x
    """
    K = leaves.K
    if K.constants or K.relations:
        return None
    for degree in range(1, MAX_DEGREE + 1):
        try:
            monomials = Monomials(K, _bounds(leaves, degree), MAX_UNKNOWNS, waves=True)
        except OutOfReach:
            return None
        pair = _pencil(leaves, monomials)
        if pair is not None:
            (a, b), (c, d) = map(monomials.combined, pair)
            return shortened(K, a * d, b * c)
    return None


def _bounds(leaves: Foliation, degree: int) -> Bounds:
    K, count = leaves.K, len(leaves.K.gens)
    waves = {j: (j, count + k) for k, j in enumerate(K.taus.values())}
    bounds = [
        (waves.get(j, (j,)), cap if j in waves else cap + (j in K.place))
        for j, cap in enumerate(leaves.degrees())
    ]
    return [*bounds, (tuple(range(count + len(waves))), degree)]


def _pencil(leaves: Foliation, monomials: Monomials):
    """Two vectors that span the pencil, reduced, as rational numbers; None if there is none."""
    sampler = Sampler(leaves.K)
    members = []
    for _ in range(2):
        basis = _leaf(leaves, monomials, sampler)
        if not basis:
            return None
        members.append(basis[0])
    reduced = _span(members, sampler.p)
    if len(reduced) != 2:
        return None
    third = _leaf(leaves, monomials, sampler)[0]
    if len(_span([*members, third], sampler.p)) != 2:
        return None
    lifted = [rational_vector(v, sampler.p) for v in reduced]
    return None if None in lifted else lifted


def _span(vectors: Sequence[Row], p: int) -> list[Row]:
    """The reduced basis of a span."""
    spend_matrix(len(vectors), len(vectors[0]))
    return echelon_modulo(vectors, p)


def _leaf(leaves: Foliation, monomials: Monomials, sampler: Sampler) -> list[Row]:
    """The polynomials that vanish on the leaf through a random point, simplest first."""
    p, size = sampler.p, len(monomials)
    field, start = _field(leaves, sampler), sampler.point()
    length = size + SPARE if len(leaves.X) == 1 else min(LENGTH, size + SPARE)
    rows: list[Row] = []
    while len(rows) < size + SPARE:
        y = curve(start, field(), length, p, lambda: _late(leaves))
        rows += _coefficients(monomials, y, length, p)
    return kernel(rows, size, p)


def _late(leaves: Foliation) -> None:
    spend(TERM)
    leaves.work.require()


def _field(leaves: Foliation, sampler: Sampler):
    """Random fields along the leaves: sum_a c_a X_a with c_a of degree 1, and the rates of all
    generators.
    """
    K, p, n = leaves.K, sampler.p, leaves.n
    X = [[evaluator(sampler.image(v), p) for v in row] for row in leaves.X]
    rates = [[evaluator(rate, p) for rate in row] for row in sampler.rates]
    polys = [*(v for row in leaves.X for v in row), *(r for row in K.rates for r in row)]
    caps = [max(int(q.degrees()[g]) for q in polys) for g in range(len(K.gens))]
    used = [[i for i in range(n) if K.rates[i][g] != 0] for g in range(len(K.gens))]

    def field():
        c = [[sampler.rng.randrange(1, p) for _ in range(n + 1)] for _ in X]

        def velocity(y: Sequence[Series], length: int) -> list[Series]:
            powers, zero = powers_of(y, caps, length), y[0] * 0
            weights = [sum((y[j] * b for j, b in zip(K.place, row)), zero + row[n]) for row in c]
            v = [
                sum(
                    (
                        row[i](powers, length).mul_low(weight, length)
                        for row, weight in zip(X, weights)
                    ),
                    zero,
                )
                for i in range(n)
            ]
            return [
                sum((rates[i][g](powers, length).mul_low(v[i], length) for i in used[g]), zero)
                for g in range(len(y))
            ]

        return velocity

    return field


def _coefficients(monomials: Monomials, y: Sequence[Series], length: int, p: int) -> list[Row]:
    """Row k: the coefficients of u^k in the monomials along the curve."""
    y, one = list(y), y[0] * 0 + 1
    for j in monomials.taus:  # cosine and sine
        u = (y[j].mul_low(y[j], length) + 1).inverse_series_trunc(length)
        y[j], sine = 2 * u - 1, 2 * y[j].mul_low(u, length)
        y.append(sine)
    values = [one]
    for k, j in monomials.parents[1:]:
        values.append(values[k].mul_low(y[j], length))
    columns = [[int(c) for c in value.coeffs()] for value in values]
    columns = [c + [0] * (length - len(c)) for c in columns]
    return [list(row) for row in zip(*columns)]
