"""Constraints that bend or end as equations, each of them where something is positive.

    x' = |y'|             x' = y' where y' > 0,  or  x' = -y' where y' < 0
    log x' = log y'       x' = y' where x' > 0
    sqrt(x'^2 + y'^2) = x'    y' = 0 where x' > 0
    atan2(y', x') = a     y' cos a = x' sin a  where  x' cos a + y' sin a > 0

Equation and condition together say the same as the constraint, up to where the condition is 0.
Both are affine in the velocities, and the condition has both signs where the equation holds: so
its velocities span what those of the equation alone do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.dynamics.disguise import straightened
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.domain import switches
from nonholo.linear.elimination import vanishes


@dataclass(frozen=True, slots=True)
class Side:
    """An equation, affine in the velocities, that counts where something else is positive."""

    equation: Expr
    positive: Expr

    @property
    def words(self) -> str:
        """ "xdot - ydot = 0, ydot > 0"."""
        above, below = text(self.positive), text(-self.positive)
        side = f"{below} < 0" if len(below) < len(above) else f"{above} > 0"
        return f"{text(self.equation)} = 0, {side}"


def sides(chart: Chart, value: Expr) -> list[Side]:
    """The equations whose solutions together, each on its side, are those of value = 0; [] if there
    are none of this kind.

    >>> import nonholo as nh
    >>> chart = nh.System("x y", "x'**2/2").system.chart
    >>> x, y = chart.v
    >>> [side.words for side in sides(chart, x - chart.graph.call("abs", y))]
    ['xdot - ydot = 0, ydot > 0', 'xdot + ydot = 0, ydot < 0']
    """
    ways = (_of_size, _of_logarithms, _of_root, _of_direction)
    told = next((some for way in ways if (some := way(chart, value))), [])
    return told if all(_has_both_signs(chart, side) for side in told) else []


def _of_size(chart: Chart, value: Expr) -> list[Side]:
    sizes = [call for call in switches([value]) if call.has(chart.v)]
    if len(sizes) != 1 or sizes[0].args[0] != "abs":
        return []
    (size,) = sizes
    u = size.args[1][0]
    return [Side(value.subs({size: sign * u}), sign * u) for sign in (1, -1)]


def _of_logarithms(chart: Chart, value: Expr) -> list[Side]:
    constant, terms = linear(value)
    if constant != 0 or len(terms) != 2 or sum(c for _, c in terms) != 0:
        return []
    (a, _), (b, _) = terms
    inside = [e.args[1][0] for e in (a, b) if e.calls("log")]
    return [Side(inside[0] - inside[1], inside[0])] if len(inside) == 2 else []


def _of_root(chart: Chart, value: Expr) -> list[Side]:
    _, terms = linear(value)
    rooted = [(e, c) for e, c in terms if e.is_square_root and e.has(chart.v)]
    if len(rooted) != 1:
        return []
    ((root, c),) = rooted
    number = chart.graph.number(c)
    size = root - value / number  # root = size
    if root in ordered([size]):
        return []
    straight = straightened(chart, root**2 - size**2)
    return [Side(straight[0], size)] if len(straight) == 1 else []


def _of_direction(chart: Chart, value: Expr) -> list[Side]:
    _, terms = linear(value)
    turned = [(e, c) for e, c in terms if e.calls("atan2")]
    if len(turned) != 1:
        return []
    ((call, c),) = turned
    graph = chart.graph
    angle = call - value / graph.number(c)  # call = angle
    y, x = call.args[1]
    if angle.has(chart.v):
        return []
    s, k = graph.sin(angle), graph.cos(angle)
    return [Side(y * k - x * s, x * k + y * s)]


def _has_both_signs(chart: Chart, side: Side) -> bool:
    """Where the equation holds, what is to be positive moves with velocities that are free."""
    both: Sequence[Expr] = (side.equation, side.positive)
    if any(e.diff(v).has(chart.v) for e in both for v in chart.v):
        return False
    v = next((v for v in chart.v if not vanishes(side.equation.diff(v))), None)
    if v is None:
        return False
    there = v - side.equation / side.equation.diff(v)
    left = side.positive.subs({v: there})
    return any(not vanishes(left.diff(u)) for u in chart.v if u is not v)
