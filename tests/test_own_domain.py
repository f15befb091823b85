"""What can be reached where coefficients have values on a part of the configurations only."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.decide.zero import decide_zero
from nonholo.errors import BadCase
from nonholo.geometry.accessibility.orbits import _by_minors
from tests.draws import draws

AFFINE = ["x", "x + u - 1", "2 - x", "1 - x**2 - u**2", "3 - (x + u)**4"]
FACTORS = ["1", "y", "x", "z"]  # with z the surface z = 0 is kept


@settings(max_examples=draws(4), deadline=None)
@given(
    st.sampled_from(AFFINE),
    st.sampled_from(["log", "sqrt", "acosh", "asin"]),
    st.sampled_from(FACTORS),
)
def test_a_yes_is_one_where_what_is_needed_is_declared_too(under, function, factor):
    row = f"z' = {factor}*{function}({under})*y'"
    try:
        whole = nh.check(nh.System("x y z u", None, [row])).accessible
    except BadCase:  # acosh of what is 1 at most
        assume(False)
    assert whole is not False or factor == "z"
    if whole and function in ("log", "sqrt"):
        assert factor != "z"
        inside = nh.System("x y z u", None, [row], assumptions=[f"{under} > 0"])
        assert nh.check(inside).accessible is not False


@pytest.mark.parametrize(
    "row, answer",
    [
        ("z' = log(x)*y'", True),
        ("z' = sqrt(x)*y'", True),
        ("z' = acosh(x)*y'", True),
        ("z' = asin(x)*y'", True),
        ("z' = sqrt(1 - x**2 - u**2)*y'", True),
        ("z' = log(x**2 - 1)*y'", None),  # two pieces
        ("z' = sqrt(1 + z)*x*y'", None),  # the border z = -1 is left by nothing that is free
        ("z' = sqrt(x*u)*y'", None),  # two quadrants, which touch
    ],
)
def test_a_convex_part_with_a_border_that_is_left_is_one_orbit(row, answer):
    assert nh.check(nh.System("x y z u", None, [row])).accessible is answer


@pytest.mark.parametrize(
    "row, answer",
    [
        ("a*y*z*x' + b*x*z*y' + x*y*z' = 0", False),  # |x|^a |y|^b |z| on the way to 0
        ("a*y*x' + b*x*y' + x*y*sin(z)*z' = 0", False),
        ("-a*y*z*x' - b*x*z*y' - x*y*z' = 0", False),
        ("a*y*z*x' + b*x*z*y' - x*y*z' = 0", None),  # |z| = c |x|^a |y|^b all meet at 0
        ("a*y*x' + c*x*y' = 0", None),
    ],
)
def test_walls_are_not_reached_where_what_is_kept_falls_below_all_bounds(row, answer):
    letters = {"a": {"positive": True}, "b": {"positive": True}, "c": {}}
    assert nh.check(nh.System("x y z", None, [row], parameters=letters)).accessible is answer


ROUND = ["exp(-1/{s})", "log({s})", "1/{s}**2", "sqrt({s})", "{s}**(3/2)", "1/{s}", "1/({s}-1)"]


@pytest.mark.parametrize("factor", ROUND)
def test_a_pole_or_kink_where_two_coordinates_are_fixed_parts_nothing(factor):
    """g(s) (x dy - y dx) is g(r^2) r^2 dphi: the plane without a point, or with it where g is
    continuous there, and r > 0 give the same answer.
    """
    plane = nh.System("x y z", None, [f"z' = {factor.format(s='(x**2 + y**2)')}*(x*y' - y*x')"])
    turned = f"z' = r**2*{factor.format(s='(r**2)')}*ph'"
    polar = nh.System("r ph z", None, [turned], assumptions=["r > 0"])
    answers = {nh.check(system).accessible for system in (plane, polar)}
    assert answers == {{"1/{s}": False, "1/({s}-1)": None}.get(factor, True)}


@pytest.mark.parametrize(
    "row, answer",
    [
        ("z' = y*x'/(2*x**2 + (y - x)**4)", True),
        ("z' = y*x'/(x**2 + 4*x**2)", None),  # a wall
        ("z' = y*x'/(x**2 - y**2)", None),
        ("u' = sqrt(x**2 + y**2)*z'", True),
        ("x' = sqrt(x**2 + y**2)*z'", True),  # left by y
        ("(x**2 + y**2)*z' = sqrt(x**2 + y**2)*x' + y*u'", None),  # no row where x = y = 0
    ],
)
def test_what_parts_nothing_is_told_on_sight(row, answer):
    assert nh.check(nh.System("x y z u", None, [row])).accessible is answer


@pytest.mark.parametrize(
    "row, words",
    [
        ("z' = asinh(x)*y'", "the brackets span at every point"),
        ("(x + sqrt(x**2 + 1))*z' = y*x'", "the brackets span at every point"),
        ("(2*x + sqrt(x**2 + 1))*z' = y*x'", "was not proved"),
    ],
)
def test_a_sum_with_a_root_vanishes_nowhere_if_its_norm_does(row, words):
    assert words in nh.check(nh.System("x y z", None, [row])).accessibility.by


@pytest.mark.parametrize(
    "row, answer",
    [
        ("y' = abs(x)", False),
        ("y' = sqrt(x) + abs(u)", False),
        ("y' = log(x)", None),
        ("y' = abs(x) - 1", True),
        ("x*y' = abs(x)", None),  # what y does at x = 0 is free
    ],
)
def test_a_rate_of_one_sign_leads_one_way_though_it_bends(row, answer):
    assert nh.check(nh.System("x y u", None, [row])).accessible is answer


@pytest.mark.parametrize(
    "row, answer",
    [
        ("sin(th)*sin(p)*ph' + cos(p)*th' = 0", True),  # a blade on a sphere
        ("p**2*th' = (th**2 - 1)*th**3*ph'", True),  # three surfaces that do not meet
        ("p**2*(th' + y') = (th**2 - y**2)*ph'", True),
        ("exp(p)*th' = sin(th)*ph'", False),
        ("(p**2 - a)*th' = sin(th)*ph'", None),  # not where a < 0
        ("p**2*th' = th**2*(p - 1)*ph' + p**2*th*y'", True),
    ],
)
def test_a_surface_is_crossed_where_the_rank_drops(row, answer):
    assert nh.check(nh.System("p th ph y", None, [row], parameters=["a"])).accessible is answer


KEPT = {"x": "x'", "sin(x)": "cos(x)*x'", "x**2 - 1": "2*x*x'", "x - z**2": "x' - 2*z*z'"}
DROPS = ["p", "sin(p)", "p - y", "p*(y**2 + 1) - z", "p**2 + 1", "exp(p)", "p**2 + y**2 + 1"]


@settings(max_examples=draws(12), deadline=None)
@given(
    st.sampled_from(sorted(KEPT)),
    st.sampled_from(DROPS),
    st.sampled_from(["1", "y**2 + 1", "p", "z + p"]),
    st.permutations("pxyz"),
)
def test_what_every_motion_keeps_is_crossed_where_the_rank_drops_alone(f, drop, factor, order):
    """g f' = f m(q') keeps f = 0 if g vanishes nowhere, in every order of the coordinates."""
    row = f"({drop})*({KEPT[f]}) = ({f})*({factor})*y'"
    yes = nh.check(nh.System(" ".join(order), None, [row])).accessible is True
    never = DROPS.index(drop) >= 4
    assert not (yes and never)
    assert yes or never or factor != "1"


def test_two_balls_are_led_away_from_where_both_angles_fail():
    """One rolls on the other about two axes; with b = q = 0 it takes a = p to go on."""
    rows = [
        "R*(b'*cos(a) + c'*sin(a)*sin(b)) + r*(q'*cos(p) + s'*sin(p)*sin(q)) = 0",
        "R*(b'*sin(a) - c'*cos(a)*sin(b)) + r*(q'*sin(p) - s'*cos(p)*sin(q)) = 0",
    ]
    case = nh.System("a b c p q s", None, rows, parameters=["R", "r"])
    assert nh.check(case).accessible
    system = case.system.pfaffian
    for X in _by_minors(system):
        for row in system.matrix:
            assert decide_zero(system.chart.graph.add(*(row[j] * e for j, e in X.items()))).answer


HOOKED = {  # v' and th' of the car; the trailers hang a and b behind the axles before them
    "headings": [
        "x'*sin(p) - y'*cos(p) + a*cos(th - p)*th' + L*p' = 0",
        "x'*sin(q) - y'*cos(q) + a*cos(th - q)*th' + (L + b)*cos(p - q)*p' + M*q' = 0",
    ],
    "angles between": [
        "(x'*cos(th) + y'*sin(th))*sin(p) = L*(th' - p') + a*cos(p)*th'",
        "((x'*cos(th) + y'*sin(th))*cos(p) + a*sin(p)*th')*sin(q)"
        " = M*(th' - p' - q') + b*cos(q)*(th' - p')",
    ],
}


@pytest.mark.parametrize("told", HOOKED)
def test_trailers_hooked_behind_the_axle_are_led_everywhere(told):
    """The headings p, q, or what is between them: where the second brackets do not span, one of
    the velocities leads away, for almost all lengths.
    """
    letters = {name: {"positive": True} for name in "abLM"}
    rows = ["x'*sin(th) - y'*cos(th) = 0", *HOOKED[told]]
    assert nh.check(nh.System("x y th p q", None, rows, parameters=letters)).accessible


@settings(max_examples=draws(6), deadline=None)
@given(
    st.sampled_from(["x", "x - 2", "x + y", "2*x - y + 1"]),
    st.sampled_from(["0", "1", "y", "x*u"]),
    st.sampled_from(["0", "-2", "z", "x"]),
    st.booleans(),
)
def test_a_sum_of_what_is_kept_apart_is_kept_where_leaves_meet(wall, p, q, both):
    """D z' = 0 and u' = z D': where D = 0 z changes, and u - D z never does; where u may change
    there too, nothing is kept.  So it is for sums of both rows.
    """
    rate = {"x": "x'", "x - 2": "x'", "x + y": "(x' + y')", "2*x - y + 1": "(2*x' - y')"}[wall]
    first = f"({wall})*z'"
    second = f"({wall})*u'" if both else f"(u' - z*{rate})"
    mixed = f"{second} + ({p})*{first}"
    rows = [f"{first} + ({q})*({mixed}) = 0", f"{mixed} = 0"]
    answer = nh.check(nh.System("x y z u", None, rows)).accessibility
    assert answer.answer is not False if both else answer.answer is False
    assert len(answer.held) == (0 if both else 1)


@pytest.mark.parametrize("drift", ["sin(x)", "1 + x**2", "x**3", "exp(x)", "x*sin(x)", "x**2"])
@pytest.mark.parametrize("rate", ["x' + y'", "y' - 3*x'", "a*x' + y'"])
def test_constant_multiples_of_free_rates_change_no_answer(drift, rate):
    """y' = f(x) with y + c x in the place of y."""
    plain = nh.check(nh.System("x y", None, [f"y' = {drift}"])).accessible
    mixed = nh.System("x y", None, [f"{rate} = {drift}"], parameters=["a"])
    assert plain is not None and nh.check(mixed).accessible is plain


def test_an_angle_in_a_sum_comes_back():
    """th + y grows, and th after a whole turn is the same."""
    assert nh.check(nh.System("th y", None, ["th' + y' = 2 + sin(th)"])).accessible
