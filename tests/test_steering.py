"""Steering: published paths, chained forms, refusals, and the law that a path found is a path."""

from __future__ import annotations

import csv
import io
import json
import re
import warnings
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.ball import ball
from nonholo.errors import BadCase, NonholoError, NotApplicable
from nonholo.expression.graph import Graph
from nonholo.geometry.chained.chained import chained_forms
from nonholo.geometry.chained.wheels import wheels
from nonholo.geometry.distribution.distribution import distribution
from nonholo.numerics.tape import Tape
from nonholo.readers.build import build
from nonholo.readers.case_file import find_cases, read_case
from nonholo.readers.draft import Draft
from nonholo.steering import USUAL, trees
from nonholo.steering import field as shots
from nonholo.steering.along import stays_above
from nonholo.steering.bounds import along, bounds_along, lacks, slacks
from nonholo.steering.field import Field
from nonholo.steering.idle import idle
from nonholo.steering.question import question, with_numbers
from nonholo.steering.receipt import ends_met, proof
from nonholo.steering.regular import finite
from nonholo.steering.search import followed, steer
from nonholo.steering.squares import PIECES, Hats, Squares
from nonholo.steering.steering import Steering
from nonholo.views.path.picture import path_picture
from nonholo.views.steering.files import steer_bytes
from nonholo.views.steering.record import steer_record
from nonholo.views.steering.text import steer_text
from tests.asked import checked
from tests.draws import draws

CASES = Path(__file__).parent.parent / "cases"
RESIDUAL, END = 1e-8, 1e-6

numbers = st.fractions(-3, 3, max_denominator=6)


def case(name: str):
    return read_case(CASES / f"{name}.toml")


def made(names: str, *constraints: str, **parameters):
    return build(Draft(names.split(), parameters, constraints=constraints, name="made"))


def chain(n: int):
    """The chained form itself."""
    return made(
        " ".join(f"x{j}" for j in range(1, n + 1)),
        *(f"x{j}' = x{j - 1}*x1'" for j in range(3, n + 1)),
    )


def trailers(n: int, hitch: int = 1):
    """A tractor with n trailers in the coordinates of the tractor."""
    rows = ["xdot*sin(th0) = ydot*cos(th0)"]
    for i in range(1, n + 1):
        arms = " + ".join(f"{hitch}*cos(th{i} - th{j})*th{j}dot" for j in range(1, i + 1))
        rows.append(f"xdot*sin(th{i}) - ydot*cos(th{i}) + {arms} = 0")
    return made("x y " + " ".join(f"th{i}" for i in range(n + 1)), *rows)


def at(case, *values) -> dict:
    """A configuration: the values in order, zeros for the rest."""
    names = case.system.chart.names
    return dict(zip(names, (*values, *[0] * (len(names) - len(values)))))


def holds(path: Steering) -> None:
    """The path is found, satisfies the constraints and meets its ends, measured apart from how
    it was found.
    """
    assert path.found and path.possible, (path.reason, path.attempts)
    assert path.receipt.residual < RESIDUAL
    assert max(path.receipt.start, path.receipt.end) < END


def proved(path: Steering) -> None:
    """Also by a proof."""
    holds(path)
    assert path.exact
    assert path.proof.answer and path.proof.proved
    assert path.ends.answer and path.ends.proved


# Lemos -------------------------------------------------------------------------------------------
@settings(max_examples=draws(10))
@given(numbers, numbers, numbers, numbers, st.fractions(Fraction(1, 2), 3, max_denominator=4))
def test_lemos_cubic(a, b, c, d, t0):
    """y = f(t), x = f'(t) joins (a, b) at 0 to (c, d) at t0, with the published f."""
    lemos = case("lemos_affine_particle")
    path = steer(lemos, {"x": a, "y": b}, {"x": c, "y": d}, t0)
    own = made("x y", a=a, b=b, c=c, d=d, t0=t0)
    f = own.scope.expression(lemos.expected["access_path"]["f"]).subs(own.system.values)
    x, y = (f.graph.copy([path.expressions[n]])[0] for n in ("x", "y"))
    assert y is f
    assert x is f.diff(own.system.chart.t)
    proved(path)


# chained forms -----------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_chained_form_itself(n):
    own = chain(n)
    path = steer(own, at(own), at(own, 0, 0, *range(1, n - 1)))
    assert path.method == "polynomial inputs"
    proved(path)


@settings(max_examples=draws(3))
@given(st.lists(numbers, min_size=8, max_size=8))
def test_engel_anywhere(values):
    own = case("engel")
    proved(steer(own, at(own, *values[:4]), at(own, *values[4:])))


FORMS = {"unicycle": 5, "kinematic_car": 5, "rolling_coin": 1, "vertical_disk": 1}


@pytest.mark.parametrize("name, count", FORMS.items())
def test_forms_are_found_and_each_obeys_the_chain(name, count):
    """z_j' = z_(j-1) z_1' for every admissible velocity, and the way back inverts: by normal
    form.
    """
    own = case(name)
    rows = own.system.pfaffian.subs(own.system.values)
    d = distribution(rows)
    forms = list(chained_forms(d))
    assert len(forms) == count
    for form in forms:
        z = form.functions()
        moved = distribution(_copied(rows, form.graph))
        for J in (1, 2):
            for j in range(2, len(z)):
                gap = moved.X(J, z[j]) - z[j - 1] * moved.X(J, z[0])
                assert nh_zero(gap)
        assert {i for part in form.back for i in part.columns} == set(range(len(z)))


def _copied(rows, graph):
    """The same rows in another graph."""
    from nonholo.geometry.constraints.chart import chart

    own = chart(graph, rows.chart.names)
    return replace(
        rows,
        chart=own,
        matrix=tuple(tuple(graph.copy(list(row))) for row in rows.matrix),
        affine=tuple(graph.copy(list(rows.affine))),
        functions=(None,) * rows.k,
    )


def nh_zero(node) -> bool:
    from nonholo.decide.zero import decide_zero

    decision = decide_zero(node)
    return bool(decision.answer and decision.proved)


def test_no_chained_form_where_the_growth_is_another():
    own = made("x y p s z", "y' = p*x'", "p' = s*x'", "z' = s**2*x'")
    with pytest.raises(NotApplicable, match=r"growth vector is not \(2, 3, 4, ..., n\)"):
        next(chained_forms(distribution(own.system.pfaffian)))
    with pytest.raises(NotApplicable, match="two independent velocities"):
        next(chained_forms(distribution(case("lemos_affine_particle").system.pfaffian)))


