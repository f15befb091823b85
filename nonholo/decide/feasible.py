"""Numbers with which everything that is assumed holds, and holds nearby too.

A verdict is one for almost all numbers that are left: where there are none, or none with others
around them (a >= b and b >= a), it would be one about nothing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, assumed_of, balls, drawn
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import Range
from nonholo.expression.sums import linear

TRIES = 240  # points that are drawn
MOST = 400  # inequalities while symbols are eliminated

Row = tuple[Mapping[Expr, Rational], Rational]  # sum of c s + constant > 0


def numbers_inside(graph: Graph) -> dict[Expr, Rational] | None:
    """A point at which all inequalities that the graph knows hold strictly; None if none was found.

    Points are drawn; where the relations are linear, Fourier-Motzkin elimination decides.

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
    rng = random.Random(len(symbols))
    for attempt in range(TRIES):
        size = (1, 3, 10, 30, 100)[attempt % 5]
        point = as_assumed(drawn(symbols, rng, size, attempt % 2 == 0))
        if _strictly(graph, point):
            return point
    rows = _rows(graph, symbols)
    found = None if rows is None else _eliminated(rows, list(symbols))
    return found if found is not None and _strictly(graph, found) else None


def _strictly(graph: Graph, point: Mapping[Expr, Rational]) -> bool:
    values = balls(list(graph.stated), point, 128)
    known = [*graph.stated.values(), *map(assumed_of, point)]
    return all(map(_inside, known, [*values, *map(Ball, point.values())]))


def _inside(known: Range, value: Ball) -> bool:
    low, high = known.low, known.high
    return (
        value.is_finite()
        and (low is None or bool(value > Ball(low)))
        and (high is None or bool(value < Ball(high)))
        and not (known.apart and value.contains(0))
        and not (known.whole and not value.contains_integer())
    )


def _rows(graph: Graph, symbols: Sequence[Expr]) -> list[Row] | None:
    """All bounds as linear inequalities; None if one is not linear."""
    bounds = [(node, known) for node, known in graph.stated.items()]
    bounds += [(s, assumed_of(s)) for s in symbols]
    found: list[Row] = []
    for node, known in bounds:
        constant, terms = linear(node)
        if any(s.kind != "symbol" for s, _ in terms):
            return None
        own = dict(terms)
        if known.low is not None:
            found.append((own, constant - known.low))
        if known.high is not None:
            found.append(({s: -c for s, c in own.items()}, known.high - constant))
    return found


def _eliminated(rows: list[Row], symbols: list[Expr]) -> dict[Expr, Rational] | None:
    """A solution of strict linear inequalities: one symbol is eliminated, the others are found, and
    it gets a number between its bounds.
    """
    if not symbols:
        return {} if all(constant > 0 for _, constant in rows) else None
    s, *others = symbols
    free = [row for row in rows if s not in row[0]]
    lower = [_bound(row, s) for row in rows if row[0].get(s, 0) > 0]
    upper = [_bound(row, s) for row in rows if row[0].get(s, 0) < 0]
    between = [_minus(high, low) for low in lower for high in upper]
    if len(free) + len(between) > MOST:
        return None
    found = _eliminated([*free, *between], others)
    if found is None:
        return None
    low = max((_at(row, found) for row in lower), default=None)
    high = min((_at(row, found) for row in upper), default=None)
    return {**found, s: _middle(low, high)}


def _bound(row: Row, s: Expr) -> Row:
    """What s is above (c > 0) or below."""
    terms, constant = row
    c = terms[s]
    return {u: -k / c for u, k in terms.items() if u is not s}, -constant / c


def _minus(high: Row, low: Row) -> Row:
    names = {**high[0], **low[0]}
    zero = Rational(0)
    terms = {u: high[0].get(u, zero) - low[0].get(u, zero) for u in names}
    return {u: c for u, c in terms.items() if c}, high[1] - low[1]


def _at(row: Row, point: Mapping[Expr, Rational]) -> Rational:
    return sum((c * point[s] for s, c in row[0].items()), row[1])


def _middle(low: Rational | None, high: Rational | None) -> Rational:
    if low is None:
        return Rational(0) if high is None else high - 1
    return low + 1 if high is None else (low + high) / 2
