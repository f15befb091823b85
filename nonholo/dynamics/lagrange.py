"""Lagrange's balance of forces, without constraints.

    E_i(L) - Q_i = d/dt(dL/dq_i') - dL/dq_i - Q_i
"""

from __future__ import annotations

from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable
from nonholo.exact.graph import Expr
from nonholo.exact.linear import Matrix
from nonholo.geometry.distribution import Distribution


def require_lagrangian(system: System) -> Expr:
    """The Lagrangian, or NotApplicable with what to add."""
    if system.lagrangian is None:
        raise NotApplicable("equations of motion need a Lagrangian; this system has none: "
                            "add lagrangian = \"T - V\" (a function of q, q' and t)")
    return system.lagrangian


def force_balance(system: System) -> list[Expr]:
    """E_i(L) - Q_i for i = 1..n, linear in the accelerations."""
    L, chart = require_lagrangian(system), system.chart
    return [chart.rate(L.diff(v)) - L.diff(q) - Q
            for q, v, Q in zip(chart.q, chart.v, system.forces)]


def mass_matrix(system: System) -> Matrix:
    """M_ij = d^2 L / dq_i' dq_j'  (n x n)."""
    L, chart = require_lagrangian(system), system.chart
    return [[L.diff(u).diff(v) for v in chart.v] for u in chart.v]


def energy(system: System) -> Expr:
    """The energy function h = sum_i q_i' dL/dq_i' - L."""
    L, chart = require_lagrangian(system), system.chart
    return chart.graph.add(*(v * L.diff(v) for v in chart.v)) - L


def free_motion(system: System, d: Distribution) -> tuple[Matrix, list[Expr]]:
    """M and F of M q'' = F, the system without constraints, on velocities that obey them."""
    chart = system.chart
    zero = dict.fromkeys(chart.a, chart.graph.zero)
    M = [[d.restrict(e) for e in row] for row in mass_matrix(system)]
    return M, [-d.restrict(row.subs(zero)) for row in force_balance(system)]
