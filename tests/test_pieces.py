"""Coefficients put together from pieces: what is told of a piece is so there, and what is told of
all together is so on each.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import ContradictoryConstraints, NonholoError, SingularPivot
from nonholo.linear.elimination import echelon
from nonholo.views.comparison.words import remarks
from nonholo.views.strata.text import classes
from tests.draws import draws

COEFFICIENTS = ["x", "abs(x)", "(abs(x) - x)", "(abs(x) + x)", "(1 + sign(x))", "1", "y*abs(x)"]
SIGNED = ["sign(x)", "sign(y)", "sign(x)*y", "1", "x", "y*sign(y)", "sign(x)*sign(y)"]
DECLARED = {"x > 0": {"positive": True}, "x < 0": {"negative": True}}


@st.composite
def bent_pairs(draw):
    """Two rows in z', y', w' whose coefficients change with the sign of x."""
    coefficient = st.sampled_from(COEFFICIENTS)
    return [
        f"{draw(coefficient)}*({left}' - {draw(coefficient)}*{right}') = 0"
        for left, right in (("z", "y"), draw(st.sampled_from([("z", "y"), ("w", "y"), ("w", "z")])))
    ]


def on_one_side(rows, where):
    coordinates = {"x": DECLARED[where], **{name: {} for name in "yzw"}}
    return nh.check(nh.System(coordinates, constraints=rows))


@settings(max_examples=draws(12), deadline=None)
@given(bent_pairs())
def test_a_region_is_told_as_the_set_with_its_sign_declared(rows):
    """Rows that follow from the others on one side only count on the other one."""
    try:
        verdict = nh.check(nh.System("x y z w", constraints=rows))
    except (ContradictoryConstraints, SingularPivot):
        assume(False)
    for stratum in verdict.survey.regions:
        there = on_one_side(rows, *stratum.region)
        assert (there.independent, there.growth.vector) == (stratum.rank, stratum.growth.vector)
        if verdict.verdict == "holonomic":
            assert there.verdict == "holonomic"
        if verdict.accessible is False:
            assert there.accessible is not True


def test_rows_that_are_lost_on_a_region_leave_no_one_answer():
    """For x > 0 the rows are one that is not integrable, for x < 0 two that are."""
    rows = ["z' = abs(x)*y'", "z' = x*y'"]
    verdict = nh.check(nh.System("x y z", constraints=rows))
    assert verdict.verdict == "undecided"
    assert "x > 0: rank 1, growth (2, 3); x < 0: rank 2, growth (1)" in verdict.joint.reason
    with pytest.raises(SingularPivot, match="demands something on a part of the configurations"):
        nh.check(nh.System("x y z", constraints=["(abs(x) - x)*z' = 0", "(abs(x) + x)*y' = 0"]))


@pytest.mark.parametrize("odd", ["x", "x**3", "sin(x)"])
def test_leaves_of_two_sides_meet_where_their_brackets_are_others(odd):
    """z - w is constant for x > 0 and z + w for x < 0: by both any z and w are reached."""
    rows = [f"z' = abs({odd})*y'", f"w' = ({odd})*y'"]
    verdict = nh.check(nh.System("x y z w", constraints=rows))
    assert (verdict.bounds, verdict.accessible) == ((1, 1), None)
    held = nh.check(nh.System("x y z w", constraints=[f"z' = abs({odd})*y'", "w' = z'"]))
    assert (held.bounds, held.accessible) == ((1, 1), False)


@pytest.mark.parametrize("row", ["z' = sign(x)*y'", "z' = abs(x)*y'", "z' = sqrt(x**2)*x*y'"])
def test_where_pieces_meet_no_growth_is_told(row):
    case = nh.System("x y z", constraints=[row])
    assert not nh.check(case, at={"x": "0"}).at_point.complete
    assert nh.check(case, at={"x": "1"}).at_point.complete


