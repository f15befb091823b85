"""The friction that rolling needs: published results, forces got in two ways, words."""

from __future__ import annotations

import json
from math import cos, isclose, tan

import pytest
from discs import thin_disc

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.ball import ball
from nonholo.dynamics.equations import motion
from nonholo.errors import NotApplicable
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import vanishes
from nonholo.readers.case_file import parse_case
from nonholo.views.friction.text import friction_record

ON_INCLINE = """
name = "Ball on an inclined plane"
coordinates = ["x", "y", "a", "b", "c"]
gravity = ["g*sin(al)", "0", "-g*cos(al)"]
parameters = { m = { value = 2, positive = true }, R = 0.5, J = 0.2, g = 10, al = 0.3 }

[[bodies]]
name = "ball"
origin = ["x", "y", "0"]
rotation = ["z a", "x b", "y c"]
mass = "m"
inertia = ["J", "J", "J"]

[[rolling]]
body = "ball"
at = ["x", "y", "-R"]
"""
BALL = parse_case(ON_INCLINE)
OF_QUATERNIONS = """[
    ["q0^2 + q1^2 - q2^2 - q3^2", "2*(q1*q2 - q0*q3)", "2*(q1*q3 + q0*q2)"],
    ["2*(q1*q2 + q0*q3)", "q0^2 - q1^2 + q2^2 - q3^2", "2*(q2*q3 - q0*q1)"],
    ["2*(q1*q3 - q0*q2)", "2*(q2*q3 + q0*q1)", "q0^2 - q1^2 - q2^2 + q3^2"],
]"""
ECCENTRIC = ON_INCLINE.replace("al = 0.3", "al = 0.3, h = 0.1").replace(
    'inertia = ["J", "J", "J"]', 'centre = ["h", "h/3", "h/2"]\ninertia = ["J", "2*J", "J"]'
)
DISC = parse_case(thin_disc("m = 1.3, R = 0.7, g = 9.81", 'at = ["x", "y", "0"]'))


def number(found, e, **state) -> float:
    """The value at a state and the numbers of the case; what is not named is 0."""
    case = found.case
    chart, graph = case.system.chart, case.system.chart.graph
    point = dict.fromkeys((*chart.q, *chart.v, chart.t), graph.zero)
    point |= {graph.symbol(name): case.scope.expression(str(e)) for name, e in state.items()}
    return float(ball(e.subs(point).subs(case.system.values), {}))


def in_quaternions(text: str) -> str:
    """The same ball, its attitude a unit quaternion."""
    level = 'holonomic_constraints = ["q0^2 + q1^2 + q2^2 + q3^2 - 1"]'
    for angles, quaternion in (
        ('"a", "b", "c"]', f'"q0", "q1", "q2", "q3"]\n{level}'),
        ('["z a", "x b", "y c"]', OF_QUATERNIONS),
    ):
        text = text.replace(angles, quaternion)
    return f"{text}\n[initial]\nq0 = 1\n"


def test_a_ball_in_quaternions_needs_the_friction_of_one_in_angles():
    """The rates of q0 = 1 are omega/2; the force that keeps |q| = 1 is none in space."""
    rates = {"a": 0.6, "b": 0.4, "c": -0.8}
    rolled = {"xdot": 0.5 * rates["c"], "ydot": -0.5 * rates["b"]}
    angles = rolled | {f"{q}dot": w for q, w in rates.items()}
    half = {f"q{i}dot": rates[q] / 2 for i, q in enumerate("bca", start=1)}
    (one,), found = (f := nh.friction(parse_case(ECCENTRIC))).contacts, f
    (other,), there = (f := nh.friction(parse_case(in_quaternions(ECCENTRIC)))).contacts, f
    for quantity in ("normal", "squared"):
        first = number(found, getattr(one, quantity), **angles)
        second = number(there, getattr(other, quantity), **rolled, **half, q0=1)
        assert isclose(first, second, rel_tol=1e-12) and first != 0


