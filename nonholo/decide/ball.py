"""Ball arithmetic: values that carry a rigorous error bound (Johansson 2017)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import prod

from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.expression.breaks import BREAKING
from nonholo.expression.demands import demands
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import UNIT, Expr, ordered
from nonholo.expression.ranges import Range, left_to, nothing_obeys, range_of
from nonholo.expression.text import text
from nonholo.expression.unspecified import Unspecified
from nonholo.work import spend

MAX_EXPONENT = 20_000  # beyond it a power is an exponential
NODE = 6  # units for the ball of one node
FEW = 8  # orders of nodes that are remembered
NEAR = 10**7  # how much closer to the centre
SMALL = tuple(Fraction(1, n) for n in (4, 4, 20, 20, 100, 100, 1000, 1000))  # inside small domains
PRECISIONS = (64, 256, 1024)
PRECISION = PRECISIONS[1]  # bits, where one enclosure has to do
Point = Mapping[Expr, Rational]
COMPLETIONS = 60  # draws of symbols that assumed relations bind to those of a point


def ball(node: Expr, point: Mapping[Expr, Rational], precision: int = 64) -> Ball:
    """A ball that contains the value of the expression at a rational point; nan outside its
    domain.
    """
    return balls([node], point, precision)[0]


def balls(
    nodes: Sequence[Expr],
    point: Mapping[Expr, Rational | Ball],
    precision: int = 64,
    known: dict[int, Ball] | None = None,
) -> list[Ball]:
    """Balls around the values of several expressions at one point (rational, or itself given by
    balls).

    The point may give values of unspecified functions too.  A symbol in their form on which none of
    them depends needs no value in the point: it is 1.  known: balls of nodes at this point, which
    more are added to.

    Raises ValueError for a symbol without a value.
    """
    with at_precision(precision):
        memo = {} if known is None else known
        memo |= {s.index: Ball(v) for s, v in point.items()}
        support = nodes[0].graph.mask(nodes) if nodes else 0
        order = _below(nodes, memo, point if known is None else None)
        spend(NODE * len(order))
        for below in order:
            idle = below.kind == "symbol" and not below.support & support
            memo[below.index] = Ball(1) if idle else _value(below, memo)
        return [memo[node.index] for node in nodes]


def _below(
    nodes: Sequence[Expr], memo: Mapping[int, Ball], point: Iterable[Expr] | None
) -> list[Expr]:
    """The nodes that have no ball yet, in order; those that were met last are remembered, as one is
    asked for at several points of the same symbols.
    """
    if point is None or not nodes:
        return ordered(nodes, stop=lambda n: n.index in memo)
    graph = nodes[0].graph
    asked = (*nodes, *point, len(nodes), len(graph.worn))
    order = graph.orders.get(asked)
    if order is None:
        if len(graph.orders) == FEW:
            graph.orders.clear()
        order = graph.orders[asked] = ordered(nodes, stop=lambda n: n.index in memo)
    else:
        spend(len(order))
    return order


def nonzero_point(
    node: Expr, tries: int = 18, finite: Iterable[Expr] = ()
) -> tuple[tuple[str, str], ...] | None:
    """A rational point at which the expression is certainly not zero and the `finite` ones are
    real, or None.

    What is assumed of symbols holds at the point; of a graph that speaks near one point only, it is
    close to that.  A value of an unspecified function decides for almost every one where nothing
    bends, jumps or parts their values: atan(tan(f)) - f is 0 for every f near 0."""
    finite = list(finite)
    for point in points(node, tries, finite):
        if is_nonzero_at(node, point) and all(ball(e, point).is_finite() for e in finite):
            return as_text(point)
    return None


def points(node: Expr, tries: int = 18, others: Sequence[Expr] = ()) -> Iterator[Point]:
    """The points that are tried for an expression, one after the other, the same each time.

    others: what is asked at them too; a constant is asked at one point only.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> [len(list(points(e))) for e in (graph.symbol("x"), graph.sqrt(2))]
    [18, 1]
    """
    rng = random.Random(1)
    symbols = node.graph.unmask(node.graph.mask([node, *others]))
    every = ordered([node, *others])
    unspecified = [n for n in every if is_unspecified(n)]
    breaking = unspecified and any(map(_breaks, every))
    if breaking and any(map(_parts_values, ordered(_factors(node)))):
        return
    sizes = _sizes(tries, [node, *others])
    for attempt, size in enumerate(sizes if symbols or unspecified else islice(sizes, 1)):
        whole, scale = max(int(size), 1), rational(min(size, Fraction(1)))
        told = drawn(symbols, rng, whole, attempt % 2 == 0)
        point = as_assumed(_near_centre({s: v * scale for s, v in told.items()}))
        if (unspecified and not _told_apart(unspecified, point)) or not obeys(point):
            continue
        point |= {n: Rational(rng.randint(1, 20 * whole), 20) for n in unspecified}
        if not unspecified or obeys(point):
            yield point


def _sizes(tries: int, nodes: Sequence[Expr]) -> Iterator[Fraction]:
    """How large the numbers of a point are; small ones at last, where a value asks for a domain."""
    for attempt in range(tries):
        yield Fraction((1, 1, 3, 10, 30, 100)[attempt % 6])
    if any(e.support for e, _ in demands(nodes)):
        yield from SMALL


def as_text(point: Point) -> tuple[tuple[str, str], ...]:
    """A point as it is told."""
    return tuple((text(s), str(v)) for s, v in point.items())


def drawn(
    symbols: Iterable[Expr], rng: random.Random, size: int, positive: bool
) -> dict[Expr, Rational]:
    """A random point: twentieths up to a size, none of them 0.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> 0 < drawn([x], random.Random(1), size=1, positive=True)[x] <= 1
    True
    """
    point = {s: Rational(rng.randint(-20 * size, 20 * size) or 1, 20) for s in symbols}
    return {s: abs(v) for s, v in point.items()} if positive else point


def drawn_values(nodes: Iterable[Expr]) -> dict[Expr, Rational]:
    """Numbers for the unspecified functions at fixed places that some expressions hold, the same
    each time: there are functions with any values at finitely many places.
    """
    calls = [node for node in ordered(nodes) if is_unspecified(node) and not node.support]
    seeds = (random.Random(f"{node.graph.seed} {text(node)}") for node in calls)
    return {
        node: Rational(rng.choice((-1, 1)) * rng.randint(2, 40), 81)
        for node, rng in zip(calls, seeds)
    }


def _factors(node: Expr) -> list[Expr]:
    """What vanishes where a product does: u for abs(u) and sign(u)."""
    if node.kind == "sum" and node.args[0] == 0 and len(node.args[1]) == 1:
        ((node, _),) = node.args[1]
    factors = [b for b, _ in node.args] if node.kind == "product" else [node]
    bent = ("abs", "sign")
    return [b.args[1][0] if b.calls(*bent) else b for b in factors]


def _breaks(node: Expr) -> bool:
    return node.calls(*BREAKING)


def _parts_values(node: Expr) -> bool:
    """The node may be another analytic function for some values of unspecified functions."""
    if not _breaks(node):
        return False
    inside = ordered(node.args[1])
    poles = (b for n in inside if n.kind == "product" for b, e in n.args if e < 0)
    deciding = list(poles) if node.args[0] == "atan" else inside
    return any(map(is_unspecified, ordered(deciding)))


def _told_apart(functions: Sequence[Expr], point: Mapping[Expr, Rational | Ball]) -> bool:
    """No function is asked for at one place twice, so that there is one with any values: its
    arguments hold no other functions, and where they are more than one they differ.
    """
    places: dict[Unspecified, list[list[Ball]]] = {}
    for node in functions:
        name, args = node.args
        here = balls(args, point)
        if not all(value.is_finite() for value in here):
            return False
        for other in places.setdefault(name, []):
            if all(a.overlaps(b) for a, b in zip(here, other)):
                return False
        places[name].append(here)
    return True


def _near_centre(point: Mapping[Expr, Rational]) -> dict[Expr, Rational]:
    """The point moved close to the one near which the graph speaks, if there is one."""
    return {
        s: s.graph.centre[s.index] + v / NEAR if s.index in s.graph.centre else v
        for s, v in point.items()
    }


def as_assumed(point: Mapping[Expr, Rational]) -> dict[Expr, Rational]:
    """The point moved to where all that is assumed of its symbols holds; of relations between
    several what is linear.
    """
    return _placed(point, {})


def _placed(point: Mapping[Expr, Rational], fixed: Mapping[Expr, Rational]) -> dict[Expr, Rational]:
    """One symbol after another, each to where those before it leave a place."""
    values = dict(fixed)
    for s, v in point.items():
        values[s] = left_to(s, values).inside(v)
    return {s: values[s] for s in point}


def assumed_of(symbol: Expr) -> Range:
    """Where the values of a symbol lie, by all that is assumed of it and of others.

    >>> from nonholo.expression.graph import Graph
    >>> assumed_of(Graph().symbol("x")).nonzero
    False
    """
    return range_of(symbol)


def obeys(point: Mapping[Expr, Rational | Ball]) -> bool:
    """Everything that is assumed surely holds at a point; symbols that relations between several
    bind to those of the point, and unspecified functions there, have values with which they hold
    too.
    """
    graph = next((s.graph for s in point), None)
    if graph is None or not (graph.assumed or graph.stated):
        return True
    with at_precision(128):
        within = _each_within(point)
        if not within or not graph.stated:
            return within
        nodes, further = _bound(point)
        unspecified = [n for n in ordered(nodes) if is_unspecified(n)]
        calls = [n for n in unspecified if n not in point]
        fixed = {s: v for s, v in point.items() if isinstance(v, Rational)}
        rng = random.Random(0)
        for attempt in range(COMPLETIONS if further or calls else 1):
            size = (1, 3, 10, 30, 100)[attempt % 5]
            others = _placed(drawn(further, rng, size, attempt % 2 == 0), fixed)
            if calls and _told_apart(unspecified, {**point, **others}):
                others |= drawn(calls, rng, size, attempt % 2 == 0)
            values = zip(nodes, balls(nodes, {**point, **others}))
            if _each_within(others) and all(_within(graph.stated[n], v) for n, v in values):
                return True
            if not attempt and nothing_obeys(graph, fixed):
                break  # no other numbers would either
        return False


def _each_within(point: Mapping[Expr, Rational | Ball]) -> bool:
    return all(_within(assumed_of(s), Ball(v)) for s, v in point.items())


def _bound(point: Mapping[Expr, Rational | Ball]) -> tuple[list[Expr], list[Expr]]:
    """The relations that are assumed of symbols of a point, those that bind their other symbols
    too, and these symbols.
    """
    graph = next(iter(point)).graph
    mask, before = graph.mask(point), None
    point_mask = mask
    while mask != before:
        before = mask
        for relation in graph.stated:
            mask |= relation.support if relation.support & mask else 0
    nodes = [n for n in graph.stated if n.support & mask]
    return nodes, list(graph.unmask(mask & ~point_mask))


def _within(assumed: Range, value: Ball) -> bool:
    """Surely one of the range; at a closed end a ball of no width is one."""
    strict = assumed.apart
    if assumed.turns is not None:
        return between_turns(assumed.turns, value)
    above = assumed.low is None or bool(value > Ball(assumed.low))
    below = assumed.high is None or bool(value < Ball(assumed.high))
    above = above or (not assumed.above and bool(value >= Ball(assumed.low)))
    below = below or (not assumed.below and bool(value <= Ball(assumed.high)))
    return above and below and not (strict and value.contains(0))


def between_turns(turns: tuple[Rational, Rational], value: Ball) -> bool:
    """A value surely lies between two multiples of pi."""
    low, high = (Ball.pi() * Ball(end) for end in turns)
    return bool(value > low) and bool(value < high)


def is_nonzero_at(node: Expr, point: Point) -> bool | None:
    """A ball around the value excludes 0 at some precision: a proof; None where it has no value
    there.
    """
    for precision in PRECISIONS:
        value = ball(node, point, precision)
        if value.is_finite() and not value.contains(0):
            return True
        if not value.is_finite() and precision == PRECISIONS[0]:
            return None
    return False


def _value(node: Expr, memo) -> Ball:
    if node.kind == "number":
        return Ball(node.args)
    if node.kind == "pi":
        return Ball.pi()
    if node.kind == "sum":
        constant, terms = node.args
        total = Ball(constant)
        for t, c in terms:
            total += memo[t.index] if c is UNIT else memo[t.index] * Ball(c)
        return total
    if node.kind == "product":
        factors = [memo[b.index] if e == 1 else _power(memo[b.index], e) for b, e in node.args]
        return prod(factors[1:], start=factors[0])
    if node.kind == "symbol":
        raise ValueError(f"no value was given for {node.args}")
    name, args = node.args
    if isinstance(name, Unspecified):
        return Ball("nan")  # without a value in the point it may be anything
    values = [memo[a.index] for a in args]
    if name == "abs":
        return abs(values[0])
    if name == "sign":
        return values[0].sgn()
    return getattr(Ball, name)(*values)


def _power(base: Ball, e: int | Fraction) -> Ball:
    if isinstance(e, int):
        return whole_power(base, e) if e > 0 else 1 / whole_power(base, -e)
    if max(e.denominator, abs(e.numerator)) > MAX_EXPONENT:
        return (base.log() * Ball(rational(e))).exp()
    root = base.sqrt() if e.denominator == 2 else base.root(e.denominator)
    return _power(root, e.numerator)


def whole_power(base, n: int):
    """base^n, n > 0, by products: ** takes logarithms, and knows nothing of balls around 0."""
    result, square = None, base
    while True:
        if n & 1:
            result = square if result is None else result * square
        n >>= 1
        if not n:
            return result
        square = square * square
