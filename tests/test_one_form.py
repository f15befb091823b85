"""One formulation alone: the motion that `compare` finds, and nothing of the others derived."""

from __future__ import annotations

from functools import cache

import pytest

import nonholo as nh
from nonholo.errors import NotApplicable
from nonholo.findings import comparison
from nonholo.findings.side_by_side import compare, formulation
from nonholo.formulations import FORMULATIONS
from nonholo.numerics.compile import compiled

CASES = ("rolling_disk", "moving_circle", "appell_hamel")


def at_a_state(entry) -> list[float]:
    """Accelerations of an entry with numbers in the places of all symbols, by their names."""
    graph = entry.motion.accelerations[0].graph
    symbols = graph.unmask(graph.mask(entry.motion.accelerations))
    numbers = [0.3 + sum(map(ord, s.args)) % 17 / 20 for s in symbols]
    return list(compiled(entry.motion.accelerations, symbols, ())([])(numbers))


@cache
def compared_once(case):
    return compare(nh.case(case), undecided=True)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", FORMULATIONS)
def test_its_motion_is_that_of_the_comparison(case, name):
    given = nh.case(case)
    alone = formulation(given, name)
    compared = compared_once(case)
    if any(refused.name == name for refused in compared.refused):
        assert alone is None
    else:
        assert alone.equations.name == name
        assert at_a_state(alone) == pytest.approx(at_a_state(compared.entry(name)), rel=1e-9)


def test_a_name_that_is_none_and_a_rival_are_left_to_the_comparison():
    coin = nh.case("rolling_coin")
    assert formulation(coin, "substituted") is formulation(coin, "hertz") is None
    with pytest.raises(NotApplicable, match="there is no form 'hertz'"):
        nh.equations(coin, "hertz", "python")
    assert "substituted" in nh.equations(coin, "substituted", "python")


def test_code_of_one_formulation_derives_no_rival(monkeypatch):
    def derived(*given, **options):
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr(comparison, "substituted", derived)
    monkeypatch.setattr(comparison, "_principle", derived)
    assert "voronec" in nh.equations(nh.case("rolling_coin"), "voronec", "python")
    with pytest.raises(AssertionError):
        nh.equations(nh.case("rolling_coin"), "substituted", "python")
