"""Inputs that nobody would write: what was found stays mended, and some new ones of each kind."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.errors import NonholoError

pytest.importorskip("resource", reason="alarms and limits need a POSIX system")
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "benchmarks"))
from fuzz import outcome, survey  # noqa: E402
from fuzz_targets import TARGETS  # noqa: E402

PATIENCE = 30  # a machine may be busy
FOUND = [json.loads(line) for line in (HERE / "fuzz_corpus.jsonl").read_text().splitlines()]
CHEAP = {
    "tokens": 400,
    "parser": 400,
    "reader": 200,
    "sweeps": 400,
    "verifier": 100,
    "constraints": 60,
    "case files": 40,
    "bodies": 20,
    "robots": 30,
    "sympy": 20,
    "check": 5,
    "options": 4,
    "commands": 4,
}


@pytest.mark.parametrize("own", FOUND, ids=[own["input"][:24] for own in FOUND])
def test_what_was_found_stays_mended(own):
    told, wrong = outcome(TARGETS[own["target"]], own["input"], patience=PATIENCE)
    assert not wrong and told


def test_every_target_is_tried():
    assert set(CHEAP) == set(TARGETS)


@pytest.mark.parametrize("name", CHEAP)
def test_random_inputs_are_taken_or_refused_with_words(name):
    found = survey(name, CHEAP[name], 2, patience=PATIENCE)
    assert not found.findings
    assert sum(found.kinds.values()) == CHEAP[name]


@pytest.mark.parametrize("row", [
    "sign(xdot)", "zdot - y*xdot + sign(zdot)", "z' = x' + sign(y')*y", "log(x') = log(-x')",
    "y' = x' + log(x') - log(2*x')", "y' = x' + atan(z') + atan(1/z')", "asin(z') + acos(z') = x'",
])  # fmt: skip
def test_what_is_no_value_at_rest_is_no_number(row):
    """sign(z') has no slope; log(x') - log(2 x') has none too, and is -log(2) where x' > 0."""
    with pytest.raises(NonholoError, match="not linear in the velocities"):
        nh.constraints(row)


@pytest.mark.parametrize("beside", [
    "log(x'^2 + 1) - log(2*x'^2 + 2)", "2*atan(exp(z')) - atan(sinh(z'))", "log(2 + sin(z')) - log(4 + 2*sin(z'))",
])  # fmt: skip
def test_what_cancels_and_has_a_value_everywhere_is_a_number(beside):
    assert nh.check(nh.constraints(f"y' = x' + {beside}")).verdict == "holonomic"


@pytest.mark.parametrize("right", ["y'^2", "0"])
def test_a_square_beside_what_has_no_value_at_rest_is_no_product(right):
    """x'^2 - log(2) = y'^2 is no pair of lines, and x' not 0."""
    found = nh.check(nh.constraints(f"x'^2 + log(x') - log(2*x') = {right}"))
    assert "product" not in str(found) and found.verdict != "holonomic"
