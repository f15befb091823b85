"""Inverse integrating factors: V with W/V closed, V an unknown polynomial in the generators.

    dV ^ W = V dW          linear in V (ChavarrigaGiacominiGineLlibre2003; GarciaGrau2010)

Two solutions give a first integral without integration, V/V'.
"""

from __future__ import annotations

from nonholo.algebra.ansatz import Bounds, Monomials
from nonholo.algebra.kernel import Sampler, null_vectors
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.closing import Factor, potential_of, shortened, whole
from nonholo.geometry.integrals.potentials.form import Form, Poly

STEPS = (2, 3, 4, 6, 8)
MAX_UNKNOWNS = 1000


def inverse_factor(form: Form, most: int = MAX_UNKNOWNS) -> Expr | None:
    """The potential by polynomials V of growing degree, in sines and cosines: W/V is closed.

    most: unknown coefficients of V.  References: GarciaGrau2010.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.integrals.potentials.form import form_of
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> inverse_factor(form_of([y, -x], [x, y], Work.of(10**6)))
    x/y
    """
    seen = 0
    for degree in STEPS:
        try:
            monomials = Monomials(form.K, _bounds(form, degree), most, waves=True)
        except OutOfReach:
            return None
        if len(monomials) == seen:
            return None
        seen = len(monomials)
        solutions = _solutions(form, monomials)
        if solutions:
            return _potential(form, solutions)
    return None


def _potential(form: Form, solutions: list[Poly]) -> Expr | None:
    K = form.K
    for V in solutions[1:]:
        quotient = K.quotient(V, solutions[0])
        if not all(map(K.is_constant, quotient)):
            return shortened(K, *quotient)
    return potential_of(form, Factor(((solutions[0], whole(K, -1)),)))


def _bounds(form: Form, degree: int) -> Bounds:
    """V has one degree more than W in each variable; parameters up to degree 2."""
    K, count = form.K, len(form.K.gens)
    waves = {j: (j, count + k) for k, j in enumerate(K.taus.values())}
    bounds = [
        (waves.get(j, (j,)), halves(form)[j] if j in waves else cap + (j in K.place))
        for j, cap in enumerate(form.degrees())
    ]
    moving = [i for j in range(count) if j not in K.constants for i in waves.get(j, (j,))]
    return [*bounds, (tuple(moving), degree), *([(tuple(K.constants), 2)] if K.constants else [])]


def halves(form: Form) -> dict[int, int]:
    """For each tau the e for which W/(1 + tau^2)^e is a polynomial in sines and cosines."""
    degrees = form.degrees()
    return {j: -(-degrees[j] // 2) for j in form.K.taus.values()}


def _solutions(form: Form, monomials: Monomials) -> list[Poly]:
    """V for W; V/prod(1 + tau^2)^e, e that of W, is the combination of monomials."""
    K, pivot, powers = form.K, form.pivot, halves(form)

    def system(sampler: Sampler):
        image, p = sampler.image, sampler.p
        W, curls = (
            [image(component) for component in form.W],
            {i: image(form.curl(i, pivot)) for i in form.others},
        )

        def rows(point):
            slopes = sampler.slopes(point)
            try:
                values, rates = monomials.values(sampler, point, slopes)
                shifts = [
                    sum(
                        2 * e * s[j] * point[j] ** 2 * pow(1 + point[j] ** 2, -1, p)
                        for j, e in powers.items()
                    )
                    for s in slopes
                ]
            except ValueError:
                return
            w = [int(component(*point)) for component in W]
            for i in form.others:
                a, b = w[pivot], w[i]
                c = int(curls[i](*point)) - shifts[i] * a + shifts[pivot] * b
                yield [
                    v * (r * a - s * b - c) % p for v, r, s in zip(values, rates[i], rates[pivot])
                ]

        return rows

    solutions = []
    for vector in null_vectors(K, len(monomials), system, form.work):
        num, den = monomials.combined(vector)
        for j, e in powers.items():
            num *= (1 + K.gens[j] ** 2) ** e
        solutions.append(K.quotient(num, den)[0])
    return solutions
