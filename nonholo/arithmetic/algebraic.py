"""Real algebraic numbers: roots of polynomials with rational coefficients, quotients modulo one.

A polynomial is the list of its coefficients, the constant one first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import fmpq_poly, fmpz_poly

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, fraction, rational
from nonholo.arithmetic.roots import rational_roots_enclosed
from nonholo.work import spend

FINEST = 40  # decimals of an interval that isolates a root
UNITS = 40  # for the square of a degree


@dataclass(frozen=True, slots=True)
class RealRoot:
    """The root of an irreducible polynomial with whole coefficients between two numbers.

    >>> real_roots([Fraction(-1), Fraction(0), Fraction(0), Fraction(9)])
    [RealRoot(line=(-1, 0, 0, 9), low=Fraction(0, 1), high=Fraction(1, 1))]
    """

    line: tuple[int, ...]
    low: Fraction
    high: Fraction


def irreducible_factors(line: Sequence[Fraction]) -> list[tuple[tuple[int, ...], int]]:
    """The irreducible factors of a polynomial, with whole coefficients, and how often each.

    >>> irreducible_factors([Fraction(0), Fraction(0), Fraction(1, 2)])
    [((0, 1), 2)]
    """
    spend(UNITS * len(line) ** 2)
    scale = lcm(*(c.denominator for c in line))
    factors = fmpz_poly([int(c * scale) for c in line]).factor()[1]
    return [(tuple(map(int, factor.coeffs())), int(times)) for factor, times in factors]


def real_roots(line: Sequence[Fraction]) -> list[Fraction | RealRoot]:
    """All real roots, rational ones first.

    line: not 0.

    >>> real_roots([Fraction(-2), Fraction(1)])
    [Fraction(2, 1)]
    """
    roots: list[Fraction | RealRoot] = []
    for whole, _ in irreducible_factors(line):
        if len(whole) == 2:
            roots.append(Fraction(-whole[0], whole[1]))
        elif len(whole) > 2:
            roots += _irrational(whole)
    return sorted(roots, key=lambda root: isinstance(root, RealRoot))


def real_zeros(line: Sequence[Fraction]) -> list[tuple[tuple[int, ...], Ball]]:
    """All real roots, each by its irreducible polynomial with whole coefficients and a ball.

    line: not 0; balls of roots of one polynomial are disjoint.

    >>> [whole for whole, _ in real_zeros([Fraction(-2), Fraction(0), Fraction(1)])]
    [(-2, 0, 1), (-2, 0, 1)]
    """
    factors = (whole for whole, _ in irreducible_factors(line))
    return [(whole, ball) for whole in factors if len(whole) > 1 for ball in _real(whole)]


def _real(whole: tuple[int, ...]) -> list[Ball]:
    """The real roots, enclosed."""
    enclosed = rational_roots_enclosed([Rational(c) for c in whole])
    return [z.real for z, _ in enclosed if z.imag == 0]


def _irrational(whole: tuple[int, ...]) -> list[RealRoot]:
    balls = _real(whole)
    intervals: list[RealRoot] = []
    for ball in balls:
        for decimals in range(FINEST):
            floor = (ball * 10**decimals).floor().unique_fmpz()
            if floor is None:
                break
            low = Fraction(int(floor), 10**decimals)
            high = low + Fraction(1, 10**decimals)
            if sum(bool(b > rational(low)) and bool(b < rational(high)) for b in balls) == 1:
                intervals.append(RealRoot(whole, low, high))
                break
    return intervals


def remainder(line: Sequence[Fraction], modulus: Sequence[int]) -> list[Fraction]:
    """The same number by a polynomial of lower degree in a root of the modulus."""
    spend(UNITS * len(line) * len(modulus))
    return _line(_polynomial(line) % fmpq_poly(list(modulus)))


def quotient(
    over: Sequence[Fraction], under: Sequence[Fraction], modulus: Sequence[int]
) -> list[Fraction] | None:
    """The quotient of two numbers, as a polynomial in a root of the modulus; None by 0.

    modulus: irreducible.

    >>> (root,) = real_roots([Fraction(-2), Fraction(0), Fraction(0), Fraction(1)])
    >>> quotient([Fraction(2)], [Fraction(0), Fraction(1)], root.line)
    [Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)]
    """
    spend(UNITS * len(modulus) ** 2)
    m = fmpq_poly(list(modulus))
    divisor = _polynomial(under) % m
    if not divisor.coeffs():
        return None
    _, inverse, _ = divisor.xgcd(m)
    return _line(_polynomial(over) * inverse % m)


def _polynomial(line: Sequence[Fraction]) -> fmpq_poly:
    return fmpq_poly([rational(Fraction(c)) for c in line])


def _line(p: fmpq_poly) -> list[Fraction]:
    return [fraction(c) for c in p.coeffs()]
