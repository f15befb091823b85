"""The equations with multipliers as a differential-algebraic system: index, and what initial states
have to obey.

    q' = v,   M v' = F + A^T lambda,   f(q, t) = 0  (p of them),
            A v + a_0 = 0  (velocity constraints)

n + m + p equations with m velocity and p holonomic constraints.  With A M^-1 A^T regular (there is
one motion) the index is 3 if a holonomic constraint is among them, 2 if only velocity constraints
are, 0 without any.  Hidden conditions on the initial state are the rates df/dt = 0; lambda follows
from the second derivatives. Reference: HairerWanner1996."""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution


@dataclass(frozen=True, slots=True)
class Index:
    """index; given: conditions on initial states that are written down, hidden: those that follow
    by one derivative;

    coordinates, velocities: how many initial values are free.
    """

    index: int
    given: tuple[Expr, ...]
    hidden: tuple[Expr, ...]
    coordinates: int
    velocities: int


def index_of(system: System, d: Distribution) -> Index:
    """The index of the equations with multipliers for a system that has one motion."""
    rows = d.pfaffian
    functions = tuple(f for f in rows.functions if f is not None)  # without redundant ones
    plain = [rows.value(l) for l in range(rows.k) if rows.functions[l] is None]
    bent = [c.value for c in system.nonlinear]
    hidden = tuple(system.chart.rate(f) for f in functions)
    index = 3 if functions else 2 if plain or bent else 0
    return Index(
        index, (*functions, *plain, *bent), hidden, d.chart.n - len(functions), d.m - len(bent)
    )
