"""Rigid bodies: published generalised forces, energies against known Lagrangians, rolling,
meaning of multipliers.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.decide.ball import balls
from nonholo.dynamics.bodies import (
    Wrench,
    body,
    carried_by,
    generalised_forces,
    kinetic_energy,
    point_velocity,
)
from nonholo.dynamics.equations import motion
from nonholo.dynamics.space import (
    angular_velocity,
    body_angular_velocity,
    fixed_frame,
    shifted,
    turned,
)
from nonholo.dynamics.system import at_numbers
from nonholo.errors import BadCase, NotApplicable
from nonholo.expression.graph import Graph
from nonholo.findings.side_by_side import compare
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import dot, vanishes
from nonholo.readers.case_file import parse_case, read_case

CASES = Path(__file__).parents[1] / "cases"


def free_body(steps="zxz", names=("x", "y", "z", "phi", "theta", "psi")):
    """A body with three coordinates of its origin and three angles."""
    own = chart(Graph(), names)
    frame = shifted(fixed_frame(own), list(own.q[:3]))
    for axis, angle in zip(steps, own.q[3:]):
        frame = turned(frame, axis, angle)
    return own, frame


# published --------------------------------------------------------------------------------------
def test_generalised_forces_of_a_rigid_body_equal_the_sum_over_its_points():
    """Q_i = F . dv_O/dq_i' + M_O . dw/dq_i' of two forces, against their sum point by point, and
    the numbers.
    """
    own, frame = free_body()
    graph = own.graph
    lift = lambda numbers: [graph.lift(Fraction(str(n))) for n in numbers]  # noqa: E731
    points = [lift((0.3, -0.2, 0.5)), lift((-0.1, 0.4, 0.2))]
    forces = [lift((1, 2, 3)), lift((-2, 0.5, 1))]
    places = [shifted(frame, p).origin for p in points]
    rigid = body(frame, graph.one, [[graph.zero] * 3] * 3)
    nothing = [graph.zero] * 3
    total = [
        graph.add(*parts)
        for parts in zip(
            *(
                generalised_forces(Wrench(rigid, F, nothing, place))
                for F, place in zip(forces, places)
            )
        )
    ]
    summed = [
        graph.add(*parts)
        for parts in zip(
            *(
                [dot(graph, F, [x.diff(q) for x in r]) for q in own.q]
                for F, r in zip(forces, places)
            )
        )
    ]
    assert all(vanishes(a - b) for a, b in zip(total, summed))
    point = {q: graph.lift(Fraction(i, 10)).args for i, q in enumerate(own.q, start=1)}
    published = [-1.0, 2.5, 4.0, 0.7802606607417892, -1.5840532777137646, 0.9383915623065804]
    assert [float(b) for b in balls(total, point)] == pytest.approx(published, abs=1e-15)


def test_friction_of_the_rolling_cylinder_is_its_multiplier():
    """Mueller mex32: friction = lambda = -(1/3) m g sin(al), by the power balance at every
    velocity.
    """
    case = read_case(CASES / "rolling_cylinder.toml")
    own, graph = case.system.chart, case.system.chart.graph
    x, theta = own.q
    R = graph.symbol("R")
    frame = turned(shifted(fixed_frame(own), [x, graph.zero, graph.zero]), "y", theta)
    cylinder = body(frame, graph.symbol("m"), [[graph.zero] * 3] * 3)
    contact = [x, graph.zero, -R]
    unit = generalised_forces(
        Wrench(cylinder, [graph.one, graph.zero, graph.zero], [graph.zero] * 3, contact)
    )
    found = compare(case)
    multipliers = found.entry("multipliers").motion.multipliers
    (friction,) = carried_by(found.distribution.pfaffian, multipliers, [unit])
    assert vanishes(
        friction + graph.symbol("m") * graph.symbol("g") * graph.sin(graph.symbol("al")) / 3
    )


def test_tension_of_the_string_is_its_multiplier():
    """T = m1 m2 g/(m1 + m2): the string pulls block 1 along x1 and block 2 along y2."""
    case = read_case(CASES / "two_blocks_and_pulley.toml")
    own, graph = case.system.chart, case.system.chart.graph
    pulls = [graph.one, graph.one]
    found = compare(case)
    (tension,) = carried_by(
        found.distribution.pfaffian, found.entry("multipliers").motion.multipliers, [pulls]
    )
    m1, m2, g = map(graph.symbol, ("m1", "m2", "g"))
    assert vanishes(tension - m1 * m2 * g / (m1 + m2))
    assert own.n == 2


BALL = (
    "I1*(phidot*sin(psi)*sin(theta) + thetadot*cos(psi))**2/2 + I2*(phidot*sin(theta)*cos(psi)"
    " - thetadot*sin(psi))**2/2 + I3*(phidot*cos(theta) + psidot)**2/2 + m*(xdot**2 + ydot**2)/2"
)
DISC = (
    "IA*(phidot*cos(theta) + psidot)**2/2 + IT*(phidot**2*sin(theta)**2 + thetadot**2)/2 - "
    "g*m*r*sin(theta)"
    " + m*(r**2*thetadot**2*cos(theta)**2 + xdot**2 + ydot**2)/2"
)
PUBLISHED = {  # name: Lagrangian, rows, the same as bodies, the contact
    "Chaplygin sphere": (
        BALL,
        [
            "-R*(-psidot*sin(theta)*cos(phi) + thetadot*sin(phi)) + xdot",
            "R*(psidot*sin(phi)*sin(theta) + thetadot*cos(phi)) + ydot",
        ],
        {"inertia": ["I1", "I2", "I3"], "origin": ["x", "y", "R"]},
        {"at": ["x", "y", "0"]},
    ),
    "rolling disc": (
        DISC,
        [
            "r*(phidot*cos(phi)*cos(theta) + psidot*cos(phi) - thetadot*sin(phi)*sin(theta)) + "
            "xdot",
            "r*(phidot*sin(phi)*cos(theta) + psidot*sin(phi) + thetadot*sin(theta)*cos(phi)) + "
            "ydot",
        ],
        {"inertia": ["IT", "IT", "IA"], "origin": ["x", "y", "r*sin(theta)"]},
        {"radius": "r", "axle": "z"},
    ),
    "ball on a turntable": (
        BALL,
        [
            "Om*y - R*(-psidot*sin(theta)*cos(phi) + thetadot*sin(phi)) + xdot",
            "-Om*x + R*(psidot*sin(phi)*sin(theta) + thetadot*cos(phi)) + ydot",
        ],
        {"inertia": ["I1", "I2", "I3"], "origin": ["x", "y", "R"]},
        {"at": ["x", "y", "0"], "ground": ["-Om*y", "Om*x", "0"]},
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_bodies_give_the_published_lagrangian_and_rolling(name):
    """Chaplygin 1903, Appell and Korteweg 1900, Weckesser 1997: written by hand there, made of
    bodies here.
    """
    L, rows, solid, contact = PUBLISHED[name]
    parameters = ["I1", "I2", "I3", "IA", "IT", "m", "R", "r", "g", "Om"]
    written = nh.System("x y phi theta psi", L, rows, parameters=parameters)
    weight = "-g" if "radius" in contact else "0"
    built = nh.System(
        "x y phi theta psi",
        parameters=parameters,
        gravity=["0", "0", weight],
        bodies={"name": "b", "rotation": ["z phi", "x theta", "z psi"], "mass": "m", **solid},
        rolling={"body": "b", **contact},
    )
    graph = written.system.chart.graph
    (own,) = graph.copy([built.system.lagrangian])
    assert vanishes(own - written.system.lagrangian)
    d = distribution(written.system.pfaffian, ["x", "y"])
    slips = graph.copy([built.system.pfaffian.value(l) for l in range(2)])
    assert all(vanishes(d.restrict(slip)) for slip in slips)
    assert not built.system.holonomic


def test_euler_angles_give_the_known_angular_velocity():
    """Along the axes of the body, z-x-z: (phi' sin theta sin psi + theta' cos psi, ...),
    Goldstein.
    """
    own, frame = free_body()
    graph = own.graph
    _, _, _, phi, theta, psi = own.v
    s, c = graph.sin, graph.cos
    a, b = own.q[4], own.q[5]
    known = [phi * s(a) * s(b) + theta * c(b), phi * s(a) * c(b) - theta * s(b), phi * c(a) + psi]
    assert all(vanishes(x - y) for x, y in zip(frame.own_w, known))


# laws -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("steps", ["zxz", "zyx", "xyz", "yzy"])
def test_carried_rates_are_the_derivatives_of_the_rotation(steps):
    own, frame = free_body(steps)
    assert all(vanishes(a - b) for a, b in zip(frame.w, angular_velocity(own, frame.rotation)))
    assert all(
        vanishes(a - b) for a, b in zip(frame.own_w, body_angular_velocity(own, frame.rotation))
    )


def test_power_of_a_wrench_is_force_times_velocity():
    own, frame = free_body()
    graph = own.graph
    rigid = body(frame, graph.symbol("m"), [[graph.zero] * 3] * 3)
    F, M, P = ([graph.symbol(f"{n}{i}") for i in range(3)] for n in "FMP")
    left = dot(graph, generalised_forces(Wrench(rigid, F, M, P)), own.v)
    right = dot(graph, F, point_velocity(rigid, P)) + dot(graph, M, rigid.w)
    assert vanishes(left - right)


def test_a_rotor_needs_no_angle_of_its_own():
    """A wheel about its axis of symmetry: the same energy as with its inertia turned, and no
    spin angle in it.
    """
    text = """
