"""Inputs: letters in the applied forces, in every question about a case."""

import ctypes
import json
import math
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from types import SimpleNamespace

import numpy as np
import pytest
import sympy.physics.mechanics as me
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp, trapezoid
from sympy import Matrix, Rational, Symbol, simplify, sin, symbols
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh
from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.dynamics.conserved import keeps_component
from nonholo.dynamics.system import input_rate, with_inputs
from nonholo.errors import BadCase, SingularMass
from nonholo.findings.conservation import conserved, integrals, measure
from nonholo.languages import LANGUAGES, language
from nonholo.linear.elimination import dot, echelon
from nonholo.numerics.monitors import monitors
from nonholo.readers.case_file import parse_case
from nonholo.views.motion.picture import picture
from nonholo.writing.present import presentable
from tests.draws import draws

CASES = Path(__file__).parents[1] / "cases"

CART = """
coordinates = ["x"]
lagrangian = "m*xdot**2/2 - k*x**2/2"
{inputs}
[parameters]
m = 2
k = 8
F = 3
c = 0.5
[forces]
x = "u - c*xdot"
"""


def cart(inputs: str = 'inputs = ["u"]'):
    return parse_case(CART.format(inputs=inputs), "cart.toml")


# reading ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('inputs = ["u"]', "None"),
        ('inputs = "u"', "None"),
        ("inputs.u = {}", "None"),
        ("inputs.u = 2.5", "5/2"),
        ('inputs.u = "F*sin(t)"', "F*sin(t)"),
    ],
)
def test_input_of_a_case_file(written, value):
    system = cart(written).system
    assert {str(u): str(x) for u, x in system.inputs.items()} == {"u": value}
    assert str(system.forces[0]) == "u - c*xdot"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('inputs = ["x"]', "inputs.x: is a coordinate; an input needs a name of its own"),
        ('inputs = ["u", "m"]', "inputs.m: is a parameter; an input needs a name of its own"),
        ('inputs = ["u", "xdot"]', "inputs.xdot: is the velocity of x; an input needs"),
        ('inputs = ["u", "t"]', "inputs.t: is time; an input needs a name of its own"),
        ('inputs.u = "2*x"', "inputs.u (line 4): 2*x holds x; needed is a number or an expression"),
        ('inputs.u = "w"', "w is not declared"),
        ("inputs.u = true", "inputs.u (line 4): needed is a number, a text in t"),
        ('inputs = ["u", "a b"]', "inputs: 'a b' is no name"),
    ],
)
def test_wrong_inputs_are_told(written, told):
    with pytest.raises(nh.NonholoError) as error:
        cart(written)
    assert told in str(error.value)


def test_an_inequality_holds_no_input():
    with pytest.raises(nh.NonholoError, match="holds the input u, which can be chosen"):
        nh.System("x", "xdot**2", forces={"x": "u"}, inputs="u", inequalities=["x >= u"])


def test_the_rate_of_an_input_is_told():
    x, F = dynamicsymbols("x F")
    with pytest.raises(nh.NonholoError, match="is the rate of a function of time that is no coord"):
        nh.System([x], x.diff() ** 2, forces={x: F + F.diff()})


def test_crossings_and_planes_may_hold_inputs():
    for u in ("sin(t)", lambda t, q, v: math.sin(t)):
        run = moved(u, crossings=("u - 1/2",))
        assert run.events[0].t == pytest.approx(math.pi / 6, abs=1e-9)


def test_an_input_stands_in_forces_alone():
    for more in ({"constraints": ["xdot = u"]}, {"holonomic_constraints": ["x - u"]}):
        with pytest.raises(
            nh.NonholoError, match="holds the input u; an input is an applied force"
        ):
            nh.System("x y", "xdot**2 + ydot**2", inputs="u", **more)
    with pytest.raises(nh.NonholoError, match="the force on q is u"):
        nh.System("x", "xdot**2 + u*x", inputs="u")


def test_inputs_of_texts_in_python():
    case = nh.System("x", "m*xdot**2/2", forces={"x": "u"}, inputs={"u": "F*cos(t)"})
    assert case.scope.parameters == ("m", "F")
    assert case.scope.inputs == ("u",)
    (force,) = with_inputs(case.system).forces
    assert str(force) == "F*cos(t)"


def test_loads_of_bodies_take_inputs():
    case = nh.System(
        "x y",
        bodies=[{"name": "puck", "origin": ["x", "y", "0"], "mass": "m"}],
        loads=[{"body": "puck", "force": ["u", "0", "0"]}],
        inputs="u",
    )
    assert list(map(str, case.system.forces)) == ["u", "0"]


def test_dynamicsymbols_in_forces_alone_are_inputs():
    x, u = dynamicsymbols("x u")
    m, F, w = symbols("m F w")
    case = nh.System([x], m * x.diff() ** 2 / 2, forces={x: u - 3 * x + w}, inputs=[w])
    assert case.scope.inputs == ("w", "u")
    assert nh.in_sympy(case, case.system.forces[0]) == u - 3 * x + w
    t = u.args[0]
    case = nh.System([x], m * x.diff() ** 2 / 2, forces={x: u}, inputs={u: F * sin(t)})
    assert nh.in_sympy(case, with_inputs(case.system).forces[0]) == F * sin(t)
    with pytest.raises(nh.NonholoError, match="holds x"):
        nh.System([x], m * x.diff() ** 2 / 2, forces={x: u}, inputs={u: x * Symbol("b")})


