"""Models of sympy.physics.mechanics drawn at random: two of a thousand, and that an error is seen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("sympy")
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import random_models

import nonholo as nh

KANE, SYSTEM = 7, 12  # plane bodies, which SymPy derives at once


@pytest.mark.parametrize("seed", [KANE, SYSTEM])
def test_accelerations_are_those_of_sympy(seed):
    assert random_models.judged(seed) == "right"


def test_another_acceleration_is_seen(monkeypatch):
    told = nh.equations
    monkeypatch.setattr(nh, "equations", lambda *a: told(*a).replace("math.sin", "math.cos"))
    assert random_models.judged(KANE).startswith("WRONG")
