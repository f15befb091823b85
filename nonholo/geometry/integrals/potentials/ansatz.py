"""First integrals by linear algebra: X_a f = 0 for f = N/D + sum_k n_k log p_k + sum_k b_k arc_k.

N is an unknown polynomial in the generators (variables, sines and cosines, exponentials, ...), D
and the p_k are Darboux polynomials that can be seen or were found as first integrals, the arcs are
arctangents of quadratic ones; the n_k and b_k are unknown constants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

from nonholo.algebra.ansatz import Bounds, Monomials
from nonholo.algebra.antiderivative import Antiderivative
from nonholo.algebra.arcs import arcs
from nonholo.algebra.kernel import Sampler, null_vectors
from nonholo.arithmetic.matrices import kernel_modulo
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.integrals.potentials.closing import short
from nonholo.geometry.integrals.potentials.foliation import Foliation, Poly, product_of
from nonholo.work import spend_matrix

SMALL, LARGE = (
    ((1, 1), (2, 2)),
    ((3, 3), (6, 1), (4, 4)),
)  # degree of N, and degree in each generator or angle
PERIODIC = ((2, 2), (6, 1))  # the same for sines and cosines alone
MAX_UNKNOWNS = 500
MAX_BELOW = 6  # Darboux polynomials tried as denominators


def ansatz(
    leaves: Foliation, families: Sequence[tuple[int, int]] = (*SMALL, *LARGE)
) -> Iterator[Expr]:
    """First integrals of growing degree, those found at one degree together.

    Not all of them are independent.  families: (degree of N, degree in each generator or angle), in
    turn.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.integrals.potentials.foliation import foliation
    >>> from nonholo.work import Work
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> next(ansatz(foliation([[x, y]], [x, y], Work.of(10**6))))
    y**2 + x**2
    """
    K, known = leaves.K, _known(leaves)
    below = [
        K.one,
        *known[:MAX_BELOW],
        *([product_of(K, known)] if 1 < len(known) <= MAX_BELOW else []),
    ]
    more: dict[str, Poly] = {}
    for degree, cap in families:
        for integral in _family(leaves, _bounds(leaves, degree, cap), below, known):
            more |= {
                str(p): p
                for side in integral.rational
                for p, _ in K.factors(side)
                if not K.is_constant(p)
            }
            yield short(integral)
    known = [*known, *(p for name, p in more.items() if name not in map(str, known))]
    for degree, cap in SMALL if more else ():
        yield from map(short, _family(leaves, _bounds(leaves, degree, cap), [K.one], known))


def _known(leaves: Foliation) -> list[Poly]:
    try:
        return [p for p in leaves.visible() if not leaves.K.is_special(p) or len(p) == 1]
    except OutOfReach:  # the fields are too large, but values of them at points are not
        return []


def periodic(leaves: Foliation) -> Iterator[Expr]:
    """First integrals that are polynomials in sines and cosines alone."""
    plain = [j for j in range(len(leaves.K.gens)) if j not in leaves.K.taus.values()]
    for degree, cap in PERIODIC if leaves.K.taus else ():
        bounds = [*_bounds(leaves, degree, cap), *(((j,), 0) for j in plain)]
        yield from map(short, _family(leaves, bounds, [leaves.K.one], []))


def _family(
    leaves: Foliation, bounds: Bounds, below: Sequence[Poly], known: Sequence[Poly]
) -> Iterator[Antiderivative]:
    try:
        monomials = Monomials(leaves.K, bounds, MAX_UNKNOWNS, waves=True)
    except OutOfReach:
        return
    for D in below:
        yield from _integrals(leaves, monomials, D, known)


def _bounds(leaves: Foliation, degree: int, cap: int) -> Bounds:
    K, count = leaves.K, len(leaves.K.gens)
    waves = {j: (j, count + k) for k, j in enumerate(K.taus.values())}
    moving = [waves.get(j, (j,)) for j in range(count) if j not in K.constants]
    every = tuple(j for places in moving for j in places)
    return [
        (every, degree),
        *((places, cap) for places in moving),
        *([(tuple(K.constants), 1)] if K.constants else []),
    ]


def _integrals(
    leaves: Foliation, monomials: Monomials, D: Poly, known: Sequence[Poly]
) -> Iterator[Antiderivative]:
    K, count = leaves.K, len(monomials)
    bends = arcs(K, [(p, 1) for p in known])
    first = count + len(known)
    functions = [[(K.diff(p, i), p) for i in range(leaves.n)] for p in known]
    functions += [[arc.rate(K, i) for i in range(leaves.n)] for arc in bends]
    system = _system(leaves, monomials, D, functions)
    for vector in null_vectors(K, first + len(bends), system, leaves.work):
        num, den = monomials.combined(vector[:count])
        logs = tuple(((K.one * c, K.one), p) for c, p in zip(vector[count:first], known) if c != 0)
        turns = tuple(((K.one * c, K.one), arc) for c, arc in zip(vector[first:], bends) if c != 0)
        rational = K.quotient(num, den * D)
        if logs or turns or not all(map(K.is_constant, rational)):
            yield Antiderivative(K, rational, logs, turns)


def _system(leaves: Foliation, monomials: Monomials, D: Poly, functions):
    K, n = leaves.K, leaves.n
    every = [[(K.diff(D, i), D) for i in range(n)], *functions]

    def system(sampler: Sampler):
        image, p = sampler.image, sampler.p
        W = [[image(w) for w in row] for row in leaves.W]
        rates = [[(image(num), image(den)) for num, den in row] for row in every]
        denominator = image(D)

        def rows(point):
            tangents = _tangents([[int(w(*point)) for w in row] for row in W], p)
            slopes = list(zip(*sampler.slopes(point)))  # of each generator
            fields = [[sum(map(mul, v, slope)) % p for slope in slopes] for v in tangents]
            try:
                values, rates_along = monomials.values(sampler, point, fields)
                inverse = pow(int(denominator(*point)), -1, p)
                moves = [
                    [int(num(*point)) * pow(int(den(*point)), -1, p) % p for num, den in row]
                    for row in rates
                ]
            except ValueError:
                return
            divided = [m * inverse % p for m in values]
            for v, rate in zip(tangents, rates_along):
                first, *along = (sum(map(mul, v, row)) % p for row in moves)
                yield [m * (r - first) % p for m, r in zip(divided, rate)] + along

        return rows

    return system


def _tangents(W: Sequence[Sequence[int]], p: int) -> list[list[int]]:
    """A basis of the kernel of the forms at a point."""
    spend_matrix(len(W), len(W[0]))
    return kernel_modulo(W, p)