coordinates = ["a", "s"]
[[bodies]]
rotation = ["x a", "y s"]
inertia = ["I", "J", "{last}"]
[parameters]
I = 1
J = 2
K = 1
"""
    wheel, turned_wheel = (parse_case(text.format(last=last)) for last in ("I", "K"))
    s = wheel.system.chart.q[1]
    assert not wheel.system.lagrangian.has([s])
    other = turned_wheel.system.lagrangian
    graph = other.graph
    same = other.subs({graph.symbol("K"): graph.symbol("I")})
    assert vanishes(same - graph.copy([wheel.system.lagrangian])[0])


MATRIX = [
    ["cos(b)", "-sin(b)*cos(a)", "sin(b)*sin(a)"],
    ["sin(b)", "cos(b)*cos(a)", "-cos(b)*sin(a)"],
    ["0", "sin(a)", "cos(a)"],
]


@pytest.mark.parametrize("centre", [["0", "0", "0"], ["d", "0", "e"]])
def test_an_orientation_by_a_matrix_is_that_by_its_angles(centre):
    """z b and then x a, with a rod that hangs on the body: the same energy and the same rolling."""

    def system(rotation):
        top = {
            "name": "top",
            "origin": ["x", "y", "R"],
            "rotation": rotation,
            "centre": centre,
            "mass": "m",
            "inertia": {"xx": "A", "yy": "B", "zz": "C", "xz": "D"},
        }
        rod = {
            "parent": "top",
            "origin": ["c", "0", "0"],
            "rotation": ["y s"],
            "mass": "n",
            "inertia": ["E", "E", "0"],
        }
        return nh.System(
            "x y a b s",
            parameters="R m n A B C D E c d e g",
            gravity=["0", "0", "-g"],
            bodies=[top, rod],
            rolling=[{"body": "top", "at": ["x", "y", "0"]}],
        ).system

    by_angles, by_matrix = system(["z b", "x a"]), system(MATRIX)
    first, *slips = by_angles.chart.graph.copy(
        [by_matrix.lagrangian, *by_matrix.pfaffian.matrix[0], *by_matrix.pfaffian.matrix[1]]
    )
    assert vanishes(first - by_angles.lagrangian)
    own = [*by_angles.pfaffian.matrix[0], *by_angles.pfaffian.matrix[1]]
    assert all(vanishes(a - b) for a, b in zip(slips, own, strict=True))


def test_a_level_of_angles_leaves_the_energy_of_a_matrix_and_so_the_reactions():
    """A disc on a shaft in a frame that turns: where a + b = x is kept, its reaction is -m u/(m + J)."""
    told = []
    for rotation in (
        ["z a + b"],
        [["cos(a+b)", "-sin(a+b)", "0"], ["sin(a+b)", "cos(a+b)", "0"], ["0", "0", "1"]],
    ):
        case = nh.System(
            "x a b",
            "(m*x'^2 + n*a'^2)/2",
            holonomic_constraints=["a + b = x"],
            forces={"b": "u"},
            bodies=[{"name": "disc", "rotation": rotation, "inertia": ["J", "J", "J"]}],
            parameters="m n J u",
        )
        d = distribution(case.system.pfaffian)
        (reaction,) = motion(multipliers(case.system, d)).multipliers
        m, J, u = map(case.system.chart.graph.symbol, "mJu")
        told.append(vanishes(reaction + m * u / (m + J)))
    assert told == [True, True]


QUATERNION = [
    ["q0^2 + q1^2 - q2^2 - q3^2", "2*(q1*q2 - q0*q3)", "2*(q1*q3 + q0*q2)"],
    ["2*(q1*q2 + q0*q3)", "q0^2 - q1^2 + q2^2 - q3^2", "2*(q2*q3 - q0*q1)"],
    ["2*(q1*q3 - q0*q2)", "2*(q2*q3 + q0*q1)", "q0^2 - q1^2 - q2^2 + q3^2"],
]
UNIT = [  # the same where |q| = 1
    ["1 - 2*(q2^2 + q3^2)", *QUATERNION[0][1:]],
    [QUATERNION[1][0], "1 - 2*(q1^2 + q3^2)", QUATERNION[1][2]],
    [*QUATERNION[2][:2], "1 - 2*(q1^2 + q2^2)"],
]
ATTITUDE = "x y q0 q1 q2 q3"
LENGTH = "q0^2 + q1^2 + q2^2 + q3^2 = 1"


@pytest.mark.parametrize("rows", [QUATERNION, UNIT])
def test_a_matrix_may_be_a_rotation_where_the_holonomic_constraints_hold(rows):
    """A top with a round peg in quaternions moves as with its energy written in body rates."""
    rates = {
        "w1": "2*(q0*q1' - q1*q0' + q3*q2' - q2*q3')",
        "w2": "2*(q0*q2' - q2*q0' + q1*q3' - q3*q1')",
        "w3": "2*(q0*q3' - q3*q0' + q2*q1' - q1*q2')",
    }
    height = "(q0^2 - q1^2 - q2^2 + q3^2)"
    rate = "2*q{0}*q{1}' + 2*q{1}*q{0}'"
    ahead = [
        f"{rate.format(1, 3)} + {rate.format(0, 2)}",
        f"{rate.format(2, 3)} - ({rate.format(0, 1)})",
    ]
    up = "2*(q0*q0' + q3*q3' - q1*q1' - q2*q2')"
    moving = f"(x' - a*({ahead[0]}))^2 + (y' - a*({ahead[1]}))^2 + a^2*({up})^2"
    turning = "A*(w1^2 + w2^2) + C*w3^2"
    side = f"{QUATERNION[0][0]})*w1 + ({QUATERNION[0][1]})*w2 + ({QUATERNION[0][2]}"
    front = f"{QUATERNION[1][0]})*w1 + ({QUATERNION[1][1]})*w2 + ({QUATERNION[1][2]}"
    letters = {"m": 1, "A": 2, "C": 3, "a": Fraction(1, 4), "R": 1, "g": 10}
    peg = {
        "name": "top",
        "origin": ["x", "y", "R"],
        "rotation": rows,
        "centre": ["0", "0", "-a"],
        "mass": "m",
        "inertia": ["A", "A", "C"],
    }
    as_body = nh.System(
        ATTITUDE,
        bodies=[peg],
        rolling=[{"body": "top", "at": ["x", "y", "0"]}],
        gravity=["0", "0", "-g"],
        holonomic_constraints=[LENGTH],
        parameters=letters,
    )
    by_rates = nh.System(
        ATTITUDE,
        f"m/2*({moving}) + ({turning})/2 + m*g*a*{height}",
        [f"x' = R*(({front})*w3)", f"y' = -R*(({side})*w3)"],
        holonomic_constraints=[LENGTH],
        velocities=rates,
        parameters=letters,
    )
    told = [at_a_tilt(case) for case in (as_body, by_rates)]
    assert told[0] == told[1] and any(a != 0 for a in told[0])


def at_a_tilt(case):
    """Accelerations with q = (1, 1, 1, 1)/2 at numbers that obey the constraints."""
    numbered = at_numbers(case.system)
    d = distribution(numbered.pfaffian)
    found = motion(multipliers(numbered, d)).accelerations
    graph = numbered.chart.graph
    state = {f"q{i}": Fraction(1, 2) for i in range(4)}
    state |= {"q1dot": Fraction(1), "q2dot": Fraction(-2), "q3dot": Fraction(1, 3), "x": 0, "y": 0}
    put = {graph.symbol(n): graph.lift(v) for n, v in state.items()}
    return [str(e) for e in graph.substitute(list(found), put)]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            MATRIX[:2],
            r"rotation: needed are turns such as \[\"z yaw\"\], or a matrix of three rows",
        ),
        (
            [*MATRIX[:2], ["0", "sin(a)", "2*cos(a)"]],
            "the matrix is no rotation; its columns must be unit vectors",
        ),
        (
            [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "-1"]],
            "right-handed, wherever the holonomic constraints hold",
        ),
        ([*MATRIX[:2], ["0", "sin(a)"]], "needed are three components"),
        ([*MATRIX[:2], "z a"], "needed are three components"),
    ],
)
def test_a_matrix_that_is_no_rotation_is_refused(rows, words):
    with pytest.raises(BadCase, match=words):
        nh.System("a b", bodies=[{"rotation": rows, "inertia": ["1", "1", "1"]}])


def reaction_power(found):
    """lambda . A q' = -lambda . a_0 on admissible motions."""
    rows = found.distribution.pfaffian
    return -dot(rows.chart.graph, found.entry("multipliers").motion.multipliers, rows.affine)


