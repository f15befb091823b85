"""What cancels still says where a text has values: x/x is 1 for x != 0 alone."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh
from nonholo.cli import main
from nonholo.errors import NonholoError
from nonholo.readers.specified import specified
from nonholo.views.verdict.record import check_record
from tests.draws import draws

# what is 1 or x wherever it has a value, and where that is
GONE = {
    "x/x": ["x != 0"],
    "x^2*x^-2": ["x != 0"],
    "1/(1/x)/x": ["x != 0"],
    "1/x - 1/x + 1": ["x != 0"],
    "(x^2 + x)/x - x": ["x != 0"],
    "abs(x)/abs(x)": ["x != 0"],
    "sqrt(x)/sqrt(x)": ["x > 0"],
    "0*cot(x) + 1": ["sin(x) != 0"],
    "tan(x)*cos(x)/sin(x)": ["cos(x) != 0", "sin(x) != 0"],
    "sec(x)*cos(x)": ["cos(x) != 0"],
    "(x - 1)/(x - 1)": ["x != 1"],
    "(x^2 - x)/(x^2 - x)": ["x**2 - x != 0"],
    "(x - t)/(x - t)": ["x - t != 0"],
    "x*y/(x*y)": ["x != 0", "y != 0"],
    "(x - pi)/(x - pi)": ["x - pi != 0"],
    "1/(x - y) + 1/(y - x) + 1": ["x - y != 0"],
    "exp(log(x^2))/x^2": ["x != 0"],
    "log(x^2)/log(abs(x))": ["x != 0", "log(abs(x)) != 0"],
}


@pytest.mark.parametrize("u", sorted(GONE))
def test_what_was_divided_by_is_told(u):
    case = nh.System("x y z w", None, [f"z' = y*w'*({u})"])
    assert [*case.system.domain] == GONE[u] and case.system.pfaffian.matrix[0][2].is_number
    assert {*GONE[u]} <= {*nh.check(case).assumed}


def test_what_is_left_needs_no_assumption():
    """Nor what vanishes nowhere, by itself or as declared."""
    rows = [f"z' = ({u})*w'" for u in (
        "y/x", "y/x - 1/(x + y)", "tan(y)", "y*(x^2 + 1)/(x^2 + 1)", "exp(x)/exp(x)", "m*y/m",
        "(x^2 - 1)/(x - 2)", "1/sqrt(x)", "exp(1/x)", "sin(y/x)*x",
    )]  # fmt: skip
    for row in rows:
        case = nh.System("x y z w", None, [row], parameters={"m": {"positive": True}})
        assert not case.system.domain and not case.system.assumptions


@pytest.mark.parametrize("row, domain", [
    ("(1 - cos(x)^2)/sin(x)", "sin(x) != 0"),
    ("(cos(x)^2 - sin(x)^2)/(cos(x) - sin(x))", "cos(x) - sin(x) != 0"),
    ("(1 - cos(x))/sin(x)*y", "sin(x) != 0"), ("y*x^2/(sqrt(x^2 + 1) - 1)", "sqrt(x**2 + 1) - 1 != 0"),
    ("y*x/sqrt(x^2)", "x != 0"), ("x^2/abs(x)*y", "x != 0"), ("exp(log(x^2))*y", "x != 0"),
])  # fmt: skip
def test_sines_and_roots_that_cancel_are_seen_through_their_squares(row, domain):
    """All was said to be reached, across places where the row has no value."""
    case = nh.System("x y z w", None, [f"z' = ({row})*w'"])
    assert case.system.domain == (domain,) and nh.check(case).accessible is None


@pytest.mark.parametrize("below", [
    "2*x + 2", "1 - x", "y - x", "x^2 - 2*x + 1", "1 - cos(x)^2", "sinh(x)", "cosh(x)^2 - 1",
    "1 - exp(-x)", "cos(x) - sin(x)", "sqrt(x) - 1", "1 - sin(x)", "-x", "3 - 3*sqrt(x^2 + y^2)",
])  # fmt: skip
def test_a_pole_that_is_left_is_told_whatever_its_sign_or_scale(below):
    """1/(x - 1) needed no assumption, and 1/(1 - x) did."""
    assert not nh.System("x y z w", None, [f"z' = w'/({below})"]).system.domain


def test_what_is_divided_by_is_more_than_0_where_its_root_is_taken():
    """x >= 0 was assumed, with a pole at x = 0 inside, and nothing said of what can be reached."""
    case = nh.System("x y z w", None, ["z' = y*w'/sqrt(x)^2"])
    assert case.system.domain == ("x > 0",) and nh.check(case).accessible


LEVELS = ["x", "x + x^3", "x^2 + y^2", "x*(x - 1)", "x - 1", "y - x", "sin(x)", "x^2 - 1"]
DIVISORS = ["x", "x*y", "x - 1", "sin(x)", "x - y", "x^2 - x", "x^2 + y^2", "cos(x)", "x^2 + 1"]


@given(st.sampled_from(DIVISORS), st.sampled_from(LEVELS), st.sampled_from(["y", "w", "x + y"]))
@settings(max_examples=draws(10))
def test_a_row_with_u_over_u_is_judged_where_u_is_not_0(u, level, coefficient):
    """As the row without it, which assumes u != 0."""
    plain = nh.System("x y z w", None, [f"z' = ({coefficient})*w'"], [level])
    apart = [f"{factor} != 0" for factor in u.split("*")]
    assumed = nh.System("x y z w", None, [f"z' = ({coefficient})*w'"], [level], assumptions=apart)
    told = [_answer(assumed)]
    for row in (f"({u})/({u})*({coefficient})", f"(1/({u}) - 1/({u}) + 1)*({coefficient})"):
        told.append(_answer(nh.System("x y z w", None, [f"z' = {row}*w'"], [level])))
    assert told[0] == told[1] == told[2]
    if u == "x^2 + 1":
        assert told[0] == _answer(plain)


def _answer(case):
    try:
        found = nh.check(case)
    except NonholoError as error:
        return str(error).partition(" (")[0]
    return (
        found.verdict,
        found.relations,
        found.accessible,
        found.closure and found.closure.growth.vector,
    )


@pytest.mark.parametrize("u", ["x/x", "x*y/x", "sqrt(x)/sqrt(x)", "sin(x)/tan(x)", "0/x + y"])
@pytest.mark.parametrize("level", ["x", "x + x^3", "x^2 + y^2", "sin(x)^2 + y^2 + x^2"])
def test_a_row_that_has_no_value_on_a_level_is_refused(u, level):
    with pytest.raises(NonholoError, match="assumed, or needed for values, is"):
        nh.check(nh.System("x y z", None, [f"({u})*y' = z'"], [level]))


def test_where_a_normal_form_is_divided_by_less_that_is_told_too():
    """(x^2 - 1)/(x - 1) became x + 1 once x + 1 stood in another row, and had a value on x = 1."""
    rows = ["(x^2 - 1)/(x - 1)*y' = z'", "(x + 1)*y' = (x + 1)*z'"]
    with pytest.raises(NonholoError, match="x - 1 != 0"):
        nh.check(nh.System("x y z", None, rows, ["x - 1"]))
    assert nh.System("x y z", None, rows[:1]).system.domain == ("x != 1",)
    assert not nh.System("x y z", None, ["(x^2 - 1)/x*y' = z'"]).system.domain


def test_a_divisor_of_rows_is_told_though_a_lagrangian_has_it():
    for row, L in (("x/x*y' = z'", "1/x"), ("exp(log(x))*y' = z'", "log(x)")):
        with pytest.raises(NonholoError, match="needed for values"):
            nh.check(nh.System("x y z", f"x'^2 + y'^2 + z'^2 + {L}", [row], ["x"]))
    assert not nh.System("x y z", "x'^2 + 1/x", ["y' = z'"], ["x"]).system.domain


def test_numbers_of_letters_are_no_divisors_that_vanish():
    for k, refused in ((0, True), (2, False)):
        try:
            case = nh.System("x y z", None, ["k/k*y' = x*z'"], parameters={"k": k})
        except NonholoError as error:
            assert refused and "only where k != 0" in str(error)
            continue
        assert not refused and nh.check(case).assumed == ()
    cells = nh.families(nh.System("y z w", None, ["z' = a/a*y*w'"], parameters=["a"]))
    assert cells.constraints.assumed == ("a != 0",)
    hidden = "(sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6)))"
    with pytest.raises(NonholoError, match="no real value anywhere"):
        nh.System("x y z", None, [f"{hidden}/{hidden}*y' = z'"])


def test_sympy_expressions_are_read_alike():
    x, y, z = dynamicsymbols("x y z")
    gone = (x**2 + x) / x - x
    case = nh.System([x, y, z], None, [z.diff() - gone * y.diff()])
    assert case.system.domain == ("x != 0",)


def test_quasi_velocities_and_texts_of_bodies_too():
    rows = {"constraints": ["v/v*y' = z'"], "velocities": {"v": "x*y'"}}
    assert nh.System("x y z", None, **rows).system.domain == ("x != 0",)
    for text, domain in (("x/x", "x != 0"), ("exp(log(x))", "x > 0"), ("x", None), ("1/x", None)):
        body = {"mass": "m", "inertia": [0, 0, 0], "centre": [text, "y", "0"]}
        case = nh.System("x y", bodies=[body], parameters=["m"])
        assert case.system.domain == ((domain,) if domain else ())


@pytest.mark.parametrize(
    "assumed, x", [("x != 0", "2*pi"), ("x > 0", "2*pi"), ("x <= -7", "-4*pi")]
)
def test_an_angle_with_an_end_missing_lies_at_a_turn_that_is_declared(assumed, x):
    """It was looked for at 0 alone, and the set not found."""
    found = nh.check(nh.System("x y z", None, ["y*y' = z'"], ["cos(x) - 1"], assumptions=[assumed]))
    assert found.verdict == "holonomic" and found.proved == (2, 2)
    part = found.on_set.solved
    assert [*map(str, part.sheet.values.values())] == [x]


@pytest.mark.parametrize("row, at", [
    ("x^2/x*y' = z'", {"y": 1}), ("(x^2 - x*y)/(x - y)*y' = z'", {"x": 1, "y": 1}),
    ("exp(log(x))*y' = z'", {"y": 1}), ("tan(x)*cos(x)*y' = z'", {"x": "pi/2"}),
])  # fmt: skip
def test_points_and_starts_obey_what_is_assumed(row, at):
    """What is not named is taken as 0."""
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", [row], initial={"y": 1})
    with pytest.raises(NonholoError, match=r"assumed is|declared"):
        nh.check(case, at=at)
    assert nh.check(case, at={"x": 2}).at_point.complete
    if "y" in at and "x" not in at:
        with pytest.raises(NonholoError, match="has no value in the initial state"):
            nh.simulate(case)


@pytest.mark.parametrize("given, refused", [("a = b", True), ("a = b + 1", False)])
def test_letters_that_equations_make_0_are_no_divisors(given, refused):
    """A bare error was raised, or a complaint about a condition that holds no name."""
    for L in ("x'^2*x/(a - b)", "x'^2*(a - b)/(a - b)", "x'^2*exp(log(a - b))"):
        try:
            case = nh.System("x y", L, parameters=["a", "b"], assumptions=[given])
        except NonholoError as error:
            assert refused and "no real value anywhere" in str(error)
            continue
        assert not refused and not case.system.domain


@pytest.mark.parametrize("row, level", [
    ("1/(x - y)*y' = y*z'", "x = 2*y"), ("1/t*y' = y*z'", "x = t"), ("y'/y = x*z'", "x = y"),
    ("y'/(x*y) = x*z'", "sin(x) = y"), ("tan(y)*y' = z'", "x + cos(y) = 0"),
])  # fmt: skip
def test_the_point_of_a_set_is_none_where_a_row_has_a_pole(row, level):
    """ "By ranks and brackets at its point y = 0, z = 0, x = 0" was said of a row with 1/(x - y)."""
    found = nh.check(nh.System("x y z", None, [row], [level]))
    assert found.on_set.points
    for e in [e for part in found.case.system.pfaffian.matrix for e in part]:
        assert all(e.subs(point).is_constant for point in found.on_set.points)


@pytest.mark.parametrize("row, start, goal, why", [
    ("z' = x^2/x*y'", {"x": -1}, {"x": 1, "y": 1, "z": 1}, "x != 0 is needed .*, and start and goal lie on"),
    ("z' = x^2/x*y'", {"x": 0}, {"x": 1, "y": 1, "z": 1}, "x != 0 is needed .*, and is not so at"),
    ("z' = sin(x)/tan(x)*y'", {"x": 1}, {"x": 2, "z": 1}, r"cos\(x\) != 0 is needed .*, and start"),
    ("z' = (x - y)/(x - y)*y*x'", {"x": 1}, {"x": 1, "y": 1}, "x - y != 0 .* at the goal"),
    ("z' = sqrt(x)/sqrt(x)*y*x'", {"x": 0}, {"x": 1, "z": 1}, "x > 0 .* at the start"),
])  # fmt: skip
def test_no_path_leads_where_a_row_has_no_value(row, start, goal, why):
    """A path x = 2 t - 1 was told, and that it obeys the constraints at all times, proved."""
    found = nh.steer(nh.System("x y z", None, [row]), start, goal)
    assert found.possible is False and re.match(why, found.reason)


def test_a_path_stays_on_the_side_of_what_is_not_0_on_which_it_begins():
    for row, assumed, sign in (
        ("z' = x^2/x*y'", (), -1),
        ("z' = x*y'", ["x != 0"], 1),
        ("z' = x*y'", ["x > 0"], 1),
    ):
        case = nh.System("x y z", None, [row], assumptions=assumed)
        found = nh.steer(case, {"x": sign}, {"x": sign, "y": 1, "z": -sign})
        assert found.possible and min(sign * found.sample()[1][:, 0]) > 0
    beside = nh.System("x y z", None, ["z' = x*y'"], assumptions=["x - y != 0"])
    found = nh.steer(beside, {"x": 1}, {"x": 2, "y": 0, "z": 1})
    q = found.sample()[1]
    assert found.possible and min(q[:, 0] - q[:, 1]) > 0


def test_a_start_in_time_obeys_what_is_assumed_too():
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", ["t/t*y' = x*z'"], initial={"x": 1})
    with pytest.raises(NonholoError, match="t != 0"):
        nh.simulate(case)


def test_an_input_that_is_divided_by_is_told():
    """It was assumed, and not told."""
    case = nh.System("x y z", None, ["u/u*y' = x*z'"], inputs={"u": None})
    assert case.system.domain == ("u != 0",) == nh.check(case).assumed


@pytest.mark.parametrize("row, domain", [
    ("(x - 1)/(x^(1/3) - 1)*y' = z'", ("x**(1/3) - 1 != 0",)),
    ("(x^2 - 1)/(x^(1/4) - 1)*y' = z'", ("x**(1/4) - 1 != 0",)),
    ("(x + y)/(x^(1/3) + y^(1/3))*y' = z'", ("x**(1/3) + y**(1/3) != 0",)),
    ("(x - 2)/(x^(1/3) - 1)*y' = z'", ()),  # a pole stays where it is
    ("(x^(2/3) + x^(1/3) + 1)/(sqrt(x) - 1)*y' = z'", ()),  # and where x^(1/3) + ... is above
    ("(x^2 + 1)/(x^3 + x)*y' = z'", ()), ("(x^2 + x + 1)/(x^3 - 1)*y' = z'", ()),
    ("(x - 1)/(x^3 - 1)*y' = z'", ("x**3 - 1 != 0",)),
    ("(x^4 + x^3 + x^2 + x + 1)*x/(x^6 - x)*y' = z'", ("x**6 - x != 0",)),
    ("(x^3 + x)/(x^3 + x)*y' = z'", ("x + x**3 != 0",)),
])  # fmt: skip
def test_what_roots_of_any_order_cancel_in_is_told(row, domain):
    """x - 1 over x^(1/3) - 1 is x^(2/3) + x^(1/3) + 1, and was taken for a pole."""
    assert nh.System("x y z", None, [row]).system.domain == domain


@pytest.mark.parametrize("row, through", [
    ("x'^2/x' = y*z'", "xdot = 0"), ("y'/x' = z", "xdot = 0"), ("x'/x'*y = z", "xdot = 0"),
    ("x'*exp(log(z'^2))/z'^2 = y*z'", "zdot = 0"), ("x'*(y' - x)/(y' - x) = y*z'", "ydot - x = 0"),
    ("x'*(y'^2 + 1)/(y'^2 + 1) = y*z'", ""), ("x'*abs(y')/y'*sign(y') = y*z'", "ydot = 0"),
])  # fmt: skip
def test_where_velocities_that_cancel_were_divided_by_is_told(row, through):
    """x'^2/x' = y z' was x' = y z' without a word, where x' = 0 too."""
    case = nh.System("x y z", None, [row])
    assert " or ".join(case.system.through) == through and not case.system.domain
    told = f"no value where {through}; it is asked there too"
    found = nh.check(case)
    assert (told in re.sub(r"\s+", " ", str(found))) == bool(through)
    assert any(told in one for one in check_record(found)["remarks"]) == bool(through)


DRAG = """name = "drag"
coordinates = ["x", "y", "z"]
lagrangian = "(x'^2 + y'^2 + z'^2 - x^2 - y^2 - z^2)/2"
constraints = ["x' = y*z'"]
[forces]
y = "-y'^2/y'"
"""


@pytest.mark.parametrize("asked", [
    ["compare"], ["simulate"], ["equilibrium"], ["equilibrium", "--json"], ["check"],
    ["check", "--json"], ["steer", "--from", "y=1", "--to", "x=1,y=1,z=1"], ["explain"],
    ["linearise"], ["linearise", "--json"], ["families", "--of", "constraints"], ["equations"],
    ["equations", "--json"], ["equations", "--form", "regular"], ["equations", "--form", "control"],
    ["equations", "--system"],
])  # fmt: skip
def test_velocities_that_cancel_in_forces_are_told_whatever_is_asked(asked, tmp_path, capsys):
    (tmp_path / "drag.toml").write_text(DRAG)
    main([asked[0], str(tmp_path / "drag.toml"), *asked[1:]])
    told = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert "no value where ydot = 0; it is asked there too" in told


@pytest.mark.parametrize("rows, forces", [
    (["(x'^2 + y'^2)/x' = 0"], {}), (["x'^2/x' = y'", "y' = 0"], {}), (["y'/x' = z", "x' = 0"], {}),
    (["(x'^2 - y'^2)/(x' - y') = z'", "x' = y'"], {}), (["x' = 0"], {"y": "-x'^2/x'"}),
])  # fmt: skip
def test_where_every_velocity_lacks_a_value_there_is_no_case(rows, forces):
    """(x'^2 + y'^2)/x' = 0 was x' = y' = 0, where it has no value."""
    with pytest.raises(NonholoError, match="has a value at no velocity that obeys the constraints"):
        nh.System("x y z", "(x'^2 + y'^2)/2", rows, forces=forces)


