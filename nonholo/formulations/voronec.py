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
    """Voronec's equations, one row per independent coordinate."""
    require_pfaffian(system, "voronec")
    balance = reduced_balance(system, distribution)
    force = curvature_force(system, curvature(distribution))
    rows = [b - f for b, f in zip(balance, force, strict=True)]
    return Equations.reduced("voronec", distribution, rows)
