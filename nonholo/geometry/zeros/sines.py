"""Sines and cosines of linear angles as factors of polynomials in sines and cosines.

At which eighths of a turn of an angle may a polynomial vanish is seen modulo a prime; whether the
sine that vanishes there divides it is decided in the ring of the polynomial.  There 1, s, s', s s'
of the angles are a basis over the polynomials in all else, so with the conjugates f* of a sine f
(s -> -s), which make f f* free of s,

    f divides p   <=>   the polynomial f f* divides the reduced p f*,     p / f = p f* / (f f*)."""

from __future__ import annotations

import random
from typing import Any

from nonholo.algebra.field import Field
from nonholo.arithmetic.modular import TURN, Modulus
from nonholo.arithmetic.polynomials import Polynomial, divided, modular_ring
from nonholo.expression.graph import Expr, linear

PROBE_BITS = 62


class Probe:
    """Polynomials of a field modulo a prime: at which eighths of a turn may one vanish?"""

    def __init__(self, field: Field):
        rng = random.Random(len(field.generators))
        self.field, self.modulus = field, Modulus(rng, PROBE_BITS)
        names = [str(n) for n in field.context.names()]
        self.context = modular_ring(names, self.modulus.p)
        free = [self.modulus.random() for _ in names]
        self._random = dict(enumerate(free))  # by the place of the generator
        units = [angle for angle, _ in field.circle.values()]
        self.turns = {angle: self.modulus.random() for angle in units}
        self._places = {
            angle: (names.index(str(c)), names.index(str(s)))
            for angle, (c, s) in zip(units, field.circle_pairs)
        }
        for angle, places in self._places.items():
            self._random |= zip(places, self._turned(self.turns[angle]))
        self._whole = all(unit == 1 for _, unit in field.circle.values())
        self._last: Polynomial | None = None  # angles in it are asked for one after another
        self._images: dict[Expr, Any] = {}

    def zeros(self, poly: Polynomial, l: Expr) -> list[int]:
        """The k at which it vanishes for l = k pi/4 and a random choice of the other angles."""
        p, (constant, terms) = self.modulus.p, linear(l)
        turning = [(t, c) for t, c in terms if t in self.turns]
        straight = turning and len(turning) == len(terms) and not constant
        if not self._whole or not straight or abs(turning[0][1]) != 1:
            return []  # half angles are left to the polynomials
        (turned, first), *others = turning
        image = self._along(poly, turned)
        turn = 1
        for angle, c in others:
            turn = turn * pow(self.turns[angle], int(c.p), p) % p
        back = pow(turn, -1, p)
        eighth = pow(self.modulus.zeta, TURN // 8, p)  # e^(i pi/4)
        turns = (pow(pow(eighth, k, p) * back, int(first.p), p) for k in range(8))
        return [k for k, z in enumerate(turns) if self._at(image, turned, z) == 0]

    def _along(self, poly: Polynomial, turned: Expr):
        """Its image as a polynomial in the cosine and sine of one angle alone."""
        if self._last is not poly:
            self._last, self._images = poly, {}
        if turned not in self._images:
            rational = self.modulus.rational
            image = self.context.from_dict({e: rational(c) for e, c in poly.terms()})
            free = {n: v for n, v in self._random.items() if n not in self._places[turned]}
            self._images[turned] = image.subs(free)
        return self._images[turned]

    def _at(self, image, turned: Expr, z: int) -> int:
        values = [0] * len(self.context.names())
        for place, value in zip(self._places[turned], self._turned(z)):
            values[place] = value
        return int(image(*values))

    def _turned(self, z: int) -> tuple[int, int]:
        """The cosine and sine of an angle from e^(i angle)."""
        p, inverse = self.modulus.p, pow(z, -1, self.modulus.p)
        half = pow(2, -1, p)
        under = half * pow(self.modulus.i, -1, p)
        return (z + inverse) * half % p, (z - inverse) * under % p


def without_sine(
    field: Field, poly: Polynomial, l: Expr, eighths: tuple[int, ...]
) -> Polynomial | None:
    """poly / f^m, m as large as it can be, in reduced form; None if that is 0.

    field, poly: a reduced numerator there; l: an angle, sums and differences of unit angles of the
    field; eighths: f = sin(l - k pi/4) for a pair (k, k + 4), f = 1 - cos(l - k pi/4) for one (k).

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> hidden = g.sin(a) ** 2 - g.sin(b) ** 2
    >>> field = Field([hidden])
    >>> left = without_sine(field, field.normal(hidden).num, a - b, (0, 4))
    >>> str(field.expression(left))
    'sin(b)*cos(a) + sin(a)*cos(b)'
    """
    sine = _sine(field, l, eighths)
    if sine is None:
        return None
    conjugates, norm = _conjugated(field, sine)
    count = 0
    while (quotient := divided(field.times(poly, conjugates), norm)) is not None:
        poly, count = quotient, count + 1
    return poly if count else None


def _sine(field: Field, l: Expr, eighths: tuple[int, ...]) -> Polynomial | None:
    """f, or a multiple of it without roots; None where there is none."""
    c, s = field.one, field.zero
    for angle, sign in linear(l)[1]:
        a, b = field.waves[angle.index]
        b = b if sign > 0 else -b
        c, s = c * a - s * b, s * a + c * b
    if len(eighths) == 2:
        return (s, s - c, c, s + c)[eighths[0] % 4]
    return None if eighths[0] % 2 else 1 - (c, s, -c, -s)[eighths[0] // 2]


def _conjugated(field: Field, sine: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The product of conjugates of a sine, and theirs with it, which is free of the sines."""
    conjugates, norm = field.one, sine
    for _, s in field.circle_pairs:
        whole, without = divmod(norm, s)
        if whole != 0:
            other = without - s * whole
            conjugates, norm = field.times(conjugates, other), field.times(norm, other)
    return conjugates, norm
