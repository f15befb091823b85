"""Coefficients that have values on a part of the configurations only: roots, logarithms, arcs.

    u_i > 0     what stands under them, each u_i concave      inside: convex, and there it is smooth
    u_i = 0     left inwards by a coordinate that is in no row, or no configuration at all
    w_j = 0     of a divisor too, where two coordinates are fixed (a x^2 + b y^2): parts nothing

Inside is then one piece, and Chow-Rashevskii decides as on all of the space.  Where sqrt(x) is 0 it
has a value, so that is a configuration too: from there, and by the way back, x moves alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from nonholo.decide.zero import settle
from nonholo.errors import OutOfReach
from nonholo.expression.demands import demands, is_concave
from nonholo.expression.graph import Expr, calls_in
from nonholo.expression.ranges import convex, range_of
from nonholo.expression.sums import Terms, linear
from nonholo.geometry.accessibility.orbits import apart, one_orbit
from nonholo.geometry.accessibility.spanning import spans_everywhere
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.accessibility.where_positive import where_positive
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.zeros.domain import divisors, switches
from nonholo.geometry.zeros.signs import minor, never_vanishes
from nonholo.work import BUDGETS, Work

MOST_DEMANDS = 4
MOST_CHOICES = 12  # of dependent velocities
Demands = list[tuple[Expr, bool]]


def one_inside(rows: Pfaffian, partial: bool = False, given: Pfaffian | None = None) -> bool:
    """Proved: the coefficients have values on one part, which is one orbit with its border.

    rows: of catastatic scleronomic constraints; partial: they were written otherwise, with values
    on less, which is assumed of coordinates; given: all rows, redundant ones too, which may have
    values on less.

    >>> import nonholo as nh
    >>> told = ("z' = log(x) y'", "z' = sqrt(1 - x**2) y'", "z' = log(x**2 - 1) y'")
    >>> [one_inside(nh.constraints(row, also=["x"]).system.pfaffian) for row in told]
    [True, True, False]
    """
    given = given or rows
    under, below = _needed(given), _poles(given)
    needed = [(u, strict or u in below) for u, strict in under]
    needed += [(u, True) for u in below if u not in dict(under)]
    if not 0 < len(needed) <= MOST_DEMANDS or not convex(rows.chart.q):
        return False
    concave = [u for u, _ in under if _is_convex(u, rows.chart)]
    if not all(u in concave or _is_thin(u, rows.chart.q) for u, _ in needed):
        return False
    ends = [u for u, strict in needed if not strict]
    borders = [u for u in ends if u in concave]
    if partial and not _ends_are(rows.chart, borders):
        return False
    try:
        return (
            _left_inwards(rows, borders)
            and all(u in borders or _left_at_once(rows, u) for u in ends)
            and _spans_inside(rows, given, needed)
        )
    except (OutOfReach, ZeroDivisionError):
        return False


def _needed(rows: Pfaffian) -> Demands:
    """What is not positive as it is; under a root and in a logarithm once."""
    every: dict[Expr, bool] = {}
    for u, strict in demands(entries(rows)):
        every[u] = every.get(u, False) or strict
    bounds = {u: range_of(u) for u in every}
    return [(u, strict) for u, strict in every.items() if not bounds[u].positive]


def _poles(rows: Pfaffian) -> list[Expr]:
    return [b for b in divisors(entries(rows)) if not never_vanishes(b, rows.chart)]


def _is_convex(u: Expr, chart: Chart) -> bool:
    return is_concave(u) and {*u.symbols()} <= {*chart.q}


def _is_thin(u: Expr, q: Sequence[Expr]) -> bool:
    """u > 0 but where two coordinates are fixed, on sight: a sum of something positive times even
    powers of sums of coordinates, two of which are independent.
    """
    constant, terms = linear(u)
    powers = [_powered(t, q) for t, c in terms if c > 0]
    if constant < 0 or len(powers) < len(terms) or None in powers:
        return False
    return len({tuple((s, c / way[0][1]) for s, c in way) for way in powers if way}) > 1


def _powered(term: Expr, q: Sequence[Expr]) -> Terms | None:
    """The sum of coordinates, without its constant, of which the term is an even power times
    something positive; None where it is not.
    """
    factors = term.powers
    moving = [(b, e) for b, e in factors if b.has(q)]
    if len(moving) != 1 or not all(range_of(b).positive for b, _ in factors if not b.has(q)):
        return None
    [(base, e)] = moving
    way = linear(base)[1]
    even = isinstance(e, int) and e > 0 and e % 2 == 0
    return way if even and {s for s, _ in way} <= {*q} else None


def _ends_are(chart: Chart, borders: Sequence[Expr]) -> bool:
    """Each end that is assumed of a coordinate, and is a value, is where one of these is 0."""
    bounds = [(q, range_of(q)) for q in chart.q]
    ends = [q - r.low for q, r in bounds if r.low is not None and not r.above]
    ends += [r.high - q for q, r in bounds if r.high is not None and not r.below]
    return set(ends) <= set(borders) and not any(e.has(chart.q) for e in chart.graph.stated)


def _left_inwards(rows: Pfaffian, borders: Sequence[Expr]) -> bool:
    """Where one of them is 0 a coordinate that is in no row makes it positive, and moves no other
    one of them.
    """
    q = rows.chart.q
    alone = [q[j] for j in range(rows.chart.n) if all(row[j].is_zero for row in rows.matrix)]
    if any(u.support & w.support for u, w in combinations(borders, 2)):
        return False
    return all(
        apart(rows, [u, *(u.diff(s) for s in alone)], {}, Work.of(BUDGETS.orbits)) for u in borders
    )


def _left_at_once(rows: Pfaffian, u: Expr) -> bool:
    """Coefficients are continuous where the thin u is 0, and one of the sums of coordinates in it
    is free to move: Peano's theorem gives an admissible path on which it does.
    """
    if calls_in(entries(rows), "sign", "atan2"):
        return False
    for columns in islice(regular_choices(rows), MOST_CHOICES):
        if never_vanishes(minor(rows, columns), rows.chart):
            solved = {rows.chart.q[j] for j in columns}
            ways = [_powered(t, rows.chart.q) or () for t, _ in linear(u)[1]]
            return any(way and not solved & {s for s, _ in way} for way in ways)
    return False


def _spans_inside(rows: Pfaffian, given: Pfaffian, needed: Demands) -> bool:
    """The same rows where all that is needed is positive: smooth, and one orbit."""
    inner = where_positive(rows, [u for u, _ in needed])
    every = inner if given is rows else where_positive(given, [u for u, _ in needed])
    if not _smooth(entries(every), every.chart):
        return False
    work = Work.of(BUDGETS.accessibility)
    columns = next(regular_choices(inner), None)
    if columns is None:
        return False
    proved = (
        spans_in_steps(inner, work) or spans_everywhere(inner, columns) or one_orbit(inner, columns)
    )
    return proved and settle(inner.chart.graph, BUDGETS.settling)


def _smooth(nodes: Sequence[Expr], chart: Chart) -> bool:
    return (
        all(range_of(u).positive for u, _ in demands(nodes))
        and all(never_vanishes(call.args[1][0], chart) for call in switches(nodes))
        and all(never_vanishes(b, chart) for b in divisors(nodes))
        and not calls_in(nodes, "atan2")
    )
