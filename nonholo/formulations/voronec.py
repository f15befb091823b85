"""Voronec's equations: reduced balance = curvature force.

    d/dt(dLbar/dq_j') - dLbar/dq_j - sum_l alpha_lj dLbar/dq_l - Qbar_j
        = sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )                          j in I

Of constraints nonlinear in the velocities, q_l' = psi_l(q, q_j', t), psi_lj = dpsi_l/dq_j' stands
in the place of alpha_lj, and the force is that of

    W_lj = d/dt psi_lj - dpsi_l/dq_j - sum_s psi_sj dpsi_l/dq_s

which is the contraction of the curvature where psi is linear.  References: Voronec1901, Hamel1949,
NeimarkFufaev1972.
"""

from __future__ import annotations

from nonholo.dynamics.bent_split import BentSplit, bent_split
from nonholo.dynamics.equations import Equations
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.reduced import curvature_force, reduced_balance
from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


def voronec(system: System, distribution: Distribution) -> Equations:
    """Voronec's equations, one row per independent coordinate: balance less curvature force.

        row_j = d/dt(dLbar/dq_j') - dLbar/dq_j - sum_l alpha_lj dLbar/dq_l - Qbar_j
                - sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )                      j in I

    Raises NotApplicable without a Lagrangian, or where a nonlinear constraint cannot be solved for
    a velocity.  References: Voronec1901, NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> voronec(system, distribution(system.pfaffian, ["z"])).rows
    (xddot*(y**2 + 1) + y*xdot*ydot, yddot)
    """
    if system.nonlinear:
        return _bent(system, distribution)
    balance = reduced_balance(system, distribution)
    force = curvature_force(system, curvature(distribution))
    rows = [b - f for b, f in zip(balance, force, strict=True)]
    return Equations.reduced("voronec", distribution, rows)


def _bent(system: System, d: Distribution) -> Equations:
    """The same with constraints that are nonlinear in the velocities."""
    L, chart = require_lagrangian(system), d.chart
    split, lift = bent_split(system, d), d.lift()
    dependent = [*d.dependent, *split.dependent]
    p = [d.restrict(L.diff(chart.v[l])) for l in dependent]
    Q = [d.restrict(force) for force in system.forces]
    rows = []
    for j in split.independent:
        # psi_lj, l in D: of linear constraints through the velocities that are solved too
        psi = [split.derivative(lift[chart.v[l]], chart.v[j]) for l in d.dependent]
        psi += split.slopes[chart.v[j]]
        fields = [(chart.q[j], chart.graph.one), *((chart.q[l], e) for l, e in zip(dependent, psi))]
        force = [W - pull for W, pull in zip(map(split.rate, psi), _pulls(split, fields))]
        Lbar = d.restrict(L)
        row = split.rate(split.derivative(Lbar, chart.v[j])) - dot(chart.graph, p, force)
        row -= chart.graph.add(*(e * split.derivative(Lbar, x) for x, e in fields))
        rows.append(row - Q[j] - dot(chart.graph, psi, [Q[l] for l in dependent]))
    unknowns = tuple(chart.a[j] for j in split.independent)
    closing = tuple((chart.a[s], split.accelerations()[chart.a[s]]) for s in split.dependent)
    return Equations("voronec", "formulation", d, tuple(rows), unknowns, closing=closing)


def _pulls(split: BentSplit, fields: list[tuple[Expr, Expr]]) -> list[Expr]:
    """dpsi_l/dq_j + sum_s psi_sj dpsi_l/dq_s for each dependent l."""
    d, graph = split.distribution, split.distribution.chart.graph
    lifted = [
        graph.add(*(e * split.derivative(f, x) for x, e in fields)) for f in d.lift().values()
    ]
    bent = [
        graph.add(*(e * split.slopes[x][s] for x, e in fields)) for s in range(len(split.dependent))
    ]
    return [*lifted, *bent]