# what is known of a letter that may be any function of time -------------------------------------
def test_an_input_is_no_constant_of_the_motion():
    """m x'' = F keeps x' - F t/m and m x'^2/2 - F x for a constant F; for an input F neither."""
    constant = nh.compare(nh.System("x", "m*xdot**2/2", forces={"x": "F"}))
    assert integrals(constant)
    driven = nh.compare(nh.System("x", "m*xdot**2/2", forces={"x": "F"}, inputs="F"))
    assert not conserved(driven)
    assert not integrals(driven)


def test_what_is_kept_for_every_input_is_found():
    """A force along y keeps the momentum along x, and x' y - ... of nothing else."""
    case = nh.System("x y", "m*(xdot**2 + ydot**2)/2", forces={"y": "u", "x": "0"}, inputs=["u"])
    assert [name for name, _ in conserved(nh.compare(case))] == ["momentum of x"]


def test_a_momentum_beside_an_input_is_not_kept_as_if_that_were_constant():
    """x' of a free particle is kept; x' + F is not, whatever is known of its acceleration."""
    free = nh.compare(nh.System("x", "m*xdot**2/2", inputs="F"))
    (velocity,), (F,) = free.system.chart.v, free.system.inputs
    assert keeps_component(free.system, free.distribution, velocity).proved
    assert keeps_component(free.system, free.distribution, velocity + F) is None


def test_rates_of_inputs_are_letters():
    system = cart().system
    (u,) = system.inputs
    first = input_rate(system, u**2)
    assert str(first) == "2*u*u'"
    assert "u''" in str(input_rate(system, first))


def test_no_measure_is_claimed_where_an_input_damps():
    damped = nh.System("x", "m*xdot**2/2", forces={"x": "-u*xdot"}, inputs="u")
    found = measure(nh.compare(damped))
    assert found.decision.answer is None
    assert "input" in found.decision.reason
    pushed = nh.System("x", "m*xdot**2/2", forces={"x": "u"}, inputs="u")
    assert measure(nh.compare(pushed)).decision.answer is True


# with numbers -----------------------------------------------------------------------------------
def moved(inputs, **settings):
    case = cart()
    return nh.simulate(case, 3, initial={"x": 1}, inputs={"u": inputs}, **settings)


def test_a_text_a_function_and_a_number_are_the_same_force():
    text = moved("2*cos(5*t)")
    law = moved(lambda t, q, v: 2 * math.cos(5 * t))
    assert text.receipt.ok and law.receipt.ok
    assert abs(text.q["x"] - law.q["x"]).max() < 1e-11
    assert abs(text.inputs["u"] - law.inputs["u"]).max() < 1e-15
    assert abs(moved(2).q["x"] - moved(lambda t, q, v: 2).q["x"]).max() < 1e-12


def test_a_feedback_law_is_the_law_it_writes():
    """u = -7 x - 3 x' on a cart with a spring: another spring, another damper."""
    found = moved(lambda t, q, v: -7 * q["x"] - 3 * v["x"])
    other = nh.System("x", "xdot**2 - 4*x**2", forces={"x": "-7*x - 7*xdot/2"}, initial={"x": 1})
    assert found.receipt.ok
    assert abs(found.q["x"] - nh.simulate(other, 3).q["x"]).max() < 1e-11


def compiled_method(name: str, missing: bool):
    return pytest.param(name, marks=pytest.mark.skipif(missing, reason=f"{name} needs more"))


METHODS = [
    "DOP853",
    "LSODA",
    "Radau",
    compiled_method("native", not which("cc")),
    compiled_method("taylor", not find_spec("heyoka")),
]


@pytest.mark.parametrize("method", METHODS)
def test_a_table_is_its_straight_lines(method):
    """The corners of a table are steps: against the solution piece by piece."""
    times, values = [0.0, 0.7, 1.1, 3.0], [0.0, 4.0, -2.0, 1.0]
    run = moved((times, values), method=method, rtol=1e-10)
    assert run.receipt.ok
    if method not in ("LSODA", "Radau"):
        ends = {piece[1] for piece in run.path.pieces}
        assert set(times[1:]) <= ends
    state, case = {"x": 1.0, "xdot": 0.0}, cart()
    for a, b, left, right in zip(times, times[1:], values, values[1:]):
        line = f"{left} + ({right - left})*(t - {a})/({b - a})"
        leg = nh.simulate(case, b - a, start=a, initial=state, inputs={"u": line}, points=2)
        state = {"x": leg.q["x"][-1], "xdot": leg.v["x"][-1]}
    assert abs(run.q["x"][-1] - state["x"]) < 1e-8


def test_the_receipt_accounts_for_the_work_of_inputs():
    """H - H(0) is the work of u and of friction, measured apart by quadrature."""
    run = moved(lambda t, q, v: 3 * math.sin(2 * t) - q["x"], points=20001)
    energy = next(f for f in run.receipt.findings if f.name == "energy")
    assert energy.kept
    gained = run.energy[-1] - run.energy[0]
    assert abs(gained - run.work[-1]) < 1e-9
    power = (run.inputs["u"] - 0.5 * run.v["x"]) * run.v["x"]
    assert abs(trapezoid(power, run.t) - gained) < 1e-6


def test_a_wrong_work_is_seen():
    """Energy that no input has brought: the receipt's finding is no tautology."""
    run = moved("2*cos(5*t)")
    states = np.column_stack([run.q["x"], run.v["x"], run.work])
    states[:, -1] *= 1.01
    assert abs(monitors(run.model, run.t, states).imbalance).max() > 1e-4


