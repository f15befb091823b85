"""Kane's equations: generalised active and inertia forces along the partial velocities.

    F_r + F_r* = 0,    F_r = sum_i (Q_i - dV/dq_i) v_ir,
            F_r* = - sum_i (inertia force)_i v_ir,   v_ir = dq_i'/du_r

u_r are generalised speeds (default: the independent velocities) and the inertia forces come from
accelerations by Christoffel symbols of the mass matrix, never from Lagrange's operator.
References: KaneLevinson1985."""

from __future__ import annotations

from nonholo.dynamics.equations import Equations, constraint_rates
from nonholo.dynamics.kinetic import inertia_balance
from nonholo.dynamics.quasi import frame_of
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.geometry.curvature.frames import Frame
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


def kane(system: System, distribution: Distribution, speeds: Frame | None = None) -> Equations:
    """Kane's equations, m balances along partial velocities and the k differentiated constraints.

        sum_i (E_i(L) - Q_i) dq_i'/du_r = 0      (r = 1..m),   E_i(L) by Christoffel symbols

    speeds: the generalised speeds u_r as a frame; by default the quasi-velocities of the system,
    else the independent velocities.  Raises NotApplicable without a Lagrangian, for one that is not
    quadratic in the velocities, or for a constraint nonlinear in them.  References:
    KaneLevinson1985.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> kane(system, distribution(system.pfaffian, ["z"])).rows
    (xddot + y*zddot, yddot, zddot - xdot*ydot - y*xddot)
    """
    require_pfaffian(system, "kane")
    frame = speeds or frame_of(system, distribution)
    balance = [e - Q for e, Q in zip(inertia_balance(system), system.forces)]
    partial = [[velocity.diff(u) for velocity in frame.velocity()] for u in frame.symbols]
    rows = [dot(system.chart.graph, column, balance) for column in partial]
    return Equations(
        "kane",
        "formulation",
        distribution,
        (*rows, *constraint_rates(distribution)),
        system.chart.a,
        along=frame,
    )
