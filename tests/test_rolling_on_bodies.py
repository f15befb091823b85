"""Rolling `on` another body, that moves or is moved: told in its axes, the motion is the same as told
in space, and as Newton and Euler have it."""

from __future__ import annotations

import math

import pytest

import nonholo as nh
from nonholo.errors import BadCase
from nonholo.linear.elimination import vanishes

PLATE = {"name": "plate", "rotation": ["x al", "y be"], "mass": "M", "inertia": ["A", "B", "C"]}
BALL = {
    "name": "ball",
    "mass": "m",
    "inertia": ["2*m*R^2/5", "2*m*R^2/5", "2*m*R^2/5"],
}
HANGS = {"parent": "plate", "origin": ["X", "Y", "R"], "rotation": ["z a", "x b", "z c"]}
STAYS = {  # the same place and turn, told along the fixed axes
    "origin": [
        "X*cos(be) + R*sin(be)",
        "Y*cos(al) + X*sin(al)*sin(be) - R*sin(al)*cos(be)",
        "Y*sin(al) - X*cos(al)*sin(be) + R*cos(al)*cos(be)",
    ],
    "rotation": ["x al", "y be", "z a", "x b", "z c"],
}
ON = {"body": "ball", "on": "plate", "at": ["X", "Y", "0"]}


def told(ball, contact, **more):
    return nh.System(
        "X Y al be a b c",
        parameters="R m M A B C g",
        gravity=["0", "0", "-g"],
        bodies=[PLATE, {**BALL, **ball}],
        rolling=[contact],
        **more,
    )


def test_a_ball_that_hangs_on_its_plate_rolls_as_one_told_in_space():
    first = told(HANGS, ON).system
    second = told(STAYS, ON).system
    rows = first.chart.graph.copy([e for row in second.pfaffian.matrix for e in row])
    own = [e for row in first.pfaffian.matrix for e in row]
    assert all(vanishes(a - b) for a, b in zip(own, rows, strict=True))
    assert max(len(str(e)) for e in own) < 40  # seen from the plate they are short


@pytest.mark.parametrize("ground", ["still", "turns"])
def test_a_body_that_is_moved_is_ground_that_moves(ground):
    """`on` a turntable is the floor with the velocity of its points."""
    angle = {"still": "0", "turns": "w*t"}[ground]
    ball = {**BALL, "origin": ["x", "y", "R"], "rotation": ["z a", "x b", "z c"]}
    disc = {"name": "disc", "rotation": [f"z {angle}"]}
    names = {"parameters": "R m w g", "gravity": ["0", "0", "-g"]}
    c, s = f"cos({angle})", f"sin({angle})"
    at = [f"x*{c} + y*{s}", f"y*{c} - x*{s}", "0"]  # along the axes of the disc
    along = [[c, f"-{s}", "0"], [s, c, "0"]]
    on = {"body": "ball", "on": "disc", "at": at, "along": along}
    rate = {"still": "0", "turns": "w"}[ground]
    floor = {"body": "ball", "at": ["x", "y", "0"], "ground": [f"-{rate}*y", f"{rate}*x", "0"]}
    rows = [
        nh.System("x y a b c", bodies=[*([disc] if r is on else []), ball], rolling=[r], **names)
        for r in (on, floor)
    ]
    first, second = (case.system.pfaffian for case in rows)
    graph = first.chart.graph
    for l in range(2):
        other = graph.copy(list(second.form(l)))
        assert all(vanishes(a - b) for a, b in zip(first.form(l), other, strict=True))


@pytest.mark.parametrize("still", [1, 2])
def test_two_gears_roll_on_each_other_whichever_is_the_ground(still):
    """No point slips on the other: R1 t1' + R2 t2' = 0 of discs whose centres stay in line."""
    gears = [
        {"name": f"g{n}", "origin": place, "rotation": [f"z t{n}"], "mass": "m"}
        for n, place in ((1, ["x", "0", "0"]), (2, ["x + R1 + R2", "0", "0"]))
    ]
    t, sign = f"t{still}", "" if still == 1 else "-"
    ahead = [f"{sign}cos({t})", f"{sign}(-sin({t}))", "0"]  # to the other, in its axes
    contact = {
        "body": f"g{3 - still}",
        "on": f"g{still}",
        "at": [f"R{still}*({e})" for e in ahead],
        "down": [f"-({e})" for e in ahead],
        "along": [[f"sin({t})", f"cos({t})", "0"]],
    }
    case = nh.System("x t1 t2", parameters="R1 R2 m", bodies=gears, rolling=[contact])
    row = [str(e) for e in case.system.pfaffian.matrix[0]]
    assert row in (["0", "R1", "R2"], ["0", "-R1", "-R2"])


