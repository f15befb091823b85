"""The distribution of admissible velocities, solved for the dependent ones.

    q_l' = sum_j alpha_lj q_j' + alpha_l0,   alpha = -A_D^{-1} A_I,   alpha_0 = -A_D^{-1} a_0

r^0 = t (rate 1), r^1..r^m the independent coordinates.  Horizontal derivatives
X_J = d/dr^J + sum_l alpha_lJ d/dq_l  (J = 0..m, alpha_l0 the affine part).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.errors import SingularPivot
from nonholo.exact.graph import Expr
from nonholo.exact.linear import Matrix, dot, echelon
from nonholo.geometry.chart import Chart
from nonholo.geometry.pfaffian import Pfaffian
from nonholo.geometry.loci import minor
from nonholo.geometry.pivots import choose_dependent


@dataclass(frozen=True, slots=True)
class Distribution:
    """k independent forms with the split of the velocities.

    dependent, independent: column numbers; alpha[l][J] for J = 0..m with time first (k x (m+1));
    condition: det A_D, where it vanishes the split does not hold.
    """

    pfaffian: Pfaffian
    dependent: tuple[int, ...]
    independent: tuple[int, ...]
    alpha: tuple[tuple[Expr, ...], ...]
    condition: Expr

    @property
    def chart(self) -> Chart:
        return self.pfaffian.chart

    @property
    def k(self) -> int:
        return len(self.dependent)

    @property
    def m(self) -> int:
        return len(self.independent)

    @property
    def rates(self) -> tuple[Expr, ...]:
        """(r^0', r^1', ..., r^m') = (1, independent velocities)."""
        return (self.chart.graph.one, *(self.chart.v[j] for j in self.independent))

    def names(self, columns: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.chart.names[j] for j in columns)

    def lift(self) -> dict[Expr, Expr]:
        """Each dependent velocity as sum_J alpha_lJ r^J'."""
        graph = self.chart.graph
        return {self.chart.v[j]: dot(graph, row, self.rates)
                for j, row in zip(self.dependent, self.alpha)}

    def restrict(self, f: Expr) -> Expr:
        """f with the dependent velocities eliminated (accelerations are left alone)."""
        return f.subs(self.lift())

    def close(self) -> dict[Expr, Expr]:
        """Each dependent acceleration on the distribution, d/dt of the lift, velocities restricted."""
        chart = self.chart
        return {chart.a[j]: self.restrict(chart.rate(expr))
                for j, expr in zip(self.dependent, self.lift().values())}

    def project(self, covector: Sequence[Expr]) -> list[Expr]:
        """sum_i N_ij f_i for j in I: the covector on virtual displacements, N = (1; alpha)."""
        graph = self.chart.graph
        return [graph.add(covector[j], *(row[J] * covector[l]
                                         for l, row in zip(self.dependent, self.alpha)))
                for J, j in enumerate(self.independent, start=1)]

    def X(self, J: int, f: Expr) -> Expr:
        """The horizontal derivative X_J f = df/dr^J + sum_l alpha_lJ df/dq_l  (J = 0: time)."""
        chart = self.chart
        base = chart.t if J == 0 else chart.q[self.independent[J - 1]]
        vertical = [row[J] * f.diff(chart.q[l]) for l, row in zip(self.dependent, self.alpha)
                    if f.has([chart.q[l]])]
        return chart.graph.add(f.diff(base), *vertical)

    def kernel(self) -> Matrix:
        """N (n x m): column j is the virtual displacement with dr^j = 1."""
        graph = self.chart.graph
        rows = [[graph.zero] * self.m for _ in range(self.chart.n)]
        for J, j in enumerate(self.independent):
            rows[j][J] = graph.one
        for l, row in zip(self.dependent, self.alpha):
            rows[l] = list(row[1:])
        return rows


def split(pfaffian: Pfaffian, dependent: Sequence[int]) -> Distribution:
    """Solve independent forms for the velocities in the columns `dependent`.

    Raises SingularPivot if det A_D vanishes identically.
    """
    chart = pfaffian.chart
    rows = [[*row, a] for row, a in zip(pfaffian.matrix, pfaffian.affine)]
    form = echelon(chart.graph, rows, columns=dependent)
    if form.rank < pfaffian.k or len(dependent) != pfaffian.k:
        names = ", ".join(chart.names[j] for j in dependent)
        raise SingularPivot(f"the constraints cannot be solved for {names}: det A_D = 0 identically")
    independent = tuple(j for j in range(chart.n) if j not in set(dependent))
    columns = (chart.n, *independent)
    by_pivot = dict(zip(form.pivots, form.rows))
    alpha = tuple(tuple(-by_pivot[l][c] for c in columns) for l in dependent)
    condition = minor(pfaffian, dependent) if pfaffian.k <= 6 else chart.graph.one
    return Distribution(pfaffian, tuple(dependent), independent, alpha, condition)


def distribution(pfaffian: Pfaffian, wish: Sequence[str] = (),
                 nominal: Mapping[Expr, Expr] | None = None) -> Distribution:
    """The distribution of independent forms with the wished or the best dependent velocities."""
    return split(pfaffian, choose_dependent(pfaffian, wish, nominal))
