"""Velocity constraints as Pfaffian rows  sum_i a_li(q,t) q_i' + a_l0(q,t) = 0.

As one-forms on the extended space: w_l = sum_i a_li dq_i + a_l0 dt.  A holonomic f(q,t) = 0 enters
as df and is remembered, for it fixes the level of f too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.errors import ContradictoryConstraints, NotPfaffian
from nonholo.exact.graph import Expr
from nonholo.exact.linear import Echelon, dot, echelon, vanishes
from nonholo.exact.present import presentable
from nonholo.geometry.chart import Chart


@dataclass(frozen=True, slots=True)
class Pfaffian:
    """k forms in a chart: matrix A (k x n), affine part a_0 (k), and where each row comes from.

    labels: the constraint as the user wrote it; functions: f for a row that is df, else None.
    """

    chart: Chart
    matrix: tuple[tuple[Expr, ...], ...]
    affine: tuple[Expr, ...]
    labels: tuple[str, ...]
    functions: tuple[Expr | None, ...]

    @property
    def k(self) -> int:
        return len(self.matrix)

    @property
    def scleronomic(self) -> bool:
        """Neither a coefficient nor a holonomic function contains t."""
        functions = [f for f in self.functions if f is not None]
        entries = [e for row in self.matrix for e in row] + [*self.affine, *functions]
        return not any(e.has([self.chart.t]) for e in entries)

    @property
    def catastatic(self) -> bool:
        """a_0 = 0: every virtual displacement is a possible one."""
        return all(e.is_zero for e in self.affine)

    @property
    def space(self) -> str:
        """"q" for a catastatic scleronomic set, else "tq": where its distribution lives."""
        return "q" if self.scleronomic and self.catastatic else "tq"

    def form(self, l: int) -> tuple[Expr, ...]:
        """Row l as a form on the extended space, dt first: (a_l0, a_l1, ..., a_ln)."""
        return (self.affine[l], *self.matrix[l])

    def value(self, l: int) -> Expr:
        """The left side sum_i a_li q_i' + a_l0."""
        return dot(self.chart.graph, self.matrix[l], self.chart.v) + self.affine[l]

    def take(self, rows: Sequence[int]) -> Pfaffian:
        """Only the given rows."""
        return replace(self, matrix=tuple(self.matrix[l] for l in rows),
                       affine=tuple(self.affine[l] for l in rows),
                       labels=tuple(self.labels[l] for l in rows),
                       functions=tuple(self.functions[l] for l in rows))

    def subs(self, values: Mapping[Expr, Expr]) -> Pfaffian:
        """Symbols replaced in every coefficient."""
        matrix = tuple(tuple(e.subs(values) for e in row) for row in self.matrix)
        functions = tuple(f if f is None else f.subs(values) for f in self.functions)
        return replace(self, matrix=matrix, affine=tuple(e.subs(values) for e in self.affine),
                       functions=functions)


def pfaffian(chart: Chart, constraints: Sequence[Expr], labels: Sequence[str] | None = None,
             holonomic: Sequence[Expr] = (), holonomic_labels: Sequence[str] | None = None) -> Pfaffian:
    """The rows of holonomic constraints f(q,t) = 0, then those of velocity constraints.

    Raises NotPfaffian for a velocity constraint that is not affine in the velocities, or holds
    accelerations, with the offending term named.
    """
    labels = list(labels or map(str, constraints))
    holonomic_labels = list(holonomic_labels or map(str, holonomic))
    rows = [_differential(chart, f) for f in holonomic]
    rows += [_linear_row(chart, c, label) for c, label in zip(constraints, labels, strict=True)]
    return Pfaffian(chart, tuple(row for row, _ in rows), tuple(a for _, a in rows),
                    tuple(holonomic_labels + labels),
                    tuple(holonomic) + (None,) * len(constraints))


def _differential(chart: Chart, f: Expr):
    return tuple(f.diff(q) for q in chart.q), f.diff(chart.t)


def _linear_row(chart: Chart, constraint: Expr, label: str):
    row = tuple(constraint.diff(v) for v in chart.v)
    for name, entry in zip(chart.names, row):
        if entry.has(chart.v):
            raise NotPfaffian(
                f"{label}: not linear in the velocities (its derivative by {name}' is {entry}); "
                "needed: sum of coefficient(q, t) * velocity + rest(q, t); "
                "nonlinear velocity constraints are not treated")
    if constraint.has(chart.a):
        raise NotPfaffian(f"{label}: contains accelerations; needed: a constraint on velocities")
    rest = constraint.subs(dict.fromkeys(chart.v, chart.graph.zero))
    return row, rest


@dataclass(frozen=True, slots=True)
class Redundant:
    """A row that follows from others: row = sum_j coefficients[j] * row_j (indices of the full set)."""

    row: int
    coefficients: tuple[tuple[int, Expr], ...]


def independent_rows(full: Pfaffian) -> tuple[Pfaffian, tuple[int, ...], tuple[Redundant, ...]]:
    """The set without redundant rows, the indices kept, and the redundant rows with their combination.

    Rows are kept first come, first served.  Raises ContradictoryConstraints if a combination of rows has no
    velocities left but a rest that does not vanish.
    """
    kept: list[int] = []
    redundant: list[Redundant] = []
    form = _echelon(full, range(full.k))
    if form.rank == full.k:
        return full, tuple(range(full.k)), ()
    for row in range(full.k):
        form = _echelon(full, [*kept, row])
        if form.rank == len(kept) + 1:
            kept.append(row)
        else:
            redundant.append(_combination(full, kept, row, form))
    return full.take(kept), tuple(kept), tuple(redundant)


def _echelon(full: Pfaffian, rows: Sequence[int]) -> Echelon:
    graph = full.chart.graph
    return echelon(graph, [[*full.matrix[l], full.affine[l]] for l in rows],
                   columns=range(full.chart.n))


def _combination(full: Pfaffian, kept: list[int], row: int, form: Echelon) -> Redundant:
    graph = full.chart.graph
    (idle,) = form.idle
    own = idle[-1]
    coefficients = tuple((l, -c / own) for l, c in zip(kept, idle) if not c.is_zero)
    rest = full.affine[row] - graph.add(*(c * full.affine[l] for l, c in coefficients))
    if not vanishes(rest):
        names = [full.labels[l] for l, _ in coefficients] + [full.labels[row]]
        what = presentable(rest)
        always = " (never true)" if rest.is_number else ", a condition on the configuration, not on velocities"
        raise ContradictoryConstraints(
            "together these constraints leave no velocity and demand "
            f"{what} = 0{always}: " + "; ".join(names) + "; try dropping or correcting one of them, "
            "or stating the condition under holonomic_constraints")
    return Redundant(row, coefficients)
