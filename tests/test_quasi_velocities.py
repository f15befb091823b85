"""Quasi-velocities that a case names: read everywhere, used by the formulations that can use them."""

from __future__ import annotations

import json
import re
from itertools import product
from math import pi, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import all_zero
from nonholo.dynamics.equations import motion
from nonholo.errors import BadCase, InadmissibleState
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.curvature.frames import chosen
from nonholo.geometry.distribution.distribution import distribution
from nonholo.languages import LANGUAGES
from nonholo.readers.case_file import parse_case
from nonholo.readers.own import own_copy
from nonholo.testing import laws
from nonholo.testing import strategies as some
from nonholo.views.equations.control import control_text

CASES = Path(__file__).parents[1] / "cases"
BLADE = {"v": "x'*cos(theta) + y'*sin(theta)", "w": "theta'"}
SIDE = {"side": "y'*cos(theta) - x'*sin(theta)"}
SLEIGH = "m/2*(v^2 + (side + a*w)^2) + I/2*w^2"
BODY = {  # body rates of Euler's angles
    "w1": "psi'*sin(theta)*sin(phi) + theta'*cos(phi)",
    "w2": "psi'*sin(theta)*cos(phi) - theta'*sin(phi)",
    "w3": "psi'*cos(theta) + phi'",
}


def sleigh(**more):
    return nh.System(
        "x y theta", SLEIGH, ["side = 0"], velocities=BLADE | SIDE, dependent=["y"], **more
    )


def rates_are(found, case, expected) -> bool:
    """The rates of the free quasi-velocities of a derivation are these texts in them."""
    own = found.equations.frame
    names = {str(u) for u in own.symbols}
    graph = own.distribution.chart.graph
    letters = nh.System("unused", "unused", parameters=[*names, *case.scope.parameters]).scope
    texts = [letters.expression(text) for text in expected]
    return all_zero(a - b for a, b in zip(found.motion.rates, graph.copy(texts))).proved


# published results ------------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["hamel", "appell"])
def test_the_sleigh_told_in_its_own_velocities(form):
    """v' = a w^2, w' = -m a v w/(I + m a^2) (Chaplygin 1911; Bloch 2003, sec 1.7)."""
    case = sleigh()
    found = nh.compare(case).entry(form)
    assert found.agrees and tuple(map(str, found.equations.frame.symbols)) == ("v", "w")
    assert rates_are(found, case, ["a*w^2", "-m*a*v*w/(I + m*a^2)"])


@pytest.mark.parametrize("form", ["hamel", "appell"])
def test_suslov(form):
    """I1 w1' = -(I13 w1 + I23 w2) w2, I2 w2' = (I13 w1 + I23 w2) w1 (Suslov 1946)."""
    case = nh.read_case(CASES / "large" / "suslov_in_body_rates.toml")
    found = nh.compare(case).entry(form)
    expected = ["-(I13*w1 + I23*w2)*w2/I1", "(I13*w1 + I23*w2)*w1/I2"]
    assert found.agrees and rates_are(found, case, expected)


def test_every_motion_of_suslov_tends_to_a_steady_turning():
    run = nh.simulate(CASES / "large" / "suslov_in_body_rates.toml", 60, points=2)
    first, last = (0.5 * run.quasi["w1"] + 0.25 * run.quasi["w2"]).tolist()
    assert run.receipt.ok and abs(first) > 0.3 and abs(last) < 1e-6
    assert abs(run.quasi["w3"]).max() < 1e-12


def test_euler_equations_of_a_free_body():
    """I1 w1' = (I2 - I3) w2 w3 and its relatives, from kinetic energy in body rates (Euler 1765)."""
    kinetic = "(I1*w1^2 + I2*w2^2 + I3*w3^2)/2"
    case = nh.System("psi theta phi", kinetic, velocities=BODY)
    expected = ["(I2 - I3)*w2*w3/I1", "(I3 - I1)*w3*w1/I2", "(I1 - I2)*w1*w2/I3"]
    found = nh.compare(case)
    for form in ("hamel", "appell"):
        assert found.entry(form).agrees and rates_are(found.entry(form), case, expected)


