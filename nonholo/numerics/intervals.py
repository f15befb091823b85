"""Bounds of expressions over many boxes at once, in intervals of floating point.

A box gives each symbol an interval; every operation is widened by a few units in the last
place.  Bounds that are not known are infinite, so a bound that excludes 0 means that there is no
zero in the box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr, calls_in, ordered
from nonholo.expression.once import once
from nonholo.numerics.compile import constant

Interval = tuple[Any, Any]  # low and high: arrays of NumPy, or its numbers
WIDEN, LARGEST = 4 * np.finfo(float).eps, np.finfo(float).max
RISING = {
    "exp": np.exp,
    "atan": np.arctan,
    "sinh": np.sinh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "sign": np.sign,
}
INSIDE = {
    "log": (np.log, 0.0, np.inf),
    "asin": (np.arcsin, -1.0, 1.0),
    "atanh": (np.arctanh, -1.0, 1.0),
    "acosh": (np.arccosh, 1.0, np.inf),
}


def bounds(nodes: Sequence[Expr], boxes: Mapping[Expr, Interval]) -> list[Interval]:
    """(low, high) of each expression over each box; boxes: arrays of one shape for every symbol
    that occurs.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> box = np.array([1.0, -1.0]), np.array([2.0, 1.0])
    >>> ((low, high),) = bounds([x**2 - g.cos(x)], {x: box})
    >>> bool(low[0] > 0), bool(low[1] <= -1 and high[1] >= 1 - np.cos(1.0))
    (True, True)
    """
    known = {s.index: box for s, box in boxes.items()}
    with np.errstate(all="ignore"):
        for node in ordered(nodes, stop=lambda n: n.index in known):
            known[node.index] = _widened(*_value(node, known))
    return [known[node.index] for node in nodes]


def jumps(node: Expr) -> bool:
    """A sign stands in it, so that its derivative does not tell how it varies."""
    return bool(calls_in([node], "sign"))


def _widened(low: np.ndarray, high: np.ndarray) -> Interval:
    low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    low, high = (
        np.minimum(low, LARGEST),
        np.maximum(high, -LARGEST),
    )  # what overflows is finite all the same
    low, high = low - WIDEN * np.abs(low), high + WIDEN * np.abs(high)
    return np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)


def _value(node: Expr, known: Mapping[int, Interval]) -> Interval:
    if node.is_constant:
        x = once(node.graph, ("as a float", node), lambda: _constant(node))
        return np.float64(x), np.float64(x)
    if node.kind == "sum":
        return _sum(node, known)
    if node.kind == "product":
        low, high = np.float64(1.0), np.float64(1.0)
        for base, e in node.args:
            low, high = times((low, high), _power(known[base.index], e))
        return low, high
    if node.kind == "symbol":  # one on which nothing depends
        return np.float64(1.0), np.float64(1.0)
    name, args = node.args
    return _function(name, [known[a.index] for a in args])


def _constant(node: Expr) -> float:
    try:
        return constant(node)
    except (NonholoError, ValueError, ZeroDivisionError):
        return np.nan


def _sum(node: Expr, known: Mapping[int, Interval]) -> Interval:
    constant_part, terms = node.args
    low = high = np.float64(int(constant_part.p) / int(constant_part.q))
    for term, c in terms:
        a, b = known[term.index]
        c = int(c.p) / int(c.q)
        low, high = low + (c * a if c > 0 else c * b), high + (c * b if c > 0 else c * a)
    return low, high


def times(one: Interval, other: Interval) -> Interval:
    """The product of two intervals; 0 times a bound that is not known is not known."""
    with np.errstate(all="ignore"):
        ends = [a * b for a in one for b in other]
    unknown = np.any([np.isnan(e) for e in ends], axis=0)
    low, high = (
        np.minimum.reduce(np.broadcast_arrays(*ends)),
        np.maximum.reduce(np.broadcast_arrays(*ends)),
    )
    return np.where(unknown, -np.inf, low), np.where(unknown, np.inf, high)


def _power(base: Interval, e: int | Fraction) -> Interval:
    low, high = base
    if e < 0:
        low, high = _power(base, -e)
        crosses = (low <= 0) & (high >= 0)
        return np.where(crosses, -np.inf, 1 / high), np.where(crosses, np.inf, 1 / low)
    if not isinstance(e, int) and Fraction(e).denominator != 1:
        return np.where(low < 0, -np.inf, np.maximum(low, 0.0) ** float(e)), np.maximum(
            high, 0.0
        ) ** float(e)
    a, b = low ** int(e), high ** int(e)
    if int(e) % 2:
        return a, b
    crosses = (low <= 0) & (high >= 0)
    return np.where(crosses, 0.0, np.minimum(a, b)), np.maximum(a, b)


def _function(name: str, args: Sequence[Interval]) -> Interval:
    low, high = args[0]
    if name in RISING:
        return RISING[name](low), RISING[name](high)
    if name in INSIDE:
        f, least, most = INSIDE[name]
        outside = (low < least) | (high > most)
        return np.where(outside, -np.inf, f(low)), np.where(outside, np.inf, f(high))
    made: Callable | None = _SHAPES.get(name)
    if made is not None:
        return made(low, high)
    return np.full(np.shape(low), -np.inf), np.full(np.shape(low), np.inf)


def _sine(low, high) -> Interval:
    """Between the values at the ends, but 1 and -1 where a top or a bottom lies between."""
    a, b = np.sin(low), np.sin(high)
    top, bottom = (
        np.floor((high - at) / (2 * np.pi)) != np.floor((low - at) / (2 * np.pi))
        for at in (np.pi / 2, -np.pi / 2)
    )
    far = ~np.isfinite(low) | ~np.isfinite(high) | (np.maximum(np.abs(low), np.abs(high)) > 1e12)
    slack = 1e-15 * (1 + np.maximum(np.abs(low), np.abs(high)))  # of the angles
    return (
        np.where(bottom | far, -1.0, np.minimum(a, b) - slack),
        np.where(top | far, 1.0, np.maximum(a, b) + slack),
    )


def _tangent(low, high) -> Interval:
    pole = (np.floor(low / np.pi + 0.5) != np.floor(high / np.pi + 0.5)) | ~np.isfinite(high - low)
    return np.where(pole, -np.inf, np.tan(low)), np.where(pole, np.inf, np.tan(high))


def _even(f: Callable) -> Callable:
    """Of a function with f(-x) = f(x) that rises for x > 0."""

    def shape(low, high) -> Interval:
        size = np.maximum(np.abs(low), np.abs(high))
        least = np.where((low <= 0) & (high >= 0), 0.0, np.minimum(np.abs(low), np.abs(high)))
        return f(least), f(size)

    return shape


_SHAPES = {
    "sin": _sine,
    "cos": lambda low, high: _sine(low + np.pi / 2, high + np.pi / 2),
    "tan": _tangent,
    "abs": _even(np.abs),
    "cosh": _even(np.cosh),
    "acos": lambda low, high: (
        np.pi / 2 - INSIDE["asin"][0](np.minimum(high, 1.0)),
        np.pi / 2 - INSIDE["asin"][0](np.maximum(low, -1.0)),
    ),
}
