"""A rational point of the generators: values for symbols, (cos, sin) of unit angles, unit exponentials."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from flint import fmpq

from nonholo.errors import OutOfReach
from nonholo.exact.functions import angle_parts, is_monomial
from nonholo.exact.graph import Expr, children, ordered
from nonholo.exact.text import text

SYMBOLS = (0, 1, 2, -1, 3, -2, Fraction(1, 2), 5, -3, Fraction(1, 3), 4)
ANGLES = ((1, 0), (0, 1), (Fraction(3, 5), Fraction(4, 5)), (Fraction(4, 5), Fraction(3, 5)),
          (Fraction(5, 13), Fraction(12, 13)), (Fraction(15, 17), Fraction(8, 17)))
EXPONENTIALS = (1, 2, 3, Fraction(1, 2), 5)


def units_of(roots: Sequence[Expr]) -> dict[tuple[str, int], tuple[Expr, Fraction]]:
    """(kind, node) -> (node, unit): the symbols, and the greatest common divisor of the multiples of each angle."""
    found: dict[tuple[str, int], tuple[Expr, Fraction]] = {}
    for node in ordered(roots, stop=lambda n: n.kind == "function"):
        if node.kind == "symbol":
            found["symbols", node.index] = (node, Fraction(1))
    for node in ordered(roots):
        if node.kind == "pi" or (node.kind == "product" and any(isinstance(e, Fraction) for _, e in node.args)):
            raise OutOfReach("the verifier has no pi" if node.kind == "pi" else "the verifier has no roots")
        if node.kind == "function":
            for kind, atom, c in _waves(node):
                old = found.get((kind, atom.index), (atom, Fraction(0)))[1]
                found[kind, atom.index] = (atom, _common(old, c))
                if atom.kind == "product":  # its derivative holds symbols outside of the function
                    found |= {("symbols", s.index): (s, Fraction(1)) for s in atom.symbols()}
    return found


def _waves(node: Expr) -> list[tuple[str, Expr, Fraction]]:
    """The angles or exponents of a function: monomial and multiple."""
    name, (arg, *_) = node.args
    if name not in ("sin", "cos", "exp"):
        raise OutOfReach(f"the verifier has no {name}")
    parts, turns = angle_parts(arg.graph, arg)
    if turns or not all(atom is arg.graph.one or is_monomial(atom) for atom, _ in parts):
        raise OutOfReach(f"the verifier has no angle or exponent like {arg}")
    return [("exponents" if name == "exp" else "angles", atom, c) for atom, c in parts]


def _common(a: Fraction, b: Fraction) -> Fraction:
    """The greatest rational number of which both are whole multiples."""
    below = a.denominator * b.denominator
    return Fraction(gcd(a.numerator * b.denominator, b.numerator * a.denominator), below)


class RationalPoint:
    """A rational point of the generators; the first ones are the simplest."""

    def __init__(self, units, attempt: int):
        self.units, self._memo = units, {}
        rng = random.Random(attempt)
        width = 1 + attempt // 3

        def pick(values, first):
            return values[first] if attempt < 2 else rng.choice(values[: 1 + width])

        self.given: dict[tuple[str, int], Any] = {}
        for kind, index in units:
            if kind == "symbols":
                self.given[kind, index] = _rational(pick(SYMBOLS, attempt % 2))
            elif kind == "angles":
                self.given[kind, index] = tuple(map(_rational, pick(ANGLES, attempt % 2)))
            else:
                self.given[kind, index] = _rational(pick(EXPONENTIALS, attempt % 2))

    def value(self, root: Expr) -> fmpq:
        """The value of an expression."""
        memo, waiting = self._memo, [root]
        while waiting:
            node = waiting[-1]
            parts = () if node.kind == "function" else children(node)
            missing = [part for part in parts if part.index not in memo]
            waiting += missing
            if not missing:
                memo[waiting.pop().index] = self._node(node)
        return memo[root.index]

    def _node(self, node: Expr) -> fmpq:
        memo = self._memo
        if node.kind == "number":
            return node.args
        if node.kind == "symbol":
            return self._given("symbols", node)
        if node.kind == "sum":
            return sum((memo[t.index] * c for t, c in node.args[1]), node.args[0])
        if node.kind == "product":
            result = fmpq(1)
            for base, e in node.args:
                result *= self._power(memo[base.index], e)
            return result
        if node.kind != "function":
            raise OutOfReach("the verifier has no pi")
        name, (arg, *_) = node.args
        return self._wave(name, angle_parts(arg.graph, arg)[0])

    def _given(self, kind: str, atom: Expr):
        if (kind, atom.index) not in self.given:
            raise OutOfReach(f"{atom} does not occur in the rows and fields")
        return self.given[kind, atom.index]

    def _power(self, base: fmpq, e) -> fmpq:
        if not isinstance(e, int):
            raise OutOfReach("the verifier has no roots")
        return base**e

    def _wave(self, name: str, parts) -> fmpq:
        c, s, size = fmpq(1), fmpq(0), fmpq(1)
        kind = "exponents" if name == "exp" else "angles"
        for atom, multiple in parts:
            given = self._given(kind, atom)
            k = multiple / self.units[kind, atom.index][1]
            if k.denominator != 1:
                raise OutOfReach(f"a fraction of the angle or exponent {atom}")
            if kind == "exponents":
                size *= given ** int(k)
                continue
            a, b = given
            for _ in range(abs(int(k))):
                c, s = (c * a - s * b, s * a + c * b) if k > 0 else (c * a + s * b, s * a - c * b)
        return {"exp": size, "cos": c, "sin": s}[name]

    def record(self, roots: Sequence[Expr]) -> dict[str, Any]:
        """What the certificate says of the point: the generators in the rows."""
        found: dict[str, Any] = {"symbols": {}, "angles": {}, "exponents": {}}
        for (kind, _), (atom, _) in units_of(roots).items():
            unit = self.units[kind, atom.index][1]
            key = text(atom.graph.scale(atom, _rational(unit)))
            given = self.given[kind, atom.index]
            found[kind][key] = [str(x) for x in given] if kind == "angles" else str(given)
        return found


def _rational(number) -> fmpq:
    number = Fraction(number)
    return fmpq(number.numerator, number.denominator)
