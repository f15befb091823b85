"""Coefficients that have values on a part of the configurations only: roots, logarithms, arcs.

    u_i > 0     what stands under them, each u_i concave      inside: convex, and there it is smooth
    u_i = 0     left inwards by a coordinate that is in no row, or no configuration at all

Inside is then one piece, and Chow-Rashevskii decides as on all of the space.  Where sqrt(x) is 0 it
has a value, so that is a configuration too: from there, and by the way back, x moves alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from nonholo.decide.zero import settle
from nonholo.errors import OutOfReach
from nonholo.expression.demands import demands, is_concave
from nonholo.expression.graph import Expr, calls_in
from nonholo.expression.intervals import ANY, both
from nonholo.expression.ranges import convex, range_of
from nonholo.geometry.accessibility.orbits import apart, one_orbit
from nonholo.geometry.accessibility.spanning import spans_everywhere
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.zeros.domain import POSITIVE, divisors, switches
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.work import BUDGETS, Work

MOST_DEMANDS = 4
Demands = list[tuple[Expr, bool]]


def one_inside(rows: Pfaffian, partial: bool = False, given: Pfaffian | None = None) -> bool:
    """Proved: the coefficients have values on a convex part, which is one orbit with its border.

    rows: of catastatic scleronomic constraints; partial: they were written otherwise, with values
    on less, which is assumed of coordinates; given: all rows, redundant ones too, which may have
    values on less.

    >>> import nonholo as nh
    >>> told = ("z' = log(x) y'", "z' = sqrt(1 - x**2) y'", "z' = log(x**2 - 1) y'")
    >>> [one_inside(nh.constraints(row, also=["x"]).system.pfaffian) for row in told]
    [True, True, False]
    """
    given = given or rows
    needed = _needed(given)
    if not 0 < len(needed) <= MOST_DEMANDS or not convex(rows.chart.q):
        return False
    borders = [u for u, strict in needed if not strict]
    if not all(is_concave(u) and {*u.symbols()} <= {*rows.chart.q} for u, _ in needed):
        return False
    if partial and not _ends_are(rows.chart, borders):
        return False
    try:
        return _left_inwards(rows, borders) and _spans_inside(rows, given, needed)
    except (OutOfReach, ZeroDivisionError):
        return False


def _needed(rows: Pfaffian) -> Demands:
    """What is not positive as it is; under a root and in a logarithm once."""
    every: dict[Expr, bool] = {}
    for u, strict in demands(entries(rows)):
        every[u] = every.get(u, False) or strict
    bounds = {u: range_of(u) for u in every}
    return [(u, strict) for u, strict in every.items() if not bounds[u].positive]


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


def _spans_inside(rows: Pfaffian, given: Pfaffian, needed: Demands) -> bool:
    """The same rows where all that is needed is positive: smooth, and one orbit."""
    inner = _where_positive(rows, [u for u, _ in needed])
    every = inner if given is rows else _where_positive(given, [u for u, _ in needed])
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


def _where_positive(rows: Pfaffian, needed: Sequence[Expr]) -> Pfaffian:
    """The rows in a graph that assumes so."""
    graph, old = rows.chart.graph.fresh(), rows.chart
    for u in needed:
        if u.kind == "symbol":
            symbol = graph.adopted(u)
            graph.assumed[symbol.index] = both(range_of(symbol), POSITIVE)
        else:
            [stated] = graph.copy([u])
            graph.stated[stated] = both(graph.stated.get(stated, ANY), POSITIVE)
        graph.ranges.clear()
    return replace(
        rows,
        chart=chart_of(graph, old.names, old.t.args),
        matrix=tuple(tuple(graph.copy(row)) for row in rows.matrix),
        affine=tuple(graph.copy(rows.affine)),
        functions=(None,) * rows.k,
    )


def _smooth(nodes: Sequence[Expr], chart: Chart) -> bool:
    return (
        all(range_of(u).positive for u, _ in demands(nodes))
        and all(never_vanishes(call.args[1][0], chart) for call in switches(nodes))
        and all(never_vanishes(b, chart) for b in divisors(nodes))
        and not calls_in(nodes, "atan2")
    )