def test_where_only_some_velocities_lack_a_value_there_is_one():
    assert nh.System("x y z", None, ["x*x' = 0", "x'^2/x' = y'"]).system.through == ("xdot = 0",)


def test_velocities_that_cancel_in_lagrangians_and_bodies_are_told():
    assert not nh.System("x y", "x'^2/2 + 1/y'").system.through  # nothing cancels
    body = {"mass": 1, "inertia": [0, 0, 0], "centre": ["x*y'/y'", "y", "0"]}
    assert nh.System("x y", bodies=[body]).system.through == ("ydot = 0",)
    quasi = nh.System("x y", None, ["v^2/v = y'"], velocities={"v": "x' - y*y'"})
    assert quasi.system.through == ("y*ydot - xdot = 0",)


def test_a_sign_of_velocities_is_refused_and_no_assumption():
    with pytest.raises(NonholoError, match="no condition on velocities is kept"):
        nh.System("x y", None, ["x'/sqrt(x')*sqrt(x') = y'"])


@pytest.mark.parametrize("u, assumed", [
    ("f(x)/f(x)", "f(x) != 0"), ("f(x) - f(x - 1)", "f(x) > f(x - 1)"), ("h(x, y)", "h(x, y) > 0"),
    ("f(x) + f(y)", "f(x) + f(y) != 0"),
])  # fmt: skip
@pytest.mark.parametrize("level", ["x", "y", "w - 2", "x + x^3", "y - 1"])
def test_unspecified_functions_may_have_the_values_that_are_assumed(u, assumed, level):
    """On a level no point was found around which f(x) != 0 holds, and all was undecided."""
    functions = ["f(x)", "h(x, y)"]
    row, cut = [f"z' = ({u})*y*w'"], [level]
    told = [
        nh.check(nh.System("x y z w", None, row, cut, functions=functions, assumptions=given))
        for given in ([], [assumed])
    ]
    verdicts = {c.verdict for c in told if c.case.system.assumptions}
    assert "undecided" not in verdicts and len(verdicts) == 1
    if "/" not in u:
        assert told[0].verdict in verdicts


