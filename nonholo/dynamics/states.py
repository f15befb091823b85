"""Functions of a state (q, q', t): where they can vanish, and for what they can be solved."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.algebra.lowest import lowest
from nonholo.arithmetic.polynomials import factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import breaks
from nonholo.expression.functions import is_unspecified, unspecified_in
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.once import once
from nonholo.expression.sweeps import gradient
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.signs import moves, of_one_sign
from nonholo.work import BUDGETS, Work

Powers = list[tuple[Expr, int]] | None


def unsure_factors(f: Expr, chart: Chart) -> list[Expr] | None:
    """The factors of f that hold a coordinate, a velocity or t and are not of one sign on sight.

    Parameters are taken as generic, so [] means: f vanishes nowhere (f is not zero).  None if this
    is out of reach.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> (x, y), (vx, vy) = own.q, own.v
    >>> unsure_factors(x**2 * vy * (y**2 + 1), own), unsure_factors(own.graph.symbol("m"), own)
    ([ydot, x], [])
    """
    powers = _powers(f, chart)
    return None if powers is None else [factor for factor, _ in powers]


def has_factors(f: Expr, chart: Chart) -> bool:
    """f is a product, or a power, of what decides it: f = 0 says more than its rate."""
    powers = _powers(f, chart) or []
    return sum(power for factor, power in powers if _of_same_order(factor, f, chart)) > 1


def own_factors(f: Expr, chart: Chart) -> list[Expr] | None:
    """Those of `unsure_factors` by which a condition holds at most points: of one on velocities
    those that hold velocities.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> (x, y), (vx, vy) = own.q, own.v
    >>> own_factors(x * (vy - y), own), own_factors(x * y, own)
    ([ydot - y], [x, y])
    """
    factors = unsure_factors(f, chart)
    return None if factors is None else [e for e in factors if _of_same_order(e, f, chart)]


def special_letters(f: Expr, chart: Chart) -> tuple[str, ...]:
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
    powers = _powers_of(f, letters) if letters else []
    of = [f] if powers is None else [factor for factor, _ in powers if not factor.has(moving)]
    return tuple(str(s) for s in letters if any(factor.has([s]) for factor in of))


def special_at_all_times(f: Expr, chart: Chart) -> tuple[str, ...]:
    """The parameters and unspecified functions for some of which a function of time may be zero.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x"])
    >>> special_at_all_times(own.graph.symbol("a") * own.graph.sin(own.t) - 1, own)
    ('a',)
    """
    letters = (str(s) for s in f.symbols() if s is not chart.t)
    return (*letters, *sorted(unspecified_in([f])))


def at_single_times(f: Expr, chart: Chart) -> bool:
    """f, which is not zero, is a function of time alone whose zeros are single times, so that no
    motion lasts while it is 0: nothing in it bends or jumps.  Unspecified functions are generic.
    Not asked of roots and polynomials, whose rates end with a number.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x"])
    >>> t, size = own.t, own.graph.call("abs", own.t)
    >>> [at_single_times(f, own) for f in (own.graph.sin(t) - 1, size - t, t * own.q[0])]
    [True, False, False]
    """
    if f.has([*chart.q, *chart.v]) or breaks(f, chart.t):
        return False
    return any(node.kind == "function" and node.has([chart.t]) for node in ordered([f]))


def holds_one_coordinate(f: Expr, chart: Chart) -> Expr | None:
    """The coordinate that f = 0 keeps where it is, for its zeros are single places: f holds no
    other, no velocity and no t, and nothing in it bends or jumps.

    f: not zero.  Unspecified functions are generic.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> x, y = own.q
    >>> [holds_one_coordinate(f, own) for f in (own.graph.cos(x) - x, x - y)]
    [x, None]
    """
    moving = [s for s in (*chart.q, *chart.v, chart.t) if f.has([s])]
    alone = len(moving) == 1 and moving[0] in chart.q and not breaks(f, moving[0])
    return moving[0] if alone else None


def meeting_for_few(functions: Sequence[Expr], chart: Chart) -> tuple[str, ...]:
    """The unspecified functions for almost all of which these are zero at no place together: more
    of them hold one coordinate alone than one, as f(x) - g(x) and f(x), each with a value of its
    own.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.unspecified import Unspecified
    >>> from nonholo.geometry.constraints.chart import chart
    >>> own = chart(Graph(), ["x", "y"])
    >>> names = (Unspecified(name, ("x",), (0,)) for name in "fg")
    >>> f, g = (own.graph.call(name, own.q[0]) for name in names)
    >>> meeting_for_few([f - g, f], own), meeting_for_few([f - g, f**2 - g**2], own)
    (('f', 'g'), ())
    """
    for s in chart.q:
        alone = [f for f in functions if holds_one_coordinate(f, chart) is s]
        if len(alone) > 1 and _values_held(alone) > 1:
            return tuple(sorted(unspecified_in(alone)))
    return ()


def _values_held(functions: Sequence[Expr]) -> int:
    """How many values of unspecified functions these determine, one after the other, and one more
    where something is left.
    """
    held, left = 0, list(functions)
    while left:
        solved = next(filter(None, map(_by_a_value, left)), None)
        if solved is None:
            return held + 1
        held += 1
        left = [e for e in (f.subs(solved) for f in left) if not e.is_zero]
    return held


def _by_a_value(f: Expr) -> dict[Expr, Expr] | None:
    """A value of an unspecified function by f = 0, in which it is linear with a number."""
    for call in filter(is_unspecified, ordered([f])):
        slope = gradient(f.graph, f, [call])[0]
        if slope.is_number:
            return {call: call - f / slope}
    return None


def _of_same_order(factor: Expr, f: Expr, chart: Chart) -> bool:
    return factor.has(chart.v) or not f.has(chart.v)


def _powers(f: Expr, chart: Chart) -> Powers:
    """The factors with their powers."""
    if f.is_constant:
        return []
    moving = (*chart.q, *chart.v, chart.t)
    return once(f.graph, ("powers", f, moving), lambda: _powers_of(f, moving))


def _powers_of(f: Expr, moving: Sequence[Expr]) -> Powers:
    try:
        field = Field([f], Work.of(BUDGETS.factors))
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
    return s, slope, -_at_zero(f, s) / slope


def _at_zero(f: Expr, s: Expr) -> Expr:
    """Where s = 0, also of x^2/(x + x y)^2, which has no x in lowest terms."""
    zero = {s: f.graph.zero}
    try:
        return f.subs(zero)
    except ZeroDivisionError:
        return lowest([f], BUDGETS.factors)[0].subs(zero)
