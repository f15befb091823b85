"""The ground under a rolling contact: directions along it, and what must hold across it.

    no slip     (v_P - g) . a = 0 for two directions a at right angles to n
            (P the point of the body at the contact)
    contact     (v_P - g) . n = 0 and (r' - g) . n = 0                  (r the place of the contact)

n: the direction into the ground; g: the velocity of the ground.  Where the second line does not
hold the body leaves the ground, or sinks into it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nonholo.decide.ball import balls
from nonholo.dynamics.space import Vector, cross, identity
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import dot


def tangents(chart: Chart, n: Sequence[Expr], nominal: Mapping[Expr, Expr]) -> list[Vector]:
    """Two directions that span the plane at right angles to n: level fixed axes, else a and n x a.

    They are independent wherever a is not zero; a is one that never is, if there is one on sight.
    nominal: numbers at which it shall not be zero else.
    """
    level = [axis for axis, component in zip(identity(chart.graph), n) if component.is_zero]
    if len(level) == 2:
        return level
    first = level[0] if level else _along(chart, n, nominal)
    return [first, cross(n, first)]


def _along(chart: Chart, n: Sequence[Expr], nominal: Mapping[Expr, Expr]) -> Vector:
    """A direction at right angles to n that never vanishes, or else not at the nominal place."""
    fixed = _across_axes(chart, n, nominal)
    candidates = [*_turning(chart, n), *fixed]
    return next((a for a in candidates if never_vanishes(dot(chart.graph, a, a), chart)), fixed[0])


def _turning(chart: Chart, n: Sequence[Expr]) -> Iterator[Vector]:
    """dn/dq for each coordinate, where it is at right angles to n."""
    for q in chart.q:
        a = [component.diff(q) for component in n]
        if any(not component.is_zero for component in a) and dot(chart.graph, a, n).is_zero:
            yield a


def _across_axes(chart: Chart, n: Sequence[Expr], nominal: Mapping[Expr, Expr]) -> list[Vector]:
    """e x n for the fixed axes e, that farthest from n first."""
    sizes, axes = _sizes(n, nominal), identity(chart.graph)
    return [cross(axes[i], n) for i in sorted(range(3), key=lambda i: sizes[i])]


def _sizes(n: Sequence[Expr], nominal: Mapping[Expr, Expr]) -> list[float]:
    """|n_i| at the nominal place, for a choice alone; 0 where there is no number."""
    return [_size(component, nominal) for component in n]


def _size(component: Expr, nominal: Mapping[Expr, Expr]) -> float:
    try:
        (number,) = balls([component.subs(nominal)], {})
    except (ArithmeticError, ValueError):  # a pole, a letter without a number
        return 0.0
    return abs(float(number.mid())) if number.is_finite() else 0.0
