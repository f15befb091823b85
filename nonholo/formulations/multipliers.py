"""Lagrange's equations of the first kind: every force balance, with the reactions A^T lambda.

    E_i(L) = Q_i + sum_l lambda_l a_li      (i = 1..n),   with the k constraints differentiated once

References: Lagrange1788, Pars1965.
"""

from __future__ import annotations

from nonholo.dynamics.equations import Equations, constraint_rates, multiplier_symbols
from nonholo.dynamics.lagrange import force_balance
from nonholo.dynamics.system import System
from nonholo.geometry.distribution import Distribution


def multipliers(system: System, distribution: Distribution) -> Equations:
    """Lagrange's equations with multipliers: n + k rows for n accelerations and k multipliers."""
    graph, rows = system.chart.graph, distribution.pfaffian.matrix
    symbols = multiplier_symbols(system, distribution.k)
    balance = [e - graph.add(*(s * row[i] for s, row in zip(symbols, rows)))
               for i, e in enumerate(force_balance(system))]
    return Equations("multipliers", "formulation", distribution,
                     (*balance, *constraint_rates(distribution)),
                     (*system.chart.a, *symbols), symbols)
