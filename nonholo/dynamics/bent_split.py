"""Velocities solved from constraints that are nonlinear in them, q_l' = psi_l(q, q_j', t), by their
slopes alone.

    psi_lj = dpsi_l/dq_j',   dpsi_l/dq_i,   dpsi_l/dt          from dg + sum_l dg/dq_l' dpsi_l = 0

so no root is taken and no sheet is chosen: the solved velocities stay as symbols that obey g = 0.
Linear constraints are solved before, as in the distribution; l runs over the velocities of both.
Virtual displacements obey dq_l = sum_j psi_lj dq_j (Chetaev1932)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.decide.relations import all_zero_on
from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import determinant, dot, echelon
from nonholo.words.sentence import say


@dataclass(frozen=True, slots=True)
class BentSplit:
    """dependent: numbers of the velocities that nonlinear constraints are solved for; independent:
    the others that are free; slopes: symbol q_j', q_i or t -> dpsi_s by it, s in `dependent`."""

    distribution: Distribution
    dependent: tuple[int, ...]
    independent: tuple[int, ...]
    slopes: dict[Expr, tuple[Expr, ...]]

    def derivative(self, F: Expr, x: Expr) -> Expr:
        """dF/dx of F(q, q', t), linear constraints put in, with the solved velocities as functions
        of the others.
        """
        chart, graph = self.distribution.chart, self.distribution.chart.graph
        bent = [F.diff(chart.v[s]) for s in self.dependent]
        return F.diff(x) + dot(graph, bent, self.slopes[x])

    def rate(self, F: Expr) -> Expr:
        """dF/dt on the constraints, with the accelerations of the free velocities as symbols."""
        chart = self.distribution.chart
        return self.distribution.restrict(chart.rate(F)).subs(self.accelerations())

    def accelerations(self) -> dict[Expr, Expr]:
        """q_s'' = sum_j psi_sj q_j'' + sum_i dpsi_s/dq_i q_i' + dpsi_s/dt, for nonlinear ones and
        then for linear ones.
        """
        d, chart, graph = self.distribution, self.distribution.chart, self.distribution.chart.graph
        moving = {chart.v[j]: chart.a[j] for j in self.independent}
        moving |= dict(zip(chart.q, map(d.restrict, chart.v))) | {chart.t: graph.one}
        rows = [[self.slopes[x][s] for x in moving] for s in range(len(self.dependent))]
        accelerations = {
            chart.a[s]: dot(graph, row, list(moving.values()))
            for s, row in zip(self.dependent, rows)
        }
        return accelerations | {a: rate.subs(accelerations) for a, rate in d.close().items()}


def bent_split(system: System, d: Distribution) -> BentSplit:
    """The slopes of the velocities that the nonlinear constraints of a system are solved for.

    Raises NotApplicable where they cannot be solved for as many velocities: their slopes vanish
    where they hold.
    """
    chart, graph = d.chart, d.chart.graph
    values = [d.restrict(c.value) for c in system.nonlinear]
    free = [chart.v[j] for j in d.independent]
    form = echelon(graph, [[g.diff(v) for v in free] for g in values], tracked=False)
    pivots = [d.independent[J] for J in form.pivots]
    square = [[g.diff(chart.v[s]) for s in pivots] for g in values]
    if form.rank < len(values) or all_zero_on([determinant(graph, square)], values).answer:
        raise NotApplicable(
            say(
                "{label}: where it holds it cannot be solved for a velocity",
                label=system.nonlinear[0].label,
            )
        )
    others = [chart.v[j] for j in d.independent if j not in pivots]
    variables = [*others, *chart.q, chart.t]
    right = [[-g.diff(x) for x in variables] for g in values]
    solved = echelon(
        graph,
        [[*a, *b] for a, b in zip(square, right)],
        columns=range(len(pivots)),
        tracked=False,
    )
    rows = _in_order(solved.rows, solved.pivots, len(pivots))
    slopes = {x: tuple(row[i] for row in rows) for i, x in enumerate(variables)}
    return BentSplit(d, tuple(pivots), tuple(j for j in d.independent if j not in pivots), slopes)


def _in_order(
    rows: Sequence[Sequence[Expr]], pivots: Sequence[int], count: int
) -> list[Sequence[Expr]]:
    """The right sides, one for each solved velocity in order."""
    return [row[count:] for _, row in sorted(zip(pivots, rows), key=lambda pair: pair[0])]
