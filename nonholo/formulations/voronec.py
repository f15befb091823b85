"""Voronec's equations: reduced balance = curvature force.

    d/dt(dLbar/dq_j') - dLbar/dq_j - sum_l alpha_lj dLbar/dq_l - Qbar_j
        = sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )                          j in I

References: Voronec1901, NeimarkFufaev1972.
"""

from __future__ import annotations

from nonholo.dynamics.equations import Equations
from nonholo.dynamics.reduced import curvature_force, reduced_balance
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.distribution.distribution import Distribution


def voronec(system: System, distribution: Distribution) -> Equations:
    """Voronec's equations, one row per independent coordinate: balance less curvature force.

        row_j = d/dt(dLbar/dq_j') - dLbar/dq_j - sum_l alpha_lj dLbar/dq_l - Qbar_j
                - sum_l p_l ( sum_i B_l,ji q_i' + B_l,j0 )                      j in I

    Raises NotApplicable without a Lagrangian, or for a constraint nonlinear in the velocities.
    References: Voronec1901, NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> voronec(system, distribution(system.pfaffian, ["z"])).rows
    (xddot*(y**2 + 1) + y*xdot*ydot, yddot)
    """
    require_pfaffian(system, "voronec")
    balance = reduced_balance(system, distribution)
    force = curvature_force(system, curvature(distribution))
    rows = [b - f for b, f in zip(balance, force, strict=True)]
    return Equations.reduced("voronec", distribution, rows)
