"""The verdict over families: published cells, laws over random families, the command."""

from __future__ import annotations

import copy
import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from pathlib import Path

import pytest
import sympy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.arithmetic.numbers import Rational
from nonholo.cli import main
from nonholo.decide.zero import decide_zero
from nonholo.errors import BadCase, NotApplicable, OutOfReach, TimeUp
from nonholo.evidence.problem import digest
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import assumption
from nonholo.expression.text import text
from nonholo.geometry.families.partition import Judged, partition
from nonholo.geometry.families.piece import Piece, at_angle
from nonholo.geometry.families.pieces import every_branch, sharpened
from nonholo.geometry.families.shorter import shorter
from nonholo.geometry.families.solutions import solutions
from nonholo.geometry.zeros.domain import undefined
from nonholo.views.families.page import families_section
from nonholo.views.families.record import families_record, family_record
from nonholo.views.families.text import families_text, place
from nonholo.work import Work, spent
from tests.draws import draws
from tests.forgeries import put

CASES = Path(__file__).parents[1] / "cases"
LAWS = settings(deadline=None, suppress_health_check=list(HealthCheck))


def of(*constraints):
    return nh.families(nh.constraints(*constraints), "constraints", records=False).constraints


def cells(family):
    """{the equations of a cell: (verdict, growth)}"""
    return {
        tuple(sorted(map(text, cell.equations))): (cell.answer.verdict, cell.answer.growth)
        for cell in family.cells
    }


# published and known by hand
# ---------------------------------------------------------------------------------------
def test_a_form_is_holonomic_for_equal_coefficients_alone():
    family = of("dz = a y dx + c x dy")
    assert cells(family) == {(): ("nonholonomic", (2, 3)), ("c - a",): ("holonomic", (2,))}
    assert family.complete


def test_two_spheres_are_holonomic_for_equal_radii_alone():
    """Without spin, and 3:1 as every other ratio grows (2, 3, 5) (Bryant and Hsu 1993): only the
    symmetry group is larger there.
    """
    family = nh.families(CASES / "two_spheres_1_3.toml", "constraints").constraints
    assert family.complete
    assert cells(family) == {
        (): ("nonholonomic", (2, 3, 5)),
        ("r2 - r1",): ("holonomic", (2,)),
    }


def test_the_turntable_at_rest_is_the_rolling_ball():
    family = nh.families(CASES / "ball_on_turntable.toml", "constraints").constraints
    assert [cell.answer.growth for cell in family.cells] == [(4, 6), (3, 5)]
    assert [cell.answer.space for cell in family.cells] == ["tq", "q"]


def test_hitches_of_trailers_on_and_off_the_axle():
    """(2, 3, 4, 5) with a hitch on the axle, (2, 3, 5) off it; a trailer of no length, hitched on
    the axle of a body that stands on it, follows it.
    """
    case = nh.System(
        "x y t0 t1 t2",
        constraints=[
            "sin(t0) dx - cos(t0) dy = 0",
            "sin(t1) dx - cos(t1) dy + a cos(t0-t1) dt0 + b dt1 = 0",
            "sin(t2) dx - cos(t2) dy + a cos(t0-t2) dt0 + (b + c) cos(t1-t2) dt1 + d dt2 = 0",
        ],
        parameters={"a": None, "b": {"positive": True}, "c": None, "d": {"positive": True}},
    )
    family = nh.families(case, "constraints", records=False).constraints
    found = cells(family)
    assert family.complete
    assert found[()] == ("nonholonomic", (2, 3, 5))
    assert found["a",] == ("nonholonomic", (2, 3, 4, 5))


def test_naive_substitution_for_the_coin_is_right_on_the_level_plane():
    family = nh.families(CASES / "rolling_coin.toml", "substitution").substitution
    generic, level = family.cells
    assert [text(e) for e in level.equations] == ["sin(al)"]
    assert dict(generic.answer.right)["x", "y"] == (False, True)
    assert dict(level.answer.right)["x", "y"] == (True, True)


def test_the_sleigh_has_a_measure_for_the_mass_centre_on_the_blade_alone():
    family = nh.families(CASES / "chaplygin_sleigh.toml", "measure").measure
    generic, special = family.cells
    assert (generic.answer.exists, special.answer.exists) == (False, True)
    assert special.answer.hamiltonizable and [text(e) for e in special.equations] == ["a"]


def test_angles_and_frequencies_of_special_value():
    assert cells(of("dz = (cos(k x) - cos(x)) dy")) == {
        (): ("nonholonomic", (2, 3)),
        ("k - 1",): ("holonomic", (2,)),
        ("k + 1",): ("holonomic", (2,)),
    }
    assert cells(of("dz = sin(al) x dy")) == {
        (): ("nonholonomic", (2, 3)),
        ("sin(al)",): ("holonomic", (2,)),
    }


AT_ANGLES = (
    ("dz = (sin(x + a) - sin(x))*dy",),  # 0 at whole turns alone
    ("dz = (sin(x + a) - cos(x))*dy",),
    ("dz = sin(a)*y*dx", "dw = (cos(a) - 1)*z*dx"),
    ("dz = sin(a)*b*y*dx + (cos(a) - 1)*(b - 1)*x*y*dx",),
    ("dz = a*y*dx + (sin(a) - b)*x*y*dx", "dw = sin(a)*z*dx"),
    ("dz = sin(2*a)*y*dx", "dw = (1 + sin(a))*b*z*dx"),
    ("dz = sin(2*a)*y*dx + cos(b)*x^2*y*dx + (1 + sin(b))*x*dy",),
)
AT_POWERS = (
    ("dz = x^a*dy + y^b*dx",),
    ("dz = x^a*y*dx + b*x^2*y*dx",),
    ("dz = (x + b)^a*y*dx - x*y*dx",),
    ("dz = (1 + x^2)^a*dy + b*x^2*dy - dy",),
)


@pytest.mark.parametrize("rows", [*AT_ANGLES, *AT_POWERS], ids=" ".join)
def test_at_special_angles_and_powers_the_cells_say_what_a_check_says(rows):
    """At each multiple of pi/2, at each whole exponent: no other answer, and one unless open."""
    family = of(*rows)
    angles = rows in AT_ANGLES
    turned = {"a": angles, "b": "(b)" in rows[0]}
    assert family.complete or "stands outside" in str(family.reasons)
    for n, b in ((n, b) for n in range(-2, 5) for b in (int(turned["b"]), -1)):
        put = {
            "a": f"({n}*pi/2)" if angles else f"({n})",
            "b": f"({b}*pi/2)" if turned["b"] else f"({b})",
        }
        there = [re.sub(r"\ba\b", put["a"], re.sub(r"\bb\b", put["b"], row)) for row in rows]
        told = {
            (cell.answer.verdict, cell.answer.growth)
            for cell in family.cells
            if cell.answer and holds_at(cell, turned, {"a": n, "b": b})
        }
        found = nh.check(nh.constraints(*there), search=0)
        if told or family.complete:
            assert told == {(found.verdict, tuple(found.growth.vector))}, there


AT_ROOTS = [  # a branch of b = a^2 has an answer of its own
    ("dz = (a^2 - b)*y*dx + (a + sqrt(b))*w*dx",),
    ("dz = (a^2 - b)*y*dx", "dw = (a + sqrt(b))*y*dx"),
    ("dz = (a^2 - b)*x*dy + z*dx", "dw = (a - sqrt(b))*u*dy + (a + 2*sqrt(b))*z*dx"),
    # met by |a| = 1, sqrt(b) = 1, of which a = 1 was met before by other equations
    ("dz = (a + sqrt(b))*x*du + (abs(a) - 1)*x*y*dx", "dw = (b - 1)*y*dx + (a^2 - b)*z*dy"),
    # met by b = a^2 alone, of whose branches one is left
    ("dz = (sqrt(b) - a)*y*dx + (b - a^2)*y^2*dx",),
]


@pytest.mark.parametrize("rows", AT_ROOTS, ids=" ".join)
def test_branches_of_a_root_are_told_apart_where_their_answers_are(rows):
    case = nh.System("x y z u w", constraints=rows, parameters=dict.fromkeys("ab"))
    family = nh.families(case, "constraints", records=False).constraints
    for values in ({"a": a, "b": b} for a in (-2, -1, 1, 2) for b in (1, 4)):
        inside = [cell.answer for cell in family.cells if holds(cell, values) and cell.answer]
        own = at_numbers(rows, values)
        told = {(one.verdict, one.rank, one.growth) for one in inside}
        assert told <= {(own.verdict, own.independent, own.growth.vector)}, values
        assert told or not family.complete


ZEROS = [  # an expression, and numbers (a, b) of twelfths of pi at which it is zero, or is not
    ("sin(a) - cos(a)", [(3, 0), (-9, 0), (27, 0)], [(0, 0), (6, 0), (12, 0)]),
    ("2*sin(a) - 1", [(2, 0), (10, 1), (26, 0)], [(4, 0), (-2, 0)]),
    ("sin(a + b)", [(1, -1), (5, 7), (0, 0), (12, 0)], [(1, 0), (7, 7)]),
    ("cos(a) - cos(b)", [(1, 1), (3, -3), (25, 1), (0, 24)], [(1, 2), (0, 12)]),
    ("exp(a) - exp(b)", [(0, 0), (5, 5)], [(1, 0), (5, -5)]),
    ("2*sqrt(a) - sqrt(pi)", [(3, 0)], [(12, 0), (1, 0)]),
    ("a^2 - 3*pi*abs(a) + 2*pi^2", [(12, 0), (-24, 0)], [(0, 0), (6, 0)]),
]


