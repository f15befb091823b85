"""Nonholonomic momenta: components of the momentum along symmetries that obey the constraints.

    xi = sum_c g_c(q) d/dq_c  over the cyclic coordinates,  A xi = 0         (a horizontal symmetry)
    d/dt sum_c g_c p_c  =  sum_c g_c' p_c + sum_c g_c Q_c          (the reaction does no work on xi)

The momentum is kept where the right side vanishes, as for constant g_c without forces.  All
horizontal symmetries in the span of the cyclic d/dq_c are combinations of those given here, with
functions as coefficients. Reference: BlochKrishnaprasadMarsdenMurray1996."""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.algebra.lowest import cleared, factors_below
from nonholo.dynamics.lagrange import mass_matrix, require_lagrangian
from nonholo.dynamics.system import System
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import is_quadratic
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import dot, null_space, solve, vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS


@dataclass(frozen=True, slots=True)
class Momentum:
    """along: (coordinate, g_c) of the symmetry; value: sum_c g_c p_c; rate: what changes it, on
    admissible states: by the independent velocities, or by all where these would give it poles.
    """

    along: tuple[tuple[str, Expr], ...]
    value: Expr
    rate: Expr

    @property
    def kept(self) -> bool:
        return self.rate.is_zero

    @property
    def name(self) -> str:
        """Along which coordinates."""
        return say("momentum along {names}", names=", ".join(n for n, _ in self.along))


def horizontal_momenta(system: System, d: Distribution) -> tuple[Momentum, ...]:
    """The momenta along a basis of the horizontal symmetries; a single free cyclic coordinate is
    one too.
    """
    chart, L = system.chart, require_lagrangian(system)
    columns = [
        c for c, q in enumerate(chart.q) if vanishes(L.diff(q)) and not L.diff(chart.v[c]).is_zero
    ]
    if not columns or system.nonlinear:
        return ()
    rows = [[row[c] for c in columns] for row in d.pfaffian.matrix]
    return tuple(
        _momentum(system, d, columns, _whole(g))
        for g in null_space(chart.graph, rows, len(columns))
    )


def _momentum(system: System, d: Distribution, columns: list[int], g: list[Expr]) -> Momentum:
    chart, L = system.chart, require_lagrangian(system)
    p = [L.diff(chart.v[c]) for c in columns]
    forces = [system.forces[c] for c in columns]
    rate = dot(chart.graph, [chart.rate(e) for e in g], p) + dot(chart.graph, g, forces)
    along = tuple((chart.names[c], e) for c, e in zip(columns, g) if not e.is_zero)
    return Momentum(along, dot(chart.graph, g, p), _on_admissible(d, rate))


def _on_admissible(d: Distribution, rate: Expr) -> Expr:
    """The rate by the independent velocities; as it is, where a split of the velocities gives it
    a pole that it does not have.
    """
    there = d.restrict(rate)
    moving = [*d.chart.q, d.chart.t]
    try:
        below = factors_below([there], BUDGETS.factors)
    except (OutOfReach, ZeroDivisionError):
        return there
    poles = [f for f in below if f.has(moving) and not never_vanishes(f, d.chart)]
    return rate if poles else there


def rate_of_component(system: System, d: Distribution, f: Expr) -> Expr | None:
    """df/dt of f = p.X + e(q, t) with A X = 0, on admissible states, without accelerations.

        d/dt f = X.(dL/dq + Q) + X'.p + e'

    system: of M q'' = ...; d: the split of its rows; f: a function affine in the velocities, which
    gives M X = df/dq'.  None where it is not, where L is not quadratic in the velocities, or where
    X does not obey the constraints.  Reference: BlochKrishnaprasadMarsdenMurray1996.

    >>> import nonholo as nh
    >>> skate = nh.compare("knife_edge_incline")
    >>> x, y, phi = skate.system.chart.v
    >>> print(rate_of_component(skate.system, skate.distribution, phi))
    0
    >>> rate_of_component(skate.system, skate.distribution, x) is None
    True
    """
    chart, L = system.chart, require_lagrangian(system)
    slopes, M = [f.diff(v) for v in chart.v], mass_matrix(system)
    inputs = [*system.inputs]
    if system.nonlinear or f.has(inputs) or not is_quadratic(L, chart.v):
        return None
    if any(e.has([*chart.v, *inputs]) for row in (slopes, *M) for e in row):
        return None
    try:
        X = solve(chart.graph, M, slopes)
        if X is None or not all(vanishes(dot(chart.graph, row, X)) for row in d.pfaffian.matrix):
            return None
    except (OutOfReach, ZeroDivisionError):
        return None
    p = [L.diff(v) for v in chart.v]
    forces = [L.diff(q) + Q for q, Q in zip(chart.q, system.forces)]
    still = (f - dot(chart.graph, X, p)).subs(dict.fromkeys(chart.v, chart.graph.zero))
    turning = dot(chart.graph, [chart.rate(e) for e in X], p)
    return d.restrict(dot(chart.graph, X, forces) + turning + chart.rate(still))


def _whole(g: list[Expr]) -> list[Expr]:
    """The same without denominators, where that is in reach."""
    try:
        return cleared(g, BUDGETS.term)
    except (OutOfReach, ZeroDivisionError):
        return g
