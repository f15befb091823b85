"""Every demand of the verifier has a certificate that it refuses; true certificates of other
systems are refused.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sympy import isprime

from nonholo.face.certificate import verified
from nonholo.findings.check import check
from nonholo.readers.build import build
from nonholo.readers.draft import Draft
from nonholo.verifier import verify
from nonholo.verifier.functions import MAX_ORDER
from nonholo.verifier.outcome import ACCEPTED
from nonholo.verifier.series import WITNESSES, prime, turn
from tests.forgeries import (
    AT_0,
    AT_THE_START,
    DECLARED,
    NEEDED,
    TRUE,
    ZEROS,
    claim,
    contact,
    forgeries,
    of,
    on_a_plane,
    others,
    put,
    row,
    with_declared,
    with_zero,
    with_zero_at_the_start,
)
from tests.lone_forgeries import lone

FORGED = Path(__file__).parent / "forged"


@pytest.mark.parametrize("family", (*TRUE, *NEEDED), ids=lambda family: family.__name__)
def test_true_certificates_are_accepted(family):
    assert verify(family()).status == "accepted", verify(family())


@pytest.mark.parametrize(
    "tree",
    [
        *map(with_zero, ZEROS),
        *map(with_zero_at_the_start, AT_THE_START),
        *map(with_declared, DECLARED),
    ],
)
def test_what_is_zero_adds_nothing(tree):
    assert verify(tree).status == "accepted", verify(tree)


def accepted_or_for_another_reason(forged) -> list:
    """What the verifier says of forged certificates, but for the refusals that it should give."""
    answers = [(why, verify(tree)[:3]) for why, tree in forged]
    return [
        (why, said)
        for why, said in answers
        if why not in said[2] or said[0] not in ("refused", "not checkable")
    ]


@pytest.mark.parametrize(
    "u", ["(1 + x)/(1 + x)", "(w + x)/(x + w)", "sec(x)*cos(x)", "tan(w)*cot(w)"]
)
def test_what_is_divided_elsewhere_is_no_pole(u):
    tree = put(row(on_a_plane(), f"zdot - y*({u})**0*wdot"), AT_0)
    assert verify(tree).status == "accepted", verify(tree)


LONG = "((3**200)**200)**2"


@pytest.mark.parametrize(
    ("u", "parameters", "work"),
    [
        ("+".join(["a", "b"] * 20), {"a": f"1/{LONG}", "b": f"1/({LONG} + 2)"}, 1_500_000),
        ("+".join(["f7(y)"] * 2000), {}, 100_000),
        (f"(1 + {'*'.join(f'a{n}' for n in range(1500))})**50", {}, 20_000),
    ],
    ids=["fractions", "functions", "monomials"],
)
def test_long_fractions_words_and_monomials_are_counted(u, parameters, work):
    """They took hours at the work of a few sums."""
    problem = contact()["problem"]
    functions = {f"f{n}": ["y"] for n in range(2000)} if "f7" in u else {}
    names = [f"a{n}" for n in range(1500)] if "a7" in u else []
    told = {"parameters": parameters, "coordinates": [*"xyz", *names], "functions": functions}
    tree = put(contact(), (("problem",), {**problem, **told}))
    answer = verify(row(tree, f"zdot - y*xdot - 0*({u})*xdot"), work=work)
    assert answer.status == "limit reached", answer


def test_brackets_are_counted_before_they_are_listed():
    """Which of millions of brackets are left out was looked up one by one."""
    names = [f"a{n}" for n in range(400)]
    fields = [*contact()["claims"][1]["fields"], *({name: "1"} for name in names)]
    tree = put(contact(), (("problem", "coordinates"), [*"xyz", *names]))
    tree = of(tree, "admissible", fields=fields, columns=["x", "y", *names])
    pairs = [[a, b] for b in range(402) for a in range(b)]
    (level,) = tree["claims"][claim(tree, "growth")]["levels"]
    tree = of(tree, "growth", levels=[{**level, "brackets": pairs[:-1]}])
    assert verify(tree, work=300_000).status == "limit reached"


def test_forged_certificates_are_refused_for_their_reason():
    assert accepted_or_for_another_reason(forgeries()) == []


def test_lone_forgeries_are_refused_for_their_reason():
    assert accepted_or_for_another_reason(lone()) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("logarithm_real_nowhere", "the point is not where the problem is stated"),
        ("solved_rows_real_nowhere", "the point is not where the problem is stated"),
        ("inequality_of_a_large_set", "nonholonomic"),
        ("pole_all_over_the_level", "a division by zero"),
        ("slope_without_a_row", "a row of ln N that may be 0"),
    ],
)
def test_false_claims_are_refused(name, why):
    """Each was accepted once: coefficients without a value anywhere, z' = 0 without a measure."""
    answer = verify(json.loads((FORGED / f"{name}.json").read_text()))
    assert answer.status == "refused" and why in answer.why


def test_a_record_says_no_more_than_was_compared():
    """A factor 0 makes any row exact; one displacement of two is no basis."""
    zero, one = (
        verified(json.loads((FORGED / f"record_{name}.json").read_text()), None)
        for name in ("with_factor_zero", "of_one_displacement")
    )
    assert zero[0][:2] == ("refused", "individual")
    assert one[0].status == "refused" or "virtual_displacements" not in one[1]["compared"]


def test_about_another_problem():
    assert (
        verify(contact(), {**contact()["problem"], "inequalities": ["x > 0"]}).why
        == "about another problem"
    )


def test_true_certificates_of_other_systems_are_refused_unless_still_true():
    """The verdict must be that of the problem that stands in it now."""
    refused = 0
    for tree in others():
        accepted = verify(tree).status == "accepted"
        refused += not accepted
        if accepted:
            problem = tree["problem"]
            own = check(
                build(
                    Draft(
                        problem["coordinates"],
                        problem["parameters"],
                        constraints=problem["constraints"],
                        holonomic=problem["holonomic_constraints"],
                        inequalities=problem["inequalities"],
                    )
                )
            )
            assert tree["verdict"] == own.verdict and tree["holonomic_relations"] in (
                None,
                own.relations,
            )
    assert refused > 600


@pytest.mark.parametrize("order", range(4, MAX_ORDER + 1, 4))
def test_fermat_finds_the_same_prime(order):
    """So the mutant of `_is_prime` that is left with Fermat's test cannot be told apart by a
    certificate.
    """
    p = prime(order)
    candidates = range(10**18 // order * order + order + 1, p + 1, order)
    assert [n for n in candidates if all(pow(a, n - 1, n) == 1 for a in WITNESSES)] == [p]
    assert isprime(p)
    assert pow(turn(order), order, p) == 1 and turn(order) in [
        pow(a, p // order, p) for a in range(7, 100)
    ]


def test_all_cells_of_a_family_share_their_work():
    """Thousands of cells took some millions each."""
    problem = {**contact()["problem"], "constraints": ["dz = a*y*dx"], "parameters": {"a": None}}
    one = put(contact(), (("problem",), {**problem, "parameters": {"a": "1"}}))
    cell = {"equations": ["a - 1"], "solved": {"a": "1"}, "certificate": one}
    family = {"family": 1, "problem": problem, "sha256": "", "cells": [cell]}
    work = next(n for n in range(100, 10**5, 10) if verify(put(family), work=n).status == ACCEPTED)
    many = put(family, (("cells",), [cell] * 50))
    assert verify(many).status == ACCEPTED
    assert verify(many, work=40 * work).status == "limit reached"