@pytest.mark.parametrize("zero, inside, beside", ZEROS)
def test_waves_exponentials_and_roots_are_solved(zero, inside, beside):
    family = of(f"dz = ({zero}) y dx")
    assert family.complete
    for (a, b), verdict in [(p, "holonomic") for p in inside] + [
        (p, "nonholonomic") for p in beside
    ]:
        (cell,) = [c for c in family.cells if holds_at(c, {}, {"a": a, "b": b})]
        assert cell.answer.verdict == verdict


def holds_at(cell, quarters, numbers):
    """The numbers lie in the cell: of twelfths of pi, else letter by letter of quarters or of 1."""

    def zero(e):
        graph = e.graph
        value = {
            s: graph.scale(graph.pi, Rational(numbers[str(s)], 2 if quarters else 12))
            if quarters.get(str(s), not quarters)
            else graph.lift(numbers[str(s)])
            for s in e.symbols()
        }
        return e.subs(value).is_zero

    return all(map(zero, cell.equations)) and not any(all(map(zero, w)) for w in cell.without)


def test_the_edge_of_a_piece_has_an_answer_of_its_own():
    """a b = c is solved as a = c/b; where b = c = 0 the second form is integrable too."""
    case = nh.System(
        "x y z u v w",
        constraints=["dz = (a*b - c)*x*dy", "dw = b*u*dv"],
        parameters=dict.fromkeys("abc"),
    )
    family = nh.families(case, "constraints", records=False).constraints
    assert family.complete
    for point, h in (({"a": 5, "b": 0, "c": 0}, 2), ({"a": 2, "b": 3, "c": 6}, 1)):
        (cell,) = [cell for cell in family.cells if holds(cell, point)]
        assert cell.answer.relations == h


def test_numbers_at_which_a_divisor_vanishes_lie_in_a_cell():
    """A relation solved as a = e q/c holds for c = q = 0 too, whatever a is, with b = 0 alone."""
    row = "(a y + b z) dx + (c z + e x) dy + (p x + q y) dz = 0"
    family = of(row)
    for numbers in product((-1, 0, 1), repeat=6):
        values = dict(zip("abcepq", numbers))
        around = [cell.answer for cell in family.cells if holds(cell, values)]
        assert around and all(answer == around[0] for answer in around)
    told = {tuple(sorted(map(text, cell.equations))) for cell in family.cells}
    assert {("b", "e*q - a*c", "p"), ("a*p - b*e", "c", "q"), ("a", "c*p - b*q", "e")} <= told


def test_a_square_root_of_parameters():
    family = of("dz = (a^2 - 2 b^2) y dx")
    assert cells(family) == {
        (): ("nonholonomic", (2, 3)),
        ("a**2 - 2*b**2",): ("holonomic", (2,)),
    }


@pytest.mark.parametrize("inside", ["a^4 + a + sqrt(2)", "a^4 + sqrt(b^3 + 1)"])
def test_a_root_that_stands_in_no_other_is_squared_away_first(inside):
    """The norm by sqrt(2) has the equation itself for a factor, again and again."""
    case = nh.constraints(f"dz = (sqrt({inside}) - a - sqrt(2)) dx")
    (f,) = (e for e in case.system.pfaffian.matrix[0] if e.symbols())
    (solution,) = solutions(f)
    assert solution.values is None


@pytest.mark.parametrize("form", ["a^2 + a*b + b^2", "2*a^2 - 2*a*b + b^2", "3*a^2 + (a - b)^2"])
def test_a_definite_form_of_parameters_has_one_zero(form):
    family = of(f"dz = ({form}) y dx")
    assert cells(family) == {(): ("nonholonomic", (2, 3)), ("a", "b"): ("holonomic", (2,))}


@pytest.mark.parametrize(
    "row, codimensions",
    [
        ("dz = (c^3 + c - 5) x dy", [0, 1]),
        ("dz = (a^2 - b) x dy + (c^3 + c - 5) x^2 dy", [0, 2]),
        ("dz = (a^2 + b^2) x dy + c x^2 dy", [0, 3]),
        ("dz = a b x dy", [0, 1, 1]),
    ],
)
def test_the_codimension_of_a_cell(row, codimensions):
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", [row])
    for question in ("constraints", "substitution"):
        family = nh.families(case, question, records=False).families[question]
        assert [c.codimension for c in family.cells] == codimensions
        assert family.generic.real


def test_constraints_that_contradict_each_other_but_for_special_parameters():
    case = nh.System("x y", constraints=["x' = a*y", "x' = b*y"], parameters=dict.fromkeys("ab"))
    family = nh.families(case, "constraints", records=False).constraints
    ranks = {tuple(sorted(map(text, c.equations))): c.answer.rank for c in family.cells}
    assert family.complete
    assert ranks == {(): None, ("a",): None, ("b",): None, ("b - a",): 1, ("a", "b"): 1}


@pytest.mark.parametrize(
    "rows", [["z' = a*x", "z' = x*y"], ["y' = a*x", "y' = 2*x + b"], ["x*z' = 0", "x*z' = x*y"]]
)
def test_where_constraints_contradict_each_other_the_sets_that_are_left_are_those_of_a_check(rows):
    found = nh.families(nh.constraints(*rows), "constraints")
    told = []
    for cell in found.constraints.cells:
        put = {str(p): f"({text(value)})" for p, value in cell.at.items()}
        there = ["".join(put.get(letter, letter) for letter in row) for row in rows]
        check, branches = nh.check(nh.constraints(*there)), cell.answer.branches
        told.append(len(branches))
        if len(branches) > 1:
            assert [b.verdict.verdict for b in branches] == [
                b.verdict.verdict for b in check.branches
            ]
        elif branches:
            assert branches[0].verdict.verdict == check.verdict
            assert branches[0].verdict.relations == check.relations
    assert any(told)
    left = "the sets of states that are left"
    assert (left in " ".join(families_text(found).split())) == bool(found.constraints.parameters)


def test_what_is_assumed_leaves_cells_out():
    def found(**assumed):
        case = nh.System("x y z", constraints=["dz = (a + b) y dx"], parameters=assumed)
        return len(nh.families(case, "constraints", records=False).constraints.cells)

    assert found(a=None, b=None) == 2
    assert found(a={"positive": True}, b={"positive": True}) == 1


FACTORS = st.sampled_from(["a - b", "a + b", "b - 2*a", "a - 1", "a*b - 1", "a^2 - 2*b^2", "b"])


@settings(LAWS, max_examples=draws(12))
@given(
    st.lists(FACTORS, min_size=1, max_size=2),
    st.lists(st.tuples(FACTORS, st.sampled_from(["!=", ">"])), min_size=1, max_size=2),
)
def test_cells_obey_what_is_assumed(factors, assumed):
    """Each cell holds parameters with which all relations hold, and those of a grid that obey them
    lie in one of the cells."""
    relations = [f"{p} {sign} 0" for p, sign in assumed]
    row = f"dz = {'*'.join(f'({p})' for p in factors)}*y dx"
    try:
        case = nh.System(
            "x y z", constraints=[row], parameters=dict.fromkeys("ab"), assumptions=relations
        )
    except BadCase:
        return  # nothing obeys them
    family = nh.families(case, "constraints", records=False, certify=True).constraints
    assert family.complete and not (family.certified and family.vacant)

    def obeyed(values):
        names = {n: Fraction(str(v)) for n, v in values.items()}
        signs = [(eval(p.replace("^", "**"), {}, names), sign) for p, sign in assumed]
        return all(v > 0 if sign == ">" else v != 0 for v, sign in signs)

    for cell in family.cells:
        at = {str(p): v for p, v in (cell.at or {}).items()}
        if len(at) == 2 and all(v.is_number for v in at.values()):
            assert obeyed(at) and holds(cell, at)
    for a, b in product(range(-2, 3), repeat=2):
        if obeyed({"a": a, "b": b}):
            inside = [cell for cell in family.cells if holds(cell, {"a": a, "b": b})]
            assert len({cell.answer.verdict for cell in inside}) == 1


@pytest.mark.parametrize(
    "row, assumptions, parameters, told",
    [
        ("dz = (a - b)*y dx", ["a != b"], {}, [True]),
        ("dz = (a^2 - b^2)*y dx", ["a^2 != b^2"], {}, [True]),
        ("dz = (a - b)*y dx", ["a > c", "c > b"], {}, [True]),
        ("dz = (a^2 - 2)*y dx", [], {"a": {"integer": True}}, [True]),
        ("dz = (exp(a) - a)*y dx", [], {}, [True, False]),
        ("dz = (exp(a) - 3*a)*y dx", [], {}, [True, True]),
        ("dz = sin(pi*a)*y dx", [], {}, [True, True]),
        ("dz = sqrt(-a)*y dx + sqrt(a)*w dx", [], {}, [False, True]),
        ("dz = sqrt(a)*y dx + b*w dx", [], {}, [True, True]),
        ("dz = sqrt(1 - b)*y dx + sqrt(-a^2)*w dx", [], {}, [False]),  # what is special is open
    ],
)
def test_a_cell_in_which_no_parameters_are_known_may_be_empty(row, assumptions, parameters, told):
    given_letters = dict.fromkeys("abc") | parameters
    case = nh.System(
        "x y z w", constraints=[row], parameters=given_letters, assumptions=assumptions
    )
    family = nh.families(case, "constraints", records=False, certify=True).constraints
    assert [cell.met for cell in family.cells] == told
    assert all(told) or not family.certified


def test_a_cell_whose_special_parameters_may_be_missing_is_that_of_almost_all():
    constraints = nh.families(nh.constraints("dz = a y dx + c x dy"), "constraints").constraints
    assert [place(cell, constraints) for cell in constraints.cells][1] == "a = c"
    cells = tuple(replace(cell, at=None) for cell in constraints.cells)
    doubted = replace(constraints, cells=cells, complete=False)
    assert place(cells[1], doubted) == "almost all parameters with a = c"
    assert [cell["almost_all"] for cell in family_record(doubted)["cells"]] == [True, True]


