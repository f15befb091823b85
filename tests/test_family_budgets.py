"""What the answer for all parameters may take: cells, checks and certificates, in counted work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.evidence import singular_sets
from nonholo.evidence.allowed import CERTIFYING, UNIT
from nonholo.evidence.measures import Measures
from nonholo.evidence.small import certificate
from nonholo.evidence.stability import with_certificate
from nonholo.findings.families import families, with_records
from nonholo.findings.family import at_piece
from nonholo.verifier.outcome import Budget
from nonholo.views.families.text import families_text
from nonholo.work import BUDGETS, LEAST, Work, spent

LARGE = Path(__file__).resolve().parent.parent / "cases" / "large"


@pytest.fixture
def checked(monkeypatch):
    """The verifier's work, unit by unit."""
    done: list[int] = []
    spend = Budget.spend

    def counted(budget: Budget, work: int) -> None:
        done.append(work)
        spend(budget, work)

    monkeypatch.setattr(Budget, "spend", counted)
    return done


def test_certificates_keep_to_the_work_that_is_allowed(checked):
    """The verifier's work for evidence was counted by nobody, whatever was allowed."""
    case = nh.case("chaplygin_sphere")
    whole = nh.families(case, "measure", certify=True).measure
    usual = sum(checked)
    checked.clear()
    units = BUDGETS.families // 100
    small = nh.families(case, "measure", units=units, certify=True).measure
    assert whole.certified
    assert (small.certified, small.uncertified) == (False, "more work than this check may take")
    assert [cell.answer for cell in small.cells] == [cell.answer for cell in whole.cells]
    assert sum(checked) - max(checked) <= Measures.units // 100 < usual


def test_certificates_of_stability_keep_to_the_work_that_is_allowed(checked):
    """They took as much as ever, whatever was allowed, and nobody counted it."""
    steady = nh.steady_stability("two_wheeled_carriage", {"xdot": "v"})
    before = spent()
    assert with_certificate(steady).certified
    assert spent() - before > UNIT * sum(checked) // 2
    checked.clear()
    told = with_certificate(steady, 1000)
    assert (told.certified, told.uncertified) == (False, "more work than this check may take")
    assert sum(checked) <= 2 * LEAST // UNIT


@pytest.mark.parametrize("rows", [("dz = a y dx",), ("dz = f(y) dx",)])
def test_a_certificate_that_was_accepted_is_not_made_again(checked, rows):
    """`families --certificate` made it twice."""
    functions = {"functions": ["f(y)"]} if "f(" in rows[0] else {}
    case = nh.System("x y z", constraints=rows, parameters={"a": None}, **functions)
    answered = nh.families(case, "constraints", certify=True)
    assert answered.constraints.certified
    checked.clear()
    made = nh.certificate(answered)
    assert not checked and nh.verify(made).status == "accepted"
    assert ("exactly" in made) == (bool(functions))


def test_the_work_of_the_verifier_is_counted_with_all_other(checked):
    before = spent()
    nh.families(nh.case("veselova"), "substitution", certify=True)
    assert spent() - before > UNIT * sum(checked) // 2  # what checks the document is not


def test_what_the_verifier_does_not_read_is_known_before_slopes_are_taken(checked):
    """Half of a minute of a rattleback, question by question, was for certificates that there are
    none of: the square root in its Lagrangian was met after all of its slopes."""
    case = nh.read_case(LARGE / "rattleback.toml")
    family = nh.families(case, "substitution", certify=True).substitution
    assert (family.certified, family.uncertified) == (False, "a root in a family")
    assert sum(checked) < 100_000


def test_cells_without_a_check_say_so():
    """Where work ends no further cells are checked."""
    found = families(nh.constraints("dz = a y dx + b x^2 dy", "dw = c*z dx"), records=False)
    first, *others = with_records(found.case, found.constraints, Work.of(1)).cells
    assert first.answer.check and others and not any(cell.answer.check for cell in others)
    some = replace(found.constraints, cells=(first, *others))
    told = families_text(replace(found, families={"constraints": some}))
    assert told.count("not looked at in this cell") == sum(
        cell.answer.relations < cell.answer.rank for cell in others
    )


def test_claims_of_a_check_are_counted(checked):
    """Brackets in the verifier's arithmetic took minutes of a family, counted by nobody."""
    rows = ["(sin(z+x) + 2*cos(u))*x' + (sin(u) + cos(y+x))*y' + cos(x)*z' + u' = 0"]
    check = nh.check(nh.constraints(*rows))
    before = spent()
    assert not any("reason" in claim for claim in certificate(check)["claims"])
    assert spent() - before > UNIT * sum(checked) // 3


def test_lemmas_about_singular_sets_keep_to_the_work_that_is_allowed(monkeypatch):
    """Each had a budget of its own, whatever was allowed."""
    lefts: list[int] = []

    class Watched(singular_sets._Lemmas):
        def __init__(self, ring, judge, never_zero, work):
            lefts.append(work.end - spent())
            super().__init__(ring, judge, never_zero, work)

    monkeypatch.setattr(singular_sets, "_Lemmas", Watched)
    units = BUDGETS.families // 10
    rows = nh.constraints("dz = a*x*y dy")
    assert nh.families(rows, "singular", units=units, certify=True).singular.certified
    assert lefts and max(lefts) <= CERTIFYING * units < BUDGETS.cases


def test_the_check_of_a_cell_is_made_once(monkeypatch):
    """Where lemmas give other cells, that of almost all parameters was checked again."""
    asked = []

    def counted(case, solved):
        asked.append(dict(solved))
        return at_piece(case, solved)

    monkeypatch.setattr("nonholo.findings.families.at_piece", counted)
    generic, other = nh.families(
        nh.constraints("dz = (a^3 - 2)*y dx"), certify=True
    ).constraints.cells
    assert asked == [{}] and other.equations
    assert generic.answer.check is not None and generic.answer.check.verdict == "nonholonomic"