def test_where_assumptions_leave_no_value_for_a_function_no_point_is_shown():
    for wrong in (["f(x)^2 + x^2 < 0"], ["f(x) > 0", "f(x) < 0"]):
        with pytest.raises(NonholoError, match="no numbers"):
            nh.System("x y z", None, ["z' = f(x)*y'"], functions=["f(x)"], assumptions=wrong)
    given = ["f(x) - f(0) > 0"]
    case = nh.System(
        "x y z", None, ["z' = f(x)*y*x'"], ["x"], functions=["f(x)"], assumptions=given
    )
    with pytest.raises(NonholoError, match="no configuration"):
        nh.check(case)


def test_who_assumed_nothing_is_not_told_to_leave_an_assumption_out():
    L = "(x'^2 + y'^2 + z'^2)/2"
    for row, assumed in (("x^2/x*y' = z'", []), ("x*y' = z'", ["x != 0"])):
        case = nh.System("x y z", L, [row], assumptions=assumed)
        with pytest.raises(NonholoError) as refused:
            nh.simulate(case)
        assert ("leave the assumption out" in str(refused.value)) == bool(assumed)
        found = nh.steer(case, {"x": 0}, {"x": 1, "y": 1, "z": 1})
        assert found.reason.startswith(f"x != 0 is {'assumed' if assumed else 'needed'}")