def test_a_level_that_holds_the_turn_of_a_ball_has_a_force():
    text = in_quaternions(ECCENTRIC).replace('3^2 - 1"]', '3^2 - 1", "q3"]')
    with pytest.raises(NotApplicable, match="the constraint q3: its force has no place in space"):
        nh.friction(parse_case(text))


# published results ------------------------------------------------------------------------------
def test_a_cylinder_rolls_while_tan_al_is_at_most_three_mu():
    """MuellerURI, exercise mex32."""
    (one,) = nh.friction("cases/cylinder_on_incline.toml").contacts
    graph = one.normal.graph
    assert vanishes(one.needed - graph.call("tan", graph.symbol("al")) ** 2 / 9)


def test_the_normal_force_can_be_said_of_a_plain_lagrangian():
    (one,) = nh.friction("cases/rolling_cylinder.toml", normal="m*g*cos(al)").contacts
    graph = one.normal.graph
    assert vanishes(one.needed - graph.call("tan", graph.symbol("al")) ** 2 / 9)


def test_a_ball_rolls_while_tan_al_is_at_most_mu_times_one_plus_m_r2_over_j():
    """Goldstein2002 and any course: R_t = m g sin(al) / (1 + m R^2/J), at every velocity."""
    (one,) = nh.friction(BALL).contacts
    scope = nh.friction(BALL).case.scope
    stated = scope.expression("(tan(al)/(1 + m*R**2/J))**2")
    assert vanishes(one.needed - one.normal.graph.copy([stated])[0])


def test_the_wheels_of_a_bicycle_carry_its_weight():
    """MeijaardPapadopoulosRuinaSchwab2007: masses 2, 85, 4, 3 kg at x = 0, 0.3, 0.9, 1.02 m."""
    found = nh.friction("cases/large/whipple_bicycle.toml")
    rear, front = (number(found, one.normal) for one in found.contacts)
    assert isclose(rear + front, 94 * 9.81)
    assert isclose(front, 9.81 * (85 * 0.3 + 4 * 0.9 + 3 * 1.02) / 1.02)


def test_a_disc_that_rolls_in_a_circle_leans_on_its_friction():
    """Upright and straight no friction; the weight is carried at every lean at rest of spin."""
    found = nh.friction(DISC)
    (one,) = found.contacts
    assert number(found, one.squared, spindot=3) == 0
    assert isclose(number(found, one.normal, spindot=3), 1.3 * 9.81)


# two ways ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("case", [BALL, DISC], ids=["ball", "disc"])
def test_momentum_and_multipliers_give_the_same_friction(case):
    """The slip rows are velocities along two level unit vectors, so that |R_t|^2 = lambda.lambda;
    the momentum of the body knows nothing of multipliers."""
    (one,) = nh.friction(case).contacts
    rows, _, _ = independent_rows(case.system.pfaffian)
    true = motion(multipliers(case.system, distribution(rows, case.dependent, case.nominal)))
    graph = one.squared.graph
    squares = graph.add(*(m**2 for m in graph.copy(list(true.multipliers))))
    assert vanishes(squares - one.squared)


def test_along_a_paththe_coefficient_is_that_of_the_formula():
    (run,) = nh.friction_along("cases/cylinder_on_incline.toml", 1)
    assert isclose(run.largest, tan(0.4) / 3) and run.lifts is None
    assert run.normal.shape == run.t.shape == run.tangential.shape


def test_along_a_path_letters_have_the_numbers_of_the_motion():
    """A ball that is pushed at its centre by 7 t needs 2 t of the ground."""
    ball = {"name": "ball", "origin": ["x", "0", "a"], "rotation": ["y p"], "mass": "m"}
    pushed = nh.System(
        "x p",
        None,
        bodies=[{**ball, "inertia": ["2*m*a^2/5"] * 3}],
        gravity=["0", "0", "-10"],
        rolling=[{"body": "ball", "at": ["x", "0", "0"], "along": [["1", "0", "0"]]}],
        loads=[{"body": "ball", "force": ["u + f(t)", "0", "0"]}],
        inputs={"u": "3*t"},
        functions=["f(t) = 4*t"],
        parameters={"a": 0.1, "m": None},
    )
    (run,) = nh.friction_along(pushed, 1, parameters={"m": 2})
    assert isclose(run.largest, 0.1) and run.when == 1


