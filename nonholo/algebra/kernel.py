"""Rational solutions of large linear systems that are known by their rows at random points modulo a
prime.

A system is a function that takes a `Sampler` and gives, point by point, rows of integers modulo its
prime.  Its null vectors are found there and lifted to rational numbers, with more primes if one is
too small.  A lift is a guess by construction: whoever uses it checks the result exactly."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from nonholo.algebra.differential import DifferentialField, coefficient
from nonholo.arithmetic.matrices import echelon_modulo, kernel_modulo
from nonholo.arithmetic.modular import random_prime
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial, modular_ring, roots_modulo
from nonholo.errors import OutOfReach
from nonholo.words.sentence import say
from nonholo.work import Work, spend, spend_matrix

BITS = 62
PRIMES = 4
SPARE = 6  # rows beyond the number of unknowns
POINT = 200  # units for the values at one point
PATIENCE = 60  # points tried for one at which roots exist and nothing vanishes

Row = list[int]
System = Callable[["Sampler"], Callable[[Sequence[int]], Iterable[Row]]]


class Sampler:
    """Random points of a differential field modulo a prime; the same ones each time.

    At a point no generator is 0, and the roots obey their relations.
    """

    def __init__(self, field: DifferentialField, attempt: int = 0):
        self.field, self.rng = field, random.Random(attempt)
        self.p = random_prime(self.rng, BITS)
        self.context = modular_ring(field.context.names(), self.p)
        self.rates = [[self.image(rate) for rate in row] for row in field.rates]
        self._roots = [
            (j, [self.image(coefficient(relation, j, e)) for e in range(degree + 1)])
            for j, degree, relation in reversed(field.relations)
        ]

    def image(self, poly: Polynomial):
        """A polynomial modulo the prime."""
        p = self.p
        return self.context.from_dict(
            {e: int(c.p) % p * pow(int(c.q), -1, p) % p for e, c in poly.to_dict().items()}
        )

    def point(self) -> list[int]:
        """Values of the generators.

        Raises OutOfReach where no point is found at which all roots exist.
        """
        size = len(self.field.gens)
        for _ in range(PATIENCE):
            values = [self.rng.randrange(1, self.p) for _ in range(size)]
            if all(self._set_root(values, j, parts) for j, parts in self._roots):
                return values
        raise OutOfReach(say("no point was found at which the roots exist"))

    def _set_root(self, values: list[int], j: int, parts) -> bool:
        roots = roots_modulo([int(c(*values)) for c in parts], self.p)
        values[j] = self.rng.choice(roots) if roots else 0  # each of the roots, for all are as good
        return values[j] != 0

    def slopes(self, values: Sequence[int]) -> list[list[int]]:
        """scale * D_i g / g for each variable and generator."""
        p, inverse = self.p, [pow(v, -1, self.p) for v in values]
        return [
            [int(rate(*values)) * u % p if rate != 0 else 0 for rate, u in zip(row, inverse)]
            for row in self.rates
        ]


def null_vectors(
    field: DifferentialField, size: int, system: System, work: Work
) -> list[list[Rational]]:
    """A basis of the solutions of a homogeneous system with `size` unknowns, simplest first.

    In each vector the last entry that is not 0 is 1, and the others have 0 there.  Raises
    OutOfReach past the work, or if the numbers are too large for the primes."""
    modulus, known = 1, None
    for attempt in range(PRIMES):
        work.require()
        sampler = Sampler(field, attempt)
        basis = _null_space(sampler, size, system(sampler), work)
        if not basis:
            return []
        if known is not None and _shape(known) == _shape(basis):
            known = [
                [_joined(a, modulus, b, sampler.p) for a, b in zip(u, v)]
                for u, v in zip(known, basis)
            ]
            modulus *= sampler.p
        else:
            known, modulus = basis, sampler.p
        lifted = [u for v in known if (u := rational_vector(v, modulus)) is not None]
        if len(lifted) == len(known):
            return lifted
    raise OutOfReach(say("the numbers of a solution are too large"))


def _null_space(sampler: Sampler, size: int, rows_at, work: Work) -> list[Row]:
    """The null space of so many rows that further ones do not make it smaller."""
    rows: list[Row] = []
    while True:
        rows += _rows(
            sampler, size - len(rows) + SPARE if not rows else size // 2 + SPARE, rows_at, work
        )
        basis = kernel(rows, size, sampler.p)
        if not basis or not _excluded(basis, _rows(sampler, SPARE, rows_at, work), sampler.p):
            return basis


def _excluded(basis: list[Row], rows: list[Row], p: int) -> bool:
    """Do these rows not vanish on all of the basis?"""
    return any(sum(a * b for a, b in zip(row, v)) % p for v in basis for row in rows)


def _rows(sampler: Sampler, count: int, rows_at, work: Work) -> list[Row]:
    """Rows that are not zero, at fresh points; fewer if many points give none."""
    rows: list[Row] = []
    empty = 0
    while len(rows) < count and empty <= PATIENCE:
        work.require()
        spend(POINT)
        fresh = [row for row in rows_at(sampler.point()) if any(row)]
        empty = 0 if fresh else empty + 1
        rows += fresh
    return rows


def kernel(rows: list[Row], size: int, p: int) -> list[Row]:
    """The reduced basis of the null space, with leading entries as late as the vectors are
    complicated.
    """
    if not rows:
        return [[int(i == j) for j in range(size)] for i in range(size)]
    spend_matrix(len(rows), size)
    basis = kernel_modulo([row[::-1] for row in rows], p)
    return [row[::-1] for row in reversed(echelon_modulo(basis, p))] if basis else []


def _shape(basis: list[Row]) -> list[int]:
    """Where the vectors have their last entry that is not 0."""
    return [max(j for j, a in enumerate(v) if a) for v in basis]


def _joined(a: int, m: int, b: int, p: int) -> int:
    """The number that is a mod m and b mod p."""
    return a + m * ((b - a) * pow(m, -1, p) % p)


def rational_vector(vector: Sequence[int], modulus: int) -> list[Rational] | None:
    """Small rational numbers with these images, found with one growing denominator; None if
    there are none.
    """
    below, result = 1, []
    for a in vector:
        fraction = _rational(a * below % modulus, modulus)
        if fraction is None:
            return None
        top, bottom = fraction
        result.append(Rational(top, bottom * below))
        below *= bottom
    return result


def _rational(a: int, m: int) -> tuple[int, int] | None:
    """num/den = a mod m with num and den below sqrt(m)/64, by Euclid's algorithm (Wang1981)."""
    bound = 1 << (m.bit_length() // 2 - 6)
    r0, r1, s0, s1 = m, a, 0, 1
    while r1 >= bound:
        q = r0 // r1
        r0, r1, s0, s1 = r1, r0 - q * r1, s1, s0 - q * s1
    if abs(s1) >= bound:
        return None
    return (r1, s1) if s1 > 0 else (-r1, -s1)
