"""The syntax tree of the expression language: frozen data, and the ways to go over it.

Sums and products are n-ary and the divisions of one product are collected (`a/b/c*d` is a*d over
b*c), so a long text gives a wide tree and never a deep one.  Subtraction is `Add` with `Negate`.
Nothing here recurses: `walk`, `fold` and `children` serve trees of any shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, prod
from typing import Any, NamedTuple, TypeVar

from nonholo.errors import Place
from nonholo.expression.unspecified import Unspecified
from nonholo.readers.places import Mark, complaint
from nonholo.readers.tokens import DIGITS, NOWHERE
from nonholo.words.sentence import say

MAX_HEIGHT = 200
MAX_EXPONENT = 1000
MAX_DEGREE = 10_000  # (x**100)**100 is the highest tower of powers
MAX_POWER_BITS = 20_000
MAX_BITS = 500_000  # all constants of one text together
MAX_VALUE_BITS = 2_000  # constants up to here are evaluated, to be judged as exponents


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    """Every node knows where it stands; two trees are equal wherever they stand."""

    place: Place | Mark = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(_Node):
    """A number >= 0 exactly as written: 0.1 is 1/10."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Name(_Node):
    """A name; pi is the constant."""

    text: str


@dataclass(frozen=True, slots=True)
class Rate(_Node):
    """A velocity (order 1) or an acceleration (order 2) of a coordinate."""

    name: str
    order: int


@dataclass(frozen=True, slots=True)
class Differential(_Node):
    """The differential of a coordinate or of time; the parser leaves it to `names.resolve`."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(_Node):
    """A known function, or an unspecified one, of as many arguments as it needs."""

    function: str | Unspecified
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Negate(_Node):
    """Minus the argument."""

    arg: Expression


@dataclass(frozen=True, slots=True)
class Add(_Node):
    """The sum of two or more terms."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Multiply(_Node):
    """The product of two or more factors."""

    factors: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Divide(_Node):
    """The numerator over the denominator."""

    numerator: Expression
    denominator: Expression


@dataclass(frozen=True, slots=True)
class Power(_Node):
    """The base to the exponent."""

    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Equation(_Node):
    """left = right, or left = 0 where `right` is None."""

    left: Expression
    right: Expression | None


@dataclass(frozen=True, slots=True)
class Inequality(_Node):
    """left relation right, with the relation one of >= <= > <."""

    left: Expression
    relation: str
    right: Expression


Expression = Number | Name | Rate | Differential | Call | Negate | Add | Multiply | Divide | Power
Tree = Expression | Equation | Inequality
Node = TypeVar("Node", Expression, Equation, Inequality)
T = TypeVar("T")

_CHILDREN: dict[type, Callable[[Any], tuple[Expression, ...]]] = {
    Number: lambda node: (),
    Name: lambda node: (),
    Rate: lambda node: (),
    Differential: lambda node: (),
    Call: lambda node: node.args,
    Negate: lambda node: (node.arg,),
    Add: lambda node: node.terms,
    Multiply: lambda node: node.factors,
    Divide: lambda node: (node.numerator, node.denominator),
    Power: lambda node: (node.base, node.exponent),
    Equation: lambda node: (node.left,) if node.right is None else (node.left, node.right),
    Inequality: lambda node: (node.left, node.right),
}

_REBUILD: dict[type, Callable[[Any, Sequence[Expression]], Tree]] = {
    Call: lambda node, parts: Call(node.function, tuple(parts), place=node.place),
    Negate: lambda node, parts: Negate(*parts, place=node.place),
    Add: lambda node, parts: Add(tuple(parts), place=node.place),
    Multiply: lambda node, parts: Multiply(tuple(parts), place=node.place),
    Divide: lambda node, parts: Divide(*parts, place=node.place),
    Power: lambda node, parts: Power(*parts, place=node.place),
    Equation: lambda node, parts: Equation(
        parts[0], parts[1] if len(parts) > 1 else None, place=node.place
    ),
    Inequality: lambda node, parts: Inequality(parts[0], node.relation, parts[1], place=node.place),
}


def leaf(word: str, place: Place | Mark = NOWHERE) -> Number | Name | Rate:
    """A number or a name; primes make it a rate.

    >>> leaf("x''")
    Rate(name='x', order=2)
    """
    return Number(Fraction(word), place=place) if word[0] in DIGITS else named(word, place)


def named(word: str, place: Place | Mark = NOWHERE) -> Name | Rate:
    """A name, or with primes a rate."""
    name = word.rstrip("'")
    return (
        Name(word, place=place) if name == word else Rate(name, len(word) - len(name), place=place)
    )


def children(node: Tree) -> tuple[Expression, ...]:
    """The direct parts of a node, from left to right.

    >>> children(Add((Name("x"), Name("y"))))
    (Name(text='x'), Name(text='y'))
    """
    return _CHILDREN[type(node)](node)