@pytest.mark.parametrize(
    "row",
    [
        "dz = x dy/(a + 1/b)",
        "dz = x dy/(a + 1/(b + 1/a))",
        "dz = (tan(a) - b) x dy",
        "dz = b*x dy/sin(a)",
    ],
)
def test_a_cell_has_parameters_for_which_the_rows_have_values(row):
    """Divisors inside of divisors vanish where nothing is said; a sum of waves is a divisor too."""
    case = nh.constraints(row)
    family = nh.families(case, "constraints", records=False, certify=True).constraints
    for cell in family.cells:
        assert cell.at is None or not any(
            undefined(e, cell.at) for e in case.system.pfaffian.matrix[0]
        )
    assert family.complete


def test_only_numbers_that_are_admissible_are_cells():
    def found(**assumed):
        row = "dz = (cos(k*x) - cos(x))*(2*k - 1) dy"
        case = nh.System("x y z", constraints=[row], parameters={"k": assumed})
        return [
            text(e) for c in nh.families(case, "constraints").constraints.cells for e in c.equations
        ]

    assert found() == ["2*k - 1", "k - 1", "k + 1"]
    assert found(integer=True) == ["k - 1", "k + 1"]
    assert found(integer=True, positive=True) == ["k - 1"]
    assert found(min=2) == []


@pytest.mark.parametrize(
    ("row", "assumed"), [("{}*y dx", ["a*c + 1 >= 0"]), ("{}*sqrt(a*c + 1)*y dx", [])]
)
def test_bounds_that_a_constant_with_roots_breaks_leave_no_cell(row, assumed):
    """a c = -(1 + sqrt(13))/2 < -1, assumed not to be, or below a root."""
    rows = ["dz = " + row.format("(2*a*c + sqrt(13) + 1)")]
    case = nh.System("x y z", None, rows, parameters=["a", "c"], assumptions=assumed)
    cells = nh.families(case, "constraints", records=False).constraints.cells
    assert not any("sqrt" in text(e) for c in cells for e in c.equations)


@pytest.mark.parametrize(
    "row, assumed, remarks",
    [
        ("dz = (a^b - 1)*y dx", ("a > 0",), ["a to the power b is looked at where a > 0 only"]),
        ("dz = (log(k) - 1)*y dx", ("k > 0",), []),
        ("dz = (sqrt(k - 1) - 2)*y dx", ("k - 1 >= 0",), []),
        ("dz = (2^a - 2)*y dx + sqrt(1 + b^2)*z dy", (), []),
        ("dz = sqrt(a)*y dx + log(a)/(1 + sqrt(b)) dy + sqrt(x) dx", ("b >= 0", "a > 0"), []),
        ("dz = sqrt(I1)*y dx + x^I2 dy", ("I1 >= 0",), ["x to the power I2 is looked at where"]),
        ("dz = x^k*y dx", (), ["x to the power k is looked at where x > 0 only"]),
    ],
)
def test_where_letters_have_values_is_assumed_and_told(row, assumed, remarks):
    """a^b is read as exp(b log(a)): nothing is said of a = -1, b = 2."""
    answered = nh.families(nh.constraints(row), "constraints", records=False)
    record = families_record(answered)["families"]["constraints"]
    assert answered.constraints.assumed == tuple(record["assumptions"]) == assumed
    told = record.get("remarks", [])
    assert all(one.startswith(remark) for one, remark in zip(told, remarks, strict=True))
    shown = " ".join(families_text(answered).split())
    page = str(families_section(answered))
    for words in (*assumed, *remarks):
        assert words in shown and words in page


def test_special_parameters_that_no_formula_gives_are_said_to_be_open():
    family = of("dz = (exp(2*a) - exp(a) - 1) y dx")
    assert not family.complete and "not solved" in family.reasons[0]
    assert family.cells[1].answer is None


@pytest.mark.parametrize(
    "row",
    [
        "dz = (sign(a) - 1)*y dx",
        "dz = (a + sign(a) - 2) y dx",
        "dz = (abs(a) - a) y dx",
        "dz = (log(a) - a) y dx",
        "dz = abs(a x) dy",
    ],
)
def test_functions_of_parameters_that_are_not_solved_are_said_to_be_open(row):
    family = of(row)
    assert not family.complete and family.reasons
    assert family.generic.answer.verdict == "nonholonomic"


def test_no_cell_lies_where_the_family_is_not_defined():
    case = nh.System(
        "x y z u",
        constraints=["dz = b*x^2 dy", "du = a*(a + b)*x dy + (1/(1/b - a))*x dz"],
        parameters=dict.fromkeys("ab"),
    )
    family = nh.families(case, "constraints").constraints
    assert {text(e) for e in family.undefined} == {"a*b - 1"}
    assert family.assumed == ("b != 0",)  # of b/(1 - a b), which has a value for b = 0 too
    assert all(f"{p} = {e}" != "b = 0" for c in family.cells for p, e in c.solved.items())


def test_where_the_family_is_not_defined_is_told():
    assert [text(e) for e in of("dz = y/a dx").undefined] == ["a"]


# laws
# ---------------------------------------------------------------------------------------
def holds(cell, values) -> bool:
    """The numbers lie in the cell."""
    graphs = [e.graph for e in (*cell.equations, *(e for w in cell.without for e in w))]
    if not graphs:
        return True
    put = {graphs[0].symbol(n): graphs[0].lift(v) for n, v in values.items()}
    return all(e.subs(put).is_zero for e in cell.equations) and not any(
        all(e.subs(put).is_zero for e in inner) for inner in cell.without
    )


@pytest.mark.parametrize(
    "coefficients, planted",
    [
        (
            ("b*c - d^2", "c - a*d", "a - d*b - 1"),
            lambda a, b, c, d: (b * c - d**2, c - a * d, a - d * b - 1),
        ),
        (
            ("b*c - b + d^2 - 1", "c - a", "a - d*b - 1"),
            lambda a, b, c, d: (b * c - b + d**2 - 1, c - a, a - d * b - 1),
        ),
        (
            ("a*d + b^2 - 3*a^2 - 2", "2*b - d", "b*c + 2*d - a^2"),
            lambda a, b, c, d: (a * d + b**2 - 3 * a**2 - 2, 2 * b - d, b * c + 2 * d - a**2),
        ),
        (
            ("2*a^2 - 3*a - c*d", "c + b^2 - 1"),
            lambda a, b, c, d: (2 * a**2 - 3 * a - c * d, c + b**2 - 1),
        ),
        (
            ("2*b*d - 3*c^2 + 2*b^2", "c + 4*d"),
            lambda a, b, c, d: (2 * b * d - 3 * c**2 + 2 * b**2, c + 4 * d),
        ),
    ],
)
def test_every_parameter_lies_in_cells_of_its_answer(coefficients, planted):
    """Where the divisor of a solved letter vanishes, equations that were met hold on other pieces,
    larger ones too; what is told as left out must not be part of the cell.  z_i' = p_i x_i y_i' is
    integrable where p_i = 0, each by itself.
    """
    rows = [f"z{i}' = ({p})*x{i}*y{i}'" for i, p in enumerate(coefficients)]
    names = [f"{n}{i}" for i in range(len(rows)) for n in "xyz"]
    case = nh.System(names, constraints=rows, parameters=dict.fromkeys("abcd"))
    found = nh.families(case, "constraints", records=False, certify=False).constraints
    for values in product((-1, 0, 1, 2), repeat=4):
        at = dict(zip("abcd", values))
        told = {cell.answer.relations for cell in found.cells if holds(cell, at)}
        assert told == {planted(*values).count(0)}, at
    assert found.complete


def put_in(e, at):
    return {s: e.graph.lift(at[s.args]) for s in e.symbols()}


def zero_at(e, at):
    """It is 0 at the numbers, where it has a real value."""
    return not undefined(e, values := put_in(e, at)) and decide_zero(e.subs(values)).answer


ROOTS = [
    ["sqrt(a)*c + a*b"],
    ["sqrt(a*b) + 2*b + b*c"],
    ["sqrt(a)*c + a*b", "1 + b^2"],
    ["sqrt(b)*c - a", "a*c - b"],
    ["c^2 - b^2", "sqrt(a*b)*c - 2*b"],
    ["sqrt(a + b) + a*c", "b^2 + a^2"],
    ["sqrt(b)*b - a", "b^3 + 3*b^2 + c*a"],
    ["a*c - 4*b^2", "3*a^2 - a*c"],
    ["sqrt(b)*c - b", "a*b - 3*a*c - b^2"],
    ["b + b/c", "sqrt(a*b)*c - 2*a*b"],
    ["abs(a*c) + a^2*c^2", "2*b^2 + 2*a^2 - c^2"],
]


@pytest.mark.parametrize("coefficients", ROOTS, ids=" ".join)
def test_with_roots_too_every_parameter_lies_in_cells_of_its_answer(coefficients):
    """Where a divisor of a solved letter vanishes nothing is told by the solution."""
    assert told_as_planted(coefficients)


