"""Where a parameter is given as 0, no answer is divided by it."""

from __future__ import annotations

import pytest

import nonholo as nh
from nonholo.errors import NotApplicable, SingularPivot

BLADE = "sin(al)*X' - cos(al)*Y' = a*al'"
WALL = "a*z' = x'*sin(y)"


def blade(a=0):
    """A blade a apart from the mass: with a = 0 one under it."""
    return nh.System("X Y al", "(X'^2 + Y'^2 + al'^2)/2", [BLADE], parameters={"a": a})


def wall(**more):
    return nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", [WALL], parameters={"a": 0}, **more)


def test_virtual_displacements_stay_independent():
    d = nh.check(blade()).distribution
    values = d.pfaffian.chart.graph.symbol("a"), d.pfaffian.chart.graph.zero
    assert d.dependent in ((0,), (1,))
    assert not d.condition.subs(dict([values])).is_zero
    assert nh.check(blade(2)).distribution.dependent == (2,)  # the letter is the shortest pivot


def test_substitution_is_judged_where_it_can_be_made():
    compared = nh.compare(wall())
    assert compared.shortcut.answer and compared.distribution.names([0]) == ("x",)
    assert [str(e) for e in compared.entry("maggi").motion.accelerations][1:] == ["0", "0"]


def test_regular_velocities_are_not_divided_by_it():
    assert nh.regular_equations(blade(2)).letters
    with pytest.raises(NotApplicable, match="divided by a, which is 0"):
        nh.regular_equations(blade())


def test_a_wish_that_cannot_be_met_there_is_refused():
    with pytest.raises(SingularPivot, match="z cannot be dependent"):
        nh.check(wall(dependent=["z"]))


@pytest.mark.parametrize("place", [0.3, 1.2])
def test_it_moves(place):
    """x' = v cos, y' = v sin with constant v and constant turning."""
    from math import cos, sin

    found = nh.simulate(blade(), 1, initial={"al": place, "Xdot": cos(place), "aldot": 1})
    assert found.receipt.ok
    assert found.q["X"][-1] == pytest.approx(sin(place + 1) - sin(place), abs=1e-10)
    assert nh.simulate(wall(), 1, initial={"y": 1, "ydot": 1, "zdot": 1}).receipt.ok
    rows = [WALL.replace("a", "(a - b)", 1)]
    alike = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", rows, parameters="a b")
    assert nh.check(alike).verdict == "nonholonomic"
    both = {"a": 0.7, "b": 0.7}
    assert nh.simulate(alike, 1, parameters=both, initial={"y": 1, "ydot": 1, "zdot": 1}).receipt.ok


def test_small_motions_ask_for_the_rank_at_the_numbers():
    """At y = 0 nothing is left of a z' = x' sin(y) with a = 0."""
    with pytest.raises(NotApplicable, match="only 0 of the 1 constraints"):
        nh.linearise(wall())
    assert nh.linearise(wall(), at={"y": "1"})
