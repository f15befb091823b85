"""Texts of numbers: exp(log(0)) is 0 as an expression, and no real number as it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from nonholo.decide.ball import ball
from nonholo.decide.separation import is_zero_number
from nonholo.expression.graph import Expr
from nonholo.expression.reading import Reading, memory_of_a_value
from nonholo.geometry.zeros.domain import undefined
from nonholo.readers.lower import NOWHERE, Scope, Where

Values = Mapping[Expr, Expr]
NO_NUMBERS: Values = MappingProxyType({})


def real_number(
    scope: Scope,
    text: str,
    place: Where = NOWHERE,
    extra: Iterable[str] = (),
    numbers: Values = NO_NUMBERS,
) -> tuple[Expr, bool]:
    """What a text is, with numbers of letters put in, and whether it may be a real number.

    scope: in whose names it is read; place: where it stands; extra: letters that it may hold too.

    Raises BadExpression.

    >>> import nonholo as nh
    >>> scope = nh.System("x", "x'^2").scope
    >>> real_number(scope, "sqrt(2)^2"), real_number(scope, "exp(log(0))")
    ((2, True), (0, False))
    """
    with memory_of_a_value(scope.chart.graph) as reading:
        value = scope.expression(text, place, extra)
    there = value.subs(numbers)
    return there, not (has_no_value(reading, numbers) or undefined(there, {}))


def has_no_value(reading: Reading, numbers: Values) -> bool:
    """Something that was read has surely none: a number below 0 under a root, or a 0 below."""
    under = ((u.subs(numbers), strict) for u, strict in reading.demanded.items())
    below = (u.subs(numbers) for u in reading.divisors)
    return any(u.is_constant and is_outside(u, strict) for u, strict in under) or any(
        u.is_constant and is_zero(u) for u in below
    )


def is_zero(u: Expr) -> bool:
    """A constant is surely 0; it may hold roots in roots."""
    return u.is_zero or is_zero_number(u)


def is_outside(u: Expr, strict: bool) -> bool:
    """A constant is surely not 0 or more, or not more than 0 if strict.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> is_outside(g.zero, True), is_outside(g.zero, False), is_outside(g.cos(g.lift(2)), False)
    (True, False, True)
    """
    return (strict and is_zero(u)) or bool(ball(u, {}) < 0)
