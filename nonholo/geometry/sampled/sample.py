"""A set of forms at one random point: A, the curls dw_l, vectors of the kernel.

dw_l(X, Y) = sum_ij d_i w_lj (X_i Y_j - X_j Y_i)            (index 0 = t, a_l0 the entry w_l0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero
from nonholo.geometry.sampled.elimination import eliminate
from nonholo.modular.values import Point, Row


class Sample:
    """A set of rows at one random point: forms[l] = {j: w_lj}, curl[l] = {(i, j): d_i w_lj - d_j
    w_li}, i < j.

    kept: the independent rows, first come first served; idle: for each other row the combination
    (row: coefficient, itself included) that vanishes in the columns of A.
    """

    def __init__(self, rows: Pfaffian, point: Point):
        self.n, self.point, self.p, self.rng = rows.chart.n, point, point.p, point.modulus.rng
        variables = {s.index: i for i, s in enumerate((rows.chart.t, *rows.chart.q))}
        entries = [extended(rows, l) for l in range(rows.k)]
        point.evaluate([e for row in entries for e in row.values()], variables)
        self.forms = [
            {j: v for j, e in row.items() if (v := point.value[e.index])} for row in entries
        ]
        self.curl = [
            _curl(
                ((i, j, d) for j, e in row.items() for i, d in point.gradient[e.index].items()),
                self.p,
            )
            for row in entries
        ]
        self.kept, self.idle = tuple(range(rows.k)), {}
        self.solver = eliminate(self.forms, self.n, self.p)
        if self.solver.idle:
            self.idle = _last_rows(self.solver.idle, self.p)
            self.kept = tuple(l for l in range(rows.k) if l not in self.idle)
            self.solver = eliminate([self.forms[l] for l in self.kept], self.n, self.p)
        self.place = {l: self.n + 1 + i for i, l in enumerate(self.kept)}
        self.free = sorted(set(range(self.n + 1)) - self.solver.bound)

    def vector(self, without: Iterable[int] = ()) -> list[int]:
        """A random vector in the kernel of all rows but those `without`."""
        given = {j: self.rng.randrange(self.p) for j in self.free}
        return self.solver.solve(
            given | {self.place[l]: self.rng.randrange(self.p) for l in without}
        )

    def solution(self, right: Mapping[int, int]) -> list[int]:
        """A random x with A_l x = right[l] for the rows l given; free in the other rows."""
        given = {j: self.rng.randrange(self.p) for j in self.free}
        for l, place in self.place.items():
            given[place] = right[l] if l in right else self.rng.randrange(self.p)
        return self.solver.solve(given)[: self.n + 1]

    def widened(self, X: list[int], more: Iterable[int]) -> list[int]:
        """X + sum_l c_l z_l, A z_l = e_l: random in the kernel without the rows `more`, if X was
        with them.
        """
        Z = self.solver.solve({self.place[l]: self.rng.randrange(self.p) for l in more})
        return [(a + b) % self.p for a, b in zip(X, Z)]

    def interior(self, l: int, X) -> Row:
        """The covector dw_l(X, .)."""
        total: Row = {}
        for (i, j), d in self.curl[l].items():
            total[j] = (total.get(j, 0) + d * X[i]) % self.p
            total[i] = (total.get(i, 0) - d * X[j]) % self.p
        return {j: v for j, v in total.items() if v}

    def two_form(self, l: int, X, Y) -> int:
        """dw_l(X, Y) = sum_(i<j) (dw_l)_ij (X_i Y_j - X_j Y_i)."""
        return sum([d * (X[i] * Y[j] - X[j] * Y[i]) for (i, j), d in self.curl[l].items()]) % self.p

    def alone(self, l: int) -> bool:
        """dw_l(X, Y) = 0 for a random pair in the kernel of row l alone."""
        form = self.forms[l]
        if not form:
            return True
        pivot = min(form)
        inverse = pow(form[pivot], -1, self.p)
        pair = []
        for _ in range(2):
            X = {
                j: self.rng.randrange(self.p)
                for j in {*form, *(i for pair in self.curl[l] for i in pair)}
            }
            X[pivot] = -sum(v * X[j] for j, v in form.items() if j != pivot) * inverse % self.p
            pair.append(X)
        return self.two_form(l, *pair) == 0

    def triple(self, l: int) -> tuple[int, int, int] | None:
        """i < j < k with T_ijk != 0 at the point, for a row that is not integrable alone."""
        w, d = self.forms[l], self.curl[l]
        pivot = min(w)
        others = {j for pair in d for j in pair} | set(w)
        for pair in d:
            for k in (pivot, *others):
                i, j, k = sorted({*pair, k}) if k not in pair else (0, 0, 0)
                value = (
                    w.get(k, 0) * d.get((i, j), 0)
                    + w.get(i, 0) * d.get((j, k), 0)
                    - w.get(j, 0) * d.get((i, k), 0)
                )
                if i != j and value % self.p:
                    return i, j, k
        return None


def _curl(derivatives: Iterable[tuple[int, int, int]], p: int) -> dict[tuple[int, int], int]:
    """(dw)_ij = d_i w_j - d_j w_i for i < j, without zeros, from the triples (i, j, d_i w_j)."""
    total: dict[tuple[int, int], int] = {}
    for i, j, d in derivatives:
        if i < j:
            total[i, j] = total.get((i, j), 0) + d
        elif i > j:
            total[j, i] = total.get((j, i), 0) - d
    return {pair: v for pair, d in total.items() if (v := d % p)}


def _last_rows(combinations: Sequence[Row], p: int) -> dict[int, Row]:
    """Row -> a vanishing combination in which it comes last: the rows that follow from earlier
    ones.
    """
    dependent: dict[int, Row] = {}
    for given in combinations:
        row = dict(given)
        while row and max(row) in dependent:
            other = dependent[max(row)]
            factor = row[max(row)] * pow(other[max(row)], -1, p)
            row = {
                l: v
                for l in {*row, *other}
                if (v := (row.get(l, 0) - factor * other.get(l, 0)) % p)
            }
        if row:
            dependent[max(row)] = row
    return dependent


def extended(rows: Pfaffian, l: int) -> dict[int, Expr]:
    """Row l as a form on (t, q): 0 -> a_l0, j -> a_lj, without zeros."""
    form = {j + 1: e for j, e in nonzero(rows.matrix[l]).items()}
    return form if rows.affine[l].is_zero else {0: rows.affine[l], **form}
