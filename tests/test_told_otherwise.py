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
from nonholo.decide.relations import all_zero_on
from nonholo.dynamics.smooth import smooth_reactions
from nonholo.findings import comparison
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.kane import kane

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import metamorphic
import metamorphic_motion as benchmark
import told_back
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
    """But a level more, or less: a start on it is another one."""
    assert sorted(c for own in ASKED.values() for c in own) == sorted(
        {*CHANGES} - {"level", "solve"}
    )


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


def system(rows: str, lagrangian: str | None = None, q: str = "x y z", **more) -> nh.Case:
    return nh.System(q, lagrangian=lagrangian, constraints=rows.split("; ") if rows else [], **more)


FREE = "x'**2/2 + y'**2/2 + z'**2/2"
PLANTED = {  # question: a system and another one, that is told as the first told otherwise
    "independent": (system("dz = y dx"), system("dz = y dx; dx = 0")),
    "verdict": (system("dz = y dx"), system("dz = y dy")),
    "relations": (system("dz = 0"), system("dz = y dx")),
    "accessible": (system("dz = y dx"), system("dz = 0")),
    "restricted": (system("dz = 0; dx = z dy"), system("dz = 0; dx = 0")),
    "strata": (system("dz = x^2 dy"), system("dz = x^3 dy")),
    "growth": (system("dz = x^2 dy", q="x y z u"), system("dz = x dy; du = 0", q="x y z u")),
    "degree": (system("dz = y dx", q="x y z u"), system("dy = z dx; dz = u dx", q="x y z u")),
    "cells constraints": (
        system("dz = a*y dx", parameters="a"),
        system("dz = a*(a - 1)*y dx", parameters="a"),
    ),
    "cells singular": (
        system("dz = a*x^2 dy", parameters="a"),
        system("dz = a*x dy", parameters="a"),
    ),
    "cells vakonomic": (
        system("dz = a*y dx", FREE, parameters="a"),
        system("dz = a*(a - 1)*y dx", FREE, parameters="a"),
    ),
    "cells measure": (
        system("dz = y dx", FREE, parameters="a"),
        system("dz = y dx", FREE, parameters="a", forces={"x": "-a*x'"}),
    ),
    "symmetry": (
        system("dy = p dx; dp = q dx; dz = q^2 dx", q="x y p q z"),
        system("dy = p dx; dp = q dx; dz = q^3 dx", q="x y p q z"),
    ),
    "energy": (system("dz = y dx", FREE), system("dz = y dx", FREE, forces={"x": "-x'"})),
    "measure": (system("dz = y dx", FREE), system("dz = y dx", FREE, forces={"x": "-x'"})),
    "vakonomic": (system("dz = y dx", FREE), system("dz = 2 dx", FREE)),
    "integrals": (system("dz = y dx", FREE), system("dz = y dx", f"{FREE} - x^2 - y^2")),
    "rests": (system("dz = dx", f"{FREE} - x^2 - y^2"), system("dz = dx", f"{FREE} - y^2")),
    "stability": (
        system("", f"{FREE} - x^2 - y^2 - z^2"),
        system("", f"{FREE} + x^2 - y^2 - z^2"),
    ),
    "stable": (
        system("", f"{FREE} - x^2 - y^2 - z^2"),
        system("", f"{FREE} + x^2 - y^2 - z^2"),
    ),
    "no rest at": (
        system("", f"{FREE} - x^2 - y^2 - z^2"),
        system("", f"{FREE} - x^2 - y^2 - (z - 1)^2"),
    ),
    "is not kept": (system("dz = y dx", FREE), system("dz = y dx", f"{FREE} - x^2")),
}


@pytest.mark.parametrize("question", PLANTED)
def test_the_benchmark_sees_another_answer_to_each_question(question):
    first, second = PLANTED[question]
    told = as_told(second, told_back.integrals_told(first))
    result, why = metamorphic.judged(first, "", told, [("x", "y")])
    assert result == "wrong" and question in why, why


def sprung(system, d):
    """Kane's equations, with a spring more where x is not the first coordinate."""
    chart = system.chart
    spring = chart.q[chart.names.index("x")] ** 2
    first = chart.names[0] == "x"
    told = system if first else replace(system, lagrangian=system.lagrangian - spring)
    return kane(told, d)


def reactions(system, d, true, judge=all_zero_on):
    """Reactions, which work along each coordinate alone where x is not the first one."""
    told = smooth_reactions(system, d, true, judge)
    if d.chart.names[0] == "x":
        return told
    return tuple(replace(one, smooth=judge(one.force, system.relations)) for one in told)


WRONG = {  # what every system answers alike: question: what a program with an error in it has
    "formulations": (FORMULATIONS, "kane", sprung),
    "smooth": (vars(comparison), "smooth_reactions", reactions),
}


@pytest.mark.parametrize("question", WRONG)
def test_the_benchmark_sees_an_error_that_hangs_on_the_order(question, monkeypatch):
    monkeypatch.setitem(*WRONG[question])
    case = system("dz = y dx", f"{FREE} - z")
    told = as_told(case)
    turned = replace(told, order=told.order[::-1])
    assert metamorphic.judged(case, "", told, []) == ("right", "")
    result, why = metamorphic.judged(case, "", turned, [])
    assert result == "wrong" and f"{question}: True and False" in why, why


def test_every_question_has_an_answer_planted():
    """Whatever is compared: two systems have all questions."""
    both = (PLANTED[question][0] for question in ("cells vakonomic", "symmetry"))
    asked = {key for case in both for key in metamorphic.answers(case, "")}
    assert {"formulations", "degree", "strata", "symmetry", "stability"} <= asked
    assert asked <= {*PLANTED, *WRONG}
