"""Every record of every command is as its JSON schema says, and the schemas say something."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path

import pytest

from nonholo.cli import COMMANDS, main
from nonholo.readers.shipped import shipped_cases

jsonschema = pytest.importorskip("jsonschema", reason="pip install 'nonholo[suite]'")
SCHEMAS = Path(__file__).resolve().parent.parent / "nonholo" / "schemas"
PROMISED = {  # contract: keys that must be there
    "check": "schema name coordinates constraints verdict holonomic_relations individual growth_vector "
    "independent_constraints space degree_of_nonholonomy accessible first_integrals singular_set "
    "virtual_displacements certificate",
    "compare": "schema name eliminated independent formulations curvature curvature_force reactions "
    "shortcut_is_safe conserved",
    "cases": "file name coordinates constraints",
}
FORMULATION = "name kind equations unknowns multipliers agrees accelerations"
ASKED = {  # command: what makes it tell its record
    "check": ["rolling_coin"],
    "compare": ["rolling_coin"],
    "equations": ["rolling_coin"],
    "explain": ["rolling_coin"],
    "formulations": [],
    "graph": ["rolling_coin"],
    "steer": ["unicycle", "--from", "x=0,y=0,theta=0", "--to", "x=1,y=1,theta=0"],
    "simulate": ["rolling_coin", "--duration", "0.1"],
    "linearise": ["double_pendulum_angles"],
    "equilibrium": ["bead_on_hoop"],
    "friction": ["rolling_coin", "--normal", "m*g*cos(al)"],
    "families": ["rolling_coin"],
    "cases": [],
    "urdf": [str(Path(__file__).parent / "robots" / "cart.urdf")],
    "completion": ["bash"],
}
MORE = [
    ("check", "appell_hamel"),
    ("check", "-c", "dz = y dx", "--restricted", "x,z"),
    ("check", "affine_integrable", "--expected"),
    ("check", "any_path"),
    ("compare", "circle_polar"),
    ("explain", "unicycle", "--exercise", "error"),
    ("explain", "unicycle", "--exercise", "hide", "--without-solution"),
    ("equations", "rolling_coin", "--form", "control"),
    ("equations", "rolling_coin", "--system"),
    ("simulate", "rolling_coin", "--sweep", "m=1:2:2", "--duration", "0.1"),
    ("simulate", "rolling_coin", "--rival", "substituted", "--duration", "0.1"),
    ("graph", "circle_polar"),
    ("families", "chaplygin_sleigh", "--of", "stability", "--at", "xdot=v"),
]


@cache
def validator(command: str):
    schema = json.loads((SCHEMAS / f"{command}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def records(capsys, *words: str) -> list[dict]:
    main([*words, "--json"])
    told = json.loads(capsys.readouterr().out)
    return told if isinstance(told, list) else [told]


def test_every_command_has_a_schema():
    assert {path.stem for path in SCHEMAS.glob("*.json")} == set(COMMANDS)


@pytest.mark.parametrize("words", [(c, *w) for c, w in ASKED.items()] + MORE, ids=" ".join)
def test_records_are_as_their_schema_says(words, capsys):
    for record in records(capsys, *words):
        validator(words[0]).validate(record)


def test_files_that_are_written_too(capsys, tmp_path):
    made, page = str(tmp_path / "c.json"), str(tmp_path / "p.html")
    main(["check", "rolling_coin", "--certificate", made])
    capsys.readouterr()
    script = tmp_path / "model.py"
    script.write_text(
        "from sympy.physics.mechanics import *\nx, y = dynamicsymbols('x y')\n"
        "L = x.diff()**2 + y.diff()**2\n"
        "m = LagrangesMethod(L, [x, y], nonhol_coneqs=[x*x.diff() + y*y.diff()])\n"
    )
    for words in (
        ("verify", made),
        ("report", "heisenberg", "-o", page),
        ("audit", str(script)),
    ):
        validator(words[0]).validate(*records(capsys, *words))


@pytest.mark.parametrize("command", ASKED)
def test_a_schema_refuses_what_is_missing_or_of_another_type(command, capsys):
    record = records(capsys, command, *ASKED[command])[0]
    judge = validator(command)
    for key in PROMISED.get(command, "schema").split() if command != "cases" else ["file"]:
        less, other = copy.copy(record), copy.copy(record)
        del less[key]
        other[key] = {"of": "another type"} if not isinstance(record[key], dict) else 3
        assert not judge.is_valid(less), key
        assert not judge.is_valid(other), key


@pytest.mark.parametrize("command", PROMISED)
def test_what_is_promised_is_required(command):
    assert set(PROMISED[command].split()) <= set(validator(command).schema["required"])


def test_formulations_have_what_is_promised():
    of_one = validator("compare").schema["properties"]["formulations"]["items"]
    assert set(FORMULATION.split()) <= set(of_one["required"])


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "compare", "graph", "equations"])
def test_records_of_many_cases(command, capsys):
    """Every twentieth case, other ones for each command: tests/test_dossier.py has all alike."""
    first = ["check", "compare", "graph", "equations"].index(command)
    names = sorted(set(shipped_cases()) - {"whipple_bicycle", "rattleback", "suslov_body"})
    for name in names[first::20]:
        status = main([command, name, "--json"])
        told = capsys.readouterr().out
        if status < 2:
            validator(command).validate(json.loads(told))


def test_no_record_says_in_words_that_an_expression_is_long():
    """It is written out, or null where it is huge; what people are told stays out of it."""
    from nonholo.dynamics.momentum import Momentum
    from nonholo.expression.graph import Graph
    from nonholo.views.conserved.record import momenta_record

    graph = Graph()
    x = graph.symbol("x")
    long = sum((graph.symbol(f"p{n}") * graph.sin(n * x) for n in range(900)), graph.zero)
    huge = long
    for _ in range(20):
        huge = huge * graph.sin(huge)
    for rate, written in ((long, True), (huge, False)):
        (record,) = momenta_record([Momentum((("x", graph.one),), x, rate)])
        assert "written" not in (record["rate"] or "")
        assert (record["rate"] is not None) is written


def test_what_people_are_shown_is_not_imported_where_records_are_written():
    views = Path(__file__).resolve().parent.parent / "nonholo" / "views"
    texts = {path: path.read_text(encoding="utf-8") for path in views.rglob("record.py")}
    assert [p for p, text in texts.items() if re.search(r"words import .*\bshown\b", text)] == []
