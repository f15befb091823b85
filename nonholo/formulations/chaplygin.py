"""Chaplygin's equations: what Voronec's become when nothing depends on the dependent coordinates.

    d/dt(dLbar/dq_j') - dLbar/dq_j - Qbar_j
        = sum_l p_l sum_i ( d alpha_lj/dq_i - d alpha_li/dq_j ) q_i'          j in I

Hypotheses, tested exactly: L, alpha and the forces are free of the dependent coordinates; alpha is
free of t; alpha_l0 = 0 (scleronomic, catastatic constraints).  References: Chaplygin1897,
NeimarkFufaev1972."""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.dynamics.equations import Equations
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.reduced import inertial_part, momenta
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say


def chaplygin(system: System, distribution: Distribution) -> Equations:
    """Chaplygin's equations, one row per independent coordinate.

        row_j = d/dt(dLbar/dq_j') - dLbar/dq_j - Qbar_j
                - sum_l p_l sum_i ( d alpha_lj/dq_i - d alpha_li/dq_j ) q_i'    j in I

    Raises NotApplicable with the hypothesis that is broken: dependent coordinates in L, in a force
    or in alpha, time in alpha, alpha_l0 not 0; also without a Lagrangian, or for a constraint
    nonlinear in the velocities.  References: Chaplygin1897, NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2 - z", ["dz = y dx"]).system
    >>> chaplygin(system, distribution(system.pfaffian, ["z"]))
    Traceback (most recent call last):
        ...
    nonholo.errors.NotApplicable: chaplygin: the Lagrangian contains the dependent coordinate z
    """
    require_pfaffian(system, "chaplygin")
    broken = next(broken_hypotheses(system, distribution), None)
    if broken is not None:
        raise NotApplicable("chaplygin: " + broken)
    d, p = distribution, momenta(system, distribution)
    graph = d.chart.graph
    rows = [
        inertial - graph.add(*(p[l] * _turning(d, l, J) for l in range(d.k)))
        for J, inertial in enumerate(inertial_part(system, d), start=1)
    ]
    return Equations.reduced("chaplygin", d, rows)


def _turning(d: Distribution, l: int, J: int) -> Expr:
    """sum_i ( d alpha_lj/dq_i - d alpha_li/dq_j ) q_i'."""
    q, v, row = d.chart.q, d.chart.v, d.alpha[l]
    q_j = q[d.independent[J - 1]]
    return d.chart.graph.add(
        *(
            (row[J].diff(q[i]) - row[I].diff(q_j)) * v[i]
            for I, i in enumerate(d.independent, start=1)
        )
    )


def broken_hypotheses(system: System, d: Distribution) -> Iterator[str]:
    """What keeps a system from being one of Chaplygin's, in words."""
    chart = d.chart
    for l in d.dependent:
        if _depends(require_lagrangian(system), chart.q[l]):
            yield say(
                "the Lagrangian contains the dependent coordinate {name}", name=chart.names[l]
            )
        if any(_depends(Q, chart.q[l]) for Q in system.forces):
            yield say(
                "an applied force contains the dependent coordinate {name}", name=chart.names[l]
            )
        if any(_depends(a, chart.q[l]) for row in d.alpha for a in row):
            name = chart.names[l]
            yield say("the constraints, solved, contain the dependent coordinate {name}", name=name)
    if any(_depends(a, chart.t) for row in d.alpha for a in row):
        yield say("the constraints contain t")
    if not all(vanishes(row[0]) for row in d.alpha):
        yield say("the constraints are not catastatic (a_0 is not zero)")


def _depends(f: Expr, symbol: Expr) -> bool:
    return f.has([symbol]) and not vanishes(f.diff(symbol))
