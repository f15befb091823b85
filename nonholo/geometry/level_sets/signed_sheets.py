"""Sheets of levels with |u| in them: those of the levels that they are where all u have signs.

    {f(|u_1|, ...) = 0}  =  union over s_i = 1, -1 of  {f(s_1 u_1, ...) = 0, s_i u_i >= 0}

The closed sides of u_i = 0 cover everything, so no point is left out.  On a sheet on which all u_i
are linear each such set is a polyhedron: where it has an inner point it is the closure of these,
and in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.level_sets.points import limits
from nonholo.geometry.level_sets.sheets import Sheet, sheets
from nonholo.geometry.zeros.domain import switches

MOST_SWITCHES = 4  # of abs and sign, all of whose signs are tried


def by_signs(functions: Sequence[Expr], chart: Chart, prefer: Sequence[Expr] = ()) -> list[Sheet]:
    """The sheets of {f_1 = ... = f_p = 0}, without abs in their values where they can be told by
    signs; `under` then says on which sides they lie.

    prefer: coordinates to solve for, other things being equal.  Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> size = plane.graph.call("abs", y)
    >>> [(dict(s.values), s.under) for s in by_signs([x + size], plane)]
    [({x: -y}, (y,)), ({x: y}, (-y,))]
    """
    whole = sheets(functions, chart, prefer)
    if not limits(tuple(e for sheet in whole for e in sheet.values.values())).signed:
        return whole
    told = _told_by_signs(functions, chart, prefer)
    return whole if told is None else told


def _told_by_signs(
    functions: Sequence[Expr], chart: Chart, prefer: Sequence[Expr]
) -> list[Sheet] | None:
    """None where they cannot be told so."""
    graph, calls = chart.graph, switches(functions)
    inside = list(dict.fromkeys(call.args[1][0] for call in calls))
    jumps = any(call.args[0] != "abs" for call in calls)  # at u = 0, which no closed side tells
    if jumps or len(inside) > MOST_SWITCHES or limits(tuple(inside)).signed:
        return None
    ahead: list[Sheet] = []
    for signs in product((1, -1), repeat=len(inside)):
        sides = {u: graph.scale(u, s) for u, s in zip(inside, signs)}
        put = {call: sides[call.args[1][0]] for call in calls}
        try:
            for sheet in sheets(graph.substitute(list(functions), put), chart, prefer):
                beside = graph.substitute(list(sides.values()), sheet.values)
                if any(range_of(e).negative for e in beside):
                    continue
                if sheet.under or not all(_is_straight(e, chart) for e in beside):
                    return None
                ahead.append(replace(sheet, under=tuple(e for e in beside if not e.is_number)))
        except (OutOfReach, ZeroDivisionError):
            return None
    return ahead


def _is_straight(e: Expr, chart: Chart) -> bool:
    """Linear in coordinates and time, and not 0 all over."""
    moving = [*chart.q, chart.t]
    return (e.has(moving) and all(e.diff(s).is_number for s in moving)) or range_of(e).nonzero
