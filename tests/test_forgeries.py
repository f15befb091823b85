"""Every demand of the verifier has a certificate that it refuses; true certificates of other
systems are refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sympy import isprime

from nonholo.findings.check import check
from nonholo.readers.case import Draft, build
from nonholo.verifier import verify
from nonholo.verifier.functions import MAX_ORDER
from nonholo.verifier.series import WITNESSES, prime, turn
from tests.forgeries import (
    AT_THE_START,
    NEEDED,
    TRUE,
    ZEROS,
    contact,
    forgeries,
    others,
    with_zero,
    with_zero_at_the_start,
)
from tests.lone_forgeries import lone

FOLDER = Path(__file__).parent.parent / "nonholo" / "verifier"


@pytest.mark.parametrize("family", (*TRUE, *NEEDED), ids=lambda family: family.__name__)
def test_true_certificates_are_accepted(family):
    assert verify(family()).status == "accepted", verify(family())


@pytest.mark.parametrize(
    "tree", [*map(with_zero, ZEROS), *map(with_zero_at_the_start, AT_THE_START)]
)
def test_what_is_zero_adds_nothing(tree):
    assert verify(tree).status == "accepted", verify(tree)


def test_forged_certificates_are_refused_for_their_reason():
    wrong = [(why, verify(tree)[:3]) for why, tree in forgeries() if why not in verify(tree).why]
    assert not wrong
    assert all(verify(tree).status in ("refused", "not checkable") for _, tree in forgeries())


def test_lone_forgeries_are_refused_for_their_reason():
    wrong = [(why, verify(tree)[:3]) for why, tree in lone() if why not in verify(tree).why]
    assert not wrong
    assert all(verify(tree).status in ("refused", "not checkable") for _, tree in lone())


def test_about_another_problem():
    assert (
        verify(contact(), {**contact()["problem"], "inequalities": ["x > 0"]}).why
        == "about another problem"
    )


def test_true_certificates_of_other_systems_are_refused_unless_still_true():
    """The verdict must be that of the problem that stands in it now."""
    refused = 0
    for tree in others():
        refused += verify(tree).status != "accepted"
        if verify(tree).status == "accepted":
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
