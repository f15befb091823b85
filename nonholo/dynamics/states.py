"""Functions of a state (q, q', t): where they can vanish, and for what they can be solved."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.once import once
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.signs import moves, of_one_sign
from nonholo.work import BUDGETS, Work

Powers = list[tuple[Expr, int]] | None


def unsure_factors(f: Expr, chart: Chart, units: int = BUDGETS.factors) -> list[Expr] | None:
    """The factors of f that hold a coordinate, a velocity or t and are not of one sign on sight.

    Parameters are taken as generic, so [] means: f vanishes nowhere (f is not zero).  None if this
    is out of reach.  units: of work.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> (x, y), (vx, vy) = own.q, own.v
    >>> unsure_factors(x**2 * vy * (y**2 + 1), own), unsure_factors(own.graph.symbol("m"), own)
    ([ydot, x], [])
    """
    powers = _powers(f, chart, units)
    return None if powers is None else [factor for factor, _ in powers]


def has_factors(f: Expr, chart: Chart, units: int = BUDGETS.factors) -> bool:
    """f is a product, or a power, of what decides it: f = 0 says more than its rate."""
    powers = _powers(f, chart, units) or []
    return sum(power for factor, power in powers if _of_same_order(factor, f, chart)) > 1


def own_factors(f: Expr, chart: Chart, units: int = BUDGETS.factors) -> list[Expr] | None:
    """Those of `unsure_factors` by which a condition holds at most points: of one on velocities
    those that hold velocities.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> (x, y), (vx, vy) = own.q, own.v
    >>> own_factors(x * (vy - y), own), own_factors(x * y, own)
    ([ydot - y], [x, y])
    """
    factors = unsure_factors(f, chart, units)
    return None if factors is None else [e for e in factors if _of_same_order(e, f, chart)]


def special_letters(f: Expr, chart: Chart, units: int = BUDGETS.factors) -> tuple[str, ...]:
    """The parameters for some values of which f may be zero; of its factors that move none counts.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> a, b = own.graph.symbol("a"), own.graph.symbol("b")
    >>> special_letters((a**2 - 1) * (b**2 + 1) * own.q[0], own)
    ('a',)
    """
    moving = (*chart.q, *chart.v, chart.t)
    letters = [s for s in f.symbols() if s not in moving]
    powers = _powers_of(f, letters, units) if letters else []
    of = [f] if powers is None else [factor for factor, _ in powers if not factor.has(moving)]
    return tuple(str(s) for s in letters if any(factor.has([s]) for factor in of))


def _of_same_order(factor: Expr, f: Expr, chart: Chart) -> bool:
    return factor.has(chart.v) or not f.has(chart.v)


def _powers(f: Expr, chart: Chart, units: int) -> Powers:
    """The factors with their powers."""
    if f.is_constant:
        return []
    moving = (*chart.q, *chart.v, chart.t)
    return once(f.graph, ("powers", f, units, moving), lambda: _powers_of(f, moving, units))


def _powers_of(f: Expr, moving: Sequence[Expr], units: int) -> Powers:
    try:
        field = Field([f], Work.of(units))
        powers = factors_of(cancelled(field, field.normal(f)).num)[1]
        return [
            (field.expression(factor), power)
            for factor, power in powers
            if moves(field, factor, moving) and not of_one_sign(field, factor, moving)
        ]
    except OutOfReach:
        return None


def solved_for(f: Expr, variables: Sequence[Expr], chart: Chart) -> tuple[Expr, Expr, Expr] | None:
    """The variable in which f is linear with the best slope, that slope, and its value on f = 0.

    A slope that is a number is best, then one that vanishes nowhere.
    """
    choices = []
    for i, s in enumerate(variables):
        slope = f.diff(s) if f.has([s]) else None
        if slope is None or slope.is_zero or slope.has([s]):
            continue
        unsure = 0 if slope.is_number else 1 if unsure_factors(slope, chart) == [] else 2
        choices.append(((unsure, -i), s, slope))
    if not choices:
        return None
    _, s, slope = min(choices, key=lambda choice: choice[0])
    return s, slope, -f.subs({s: chart.graph.zero}) / slope
