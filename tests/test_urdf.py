"""A robot's URDF file as a case: what rolls and steers, its rows, its masses; what is refused."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from math import atan, tan
from pathlib import Path

import numpy as np
import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.errors import BadCase
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.numerics.compile import constant
from nonholo.readers.case_file import parse_case
from nonholo.readers.urdf import LARGEST, case_text
from nonholo.readers.urdf_file import read_robot
from nonholo.readers.urdf_wheels import on_ground

INERTIA = '<inertia ixx="{0}" ixy="0" ixz="0" iyy="{1}" iyz="0" izz="{2}"/>'
ON_SIDE = "-1.5707963 0 0"  # the axis z of a cylinder becomes y


def heavy(mass: str, *moments: str, at: str = "0 0 0") -> str:
    return (
        f'<inertial><origin xyz="{at}"/><mass value="{mass}"/>{INERTIA.format(*moments)}</inertial>'
    )


def link(name: str, *inside: str) -> str:
    return f'<link name="{name}">{"".join(inside)}</link>'


def shape(form: str, at: str = "0 0 0", rpy: str = "0 0 0") -> str:
    return f'<collision><origin xyz="{at}" rpy="{rpy}"/><geometry>{form}</geometry></collision>'


def cylinder(radius: str, **place: str) -> str:
    return shape(f'<cylinder radius="{radius}" length="0.02"/>', **place)


def joint(
    name: str,
    parent: str,
    child: str,
    at: str = "0 0 0",
    axis: str = "0 1 0",
    kind: str = "continuous",
    rpy: str = "0 0 0",
    more: str = "",
) -> str:
    return (
        f'<joint name="{name}" type="{kind}"><origin xyz="{at}" rpy="{rpy}"/><parent link="{parent}"/>'
        f'<child link="{child}"/><axis xyz="{axis}"/>{more}</joint>'
    )


def wheel(
    name: str, parent: str, at: str, radius: str = "0.1", mass: str = "1", **more: str
) -> str:
    """A wheel whose axis is y at rest."""
    body = link(name, cylinder(radius), heavy(mass, "0.003", "0.003", "0.005"))
    return body + joint(f"{name}_joint", parent, name, at, "0 0 1", rpy=ON_SIDE, **more)


def steering(name: str, parent: str, at: str, axis: str = "0 0 1", mass: str = "0.5") -> str:
    body = link(name, heavy(mass, "0.001", "0.001", "0.002"))
    return body + joint(f"{name}_joint", parent, name, at, axis)


BASE = link(
    "base", shape('<box size="0.4 0.3 0.1"/>'), heavy("5", "0.1", "0.2", "0.25", at="0.05 0 0.1")
)
CART = BASE + wheel("left", "base", "0 0.15 0.1") + wheel("right", "base", "0 -0.15 0.1")
TRICYCLE = (
    CART
    + steering("fork", "base", "0.3 0 0.2")
    + wheel("front", "fork", "0 0 -0.1", kind="continuous")
)
CAR = CART + "".join(
    steering(f"{s}_knuckle", "base", f"0.4 {y} 0.1") + wheel(f"front_{s}", f"{s}_knuckle", "0 0 0")
    for s, y in (("left", "0.15"), ("right", "-0.15"))
)
CASTER = (
    CART
    + steering("swivel", "base", "-0.3 0 0.2")
    + wheel("trail", "swivel", "-0.05 0 -0.15", "0.05")
)


@pytest.fixture
def file(tmp_path):
    def written(inside: str | bytes):
        path = tmp_path / "robot.urdf"
        text = (
            inside if isinstance(inside, bytes) else f'<robot name="test">{inside}</robot>'.encode()
        )
        path.write_bytes(text)
        return path

    return written


def complaint(path, **more) -> str:
    with pytest.raises(BadCase) as error:
        nh.from_urdf(path, **more)
    return str(error.value)


def same(case, first, text: str) -> bool:
    return decide_zero(first - case.scope.expression(text)).answer is True


# robots -------------------------------------------------------------------------------------------
def test_a_cart_is_that_of_the_books(file):
    case = nh.from_urdf(file(CART))
    assert case.system.chart.names == ("x", "y", "theta", "left_joint", "right_joint")
    assert case.system.pfaffian.labels == (
        "x'*cos(theta) + y'*sin(theta) - 0.15*theta' - 0.1*left_joint' = 0",
        "-x'*sin(theta) + y'*cos(theta) = 0",
        "x'*cos(theta) + y'*sin(theta) + 0.15*theta' - 0.1*right_joint' = 0",
        "-x'*sin(theta) + y'*cos(theta) = 0",
    )
    found = nh.check(case)
    assert (found.verdict, found.relations, found.growth.vector) == (
        "partly holonomic",
        1,
        (2, 3, 4),
    )
    assert same(
        case,
        case.system.lagrangian,
        "7*(x'^2 + y'^2)/2 + 5*0.05*theta'*(y'*cos(theta) - x'*sin(theta)) + 0.005*(left_joint'^2 + right_joint'^2)/2"
        "+ (0.25 + 5*0.05^2 + 2*0.003 + 2*0.15^2)*theta'^2/2",
    )


def test_a_tricycle_is_that_of_the_books(file):
    case = nh.from_urdf(file(TRICYCLE))
    found = nh.check(case)
    assert case.system.chart.names[3:] == ("left_joint", "right_joint", "fork_joint", "front_joint")
    # beside the steering one motion: the centre of the turn lies on both axes
    assert (found.verdict, found.relations, found.growth.vector) == (
        "partly holonomic",
        1,
        (2, 3, 5, 6),
    )
    lateral = case.system.pfaffian.labels[5]
    assert lateral == (
        "-x'*sin(theta + fork_joint) + y'*cos(theta + fork_joint) + 0.3*theta'*cos(fork_joint) = 0"
    )
    assert same(
        case,
        case.system.lagrangian,
        "7*(x'^2 + y'^2)/2 + 5*0.05*theta'*(y'*cos(theta) - x'*sin(theta)) + 0.005*(left_joint'^2 + right_joint'^2)/2"
        "+ (0.25 + 5*0.05^2 + 2*0.003 + 2*0.15^2)*theta'^2/2"
        "+ 1.5*((x' - 0.3*theta'*sin(theta))^2 + (y' + 0.3*theta'*cos(theta))^2)/2"
        "+ (0.002 + 0.003)*(theta' + fork_joint')^2/2 + 0.005*front_joint'^2/2",
    )


def test_two_front_wheels_that_steer_alone_hold_the_car(file):
    found = nh.check(nh.from_urdf(file(CAR)))
    assert (found.verdict, found.relations, found.growth.vector) == ("holonomic", 7, (2,))


@pytest.mark.parametrize("seed", range(2))
def test_the_recipe_for_two_wheels_that_steer_lets_the_car_roll(file, seed):
    """With the angles that the remark names all rows have one rank less than beside them."""
    draw = random.Random(seed)
    ahead, aside, right = draw.randint(20, 60), draw.randint(10, 30), draw.choice(["1", "-1"])
    robot = CART + "".join(
        steering(f"{s}_knuckle", "base", f"0.{ahead} {y}0.{aside} 0.1", f"0 0 {axis}")
        + wheel(f"front_{s}", f"{s}_knuckle", "0 0 0")
        for s, y, axis in (("left", "", "1"), ("right", "-", right))
    )
    written = case_text(file(robot))
    told = next(remark for remark in written.remarks if "steer one by one" in remark)
    rows = re.findall(r'"(\w+) = ([^"]*)"', told)
    case, s = parse_case(written.text), draw.uniform(-0.5, 0.5)
    chart, graph = case.system.chart, case.system.chart.graph

    def rank(turned: float) -> int:
        angles = {name: eval(text, {"s": turned, "tan": tan, "atan": atan}) for name, text in rows}
        angles["left_knuckle_joint"] += turned - s  # beside the recipe, if it is another s
        at = {q: graph.lift(Fraction(angles.get(q.args, 0.3))) for q in chart.q}
        entries = graph.substitute([e for row in case.system.pfaffian.matrix for e in row], at)
        matrix = np.array([constant(e) for e in entries]).reshape(-1, chart.n)
        return int(np.linalg.matrix_rank(matrix, tol=1e-9))

    assert len(rows) == 2 and rank(s) == rank(s + 0.1) - 1


@pytest.mark.slow
def test_where_ackermanns_condition_ties_them_it_moves(file):
    left, right = "left_knuckle_joint", "right_knuckle_joint"
    meet = (
        f"0.4*(cos({left})*sin({right}) - sin({left})*cos({right})) + 0.3*sin({left})*sin({right})"
    )
    tied = case_text(file(CAR)).text.replace(
        "\n[meaning]", f'holonomic_constraints = ["{meet}"]\n\n[meaning]'
    )
    found = nh.check(parse_case(tied))
    # Ackermann's condition, and the two rear wheels that turn by the difference
    assert (found.verdict, found.relations) == ("partly holonomic", 2)


def test_a_caster_follows(file):
    case = nh.from_urdf(file(CASTER))
    found = nh.check(case)
    assert case.system.chart.names[5:] == ("swivel_joint", "trail_joint")
    assert found.verdict == "partly holonomic" and found.relations == 1
    assert found.growth.vector == (2, 3, 5, 6)
    assert case.system.pfaffian.labels[5] == (
        "-x'*sin(theta + swivel_joint) + y'*cos(theta + swivel_joint) - 0.3*theta'*cos(swivel_joint)"
        " - 0.05*(theta' + swivel_joint') = 0"
    )


@pytest.mark.parametrize("seed", range(6))
def test_rows_are_those_of_bodies_that_roll(file, seed):
    """The law: the rows written out are the rolling of the bodies in space, by another way."""
    robot = random_robot(random.Random(seed))
    case_file = case_text(file(robot)).text
    contacts = "".join(
        f'\n[[rolling]]\nbody = "{name}"\nradius = "{radius}"\n'
        for name, radius in re.findall(r'<link name="(w\d+)">.*?<sphere radius="([0-9.]+)"', robot)
    )
    # a wheel's frame is at its hub, which is as high as its radius
    rolled = re.sub(r"constraints = \[.*?\n\]\n", "", case_file, flags=re.S) + contacts
    ours, theirs = parse_case(case_file), parse_case(rolled)
    assert theirs.system.pfaffian.k == ours.system.pfaffian.k >= 4
    for one, other in ((ours, theirs), (theirs, ours)):
        d = distribution(independent_rows(one.system.pfaffian)[0])
        graph, q = d.chart.graph, dict(zip(d.chart.names, d.chart.v))
        rows = other.system.pfaffian
        for row in rows.matrix:
            copied = graph.copy([*row])
            speeds = [q[name] for name in rows.chart.names]
            slip = graph.add(*(c * v for c, v in zip(copied, speeds)))
            assert decide_zero(d.restrict(slip)).answer is True


def random_robot(draw: random.Random) -> str:
    """Wheels on the base and on vertical joints, one below the other, at places and angles by chance;
    the base stands on the ground."""

    def number(low: int, high: int) -> str:
        return str(draw.randrange(low, high) / 100)

    parts = link("base", heavy("3", "1", "1", "1"))
    for i in range(draw.randint(2, 3)):
        parent, height = "base", "0"
        for j in range(draw.randint(0, 2)):
            name = f"s{i}{j}"
            axis = draw.choice(("0 0 1", "0 0 -1"))
            parts += steering(name, parent, f"{number(-50, 50)} {number(-50, 50)} {height}", axis)
            parent = name
        radius = number(5, 30)
        axis = draw.choice(("0 1 0", "0 -1 0", "1 0 0", "3 4 0"))
        parts += link(f"w{i}", shape(f'<sphere radius="{radius}"/>'), heavy("1", "1", "1", "1"))
        place = f"{number(-50, 50)} {number(-50, 50)} {radius}"
        parts += joint(f"turn {i}", parent, f"w{i}", place, axis)
    return parts


# numbers ------------------------------------------------------------------------------------------
def test_numbers_are_as_written_and_angles_by_their_printed_digits(file):
    told = case_text(file(CART.replace("0.15", "0.1500000000000000000001")))
    assert "0.1500000000000000000001*theta'" in told.text
    assert [*map(str, told.remarks)] == ["-1.5707963 is read as -pi/2, by its printed digits"]
    for angle, fits in (("1.57", True), ("1.5708", True), ("1.5707", True), ("1.5709", False)):
        robot = file(CART.replace(ON_SIDE, f"-{angle} 0 0"))
        if fits:
            assert nh.check(nh.from_urdf(robot)).relations == 1
        else:
            assert "its axis is level but for 0.0001, and has to be so exactly" in complaint(robot)


def test_what_programs_leave_near_zero_is_zero(file):
    told = case_text(file(CART.replace("0 0.15 0.1", "-2.7e-17 0.15 0.1")))
    assert "-x'*sin(theta) + y'*cos(theta) = 0" in told.text
    assert "-2.7e-17: read as 0" in map(str, told.remarks)


def test_three_wheels_at_a_third_of_a_turn(file):
    """Along axes that are neither x nor y; the rows hold the square root of 3 exactly."""
    body = link("base", heavy("3", "1", "1", "1"))
    for i, (at, rpy) in enumerate(
        (("0.2 0", "0"), ("-0.1 0.1732", "2.0944"), ("-0.1 -0.1732", "-2.0944"))
    ):
        body += link(f"w{i}", cylinder("0.1", rpy="0 1.5708 0"), heavy("1", "0.02", "0.01", "0.01"))
        body += joint(f"j{i}", "base", f"w{i}", f"{at} 0.1", "1 0 0", rpy=f"0 0 {rpy}")
    case = nh.from_urdf(file(body))
    assert "sqrt(3)" in case.system.pfaffian.labels[2]
    assert nh.check(case).verdict == "holonomic"
    assert not case.system.lagrangian.has([case.system.chart.q[3]])


def test_inertia_at_odd_angles_becomes_parameters(file):
    tilted = link("camera", heavy("0.3", "0.1", "0.2", "0.25", at="0.1 0.2 0.3"))
    tilted += joint("mount", "base", "camera", "0.1 0 0.2", kind="fixed", rpy="0.1 0.2 0.3")
    told = case_text(file(CART + tilted))
    assert "long formulas, here parameters with rounded numbers" in " ".join(map(str, told.remarks))
    assert "base_xx" in parse_case(told.text).scope.parameters


# what is said -------------------------------------------------------------------------------------
def test_what_does_not_roll_is_said(file):
    more = (
        link("ball", shape('<sphere radius="0.02"/>'))
        + joint("ball_joint", "base", "ball", "-0.1 0 0.02", kind="fixed")
        + link("arm", shape('<cylinder radius="0.02" length="0.3"/>'), heavy("1", "1", "1", "1"))
        + joint("shoulder", "base", "arm", "0 0 0.4", kind="revolute")
        + link("mast")
        + joint("lift", "base", "mast", "0 0 0.4", "0 0 1", kind="prismatic")
        + wheel("spare", "base", "0 0 0.5")
        + link("hand")
        + joint("wrist", "arm", "hand", kind="revolute", more='<mimic joint="shoulder"/>')
    )
    told = case_text(file(CART + more))
    remarks = " | ".join(map(str, told.remarks))
    for words in (
        "ball: a ball that slides on the ground without friction",
        "shoulder: held at 0 (revolute)",
        "lift: held at 0 (prismatic)",
        "spare_joint: 0.4 above the lowest wheel, hangs above it",
        "spare_joint: held at 0 (continuous)",
        "wrist: held at 0 (revolute); it mimics shoulder, which is not followed here",
        "ball: without mass, having no inertial element",
    ):
        assert words in remarks
    assert nh.check(parse_case(told.text)).relations == 1


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.parametrize("low, high, beyond", [("0.5", "1", True), ("-1", "1", False)])
def test_a_joint_that_cannot_stand_at_0_is_held_there_with_a_word(file, kind, low, high, beyond):
    limit = f'<limit lower="{low}" upper="{high}"/>'
    arm = link("arm") + joint("shoulder", "base", "arm", kind=kind, more=limit)
    (told,) = (str(r) for r in case_text(file(CART + arm)).remarks if "shoulder" in str(r))
    assert told.startswith(f"shoulder: held at 0 ({kind})")
    assert told.endswith("beyond its limits, 1/2 to 1") == beyond


def test_without_masses_there_is_no_lagrangian(file):
    bare = re.sub("<inertial>.*?</inertial>", "", CART)
    told = case_text(file(bare))
    assert "no Lagrangian: no inertial element, so no mass, is given of base, left, right" in map(
        str, told.remarks
    )
    case = nh.from_urdf(file(bare))
    assert case.system.lagrangian is None and nh.check(case).relations == 1
    assert "motors: torques need masses" in complaint(file(bare), motors=["left_joint"])


def test_motors_and_damping_are_forces_and_limits_inequalities(file):
    more = '<limit lower="-0.5" upper="0.5"/><dynamics damping="0.01" friction="0.2"/>'
    robot = TRICYCLE.replace(
        '<child link="fork"/><axis xyz="0 0 1"/>', f'<child link="fork"/><axis xyz="0 0 1"/>{more}'
    ).replace('name="fork_joint" type="continuous"', 'name="fork_joint" type="revolute"')
    told = case_text(file(robot), motors=["fork_joint", "front_joint"])
    assert 'fork_joint = "u_fork_joint - 0.01*fork_joint\'"' in told.text
    assert 'front_joint = "u_front_joint"' in told.text
    assert '"fork_joint >= -0.5"' in told.text and '"fork_joint <= 0.5"' in told.text
    assert "fork_joint: its dry friction is left out" in map(str, told.remarks)
    case = nh.from_urdf(file(robot), motors=["fork_joint"])
    assert nh.simulate(case, 0.5, inputs={"u_fork_joint": "sin(t)"}).receipt.residual_max < 1e-8


def test_a_wheel_out_of_balance_is_pulled_by_gravity(file):
    robot = CART.replace(
        heavy("1", "0.003", "0.003", "0.005"),
        heavy("1", "0.003", "0.003", "0.005", at="0.01 0 0"),
        1,
    )
    told = case_text(file(robot))
    assert 'gravity = ["0", "0", "-g"]' in told.text
    case = parse_case(told.text)
    assert case.system.lagrangian.has([case.system.chart.q[3]])


def test_names_are_made_legal_and_stay_apart(file):
    robot = CART.replace("left_joint", "x").replace("right_joint", "2nd wheel!")
    assert nh.from_urdf(file(robot)).system.chart.names[3:] == ("x_", "q2nd_wheel_")


def test_radii_of_meshes_are_given(file):
    robot = file(
        CART.replace('<cylinder radius="0.1" length="0.02"/>', '<mesh filename="wheel.stl"/>')
    )
    assert "a mesh has no radius, give it" in complaint(robot)
    radii = {"left_joint": "0.1", "right_joint": 0.1}
    assert nh.check(nh.from_urdf(robot, radii=radii)).relations == 1
    assert "radii.left: no joint with a level axis" in complaint(robot, radii={"left": 1})
    assert "needed is a number above 0" in complaint(robot, radii={"left_joint": "-1"})


def test_a_root_that_is_the_world_is_left_out(file):
    robot = link("world") + joint("free", "world", "base", kind="floating") + CART
    assert nh.from_urdf(file(robot)).system.chart.n == 5


# what is refused ----------------------------------------------------------------------------------
BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE robot [<!ENTITY a "ha">%s]>
<robot name="&z;"/>""" % b"".join(
    b'<!ENTITY %c "%s">' % (c + 1, b"&%c;" % c * 10) for c in range(ord("a"), ord("z"))
)
ELSEWHERE = b'<!DOCTYPE robot [<!ENTITY f SYSTEM "file:///etc/passwd">]><robot name="&f;"/>'