def test_veselova_keeps_the_horizontal_part_of_the_angular_momentum():
    """Its length, beside the energy (Veselov and Veselova 1988): the facts of the case."""
    found = [
        f for f in nh.judge(nh.read_case(CASES / "large" / "veselova.toml")) if "conserved" in f.key
    ]
    assert [f.status for f in found] == ["holds"] * 4


# what is read -----------------------------------------------------------------------------------
def test_a_case_in_quasi_velocities_is_the_case_in_velocities():
    plain = nh.read_case(CASES / "chaplygin_sleigh.toml")
    a, b = nh.compare(sleigh()), nh.compare(nh.System("x y theta", *_plain(), dependent=["y"]))
    graph = a.distribution.chart.graph
    copied = graph.copy(b.reference.accelerations)
    assert all_zero(f - g for f, g in zip(a.reference.accelerations, copied)).proved
    assert nh.check(sleigh()).growth.vector == nh.check(plain).growth.vector == (2, 3)


def _plain():
    L = "m/2*((x' - a*sin(theta)*theta')^2 + (y' + a*cos(theta)*theta')^2) + I/2*theta'^2"
    return L, ["y'*cos(theta) - x'*sin(theta)"]


def test_one_may_use_those_before_it_and_stand_in_forces_and_forms():
    case = nh.System(
        "x y",
        "x'^2 + y'^2",
        ["dy = u dt"],
        forces={"x": "-k*s"},
        velocities={"u": "x' - y'", "s": "2*u + x'"},
    )
    system = case.system
    assert [str(e) for e in system.pfaffian.matrix[0]] == ["-1", "2"]
    assert str(system.forces[0]) == "-k*(3*xdot - 2*ydot)"


def test_initial_values_of_quasi_velocities():
    numbers = {"m": 1, "I": 1, "a": "1/4"}
    case = sleigh(parameters=numbers, initial={"theta": pi / 3, "v": 2, "w": 1})
    run = nh.simulate(case, 1, points=3)
    assert run.receipt.ok and abs(run.v["x"][0] - 1) < 1e-12
    assert abs(run.v["y"][0] - sqrt(3)) < 1e-12
    assert nh.simulate(case, 1, initial={"v": 3}, points=3).quasi["v"][0] == pytest.approx(3)
    moved = nh.simulate(case, 1, initial={"xdot": 3}, points=3)
    assert moved.v["x"][0] == 3 and "v = 6" in " ".join(moved.receipt.remarks)
    with pytest.raises(InadmissibleState, match="breaks the constraint"):
        nh.simulate(sleigh(parameters=numbers, initial={"side": 1}), 1)


def test_a_steady_motion_is_named_by_quasi_velocities():
    case = sleigh()
    by_rates = nh.linearise(case, {"theta": "pi/3", "xdot": "V/2"}).linear
    by_speed = nh.linearise(case, {"theta": "pi/3", "v": "V"}).linear
    for one, other in zip(
        (by_rates.M, by_rates.C, by_rates.K), (by_speed.M, by_speed.C, by_speed.K)
    ):
        assert all_zero(a - b for r, s in zip(one, other) for a, b in zip(r, s)).proved
    with pytest.raises(InadmissibleState, match="name fewer velocities"):
        nh.linearise(case, {"v": "2", "xdot": "1"})


def test_quasi_velocities_that_are_not_named_are_0_where_the_named_ones_leave_them_free():
    """A cart on two wheels: with v = 1 it neither turns on a wheel nor about the measured point."""
    case = nh.System(
        "x y th r l",
        "x'^2 + y'^2 + th'^2 + r'^2 + l'^2",
        ["y'*cos(th) - x'*sin(th)", "r' + l' = 2*(x'*cos(th) + y'*sin(th))", "th' = r' - l'"],
        velocities={"v": "x'*cos(th) + y'*sin(th) + 3*th'", "om": "th'", "wheel": "r'"},
    )
    steady = {s.args: str(e) for s, e in nh.linearise(case, {"v": "1"}).linear.base.items()}
    run = nh.simulate(case, 1, initial={"v": 1}, points=2)
    assert [steady[name] for name in ("xdot", "thdot", "rdot", "ldot")] == ["1", "0", "1", "1"]
    assert [run.quasi[name][0] for name in ("v", "om", "wheel")] == pytest.approx([1, 0, 1])


