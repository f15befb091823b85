"""Integrability of single forms and of sets: triples and verdicts against their definitions."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonholo.decide.zero import Decision
from nonholo.expression.graph import Graph
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import chart
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.integrability import (
    FEW,
    FormVerdict,
    SparseVerdict,
    exterior_derivative,
    frobenius_triples,
    frozen_integrable,
    jointly_integrable,
    judge_form,
    judge_sparse,
    witness,
)
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.sampled.judge import Part, judge_parts
from nonholo.linear.elimination import cost, vanishes
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.testing.strategies import NAMES, SEED, functions


def rows(*constraints: str, also: str = ""):
    return case_from_constraints(constraints, tuple(also.split())).system.pfaffian


def alone(*constraints: str, also: str = "") -> list[SparseVerdict]:
    """Every row by the way of large sets."""
    (part,) = judge_parts(rows(*constraints, also=also), seed=5)
    return judge_sparse(part)


@st.composite
def forms(draw, n: int = 4):
    """Variables and the entries of a form in them, some of them zero."""
    own = chart(Graph(SEED), NAMES[:n])
    return own.q, [draw(functions(own.q, sparse=True)) for _ in own.q]


# one form
# -------------------------------------------------------------------------------------------
@given(given_form=forms())
def test_the_derivative_is_antisymmetrised(given_form):
    x, w = given_form
    d = exterior_derivative(w, x)
    assert set(d) == set(combinations(range(len(x)), 2))
    assert all(vanishes(value - (w[j].diff(x[i]) - w[i].diff(x[j]))) for (i, j), value in d.items())


@given(given_form=forms())
def test_triples_are_those_of_the_definition(given_form):
    x, w = given_form

    def curl(i, j):
        return w[j].diff(x[i]) - w[i].diff(x[j])

    for (i, j, k), value in frobenius_triples(w, x).items():
        assert vanishes(value - (w[k] * curl(i, j) + w[i] * curl(j, k) + w[j] * curl(k, i)))


@given(given_form=forms(3), c=st.sampled_from([2, -3]))
def test_a_factor_changes_triples_by_its_square(given_form, c):
    x, w = given_form
    scaled = frobenius_triples([c * e for e in w], x)
    assert all(
        vanishes(scaled[key] - c * c * value) for key, value in frobenius_triples(w, x).items()
    )


def test_a_contact_form_has_one_triple():
    found = judge_form(rows("z' - y*x' = 0", also="x y z"), 0)
    (triple,) = found.nonzero
    assert (set(triple.names), abs(int(triple.value.args.p))) == ({"x", "y", "z"}, 1)
    assert len(found.triples) == 4  # of the four variables t, x, y, z
    assert (found.integrable, found.exact, found.decision.proved) == (False, False, True)
    assert found.label == "z' - y*x' = 0"


@pytest.mark.parametrize(
    ("constraint", "integrable", "exact"),
    [
        ("x*x' + y*y' = 0", True, True),
        ("x*y' - y*x' = 0", True, False),
        ("z' - x*y' - y*x' = 0", True, True),
        ("z' - x*y' = 0", False, False),
        ("z' - z*x' = 0", True, False),
        ("z' = t*x'", False, False),
        ("z' = t + x*0", True, True),
        ("z' = x", False, False),
    ],
)
def test_verdicts_on_one_form(constraint, integrable, exact):
    found = judge_form(rows(constraint, also="x y z"), 0)
    assert (found.integrable, found.exact) == (integrable, exact)
    assert bool(found.nonzero) is not integrable


def test_the_first_name_of_a_triple_is_time():
    found = judge_form(rows("z' = x", also="x z"), 0)
    (triple,) = found.nonzero
    assert triple.names[0] == "t"
    assert set(triple.names) == {"t", "x", "z"}


@pytest.mark.parametrize(
    ("closed", "exact"),
    [
        (Decision(True, "normal form"), True),
        (Decision(True, "randomised"), None),
        (Decision(False, "modular"), False),
        (Decision(None, reason="open"), None),
    ],
)
def test_exact_is_said_of_what_is_proved(closed, exact):
    assert FormVerdict("w", (), closed, Decision(True, "normal form")).exact is exact


# sets
# -----------------------------------------------------------------------------------------------
def test_two_contact_forms_can_be_integrable_together():
    """Neimark and Fufaev: neither form is integrable alone."""
    pair = rows("(x^2 + y^2)*x' + x*z*z' = 0", "(x^2 + y^2)*y' + y*z*z' = 0", also="x y z")
    bend = curvature(distribution(pair))
    assert jointly_integrable(bend).answer is True
    assert witness(bend) is None
    assert not any(judge_form(pair, l).integrable for l in range(2))


def test_the_witness_is_the_shortest_component():
    bend = curvature(
        distribution(rows("z' = (x + 1)*(y + 2)*u' + u*x'", "w' = y*x'", also="x y z u w"))
    )
    l, i, j, value = witness(bend)
    entries = [b for *_, b in bend.entries() if not b.is_zero]
    assert (l, i, j, value) in bend.entries()
    assert cost(value) == min(map(cost, entries)) < max(map(cost, entries))
    assert jointly_integrable(bend).answer is False


# forms of large sets
# --------------------------------------------------------------------------------
def test_a_form_of_few_variables_is_decided_by_its_triples():
    (found,) = alone("x*y' - y*x' = 0", also="x y")
    assert (found.integrable, found.decision.evidence, found.involved) == (True, "normal form", 2)
    assert found.exact is False
    _, beside = alone("dz = x dx", "x*y' - y*x' = 0")  # without the first of all variables
    assert beside.involved == 2


def test_five_variables_are_few_and_six_are_not():
    names = ["x", "y", "z", "u", "v", "w"]
    for n in (FEW, FEW + 1):
        product = "*".join(names[:n])
        (found,) = alone(
            " + ".join(f"({product})/{s}*{s}'" for s in names[:n]) + " = 0",
            also=" ".join(names[:n]),
        )
        assert (found.involved, found.integrable) == (n, True)
        assert (found.decision.evidence == "normal form") is (n == FEW)
        assert found.exact is (True if n == FEW else None)


def test_a_refuted_form_shows_one_triple_that_does_not_vanish():
    (found,) = alone("z' - y*x' - v*u' - s*w' = 0", also="x y z u v w s")
    (triple,) = found.triples
    assert not triple.value.is_zero
    assert (
        triple.names in {("x", "y", "z"), ("z", "u", "v"), ("z", "w", "s")} or "z" in triple.names
    )
    assert (found.integrable, found.exact, found.decision.proved, found.involved) == (
        False,
        False,
        True,
        7,
    )


def test_integrable_with_a_factor_and_not_closed():
    """Eight variables: at random points integrable, which is no proof; that dw is not zero is
    one.
    """
    names = ["x", "y", "z", "u", "v", "w", "s"]
    (found,) = alone(
        "(1 + x^2)*(" + " + ".join(f"{s}*{s}'" for s in names) + ") = 0", also=" ".join(names)
    )
    assert (found.integrable, found.decision.evidence, found.decision.proved) == (
        True,
        "randomised",
        False,
    )
    assert (found.closed.answer, found.exact) == (False, False)
    assert (found.involved, found.triples) == (7, ())


def test_entries_in_other_variables_count():
    """The form has one column, x', and what stands in it counts too."""
    (found,) = alone("(y + z + u + v + w + s)*x' = 0", also="x y z u v w s")
    assert found.involved == 7
    assert found.integrable is True


