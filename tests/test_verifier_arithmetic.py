"""The arithmetic of the verifier against SymPy, where certificates do not reach all that it can."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module

from sympy import Poly, cyclotomic_poly, symbols

from nonholo.verifier.functions import MAX_ORDER

z = symbols("z")
ORDERS = range(1, MAX_ORDER + 1)


def minimal_polynomials(package: str) -> list:
    """Of e^(2 pi i/n), the lowest coefficient first, without the highest."""
    cyclotomic = import_module(f"{package}.polynomials").cyclotomic
    return [cyclotomic(n) for n in ORDERS]


def powers(package: str) -> list:
    """Of e^(2 pi i/n), in those below the degree of its minimal polynomial."""
    turned = import_module(f"{package}.polynomials").turned
    return [turned(n, e) for n in ORDERS for e in (0, 1, n // 2, n - 1, n + 1)]


def rational_numbers(package: str) -> list:
    """What quotients are as rational numbers: 0, 3/2, x, 2x/3x, (x + 1)/x."""
    polynomials = import_module(f"{package}.polynomials")
    budget = import_module(f"{package}.outcome").Budget(1000)
    rational = polynomials.Polynomials(4, budget).rational
    one, x = {(): Fraction(1)}, {((1, 1),): Fraction(1)}
    twice, thrice = ({m: n * c for m, c in x.items()} for n in (2, 3))
    quotients = [({}, one), ({(): Fraction(3)}, {(): Fraction(2)}), (x, one), (twice, thrice)]
    return [rational(quotient) for quotient in [*quotients, ({**x, **one}, x), ({}, x)]]


ARITHMETIC = (minimal_polynomials, powers, rational_numbers)


def low(polynomial: Poly, degree: int) -> tuple:
    """The coefficients below a degree, the lowest first."""
    coefficients = polynomial.all_coeffs()[::-1]
    return tuple((coefficients + [0] * degree)[:degree])


def test_minimal_polynomials_are_cyclotomic():
    polynomials = [Poly(cyclotomic_poly(n, z), z) for n in ORDERS]
    assert minimal_polynomials("nonholo.verifier") == [low(p, p.degree()) for p in polynomials]


def test_powers_are_remainders():
    found = []
    for n in ORDERS:
        p = Poly(cyclotomic_poly(n, z), z)
        powers_of_z = (Poly(z**e, z) for e in (0, 1, n // 2, n - 1, n + 1))
        found += [low(power.rem(p), p.degree()) for power in powers_of_z]
    assert powers("nonholo.verifier") == found


def test_quotients_that_are_rational_numbers():
    right = [Fraction(0), Fraction(3, 2), None, Fraction(2, 3), None, Fraction(0)]
    assert rational_numbers("nonholo.verifier") == right