RACER = [
    "-x'*sin(th) + y'*cos(th) = 0",
    "-gx*sin(th+phi) + gy*cos(th+phi) = 0",
]
GRIP = {
    "gx": "x' - l1*sin(th)*th' - l2*sin(th+phi)*(th'+phi')",
    "gy": "y' + l1*cos(th)*th' + l2*cos(th+phi)*(th'+phi')",
}
AHEAD = {"v": "x'*cos(th) + y'*sin(th)"}


@pytest.mark.parametrize(
    ("names", "inputs", "passed_over"),
    [
        (AHEAD | GRIP, ("v", "thdot"), ("gx", "gy")),  # a regular pair with one of the names
        (GRIP, ("w1", "w2"), ("gx", "gy")),  # none
        (GRIP | AHEAD | {"turn": "th'"}, ("v", "turn"), ()),  # a regular pair behind them
        ({"v": AHEAD["v"], "joint": "phi'"}, ("v", "joint"), ()),  # a choice, though it has poles
    ],
)
def test_names_for_parts_of_velocities_are_no_inputs(names, inputs, passed_over):
    rows = [
        text.replace("gx", f"({GRIP['gx']})").replace("gy", f"({GRIP['gy']})") for text in RACER
    ]
    case = nh.System(
        "x y th phi",
        None,
        rows,
        velocities=names,
        parameters={"l1": {"positive": True}, "l2": {"positive": True}},
    )
    form = nh.control_form(case)
    assert (form.inputs, form.passed_over) == (inputs, passed_over)
    told = control_text(form)
    assert ("are no inputs" in told) == bool(passed_over)


@given(data=st.data(), setting=some.small_settings())
def test_formulations_agree_in_any_chosen_velocities(data, setting):
    """Random sums of velocities, more or fewer than are free: the same accelerations, and rates
    told in nothing but those velocities.
    """
    system, d = setting
    chart = d.chart
    count = data.draw(st.integers(1, chart.n))
    rows = data.draw(some.mixings(chart, chart.n, [*chart.q]))[:count]
    named = {
        f"qv{i}": chart.graph.add(*(e * v for e, v in zip(row, chart.v)))
        for i, row in enumerate(rows)
    }
    with laws.without_proof():
        own = chosen(d, named)
        assert len(own.symbols) == d.m
        expected = motion(multipliers(system, d)).accelerations
        rates = own.rates_by(expected)
        for form in ("hamel", "appell", "maggi"):
            found = motion(FORMULATIONS[form](system, d, own))
            laws.equal(found.accelerations, expected)
            laws.equal(found.rates, rates if found.rates else ())
            others = [v for v in chart.v if v not in own.symbols]
            assert not any(rate.has(others) for rate in (*found.rates, *rates))


@pytest.mark.parametrize("form", ["hamel", "kane", "appell", "maggi"])
def test_code_holds_no_velocity_that_it_is_not_given(form):
    """A name of one's own, v, that the program completes: w = (v, thdot)."""
    case = completed()
    for name in LANGUAGES:
        written = nh.equations(case, form, name).replace("xdot + ydot", "")
        assert "thdot" in written and not re.search(r"\b[xy]dot\b", written)


@pytest.mark.parametrize("form", ["hamel", "kane", "appell", "maggi"])
def test_code_holds_no_velocity_that_cancels(form):
    """A ball: of w x I w nothing is left, and that was met in a' and c' before."""
    w = ("b'*cos(c) + a'*sin(b)*sin(c)", "a'*cos(c)*sin(b) - b'*sin(c)", "c' + a'*cos(b)")
    rolls = [
        f"({w[0]})*(cos(c)*cos(a) - cos(b)*sin(c)*sin(a))",
        f"-({w[1]})*(sin(c)*cos(a) + cos(b)*cos(c)*sin(a))",
        f"({w[2]})*sin(b)*sin(a)",
    ]
    case = nh.System(
        "y a b c",
        f"(y'^2 + {' + '.join(f'({e})^2' for e in w)})/2",
        [f"y' + {' + '.join(rolls)} = 0", f"{w[1]} + sin(t) = y'"],
        velocities={"u": w[2]},
    )
    code = nh.equations(case, form, "python").split('"""')[2]
    assert not re.search(r"\b[ybc]dot\b", code)  # w = (u, adot)


