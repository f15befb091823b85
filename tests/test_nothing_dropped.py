"""Every key of a case file: misspelt it is refused, of a wrong kind it is refused with its line,
changed it changes answers.
"""

from __future__ import annotations

import copy
import datetime
import importlib.util
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from nonholo.dynamics.equations import motion
from nonholo.errors import BadCase, NonholoError
from nonholo.expectations import RULES, judge
from nonholo.findings.check import check
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers import assumptions, bodies, case_table, rolling, shapes
from nonholo.readers.case_file import parse_case
from nonholo.simulation.bodies import space_at_start


@cache
def mutations():
    """The script that makes mutations."""
    place = Path(__file__).parents[1] / "benchmarks" / "mutations.py"
    spec = importlib.util.spec_from_file_location("mutations", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def toml(tables) -> str:
    """The text of a case."""
    return mutations().toml(tables)


# every key that a case file knows, at least once; two bodies so that each key of a body is used
WHOLE = {
    "name": "Wheel and bob",
    "source": ["Someone 1900"],
    "notes": "words",
    "meaning": {"x": "where it rolls"},
    "coordinates": ["x", "y", "p", "s", "c", "d"],
    "lagrangian": "-k*c**2/2",
    "constraints": ["ddot - c*pdot"],
    "holonomic_constraints": ["c - d**2/3"],
    "inequalities": ["x >= -5"],
    "functions": ["f(x) = x**2", "h(s, t)"],
    "assumptions": ["k > a"],
    "velocities": {"w": "sdot + c*pdot"},
    "dependent": ["x"],
    "parameters": {
        "m": {"value": 2, "positive": True},
        "R": {"value": 0.5, "negative": False},
        "k": {"value": 3, "nonzero": True, "between": [-1, 5]},
        "a": {"value": 0.25, "min": 0.125, "max": 1},
        "g": {"value": 10, "integer": True},
    },
    "inputs": {"u": "sin(t)"},
    "forces": {"s": "u - k*sdot"},
    "initial": {"x": 0.5, "sdot": 2},
    "simulation": {"duration": 3, "plane": ["x", "y"]},
    "expected": {"holonomic": False},
    "gravity": ["g/3", "0", "-g"],
    "bodies": [
        {
            "name": "wheel",
            "origin": ["x", "y", "R"],
            "rotation": ["z p", "y s"],
            "centre": ["0", "0", "0"],
            "mass": "m",
            "inertia": ["m", "2*m", "m"],
        },
        {
            "name": "bob",
            "parent": "wheel",
            "origin": ["0", "c", "0"],
            "rotation": ["x d"],
            "centre": ["0", "a", "0"],
            "mass": "m/2",
            "inertia": {"xx": "m", "yy": "m/2", "zz": "m/3", "xz": "m/9"},
        },
        {
            "name": "ball",
            "origin": ["x", "y", "a"],
            "rotation": ["z p", "x d", "z c"],
            "mass": "m",
            "inertia": ["m"] * 3,
        },
        {"name": "plate", "origin": ["k*t", "0", "0"], "mass": "m"},
    ],
    "rolling": [
        {
            "body": "wheel",
            "radius": "R",
            "axle": "y",
            "down": ["0", "0", "-1"],
            "ground": ["0", "0", "0"],
        },
        {
            "body": "ball",
            "at": ["x - k*t", "y", "0"],
            "along": [["1", "0", "0"]],
            "on": "plate",
        },
    ],
    "loads": [
        {"body": "bob", "force": ["k", "0", "0"], "moment": ["0", "k", "0"], "at": ["0", "R", "0"]}
    ],
    "shapes": [
        {
            "body": "wheel",
            "origin": ["0", "a", "0"],
            "rotation": ["z p"],
            "disc": "R",
            "axle": "y",
        },
        {"ball": "R"},
        {"ellipsoid": ["R", "a", "R"]},
        {"box": ["R", "a", "R"]},
        {"line": [["0", "0", "0"], ["x", "y", "R"]]},
        {"ring": "R"},
        {"cylinder": ["R", "a"]},
        {"cone": ["R", "a"]},
    ],
}
KEYS = {
    "": case_table.KEYS,
    "parameters.m": ("value", "positive"),
    "parameters.R": ("negative",),
    "parameters.k": ("nonzero", "between"),
    "parameters.a": assumptions.BOUNDS,
    "parameters.g": ("integer",),
    "simulation": case_table.SIMULATION,
    "bodies.1": bodies.BODY_KEYS,
    "rolling.0": ("body", "radius", "axle", "down", "ground"),
    "rolling.1": ("body", "at", "along", "on"),
    "loads.0": bodies.LOAD_KEYS,
    "shapes.0": ("body", "origin", "rotation", "disc", "axle"),
    "shapes.1": ("ball",),
    "shapes.2": ("ellipsoid",),
    "shapes.3": ("box",),
    "shapes.4": ("line",),
    "shapes.5": ("ring",),
    "shapes.6": ("cylinder",),
    "shapes.7": ("cone",),
    "bodies.1.inertia": ("xx", "yy", "zz", "xz"),
}
EVERY = [(table, key) for table, keys in KEYS.items() for key in keys]


def at(tables, path: str):
    for part in path.split(".") if path else ():
        tables = tables[int(part)] if part.isdigit() else tables[part]
    return tables


def with_value(path: str, key: str, value) -> dict:
    found = copy.deepcopy(WHOLE)
    at(found, path)[key] = value
    return found


def without(path: str, key: str, other: str) -> dict:
    found = copy.deepcopy(WHOLE)
    table = at(found, path)
    table[other] = table.pop(key)
    return found


def test_the_case_has_every_key_and_is_read():
    assert {k for m in WHOLE["parameters"].values() for k in m} == set(assumptions.KEYS)
    assert set(WHOLE) == set(case_table.KEYS)
    assert set(WHOLE["bodies"][1]) == set(bodies.BODY_KEYS) and set(WHOLE["loads"][0]) == set(
        bodies.LOAD_KEYS
    )
    assert {k for table in WHOLE["shapes"] for k in table} == set(shapes.SHAPE_KEYS)
    assert {k for table in WHOLE["rolling"] for k in table} == set(rolling.KEYS)
    assert parse_case(toml(WHOLE)).system.pfaffian.k == 5


@pytest.mark.parametrize("path, key", EVERY, ids=".".join)
def test_a_misspelt_key_is_refused_and_the_nearest_is_named(path, key):
    """One letter doubled; of inertia the known entries are named."""
    wrong = key[:-1] + 2 * key[-1]
    with pytest.raises(BadCase) as caught:
        parse_case(toml(without(path, key, wrong)), "wheel.toml")
    told = str(caught.value)
    assert wrong in told and (f"did you mean {key}?" in told or "needed are three moments" in told)
    assert "(line " in told and "wheel.toml" in told


DAY = datetime.date(1979, 5, 27)
FOLLOWS = (
    "is not declared",
    "is no coordinate",
    "is no body named before",
)  # of what uses the names of a key
STRANGE = {
    "integer": 7,
    "decimal": 1.5,
    "truth": True,
    "date": DAY,
    "time": datetime.time(7, 32),
    "empty text": "",
    "list": [1, True],
    "empty list": [],
    "dates": [DAY] * 3,
    "nested": [[["x"]]],
    "table": {"a": 1},
    "empty table": {},
    "tables": [{"a": "b"}],
    "infinite": float("inf"),
    "not a number": float("nan"),
}


@pytest.mark.parametrize("kinds", ["one third", "another third", "other third"])
@pytest.mark.parametrize("number", range(len(EVERY)), ids=lambda n: " ".join(EVERY[n]))
def test_a_value_of_a_strange_kind_is_read_or_refused_with_file_and_key(number, kinds):
    path, key = EVERY[number]
    words = (key, f"{path}, line", *FOLLOWS)
    read = set()
    for kind in list(STRANGE)[(number + len(kinds)) % 3 :: 3]:
        try:
            parse_case(toml(with_value(path, key, STRANGE[kind])), "wheel.toml")
        except BadCase as error:
            told = str(error)
            assert "wheel.toml" in told and any(word in told for word in words), kind
        else:
            read.add(kind)
    assert read <= READ.get((path, key), set())


NUMBER = {"integer", "decimal"}
READ = {  # the meaningful readings; all else is refused
    ("", "constraints"): {"empty list"},
    ("", "holonomic_constraints"): {"empty list"},
    ("", "inequalities"): {"empty list"},
    ("", "dependent"): {"empty list", "empty text"},
    ("", "functions"): {"empty list", "empty table"},
    ("", "assumptions"): {"empty list"},
    ("", "velocities"): {"empty table"},
    ("", "loads"): {"empty list"},
    ("", "source"): {"empty list", "empty text"},
    ("", "forces"): {"empty table"},
    ("", "initial"): {"empty table"},
    ("", "simulation"): {"empty table"},
    ("", "expected"): {"empty table", "table"},
    ("", "rolling"): {"empty list"},
    ("", "shapes"): {"empty list"},
    ("shapes.0", "rotation"): {"empty list"},
    ("shapes.0", "disc"): NUMBER,
    ("shapes.1", "ball"): NUMBER,
    ("shapes.5", "ring"): NUMBER,
    ("", "name"): {"empty text"},
    ("", "notes"): {"empty text"},
    ("", "meaning"): {"empty table"},
    ("parameters.m", "value"): NUMBER,
    ("parameters.m", "positive"): {"truth"},
    ("parameters.k", "nonzero"): {"truth"},
    ("parameters.a", "max"): NUMBER,
    ("parameters.g", "integer"): {"truth"},
    ("simulation", "duration"): NUMBER,
    ("bodies.1", "rotation"): {"empty list"},
    ("bodies.1", "mass"): NUMBER,
    ("bodies.1", "inertia"): {"empty table"},
    **{("bodies.1.inertia", k): NUMBER for k in ("xx", "yy", "zz", "xz")},
}


CHANGED = {  # another value for every key of mechanics: some answer has to change
    ("", "lagrangian"): "-k*c**2",
    ("", "dependent"): ["y"],
    ("", "constraints"): ["ddot - 2*c*pdot"],
    ("", "holonomic_constraints"): ["c - d**2/4"],
    ("", "inequalities"): ["x >= -6"],
    ("", "forces"): {"s": "u - 2*k*sdot"},
    ("", "inputs"): {"u": "cos(t)"},
    ("", "functions"): ["f(x) = x**3", "h(s, t)"],
    ("", "assumptions"): ["k > a", "k > m"],
    ("", "velocities"): {"w": "sdot - c*pdot"},
    ("", "gravity"): ["0", "0", "-g"],
    ("", "bodies"): [{**body, "mass": "3*m"} for body in WHOLE["bodies"]],
    ("", "rolling"): WHOLE["rolling"][:1],
    ("", "loads"): [],
    ("", "shapes"): [{"ball": "a"}],
    ("shapes.0", "body"): "bob",
    ("shapes.0", "origin"): ["0", "R", "0"],
    ("shapes.0", "rotation"): ["x p + 1"],
    ("shapes.0", "disc"): "a",
    ("shapes.0", "axle"): "x",
    ("shapes.1", "ball"): "a",
    ("shapes.5", "ring"): "a",
    ("shapes.2", "ellipsoid"): ["a", "a", "R"],
    ("shapes.3", "box"): ["a", "a", "R"],
    ("shapes.4", "line"): [["0", "0", "R"], ["x", "y", "R"]],
    ("shapes.6", "cylinder"): ["a", "a"],
    ("shapes.7", "cone"): ["a", "a"],
    ("", "parameters"): {**WHOLE["parameters"], "k": 4},
    ("", "initial"): {"x": 1},
    ("", "simulation"): {"duration": 4},
    ("", "expected"): {"holonomic": True},
    ("", "name"): "other",
    ("", "source"): "other",
    ("", "notes"): "other",
    ("", "meaning"): {"x": "other"},
    ("parameters.m", "value"): 3,
    ("parameters.m", "positive"): False,
    ("parameters.k", "nonzero"): False,
    ("parameters.k", "between"): [2, 5],
    ("parameters.a", "min"): 0.25,
    ("parameters.a", "max"): 2,
    ("parameters.g", "integer"): False,
    ("simulation", "duration"): 4,
    ("simulation", "plane"): ["x", "x"],
    ("bodies.1", "origin"): ["0", "c", "R"],
    ("bodies.1", "rotation"): ["y d"],
    ("bodies.1", "centre"): ["0", "0", "a"],
    ("bodies.1", "mass"): "m",
    ("bodies.1", "inertia"): ["m", "m", "m"],
    ("bodies.1.inertia", "xx"): "3*m",
    ("bodies.1.inertia", "yy"): "3*m",
    ("bodies.1.inertia", "zz"): "3*m",
    ("bodies.1.inertia", "xz"): "0",
    ("rolling.1", "along"): [["0", "1", "0"]],
    ("rolling.0", "ground"): ["k", "0", "0"],
    ("loads.0", "body"): "ball",
    ("loads.0", "force"): ["2*k", "0", "0"],
    ("loads.0", "moment"): ["0", "2*k", "0"],
    ("loads.0", "at"): ["0", "0", "R"],
}
ELSEWHERE = {  # values that only other keys allow: another one is refused, which is an answer too
    ("", "coordinates"),
    ("parameters.R", "negative"),
    ("bodies.1", "parent"),
    ("bodies.1", "name"),
    ("rolling.0", "body"),
    ("rolling.0", "radius"),
    ("rolling.0", "axle"),
    ("rolling.0", "down"),
    ("rolling.1", "body"),
    ("rolling.1", "at"),
    ("rolling.1", "on"),
}
OTHER = {
    ("", "coordinates"): ["x", "y", "p", "s", "c", "d", "more"],
    ("parameters.R", "negative"): True,
    ("bodies.1", "parent"): "ball",
    ("bodies.1", "name"): "wheel",
    ("rolling.0", "body"): "ball",
    ("rolling.0", "radius"): "2*R",
    ("rolling.0", "axle"): "x",
    ("rolling.0", "down"): ["0", "-1", "0"],
    ("rolling.1", "body"): "bob",
    ("rolling.1", "at"): ["x", "y", "c"],
    ("rolling.1", "on"): "wheel",
}


def answers(case) -> list[str]:
    """What a person can see of a case: its words, its system and its motion."""
    system = case.system
    rows = independent_rows(system.pfaffian)[0]
    found = (
        motion(multipliers(system, distribution(rows, case.dependent))).accelerations
        if len(rows.matrix) < 6
        else ()
    )
    positive, values = (
        sorted(map(str, system.positive)),
        sorted(f"{s} {v}" for s, v in system.values.items()),
    )
    return [
        case.name,
        case.sources,
        case.notes,
        dict(case.meaning),
        case.initial,
        case.simulation,
        case.expected,
        system.inequalities,
        case.dependent,
        positive,
        sorted(map(str, system.chart.graph.assumed.items())),
        dict(case.scope.functions),
        system.assumptions,
        {name: str(meaning) for name, meaning in system.velocities.items()},
        values,
        [str(value) for value in system.inputs.values()],
        list(map(str, found)),
        system.chart.names,
        [
            (s.name, s.kind, s.axle, *map(np.ndarray.tolist, (s.sizes, s.place, s.turn)))
            for s in space_at_start(case).solids
        ],
    ]


@cache
def of_the_whole() -> list[str]:
    return answers(parse_case(toml(WHOLE)))


def test_every_key_is_changed_here():
    assert {*CHANGED, *ELSEWHERE} == set(EVERY) and set(OTHER) == ELSEWHERE


@pytest.mark.parametrize("path, key", CHANGED, ids=".".join)
def test_another_value_gives_another_answer(path, key):
    assert answers(parse_case(toml(with_value(path, key, CHANGED[path, key])))) != of_the_whole()


@pytest.mark.parametrize("path, key", sorted(ELSEWHERE), ids=".".join)
def test_another_value_is_refused_or_gives_another_answer(path, key):
    try:
        other = answers(parse_case(toml(with_value(path, key, OTHER[path, key]))))
    except NonholoError:
        return
    assert other != of_the_whole()


# what stands for nothing ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "tables, words",
    [
        (
            {"gravity": ["0", "0", "-9.81"], "lagrangian": "xdot**2"},
            r"gravity: acts on \[\[bodies\]\], and there are none",
        ),
        ({"bodies": [{"name": "b"}]}, "b has neither mass nor inertia"),
        (
            {"bodies": [{"name": "b", "mass": 1}], "loads": [{"body": "b"}]},
            r"loads\[1\]: has neither a force nor a moment",
        ),
        (
            {
                "bodies": [{"name": "b", "mass": 1}],
                "loads": [{"body": "b", "moment": ["1", "0", "0"], "at": ["1", "0", "0"]}],
            },
            r"loads\[1\].at: says where a force acts, and there is none",
        ),
        ({"lagrangian": "xdot**2", "simulation": {"plane": ["x", "zz"]}}, "zz"),
        (
            {"lagrangian": "xdot**2", "parameters": {"m": {"value": 1, "positive": "yes"}}},
            "positive is true or false, given was",
        ),
    ],
)
def test_what_would_change_nothing_is_refused(tables, words):
    with pytest.raises(BadCase, match=words):
        parse_case(toml({"coordinates": ["x"], **tables}))