def test_a_ball_on_a_plate_in_a_hand_moves_as_newton_and_euler_have_it():
    """Place, normal force and friction; numbers by an integration written apart from this package:
    m (X'' + 2 W x X' + W' x X + W x (W x X)) = f + m g, I (w' + W x w) = -R n x f in the axes of the
    plate, its rates W.
    """
    case = nh.System(
        "X Y a b c",
        functions=["al(t) = 0.1*sin(t)", "be(t) = 0.1*cos(2*t)"],
        parameters={"m": 1, "R": "0.1", "g": "9.81"},
        gravity=["0", "0", "-g"],
        bodies=[{"name": "plate", "rotation": ["x al(t)", "y be(t)"]}, {**BALL, **HANGS}],
        rolling=[ON],
        initial={"b": 1},
    )
    run = nh.simulate(case, 3)
    assert all(one.value <= one.bound for one in run.receipt.findings)
    assert math.isclose(run.q["X"][-1], 0.01904208, abs_tol=1e-7)
    assert math.isclose(run.q["Y"][-1], -2.02641443, abs_tol=1e-7)


def test_a_wheel_rolls_on_a_body_that_it_hangs_on():
    """A coin on a plate that tilts: the rows of a coin on the floor, in the axes of the plate."""
    coin = {"name": "coin", "origin": ["X", "Y", "R"], "rotation": ["z a", "y b"], "mass": "m"}
    given = {"parameters": "R m M A B C g", "gravity": ["0", "0", "-g"]}
    wheel = {"body": "coin", "radius": "R"}
    there = nh.System("X Y a b", bodies=[coin], rolling=[wheel], **given).system.pfaffian
    here = nh.System(
        "X Y a b al be",
        bodies=[PLATE, {**coin, "parent": "plate"}],
        rolling=[{**wheel, "on": "plate"}],
        **given,
    ).system.pfaffian
    for row, other in zip(here.matrix, there.matrix, strict=True):
        told_there = here.chart.graph.copy(list(other))
        assert all(vanishes(a - b) for a, b in zip(row, told_there))
        assert all(e.is_zero for e in row[4:])


@pytest.mark.parametrize(
    ("contact", "words"),
    [
        ({**ON, "on": "table"}, "on = 'table' is no body named before"),
        ({**ON, "on": "ball"}, "a body rolls on another one"),
        ({**ON, "ground": ["1", "0", "0"]}, "the ground is the body that `on` names"),
        ({"body": "plate", "on": "ball", "radius": "R"}, "is not among the parents of plate"),
    ],
)
def test_what_is_wrong_with_the_ground_is_told(contact, words):
    with pytest.raises(BadCase, match=words):
        told(HANGS, contact)


def test_contacts_of_one_body_are_told_apart():
    """A ball between the floor and a belt above it; all four rows were "no slip 1" and "2"."""
    ball = {**BALL, "origin": ["x", "y", "R"], "rotation": ["z a", "x b", "z c"]}
    floor = {"body": "ball", "at": ["x", "y", "0"]}
    belt = {**floor, "at": ["x", "y", "2*R"], "down": ["0", "0", "1"], "ground": ["v", "0", "0"]}
    case = nh.System(
        "x y a b c", parameters="R m g v", gravity=["0", "0", "-g"], bodies=[ball],
        rolling=[floor, belt],
    )  # fmt: skip
    labels = case.system.pfaffian.labels
    assert labels[:2] == ("ball: no slip 1", "ball: no slip 2")
    assert labels[2:] == ("ball, contact 2: no slip 1", "ball, contact 2: no slip 2")
