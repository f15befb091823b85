"""Between which values a quotient of polynomials in one variable lies.

    c <= P/Q wherever Q != 0    <=>    (P - c Q) Q >= 0 everywhere
    the greatest such c is met at a root of P' Q - P Q', or the limit at infinity: all of these are
    roots of R(v) = Res_x(P - v Q, P' - v Q') or that limit

Ends that are no rational numbers are told to one part in 2^20, outwards.  A polynomial is the list
of its coefficients, the constant one first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_poly

from nonholo.arithmetic.algebraic import irreducible_factors, real_zeros
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, fraction, rational
from nonholo.arithmetic.polynomials import in_one_variable, polynomial_ring, resultant
from nonholo.arithmetic.roots import rational_roots_enclosed

FINE = 2**20
MOST_DEGREE = 24


@dataclass(frozen=True, slots=True)
class Values:
    """low <= value <= high (None: no bound); zero: 0 is a value."""

    low: Fraction | None
    high: Fraction | None
    zero: bool


def values_of_quotient(over: Sequence[Fraction], under: Sequence[Fraction]) -> Values | None:
    """Between which values over/under lies where under is not 0; None for high degrees.

    over, under: without common zeros, under not 0.

    >>> values_of_quotient([Fraction(0), Fraction(1)], [Fraction(1), Fraction(0), Fraction(1)])
    Values(low=Fraction(-1, 2), high=Fraction(1, 2), zero=True)
    >>> values = values_of_quotient([Fraction(2), Fraction(0), Fraction(1)], [Fraction(1)])
    >>> values.low, values.high, values.zero
    (Fraction(2, 1), None, False)
    """
    P, Q = (fmpq_poly([rational(c) for c in line]) for line in (over, under))
    if max(P.degree(), Q.degree()) > MOST_DEGREE:
        return None
    if P.degree() < 1 and Q.degree() < 1:
        value = fraction(P[0] / Q[0])
        return Values(value, value, value == 0)
    low = next((c for c in sorted(_candidates(P, Q), reverse=True) if _not_less(P, Q, c)), None)
    ends = sorted(-c for c in _candidates(-P, Q))
    high = next((c for c in ends if _not_less(-P, Q, -c)), None)
    return Values(low, high, any(_real_root(whole) for whole, _ in _factors(P)))


def never_zero_on_circle(terms: Sequence[tuple[int, int, Fraction]]) -> bool:
    """sum c cos^i sin^j over (i, j, c) vanishes at no angle: neither at tan of its half, nor at pi.

    >>> never_zero_on_circle([(0, 0, Fraction(3)), (1, 0, Fraction(2)), (0, 1, Fraction(2))])
    True
    >>> never_zero_on_circle([(0, 0, Fraction(1)), (1, 0, Fraction(1))])
    False
    """
    degree = max(i + j for i, j, _ in terms)
    if 2 * degree > MOST_DEGREE:
        return False
    ring = polynomial_ring(["t"])
    t, whole = ring.gens()[0], ring.from_dict({})
    for i, j, c in terms:
        whole += rational(c) * (1 - t**2) ** i * (2 * t) ** j * (1 + t**2) ** (degree - i - j)
    line = in_one_variable(whole) or [Fraction(0)]
    if len(line) < 2 * degree + 1 or line[-1] == 0:
        return False
    return not any(_real_root(factor) for factor, _ in irreducible_factors(line))


def _candidates(over: fmpq_poly, under: fmpq_poly) -> set[Fraction]:
    """0, the limit at infinity, and the values at critical points, rounded down."""
    ends = {Fraction(0)}
    if over.degree() == under.degree():
        ends.add(fraction(over.leading_coefficient() / under.leading_coefficient()))
    x, v = polynomial_ring(["x", "v"]).gens()
    P, Q = (sum((c * x**e for e, c in enumerate(line.coeffs())), x * 0) for line in (over, under))
    f = P - v * Q
    line = in_one_variable(resultant(f, f.derivative("x"), "x"))
    if line and any(line):
        ends |= {_below(whole, at) for whole, at in real_zeros(line)}
    return ends


def _below(whole: Sequence[int], at: Ball) -> Fraction:
    if len(whole) == 2:
        return Fraction(-whole[0], whole[1])
    mantissa, exponent = at.lower().man_exp()
    return Fraction(int(Fraction(int(mantissa)) * Fraction(2) ** int(exponent) * FINE // 1), FINE)


def _not_less(over: fmpq_poly, under: fmpq_poly, c: Fraction) -> bool:
    """over/under >= c: the product has no factor with a real root an odd number of times."""
    product = (over - rational(c) * under) * under
    if product.degree() < 0 or product.leading_coefficient() < 0:
        return product.degree() < 0
    return not any(times % 2 and _real_root(whole) for whole, times in _factors(product))


def _factors(line: fmpq_poly) -> list[tuple[tuple[int, ...], int]]:
    return irreducible_factors([fraction(c) for c in line.coeffs()])


def _real_root(whole: Sequence[int]) -> bool:
    if len(whole) % 2 == 0:  # of odd degree
        return True
    return any(z.imag == 0 for z, _ in rational_roots_enclosed([Rational(c) for c in whole]))
