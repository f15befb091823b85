"""A random point modulo a random prime: values and gradients of expressions there.

The map to numbers modulo the prime sends 0 to 0.  Symbols, sines, cosines and exponentials get independent
elements that obey the addition theorems, so that a nonzero value proves a nonzero function.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from flint import fmpq

from nonholo.errors import OutOfReach
from nonholo.exact.functions import angle_parts
from nonholo.exact.graph import TURN, Expr, ordered
from nonholo.exact.modular import Modulus

Row = dict[int, int]


class Unlucky(Exception):
    """A denominator vanishes at the random point, or a root has no image: try another."""


class Point:
    """A random point modulo a random prime: values and gradients of expressions there."""

    def __init__(self, rng: random.Random):
        self.modulus = Modulus(rng)
        self.p = self.modulus.p
        self.value: dict[int, int] = {}
        self.gradient: dict[int, Row] = {}
        self.free: dict[object, int] = {}

    def evaluate(self, roots: Iterable[Expr], own: Mapping[int, int]) -> None:
        """Values and gradients of the roots and all below; own: index of a symbol node -> its variable."""
        for node in ordered(roots, stop=lambda n: n.index in self.value):
            self.value[node.index], self.gradient[node.index] = _RULES[node.kind](self, node, own)

    def generator(self, key) -> int:
        found = self.free.get(key)
        if found is None:
            found = self.free[key] = self.modulus.random()
        return found

    def inverse(self, number: int) -> int:
        if number == 0:
            raise Unlucky
        return pow(number, -1, self.p)

    def power(self, base: int, exponent: int) -> int:
        return pow(base, exponent, self.p) if exponent >= 0 else pow(self.inverse(base), -exponent, self.p)

    def chain(self, parts: Sequence[tuple[Expr, int]]) -> Row:
        """sum of factor * gradient."""
        moving = [(g, f) for node, f in parts if (g := self.gradient[node.index])]
        if len(moving) == 1 and moving[0][1] == 1:
            return moving[0][0]
        total: Row = {}
        for gradient, f in moving:
            for i, d in gradient.items():
                total[i] = (total.get(i, 0) + f * d) % self.p
        return total


def _rational(at: Point, number: fmpq) -> int:
    """The image of a rational number, without a look-up for whole ones."""
    return int(number.p) % at.p if number.q == 1 else at.modulus.rational(number)


def _number(at: Point, node: Expr, own):
    return _rational(at, node.args), {}


def _symbol(at: Point, node: Expr, own):
    variable = own.get(node.index)
    return at.generator(("symbol", node.args)), {} if variable is None else {variable: 1}


def _pi(at: Point, node: Expr, own):
    return at.generator("pi"), {}


def _sum(at: Point, node: Expr, own):
    constant, terms = node.args
    parts = [(t, _rational(at, c)) for t, c in terms]
    total = _rational(at, constant) + sum([c * at.value[t.index] for t, c in parts])
    return total % at.p, at.chain(parts)


def _product(at: Point, node: Expr, own):
    """d prod b^e = sum_b e b^(e-1) (prod of the others) db."""
    p = at.p
    powers = [_base_power(at, base, e) for base, e in node.args]
    total = 1
    for value in powers:
        total = total * value % p
    parts = []
    for i, (base, e) in enumerate(node.args):
        if at.gradient[base.index]:
            factor = e * (at.power(at.value[base.index], e - 1) if e != 1 else 1)
            for j, value in enumerate(powers):
                factor = factor * value % p if j != i else factor
            parts.append((base, factor % p))
    return total, at.chain(parts)


def _base_power(at: Point, base: Expr, exponent) -> int:
    value = at.value[base.index]
    if isinstance(exponent, int):
        return value if exponent == 1 else at.power(value, exponent)
    whole = exponent.numerator // exponent.denominator
    if not base.is_number or exponent - whole != Fraction(1, 2):
        raise OutOfReach("roots of expressions have no image at a random point")
    root = at.modulus.i if base.args == -1 else at.modulus.root_of_prime(int(base.args.p))
    if root is None:
        raise Unlucky
    return at.power(value, whole) * root % at.p


def _function(at: Point, node: Expr, own):
    name, args = node.args
    if name not in ("sin", "cos", "exp"):
        raise OutOfReach(f"{name} has no image at a random point")
    (x,) = args
    z = _exponential(at, "exp" if name == "exp" else "circle", x)
    if name == "exp":
        return z, at.chain([(x, z)])
    half, inverse = at.inverse(2), at.inverse(z)
    cosine = (z + inverse) * half % at.p
    sine = (z - inverse) * half * at.inverse(at.modulus.i) % at.p
    return (sine, at.chain([(x, cosine)])) if name == "sin" else (cosine, at.chain([(x, -sine % at.p)]))


def _exponential(at: Point, kind: str, x: Expr) -> int:
    """The image of e^(i x) or e^x: prod z_atom^(TURN c), one free z for each atom."""
    parts, turns = angle_parts(x.graph, x)
    if kind == "exp":
        parts, turns = [*parts, (x.graph.pi, turns)], Fraction(0)
    value = at.modulus.turn(turns)
    if value is None or any((c * TURN).denominator != 1 for _, c in parts):
        raise OutOfReach("an angle has no image at a random point")
    for atom, c in parts:
        value = value * at.power(at.generator((kind, atom.index)), int(c * TURN)) % at.p
    return value


_RULES: dict[str, Callable] = {"number": _number, "symbol": _symbol, "pi": _pi, "sum": _sum, "product": _product,
                               "function": _function}
