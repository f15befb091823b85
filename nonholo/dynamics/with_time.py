"""First integrals that contain t, by linear algebra over constants.

    sum_i c_i f_i' = kappa + mu t on the motion
            J = sum_i c_i f_i - kappa t - mu t^2/2
    sum_i c_i q_i' = sum_a b_a J_a + kappa + mu t
            F = sum_i c_i q_i - t (sum_a b_a J_a + kappa) - mu t^2/2

f_i: momenta and velocities; c_i, b_a, kappa, mu free of what moves.  The second are those of
Galilei: the centre of mass moves uniformly.  References: Noether1918, Goldstein2002.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.dynamics.conserved import is_conserved, rate_on_motion
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.system import System
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import dot, size

MOST_NODES = 400  # of all rates together


def integrals_with_time(system: System, d: Distribution, true: Motion) -> tuple[Expr, ...]:
    """First integrals that contain t, linear in momenta, velocities and coordinates, proved.

    true: the motion.  None of them for rates that are long or have no normal form; others may exist
    that are not of this form.  References: Noether1918.

    >>> import nonholo as nh
    >>> found = nh.compare(nh.System("x", "m*x'**2/2 - m*g*x"))
    >>> integrals_with_time(found.system, found.distribution, found.reference)
    (xdot + g*t, x - t*(xdot + g*t) + g*t**2/2)
    """
    chart, graph, L = d.chart, d.chart.graph, require_lagrangian(system)
    functions = _different([*chart.v, *(L.diff(v) for v in chart.v)], d)
    try:
        rates = [rate_on_motion(system, d, true, f) for f in functions]
        if sum(map(size, rates)) > MOST_NODES:
            return ()
        moving = [*chart.q, *chart.v, chart.t]
        t, later = chart.t, chart.t**2 / 2
        first = [
            dot(graph, c[:-2], functions) + c[-2] * t + c[-1] * later
            for c in constant_relations([*rates, graph.one, t], moving)
        ]
        speeds = [d.restrict(v) for v in chart.v]
        restricted = [d.restrict(J) for J in first]
        relations = constant_relations([*speeds, *restricted, graph.one, t], moving)
        n = chart.n
        second = [
            dot(graph, c[:n], chart.q) + t * dot(graph, c[n:-2], first) + c[-2] * t + c[-1] * later
            for c in map(_upright, relations)
            if not all(e.is_zero for e in c[:n])
        ]
        proved = [f for f in (*first, *second) if _is_proved(system, d, true, f)]
        return tuple(f for f in _independent(proved, moving, d) if not f.diff(t).is_zero)
    except (OutOfReach, ZeroDivisionError):
        return ()


def _upright(relation: list[Expr]) -> list[Expr]:
    """With the opposite sign where a coefficient is a negative number."""
    turned = any(c.is_number and not c.is_zero and c.args < 0 for c in relation)
    return [-c for c in relation] if turned else relation


def _different(functions: Sequence[Expr], d: Distribution) -> list[Expr]:
    """Without those that hold no more than a constant times another before."""
    different: list[Expr] = []
    moving = [*d.chart.q, *d.chart.v, d.chart.t]
    for f in functions:
        if not f.is_zero and not any(not (f / g).has(moving) for g in different):
            different.append(f)
    return different


def _independent(functions: Sequence[Expr], moving: Sequence[Expr], d: Distribution) -> list[Expr]:
    """Those that are no combination of 1 and of earlier ones with constant coefficients, which may
    hold letters.
    """
    chosen: list[Expr] = []
    for f in functions:
        among = [d.restrict(g) for g in (*chosen, f)]
        if not among[-1].has(moving):
            continue
        if all(c[-1].is_zero for c in constant_relations([f.graph.one, *among], moving)):
            chosen.append(f)
    return chosen


def _is_proved(system: System, d: Distribution, true: Motion, f: Expr) -> bool:
    """Is it proved constant?"""
    decision = is_conserved(system, d, true, f)
    return decision.answer is True and decision.proved
