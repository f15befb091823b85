"""What stays above 0 along a path, held against what is known of polynomials by their zeros."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import prod

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import rational
from nonholo.steering.along import _values, stays_above
from nonholo.steering.barred import _below
from tests.draws import draws

DURATION = Fraction(3, 2)


@example([0, 1, 1, 2], 1, Fraction(1, 4))  # 0 where two pieces meet, less before
@example([6], -1, Fraction(1, 3))  # 0 at the end, of each order that is looked at, and one more
@example([6, 6], 1, Fraction(1, 3))
@example([6, 6, 6], -1, Fraction(1, 2))
@example([6] * 4, 1, Fraction(3, 2))
@example([6] * 5, -1, Fraction(1, 5))
@example([0], 1, Fraction(2, 3))  # at the start
@example([0, 0], 1, Fraction(1, 3))
@example([0, 0, 0, 6], -1, Fraction(1, 5))
@example([0] * 4, 1, Fraction(1, 7))
@example([0] * 5, 1, Fraction(1, 2))
@example([3, 3], 1, Fraction(1, 2))  # touched on the way
@example([], 1, Fraction(2, 7))
@example([], -1, Fraction(2, 7))
@given(
    st.lists(st.integers(-1, 7), max_size=5),
    st.sampled_from([-1, 1]),
    st.fractions(0, DURATION, max_denominator=7),
)
@settings(max_examples=draws(20))
def test_what_polynomials_with_known_zeros_stay_above_is_told_as_it_is(zeros, sign, dip):
    """h = +- prod (t - z/4) (1/500 + (t - d)^2) on [0, 3/2]: never less than it is, never open but
    where it touches 0 on the way, or to more than fourth order at an end."""
    line = nh.System("x", "x'^2").system.chart
    (x,), t, graph = line.q, line.t, line.t.graph
    h = sign * (graph.lift(Fraction(1, 500)) + (t - graph.lift(dip)) ** 2)
    for z in zeros:
        h = h * (t - graph.lift(Fraction(z, 4)))
    many = {Fraction(z, 4): zeros.count(z) for z in zeros}
    ends = [many.get(end, 0) for end in (Fraction(0), DURATION)]
    inside = sorted(z for z in many if 0 < z < DURATION)
    between = [Fraction(0), *inside, DURATION]
    middles = [(a + b) / 2 for a, b in pairwise(between)]
    less = any(sign * prod(m - Fraction(z, 4) for z in zeros) < 0 for m in middles)
    for strict in (True, False):
        right: bool | None = True
        if less or (strict and any(0 < n <= 4 for n in ends)):
            right = False
        elif inside or max(ends) > 4:
            right = None
        assert stays_above(x, {"x": h}, line, graph.lift(DURATION), strict) is right


@pytest.mark.parametrize(("h", "strict", "right"), [
    ("0", True, False), ("0", False, True), ("1/3", True, True), ("-pi", False, False),
    ("1/t", True, None), ("log(t)", False, False), ("1/(t - 1)^2", True, None),
])  # fmt: skip
def test_constants_and_poles_along_a_path(h, strict, right):
    case = nh.System("x", "x'^2")
    line, path = case.system.chart, case.scope.expression(h)
    assert stays_above(line.q[0], {"x": path}, line, line.t.graph.one, strict) is right


@pytest.mark.parametrize(
    ("values", "ends"),
    [
        ([1, 1, 1], []),
        ([-1, -1, -1], [(0, 2)]),
        ([1, -1, 1], [(0.5, 1.5)]),
        ([-1, 3, -3], [(0, 0.25), (1.5, 2)]),
        ([0, 0, 1], []),
        ([1, 0, -1], [(1, 2)]),
    ],
)
def test_the_ends_of_what_is_barred_lie_where_bounds_are_0(values, ends):
    assert list(_below(np.arange(3.0), np.array(values, float))) == ends


@pytest.mark.parametrize(("left", "right"), [(0, 1), (3, 4), (1, 6), (7, 8), (5, 5)])
def test_a_ball_on_a_piece_of_the_time_holds_the_values_at_its_ends(left, right):
    """So pieces that meet leave no time out between them."""
    graph = nh.System("x", "x'^2").system.chart.graph
    t, duration = graph.symbol("t"), Ball(rational(DURATION))
    ends = [Fraction(n, 8) for n in (left, right)]
    (value,) = _values([t], t, duration, *ends)
    assert all(value.contains(Ball(rational(end)) * duration) for end in ends)
