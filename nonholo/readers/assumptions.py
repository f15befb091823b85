"""What is declared of parameters beside their values: positive, negative, nonzero, min, max,
integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from math import isfinite
from typing import Any

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.decide.ball import ball
from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, Range, assumption, words

FLAGS = ("positive", "negative", "nonzero", "integer")
BOUNDS = ("min", "max")
KEYS = ("value", *FLAGS, *BOUNDS)


def assumed_of(given: Mapping[str, Any], number: Callable[[str, Any], Fraction | None]) -> Range:
    """What the table of a parameter assumes; `number(key, value)` reads a bound.

    Raises NonholoError for unknown keys, for flags that are neither true nor false, and where no
    number is left."""
    _check(given)
    low, high = (_bound(given, key, number) for key in BOUNDS)
    flags = {key: given.get(key) is True for key in FLAGS}
    try:
        return assumption(low=low, high=high, **flags)
    except ValueError as error:
        told = ", ".join(f"{key} = {str(given[key]).lower()}" for key in KEYS[1:] if key in given)
        raise NonholoError(f"{told}: {error}") from None


def _check(given: Mapping[str, Any]) -> None:
    for key in given:
        if key not in KEYS:
            near = get_close_matches(str(key), KEYS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise NonholoError(
                f"unknown key {key}; known are {', '.join(KEYS[:-1])} and {KEYS[-1]}{hint}"
            )
    for key in FLAGS:
        if not isinstance(given.get(key, False), bool):
            raise NonholoError(f"{key} is true or false, given was {given[key]!r}")


def _bound(given: Mapping[str, Any], key: str, number) -> Rational | None:
    if given.get(key) is None:
        return None
    found = number(key, given[key])
    if not isinstance(found, Fraction):
        raise NonholoError(f"{key}: needed is a number such as 0.5, given was {given[key]!r}")
    return rational(found)


def symbol_assumption(symbol: Any) -> Range:
    """What is assumed of a SymPy Symbol."""
    return assumption(
        bool(symbol.is_positive),
        bool(symbol.is_negative),
        symbol.is_zero is False,
        Rational(0) if symbol.is_nonnegative else None,
        Rational(0) if symbol.is_nonpositive else None,
        bool(symbol.is_integer),
    )


def against(symbol: Expr, value: Expr | Fraction | float) -> str:
    """Why a parameter cannot have this value, by what is declared of it; nothing if it can."""
    assumed = symbol.graph.assumed.get(symbol.index, ANY)
    if assumed == ANY or _allowed(assumed, value):
        return ""
    return f"declared {_declared(symbol.args, assumed)}, but its value is {value}"


def _allowed(assumed: Range, value: Expr | Fraction | float) -> bool:
    if isinstance(value, Expr):
        return (
            assumed.holds(value.args) if value.is_number else _may_be(assumed, ball(value, {}, 256))
        )
    if isinstance(value, float) and not isfinite(value):
        return True  # refused elsewhere, for what it is
    return assumed.holds(rational(Fraction(str(value))))


def _may_be(assumed: Range, value: Ball) -> bool:
    """Not certainly outside; a constant that is no rational number is no integer."""
    below = assumed.low is not None and bool(value < Ball(assumed.low))
    above = assumed.high is not None and bool(value > Ball(assumed.high))
    return value.is_finite() and not (
        below or above or (assumed.whole and not value.contains_integer())
    )


def _declared(name: str, assumed: Range) -> str:
    for flag in FLAGS:
        alone: dict[str, Any] = {flag: True}
        if assumed == assumption(**alone):
            return {"integer": "an integer"}.get(flag, flag)
    return words(name, assumed)


def assumptions_of(symbols: Iterable[Expr]) -> tuple[str, ...]:
    """What is assumed of some symbols, each as a formula.

    >>> from nonholo.expression.graph import Graph
    >>> assumptions_of([Graph().symbol("a", assumption(positive=True))])
    ('a > 0',)
    """
    told = ((s.args, s.graph.assumed.get(s.index, ANY)) for s in symbols)
    return tuple(words(name, assumed) for name, assumed in told if assumed != ANY)
