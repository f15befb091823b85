"""What a motion is made of, as expressions:  M q'' = F + A^T lambda,   A q'' + c = 0,   f(q, t) =
0.

    F_i = Q_i - (E_i(L) without accelerations),   c = A' q' + a_0',   H = sum_i q_i' dL/dq_i' - L

A velocity constraint f(q, q', t) = 0 that is not affine takes part with the row df/dq' (Chetaev's
rule), which may contain velocities.  Signs as in docs/notation.md.  Rows that follow from others at
the given numbers are left out of A."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nonholo.dynamics.lagrange import energy, force_balance, mass_matrix, require_lagrangian
from nonholo.dynamics.system import System, with_inputs
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.linear.elimination import Matrix, dot
from nonholo.numerics.compile import constant


@dataclass(frozen=True, slots=True)
class Terms:
    """M (n x n), F (n), A (k x n), a_0 (k), c (k), the holonomic functions with their gradients,
    and H.

    violations: what is 0 on admissible velocities, A q' + a_0 row by row; affine: a_0, or -A q' for
    a row that is not affine; curved: there are such rows; energy: the energy function H; own_power:
    -dL/dt + sum_i Q_i q_i', what changes H apart from the reactions; kept: the rows of A among
    those of the system."""

    system: System
    mass: Matrix
    force: list[Expr]
    rows: Matrix
    affine: list[Expr]
    violations: list[Expr]
    curved: bool
    drift: list[Expr]
    kept: tuple[int, ...]
    functions: tuple[Expr, ...]
    gradients: Matrix
    energy: Expr
    own_power: Expr

    @property
    def chart(self) -> Chart:
        return self.system.chart

    @property
    def k(self) -> int:
        return len(self.rows)

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
    """The terms of a system, values of inputs in their places.  Raises NotApplicable without a
    Lagrangian, ContradictoryConstraints.
    """
    system = with_inputs(system)
    chart, full = system.chart, system.pfaffian
    L = require_lagrangian(system)
    _, independent, _ = independent_rows(full.subs(system.values))
    still = dict.fromkeys(chart.a, chart.graph.zero)
    curved = [c.value for c in system.nonlinear]
    used = [*(full.value(l) for l in independent), *curved]
    bent = [[f.diff(v) for v in chart.v] for f in curved]
    functions = system.holonomic
    work = chart.graph.add(*(Q * v for Q, v in zip(system.forces, chart.v)))
    return Terms(
        system,
        mass_matrix(system),
        [-e.subs(still) for e in force_balance(system)],
        [*(list(full.matrix[l]) for l in independent), *bent],
        [
            *(full.affine[l] for l in independent),
            *(-dot(chart.graph, row, chart.v) for row in bent),
        ],
        used,
        bool(curved),
        [chart.rate(row).subs(still) for row in used],
        independent,
        functions,
        [[f.diff(q) for q in chart.q] for f in functions],
        energy(system),
        work - L.diff(chart.t),
    )


def numbers(system: System, given: Mapping[str, float] | None = None) -> dict[Expr, float]:
    """The number of every parameter: the given one, else that of the case; nothing for those
    without.
    """
    known = {s: constant(e) for s, e in system.values.items()}
    return known | {system.chart.graph.symbol(n): float(x) for n, x in (given or {}).items()}
