"""The distribution of admissible velocities, solved for the dependent ones.

    q_l' = sum_j alpha_lj q_j' + alpha_l0,   alpha = -A_D^{-1} A_I,   alpha_0 = -A_D^{-1} a_0

r^0 = t (rate 1), r^1..r^m the independent coordinates.  Horizontal derivatives
X_J = d/dr^J + sum_l alpha_lJ d/dq_l  (J = 0..m, alpha_l0 the affine part).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.errors import SingularPivot
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.pivots import CRAMER, choose_dependent
from nonholo.geometry.zeros.signs import minor
from nonholo.linear.cramer import cramer
from nonholo.linear.elimination import Matrix, determinant, dot, echelon, vanishes
from nonholo.linear.elimination import regular_at as pivots_at
from nonholo.words.sentence import say, say_many
from nonholo.work import BUDGETS

PARAMETERS = 4  # with more of them in A_D a solution is not guessed: too many generators
MINOR = 5  # rows up to which det A_D is written down
SHORT = 40  # terms of a numerator in the solved form


@dataclass(frozen=True, slots=True)
class Distribution:
    """k independent forms with the split of the velocities.

    dependent, independent: column numbers; alpha[l][J] for J = 0..m with time first (k x (m+1));
    condition: det A_D up to its sign, where it vanishes the split does not hold, None if it is too
    large to be written down; at: the configuration people look at, on f = 0, for sets with
    holonomic constraints f = 0: nothing else tells expressions that vanish there."""

    pfaffian: Pfaffian
    dependent: tuple[int, ...]
    independent: tuple[int, ...]
    alpha: tuple[tuple[Expr, ...], ...]
    condition: Expr | None
    at: Mapping[Expr, Expr] | None = None

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
        return {
            self.chart.v[j]: dot(graph, row, self.rates)
            for j, row in zip(self.dependent, self.alpha)
        }

    def restrict(self, f: Expr) -> Expr:
        """f with the dependent velocities eliminated (accelerations are left alone)."""
        return f.subs(self.lift())

    def close(self) -> dict[Expr, Expr]:
        """Each dependent acceleration on the distribution, d/dt of the lift, velocities
        restricted.
        """
        chart, lift = self.chart, self.lift()
        rates = chart.graph.substitute(chart.rates(list(lift.values())), lift, gather=True)
        return {chart.a[j]: rate for j, rate in zip(self.dependent, rates)}

    def project(self, covector: Sequence[Expr]) -> list[Expr]:
        """sum_i N_ij f_i for j in I: the covector on virtual displacements, N = (1; alpha)."""
        graph, zero = self.chart.graph, self.chart.graph.zero
        below = [
            (row, covector[l])
            for l, row in zip(self.dependent, self.alpha)
            if covector[l] is not zero
        ]
        return [
            graph.sum([(covector[j], UNIT), *((graph.times(row[J], f), UNIT) for row, f in below)])
            for J, j in enumerate(self.independent, start=1)
        ]

    def field(self, J: int) -> dict[Expr, Expr]:
        """The horizontal field X_J: r^J at rate 1, q_l at rate alpha_lJ  (J = 0: time)."""
        chart = self.chart
        base = chart.t if J == 0 else chart.q[self.independent[J - 1]]
        vertical = {
            chart.q[l]: row[J] for l, row in zip(self.dependent, self.alpha) if not row[J].is_zero
        }
        return {base: chart.graph.one} | vertical

    def X(self, J: int, f: Expr) -> Expr:
        """The horizontal derivative X_J f = df/dr^J + sum_l alpha_lJ df/dq_l  (J = 0: time)."""
        return self.chart.graph.add(
            *(rate * f.diff(s) for s, rate in self.field(J).items() if f.has([s]))
        )

    def kernel(self) -> Matrix:
        """N (n x m): column j is the virtual displacement with dr^j = 1."""
        graph = self.chart.graph
        rows = [[graph.zero] * self.m for _ in range(self.chart.n)]
        for J, j in enumerate(self.independent):
            rows[j][J] = graph.one
        for l, row in zip(self.dependent, self.alpha):
            rows[l] = list(row[1:])
        return rows


def split(
    pfaffian: Pfaffian, dependent: Sequence[int], regular_at: Mapping[Expr, Expr] | None = None
) -> Distribution:
    """Solve independent forms for the velocities in the columns `dependent`.

        q_l' = sum_J alpha_lJ r^J',      alpha = -A_D^-1 [a_0 | A_I]      l in D, J = 0..m, r^0 = t

    Small sets by Cramer's rule, so that nothing but det A_D stands below; larger ones by
    elimination, with pivots that do not vanish at the point `regular_at` if one is given.  Raises
    SingularPivot if the columns are not as many as the rows, or det A_D vanishes identically.

    >>> import nonholo as nh
    >>> skate = nh.constraints("sin(a) dx = cos(a) dy", also=["a"]).system.pfaffian
    >>> skate.chart.names
    ('x', 'y', 'a')
    >>> split(skate, [1]).alpha
    ((0, sin(a)/cos(a), 0),)
    """
    chart = pfaffian.chart
    independent = tuple(j for j in range(chart.n) if j not in set(dependent))
    if len(dependent) != pfaffian.k:
        raise SingularPivot(
            say_many(
                pfaffian.k,
                "{n} constraint needs {n} dependent velocity, given were {count}",
                "{n} constraints need {n} dependent velocities, given were {count}",
                count=len(dependent),
            )
        )
    alpha = _alpha_by_rows(pfaffian, dependent, independent) or _short_alpha(
        pfaffian, dependent, independent
    )
    if alpha is None:
        solver = _alpha_by_cramer if pfaffian.k <= CRAMER else _alpha_by_elimination
        alpha = solver(pfaffian, dependent, independent, regular_at)
    if alpha is None:
        names = ", ".join(chart.names[j] for j in dependent)
        raise SingularPivot(
            say(
                "the constraints cannot be solved for {names}: det A_D = 0 identically", names=names
            )
        )
    return Distribution(
        pfaffian, tuple(dependent), independent, alpha, determinant_of(pfaffian, dependent)
    )


def determinant_of(pfaffian: Pfaffian, columns: Sequence[int]) -> Expr | None:
    """det A_D up to its sign; None if too many rows are entangled.

    >>> import nonholo as nh
    >>> determinant_of(nh.constraints("x dz = y dx").system.pfaffian, [0])
    x
    """
    if pfaffian.k <= MINOR:
        return minor(pfaffian, columns)
    square, graph = _square(pfaffian, columns), pfaffian.chart.graph
    alone, rows, columns = _peeled(square)
    if len(rows) > MINOR:
        return None
    entangled = determinant(graph, [[square[l][j] for j in columns] for l in rows])
    return graph.multiply(entangled, *alone)


def _peeled(square: Matrix) -> tuple[list[Expr], list[int], list[int]]:
    """Entries that are alone in their row or their column, each once those before were taken away
    with both; and the rows and columns that are left.
    """
    in_row = [{j for j, e in enumerate(row) if not e.is_zero} for row in square]
    in_column = [{l for l, row in enumerate(in_row) if j in row} for j in range(len(square))]
    alone: list[Expr] = []
    rows, columns = set(range(len(square))), set(range(len(square)))
    todo = [(in_row, l) for l in rows] + [(in_column, j) for j in columns]
    while todo:
        lines, i = todo.pop()
        if len(lines[i]) != 1:
            continue
        (other,) = lines[i]
        l, j = (i, other) if lines is in_row else (other, i)
        alone.append(square[l][j])
        rows.discard(l)
        columns.discard(j)
        todo += [(in_row, r) for r in in_column[j]] + [(in_column, c) for c in in_row[l]]
        for r in in_column[j]:
            in_row[r].discard(j)
        for c in in_row[l]:
            in_column[c].discard(l)
        in_row[l], in_column[j] = set(), set()
    return alone, sorted(rows), sorted(columns)


def _square(pfaffian: Pfaffian, dependent: Sequence[int]) -> Matrix:
    """A_D, the columns of the dependent velocities."""
    return [[row[j] for j in dependent] for row in pfaffian.matrix]


def _alpha_by_rows(pfaffian: Pfaffian, dependent, independent):
    """alpha where each row holds one dependent velocity: a quotient of its entries."""
    square = _square(pfaffian, dependent)
    places = [[l for l, e in enumerate(row) if not e.is_zero] for row in square]
    if sorted(places) != [[l] for l in range(pfaffian.k)] or any(
        vanishes(row[l]) for row, (l,) in zip(square, places)
    ):
        return None
    alpha = {}
    for row, affine, entries, (l,) in zip(pfaffian.matrix, pfaffian.affine, square, places):
        below = -entries[l]
        alpha[l] = tuple(
            e / below if not e.is_zero else e for e in (affine, *(row[j] for j in independent))
        )
    return tuple(alpha[l] for l in range(pfaffian.k))


def _short_alpha(pfaffian: Pfaffian, dependent, independent):
    """alpha in short forms, where A_D is entangled: w = M dG has common factors that elimination
    would keep.
    """
    square, small = _square(pfaffian, dependent), pfaffian.k <= CRAMER
    if not _entangled(square) or (small and vanishes(minor(pfaffian, dependent))):
        return None
    right = [
        [-a, *(-row[j] for j in independent)] for row, a in zip(pfaffian.matrix, pfaffian.affine)
    ]
    alpha = cramer(square, right, BUDGETS.split, SHORT) if small else None
    if (
        alpha is None
        and len(pfaffian.chart.parameters([e for row in square for e in row])) <= PARAMETERS
    ):
        from nonholo.linear.guess import guessed_solution

        alpha = guessed_solution(pfaffian.chart.graph, square, right, BUDGETS.split)
    return None if alpha is None else tuple(map(tuple, alpha))


def _entangled(square: Matrix) -> bool:
    """Rows with functions are left when those with one unknown, and those of an unknown of one
    row, are solved.
    """
    _, rows, columns = _peeled(square)
    return any(not square[l][j].is_number for l in rows for j in columns)


def _alpha_by_cramer(pfaffian: Pfaffian, dependent, independent, regular_at):
    """alpha_lJ = -det(A_D with column l replaced by column J) / det A_D."""
    del regular_at  # det A_D is the only denominator
    det = minor(pfaffian, dependent)
    if vanishes(det):
        return None
    columns = [pfaffian.affine, *([row[j] for row in pfaffian.matrix] for j in independent)]
    square = _square(pfaffian, dependent)
    below = -det
    return tuple(
        tuple(_replaced(square, l, column) / below for column in columns) for l in range(pfaffian.k)
    )


def _replaced(square: Matrix, l: int, column: Sequence[Expr]) -> Expr:
    rows = [[*row[:l], entry, *row[l + 1 :]] for row, entry in zip(square, column)]
    return determinant(column[0].graph, rows)


def _alpha_by_elimination(pfaffian: Pfaffian, dependent, independent, regular_at):
    """alpha by Gauss-Jordan elimination."""
    graph = pfaffian.chart.graph

    rows = [[*row, a] for row, a in zip(pfaffian.matrix, pfaffian.affine)]
    form = echelon(graph, rows, columns=dependent, weight=pivots_at(regular_at), tracked=False)
    if form.rank < pfaffian.k:
        return None
    by_pivot = dict(zip(form.pivots, form.rows))
    return tuple(
        tuple(-by_pivot[l][c] for c in (pfaffian.chart.n, *independent)) for l in dependent
    )


def distribution(
    pfaffian: Pfaffian, wish: Sequence[str] = (), nominal: Mapping[Expr, Expr] | None = None
) -> Distribution:
    """The distribution of independent forms with the wished or the best dependent velocities.

    wish: names of coordinates whose velocities shall be dependent; nominal: the configuration
    people look at, for sets with holonomic constraints one where these hold, and the numbers of
    parameters (`choose_dependent`).  Raises SingularPivot for a wish that cannot be met, naming
    choices that can.

    >>> import nonholo as nh
    >>> d = distribution(nh.constraints("dz = y dx").system.pfaffian, wish=["z"])
    >>> d.lift(), d.condition
    ({zdot: y*xdot}, 1)
    >>> [d.X(J, d.chart.q[0]) for J in range(d.m + 1)]      # of z along X_0, X_x, X_y
    [0, y, 0]
    """
    columns = choose_dependent(pfaffian, wish, nominal)
    if nominal is None or all(f is None for f in pfaffian.functions):
        return split(pfaffian, columns)
    chart = pfaffian.chart
    at = {s: x for s, x in nominal.items() if s in chart.q or s is chart.t}
    return replace(split(pfaffian, columns, nominal), at=at)