def completed():
    return nh.System(
        "x y th",
        "(x'^2 + (y' + th')^2 + th'^2)/2",
        ["y' = th*x'"],
        velocities={"v": "x' + y'"},
    )


def test_a_velocity_that_the_constraints_determine_is_not_chosen():
    case = own_copy(sleigh())
    own = chosen(distribution(case.system.pfaffian, ["x"]), case.system.velocities)
    assert [str(u) for u in own.symbols] == ["v", "w"]
    few = nh.System("x y z", "x'^2 + y'^2 + z'^2", ["z' = y*x'"], velocities={"u": "x' + y'"})
    own = nh.compare(few).entry("hamel").equations.frame
    assert str(own.symbols[0]) == "u" and own.symbols[1] in own.distribution.chart.v


# SymPy ------------------------------------------------------------------------------------------
def test_sympy_functions_of_time_are_quasi_velocities():
    from sympy import cos, sin, symbols
    from sympy.physics.mechanics import dynamicsymbols

    x, y, theta, v, w = dynamicsymbols("x y theta v w")
    m, J = symbols("m J", positive=True)
    case = nh.System(
        [x, y, theta],
        m * (x.diff() ** 2 + y.diff() ** 2) / 2 + J * w**2 / 2,
        [y.diff() * cos(theta) - x.diff() * sin(theta)],
        velocities={v: x.diff() * cos(theta) + y.diff() * sin(theta), w: theta.diff()},
        initial={v: 1},
        parameters={m: 2, J: 1},
    )
    found = nh.compare(case).entry("hamel")
    rows = [nh.in_sympy(case, row) for row in found.equations.rows]
    assert found.agrees and rows == [m * v.diff(), J * w.diff()]
    assert nh.simulate(case, 1, points=2).quasi["v"][0] == pytest.approx(1)


