"""Rests that gyroscopic forces hold on top of a potential, by the energy and a momentum together.

    I = sum_i (B (q - q*))_i dL/dq_i'        is kept if  sum_i (B (q - q*))_i dL/dq_i
                                                        + (B q')_i dL/dq_i' = 0

The energy h has no minimum there, but h + c I may have one for some number c: then the rest is
stable (Routh; Chetaev's combination of integrals).  The B are found by linear algebra, and a c by a
point in each interval between the zeros of the leading minors of the second variation.
References: Merkin1997.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from nonholo.arithmetic.numbers import rational
from nonholo.dynamics.hurwitz import surely_positive
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.statics import Statics
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import dot, leading_minors, vanishes
from nonholo.signs.line import zeros_on_line

MOST = 4  # coordinates


def least_with_momentum(statics: Statics, values: Mapping[Expr, Expr]) -> bool:
    """The energy and some momentum of a linear symmetry together have a strict minimum at a rest.

    values: coordinate -> number; without constraints and forces beside those of L.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> top = "(x'**2 + y'**2)/2 + 3*(x*y' - y*x')/2 + (x**2 + y**2)/2 + (x**2 + y**2)**2"
    >>> system = nh.System("x y", top).system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> least_with_momentum(rest, dict.fromkeys(system.chart.q, system.chart.graph.zero))
    True
    """
    still = statics.numbered
    chart, L = still.system.chart, require_lagrangian(still.system)
    plain = not still.rows.k and all(Q.is_zero for Q in still.system.forces)
    known = set(values) == set(chart.q) and not any(e.support for e in values.values())
    if not (plain and known and still.steady and not still.kinks and chart.n <= MOST):
        return False
    try:
        h = dot(chart.graph, chart.v, [L.diff(v) for v in chart.v]) - L
        return any(_least(still, values, h, I) for I in _momenta(still, values, L))
    except (OutOfReach, ZeroDivisionError):
        return False


def _momenta(statics: Statics, values: Mapping[Expr, Expr], L: Expr) -> list[Expr]:
    """I for a basis of the B, those that do not vanish."""
    chart = statics.system.chart
    pairs = list(zip(chart.q, chart.v))
    slopes = [(L.diff(q), L.diff(v)) for q, v in pairs]
    nodes = [(q - values[q]) * a + v * b for a, b in slopes for q, v in pairs]
    momenta = []
    for c in constant_relations(nodes, [*chart.q, *chart.v]):
        parts = [(q - values[q]) * b for _, b in slopes for q, _ in pairs]
        momenta.append(dot(chart.graph, c, parts))
    return [I for I in momenta if not I.is_zero]


def _least(statics: Statics, values: Mapping[Expr, Expr], h: Expr, I: Expr) -> bool:
    chart = statics.system.chart
    graph, moving = chart.graph, [*chart.q, *chart.v]
    at_rest = {**values, **dict.fromkeys(chart.v, graph.zero)}
    if not all(vanishes(e.diff(x).subs(at_rest)) for e in (h, I) for x in moving):
        return False
    c = graph.symbol("part of a momentum")
    whole = h + c * I
    second = [[whole.diff(a).diff(b).subs(at_rest) for b in moving] for a in moving]
    minors = list(leading_minors(graph, second))
    if any(m.is_zero for m in minors):
        return False
    moved = [m for m in minors if m.support]
    ends = (
        [zero.low for zero in zeros_on_line(moved, c)],
        [zero.high for zero in zeros_on_line(moved, c)],
    )
    for point in _between(*ends):
        there = [m.subs({c: graph.number(rational(point))}) for m in minors]
        if all(not m.support and surely_positive(m) for m in there):
            return True
    return False


def _between(low: Sequence[Fraction], high: Sequence[Fraction]) -> list[Fraction]:
    """A point in each interval that the zeros leave."""
    if not low:
        return [Fraction(0)]
    inner = [(a + b) / 2 for a, b in zip(high, low[1:])]
    return [low[0] - 1, *inner, high[-1] + 1]
