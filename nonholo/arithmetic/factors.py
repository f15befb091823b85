"""Greatest common divisors and factors of polynomials, with the work that they take counted."""

from __future__ import annotations

from flint import fmpq_mpoly

from nonholo.work import spend

STEP, CURVE = 20, 3  # units for a small polynomial; for the square of the number of terms


def factors_of(poly: fmpq_mpoly):
    """(content, [(factor, power), ...])"""
    spend(STEP + CURVE * len(poly) ** 2)
    return poly.factor()


def common_divisor(a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
    """The greatest common divisor."""
    spend(STEP + CURVE * len(a) * len(b))
    return a.gcd(b)
