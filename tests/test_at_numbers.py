"""What holds at every point belongs to the given numbers of the parameters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Graph
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.at_numbers import (
    distribution_at,
    grows_alike,
    other_zeros,
    with_letters,
)
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.flag.strata import strata
from nonholo.readers.case_file import parse_case
from nonholo.views.page.words import as_text
from nonholo.views.strata import text as words

PLANE = """
coordinates = ["x", "y", "z"]
constraints = ["zdot - (z**2 + c**2)*x*ydot"]
"""
HITCH = """
coordinates = ["x", "y", "tractor", "trailer"]
constraints = [
    "sin(tractor)*xdot - cos(tractor)*ydot",
    "(xdot + c*sin(tractor)*tractordot)*sin(trailer) - (ydot - c*cos(tractor)*tractordot)*cos(trailer) + L*trailerdot"]
"""


def checked(case: str, **values: str):
    numbers = "".join(f"{name} = {value}\n" for name, value in values.items())
    return check(parse_case(f"{case}[parameters]\n{numbers}" if values else case))


def equations(found) -> list[list[str]]:
    return [[text(e) for e in piece] for piece in found.survey.strata.singular]


@pytest.mark.parametrize(
    ("row", "c", "alike"),
    [
        ("zdot = c*y*xdot", "2", True), ("zdot = c*y*xdot", "0", False), ("zdot = exp(c*y)*xdot", "0", False),
        ("c*zdot = y*xdot", "0", False), ("zdot = (c - 2)*y*xdot + y**2*xdot", "2", True),
        ("zdot = y*sqrt(c)*xdot", "4", True), ("zdot = c*y*xdot", "pi", True), ("zdot = c*sin(y)*xdot", "1/3", True),
        ("zdot = sin(y + c)*xdot", "pi/10", True), ("zdot = sin(c)*y*xdot", "pi", False),
        ("zdot = y*sqrt(c + y)*xdot", "2", False),
    ],
)  # fmt: skip
def test_one_point_shows_that_numbers_change_no_growth(row, c, alike):
    """What is not seen there, as beside functions of a parameter, is left to brackets."""
    found = parse_case(
        f'coordinates = ["x", "y", "z"]\nconstraints = ["{row}"]\n[parameters]\nc = "{c}"\n'
    ).system
    d = distribution(found.pfaffian, ["z"])
    assert grows_alike(d, closure(d), found.values) is alike


@pytest.mark.parametrize(
    ("values", "singular", "accessible"),
    [
        ({"c": "{ positive = true }"}, [], True),
        ({"c": "1"}, [], True),
        ({"c": "0"}, [["z"]], False),
    ],
)
def test_a_parameter_that_is_zero_leaves_a_plane_that_nothing_crosses(values, singular, accessible):
    found = checked(PLANE, **values)
    assert (equations(found), found.accessible) == (singular, accessible)
    assert found.survey.strata.special == (singular != [])
    told = as_text(words.singular(found))
    assert told.endswith("; with c = 0; for generic parameters it is another") == (singular != [])


def test_zeros_of_other_forms_are_not_called_others():
    chart = nh.constraints("dz = x dy").system.chart
    x, graph = chart.q[0], chart.graph
    sine, cosine = graph.sin(x), graph.cos(x)
    assert other_zeros([(sine,)], [(cosine - 1,), (cosine + 1,)], {}) is None
    assert other_zeros([(sine,)], [(cosine - 1,), (cosine,)], {}) is True
    perhaps = [(cosine - 1,), (cosine + 1,)]
    assert other_zeros([(sine,)], [], {}, ((), perhaps)) is None
    assert other_zeros([(sine,)], [], {}, ((), [(cosine,)])) is True


ROLLERS = """
coordinates = ["p", "th", "ps", "y"]
functions = ["W(t)"]
initial = { th = 1 }
[[bodies]]
name = "ball"
origin = ["0", "y", "0"]
rotation = ["z p", "x th", "z ps"]
mass = "m"
[[rolling]]
body = "ball"
at = ["R*sin(be)", "y", "-R*cos(be)"]
down = ["sin(be)", "0", "-cos(be)"]
ground = ["W(t)*cos(be)", "0", "W(t)*sin(be)"]
[[rolling]]
body = "ball"
at = ["-R*sin(be)", "y", "-R*cos(be)"]
down = ["-sin(be)", "0", "-cos(be)"]
ground = ["W(t)*cos(be)", "0", "-W(t)*sin(be)"]
"""


def test_what_may_be_singular_at_numbers_is_not_said_to_be_another_set():
    """A ball on two rollers, whose speed W(t) is open: R and be scale, and no more."""
    found = checked(ROLLERS, R="'1/2'", be="'3/5'", m="1")
    assert found.survey.strata.special is not True


def test_a_trailer_hitched_as_far_behind_the_axle_as_it_is_long_stays_folded():
    found = checked(HITCH, c="1", L="1")
    assert equations(found) == [["cos(tractor - trailer) + 1"]]
    (folded,) = found.survey.strata.strata
    assert (folded.growth.vector, folded.growth.complete, found.accessible) == ((2, 3), True, False)


@pytest.mark.parametrize("hitch", ["0.5", "2"])
def test_other_hitches_let_it_go_everywhere(hitch):
    found = checked(HITCH, c=hitch, L="1")
    assert (equations(found), found.accessible) == ([], True)


@pytest.mark.parametrize(("c", "dropped"), [("1", []), ("0", ["x"])])
def test_the_rank_at_points_is_that_of_the_numbers(c, dropped):
    found = checked(
        'coordinates = ["x", "y", "z"]\nconstraints = ["(x**2 + c**2)*zdot - x*ydot"]\n', c=c
    )
    assert [text(e) for e in found.singular] == dropped


def test_letters_stay_where_they_say_the_same():
    found = checked(
        'coordinates = ["x", "y", "z"]\nconstraints = ["zdot - (y - c)**2*xdot"]\n', c="3"
    )
    assert equations(found) == [["y - c"]]
    assert not found.survey.strata.special


def test_open_letters_lend_their_equations_to_the_strata_of_the_numbers():
    case = parse_case(
        'coordinates = ["x", "y", "z"]\nconstraints = ["zdot - (y - c)**2*xdot"]\n'
        "parameters = { c = 3 }\n"
    )
    values = case.system.values
    d = distribution(case.system.pfaffian, ["z"])
    there = distribution_at(d, values).pfaffian
    letters, numbers = (strata(rows, d.dependent, closure(d)) for rows in (d.pfaffian, there))
    mixed = with_letters(replace(letters, strata=(), complete=False), numbers, values)
    assert mixed.complete and mixed.numbers == tuple(values.items())
    assert [text(e) for s in mixed.strata for e in s.equations] == ["y - c"]
    (point,) = (s.at for s in mixed.strata)
    assert [text(v) for s, v in point.items() if str(s) == "y"] == ["3"]
    assert with_letters(letters, numbers, values).numbers == ()


def test_where_the_rank_drops_is_told_as_the_strata_tell_it():
    found = checked(
        'coordinates = ["x", "y", "th", "b", "f"]\n'
        'constraints = ["ydot*cos(b) - xdot*sin(b) - thdot*cos(b)/5", '
        '"ydot*cos(f) - xdot*sin(f) + thdot*cos(f)/5"]\n'
    )
    assert [text(e) for e in found.singular] == ["cos(b)**2 + cos(f)**2"]


def test_a_surface_that_falls_apart_at_the_numbers_is_the_same():
    found = checked(
        'coordinates = ["x", "y", "z"]\nconstraints = ["zdot - (y**3/3 - c*y)*xdot"]\n', c="4"
    )
    assert sorted(equations(found)) == [["y + 2"], ["y - 2"]]
    assert not found.survey.strata.special


# sines cancelled --------------------------------------------------------------------------------
def test_what_has_no_zero_has_a_numerator_without_zeros():
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    s, c = graph.sin(x), graph.cos(x)
    for f in (
        (1 - c) / s**2,
        s * y / (s * y * (1 - c) * (1 + c)),
        (s**2 * y + s * c * y) / (y * s),
    ):
        field = Field([f])
        quotient = cancelled(field, field.normal(f))
        assert str(quotient.num) in ("1", "-1", "s0 + c0")


@given(powers=st.lists(st.integers(-3, 3), min_size=4, max_size=4), factor=st.integers(-3, 3))
def test_the_value_stays(powers, factor):
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    s, c = graph.sin(x), graph.cos(x)
    f = (
        (s * y + factor * c)
        * s ** powers[0]
        * c ** powers[1]
        * (1 - c) ** powers[2]
        * (1 + c) ** powers[3]
    )
    field = Field([f])
    quotient = cancelled(field, field.normal(f))
    assert decide_zero(
        f * field.expression(field.expanded(quotient.den)) - field.expression(quotient.num)
    ).answer