@pytest.mark.parametrize(
    ("coefficients", "values"),
    [
        (("sqrt(a*c + 1) + a*c - 1", "2*b^2 + 2*a^2 - c^2"), (-2, 0, 0)),
        (("abs(a) - b", "a*b - c"), (1, 1, 1)),
        (("abs(a) - b", "a*b - c"), (-1, 1, -1)),
    ],
)
def test_an_open_family_too_tells_no_parameters_of_another_answer(coefficients, values):
    """sqrt(a c + 1) + a c = 1 says a = 0 or c = 0; where a = 0 the other equation is c^2 = 2 b^2,
    and both hold for b = c = 0, where a c = 0 alone is integrable.  b = |a|, c = a^2 has another
    answer where |a| = a, which is as large a part of c = a |a|.
    """
    rows = [f"z{i}' = ({p})*x{i}*y{i}'" for i, p in enumerate(coefficients)]
    names = [f"{n}{i}" for i in range(len(rows)) for n in "xyz"]
    case = nh.System(names, constraints=rows, parameters=dict.fromkeys("abc"))
    found = nh.families(case, "constraints", records=False, certify=False).constraints
    at = dict(zip("abc", values))
    told = {
        cell.answer and cell.answer.relations
        for cell in found.cells
        if all(zero_at(e, at) for e in cell.equations)
        and not any(all(zero_at(e, at) for e in some) for some in cell.without)
    }
    x = case.system.chart.q[::3]
    slopes = zip(case.system.pfaffian.matrix, x, strict=True)
    planted = [sum((e.diff(s) for e in row), s.graph.zero) for row, s in slopes]
    assert told - {None} <= {sum(zero_at(p, at) for p in planted)}


@pytest.mark.parametrize(
    ("slope", "equations"),
    [
        ("2*n - 2*m - 1", [()]),
        ("(2*n - 2*m - 1)*(n - 3)", [(), ("n - 3",)]),
        ("n^2 + m^2 - 3 - 4*k", [()]),
        ("n^2 - 2*m^2", [(), ("n**2 - 2*m**2",)]),
    ],
)
def test_equations_that_no_whole_numbers_obey_make_no_cell(slope, equations):
    """Modulo 2 or 4 they have no zeros."""
    letters = {name: {"integer": True} for name in "nmk"}
    case = nh.System("x y z", constraints=[f"z' = ({slope})*y*x'"], parameters=letters)
    found = nh.families(case, "constraints", records=False, certify=False).constraints
    assert found.complete
    assert [tuple(map(text, cell.equations)) for cell in found.cells] == equations


UNDER = st.sampled_from(["a", "b", "a*b", "a + b", "c^2 + 1"])
BESIDE = st.sampled_from(["a", "b", "c", "1", "a*b", "b*c", "b^2", "2*c"])
ROOTED = st.builds("sqrt({})*{} - {}".format, UNDER, st.sampled_from("abc"), BESIDE)


def test_a_root_that_is_a_factor_in_another_is_not_squared_away():
    """w = c sqrt(c^2 - 2 b^2) stands in sqrt(w + 1) as well: squares of what is around it have it
    again, twice as long.
    """
    b, c = map(Graph().symbol, "bc")
    w = c * b.graph.sqrt(c**2 - 2 * b**2)
    before = spent()
    with pytest.raises(OutOfReach):
        solutions(w + b.graph.sqrt(w + 1) - 1)
    assert spent() - before < 10_000


@settings(LAWS, max_examples=draws(10))
@given(st.lists(ROOTED, min_size=1, max_size=2))
def test_random_roots_are_told_as_planted(coefficients):
    told_as_planted(coefficients)


def told_as_planted(coefficients) -> bool:
    """z_i' = p_i x_i y_i' is integrable where p_i = 0, each by itself: of a complete family all
    points of a grid lie in cells of their answer; is it complete?"""
    rows = [f"z{i}' = ({p})*x{i}*y{i}'" for i, p in enumerate(coefficients)]
    names = [f"{n}{i}" for i in range(len(rows)) for n in "xyz"]
    case = nh.System(names, constraints=rows, parameters=dict.fromkeys("abc"))
    found = nh.families(case, "constraints", records=False).constraints
    if not found.complete:
        return False
    x = case.system.chart.q[::3]
    slopes = zip(case.system.pfaffian.matrix, x, strict=True)
    planted = [sum((e.diff(s) for e in row), s.graph.zero) for row, s in slopes]
    for values in product((-2, 0, 1, 2, 4), repeat=3):
        at = dict(zip("abc", values))
        if any(undefined(p, put_in(p, at)) for p in planted):
            continue
        told = {
            cell.answer.relations
            for cell in found.cells
            if all(zero_at(e, at) for e in cell.equations)
            and not any(all(zero_at(e, at) for e in some) for some in cell.without)
        }
        assert told == {sum(zero_at(p, at) for p in planted)}, at
    return True


def at_numbers(constraints, values):
    """The check with numbers in the place of letters."""
    case = nh.System(
        "x y z u w", constraints=constraints, parameters={n: str(v) for n, v in values.items()}
    )
    return nh.check(case, search=0)


COEFFICIENTS = st.sampled_from(
    [
        "a/(b + 5)",
        "a",
        "b",
        "a - b",
        "a + 2*b",
        "a*b",
        "a^2 - b",
        "a*c - b",
        "a*c - b^2",
        "c",
        "a - c",
        "2",
        "a^2 - c^2",
        "a^2 + a*b + b^2",
        "a^2*b^2 + c^2 - a*b*c",
    ]
)
MONOMIALS = st.sampled_from(["x", "y", "x*y", "x^2", "y^2", "z", "sin(x)", "x*cos(y)", "u", "1"])
TERMS = st.tuples(COEFFICIENTS, MONOMIALS, st.sampled_from(["dx", "dy", "du"]))
FORMS = st.lists(st.lists(TERMS, min_size=1, max_size=3), min_size=1, max_size=2)
NUMBERS = st.fixed_dictionaries({n: st.integers(-2, 2) for n in "abc"})


def written(forms):
    return [
        f"d{n} = " + " + ".join(f"({c})*{m} {d}" for c, m, d in form)
        for n, form in zip("zw", forms)
    ]


@LAWS
@given(FORMS, st.lists(NUMBERS, min_size=3, max_size=3))
def test_numbers_lie_in_a_cell_and_have_its_answer(forms, numbers):
    constraints = written(forms)
    case = nh.System("x y z u w", constraints=constraints, parameters=dict.fromkeys("abc"))
    family = nh.families(case, "constraints", records=False).constraints
    for cell in family.cells:
        if cell.at is not None:
            numbers = [*numbers, {str(p): v for p, v in cell.at.items()}]
    for values in numbers:
        values = {n: values.get(n, 1) for n in "abc"}
        inside = [cell for cell in family.cells if holds(cell, values)]
        assert inside or not family.complete
        for cell in inside:
            own = at_numbers(constraints, values)
            assert cell.answer is None or (
                cell.answer.verdict,
                cell.answer.rank,
                cell.answer.growth,
                cell.answer.integrable,
            ) == (
                own.verdict,
                own.independent,
                own.growth.vector,
                tuple(form.integrable for form in own.forms),
            )


@LAWS
@given(FORMS)
def test_no_cell_is_invented(forms):
    """The answer of a special cell differs from that of every larger one around it."""
    case = nh.System("x y z u w", constraints=written(forms), parameters=dict.fromkeys("abc"))
    family = nh.families(case, "constraints", records=False).constraints
    for cell in family.special:
        around = [
            other
            for other in family.cells
            if len(other.solved) < len(cell.solved)
            and all(e.subs(cell.solved).is_zero for e in other.equations)
        ]
        assert around and any(_differs(cell, other) for other in around)


def _differs(a, b):
    return a.answer is None or b.answer is None or key(a.answer) != key(b.answer)


def key(answer):
    return answer.verdict, answer.rank, answer.growth, answer.integrable, answer.space


# the command
# ---------------------------------------------------------------------------------------
def test_the_command_tells_cells(capsys):
    assert main(["families", "-c", "dz = a*y dx + c*x dy", "--of", "constraints"]) == 0
    told = capsys.readouterr().out
    assert "a = c" in told and "HOLONOMIC" in told and "complete" in told


