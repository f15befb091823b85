"""Drifts y' = F(q) that lead one way only.

If F has one sign, y cannot come back.  Nor can it where that is so at one of its values:

    F(q) >= 0 where y = c     =>     from y >= c no motion leads to y < c          (Nagumo1942)

F may hold free velocities too, with slopes that vanish where y = c."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.between import simplest_between
from nonholo.arithmetic.numbers import Rational, fraction, rational
from nonholo.decide.ball import ball
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import holds_sign
from nonholo.expression.graph import Expr, linear
from nonholo.expression.intervals import Range
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.level_sets.sheets import sheets
from nonholo.geometry.zeros.branches import angles_of
from nonholo.signs.values import values_of
from nonholo.work import BUDGETS, Work

PLAIN = tuple(rational(sign * n) for n in (1, 2, 4, 10, 100) for sign in (1, -1))  # values tried
LONG, BEYOND = 1000, Rational(1, 8)


def one_way(rate: Expr) -> bool:
    """Surely never negative, or never positive.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> one_way(2 * x / (x**2 + 1) + 1), one_way(x**2 - 1)
    (True, False)
    """
    bounds = bounds_of(rate)
    return bounds.not_negative or bounds.not_positive


def bounds_of(e: Expr) -> Range:
    """What is known of an expression, also as a polynomial and what is left of a quotient: y^2 + 1
    - 2/(exp(2 x) + 1) is -1 or more, as y^2 + tanh(x) is.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> bounds = bounds_of((g.exp(x) - g.exp(-x)) / (g.exp(x) + g.exp(-x)))
    >>> bounds.low, bounds.high
    (-1, 1)
    """
    known = values_of(e)
    if known.low is not None or known.high is not None or holds_sign(e):
        return known
    try:
        field = Field([e], Work.of(BUDGETS.factors))
        normal = cancelled(field, field.normal(e))
        below = field.expanded(normal.den)
        whole, left = divmod(normal.num, below)
    except (OutOfReach, ZeroDivisionError):
        return known
    graph = e.graph.fresh()
    parts = graph.copy([field.expression(p) for p in (whole, left, below)])
    return range_of(parts[0] + parts[1] / parts[2])


def threshold(d: Distribution) -> tuple[str, Expr] | None:
    """A coordinate and a value of it that motions pass in one direction at most, if one was found.

    The split has to be regular at every point, and its coefficients smooth.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> threshold(distribution(nh.constraints("z' = x**2 + z").system.pfaffian, ["z"]))
    ('z', 0)
    """
    for l, row in zip(d.dependent, d.alpha):
        z = d.chart.q[l]
        if not row[0].has([z]) or z in angles_of(row, d.chart):
            continue
        for value in _values(row[0], z, d.chart):
            rate, *others = d.chart.graph.substitute(list(row), {z: value})
            if all(e.is_zero for e in others) and (one_way(rate) or _pushed(rate)):
                return d.chart.names[l], value
    return None


def _pushed(rate: Expr) -> bool:
    """The constants in a sum are larger than all else can be: 3 sin(1) + cos(x) > 0."""
    graph = rate.graph
    constant, terms = linear(rate)
    still = [(c, e) for e, c in terms if not e.support]
    size = ball(graph.number(constant) + graph.add(*(c * e for c, e in still)), {})
    bounds = bounds_of(graph.add(*(c * e for e, c in terms if e.support)))
    if not size.is_finite():
        return False
    above = bounds.low is not None and bool(size + Ball(bounds.low) > 0)
    return above or (bounds.high is not None and bool(size + Ball(bounds.high) < 0))


def _values(rate: Expr, z: Expr, chart: Chart) -> Iterator[Expr]:
    """Values inside of what is assumed of z: 0, those at which a rate that is linear in z has one
    sign, those where it vanishes, all else being 0, and plain ones.
    """
    zero = chart.graph.zero
    alone = rate.subs({s: zero for s in (*chart.q, chart.t) if s is not z})
    yield from _inside(z, [zero])
    slope = rate.diff(z)
    if slope.is_number and not slope.is_zero:
        bounds = bounds_of(rate.subs({z: zero}))
        ends = [chart.graph.number(c) for c in _ends(bounds)]
        yield from _inside(z, [-c / slope for c in ends])
    try:
        parts = sheets([alone], chart.only([chart.q.index(z)])) if alone.has([z]) else []
    except (OutOfReach, ZeroDivisionError):
        parts = []
    yield from _inside(z, [s.values[z] for s in parts if z in s.values])
    yield from _inside(z, [chart.graph.number(c) for c in PLAIN])


def _ends(r: Range) -> list[Rational]:
    """The ends of a range; of those that were rounded simple numbers beyond them."""
    return [
        end
        if end.q < LONG
        else rational(simplest_between(*sorted((fraction(end), fraction(end + way)))))
        for end, way in ((r.low, -BEYOND), (r.high, BEYOND))
        if end is not None
    ]


def _inside(z: Expr, values: Sequence[Expr]) -> list[Expr]:
    bounds = range_of(z)
    return [
        c
        for c in values
        if c.is_constant
        and (bounds.low is None or range_of(c - bounds.low).positive)
        and (bounds.high is None or range_of(c - bounds.high).negative)
    ]
