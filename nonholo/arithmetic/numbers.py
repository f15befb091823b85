"""Exact numbers."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq as Rational
from flint import fmpz as Integer

__all__ = ["Integer", "Rational", "fraction", "rational"]


def fraction(number: Rational) -> Fraction:
    """The same number of Python's standard library."""
    return Fraction(int(number.p), int(number.q))


def rational(number: Fraction | int) -> Rational:
    """The same number for polynomials, matrices and balls."""
    return Rational(number.numerator, number.denominator)