def test_the_record_holds_cells(capsys):
    assert main(["families", str(CASES / "rolling_coin.toml"), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert set(record["families"]) == {"constraints", "substitution", "vakonomic", "measure"}
    (cell,) = record["families"]["constraints"]["cells"]
    assert cell["verdict"] == "nonholonomic" and cell["growth_vector"] == [2, 3, 4]
    level = record["families"]["substitution"]["cells"][1]
    assert level["equations"] == ["sin(al)"] and level["substitutions"][0]["right"] is True


def test_an_open_family_is_undecided_for_the_shell(capsys):
    assert main(["families", "-c", "dz = (exp(2*a) - exp(a) - 1) y dx"]) == 1
    assert "perhaps others" in capsys.readouterr().out


def test_what_is_no_question_is_refused():
    with pytest.raises(BadCase, match="no question"):
        nh.families(nh.constraints("dz = y dx"), "stability")
    with pytest.raises(NotApplicable, match="need a Lagrangian"):
        nh.families(nh.constraints("dz = y dx"), "measure")
    with pytest.raises(NotApplicable, match="solved for no coordinate"):
        nh.families(nh.System("x y", "x'^2 + y'^2", [], ["x*y = 1"]), "substitution")
    with pytest.raises(NotApplicable, match=r"only where sin\(al\) is not 0"):
        level, letters = ["z*sin(al) = x^2"], {"al": None}
        nh.families(nh.System("x z", None, [], level, parameters=letters))


def test_levels_are_solved_and_counted():
    """On u = x + b the row dz = a y du + c x dy is dz = a y dx + c x dy, and du = dx says nothing;
    a = c is special as without the level."""
    case = nh.System(
        "x y z u",
        "(x'^2 + y'^2 + z'^2)/2",
        ["dz = a*y du + c*x dy", "du = dx"],
        holonomic_constraints=["u - x - b"],
        parameters=dict.fromkeys("abc"),
    )
    found = nh.families(case, ("constraints", "substitution"))
    told = [(str(c.equations), c.answer.verdict) for c in found.constraints.cells]
    assert told == [("()", "partly holonomic"), ("(c - a,)", "holonomic")]
    assert [c.answer.relations for c in found.constraints.cells] == [1, 2]
    assert [c.answer.growth for c in found.constraints.cells] == [(2, 3), (2,)]
    assert found.constraints.generic.answer.integrable == (True, False, True)
    assert [c.answer.right for c in found.substitution.cells] == [
        ((("z",), (False, False)),),
        ((("z",), (True, True)),),
    ]
    number = nh.System(
        "x y z u", None, ["dz = 2*y du + 3*x dy"], holonomic_constraints=["u - x - 1"]
    )
    assert nh.check(number).growth.vector == (2, 3)


# motion
# ---------------------------------------------------------------------------------------
MOVED = [
    (
        "(m*(x'^2 + y'^2) + M*z'^2)/2",
        ["dz = a*y dx + c*x dy"],
        {"m": {"positive": True}, "M": {"positive": True}, "a": None, "c": None},
    ),
    (
        "m*(x'^2 + y'^2)/2 + J*z'^2/2 + m*a*z'*(y'*cos(z) - x'*sin(z))",
        ["sin(z) dx = cos(z) dy"],
        {"m": {"positive": True}, "J": {"positive": True}, "a": None},
    ),
    (
        "(x'^2 + y'^2 + z'^2)/2 - b*z - c*x*y",
        ["dz = (a + b) y dx"],
        {"a": None, "b": None, "c": None},
    ),
]


@pytest.mark.parametrize("lagrangian, constraints, letters", MOVED)
def test_motion_in_every_cell_is_that_of_its_point(lagrangian, constraints, letters):
    """Substitution and measure at the exact point of a cell, judged there by `compare` alone."""
    from nonholo.findings.conservation import measure

    case = nh.System("x y z", lagrangian, constraints, parameters=letters)
    found = nh.families(case, ["substitution", "measure"])
    assert found.complete and len(found.measure.cells) > 1
    for family in (found.substitution, found.measure):
        for cell in family.cells:
            put = {f"({p})": f"({v})" for p, v in cell.at.items()}
            compared = nh.compare(
                nh.System(
                    "x y z",
                    _put(lagrangian, put),
                    [_put(c, put) for c in constraints],
                )
            )
            if family.question == "measure":
                assert measure(compared).decision.answer is cell.answer.exists
                continue
            errors = {e.eliminated: e for e in compared.errors}
            for names, (plain, chained) in cell.answer.right:
                if names in errors:
                    assert errors[names].safe.answer is plain
                    assert errors[names].safe_chained.answer is chained


def _put(words: str, values) -> str:
    import re

    for name, value in values.items():
        words = re.sub(rf"\b{name[1:-1]}\b", value, words)
    return words


def test_where_the_mass_is_singular_no_measure_is_asked_for():
    case = nh.System(
        "x y z", "m*(x'^2 + y'^2 + z'^2)/2", ["dz = a*y dx"], parameters={"m": None, "a": None}
    )
    cells = nh.families(case, "measure").measure.cells
    assert [c.answer.exists for c in cells if [text(e) for e in c.equations] == ["m"]] == [None]
    assert cells[0].answer.exists is True


def test_unspecified_functions_get_differential_equations():
    found = nh.families(nh.constraints("dx = f(y) dz"), "constraints").functions
    assert [text(e) for e in found.equations] == ["f_y(y)"]
    assert found.solved == "f is constant"
    ball = nh.families(CASES / "ball_on_any_surface.toml", "constraints", records=False).functions
    assert ball.equations and any(e.is_number for e in ball.equations)


def test_a_map_needs_two_parameters(tmp_path, capsys):
    target = str(tmp_path / "map.svg")
    forms = ["-c", "dz = a y dx + c x dy", "-c", "dw = b z dx"]
    assert main(["families", *forms, "-o", target]) == 2
    assert "--map a,c" in capsys.readouterr().err
    assert main(["families", *forms, "-o", target, "--map", "a,c"]) == 0
    assert (tmp_path / "map.svg").read_bytes().count(b"<path") > 10


def test_a_page_shows_the_cells(tmp_path, capsys):
    target = tmp_path / "page.html"
    path = str(CASES / "chaplygin_sleigh.toml")
    assert main(["report", path, "--families", "--json", "-o", str(target)]) == 0
    (dossier,) = json.loads(capsys.readouterr().out)["dossiers"]
    assert len(dossier["families"]["measure"]["cells"]) == 2
    assert "For which parameters" in target.read_text()
    assert nh.analyze(path).families is None


# certificates
# ---------------------------------------------------------------------------------------
POSITIVE = {"positive": True}
FAMILIES = (
    (("dz = a y dx + c x dy", "dw = b z dx"), {}),
    (("dz = (a^2 - 2 b^2) y dx",), {}),
    (("dz = a/(1 + a^2)*y dx + c x dy",), {}),
    (("dz = sin(al) x dy",), {}),
    (("dz = (a sin(al) - b cos(al)) x dy",), {}),
    (("dz = (sin(al) - b) x dy + (cos(al) - c) y^2 dx",), {}),
    (("a sin(al) dx + (1 - cos(al)) y dz + sin(al) x dy = 0",), {}),  # 1 - cos(al) is a square
    (("(1 - sin(al)) dx + cos(al) y dz = 0",), {}),
    (("dz = (1 - cos(al)) y dx + sin(al/2) x dy",), {}),
    (("dz = exp(a)*(exp(c) - b) y dx", "dw = (exp(b/2) + a^2) z dx"), {}),
    (("dz = (exp(-a) + b) y dx",), {}),
    (("dz = (exp(-a) - b) y dx + (exp(-2 a) - c) x^2 dy",), {}),
    (("dz = (b - cosh(a)) y dx", "dw = (c - exp(-2 b)) z dx"), {}),
    (("dz = (a^2 + b^2) y dx", "dw = (c^2 - a) z dx"), {}),
    (("dz = a y dx + b x dy + c dt",), {}),
    (("a x' = b", "dz = c y dx"), {}),
    (("x' + y' = a", "x' + b y' = z", "c z' = a y"), {}),
    (("dz = a f(x) dy + b g(x, y) dx", "dw = f'(x) z dx"), {}),
    (("dz = (a + b) (a - c) x dy", "dw = (b - 2 c) z dx"), {"a": POSITIVE, "b": POSITIVE}),
)


def told(constraints, assumed=None):
    """The certificate of a family over all its letters."""
    letters = dict.fromkeys(("a", "b", "c", "al")) | (assumed or {})
    used = {n: v for n, v in letters.items() if re.search(rf"\b{n}\b", " ".join(constraints))}
    case = nh.System("x y z w", constraints=list(constraints), parameters=used)
    found = nh.families(case, "constraints", records=False)
    return found, json.loads(json.dumps(nh.certificate(found)))


@pytest.mark.parametrize("constraints, assumed", FAMILIES)
def test_cells_of_a_family_are_certified_and_that_they_are_all(constraints, assumed):
    found, made = told(constraints, assumed)
    result = nh.verify(made)
    assert (result.status, result.why) == ("accepted", "")
    shown = [(c["verdict"], tuple(c["growth_vector"])) for c in result.shown["cells"]]
    answers = [c.answer for c in found.constraints.cells]
    assert shown == [(a.verdict or "contradictory", a.growth) for a in answers]
    assert result.shown["assumed"] == [f"{name} > 0" for name in assumed]


WAVED = st.builds(
    "({}*exp({}*a) - {}*exp({}*a*c))".format,
    st.sampled_from(["b", "2*b", "b*c", "(b - 1)"]),
    st.integers(-2, 2),
    st.sampled_from(["1", "2", "c"]),
    st.integers(-2, 1),
)


@settings(LAWS, max_examples=draws(6))
@given(st.lists(WAVED, min_size=1, max_size=2, unique=True))
def test_exponentials_of_either_sign_are_certified(coefficients):
    """A value of a guard is a polynomial in e^a over a power of it, which is never 0."""
    row = "dz = " + " + ".join(f"{p}*{m}" for p, m in zip(coefficients, ("y*dx", "x^2*dy")))
    found = nh.families(nh.constraints(row), "constraints", records=False, certify=True)
    why = found.constraints.uncertified
    assert found.constraints.certified or "not solved" in why, why


def test_certified_is_said_of_the_cells_that_are_told_alone(monkeypatch):
    """A certificate of other cells, right ones too, says nothing of these."""
    case = nh.constraints("dz = (b*c - d^2) y dx", "dw = (c - a*d) z dx")
    found = nh.families(case, "constraints", records=False, certify=True)
    record = families_record(found)["families"]["constraints"]
    written = json.loads(json.dumps(nh.certificate(found)))
    assert record["certified"] and nh.verify(written).status == "accepted"
    for cell, stated in zip(record["cells"], written["cells"], strict=True):
        pairs = [(cell["equations"], stated["equations"])]
        pairs += zip(cell["not_all_zero"], stated["without"], strict=True)
        for told_texts, accepted in pairs:
            assert [sympy.expand(e) for e in told_texts] == [sympy.expand(e) for e in accepted]
    other = {**written, "cells": [{**c, "without": c["without"][:1]} for c in written["cells"]]}
    monkeypatch.setattr("nonholo.evidence.families.whole_certificate", lambda *_: other)
    refused = nh.families(case, "constraints", records=False, certify=True)
    assert not refused.constraints.certified
    assert "other cells than those that are told" in families_text(refused).replace("\n", " ")


def test_no_cell_lies_where_two_values_are_never_positive_together():
    """a + b = 0 and b = 2 c give a = -2 c: nothing is left for a > 0 and b > 0."""
    constraints, assumed = FAMILIES[-1]
    found, _ = told(constraints, assumed)
    assert len(found.constraints.cells) == 4


def test_what_is_not_certified_is_told():
    """A root of a letter and a coordinate, which the lemmas do not see."""
    found = nh.families(nh.constraints("dz = sqrt(a*x) dy"), "constraints")
    assert found.complete
    result = nh.verify(nh.certificate(found))
    assert result.status == "accepted"
    assert "no other cells" in result.why and "a root in a family" in result.why


def test_certificates_of_families_go_to_files(tmp_path, capsys):
    target = str(tmp_path / "family.json")
    words = ["families", "-c", "dz = a y dx + c x dy", "--of", "constraints"]
    assert main([*words, "--certificate", target]) == 0
    capsys.readouterr()
    assert main(["verify", target]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "accepted",
        "  generic; but not where c - a = 0: nonholonomic, h = 0, growth (2, 3)",
        "  c - a = 0: holonomic, h = 1, growth (2)",
    ]


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("families.whole_certificate", ["-c", "dz = a y dx + c x dy", "--of", "constraints"]),
        ("stability.stability_certificate", ["chaplygin_sleigh", "--of", "stability"]),
    ],
)
def test_cells_are_told_before_they_are_certified(monkeypatch, capsys, where, words):
    """Nothing was told until certificates were made, and nothing at all where a limit came
    first."""
    words = ["families", *words, *(["--at", "xdot=v"] if "stability" in words else [])]
    main(words)
    whole = capsys.readouterr().out
    main([*words, "--json"])
    record = json.loads(capsys.readouterr().out)

    def late(*_):
        raise TimeUp("the time limit")

    monkeypatch.setattr(f"nonholo.evidence.{where}", late)
    assert main(words) == 3
    early = capsys.readouterr().out
    told, limit = early.split("\n\n  limit")
    assert "the time limit" in limit and "certified" not in told
    before, after = whole[: len(told)], whole[len(told) :]
    assert told == before and after.startswith("\n  certified") and "cell 2" in told
    assert main([*words, "--json"]) == 3
    first = json.loads(capsys.readouterr().out)
    assert first.pop("limit") == "the time limit"
    assert first == _uncertified(record)


