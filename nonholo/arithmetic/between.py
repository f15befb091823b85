"""The simplest rational number between two others."""

from __future__ import annotations

from fractions import Fraction
from math import floor


def simplest_between(low: Fraction | None, high: Fraction | None) -> Fraction:
    """The number with the smallest denominator, and then the smallest one, strictly between two.

    low, high: ends, None without end.

    >>> str(simplest_between(Fraction(1, 3), Fraction(3, 5))), str(simplest_between(None, None))
    ('1/2', '0')
    >>> str(simplest_between(Fraction(-5, 2), None)), str(simplest_between(Fraction(7, 2), None))
    ('0', '4')
    """
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if high is not None and high <= 0:
        return -simplest_between(-high, None if low is None else -low)
    assert low is not None  # else 0 is between
    whole = floor(low)
    if high is None or whole + 1 < high:
        return Fraction(whole + 1)
    below = None if low == whole else 1 / (low - whole)
    return whole + 1 / simplest_between(1 / (high - whole), below)