@pytest.mark.parametrize("value, condition", [
    ("u^2/u", "x != 1"), ("sqrt(u)^2", "x >= 1"), ("exp(log(u))", "x > 1"), ("u", None),
    ("k*u/k", "k != 0"), ("(u^2 - 1)/(u - 1) - 1", "x != 2"),
])  # fmt: skip
def test_what_cancels_in_the_value_of_a_function_is_told_where_it_is_called(value, condition):
    """A motion began, and a path led, where the value has none."""
    L, row = "(x'^2 + y'^2 + z'^2)/2", ["z' = f(x - 1)*y*y'"]
    case = nh.System(
        "x y z", L, row, functions=["f(u)"], parameters={"k": 2}, initial={"x": 1, "y'": 1}
    )
    put = specified(case, {"f": value}).system
    assert put.domain == ((condition,) if condition else ())
    edge = "2" if condition == "x != 2" else "1"
    with contextlib.ExitStack() as stack:
        if condition in ("x != 1", "x > 1", "x != 2"):
            stack.enter_context(pytest.raises(NonholoError, match="has no value in the initial"))
        nh.simulate(case, initial={"x": edge}, functions={"f": value})
    found = nh.steer(case, {"x": -9, "y": 1}, {"x": 9, "y": 1, "z": 1}, functions={"f": value})
    assert (found.possible is False) == ("x" in str(condition))


