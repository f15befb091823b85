"""The partial derivatives of a node by its parts, in any ring of values: numbers, truncated series,
balls.

A ring has `value` (node index -> element), `number(q)`, `times(a, b)`, `power(a, e)` with a whole
or half exponent e, `raised(b, e)` = b^e for a node b, `circle(x)` = (sin x, cos x), `sign(x)`, a
constant c with |x| = c x, and `unspecified(f, args)`, the value of an unspecified function, so that
of its derivatives too."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol, TypeVar

from nonholo.arithmetic.numbers import Rational, rational
from nonholo.expression.graph import Expr
from nonholo.expression.unspecified import Unspecified

HALF = Fraction(1, 2)
V = TypeVar("V")


class Values(Protocol[V]):
    """A ring of values of nodes."""

    value: dict[int, V]

    def number(self, q: Rational, /) -> V: ...
    def times(self, a: V, b: V, /) -> V: ...
    def power(self, a: V, e: int | Fraction, /) -> V: ...
    def raised(self, base: Expr, e: int | Fraction, /) -> V: ...
    def circle(self, x: Expr, /) -> tuple[V, V]: ...
    def sign(self, x: Expr, /) -> V: ...
    def unspecified(self, name: Unspecified, args: tuple[Expr, ...], /) -> V: ...


def slopes(ring: Values[V], node: Expr, moves: Callable[[Expr], bool]) -> list[tuple[Expr, V]]:
    """(part, d node/d part) for the parts that move."""
    if node.kind == "sum":
        return [(child, ring.number(c)) for child, c in node.args[1] if moves(child)]
    if node.kind == "product":
        return [
            (base, _factor(ring, node, i)) for i, (base, _) in enumerate(node.args) if moves(base)
        ]
    if node.kind != "function":
        return []
    name, args = node.args
    if isinstance(name, Unspecified):
        places = [(i, arg) for i, arg in enumerate(args) if moves(arg)]
        return [(arg, ring.unspecified(name.by(i), args)) for i, arg in places]
    return [
        (arg, _FUNCTIONS[name](ring, node, position))
        for position, arg in enumerate(args)
        if moves(arg)
    ]


def _factor(ring: Values[V], node: Expr, i: int) -> V:
    """d prod b^e / d b_i = e b_i^(e-1) times the other factors."""
    base, e = node.args[i]
    result = None if e == 1 else ring.raised(base, e - 1)
    for j, (other, exponent) in enumerate(node.args):
        if j != i:
            value = ring.value[other.index] if exponent == 1 else ring.raised(other, exponent)
            result = value if result is None else ring.times(result, value)
    q = rational(e)
    if result is None:
        return ring.number(q)
    return result if e == 1 else ring.times(ring.number(q), result)


def _argument(ring: Values[V], node: Expr) -> V:
    return ring.value[node.args[1][0].index]


def _polynomial(ring, node: Expr, constant: int, square: int):
    """constant + square x^2 for the argument x."""
    x = _argument(ring, node)
    return ring.number(Rational(constant)) + ring.times(
        ring.number(Rational(square)), ring.times(x, x)
    )


def _two(ring, node: Expr, position: int):
    """atan2(y, x): x/(x^2 + y^2) by y, -y/(x^2 + y^2) by x."""
    y, x = (ring.value[arg.index] for arg in node.args[1])
    over = x if position == 0 else ring.times(ring.number(Rational(-1)), y)
    return ring.times(over, ring.power(ring.times(x, x) + ring.times(y, y), -1))


_FUNCTIONS = {
    "sin": lambda r, node, _: r.circle(node.args[1][0])[1],
    "cos": lambda r, node, _: r.times(r.number(Rational(-1)), r.circle(node.args[1][0])[0]),
    "exp": lambda r, node, _: r.value[node.index],
    "log": lambda r, node, _: r.power(_argument(r, node), -1),
    "atan": lambda r, node, _: r.power(_polynomial(r, node, 1, 1), -1),
    "atanh": lambda r, node, _: r.power(_polynomial(r, node, 1, -1), -1),
    "asin": lambda r, node, _: r.power(_polynomial(r, node, 1, -1), -HALF),
    "acos": lambda r, node, _: r.times(
        r.number(Rational(-1)), r.power(_polynomial(r, node, 1, -1), -HALF)
    ),
    "asinh": lambda r, node, _: r.power(_polynomial(r, node, 1, 1), -HALF),
    "acosh": lambda r, node, _: r.power(_polynomial(r, node, -1, 1), -HALF),
    "abs": lambda r, node, _: r.sign(node.args[1][0]),
    "sign": lambda r, node, _: r.number(Rational(0)),
    "atan2": _two,
}
