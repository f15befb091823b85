"""Families on f = 0: certificates in which levels are solved for coordinates."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import NotApplicable
from nonholo.evidence.problem import digest
from nonholo.views.families.record import families_record
from nonholo.views.families.text import families_text
from tests.draws import draws
from tests.forgeries import put
from tests.test_families import LAWS, holds

ROWS = ["dz = a*y du + c*x dy", "du = dx"]
LEVELS = ["u - x - b", "w - u", "2*w - 2*x - 2*b"]  # the last one follows


def family(rows, levels, lagrangian=None, questions="constraints"):
    letters = dict.fromkeys(("a", "b", "c", "al"))
    texts = " ".join((*rows, *levels, lagrangian or ""))
    used = {n: None for n in letters if f" {n} " in f" {' '.join(words(texts))} "}
    case = nh.System("x y z u w", lagrangian, rows, levels, parameters=used)
    return nh.families(case, questions, certify=True)


def words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text).split()


def cells(family):
    return {tuple(map(str, c.equations)): c.answer for c in family.cells}


@pytest.mark.parametrize("levels", [LEVELS, LEVELS[:2], ["b + x - u/3 - 2*u/3", "w - x*sin(y)"]])
def test_levels_are_put_in_and_counted(levels):
    """On u = x + b the first row is dz = a y dx + c x dy."""
    found = family(ROWS, levels).constraints
    assert found.certified, found.uncertified
    told = cells(found)
    assert set(told) == {(), ("c - a",)}
    assert (told[()].rank, told[()].relations, told[()].growth[:2]) == (3, 2, (2, 3))
    assert (told[("c - a",)].relations, told[("c - a",)].verdict) == (3, "holonomic")
    numbers = range(len(levels), len(levels) + 2)
    alone = [[answer.integrable[l] for l in numbers] for answer in told.values()]
    assert all(all(answer.integrable[: len(levels)]) for answer in told.values())
    assert sorted(alone) == [[False, True], [True, True]]


def test_substitution_on_a_level_that_moves():
    """u = x sin(al) + t, so u'^2 is (x' sin(al) + 1)^2, and z' = (a sin(al) y) x' + a y."""
    L = "(x'^2 + y'^2 + z'^2 + w'^2)/2 + c*u'^2"
    found = family(["z' = a*y*u'"], ["u - x*sin(al) - t"], L, "substitution").substitution
    assert found.certified, found.uncertified
    assert [c.answer.right[0][1] for c in found.cells] == [(False, False), (True, True)]
    assert [str(c.equations) for c in found.cells] == ["()", "(a,)"]


def test_momentum_of_a_velocity_that_a_level_gives():
    """z = u - b x, so L = (x'^2 + y'^2 + 2 b x' u' - b^2 x'^2)/2 and p_u = b x'."""
    L = "(x'^2 + y'^2 - z'^2 + u'^2)/2"
    found = family(["z' = a*y*x'"], ["u - z - b*x", "w - x"], L, "substitution").substitution
    assert found.certified, found.uncertified
    assert {str(c.equations): c.answer.right[0][1] for c in found.cells} == {
        "()": (False, False),
        "(a,)": (True, True),
        "(b,)": (True, True),
    }


COEFFICIENTS = st.sampled_from(["a", "b", "a - b", "c + 1", "2", "a*b - c"])


@settings(LAWS, max_examples=draws(6))
@given(COEFFICIENTS, COEFFICIENTS, st.sampled_from(["x", "y", "x*y", "x + t"]), COEFFICIENTS)
def test_cells_are_those_of_the_set_with_the_level_put_in(p, q, g, r):
    """u = r g(x, y, t): the cells by hand and on f = 0 hold the same numbers with one answer."""
    on = family([f"z' = ({p})*y*x' + ({q})*x*u'"], [f"u - ({r})*{g}", "w - x"]).constraints
    assert on.certified, on.uncertified
    rate = {"x": "x'", "y": "y'", "x*y": "(x'*y + x*y')", "x + t": "(x' + 1)"}[g]
    row = f"z' = ({p})*y*x' + ({q})*x*({r})*{rate}"
    by_hand = nh.System("x y z", None, [row], parameters=dict.fromkeys("abc"))
    off = nh.families(by_hand, "constraints").constraints
    for cell in off.cells:
        answer, there = cell.answer, point(cell)
        (inside,) = {c.answer.relations for c in on.cells if holds(c, there)}
        assert inside == answer.relations + 2


def point(cell) -> dict[str, Fraction]:
    at = {str(p): Fraction(str(v)) for p, v in cell.at.items()}
    return dict.fromkeys("abc", Fraction(1)) | at


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true(question: str) -> str:
    L = "(x'^2 + y'^2 + z'^2 + w'^2 + u'^2)/2"
    found = family(ROWS, LEVELS, L, question)
    return json.dumps(nh.certificate(found))


SOLVED = ("cases", "solved_levels")
FORGED = [
    ("solved for no coordinate", SOLVED, None),
    ("solved for no coordinate", SOLVED, [{"row": 0, "coordinate": "u"}]),
    ("no such level", (*SOLVED, 0, "row"), 3),
    ("no such level", (*SOLVED, 0, "row"), -1),
    ("slope", (*SOLVED, 0, "coordinate"), "z"),
    ("solved for a coordinate", (*SOLVED, 0, "coordinate"), "t"),
    ("solved for a coordinate", (*SOLVED, 0, "coordinate"), "b"),
    ("", (*SOLVED, 1), {"row": 0, "coordinate": "x"}),
    ("has not the keys", (*SOLVED, 0), {"row": 0}),
    ("has not the keys", (*SOLVED, 0), {"row": 0, "coordinate": "u", "value": "x"}),
    ("solved for no coordinate", ("problem", "holonomic_constraints", 2), "2*w - 2*x - b"),
    ("solved for no coordinate", ("problem", "holonomic_constraints", 0), "a*u - x - b"),
    ("solved for no coordinate", ("problem", "holonomic_constraints", 0), "u^2 - x - b"),
    ("", ("problem", "holonomic_constraints", 0), "u - y"),
]


@pytest.mark.parametrize("question", ["constraints", "substitution"])
@pytest.mark.parametrize(("why", "path", "value"), FORGED)
def test_forged_levels_are_refused(question, why, path, value):
    made = json.loads(true(question))
    result = nh.verify(put(made, (path, ... if value is None else value)))
    assert result.status in ("refused", "not checkable") and why in result.why, result[:3]


def test_a_forged_level_is_not_solved_where_its_slope_may_be_zero():
    """For b = 0 the level b w = x^2 is x = 0, and w is none of it."""
    declared = {"a": None, "b": {"positive": True}}
    given = {"constraints": ["dz = a*y dw"], "holonomic_constraints": ["b*w - x^2"]}
    case = nh.System("x y z w", **given, parameters=declared)
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints", records=False))))
    assert nh.verify(copy.deepcopy(made)).status == "accepted"
    made["cases"]["assumed"] = []
    assert nh.verify(made).why == "a level is solved where its slope may be 0"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("holonomic_relations",), 1),
        (("independent_constraints",), 1),
        (("integrable",), [3]),
        (("integrable",), [0, 1, 2]),
        (("verdict",), "nonholonomic"),
        (("growth_vector",), [4, 5]),
    ],
)
def test_forged_counts_of_levels_are_refused(path, value):
    made = json.loads(true("constraints"))
    made["cells"][0][path[0]] = value
    result = nh.verify(copy.deepcopy(made))
    assert result.status == "refused" and "the lemma shows" in result.why, result[:3]


def test_a_level_is_no_velocity_constraint():
    """As a row beside u' = x' the second one is not integrable alone; on u = x it is z' = 0."""
    rows = ["u' = x'", "z' = a*(u - x)*y'"]
    case = nh.System("x y z u", None, rows, parameters={"a": None})
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints"))))
    assert nh.verify(made).status == "accepted"
    assert made["cells"][0]["integrable"] == [0]
    made["problem"] |= {"holonomic_constraints": ["u - x"], "constraints": rows[1:]}
    made["sha256"] = digest(made["problem"])
    result = nh.verify(made)
    assert (result.status, result.why) == (
        "not checkable",
        "a level that is solved for no coordinate",
    )


def test_what_a_cell_leaves_out_was_found_before():
    """z' = a y x' + c x y' with another certificate's words for it."""
    case = nh.System("x y z", None, ["z' = a*y*x' + c*x*y'"], parameters=dict.fromkeys("ac"))
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints"))))
    number = next(
        i
        for i, lemma in enumerate(made["cases"]["lemmas"])
        if lemma.get("answer", {}).get("outside")
    )
    for lemma, why in ((number, "not shown before"), (-1, "not shown before")):
        own = copy.deepcopy(made)
        for use in own["cases"]["lemmas"][number]["answer"]["outside"].values():
            use["lemma"] = lemma
        result = nh.verify(own)
        assert result.status == "refused" and why in result.why
    own = copy.deepcopy(made)
    own["cells"][0]["without"] = [["a"]]
    assert nh.verify(own).status == "refused"


def divided(slope, assumed, question="constraints"):
    """On slope u = x the row is dz = (b + c slope) u du, but for a differential."""
    case = nh.System(
        "x y z u",
        "(x'^2 + y'^2 + z'^2)/2",
        ["dz = b*y du + c*x dy"],
        [f"({slope})*u - x"],
        parameters={"a": assumed, "b": None, "c": None},
    )
    return nh.families(case, question, certify=True, records=False)


@pytest.mark.parametrize(
    ("slope", "assumed", "special"),
    [
        ("a", {"positive": True}, "a*c - b"),
        ("2*a", {"nonzero": True}, "2*a*c - b"),
        ("a^2 + 1", None, "c*(a**2 + 1) - b"),
    ],
)
def test_a_level_is_solved_with_a_letter_that_is_never_0_before_the_coordinate(
    slope, assumed, special
):
    found = divided(slope, assumed)
    told = found.constraints
    assert told.certified, told.uncertified
    assert [(*map(str, c.equations),) for c in told.cells] == [(), (special,)]
    assert [c.answer.verdict for c in told.cells] == ["partly holonomic", "holonomic"]
    made = json.loads(json.dumps(nh.certificate(found)))
    if assumed:
        made["cases"]["assumed"] = made["cases"]["nonzero"] = []
        assert nh.verify(made).status != "accepted"


@pytest.mark.parametrize("question", ["substitution", "measure"])
def test_motions_on_such_a_level_are_certified(question):
    family = divided("a", {"positive": True}, question).families[question]
    assert family.certified, family.uncertified


@pytest.mark.parametrize(
    ("level", "verdicts"), [("x - w", ["holonomic"]), ("x + w", ["partly holonomic", "holonomic"])]
)
def test_what_is_declared_of_a_coordinate_is_known_of_what_takes_its_place(level, verdicts):
    """With x > 0 on x = w abs(w) is w, whatever a is."""
    names = {"x": {"positive": True}, "y": {}, "z": {}, "w": {}}
    rows = ["zdot - a*(abs(w) - w)*y*wdot"]
    family = nh.families(nh.System(names, None, rows, [level], parameters={"a": None}))
    assert [cell.answer.verdict for cell in family.constraints.cells] == verdicts


@pytest.mark.parametrize("half", ["a*b*y/2", "sqrt(a^2)*b*y", "sqrt(a)*b*y"])
def test_cells_are_about_the_texts_of_the_family(half):
    """Where a does not stand in the rows any more, it does in what is declared; a/2 is no root."""
    names = {"a": {"positive": True}, "b": None}
    case = nh.System("x y z u", None, [f"dz = {half} dx"], ["u - x"], parameters=names)
    made = nh.certificate(nh.families(case, "constraints"))
    assert nh.verify(made, case).status == "accepted"
    assert ("declared" in made["problem"]) == ("sqrt" in half)


def test_a_bound_that_leaves_less_than_a_part_is_no_family():
    names = {"x": {"max": 0}, "y": {}, "z": {}, "w": {}}
    case = nh.System(names, None, ["zdot - a*y*wdot"], ["x - w**2"], parameters={"a": None})
    with pytest.raises(NotApplicable, match="around which x <= 0 holds"):
        nh.families(case)


SHEETS = "x^2 - y^2 - z^2 - 1"  # no sum of squares, for which angles would stand


@pytest.mark.parametrize(
    ("row", "level"),
    [
        ("dw = a*(x dy - y dx) + c*z dz", SHEETS),
        ("a*w du = c*x dw + u dw", "x^2 - 2*y^2 - z^2 - 3*R"),
    ],
)
def test_levels_that_scaling_carries_are_judged_as_a_check_does(row, level):
    """Without coordinates on the whole of f = 0 the cells are what a check with numbers finds."""
    letters = {"a": None, "c": None, "R": {"positive": True}}
    used = {n: known for n, known in letters.items() if n in row + level}

    def case(parameters):
        return nh.System("x y z w u", None, [row], [level], parameters=parameters)

    found = nh.families(case(used), "constraints", records=False).constraints
    assert found.complete and found.certified is None
    for cell in found.cells:
        there = nh.check(
            case(dict.fromkeys(used, "2") | {str(p): str(e) for p, e in cell.at.items()})
        )
        assert (cell.answer.verdict, cell.answer.relations) == (there.verdict, there.relations)
        assert cell.answer.growth == there.growth.vector


@pytest.mark.parametrize(
    ("row", "level"),
    [
        ("dw = a*x dy + y^2 dx", SHEETS),  # w and 1 would have other weights on each term
        ("dw = a*y dx", "x^2 - 2*y*z"),  # a cone is no level near which others lie alike
        ("dw = a*y dx", "x^2 + y^2 + z^2 - b"),  # empty for b < 0
        ("dw = a*sin(x) dy", SHEETS),
    ],
)
def test_levels_that_scaling_does_not_carry_are_refused(row, level):
    used = {n: None for n in "ab" if n in words(row + " " + level)}
    case = nh.System("x y z w", None, [row], [level], parameters={"a": None} | used)
    with pytest.raises(NotApplicable, match="solved for no coordinate"):
        nh.families(case, "constraints")


def test_a_slope_is_that_of_the_level_with_what_was_solved_before():
    """x = z - y, and then x = 2 z is y = -z."""
    levels = ["x + y = z", "x = 2*z"]
    case = nh.System("x y z w", None, ["w' = a*x*y'"], levels, parameters={"a": None})
    (cell,) = nh.families(case, "constraints", records=False, certify=True).constraints.cells
    assert (cell.answer.verdict, cell.answer.relations) == ("holonomic", 3)


@pytest.mark.parametrize(
    ("level", "rank"),
    [("u = x^2 + y", 2), ("u^2 + w^2 = 1", 2), ("w = x; u = x^2 + y", 3)],
)
def test_ranks_of_singular_sets_count_levels(level, rank):
    """Told where rank drops: of all constraints, as `check` tells it, and not of those left on
    f = 0."""
    case = nh.System("x y z u w", None, ["u*z' = a*y*x'"], level.split("; "), parameters={"a": 1})
    family = nh.families(case, ["singular", "constraints"])
    (generic, *_), (most, *_) = (family.families[q].cells for q in ("singular", "constraints"))
    assert generic.answer.rank == most.answer.rank == nh.check(case).independent == rank
    drops = [s.rank for s in generic.answer.check.survey.strata.strata if s.growth is None]
    assert set(drops) == {rank - 1}


def test_what_can_be_reached_is_told_of_the_set_on_which_it_is_asked():
    """`check` says no of all configurations, and families yes of those on f = 0."""
    case = nh.System("x y z w u", None, ["z' = a*y*x' + y*w'"], ["u - x**2 - y"], parameters=["a"])
    found = nh.families(case, "singular")
    words = " ".join(families_text(found).split())
    assert "yes: every configuration from every other" in words
    assert "; of those with u - y - x**2 = 0 such as" in words
    (cell,) = families_record(found)["families"]["singular"]["cells"]
    assert (cell["accessible"], cell["configurations_with"]) == (True, ["u - y - x**2"])
    assert nh.check(case).accessible is False
    plain = families_record(nh.families(nh.constraints("dz = a y dx"), "singular"))
    assert all("configurations_with" not in c for c in plain["families"]["singular"]["cells"])