@pytest.mark.parametrize(
    "inside, said",
    [
        (BOMB, "line 2: a document type (<!DOCTYPE ...>) is not read"),
        (ELSEWHERE, "a document type (<!DOCTYPE ...>) is not read"),
        (b"<robot><link name='a'></robot>", "line 1: not XML: mismatched tag"),
        (b"", "not XML: no element found"),
        (b"\xff\xfe\x00", "not XML"),
        (b"<sdf/>", "is <sdf>, no <robot>: not a URDF file"),
        (b" " * (LARGEST + 1), "larger than 4000000 bytes"),
        (b"<robot>" + b"<a>" * 200 + b"</a>" * 200 + b"</robot>", "100 inside of each other"),
        (b"<robot>" + b"<a/>" * 60_000 + b"</robot>", "more than 50000 elements"),
        ("", "there are no links"),
        (link("a"), "there is no wheel"),
        (link("a") + link("b"), "needed is one link that hangs on no joint; there are: a, b"),
        (link("a") * 2, "there are two of the name a"),
        (link("a") + joint("j", "a", "b"), "joint j: there is no link b"),
        (joint("j", "a", "a", kind="ball"), "given was ball"),
        (CART.replace('xyz="0 0.15 0.1"', 'xyz="0 0.15"'), "xyz: needed are three numbers"),
        (CART.replace("0.15 0.1", "nan 0.1"), 'needed is a decimal number, given was "nan"'),
        (CART.replace("0.15 0.1", "1e999 0.1"), 'needed is a decimal number, given was "1e999"'),
        (CART.replace("0.15 0.1", "${y} 0.1"), "holds xacro"),
        (CART.replace('radius="0.1"', 'radius="-0.1"'), "radius: needed is a number above 0"),
        (CART.replace('<mass value="5"/>', '<mass value="-5"/>'), "a mass below 0"),
        (CART.replace('<mass value="5"/>', ""), "<mass> is missing"),
        (CART + '<jiont name="j"/>', "<jiont>: did you mean <joint>?"),
        (
            CART + link("c") + joint("j", "base", "c", kind="revolute", more='<limit lower="1"/>'),
            "<limit>: lower is above upper",
        ),
        (CART.replace('iyy="0.2"', ""), "iyy is missing"),
        (CART + link("c") + joint("j", "base", "c", kind="planar"), "of type planar"),
        (
            CART + link("c") + joint("j", "left", "c", axis="1 0 0"),
            "hangs below the wheel left_joint",
        ),
        (
            wheel("w", "base", "0 0 1", more='<mimic joint="v"/>') + BASE,
            "there is no joint of this",
        ),
        (wheel("w", "base", "0 0 1", more="<mimic/>") + BASE, "<mimic>: joint is missing"),
        (
            wheel("w", "base", "0 0 1", more='<mimic joint="w_joint"/>') + BASE,
            "joint w_joint: mimics itself: w_joint -> w_joint",
        ),
        (link("a") + link("b") + joint("i", "a", "b") + joint("j", "b", "a"), "hangs on no joint"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_what_is_no_robot_on_wheels_is_refused_with_words(file, inside, said):
    assert said in complaint(file(inside))


def test_links_in_a_circle_are_told(file):
    circle = link("b") + link("c") + joint("i", "b", "c") + joint("j", "c", "b")
    assert "joints in a circle: b, c" in complaint(file(CART + circle))


# the command --------------------------------------------------------------------------------------
def test_every_command_takes_a_robot_and_tells_what_it_assumed(file, capsys):
    path = str(file(CART))
    assert main(["check", path, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["holonomic_relations"] == 1
    assert f"{path}: -1.5707963 is read as -pi/2" in err
    assert main(["graph", path]) == 0


def test_the_case_file_is_written_and_read_again(file, tmp_path, capsys):
    path, target = str(file(CART)), tmp_path / "robot.toml"
    assert main(["urdf", path, "-o", str(target), "--motors", "left_joint"]) == 0
    assert capsys.readouterr().out == ""
    assert nh.read_case(target).system.chart.names == nh.from_urdf(path).system.chart.names
    assert "u_left_joint" in target.read_text()
    assert main(["urdf", path]) == 0
    assert capsys.readouterr().out.startswith('name = "test"')
    assert main(["urdf", path, "--motors", "nobody"]) == 2
    assert "nobody neither rolls nor steers" in capsys.readouterr().err


def test_a_robot_is_no_case_file(file):
    with pytest.raises(BadCase, match=r"read by nonholo\.from_urdf"):
        nh.read_case(file(CART))


# robots as people write them --------------------------------------------------------------------
ROBOTS = Path(__file__).parent / "robots"


@pytest.mark.parametrize(
    ("name", "verdict", "rows"),
    [
        ("burger", ("partly holonomic", 1, (2, 3, 4)), 3),  # two wheels and a ball
        ("four_wheels", ("holonomic", 6, (1,)), 6),  # none steers: straight on
        ("belts", ("holonomic", 6, (1,)), 6),  # the rear wheels mimic the front ones
        ("car", ("holonomic", 7, (2,)), 7),  # front wheels steered one by one
    ],
)
def test_robots_as_people_write_them(name, verdict, rows):
    found = nh.check(nh.from_urdf(ROBOTS / f"{name}.urdf"))
    assert (found.verdict, found.relations, found.growth.vector) == verdict
    assert found.independent == rows


def test_wheels_that_skid_are_said_to_go_straight_on():
    told = case_text(ROBOTS / "four_wheels.urdf").remarks
    assert any("front_left_wheel and rear_left_wheel do not steer" in remark for remark in told)
    for name in ("burger", "car"):
        assert not any("do not steer" in r for r in case_text(ROBOTS / f"{name}.urdf").remarks)


def test_rollers_leave_one_combination_of_the_two_rows_of_a_wheel():
    """As docs/howto.md has it: the mecanum drive, whose pose nothing restricts."""
    told = case_text(ROBOTS / "four_wheels.urdf")
    assert any("of wheels with rollers keep" in remark for remark in told.remarks)
    rows = [r.removesuffix(" = 0") for r in parse_case(told.text).system.pfaffian.labels]
    kept = [f"{a} {s} ({b})" for a, s, b in zip(rows[::2], "-++-", rows[1::2], strict=True)]
    q = parse_case(told.text).system.chart.names
    drive = nh.System(list(q), constraints=kept)
    found = nh.check(drive)
    assert (found.verdict, found.relations) == ("partly holonomic", 2)
    assert not nh.restricted(drive, ["x", "y", "theta"]).relations


def test_a_joint_is_held_where_what_it_mimics_puts_it(file):
    """A slide that is at 1/2 where the joint it mimics is at 0, and an arm that it swings round."""
    point = heavy("1", "0", "0", "0", at="1 0 0")
    arms = {
        "slide": ("prismatic", "1 0 0", "2", "0.5"),
        "swing": ("revolute", "0 0 2", "1", "1.5707963267948966"),
    }
    more = link("lead") + joint("first", "base", "lead", axis="0 0 1", kind="revolute")
    for name, (kind, axis, factor, offset) in arms.items():
        mimics = f'<mimic joint="first" multiplier="{factor}" offset="{offset}"/>'
        more += link(name, point) + joint(
            f"{name}_joint", "base", name, "0 0 0.5", axis, kind, more=mimics
        )
    robot = read_robot(file(CART + more).read_bytes(), "cart")
    standing = on_ground(robot, {}, "cart")
    assert {n: str(e) for n, e in standing.held.items()} == {
        "slide_joint": "1/2",
        "swing_joint": "pi/2",
    }
    assert "slide_joint: held at 1/2 (prismatic)" in " ".join(map(str, standing.remarks))
    plain = on_ground(read_robot(file(CART).read_bytes(), "cart"), {}, "cart").parts[0]
    base = standing.parts[0]
    moment = [constant(base.mass * c) for c in base.centre]
    before = [constant(plain.mass * c) for c in plain.centre]
    assert [a - b for a, b in zip(moment, before)] == pytest.approx([1.5, 1, 1])


def test_a_wheel_that_mimics_another_is_a_relation_between_angles(file):
    """A differential held by a chain of joints: w = 2 v + 0.1, u = -w; the second one is held."""
    told = case_text(
        file(
            BASE
            + wheel("v", "base", "0 0.2 0.1")
            + wheel(
                "w",
                "base",
                "0 -0.2 0.1",
                more='<mimic joint="v_joint" multiplier="2" offset="0.1"/>',
            )
            + wheel("u", "base", "0 -0.3 0.1", more='<mimic joint="w_joint" multiplier="-1"/>')
            + link("arm")
            + joint("lift", "base", "arm", axis="1 0 0", kind="revolute")
        )
    ).text
    case = parse_case(told, "case")
    assert [str(f) for f in case.system.holonomic] == [
        "w_joint - 2*v_joint - 1/10",
        "w_joint + u_joint",
    ]
    assert {n: str(e) for n, e in case.initial.items()} == {"w_joint": "1/10", "u_joint": "-1/10"}
    verdict = nh.check(case)
    assert verdict.verdict == "holonomic"  # two wheels of one axle in a fixed ratio go in circles


def test_an_inertia_that_no_body_has_is_said():
    """Of random points of mass 1, and the same with less of all moments than points can have."""
    draw, told = random.Random(4), set()
    for _ in range(40):
        points = np.array([[draw.randint(-9, 9) for _ in range(3)] for _ in range(4)])
        spread = points.T @ points
        trace = int(np.trace(spread))
        move = draw.choice([0, 0, -1, -2, -4]) * trace  # in hundredths; of `spread` too, below
        rows = 100 * (trace * np.eye(3, dtype=int) - spread) + 2 * move * np.eye(3, dtype=int)
        least = np.linalg.eigvalsh(100 * spread + move * np.eye(3))[0]
        text = "".join(
            f' i{"xyz"[i]}{"xyz"[j]}="{rows[i, j]}"' for i in range(3) for j in range(i, 3)
        )
        table = (
            f'<robot><link name="a"><inertial><mass value="4"/><inertia{text}/></inertial></link>'
        )
        remarks = read_robot(f"{table}</robot>".encode(), "robot.urdf").remarks
        said = any("a: no body has this inertia" in str(remark) for remark in remarks)
        assert said is bool(least < -np.trace(rows) / 1000), (rows, least)
        told.add(said)
    assert told == {False, True}
