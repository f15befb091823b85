"""Rows that span all rows of a set at every point, where none of them can be left out everywhere.

Of the three components of v = 0 for the velocity v of a contact point n . v = 0 follows from the
contact alone, n its normal; but which component follows from the others is not the same at every
point: not the last one where n_3 = 0.  A relation between rows is to combinations of rows what a
constraint is to velocities,

    sum_l c_l w_l = 0,      c N = 0,   S N = 1

so where velocities are regular (`regular`) the combinations S w are as good as all rows: S and N
have no poles, and w - N (S w) vanishes, which is looked at as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonholo.algebra.lowest import cleared
from nonholo.errors import OutOfReach
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.constraints.pfaffian import (
    Pfaffian,
    Redundant,
    independent_rows,
    row_of,
)
from nonholo.geometry.distribution.regular import Vector, regular_combinations
from nonholo.geometry.zeros.signs import poles
from nonholo.linear.elimination import vanishes
from nonholo.work import BUDGETS

MOST_ROWS = 12  # in relations: turns grow with the square of their number


def spanning_rows(full: Pfaffian) -> Pfaffian | None:
    """Independent rows that span all rows at every point, or None where none were found.

        w = N (S w),      S, N without poles

    full: all rows.  The rows that are kept by `independent_rows` where the others are combinations
    of them without poles; else combinations of those that stand in relations, none of which is
    told as df of a function f, and after them the others as they are.

    >>> import nonholo as nh
    >>> rows = nh.constraints("cos(a) (dx - dy) = 0", "sin(a) (dx - dy) = 0", also=["a"])
    >>> spanning_rows(rows.system.pfaffian).matrix
    ((1, -1, 0),)
    """
    rows, _, redundant = independent_rows(full)
    try:
        if not any(poles(c, full.chart) for row in redundant for _, c in row.coefficients):
            return rows
        return _combined(full, redundant)
    except OutOfReach:
        return None


def _combined(full: Pfaffian, redundant: Sequence[Redundant]) -> Pfaffian | None:
    """The same by combinations of the rows that stand in relations.  Raises OutOfReach."""
    related = sorted({l for one in redundant for l in _held(one)})
    if len(related) > MOST_ROWS:
        return None
    relations = [_relation(full, one, related) for one in redundant]
    basis = regular_combinations(full.chart, relations, len(related))
    if basis is None:
        return None
    forms, columns = ([_here(full, v) for v in some] for some in (basis.forms, basis.columns))
    if any(poles(e, full.chart) for v in (*forms, *columns) for e in v.values()):
        return None
    told = [full.form(l) for l in related]
    combined = [_sum(full, v, told) for v in forms]
    back = [{j: v[i] for j, v in enumerate(columns) if i in v} for i in range(len(related))]
    again = [_sum(full, v, combined) for v in back]
    if not all(vanishes(a - b) for one, two in zip(told, again) for a, b in zip(one, two)):
        return None
    others = full.take([l for l in range(full.k) if l not in related])
    return replace(
        full,
        matrix=(
            *(
                row_of(dict(enumerate(w[1:])), full.chart.n, full.chart.graph.zero)
                for w in combined
            ),
            *others.matrix,
        ),
        affine=(*(w[0] for w in combined), *others.affine),
        labels=(*(_label(full, v, related) for v in forms), *others.labels),
        functions=(*(None for _ in combined), *others.functions),
    )


def _held(one: Redundant) -> tuple[int, ...]:
    return (one.row, *(l for l, _ in one.coefficients))


def _relation(full: Pfaffian, one: Redundant, related: Sequence[int]) -> Vector:
    """c of sum_l c_l w_l = 0, by the places of the rows among those in relations."""
    coefficients = [-full.chart.graph.one, *(c for _, c in one.coefficients)]
    entries = cleared(coefficients, BUDGETS.lowest)
    return {related.index(l): e for l, e in zip(_held(one), entries)}


def _here(full: Pfaffian, vector: Vector) -> Vector:
    return dict(zip(vector, full.chart.graph.copy(vector.values())))


def _sum(full: Pfaffian, vector: Vector, forms: Sequence[Sequence[Expr]]) -> list[Expr]:
    """sum_l vector_l forms_l"""
    graph = full.chart.graph
    return [
        graph.gathered([(e * forms[l][i], UNIT) for l, e in vector.items()])
        for i in range(full.chart.n + 1)
    ]


def _label(full: Pfaffian, vector: Vector, related: Sequence[int]) -> str:
    return " + ".join(f"({e})*[{full.labels[related[l]]}]" for l, e in vector.items())
