"""Is there a state at which some functions are zero together?

f_1(q, q', t) = ... = f_p(q, q', t) = 0      a real point, proved to exist; or none, proved
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from nonholo.algebra.field import Field
from nonholo.arithmetic.algebraic import real_zeros
from nonholo.arithmetic.polynomials import common_divisor, in_one_variable
from nonholo.decide.on_set import point_off_zero
from nonholo.errors import ContradictoryConstraints, OutOfReach
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.level_sets.level_set import also_zero
from nonholo.geometry.level_sets.points import Question


def inhabited(functions: Sequence[Expr], chart: Chart) -> bool | None:
    """Some real state (q, q', t), and some numbers of the parameters, make all of them zero.

    functions: not zero identically; None where it is open, as with unspecified functions.

    >>> from nonholo.expression.graph import Graph
    >>> own = chart_of(Graph(), ["x", "y"])
    >>> (x, y), (vx, vy) = own.q, own.v
    >>> inhabited([vx**2 + vy**2 - 1, vx**2 + 2 * vy**2 - 5], own), inhabited([x * y - vx], own)
    (False, True)
    """
    if not functions:
        return True
    if unspecified_in(functions):
        return None
    graph = chart.graph
    if _apart_on_a_line(functions):
        return False
    if point_off_zero(graph.one, functions) is not None:
        return True
    moving = [text(v) for v in chart.v if any(f.has([v]) for f in functions)]
    wide = chart_of(graph, (*chart.names, *moving), text(chart.t))
    try:
        there = also_zero(Question(Pfaffian(wide, (), (), (), ()), {}, {}), functions)
    except ContradictoryConstraints:
        return False
    except (OutOfReach, ZeroDivisionError):
        return None
    if any(part.points for part in there.parts):
        return True
    return None if there.parts or not there.complete else False


def independent_somewhere(functions: Sequence[Expr]) -> bool:
    """Proved: at a real point where all are zero their slopes are independent.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> [independent_somewhere([x**2 + y**2 - c, x**2 + 2 * y**2 - 2]) for c in (2, 1)]
    [False, False]
    >>> independent_somewhere([x**2 + y**2 - 3, x**2 + 2 * y**2 - 5])
    True
    """
    return not functions or point_off_zero(functions[0].graph.one, functions) is not None


def _apart_on_a_line(functions: Sequence[Expr]) -> bool:
    """Some are polynomials in one symbol alone, and have no real root in common."""
    lines: dict[Expr, list[Expr]] = {}
    for f in functions:
        if len(held := f.symbols()) == 1:
            lines.setdefault(held[0], []).append(f)
    return any(_no_common_root(alone) for alone in lines.values())


def _no_common_root(functions: Sequence[Expr]) -> bool:
    try:
        field = Field(functions)
        above = [field.normal(f).num for f in functions]
    except (OutOfReach, ZeroDivisionError):
        return False
    if [g.kind for g in field.generators] != ["symbol"] or field.roots:
        return False
    shared = reduce(common_divisor, above)
    line = in_one_variable(shared)
    return line is not None and not real_zeros(line)
