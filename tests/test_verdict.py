"""One record for rows judged by symbols, at random points, and by Chetaev's rule."""

from __future__ import annotations

import re
import sys
from dataclasses import fields, make_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import nonholo as nh
from nonholo.dossier.certificate import WAYS, certificate
from nonholo.dossier.dossier import analyze
from nonholo.errors import NonholoError, NotApplicable, NotPfaffian, OutOfReach
from nonholo.findings import answered, check
from nonholo.findings.elimination import graph_of
from nonholo.findings.large import judged_at_points
from nonholo.findings.verdict import (
    HOLONOMIC,
    NONHOLONOMIC,
    PARTLY,
    UNDECIDED,
    Branched,
    Chetaev,
    Sampled,
    Symbolic,
    Verdict,
    asked,
)
from nonholo.views.verdict.record import RECORDS, check_record
from nonholo.views.verdict.text import TEXTS, check_text
from nonholo.words.sentence import say

PACKAGE = Path(nh.__file__).parent
DETAILS = (Symbolic, Sampled, Chetaev, Branched)
SETS = {  # verdict, h, k
    ("dz = y dx",): (NONHOLONOMIC, 0, 1),
    ("x dz + z dx = 0",): (HOLONOMIC, 1, 1),
    ("dz = y dx", "x dw + w dx = 0"): (PARTLY, 1, 2),
    ("x'^2 + y'^2 = 1",): (NONHOLONOMIC, 0, 1),
    ("x'^2 + y'^2 = 1", "x dz + z dx = 0"): (PARTLY, 1, 2),
    ("x'^2 = 1",): (UNDECIDED, None, None),
    ("x' = y", "x' = z*y"): (UNDECIDED, None, 2),
    ("x' = y", "x' = y + t*z*(z - 1)"): (PARTLY, 1, 2),
}


@cache
def of_kind(kind: type) -> Verdict:
    """A set judged in this way."""
    plain = nh.constraints("dz = y dx", "x dw + w dx = 0")
    return {
        Symbolic: lambda: nh.check(plain),
        Sampled: lambda: judged_at_points(plain),
        Chetaev: lambda: nh.check(nh.constraints("x'^2 + y'^2 = 1", "x dz + z dx = 0")),
        Branched: lambda: nh.check(nh.System("x y z", None, ["x' = y", "x' = z*y"])),
    }[kind]()


def delegated() -> set[str]:
    """The attributes of a verdict that are those of its detail."""
    written = re.findall(
        r'^    (\w+) = _of_detail\("(\w+)"\)$',
        (PACKAGE / "findings" / "verdict.py").read_text(),
        re.MULTILINE,
    )
    assert all(own == name for own, name in written)
    return {name for name, _ in written}


@pytest.mark.parametrize(("texts", "answer"), SETS.items(), ids=lambda v: "; ".join(map(str, v)))
def test_check_and_analyze_give_the_same_record(texts, answer):
    case = nh.constraints(*texts)
    found, again = nh.check(case), analyze(case).check
    assert type(found) is type(again) is Verdict
    for record in (found, again):
        assert (record.verdict, record.relations, record.independent) == answer
        assert record.bounds[0] <= record.bounds[1]
        assert bool(record.reason) is (record.relations is None)


@pytest.mark.parametrize("kind", DETAILS)
def test_what_a_detail_does_not_have_is_none_with_a_reason(kind):
    found = of_kind(kind)
    assert type(found.detail) is kind
    for name in delegated():
        missing = not hasattr(found.detail, name)
        assert bool(found.lacks(name)) is missing
        assert not missing or getattr(found, name) is None
    for name in {n for n in dir(Verdict) if not n.startswith("_")} - {"lacks", "require"}:
        getattr(found, name)  # nothing raises


def test_each_field_of_a_detail_is_an_attribute_of_the_verdict():
    own = {one.name for one in fields(Verdict)} | {"space", "virtual"}
    for kind in DETAILS:
        assert {one.name for one in fields(kind)} <= own | delegated()


@pytest.mark.parametrize("kind", DETAILS)
def test_formats_know_every_kind(kind):
    found = of_kind(kind)
    assert set(RECORDS) == set(TEXTS) == set(WAYS) == set(DETAILS)
    assert check_record(found)["verdict"] == found.verdict
    assert found.verdict.upper() in check_text(found)
    assert found.verdict in repr(found)