def _uncertified(record):
    """A record without what the verifier says."""
    left = {k: v for k, v in record.items() if k not in ("certified", "not_certified", "refused")}
    left = {k: _uncertified(v) if isinstance(v, dict) else v for k, v in left.items()}
    return left | ({"refused": {}} if "refused" in record else {})


@pytest.mark.parametrize(
    ("row", "where"),
    [
        ("dz = y/(a*x + b) dx", "a = 0, b = 0"),
        ("dz = y/(a*x + b) dx + c*x dy", "a = 0, b = 0"),
        ("dz = y/(a*x^2 + b*x) dx", "a = 0, b = 0"),
    ],
)
def test_where_rows_have_no_value_is_why_there_is_no_certificate(row, where):
    """The reason was "an answer that is in no cell"."""
    found = nh.families(nh.constraints(row), "constraints", certify=True).constraints
    assert found.complete and not found.certified
    assert f"the constraints have no value where {where}, which" in found.uncertified
    (factor,) = re.findall(r"\(.*\)", row)
    whole = nh.families(nh.constraints(f"{factor} dz = y dx"), "constraints", certify=True)
    assert whole.constraints.certified


def test_cells_that_the_verifier_has_otherwise_are_told_again(monkeypatch, capsys):
    def other(answered, *_):
        family = answered.constraints
        return replace(
            answered,
            families={"constraints": replace(family, cells=family.cells[:1], certified=False)},
        )

    monkeypatch.setattr("nonholo.evidence.families._judged", other)
    main(["families", "-c", "dz = a y dx + c x dy", "--of", "constraints"])
    told = capsys.readouterr().out
    first, again = told.split("\ntold otherwise, so that the verifier accepts it:\n")
    assert "cell 2" in first and "cell 2" not in again
    assert again.startswith("are the constraints holonomic?\n  parameters  a, c\n  cell 1")


@cache
def pair():
    return json.dumps(told(FAMILIES[0][0])[1])


def solved_otherwise():
    """(what the verifier says, what the first equation should be solved for)"""
    kind, letter = json.loads(pair())["cases"]["lemmas"][0]["solved"][0]["by"]
    none = "solved for what is none"
    return [
        *((none, by) for by in ([kind], [kind, letter, letter], ["exponential", letter])),
        *((none, [kind, f"{number}*{letter}"]) for number in ("2", "-1")),
        (none, [kind, "1"]),
        *(("no letter", [kind, f"{letter}{more}"]) for more in ("^2", "*b")),
        ("no letter", [kind, f"exp({letter})"]),
    ]


def forged():
    """(what the verifier says, where a value stands in the certificate, another value)"""
    last = json.loads(pair())["cases"]["lemmas"][-1]["answer"]
    lemmas = json.loads(pair())["cases"]["lemmas"]
    split = next(i for i, lemma in enumerate(lemmas) if "parts" in lemma and lemma["parts"]["of"])
    solved = next(i for i, lemma in enumerate(lemmas) if lemma["solved"])
    beyond = str(len(lemmas[solved]["nonzero"]))
    cells = json.loads(pair())["cells"]
    without = cells[0]["without"]
    top, problem = ("cases", "lemmas", -1), ("problem", "constraints")
    end = (*top, "answer")
    return [
        ("another version", ("family",), 99),
        ("inequalities in a family", ("problem", "inequalities"), ["x > 0"]),
        ("no case leads to cells [", ("cells",), [*cells, cells[0]]),
        ("no power", ("cases", "lemmas", solved, "solved", 0, "initial"), {beyond: 1}),
        ("no power", ("cases", "lemmas", solved, "solved", 0, "initial"), {"-1": 1}),
        ("has not the keys", ("cells", 0, "equations"), None),
        ("may not hold", ("cells", 0, "equations"), ["c - a"]),
        ("may not hold", ("cells", 1, "equations"), ["c - 2*a"]),
        ("the lemma shows", ("cells", 0, "verdict"), "holonomic"),
        ("the lemma shows", ("cells", 1, "growth_vector"), [2, 4]),
        ("the lemma shows", ("cells", 1, "integrable"), []),
        ("is this answer in cell 0", ("cells", 0, "without"), []),
        ("equations may not hold", ("cells", 1, "without"), [["c - a"], ["b"], ["c"]]),
        ("a parameter with a number", ("problem", "parameters", "a"), "1"),
        ("not about all parameters", ("cases", "lemmas"), lemmas[:-1]),
        ("not about all parameters", (*top, "nonzero"), ["a"]),
        ("not shown before", (*end, "guards", 1, "then", "lemma"), len(lemmas) - 1),
        ("not shown before", (*end, "guards", 1, "then", "lemma"), -1),
        ("equations may not hold", (*end, "guards", 1, "then", "lemma"), 0),
        ("a guard that may vanish", (*end, "guards", 1, "then"), None),
        ("a guard without values", (*end, "guards", 1, "values"), []),
        ("there is no such place", (*end, "guards", 1, "values", 0, "at"), 99),
        ("columns that do not fit", (*end, "guards", 1, "values", 0, "columns"), ["x"]),
        ("not as many guards", (*end, "guards"), last["guards"][:-1]),
        ("there is no such cell", (*end, "cell"), 99),
        ("there is no such row", (*end, "rows"), [0, 5]),
        ("not as many fields", (*end, "fields"), last["fields"][:1]),
        ("does not annihilate", (*end, "fields", 0, "x"), "2"),
        ("a denominator", (*end, "fields", 0), {"x": "1/a", "z": "y", "w": "z*b/a"}),
        ("brackets that do not fit", (*end, "levels", 0, "brackets"), [[0, 2]]),
        ("annihilators are missing", (*end, "levels"), last["levels"][:1]),
        ("triple that does not vanish", (*end, "integrable"), [0]),
        ("another space", (*end, "space"), "tq"),
        ("in cell", (*end, "apart"), {}),
        ("left out of its cell", (*end, "outside"), {}),
        (
            "the product is another one",
            ("cases", "lemmas", split, "parts", "of", 0, "factor"),
            "a + 1",
        ),
        ("the product is another one", ("cases", "lemmas", split, "parts", "of", 0, "power"), 2),
        ("a factor that may be 0", ("cases", "lemmas", split, "parts", "of", 0, "then"), None),
        ("no such equation", ("cases", "lemmas", 0, "solved", 0, "equation"), 7),
        (
            "does not stand in the equation",
            ("cases", "lemmas", 0, "solved", 0, "by"),
            ["symbol", "c"],
        ),
        *((why, ("cases", "lemmas", 0, "solved", 0, "by"), by) for why, by in solved_otherwise()),
        ("a value of a parameter", ("cases", "places", 0, "angles"), {"a": ["1", "0"]}),
        ("more than parameters", ("cases", "lemmas", 0, "zero"), ["a + x"]),
        ("more than parameters", ("cells", 0, "without"), [["x"], *without]),
        ("a denominator", ("cells", 1, "equations"), ["(c - a)/b"]),
        ("a value", ("cases", "places", 0, "symbols", "a"), "1"),
        *((why, (*problem, 0), f"dz = (a y + {more}) dx + c x dy") for why, more in MORE.items()),
    ]


MORE = {
    "a root in a family": "sqrt(x + 9)",
    "a logarithm in a family": "log(x)",
    "an unspecified function of parameters": "f(a)",
}