@pytest.mark.parametrize(
    "given", [([0, 1, 3], [0.0, 2.0, -1.0]), lambda t, q, v: -2 * q["x"] - v["x"]]
)
def test_the_discrete_method_asks_inputs_in_the_middle_of_a_step(given):
    """Of second order: half the step, a quarter of the error."""
    exact = moved(given, rtol=1e-10).q["x"][-1]
    coarse, fine = (
        abs(moved(given, method="discrete", step=h).q["x"][-1] - exact) for h in (0.02, 0.01)
    )
    assert fine < 1e-3 and 3 < coarse / fine < 5


def test_what_a_drive_prescribes_is_a_function_of_time():
    """x' = u(t): an input in a constraint is refused with the way to write it, which works."""
    with pytest.raises(BadCase, match=r'functions = \["u\(t\)"\]'):
        nh.System("x y", "x'^2 + y'^2", ["x' = u"], inputs=["u"])
    driven = nh.System("x y", "x'^2 + y'^2", ["x' = u(t)"], functions=["u(t) = sin(t)"])
    assert nh.check(driven).verdict == "holonomic"
    for method in ("DOP853", "native"):
        end = nh.simulate(driven, 2, method=method).q["x"][-1]
        assert end == pytest.approx(1 - math.cos(2), abs=1e-8)


def test_native_code_takes_texts():
    assert abs(moved("sin(t)", method="native").q["x"] - moved("sin(t)").q["x"]).max() < 1e-9


def test_native_code_calls_functions_of_python():
    """A feedback of place and velocity, beside a table, as the other methods move it."""

    def law(t, q, v):
        return -2 * q["x"] - v["x"] + math.cos(t)

    assert abs(moved(law, method="native").q["x"] - moved(law).q["x"]).max() < 1e-9
    both = nh.System("x", "x'^2/2", forces={"x": "u + w"}, inputs=["u", "w"], initial={"x": 1})
    given = {"u": law, "w": ([0, 1, 3], [0.0, 2.0, -1.0])}
    one, other = (
        nh.simulate(both, 3, inputs=given, method=method) for method in ("native", "DOP853")
    )
    assert abs(one.q["x"][-1] - other.q["x"][-1]) < 1e-9
    assert one.receipt.ok


def test_an_error_in_a_function_that_native_code_calls_is_told():
    with pytest.raises(nh.NonholoError, match=r"the input u failed at t = .*ZeroDivisionError"):
        moved(lambda t, q, v: 1 / (t < 0.5), method="native")


def test_taylor_refuses_functions_of_python():
    with pytest.raises(nh.NonholoError, match="computes outside of Python"):
        moved(lambda t, q, v: 0.0, method="taylor")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (lambda t: 1, "a function of three arguments"),
        (lambda t, q, v: q["y"], "failed at t = 0: KeyError: 'y' (q and v hold x)"),
        (lambda t, q, v: "much", "gave 'much' at t = 0; needed is a number"),
        (lambda t, q, v: float("nan"), "gave nan at t = 0; needed is a number"),
        (([0, 1], [0, 1]), "covers t from 0 to 1, and the motion lasts from 0 to 3"),
        (([0, 3, 2], [0, 1, 2]), "have to rise"),
        (([0, 3], [0]), "of one length"),
        ("2*x", "2*x holds x"),
        (None, "needed is a number, a text in t"),
    ],
)
def test_what_is_no_input_is_told(given, told):
    with pytest.raises(nh.NonholoError) as error:
        moved(given)
    assert told in str(error.value)


def test_an_input_without_a_value_and_one_that_is_none():
    with pytest.raises(nh.NonholoError, match="the input u has no value; give one with inputs="):
        nh.simulate(cart(), 1)
    with pytest.raises(nh.NonholoError, match=r"inputs\.w: no input of this case; there are u"):
        nh.simulate(cart(), 1, inputs={"w": 1})


def test_values_of_the_case_are_used_and_replaced():
    case = cart('inputs.u = "F*cos(5*t)"')
    own = nh.simulate(case, 1, parameters={"F": 2}, initial={"x": 1})
    assert abs(own.q["x"][-1] - moved("2*cos(5*t)").at(1.0)[0]["x"]) < 1e-11
    assert nh.simulate(case, 1, inputs={"u": 0}).inputs["u"].tolist() == [0] * 401


def test_a_rival_is_driven_by_the_same_input():
    case = nh.System(
        "x y", "(xdot**2 + ydot**2)/2", ["ydot = x*xdot"], forces={"x": "u"}, inputs="u"
    )
    run = nh.simulate(case, 1, inputs={"u": lambda t, q, v: 1 + t}, rival="maggi")
    assert run.parting.largest < 1e-10


def test_the_pressure_of_a_contact_holds_an_input():
    """A particle on a table, pulled up by u = t: it leaves where t = m g."""
    case = nh.System(
        "x z",
        "m*(xdot**2 + zdot**2)/2 - m*g*z",
        holonomic_constraints=["z"],
        inequalities=["z >= 0"],
        forces={"z": "u"},
        parameters={"m": 1, "g": 2},
        inputs="u",
    )
    for pull in ("t", lambda t, q, v: t, ([0, 3], [0, 3])):
        run = nh.simulate(case, 3, inputs={"u": pull})
        assert abs(run.events[-1].t - 2) < 1e-9