def test_reactions_of_catastatic_sets_have_no_power_and_a_turntable_drives():
    coin = compare(read_case(CASES / "rolling_coin.toml"))
    assert reaction_power(coin).is_zero
    driven = nh.System("x", "m*xdot**2/2", ["xdot = c"], forces={"x": "-k*xdot"})
    found = compare(driven)
    graph = driven.system.chart.graph
    k, c = graph.symbol("k"), graph.symbol("c")
    assert vanishes(reaction_power(found) - k * c**2)


def test_bodies_loads_and_plain_lagrangian_add_up():
    """A pendulum as a body with a spring in the Lagrangian, a motor at its hinge and a force at
    its end.
    """
    case = nh.System(
        "a",
        "-k*a**2/2",
        forces={"a": "u"},
        gravity=["0", "0", "-g"],
        bodies=[
            {
                "name": "rod",
                "rotation": ["y a"],
                "centre": ["0", "0", "-l/2"],
                "mass": "m",
                "inertia": ["m*l**2/12", "m*l**2/12", "0"],
            }
        ],
        loads=[{"body": "rod", "force": ["F", "0", "0"], "at": ["0", "0", "-l"]}],
    )
    own, graph = case.system.chart, case.system.chart.graph
    m, l, g, k, F, u = map(graph.symbol, ("m", "l", "g", "k", "F", "u"))
    (a,), (rate,) = own.q, own.v
    L = m * l**2 * rate**2 / 6 + m * g * l * graph.cos(a) / 2 - k * a**2 / 2
    assert vanishes(case.system.lagrangian - L)
    assert vanishes(case.system.forces[0] - u + F * l * graph.cos(a))