def test_a_function_that_has_no_value_where_it_is_called_is_refused():
    case = nh.System(
        "x y", "(x'^2 + y'^2)/2", ["y' = f(0)*x'"], functions=["f(u)"], parameters={"k": 0}
    )
    for value in ("u/u", "sqrt(u - 1)^2", "k*u/k"):
        with pytest.raises(NonholoError, match="no value where it is called"):
            nh.simulate(case, functions={"f": value})
    moving = nh.System("x y", "x'^2 + y'^2 - f(x')", functions=["f(u) = u^4/u^2"])
    assert specified(moving).system.through == ("xdot = 0",)


@pytest.mark.parametrize("rows, through", [
    (["(x'^2 - y'^2)/(x' - y') = z'", "z' = x*(x' + y')"], "ydot - xdot = 0"),
    (["(x'^3 - y'^3)/(x'^2 + x'*y' + y'^2) = z*z'"], "xdot**2 + xdot*ydot + ydot**2 = 0"),
    (["(x'^2 - y^2)/(x' - y) = z*z'"], "xdot - y = 0"),
    (["(x'^2 - y'^2)/((x' - y')*(x^2 + 1)) = z'"], "ydot - xdot = 0"),
])  # fmt: skip
def test_a_line_divided_by_velocities_is_one_in_any_order(rows, through):
    """It was refused, and so was z' = x (x' + y') behind it, whose nodes had the form read before;
    in the other order both were answered.
    """
    told = [nh.System("x y z", None, order) for order in (rows, rows[::-1])]
    assert all(case.system.through == (through,) for case in told)
    assert all(case.system.pfaffian.k == len(rows) for case in told)
    assert len({nh.check(case).verdict for case in told}) == 1