def test_a_contact_that_would_pull_is_told():
    """A solid cylinder that rolls off a hill from rest leaves it at cos(a) = 4/7 cos(a_0): from the
    energy v^2 = 4/3 g r (cos a_0 - cos a), and m v^2/r = m g cos(a) - N."""
    hill = nh.System(
        "a",
        None,
        bodies=[
            {
                "name": "roller",
                "origin": ["3*sin(a)", "0", "3*cos(a)"],
                "rotation": ["y 3*a"],
                "mass": "1",
                "inertia": ["1", "1/2", "1"],
            }
        ],
        gravity=["0", "0", "-10"],
        rolling=[
            {
                "body": "roller",
                "at": ["2*sin(a)", "0", "2*cos(a)"],
                "down": ["-sin(a)", "0", "-cos(a)"],
                "along": [["cos(a)", "0", "-sin(a)"]],
            }
        ],
        initial={"a": 0.1},
    )
    (run,) = nh.friction_along(hill, 2.5)
    path = nh.simulate(hill, 2.5)
    assert run.lifts is not None
    (there,) = [float(cos(a)) for t, a in zip(path.t, path.q["a"]) if t == run.lifts]
    assert isclose(there, 4 * cos(0.1) / 7, abs_tol=5e-3)


def test_a_normal_force_may_hold_accelerations():
    """The height of the centre of Euler's disc is r sin(theta), so N = m (g + z''); the same disc
    described as a body has theta = pi/2 + lean, psi' = -spin'."""
    normal = "m*(g + r*theta''*cos(theta) - r*theta'^2*sin(theta))"
    told = nh.friction("cases/rolling_disk.toml", normal=normal)
    disc = parse_case(thin_disc("m = 1, R = 1, g = 1", 'at = ["x", "y", "0"]'))
    known = nh.friction(disc)
    by_hand = number(told, told.contacts[0].normal, theta="pi/3", phidot=2, thetadot=3, psidot=5)
    state = {"lean": "-pi/6", "yawdot": 2, "leandot": 3, "spindot": -5}
    assert isclose(by_hand, number(known, known.contacts[0].normal, **state))
    friction = number(told, told.contacts[0].squared, theta="pi/3", phidot=2, thetadot=3, psidot=5)
    assert isclose(friction, number(known, known.contacts[0].squared, **state))


# words ------------------------------------------------------------------------------------------
def test_the_command_tells_the_inequality(capsys):
    assert main(["friction", "cases/cylinder_on_incline.toml", "--duration", "1"]) == 0
    told = capsys.readouterr().out
    assert "abs(m*g*sin(al)/3) <= mu*(m*g*cos(al))" in told and "0.140931" in told


