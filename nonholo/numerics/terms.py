"""What a motion is made of, as expressions:  M q'' = F + A^T lambda,   A q'' + c = 0,   f(q, t) =
0.

    F_i = Q_i - (E_i(L) without accelerations),   c = A' q' + a_0',   H = sum_i q_i' dL/dq_i' - L

A velocity constraint f(q, q', t) = 0 that is not affine takes part with the row df/dq' (Chetaev's
rule), which may contain velocities.  Signs as in docs/notation.md.  Rows that follow from others at
the given numbers are left out of A."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from nonholo.decide.zero import all_zero
from nonholo.dynamics.lagrange import energy, force_balance, mass_matrix, require_lagrangian
from nonholo.dynamics.system import System, with_inputs
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.regular import Regular, regular_velocities
from nonholo.linear.elimination import Matrix, dot
from nonholo.numerics.compile import constant

HIGHEST = 4  # degree in the velocities that a homogeneous constraint is tried for


@dataclass(frozen=True)
class Terms:
    """M (n x n), F (n), A (k x n), a_0 (k), c (k), the holonomic functions with their gradients,
    and H.

    violations: what is 0 on admissible velocities, A q' + a_0 row by row; affine: a_0, or -A q' for
    a row that is not affine; curved: there are such rows; independent: the rows of A among those of
    the system.  The others are worked out when they are asked for."""

    system: System
    rows: Matrix
    affine: list[Expr]
    violations: list[Expr]
    curved: bool
    independent: tuple[int, ...]
    functions: tuple[Expr, ...]

    @property
    def chart(self) -> Chart:
        return self.system.chart

    @property
    def k(self) -> int:
        return len(self.rows)

    @cached_property
    def mass(self) -> Matrix:
        """M."""
        return mass_matrix(self.system)

    @cached_property
    def balance(self) -> list[Expr]:
        """M q'' - F, by q''."""
        return force_balance(self.system)

    @cached_property
    def force(self) -> list[Expr]:
        """F."""
        return [-e.subs(self.still) for e in self.balance]

    @cached_property
    def bends(self) -> list[Expr]:
        """A q'' + c, by q''."""
        return [self.chart.rate(row) for row in self.violations]

    @cached_property
    def drift(self) -> list[Expr]:
        """c."""
        return [e.subs(self.still) for e in self.bends]

    @cached_property
    def regular(self) -> Regular | None:
        """Velocities that are regular wherever the rows are independent; None where none were
        found.

        Raises NotApplicable and OutOfReach.
        """
        return regular_velocities(self.system.pfaffian.take(list(self.independent)))

    @property
    def still(self) -> dict[Expr, Expr]:
        """No accelerations."""
        return dict.fromkeys(self.chart.a, self.chart.graph.zero)

    @cached_property
    def gradients(self) -> Matrix:
        """df/dq of the holonomic functions."""
        return [[f.diff(q) for q in self.chart.q] for f in self.functions]

    @cached_property
    def energy(self) -> Expr:
        """The energy function H."""
        return energy(self.system)

    @cached_property
    def own_power(self) -> Expr:
        """-dL/dt + sum_i Q_i q_i', what changes H apart from the reactions."""
        graph, L = self.chart.graph, require_lagrangian(self.system)
        work = graph.add(*(Q * v for Q, v in zip(self.system.forces, self.chart.v)))
        return work - L.diff(self.chart.t)

    def derived(self) -> None:
        """All terms now, in one order: of equal forms a graph keeps the first."""
        _ = self.mass, self.force, self.drift, self.gradients, self.energy, self.own_power

    def reactions(self, multipliers: list[Expr]) -> list[Expr]:
        """R_i = sum_l lambda_l a_li."""
        graph = self.chart.graph
        return [
            dot(graph, multipliers, column) if multipliers else graph.zero
            for column in (zip(*self.rows) if self.rows else [()] * self.chart.n)
        ]

    def power(self, multipliers: list[Expr]) -> Expr:
        """dH/dt = -dL/dt + sum_i Q_i q_i' - sum_l lambda_l a_l0."""
        graph = self.chart.graph
        return self.own_power - (
            dot(graph, multipliers, self.affine) if multipliers else graph.zero
        )


def terms(system: System) -> Terms:
    """The terms of a system, values of inputs in their places.

    Raises NotApplicable without a Lagrangian, ContradictoryConstraints.
    """
    system = with_inputs(system)
    chart, full = system.chart, system.pfaffian
    require_lagrangian(system)
    _, independent, _ = independent_rows(full.subs(system.values))
    curved = [c.value for c in system.nonlinear]
    bent = [[f.diff(v) for v in chart.v] for f in curved]
    return Terms(
        system,
        [*(list(full.matrix[l]) for l in independent), *bent],
        [
            *(full.affine[l] for l in independent),
            *(_without_velocities(chart, f, row) for f, row in zip(curved, bent)),
        ],
        [*(full.value(l) for l in independent), *curved],
        bool(curved),
        independent,
        system.holonomic,
    )


def _without_velocities(chart: Chart, f: Expr, row: list[Expr]) -> Expr:
    """-A q' of the row A = df/dq' of f = 0: by Euler's sum v_i df/dv_i = k f it is 0 where f is
    homogeneous, and else the work of the reaction would be made of rounding errors.
    """
    along = dot(chart.graph, row, chart.v)
    homogeneous = any(all_zero([along - k * f]).answer for k in range(1, HIGHEST + 1))
    return chart.graph.zero if homogeneous else -along


def numbers(system: System, given: Mapping[str, float] | None = None) -> dict[Expr, float]:
    """The number of every parameter: the given one, else that of the case; nothing for those
    without.
    """
    known = {s: constant(e) for s, e in system.values.items()}
    return known | {system.chart.graph.symbol(n): float(x) for n, x in (given or {}).items()}
