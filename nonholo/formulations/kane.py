"""Kane's equations: generalised active and inertia forces along the partial velocities.

    F_r + F_r* = 0,    F_r = sum_i (Q_i - dV/dq_i) v_ir,    F_r* = - sum_i (inertia force)_i v_ir,   v_ir = dq_i'/du_r

u_r are generalised speeds (default: the independent velocities) and the inertia forces come from accelerations by
Christoffel symbols of the mass matrix, never from Lagrange's operator.  References: KaneLevinson1985.
"""

from __future__ import annotations

from nonholo.dynamics.equations import Equations, constraint_rates
from nonholo.dynamics.kinetic import inertia_balance
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.geometry.curvature.frames import Frame, frame
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


def kane(system: System, distribution: Distribution, speeds: Frame | None = None) -> Equations:
    """Kane's equations, m balances along partial velocities and the k differentiated constraints."""
    require_pfaffian(system, "kane")
    own = speeds or frame(distribution)
    balance = [e - Q for e, Q in zip(inertia_balance(system), system.forces)]
    partial = [[velocity.diff(u) for velocity in own.velocity()] for u in own.symbols]
    rows = [dot(system.chart.graph, column, balance) for column in partial]
    return Equations("kane", "formulation", distribution,
                     (*rows, *constraint_rates(distribution)), system.chart.a)
