"""Numbers with which everything that is assumed holds, and holds nearby too.

A verdict is one for almost all numbers that are left: where there are none, or none with others
around them (a >= b and b >= a), it would be one about nothing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.inequalities import Inequality, ends_of
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, assumed_of, balls, between_turns, drawn
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.ranges import Range
from nonholo.expression.sums import linear

TRIES = 240  # points that are drawn
ZERO, ONE = Rational(0), Rational(1)
NONE: Mapping[Expr, Rational] = MappingProxyType({})


def numbers_inside(graph: Graph) -> dict[Expr, Rational] | None:
    """A point at which all inequalities that the graph knows hold strictly; None if none was found.

    Points are drawn, and values of unspecified functions; where the relations are linear, their
    bounds decide.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> g.stated[a - b] = Range(low=Rational(0))
    >>> numbers_inside(g) is None
    False
    >>> g.stated[b - a] = Range(low=Rational(0))
    >>> numbers_inside(g) is None
    True
    """
    symbols = graph.unmask(graph.mask(list(graph.stated)))
    calls = [node for node in ordered(graph.stated) if is_unspecified(node)]
    rng = random.Random(len(symbols))
    for attempt in range(TRIES):
        size = (1, 3, 10, 30, 100)[attempt % 5]
        point = as_assumed(drawn(symbols, rng, size, attempt % 2 == 0))
        if _strictly(graph, point, drawn(calls, rng, size, attempt % 2 == 0)):
            return point
    candidate = _of_linear(graph, symbols)
    return candidate if candidate is not None and _strictly(graph, candidate) else None


def _strictly(
    graph: Graph, point: Mapping[Expr, Rational], calls: Mapping[Expr, Rational] = NONE
) -> bool:
    values = balls(list(graph.stated), {**point, **calls}, 128)
    known = [*graph.stated.values(), *map(assumed_of, point)]
    return all(map(is_inside, known, [*values, *map(Ball, point.values())]))


def is_inside(known: Range, value: Ball) -> bool:
    """A value surely lies in a range, and so do those around it.

    >>> [is_inside(Range(low=ZERO), Ball(n)) for n in (0, 1)]
    [False, True]
    """
    low, high = known.low, known.high
    return (
        value.is_finite()
        and (low is None or bool(value > Ball(low)))
        and (high is None or bool(value < Ball(high)))
        and not (known.apart and value.contains(0))
        and (known.turns is None or between_turns(known.turns, value))
        and not (known.whole and not value.contains_integer())
    )


def _of_linear(graph: Graph, symbols: Sequence[Expr]) -> dict[Expr, Rational] | None:
    """A point between the bounds of linear relations: each symbol gets a number between those that
    the others leave to it.  None where one is not linear, or nothing is left.
    """
    rows = _rows(graph, symbols)
    if rows is None:
        return None
    point = {}
    for s in symbols:
        ends = ends_of({s.index: ONE}, ZERO, rows)
        if ends.empty:
            return None
        point[s] = _middle(ends.low, ends.high)
        rows = [_with_value(row, s, point[s]) for row in rows]
    return point


def _rows(graph: Graph, symbols: Sequence[Expr]) -> list[Inequality] | None:
    """All bounds as strict linear inequalities; None if one is not linear."""
    bounds = [*graph.stated.items(), *((s, assumed_of(s)) for s in symbols)]
    rows = []
    for node, known in bounds:
        constant, terms = linear(node)
        if any(s.kind != "symbol" for s, _ in terms):
            return None
        coefficients = {s.index: c for s, c in terms}
        if known.low is not None:
            rows.append(Inequality(coefficients, constant - known.low, True))
        if known.high is not None:
            below = {index: -c for index, c in coefficients.items()}
            rows.append(Inequality(below, known.high - constant, True))
    return rows


def _with_value(row: Inequality, s: Expr, value: Rational) -> Inequality:
    left = {u: c for u, c in row.terms.items() if u != s.index}
    return Inequality(left, row.constant + row.terms.get(s.index, ZERO) * value, row.strict)


def _middle(low: Rational | None, high: Rational | None) -> Rational:
    if low is None:
        return ZERO if high is None else high - 1
    return low + 1 if high is None else (low + high) / 2
