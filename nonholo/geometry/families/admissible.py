"""Which values parameters may have: by what is assumed of each, and of several together."""

from __future__ import annotations

from contextlib import suppress

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball, obeys
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.ranges import ANY, Range, both, range_of
from nonholo.geometry.families.piece import (
    Values,
)
from nonholo.geometry.zeros.domain import surely_negative


def admissible(parameter: Expr, value: Expr) -> bool:
    """The value may be real, and one of those that are assumed of the parameter.

    >>> from nonholo.arithmetic.numbers import Rational
    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import Range
    >>> g = Graph()
    >>> m, b = g.symbol("m", Range(low=Rational(0), apart=True)), g.symbol("b")
    >>> admissible(m, b), admissible(m, -(b**2) - 1)
    (True, False)
    """
    if any(map(surely_negative, radicands(value))) or _divided_by_zero(value):
        return False
    return may_obey(value, range_of(parameter))


def may_obey(value: Expr, assumed: Range) -> bool:
    """What is assumed does not surely fail."""
    bounds = range_of(value)
    if value.is_number:
        return bool(assumed.holds(value.args))
    if (assumed.positive and bounds.not_positive) or (assumed.negative and bounds.not_negative):
        return False
    if (assumed.nonzero and value.is_zero) or both(assumed, bounds).empty:
        return False
    if value.is_constant and _beyond(value, assumed):
        return False
    return not (assumed.whole and value.is_constant and not ball(value, {}).contains_integer())


def _beyond(value: Expr, assumed: Range) -> bool:
    """A constant, with roots of numbers perhaps, that surely lies on the other side of a bound."""
    ends = ((assumed.low, 1), (assumed.high, -1))
    sides = (
        value.graph.lift(side) * (value - _lift(value, end))
        for end, side in ends
        if end is not None
    )
    return any(map(surely_negative, sides))


def breaks_relations(values: Values) -> bool:
    """Where parameters have these values a relation that is assumed surely fails."""
    graph = next(iter(values)).graph
    for e, assumed in graph.stated.items():
        with suppress(ZeroDivisionError):
            if e.has([*values]) and not may_obey(e.subs(values), assumed):
                return True
    return False


def compatible(values: Values) -> bool:
    """No two values have a quotient of the sign that those of the parameters surely have not.

    a = -2 c and b = 2 c are never both positive, whatever c is.

    values: parameter -> expression in others.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> a, b = (g.symbol(n, assumption(positive=True)) for n in ("a", "b"))
    >>> c = g.symbol("c")
    >>> compatible({a: -2 * c, b: 2 * c}), compatible({a: c, b: 2 * c})
    (False, True)
    """
    known = [(e, range_of(p)) for p, e in values.items() if not e.is_zero]
    signed_values = [
        e if assumed.positive else -e
        for e, assumed in known
        if assumed.positive or assumed.negative
    ]
    pairs = ((e, f) for i, e in enumerate(signed_values) for f in signed_values[:i])
    return not any(range_of(e / f).negative for e, f in pairs)


def _divided_by_zero(value: Expr) -> bool:
    """Something below vanishes, which nested roots of numbers can hide."""
    try:
        Field([value], None).normal(value)
    except ZeroDivisionError:
        return True
    except OutOfReach:
        pass
    return False


def radicands(value: Expr) -> list[Expr]:
    return [
        base
        for node in ordered([value])
        if node.kind == "product"
        for base, k in node.args
        if not isinstance(k, int) and k.denominator % 2 == 0
    ]


def is_admissible(point: Values) -> bool:
    """Constants that are real, and of which all that is assumed of them surely holds; for what is
    assumed of them and others, there are others with which it does.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> g.stated[a - b] = Range(apart=True)
    >>> is_admissible({a: g.one, b: g.zero}), is_admissible({a: g.one, b: g.one})
    (True, False)
    """
    if not all(value.is_constant and _obeys(value, range_of(p)) for p, value in point.items()):
        return False
    graph = next(iter(point)).graph if point else None
    try:
        related = [(e.subs(point), known) for e, known in graph.stated.items()] if graph else []
    except ZeroDivisionError:
        return False
    if not all(_obeys(e, known) for e, known in related if e.is_constant):
        return False
    enclosed = {p: value.args if value.is_number else ball(value, {}) for p, value in point.items()}
    return all(e.is_constant for e, _ in related) or obeys(enclosed)


def _obeys(value: Expr, assumed) -> bool:
    """A constant surely obeys what is assumed."""
    if assumed == ANY:
        return _real(value)
    if value.is_number:
        return bool(assumed.holds(value.args))
    if not _real(value):
        return False
    above = positive if assumed.above else _not_negative
    below = positive if assumed.below else _not_negative
    low = assumed.low is None or above(value - _lift(value, assumed.low))
    high = assumed.high is None or below(_lift(value, assumed.high) - value)
    apart = not assumed.apart or decide_zero(value).answer is False
    return low and high and apart and not assumed.whole and _between(value, assumed.turns)


def within(value: Expr, assumed: Range) -> bool:
    """A constant that surely lies between the bounds, on none of them."""
    if not value.is_constant:
        return False
    low = assumed.low is None or positive(value - _lift(value, assumed.low))
    high = assumed.high is None or positive(_lift(value, assumed.high) - value)
    return low and high and not assumed.whole


def _between(value: Expr, turns: tuple[Rational, Rational] | None) -> bool:
    """Surely between two multiples of pi."""
    if turns is None:
        return True
    low, high = (value.graph.scale(value.graph.pi, end) for end in turns)
    return positive(value - low) and positive(high - value)


def _lift(value: Expr, number: Rational) -> Expr:
    return value.graph.lift(number)


def _not_negative(value: Expr) -> bool:
    return range_of(value).not_negative or decide_zero(value).answer is True or positive(value)


def positive(value: Expr) -> bool:
    enclosed = ball(value, {})
    return bool(enclosed.is_finite() and enclosed > 0)


def _real(value: Expr) -> bool:
    """Surely a real number."""
    return value.is_number or bool(ball(value, {}).is_finite())
