"""Growth and h, and what must not change them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.curvature.darboux import FormClass
from nonholo.geometry.curvature.integrability import (
    judge_form,
)
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.flag.flag import big_growth, closure
from nonholo.geometry.flag.local import growth_at
from nonholo.testing.laws.proof import proved
from nonholo.testing.strategies import Change, carried, combined


def signature(d: Distribution) -> tuple[tuple[int, ...], int]:
    """Growth vector in (t, q) (d/dt adds 1 to each entry of one in q) and h, both proved."""
    closed = closure(d, units=30_000_000)
    assert closed.growth.complete
    assert proved(closed.growth.evidence), closed
    assert closed.relations is not None
    return _in_space_time(closed.growth), closed.relations


def _in_space_time(growth) -> tuple[int, ...]:
    return tuple(dim + (growth.space == "q") for dim in growth.vector)


def growth_is_sound(d: Distribution) -> None:
    """dim D_1 = dim E, strictly growing, ends at n + 1 - h."""
    vector, h = signature(d)
    assert vector[0] == d.chart.n + 1 - d.k
    assert all(a < b for a, b in pairwise(vector))
    assert vector[-1] == d.chart.n + 1 - h


def choice_of_dependents_is_free(d: Distribution) -> None:
    """Growth and h for every regular choice of dependent velocities."""
    expected = signature(d)
    for columns in regular_choices(d.pfaffian):
        assert signature(split(d.pfaffian, columns)) == expected


def mixing_rows_is_free(d: Distribution, matrix: list[list[Expr]]) -> None:
    """Growth and h of M A, M a_0 for an invertible M(q, t)."""
    assert signature(distribution(combined(d.pfaffian, matrix))) == signature(d)


def coordinates_are_free(d: Distribution, change: Change) -> None:
    """Growth and h of the constraints in coordinates Q, q = phi(Q, t)."""
    assert signature(distribution(carried(d.pfaffian, change))) == signature(d)


def order_of_coordinates_is_free(d: Distribution, order: Sequence[int]) -> None:
    """Growth and h with the coordinates in another order."""
    assert signature(distribution(reordered(d.pfaffian, order))) == signature(d)


def reordered(pfaffian: Pfaffian, order: Sequence[int]) -> Pfaffian:
    """The same constraints in the chart q_order[0], q_order[1], ..."""
    chart = pfaffian.chart
    pieces: dict[str, Any] = {
        name: tuple(getattr(chart, name)[i] for i in order) for name in ("names", "q", "v", "a")
    }
    matrix = tuple(tuple(row[i] for i in order) for row in pfaffian.matrix)
    return replace(pfaffian, chart=replace(chart, **pieces), matrix=matrix)


def growth_at_a_generic_point_is_generic(d: Distribution, point: dict[Expr, Expr]) -> None:
    """At a point of large rational coordinates the growth vector is the generic one."""
    closed = closure(d)
    at = growth_at(d.pfaffian, point, closed.growth.vector[-1])
    assert (at.vector, at.space) == (closed.growth.vector, closed.growth.space)


def growth_at_a_point_is_slower(d: Distribution, point: dict[Expr, Expr]) -> None:
    """dim D_s(p) <= dim D_s for every s, and the same first entry where A keeps its rank."""
    generic = closure(d).growth.vector
    at = growth_at(d.pfaffian, point, generic[-1]).vector
    assert at[0] == generic[0]
    padded = (*generic, *[generic[-1]] * len(at))
    assert all(a <= b for a, b in zip(at, padded))


def same_growth_at(first: Pfaffian, second: Pfaffian, point: dict[Expr, Expr]) -> None:
    """Two sets that are one distribution have the same small and big growth vector at a point."""
    relations = closure(distribution(first)).relations
    assert relations is not None
    limit = first.chart.n + (first.space == "tq") - relations
    for big in (False, True):
        one, two = (growth_at(rows, point, limit, big=big) for rows in (first, second))
        if one.complete and two.complete:
            assert one.vector == two.vector


def big_flag_is_faster(d: Distribution) -> None:
    """dim D^s >= dim D_s for every s, with the same first two steps and the same end."""
    closed = closure(d)
    small, big = closed.growth.vector, big_growth(d, closed).vector
    assert (small[:2], small[-1]) == (big[:2], big[-1])
    assert all(a <= b for a, b in zip(small, (*big, *[big[-1]] * len(small))))


def big_flag_is_faster_at(rows: Pfaffian, point: dict[Expr, Expr]) -> None:
    """The same at a point."""
    limit = closure(distribution(rows)).growth.vector[-1]
    small, big = (growth_at(rows, point, limit, big=big) for big in (False, True))
    if small.complete and big.complete:
        assert (small.vector[:2], small.vector[-1]) == (big.vector[:2], big.vector[-1])
        assert big.degree <= small.degree


def closure_is_what_h_leaves(d: Distribution) -> None:
    """Growth ends at n - h in q, at n + 1 - h in (t, q)."""
    closed = closure(d)
    assert closed.relations is not None
    assert closed.growth.vector[-1] == d.chart.n + (d.pfaffian.space == "tq") - closed.relations


def class_is_the_wedge(rows: Pfaffian, l: int, form_class: FormClass) -> None:
    """Class 1: dw = 0; class 2: w ^ dw = 0 and dw != 0; else the form is not integrable alone."""
    alone = judge_form(rows, l)
    assert (form_class.number <= 2) is alone.integrable
    assert (form_class.number == 1) is bool(alone.exact)
