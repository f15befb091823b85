"""Goursat flags: the big flag of two fields grows by one at every point.

    D_0 = all velocities,   D_j = ker (w_1, ..., w_j),   D_s = E,     D_{j-1} = D_j + [D_j, D_j]

so dw_i(X, Y) = 0 for i < j and X, Y in D_j, and dw_j does not vanish there, at no point.  The
velocities v of D_{j-2} with dw_{j-2}(v, D_{j-2}) = 0 make another hyperplane L of D_{j-1}, beside
D_j.  Each point has a word of s letters, the first two R (MontgomeryZhitomirskii2001):

    V   D_j = L:  dw_{j-2}(X, U) = 0 for all X in D_j and one U of D_{j-2} that is not in D_{j-1}
    T   after V, or V T ... T:  D_j is tangent to the points that have these letters there
    R   neither

The word decides the small growth vector: dimension i + 1 is reached by brackets of length b_i,

    b_i(W R) = b_{i-1}(W) + 1,    b_i(W V) = b_{i-1}(W) + b_{i-2}(W'),    b_1 = 1, b_2 = 2,
    b_i(W T) = 2 b_{i-1}(W) - b_{i-2}(W'),      W' = W without its last letter

(Jean1996, Mormul2004)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from nonholo.algebra.addition import turned
from nonholo.expression.graph import MINUS, UNIT, Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero
from nonholo.geometry.distribution.regular import (
    Vector,
    copied,
    parted,
    regular_velocities,
)
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import cost, vanishes

Row = list[Expr]


# the flag -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GoursatFlag:
    """w_1, ..., w_s; `beside`: U_1, ..., U_s, where U_j is of D_{j-1} and nowhere of D_j;
    `along`: fields of D_2, ..., D_s that are nowhere of the velocities of D_{j-1} with
    dw_{j-1}(v, D_{j-1}) = 0, which are the other directions of D_j.
    """

    chart: Chart
    forms: tuple[Vector, ...]
    beside: tuple[Vector, ...]
    along: tuple[Vector, ...]

    @property
    def letters(self) -> range:
        """The numbers of the letters that are not R everywhere by themselves."""
        return range(3, len(self.forms) + 1)

    def vertical(self, j: int) -> Expr:
        """dw_{j-2}(X_j, U_{j-1}), which vanishes where letter j is V."""
        return exterior(self.chart, self.forms[j - 3], self.field(j), self.beside[j - 2])

    def field(self, j: int) -> Vector:
        """X_j of D_j."""
        return self.along[j - 2]


def goursat_flag(rows: Pfaffian) -> GoursatFlag | None:
    """The forms and fields of a Goursat flag, or None if it is none, or is not seen to be one at
    every point.

    >>> import nonholo as nh
    >>> flag = goursat_flag(nh.constraints("dy = p dx", "dp = r dx", also=["r"]).system.pfaffian)
    >>> flag.forms, flag.along
    (({0: 1, 1: -p}, {1: -r, 2: 1}), ({1: 1, 0: p, 2: r},))
    """
    if rows.space != "q" or rows.chart.n - rows.k != 2:
        return None
    last_first: list[Row] = []
    while rows.k:
        step = _derived(rows)
        if step is None:
            return None
        form, rows = step
        last_first.append(form)
    return _with_fields(rows.chart, last_first[::-1])


def _with_fields(chart: Chart, forms: Sequence[Row]) -> GoursatFlag | None:
    graph = chart.graph
    vectors = [{i: e for i, e in enumerate(graph.copy(form)) if not e.is_zero} for form in forms]
    fields: list[Vector] = [{i: graph.one} for i in range(chart.n)]
    beside, along = [], []
    for j, form in enumerate(vectors):
        split = parted(chart, fields, form)
        if split is None:
            return None
        beside.append(split[0])
        fields = split[1:]
        if j:
            split = parted(chart, fields, contracted(chart, vectors[j - 1], beside[-1]))
            if split is None:
                return None
            along.append(split[0])
            fields = split
    return GoursatFlag(chart, tuple(vectors), tuple(beside), tuple(along))


def _derived(rows: Pfaffian) -> tuple[Row, Pfaffian] | None:
    """One form w and the others, changed so that dw_i(X, Y) = 0 but for w, which has a dw(X, Y)
    that vanishes nowhere; None if that is not so.
    """
    basis = regular_velocities(rows)
    if basis is None:
        return None
    chart, graph = basis.chart, basis.chart.graph
    matrix = [[copied(graph, e) for e in row] for row in rows.matrix]
    pairs = list(combinations(basis.columns, 2))
    torsion = [[exterior(chart, nonzero(row), X, Y) for X, Y in pairs] for row in matrix]
    pivot = _pivot(torsion, chart)
    if pivot is None:
        return None
    l, c = pivot
    form = matrix[l]
    for i in (i for i in range(len(matrix)) if i != l):
        factor = torsion[i][c] / torsion[l][c]
        if not all(vanishes(a - b * factor) for a, b in zip(torsion[i], torsion[l])):
            return None
        if not factor.is_zero:
            both = zip(matrix[i], form)
            matrix[i] = [turned(graph, [(a, UNIT), (b * factor, MINUS)]) for a, b in both]
    return form, pfaffian_of(chart, matrix[:l] + matrix[l + 1 :])


def _pivot(torsion: Sequence[Sequence[Expr]], chart: Chart) -> tuple[int, int] | None:
    """The simplest entry that vanishes nowhere."""
    entries = [(l, c, e) for l, row in enumerate(torsion) for c, e in enumerate(row)]
    ranked = sorted((cost(e), l, c) for l, c, e in entries if not e.is_zero)
    return next(((l, c) for _, l, c in ranked if never_vanishes(torsion[l][c], chart)), None)


def exterior(chart: Chart, form: Vector, X: Vector, Y: Vector) -> Expr:
    """dw(X, Y) = sum_ij (d_i w_j - d_j w_i) X^i Y^j over i < j, in short angles."""
    graph, q = chart.graph, chart.q
    parts = []
    for j, w in form.items():
        for i in range(chart.n):
            slope = w.diff(q[i])
            if not slope.is_zero:
                parts += [
                    (slope * a * b, sign)
                    for a, b, sign in ((X.get(i), Y.get(j), UNIT), (Y.get(i), X.get(j), MINUS))
                    if a is not None and b is not None
                ]
    return turned(graph, parts)


def derivative(chart: Chart, X: Vector, f: Expr) -> Expr:
    """X f, in short angles."""
    slopes = ((e, f.diff(chart.q[i])) for i, e in X.items())
    return turned(chart.graph, [(e * slope, UNIT) for e, slope in slopes if not slope.is_zero])


def contracted(chart: Chart, form: Vector, X: Vector) -> Vector:
    """dw(X, .), by coordinate."""
    one = chart.graph.one
    values = {j: exterior(chart, form, X, {j: one}) for j in range(chart.n)}
    return {j: e for j, e in values.items() if not e.is_zero}


def pfaffian_of(chart: Chart, matrix: Sequence[Row]) -> Pfaffian:
    """The rows alone."""
    k, zero = len(matrix), chart.graph.zero
    return Pfaffian(chart, tuple(map(tuple, matrix)), (zero,) * k, ("",) * k, (None,) * k)
