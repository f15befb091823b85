"""Coefficients that are not Lipschitz: there a velocity does not determine the path, and leaves can
meet.

dx = 3 x^(2/3) dy has the leaves x^(1/3) - y = const, and x = 0, which touches them all: by way of
it every configuration can be reached from every other."""

from __future__ import annotations

from fractions import Fraction

from nonholo.expression.graph import Expr, linear, ordered
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.zeros.signs import never_vanishes

STEEP = ("asin", "acos")  # like a root where the argument is 1 or -1


def rough(rows: Pfaffian) -> bool:
    """A root of what may vanish stands in the coefficients, or an arc sine of what is not constant.

    sqrt(x^2 + y^4) is no such root: its slope is bounded.  What is written below a fraction is no
    part of the configurations where it vanishes.

    >>> import nonholo as nh
    >>> rough(nh.constraints("dz = sqrt(x) dy").system.pfaffian)
    True
    >>> rough(nh.constraints("dz = sqrt(x**2 + y**4) dy").system.pfaffian)
    False
    """
    chart = rows.chart
    variables = [*chart.q, chart.t]
    nodes = ordered(entries(rows))
    return any(_rough(node, variables, chart) for node in nodes if node.has(variables))


def _rough(node: Expr, variables: list[Expr], chart: Chart) -> bool:
    if node.kind == "function":
        return node.args[0] in STEEP
    if node.kind != "product":
        return False
    return any(
        isinstance(e, Fraction)
        and 0 < e < 1
        and base.has(variables)
        and not never_vanishes(base, chart)
        and not (e == Fraction(1, 2) and _squares(base))
        for base, e in node.args
    )


def _squares(base: Expr) -> bool:
    """A sum of even powers with positive coefficients."""
    constant, terms = linear(base)
    powers = [t.args[0] if t.kind == "product" and len(t.args) == 1 else (t, 1) for t, _ in terms]
    return (
        constant >= 0
        and all(c > 0 for _, c in terms)
        and all(isinstance(e, int) and e > 0 and e % 2 == 0 for _, e in powers)
    )
