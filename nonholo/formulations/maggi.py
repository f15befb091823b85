"""Maggi's equations: the force balance on virtual displacements.

    sum_i N_ij (E_i(L) - Q_i) = 0      (j = 1..m),   N a basis of ker A,   with the k constraints

With quasi-velocities u the columns are those of q' = N u + tau, N_ij = dq_i'/du_j.  No multiplier
and no curvature appears; Kane's equations have the same content.  References: Maggi1901,
NeimarkFufaev1972.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.dynamics.equations import Equations, constraint_rates
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.quasi import frame_of
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.expression.graph import Expr
from nonholo.geometry.curvature.frames import Frame
from nonholo.geometry.distribution.displacements import directions
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


def maggi(system: System, distribution: Distribution, quasi: Frame | None = None) -> Equations:
    """Maggi's equations: m balances along virtual displacements and k differentiated constraints.

        sum_i N_ij (E_i(L) - Q_i) = 0      (j = 1..m),     N (n x m) a basis of ker A

    quasi: the frame whose free quasi-velocities give N; by default that of the quasi-velocities of
    the system, else vectors free of denominators.  Raises NotApplicable without a Lagrangian, or
    for a constraint nonlinear in the velocities.  References: Maggi1901, NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> maggi(system, distribution(system.pfaffian, ["z"])).rows
    (xddot + y*zddot, yddot, zddot - xdot*ydot - y*xddot)
    """
    require_pfaffian(system, "maggi")
    balance = force_balance(system)
    frame = quasi or (frame_of(system, distribution) if system.velocities else None)
    rows = [dot(system.chart.graph, vector, balance) for vector in _basis(distribution, frame)]
    return Equations(
        "maggi",
        "formulation",
        distribution,
        (*rows, *constraint_rates(distribution)),
        system.chart.a,
        along=frame,
    )


def _basis(d: Distribution, frame: Frame | None) -> Sequence[Sequence[Expr]]:
    """The columns of N: dual to quasi-velocities that somebody has chosen."""
    if frame is None:
        return directions(d)
    return [[row[c] for row in frame.dual] for c in frame.free()]
