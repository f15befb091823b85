"""Cells that are read off lemmas: also where a leading coefficient of their equations vanishes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.answered_cells import family_by_lemmas
from nonholo.evidence.cases import answers_for, problem_about, whole_certificate
from nonholo.expression.text import text
from nonholo.verifier.functions import Functions
from nonholo.verifier.outcome import Budget
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.problem import Reader, names_of
from nonholo.work import BUDGETS
from tests.draws import draws
from tests.test_families import LAWS


def by_lemmas(*rows):
    """The cells of the constraints by lemmas, which the verifier must accept."""
    case = nh.constraints(*rows)
    answered = nh.families(case, "constraints", records=False)
    made = answers_for(answered, problem_about(case), Allowed.of(BUDGETS.families))
    family, answers = family_by_lemmas(made, answered.constraints)
    answered = replace(answered, families={"constraints": family})
    whole_certificate(answered, Allowed.of(BUDGETS.families), answers=answers)
    return {tuple(map(text, cell.equations)): cell.answer.relations for cell in family.cells}


def test_where_a_leading_coefficient_vanishes_the_answer_is_another_one():
    """a c + 2 d^2 = c - b = 0 says with c solved for that a b + 2 d^2 = 0; but for a = d = 0 that
    says nothing of b and c."""
    assert by_lemmas("dz = (a c + 2 d^2) x dy + (c - b) x^2 dy") == {
        (): 0,
        ("2*d**2 + a*c", "2*d**2 + a*b"): 1,
        ("a", "d"): 0,
        ("a", "d", "b - c"): 1,
    }


FACTORS = ["a*c - d", "b*c - 1", "a*b + c", "c - b", "a - 2*c + 1", "d", "b*d - a^2", "d^2 + a*c"]


@settings(LAWS, max_examples=draws(2))
@given(st.permutations(FACTORS))
def test_the_verifier_accepts_cells_of_random_lemmas(factors):
    p, q, *_ = factors
    assert by_lemmas(f"dz = ({p}) x dy + ({q}) x^2 dy", "dw = c x du")


@pytest.mark.parametrize(
    ("p", "q"),
    [
        ("sin(a) - b*cos(a)", "c*sin(a) - b"),
        ("c*sin(a) - b", "cos(a) - c"),
        ("exp(b)*c - exp(a)*d", "cos(a) - c"),
    ],
)
def test_the_verifier_accepts_conditions_on_angles_and_exponents(p, q):
    """Sine and cosine of one angle, both given by equations, have squares whose sum is 1."""
    found = nh.families(nh.constraints(f"dz = ({p}) x dy + ({q}) x^2 dy"), "constraints")
    assert whole_certificate(found, Allowed.of(BUDGETS.families))


@pytest.mark.parametrize(
    ("value", "never_zero"),
    [
        ("exp(a)", True),
        ("-exp(a/2)*b^2 - exp(-b)", True),
        ("a^2 + exp(b)*a + exp(2*b)", True),
        ("a^2 + exp(b)*a - exp(2*b)", False),
        ("exp(a) - 1", False),
        ("exp(a/2) + b", False),
        ("exp(a)*b^2", False),
        ("cos(a)^2*exp(b)", False),
        ("exp(2*a) - exp(a) + exp(a/2)/9", False),
    ],
)
def test_sums_of_positive_exponentials_are_never_zero(value, never_zero):
    problem = problem_about(nh.families(nh.constraints(f"dz = ({value}) y dx"), "constraints").case)
    language = Functions(4, Budget(10**6))
    reader = Reader(language, *names_of(problem))
    parameters = Parameters(language, reader, problem["parameters"], [], [])
    assert parameters.never_zero(parameters.polynomial(value)) is never_zero


@pytest.mark.parametrize("records", [True, False])
@pytest.mark.parametrize(
    ("rows", "schema"),
    [
        (("dz = (a^3 - b^2) y dx", "dw = (a*b - c) z dx"), 2),  # cells are solved with roots
        (("dz = (c^3 + c - 5) y dx",), 2),
        (("dz = sqrt(a*x) dy",), 1),  # each cell alone
    ],
)
def test_a_certificate_is_accepted_whether_or_not_the_family_was_asked_for_one(
    rows, schema, records
):
    made = nh.certificate(nh.families(nh.constraints(*rows), "constraints", records=records))
    assert made["family"] == schema
    assert nh.verify(made).status == "accepted"
