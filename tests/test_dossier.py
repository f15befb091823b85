"""The dossier: what a page shows is in Python and in JSON too, each part when it is asked for."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.dossier.dossier import Dossier, analyze
from nonholo.errors import OutOfReach
from nonholo.readers.case_file import parse_case
from nonholo.views.page.html import page, sections
from nonholo.views.page.page import Figure
from nonholo.views.page.record import dossier_record
from nonholo.work import BUDGETS

CASES = Path("cases")
NAMES = (
    "rolling_coin",
    "one_trailer",
    "circle_cartesian",
    "affine_integrable",
    "heisenberg",
    "block_on_incline",
    "gas_in_box",
    "ball_rolling_straight",
    "nonlinear/appell_hamel",
)
BOX = """
name = "box"
coordinates = ["x", "y"]
lagrangian = "xdot^2/2 + ydot^2/2"
inequalities = ["x >= 0", "y <= 1"]
[initial]
xdot = 1
"""
PARTS = (
    "search",
    "measure",
    "released",
    "momenta",
    "motion",
    "dependency",
    "wheels",
    "parking",
    "bend",
    "certificate",
)


@cache
def dossier(name: str) -> Dossier:
    return analyze(CASES / f"{name}.toml", deeper=BUDGETS.deeper, with_families=True)


@cache
def shown(name: str) -> dict:
    return sections(dossier(name))


@cache
def record(name: str) -> dict:
    return json.loads(json.dumps(dossier_record(dossier(name)), allow_nan=False))


def below(found: dict, key: str):
    for word in key.split("."):
        found = found[word]
    return found


def asked(capsys, *words: str) -> dict:
    assert main([*words, "--json"]) in (0, 1)
    return json.loads(capsys.readouterr().out)


# page and JSON ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_every_section_of_a_page_has_its_key(name):
    whole = {key: section for key, section in shown(name).items() if section.blocks}
    assert [s.heading for s in whole.values()] == [s.heading for s in page(dossier(name)).sections]
    empty = [key for key in whole if below(record(name), key) in (None, [], {})]
    assert empty == list(record(name).get("unanswered", {}))


def test_sections_of_all_kinds_were_seen():
    """Else the test above could not fail."""
    seen = {key for name in NAMES for key, section in shown(name).items() if section.blocks}
    assert seen == {key for name in NAMES for key in shown(name)}


def test_a_motion_that_fails_is_told_in_the_record_too(monkeypatch):
    from nonholo.dossier import motion

    def refuse(*given):
        raise OutOfReach("it ran away")

    monkeypatch.setattr(motion, "shown_motion", refuse)
    found = analyze(parse_case(BOX))
    assert sections(found)["motion"].blocks[0].text == "it ran away"
    assert dossier_record(found)["motion"]["failure"] == "it ran away"


def test_a_page_of_nonlinear_constraints_shows_the_motion_and_says_what_has_no_answer():
    """The motion was computed, and what was asked beside it was dropped in silence."""
    case, asked = nh.case("appell_hamel"), {"among": "x", "with_rests": True, "with_families": True}
    found = analyze(case, **asked)
    shown, told = sections(found), dossier_record(found)
    assert any(isinstance(block, Figure) for block in shown["motion"].blocks)
    for key in ("restricted", "equilibria", "families"):
        assert "not linear in the velocities" in told["unanswered"][key] and told[key] is None
        assert shown[key].blocks
    assert "unanswered" not in dossier_record(analyze(case))


def test_rests_asked_of_a_case_without_a_lagrangian_are_refused_on_its_page():
    found = analyze(nh.constraints("dz = y dx"), with_rests=True)
    assert "need a Lagrangian" in sections(found)["equilibria"].blocks[0].text


# the records of the commands ----------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_parts_are_the_records_of_the_commands(name, capsys):
    path, found = str(CASES / f"{name}.toml"), record(name)
    assert found["verdict"] == asked(capsys, "check", path)
    if found["comparison"] is not None:
        told = asked(capsys, "compare", path)
        assert found["comparison"] == {key: told[key] for key in found["comparison"]}
        assert found["constraints_as_algebra"] == told["constraints_as_algebra"]
        for key in ("nonholonomic_momenta", "invariant_measure"):
            assert found["conserved"][key] == told[key]
    if found["graph"] is not None:
        assert found["graph"] == asked(capsys, "graph", path)


def test_the_command_keeps_its_keys_and_adds_the_dossiers(tmp_path, capsys):
    target = tmp_path / "pages.html"
    paths = [str(CASES / f"{name}.toml") for name in ("heisenberg", "ball_rolling_straight")]
    told = asked(capsys, "report", "--families", *paths, "-o", str(target))
    assert (told["schema"], told["file"]) == (1, str(target))
    assert told["cases"] == [d["name"] for d in told["dossiers"]]
    assert told["dossiers"] == [record("heisenberg"), record("ball_rolling_straight")]
    assert all(name in target.read_text(encoding="utf-8") for name in told["cases"])


# parts --------------------------------------------------------------------------------------------
def test_a_part_is_found_when_it_is_asked_for_and_once():
    found = nh.analyze(CASES / "rolling_coin.toml")
    assert not set(PARTS) & set(vars(found))
    first = found.momenta
    assert set(PARTS) & set(vars(found)) == {"momenta"}
    assert found.momenta is first


@pytest.mark.parametrize("name", ["rolling_coin", "nonlinear/appell_hamel"])
@pytest.mark.parametrize("seed", range(2))
def test_no_part_depends_on_what_was_asked_before(name, seed):
    """Forms of expressions included: of equal ones a graph keeps that which it met first."""
    again = analyze(CASES / f"{name}.toml", deeper=BUDGETS.deeper, with_families=True)
    for part in random.Random(seed).sample(PARTS, len(PARTS)):
        getattr(again, part)
    assert json.loads(json.dumps(dossier_record(again))) == record(name)


def test_what_a_case_lacks_is_none():
    bare = nh.analyze(nh.constraints("dz = y dx"))
    assert [getattr(bare, part) for part in PARTS[:3]] == [None] * 3
    assert (bare.momenta, bare.motion, bare.no_motion, bare.wheels) == ((), None, "", None)
    assert bare.dependency.graph
    told = dossier_record(bare)
    assert [key for key, value in told.items() if value is None] == [
        "comparison",
        "conserved",
        "constraints_as_algebra",
        "path",
        "motion",
        "steady",
        "equilibria",
        "families",
        "restricted",
    ]


def test_a_nonlinear_case_has_no_split_and_no_certificate():
    found = dossier("nonlinear/appell_hamel")
    assert (found.dependency, found.wheels, found.certificate) == (None, None, None)
