"""Values that surely are none of a range: what is assumed does not hold there."""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import PRECISIONS, ball
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import Range, both, range_of

BELOW_PI, ABOVE_PI = Rational(333, 106), Rational(22, 7)


def surely_outside(needed: Range, value: Expr) -> bool:
    """An expression surely has no value in a range.

    >>> g = Graph()
    >>> x = g.symbol("x", Range(high=Rational(0)))
    >>> surely_outside(Range(low=Rational(1)), x), surely_outside(Range(low=Rational(0)), x)
    (True, False)
    >>> surely_outside(Range(turns=(Rational(0), Rational(1))), g.pi)
    True
    """
    if not value.is_constant:
        return both(range_of(value), by_rationals(needed, ABOVE_PI, BELOW_PI)).empty
    if any((value - end).is_zero for end in _left_out(needed, value.graph)):
        return True
    return any(ball_outside(needed, ball(value, {}, precision)) for precision in PRECISIONS)


def by_rationals(needed: Range, outward: Rational, inward: Rational) -> Range:
    """The range with rational ends: parts of pi as parts of `outward` where that end lies away from
    0 on its own side, of `inward` else.
    """
    if needed.turns is None:
        return needed
    a, b = needed.turns
    ends = a * (outward if a < 0 else inward), b * (outward if b > 0 else inward)
    return Range(*ends, apart=needed.apart or a >= 0 or b <= 0)


def _left_out(needed: Range, graph: Graph) -> Iterator[Expr]:
    """Numbers that are none of the range, though they may lie at its ends."""
    if needed.apart:
        yield graph.zero
    yield from (graph.scale(graph.pi, end) for end in needed.turns or ())
    for end, left_out in ((needed.low, needed.open_low), (needed.high, needed.open_high)):
        if end is not None and left_out:
            yield graph.number(end)


def ball_outside(needed: Range, number: Ball) -> bool:
    """A number that is known by a ball is surely below or above a range.

    >>> ball_outside(Range(low=Rational(1)), Ball(0))
    True
    """
    low, high = needed.turns or (needed.low, needed.high)
    unit = Ball(1) if needed.turns is None else Ball.pi()
    below = low is not None and bool(number < unit * Ball(low))
    return number.is_finite() and (below or (high is not None and bool(number > unit * Ball(high))))