def test_the_record_has_its_keys(capsys):
    assert main(["friction", "cases/cylinder_on_incline.toml", "--duration", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    (one,) = record["contacts"]
    assert one["normal"] == "m*g*cos(al)" and record["along"][0]["lifts"] is None


@pytest.mark.parametrize("ground", ['["0", "0", "0"]', '["u*cos(w*t)", "-w*x*u", "0"]'])
def test_an_inequality_in_the_record_is_whole(ground):
    """On a floor that shakes it is longer than a line of text, which tells its length instead."""
    text = thin_disc(
        "m = 1, R = 1, g = 1, u = 1, w = 1", f'at = ["x", "y", "0"]\nground = {ground}'
    )
    (one,) = friction_record(nh.friction(parse_case(text)))["contacts"]
    squared, normal = one["tangential_squared"], one["normal"]
    assert one["inequality"] == f"sqrt({squared}) <= mu*({normal})"


@pytest.mark.parametrize(
    "case, words",
    [
        ("cases/rolling_cylinder.toml", "say nothing of directions in space"),
        ("cases/heisenberg.toml", "say nothing of directions in space"),
        ("cases/kinematic_car.toml", "need a Lagrangian"),
    ],
)
def test_what_is_missing_is_said(case, words, capsys):
    assert main(["friction", case]) == 2
    assert words in capsys.readouterr().err


def test_a_spring_to_nowhere_has_no_place_in_space():
    text = """
coordinates = ["x", "theta"]
lagrangian = "-k*x**2/2"
gravity = ["0", "0", "-g"]
parameters = { m = 1, R = 1, g = 10, k = 1 }
[[bodies]]
name = "cylinder"
origin = ["x", "0", "0"]
rotation = ["y theta"]
mass = "m"
inertia = ["m", "m", "m"]
[[rolling]]
body = "cylinder"
at = ["x", "0", "-R"]
along = [["1", "0", "0"]]
"""
    with pytest.raises(NotApplicable, match="what `lagrangian` adds: its force has no place"):
        nh.friction(parse_case(text))


# what the contact bears -------------------------------------------------------------------------
BEARS = """
coordinates = {names}
gravity = ["0", "0", "-g"]
parameters = {{ m = 1.3, M = 2, R = 0.5, J = 0.2, g = 10, F = 3, l = 2 }}

[[bodies]]
name = "ball"
origin = {origin}
rotation = ["z a", "x b", "y c"]
mass = "m"
inertia = ["J", "J", "J"]

[[bodies]]
name = "other"
{other}
mass = "M"

[[rolling]]
body = "ball"
at = {at}
{ground}
"""
ON_THE_FLOOR = {"origin": '["x", "y", "R"]', "at": '["x", "y", "0"]'}


def beside(names: str, other: str, ground: str = "", **places: str):
    text = {"names": json.dumps(names), "other": other, "ground": ground, **ON_THE_FLOOR, **places}
    return parse_case(BEARS.format(**text))


def test_a_pendulum_that_hangs_elsewhere_does_not_press():
    clock = 'origin = ["0", "5", "3"]\nrotation = ["y s"]\ncentre = ["0", "0", "-l"]'
    (one,) = nh.friction(beside("x y a b c s", clock)).contacts
    graph = one.normal.graph
    assert vanishes(one.normal - graph.symbol("m") * graph.symbol("g"))
    assert all(map(vanishes, one.tangential))


def test_a_pendulum_that_hangs_on_the_ball_presses():
    clock = 'origin = ["x", "y", "R"]\nrotation = ["y s"]\ncentre = ["0", "0", "-l"]'
    found = nh.friction(beside("x y a b c s", clock))
    (one,) = found.contacts
    assert isclose(number(found, one.normal), 3.3 * 10)
    assert isclose(number(found, one.normal, sdot=1), 3.3 * 10 + 2 * 2 * 1)


def test_a_ball_on_a_plate_that_is_pushed_has_its_own_weight_and_the_force_that_moves_it():
    """m x'' = R_x, J w' = -R R_x, x'' - s'' = R w' and M s'' = F - R_x: x'' = k s'', k = J/(J +
    m R^2)."""
    moving = "ground = [\"s'\", '0', '0']\n[[loads]]\nbody = 'other'\nforce = ['F', '0', '0']"
    found = nh.friction(beside("x y a b c s", 'origin = ["s", "0", "0"]', moving))
    (one,) = found.contacts
    k = 0.2 / (0.2 + 1.3 * 0.25)
    assert isclose(number(found, one.normal), 1.3 * 10)
    assert isclose(number(found, one.tangential[0], b="1"), 1.3 * k * 3 / (2 + 1.3 * k))


@pytest.mark.parametrize(
    "case",
    [
        beside(
            "x y a b c s",
            'origin = ["s", "0", "0"]',
            "ground = [\"s'\", '0', '0']",
            origin='["s + x", "y", "R"]',
            at='["s + x", "y", "0"]',
        ),
        beside(
            "s a b c",
            'rotation = ["z s"]',
            origin='["l*cos(s)", "l*sin(s)", "R"]',
            at='["l*cos(s)", "l*sin(s)", "0"]',
        ),
    ],
    ids=["told by its place on the plate", "held by an arm"],
)
def test_where_another_force_may_hold_the_body_none_is_told(case):
    with pytest.raises(NotApplicable, match="has no place in space"):
        nh.friction(case)


# several wheels, and what carries them ----------------------------------------------------------
def wheel(name: str, place: list[str], mass: str, **more):
    turns = {"rotation": [f"z h{name}", f"y s{name}"], **more}
    moments = [mass, f"2*{mass}", mass]
    return {"name": name, "origin": place, "mass": mass, "inertia": moments, **turns}


def test_wheels_that_nothing_joins_bear_each_their_own_weight():
    coins = [wheel("1", ["x", "y", "R"], "m"), wheel("2", ["u", "v", "z"], "M")]
    case = nh.System(
        "x y h1 s1 u v z h2 s2",
        parameters="R m M g",
        gravity=["0", "0", "-g"],
        bodies=coins,
        rolling=[{"body": coin["name"], "radius": "R"} for coin in coins],
    )
    assert [str(one.normal) for one in nh.friction(case).contacts] == ["m*g", "M*g"]


def test_a_wheel_on_a_deck_presses_on_what_carries_the_deck():
    """The force between them is none of the floor."""
    deck = {"name": "deck", "origin": ["x", "y", "R"], "rotation": ["z a"], "mass": "M"}
    case = nh.System(
        "x y a s X Y z h2 s2",
        parameters="R r m M K g",
        gravity=["0", "0", "-g"],
        bodies=[
            {**deck, "inertia": ["M", "M", "M"]},
            wheel("1", ["0", "0", "0"], "m", parent="deck", rotation=["y s"]),
            wheel("2", ["X", "Y", "z"], "K", parent="deck"),
        ],
        rolling=[{"body": "1", "radius": "R"}, {"body": "2", "on": "deck", "radius": "r"}],
    )
    below, above = (one.normal for one in nh.friction(case).contacts)
    m, M, K, g = map(below.graph.symbol, ("m", "M", "K", "g"))
    assert vanishes(below - (m + M + K) * g) and vanishes(above - K * g)


def test_a_ball_without_mass_bears_nothing_of_its_ground():
    """M moves with the coordinates of the ball, and what holds it has no place in space."""
    case = nh.System(
        "s u X Y a b c",
        parameters="R J M g",
        gravity=["0", "0", "-g"],
        bodies=[
            {"name": "plate", "origin": ["s", "u", "0"], "mass": "M"},
            {
                "name": "ball",
                "parent": "plate",
                "origin": ["X", "Y", "R"],
                "rotation": ["z a", "x b", "z c"],
                "inertia": ["J", "J", "J"],
            },
        ],
        rolling=[{"body": "ball", "on": "plate", "at": ["X", "Y", "0"]}],
    )
    with pytest.raises(NotApplicable, match="what carries the ground of ball"):
        nh.friction(case)


def test_contacts_are_counted_where_no_ground_is_between_them():
    """A gear on a gear touches no ground, and neither does a ball on a ball."""
    discs = [
        {
            "name": n,
            "origin": [x, "0", "R"],
            "rotation": [f"y {turn}"],
            "mass": "m",
            "inertia": ["I", "I", "I"],
        }
        for n, x, turn in (("a", "x", "p"), ("b", "x + 2*R", "q"))
    ]
    gears = {
        "body": "b",
        "on": "a",
        "at": ["R*cos(p)", "0", "R*sin(p)"],
        "down": ["-cos(p)", "0", "-sin(p)"],
        "along": [["-sin(p)", "0", "cos(p)"]],
    }
    floor = {"body": "a", "at": ["x", "0", "0"], "along": [["1", "0", "0"]]}
    case = nh.System(
        "x p q",
        parameters="R m I g",
        gravity=["0", "0", "-g"],
        bodies=discs,
        rolling=[floor, gears],
    )
    with pytest.raises(nh.NonholoError, match="there are 2 contacts"):
        nh.friction(case)