PATHS = [
    ("unicycle", (0, 0, 0), (1, -1, "2*pi")),
    ("knife_edge_incline", (1, 2, "pi/3"), (0, 0, "-pi/2")),
    ("kinematic_car", (0, 0, 0, 0), (0, 1, 0, 0)),
    ("kinematic_car", (1, 2, "pi/2", "pi/6"), (2, 3, "2*pi/3", "-pi/8")),
    ("rolling_coin", (0, 0, 0, 0), (0, 0, 0, 1)),
    ("rolling_coin", ("1/3", 1, "0.3", 0), (0, 2, 1, "5*pi")),
    ("vertical_disk", (0, 0, 0, 0), (1, 1, "pi/2", 1)),
    pytest.param("two_trailers", (0, 0, 0, 0, 0), (0, 1, 0, 0, 0), marks=pytest.mark.slow),
    pytest.param("three_trailers", (0, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("name, start, goal", PATHS)
def test_through_a_chained_form(name, start, goal):
    own = case(name)
    path = steer(own, at(own, *start), at(own, *goal))
    assert path.method == "chained form"
    proved(path)


@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_trailers_from_any_pose_near(n):
    own = trailers(n)
    path = steer(own, at(own, 1, 0, "0.2", "0.1"), at(own, -1, "1/2", 0, "0.3"))
    assert path.method == "chained form"
    proved(path)


def test_three_trailers():
    own = trailers(3)
    path = steer(own, at(own), at(own, 0, 1))
    assert path.method == "chained form"
    proved(path)


@pytest.mark.slow
@pytest.mark.parametrize("lengths", [(1, 1, 1, 1), ("3/2", 1, 2, "1/2"), ("3/2", 1, 2, "1/2", 1)])
def test_a_car_parks_with_four_trailers_and_with_five(lengths):
    """Sideways by 1, all aligned again: within 13 lengths, no angle above half a radian."""
    rows = [
        "x'*sin(th0 + phi) - y'*cos(th0 + phi) = th0'*cos(phi)",
        "x'*sin(th0) = y'*cos(th0)",
    ]
    for i in range(1, len(lengths) + 1):
        arms = (f"{length}*cos(th{i} - th{j})*th{j}'" for j, length in enumerate(lengths[:i], 1))
        rows.append(f"x'*sin(th{i}) - y'*cos(th{i}) + {' + '.join(arms)} = 0")
    own = made("x y phi " + " ".join(f"th{i}" for i in range(len(lengths) + 1)), *rows)
    path = steer(own, at(own), at(own, 0, 1))
    assert path.method == "chained form"
    proved(path)
    _, q, _ = path.sample()
    assert np.ptp(q[:, 0]) < 13
    assert np.abs(q[:, 2:]).max() < 0.5


def test_ends_are_met_where_large_coefficients_cancel():
    """Of a long chain the price of a path was that of another one: floats lost three digits."""
    own = chain(8)
    path = steer(own, at(own, -5, 0, 0, 0, 0, 0, 0, 0), at(own, -5, 0, 0, 0, 0, 0, 0, 1))
    proved(path)
    assert np.abs(path.sample()[1][:, 1]).max() < 1


def test_parking_does_not_stray():
    """Sideways by 1 with an axle distance of 1: within four lengths, the wheels turned by less
    than a right angle.
    """
    own = case("kinematic_car")
    path = steer(own, at(own), at(own, 0, 1))
    _, q, _ = path.sample()
    assert np.ptp(q[:, 0]) < 4
    assert np.ptp(q[:, 1]) < 1.5
    assert np.abs(q[:, 2:]).max() < 1.2


# polynomial inputs -------------------------------------------------------------------------------
@settings(max_examples=draws(6))
@given(st.lists(numbers, min_size=6, max_size=6))
def test_heisenberg(values):
    own = case("heisenberg")
    path = steer(own, at(own, *values[:3]), at(own, *values[3:]))
    assert path.method == "polynomial inputs"
    proved(path)


@pytest.mark.parametrize(
    "name", ["martinet", "martinet_order_3", "rosenberg_particle", "frozen_time_trap"]
)
def test_polynomial_sets(name):
    own = case(name)
    path = steer(own, at(own, 1, "1/2"), at(own, -1, 2, "3/7"), "3/2")
    assert path.method == "polynomial inputs"
    proved(path)


def test_many_inputs_settled_in_turn():
    """Step two with three inputs: the z's belong to different inputs."""
    own = made("a b c u v w", "u' = a*b' - b*a'", "v' = a*c' - c*a'", "w' = b*c' - c*b'")
    path = steer(own, at(own), at(own, 0, 0, 0, 1, 2, 3))
    assert path.method == "polynomial inputs"
    proved(path)


def test_a_drift_takes_the_time_it_is_given():
    own = made("x y", "y' = x + t**2*x'")
    first, second = (steer(own, at(own), at(own, 1, 1), time) for time in (1, 2))
    proved(first)
    proved(second)
    assert str(first.expressions["x"]) != str(second.expressions["x"])


# parts and leaves --------------------------------------------------------------------------------
def test_what_is_not_connected_is_steered_apart():
    own = made("x y a u v w s", "sin(a) dx = cos(a) dy", "dw = u dv")
    path = steer(own, at(own), at(own, 0, 1, 0, 0, 0, 1, 5))
    assert [part.method for part in path.parts] == [
        "chained form",
        "polynomial inputs",
        "polynomial inputs",
    ]
    assert str(path.expressions["s"]) == "5*t"
    proved(path)


def test_on_a_leaf():
    """Two wheels on an axle: one angle follows from the hidden relation, the rest is a chained
    form.
    """
    own = case("two_wheels_on_axle")
    path = steer(own, at(own), at(own, 0, 0, 0, 1, 1))
    assert path.method == "chained form"
    proved(path)


# numbers -----------------------------------------------------------------------------------------
def test_inequalities_are_told():
    own = case("gas_in_box")
    path = steer(own, at(own, "1/2", "1/2", "1/2"), at(own, "1/2", "1/2", "1/4"))
    assert "x >= 0 holds along the path, proved" in path.remarks


@pytest.mark.parametrize(
    ("start", "goal", "words"),
    [
        ({"x": 0, "y": 0}, {"x": 2, "y": 1}, "x <= 1 is broken at the goal, by 1"),
        ({"x": 3, "y": 0}, {"x": 0}, "x <= 1 is broken at the start, by 2"),
        ({"x": 0, "y": 7}, {"x": 0, "y": 0}, "y > 0 and y < 5 is broken at the start, by 2"),
    ],
)
def test_an_end_out_of_bounds_is_refused_before_a_search(start, goal, words, monkeypatch):
    monkeypatch.setattr("nonholo.steering.search._first", None)
    names = {"x": {}, "y": {"between": ["0", "5"]}, "theta": {}}
    own = nh.System(names, None, CAR[:1], inequalities=["x <= 1"])
    path = nh.steer(own, {**start, "theta": 0}, {**goal, "theta": 0})
    assert path.possible is False and path.reason == words
    assert "NO PATH" in steer_text(path) and "looked for" not in steer_text(path)


def test_what_may_end_anywhere_is_within_no_bounds():
    own = nh.System("x y theta", None, CAR[:1], inequalities=["x + y <= 1"])
    assert nh.steer(own, {"x": 0, "y": 0, "theta": 0}, {"x": 1.2}).possible is not False


CAR = ["x'*sin(theta) = y'*cos(theta)", "theta'*cos(phi) = sin(phi)*(x'*cos(theta)+y'*sin(theta))"]
KEPT = "(looked after in the search)"


@pytest.mark.parametrize(
    ("names", "rows", "bounds"),
    [
        ("x y theta phi", CAR, ["x <= 1.5"]),  # a gap: the exact path needs x = 2.5
        ("x y theta phi", CAR, ["phi <= 0.6", "phi >= -0.6", "x >= -1", "x <= 2"]),  # parking
        ("x y theta", CAR[:1], ["theta' <= 3", "theta' >= -3"]),  # how fast it may turn
    ],
)
def test_a_path_keeps_inequalities_where_it_can(names, rows, bounds):
    own = build(Draft(names.split(), constraints=rows, inequalities=bounds, name="made"))
    path = steer(own, at(own), at(own, 0, 1))
    assert path.found and path.method == "shooting" and path.receipt.end < 1e-9
    assert [r for r in path.remarks if KEPT in r] == [
        f"{b} holds at the 201 instants of the path that were looked at {KEPT}" for b in bounds
    ]
    t, q, v = path.sample(997)
    assert lacks(own, [gap for _, gap in slacks(own)], (t, q, v)) < 1e-3
    free = steer(replace(own, system=replace(own.system, inequalities=())), at(own), at(own, 0, 1))
    assert lacks(own, [gap for _, gap in slacks(own)], free.sample()) > 0.05


@pytest.mark.parametrize("radius", ["0.3", "0.4"])
def test_a_gate_between_two_posts_is_passed(radius):
    """The walls leave no way around; the straight way runs into the lower post."""
    posts = [(1, Fraction(8, 10)), (1, Fraction(-2, 10))]
    circles = [f"(x - {a})^2 + (y - ({b}))^2 >= {radius}^2" for a, b in posts]
    bounds = [*circles, "y <= 0.8", "y >= -0.4"]
    own = build(Draft(["x", "y", "theta"], constraints=CAR[:1], inequalities=bounds, name="made"))
    path = steer(own, at(own), {"x": 2, "y": 0, "theta": 0})
    assert path.found and path.receipt.end < 1e-9
    _, q, _ = path.sample(2001)
    distances = [np.hypot(q[:, 0] - a, q[:, 1] - float(b)).min() for a, b in posts]
    assert min(distances) > float(radius) - 1e-3
    crossed = q[:-1, 1][(q[:-1, 0] < 1) != (q[1:, 0] < 1)]
    assert crossed.size and all((crossed > -0.2) & (crossed < 0.8))


@pytest.mark.slow
def test_a_car_parks_in_a_lane_in_which_it_may_turn_little():
    bounds = ["y <= 0.3", "y >= -1.1", "theta <= 0.6", "theta >= -0.6"]
    draft = Draft(["x", "y", "theta"], constraints=CAR[:1], inequalities=bounds, name="made")
    own = build(draft)
    path = steer(own, at(own), at(own, 0, -1))
    assert path.found and path.receipt.end < 1e-9
    assert lacks(own, [gap for _, gap in slacks(own)], path.sample(997)) < 1e-3


def test_bounds_that_no_path_was_found_within_are_told():
    wall = "(x - 1)^2 >= 1/4"
    own = build(Draft(["x", "y"], constraints=["y' = x'"], inequalities=[wall], name="made"))
    path = steer(own, at(own), {"x": 2, "y": 2}, method="polynomial inputs")
    assert path.has_path and f"{wall} is broken along the path, by up to 0.25" in path.remarks[0]
    assert not path.found and path.possible is None and path.outside == (wall,)
    told = steer_record(path)
    assert told["found"] is False and told["outside_bounds"] == [wall] and told["q"]
    assert "\nPATH, OUTSIDE THE BOUNDS: from" in steer_text(path)


@pytest.mark.parametrize("numbers", range(3))
def test_slopes_of_squares_are_those_of_their_sums(numbers):
    """The slope along a random direction, chained step by step, against differences of sums."""
    bounds = ["phi <= 0.3", "theta' <= 0.5"]
    own = build(
        Draft(["x", "y", "theta", "phi"], constraints=CAR, inequalities=bounds, name="made")
    )
    problem, _ = question(own, at(own), at(own, 0, 1), 1)
    tape = Tape([g for _, g in slacks(own)], [*problem.chart.q, *problem.chart.v, problem.chart.t])
    sums, rng = Squares(Hats(problem), tape), np.random.default_rng(numbers)
    c, along = rng.standard_normal((2, PIECES + 1, 4))
    h = 1e-4
    (low, high), _ = sums.of(np.array([c - h * along, c + h * along]))
    short, slope = sums.slope(c, sums.of(c[None])[1][0])
    (now,), _ = sums.of(c[None])
    assert short @ short == pytest.approx(now)
    assert 2 * short @ slope @ along.ravel() == pytest.approx((high - low) / (2 * h), rel=1e-3)


@pytest.mark.slow
def test_a_trailer_hooked_behind_the_axle_is_parked():
    rows = [*CAR, "3*(theta' - b') = (x'*cos(theta) + y'*sin(theta))*sin(b) - theta'*cos(b)/2"]
    own = build(Draft(["x", "y", "theta", "phi", "b"], constraints=rows, name="made"))
    path = steer(own, at(own), at(own, 0, 1), method="shooting")
    assert path.found and path.receipt.end < 1e-9 and path.receipt.residual < 1e-9


def test_inputs_too_wild_for_their_steps_meet_no_goal():
    """In few steps of time a wild input seems to lead anywhere."""
    search = import_module("nonholo.steering.field")
    own = case("cyclic_form")
    problem, _ = question(own, at(own), at(own, 1), 1)
    field = search.Field(problem)
    calm = np.zeros((6, field.n))
    wild = calm + 1e3
    assert field.steps(calm) < search.MOST_STEPS < field.steps(wild)
    assert search.newton(field, wild, field.steps(calm))[1] == np.inf


def test_shooting_where_no_form_is_known():
    own = made("x y p s z", "y' = p*x'", "p' = s*x'", "z' = s**2*x'")
    path = steer(own, at(own), at(own, 0, 0, 0, 0, "1/2"))
    assert (path.method, path.proof) == ("shooting", None)
    holds(path)
    assert [name for name, _ in path.attempts] == ["polynomial inputs", "chained form"]


@pytest.mark.slow
def test_shooting_on_a_leaf_that_bends():
    """A circle: the projection keeps the path on it."""
    own = made("x y", "x*x' + y*y' = 0")
    path = steer(own, at(own, 1, 0), at(own, "-3/5", "4/5"), method="shooting")
    holds(path)
    _, q, _ = path.sample()
    assert np.abs((q**2).sum(axis=1) - 1).max() < 1e-9


def test_shooting_against_a_drift():
    own = case("one_sided_drift")
    path = steer(own, at(own), at(own, 0, 2))
    holds(path)
    assert "this path is numerical" in steer_text(path)


@pytest.mark.slow
def test_the_same_question_has_the_same_answer():
    own = case("cyclic_form")
    first, second = (steer(own, at(own, 1), at(own, 0, 1)).sample()[1] for _ in range(2))
    assert np.array_equal(first, second)


QUICK = {
    "chaplygin_sleigh",
    "engel",
    "heisenberg",
    "kinematic_car",
    "knife_edge_incline",
    "lemos_affine_particle",
    "martinet",
    "martinet_order_3",
    "redundant_constraints",
    "rolling_coin",
    "rolling_coin_full_substitution",
    "rosenberg_particle",
    "tilted_axis",
    "unicycle",
    "vertical_disk",
}
EVERY = [
    pytest.param(path.stem, marks=() if path.stem in QUICK else pytest.mark.slow)
    for path in find_cases([CASES])
]


NO_PATH = {
    "free_step_4": "no path is found yet between two of its points: eight coordinates, two inputs",
    "four_trailers": "no path is found yet from trailers that stand at 1.9 rad to each other",
}


@pytest.mark.parametrize("name", EVERY)
def test_every_accessible_case_can_be_steered(name):
    """From a random configuration to a random one; the quick ones are accessible by name, so
    that none slips away.
    """
    if name in NO_PATH:
        pytest.skip(NO_PATH[name])
    own, rng = case(name), np.random.default_rng(7)
    if name not in QUICK and (own.system.nonlinear or not checked(name).accessible):
        pytest.skip("not proved accessible")
    start, goal = (
        [Fraction(int(k), 10) for k in rng.integers(-10, 11, own.system.chart.n)] for _ in range(2)
    )
    left = {
        p: 1
        for p in own.scope.parameters
        if own.system.chart.graph.symbol(p) not in own.system.values
    }
    holds(steer(own, at(own, *start), at(own, *goal), parameters=left))


@pytest.mark.parametrize(
    ("row", "start", "goal", "by"),
    [
        ("x dy = y dx", {"x": 1, "y": 1}, {"x": -1, "y": 2}, "contraction"),
        ("x dy = y dx", {"x": 0, "y": 0}, {"x": 1, "y": 2}, "contraction"),
        ("x dy = y dx", {"x": 1, "y": 1}, {"x": 2, "y": 2}, "shooting"),
        ("2 x dy = y dx", {"x": -1, "y": 1}, {"x": 1, "y": -2}, "contraction"),
        ("(x - 1) dy = (y - 2) dx", {"x": 0, "y": 0}, {"x": 5, "y": -5}, "contraction"),
        ("(x^2 + y^2) dz = x dy - y dx", {"x": 1, "z": 0}, {"x": 1, "z": 5}, "contraction"),
    ],
)
def test_where_leaves_meet_a_path_leads_through_there(row, start, goal, by):
    own = nh.constraints(row)
    path = steer(own, start, {**dict.fromkeys(own.system.chart.names, 0), **start, **goal})
    holds(path)
    assert path.method == by and path.receipt.residual < 1e-12
    assert all("not decided" not in remark for remark in path.remarks)


def test_a_contraction_is_asked_for_by_name_and_says_why_not():
    none = steer(nh.constraints("dz = y dx"), {}, {"x": 1, "y": 0, "z": 0}, method="contraction")
    assert not none.has_path and "constant matrix" in none.reason
    drift = steer(nh.constraints("x dy = y dt"), {"x": 1, "y": 1}, {"y": 5}, method="contraction")
    assert not drift.has_path and "catastatic" in drift.reason


def test_rows_that_follow_from_others_are_asked_where_these_vanish():
    """r dz = 0 with r = x^2 + y^2 demands nothing on the axis, but dz = 0 beside it does."""
    one, both = (
        nh.constraints(*rows)
        for rows in (["(x^2 + y^2) dz = 0"], ["(x^2 + y^2) dz = 0", "(x^2 + y^2 + 1) dz = 0"])
    )
    ends = {"x": 1, "y": 1, "z": 0}, {"x": 1, "y": 1, "z": 5}
    assert steer(one, *ends).method == "contraction"
    assert not steer(both, *ends).has_path


def test_an_open_goal_is_sought_freely_before_leaves_are_left():
    path = steer(nh.constraints("x dy = y dx"), {"x": 1, "y": 1}, {"x": 5})
    assert path.method == "shooting" and abs(path.sample()[1][-1] - 5).max() < 1e-6


def test_samples_obey_the_constraint_by_finite_differences():
    """The table that a user gets, judged by nothing but itself."""
    own = case("unicycle")
    path = steer(own, at(own), at(own, 0, 1))
    rows = list(csv.reader(io.StringIO(steer_bytes(path, ".csv").decode())))
    assert rows[0] == ["t", "x", "y", "theta", "xdot", "ydot", "thetadot"]
    t, x, y, theta, *_ = np.array(rows[1:], dtype=float).T
    h = t[1] - t[0]
    slip = (x[2:] - x[:-2]) / (2 * h) * np.sin(theta[1:-1]) - (y[2:] - y[:-2]) / (2 * h) * np.cos(
        theta[1:-1]
    )
    assert np.abs(slip).max() < 5e-3


# refusals ----------------------------------------------------------------------------------------
def refused(own, start, goal, time=1) -> str:
    path = steer(own, start, goal, time)
    assert path.possible is False and not path.found
    return path.reason


def test_a_hidden_relation_forbids():
    circle = made("x y", "x*x' + y*y' = 0")
    assert refused(circle, at(circle, 1, 0), at(circle, 0, 2)) == (
        "y**2 + x**2 is 1 at the start and 4 at the goal, and no motion changes it"
    )


def test_a_holonomic_constraint_forbids():
    own = case("circle_cartesian")
    radius = {"x": "7/10", "y": 0}
    assert refused(own, radius, {"x": 0, "y": 2}) == (
        "x**2 + y**2 - 49/100 is 351/100 at the goal and must be 0"
    )
    moving = case("moving_circle")
    assert "(t = 1) and must be 0" in refused(moving, {"x": "7/10", "y": 0}, {"x": 0, "y": 0})


def test_leaves_that_meet_forbid_nothing():
    """x/y is constant on the rays of y dx = x dy, but all rays meet in the origin, where nothing
    is demanded.
    """
    rays = made("x y", "y*x' - x*y' = 0")
    path = steer(rays, at(rays, 1, 1), at(rays, -1, 1))
    assert path.possible is not False


def test_a_surface_that_cannot_be_crossed_forbids():
    own = made("x y z", "z' = z*y*x'")
    assert refused(own, at(own, 0, 0, 1), at(own, 0, 0, -1)) == (
        "z is 1 at the start and -1 at the goal, and z = 0 can be neither entered nor left"
    )
    proved(steer(own, at(own, 0, 0, 1), at(own, 0, 0, 2)))


def test_a_formula_with_a_pole_is_no_path():
    """In the chart z, x, y/z... a polynomial path may pass z = 0, where y is infinite."""
    own = made("x y z", "z' = z*y*x'")
    (part,) = steer(own, at(own, 0, 0, 1), at(own, 0, 0, 2)).parts
    graph, t = part.curve.t.graph, part.curve.t
    assert finite(part.curve, graph.one).proved
    pole = replace(part.curve, back=(*part.curve.back[:2], 1 / (2 * t - 1)))
    found = finite(pole, graph.one)
    assert found.answer is None and "no bound near 0.5 of the way" in found.reason
    assert finite(pole, graph.one / 3).proved


def test_a_formula_divided_by_a_function_is_no_path_where_the_function_vanishes():
    """y = tan(x) + const, and no leaf crosses cos(x) = 0."""
    walls = made("x y", "cos(x)^2*y' = x'")
    assert not steer(walls, at(walls, 0, 0), at(walls, "pi", 0)).possible
    proved(steer(walls, at(walls, 0, 0), at(walls, "pi/4", 1)))


def test_a_pole_is_no_sign():
    """y' = 1/x never vanishes, yet y falls where x < 0."""
    pole = made("x y", "y' = 1/x")
    assert steer(pole, at(pole, -1, 0), at(pole, -2, -1)).possible is not False
    holds(steer(pole, at(pole, -1, 0), at(pole, -2, -1)))


def test_a_drift_of_one_sign_forbids():
    own = case("one_sided_drift")
    assert refused(own, at(own), at(own, 0, -1)) == (
        "y' = x**2 + 1 never vanishes: y can only grow, so it never comes from 0 to -1"
    )
    assert refused(own, at(own), at(own, 0, "1/2")) == (
        "y' = x**2 + 1 is never 1/2, the mean rate from y = 0 to 1/2 in time 1; another time may do"
    )
    assert refused(own, at(own, 1, 0), at(own, 1, 1)) == (
        "y' = x**2 + 1 is never less than 1, the mean rate from y = 0 to 1 in time 1, and more at "
        "an end"
    )
    back = made("x y", "y' = -x^2")
    assert refused(back, at(back, 1, 0), at(back, 0, 0)).startswith("y' = -x**2 is never more than")
    assert steer(back, at(back, 0, 0), at(back, 0, 0)).found  # at rest


@pytest.mark.parametrize(("rate", "goal", "why"), [
    ("abs(x) + 1", -1, "y can only grow"), ("abs(x)", -1, "never changes its sign"),
    ("-sqrt(1 + abs(x))", 1, "y can only fall"), ("sign(x) + 2", -1, "y can only grow"),
])  # fmt: skip
def test_a_drift_that_bends_or_jumps_forbids_too(rate, goal, why):
    bent = made("x y", f"y' = {rate}")
    assert why in refused(bent, at(bent, 0, 0), at(bent, 1, goal))


@pytest.mark.slow
def test_what_cannot_be_proved_impossible_is_called_not_found():
    """y = t on x = 0 is the one motion that takes so little time; from x = 1 there is none, and
    where tries end equally far off there are no more."""
    own = made("x y", "y' = 1 + x^4 - 2*x^3 + 2*x^2")
    path = steer(own, at(own, 1, 0), at(own, 1, 1))
    assert path.possible is None and not path.found
    told = re.match(r"numerical search: (\d+) tries, the nearest ended", path.reason)
    assert told and int(told[1]) < shots.TRIES


def test_a_goal_may_leave_coordinates_open():
    path = steer(case("unicycle"), ZERO, {"x": 1, "y": 1})
    assert path.exact and path.open == ("theta",) and "ends where it began" in path.remarks[-1]
    holds(path)
    assert steer_record(path)["open"] == ["theta"]


def test_an_open_coordinate_goes_where_the_constraints_take_it():
    """On x^2 + y^2 = 1 y = 1/2 is met at x = +-sqrt(3)/2; a drift takes y along with x."""
    ring = made("x y", "x*x' + y*y' = 0")
    path = steer(ring, {"x": 1, "y": 0}, {"y": "1/2"})
    x, y = path.sample()[1][-1]
    assert path.found and abs(y - 0.5) < 1e-9 and abs(abs(x) - 3**0.5 / 2) < 1e-9
    assert path.receipt.end < 1e-9
    drift = steer(case("one_sided_drift"), {"x": 0, "y": 0}, {"x": 1})
    x, y = drift.sample()[1][-1]
    assert drift.found and abs(x - 1) < 1e-9 and y > 1
    only = steer(ring, {"x": 1, "y": 0}, {"y": "1/2"}, method="chained form")
    assert not only.found and "`shooting` searches with a free end" in only.reason


# angles of wheels that stand in no coefficient, and how many paths the others need
WHEELS = [
    (["x' = R*cos(th)*p'", "y' = R*sin(th)*p'"], {"x": 1, "y": 2, "th": 1}, ["p"]),
    (["x'*cos(th) + y'*sin(th) = R*p'", "y'*cos(th) - x'*sin(th) - th' = R*s'"],
     {"x": 1, "y": 2, "th": 1}, ["p", "s"]),
    (["x' = R*cos(th)*p'", "y' = R*sin(th)*p'", "th'*cos(s) = R*sin(s)*p'", "p' = 2*w'"],
     {"x": 0, "y": 1, "th": 0, "s": 0}, ["p", "w"]),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "goal", "names"), WHEELS)
def test_wheels_follow_the_path_of_their_robot(rows, goal, names):
    """What no coefficient holds and may end anywhere: the others are steered without it."""
    case = nh.constraints(*rows, also=list(goal), constants=["R"])
    outcome = case_with_open(case, names, goal)
    assert outcome is not None and outcome.has_path
    last = outcome.parts[-1]
    assert [outcome.names[j] for j in last.columns] == names and last.method == "integrals"
    assert outcome.receipt.residual < 1e-11 and outcome.receipt.end < 1e-11
    t, q, v = outcome.sample(2001)
    rolled = np.concatenate([[0 * q[0]], np.cumsum((v[1:] + v[:-1]) / 2 * t[1], axis=0)])
    assert abs(rolled + q[0] - q).max() < 1e-3


def case_with_open(case, names, goal):
    """The path in which the coordinates of these names follow the others."""
    numbers = {"R": "1/2"}
    problem, _ = question(with_numbers(case, numbers), {}, goal, 1)
    assert [problem.chart.names[j] for j in idle(problem)] == names
    outcome = Steering(
        case, problem.pfaffian, problem.start, problem.goal, problem.duration, None,
        open=tuple(names),
    )  # fmt: skip
    return followed(outcome, problem, [], USUAL)


def test_robots_that_nothing_connects_are_each_as_few_coordinates_as_they_have():
    rows = [f"sin(h{i}) x{i}' = cos(h{i}) y{i}'" for i in range(8)]
    fleet = nh.constraints(*rows, also=[f"h{i}" for i in range(8)])
    outcome = steer(fleet, {}, {"x0": 1, "y0": 1, "h0": 0, "x1": 0, "y1": 1, "h1": 0})
    assert outcome.exact and outcome.proof.proved and outcome.ends.proved


def test_what_a_coefficient_holds_is_not_idle():
    case = nh.constraints("x' = p*u'", "y' = sin(u)*w'", also=["p", "u", "w"])
    problem, _ = question(case, {}, {"x": 1, "y": 1}, 1)
    assert [problem.chart.names[j] for j in idle(problem)] == ["w"]


def test_an_open_coordinate_changes_no_proof_of_the_others():
    """y only grows, whatever x does; where x and y are named they stay on their circle."""
    drift = case("one_sided_drift")
    assert steer(drift, {"x": 0, "y": 0}, {"y": -1}).possible is False
    cylinder = made("x y z", "x*x' + y*y' = 0")
    start = {"x": 1, "y": 0, "z": 0}
    assert steer(cylinder, start, {"x": 1, "y": 1}).possible is False
    assert steer(cylinder, start, {"y": "1/2", "z": 2}).found


ZERO = {"x": 0, "y": 0, "theta": 0}
BAD = [
    ({"start": ZERO, "goal": {}}, "the goal names no coordinate; there are x, y, theta"),
    ({"start": ZERO | {"z": 1}, "goal": ZERO}, "z is no coordinate"),
    ({"start": ZERO | {"theta": "x"}, "goal": ZERO}, "theta = x: needed is a constant"),
    ({"start": ZERO | {"theta": "log(-1)"}, "goal": ZERO}, "this is no real number"),
    ({"start": ZERO, "goal": ZERO, "time": 0}, "needed is a number above 0"),
    ({"start": ZERO, "goal": ZERO, "parameters": {"R": 1}}, "R is no parameter; there are m, J"),
]


@pytest.mark.parametrize("question, words", BAD)
def test_bad_questions(question, words):
    with pytest.raises(BadCase) as error:
        steer(case("unicycle"), **question)
    assert words in str(error.value)


def test_other_bad_input():
    own = made("x y a", "x'*sin(a) = b*y'*cos(a)", b=None)
    with pytest.raises(BadCase, match=r"b has no number; give one with parameters={\"b\": ...}"):
        steer(own, at(own), at(own))
    holds(steer(own, at(own), at(own, 1, 1), parameters={"b": 2}))
    with pytest.raises(NonholoError, match="'magic' is no method of steering"):
        steer(own, at(own), at(own), parameters={"b": 2}, method="magic")


def test_the_start_may_come_from_the_case():
    own = case("rolling_coin")
    path = steer(own, {}, at(own))
    assert "(x, y, theta, phi) at the start from the initial values of the case" in path.remarks
    holds(path)


# receipts ----------------------------------------------------------------------------------------
def test_a_wrong_path_is_not_proved():
    own = case("heisenberg")
    path = steer(own, at(own), at(own, 0, 0, 1))
    (part,) = path.parts
    bent = replace(part.curve, z=(*part.curve.z[:2], part.curve.z[2] + part.curve.t))
    assert proof(path.rows, bent).answer is False
    assert ends_met(replace(part.curve, lack=(part.curve.t.graph.one,))).answer is False


def test_a_tape_agrees_with_ball_arithmetic():
    from flint import fmpq

    g = Graph()
    x, y = g.symbol("x"), g.symbol("y")
    nodes = [g.call(f, x * y / 7) for f in ("asin", "atan", "exp", "sin", "tanh", "abs", "sign")]
    nodes += [g.sqrt(x + y) ** 3, (x - y) ** -2, g.call("atan2", x, -y), g.pi * x]
    point = {x: fmpq(5, 4), y: fmpq(7, 3)}
    exact = [float(ball(e, point).mid()) for e in nodes]
    assert np.allclose(Tape(nodes, [x, y])([1.25, 7 / 3]), exact, rtol=1e-13)


# pictures and records ----------------------------------------------------------------------------
def test_wheels_of_the_car_and_of_trailers():
    car = case("kinematic_car")
    found = wheels(distribution(car.system.pfaffian.subs(car.system.values)))
    assert found.plane == (0, 1)
    assert [(str(w.x), str(w.y), str(w.heading)) for w in found.wheels] == [
        ("x", "y", "theta"),
        ("x + cos(theta)", "y + sin(theta)", "theta + phi"),
    ]
    assert len(wheels(distribution(trailers(2).system.pfaffian)).wheels) == 3
    assert wheels(distribution(case("heisenberg").system.pfaffian)) is None


@pytest.mark.parametrize(
    "name, goal",
    [
        ("rosenberg_particle", (0, 1)),
        ("rolling_coin", (1,)),
        pytest.param("kinematic_car", (0, 1), marks=pytest.mark.slow),
    ],
)
def test_pictures_are_pictures_and_always_the_same(name, goal):
    own = case(name)
    path = steer(own, at(own), at(own, *goal))
    first = path_picture(path, "png")
    assert first.startswith(b"\x89PNG")
    assert first == path_picture(path, "png")


def test_no_picture_without_a_path():
    own = case("one_sided_drift")
    path = steer(own, at(own), at(own, 0, -1))
    with pytest.raises(
        NonholoError, match="there is no path to draw: y' = x\\*\\*2 \\+ 1 never vanishes"
    ):
        path_picture(path)


KEYS = {
    "schema",
    "name",
    "coordinates",
    "from",
    "to",
    "time",
    "found",
    "possible",
    "reason",
    "remarks",
    "attempts",
}
FOUND = KEYS | {
    "outside_bounds",
    "method",
    "exact",
    "expressions",
    "parts",
    "proof",
    "ends_exact",
    "residual_max",
    "start_error",
    "end_error",
    "length",
    "t",
    "q",
    "v",
}


def test_records():
    own = case("unicycle")
    found = steer_record(steer(own, at(own), at(own, 1, 1)))
    assert set(found) == FOUND
    assert found["exact"] is True and found["found"] is True
    assert len(found["t"]) == len(found["q"]["x"]) == 201
    drift = case("one_sided_drift")
    numeric = steer_record(steer(drift, at(drift), at(drift, 0, 2)))
    assert numeric["exact"] is False and numeric["expressions"]["x"] is None
    pieces = numeric["parts"][0]
    assert len(pieces["breaks"]) == len(pieces["chebyshev"]["x"]) + 1
    json.dumps([found, numeric], allow_nan=False)


def test_expressions_are_in_the_language():
    """What is printed reads back to the same function of t."""
    own = case("unicycle")
    path = steer(own, at(own), at(own, 0, 1))
    again = [own.scope.expression(e) for e in steer_record(path)["expressions"].values()]
    t, q, _ = path.sample(11)
    values = Tape(again, [own.system.chart.t])(t[:, None])
    assert np.allclose(values, q, atol=1e-9)


# the command line --------------------------------------------------------------------------------
def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["steer", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


LEMOS, DRIFT = str(CASES / "lemos_affine_particle.toml"), str(CASES / "one_sided_drift.toml")


def test_many_coordinates_that_may_end_anywhere_are_looked_for_first():
    """By formulas to where the trailers began four of them took a minute."""
    path = steer(CASES / "four_trailers.toml", {}, {"x": 1, "y": "1/5"})
    assert path.method == "shooting" and path.receipt.end < 1e-9
    assert any("th0 = " in remark for remark in path.remarks)


def test_exit_statuses(capsys):
    status, out, _ = run(capsys, LEMOS, "--from", "x=0,y=0", "--to", "x=0,y=1")
    assert status == 0 and "y  = 3*t**2 - 2*t**3" in out
    status, out, _ = run(capsys, DRIFT, "--from", "x=0,y=0", "--to", "x=0,y=-1")
    assert status == 1 and "NO PATH (proved)" in out and "y can only grow" in out
    status, out, _ = run(capsys, LEMOS, "--to", "x=0")
    assert status == 0 and "y may end anywhere" in out
    _, out, _ = run(capsys, DRIFT, "--from", "x=0", "--to", "x=1")
    assert "y = 0 at the start, where nothing else is said" in out
    status, _, err = run(capsys, LEMOS, "--from", "x=0,y=0", "--to", "x=0,y=1", "-o", "path.gif")
    assert (
        status == 2
        and "no format of a path; name the file *.json, *.csv, *.png, *.svg, *.html" in err
    )


def test_bare_constraints(capsys):
    status, out, _ = run(capsys, "-c", "dz = y dx", "--from", "x=0,y=0,z=0", "--to", "x=0,y=0,z=1")
    assert status == 0 and "method  polynomial inputs" in out
    status, _, err = run(capsys, "--to", "x=0")
    assert status == 2 and "give a case file, or constraints with -c" in err


@pytest.mark.parametrize(
    "suffix, begins",
    [
        ("json", b"{"),
        ("csv", b"t,x,y"),
        ("png", b"\x89PNG"),
        ("svg", b"<?xml"),
        ("html", b"<!doctype html>"),
    ],
)
def test_files(capsys, tmp_path, suffix, begins):
    file = tmp_path / f"path.{suffix}"
    status, _, err = run(capsys, LEMOS, "--from", "x=0,y=0", "--to", "x=0,y=1", "-o", str(file))
    assert status == 0, err
    assert file.read_bytes().lower().startswith(begins.lower())


# obstacles --------------------------------------------------------------------------------------
def test_a_way_is_found_around_a_post_that_stands_on_the_straight_one():
    """The straight way goes through the middle, where neither side is nearer."""
    bounds = ["(x - 2)^2 + y^2 >= 2"]
    draft = Draft(["x", "y", "theta"], constraints=CAR[:1], inequalities=bounds, name="made")
    here = dict.fromkeys(("x", "y", "theta"), 0)
    path = steer(build(draft), here, {**here, "x": 6})
    assert path.found and path.receipt.end < 1e-9
    _, q, _ = path.sample(200)
    assert ((q[:, 0] - 2) ** 2 + q[:, 1] ** 2 > 2 - 1e-9).all()


GATES = ["x^2 + (y - 1)^2 >= 0.49", "x^2 + (y + 1)^2 >= 0.49", "y <= 1", "y >= -1"]


def between_trees(names, rows, bounds, start, goal):
    """A problem, its field and room, and the tape of its bounds."""
    own = build(Draft(names.split(), constraints=rows, inequalities=bounds, name="made"))
    problem, _ = question(own, start, goal, 1)
    gaps = [gap for _, gap in slacks(own)]
    kept = [i for i, gap in enumerate(gaps) if not gap.has(problem.chart.v)]
    room = trees.Room(Tape([gaps[i] for i in kept], list(problem.chart.q)), np.zeros(len(kept)))
    return problem, Field(problem), room


@pytest.mark.parametrize("end", [{"x": 2, "y": "1/2", "theta": 0}, {"x": 2, "y": "-1/2"}])
def test_trees_from_both_ends_meet_in_a_gate(end, monkeypatch):
    """All other ways are walled up; a goal may leave the heading open."""
    monkeypatch.setattr(trees, "CORNERS", 6)
    here = {"x": -2, "y": "-1/2", "theta": 0}
    problem, field, room = between_trees("x y theta", CAR[:1], GATES, here, end)
    curve, _ = trees.joined(field, room, bool(problem.open))
    times = np.linspace(0, 1, 2001)
    q, v = curve.motion()(times)
    assert room.tape(q).min() > -1e-3  # a breach between the steps of an edge is told by the search
    slip = v[:, 0] * np.sin(q[:, 2]) - v[:, 1] * np.cos(q[:, 2])
    assert np.abs(slip).max() < 1e-7 and np.allclose(q[0], [-2, -0.5, 0])
    assert np.allclose(q[-1, :2], [2, float(Fraction(end["y"]))])
    assert "theta" not in end or abs(q[-1, 2]) < 1e-8
    assert np.abs(np.diff(q, axis=0)).max() < 0.1  # no leap where pieces meet


def test_trees_that_do_not_meet_say_how_far_they_grew(monkeypatch):
    monkeypatch.setattr(trees, "ROUNDS", 10)
    here = {"x": -2, "y": 0, "theta": 0}
    walled = between_trees("x y theta", CAR[:1], ["x^2 >= 0.04"], here, {**here, "x": 2})
    with pytest.raises(NotApplicable, match=r"trees of \d+ places from both ends did not meet"):
        trees.joined(*walled[1:], False)


def test_a_picture_hatches_where_inequalities_bar_the_plane():
    """Each piece of a line ends on the post or at the frame, and its middle is inside the post."""
    skate = ["x'*sin(theta) = y'*cos(theta)"]
    post = ["(x - 1)^2 + (y - 1)^2 >= 0.81", "theta <= 3"]
    path = nh.steer(nh.System("x y theta", None, skate, inequalities=post), to={"x": 2, "y": 0})
    seen = path.scene(*path.sample()[:2])
    assert seen.barred
    for height, left, right in seen.barred:
        assert np.hypot((left + right) / 2 - 1, height - 1) < 0.9
        assert np.hypot(np.array([left, right]) - 1, height - 1) == pytest.approx(0.9, abs=1e-3)
    assert "Hatched" in path._repr_html_()
    free = nh.steer(nh.System("x y theta", None, skate), to={"x": 2, "y": 0})
    assert not free.scene(*free.sample()[:2]).barred and "Hatched" not in free._repr_html_()


def test_the_caption_of_a_path_tells_of_wheels_where_there_are_any():
    skate = nh.constraints("x'*sin(theta) = y'*cos(theta)")
    heisenberg = nh.constraints("dz = y dx")
    for case, rolls in ((skate, True), (heisenberg, False)):
        path = nh.steer(case, to=dict.fromkeys(case.system.chart.names, 1))
        assert (path.scene(*path.sample()[:2]).moving is not None) == rolls
        assert ("the first wheel or blade" in path._repr_html_()) == rolls


@pytest.mark.slow
@pytest.mark.parametrize("name", ["robot_between_posts"])
def test_two_gates_are_passed(name):
    own = case(name)
    path = steer(own, {}, {"x": 5, "y": "-1/2", "theta": 0})
    assert path.found and path.receipt.end < 1e-9
    assert any("pieces, between which it stands still" in r for r in path.remarks)
    assert lacks(own, [gap for _, gap in slacks(own)], path.sample(1001)) < 1e-3


SLOPES = {  # h: dh/dx
    "1/exp(x)": "-1/exp(x)",
    "exp(2*x)": "2*exp(2*x)",
    "1/x": "-1/x**2",
    "x**2": "2*x",
    "sin(x) - 1/x": "cos(x) + 1/x**2",
    "log(x)": "1/x",
}


def height(h: str, x: int) -> str:
    return re.sub(r"\bx\b", str(x), h)


@pytest.mark.parametrize("h", sorted(SLOPES))
@pytest.mark.parametrize("factor", ["1", "exp(x)"])
def test_between_points_of_one_leaf_a_path_is_looked_for(h, factor):
    """The coordinate that y + 1/exp(x) was solved for stayed in its own value, which failed."""
    curve = made("x y", f"({factor})*y' + ({factor})*({SLOPES[h]})*x'")
    goal = {"x": 2, "y": f"({height(h, 1)}) - ({height(h, 2)})"}
    path = steer(curve, {"x": 1, "y": 0}, goal)
    assert path.possible is not False
    assert path.possible or h in ("log(x)", "1/x")  # with a pole between leaves the search is tried


@pytest.mark.parametrize(
    ("law", "goal", "sure"),
    [("x**2", -1, True), ("-x**2", 1, True), ("x**2 + 1", "1/2", False)],
)
def test_another_time_is_offered_only_where_it_may_do(law, goal, sure):
    """y' = x^2 cannot bring y down, however long it takes."""
    path = steer(made("x y", f"y' - ({law})"), {"x": 1, "y": 0}, {"x": 1, "y": goal})
    assert path.possible is False
    assert ("another time may do" not in path.reason) is sure


def test_no_path_passes_a_pole_of_a_constraint():
    """z' = y'/x has no value at x = 0, and x z' = y' has one there."""
    ends = {"x": "-1", "y": "0", "z": "0"}, {"x": "1", "y": "0", "z": "1"}
    through = nh.steer(nh.System("x y z", None, ["z' = y'/x"]), *ends)
    assert not through.found and "passes x = 0, by which" in through.reason
    assert nh.steer(nh.System("x y z", None, ["x*z' = y'"]), *ends).found


@pytest.mark.parametrize("pole", ["sin(x)", "(x - y^2 - 2)"])
def test_where_a_short_path_passes_a_pole_one_beside_it_is_found(pole):
    ends = {"x": "1/5", "y": "3/10", "z": 0}, {"x": "3/10", "y": "3/10", "z": "7/2"}
    holds(nh.steer(nh.constraints(f"z' = y'/{pole}"), *ends, method="shooting"))


def test_both_ends_of_an_interval_are_told_of_once():
    """One half of it "holds" and the other "is broken", of the same words."""
    names = {"x": {"between": ["0", "1"]}, "y": {}, "z": {}}
    case = nh.System(names, None, ["z' = x*y'"])
    out = nh.steer(
        case, {"x": "1/2", "y": 0, "z": 0}, {"x": "1/2", "y": 0, "z": 1}, method="sinusoids"
    )
    told = [remark for remark in map(str, out.remarks) if "x > 0 and x < 1" in remark]
    assert out.outside == ("x > 0 and x < 1",) and len(told) == 1 and "is broken" in told[0]


def test_a_path_that_is_steep_at_its_ends_has_a_length():
    """A trailer moves by 0.0003 along 9: samples of its speed, up to 1e5, made 139 of that."""
    start = {"x": "-6.5e-05", "y": "-0.000188", "th0": "-2.1e-05", "th1": "0.000106"}
    goal = {"x": "9.6e-05", "y": "0.000161", "th0": "0.000102", "th1": "0.000145"}
    path = steer(case("one_trailer"), start, goal)
    u = (1 - np.cos(np.pi * np.linspace(0, 1, 20001))) / 2
    q, _ = path.motion()(u)
    walked = np.sqrt((np.diff(q, axis=0) ** 2).sum(axis=1)).sum()
    assert path.length == pytest.approx(walked, rel=1e-4)


@given(st.integers(1, 3), st.fractions(-2, 2, max_denominator=8))
@settings(max_examples=draws(5))
def test_the_length_of_a_path_is_that_of_its_speed(time, side):
    path = steer(case("heisenberg"), {}, {"x": 1, "y": 0, "z": side}, time)
    _, v = path.motion()(np.linspace(0, path.time, 20001))
    assert path.length == pytest.approx(np.sqrt((v**2).sum(axis=1)).mean() * path.time, rel=1e-3)


def test_a_goal_whose_number_was_met_in_disguise():
    """-1 was sin(theta) (cos(theta) - sin(theta)) - cos(theta) (cos(theta) + sin(theta)) here."""
    rows = ["x' + y' = r*phi'*sin(theta)", "y' = r*phi'*cos(theta)"]
    start = {"x": "-3/5", "y": "3/5", "theta": "-4/5", "phi": "1/5"}
    goal = {"x": "3/5", "y": 0, "theta": "-3/5", "phi": "2/5"}
    case = nh.System("x y theta phi", constraints=rows, parameters={"r": 1})
    assert steer(case, start, goal).found


# what is proved of bounds along a path ----------------------------------------------------------
@example([1], [1], 0)  # 0 where two pieces meet, less before
@example([0, 0, 0, -1], [0, 0], 0)  # 0 at the start, of an order that is not looked at
@given(
    st.lists(st.integers(-3, 3), min_size=1, max_size=4),
    st.lists(st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 8]), max_size=2),
    st.sampled_from([0, 1, 7]),
)
def test_what_stays_above_0_along_a_path_is_proved(factors, roots, wave):
    """h = p(t) prod (4 t - r)^2 + w (1 + sin(8 t)), held against its values."""
    line = nh.System("x", "x'^2").system.chart
    x, t = line.q[0], line.t
    h = sum((c * t**k for k, c in enumerate(factors)), start=t.graph.zero)
    for r in roots:
        h = h * (4 * t - r)
    h = h + wave * (t.graph.sin(8 * t) + 1)
    at = [float(ball(h.subs({t: t.graph.lift(k) / 240}), {}).mid()) for k in range(241)]
    for strict in (True, False):
        told = stays_above(x, {"x": h}, line, t.graph.one, strict)
        if told:
            assert min(at) > (0 if strict else -1e-12)
        if told is False:
            assert min(at) < 1e-3
        if min(at) < -1e-9:
            assert told is False
        if min(at) > 0.3 and max(abs(c) for c in factors) < 3 and not roots:
            assert told is True


def test_what_is_broken_between_the_samples_is_broken():
    case = nh.System("x y", None, ["y' = x*x'"], assumptions=["x != 0"])
    x, t = case.system.chart.q[0], case.system.chart.t
    dip = (t - t.graph.one / 3) ** 2 - t.graph.one / 10**6
    start = {x: t.graph.one, case.system.chart.q[1]: t.graph.zero, t: t.graph.zero}
    times = np.linspace(0, 1, 201)
    q = np.stack([(times - 1 / 3) ** 2 - 1e-6, 0 * times], axis=1)
    (one,) = along(case, start, (times, q, q), {"x": dip, "y": 0 * t}, t.graph.one)
    assert one.worst < 0 and one.broken
    assert "is broken along" in str(next(bounds_along([one], 201)))
    (open_,) = along(case, start, (times, q, q), {}, t.graph.one)
    assert open_.proved is None and not open_.broken
    assert "at the 201 instants of the path" in str(next(bounds_along([open_], 201)))


def test_candidates_beyond_the_numbers_of_the_machine_make_no_noise():
    """Squares of steps of 10^160 were warned of by NumPy."""
    from nonholo.steering.polynomial import polyline

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert polyline(np.array([[0.0, 0.0], [3e160, 4e160]])) == pytest.approx(5e160)
        steering = nh.steer(nh.System("x y z", None, ["z' = y*x'"]), {"x": 0}, {"x": "10^160"})
    assert not steering.has_path
