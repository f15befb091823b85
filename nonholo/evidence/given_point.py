"""A point with small rational values of the generators, modulo the prime of the verifier."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from nonholo.arithmetic.numbers import Rational, common_measure, fraction, rational
from nonholo.errors import OutOfReach
from nonholo.expression.functions import (
    angle_parts,
    is_monomial,
    is_unspecified,
    unspecified_in,
)
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.expression.unspecified import Unspecified
from nonholo.modular.values import Point
from nonholo.verifier.series import prime, turn
from nonholo.words.sentence import say

KINDS = {"circle": "angles", "exp": "exponents"}
MAX_SYMBOL, MAX_SIDE, MAX_EXPONENTIAL = 99, 9, 9


def units_of(roots: Sequence[Expr]) -> dict[tuple[str, int], tuple[Expr, Fraction]]:
    """(kind, node) -> (node, unit): the symbols, and the greatest common divisor of the
    multiples of each angle.

    Raises OutOfReach for pi, for roots, and for functions that are no waves of their atoms.
    """
    units: dict[tuple[str, int], tuple[Expr, Fraction]] = {}
    for node in ordered(roots, stop=lambda n: n.kind == "function" and not is_unspecified(n)):
        if node.kind == "pi":
            raise OutOfReach(say("pi in a large set"))
        if node.kind == "symbol":
            units["symbols", node.index] = (node, Fraction(1))
    for node in ordered(roots):
        if node.kind == "product" and any(isinstance(e, Fraction) for _, e in node.args):
            raise OutOfReach(say("roots in a large set"))
        if node.kind == "function":
            for kind, atom, c in _waves(node):
                old = units.get((kind, atom.index), (atom, Fraction(0)))[1]
                unit = fraction(common_measure((rational(old), rational(c))))
                units[kind, atom.index] = (atom, unit)
                if atom.kind == "product":  # its derivative holds symbols outside of the function
                    units |= {("symbols", s.index): (s, Fraction(1)) for s in atom.symbols()}
    return units


def _waves(node: Expr) -> list[tuple[str, Expr, Fraction]]:
    """The angles or exponents of a function: monomial and multiple."""
    name, (arg, *_) = node.args
    if isinstance(name, Unspecified):
        if any(a.kind != "symbol" for a in node.args[1]):
            raise OutOfReach(
                say("the verifier has no function {name} of what is no name", name=name.name)
            )
        return []
    if name not in ("sin", "cos", "exp"):
        raise OutOfReach(say("{name} in a large set", name=name))
    parts, _ = angle_parts(arg.graph, arg)
    plain = all(atom is arg.graph.one or is_monomial(atom) for atom, _ in parts)
    if not plain or unspecified_in([arg]):
        raise OutOfReach(say("the verifier has no angle or exponent like {arg}", arg=str(arg)))
    return [("exponents" if name == "exp" else "angles", atom, c) for atom, c in parts]


class _Prime:
    """Numbers modulo the prime of the verifier, with its turn; there are no images of pi and of
    roots.
    """

    def __init__(self, rng: random.Random, order: int):
        self.rng, self.p, self.order, self.unit = rng, prime(order), order, turn(order)
        self.i = self.turn(Fraction(1, 2))

    def random(self) -> int:
        return self.rng.randrange(2, self.p)

    def rational(self, number: Rational) -> int:
        return int(number.p) * pow(int(number.q), -1, self.p) % self.p

    def turn(self, half_turns: Fraction) -> int:
        """e^(i pi c)"""
        steps = half_turns * self.order / 2
        if steps.denominator != 1:
            raise OutOfReach(say("a fraction of pi that does not stand in the texts"))
        return pow(self.unit, int(steps), self.p)

    def root_of_prime(self, q: int) -> int | None:
        raise OutOfReach(say("roots in a large set"))


class GivenPoint(Point):
    """A random point of this kind for all generators of some expressions, and its record in a
    certificate.

    Raises OutOfReach for functions that the verifier does not have.
    """

    def __init__(
        self, roots: Sequence[Expr], seed: int, record: dict[str, Any] | None = None, order: int = 4
    ):
        rng = random.Random(seed)
        self.prime = _Prime(rng, order)
        super().__init__(self.prime)
        self.units = units_of(roots)
        self.given: dict[tuple[str, int], tuple[str, ...] | None] = {}
        self.unit_values: dict[tuple[str, int], int] = {}
        stated = (record or {}).get("functions", {})
        self.drawn = {call: Fraction(value) for call, value in stated.items()}
        self.called: dict[str, tuple[Unspecified, tuple[Expr, ...]]] = {}
        self.seed = seed
        for (kind, index), (atom, _) in self.units.items():
            numbers = _numbers(kind, rng) if record is None else self._recorded(record, kind, index)
            a, b = (*(numbers or (0,)), Fraction(0))[:2]
            value = self._image(a) + self.modulus.i * self._image(b)
            self.given[kind, index] = None if numbers is None else tuple(map(str, numbers))
            if kind == "symbols":
                self.free["symbol", atom.args] = value % self.p
            else:
                self.unit_values[kind, index] = value % self.p

    def _recorded(
        self, record: dict[str, Any], kind: str, index: int
    ) -> tuple[Fraction, ...] | None:
        """The value in a record; None for a symbol that stands in angles alone."""
        atom, unit = self.units[kind, index]
        key = text(atom.graph.scale(atom, rational(unit)))
        if key not in record[kind] and kind != "symbols":
            raise OutOfReach(say("no value of {key} at the point", key=key))
        value = record[kind].get(key)
        return (
            None if value is None else tuple(map(Fraction, value if kind == "angles" else [value]))
        )

    def _image(self, number: Fraction) -> int:
        return number.numerator * pow(number.denominator, -1, self.p) % self.p

    def unspecified(self, name: Unspecified, args: tuple[Expr, ...]) -> int:
        """A small number, the same for the same derivative at the same place."""
        call = text(args[0].graph.call(name, *args))
        self.called[call] = (name, args)
        if call not in self.drawn:
            place = [self.given.get(("symbols", a.index)) for a in args]
            rng = random.Random(f"{self.seed} {name.name} {name.orders} {place}")
            self.drawn[call] = Fraction(rng.randint(1, MAX_SYMBOL))
        return self._image(self.drawn[call])

    def root(self, base: int) -> int:
        """No root has a value here.

        Raises OutOfReach.
        """
        raise OutOfReach(say("roots in a large set"))

    def wave(self, kind: str, x: Expr) -> int:
        """prod w^(c/unit) for the units w of the atoms."""
        parts, turns = angle_parts(x.graph, x)
        value, kind = self.prime.turn(turns), KINDS[kind]
        for atom, c in parts:
            value = (
                value
                * self.power(
                    self.unit_values[kind, atom.index], int(c / self.units[kind, atom.index][1])
                )
                % self.p
            )
        return value

    def record(self) -> dict[str, dict]:
        """{"symbols": {name: number}, "angles": {text: [cos, sin]}, "exponents": {text: number}}"""
        record: dict[str, dict] = {"symbols": {}, "angles": {}, "exponents": {}}
        for (kind, index), (atom, unit) in self.units.items():
            key = text(atom.graph.scale(atom, rational(unit)))
            numbers = self.given[kind, index]
            if numbers is not None:
                record[kind][key] = list(numbers) if kind == "angles" else numbers[0]
        for name, args in list(self.called.values()):  # the verifier looks one order further
            for position in range(len(args)):
                self.unspecified(name.by(position), args)
        if self.drawn:
            record["functions"] = {call: str(value) for call, value in self.drawn.items()}
        return record


def _numbers(kind: str, rng: random.Random) -> tuple[Fraction, ...]:
    if kind == "angles":
        m, n = rng.sample(range(1, MAX_SIDE + 1), 2)
        return Fraction(m * m - n * n, m * m + n * n), Fraction(2 * m * n, m * m + n * n)
    return (Fraction(rng.randint(2, MAX_SYMBOL if kind == "symbols" else MAX_EXPONENTIAL)),)