def test_all_complaints_about_tables_come_at_once_with_their_lines():
    text = (
        'coordinates = ["x"]\n[[bodies]]\nname = "a"\nmas = 1\n[[bodies]]\nname = "b"\nparent = '
        '"a"\n'
        'origin = ["x", "0"]\n[[rolling]]\nbody = "c"\n'
    )
    with pytest.raises(BadCase) as caught:
        parse_case(text, "a.toml")
    told = caught.value.complaints
    assert told[0].startswith("bodies[1] (line 4): unknown key mas; did you mean mass?")
    assert (
        told[1].startswith("bodies[2].origin (line 8): needed are three components")
        and len(told) == 2
    )


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("restitution", "impacts are not computed: a motion ends where a wall of inequalities"),
        ("time", "did you mean simulation?"),
        ("contact", "did you mean rolling?"),
    ],
)
def test_keys_of_what_is_not_computed_say_so(key, hint):
    with pytest.raises(BadCase) as told:
        parse_case(f'coordinates = ["x"]\nlagrangian = "x\'^2"\n{key} = "0.8"\n')
    assert f"unknown key; {hint}" in str(told.value)


def test_a_misspelt_fact_names_the_nearest():
    (fact,) = judge(
        parse_case(
            'coordinates = ["x", "y"]\nconstraints = ["dx = y dy"]\n[expected]\nclasification = '
            '"h"\n'
        )
    )
    assert (
        fact.status == "unchecked"
        and "did you mean classification?" in fact.detail
        and "classification" in RULES
    )


def test_the_check_of_the_whole_case_is_made():
    assert check(parse_case(toml(WHOLE)), search=0).verdict == "partly holonomic"
