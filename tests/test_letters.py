"""For which numbers of its letters a verdict holds: off the special sets it is that of numbers."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import ContradictoryConstraints
from nonholo.findings.conservation import measure
from nonholo.views.comparison.words import remarks
from nonholo.views.verdict.record import check_record
from tests.draws import draws

FACTORS = ("a", "c", "(a - c)", "(a + 2*c - 1)", "a*c", "(a^2 - c)", "(c - 1)")
FUNCTIONS = ("x", "y", "x*y", "cos(x)", "sin(y)", "exp(x)", "u", "x*u", "u^2", "1")
NUMBERS = [Fraction(n, d) for n in range(-2, 4) for d in (1, 2)]
FREE = {"a": {}, "c": {}}


@st.composite
def coefficients(draw) -> str:
    chosen = draw(
        st.lists(st.tuples(*map(st.sampled_from, (FACTORS, FUNCTIONS))), min_size=1, max_size=2)
    )
    return " + ".join(f"{factor}*{function}" for factor, function in chosen)


@st.composite
def sets(draw) -> list[str]:
    first = f"dz = ({draw(coefficients())}) dx + ({draw(coefficients())}) dy"
    second = f"dw = ({draw(coefficients())}) dx + ({draw(coefficients())}) du"
    return [first, second][: draw(st.integers(1, 2))]


def judged(rows, parameters=FREE):
    return nh.check(nh.System("x y z u w", constraints=rows, parameters=parameters), search=0)


def answers(check):
    return check.verdict, check.relations, check.closure.growth.vector


@given(sets(), st.sampled_from(NUMBERS), st.sampled_from(NUMBERS))
def test_beside_the_special_sets_the_verdict_is_that_of_the_numbers(rows, a, c):
    found = judged(rows)
    assume(found.letters is not None and found.letters.special is not None)
    graph = found.case.system.chart.graph
    values = {graph.symbol("a"): graph.lift(a), graph.symbol("c"): graph.lift(c)}
    assume(not any(all(e.subs(values).is_zero for e in one) for one in found.letters.special))
    assert answers(judged(rows, {"a": a, "c": c})) == answers(found)


@pytest.mark.parametrize(
    ("row", "declared", "special", "everywhere"),
    [
        ("dz = a*y dx + c*x dy", {}, ["a - c"], False),
        ("dz = a*y dx + c*x dy", {"positive": True}, ["a - c"], False),
        ("dz = a*y dx - c*x dy", {"positive": True}, [], False),  # the ratio a : c stays
        ("dz = a*y dx - a*x dy", {"positive": True}, [], True),
        ("dz = (u^2 + (a - 1)^2)*x dy", {"positive": True}, [], False),  # a = 1: singular at u = 0
        ("dz = a*cos(x) dy", {"positive": True}, [], True),
        ("dz = a*cos(x) dy", {}, ["a"], False),
        ("dz = a dx", {}, [], True),
    ],
)
def test_what_is_said_of_the_letters(row, declared, special, everywhere):
    found = judged([row], {"a": declared, "c": declared}).letters
    told = [str(e) for one in found.special for e in one]
    assert (told, found.everywhere) == (special, everywhere)


def test_what_is_declared_is_no_claim_about_all_of_it():
    declared = {"a": {"positive": True}, "c": {"positive": True}}
    case = nh.System("x y z", constraints=["dz = a*y dx + c*x dy"], parameters=declared)
    said = str(check_record(nh.check(case))["remarks"])
    assert "this holds for a > 0" not in said and "only where a - c = 0" in said


def test_nonlinear_constraints_with_letters_say_where_velocities_were_shown():
    """For a > 0 only rest obeys x'^2 + y'^2 + a z'^2 = 0."""
    check = nh.check(nh.constraints("x'^2 + y'^2 + a*z'^2 = 0"))
    assert (check.letters.names, check.letters.special) == (("a",), None)
    assert "shown at a = -0.14" in str(check_record(check)["remarks"])


PIECES = ("abs(a)", "(abs(a) - a)", "sqrt(c^2)", "(sqrt((a - c)^2) + a - c)", "(1 + sign(c))", "a")
QUADRANTS = [(Fraction(s * 37, 11), Fraction(r * 53, 29)) for s in (1, -1) for r in (1, -1)]


