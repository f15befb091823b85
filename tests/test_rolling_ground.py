"""Rolling on any ground: the rows follow from `down`, with `along` or without, and the body stays
on the ground.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.dynamics.equations import motion
from nonholo.dynamics.ground import tangents
from nonholo.errors import BadCase
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import dot, vanishes
from tests.draws import draws

FEW = settings(max_examples=draws(12), deadline=None)
SMALL = st.integers(-3, 3)
ANGLES = ["z p", "x th", "z ps"]
BALL = ["2*m*a^2/5"] * 3


def ball(origin, **more):
    return {
        "name": "ball",
        "origin": origin,
        "rotation": ANGLES,
        "mass": "m",
        "inertia": BALL,
        **more,
    }


def rolls(q, bodies, contact, gravity=("0", "0", "-g"), **more):
    return nh.System(
        q, bodies=bodies, rolling={"body": "ball", **contact}, gravity=list(gravity), **more
    ).system


def same_rows(first, second) -> bool:
    """The two sets of rows span the same forms, and both have full rank."""
    graph, split = first.chart.graph, distribution(independent_rows(first.pfaffian)[0])
    others = graph.copy([second.pfaffian.value(l) for l in range(second.pfaffian.k)])
    ranks = {independent_rows(s.pfaffian)[0].k for s in (first, second)}
    return len(ranks) == 1 and all(vanishes(split.restrict(other)) for other in others)


def accelerations(system):
    return dict(
        zip(
            system.chart.names,
            motion(multipliers(system, distribution(system.pfaffian))).accelerations,
        )
    )


INCLINE = {"at": ["s*cos(al)", "y", "-s*sin(al)"], "down": ["-sin(al)", "0", "-cos(al)"]}
ON_INCLINE = ["s*cos(al)+a*sin(al)", "y", "-s*sin(al)+a*cos(al)"]


def test_a_ball_rolls_down_an_incline_with_five_sevenths_of_sliding():
    plain = rolls("s y p th ps", ball(ON_INCLINE), INCLINE)
    named = rolls(
        "s y p th ps",
        ball(ON_INCLINE),
        INCLINE | {"along": [["cos(al)", "0", "-sin(al)"], ["0", "1", "0"]]},
    )
    assert plain.pfaffian.k == 2 and same_rows(plain, named)
    graph = plain.chart.graph
    g, al = graph.symbol("g"), graph.symbol("al")
    found = accelerations(plain)
    assert vanishes(found["s"] - 5 * g * graph.sin(al) / 7) and vanishes(found["y"])


BOWL = {
    "at": ["R*sin(u)*cos(w)", "R*sin(u)*sin(w)", "-R*cos(u)"],
    "down": ["sin(u)*cos(w)", "sin(u)*sin(w)", "-cos(u)"],
}
IN_BOWL = ["(R-a)*sin(u)*cos(w)", "(R-a)*sin(u)*sin(w)", "-(R-a)*cos(u)"]
TURNING = {"ground": ["-Om*R*sin(u)*sin(w)", "Om*R*sin(u)*cos(w)", "0"]}
IN_IT = {"along": [["cos(u)*cos(w)", "cos(u)*sin(w)", "sin(u)"], ["-sin(w)", "cos(w)", "0"]]}


@pytest.mark.parametrize("ground", [{}, TURNING])
def test_a_ball_in_a_bowl_has_two_constraints(ground):
    plain = rolls("u w p th ps", ball(IN_BOWL), BOWL | ground)
    assert plain.pfaffian.k == 2
    assert same_rows(plain, rolls("u w p th ps", ball(IN_BOWL), BOWL | ground | IN_IT))


def test_in_a_vertical_plane_it_swings_as_a_pendulum():
    """(R - a) u'' = -5/7 g sin u without spin and turning (w' = 0, w_r = 0)."""
    system = rolls("u w p th ps", ball(IN_BOWL), BOWL)
    chart, graph = system.chart, system.chart.graph
    split = distribution(system.pfaffian, ["p", "th"])
    found = motion(multipliers(system, split)).accelerations[0]
    still = {chart.v[chart.index("w")]: graph.zero, chart.v[chart.index("ps")]: graph.zero}
    R, a, g = map(graph.symbol, "Rag")
    u = chart.q[0]
    state = {chart.q[1]: graph.zero, chart.q[2]: graph.pi / 2, chart.q[3]: graph.pi / 3}
    left = ((R - a) * found + 5 * g * graph.sin(u) / 7).subs(still | state)
    assert vanishes(split.restrict(left).subs(still | state))


def matrix(a, b, c, d):
    """The rotation of the quaternion, as texts; its entries are rational."""
    n = a * a + b * b + c * c + d * d
    rows = [
        [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
        [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
        [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
    ]
    return [[f"({e})/{n}" for e in row] for row in rows]


def combined(M, v):
    return [" + ".join(f"{e}*({x})" for e, x in zip(row, v)) for row in M]


QUATERNIONS = st.tuples(*[SMALL] * 4).filter(any)
SOLID = {"mass": "m", "inertia": ["A", "B", "C"], "centre": ["c", "0", "d"]}


@FEW
@given(QUATERNIONS, st.sampled_from([["-V", "W", "0"], None]), st.booleans())
def test_rolling_on_any_plane_is_the_turned_problem_with_turned_gravity(
    numbers, ground, ball_shaped
):
    """Bodies of any inertia that touch the plane below their origin; gravity G there is M^T G on
    the level floor.
    """
    M = matrix(*numbers)
    solid = {"mass": "m", "inertia": BALL} if ball_shaped else SOLID
    body = {"name": "ball", "origin": ["x", "y", "a"], "rotation": ANGLES, **solid}
    level = {"at": ["x", "y", "0"]} | ({"ground": ground} if ground else {})
    turned = {"at": combined(M, level["at"]), "down": [f"-{row[2]}" for row in M]}
    turned |= {"ground": combined(M, ground)} if ground else {}
    G = ["G1", "G2", "G3"]
    inclined = rolls(
        "x y p th ps", [{"name": "plane", "rotation": M}, {**body, "parent": "plane"}], turned, G
    )
    flat = rolls("x y p th ps", [body], level, combined(list(zip(*M)), G))
    (other,) = inclined.chart.graph.copy([flat.lagrangian])
    assert vanishes(inclined.lagrangian - other)
    assert inclined.pfaffian.k == 2 and same_rows(inclined, flat)


@FEW
@given(st.tuples(*[SMALL] * 5), st.sampled_from(["x y", "u w"]), st.booleans())
def test_on_a_curved_surface_the_rows_are_those_along_its_own_lines(numbers, names, moving):
    """z = f(x, y): the place r, its derivatives r_x and r_y as `along`, or nothing; the surface
    may be lifted.
    """
    x, y = names.split()
    a, b, c, d, e = numbers
    f = f"({a}*{x}^2 + {b}*{x}*{y} + {c}*{y}^2 + {d}*{x} + {e}*{y})/2"
    fx, fy = f"({2 * a}*{x} + {b}*{y} + {d})/2", f"({b}*{x} + {2 * c}*{y} + {e})/2"
    root = f"sqrt(1 + ({fx})^2 + ({fy})^2)"
    lift, rate = ("h*sin(t)", "h*cos(t)") if moving else ("0", "0")
    contact = {
        "at": [x, y, f"{f} + {lift}"],
        "down": [f"({fx})/{root}", f"({fy})/{root}", f"-1/{root}"],
        "ground": ["0", "0", rate],
    }
    origin = [f"{x} - a*({fx})/{root}", f"{y} - a*({fy})/{root}", f"{f} + {lift} + a/{root}"]
    q = f"{names} p th ps"
    plain = rolls(q, ball(origin), contact, parameters="m a g h")
    named = rolls(
        q, ball(origin), contact | {"along": [["1", "0", fx], ["0", "1", fy]]}, parameters="m a g h"
    )
    assert plain.pfaffian.k == 2 and not plain.holonomic and same_rows(plain, named)


def test_directions_are_regular_at_the_numbers_given():
    """A normal with letters that is a fixed axis at their numbers: no row vanishes there."""
    down = ["-cos(al)", "-sin(al)*cos(be)", "-sin(al)*sin(be)"]
    system = rolls(
        "s r p th ps",
        ball(
            [
                f"-a*({n}) + {e}"
                for n, e in zip(
                    down,
                    [
                        "-s*sin(al)",
                        "s*cos(al)*cos(be) - r*sin(be)",
                        "s*cos(al)*sin(be) + r*cos(be)",
                    ],
                )
            ]
        ),
        {
            "at": ["-s*sin(al)", "s*cos(al)*cos(be) - r*sin(be)", "s*cos(al)*sin(be) + r*cos(be)"],
            "down": down,
        },
        parameters={"al": 0, "be": 0, "a": 1, "m": 1, "g": 10},
    )
    numbers = system.pfaffian.subs(system.values)
    assert system.pfaffian.k == 2 and independent_rows(numbers)[0].k == 2


# refused ----------------------------------------------------------------------------------------
FLAT = {"at": ["x", "y", "0"]}
LEVEL = ["x", "y", "a"]
WHEEL = {"name": "ball", "origin": ["x", "y", "R"], "rotation": ["z p", "y ps"], "mass": "m"}


@pytest.mark.parametrize(
    "contact, words",
    [
        (
            FLAT | {"down": ["0", "sin(x)", "-cos(x)"]},
            r"rolling\[1\].at: the contact leaves the ground: `at` moves across",
        ),
        (
            FLAT | {"ground": ["0", "0", "V"]},
            "the contact leaves the ground: `at` moves across it at V, which is not",
        ),
        (FLAT | {"down": ["0", "0", "0"]}, r"rolling\[1\].down: is zero"),
        (
            FLAT | {"along": [["1", "0", "0"], ["2", "0", "0"]]},
            r"rolling\[1\].along: the directions are dependent",
        ),
        (
            FLAT | {"along": [["0", "0", "0"]]},
            r"rolling\[1\].along: the directions are dependent or zero",
        ),
        (
            FLAT | {"along": [["0", "0", "1"]]},
            r"rolling\[1\].along\[1\]: is not at right angles to down",
        ),
        (FLAT | {"along": []}, r"rolling\[1\].along: needed are one or two directions"),
        (
            FLAT | {"along": ["1", "0", "0"]},
            r"rolling\[1\].along: needed are one or two directions",
        ),
        (
            FLAT | {"radius": "R"},
            r"rolling\[1\].radius: goes with radius; there are both at and radius",
        ),
        (FLAT | {"axle": "y"}, r"rolling\[1\].axle"),
        ({}, r"rolling\[1\]: needed is at = \[...\], or radius"),
    ],
)
def test_a_contact_that_cannot_be_is_refused(contact, words):
    with pytest.raises(BadCase, match=words):
        rolls("x y p th ps", ball(LEVEL), contact, parameters="a m g V R")


@pytest.mark.parametrize(
    "body, contact, words",
    [
        ({"origin": ["x", "y", "0"]}, {}, "the hub of the wheel lies in the floor"),
        ({"origin": ["0", "0", "0"]}, {}, "the hub of the wheel lies in the floor"),
        (
            {"origin": ["x", "y", "2*R"]},
            {},
            r"the wheel never touches the floor.* is -3\*R\*\*2, not 0",
        ),
        ({}, {"along": [["1", "0", "0"]]}, r"rolling\[1\].along: goes with at"),
        ({}, {"down": ["0", "0", "-2"]}, "constant vector of length 1"),
        ({}, {"down": ["sin(x)", "0", "-cos(x)"]}, "constant vector of length 1"),
        ({}, {"radius": "0"}, r"rolling\[1\].radius: is zero"),
        ({}, {"ground": ["0", "0", "V"]}, "the body leaves the ground"),
        ({}, {"axle": "w"}, r"rolling\[1\].axle: needed is one of x, y, z"),
    ],
)
def test_a_wheel_that_cannot_roll_is_refused(body, contact, words):
    with pytest.raises(BadCase, match=words):
        rolls("x y p ps", WHEEL | body, {"radius": "R"} | contact, parameters="R m g V")


def test_a_disc_without_origin_is_refused_with_words(tmp_path):
    text = (
        'coordinates = ["p", "ps"]\n[parameters]\nR = 1\n[[bodies]]\nname = "b"\nmass = "1"\n'
        'rotation = ["z p", "y ps"]\n[[rolling]]\nbody = "b"\nradius = "R"\n'
    )
    with pytest.raises(
        BadCase, match=r"rolling\[1\] \(line 8\): the hub of the wheel lies in the floor"
    ):
        nh.read_case(_file(tmp_path, text))


def _file(folder, text):
    path = folder / "case.toml"
    path.write_text(text)
    return path


def test_a_wheel_on_a_turntable_has_the_velocity_of_the_ground_in_its_rows():
    system = rolls("x y p ps", WHEEL, {"radius": "R", "ground": ["-Om*y", "Om*x", "0"]})
    point = rolls("x y p ps", WHEEL, {"at": ["x", "y", "0"], "ground": ["-Om*y", "Om*x", "0"]})
    assert same_rows(system, point)


def test_a_condition_of_the_user_holds_the_body_on_the_ground():
    """A centre with three coordinates inside a sphere; without the condition it would leave it."""
    r = "sqrt(x^2 + y^2 + z^2)"
    contact = {"at": [f"R*{n}/{r}" for n in "xyz"], "down": [f"{n}/{r}" for n in "xyz"]}
    made = {
        "q": "x y z p th ps",
        "bodies": ball(["x", "y", "z"]),
        "contact": contact,
        "parameters": "R a m g",
    }
    assert rolls(**made, holonomic_constraints=["x^2 + y^2 + z^2 - (R-a)^2"]).pfaffian.k == 3
    with pytest.raises(BadCase, match="the body leaves the ground"):
        rolls(**made)


def test_a_letter_without_a_number_decides_no_direction():
    """A ground in letters alone: the directions along it are at right angles to its normal."""
    chart = nh.System("phi", constraints="phi' = 0").system.chart
    graph, (phi,) = chart.graph, chart.q
    al = graph.symbol("al")
    down = [graph.cos(al) * graph.cos(phi), graph.cos(al) * graph.sin(phi), -graph.sin(al)]
    for direction in tangents(chart, down, {}):
        assert dot(graph, direction, down).is_zero