def test_energy_of_a_carried_body_is_that_of_its_points():
    """m v.v/2 with v = dr/dt in space, for a mass point carried by turning and moving axes."""
    own, frame = free_body()
    graph = own.graph
    offset = [graph.symbol("d"), own.q[3], graph.symbol("e")]
    moving = shifted(frame, offset)
    point = body(moving, graph.symbol("m"), [[graph.zero] * 3] * 3)
    v = [own.rate(r) for r in moving.origin]
    assert vanishes(kinetic_energy(point) - graph.symbol("m") * dot(graph, v, v) / 2)


# words ------------------------------------------------------------------------------------------
def test_forces_that_cannot_exert_the_reaction_are_refused():
    case = read_case(CASES / "two_blocks_and_pulley.toml")
    found, graph = compare(case), case.system.chart.graph
    multipliers = found.entry("multipliers").motion.multipliers
    with pytest.raises(NotApplicable, match="cannot exert this reaction"):
        carried_by(found.distribution.pfaffian, multipliers, [[graph.one, graph.zero]])
    with pytest.raises(NotApplicable, match="dependent generalised forces"):
        carried_by(found.distribution.pfaffian, multipliers, [[graph.one, graph.one]] * 2)


@pytest.mark.parametrize(
    "table, words",
    [
        ('mas = "m"', r"bodies\[1\]: unknown key mas; did you mean mass\?"),
        (
            'rotation = ["w a"]',
            r"bodies\[1\].rotation: 'w a' is no rotation; needed is an axis and an angle",
        ),
        ('inertia = ["1", "2"]', r"bodies\[1\].inertia: needed are three moments"),
        ('centre = ["1", "2"]', r"bodies\[1\].centre: needed are three components"),
        (
            'parent = "b"',
            r"bodies\[1\]: parent = 'b' is no body named before; there are: none at all",
        ),
        ('mass = "q"', "q"),
        ("mass = true", "needed is a text or a number"),
    ],
)
def test_a_wrong_body_is_refused(table, words):
    with pytest.raises(BadCase, match=words):
        parse_case(f'coordinates = ["a"]\n[[bodies]]\n{table}\n')


def test_published_facts_of_suslovs_body_hold():
    from nonholo.expectations import HOLDS, judge

    facts = judge(read_case(CASES / "large" / "suslov_body.toml"))
    assert {fact.status for fact in facts} == {HOLDS} and len(facts) == 6
