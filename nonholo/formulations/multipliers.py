"""Lagrange's equations of the first kind: every force balance, with the reactions A^T lambda.

    E_i(L) = Q_i + sum_l lambda_l a_li      (i = 1..n),   with the k constraints differentiated once

A nonlinear constraint f(q, q', t) = 0 takes part with a_i = df/dq_i' (Chetaev's rule).
References: Lagrange1788, Chetaev1932, Pars1965.
"""

from __future__ import annotations

from nonholo.dynamics.constraints import acceleration_rates, reaction_rows
from nonholo.dynamics.equations import Equations, multiplier_symbols
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.system import System
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.words.sentence import say


def multipliers(system: System, distribution: Distribution) -> Equations:
    """Lagrange's equations with multipliers: n + k rows for n accelerations and k multipliers.

        E_i(L) - Q_i - sum_l lambda_l a_li = 0      (i = 1..n),     then d/dt of each constraint l

    The only formulation here that gives the reactions at once; a constraint nonlinear in the
    velocities takes part with a_li = df_l/dq_i'.  Raises NotApplicable without a Lagrangian, or
    where Chetaev's rule has no direction (df/dq' = 0 on f = 0).  References: Lagrange1788,
    Chetaev1932.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> found = multipliers(system, distribution(system.pfaffian, ["z"]))
    >>> found.unknowns
    (xddot, yddot, zddot, lambda_1)
    >>> found.rows
    (xddot + y*lambda_1, yddot, zddot - lambda_1, zddot - xdot*ydot - y*xddot)
    """
    graph, rows = system.chart.graph, reaction_rows(system, distribution)
    symbols = multiplier_symbols(system, len(rows))
    balance = [
        e - graph.add(*(s * row[i] for s, row in zip(symbols, rows)))
        for i, e in enumerate(force_balance(system))
    ]
    return Equations(
        "multipliers",
        "formulation",
        distribution,
        (*balance, *acceleration_rates(system, distribution)),
        (*system.chart.a, *symbols),
        symbols,
        note=_chetaev(system),
    )


def _chetaev(system: System) -> str:
    labels = "; ".join(c.label for c in system.nonlinear)
    if not labels:
        return ""
    return say("nonlinear, Chetaev: reaction along df/dq' of {constraints}", constraints=labels)
