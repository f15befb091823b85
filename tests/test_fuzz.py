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


@pytest.mark.parametrize(
    "row", ["sign(xdot)", "zdot - y*xdot + sign(zdot)", "z' = x' + sign(y')*y"]
)
def test_the_sign_of_a_velocity_is_no_number(row):
    """It has no slope, and is not its value at rest."""
    with pytest.raises(NonholoError, match="not linear in the velocities"):
        nh.constraints(row)