def test_a_question_is_one_file_and_one_field(monkeypatch):
    """The function and the field of the how-to: then Python, JSON and text know the answer."""
    module = ModuleType("nonholo.geometry.constraints.absent")
    code = """
def absent(rows: Pfaffian):
    values = [rows.value(l) for l in range(rows.k)]
    letters = zip(rows.chart.names, rows.chart.q, rows.chart.v)
    return tuple(name for name, q, v in letters if not any(e.has([q, v]) for e in values))
"""
    exec(code, module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    field = asked("constraints.absent.absent", key="absent_coordinates", label=say("absent"))
    more = make_dataclass("More", [("absent", tuple, field)], bases=(Verdict,), frozen=True)
    for user in (check, answered):
        monkeypatch.setattr(user, "Verdict", more)
    found = nh.check(nh.constraints("dz = y dx", also=["u", "w"]))
    assert found.absent == ("u", "w")
    assert check_record(found)["absent_coordinates"] == ["u", "w"]
    assert re.search("^ +absent +u, w$", check_text(found), re.MULTILINE)
    bent = more(**{f.name: getattr(of_kind(Chetaev), f.name) for f in fields(Verdict)})
    assert bent.absent is None
    assert bent.lacks("absent")
    assert check_record(bent)["absent_coordinates"] is None


def test_questions_that_need_symbols_are_refused_in_words():
    with pytest.raises(OutOfReach, match="2 constraints on 4 coordinates are too many for a split"):
        graph_of(of_kind(Sampled))
    with pytest.raises(NotPfaffian, match="not linear in the velocities"):
        graph_of(of_kind(Chetaev))
    with pytest.raises(NotPfaffian, match="not linear in the velocities"):
        certificate(of_kind(Chetaev))
    with pytest.raises(NotApplicable, match=r"several sets of states.*: y = 0 \| z - 1 = 0"):
        graph_of(of_kind(Branched))
    assert graph_of(of_kind(Symbolic)).graph


def test_published_facts_of_a_set_judged_at_points_are_no_traceback():
    """A fact that needs symbols is unchecked there, with the reason."""
    from nonholo.dossier.dossier import Dossier
    from nonholo.expectations import RULES, judge
    from nonholo.readers.case_file import parse_case

    case = parse_case("""
        coordinates = ["x", "y", "z"]
        constraints = ["dz = y dx"]
        [expected]
        classification = "nonholonomic"
        darboux_class = [3]
    """)
    assert {"classification", "darboux_class"} <= set(RULES)
    facts = judge(Dossier(case, judged_at_points(case), None))
    assert [fact.status for fact in facts] == ["holds", "unchecked"]
    assert "too many for" in facts[1].detail


def test_a_split_of_a_nonlinear_set_is_refused():
    with pytest.raises(NonholoError, match="not linear in the velocities"):
        nh.check(nh.constraints("x'*y' = 1"), dependent="x")


def test_no_module_asks_for_the_kind_of_an_answer():
    """Only tables by type do, one a format."""
    kinds = "|".join(kind.__name__ for kind in (Verdict, *DETAILS))
    asked = re.compile(
        rf"isinstance\([^\n]*\b({kinds})\b|type\([^\n]*\) (is|is not|==) ({kinds})\b"
    )
    assert asked.search("if isinstance(check, Sampled):")
    found = [p for p in PACKAGE.rglob("*.py") if asked.search(p.read_text(encoding="utf-8"))]
    assert found == []


def test_h_is_proved_where_no_more_is_left_than_the_holonomic_functions():
    """Of a bicycle the brackets are settled at random points only; a point bounds h from above, the
    contact from below.
    """
    check = nh.check("cases/large/whipple_bicycle.toml")
    assert check.evidence.proved and check.proved == (1, 1)
    assert not check.growth.complete and not check.growth.evidence.proved


def test_no_row_of_the_text_is_longer_than_ten_lines_unless_asked():
    check = nh.check("cases/large/rattleback.toml")
    short, whole = check_text(check), check_text(check, full=True)
    left = sum(int(n) for n in re.findall(r"\((\d+)\s+characters\s+more", short))
    assert left > 1000
    assert "characters more" not in whole
