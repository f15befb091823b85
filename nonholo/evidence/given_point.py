"""A point with small rational values of the generators, modulo the prime of the verifier."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq

from nonholo.errors import OutOfReach
from nonholo.evidence.rational_point import units_of
from nonholo.exact.functions import angle_parts
from nonholo.exact.graph import Expr
from nonholo.exact.text import text
from nonholo.geometry.points.values import Point

P = 10**18 + 9  # as in docs/certificates.md
KINDS = {"circle": "angles", "exp": "exponents"}
MAX_SYMBOL, MAX_SIDE, MAX_EXPONENTIAL = 99, 9, 9


class _Prime:
    """Numbers modulo P, with i; there are no images of pi and of roots, since the verifier has none."""

    def __init__(self, rng: random.Random):
        self.rng, self.p, self.i = rng, P, pow(7, P // 4, P)

    def random(self) -> int:
        return self.rng.randrange(2, self.p)

    def rational(self, number: fmpq) -> int:
        return int(number.p) * pow(int(number.q), -1, P) % P

    def turn(self, half_turns: Fraction) -> int:
        if half_turns:
            raise OutOfReach("the verifier has no pi")
        return 1

    def root_of_prime(self, q: int):
        raise OutOfReach("the verifier has no roots")


class GivenPoint(Point):
    """A random point of this kind for all generators of some expressions, and its record in a certificate.

    Raises OutOfReach for functions that the verifier does not have.
    """

    def __init__(self, roots: Sequence[Expr], seed: int):
        rng = random.Random(seed)
        super().__init__(_Prime(rng))
        self.units = units_of(roots)
        self.given: dict[tuple[str, int], tuple[str, ...]] = {}
        self.unit_values: dict[tuple[str, int], int] = {}
        for (kind, index), (atom, _) in self.units.items():
            numbers = _numbers(kind, rng)
            a, b = (*numbers, Fraction(0))[:2]
            value = self._image(a) + self.modulus.i * self._image(b)
            self.given[kind, index] = tuple(map(str, numbers))
            if kind == "symbols":
                self.free["symbol", atom.args] = value % P
            else:
                self.unit_values[kind, index] = value % P

    def _image(self, number: Fraction) -> int:
        return number.numerator * pow(number.denominator, -1, P) % P

    def root(self, base: int) -> int:
        raise OutOfReach("the verifier has no roots")

    def wave(self, kind: str, x: Expr) -> int:
        """prod w^(c/unit) for the units w of the atoms."""
        parts, turns = angle_parts(x.graph, x)
        value, kind = self.modulus.turn(turns), KINDS[kind]
        for atom, c in parts:
            value = value * self.power(self.unit_values[kind, atom.index], int(c / self.units[kind, atom.index][1])) % P
        return value

    def record(self) -> dict[str, dict]:
        """{"symbols": {name: number}, "angles": {text: [cos, sin]}, "exponents": {text: number}}"""
        found: dict[str, dict] = {"symbols": {}, "angles": {}, "exponents": {}}
        for (kind, index), (atom, unit) in self.units.items():
            key = text(atom.graph.scale(atom, fmpq(unit.numerator, unit.denominator)))
            numbers = self.given[kind, index]
            found[kind][key] = list(numbers) if kind == "angles" else numbers[0]
        return found


def _numbers(kind: str, rng: random.Random) -> tuple[Fraction, ...]:
    if kind == "angles":
        m, n = rng.sample(range(1, MAX_SIDE + 1), 2)
        return Fraction(m * m - n * n, m * m + n * n), Fraction(2 * m * n, m * m + n * n)
    return (Fraction(rng.randint(2, MAX_SYMBOL if kind == "symbols" else MAX_EXPONENTIAL)),)