def test_inputs_on_the_command_line(tmp_path, capsys):
    file = tmp_path / "cart.toml"
    file.write_text(CART.format(inputs='inputs = ["u"]'))
    assert main(["simulate", str(file), "--input", "u=F*sin(t)", "--json", "--duration", "1"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["inputs"]["u"][-1] == pytest.approx(3 * math.sin(1))
    assert len(record["work"]) == len(record["t"])
    assert main(["simulate", str(file), "--input", "u=1", "--duration", "1"]) == 0
    assert "input u: 1" in capsys.readouterr().out
    out = tmp_path / "cart.csv"
    assert main(["simulate", str(file), "--input", "u=1", "-o", str(out)]) == 0
    assert "input_u" in out.read_text().split("\n")[0]
    capsys.readouterr()
    for wrong, told in (
        (["--input", "w=1"], "inputs.w: no input of this case"),
        (["--input", "u=1", "--input", "u=2"], "u: given twice by --input"),
        (["--set", "u=1"], 'u is an input: give it with --input "u=1"'),
        (["--input", "u=1", "--sweep", "m=1:2:2"], "write it under [inputs]"),
    ):
        assert main(["simulate", str(file), *wrong]) == 2
        assert told in capsys.readouterr().err
    assert main(["compare", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["inputs"] == {"u": None}


def test_the_page_shows_inputs(tmp_path, capsys):
    file = tmp_path / "cart.toml"
    file.write_text(CART.format(inputs='inputs = ["u"]') + "[initial]\nx = 1\n")
    assert main(["report", str(file), "-o", str(tmp_path / "cart.html")]) == 0
    assert "any function of time" in (tmp_path / "cart.html").read_text()


def test_the_picture_of_a_motion_draws_inputs():
    """The path, three coordinates, two inputs, energy and errors."""
    run = nh.simulate(CASES / "driven_knife_edge.toml", 1, rival="maggi")
    assert picture(run, "svg").count(b'id="axes_') == 8


def test_many_motions_use_the_input_of_the_case():
    case = cart('inputs.u = "F*cos(5*t)"')
    found = nh.ensemble(case, [{"F": 0}, {"F": 2}], 1)
    assert found[0]["q"]["x"][-1] == 0
    one = nh.simulate(case, 1, parameters={"F": 2})
    assert found[1]["q"]["x"][-1] == pytest.approx(one.q["x"][-1], abs=1e-12)


# small motions ----------------------------------------------------------------------------------
PENDULUM = nh.System(
    "x theta",
    "(M + m)*x'**2/2 + m*l*x'*theta'*cos(theta) + m*l**2*theta'**2/2 - m*g*l*cos(theta)",
    forces={"x": "u"},
    inputs="u",
    parameters={"M": 1, "m": "1/10", "l": "1/2", "g": "981/100"},
)


def texts(matrix):
    return [[str(presentable(e)) for e in row] for row in matrix]


def test_the_pendulum_on_a_cart_has_the_state_equations_of_the_textbook():
    """Ogata, Modern Control Engineering: theta'' = (M + m) g theta/(M l) - u/(M l),
    x'' = -m g theta/M + u/M.
    """
    space = nh.linearise(PENDULUM, outputs=["theta", "x"]).state_space()
    assert space.states == ("x", "theta", "xdot", "thetadot")
    assert texts(space.A)[2:] == [["0", "-m*g/M", "0", "0"], ["0", "g*(M + m)/(M*l)", "0", "0"]]
    assert texts(space.B) == [["0"], ["0"], ["1/M"], ["-1/(M*l)"]]
    assert texts(space.C) == [["0", "1", "0", "0"], ["1", "0", "0", "0"]]
    assert texts(space.D) == [["0"], ["0"]]


def test_torques_on_the_bicycle_stand_alone_on_the_right():
    """The benchmark's right-hand side f = (T_phi, T_delta) in lean and steer."""
    text = (CASES / "large" / "whipple_bicycle.toml").read_text()
    text += '\n[inputs]\nTlean = {}\nTsteer = {}\n[forces]\nroll = "Tlean"\nsteer = "Tsteer"\n'
    linear = nh.linearise(parse_case(text), {"xdot": "5"}).linear
    rows = [linear.velocities.index(name) for name in ("roll", "steer")]
    assert texts([linear.F[i] for i in rows]) == [["1", "0"], ["0", "1"]]


@given(st.integers(1, 4), st.integers(0, 3), st.floats(-1, 1), st.floats(0.1, 1))
@settings(max_examples=draws(10), deadline=None)
def test_small_motions_are_the_derivatives_of_motions(m, k, slope, push):
    """A and B against the derivatives of the accelerations that the equations of motion give."""
    case = nh.System(
        "x y a",
        f"{m}*(x'**2 + y'**2)/2 + a'**2*(2 + cos(a))/2 - {k}*a**2/2",
        ["y' = x'*sin(a)"],
        forces={"x": "u*cos(a) - x'", "y": f"{Fraction(slope).limit_denominator(9)}*w", "a": "w*u"},
        inputs="u w",
    )
    at = {"u": str(Fraction(push).limit_denominator(9))}
    with pytest.raises(nh.NonholoError, match="not a steady motion"):
        nh.linearise(case, at)
    space = nh.linearise(case, {"w": "0"}, outputs="x + 2*w*cos(a) - u**2 + a'").state_space()
    model_at = nh.compare(case)
    chart = model_at.system.chart
    zero = dict.fromkeys((*chart.q, *chart.v, *model_at.system.inputs), chart.graph.zero)
    solved = model_at.reference.accelerations
    for row, name in zip(space.B[-2:], ("x", "a")):
        slopes = [solved[chart.index(name)].diff(u).subs(zero) for u in model_at.system.inputs]
        assert all(decide_zero(e - slope).answer for e, slope in zip(row, slopes, strict=True))
    for row, name in zip(space.A[-2:], ("x", "a")):
        letters = [chart.graph.symbol(state) for state in space.states]
        slopes = [solved[chart.index(name)].diff(s).subs(zero) for s in letters]
        assert all(decide_zero(e - slope).answer for e, slope in zip(row, slopes, strict=True))
    measured = dict(zip(space.states, texts(space.C)[0]))
    assert measured.pop("x") == measured.pop("adot") == "1"
    assert set(measured.values()) == {"0"}
    assert texts(space.D) == [["0", "2"]]


def test_the_point_of_an_input():
    hanging = nh.System(
        "a", "m*adot**2/2 + m*g*cos(a)", forces={"a": "u"}, inputs={"u": "m*g/2"}, parameters="m g"
    )
    found = nh.linearise(hanging, {"a": "pi/6"})
    assert str(presentable(found.linear.K[0][0])) == "m*g*sqrt(3)/2"
    assert nh.linearise(hanging, {"a": "pi/2", "u": "m*g"}).linear.coordinates == ()
    with pytest.raises(nh.NonholoError, match="not a steady motion"):
        nh.linearise(hanging, {"a": "pi/2"})
    with pytest.raises(nh.NonholoError, match="w is no coordinate, velocity or input"):
        nh.linearise(hanging, {"w": "0"})
    with pytest.raises(nh.NonholoError, match="holds accelerations"):
        nh.linearise(hanging, {"a": "pi/6"}, outputs="addot")


def test_python_control_gets_matrices_and_names(monkeypatch):
    """The call, with something in place of the package."""
    asked = {}
    stand_in = SimpleNamespace(ss=lambda *matrices, **names: asked.update(names, m=matrices))
    monkeypatch.setitem(sys.modules, "control", stand_in)
    nh.linearise(PENDULUM, outputs={"tip": "x + l*sin(theta)", "v.x": "xdot"}).to_control(m=1)
    assert asked["states"] == ["x", "theta", "xdot", "thetadot"]
    assert (asked["inputs"], asked["outputs"]) == (["u"], ["tip", "v_x"])
    A, B, C, D = asked["m"]
    assert A[3].tolist() == pytest.approx([0, 9.81 * 2 / 0.5, 0, 0])
    assert B.tolist() == [[0], [0], [1], [-2]]
    assert C.tolist() == [[1, 0.5, 0, 0], [0, 0, 1, 0]]
    assert D.tolist() == [[0], [0]]


def test_without_python_control_it_is_asked_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(nh.NonholoError, match="pip install control"):
        nh.linearise(PENDULUM).to_control()


def test_python_control_takes_it():
    control = pytest.importorskip("control")
    system = nh.linearise(PENDULUM, outputs=["x", "x + l*sin(theta)"]).to_control()
    assert np.linalg.matrix_rank(control.ctrb(system.A, system.B)) == 4
    assert system.input_labels == ["u"]


def test_state_space_on_the_command_line(tmp_path, capsys):
    case = str(CASES / "driven_knife_edge.toml")
    asked = ["linearise", case, "--at", "xdot=v", "--output", "phi", "--output", "side=y"]
    assert main([*asked, "--json"]) == 0
    space = json.loads(capsys.readouterr().out)["state_space"]
    assert space["states"] == ["y", "phi", "xdot", "phidot"]
    assert (space["inputs"], space["outputs"]) == (["u1", "u2"], ["phi", "side"])
    assert space["exact"]["A"][0] == ["0", "v", "0", "0"]
    assert space["exact"]["B"] == [["0", "0"], ["0", "0"], ["1/m", "0"], ["0", "1/J"]]
    assert space["exact"]["C"] == [["0", "1", "0", "0"], ["1", "0", "0", "0"]]
    assert space["numbers"] is None
    assert main(["linearise", case, "--at", "xdot=2"]) == 0
    told = capsys.readouterr().out
    assert "steady motion  x' = 2, u1 = 0, u2 = 0" in told and "z' = A z + B w" in told
    assert main([*asked, "--output", "phi"]) == 2
    assert "phi: given twice by --output" in capsys.readouterr().err


def test_the_driven_knife_edge_moves_as_its_formula_says():
    run = nh.simulate(CASES / "driven_knife_edge.toml")
    assert run.receipt.ok
    assert abs(run.q["x"] - np.sin(run.t) ** 2 / 2).max() < 1e-10
    assert abs(run.q["y"] - (run.t / 2 - np.sin(2 * run.t) / 4)).max() < 1e-10


# generated code ---------------------------------------------------------------------------------
def driven_entry():
    return nh.compare(CASES / "driven_knife_edge.toml").entry("maggi")


def run_python(source, name, *args):
    space = {}
    exec(source, space)
    return space[name](*args)


STATE = (0.3, [1.0, 2.0, 0.4], [0.7, -0.2], [1.5, 0.2], [0.9, -0.6])


def expected_accelerations():
    """x'' = u1 cos(phi)/m - phi' y', y'' = u1 sin(phi)/m + phi' x', phi'' = u2/J."""
    _, (_, _, phi), (xdot, phidot), (m, J), (push, turn) = STATE
    ydot = xdot * math.tan(phi)
    return [
        push * math.cos(phi) / m - phidot * ydot,
        push * math.sin(phi) / m + phidot * xdot,
        turn / J,
    ]


def test_python_code_takes_u():
    source = language("python").source(driven_entry())
    assert "def accelerations(t, q, v, p, u):" in source and "u = (u1, u2)" in source
    assert run_python(source, "accelerations", *STATE) == pytest.approx(expected_accelerations())


def test_numpy_code_takes_u():
    q, v, p, u = (np.array(x)[:, None] * [1, 1] for x in STATE[1:])
    source = language("numpy").source(driven_entry())
    found = run_python(source, "accelerations", 0.3, q, v, p, u)
    assert found[:, 1] == pytest.approx(expected_accelerations())


def test_casadi_code_takes_u():
    pytest.importorskip("casadi")
    found = run_python(language("casadi").source(driven_entry()), "accelerations")(*STATE)
    assert np.array(found).ravel() == pytest.approx(expected_accelerations())


def compiled_c(source, folder, name, given, size):
    (folder / "law.c").write_text(source)
    asked = ["gcc", "-std=c99", "-Wall", "-Werror", "-shared", "-fPIC", "law.c", "-o", "law.so"]
    subprocess.run([*asked, "-lm"], cwd=folder, check=True)
    function = getattr(ctypes.CDLL(str(folder / "law.so")), name)
    arrays = [(ctypes.c_double * max(len(x), 1))(*x) for x in given[1:]]
    out = (ctypes.c_double * size)()
    function(ctypes.c_double(given[0]), *arrays, out)
    return list(out)


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
def test_c_code_takes_u(tmp_path):
    source = language("c").source(driven_entry())
    found = compiled_c(source, tmp_path, "accelerations", STATE, 3)
    assert found == pytest.approx(expected_accelerations())


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("julia", "function accelerations(t, q, v, p, u)\n"),
        ("matlab", "function a = accelerations(t, q, v, p, u)\n"),
        ("modelica", "  input Real u1;\n  input Real u2;\n  parameter Real m;\n"),
    ],
)
def test_other_languages_take_u(name, line):
    source = language(name).source(driven_entry())
    assert line in source
    unpacked = {"julia": "u1, u2 = u\n", "matlab": "u2 = u(2);\n", "modelica": "= u2/J;"}
    assert unpacked[name] in source


@pytest.mark.parametrize("name", LANGUAGES)
def test_an_input_called_u_and_code_without_inputs(name):
    """The letter is taken where the code has an argument u, and only there."""
    case = nh.System("x", "m*xdot**2/2", forces={"x": "u"}, inputs="u")
    source = language(name).source(nh.compare(case).entry("maggi"))
    assert ("u_" in source) == (name != "modelica")
    case = nh.System("x", "m*xdot**2/2 - u*x")
    source = language(name).source(nh.compare(case).entry("maggi"))
    assert "u_" not in source


# the control form -------------------------------------------------------------------------------
FILES = sorted(CASES.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_control_form_obeys_the_constraints_and_leaves_nothing_out(file):
    """A G = 0 and A g + a_0 = 0, proved; G has rank m."""
    form = nh.control_form(file)
    rows, graph = form.distribution.pfaffian, form.chart.graph
    assert form.distribution.m == form.chart.n - rows.k == len(form.inputs)
    for row, rest in zip(rows.matrix, rows.affine):
        for column in zip(*form.matrix):
            assert decide_zero(dot(graph, list(row), list(column))).answer
        assert decide_zero(dot(graph, list(row), list(form.drift)) + rest).answer
    G = [list(row) for row in form.matrix]
    assert echelon(graph, G, columns=range(len(form.inputs))).rank == len(form.inputs)


def test_the_unicycle_has_its_usual_form():
    """x' = v cos(theta), y' = v sin(theta), theta' = omega (Murray and Sastry 1993)."""
    asked = {"v": "xdot*cos(theta) + ydot*sin(theta)", "omega": "thetadot"}
    form = nh.control_form(CASES / "unicycle.toml", velocities=asked)
    assert texts(form.matrix) == [["cos(theta)", "0"], ["sin(theta)", "0"], ["0", "1"]]
    assert form.inputs == ("v", "omega") and form.exceptions == ()
    assert all(e.is_zero for e in form.drift)


def test_where_given_velocities_fail_is_told():
    form = nh.control_form(CASES / "unicycle.toml", velocities=["v = xdot", "omega = thetadot"])
    assert list(map(str, form.exceptions)) == ["cos(theta)"]


def test_a_turntable_drags():
    """The drift is the velocity of the table below the ball at rest in w."""
    form = nh.control_form(CASES / "ball_on_turntable.toml")
    assert texts([form.drift]) == [["-Om*y", "Om*x", "0", "0", "0"]]


@pytest.mark.parametrize("wind", ["W", "W*cos(t) + x", "W*y*exp(a)/(1 + x^2)"])
@pytest.mark.parametrize("trailer", [(), ("b' = sin(a - b)*(x'*cos(a) + y'*sin(a))",)])
def test_a_drift_has_no_pole_where_the_constraints_are_independent(wind, trailer):
    """A blade on a floor that moves, and one that draws a trailer."""
    blade = f"y'*cos(a) - x'*sin(a) = {wind}"
    case = nh.constraints(blade, *trailer, also=["x", "y", "a"], constants=["W"])
    form = nh.control_form(case)
    assert form.exceptions == ()
    for angle in ("0", "pi/2"):
        at = {q: case.scope.expression(angle) for q in form.chart.q}
        given = dict(zip(at, form.chart.graph.copy(list(at.values()))))
        assert form.chart.graph.substitute(list(form.drift), given)  # nothing is divided by 0


def test_a_control_form_steers():
    """A motion integrated with chosen w obeys the constraint of the case."""
    form = nh.control_form(CASES / "kinematic_car.toml")
    space = {}
    exec(form.source("python"), space)
    length = re.search(r"p = \((\w+),\)", form.source("python"))
    assert length is not None

    def rate(t, q):
        return space["velocities"](t, q, [1 + t, math.cos(3 * t)], [1.2])

    run = solve_ivp(rate, (0, 2), [0.0, 0.0, 0.3, 0.2], rtol=1e-10, atol=1e-12)
    for t, q in zip(run.t, run.y.T):
        x, y, *_ = rate(t, q)
        assert abs(y * math.cos(q[2]) - x * math.sin(q[2])) < 1e-12


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
def test_the_control_form_in_c(tmp_path):
    form = nh.control_form(CASES / "ball_on_turntable.toml")
    given = (0.1, [0.3, -0.4, 0.5, 0.6, 0.7], [1.0, 2.0, 3.0], [1.5, 0.5])
    expected = run_python(form.source("python"), "velocities", *given)
    assert compiled_c(form.source("c"), tmp_path, "velocities", given, 5) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("python", "def velocities(t, q, w, p):"),
        ("numpy", "def velocities(t, q, w, p):"),
        ("casadi", 'ca.Function("velocities", [t, q, w, p], [v], ["t", "q", "w", "p"], ["v"])'),
        ("julia", "function velocities(t, q, w, p)"),
        ("matlab", "function v = velocities(t, q, w, p)"),
        ("modelica", "  input Real w1;"),
        ("c", "void velocities(double t, const double *q, const double *w, const double *p, "),
    ],
)
def test_the_control_form_in_every_language(name, line, capsys):
    case = str(CASES / "snakeboard_kinematics.toml")
    assert main(["equations", case, "--form", "control", "--as", name]) == 0
    assert line in capsys.readouterr().out


def test_the_control_form_on_the_command_line(capsys):
    case = str(CASES / "unicycle.toml")
    asked = ["equations", case, "--form", "control"]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert "x'      = cos(theta)*w1" in told and "none: rest is allowed" in told
    quasi = ["--quasi", "v = x'*cos(theta) + y'*sin(theta)", "--quasi", "omega = theta'"]
    assert main([*asked, *quasi, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["matrix"] == [["cos(theta)", "0"], ["sin(theta)", "0"], ["0", "1"]]
    assert record["inputs"] == ["v", "omega"] and record["not_where"] == []
    assert main([*asked, "--as", "latex"]) == 0
    assert r"\begin{pmatrix} \dot{x} \\ \dot{y}" in capsys.readouterr().out
    for wrong, words in (
        (["--quasi", "v = xdot"], "needed are as many as there are independent velocities: 2"),
        (["--quasi", "v"], "needed is NAME = sum of coefficient * velocity"),
        (["--substitute", "x"], "--substitute goes with --form substituted"),
    ):
        assert main([*asked, *wrong]) == 2
        assert words in capsys.readouterr().err
    nonlinear = str(CASES / "nonlinear" / "appell_hamel.toml")
    assert main(["equations", nonlinear, "--form", "control"]) == 2
    assert "not linear in the velocities" in capsys.readouterr().err
    assert main(["equations", str(CASES / "snakeboard_kinematics.toml")]) == 2
    assert "equations --form control gives q' = G w" in capsys.readouterr().err


# models of sympy.physics.mechanics --------------------------------------------------------------
def kane_cart():
    """A pendulum (hanging, angle from below) on a cart pushed by F(t)."""
    q, u, F = me.dynamicsymbols("q1 q2"), me.dynamicsymbols("u1 u2"), me.dynamicsymbols("F")
    m1, m2, l, g = symbols("m1 m2 l g")
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    C = O.locatenew("C", q[0] * N.x)
    C.set_vel(N, u[0] * N.x)
    A = N.orientnew("A", "Axis", [q[1], N.z])
    A.set_ang_vel(N, u[1] * N.z)
    P = C.locatenew("P", -l * A.y)
    P.v2pt_theory(C, N, A)
    return me.KanesMethod(
        N,
        q_ind=q,
        u_ind=u,
        kd_eqs=[c.diff() - s for c, s in zip(q, u)],
        bodies=[me.Particle("cart", C, m1), me.Particle("bob", P, m2)],
        forcelist=[(C, F * N.x), (P, -m2 * g * N.y)],
    )


def joint_arm():
    """A link on a pin with a torque T(t) at the joint, a force f(t) along a line to a wall."""
    T, f = me.dynamicsymbols("T f")
    l = symbols("l")
    ground, link = me.RigidBody("ground"), me.RigidBody("link")
    joint = me.PinJoint("J", ground, link, child_point=-l * link.x, joint_axis=ground.z)
    model = me.System.from_newtonian(ground)
    model.add_joints(joint)
    wall = joint.parent_point.locatenew("wall", 3 * l * ground.x + 2 * l * ground.y)
    wall.set_vel(ground.frame, 0)
    model.add_actuators(
        me.TorqueActuator(T, ground.z, link, ground),
        me.ForceActuator(f, me.LinearPathway(wall, link.masscenter)),
    )
    return model


def numbers_of(model):
    """Letters and numbers for everything in a model and its inputs."""
    return dict(zip(model, (Rational(i + 3, 7) for i in range(len(model)))))


def test_controls_of_a_kanes_method_are_inputs():
    model = kane_cart()
    model.kanes_equations()
    case = nh.from_sympy(model)
    assert case.scope.inputs == ("F",)
    agrees_with_sympy(case, list(model.q), list(model.u), model.rhs())


def test_actuators_of_a_system_are_inputs():
    model = joint_arm()
    model.form_eoms()
    case = nh.from_sympy(model)
    assert set(case.scope.inputs) == {"T", "f"}
    agrees_with_sympy(case, list(model.q), list(model.u), model.eom_method.rhs())


def agrees_with_sympy(case, q, u, rhs):
    """The accelerations against SymPy's right-hand side at a point, inputs too."""
    t = me.dynamicsymbols._t
    own = nh.in_sympy(case, list(nh.compare(case).reference.accelerations))
    free = {s for e in rhs for s in e.free_symbols} - {t}
    inputs = [word for s, word in case.symbols.items() if s.args in case.scope.inputs]
    value = numbers_of([*sorted(free, key=str), *inputs, *q])
    speeds = numbers_of(u)
    theirs = [e.xreplace(speeds).xreplace(value).evalf() for e in rhs[len(q) :]]
    rates = {c.diff(t): speeds[s] for c, s in zip(q, u)}
    ours = [e.xreplace(rates).xreplace(value).evalf() for e in own]
    assert all(e.is_number for e in (*theirs, *ours))
    assert [float(e) for e in ours] == pytest.approx([float(e) for e in theirs], rel=1e-12)


def test_controls_of_a_lagranges_method_are_inputs():
    q, F = me.dynamicsymbols("q F")
    m, k = symbols("m k")
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    P = O.locatenew("P", q * N.x)
    P.set_vel(N, q.diff() * N.x)
    L = m * q.diff() ** 2 / 2 - k * q**2 / 2
    model = me.LagrangesMethod(L, [q], forcelist=[(P, F * N.x)], frame=N)
    case = nh.from_sympy(model, parameters={m: 2, k: 8})
    assert case.scope.inputs == ("F",)
    run = nh.simulate(case, 2, inputs={F: 8}, points=5)
    assert run.q["q"] == pytest.approx(1 - np.cos(2 * run.t), abs=1e-10)
    with pytest.raises(nh.NonholoError, match=r"inputs\.G: no input of this case; there are F"):
        nh.simulate(case, 2, inputs={"G": 1})


def test_a_symbol_in_a_load_is_an_input_where_it_is_said():
    x, F = me.dynamicsymbols("x"), Symbol("F")
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    P = O.locatenew("P", x * N.x)
    P.set_vel(N, x.diff() * N.x)
    model = me.LagrangesMethod(x.diff() ** 2, [x], forcelist=[(P, F * N.x)], frame=N)
    assert nh.from_sympy(model).scope.parameters == ("F",)
    assert nh.from_sympy(model, inputs=[F]).scope.inputs == ("F",)


def test_a_and_b_are_those_of_sympys_linearizer():
    model = kane_cart()
    model.kanes_equations()
    point = dict.fromkeys([*model.q, *model.u], 0)
    A, B, inputs = model.linearize(A_and_B=True, op_point=point, simplify=True)
    case = nh.from_sympy(model)
    space = nh.linearise(case, outputs=["q1"]).state_space()
    assert [called.func.__name__ for called in inputs] == list(space.inputs)
    assert space.states == ("q1", "q2", "q1dot", "q2dot")
    ours = [Matrix(nh.in_sympy(case, matrix)) for matrix in (space.A, space.B)]
    for own, their in zip(ours, (A, B)):
        assert simplify(own - Matrix(their)).is_zero_matrix


def test_a_muscle_with_its_activation_as_input():
    """SymPy's musculotendon: its curves are written out, and its force is that of SymPy."""
    bio = pytest.importorskip("sympy.physics.biomechanics")
    wall, load = me.RigidBody("wall"), me.RigidBody("load")
    model = me.System.from_newtonian(wall)
    model.add_joints(me.PrismaticJoint("J", wall, load, joint_axis=wall.x))
    muscle = bio.MusculotendonDeGroote2016(
        "bi",
        me.LinearPathway(wall.masscenter, load.masscenter),
        bio.FirstOrderActivationDeGroote2016("bi"),
    )
    model.add_actuators(muscle)
    model.form_eoms()
    case = nh.from_sympy(model)
    assert case.scope.inputs == ("a_bi",)
    (q,), t = model.q, me.dynamicsymbols._t
    letters = sorted(muscle.force.free_symbols - {t}, key=str)
    value = {s: Rational(i + 3, 4) for i, s in enumerate(letters)}
    own = nh.in_sympy(case, case.system.forces[0])
    at = {q.diff(t): Rational(1, 5)}, {q: 3, me.dynamicsymbols("a_bi"): Rational(1, 3)}, value
    ours, theirs = (
        float(force.xreplace(at[0]).xreplace(at[1]).xreplace(at[2]).doit().evalf())
        for force in (own, -muscle.force)
    )
    assert abs(ours) == pytest.approx(abs(theirs), rel=1e-12) and ours


@pytest.mark.parametrize("u", ["sqrt(t - 1)", "log(t)", "1/t"])
def test_a_start_where_an_input_has_no_value_is_told_so(u):
    pushed = nh.System("x", "x'^2/2", forces={"x": "u"}, inputs=["u"])
    with pytest.raises(SingularMass, match=r"has no finite real value there.*another time"):
        nh.simulate(pushed, 1, inputs={"u": u})
    assert nh.simulate(pushed, 1, start=2, inputs={"u": u}).receipt.ok


@pytest.mark.parametrize("method", ["DOP853", "LSODA", "Radau"])
@pytest.mark.parametrize(("duration", "begin", "length"), [(4, 1, 0.5), (40, 21.37, 0.01)])
def test_a_push_of_python_that_the_steps_jump_over_is_told(method, duration, begin, length):
    """Either the push is in the motion, or the receipt says that it is not."""
    rough = {} if method == "DOP853" else {"rtol": 1e-8, "atol": 1e-10}
    puck = nh.System("x", "x'^2/2", inputs=["u"], forces={"x": "u"})
    push = {"u": lambda t, q, v: float(begin < t < begin + length)}
    run = nh.simulate(puck, duration, inputs=push, method=method, **rough)
    assert run.receipt.ok == (abs(float(run.v["x"][-1]) - length) < 1e-6)
