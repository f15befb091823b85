"""Brackets that span at every point, by polynomials without a common zero."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, islice

from nonholo.algebra.field import Field
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import choose_dependent, regular_choices
from nonholo.geometry.flag.decomposable import pieces_apart
from nonholo.geometry.flag.flag import (
    Span,
    Vertical,
    bracket,
    first_brackets,
    in_new_graph,
    indices,
)
from nonholo.geometry.zeros.projective import nowhere_together
from nonholo.geometry.zeros.reached import vanish_together
from nonholo.geometry.zeros.signs import eliminable, never_vanishes, no_common_zero, zero_factors
from nonholo.linear.elimination import determinant
from nonholo.work import BUDGETS, Work

MAX_SPLITS = 4
MAX_FIELDS = 24
MAX_MINORS = 40
MAX_PIECES, MAX_TERMS = 8, 30  # polynomials whose common zeros are looked for
MAX_ROWS, MAX_COORDINATES = 4, 7
FEW_ROWS = 2  # up to which all brackets are formed


def spans_everywhere(rows: Pfaffian, first: Sequence[int]) -> bool:
    """Proved: at every point some split is regular and brackets span the vertical directions there.

    Each split gives polynomials det A_D * minor of its brackets; together they have no common zero.
    First with one set of brackets a split (the split `first` before others), then, for small sets,
    with more brackets."""
    apart = pieces_apart(rows)
    if apart:
        return all(spans_everywhere(part, choose_dependent(part)) for part in apart)
    if rows.k > MAX_ROWS or rows.chart.n > MAX_COORDINATES:
        return False
    rows, _ = in_new_graph(rows)
    work = Work.of(BUDGETS.accessibility)
    pieces: list[Expr] = []
    try:
        others = (columns for columns in regular_choices(rows) if columns != tuple(first))
        splits: list[Distribution] = []
        for columns in (first, *islice(others, MAX_SPLITS - 1)):
            if work.over:
                return False
            splits.append(d := split(rows, columns))
            pieces += _volumes(d, [basis(d, work)], work)
            if no_zero_of_all(pieces, rows.chart, work):
                return True
        for d in splits if rows.k <= FEW_ROWS else ():
            pieces += _volumes(d, combinations(_brackets(d, rows.k + 3, work), rows.k), work)
            if no_zero_of_all(pieces, rows.chart, work):
                return True
    except OutOfReach:
        pass
    return False


def basis(d: Distribution, work: Work) -> list[Vertical]:
    """Brackets that span the vertical directions generically, the shortest first."""
    span, basis = Span(d.chart.graph), []
    fresh = [Y for Y in first_brackets(d) if span.add(Y)]
    while fresh:
        basis += fresh
        if span.rank == d.k or work.over:
            break
        fresh = [Z for Y in fresh for I in indices(d) if span.add(Z := bracket(d, I, Y))]
    return basis


def _brackets(d: Distribution, depth: int, work: Work) -> list[Vertical]:
    """All brackets up to a length, without zeros."""
    fields: list[Vertical] = []
    level = first_brackets(d)
    for _ in range(depth - 1):
        level = [Y for Y in level if not all(e.is_zero for e in Y)]
        fields += level
        if not level or len(fields) > MAX_FIELDS or work.over:
            break
        level = [bracket(d, I, Y) for Y in level for I in indices(d)]
    return fields[:MAX_FIELDS]


def volume_factors(
    d: Distribution, sets: Iterable[Sequence[Vertical]], work: Work
) -> list[list[Expr]]:
    """For each set of k brackets factors with the zeros of det A_D * det(brackets), as far as the
    time goes.
    """
    graph, factors = d.chart.graph, []
    of_condition = None if d.condition is None else zero_factors(d.condition, d.chart)
    if of_condition is None:
        return []
    for fields in islice(sets, MAX_MINORS):
        if work.over:
            break
        volume = determinant(graph, [list(Y) for Y in fields]) if len(fields) == d.k else graph.zero
        of_volume = None if volume.is_zero else zero_factors(volume, d.chart)
        if of_volume is not None:
            factors.append(graph.copy([*of_condition, *of_volume]))
    return factors


def _volumes(d: Distribution, sets: Iterable[Sequence[Vertical]], work: Work) -> list[Expr]:
    """The products of these factors."""
    return [d.chart.graph.multiply(*factors) for factors in volume_factors(d, sets, work)]


def no_zero_of_all(pieces: list[Expr], chart, work: Work) -> bool:
    """The expressions have no common real zero, by a sum of squares of some of them or by a
    Groebner basis.
    """
    graph, variables = chart.graph, [*chart.q, chart.t]
    if pieces and vanish_together(pieces, variables):
        return False
    if any(never_vanishes(p, chart) for p in pieces):
        return True
    for size in (2, 3):
        for some in islice(combinations(pieces[-4:], size), MAX_PIECES):
            if work.over:
                return False
            if not vanish_together(some, variables) and never_vanishes(
                graph.add(*(p**2 for p in some)), chart
            ):
                return True
    return _empty(pieces, chart, work)


def _empty(pieces: list[Expr], chart, work: Work) -> bool:
    if not pieces:
        return False
    field = Field(pieces, work)
    polys = [field.normal(e).num for e in pieces]
    short = [p for p in polys if len(p) <= MAX_TERMS][:MAX_PIECES]
    if work.over:
        return False
    variables = [*chart.q, chart.t]
    return (len(short) > 1 and no_common_zero(field, short, variables)) or (
        len(short) < len(polys[:MAX_PIECES])
        and nowhere_together(field, polys[:MAX_PIECES], eliminable(field, variables))
    )
