"""Inputs: letters in the applied forces, in every question about a case."""

import pytest
from sympy import Symbol, sin, symbols
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh
from nonholo.dynamics.system import input_rate, with_inputs
from nonholo.findings.conservation import conserved, integrals, measure
from nonholo.readers.case_file import parse_case

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
