"""Expressions at many points at once, modulo a prime below 2^31: arrays of residues.

Symbols, sines and cosines, exponentials get independent values that obey the addition theorems (sin
and cos from the half angle); a square root exists at the points where its base is a square, the
others are left out.  p = 3 mod 4, so that a root is a power.  Numbers modulo a prime only propose;
whoever uses them proves the result."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

import numpy as np

from nonholo.arithmetic.numbers import Integer, Rational
from nonholo.errors import OutOfReach
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.unspecified import Unspecified
from nonholo.words.sentence import say
from nonholo.work import spend

BITS = 31
HALF = Fraction(1, 2)
NODE, FEW = 10, 50  # units for a node; points for one more
TWELFTHS = {
    Fraction(0): (0, None),
    Fraction(1, 6): (1, None),
    Fraction(1, 4): (1, 2),
    Fraction(1, 3): (1, 3),
    Fraction(1, 2): (2, None),
}  # sin(r pi) = a sqrt(b) / 2


def small_prime(rng: random.Random) -> int:
    """A prime p = 3 mod 4 below 2^31."""
    while True:
        candidate = rng.getrandbits(BITS) | 1 << (BITS - 1) | 3
        if Integer(candidate).is_prime():
            return candidate


class Residues:
    """Values of expressions at `count` random points; `fit` tells where all of them exist.

    blocks: every symbol of `held` keeps its value within each of so many equal blocks of points.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> at = Residues(random.Random(1), 4)
    >>> bool((at.of(1 / x) * at.of(x) % at.p == 1).all())
    True
    >>> bool((at.of(g.sin(2 * x) - 2 * g.sin(x) * g.cos(x)) == 0).all())
    True
    """

    def __init__(self, rng: random.Random, count: int, held: Iterable[Expr] = (), blocks: int = 1):
        self.rng, self.count, self.blocks = rng, count, blocks
        self.p = small_prime(rng)
        self.fit = np.ones(count, dtype=bool)
        self._held = 0
        for symbol in held:
            self._held |= symbol.support
        self._free: dict[object, np.ndarray] = {}
        self._value: dict[int, np.ndarray] = {}
        self._powers: dict[tuple[int, int | Fraction], np.ndarray] = {}
        self._units: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] = {}

    def of(self, root: Expr) -> np.ndarray:
        """The values of an expression; raises OutOfReach for functions without an image."""
        for node in ordered([root], stop=lambda n: n.index in self._value):
            spend(NODE + self.count // FEW)
            self._value[node.index] = self._node(node)
        return self._value[root.index]

    def number(self, q: Rational | Fraction) -> int:
        """The image of a rational number."""
        if isinstance(q, Rational):
            over, under = int(q.p), int(q.q)
        else:
            over, under = q.numerator, q.denominator
        return over % self.p * pow(under, -1, self.p) % self.p

    def free(self, key: object, support: int) -> np.ndarray:
        """Random residues, the same each time; constant within blocks if they depend on nothing
        that moves.
        """
        residues = self._free.get(key)
        if residues is None:
            held = not support & ~self._held
            size = self.blocks if held else self.count
            draws = np.array([self.rng.randrange(2, self.p) for _ in range(size)], dtype=np.int64)
            residues = self._free[key] = (
                np.repeat(draws, -(-self.count // size))[: self.count] if held else draws
            )
        return residues

    def _node(self, node: Expr) -> np.ndarray:
        if node.kind == "number":
            return np.full(self.count, self.number(node.args), dtype=np.int64)
        if node.kind in ("symbol", "pi"):
            return self.free(node.index, node.support)
        if node.kind == "sum":
            constant, terms = node.args
            total = np.full(self.count, self.number(constant), dtype=np.int64)
            for term, c in terms:
                value = self._value[term.index]
                total += value if c == 1 else -value if c == -1 else self.number(c) * value % self.p
            return total % self.p
        if node.kind == "product":
            first, *others = (self._raised(base, e) for base, e in node.args)
            return reduce(lambda total, value: total * value % self.p, others, first)
        return self._function(node)

    def _raised(self, base: Expr, e: int | Fraction) -> np.ndarray:
        """The values of base^e; a root and a quotient take 30 squares, so they are kept."""
        if e == 1:
            return self._value[base.index]
        key = base.index, e
        if key not in self._powers:
            value = self._value[base.index]
            self._powers[key] = (
                self.power(value, e) if isinstance(e, int) else self._rooted(base, value, e)
            )
        return self._powers[key]

    def _rooted(self, base: Expr, value: np.ndarray, e: Fraction) -> np.ndarray:
        if e.denominator != 2:
            raise OutOfReach(say("the exponent {e} has no image modulo a prime", e=str(e)))
        if e != HALF:
            return self.power(self._raised(base, HALF), e.numerator)
        root = self.power(value, (self.p + 1) // 4)
        self.fit &= root * root % self.p == value
        return root

    def power(self, base: np.ndarray, e: int) -> np.ndarray:
        """base^e for a whole e; points where 1/0 would stand are unfit."""
        if e < 0:
            self.fit &= base != 0
            e %= self.p - 1
        result = np.ones(self.count, dtype=np.int64)
        while e:
            if e & 1:
                result = result * base % self.p
            e >>= 1
            base = base * base % self.p if e else base
        return result

    def _function(self, node: Expr) -> np.ndarray:
        name, args = node.args
        if name in ("sin", "cos"):
            return self._turned(args[0])[name == "sin"]
        if isinstance(name, Unspecified):
            return self.free((name, *(a.index for a in args)), node.support)
        if name != "exp":
            raise OutOfReach(say("{name} has no image modulo a prime", name=name))
        parts, turns = angle_parts(node.graph, args[0])
        parts = [*parts, (node.graph.pi, turns)] if turns else parts
        result = np.ones(self.count, dtype=np.int64)
        for atom, c in parts:
            unit = self.free(("exp", atom.index, c.denominator), atom.support)
            result = result * self.power(unit, c.numerator) % self.p
        return result

    def _turned(self, arg: Expr) -> tuple[np.ndarray, np.ndarray]:
        """(cos, sin) of a sum of multiples of atoms."""
        parts, turns = angle_parts(arg.graph, arg)
        c, s = (
            np.full(self.count, self._constant(r), dtype=np.int64)
            for r in (turns + Fraction(1, 2), turns)
        )
        for atom, multiple in parts:
            a, b = self._unit(atom, multiple.denominator)
            b = b if multiple > 0 else -b % self.p
            for _ in range(abs(multiple.numerator)):
                c, s = (c * a - s * b) % self.p, (s * a + c * b) % self.p
        return c, s

    def _unit(self, atom: Expr, below: int) -> tuple[np.ndarray, np.ndarray]:
        """(cos, sin) of atom / below, from one half angle of atom / 12 or of what it is divided
        by.
        """
        known = self._units.get((atom.index, below))
        if known is not None:
            return known
        finest = 12 if 12 % below == 0 else below
        t = self.free(("circle", atom.index, finest), atom.support)
        under = self.power((1 + t * t) % self.p, -1)
        a, b = (1 - t * t) % self.p * under % self.p, 2 * t * under % self.p
        c, s = a, b
        for _ in range(finest // below - 1):
            c, s = (c * a - s * b) % self.p, (s * a + c * b) % self.p
        self._units[atom.index, below] = c, s
        return c, s

    def _constant(self, half_turns: Fraction) -> int:
        """sin(r pi) for multiples of pi/6 and pi/4."""
        r = half_turns % 2
        sign, r = (-1, r - 1) if r >= 1 else (1, r)
        a, b = TWELFTHS.get(min(r, 1 - r), (None, None))
        if a is None:
            raise OutOfReach(
                say("sin({half_turns}*pi) has no image modulo a prime", half_turns=half_turns)
            )
        root = 1 if b is None else pow(b, (self.p + 1) // 4, self.p)
        if b is not None and root * root % self.p != b:
            raise OutOfReach(say("a constant angle has no image modulo this prime"))
        return sign * a * root * pow(2, -1, self.p) % self.p
