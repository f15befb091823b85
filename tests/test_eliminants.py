"""Common zeros told without coordinates that do not matter: a rotation mixes equations, and
elimination finds them again.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import groebner_basis
from nonholo.expression.graph import Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.zeros import eliminants, zeros
from nonholo.geometry.zeros.projective import nowhere_together
from nonholo.geometry.zeros.signs import eliminable
from nonholo.geometry.zeros.zeros import common_zeros
from nonholo.work import spent
from tests.draws import draws

NUMBERS = st.integers(1, 7)


def turned(f, g, angle):
    """Two equations that hold exactly where f = g = 0, each with the angle."""
    graph = angle.graph
    c, s = graph.cos(angle), graph.sin(angle)
    return [f * c - g * s, f * s + g * c]


@given(NUMBERS, NUMBERS, st.sampled_from(["half", "wave", "line"]))
def test_a_rotation_of_equations_is_undone(a, b, kind):
    space = chart(Graph(), ["x", "y", "theta", "psi"])
    x, y, theta, psi = space.q
    graph = space.graph
    f, g, zeros = {
        "half": (a * graph.sin(psi), b - b * graph.cos(psi), {"cos(psi) - 1"}),
        "wave": (a * x, b * graph.sin(psi) - b, {"x", "sin(psi) - 1"}),
        "line": (a * x - b * y, b * x + a * y, {"x", "y"}),
    }[kind]
    (piece,) = common_zeros(turned(f, g, theta), space)
    assert not any(s.f.has([theta]) for s in piece)
    at = {
        graph.symbol("psi"): graph.zero if kind == "half" else graph.pi / 2,
        x: graph.zero,
        y: graph.zero,
    }
    assert all(s.f.subs(at).is_zero for s in piece) and len(piece) == len(zeros)


@given(st.lists(st.frozensets(st.sampled_from("uvwxyz"), min_size=1), min_size=1, max_size=9))
def test_products_vanish_where_a_least_choice_of_their_factors_does(groups):
    space = chart(Graph(), "uvwxyz")
    letters = dict(zip("uvwxyz", space.q))
    found = common_zeros([space.graph.multiply(*map(letters.get, g)) for g in groups], space)
    chosen = {frozenset(one) for one in product(*groups)}
    least = {one for one in chosen if not any(other < one for other in chosen)}
    assert {frozenset(map(str, piece)) for piece in found} == least and len(found) == len(least)


def test_what_elimination_shows_to_be_empty_is_no_piece():
    """x cos(theta) - y sin(theta) = 0 and x sin(theta) + y cos(theta) = 1 + x^2 + y^2."""
    space = chart(Graph(), ["x", "y", "theta"])
    x, y, theta = space.q
    first, second = turned(x, y, theta)
    assert common_zeros([first, second - 1 - x**2 - y**2], space) == []


@pytest.mark.parametrize("dependent", [["theta", "psi"], ["x", "y"]])
def test_a_roller_racer_with_equal_arms_cannot_leave_the_straight_line(dependent):
    """Whichever velocities are called dependent, also where their chart ends on psi = 0.

    In the frame of the first body X_1 = e_1 - sin(psi)/b d/dpsi, X_2 = a e_2 + d/dtheta +
    (a cos(psi) - b cos(psi) - b)/b d/dpsi; for a = 2 b both leave psi = 0 alone.
    """
    rows = (
        "-sin(theta)*x' + cos(theta)*y' = 2*theta'",
        "-sin(theta+psi)*x' + cos(theta+psi)*y' = theta'*cos(psi) + theta' + psi'",
    )
    found = nh.check(nh.constraints(*rows), dependent=dependent)
    (stratum,) = found.survey.strata.strata
    assert [str(e) for e in stratum.equations] == ["cos(psi) - 1"]
    assert stratum.growth.vector == (2, 3) and found.accessible is False


def test_what_grows_under_division_is_left_and_divisions_are_counted(monkeypatch):
    """w^25 has 3,276 terms where w = x - y - z - 1.  Of two dense rows on five coordinates what was
    left had a hundred thousand terms, 40 seconds of which no unit was counted."""
    x, y, z, w = chart(Graph(), ["x", "y", "z", "w"]).q
    plane, cone = x - y - z - w - 1, y**2 - z * w
    divided, before = [], spent()
    monkeypatch.setattr(
        eliminants, "divmod", lambda a, b: divided.append(a) or divmod(a, b), raising=False
    )
    assert eliminants.implied([w**25], [plane, cone]) == [False]
    assert len(divided) == 1 and spent() - before > 3_000
    assert eliminants.implied([plane * y**7 + w**7 * cone], [plane, cone]) == [True]


def test_coordinates_of_one_function_are_eliminated_once(monkeypatch):
    """x and y leave the equations with the values of h(x, y) alone: one basis for both."""
    case = nh.System("x y z", constraints=["h_x x' + h_y y' = z z'"], functions=["h(x, y)"])
    rows = case.system.pfaffian
    space, (row,) = rows.chart, rows.matrix
    asked = []
    monkeypatch.setattr(
        eliminants, "groebner_basis", lambda *given: asked.append(given) or groebner_basis(*given)
    )
    eliminants.eliminants([row[0] - row[2], row[1] * row[2] - 1], space)
    assert len(asked) == 2  # without x and y, without z


def test_what_expressions_share_is_evaluated_once_where_signs_are_looked_for():
    """a^2 + 2 costs little after a^2 + 1: the values of a are known."""
    space = chart(Graph(), ["x", "y"])
    x, y = space.q
    graph = space.graph
    a = graph.add(*(graph.sin(k * x) * graph.cos(y / k) for k in range(1, 9)))
    costs = []
    for f in (a**2 + 1, a**2 + 2):
        before = spent()
        zeros._changes_sign(f)
        costs.append(spent() - before)
    assert costs[1] < costs[0] / 2


@settings(max_examples=draws(25), deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_what_is_nowhere_zero_together_has_no_zero_that_was_put_in(rng, together):
    """Waves of two angles, or of their differences from a third, with letters: they share a zero,
    at tangents r and s of the half angles, after their values there are taken away.
    """
    g = Graph()
    x, y, z, a, r, s = map(g.symbol, "xyzars")
    l, m = (x - z, y - z) if together else (x, y)
    waves = [g.cos(l), g.sin(l), g.cos(m), g.sin(m)]
    at = [(1 - r**2) / (1 + r**2), 2 * r / (1 + r**2)]
    at += [(1 - s**2) / (1 + s**2), 2 * s / (1 + s**2)]
    nodes = []
    for _ in range(3):
        numbers = [rng.randint(-3, 3) for _ in range(5)]

        def value(w, n=numbers):
            return n[0] * a * w[0] + n[1] * w[1] + n[2] * w[2] + n[3] * w[3] + n[4] * w[1] * w[2]

        nodes.append(value(waves) - value(at))
    field = Field(nodes)
    moving = eliminable(field, [x, y, z])
    assert not nowhere_together(field, [field.normal(e).num for e in nodes], moving)
