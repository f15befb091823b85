"""Drifts y_l' = F_l that are steered by coordinates which move as fast as one likes.

Such are free coordinates x, and those which rows without drift lead everywhere among themselves.
They wait near p_0, ..., p_k for times t_i:  y moves by sum_i t_i F(p_i), but for as little as one
likes, since they go from one to the next in no time.  If 0 lies inside the convex hull of the
values F(p), these sums fill a neighbourhood of every vector; what is missing is made up by
continuity, and every configuration can be reached from every other.  F may bend, as |x| does.

    y' = c x + g,     c != 0,     x free and in no other row

makes y as fast in its turn: x = (y' - g)/c on the way, and at the ends x jumps to where it shall
be.  Where all are driven so, c may also be an analytic function of t that is not 0 throughout: one
waits.  t - |t| is 0 for ever once t > 0.

One angle more may be led by its own way round.  Where all else is fast and

    th' = F(th, p),     F(th, p_0) != 0 for all th at one p_0

one waits at p_0 until th has come round to where the last fast way, to the p that is wanted, leads
to the th that is wanted: the th at its end is a continuous function of that at its beginning, less
than any bound away from it, and one turn more there is one turn more here."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from nonholo.arithmetic.balls import Ball, BallMatrix, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import as_assumed, balls, obeys
from nonholo.expression.breaks import breaks
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of, unbounded
from nonholo.geometry.accessibility.orbits import one_orbit
from nonholo.geometry.accessibility.spanning import spans_everywhere
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.zeros.domain import analytic_everywhere
from nonholo.geometry.zeros.signs import jumps, never_vanishes, smooth_everywhere
from nonholo.linear.elimination import vanishes
from nonholo.work import BUDGETS, Work

PLACES = (0, 1, -1, 2, -2, 10)
POINTS, SIMPLICES, MOST_ROWS, PRECISION = 60, 400, 4, 128


@dataclass(frozen=True, slots=True)
class _Led:
    """left: coordinates with their rates that nothing drives; fast: all others; timed: a slope by
    which one of these is driven is 0 at times.
    """

    left: dict[Expr, Expr]
    fast: list[Expr]
    timed: bool


def steered(d: Distribution) -> bool:
    """Proved: coordinates that move as fast as one likes lead all others everywhere.

    >>> import nonholo as nh
    >>> sets = ("z' = x*y'", "u' = z"), ("z' = x*y'", "u' = z**2")
    >>> [steered(distribution(nh.constraints(*rows).system.pfaffian, ["z", "u"])) for rows in sets]
    [True, False]
    """
    chart, known = d.chart, _led(d)
    if known is None or not known.left or known.timed:
        return known is not None and not known.left
    left = known.left
    if len(left) > MOST_ROWS or any(f.has([*left, chart.t]) for f in left.values()):
        return False
    functions = [_unscaled(f, chart) for f in left.values()]
    return not chart.parameters(functions) and _surrounds(functions, known.fast)


def comes_round(d: Distribution, turning: Collection[Expr]) -> Expr | None:
    """The one angle that fast coordinates do not lead, if it comes round while they wait.

    turning: coordinates of which a whole number of turns changes nothing in the rows.

    >>> import nonholo as nh
    >>> sets = ("th' = 2 + cos(th) + x**2",), ("th' = x**2/(1 + x**2) + cos(th)",)
    >>> for rows in sets:
    ...     d = distribution(nh.constraints(*rows).system.pfaffian, ["th"])
    ...     print(comes_round(d, d.chart.q))
    th
    None
    """
    known = _led(d)
    if known is None or known.timed or len(known.left) != 1:
        return None
    ((th, rate),) = known.left.items()
    if th not in turning or not unbounded([th]) or rate.has([d.chart.t]):
        return None
    at_one = (rate.subs(at) for at in _plain_places([x for x in known.fast if rate.has([x])]))
    return th if any(never_vanishes(f, d.chart) for f in at_one) else None


def _plain_places(fast: Sequence[Expr]) -> Iterator[Mapping[Expr, Expr]]:
    """Where all fast coordinates are one plain number, as far as that is allowed."""
    for value in PLACES:
        at = as_assumed(dict.fromkeys(fast, Rational(value)))
        if obeys(at):
            yield {x: x.graph.number(c) for x, c in at.items()}


def _led(d: Distribution) -> _Led | None:
    """What fast coordinates lead by single slopes, and what is left; None where there are none."""
    chart = d.chart
    drifting = [l for l, row in enumerate(d.alpha) if not row[0].is_zero]
    rates = {chart.q[d.dependent[l]]: d.alpha[l][0] for l in drifting}
    if (
        d.condition is None
        or not d.condition.is_constant
        or any(not e.is_zero for l in drifting for e in d.alpha[l][1:])
        or not smooth_everywhere(list(rates.values()), chart, ("log",))
        or any(jumps(f, chart) for f in rates.values())
    ):
        return None
    steady = _steady(d)
    entries = [(j, e) for row in steady.matrix for j, e in nonzero(row).items()]
    if any(e.has([*rates, chart.t]) for _, e in entries):
        return None
    if not smooth_everywhere([e for _, e in entries], chart) or not _reaches_everything(steady):
        return None
    bound = {s for j, e in entries for s in chart.q if s is chart.q[j] or e.has([s])}
    free = [q for j in d.independent if (q := chart.q[j]) not in bound]
    left, timed = _not_driven(rates, free, chart)
    return _Led(left, [q for q in chart.q if q not in left], timed)


def _steady(d: Distribution) -> Pfaffian:
    """The rows without drift, solved for what depends: q_l' - sum_j alpha_lj q_j' = 0."""
    zero, one = d.chart.graph.zero, d.chart.graph.one
    matrix = []
    for l, row in zip(d.dependent, d.alpha):
        if row[0].is_zero:
            values = dict(zip(d.independent, (-e for e in row[1:]))) | {l: one}
            matrix.append(tuple(values.get(j, zero) for j in range(d.chart.n)))
    k = len(matrix)
    return Pfaffian(d.chart, tuple(matrix), (zero,) * k, ("",) * k, (None,) * k)


def _reaches_everything(rows: Pfaffian) -> bool:
    if not rows.k:
        return True
    first = distribution(rows).dependent
    return (
        spans_in_steps(rows, Work.of(BUDGETS.accessibility))
        or spans_everywhere(rows, first)
        or one_orbit(rows, first)
    )


def _not_driven(
    rates: Mapping[Expr, Expr], free: Sequence[Expr], chart: Chart
) -> tuple[dict[Expr, Expr], bool]:
    """The rates that no free coordinate drives, and whether a slope of the others is 0 at times."""
    left, able, timed = dict(rates), [x for x in free if unbounded([x])], False
    while True:
        pairs = ((y, x) for y in left for x in able if _drives(x, y, left, chart))
        y, x = next(pairs, (None, None))
        if y is None or x is None:
            return left, timed
        slope = left.pop(y).diff(x)
        timed = timed or not never_vanishes(slope, chart)
        able = [*(s for s in able if s is not x), *([y] if unbounded([y]) else [])]


def _drives(x: Expr, y: Expr, rates: Mapping[Expr, Expr], chart: Chart) -> bool:
    """x stands in the rate of y alone, with a slope that is not 0, or not for ever."""
    slope = rates[y].diff(x)
    if slope.has([x]) or any(f.has([x]) for z, f in rates.items() if z is not y):
        return False
    if never_vanishes(slope, chart):
        return True
    return not slope.has(chart.q) and analytic_everywhere([slope]) and not vanishes(slope)


def _unscaled(f: Expr, chart: Chart) -> Expr:
    """f with 1 for letters of which it is a power times the rest: of v cos(theta), cos(theta)."""
    for s in chart.parameters([f]):
        if range_of(s).nonzero and not breaks(f, s):
            rate = s * f.diff(s)
            if any(vanishes(rate - n * f) for n in (1, -1, 2, -2)):
                f = f.subs({s: f.graph.one})
    return f


def _surrounds(rates: Sequence[Expr], free: Sequence[Expr]) -> bool:
    """0 is surely inside of a simplex of values at rational points."""
    rng, k = random.Random(len(rates)), len(rates)
    values = []
    for attempt in range(POINTS):
        size = (1, 3, 10)[attempt % 3]
        at = {s: Rational(rng.randint(-20 * size, 20 * size), 20) for s in free}
        at = as_assumed(at)
        values += [balls(rates, at, PRECISION)] if obeys(at) else []
    with at_precision(PRECISION):
        return len(values) > k and any(_inside(rng.sample(values, k + 1)) for _ in range(SIMPLICES))


def _inside(corners: Sequence[Sequence[Ball]]) -> bool:
    """Signs (-1)^i det(corners without the i-th) that are all the same, and not 0."""
    signs = set()
    for i in range(len(corners)):
        volume = BallMatrix([*corners[:i], *corners[i + 1 :]]).det()
        if not volume.is_finite() or volume.contains(0):
            return False
        signs.add(bool(volume > 0) == (i % 2 == 0))
    return len(signs) == 1