# commands and records ---------------------------------------------------------------------------
def test_commands_show_them(capsys):
    suslov = str(CASES / "large" / "suslov_in_body_rates.toml")
    assert main(["compare", suslov]) == 0
    told = capsys.readouterr().out
    assert "w1'  = -w2*(I23*w2 + I13*w1)/I1" in told and "w3  = phidot + psidot*cos(theta)" in told
    assert main(["check", suslov, "--json"]) == 0
    meaning = {"w3": "phidot + psidot*cos(theta)"}
    assert json.loads(capsys.readouterr().out)["velocities"].items() >= meaning.items()
    assert main(["equations", suslov, "--form", "control"]) == 0
    assert "w1" in capsys.readouterr().out
    assert main(["equations", suslov, "--form", "hamel", "--as", "latex"]) == 0
    told = capsys.readouterr().out
    assert r"\dot{w}_{1}" in told and "psi" in told
    assert main(["simulate", suslov, "--duration", "1", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["velocities"]) == {"w1", "w2", "w3"}
    assert main(["equations", suslov, "--form", "hamel", "--as", "json"]) == 0
    rates = json.loads(capsys.readouterr().out)["quasi_rates"]
    assert rates == {
        "w1dot": "-w2*(I23*w2 + I13*w1)/I1",
        "w2dot": "w1*(I13*w1 + I23*w2)/I2",
    }


@pytest.mark.parametrize("form", ["hamel", "kane", "appell", "maggi"])
@pytest.mark.parametrize(
    ("name", "quasi"),
    [
        ("suslov_in_body_rates", ()),
        ("unicycle", ("v = x'*cos(theta) + y'*sin(theta)", "w = 2*theta'")),
        ("", ()),
    ],
)
def test_code_in_quasi_velocities_moves_as_code_of_accelerations(name, quasi, form):
    """r = (q', w'): the rate of q' along it is q'' of the multipliers."""
    case = nh.case(name) if name else completed()
    spaces: list[dict] = [{}, {}]
    exec(nh.equations(case, form, "python", quasi=quasi), spaces[0])
    exec(nh.equations(case, "multipliers", "python"), spaces[1])
    rates, accelerations = spaces[0]["rates"], spaces[1]["accelerations"]
    order = [names(text.__doc__) for text in (rates, accelerations)]
    numbers = {n: 0.7 + 0.1 * k for k, n in enumerate(sorted({*order[0]["p"], *order[1]["p"]}))}
    q = [0.3 + 0.2 * k for k in range(len(order[0]["q"]))]
    w = [0.5 - 0.3 * k for k in range(len(order[0]["w"]))]
    p = [numbers[n] for n in order[0]["p"]]
    r, h, n = rates(0.0, q, w, p), 1e-6, len(q)
    moved = [
        rates(0.0, [a + s * b for a, b in zip(q, r)], [a + s * b for a, b in zip(w, r[n:])], p)
        for s in (h, -h)
    ]
    speeds = dict(zip((f"{c}dot" for c in order[0]["q"]), r))
    found = accelerations(
        0.0, q, [speeds[v] for v in order[1]["v"]], [numbers[x] for x in order[1]["p"]]
    )
    for a, b, c in zip(*(m[:n] for m in moved), found):
        assert (a - b) / (2 * h) == pytest.approx(c, rel=1e-6, abs=1e-6)


def names(told: str) -> dict[str, list[str]]:
    """The names of each argument, from the comment of generated code."""
    return {
        letter: [n for n in inside.replace(" ", "").split(",") if n]
        for letter, inside in re.findall(r"(\w+) = \(([^()]*)\)", told)
    }


HEAD = 'coordinates = ["x", "y"]\nlagrangian = "x\'^2"\n[parameters]\nm = 1\n[velocities]\n'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("v = \"x'*y'\"", r"velocities.v \(line 6\): xdot\*ydot is not linear in the velocities"),
        ('v = "x + y"', r"velocities.v \(line 6\): x \+ y holds no velocity"),
        ("v = \"x''\"", r"velocities.v \(line 6\): holds accelerations"),
        ('x = "y\'"', "velocities.x: is a coordinate; a quasi-velocity needs a name of its own"),
        ('m = "y\'"', "velocities.m: is a parameter"),
        ('xdot = "y\'"', "velocities.xdot: is the velocity of x"),
        ('t = "y\'"', "velocities.t: is time"),
        ('v = "u + x\'"', "u is not declared"),
        ("v = 3", r"velocities.v \(line 6\): needed is a text in quotes, given was 3"),
    ],
)
def test_what_is_no_quasi_velocity_is_refused(line, words):
    with pytest.raises(BadCase, match=words):
        parse_case(HEAD + line, "v.toml")


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        ("v' = 0", "v is a quasi-velocity: its rate is no velocity"),
        ("dy = v dx", "a quasi-velocity times the differential dx; write v dt"),
    ],
)
def test_what_a_quasi_velocity_is_not(constraint, words):
    with pytest.raises(BadCase, match=words):
        nh.System("x y", constraints=[constraint], velocities={"v": "x' + y'"})


def test_a_rate_that_is_taken_is_refused():
    with pytest.raises(
        BadCase, match=r"velocities\.v: its rate would be vdot, which is a parameter"
    ):
        nh.System("x y", "vdot*x'^2", parameters=["vdot"], velocities={"v": "x'"})


def test_a_rate_is_no_other_quasi_velocity():
    """The equations of Hamel took w' for the velocity that is called wdot."""
    with pytest.raises(BadCase, match=r"velocities\.w: its rate would be wdot, which is a quasi-v"):
        nh.System("x y", "x'^2 + x*y'^2", velocities={"w": "x'", "wdot": "y'"})


@pytest.mark.parametrize("form", ["hamel", "control"])
@pytest.mark.parametrize(
    ("name", "is_already"), [("m", "a parameter"), ("f", "a function"), ("u", "an input")]
)
def test_a_quasi_velocity_asked_for_is_no_letter_of_the_case(form, name, is_already):
    """The equations of Hamel in "m = x'" took the mass for a velocity."""
    case = nh.System(
        "x y", "m*x'^2 + f(x)*y'^2", parameters=["m"], functions=["f(x)"], inputs={"u": {"x": 1}}
    )
    with pytest.raises(BadCase, match=rf"velocities\.{name}: is {is_already}; a quasi-velocity"):
        nh.equations(case, form, quasi=[f"{name} = x'", "w = y'"])


