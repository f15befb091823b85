"""The judges of random systems and sets: they let true answers pass, and see each false one."""

from __future__ import annotations

import copy
import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("sympy")
sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))
import random_claims
import random_growth

SLEIGH = random_claims.Drawn(
    ("x", "y", "z"),
    ("sin(z)*xdot + -1*cos(z)*ydot",),
    "(m/2)*xdot^2 + (m/2)*ydot^2 + (c)*zdot^2",
    {},
)


@pytest.fixture(scope="module")
def told():
    """What is said of a sleigh, its judge, and motions."""
    judge, draw = random_claims.Judge(SLEIGH), random.Random("sleigh")
    states = [judge.state(draw) for _ in range(2)]
    return random_claims.compared(SLEIGH), judge, [(s, *judge.accelerations(s)) for s in states]


def complaints(said, judge, motions):
    return [w for part in random_claims.CLAIMS for w in part(said, judge, motions)]


def test_what_is_true_passes(told):
    assert complaints(*told) == []


def test_what_is_false_is_seen(told):
    said, judge, motions = told
    changes = {
        "multipliers of x": lambda s: s["formulations"][0]["accelerations"].update(x="0"),
        "reactions of y": lambda s: s["reactions"].update(y="1"),
        "regular acceleration of x": lambda s: s["regular"]["accelerations"].update(x="0"),
        "conserved zdot*x": lambda s: s["conserved"].append("zdot*x"),
        "energy is conserved": lambda s: s["energy_words"]["conserved"].update(answer=False),
        "plain substitution": lambda s: s["substitutions"][0].update(safe=True),
        "density": lambda s: s["invariant_measure"].update(density="cos(z)"),
    }
    for word, change in changes.items():
        wrong = copy.deepcopy(said)
        change(wrong)
        assert any(w.startswith(word) for w in complaints(wrong, judge, motions)), word


@pytest.mark.parametrize("number", [0, 7])
def test_random_sets_have_the_growth_of_their_jets(number):
    assert random_growth.compared(number, 1, 30.0, False) == "same"


def test_the_jets_know_the_engel_distribution():
    engel = random_growth.Drawn(
        ("x", "y", "z", "u"), (("u", "-1", "0", "0"), ("z", "0", "0", "-1"))
    )
    assert random_growth.judged(engel, "a") == ((2, 3, 4), (2, 3, 4))
    cartan = random_growth.Drawn(
        ("x", "y", "z", "u", "v"),
        (("z", "-1", "0", "0", "0"), ("u", "0", "-1", "0", "0"), ("u^2", "0", "0", "0", "-1")),
    )
    assert random_growth.judged(cartan, "a") == ((2, 3, 5), (2, 3, 5))
