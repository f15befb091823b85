"""Polynomials over the rational numbers and modulo primes; what takes long counts its work.

A ring is given by the names of its generators; its monomials are ordered lexicographically.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import (
    Ordering,
    fmpq_mpoly_ctx,
    fmpz_mod_mpoly_ctx,
    fmpz_mod_poly_ctx,
    fmpz_mpoly,
    fmpz_mpoly_ctx,
    fmpz_mpoly_vec,
    nmod_mpoly_ctx,
    nmod_poly,
)
from flint import fmpq_mpoly as Polynomial
from flint import fmpz_mod_poly as ModularPolynomial
from flint.utils.flint_exceptions import DomainError

from nonholo.arithmetic.numbers import Rational, common_denominator, fraction
from nonholo.work import spend

__all__ = [
    "ModularPolynomial",
    "Polynomial",
    "by_powers",
    "coefficient_in",
    "common_divisor",
    "divided",
    "factors_of",
    "groebner_basis",
    "integral_ring",
    "lead_in",
    "line_of",
    "modular_ring",
    "polynomial_ring",
    "remainders",
    "resultant",
    "roots_modulo",
    "square_root",
    "univariate_ring",
]

STEP, CURVE = 20, 3  # units for a small polynomial; for the square of the number of terms
WORD = 1 << 64
GROEBNER_LIMITS = (60, 200, 300)  # polynomials, terms of one, bits of a coefficient
GRADED_LIMITS = (200, 200, 300)  # by total degree, where bases are short at their end alone


def polynomial_ring(names: Sequence[str]) -> fmpq_mpoly_ctx:
    """The polynomials over Q; with no name given, in one generator that nothing uses."""
    return fmpq_mpoly_ctx.get(list(names) or ["x"], Ordering.lex)


def integral_ring(names: Sequence[str]) -> fmpz_mpoly_ctx:
    """The polynomials over Z."""
    return fmpz_mpoly_ctx.get(list(names) or ["x"], Ordering.lex)


def remainders(
    polys: Sequence[Polynomial], ideal: Sequence[Polynomial], context: fmpq_mpoly_ctx
) -> list[Polynomial]:
    """The polynomials less members of the ideal, by total degree; 0 for a member where a whole
    Groebner basis is within the limits.
    """
    names = tuple(map(str, context.names()))
    rational = fmpq_mpoly_ctx.get(names, Ordering.degrevlex)
    basis = _graded_basis(names, tuple(tuple(f.to_dict().items()) for f in ideal if len(f)))
    left = []
    for poly in polys:
        left_over, before = rational.from_dict(poly.to_dict()), None
        while left_over != before:
            before = left_over
            for divisor in basis:
                left_over = divmod(left_over, divisor)[1]
        left.append(context.from_dict(left_over.to_dict()))
    return left


@lru_cache(maxsize=8)
def _graded_basis(
    names: tuple[str, ...], ideal: tuple[tuple[tuple[tuple[int, ...], Rational], ...], ...]
) -> list[Polynomial]:
    """The Groebner basis by total degree: several questions ask about one set f = 0."""
    rational = fmpq_mpoly_ctx.get(names, Ordering.degrevlex)
    integral = fmpz_mpoly_ctx.get(names, Ordering.degrevlex)
    members = [_whole(rational.from_dict(dict(terms)), integral) for terms in ideal]
    return [
        rational.from_dict({e: Rational(int(c)) for e, c in f.to_dict().items()})
        for f in groebner_basis(members, integral, GRADED_LIMITS)
    ]


def _whole(f: Polynomial, context: fmpz_mpoly_ctx) -> fmpz_mpoly:
    """A multiple with integer coefficients, in another ring."""
    scale = common_denominator(f.coeffs())
    return context.from_dict({e: int((c * scale).p) for e, c in f.to_dict().items()})


def modular_ring(names: Sequence[str], p: int) -> Any:
    """The polynomials modulo a prime: FLINT has two kinds, with the same methods but no type in
    common.
    """
    kind: Any = nmod_mpoly_ctx if p < WORD else fmpz_mod_mpoly_ctx
    return kind.get(list(names) or ["x"], p, Ordering.lex)


def univariate_ring(p: int) -> Callable[[list[int]], ModularPolynomial]:
    """The polynomials in one variable modulo a prime, by their coefficients."""
    context: Any = fmpz_mod_poly_ctx(p)  # whose stubs refuse a list of plain integers
    ring: Callable[[list[int]], ModularPolynomial] = context
    return ring


def factors_of(poly: Polynomial) -> tuple[Rational, Sequence[tuple[Polynomial, int]]]:
    """(content, [(factor, power), ...])"""
    spend(STEP + CURVE * len(poly) ** 2)
    return poly.factor()


def common_divisor(a: Polynomial, b: Polynomial) -> Polynomial:
    """The greatest common divisor."""
    spend(STEP + CURVE * len(a) * len(b))
    return a.gcd(b)


def by_powers(poly: Polynomial, place: int) -> dict[int, Polynomial]:
    """The coefficients of the powers of one generator, polynomials in the others.

    >>> x, y = polynomial_ring(["x", "y"]).gens()
    >>> by_powers(x * y**2 + 3 * y + x * y, 1)
    {2: x, 1: x + 3}
    """
    powers: dict[int, dict[tuple[int, ...], Rational]] = {}
    for exponents, c in poly.terms():
        others = tuple(0 if k == place else int(e) for k, e in enumerate(exponents))
        powers.setdefault(int(exponents[place]), {})[others] = c
    return {e: poly.context().from_dict(terms) for e, terms in powers.items()}


def line_of(poly: Polynomial, place: int) -> list[Polynomial]:
    """The coefficients of all powers of one generator, that of degree 0 first; of 0 none."""
    powers = by_powers(poly, place)
    return [powers.get(e, poly * 0) for e in range(max(powers, default=-1) + 1)]


def coefficient_in(poly: Polynomial, place: int, degree: int) -> Polynomial:
    """The coefficient of one power of a generator, a polynomial in the others.

    >>> x, y = polynomial_ring(["x", "y"]).gens()
    >>> coefficient_in(x * y**2 + 3 * y + x * y, 1, 1)
    x + 3
    """
    terms = {
        tuple(0 if k == place else int(e) for k, e in enumerate(exponents)): c
        for exponents, c in poly.terms()
        if exponents[place] == degree
    }
    return poly.context().from_dict(terms)


def lead_in(poly: Polynomial, place: int) -> Polynomial:
    """The coefficient of the highest power of one generator."""
    return coefficient_in(poly, place, int(poly.degrees()[place]))


def in_one_variable(poly: Polynomial) -> list[Fraction] | None:
    """The coefficients of a polynomial that holds one variable at most, that of degree 0 first;
    None where it holds more.

    >>> x, y = polynomial_ring(["x", "y"]).gens()
    >>> [str(c) for c in in_one_variable(y**2 - 3)], in_one_variable(x + y)
    (['-3', '0', '1'], None)
    """
    degrees = [int(degree) for degree in poly.degrees()]
    if sum(degree > 0 for degree in degrees) > 1:
        return None
    line = [Fraction(0)] * (max(degrees, default=0) + 1)
    for exponents, coefficient in poly.terms():
        line[sum(map(int, exponents))] = fraction(coefficient)
    return line


def resultant(a: Polynomial, b: Polynomial, name: str) -> Polynomial:
    """The resultant with respect to the generator of a name."""
    spend(STEP + len(a) * len(b) * int(a.total_degree() + b.total_degree()))
    return a.resultant(b, name)


def divided(a: Polynomial, b: Polynomial) -> Polynomial | None:
    """a / b, or None where b does not divide a: found at the first term that does not go, with
    no remainder made.
    """
    try:
        return a / b
    except DomainError:
        return None


def square_root(poly: Polynomial) -> Polynomial | None:
    """s with s^2 the polynomial, or None where it is no square."""
    if any(int(degree) % 2 for degree in poly.degrees()):
        return None
    spend(STEP + len(poly))
    try:
        return poly.sqrt()
    except DomainError:
        return None


def roots_modulo(coefficients: Sequence[int], p: int) -> list[int]:
    """The roots of sum_e coefficients[e] x^e modulo a prime below 2^64.

    Raises ZeroDivisionError for 0.
    """
    return [int(root) for root, _ in nmod_poly(list(coefficients), p).roots()]


def groebner_basis(
    ideal: Sequence[fmpz_mpoly],
    context: fmpz_mpoly_ctx,
    limits: tuple[int, int, int] = GROEBNER_LIMITS,
) -> list[fmpz_mpoly]:
    """A Groebner basis over Z as far as it was found within the limits: all of its members are
    in the ideal.
    """
    basis: Any  # a pair where limits are given, which the stubs of FLINT do not know
    basis, _ = fmpz_mpoly_vec(list(ideal), context).buchberger_naive(limits=limits)
    return list(basis)
