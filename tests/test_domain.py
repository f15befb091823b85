"""Coefficients without real values: nothing is proved of constraints that are none anywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import BadCase, NonholoError
from nonholo.readers.case_file import parse_case
from nonholo.views.verdict.words import accessible

NOWHERE = [
    ("dz = sqrt(-1 - y^2) dx", "-y**2 - 1 has to be 0 or more"),
    ("dz = log(-exp(y)) dx", "has to be more than 0"),
    ("dz = asin(2 + y^2) dx", "has to be 0 or more"),
]


@pytest.mark.parametrize(("row", "told"), NOWHERE)
def test_a_row_that_is_real_nowhere_is_refused(row, told):
    with pytest.raises(NonholoError, match="has no real value anywhere") as caught:
        nh.constraints(row)
    assert told in str(caught.value)


def test_what_is_declared_takes_part():
    text = (
        'coordinates = ["x", "y", "z"]\nconstraints = ["z\' - (sqrt(y) + x)*x\'"]\n'
        'assumptions = ["y {} 0"]\n'
    )
    assert nh.check(parse_case(text.format(">"))).verdict == "nonholonomic"
    with pytest.raises(BadCase, match="y has to be 0 or more, and is so nowhere"):
        parse_case(text.format("<"))


def test_numbers_with_which_a_coefficient_has_a_pole_are_refused():
    text = (
        'coordinates = ["x", "y", "z"]\nconstraints = ["z\' - y*x\'/(a - 1)"]\n'
        "[parameters]\na = {}\n"
    )
    assert nh.check(parse_case(text.format(2))).verdict == "nonholonomic"
    with pytest.raises(BadCase, match=r"constraints\[1\].*divided by a - 1, which is 0"):
        parse_case(text.format(1))


@pytest.mark.parametrize("row", ["(log(x) + log(-x) + w) dx", "(sqrt(-y^2) + w) dx"])
def test_roots_and_logarithms_that_exclude_each_other_leave_the_verdict_open(row):
    """z' = w x' is nonholonomic, but there is no configuration for it."""
    found = nh.check(nh.constraints(f"dz = {row}", also=("w",)))
    assert found.verdict == "undecided"
    assert "no point was found" in found.evidence.reason
    assert found.forms[0].integrable is None


@given(st.integers(-200, 200), st.integers(-200, 200))
def test_two_half_lines_meet_or_do_not(a, b):
    """sqrt(x - a) and sqrt(b - x) are real together, and around a point, exactly if a < b."""
    found = nh.check(nh.constraints(f"dz = (sqrt(x - {a}) + sqrt({b} - x) + w) dx", also=("w",)))
    assert found.verdict == ("nonholonomic" if a < b else "undecided")


def test_a_leaf_of_unknown_dimension_is_not_told():
    found = nh.check(nh.constraints("dz = (abs(x*y) - abs(x)*abs(y))*w dx", also=("w",)))
    assert found.verdict == "holonomic"
    assert "None" not in "".join(map(str, accessible(found)))


@pytest.mark.parametrize("row", ["x*(z' - y*w')", "x*(z' - y*w') + x'*z"])
def test_a_row_that_is_zero_on_the_set_is_judged_at_points_too(row):
    """Within a time limit a set is first judged at random points."""
    from nonholo.findings.large import judged_at_points

    text = (
        f'coordinates = ["x","y","z","w"]\nconstraints = ["{row}"]\nholonomic_constraints = ["x"]'
    )
    assert judged_at_points(parse_case(text), 10**6).verdict == "holonomic"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ("z' - (cos(n*pi) - 1)*y*x'", "undecided"),
        ("z' - cos(n*pi)*y*x'", "nonholonomic"),
        ("z' - sin(n*pi/2)*y*x'", "undecided"),
        ("z' - (cos(n*pi)**2 - 1)*y*x'", "undecided"),
        ("z' - (cos(n*pi/3)**2 - 1/4)*y*x'", "undecided"),
        ("z' - (cos(2*n*pi) - 2)*y*x'", "nonholonomic"),
        ("z' - (n - 1)*y*x'", "nonholonomic"),
    ],
)
def test_a_cosine_of_whole_half_turns_is_not_generic(row, verdict):
    """cos(n pi) = 1 for every second n: no verdict for almost all n."""
    text = f'coordinates = ["x", "y", "z"]\nconstraints = ["{row}"]\n[parameters]\nn = {{integer = true}}'
    assert nh.check(parse_case(text)).verdict == verdict


def test_a_place_where_a_coefficient_has_no_value_is_none_of_the_singular_set():
    """The slopes of atan2(y, x) have numerators that vanish together at 0 alone, where it has no
    value."""
    strata = nh.check(nh.constraints("dw = atan2(y, x) dz")).survey.strata
    assert (strata.singular, strata.strata, strata.complete) == ((), (), True)


def test_whether_a_turn_changes_a_root_may_stay_open():
    """x and x + 2 pi are not both between -3 and 3, so no point tells the roots apart."""
    assert nh.check(nh.constraints("sqrt(9 - x^2)*dz = sin(x)*dy")).verdict == "nonholonomic"


@pytest.mark.parametrize(("root", "bound"), [
    ("acosh(x)", "x >= 1"), ("sqrt(2*x - 1)", "x >= 1/2"), ("log(3 - 2*x)", "x < 3/2"),
])  # fmt: skip
def test_where_what_is_written_has_values_is_said_once(root, bound):
    case = nh.System("x y z", constraints=[f"z' = 0*{root}*y' + y*x'"])
    assert nh.check(case).assumed == (bound,)