@settings(max_examples=draws(5))  # five questions each
@given(
    st.lists(
        st.tuples(*map(st.sampled_from, (PIECES, ("x", "y", "x*y", "u", "1")))),
        min_size=1,
        max_size=2,
    ),
    st.lists(st.tuples(*map(st.sampled_from, (PIECES, ("x", "y", "u^2")))), min_size=1, max_size=2),
)
def test_what_holds_for_letters_holds_for_all_their_signs(first, second):
    """abs(a) - a is zero for half of all numbers: (abs(a) - a) y dx was nonholonomic "for almost
    all values of a".
    """
    p, q = (" + ".join(f"{f}*{g}" for f, g in some) for some in (first, second))
    rows = [f"dz = ({p}) dx + ({q}) dy"]
    found = judged(rows)
    assume(found.verdict != "undecided")
    for a, c in QUADRANTS:
        assert answers(judged(rows, {"a": a, "c": c})) == answers(found)


def test_letters_whose_signs_decide_are_told():
    found = nh.check(nh.constraints("dz = (abs(a) - a) y dx"))
    assert (found.verdict, found.letters) == ("undecided", None)
    assert found.closure.growth.evidence.reason.startswith("the letters decide: a > 0")
    assert {(s.assumption, s.answer) for s in found.settled_by} == {
        ("a > 0", "holonomic"),
        ("a < 0", "nonholonomic"),
    }
    assert nh.check(nh.constraints("dz = (abs(a) + 2*a) y dx")).verdict == "nonholonomic"


def test_a_letter_whose_sign_may_decide_leaves_a_large_set_open():
    rows = ["dx0 = (abs(a) - a)*x39*dx38", *(f"dx{i} = 0" for i in range(1, 38))]
    names = " ".join(f"x{i}" for i in range(40))
    found = nh.check(nh.System(names, constraints=rows, parameters={"a": None}))
    assert (found.verdict, found.evidence.proved) == ("undecided", False)
    numbers = ((1, "holonomic"), (-1, "partly holonomic"))
    for a, verdict in numbers:
        case = nh.System(names, constraints=rows, parameters={"a": a})
        assert nh.check(case).verdict == verdict


@given(
    st.tuples(*map(st.sampled_from, (PIECES, ("x", "y", "x*y")))),
    st.tuples(*map(st.sampled_from, (PIECES, ("x", "y", "1")))),
)
def test_whether_substitution_is_right_for_letters_holds_for_all_their_signs(first, second):
    rows = [f"dz = {'*'.join(first)} dx + {'*'.join(second)} dy"]
    lagrangian = "(x'**2 + y'**2 + z'**2)/2"

    def answer(parameters):
        found = nh.compare(nh.System("x y z", lagrangian, rows, parameters=parameters))
        return found.shortcut.answer

    told = answer(FREE)
    assume(told is not None)
    assert {answer({"a": a, "c": c}) for a, c in QUADRANTS} == {told}


@pytest.mark.parametrize(("offset", "exists"), [("(abs(a) - a)", None), ("(abs(a) - 2*a)", False)])
def test_no_measure_is_denied_where_the_sign_of_a_letter_decides(offset, exists):
    """For a > 0 the mass of the sleigh lies on its blade, and there is one."""
    lagrangian = f"(x'^2 + y'^2 + theta'^2)/2 + {offset}*theta'*(cos(theta)*y' - sin(theta)*x')"
    skate = ["sin(theta)*x' - cos(theta)*y' = 0"]
    sleigh = nh.System("x y theta", lagrangian, skate, parameters={"a": None})
    assert measure(nh.compare(sleigh)).decision.answer is exists


def test_each_side_of_a_coordinate_is_told():
    """z' = (abs(y) - y) x' is z' = 0 for all y > 0: substitution is right there."""
    own = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", ["z' = (abs(y) - y)*x'"])
    assert any("on each side of y = 0;" in one for one in remarks(nh.compare(own)))


