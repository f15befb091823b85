"""Levels f(q, t) = 0 whose slopes vanish at some time: rank and growth drop there, and it is said.

Planted are points of f = 0 at which df/dq = 0, or where brackets grow more slowly.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import ContradictoryConstraints
from nonholo.geometry.flag.flag import rank_at
from tests.draws import draws


@st.composite
def planted(draw):
    """f, and a point of f = 0 at which df/dq = 0 for all q."""
    c, s = draw(st.integers(-2, 2)), draw(st.sampled_from(["x", "x - y", "x + y**2"]))
    power = draw(st.integers(1, 2))
    shapes = {
        f"({s})*(t - {c})**{power}": c,
        f"({s} - t)*(t - {c})": c,
        f"({s})*sin(t - {c})": c,
        f"({s})**2 + y**2 - (t - {c})**2": c,
        f"({s})**2 - y**2*(t - {c})": c,
        f"x*y - (t - {c})": c,
    }
    f = draw(st.sampled_from(sorted(shapes)))
    start = c if "- t)" in f else 0
    return f, {"x": str(start), "y": "0", "z": "1", "w": "1", "t": str(shapes[f])}


def vanish_there(case, pieces, at):
    """One of the pieces, each some equations, holds the point."""
    graph = case.system.chart.graph
    return any(all(f.subs(at).is_zero for f in graph.copy(list(piece))) for piece in pieces)


@settings(max_examples=draws(10), deadline=None)
@given(planted())
def test_a_level_whose_slopes_vanish_at_a_time_does_not_keep_its_rank(planted):
    f, point = planted
    case = nh.System("x y z w", None, ["z' = y*w'"], [f])
    scope = case.scope
    at = {scope.expression(s): scope.expression(v) for s, v in point.items()}
    assert case.system.holonomic[0].subs(at).is_zero
    assert rank_at(case.system.pfaffian, at) == 1
    found = nh.check(case)
    strata = found.survey.strata
    assert found.singular is None or vanish_there(case, [(e,) for e in found.singular], at)
    assert strata.singular is None or vanish_there(case, strata.singular, at)


def test_growth_is_slower_where_the_level_turns():
    """On x^2 + y^2 = t^2 + 1 y' and x' leave y alone at t = x = 0, so no bracket of first order
    moves z.
    """
    found = nh.check(nh.System("x y z w", None, ["z' = y*w'"], ["x^2 + y^2 - t^2 - 1"]))
    [stratum] = found.survey.strata.strata
    assert {str(e) for e in stratum.equations} == {"t", "x"}
    assert (found.growth.vector, stratum.growth.vector) == ((3, 4), (3, 3, 4))
    assert found.singular == ()


@pytest.mark.parametrize("level, told", [("x^2 + t^2", True), ("x^2 + 1", False)])
def test_levels_that_hold_at_an_instant_alone_are_not_said_to_hold_nowhere(level, told):
    """x = 0 at t = 0 satisfies x^2 + t^2 = 0, and no motion does."""
    with pytest.raises(ContradictoryConstraints) as refused:
        nh.check(nh.System("x y z", None, [], [level]))
    assert ("at single instants there may be some" in str(refused.value)) == told
