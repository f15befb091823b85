"""Maggi's equations: the force balance on virtual displacements.

    sum_i N_ij (E_i(L) - Q_i) = 0      (j = 1..m),   N a basis of ker A,   with the k constraints

No multiplier and no curvature appears; Kane's equations have the same content.
References: Maggi1901, NeimarkFufaev1972.
"""

from __future__ import annotations

from nonholo.dynamics.equations import Equations, constraint_rates
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.geometry.distribution.displacements import directions
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


def maggi(system: System, distribution: Distribution) -> Equations:
    """Maggi's equations: m balances along virtual displacements and k differentiated constraints.

        sum_i N_ij (E_i(L) - Q_i) = 0      (j = 1..m),     N (n x m) a basis of ker A

    Raises NotApplicable without a Lagrangian, or for a constraint nonlinear in the velocities.
    References: Maggi1901, NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> maggi(system, distribution(system.pfaffian, ["z"])).rows
    (xddot + y*zddot, yddot, zddot - xdot*ydot - y*xddot)
    """
    require_pfaffian(system, "maggi")
    balance = force_balance(system)
    rows = [dot(system.chart.graph, vector, balance) for vector in directions(distribution)]
    return Equations(
        "maggi",
        "formulation",
        distribution,
        (*rows, *constraint_rates(distribution)),
        system.chart.a,
    )