def test_what_a_lagrangian_is_divided_by_bends_no_row():
    drag = "(x'^2 + y'^2 + z'^2)/2 + (x'^2 - y'^2)/(x' - y')"
    case = nh.System("x y z", drag, ["z' = x*(x' + y')"])
    assert case.system.pfaffian.labels == ("z' = x*(x' + y')",)
    for row in ("atan(tan(x')) = y*z'", "log(x') - log(2*x') = y'"):
        with pytest.raises(NonholoError, match="not linear"):
            nh.System("x y z", None, [row])


@pytest.mark.parametrize("row", ["x'^2/y'^2 = 1", "x'/y' = y'/x'", "x'^2/y'^2 = z^2"])
def test_factors_go_through_where_the_product_has_no_value(row):
    """The factors x' - y' = 0 and x' + y' = 0 were told without a word of y' = 0."""
    found = nh.check(nh.System("x y z", None, [row]))
    assert "no value where ydot = 0" in re.sub(r"\s+", " ", str(found))
    assert any("no value where ydot = 0" in one for one in check_record(found)["remarks"])


@pytest.mark.parametrize("asked", [["compare", "--json"], ["graph"], ["graph", "--json"]])
def test_slopes_are_told_of_where_labels_were(asked, tmp_path, capsys):
    (tmp_path / "drag.toml").write_text(DRAG.replace("x' = y*z'", "x'/z' = y"))
    main([asked[0], str(tmp_path / "drag.toml"), *asked[1:]])
    told = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert "no value where zdot = 0 or ydot = 0; it is asked there too" in told