def test_rates_of_a_body_in_its_own_axes_and_in_space_stand_side_by_side():
    """Chaplygin's ball without spin (Ehlers and Koiller 2007): more names than velocities, of which
    the constraints leave the first two free; all of them may be told at the beginning.
    """
    text = """
coordinates = ["x", "y", "psi", "th", "ph"]
lagrangian = "(x'^2 + y'^2 + 2*w1^2 + 3*w2^2 + 4*w3^2)/2"
constraints = ["x' = wy", "y' = -wx", "wz = 0"]
initial = { th = 1, w1 = 1, wy = 0.5 }
[velocities]
w1 = "psi'*sin(th)*sin(ph) + th'*cos(ph)"
w2 = "psi'*sin(th)*cos(ph) - th'*sin(ph)"
w3 = "psi'*cos(th) + ph'"
wx = "th'*cos(psi) + ph'*sin(psi)*sin(th)"
wy = "th'*sin(psi) - ph'*cos(psi)*sin(th)"
wz = "psi' + ph'*cos(th)"
"""
    case = parse_case(text, "ball.toml")
    compared = nh.compare(case)
    assert [compared.entry(name).agrees for name in ("hamel", "kane", "appell")] == [True] * 3
    run = nh.simulate(case, 1, points=3)
    assert run.receipt.ok
    assert [run.quasi[name][0] for name in ("w1", "wy", "wz")] == pytest.approx([1, 0.5, 0])
    free = chosen(distribution(case.system.pfaffian), case.system.velocities).symbols
    assert list(map(str, free)) == ["w1", "w2"]


@pytest.mark.parametrize("form", ["maggi", "kane"])
@pytest.mark.parametrize(
    "told",
    [
        {"a": "y'", "b": "x'"},
        {"a": "x' + y'", "b": "x' - y'"},
        {"a": "x'*cos(z) + y'*sin(z)", "b": "y'*cos(z) - x'*sin(z)"},
        {"a": "y' + z'", "b": "x'"},
    ],
)
def test_balances_along_chosen_velocities_have_no_pole_where_the_inertia_is_positive(form, told):
    """Whatever vanishes beside its diagonal, or on that of rows that are paired otherwise."""
    inertia = "x'**2 + y'**2 + sin(y)*x'*y' + z'**2/2"
    chosen_ones = nh.System("x y z", inertia, ["z' = x*x'"], velocities=told)
    plain = nh.System("x y z", inertia, ["z' = x*x'"])
    by_frame, known = (
        nh.equations(case, one).motion.accelerations
        for case, one in ((chosen_ones, form), (plain, "multipliers"))
    )
    for y, z in product((0, 1, -1, 2), repeat=2):
        assert at_quarter_turns(by_frame, y, z) == at_quarter_turns(known, y, z)


def at_quarter_turns(found, y, z):
    """Accelerations with x = 1, x' = 2, y' = 3, at quarter turns y, z."""
    graph = found[0].graph
    quarter = graph.pi / 2
    at = {"x": graph.one, "y": quarter * y, "z": quarter * z}
    at |= {"xdot": graph.one * 2, "ydot": graph.one * 3}
    put = {graph.symbol(name): value for name, value in at.items()}
    return [str(e) for e in graph.substitute(list(found), put)]


@pytest.mark.parametrize("form", ["hamel", "appell"])
def test_accelerations_in_body_rates_have_no_pole_but_that_of_the_angles(form):
    """A rotation is its own inverse transposed: no pivot of it stands below."""
    inertia = "(A*w1**2 + B*w2**2 + C*w3**2)/2"
    case = nh.System("phi theta psi", inertia, velocities=BODY, parameters=["A", "B", "C"])
    angles = nh.equations(case, form).motion.accelerations
    graph = angles[0].graph
    quarters = [graph.zero, graph.pi / 2, graph.pi, -graph.pi / 2]
    for phi in quarters:
        there = {graph.symbol("phi"): phi, graph.symbol("theta"): graph.pi / 2}
        assert len(graph.substitute(list(angles), there)) == 3  # a pole would raise
