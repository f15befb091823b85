"""What changes the energy and the momenta along the motion: exact identities, term by term.

    dh/dt = - dL/dt + sum_i Q_i q_i' + sum_i R_i q_i',        sum_i R_i q_i' = - sum_l lambda_l a_l0
    dp_c/dt = Q_c + R_c                                       for a cyclic coordinate, dL/dq_c = 0

h = sum_i q_i' dL/dq_i' - L, R = A^T lambda.  A cyclic coordinate keeps its momentum only if neither
an applied force nor the reaction has a component along it.  References: Pars1965,
NeimarkFufaev1972."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.decide.relations import all_zero_on, decide_zero_on
from nonholo.decide.zero import Decision
from nonholo.dynamics.lagrange import energy, require_lagrangian
from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot, vanishes
from nonholo.work import BUDGETS


@dataclass(frozen=True, slots=True)
class EnergyBalance:
    """The energy function h and the three terms of dh/dt on the motion, as functions of (q, r',
    t).
    """

    energy: Expr
    explicit: Expr
    forces: Expr
    reactions: Expr

    @property
    def rate(self) -> Expr:
        return self.explicit + self.forces + self.reactions


@dataclass(frozen=True, slots=True)
class CyclicCoordinate:
    """A coordinate absent from L: its momentum, and the applied force and the reaction along it
    on the motion.
    """

    name: str
    momentum: Expr
    force: Expr
    reaction: Expr


def energy_balance(system: System, d: Distribution, reactions: Sequence[Expr]) -> EnergyBalance:
    """The terms of dh/dt, with the reactions R_i of the motion."""
    L, chart = require_lagrangian(system), system.chart
    idle = system.nonlinear and d.pfaffian.catastatic and chetaev_power_vanishes(system).answer
    terms = (
        -L.diff(chart.t),
        dot(chart.graph, system.forces, chart.v),
        chart.graph.zero if idle else dot(chart.graph, reactions, chart.v),
    )
    return EnergyBalance(energy(system), *(_admissible(system, d, f) for f in terms))


def chetaev_power_vanishes(system: System) -> Decision:
    """Do the reactions lambda_l dc_l/dq_i' of nonlinear constraints do no work on any motion?

        sum_i q_i' dc_l/dq_i' = 0   where all c_l = 0,     so where c_l is homogeneous

    >>> import nonholo as nh
    >>> chetaev_power_vanishes(nh.System("x y z", constraints=["x'*y' = z'**2"]).system).answer
    True
    >>> chetaev_power_vanishes(nh.System("x y", constraints=["x'**2 + y'**2 = 1"]).system).answer
    False
    """
    graph, v = system.chart.graph, system.chart.v
    work = [dot(graph, v, [c.value.diff(s) for s in v]) for c in system.nonlinear]
    return all_zero_on(work, system.relations)


def _admissible(system: System, d: Distribution, f: Expr) -> Expr:
    """f on admissible states; the number 0 if it is proved to vanish there."""
    f = d.restrict(f)
    if f.is_zero or not system.relations:
        return f
    return (
        system.chart.graph.zero if decide_zero_on(f, system.relations, BUDGETS.term).answer else f
    )


def cyclic_coordinates(
    system: System, d: Distribution, reactions: Sequence[Expr]
) -> tuple[CyclicCoordinate, ...]:
    """The coordinates that L does not contain but whose velocity it does, with what acts along
    them.
    """
    L, chart = require_lagrangian(system), system.chart
    return tuple(
        CyclicCoordinate(name, L.diff(v), _admissible(system, d, Q), _admissible(system, d, R))
        for name, q, v, Q, R in zip(chart.names, chart.q, chart.v, system.forces, reactions)
        if vanishes(L.diff(q)) and not L.diff(v).is_zero
    )