@settings(max_examples=draws(15), deadline=None)
@given(st.lists(st.lists(st.sampled_from([*SIGNED, "0"]), min_size=3, max_size=3), max_size=2))
def test_a_rank_that_is_kept_everywhere_is_kept_where_signs_are_0(entries):
    """sign(x)^2 is written as 1, which it is not at x = 0."""
    rows = [" + ".join(f"({e})*{v}'" for e, v in zip(row, "zwu")) for row in entries]
    assume(rows and all(any(e != "0" for e in row) for row in entries))
    try:
        verdict = nh.check(nh.System("x y z w u", constraints=rows))
    except (ContradictoryConstraints, SingularPivot):
        assume(False)
    if verdict.singular != ():
        return
    full = verdict.full
    x, y = full.chart.q[:2]
    for at in product((-1, 0, 1), repeat=2):
        values = dict(zip((x, y), map(full.chart.graph.lift, at)))
        there = [[e.subs(values) for e in row] for row in full.matrix]
        assert echelon(full.chart.graph, there).rank == verdict.independent


@pytest.mark.parametrize("level", ["x**2 + y**2 + z**2 - 1", "x*y", "z - x**2", "x**3 - z"])
@pytest.mark.parametrize("row", ["w' = x*y'", "w' = x*y' - y*x'", "y*w' = z'"])
def test_a_level_is_one_wherever_it_was_written(level, row):
    """A constraint without velocities among those on velocities, and under holonomic ones."""
    one = nh.check(nh.System("x y z w", None, [row, level]))
    other = nh.check(nh.System("x y z w", None, [row], [level]))
    told = [
        (v.verdict, v.bounds, v.growth.vector, v.accessible, v.survey.strata.singular)
        for v in (one, other)
    ]
    assert list(map(str, told[:1])) == list(map(str, told[1:]))


@pytest.mark.parametrize("text", ["x'' + x = 0", "x*y'' = 1", "z'' = x*y'"])
def test_a_constraint_on_accelerations_is_no_level(text):
    with pytest.raises(NonholoError, match="contains accelerations"):
        nh.check(nh.System("x y z", None, ["z' = y*x'", text]))


def test_the_border_of_a_chart_of_a_level_is_no_singular_set():
    """The contact structure of the sphere is regular where x1 = 0 too, and x1 a root elsewhere."""
    sphere = "x0**2 + x1**2 + x2**2 + x3**2 - 1"
    rows = [f"p' = {sphere}", "p' = 0", "x0*x1' - x1*x0' + x2*x3' - x3*x2' = 0"]
    strata = nh.check(nh.System("p x0 x1 x2 x3", constraints=rows)).survey.strata
    assert (strata.singular, strata.complete) == (None, False)


LETTERED = [
    "(abs(x) - a*x)",
    "(a*abs(x) + x)",
    "(a + sign(x))",
    "(sign(x)*sign(x**3 + x) - a)",
    "(abs(x)*abs(x - y) - a*abs(x**2 - x*y))",
    "abs(a*x)",
    "(abs(x) - x)",
    "x",
    "1",
]
SLOPES = ["{}*({}' - {}*y') = 0", "{}*({}' - {}*u') = 0", "{1}' = {0}*y' + {2}*x'"]


@st.composite
def rows_with_a_letter(draw):
    """One or two rows in z', w' whose coefficients change with the sign of x and with a letter."""
    entry = st.sampled_from(LETTERED)
    names = draw(st.sampled_from(["z", "zw"]))
    return [draw(st.sampled_from(SLOPES)).format(draw(entry), n, draw(entry)) for n in names]


def lies_in(a, equations, without=()):
    """The number obeys the equations, and not all of any other set."""
    graphs = [e.graph for e in (*equations, *(e for one in without for e in one))]
    put = {g.symbol("a"): g.lift(a) for g in graphs[:1]}
    zero = [all(e.subs(put).is_zero for e in one) for one in (equations, *without)]
    return zero[0] and not any(zero[1:])