@pytest.mark.parametrize("case", range(53))
def test_forged_families_are_refused(case):
    why, path, value = forged()[case]
    made = json.loads(pair())
    if why == "an unspecified function of parameters":
        made["problem"]["functions"] = {"f": ["s"]}
    for cell in made["cells"]:
        del cell["point"]
    false = put(made, (path, ... if value is None else value))
    assert false != put(made)
    result = nh.verify(false)
    assert result.status in ("refused", "not checkable") and why in result.why, result[:3]


ALL = {"zero": [], "nonzero": [], "solved": []}


def generic(slope: str) -> tuple[dict, dict]:
    """dz = (slope) dx, said to be nonholonomic for all letters; and what shows it if it never is 0."""
    case = nh.System("x y z", constraints=[f"dz = ({slope}) dx"], parameters=dict.fromkeys("ac"))
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints", records=False))))
    answer = made["cases"]["lemmas"][-1]["answer"]
    for guard in answer["guards"]:
        guard.pop("then", None)
    for cell in made["cells"]:
        del cell["point"]
    return made, answer


@pytest.mark.parametrize("way", ["parts", "squares"])
def test_forged_lemmas_about_what_may_be_zero_are_used_nowhere(way):
    """dz = (a^2 + c^2) y dx is holonomic for a = c = 0, which a lemma for others leaves out."""
    made, answer = generic("(a^2 + c^2)*y")
    square = "c**2 + a**2"
    lemmas = [ALL | {"nonzero": [square], "answer": answer | {"apart": {}, "outside": {}}}]
    made["cells"] = [made["cells"][0] | {"without": []}]
    use, of = {"lemma": 0}, []
    if way == "squares":
        terms = [{"square": letter, "times": "1"} for letter in "ac"]
        lemmas.append(
            ALL | {"zero": [square], "squares": {"equation": 0, "of": terms, "then": use}}
        )
        of = [{"factor": square, "power": 1, "then": {"lemma": 1}}]
    made["cases"]["lemmas"] = [*lemmas, ALL | {"parts": {"of": of, "else": use}}]
    assert nh.verify(made).why == "a lemma of what may be 0"


def test_a_forged_equation_is_not_solved_where_it_is_divided_by_zero():
    """dz = (c y + a x) dx is holonomic for c = 0, not for a = 0, and a c = 0 is no c = 0."""
    made, answer = generic("c*y + a*x")
    made["cells"][0]["without"], made["cells"][1]["equations"] = [["a*c"]], ["a*c"]
    made["cases"]["lemmas"][0]["zero"] = ["a*c"]
    for guard, times in zip(answer["guards"][1:], ("-a", "a")):
        guard["then"] = {"lemma": 0, "because": {"0": {"equation": 0, "times": times}}}
    assert nh.verify(made).why == "what is divided by may be 0"


def one_cell(slope: str, assumed: list, numbers=("7", "1/2"), nonzero=()):
    """dz = (slope) y dx for letters a and b: nonholonomic for all that obey what is assumed."""
    case = nh.System("x y z", constraints=["dz = a*y dx"], parameters={"a": {"positive": True}})
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints", records=False))))
    made["problem"] |= {
        "constraints": [f"dz = ({slope})*y dx"],
        "parameters": {"a": None, "b": None},
    }
    made["sha256"] = digest(made["problem"])
    made["cases"] |= {"assumed": assumed, "nonzero": list(nonzero)}
    made["cases"]["lemmas"][0]["answer"]["fields"] = [{"x": "1", "z": f"({slope})*y"}, {"y": "1"}]
    made["cells"][0]["point"] = {"values": dict(zip("ab", numbers))}
    if {"a < 0", "a/2 < 0"} & {*assumed}:
        made["cells"][0]["point"]["values"]["a"] = "-7"
    return nh.verify(made)


NEVER_ZERO = {  # what is assumed: what is not 0 then
    "a > b": "a - b; 2*b - 2*a; sqrt(2)",
    "a > 0": "a; -a; a + 1; a^3; a^3 - a^2 + a/2; a + b^2; a^3 - a^2 + 1/2; 64*a^3 + 16*a^2 - 4*a + 1/2",
    "a >= 2": "a; a + 1; a^2 + a",
    "a < 0": "a; a^3 - 1; a^5 + a - b^2; 64*a^3 - 16*a^2 - 4*a - 1/2",
    "a^2 + b^2 >= 0": "a^2 + a + 1; exp(a); -3*exp(b)*pi; cos(pi/5); a^2 + a*b + 13/48*b^2 + 1",
}
MAY_BE_ZERO = {
    "a > b": "a; b; a - 2*b; a + b; 2*a - b; a - b - 1",
    "a > 0": "b; a - 1; a + b; a - b^2; a - 2; a^3 - a^2 + 1/8; a^3 - a + 1/8",
    "8 > a": "a; a - 9; a + 1",
    "a > -1": "a; a + 1/2",
    "a >= 0": "a; a^2 + a",
    "a < 0": "a + 1; a^3 + 1; a - b; a^3 - a - 1/8",
    "a/2 < 0": "a + 1",
    "a^2 > 2": "a - 3; a + 3",
    "a^2 + b^2 >= 0": "a^3 + a^2 + 1; a^4*b + a^2 + 1; exp(2*a) + 1 - 5*exp(-a); a^2 + b^2; "
    "a^2 + 3*a + 1; sin(a); 1 + cos(a); exp(a) - 1; a^2 + a*b + 11/48*b^2 + 1; "
    "a^2 + 3*a*b + b^2 + 1; a^2 + a*b - 1; a^2 + b^2 - 1; b*a^2 + a + 1; a^3 + b^2 + 1; a + b^2 + 1",
}


@pytest.mark.parametrize(
    "assumed, slope", [(a, s) for a in NEVER_ZERO for s in NEVER_ZERO[a].split("; ")]
)
def test_what_is_never_zero_obeys_what_is_assumed(assumed, slope):
    assert one_cell(slope, [assumed]).status == "accepted", one_cell(slope, [assumed])[:3]


@pytest.mark.parametrize(
    "assumed, slope", [(a, s) for a in MAY_BE_ZERO for s in MAY_BE_ZERO[a].split("; ")]
)
def test_forged_signs_of_what_may_be_zero_are_refused(assumed, slope):
    assert one_cell(slope, [assumed])[::2] == ("refused", "a guard that may vanish")


@pytest.mark.parametrize(
    ("times", "held"),
    [
        ("(a - b)/2", True),
        ("-(a - b)/2", False),
        ("b - a", False),
        ("a - 2*b", False),
        ("a", False),
    ],
)
def test_forged_or_not_squares_are_taken_times_what_obeys_an_assumption(times, held):
    """Where a > b: a^2 + (times) b^2 is 0 for a = b = 0 alone if the factor is positive."""
    case = nh.System("x y z", constraints=["dz = (a^2+b^2)*y dx"], parameters=dict.fromkeys("ab"))
    told = json.dumps(nh.certificate(nh.families(case, "constraints", records=False)))
    told = told.replace("b**2 + a**2", f"({times})*b**2 + a**2")
    made = json.loads(told.replace("a^2+b^2", f"a^2 + ({times})*b^2"))
    for cell in made["cells"]:
        del cell["point"]
    made["sha256"] = digest(made["problem"])
    made["cases"]["assumed"] = ["a > b"]
    squares = made["cases"]["lemmas"][1]["squares"]["of"]
    next(one for one in squares if one["square"] == "b")["times"] = times
    result = nh.verify(made)
    assert (result.status == "accepted") == held and (held or "may not be positive" in result.why)


@pytest.mark.parametrize(
    ("slope", "nonzero", "held"),
    [
        ("a + b^2", "a", True),
        ("a + b^2", "b", True),
        ("a + b^4", "a + b", False),
        ("a*b + b^2", "b", False),
        ("sqrt(2)*b + 2*sqrt(2)*a*b", "b + 2*a*b", True),
        ("sqrt(2)*b + a*b", "b + 2*a*b", False),
        ("sin(pi/5)*b", "b", True),
        ("b", "b^2", False),
    ],
)
def test_forged_or_not_what_is_not_zero_obeys_what_is_left_out(slope, nonzero, held):
    """Where a >= 0 and one more polynomial is not 0."""
    told = one_cell(slope, ["a >= 0"], nonzero=[nonzero])
    assert (told.status == "accepted") == held and (held or told.why == "a guard that may vanish")


@pytest.mark.parametrize(("assumed", "numbers"), [("a > 7", ("7", "1")), ("a >= 8", ("7", "1"))])
def test_forged_points_obey_what_is_assumed(assumed, numbers):
    assert "is assumed does not hold" in one_cell("1 + b^2", [assumed], numbers).why


def test_forged_values_of_waves_without_their_coordinate_are_not_checkable():
    """cos(a x) has no value at a place of x, a letter."""
    case = nh.System(
        "x y z", constraints=["dz = (cos(a*x) - b*cos(x)) dy"], parameters=dict.fromkeys("ab")
    )
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints", records=False))))
    guards = made["cases"]["lemmas"][-1]["answer"]["guards"]
    value = next(v for guard in guards for v in guard["values"] if v.get("wave"))
    del value["wave"]
    assert "parameters and coordinates together" in nh.verify(made).why


def test_certificates_with_one_value_changed_are_refused_or_true():
    """Some of what benchmarks/corrupted_families.py does ten thousand times: numbers, and texts that
    are others of the certificate."""
    rng, document = random.Random(1), json.loads(pair())
    accepted = 0
    for _ in range(150):
        own = copy.deepcopy(document)
        lemma = rng.choice(own["cases"]["lemmas"])
        kind = rng.choice(("zero", "answer", "cell"))
        if kind == "cell" or "answer" not in lemma:
            cell = rng.choice(own["cells"])
            key = rng.choice(("growth_vector", "verdict", "holonomic_relations"))
            others = [c[key] for c in own["cells"] if c[key] != cell[key]]
            cell[key] = rng.choice(others)
        elif kind == "zero" and lemma["zero"]:
            lemma["zero"][rng.randrange(len(lemma["zero"]))] = rng.choice(("a + b", "c", "b - 1"))
        else:
            lemma["answer"]["cell"] = rng.randrange(len(own["cells"]))
        accepted += nh.verify(own).status == "accepted" and own["cells"] != document["cells"]
    assert accepted == 0