def rebuild(node: Tree, parts: Sequence[Expression]) -> Tree:
    """The same node over other parts, at the same place; a leaf is returned as it is.

    >>> rebuild(Negate(Name("x")), [Name("y")])
    Negate(arg=Name(text='y'))
    """
    make = _REBUILD.get(type(node))
    return make(node, parts) if make else node


def walk(tree: Tree) -> Iterator[Tree]:
    """All nodes, each before its parts, without recursion.

    >>> [type(node).__name__ for node in walk(Negate(Name("x")))]
    ['Negate', 'Name']
    """
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


def fold(tree: Tree, combine: Callable[[Any, list[T]], T]) -> T:
    """The value of a tree from the values of its parts, without recursion.

    `combine(node, values)` gets the values of `children(node)` in their order.

    >>> fold(Add((Name("x"), Name("y"))), lambda node, parts: 1 + sum(parts))
    3
    """
    order: list[tuple[Tree, int]] = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        parts = children(node)
        order.append((node, len(parts)))
        waiting.extend(parts)
    values: list[T] = []
    for node, count in reversed(order):
        first = len(values) - count
        values[first:] = [combine(node, values[first:])]
    return values[0]


class _Size(NamedTuple):
    """Bounds of what evaluating a subtree can make: degree in its names, bits of its constants.

    `value` is exact, for a rational constant of few bits.
    """

    height: int
    degree: int
    bits: int
    constant: bool
    value: Fraction | None = None


def check_size(tree: Expression) -> None:
    """Refuse what would be too deep or too big to compute with, before anything is computed.

    Raises `BadExpression`, also for a division by a constant zero.

    >>> check_size(Power(Number(Fraction(9)), Number(Fraction(5000))))
    Traceback (most recent call last):
    nonholo.errors.BadExpression: line 1, column 1: exponent too large: at most 1000
    """
    if fold(tree, _measure).bits > MAX_BITS:
        raise complaint(say("the constants of this expression are too large together"), tree.place)


def _measure(node: Expression, parts: list[_Size]) -> _Size:
    if isinstance(node, Number):
        bits = node.value.numerator.bit_length() + node.value.denominator.bit_length() - 1
        return _Size(1, 0, bits, True, node.value if bits <= MAX_VALUE_BITS else None)
    if not parts:
        return _Size(1, 1, 0, False)
    height = 1 + max(size.height for size in parts)
    if height > MAX_HEIGHT:
        raise complaint(
            say("nested deeper than {most}", most=MAX_HEIGHT), node.place, say("fewer levels")
        )
    return _power(node, *parts) if isinstance(node, Power) else _combined(node, parts, height)


_VALUES: dict[type, Callable[[list[Fraction]], Fraction]] = {
    Negate: lambda values: -values[0],
    Add: lambda values: sum(values, Fraction(0)),
    Multiply: lambda values: prod(values, start=Fraction(1)),
    Divide: lambda values: values[0] / values[1],
}


def _combined(node: Expression, parts: list[_Size], height: int) -> _Size:
    if isinstance(node, Divide) and parts[1].value == 0:
        raise complaint(say("division by zero"), node.denominator.place)
    degree = (sum if isinstance(node, Multiply | Divide) else max)(size.degree for size in parts)
    bits = sum(size.bits for size in parts) + len(parts).bit_length()
    constant = type(node) in _VALUES and all(size.constant for size in parts)
    known = constant and bits <= MAX_VALUE_BITS
    values = [size.value for size in parts if size.value is not None]  # all of them, if known
    value = _VALUES[type(node)](values) if known else None
    return _Size(height, degree, bits, constant, value)


def _power(node: Power, base: _Size, exponent: _Size) -> _Size:
    height = 1 + max(base.height, exponent.height)
    if not exponent.constant:
        return _Size(height, base.degree + exponent.degree, base.bits + exponent.bits, False)
    if exponent.value is None or abs(exponent.value) > MAX_EXPONENT:
        message = say("exponent too large: at most {most}", most=MAX_EXPONENT)
        raise complaint(message, node.exponent.place)
    count = max(1, ceil(abs(exponent.value)))
    degree, bits = count * base.degree, count * base.bits
    if bits > MAX_POWER_BITS or degree > MAX_DEGREE:
        raise complaint(say("this power is too large"), node.place, say("a smaller exponent"))
    if base.value == 0 and exponent.value < 0:
        raise complaint(say("division by zero"), node.place)
    constant = base.constant and exponent.value.denominator == 1
    known = constant and bits <= MAX_VALUE_BITS
    value = base.value ** int(exponent.value) if known and base.value is not None else None
    return _Size(height, degree, bits, constant, value)
