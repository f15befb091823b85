"""What nonholo.testing promises to other test suites holds; without Hypothesis it says what it
needs.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

import nonholo as nh
from nonholo.findings.side_by_side import compare
from nonholo.testing import known, laws
from tests.draws import draws

ROOT = Path(__file__).resolve().parent.parent


@given(known.known_sets())
@settings(max_examples=draws(15))
def test_the_verdict_of_known_sets_is_found(drawn):
    found = nh.check(drawn.case(), search=0)
    assert found.verdict in (drawn.verdict, "undecided")
    assert found.bounds[0] <= drawn.relations <= found.bounds[1]


@pytest.mark.parametrize(
    "strategy, word",
    [
        (known.holonomic_sets(), "holonomic"),
        (known.partly_holonomic_sets(), "partly holonomic"),
        (known.nonholonomic_sets(), "nonholonomic"),
    ],
    ids=["holonomic", "partly", "nonholonomic"],
)
def test_sets_are_of_their_kind(strategy, word):
    @given(strategy)
    @settings(max_examples=draws(4))
    def of_one_kind(drawn):
        assert drawn.verdict == word

    of_one_kind()


@given(known.rolling_systems())
@settings(max_examples=draws(2))
def test_rolling_systems_hide_what_is_said_and_their_derivations_agree(drawn):
    case, said = drawn
    found = nh.check(case, search=0)
    assert (found.verdict, found.relations, found.independent) == (
        said.verdict,
        said.relations,
        said.independent,
    )
    assert compare(case).entry("voronec").agrees
    laws.kernel_is_annihilated(found.distribution)
    laws.curvature_is_antisymmetric(found.distribution)


def test_a_wrong_verdict_is_seen():
    """Else the tests above could not fail."""
    wrong = known.Known(("x", "y", "z"), ("zdot - y*xdot = 0",), 1, 1)
    assert nh.check(wrong.case()).verdict != wrong.verdict


def test_without_hypothesis_it_says_what_it_needs():
    code = "import sys; sys.modules['hypothesis'] = None\nimport nonholo.testing"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "pip install 'nonholo[testing]'" in done.stderr


def test_the_documentation_tells_every_law_and_no_other():
    told = (ROOT / "docs" / "testers.md").read_text(encoding="utf-8")
    section = told.partition("\n## Laws\n")[2].partition("\n## ")[0]
    calls = re.findall(r"^\| `(\w+)\(([\w, ]*)\)` \|", section, re.MULTILINE)
    assert [name for name, _ in calls] == laws.__all__
    for name, arguments in calls:
        taken = inspect.signature(getattr(laws, name)).parameters
        assert ", ".join(taken) == arguments, name