@pytest.mark.parametrize(
    ("wave", "differs"),
    [
        ("(cos(pi*n)^2 - 1)", None),
        ("sin(pi*n*(n + 1)/2)", None),
        ("(cos(pi*n) + 2)", True),
    ],
)
def test_no_rival_differs_where_whole_numbers_leave_it_open(wave, differs):
    """The first two are 0 for all whole n: the label of a rival is that of the decision."""
    case = nh.System(
        "x y z",
        "(x'**2 + y'**2 + z'**2)/2",
        [f"z' = {wave}*y*x'"],
        parameters={"n": {"integer": True}},
    )
    found = nh.compare(case)
    agrees = None if differs is None else not differs
    assert found.shortcut.answer is agrees
    assert [e.agrees for e in found.rivals] == [agrees] * 2


@pytest.mark.parametrize("bend", ["abs(w) - w", "abs(w) + w", "sign(w)*w + 2*w"])
@pytest.mark.parametrize("level", [True, False])
def test_what_is_assumed_of_letters_and_coordinates_lets_the_letters_choose(bend, level):
    """x = a w > 0: for a > 0 only w > 0 is there, for a < 0 only w < 0."""

    def asked(a):
        tied = {"assumptions": ["x > 0"], "holonomic_constraints": ["x - a*w"]}
        about = tied if level else {"assumptions": ["a*w > 0"]}
        case = nh.System("x y z w", None, [f"z' = ({bend})*y*w'"], parameters={"a": a}, **about)
        return case, nh.check(case)

    (case, letters), *numbers = (asked(a) for a in (None, 1, -1))
    words = {found.verdict for _, found in numbers}
    assert "undecided" not in words
    assert letters.verdict in {"undecided"} | (words if len(words) == 1 else set())
    cells = nh.families(case, "constraints").constraints
    assert len(words) == 1 or not cells.complete


CONICS = ("x*y - a", "x^2 + y^2 - a", "x^2 - y^2 - a", "x^2 + u^2 + y - a*y", "x*y - a*u")


@settings(max_examples=draws(12))  # two verdicts on a level each
@given(st.sampled_from(CONICS), st.sampled_from(NUMBERS), st.sampled_from(["x", "y", "x - y"]))
def test_a_verdict_on_a_level_with_letters_is_not_told_as_one_for_all_of_them(level, a, slope):
    """x y = a falls into two lines for a = 0, and x^2 + y^2 = a is nothing for a < 0."""

    def on_level(**more):
        rows, levels = [f"dz = ({slope}) dw"], [level]
        return nh.check(
            nh.System("x y z u w", constraints=rows, holonomic_constraints=levels, **more), search=0
        )

    general = on_level(parameters={"a": {}})
    assume(general.verdict != "undecided")
    held = general.letters
    assert held.names == ("a",)
    try:
        there = on_level(parameters={"a": {"value": a}})
        same = answers(there) == answers(general)
    except ContradictoryConstraints:
        same = False
    assert same or not (held.everywhere or held.special == ())
    assert not held.everywhere


@pytest.mark.parametrize(
    "bound, everywhere",
    [
        ({"min": 0}, True),
        ({"positive": True}, True),
        ({"nonzero": True}, True),
        ({"min": 2}, False),
        ({"max": 1}, False),
        ({"min": 1, "max": 4}, False),
    ],
)
def test_units_do_not_remove_letters_that_bounds_are_measured_by(bound, everywhere):
    """(x - R) z' = y x' is singular where x = R; with x >= 2 that is nowhere for R = 1."""
    names, rows = {"x": bound, "y": {}, "z": {}}, ["(x - R)*z' = y*x'"]
    check = nh.check(nh.System(names, constraints=rows, parameters={"R": {"positive": True}}))
    assert check.letters.everywhere is everywhere


@pytest.mark.parametrize(
    "slack, everywhere", [("x >= 0", True), ("x >= y", True), ("x >= R", True), ("x >= 2", False)]
)
def test_units_carry_inequalities_and_levels_or_remove_nothing(slack, everywhere):
    rows, given = ["(x - R)*w' = y*u'"], {"R": {"positive": True}}
    more = {"constraints": rows, "parameters": given, "inequalities": [slack]}
    assert nh.check(nh.System("x y z u w", **more)).letters.everywhere is everywhere
    level = nh.System("x y z u w", holonomic_constraints=["x*y - R^2"], **more)
    assert nh.check(level).letters.everywhere is everywhere