def test_a_motion_that_starts_elsewhere_tells_where_rows_have_no_value(tmp_path, capsys):
    """At 0 no velocity is left over; of the start at 1/2 it was told alone."""
    row = "x*x'^2/x' + y*y' + z*z' = 0"
    (tmp_path / "ball.toml").write_text(DRAG.replace("x' = y*z'", row).partition("[forces]")[0])
    main(["simulate", str(tmp_path / "ball.toml")])
    told = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert "starts from rest at" in told and "no value where xdot = 0" in told


@pytest.mark.parametrize("row", ["x'^2/y'^2 = 1", "(x'^2 + z'^2)/y' = y'"])
def test_pages_tell_where_what_bends_has_no_value(row):
    assert "it is asked there too" in str(nh.report(nh.System("x y z", None, [row])))


@pytest.mark.parametrize("value, through", [
    ("sqrt(u)^4", None), ("exp(log(u))*u", None), ("sqrt(u^2 - 1)^2", None),
    ("exp(log(u^2))", "xdot = 0"), ("u^4/u^2", "xdot = 0"), ("exp(log(1 + u^2))", ""),
])  # fmt: skip
def test_signs_of_velocities_in_values_of_functions_are_refused(value, through):
    """As they are in the texts of a case: a motion began with x' = -1, where sqrt(x') has none."""
    L, given = "(x'^2 + y'^2)/2 + f(x')", {"x'": -1}
    case = nh.System("x y", L, ["y' = x*x'"], functions=["f(u)"], initial=given)
    if through is None:
        with pytest.raises(NonholoError, match="no condition on velocities is kept"):
            nh.simulate(case, functions={"f": value})
    else:
        assert " or ".join(specified(case, {"f": value}).system.through) == through
