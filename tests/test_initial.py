"""What case files say and how they are complained of: a missing name told once, exact initial
values.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import BadCase, NonholoError
from nonholo.numerics.columns import in_columns, regular
from nonholo.numerics.model import model
from nonholo.readers.case_file import parse_case

MISSING = """
name = "Skate"
coordinates = ["x", "y", "theta"]
constraints = ["x'*sin(theta) = v*cos(theta)", "y' = v*x'"]
lagrangian = "m/2*(x'^2 + y'^2 + v*theta')"
[forces]
theta = "m*thetadot"
"""


def test_a_missing_name_is_told_once_with_all_its_places():
    with pytest.raises(BadCase) as caught:
        parse_case(MISSING, "skate.toml")
    first, second = sorted(caught.value.complaints)
    assert first.startswith("skate.toml, lagrangian, line 5, column 15: m is not declared")
    assert "also: forces.theta, line 7, column 10" in first
    assert second.startswith("skate.toml, lagrangian, line 5, column 34: v is not declared")
    assert "also: constraints[1], line 4, column 33; constraints[2], line 4, column 54" in second
    assert "try: declaring it" in second


@pytest.mark.parametrize(
    "text, told",
    [
        ('lagrangian = "k*(s - s0)**2"', "try: declaring it as a parameter"),
        ('lagrangian = "k*stt"', "try: declaring it as a parameter"),
        ('lagrangian = "kk*s"', "try: k ("),
        ("initial = { S = 1 }", "did you mean s?"),
        ("initial = { SDOT = 1 }", "did you mean sdot?"),
    ],
)
def test_what_is_tried_for_a_name_that_nobody_declared(text, told):
    with pytest.raises(BadCase) as caught:
        parse_case(f'coordinates = ["s"]\n{text}\nparameters = {{ k = 1 }}\n')
    assert told in str(caught.value)


def test_a_missing_name_in_tables_of_bodies_is_told_once():
    bodies = """
