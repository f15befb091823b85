"""Two systems beside each other, and a system with a level more: answers follow from the smaller."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.testing import larger
from nonholo.testing.laws import lifts, products
from nonholo.testing.laws.answers import tallied
from tests.draws import draws

FREE = "x'^2/2 + y'^2/2 + z'^2/2"
SPRINGS = f"{FREE} - x^2/2 - y^2 - 2*z^2"
QUICK = ("verdicts", "motions")


def case(rows: str = "", lagrangian: str | None = None, **more) -> nh.Case:
    return nh.System("x y z", lagrangian, rows.split("; ") if rows else [], **more)


@settings(max_examples=draws(2))
@given(data=st.data())
def test_two_beside_each_other_answer_as_alone(data):
    products.answers_are_those_of_the_parts(
        data.draw(larger.products(small=True)), data.draw(st.sampled_from(QUICK))
    )


@settings(max_examples=draws(2))
@given(data=st.data())
def test_a_level_more_changes_nothing_else(data):
    lifts.a_level_more_changes_nothing_else(
        data.draw(larger.lifts()), data.draw(st.sampled_from(QUICK))
    )


@pytest.mark.parametrize("question", products.PRODUCTS)
@settings(max_examples=draws(10))
@given(data=st.data())
def test_all_that_is_asked_of_two(question, data):
    products.answers_are_those_of_the_parts(data.draw(larger.products()), question)


@pytest.mark.parametrize("question", lifts.LIFTS)
@settings(max_examples=draws(10))
@given(data=st.data())
def test_all_that_is_asked_with_a_level_more(question, data):
    lifts.a_level_more_changes_nothing_else(data.draw(larger.lifts()), question)


def letters(rows: str = "", lagrangian: str | None = None, **more) -> nh.Case:
    return case(rows, lagrangian, parameters={"a": None}, **more)


# the laws see what is wrong -----------------------------------------------------------------------
HEAVY = f"{FREE} - z"
OTHER = {  # what is asked: a system, and one that is put in its place in the whole
    ("verdicts", "relations"): (case("dz = y dx"), case("dz = dx")),
    ("verdicts", "growth"): (case("dz = y dx"), case("dz = dx")),
    ("verdicts", "accessible"): (case("dz = y dx"), case("dz = dx")),
    ("verdicts", "rank never drops"): (case("dz = y dx"), case("z dz = y dx")),
    ("motions", "accelerations"): (case("", FREE), case("", SPRINGS)),
    ("motions", "reactions"): (case("dz = dx", FREE), case("dz = dx", HEAVY)),
    ("motions", "measure"): (case("", FREE), case("", FREE, forces={"x": "-y*x'"})),
    ("motions", "is kept"): (case("", FREE), case("", f"{FREE} - x")),
    ("rests", "dimension"): (case("", SPRINGS), case("dz = dx", SPRINGS)),
    ("rests", "rests"): (case("", SPRINGS), case("", FREE)),
    ("rests", "stability"): (case("", SPRINGS), case("", f"{FREE} - x^2 - y^2 + z^2")),
    ("runs", "state"): (
        case("", SPRINGS, initial={"x": 1}),
        case("", f"{SPRINGS} - x^2", initial={"x": 1}),
    ),
    ("paths", "possible"): (case("dz = y dx"), case("dz = dx")),
    ("cells", "constraints: h at a = 0"): (letters("dz = a y dx"), letters("dz = (a - 2) y dx")),
    ("cells", "constraints: growth at a = 1"): (letters("dz = a y dx"), letters("dz = a dx")),
    ("cells", "constraints: k"): (letters("dz = a y dx"), letters("dz = a y dx; dx = 0")),
    ("cells", "singular: pieces"): (letters("dz = a y dx"), letters("dz = a y^2 dx")),
    ("cells", "singular: k"): (letters("dz = a y dx"), letters("dz = a y dx; dx = 0")),
    ("cells", "vakonomic: vakonomic at a = 0"): (
        letters("dz = a y dx", FREE),
        letters("dz = (a - 2) y dx", FREE),
    ),
    ("cells", "measure: measure at a = 0"): (
        letters("", FREE, forces={"x": "-a*y*x'"}),
        letters("", FREE, forces={"x": "-(a - 2)*y*x'"}),
    ),
    ("cells", "substitution: put in z at a = 0"): (
        letters("dz = a y dx", FREE),
        letters("dz = (a - 2) y dx", FREE),
    ),
    ("strata", "growth on strata"): (case("dz = y^2 dx"), case("dz = y^3 dx")),
    ("strata", "pieces"): (case("dz = y^2 dx"), case("dz = y^2 (y - 1)^2 dx")),
    ("restrictions", "relations among"): (case("dz = y dx"), case("dz = dx")),
    ("restrictions", "the_same among"): (case("dx = z dy; dz = 0"), case("dx = dy; dz = 0")),
}


@pytest.mark.parametrize(("question", "what"), OTHER)
def test_another_part_is_seen(question, what):
    first, second = OTHER[question, what]
    spare = case("dz = y dx") if first.system.lagrangian is None else case("", SPRINGS)
    two = larger.beside(first, spare)
    assert not tallied(products.PRODUCTS[question](two))[0]
    false = larger.Product(first, two.second, larger.beside(second, spare).whole)
    wrong, _, _ = tallied(products.PRODUCTS[question](false))
    assert any(what in told for told in wrong), wrong


LIFTED = {k: v for k, v in OTHER.items() if k[1] not in ("accessible", "rank never drops")}
LIFTED = {k: v for k, v in LIFTED.items() if k[1] not in ("reactions", "state")}
LIFTED = {k: v for k, v in LIFTED.items() if not k[1].startswith("substitution")}
LIFTED |= {
    ("rests", "eigenvalues"): (case("", SPRINGS), case("", f"{FREE} - x^2 - y^2 - z^2")),
    ("runs", "place"): OTHER["runs", "state"],
    ("runs", "energy"): (case("", FREE), case("", f"{FREE} - 1")),
}


@pytest.mark.parametrize(("question", "what"), LIFTED)
def test_another_system_under_the_level_is_seen(question, what):
    first, second = LIFTED[question, what]
    x, y, _ = first.system.chart.q
    lift = larger.one_more(first, x**2 + y, y)
    assert not tallied(lifts.LIFTS[question](lift))[0]
    x, y, _ = second.system.chart.q
    false = larger.Lift(first, larger.one_more(second, x**2 + y, y).other, lift.level)
    wrong, _, _ = tallied(lifts.LIFTS[question](false))
    assert any(what in told for told in wrong), wrong
