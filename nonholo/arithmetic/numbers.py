"""Exact numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from math import lcm

from flint import fmpq as Rational
from flint import fmpz as Integer

__all__ = [
    "Integer",
    "Rational",
    "common_denominator",
    "common_measure",
    "fraction",
    "rational",
]


def fraction(number: Rational) -> Fraction:
    """The same number of Python's standard library."""
    return Fraction(int(number.p), int(number.q))


def rational(number: Fraction | int) -> Rational:
    """The same number for polynomials, matrices and balls."""
    return Rational(number.numerator, number.denominator)


def common_measure(numbers: Iterable[Rational]) -> Rational:
    """The greatest number of which all are whole multiples; 0 where all are 0.

    >>> common_measure([Rational(2, 3), Rational(4, 9)])
    2/9
    """
    return reduce(Rational.gcd, numbers, Rational(0))


def common_denominator(numbers: Iterable[Rational]) -> int:
    """The least whole number that makes all of them whole.

    >>> common_denominator([Rational(2, 3), Rational(1, 4)])
    12
    """
    return lcm(*(int(c.q) for c in numbers))
