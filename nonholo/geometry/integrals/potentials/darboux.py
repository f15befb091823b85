"""Darboux polynomials: p divides dp ^ W, so p = 0 is a leaf.  Factors mu = prod p_k^n_k exp(R) are
made of them.

    d(mu W) = 0   <=>   sum_k n_k dp_k/p_k ^ W + dR ^ W = -dW,
            linear in n_k and in the coefficients of R

Darboux1878; with exponential factors Christopher1999.  Here the p_k are those that can be seen:
irreducible factors of the coefficients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonholo.algebra.ansatz import parameters
from nonholo.algebra.differential import Quotient
from nonholo.algebra.kernel import Sampler, null_vectors
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.closing import Factor, potential_of
from nonholo.geometry.integrals.potentials.foliation import foliation_of_form
from nonholo.geometry.integrals.potentials.form import Form, Poly

MAX_POLYNOMIALS = 24


def darboux(form: Form) -> Expr | None:
    """The potential by powers of visible Darboux polynomials, then with exponential factors too.

    References: Darboux1878.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.integrals.potentials.form import form_of
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> darboux(form_of([2 * y, -x], [x, y], Work.of(10**6)))
    x**2/y
    """
    known = foliation_of_form(form).visible()[:MAX_POLYNOMIALS]
    for exponential in (False, True):
        for factor in exponents(form, known, exponential):
            potential = potential_of(form, factor)
            if potential is not None:
                return potential
    return None


def exponents(form: Form, polys: Sequence[Poly], exponential: bool = False) -> Iterator[Factor]:
    """Factors prod p^n exp(R) with which W is closed, the simplest first.

    R is a sum of monomials of degree <= 2, and of monomials of degree <= 1 over one of the p.
    """
    K, weights = form.K, parameters(form.K, 1)
    parts = _exponential_parts(form, polys) if exponential else []
    functions = [[(K.diff(p, i), p) for i in range(form.n)] for p in polys]
    functions += [[_slope(form, R, i) for i in range(form.n)] for R in parts]
    step, pivot = len(weights), form.pivot

    def system(sampler: Sampler):
        image, p = sampler.image, sampler.p
        W, curls = (
            [image(component) for component in form.W],
            {i: image(form.curl(i, pivot)) for i in form.others},
        )
        rates = [[(image(num), image(den)) for num, den in row] for row in functions]

        def rows(point):
            values, _ = weights.values(sampler, point, ())
            w = [int(component(*point)) for component in W]
            try:
                slopes = [
                    [int(a(*point)) * pow(int(b(*point)), -1, p) % p for a, b in row]
                    for row in rates
                ]
            except ValueError:
                return
            for i in form.others:
                entries = [
                    int(curls[i](*point)),
                    *(s[i] * w[pivot] - s[pivot] * w[i] for s in slopes),
                ]
                yield [e * v % p for e in entries for v in values]

        return rows

    for vector in null_vectors(K, step * (1 + len(functions)), system, form.work):
        chunks = [weights.combined(vector[k : k + step])[0] for k in range(0, len(vector), step)]
        if chunks[0] != 0:
            quotients = [K.quotient(chunk, chunks[0]) for chunk in chunks[1:]]
            powers = [(p, n) for p, n in zip(polys, quotients) if n[0] != 0]
            yield Factor(tuple(powers), _sum(form, quotients[len(polys) :], parts))


def _exponential_parts(form: Form, polys: Sequence[Poly]) -> list[Quotient]:
    K = form.K
    moving = [g for j, g in enumerate(K.gens) if j not in K.constants]
    squares = [a * b for k, a in enumerate(moving) for b in moving[: k + 1]]
    below = [(m, p) for p in polys for m in (K.one, *moving) if m != p]
    return [*((m, K.one) for m in (*moving, *squares)), *below]


def _slope(form: Form, R: Quotient, i: int) -> Quotient:
    (num, den), K = R, form.K
    return K.diff(num, i) * den - num * K.diff(den, i), den**2


def _sum(
    form: Form, coefficients: Sequence[Quotient], parts: Sequence[Quotient]
) -> Quotient | None:
    K = form.K
    num, den = K.zero, K.one
    for (a, b), (top, bottom) in zip(coefficients, parts):
        num, den = K.quotient(num * b * bottom + a * top * den, den * b * bottom)
    return None if num == 0 else (num, den)
