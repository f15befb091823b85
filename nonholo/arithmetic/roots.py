"""Complex roots of polynomials with rigorous error bounds, multiplicities where they are known."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flint import acb_poly, fmpq_poly, fmpz_poly

from nonholo.arithmetic.balls import Ball, ComplexBall, at_precision
from nonholo.arithmetic.numbers import Rational, common_denominator

BITS = 192
NARROW = Ball(2) ** -128  # of balls with a root, where the coefficients are as sharp as that


def rational_roots_enclosed(coefficients: Sequence[Rational]) -> list[tuple[ComplexBall, int]]:
    """Disjoint balls with one root each, and its multiplicity, of c_0 + c_1 z + ... + c_d z^d.

    >>> [(float(z.real), m) for z, m in rational_roots_enclosed([Rational(1), Rational(2), 1])]
    [(-1.0, 2)]
    """
    scale = common_denominator(map(Rational, coefficients))
    polynomial = fmpz_poly([int((Rational(c) * scale).p) for c in coefficients])
    with at_precision(BITS):
        roots: Any = polynomial.complex_roots()
        return [(ComplexBall(z), int(times)) for z, times in roots]


def each_root_once(coefficients: Sequence[Rational]) -> list[Rational]:
    """The coefficients of the polynomial with the same roots, each of them simple.

    coefficients: c_0, c_1, ..., c_d of a polynomial that is not constant.

    >>> each_root_once([Rational(1), Rational(0), Rational(2), Rational(0), Rational(1)])
    [1, 0, 1]
    """
    polynomial = fmpq_poly(list(coefficients))
    simple, _ = divmod(polynomial, polynomial.gcd(polynomial.derivative()))
    return list(simple.coeffs())


def simple_roots_enclosed(coefficients: Sequence[Ball]) -> list[ComplexBall] | None:
    """Disjoint balls with one root each, of all polynomials with coefficients in the given balls;
    None where roots are multiple or too close to be told apart, or the last coefficient may be 0.

    >>> sorted(round(float(z.real), 6) for z in simple_roots_enclosed([Ball(2), Ball(3), Ball(1)]))
    [-2.0, -1.0]
    """
    if not coefficients or coefficients[-1].contains(0):
        return None
    with at_precision(BITS):
        polynomial = acb_poly([ComplexBall(c) for c in coefficients])
        for width in (NARROW, None):
            with suppress(ValueError):
                roots: list[ComplexBall] = polynomial.roots(width)
                return roots
    return None
