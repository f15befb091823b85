"""Configurations that a system has: its forces and constraints are real there, and what is assumed
holds.

Equations can vanish beside them: (x + 1) sqrt(x) at x = -1, and x at 0 where x > 1 is assumed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import PRECISIONS, assumed_of, ball, balls
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.statics import Statics
from nonholo.expression.demands import demands
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, Range, both, range_of

REAL = Range(low=Rational(0))
POSITIVE = Range(low=Rational(0), apart=True)


def excluded(
    statics: Statics, values: Mapping[Expr, Expr], turning: Collection[Expr] = ()
) -> Expr | None:
    """What surely is not real, or not as assumed, at configurations; None where nothing is.

    values: coordinate -> expression, others are free; turning: angles that are known up to whole
    turns.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x", "x'**2/2 - (x + 1)**2*sqrt(x)").system
    >>> rest, (x,) = statics(system, distribution(system.pfaffian)), system.chart.q
    >>> excluded(rest, {x: -x.graph.one}), excluded(rest, {x: x.graph.one})
    (x, None)
    """
    told = list(values)
    for u, needed in _needed(statics):
        if not u.has(told):
            continue
        try:
            turned = _turned(u, needed, values, [s for s in turning if u.has([s])])
            if turned and all(_beside(needed, e.subs(statics.system.values)) for e in turned):
                return u
        except ZeroDivisionError:
            continue
    return None


def excluded_in_balls(
    statics: Statics, point: Mapping[Expr, Ball], turning: Collection[Expr] = ()
) -> bool:
    """Something is surely not real, or not as assumed, at a configuration that is known by balls.

    point: balls for coordinates and parameters; what holds others is left open, and so is what
    changes with a whole turn of an angle in `turning`.
    """
    known = statics.chart.graph.mask(point)
    for u, needed in _needed(statics):
        if u.support & ~known or not _periodic(u, turning):
            continue
        if _outside(needed, balls([u], point, PRECISIONS[0])[0]):
            return True
    return False


def _needed(statics: Statics) -> Iterator[tuple[Expr, Range]]:
    """Each u has to lie in its range."""
    chart, rows = statics.system.chart, statics.rows
    entries = [e for row in rows.matrix for e in row]
    nodes = [
        require_lagrangian(statics.system),
        *statics.system.forces,
        *entries,
        *rows.affine,
        *statics.system.holonomic,
    ]
    for u, strict in demands(nodes):
        if not u.has([*chart.v, *chart.a]):
            yield u, POSITIVE if strict else REAL
    yield from chart.graph.stated.items()
    yield from ((q, known) for q in chart.q if (known := assumed_of(q)) != ANY)


def _turned(
    u: Expr, needed: Range, values: Mapping[Expr, Expr], turning: Collection[Expr]
) -> list[Expr]:
    """The values of u that are to be looked at; none where whole turns leave it open."""
    graph, value = u.graph, u.subs(values)
    if _periodic(u, turning):
        return [value]
    whole = graph.scale(graph.pi, 2)
    low, high = needed.turns or (needed.low, needed.high)
    if u not in turning or low is None or high is None or not value.is_constant:
        return []
    unit = 1.0 if needed.turns is None else float(Ball.pi().mid())
    middle = float(low + high) * unit / 2
    nearest = round((middle - float(ball(value, {}, 64).mid())) / float(ball(whole, {}, 64).mid()))
    return [value + graph.scale(whole, nearest + k) for k in (-1, 0, 1)]


def _periodic(u: Expr, turning: Collection[Expr]) -> bool:
    whole = u.graph.scale(u.graph.pi, 2)
    return all((u.subs({s: s + whole}) - u).is_zero for s in turning if u.has([s]))


def _beside(needed: Range, value: Expr) -> bool:
    """Surely no value of the range."""
    if not value.is_constant:
        return needed.turns is None and both(range_of(value), needed).empty
    if needed.apart and value.is_zero:
        return True
    return any(_outside(needed, ball(value, {}, precision)) for precision in PRECISIONS)


def _outside(needed: Range, number: Ball) -> bool:
    """Surely below or above the range."""
    low, high = needed.turns or (needed.low, needed.high)
    unit = Ball(1) if needed.turns is None else Ball.pi()
    below = low is not None and bool(number < unit * Ball(low))
    return number.is_finite() and (below or (high is not None and bool(number > unit * Ball(high))))
