"""Sines cancelled: with s^2 = 1 - c^2 a quotient has many forms, and a numerator can have zeros
that the value has not.

(c^2 - 1) / s^2 = -1        s / (1 - c^2) = 1 / s        (1 - c) / s^2 = 1 / (1 + c)
"""

from __future__ import annotations

from nonholo.algebra.field import Field, Quotient
from nonholo.arithmetic.polynomials import Polynomial


def cancelled(field: Field, q: Quotient) -> Quotient:
    """The same element of the field, without sines that numerator and denominator share."""
    for c, s in field.circle_pairs:
        if any(
            str(s) in _names(field.factors[k]) or str(c) in _names(field.factors[k]) for k in q.den
        ):
            q = _cancelled(field, q, c, s)
    return q


def _names(poly: Polynomial) -> set[str]:
    return {str(name) for name, degree in zip(poly.context().names(), poly.degrees()) if degree}


def _cancelled(field: Field, q: Quotient, c: Polynomial, s: Polynomial) -> Quotient:
    """First s^2 = -(c - 1) (c + 1) below; then a sine is taken from both, as often as there is
    one.
    """
    num, den = q.num, dict(q.den)
    sine, less, more = (field.factor_number(poly) for poly in (s, c - 1, c + 1))
    squares = den.get(sine, 0) // 2
    if squares:
        den = {
            **den,
            sine: den[sine] - 2 * squares,
            less: den.get(less, 0) + squares,
            more: den.get(more, 0) + squares,
        }
        num = -num if squares % 2 else num
    q = field.cancel(Quotient(num, {k: e for k, e in den.items() if e}))
    while (sine in q.den or (less in q.den and more in q.den)) and (
        numerator := _by_sine(q.num, c, s)
    ) is not None:
        den = dict(q.den)
        taken, given = ((sine,), ()) if sine in den else ((less, more), (sine,))
        for k in taken:
            den[k] -= 1
        for k in given:
            den[k], numerator = 1, -numerator
        q = field.cancel(Quotient(numerator, {k: e for k, e in den.items() if e}))
    return q


def _by_sine(num: Polynomial, c: Polynomial, s: Polynomial) -> Polynomial | None:
    """(A + s B) / s = B + s A / (1 - c^2), if 1 - c^2 divides A."""
    B, A = divmod(num, s)
    quotient, remainder = divmod(A, 1 - c**2)
    return None if remainder != 0 or num == 0 else B + s * quotient
