"""One verdict by every road: check, analysis, page, JSON, certificate, report, and judging as a
large set.
"""

from __future__ import annotations

import json
from pathlib import Path
from zlib import crc32

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.dossier.certificate import certificate
from nonholo.dossier.dossier import analyze
from nonholo.errors import NonholoError
from nonholo.findings.large import judged_at_points
from nonholo.findings.verdict import Sampled
from nonholo.readers.case_file import read_case
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.views.page.html import page
from nonholo.views.page.page import Headline
from tests.asked import LONG, analysed

CASES = Path(__file__).parent.parent / "cases"
ALL = sorted(CASES.rglob("*.toml"))


def _long(path: Path) -> bool:
    return path.stem in LONG or path.parent.name == "large"


IN_TURN = [path for path in ALL if crc32(path.stem.encode()) % 3 == 0 and not _long(path)]
"""Cases whose pages are asked on each change: a new case does not change the turns of others."""


def numbers(found) -> tuple:
    return found.verdict, found.relations, found.independent


def of_record(record: dict) -> tuple:
    keys = ("verdict", "holonomic_relations", "independent_constraints")
    return tuple(record[key] for key in keys)


def of_page(analysis) -> str:
    verdicts = [b.word for s in page(analysis).sections for b in s.blocks if type(b) is Headline]
    (said,) = verdicts
    return said


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, id=str(p.relative_to(CASES)), marks=[pytest.mark.slow] * (_long(p)))
        for p in ALL
    ],
)
def test_every_road_gives_the_same_answer(path, capsys):
    analysis = analyze(path) if path.parent.name == "large" else analysed(path.stem)
    found = analysis.check  # the JSON below is one more check
    assert analysis.verdict == found.verdict
    main(["check", str(path), "--json"])
    record = json.loads(capsys.readouterr().out)
    assert of_record(record) == numbers(found)
    if not found.nonlinear:
        document = certificate(found)
        if "hidden" not in document:  # that of hidden constraints shows that they follow
            assert of_record(document) == numbers(found)
        at_points = _as_a_large_set(path)
        assert at_points is None or at_points == numbers(found)


def same_on_its_page(path: Path) -> None:
    analysis = analyze(path) if path.parent.name == "large" else analysed(path.stem)
    found = analysis.check
    free = found.independent == 0 and not found.case.system.inequalities
    assert of_page(analysis) == ("unconstrained" if free else found.verdict)


@pytest.mark.parametrize("path", IN_TURN, ids=lambda path: path.stem)
def test_the_page_gives_the_same_answer(path):
    same_on_its_page(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path in ALL if path not in IN_TURN], ids=lambda path: path.stem
)
def test_all_other_pages_give_the_same_answer(path):
    same_on_its_page(path)


def _as_a_large_set(path) -> tuple | None:
    """The answer from random points alone; None where they leave it open."""
    try:
        found = judged_at_points(read_case(path))
    except NonholoError:
        return None
    return numbers(found) if found.relations is not None else None


def test_a_bent_set_without_a_lagrangian_has_a_page(tmp_path, capsys):
    path = tmp_path / "bent.toml"
    path.write_text('coordinates = ["x", "y"]\nconstraints = ["x\'*y\' = 1"]\n')
    assert main(["report", str(path), "-o", str(tmp_path / "bent.html")]) == 0
    assert "1 nonlinear in the velocities" in (tmp_path / "bent.html").read_text()
    assert analyze(path).verdict == "nonholonomic"


def test_a_nonlinear_constraint_refuses_a_split_that_nobody_makes(capsys):
    path = str(CASES / "nonlinear" / "appell_hamel.toml")
    assert main(["check", path, "--dependent", "x"]) == 2
    assert "not linear in the velocities" in capsys.readouterr().err


@pytest.mark.parametrize(
    "texts",
    [
        ["dz = y dx"],
        ["dx/x = dy/y"],
        ["dz = y dx", "dw = v dx"],
        ["x' = t"],
        ["x' = y", "y' = -x"],
        ["dz = y dx", "x dx + y dy = 0"],
    ],
)
def test_a_small_set_judged_as_a_large_one(texts):
    case = case_from_constraints(texts)
    found, at_points = nh.check(case), judged_at_points(case)
    assert type(at_points.detail) is Sampled
    assert numbers(at_points) == numbers(found)


@pytest.mark.parametrize("texts", [["0*dx = 0*dy"], ["dx - dx = 0", "y*dz = dz*y"]])
def test_a_system_without_constraints_is_called_so(texts, capsys):
    arguments = [word for text in texts for word in ("-c", text)]
    assert main(["check", *arguments]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("UNCONSTR")
    assert main(["check", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (of_record(found), found["unconstrained"]) == (("holonomic", 0, 0), True)


def test_a_case_without_constraints_is_called_so(capsys):
    assert main(["check", str(CASES / "double_pendulum_angles.toml")]) == 0
    assert "UNCONSTRAINED: there are no constraints" in capsys.readouterr().out
    assert main(["check", str(CASES / "gas_in_box.toml")]) == 0
    assert "UNCONSTRAINED" not in capsys.readouterr().out
