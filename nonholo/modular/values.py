"""A random point modulo a random prime: values and gradients of expressions there.

The map to numbers modulo the prime sends 0 to 0.  Symbols, sines, cosines and exponentials get
independent elements that obey the addition theorems; a square root is one modulo the prime; every
other function gets a free element with its derivative by the chain rule.  What a nonzero value
proves is said in `images`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from nonholo.arithmetic.modular import PrimeField
from nonholo.arithmetic.numbers import Integer, Rational
from nonholo.errors import OutOfReach
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import TURN, UNIT, Expr, ordered
from nonholo.expression.unspecified import Unspecified
from nonholo.modular.slopes import slopes
from nonholo.words.sentence import say
from nonholo.work import spend

Row = dict[int, int]
NODE = 4  # units for a value and its gradient


class Unlucky(Exception):
    """A denominator vanishes at the random point, or a root has no image: try another."""


class Point:
    """A random point modulo a prime; the ring of its values (see `slopes`)."""

    def __init__(self, modulus: PrimeField):
        self.modulus, self.p = modulus, modulus.p
        self.value: dict[int, int] = {}
        self.gradient: dict[int, Row] = {}
        self.free: dict[object, int] = {}
        self.roots: dict[int, int] = {}

    def evaluate(self, roots: Iterable[Expr], variables: Mapping[int, int]) -> None:
        """Values and gradients of the roots and all below; variables: index of a symbol node -> its
        variable.
        """
        gradient = self.gradient

        def moves(node: Expr) -> bool:
            return bool(gradient[node.index])

        for node in ordered(roots, stop=lambda n: n.index in self.value):
            spend(NODE)
            self.value[node.index] = _RULES[node.kind](self, node)
            variable = variables.get(node.index)
            gradient[node.index] = (
                self._chain(slopes(self, node, moves)) if variable is None else {variable: 1}
            )

    def _chain(self, parts: list[tuple[Expr, int]]) -> Row:
        """sum of slope * gradient."""
        if len(parts) == 1 and parts[0][1] == 1:
            return self.gradient[parts[0][0].index]
        total: Row = {}
        for node, slope in parts:
            for i, d in self.gradient[node.index].items():
                total[i] = (total.get(i, 0) + slope * d) % self.p
        return total

    # the ring -----------------------------------------------------------------------------------
    def number(self, q: Rational) -> int:
        """The image of a rational number, without a look-up for whole ones."""
        return int(q.p) % self.p if q.q == 1 else self.modulus.rational(q)

    def times(self, a: int, b: int) -> int:
        return a * b % self.p

    def power(self, base: int, e: int | Fraction) -> int:
        """base^e for a whole or half e.

        Raises Unlucky at 1/0 and where there is no root.
        """
        if not isinstance(e, int):
            whole = e.numerator // e.denominator
            return self.power(base, whole) * self.root(base) % self.p
        if base == 0 and e < 0:
            raise Unlucky
        return pow(base, e, self.p)

    def root(self, base: int) -> int:
        """A square root, the same each time.

        Raises Unlucky where there is none.
        """
        known = self.roots.get(base)
        if known is None:
            if not self.is_square(base):
                raise Unlucky
            root = int(Integer(base).sqrtmod(self.p))
            known = self.roots[base] = min(root, self.p - root)
        return known

    def raised(self, base: Expr, e: int | Fraction) -> int:
        """The value of base^e; roots of -1 and of small primes fit the roots of unity.

        Raises OutOfReach where e is neither whole nor half of a whole number.
        """
        if isinstance(e, int) or not base.is_number:
            return self.power(self.value[base.index], _half(e))
        known = self.modulus.i if base.args == -1 else self.modulus.root_of_prime(int(base.args.p))
        if known is None:
            return self.power(self.value[base.index], _half(e))
        return self.power(self.value[base.index], _half(e).numerator // 2) * known % self.p

    def is_square(self, number: int) -> bool:
        return pow(number, (self.p - 1) // 2, self.p) <= 1

    def circle(self, x: Expr) -> tuple[int, int]:
        """(sin x, cos x) = ((z - 1/z)/2i, (z + 1/z)/2) with z the image of e^(ix)."""
        z, p = self.wave("circle", x), self.p
        inverse, half = self.power(z, -1), (p + 1) // 2
        return (z - inverse) * half * pow(self.modulus.i, -1, p) % p, (z + inverse) * half % p

    def sign(self, x: Expr) -> int:
        return self.generator(("sign", x.index))

    def unspecified(self, name: Unspecified, args: tuple[Expr, ...]) -> int:
        """A free element for each function, order and place."""
        return self.generator((name, *(a.index for a in args)))

    # elements -----------------------------------------------------------------------------------
    def generator(self, key) -> int:
        """The free element of a key, the same each time."""
        element = self.free.get(key)
        if element is None:
            element = self.free[key] = self.modulus.random()
        return element

    def wave(self, kind: str, x: Expr) -> int:
        """The image of e^(ix) ("circle") or e^x ("exp"): prod z_atom^(TURN c), one free z for
        each atom.
        """
        parts, turns = angle_parts(x.graph, x)
        if kind == "exp":
            parts, turns = [*parts, (x.graph.pi, turns)], Fraction(0)
        value = self.modulus.turn(turns)
        if value is None:
            value = self.generator(("turn", turns))
        for atom, c in parts:
            k = c * TURN
            z = self.generator(
                (kind, atom.index) if k.denominator == 1 else (kind, atom.index, c.denominator)
            )
            value = value * self.power(z, int(k) if k.denominator == 1 else c.numerator) % self.p
        return value


def _sum(at: Point, node: Expr) -> int:
    constant, terms = node.args
    value, number = at.value, at.number
    parts = [value[t.index] if c is UNIT else number(c) * value[t.index] for t, c in terms]
    return ((number(constant) if constant else 0) + sum(parts)) % at.p


def _product(at: Point, node: Expr) -> int:
    total = 1
    for base, e in node.args:
        total = total * (at.value[base.index] if e == 1 else at.raised(base, e)) % at.p
    return total


def _half(e):
    """The exponent, if it is whole or a half."""
    if e.denominator > 2:
        raise OutOfReach(say("the exponent {e} has no image at a random point", e=str(e)))
    return e


def _function(at: Point, node: Expr) -> int:
    name, args = node.args
    if name in ("sin", "cos"):
        return at.circle(args[0])[name == "cos"]
    if name == "exp":
        return at.wave("exp", args[0])
    if name in ("abs", "sign"):
        return at.sign(args[0]) * (at.value[args[0].index] if name == "abs" else 1) % at.p
    if isinstance(name, Unspecified):
        return at.unspecified(name, args)
    return at.generator((name, *(a.index for a in args)))


_RULES: dict[str, Callable] = {
    "number": lambda at, node: at.number(node.args),
    "symbol": lambda at, node: at.generator(("symbol", node.args)),
    "pi": lambda at, node: at.generator("pi"),
    "sum": _sum,
    "product": _product,
    "function": _function,
}
