"""The arithmetic of the verifier against SymPy, where certificates do not reach all that it can."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import prod
from random import Random

import pytest
from sympy import Poly, Rational, cyclotomic_poly, expand, rem, symbols

from nonholo.verifier.functions import MAX_ORDER
from nonholo.verifier.outcome import Budget, Stop
from nonholo.verifier.polynomials import Polynomials

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


def products(package: str) -> list:
    """Of polynomials with exponents of any sign, halves and thirds too, and 1/a for numbers a: as
    SymPy has them, and with the exponents that were met first again."""
    polynomials = import_module(f"{package}.polynomials")
    rng, told = Random(5), []
    for order in (4, 12):
        language = polynomials.Polynomials(order, import_module(f"{package}.outcome").Budget(10**7))
        for below in (1, 1, 2, 3, 1):
            a, b = (drawn(rng, below) for _ in range(2))
            told.append((order, a, b, language.mul(a, b)))
        number = {((0, k),) if k else (): Fraction(rng.choice((1, -2, 3)), 5) for k in range(2)}
        told.append((order, number, language.inverse_number(number), {(): Fraction(1)}))
    return told


def drawn(rng: Random, below: int) -> dict:
    """A polynomial in four generators, the turn among them, with exponents divided by a number."""
    exponents = [[(g, Fraction(rng.randint(-3, 40), below)) for g in (1, 2, 7)] for _ in range(4)]
    monomials = [tuple((g, e) for g, e in m if e) for m in exponents]
    turns = [((0, 1),) if rng.random() < 0.5 else () for _ in monomials]
    return {t + m: Fraction(rng.randint(1, 9), 2) for t, m in zip(turns, monomials)}


ARITHMETIC = (minimal_polynomials, powers, rational_numbers, products)


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


def test_products_are_those_of_sympy():
    w = symbols("w1 w2 w7", positive=True)

    def shown(p: dict, order: int):
        values = dict(zip((1, 2, 7), w)) | {0: z}
        return sum(
            Rational(c.numerator, c.denominator)
            * prod(values[g] ** Rational(e.numerator, e.denominator) for g, e in m)
            for m, c in p.items()
        )

    for order, a, b, product in products("nonholo.verifier"):
        left = shown(a, order) * shown(b, order) - shown(product, order)
        assert rem(expand(left), cyclotomic_poly(order, z), z) == 0
    language = Polynomials(4, Budget(10**6))
    x = {((3, 2**61),): Fraction(1)}
    with pytest.raises(Stop, match="so large an exponent"):
        language.mul(x, {((3, 1),): Fraction(2)})