def many() -> Part:
    """One form in seven variables, integrable with a factor."""
    names = "x y z u v w s"
    terms = " + ".join(f"{s}*{s}'" for s in names.split())
    (part,) = judge_parts(rows(f"(1 + x^2)*({terms}) = 0", also=names), seed=5)
    return part


def test_without_values_at_points_nothing_is_said():
    """Seven variables are too many for triples."""
    (found,) = judge_sparse(
        replace(many(), bound="", samples=(), joint=Decision(None, reason="no point"))
    )
    assert (found.integrable, found.exact, found.decision.reason) == (None, None, "no point")
    (found,) = judge_sparse(replace(many(), bound="", samples=(), joint=Decision(None)))
    assert found.decision.reason


def test_values_that_prove_nothing_refute_nothing():
    """Where functions may have hidden relations a nonzero value is no proof."""
    names = "x y z u v w s"
    (part,) = judge_parts(rows("z' - y*x' - v*u' - s*w' = 0", also=names), seed=5)
    (found,) = judge_sparse(replace(part, exact=False))
    assert (found.integrable, found.exact, found.triples) == (None, None, ())
    (found,) = judge_sparse(replace(many(), exact=False))
    assert (found.integrable, found.exact) == (True, None)


@pytest.mark.parametrize(
    "constraints", [("x*y' - y*x' = 0",), ("z' - y*x' = 0", "w' = u*x'"), ("z' = z*x' + u*w'",)]
)
def test_both_ways_agree_on_single_forms(constraints):
    """The way of large sets and the triples say the same of each row."""
    names = "x y z u w"
    given_rows = rows(*constraints, also=names)
    by_points = {
        f.label: f.integrable
        for part in judge_parts(given_rows, seed=5)
        for f in judge_sparse(part)
    }
    assert by_points == {
        text: judge_form(given_rows, l).integrable for l, text in enumerate(given_rows.labels)
    }


def test_values_are_those_at_a_point():
    found = judge_form(rows("z' - x*y*x' - exp(y)*u' = 0", also="x y z u"), 0)
    values = {frozenset(t.names): text(t.value) for t in found.nonzero}
    assert values[frozenset("xyz")].strip("-") == "x"
    assert values[frozenset("yzu")].strip("-") == "exp(y)"
    assert "x*y*exp(y)" in values[frozenset("xyu")] or "exp(y)*x*y" in values[frozenset("xyu")]


@pytest.mark.parametrize(
    ("row", "frozen", "joint"),
    [
        ("dz = x dt", True, False),
        ("dz = y dx + t dt", False, False),
        ("dz = t dx + x dt", True, True),
        ("dz = y dx + x dy", True, True),
    ],
)
def test_time_may_be_frozen(row, frozen, joint):
    found = curvature(distribution(case_from_constraints([row], also=[]).system.pfaffian))
    assert frozen_integrable(found).answer is frozen
    assert jointly_integrable(found).answer is joint
