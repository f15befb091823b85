"""What simplifies away still says where a text has values: exp(log(x)) is x for x > 0 alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.expression.graph import Graph
from nonholo.views.verdict.record import check_record
from tests.draws import draws

# what is x, or c, wherever it has a value; a point where it has none, and what it is there instead
GONE = {
    "exp(log(x))": ("x > 0", "x"),
    "sqrt(x)^2": ("x >= 0", "x"),
    "x^(1/3)*x^(2/3)": ("x >= 0", "x"),
    "(x^(3/2))^2/x^2": ("x > 0", "x"),
    "x + 0*log(x)": ("x > 0", "x"),
    "x*sqrt(x)/sqrt(x)": ("x > 0", "x"),
    "exp(2*log(x))/x": ("x > 0", "x"),
    "sin(asin(x))": ("1 - x**2 >= 0", "x"),
    "cos(acos(x))": ("1 - x**2 >= 0", "x"),
    "x + asin(x) + acos(x) - pi/2": ("1 - x**2 >= 0", "x"),
}


@given(st.sampled_from(sorted(GONE)), st.sampled_from(["({})", "(({}) + 1)", "sin({})"]))
@settings(max_examples=draws(12))
def test_a_text_is_judged_where_it_has_values(written, around):
    """As the plain text, assumed there, is: against abs, which is another one elsewhere."""
    condition, plain = GONE[written]
    inside = "abs(x)" if condition[0] == "x" else "(2 - abs(x - 2))"
    row = "z' = ({} - {})*y*x'"
    found, told = (
        nh.check(
            nh.System("x y z", None, [row.format(around.format(u), around.format(inside))], **m)
        )
        for u, m in ((written, {}), (plain, {"assumptions": [condition]}))
    )
    assert (found.verdict, found.relations) == (told.verdict, told.relations) == ("holonomic", 1)
    assert found.case.system.domain == (condition,) and condition in found.assumed


def test_what_is_left_of_a_text_needs_no_assumption():
    kept = nh.System("x y z", None, ["z' = sqrt(x)*y*x' + log(exp(y))*x' + sqrt(x^2 + 1)^2*y'"])
    assert not kept.system.domain and not kept.system.assumptions


def test_sympy_expressions_are_read_alike():
    x, y, z = dynamicsymbols("x y z")
    gone = sympy.sin(sympy.asin(x), evaluate=False)  # products of SymPy make x of exp(log(x))
    case = nh.System([x, y, z], None, [z.diff() - gone * y.diff()])
    assert case.system.domain == ("1 - x**2 >= 0",)


def test_parameters_levels_and_rests_keep_to_it_too():
    cells = nh.families(nh.System("y z w", None, ["z' = (exp(log(a)) + 1)*y*w'"], parameters=["a"]))
    assert cells.constraints.assumed == ("a > 0",) and len(cells.constraints.cells) == 1
    with pytest.raises(NonholoError, match="no configuration"):
        nh.check(nh.System("x y z w", None, ["z' = y*w'"], ["sqrt(x)^2 + 1"]))
    with pytest.raises(NonholoError, match="has a value only where"):
        nh.System("x y z", None, ["z' = sqrt(-1 - x^2)^2*y*x'"])
    rests = nh.equilibrium(nh.System("x", "x'^2/2 - (exp(log(x)) + 1)^2"))
    assert not rests.found


@pytest.mark.parametrize(
    "row, at",
    [("asin(x)*y'", {"x": 3}), ("sqrt(x)*y*y'", {"x": -1, "y": 1}), ("log(x)*y'", {})],
)
def test_no_growth_is_told_where_a_constraint_has_no_value(row, at):
    with pytest.raises(NonholoError, match="has no value"):
        nh.check(nh.System("x y z", None, [f"z' = {row} + y*x'"]), at=at)


def test_a_logarithm_of_a_wave_is_no_obstacle_for_the_record():
    assert check_record(nh.check(nh.constraints("z' = log(exp(x))*y*x'")))["verdict"]


@pytest.mark.parametrize("u", ["exp(log(-1))", "0*log(x - x)", "sin(asin(3))", "sqrt(cos(2))^2"])
def test_a_number_without_a_value_is_refused_whatever_became_of_it(u):
    with pytest.raises(NonholoError, match="no real value anywhere"):
        nh.System("x z", None, [f"z' = ({u})*x'"])
    assert not nh.System("x z", None, ["z' = exp(log(sqrt(2) - 1))*x'"]).system.assumptions


@pytest.mark.parametrize("row", [
    "y' = sqrt(x')^2", "y' = exp(log(x'))", "y' = x' + sqrt(x' - 1)^2 + sqrt(-x')^2",
])  # fmt: skip
def test_a_condition_on_velocities_is_not_lost_in_silence(row):
    """The last one has no value for any velocity; y' = 2 x' - 1 was holonomic."""
    with pytest.raises(NonholoError, match="no condition on velocities is kept"):
        nh.constraints(row)
    assert nh.constraints("y' = sqrt(x'^2 + 1)^2 - x'^2 + sqrt(x)*x'").system.pfaffian.k == 1


@settings(max_examples=12)
@given(st.sampled_from(["1", "cos(x)", "sin(x + y)"]), st.integers(-3, 3), st.sampled_from([1, 5]))
def test_a_speed_that_is_squared_demands_nothing(wave, a, b):
    """sqrt(u)^2 with u = sum c l^2, multiplied out, so that no bound tells that it is not less than
    0; with -c it is so for no velocity but 0, and refused.
    """
    u = f"{a * a + b}*x'^2 + {2 * a}*({wave})*x'*y' + ({wave})^2*y'^2"
    case = nh.System("x y", "(x'^2 + y'^2)/2", [], forces={"x": f"-sqrt({u})^2"})
    assert not case.system.domain
    with pytest.raises(NonholoError, match="no condition on velocities is kept"):
        nh.System("x y", "(x'^2 + y'^2)/2", [], forces={"x": f"-sqrt(-({u}))^2"})


def test_beside_abs_there_is_no_motion_where_a_lagrangian_has_no_value():
    """With log(x) in L the row is z' = 0; it was told where x < 0, and substitution was WRONG."""
    rows = ["z' = (abs(x) - x)*y*x'"]
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2 - log(x)", rows)
    assert case.system.domain == ("x > 0",) and nh.check(case).verdict == "holonomic"
    assert all(rival.agrees for rival in nh.compare(case).rivals)
    plain = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2 - log(x)", ["z' = y*x'"])
    assert plain.system.domain == ()


@pytest.mark.parametrize("x", ["-1", "-1/2", "0", "1/2", "1", "1/3", "3/2"])
@pytest.mark.parametrize("name", ["asin", "acos", "acosh"])
def test_arcs_of_well_known_sines_are_multiples_of_pi(name, x):
    graph = Graph()
    arc, plain = graph.call(name, graph.lift(Fraction(x))), getattr(sympy, name)(sympy.Rational(x))
    known = plain.is_real and not plain.has(getattr(sympy, name))
    assert sympy.sympify(str(arc)) == plain if plain.is_real else True
    assert (str(arc) == f"{name}({x})") is not known


def test_values_of_unspecified_functions_are_free():
    """There are functions f with positive values."""
    found = nh.check(nh.constraints("dz = (log(f(x)^2) - 2*log(f(x)))*y dx"))
    assert found.verdict == "holonomic"
    with pytest.raises(NonholoError, match="no numbers were found that obey"):
        nh.constraints("dz = (log(f(x)) + log(-f(x)) - log(f(x)) - log(-f(x)))*y dx")