def test_a_root_that_is_divided_by_the_parameter_is_left_open():
    """c + c^2 sqrt(1/c^2 + c): its norm is zero at c = 0 alone, where it is not defined."""
    graph = Graph()
    c = graph.symbol("c")
    f = c + c**2 * graph.sqrt(1 / c**2 + c)
    assert [s.values for s in solutions(f)] == [None]
    assert at_angle(graph.symbol("a"), c * graph.sqrt(1 / c**2)) is None


def test_where_work_ends_a_cell_is_told_by_all_that_holds_on_it():
    """a = c d, a = b d hold for d = 0 too; that 2 a = (b + c) d follows is not looked at then."""
    a, b, c, d = map(Graph().symbol, "abcd")
    piece = Piece((a - c * d, a - b * d), {c: a / d, b: a / d})
    met = [a - d, b - c, 2 * a - (b + c) * d]
    assert sharpened(piece, met, Work.of(10**7)).equations[2:] == (b - c,)
    assert sharpened(piece, met, Work.of(0)).equations[2:] == (b - c, 2 * a - (b + c) * d)
    plus = Piece((a - b**2,), {b: a.graph.sqrt(a)})
    minus = Piece((a - b**2,), {b: -a.graph.sqrt(a)})
    assert every_branch([plus, minus], Work.of(10**7))
    assert not every_branch([plus, minus], Work.of(0))


def test_half_of_all_whole_numbers_are_not_almost_none():
    """cos(pi n) = -1 for all odd n: what is told of the others is not told of almost all."""
    case = nh.System(
        "x y z", None, ["z' = (1 + cos(pi*n))*y*x'"], parameters={"n": {"integer": True}}
    )
    family = nh.families(case, "constraints").constraints
    assert place(family.generic, family) == "parameters; but not where cos(pi*n) + 1 = 0"


def test_what_other_cells_say_is_not_said_twice():
    """a = c was told as a cell, and as what the generic one leaves out."""
    told = families_text(nh.families(nh.constraints("dz = a*y dx + c*x dy")))
    assert "a = c" in told and "c - a" not in told
    assert told.count("has no Lagrangian") == 1


def test_what_lies_where_a_divisor_vanishes_is_not_another_piece_of_as_many_equations():
    """b = d = 0 has as many equations as a = b e/d, c = 0, which says nothing of d = 0."""
    a, b, c, d, e = map(Graph().symbol, "abcde")

    def judged(piece):
        def zero(f):
            return f.subs(piece.solved).is_zero

        rows = [f for f in (a * d - b * e, c) if not zero(f)]
        special = zero(b) and zero(d)
        guards = [(f,) for f in rows] + ([] if special else [(b, d)])
        return Judged((len(rows), special), tuple(guards))

    cut = partition(judged, [a, b, c, d, e], Work.of(10**8))
    told = {frozenset(map(text, cell.equations)): cell.answer for cell in cut.cells}
    assert told[frozenset("bd")] == (1, True) and told[frozenset("bcd")] == (0, True)
    assert told[frozenset("c")] == (1, False) and len(told) == 6


def test_a_radicand_whose_opposite_is_written_with_letters_is_a_number():
    """Of -3 b^2 + a c and sqrt(a c + 1) b + 1 a root of a number stands where c cancels."""
    rows = ["z' = (-3*b^2 + a*c)*x*y'", "w' = (sqrt(a*c + 1)*b + 1)*u*v'"]
    letters = dict.fromkeys("abc")
    case = nh.System("x y z u v w", constraints=rows, parameters=letters)
    cells = nh.families(case, "constraints", records=False).constraints.cells
    assert cells[0].answer.relations == 0 and len(cells) > 2


@pytest.mark.parametrize("seed", range(12))
def test_many_equations_made_shorter_have_the_same_zeros(seed):
    rng, g = random.Random(seed), Graph()
    letters = [g.symbol(n) for n in "abc"]

    def drawn(terms: int) -> Expr:
        monomials = (prod(rng.choices(letters, k=rng.randint(1, 2)), start=g.one) for _ in range(9))
        return sum((rng.choice((1, -1, 2)) * m for m, _ in zip(monomials, range(terms))), g.zero)

    basis, common = [drawn(2), drawn(2)], rng.choice((g.one, letters[0] - letters[1], drawn(2)))
    equations = [
        common * sum((rng.randint(-2, 2) * e for e in basis), rng.choice(basis)) for _ in range(14)
    ]
    equations = [e for e in equations if not e.is_zero]
    sets = shorter(equations, None)
    assert sum(map(len, sets)) <= 3
    for values in product(range(-2, 3), repeat=3):
        at = dict(zip(letters, values))
        there = [[e.subs(at).is_zero for e in some] for some in sets]
        assert any(map(all, there)) == all(e.subs(at).is_zero for e in equations)


def test_equations_that_span_what_is_never_zero_have_no_zeros():
    g = Graph()
    a, b = (g.symbol(n, assumption(positive=True)) for n in "ab")
    assert shorter([a - b, a + b, 2 * a], None) == []


@pytest.mark.parametrize("n", [0, 1])
def test_a_piece_that_is_met_twice_is_one_cell_though_it_has_an_answer_only_once(n):
    g = Graph()
    a, b = g.symbol("a"), g.symbol("b")
    met = []

    def judged(piece):
        if not piece.solved:
            return Judged(0, ((a - b**2,), (a ** Fraction(1, 2) - b,)))
        met.append(piece)
        if len(met) == 1 + n:
            raise OutOfReach("it takes too long")
        return Judged(1)

    cells = partition(judged, [a, b], Work.of(10**8)).cells
    assert (len(met), len(cells)) == (2, 2)


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        # a wave of a letter was told by coordinates that cancel: an internal error
        (["z' = (cos(x)*sin(x + a) - sin(x)*cos(x + a))*y*x'"], {(): 0, ("sin(a)",): 1}),
        (
            ["z' = (cos(x)*cos(x + 2*a) + sin(x)*sin(x + 2*a) - 1)*y*x'"],
            {(): 0, ("cos(a) - 1",): 1, ("cos(a) + 1",): 1},
        ),
        (["z' = (cos(b)*sin(b + a) - sin(b)*cos(b + a))*y*x'"], {(): 0, ("sin(a)",): 1}),
        (
            [
                "u' = (cos(x)*sin(x + a) - sin(x)*cos(x + a))*y*x'",
                "w' = (cos(x)*cos(x + a) + sin(x)*sin(x + a))*u*x'",
            ],
            {(): 0, ("sin(a)",): 2, ("cos(a)",): 1},
        ),
        # numbers that are not 0
        (["z' = (cos(x)*sin(x + 1) - sin(x)*cos(x + 1))*y*x'"], {(): 0}),
        (["x'*sin(b) = y'*cos(b)", "x'*sin(b + 1) = y'*cos(b + 1)"], {(): 2}),
        (["x'*sin(b) = y'*cos(b)", "x'*sin(b + pi/3) = y'*cos(b + pi/3)"], {(): 2}),
        (["z' = (cos(x)*cos(x + pi/6) + sin(x)*sin(x + pi/6))*y*x'"], {(): 0}),
        (["x'*sin(b) = c*y'*cos(b)", "x'*sin(b + 1) = c*y'*cos(b + 1)"], {(): 2, ("c",): 1}),
    ],
)
def test_waves_of_letters_are_told_by_these_alone(rows, cells):
    family = nh.families(nh.constraints(*rows), "constraints", records=False).constraints
    assert family.complete
    told = {tuple(map(text, cell.equations)): cell.answer.relations for cell in family.cells}
    assert told == cells


def test_a_row_that_nobody_reads_to_its_end_is_cut_unless_all_is_asked_for(capsys):
    many = " + ".join(f"{n**40}*a*x^{n}*y^{12 - n}" for n in range(1, 12))
    arguments = ["families", "-c", f"dz = y*({many}) dx", "--of", "constraints"]
    told = {}
    for full in ([], ["--full"]):
        main([*arguments, *full])
        told[len(full)] = " ".join(capsys.readouterr().out.split())
    cut = re.search(
        r"singular set (.*) \.\.\. \((\d+) characters more; --full gives all\)", told[0]
    )
    whole = re.search(r"singular set (.*?) (strata|such as)", told[1])[1]
    assert whole.startswith(cut[1])
    assert len(whole) == len(cut[1]) + int(cut[2])


@pytest.mark.parametrize(
    "entry", ["sign(abs(a))", "sign(a^2)", "sign(sqrt(a))", "sqrt(a) + sign(a)"]
)
def test_the_sign_of_what_is_never_negative_is_0_where_that_is(entry):
    """At a = 0 the row is z' = 0; where a > 0 is assumed there is no such place."""
    row = f"z' = ({entry})*y*x'"
    case = nh.System("x y z", constraints=[row], parameters=["a"])
    [family] = nh.families(case, ["constraints"]).families.values()
    at_zero = [
        c for c in family.cells if {str(p): str(v) for p, v in c.solved.items()} == {"a": "0"}
    ]
    assert [cell.answer.relations for cell in at_zero] == [1]
    case = nh.System("x y z", constraints=[row], parameters={"a": {"positive": True}})
    [family] = nh.families(case, ["constraints"]).families.values()
    assert family.complete and [cell.answer.relations for cell in family.cells] == [0]
