"""Motions and paths do not depend on how a system is told: other names and order, other coordinates,
rows mixed, scaled and added, a free particle beside it, a later time.

`benchmarks/metamorphic_motion.py` asks every case; these ask two, and what was once an error.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import nonholo as nh

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import metamorphic_motion as benchmark
from metamorphic import CHANGES, as_told, written

CASES = Path(__file__).parents[1] / "cases"


def answers(name: str, change: str) -> list[tuple[str, str, str]]:
    case = nh.read_case(CASES / f"{name}.toml")
    return list(benchmark.asked(case, change, random.Random(f"told {change} {name}")))


ASKED = {  # each change once; the benchmark asks every case for each
    "knife_edge_incline": ("shear", "scale", "later"),
    "rolling_coin": ("rename", "bend", "mix", "redundant", "free", "beside"),
}


@pytest.mark.parametrize(("name", "change"), [(n, c) for n, own in ASKED.items() for c in own])
def test_motions_and_paths_told_otherwise(name, change):
    told = answers(name, change)
    assert all(result == "right" for _, result, _ in told), told


def test_every_change_is_asked():
    """But a level more: a start on it is another one."""
    assert sorted(c for own in ASKED.values() for c in own) == sorted({*CHANGES} - {"level"})


def test_the_benchmark_sees_another_motion():
    """The same start with a spring more."""
    case = nh.read_case(CASES / "knife_edge_incline.toml")
    told = as_told(case)
    spring = replace(told, lagrangian=told.lagrangian - case.system.chart.q[0] ** 2)
    assert benchmark.motions(case, told, written(case, spring))[0] == "wrong"


def test_the_benchmark_sees_a_path_that_is_none():
    case = nh.read_case(CASES / "unicycle.toml")
    told = as_told(case)
    free = written(case, replace(told, rows=told.rows[:-1]))
    assert benchmark.paths(case, told, free, random.Random(1))[0] == "wrong"


def test_a_goal_whose_number_was_met_in_disguise():
    """-1 was sin(theta) (cos(theta) - sin(theta)) - cos(theta) (cos(theta) + sin(theta)) here."""
    rows = ["x' + y' = r*phi'*sin(theta)", "y' = r*phi'*cos(theta)"]
    start = {"x": "-3/5", "y": "3/5", "theta": "-4/5", "phi": "1/5"}
    goal = {"x": "3/5", "y": 0, "theta": "-3/5", "phi": "2/5"}
    case = nh.System("x y theta phi", constraints=rows, parameters={"r": 1})
    assert nh.steer(case, start, goal).found
