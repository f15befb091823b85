"""The balance of forces on the independent coordinates, and the force that substitution forgets.

Lbar = L with the dependent velocities eliminated, p_l = dL/dq_l' with the same elimination made
after differentiation (theory: Voronec1901, NeimarkFufaev1972).

    reduced balance_j = d/dt(dLbar/dq_j') - dLbar/dq_j - sum_l alpha_lj dLbar/dq_l - Qbar_j
    curvature force_j = sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )           j in I
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.system import System
from nonholo.expression.graph import MINUS, UNIT, Expr
from nonholo.expression.sweeps import along, gradient
from nonholo.geometry.curvature.curvature import Curvature
from nonholo.geometry.distribution.distribution import Distribution


def reduced_lagrangian(system: System, d: Distribution) -> Expr:
    """Lbar(q, r', t): the Lagrangian with the dependent velocities eliminated."""
    return d.restrict(require_lagrangian(system))


def momenta(system: System, d: Distribution) -> list[Expr]:
    """p_l = dL/dq_l' for the dependent l, eliminated after differentiation."""
    graph = d.chart.graph
    slopes = gradient(graph, require_lagrangian(system), [d.chart.v[l] for l in d.dependent])
    return graph.substitute(slopes, d.lift(), gather=True)


def applied_forces(system: System, d: Distribution) -> list[Expr]:
    """Qbar_j = Q_j + sum_l alpha_lj Q_l, velocities eliminated."""
    return d.project(d.chart.graph.substitute(list(system.forces), d.lift()))


def gradient_part(system: System, d: Distribution) -> list[Expr]:
    """sum_l alpha_lj dLbar/dq_l for j in I: what a plain reading of Lbar leaves out."""
    Lbar, graph = reduced_lagrangian(system, d), d.chart.graph
    slopes = [Lbar.diff(d.chart.q[l]) for l in d.dependent]
    return [
        graph.add(*(row[J] * slope for row, slope in zip(d.alpha, slopes)))
        for J in range(1, d.m + 1)
    ]


def inertial_part(system: System, d: Distribution) -> list[Expr]:
    """d/dt(dLbar/dq_j') - dLbar/dq_j - Qbar_j along the distribution, for j in I."""
    one = d.chart.graph.one
    return _balance(system, d, [{d.chart.q[j]: one} for j in d.independent])


def reduced_balance(system: System, d: Distribution) -> list[Expr]:
    """d/dt(dLbar/dq_j') - X_j(Lbar) - Qbar_j for j in I."""
    return _balance(system, d, [d.field(J) for J in range(1, d.m + 1)])


def _balance(system: System, d: Distribution, fields: Sequence[Mapping[Expr, Expr]]) -> list[Expr]:
    """d/dt(dLbar/dq_j') - F_j(Lbar) - Qbar_j with a field F_j for each j in I."""
    graph, Lbar = d.chart.graph, reduced_lagrangian(system, d)
    slopes = gradient(graph, Lbar, [d.chart.v[j] for j in d.independent])
    rates = along(graph, slopes, _admissible_field(d), gather=True)
    forces = applied_forces(system, d)
    pulls = [along(graph, [Lbar], field, gather=True)[0] for field in fields]
    return [
        graph.sum(((rate, UNIT), (pull, MINUS), (Q, MINUS)))
        for rate, pull, Q in zip(rates, pulls, forces)
    ]


def _admissible_field(d: Distribution) -> dict[Expr, Expr]:
    """The field of admissible motions: q_l' by the independent velocities, which have rates of
    their own.
    """
    chart = d.chart
    field = chart.motion | {chart.q[l]: rate for l, rate in zip(d.dependent, d.lift().values())}
    return field | {chart.v[j]: chart.a[j] for j in d.independent}


def curvature_force(system: System, curvature: Curvature) -> list[Expr]:
    """sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 ) for j in I."""
    d = curvature.distribution
    p, graph = momenta(system, d), d.chart.graph
    return [
        graph.add(*(p[l] * curvature.contract(l, J) for l in range(d.k))) for J in range(1, d.m + 1)
    ]
