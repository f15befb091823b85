"""Answers that are planted: invariant measures, rests and their stability, integrals in families.

What each planted answer rests on stands in the benchmark that plants it; these ask a few, the
benchmarks thousands.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import nonholo as nh

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import known_equilibria
import known_integrals
import known_measures
from known_families import cause
from planted_motion import Planted

WITH_ENCLOSURES = (4, 5)  # a search in boxes takes five seconds; others ask it in CI
OPEN = (8,)  # a rest where V is flat in coordinates that are turned: no box proves it
LARGE = (2,)  # a normal form with products of thousands of terms


def drawn(number: int) -> random.Random:
    return random.Random(f"test {number}")


@pytest.mark.parametrize("number", [n for n in range(24) if n not in LARGE])
def test_measures_that_are_planted(number):
    told, _ = known_measures.judge(drawn(number), False)
    assert told.startswith("right")


@pytest.mark.parametrize("number", [n for n in range(24) if n not in WITH_ENCLOSURES + OPEN])
def test_rests_that_are_planted(number):
    told, _ = known_equilibria.judge(drawn(number), False)
    assert told.startswith("right")


@pytest.mark.parametrize("number", range(10))
def test_integrals_that_are_planted(number):
    told, _ = known_integrals.judge(drawn(number), False)
    assert told == "right"


# can the judges fail?
# ------------------------------------------------------------------------------
def at_numbers() -> known_measures.Known:
    """The first without letters that has a measure with a formula."""
    for number in range(24):
        known = known_measures.known_measure(drawn(number))
        if not known.hidden and known.exists():
            return known
    raise AssertionError("none of these has a measure")


def test_a_measure_that_is_planted_wrongly_is_seen():
    known = at_numbers()
    assert known_measures.at_numbers(known, drawn(0)) == "right, with its density"
    invented = replace(known, coefficients=(known_measures.Number(1),))
    assert known_measures.at_numbers(invented, drawn(0)).startswith("WRONG")
    other = replace(known, density=known.density * known.planted.y[0])
    assert known_measures.at_numbers(other, drawn(0)).startswith("WRONG")


def test_rests_that_are_planted_wrongly_are_seen():
    known = known_equilibria.known_rests(drawn(1))
    found = nh.equilibrium(known.case)
    assert known_equilibria.compared(known, found, drawn(0)).startswith("right")
    assert "no rest" in known_equilibria.compared(replace(known, rests=()), found, drawn(0))
    fewer = replace(found, found=())
    assert "missed" in known_equilibria.compared(known, fewer, drawn(0))
    turned = {"stable": "unstable", "asymptotically stable": "unstable", "unstable": "stable"}
    wrong = tuple(replace(r, stability=turned[r.stability]) for r in known.rests)
    assert "planted" in known_equilibria.compared(replace(known, rests=wrong), found, drawn(0))


@pytest.mark.parametrize(
    ("terms", "independent"),
    [
        ("X^2 Y^2", 3),  # isotropic oscillator: energy, angular momentum, Fradkin's tensor
        ("X^2 4*Y^2", 3),  # 1 : 2
        ("X^2 9*Y^2", 2),  # 1 : 3 has a third integral, of degree three
        ("X^4 Y^4", 2),
        ("X^4 6*X^2*Y^2 Y^4", 2),
        ("X^4 5*X^2*Y^2 Y^4", 1),
        ("X^2 3*Y^2 X^2*Y 2*Y^3", 2),  # Henon and Heiles, 1 : 6 with any linear part
        ("X^2 Y^2 X^2*Y Y^3/3", 2),  # 1 : 1, with an isotropic one
        ("X^2 2*Y^2 X^2*Y Y^3/3", 1),
    ],
)
def test_killing_tensors_of_potentials(terms, independent):
    """Published: Hietarinta 1987."""
    k = known_integrals
    letters = {"X": k.slot(0), "Y": k.slot(1)}
    plane = k.Plane((1, 0, 0, 1), k.plus(*(k.read(word, letters) for word in terms.split())))
    searched = [k.Class(1, 4, 6), k.Class(2, 4, 6)]
    assert k.independent(plane.integrals(searched)) == independent


def test_causes_are_told_without_the_formulas_of_one_system():
    assert cause(" ('a product of 985 by 3062 terms',)") == "a product of N by N terms"


def test_moved_points_come_back():
    planted = Planted.draw(drawn(3), 3)
    with known_equilibria.mp.workdps(known_equilibria.DIGITS):
        y = [known_equilibria.mpf(n) / 7 for n in (3, -2, 5)]
        back = [known_equilibria.number(e.text, planted.moved(y)) for e in planted.y]
        assert all(abs(a - b) < known_equilibria.ZERO for a, b in zip(back, y))
