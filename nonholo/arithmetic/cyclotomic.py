"""Sines and cosines of rational multiples of pi, exactly: polynomials in cos(pi/d).

For even d every cos(k pi/d) and sin(k pi/d) is a polynomial in c = cos(pi/d), whose minimal
polynomial comes from the cyclotomic polynomial of order 2d: with y = z + 1/z = 2c,  z^(-m)
Phi_2d(z) is a polynomial in y.  Square roots of 2, 3 and 5 live there too:  sqrt 2 = 2 cos(pi/4),
sqrt 3 = 2 cos(pi/6),  sqrt 5 = 4 cos(pi/5) - 1."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from flint import fmpq_poly, fmpz_poly

ROOTS = {2: (4, 2, 0), 3: (6, 2, 0), 5: (5, 4, -1)}  # sqrt(q) = a cos(pi/n) + b as (n, a, b)


def order(denominators: list[int]) -> int:
    """The even d for which all given multiples 1/denominator of pi are multiples of pi/d."""
    return lcm(2, *denominators)


def minimal_polynomial(d: int) -> fmpq_poly:
    """The minimal polynomial of cos(pi/d) over the rationals, in x = cos(pi/d).

    >>> minimal_polynomial(4)
    x^2 + (-1/2)
    """
    phi = fmpz_poly.cyclotomic(2 * d)
    m = phi.degree() // 2
    total, before, now = fmpq_poly([int(phi[m])]), fmpq_poly([2]), fmpq_poly([0, 2])
    for k in range(1, m + 1):
        total += now * int(phi[m + k])
        before, now = now, fmpq_poly([0, 2]) * now - before  # z^k + z^-k as a polynomial in x
    return total / total[total.degree()]


def cosine(multiple: Fraction, d: int) -> fmpq_poly:
    """cos(multiple * pi) as a polynomial in cos(pi/d), reduced; multiple * d is a whole number.

    >>> cosine(Fraction(1, 2), 4)
    0
    """
    k = abs(int(multiple * d)) % (2 * d)
    modulus = minimal_polynomial(d)
    before, now = fmpq_poly([1]), fmpq_poly([0, 1])
    if k == 0:
        return before
    for _ in range(k - 1):
        before, now = now, (fmpq_poly([0, 2]) * now - before) % modulus
    return now % modulus


def sine(multiple: Fraction, d: int) -> fmpq_poly:
    """sin(multiple * pi) as a polynomial in cos(pi/d)."""
    return cosine(Fraction(1, 2) - multiple, d)
