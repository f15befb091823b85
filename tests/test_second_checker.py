"""A checker that shares no line with the verifier gives the same answers about certificates."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

import pytest

import nonholo as nh

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "benchmarks"))
import second_checker as second  # noqa: E402

with_gp = pytest.mark.skipif(
    not second.there(), reason="needs PARI/GP, the program gp (Debian: pari-gp)"
)
NAMES = second.Names({"coordinates": ["x", "y"], "parameters": {"a": None, "b": "a/2"}})


def of(name: str):
    return json.loads(json.dumps(nh.certificate(nh.check(ROOT / "cases" / f"{name}.toml"))))


# the translator ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text, tree",
    [
        ("-x**2", '["-",["n",0],["^",["s",1],["n",2]]]'),
        ("2x", '["*",["n",2],["s",1]]'),
        ("0.5 x'", '["*",["n",1/2],["v",1]]'),
        ("y/2 dx", '["*",["/",["s",2],["n",2]],["d",1]]'),
        ("b", '["/",["s",4],["n",2]]'),
        ("sin(t)", '["f","sin",["s",3]]'),
    ],
)
def test_texts_become_trees(text, tree):
    assert NAMES.tree(text) == tree


@pytest.mark.parametrize(
    "text",
    ["x y2", "y/2x", "x^2y", "sin x", "c", "x__import__('os')", "x;y", "x if y else a", "[x]", ""],
)
def test_what_is_no_expression_is_refused(text):
    with pytest.raises(second.Stop):
        NAMES.tree(text)


def test_what_is_beyond_is_said_without_the_program():
    coin = of("rolling_coin")
    assert second.checked({**coin, "certificate": 2}) == ("not checkable", "large set")
    assert second.checked({**coin, "sha256": ""}).status == "refused"


# PARI/GP -------------------------------------------------------------------------------------
@with_gp
@pytest.mark.parametrize(
    "name",
    [
        "rolling_coin",
        "mecanum_drive",  # h = 2 of 4, first integrals
        "redundant_constraints",
        "moving_circle",  # a level at a real point, with time
        "two_blocks_and_pulley",  # a level that is solved
        "particle_with_any_slope",
        "omni_drive",  # fractions of pi
    ],
)
def test_cases_are_accepted(name):
    assert second.checked(of(name)) == ("accepted", "")


@with_gp
@pytest.mark.parametrize("key, value", [("verdict", "holonomic"), ("holonomic_relations", 1)])
def test_another_verdict_is_refused(key, value):
    answer = second.checked({**of("rolling_coin"), key: value})
    assert answer.status == "refused" and "the claims show" in answer.why


@with_gp
def test_forged_certificates_are_refused():
    """Some of them; benchmarks/second_checker.py asks for all."""
    records = list(second.compared(islice(second.of_tests("forged"), 0, None, 9)))
    assert not [record for record in records if record.result in second.DISAGREE]
    assert sum(record.result == "both refuse" for record in records) > 20


@with_gp
def test_random_sets_are_accepted():
    records = list(second.compared(second.of_random_sets(3, 7)))
    assert [record.result for record in records] == ["both accept"] * len(records)
