"""What stays above 0 along a path that is given by formulas: proved on pieces of the time.

    h(t) = g(q(t), q'(t), t)        a ball around h on each piece, by Taylor's formula
    h(0) = 0, h' > 0 on [0, s]      so h > 0 on (0, s]; at the end of the time alike, with -h'

A ball is no proof where h touches 0 on the way: then it stays open."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import rational
from nonholo.decide.ball import ball
from nonholo.decide.enclosure import enclosed
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart

PIECES, DEPTH = 8, 16  # pieces of the time at first; how often one is halved
MOST = 2_000  # pieces that are looked at
ORDERS = 4  # derivatives that are looked at, at an end where h = 0


def stays_above(
    g: Expr, path: Mapping[str, Expr], chart: Chart, duration: Expr, strict: bool
) -> bool | None:
    """Is g >= 0, or > 0 if strict, at all times of a path?  No where it is surely less somewhere.

    g: of the coordinates of the chart, their velocities and t; path: these coordinates as
    expressions in t; duration: the time it takes, a constant.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> line = chart(Graph(), ["x"])
    >>> x, t = line.q[0], line.t
    >>> one = t.graph.one
    >>> [stays_above(x, {"x": e}, line, one, True) for e in (t + 1, t, t - 1, (2 * t - 1) ** 2)]
    [True, False, False, None]
    >>> stays_above(x, {"x": t - t**2}, line, one, False)
    True
    """
    try:
        h, t = _along(g, path, chart)
        if not h.support:
            return _constant(h, strict)
        slopes = [h]
        for _ in range(ORDERS):
            slopes.append(slopes[-1].diff(t))
        (end,) = h.graph.copy([duration])
        ends = [_rises(slopes, t, h.graph.zero, 1), _rises(slopes, t, end, -1)]
    except (OutOfReach, ZeroDivisionError):
        return None
    if strict and any(order for order, _ in ends):
        return False
    return _on_pieces(t, ball(end, {}), [e for _, e in ends], h)


def _along(g: Expr, path: Mapping[str, Expr], chart: Chart) -> tuple[Expr, Expr]:
    """h(t), and t, in a graph of their own."""
    graph = g.graph.fresh()
    t = graph.symbol(chart.t.args)
    there = {name: graph.copy([e])[0] for name, e in path.items()}
    places = {graph.symbol(name): e for name, e in there.items()}
    places |= {graph.symbol(f"{name}dot"): e.diff(t) for name, e in there.items()}
    return graph.copy([g])[0].subs(places), t


def _constant(h: Expr, strict: bool) -> bool | None:
    if decide_zero(h).answer:
        return not strict
    return _sign(ball(h, {}))


def _sign(value: Ball) -> bool | None:
    if not value.is_finite() or value.contains(0):
        return None
    return bool(value > 0)


def _rises(slopes: list[Expr], t: Expr, end: Expr, ahead: int) -> tuple[int | None, Expr]:
    """The order of the first derivative that is not 0 at an end, and this one with the sign that h
    has beside it; None, and h, where it is not known which.

    ahead: 1 at the start, -1 at the end.
    """
    for order, slope in enumerate(slopes):
        zero = decide_zero(slope.subs({t: end})).answer
        if zero is False:
            return order, slope if ahead > 0 or order % 2 == 0 else -slope
        if zero is None:
            break
    return None, slopes[0]


def _on_pieces(t: Expr, duration: Ball, beside: list[Expr], h: Expr) -> bool | None:
    """h > 0 inside, by balls; beside: what is positive with h near the start and the end.

    Long pieces come first, so that one where h is 0 hides no other where h is less.
    """
    todo = [(Fraction(i, PIECES), Fraction(i + 1, PIECES)) for i in range(PIECES)]
    for left, right in islice(todo, MOST):  # which grows below
        first, last = left == 0, right == 1
        asked = [h, *(e for e, near in zip(beside, (first, last)) if near and e is not h)]
        values = _values(asked, t, duration, left, right)
        signs = [_sign(value) for value in values or ()]
        if True in signs:
            continue
        if False in signs or _below(h, t, duration, (left + right) / 2):
            return False
        if right - left < Fraction(1, PIECES * 2**DEPTH):
            return None
        middle = (left + right) / 2
        todo += [(left, middle), (middle, right)]
    return True if len(todo) <= MOST else None


def _below(h: Expr, t: Expr, duration: Ball, part: Fraction) -> bool:
    """h < 0, at one instant."""
    values = _values([h], t, duration, part, part)
    return values is not None and _sign(values[0]) is False


def _values(
    asked: list[Expr], t: Expr, duration: Ball, left: Fraction, right: Fraction
) -> list[Ball] | None:
    middle = duration * Ball(rational((left + right) / 2))
    half = (duration * Ball(rational((right - left) / 2))).abs_upper()
    return enclosed(asked, {}, t, middle, half)
