"""Configurations that a system has: its forces and constraints are real there, and what is assumed
holds.

Equations can vanish beside them: (x + 1) sqrt(x) at x = -1, and x at 0 where x > 1 is assumed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import PRECISIONS, assumed_of, ball, balls
from nonholo.decide.outside import ABOVE_PI, BELOW_PI, ball_outside, by_rationals, surely_outside
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.statics import Statics
from nonholo.expression.demands import demands
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, Range, range_of
from nonholo.geometry.zeros.domain import divisors

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
            if turned and all(
                surely_outside(needed, e.subs(statics.system.values)) for e in turned
            ):
                return u
        except ZeroDivisionError:
            continue
    return _pole(statics, values, turning)


def _pole(statics: Statics, values: Mapping[Expr, Expr], turning: Collection[Expr]) -> Expr | None:
    """What L or a force is divided by and is 0 there, also where the forces of rest have none."""
    told, system = list(values), statics.system
    for u in divisors([require_lagrangian(system), *system.forces]):
        if u.has(told) and _periodic(u, turning):
            try:
                if u.subs(values).subs(system.values).is_zero:
                    return u
            except ZeroDivisionError:
                continue
    return None


def unsettled(
    statics: Statics, values: Mapping[Expr, Expr], turning: Collection[Expr] = ()
) -> Expr | None:
    """What may not be as assumed of it, whatever numbers the letters have; None where all is.

    values, turning: as for `excluded`.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> letters = {"a": {"positive": True}, "b": None}
    >>> case = nh.System({"x": {"positive": True}}, "x'**2 - (x - a*b)**2", parameters=letters)
    >>> rest, (x,) = statics(case.system, distribution(case.system.pfaffian)), case.system.chart.q
    >>> a, b = map(case.scope.expression, "ab")
    >>> unsettled(rest, {x: a}), unsettled(rest, {x: b})
    (None, x)
    """
    told = list(values)
    for u, needed in _assumed(statics):
        if not u.has(told):
            continue
        value = u.subs(values).subs(statics.system.values)
        if not value.is_constant and not (u not in turning and _surely_in(needed, value)):
            return u
    return None


def _surely_in(needed: Range, value: Expr) -> bool:
    known, inner = range_of(value), by_rationals(needed, BELOW_PI, ABOVE_PI)
    return (
        (inner.low is None or (known.low is not None and known.low >= inner.low))
        and (inner.high is None or (known.high is not None and known.high <= inner.high))
        and (known.nonzero or not inner.apart)
        and (not inner.open_low or known.open_low or known.low != inner.low)
        and (not inner.open_high or known.open_high or known.high != inner.high)
    )


def real_where(statics: Statics, values: Mapping[Expr, Expr]) -> tuple[Expr, ...]:
    """What has to be 0 or more at configurations for forces and constraints to be real there, where
    letters or free coordinates decide it.

    values: coordinate -> expression, others are free.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x", "x'**2/2 - sqrt(x**2 + a)", parameters={"a": None}).system
    >>> rest, (x,) = statics(system, distribution(system.pfaffian)), system.chart.q
    >>> real_where(rest, {x: x.graph.zero})
    (a,)
    """
    at_values = (u.subs(values) for u, _ in _demanded(statics) if u.has(list(values)))
    open_ = (e for e in at_values if not e.is_constant and not range_of(e).not_negative)
    return tuple(dict.fromkeys(open_))


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
        if ball_outside(needed, balls([u], point, PRECISIONS[0])[0]):
            return True
    return False


def nodes_of(statics: Statics) -> list[Expr]:
    """All that has to have a value at a rest."""
    rows = statics.rows
    entries = [e for row in rows.matrix for e in row]
    L = require_lagrangian(statics.system)
    return [L, *statics.system.forces, *entries, *rows.affine, *statics.system.holonomic]


def _needed(statics: Statics) -> Iterator[tuple[Expr, Range]]:
    """Each u has to lie in its range."""
    yield from _demanded(statics)
    yield from _assumed(statics)


def _demanded(statics: Statics) -> Iterator[tuple[Expr, Range]]:
    """What is under roots and logarithms at rest."""
    chart = statics.system.chart
    for u, strict in demands(nodes_of(statics)):
        if not u.has([*chart.v, *chart.a]):
            yield u, POSITIVE if strict else REAL


def _assumed(statics: Statics) -> Iterator[tuple[Expr, Range]]:
    """What is assumed of coordinates, and of expressions."""
    chart = statics.chart
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