coordinates = ["x", "y"]
[[bodies]]
name = "one"
mass = "M"
origin = ["x", "L", "0"]
[[bodies]]
name = "two"
mass = "1"
origin = ["L", "y", "0"]
"""
    with pytest.raises(BadCase) as caught:
        parse_case(bodies)
    told = [one for one in caught.value.complaints if "L is not declared" in one]
    assert len(told) == 1 and "bodies[1].origin" in told[0] and "also: bodies[2].origin" in told[0]


def test_initial_values_may_be_exact_constants(tmp_path, capsys):
    text = (
        'coordinates = ["x", "theta"]\nlagrangian = "xdot**2/2 + thetadot**2/2"\n'
        '[initial]\ntheta = "pi/6"\nx = "1/3"\nxdot = "sqrt(2)"\n'
    )
    case = parse_case(text)
    assert case.initial["x"] == Fraction(1, 3)
    assert float(case.initial["theta"]) == pytest.approx(math.pi / 6, rel=1e-15)
    assert float(case.initial["xdot"]) == pytest.approx(math.sqrt(2), rel=1e-15)
    assert dict(case.irrational) == {"theta": "pi/6", "xdot": "sqrt(2)"}
    q = dict(zip(case.system.chart.names, case.system.chart.q))
    assert str(case.nominal[q["theta"]]) == "pi/6" and str(case.nominal[q["x"]]) == "1/3"
    in_python = nh.System("x theta", "xdot**2", initial={"theta": "pi/6", "x": "1/3"})
    assert in_python.initial["theta"] == case.initial["theta"]
    file = tmp_path / "free.toml"
    file.write_text(text)
    assert main(["simulate", str(file), "--duration", "1", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    plain = ["--set", "theta=pi/6,x=1/3,xdot=sqrt(2)", "--duration", "1", "--json"]
    assert main(["simulate", str(file), *plain]) == 0
    for name, values in json.loads(capsys.readouterr().out)["q"].items():
        assert values == pytest.approx(first["q"][name], abs=1e-12)


def test_a_path_begins_at_the_exact_initial_value():
    case = parse_case(
        'coordinates = ["x", "y", "theta"]\nconstraints = ["x\'*sin(theta) = y\'*cos(theta)"]\n'
        '[initial]\nx = 0\ny = 0\ntheta = "pi/6"\n'
    )
    found = nh.steer(case, goal={"x": 1, "y": 1, "theta": "pi/6"})
    assert str(found.start[case.system.chart.names.index("theta")]) == "pi/6"


@pytest.mark.parametrize("value", ["30 deg", "x", "1/0", "sqrt(-1)", "f(2)", ""])
def test_an_initial_value_that_is_none_says_what_is_needed(value):
    text = f'coordinates = ["x"]\nlagrangian = "xdot**2"\n[initial]\nx = "{value}"\n'
    with pytest.raises(BadCase, match=r"initial\.x \(line 4\): needed is a number or a constant"):
        parse_case(text, "one.toml")


def test_a_prime_before_an_equal_sign_says_how_to_write_a_velocity():
    with pytest.raises(BadCase, match="write thetadot = "):
        parse_case('coordinates = ["theta"]\n[initial]\ntheta\' = 2\n')
    quoted = 'coordinates = ["theta"]\nlagrangian = "thetadot^2"\n[initial]\n"theta\'" = 2\n'
    assert parse_case(quoted).initial == {"thetadot": 2}


def test_degrees_are_answered_by_radians():
    text = 'coordinates = ["x"]\nlagrangian = "xdot**2*cos(al)"\n[parameters]\nal = "30 deg"\n'
    with pytest.raises(BadCase, match="deg is not declared") as caught:
        parse_case(text)
    assert "radians, for 10 degrees are 10*pi/180" in str(caught.value)


@pytest.mark.parametrize("text", ["60 kg", "1.5e3 m", "2*s"])
def test_a_unit_is_answered_by_what_numbers_are(text):
    with pytest.raises(BadCase, match="numbers have no units"):
        parse_case(f'coordinates = ["x"]\nlagrangian = "xdot**2*a"\n[parameters]\na = "{text}"\n')


def test_a_key_given_twice_is_named():
    with pytest.raises(BadCase, match="; al is given twice, here and above"):
        parse_case('coordinates = ["x"]\n[parameters]\nal = 1\nb = 2\nal = 3\n')


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a = 60 kg", "the number alone, 60: numbers have no units"),
        ("a = 1.5 kg*m^2 # so", "the number alone, 1.5: numbers have no units"),
        ("a = 0,5", "a decimal point: 0.5"),
        ("\u201ca\u201d = 1", 'straight quotes, " and not \u201c'),
        ("a: 1", "a = ..., and no colon"),
        ('a = ["x\' = y" "y = z"]', "a comma stands between two texts of a list"),
        ('a = ["x\' = y",\n"y" "z"]', "a comma stands between two texts of a list"),
        ("a = ['x' = y']", "a text with primes stands in double quotes"),
        ("a = pi/6", "texts stand in quotes"),
    ],
)
def test_what_is_no_toml_is_answered_by_what_to_write(line, words):
    with pytest.raises(BadCase) as caught:
        parse_case(f'coordinates = ["x"]\n[parameters]\n{line}\n')
    assert words in str(caught.value)


def test_degrees_at_the_start_are_answered_by_what_to_write():
    text = 'coordinates = ["x"]\nlagrangian = "xdot**2"\n[initial]\nx = "-7.5 deg"\n'
    with pytest.raises(BadCase, match=r'try "-7.5\*pi/180"'):
        parse_case(text)


def test_velocities_beyond_the_machine_are_named():
    sled = nh.System(
        "x y", "m*(x'**2 + y'**2)/2", ["x' = y*y'"], parameters={"m": 1}, initial={"ydot": 1e200}
    )
    with pytest.raises(NonholoError, match=r"ydot\*\*2 has no finite real value"):
        nh.simulate(sled, 1)


def test_a_simulation_in_python_takes_constants_too():
    free = nh.System("x theta", "m*xdot**2/2 + thetadot**2/2", parameters={"m": 1})
    asked = {"initial": {"theta": "pi/6", "xdot": "1/2"}, "parameters": {"m": "sqrt(4)"}}
    found = nh.simulate(free, 1, **asked)
    assert found.q["theta"][0] == pytest.approx(math.pi / 6)
    assert found.q["x"][-1] == pytest.approx(0.5)
    with pytest.raises(BadCase, match="needed is a finite number"):
        nh.simulate(free, 1, initial={"theta": "north"})
    with pytest.raises(nh.NonholoError, match="is a mass or a moment of inertia 0"):
        nh.simulate(nh.System("x", "m*xdot**2/2 - x", parameters={"m": 0}), 1)


@pytest.mark.parametrize(
    ("coordinates", "lagrangian", "rows", "numbers"),
    [
        ("x y", "x'^2/2 + m*y'^2/2 - m*(x - y)^2", [], {"m": 0}),
        ("x y", "x'^2/2 + (m - n)*(y'^2/2 - y)", [], {"m": 2, "n": 2}),
        ("x y z", "x'^2/2 + m*y'^2/2 - x^2", ["y' = (2 + sin(x))*z' + x'"], {"m": 0}),
    ],
)
def test_a_mass_that_cancels_leaves_its_coordinate_open_at_zero(
    coordinates, lagrangian, rows, numbers
):
    case = nh.System(coordinates, lagrangian, rows, parameters=numbers)
    with pytest.raises(nh.errors.SingularMass, match=r"y''.* may be any function of time"):
        nh.simulate(case, 1, initial={"x": 1})
    law, n = model(case.system), len(coordinates.split())
    members = [[*numbers.values()], [*(numbers | {"m": 3}).values()]]
    states = [law.admissible(0.0, np.eye(1, 2 * n)[0])] * 2
    assert regular(in_columns(law, members), np.array(states)).tolist() == [False, True]


def test_what_stands_in_no_row_starts_at_zero_where_others_cannot():
    energy = "(x'^2 + y'^2 + z'^2 + w'^2)/2"
    circle = nh.System("x y z w", energy, holonomic_constraints=["y^2 + z^2 = 1", "w = x"])
    at = nh.simulate(circle, 1, initial={"z": "3/5"}).q
    assert [at[name][0] for name in "xyzw"] == pytest.approx([0, 0.8, 0.6, 0])
    pace = nh.System("x y z w", energy, ["y'^2 + z'^2 = 1"])
    at = nh.simulate(pace, 1, initial={"zdot": "3/5"}).v
    assert [at[name][0] for name in "xyzw"] == pytest.approx([0, 0.8, 0.6, 0])


def test_what_is_assumed_stands_in_a_table():
    with pytest.raises(nh.NonholoError) as caught:
        nh.System("x", "m*x'**2/2", parameters={"m": "positive"})
    assert "try: a table, as in m = { positive = true }" in str(caught.value)


def test_an_angle_that_looks_like_degrees_gets_a_remark():
    skate = "m*(x'^2 + y'^2)/2 + J*theta'^2/2 - m*g*y"
    given = {"x": 20, "y": 30, "theta": 30, "xdot": 1}
    numbers = {"m": 1, "J": 1, "g": 9.81}
    case = nh.System(
        "x y theta", skate, ["x' sin(theta) = y' cos(theta)"], parameters=numbers, initial=given
    )
    told = [str(remark) for remark in nh.simulate(case, 0.1, reversal=False).receipt.remarks]
    assert [t for t in told if "radians" in t] == [
        "theta = 30 is in radians; 30 degrees are 0.523599"
    ]
