"""All constraints at the level of accelerations: A q'' + c = 0, nonlinear ones included.

Rows are those of the whole Pfaffian set, redundant ones too, then a row sum_i df/dq_i' q_i'' + ...
for each nonlinear constraint f(q, q', t) = 0 (Chetaev's rule: its coefficients also give the
reaction)."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.dynamics.chetaev import slopes
from nonholo.dynamics.equations import constraint_rates
from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Matrix


def reaction_rows(system: System, d: Distribution) -> list[Sequence[Expr]]:
    """The directions of the reactions: the independent Pfaffian rows, then df/dq' of the
    nonlinear constraints.
    """
    return [*d.pfaffian.matrix, *slopes(system)]


def acceleration_rates(system: System, d: Distribution) -> list[Expr]:
    """d/dt of the independent Pfaffian rows and of the nonlinear constraints: zero along every
    motion.
    """
    return [*constraint_rates(d), *(system.chart.rate(c.value) for c in system.nonlinear)]


def acceleration_rows(system: System, d: Distribution) -> tuple[Matrix, list[Expr]]:
    """A and b of A q'' = b on admissible velocities, for all rows as they were given, redundant
    ones too.
    """
    chart, full = system.chart, system.pfaffian
    zero = dict.fromkeys(chart.a, chart.graph.zero)
    rates = [chart.rate(full.value(l)) for l in range(full.k)]
    rates += [chart.rate(c.value) for c in system.nonlinear]
    slopes(system)  # refuses what Chetaev's rule cannot treat
    rates = [d.restrict(rate) for rate in rates]
    return [[rate.diff(a) for a in chart.a] for rate in rates], [-rate.subs(zero) for rate in rates]
