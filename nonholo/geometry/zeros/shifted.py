"""A polynomial counted from the bounds of what stands in it.

Where a > b is assumed, a = b + u with u > 0: the terms of a c - b c + d then have one sign, which
the bounds of a and b alone do not tell.  A bound of one symbol is the case without b."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.expression.graph import Expr, linear
from nonholo.expression.ranges import Range, range_of

MOST = 24  # ways to count, of one polynomial
DEEPEST = 3  # bounds that are used together
ZERO, ONE = Rational(0), Rational(1)


@dataclass(frozen=True, slots=True)
class Shift:
    """generator: which one is counted from a bound; value: what it is, where its own name stands
    for the distance u to that bound; distance: the range of u, 0 or more."""

    generator: int
    value: Polynomial
    distance: Range


def shifted(
    field: Field, poly: Polynomial, variables: Sequence[Expr], ranges: Sequence[Range]
) -> Iterator[tuple[Polynomial, list[Range]]]:
    """The polynomial counted from bounds that are assumed, one or some of them, each time with the
    ranges of its generators.

    poly: of the field; variables: what moves: a distance that does stands in the place of a
    generator that does; ranges: those of the generators as they are.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import ANY
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> g.stated[a - b] = Range(low=ZERO, apart=True)
    >>> field = Field([a, b])
    >>> [str(form) for form, _ in shifted(field, field.normal(2 * a - b).num, [a], [ANY, ANY])]
    ['x0 + 2*x1']
    """
    ways = _ways(field, poly, variables)
    waiting = [(poly, list(ranges), frozenset[int]())]
    for _ in range(MOST):
        if not waiting:
            return
        form, bounds, used = waiting.pop(0)
        for way in ways:
            if way.generator in used or not form.degrees()[way.generator]:
                continue
            gens = list(field.context.gens())
            gens[way.generator] = way.value
            told = list(bounds)
            told[way.generator] = way.distance
            another = form.compose(*gens)
            yield another, told
            if len(used) + 1 < DEEPEST:
                waiting.append((another, told, used | {way.generator}))


def _ways(field: Field, poly: Polynomial, variables: Sequence[Expr]) -> list[Shift]:
    """The bounds of the symbols in the polynomial: their own, and by what is assumed of sums."""
    degrees = poly.degrees()
    places = {g: k for k, g in enumerate(field.generators) if g.kind == "symbol"}
    alone = ((g, range_of(g)) for g, k in places.items() if degrees[k])
    away = [(g, r) for g, r in alone if r.low or r.high]
    return [
        way
        for node, known in (*field.graph.stated.items(), *away)
        for way in _of_bound(field, places, degrees, node, known)
        if field.generators[way.generator].has(variables) or not node.has(variables)
    ]


def _of_bound(
    field: Field, places: dict[Expr, int], degrees: Sequence[int], node: Expr, known: Range
) -> Iterator[Shift]:
    """Each symbol of a sum between bounds, by the distance of the sum to one of them."""
    constant, terms = linear(node)
    written = [(t, c, p) for t, c in terms if (p := _polynomial(field, places, t)) is not None]
    if len(written) < len(terms):
        return
    for t, c, _ in written:
        k = places.get(t)
        if k is None or not degrees[k]:
            continue
        others = sum((p * d for s, d, p in written if s is not t), field.zero + constant)
        u = field.context.gens()[k]
        ends = ((known.low, u, known.above), (known.high, -u, known.below))
        for end, distance, left_out in ends:
            if end is not None:
                bounds = Range(low=ZERO, apart=left_out)
                yield Shift(k, (distance + end - others) * (ONE / c), bounds)


def _polynomial(field: Field, places: dict[Expr, int], term: Expr) -> Polynomial | None:
    """A symbol or a product of powers of symbols, None where another stands in it."""
    gens = field.context.gens()
    factors = term.powers
    if any(s not in places or not isinstance(e, int) or e < 0 for s, e in factors):
        return None
    return prod((gens[places[s]] ** e for s, e in factors), start=field.zero + 1)
