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
from math import lcm

from flint import fmpz_poly

from nonholo.arithmetic.algebraic import real_zeros
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.arithmetic.polynomials import in_one_variable, polynomial_ring, resultant
from nonholo.arithmetic.roots import rational_roots_enclosed
from nonholo.work import spend

FINE = 2**20
MOST_DEGREE = 24
UNITS = 40  # for the square of a degree


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
    over, under = _trimmed(over), _trimmed(under)
    if max(len(over), len(under)) > MOST_DEGREE + 1:
        return None
    if len(over) < 2 and len(under) < 2:
        value = (over[0] if over else Fraction(0)) / under[0]
        return Values(value, value, value == 0)
    ends = _candidates(over, under)
    low = next((c for c in sorted(set(ends), reverse=True) if _not_less(over, under, c)), None)
    other = [-c for c in over]
    downwards = sorted({-c for c in _candidates(other, under)})
    high = next((c for c in downwards if _not_less(other, under, -c)), None)
    return Values(low, high, any(_real_root(whole) for whole, _ in _factors(over)))


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
    line = _trimmed(in_one_variable(whole) or [])
    return len(line) == 2 * degree + 1 and not any(_real_root(f) for f, _ in _factors(line))


def _candidates(over: Sequence[Fraction], under: Sequence[Fraction]) -> list[Fraction]:
    """0, the limit at infinity, and the values at critical points, rounded down."""
    ends = [Fraction(0)]
    if len(over) == len(under):
        ends.append(over[-1] / under[-1])
    ring = polynomial_ring(["x", "v"])
    x, v = ring.gens()
    f = sum((rational(c) * x**e for e, c in enumerate(over)), x * 0)
    f -= v * sum((rational(c) * x**e for e, c in enumerate(under)), x * 0)
    line = in_one_variable(resultant(f, f.derivative("x"), "x"))
    if line and any(line):
        ends += [_below(whole, at) for whole, at in real_zeros(line)]
    return ends


def _below(whole: Sequence[int], at: Ball) -> Fraction:
    if len(whole) == 2:
        return Fraction(-whole[0], whole[1])
    mantissa, exponent = at.lower().man_exp()
    return Fraction(int(Fraction(int(mantissa)) * Fraction(2) ** int(exponent) * FINE // 1), FINE)


def _not_less(over: Sequence[Fraction], under: Sequence[Fraction], c: Fraction) -> bool:
    return _never_negative(_times(_less(over, under, c), under))


def _less(over: Sequence[Fraction], under: Sequence[Fraction], c: Fraction) -> list[Fraction]:
    """over - c under."""
    size = max(len(over), len(under))
    padded = ([*p, *[Fraction(0)] * (size - len(p))] for p in (over, under))
    return [a - c * b for a, b in zip(*padded)]


def _times(a: Sequence[Fraction], b: Sequence[Fraction]) -> list[Fraction]:
    product = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def _never_negative(line: Sequence[Fraction]) -> bool:
    """No factor with a real root an odd number of times, and no negative first coefficient."""
    line = _trimmed(line)
    if not line:
        return True
    return line[-1] > 0 and not any(
        times % 2 and _real_root(whole) for whole, times in _factors(line)
    )


def _factors(line: Sequence[Fraction]) -> list[tuple[tuple[int, ...], int]]:
    """The irreducible factors and how often each."""
    line = _trimmed(line)
    spend(UNITS * len(line) ** 2)
    scale = lcm(*(c.denominator for c in line))
    _, factors = fmpz_poly([int(c * scale) for c in line]).factor()
    return [(tuple(map(int, factor.coeffs())), int(times)) for factor, times in factors]


def _real_root(whole: Sequence[int]) -> bool:
    if len(whole) % 2 == 0:  # of odd degree
        return True
    return any(z.imag == 0 for z, _ in rational_roots_enclosed([Rational(c) for c in whole]))


def _trimmed(line: Sequence[Fraction]) -> list[Fraction]:
    """Without leading zeros."""
    size = next((n for n in range(len(line), 0, -1) if line[n - 1] != 0), 0)
    return list(line[:size])