@settings(max_examples=draws(3), deadline=None)
@given(rows_with_a_letter())
@example(["(abs(x)*abs(x - y) - a*abs(x**2 - x*y))*y' = z'"])
@example(["z' = abs(x)*y'", "z' = a*x*y'"])
def test_a_letter_has_the_answer_of_its_cell_on_every_region(rows):
    """What the answer on one region rests on can vanish there alone: abs(x) - a*x does at a = 1."""
    try:
        lettered = nh.System("x y z w u", constraints=rows, parameters={"a": None})
        family, whole = nh.families(lettered, "constraints", records=False), nh.check(lettered)
    except (ContradictoryConstraints, SingularPivot):
        assume(False)
    special = None if whole.letters is None else whole.letters.special
    for a in (-1, 0, 1, 2):
        try:
            own = nh.check(nh.System("x y z w u", constraints=rows, parameters={"a": a}))
        except (ContradictoryConstraints, SingularPivot):
            continue
        answer = (own.verdict, own.independent, own.growth.vector)
        inside = [c for c in family.constraints.cells if lies_in(a, c.equations, c.without)]
        assert inside or not family.constraints.complete
        for cell in (c.answer for c in inside if c.answer and own.verdict != "undecided"):
            assert (cell.verdict, cell.rank, cell.growth) == answer, a
        if special is not None and not any(lies_in(a, one) for one in special):
            assert (whole.verdict, whole.independent, whole.growth.vector) == answer, a


PARTED_LEVELS = ["abs(x) - x", "sqrt(x**2) + x", "(abs(x) - x)*(y - 1)", "asin(sin(x)) - x"]


@pytest.mark.parametrize("level", [*PARTED_LEVELS, "sign(x) + sign(y)"])
def test_a_level_without_a_slope_on_a_region_is_no_relation(level):
    """abs(x) - x = 0 leaves every x >= 0 free."""
    verdict = nh.check(nh.System("x y z", constraints=[level]))
    assert (verdict.verdict, verdict.accessible) == ("undecided", None)
    assert nh.check(nh.System("x y z", constraints=["abs(x) - y"])).bounds == (1, 1)


def test_the_growth_of_a_region_is_told_in_the_space_of_the_set():
    """For t > 0 no time is left in the row: d/dt is one direction more."""
    verdict = nh.check(nh.System("x y z w", constraints=["(abs(t) - t)*w' = y*x'"]))
    assert [s.growth.vector for s in verdict.survey.regions] == [(4,), (4, 5)]


def test_a_level_that_holds_where_a_sign_is_0_is_not_refused():
    """sign(x) = 0 is x = 0, though sign(x)^2 is written as 1; sign(x) = 2 is never."""
    for level in ("sign(x)", "sign(x)*(y**2 + 1)", "sign(x) - 1"):
        case = nh.System("x y z", constraints=["z' = y*x'", level])
        assert nh.check(case).verdict == "undecided"
        assert nh.consistency(case).consistent is None
    with pytest.raises(ContradictoryConstraints):
        nh.check(nh.System("x y z", constraints=["z' = y*x'", "sign(x) - 2"]))


def test_what_is_lost_of_the_rows_is_said_beside_the_motion():
    """Where a row follows from others its reaction is not determined; on a region without it the
    motion is another one."""
    plain = "(x'^2 + y'^2 + z'^2)/2 - z"
    twice = nh.compare(nh.System("x y z", plain, ["z' = y*x'", "2*z' = 2*y*x'"]))
    assert twice.redundant == ("2*z' = 2*y*x'",) and "are shared among" in remarks(twice)[-1]
    bent = nh.compare(nh.System("x y z", plain, ["(abs(x) - x)*z' = 0"]))
    assert bent.lost == (("x > 0",),) and bent.redundant == ()


@pytest.mark.parametrize(
    "row, answer",
    [
        ("z' - abs(x)*y'", True),
        ("z' - (abs(x) + abs(y))*x'", True),
        ("z' - abs(x*y)*x'", True),
        ("z' - sign(y)*x*x' - abs(x)*y'", True),
        ("z' - abs(x)*x' - abs(y)*y'", False),
        ("z' - (abs(x) + abs(y) + abs(x + y))*x'", None),  # three lines through a point
        ("z' - (x + abs(x))*(y + abs(y))*x'", None),  # a piece with leaves
    ],
)
def test_paths_cross_where_walls_meet(row, answer):
    assert nh.check(nh.System("x y z", None, [row])).accessible is answer


@pytest.mark.parametrize(
    ("row", "apart"),
    [("z' = x'*(y + abs(y))", True), ("z' = x'*y", False)],
)
def test_the_normal_form_of_a_row_in_pieces_is_that_of_a_region(row, apart):
    """z' = x' (y + |y|) is z' = 0 where y < 0."""
    (line,) = classes(nh.check(nh.System("x y z", None, [row])))
    assert line.endswith("; in one of the regions at least") is apart
