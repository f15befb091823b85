"""The balance of forces on the independent coordinates, and the force that substitution forgets.

Lbar = L with the dependent velocities eliminated, p_l = dL/dq_l' with the same elimination made after
differentiation (theory: Voronec1901, NeimarkFufaev1972).

    reduced balance_j = d/dt(dLbar/dq_j') - dLbar/dq_j - sum_l alpha_lj dLbar/dq_l - Qbar_j
    curvature force_j = sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )           j in I
"""

from __future__ import annotations

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.system import System
from nonholo.exact.graph import Expr
from nonholo.geometry.curvature import Curvature
from nonholo.geometry.distribution import Distribution


def reduced_lagrangian(system: System, d: Distribution) -> Expr:
    """Lbar(q, r', t): the Lagrangian with the dependent velocities eliminated."""
    return d.restrict(require_lagrangian(system))


def momenta(system: System, d: Distribution) -> list[Expr]:
    """p_l = dL/dq_l' for the dependent l, eliminated after differentiation."""
    L = require_lagrangian(system)
    return [d.restrict(L.diff(d.chart.v[l])) for l in d.dependent]


def applied_forces(system: System, d: Distribution) -> list[Expr]:
    """Qbar_j = Q_j + sum_l alpha_lj Q_l, velocities eliminated."""
    return d.project([d.restrict(Q) for Q in system.forces])


def gradient_part(system: System, d: Distribution) -> list[Expr]:
    """sum_l alpha_lj dLbar/dq_l for j in I: what a plain reading of Lbar leaves out."""
    Lbar, graph = reduced_lagrangian(system, d), d.chart.graph
    slopes = [Lbar.diff(d.chart.q[l]) for l in d.dependent]
    return [graph.add(*(row[J] * slope for row, slope in zip(d.alpha, slopes)))
            for J in range(1, d.m + 1)]


def inertial_part(system: System, d: Distribution) -> list[Expr]:
    """d/dt(dLbar/dq_j') - dLbar/dq_j - Qbar_j along the distribution, for j in I."""
    Lbar, chart = reduced_lagrangian(system, d), d.chart
    forces = applied_forces(system, d)
    return [d.restrict(chart.rate(Lbar.diff(chart.v[j]))) - Lbar.diff(chart.q[j]) - Q
            for j, Q in zip(d.independent, forces)]


def reduced_balance(system: System, d: Distribution) -> list[Expr]:
    """d/dt(dLbar/dq_j') - X_j(Lbar) - Qbar_j for j in I."""
    return [a - b for a, b in zip(inertial_part(system, d), gradient_part(system, d))]


def curvature_force(system: System, curvature: Curvature) -> list[Expr]:
    """sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 ) for j in I."""
    d = curvature.distribution
    p, graph = momenta(system, d), d.chart.graph
    return [graph.add(*(p[l] * curvature.contract(l, J) for l in range(d.k)))
            for J in range(1, d.m + 1)]
