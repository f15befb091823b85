"""Brackets that span at every point, one direction after the other.

    D = ker W,     c = dW(Z, Z'),  or f dW(Z, Z') + g dW(Y, Y'),     c != 0 at every point
    =>  D and the bracket span ker N W,  N the rows with N c = 0

The basis of D and that of N are regular at every point (`regular`), so each bracket adds a
direction everywhere, and one row less is left: k such steps, with brackets of short fields.  No
minors are formed, so each link of a chain costs about as much as the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from nonholo.algebra.addition import turned
from nonholo.decide.zero import settle
from nonholo.expression.graph import MINUS, UNIT, Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero
from nonholo.geometry.distribution.regular import Regular, Vector, copied, regular_kernel
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import cost
from nonholo.work import BUDGETS, Work

Column = list[Expr]  # one entry for each row


def spans_in_steps(rows: Pfaffian, work: Work) -> bool:
    """Proved: the rows are independent at every point, and brackets span everything there.

    rows: of catastatic scleronomic constraints; work: the budget.  False where no step was found.

    >>> import nonholo as nh
    >>> from nonholo.work import BUDGETS, Work
    >>> budget = Work.of(BUDGETS.accessibility)
    >>> spans_in_steps(nh.case("one_trailer").system.pfaffian, budget)
    True
    >>> spans_in_steps(nh.constraints("dz = x**2 dy").system.pfaffian, budget)
    False
    """
    while rows.k:
        basis = None if work.over else _everywhere(rows)
        left = None if basis is None else _left(rows, basis, work)
        if left is None:
            return False
        rows = left
    return True


def _everywhere(rows: Pfaffian) -> Regular | None:
    """A basis of the velocities that is regular at every point; None where none was found."""
    basis = regular_kernel(rows)
    if (
        basis is None
        or basis.on_level
        or not all(never_vanishes(e, basis.chart) for e in basis.pivots)
        or not settle(basis.chart.graph, BUDGETS.settling)
    ):
        return None
    return basis


def _left(rows: Pfaffian, basis: Regular, work: Work) -> Pfaffian | None:
    """N W for the shortest c for which N was found."""
    graph = basis.chart.graph
    forms = [{j: copied(graph, e) for j, e in nonzero(row).items()} for row in rows.matrix]
    for c in _directions(basis, forms, work):
        row = (*c, *[graph.zero] * (basis.chart.n - rows.k))
        kernel = _everywhere(_with_rows(basis.chart, [row]))
        if kernel is not None and settle(graph, BUDGETS.settling):
            return _combined(rows, kernel, forms)
    return None


def _directions(basis: Regular, forms: Sequence[Vector], work: Work) -> Iterator[Column]:
    """What the brackets add: of short fields first, and at once where it is one row alone, times
    what does not move; then all others, the shortest first.
    """
    moving = (*basis.chart.q, basis.chart.t)
    columns: list[Column] = []
    for X, Y in sorted(combinations(basis.columns, 2), key=_length):
        if work.over:
            return
        c = [_curvature(basis, form, X, Y) for form in forms]
        moved = [e for e in c if not e.is_zero]
        if len(moved) == 1 and not moved[0].has(moving):
            yield c
        columns += [c] if moved else []
    columns.sort(key=lambda c: sum(map(cost, c)))
    yield from chain(columns, _joined(columns))


def _length(pair: tuple[Vector, Vector]) -> int:
    return sum(cost(e) for X in pair for e in X.values())


def _joined(columns: Sequence[Column]) -> Iterator[Column]:
    """f c + g c' with the entries of one row for f and g, where that entry vanishes nowhere."""
    for one, other in combinations(columns, 2):
        for p, q in zip(one, other):
            if not (p.is_zero or q.is_zero):
                yield [turned(p.graph, [(p * a, UNIT), (q * b, UNIT)]) for a, b in zip(one, other)]


def _combined(rows: Pfaffian, kernel: Regular, forms: Sequence[Vector]) -> Pfaffian:
    """N W, by the columns of the kernel of c; those of the places beyond the rows say nothing."""
    graph, n = kernel.chart.graph, kernel.chart.n
    forms = [{j: copied(graph, e) for j, e in form.items()} for form in forms]
    left = []
    for column in kernel.columns:
        parts = [(e, forms[l]) for l, e in column.items() if l < rows.k]
        if parts:
            entries = ([(e * form[j], UNIT) for e, form in parts if j in form] for j in range(n))
            left.append([turned(graph, entry) for entry in entries])
    return _with_rows(kernel.chart, left)


def _with_rows(chart: Chart, matrix: Sequence[Sequence[Expr]]) -> Pfaffian:
    nothing, size = chart.graph.zero, len(matrix)
    return Pfaffian(chart, tuple(matrix), (nothing,) * size, ("",) * size, (None,) * size)


def _curvature(basis: Regular, form: Vector, X: Vector, Y: Vector) -> Expr:
    """dw(X, Y) = sum_ij (d_i w_j) (X_i Y_j - X_j Y_i)."""
    parts = []
    for j, w in form.items():
        for i in {**X, **Y}:
            slope = w.diff(basis.chart.q[i])
            if not slope.is_zero:
                if i in X and j in Y:
                    parts.append((slope * X[i] * Y[j], UNIT))
                if j in X and i in Y:
                    parts.append((slope * X[j] * Y[i], MINUS))
    return turned(basis.chart.graph, parts)
