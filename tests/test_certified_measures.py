"""Certificates of invariant measures, for all parameters of a motion."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.evidence.problem import digest
from tests.draws import draws
from tests.test_families import LAWS

LETTERS = dict.fromkeys("abc")


def certified(case):
    family = nh.families(case, "measure", certify=True).measure
    assert family.certified, family.uncertified
    return {
        tuple(map(str, c.equations)): (c.answer.exists, c.answer.hamiltonizable)
        for c in family.cells
    }


def system(row, lagrangian, forces=None):
    """Two independent velocities of x, y, z."""
    texts = " ".join((row, lagrangian, *(forces or {}).values()))
    used = {n: None for n in LETTERS if re.search(rf"\b{n}\b", texts)}
    return nh.System("x y z", lagrangian, [row], parameters=used, forces=forces or {})


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("chaplygin_sleigh", {(): (False, False), ("a",): (True, True)}),
        ("rolling_disk", {(): (True, None)}),
        ("veselova", {(): (True, True)}),
        ("ball_on_turntable", {(): (True, None)}),
        ("routh_sphere", {(): (True, None)}),
        (
            "suslov_body",
            {(): (False, None), ("I23",): (True, None), ("I23", "I2 - I1"): (True, True)},
        ),
    ],
)
def test_published_systems(name, cells):
    assert certified(nh.case(name)) == cells


@pytest.mark.parametrize(
    ("row", "lagrangian", "special"),
    [
        ("z' = a*y*x' + b", "(x'^2 + y'^2 + z'^2)/2", "b"),
        ("(1 + x^2)*z' = b*x", "(x'^2 + y'^2 + z'^2)/2", "b"),
        ("(1 + x^2)*z' = b + a*y*(1 + x^2)*y'", "(x'^2 + (1 + y^2)*y'^2 + z'^2)/2", "b"),
        ("(x' + a*y)*sin(z) = (y' - a*x)*cos(z)", "(x'^2 + y'^2 + c^2*z'^2)/2 + z'^2", "a"),
    ],
)
def test_affine_velocities_that_keep_a_density(row, lagrangian, special):
    """Their fields Z_0 are free of divergence, and the error of their accelerations is too."""
    assert certified(system(row, lagrangian)) == {(): (True, None), (special,): (True, True)}


@pytest.mark.parametrize("name", ["ball_on_cone", "two_axle_cart"])
def test_textbook_systems(name):
    """On the cone rows are solved for other velocities where cos(al) = 0; of a cart N = exp(R (w1 + w2)/(2 l)) where its mass matrix is
    constant."""
    path = Path(__file__).parents[1] / "benchmarks" / "textbook" / f"{name}.toml"
    cells = certified(nh.read_case(path))
    special = {"ball_on_cone": 3, "two_axle_cart": 2}
    assert len(cells) == special[name] and cells[()][0] is (name == "ball_on_cone")


@pytest.mark.parametrize("mass", ["", " + z'^2/2"])
def test_a_forged_density_of_affine_velocities_holds_for_the_drift_too(mass):
    """z' = b z spreads volume, so N = 1, which all other fields keep, is none; where z has no mass
    nothing else changes."""
    case = system("z' = a*y*x' + b", f"(x'^2 + y'^2)/2{mass}")
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "measure"))))
    made["problem"]["constraints"] = ["z' = a*y*x' + b*z"]
    for place in made["cases"]["places"]:
        place["symbols"]["z"] = "1"
    refused(made, "a density that is not kept")


def test_friction_lets_volume_shrink():
    case = system("z' = b*y*x'", "(x'^2 + y'^2 + z'^2)/2", {"y": "-c*y'"})
    assert certified(case) == {(): (False, None), ("c",): (True, True)}


def test_forces_of_second_order_in_the_velocities():
    """y'' = -c y'^2 keeps e^(c y), y'' = -c y y'^2 keeps e^(c y^2/2), and y'' = -c x y'^2 no
    density of x, y, z."""
    plain = "(x'^2 + y'^2 + z'^2)/2"
    assert certified(system("z' = 0*x'", plain, {"y": "-c*y*y'^2"}))[()][0] is True
    cells = certified(system("z' = 0*x'", plain, {"y": "-c*x*y'^2"}))
    assert {at: exists for at, (exists, _) in cells.items()} == {(): False, ("c",): True}
    assert certified(system("z' = 0*x'", plain, {"y": "-c*y'^3"}))[()] == (False, None)


def test_a_mass_matrix_that_is_singular():
    case = system("z' = 0*x'", "(a*x'^2 + (a - c)*y'^2)/2")
    assert certified(case)["c - a",] == (None, None)


ROWS = st.sampled_from(["z' = a*y*x'", "z' = (a - 1)*x*y'", "z' = b*z*x'"])
MASSES = st.sampled_from(["1", "b^2 + 1", "exp(x)"])
FORCES = st.sampled_from([{}, {"x": "-c*x'"}, {"y": "-c*x*y'^2"}, {"z": "-b*z"}])


@settings(LAWS, max_examples=draws(3))
@given(ROWS, MASSES, FORCES)
def test_complete_answers_are_certified(row, mass, forces):
    certified(system(row, f"(x'^2 + ({mass})*y'^2 + z'^2)/2 + b*z", forces))


def test_what_is_not_certified_says_so():
    case = system("z' = a*y*x' + b*z", "(x'^2 + y'^2 + z'^2)/2")
    family = nh.families(case, "measure", certify=True).measure
    assert family.certified is False
    assert str(family.uncertified) == "that affine velocities keep no density"


def test_certificates_of_measures_go_to_files(tmp_path, capsys):
    target = str(tmp_path / "measure.json")
    words = ["families", "chaplygin_sleigh", "--of", "measure", "--certificate", target]
    assert main(words) == 0
    assert "the verifier accepts these cells" in capsys.readouterr().out
    assert main(["verify", target, "--case", "chaplygin_sleigh"]) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == [
        "  generic; but not where a = 0: invariant measure: none; Hamiltonian in another time: "
        "no multiplier",
        "  a = 0: invariant measure: yes, near each place; Hamiltonian in another time: yes, by "
        "Chaplygin's reducing multiplier",
    ]


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true(name: str) -> str:
    given = {
        "friction": lambda: system("z' = b*y*x'", "(x'^2 + y'^2 + z'^2)/2", {"y": "-c*y'"}),
        "two": lambda: system("z' = a*y*x' + c*x*y'", "(x'^2 + y'^2 + z'^2)/2"),
    }
    if name != "growth":
        return json.dumps(nh.certificate(nh.families(given[name](), "measure")))
    with patch("nonholo.evidence.measures.obstruction", lambda *given: None):
        return json.dumps(nh.certificate(nh.families(given["two"](), "measure")))


def answer_of(made, way):
    return next(
        lemma["answer"]
        for lemma in made["cases"]["lemmas"]
        if lemma.get("answer", {}).get("way") == way
    )


def refused(made, why):
    made["sha256"] = digest(made["problem"])
    result = nh.verify(made)
    assert result.status == "refused" and why in result.why, result[:3]


@pytest.mark.parametrize("name", ["friction", "two", "growth"])
@pytest.mark.parametrize(
    ("key", "value"), [("measure", None), ("measure", "other"), ("another_time", "other")]
)
def test_another_answer_is_forged_or_refused(name, key, value):
    made = json.loads(true(name))
    assert nh.verify(copy.deepcopy(made)).status == "accepted"
    for number in range(len(made["cells"])):
        own = copy.deepcopy(made)
        cell = own["cells"][number]
        cell[key] = value if value is None else not cell[key]
        refused(own, "")


FORGED = [
    ("two", "density", "a density that is not kept", lambda a: a["factors"][0].update(power="-2")),
    ("two", "density", "a density that is not kept", lambda a: a.update(exponent="x")),
    ("two", "density", "no rational number", lambda a: a["factors"][0].update(power="1/0")),
    ("two", "density", "exponent", lambda a: a.pop("exponent")),
    ("two", "density", "there is no such way", lambda a: a.update(way="sure")),
    ("two", "density", "not singular", lambda a: a.update(way="singular")),
    ("two", "obstruction", "slopes of the density", lambda a: a.update(below=a["below"] + " + 1")),
    ("two", "obstruction", "slopes of the density", lambda a: a.update(slopes={})),
    ("two", "obstruction", "slopes of the density", lambda a: a.update(power="1/3")),
    ("two", "obstruction", "no independent velocity", lambda a: a["slopes"].update(z="1")),
    ("two", "obstruction", "what there is not", lambda a: a["brackets"].insert(0, [-1, 0])),
    ("two", "obstruction", "what there is not", lambda a: a["brackets"].append([0, 9])),
    ("two", "obstruction", "a component", lambda a: a["combination"].update({"-1": "1"})),
    ("two", "obstruction", "that is not 0", lambda a: a["combination"].update({"0": "1"})),
    ("two", "obstruction", "as many fields", lambda a: a["fields"].pop()),
    ("two", "obstruction", "as many fields", lambda a: a["fields"].append(a["fields"][0])),
    ("two", "obstruction", "holds velocities", lambda a: a["fields"][0].update(x="x'")),
    ("two", "obstruction", "or time", lambda a: a["fields"][0].update(x="t")),
    ("two", "obstruction", "", lambda a: a["fields"][0].update(z="1")),
    ("two", "obstruction", "", lambda a: a["fields"].__setitem__(0, a["fields"][1])),
    ("two", "obstruction", "no such wave", lambda a: a["guards"][4]["values"][0].update(wave=99)),
    ("growth", "growth", "slopes of the density", lambda a: a.update(below="1")),
    ("growth", "growth", "no independent velocity", lambda a: a["slopes"].update(z="1")),
    ("growth", "growth", "ln N that may be 0", lambda a: a.update(larger=a["alone"])),
    ("growth", "growth", "not as many guards", lambda a: a["guards"].pop()),
    ("growth", "growth", "not annihilate", lambda a: a["larger"]["fields"][0].pop("ln N")),
    ("growth", "growth", "are missing", lambda a: a["larger"]["levels"].pop()),
    ("growth", "growth", "", lambda a: a["larger"].update(levels=[]) or a["guards"].pop()),
    (
        "friction",
        "still",
        "not linear in the velocities",
        lambda a: a.update(way="density", factors=[], exponent="0"),
    ),
]


@pytest.mark.parametrize(("name", "way", "why", "change"), FORGED)
def test_forged_evidence_is_refused(name, way, why, change):
    made = json.loads(true(name))
    change(answer_of(made, way))
    refused(made, why)


EVEN = [{"x": "1"}, {"y": "1"}]
NONE = {"fields": EVEN, "below": "1 + x^2", "slopes": {"x": "2*x"}, "power": "0", "brackets": []}


@pytest.mark.parametrize(
    ("why", "forged"),
    [
        ("a combination that is not 0", {"combination": {"0": "1"}}),
        (
            "the slopes of the density",
            {"slopes": {"x": "2*x", "y": "x"}, "brackets": [[0, 1]], "combination": {"2": "1"}},
        ),
        ("a guard that may vanish", {"brackets": [[0, 1]], "combination": {"2": "1"}}),
        ("a guard that may vanish", {"combination": {}}),
    ],
)
def test_none_is_not_shown_where_there_is_a_density(why, forged):
    """x'' = x y'^2, y'' = -2 x x' y'/(1 + x^2) keep N = 1 + x^2."""
    case = system("z' = 0*x'", "(x'^2 + (1 + x^2)*y'^2 + z'^2)/2")
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "measure"))))
    made["cells"][0] |= {"measure": False, "another_time": False}
    made["cases"]["places"] = [
        {"symbols": dict.fromkeys("xyz", "1"), "angles": {}, "exponents": {}}
    ]
    answer = made["cases"]["lemmas"][0]["answer"]
    for key in ("factors", "exponent"):
        del answer[key]
    columns = ["D"], ["G"], ["x", "y"], ["B"], ["0"]
    answer["guards"] = [{"values": [{"at": 0, "columns": names}]} for names in columns]
    answer |= {"way": "obstruction", **NONE, **forged}
    refused(made, why)


def test_forged_rows_left_out_do_not_follow():
    """Without its row the particle is free, and keeps N = 1."""
    free = system("z' = 0*x'", "(x'^2 + y'^2 + z'^2)/2")
    made = json.loads(json.dumps(nh.certificate(nh.families(free, "measure"))))
    made["problem"] |= {"constraints": ["z' = y*x'"]}
    made["cases"]["lemmas"][0]["answer"] |= {"rows": [], "dependent": []}
    made["cells"][0] |= {"measure": True, "another_time": None}
    refused(made, "a row that does not follow from the others")


SPEEDS = {"symbols": dict.fromkeys(["x", "y", "z", "x'", "y'"], "1"), "angles": {}, "exponents": {}}


def test_forged_fields_of_velocities_would_show_that_there_is_no_density():
    """x'' = -y, y'' = -x keep N = 1; with x'^2 d/dx as a field ln N would change by 2 y/x'^4."""
    case = system("z' = 0*x'", "(x'^2 + y'^2 + z'^2)/2 - x*y")
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "measure"))))
    made["cells"][0] |= {"measure": False, "another_time": False}
    made["cases"]["places"] = [SPEEDS]
    answer = made["cases"]["lemmas"][0]["answer"]
    for key in ("factors", "exponent"):
        del answer[key]
    columns = ["D"], ["G"], ["x", "y"], ["B"], ["0"]
    answer["guards"] = [{"values": [{"at": 0, "columns": names}]} for names in columns]
    answer |= {"way": "obstruction", "fields": [{"x": "x'^2"}, {"y": "1"}], "below": "x'^4"}
    answer |= {
        "slopes": {"x": "2*y"},
        "power": "0",
        "brackets": [[0, 1]],
        "combination": {"2": "1"},
    }
    refused(made, "a field that holds velocities or time")


def test_a_forged_force_would_stand_for_the_lagrangian():
    """Where z has a mass z' = a y x' + c x y' keeps no density; where it has none it does."""
    light, heavy = "(x'^2 + y'^2)/2", "(x'^2 + y'^2 + z'^2)/2"
    case = system("z' = a*y*x' + c*x*y'", light)
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "measure"))))
    made["problem"] |= {"lagrangian": heavy, "forces": {"0": light}}
    made["cells"][0]["another_time"] = None
    made["cases"]["places"] = [SPEEDS]
    guards = made["cases"]["lemmas"][0]["answer"]["guards"]
    guards.append({"values": [{"at": 0, "columns": ["force 0"]}]})
    refused(made, "a force along what is no coordinate")


@pytest.mark.parametrize(
    ("why", "changes"),
    [
        ("rows that depend on time", {"constraints": ["z' = a*y*x' + c*t*x*y'"]}),
        ("a motion that depends on time", {"lagrangian": "(x'^2 + y'^2 + z'^2)/2 + t*x"}),
        ("a motion that depends on time", {"forces": {"y": "sin(t)"}}),
        ("divided by functions", {"lagrangian": "(x'^2 + y'^2 + z'^2)/(2 + 2*x^2)"}),
        ("divided by functions", {"forces": {"y": "1/(1 + x^2)"}}),
        ("higher than second order", {"lagrangian": "(x'^2 + y'^2 + z'^2)/2 + a*x'^4"}),
        ("velocities in a Lagrangian", {"lagrangian": "(x'^2 + y'^2)/2 + exp(z')"}),
        ("velocities in a force", {"forces": {"y": "sin(y')"}}),
    ],
)
@pytest.mark.parametrize("name", ["friction", "two"])
def test_forged_problems_beyond_what_is_read_are_not_checkable(name, why, changes):
    made = json.loads(true(name))
    made["problem"] |= changes
    made["problem"]["parameters"] = dict.fromkeys("abc")
    made["sha256"] = digest(made["problem"])
    for cell in made["cells"]:
        cell.pop("point", None)
    result = nh.verify(made)
    assert result.status == "not checkable" and why in result.why, result[:3]


def test_forces_belong_to_the_problem():
    """Without the friction its measure is another one; and a file about friction is none about the
    case without."""
    made = json.loads(true("friction"))
    other = system("z' = b*y*x'", "(x'^2 + y'^2 + z'^2)/2")
    assert nh.verify(copy.deepcopy(made), other).status == "refused"
    del made["problem"]["forces"]
    made["sha256"] = digest(made["problem"])
    assert nh.verify(made).status == "refused"
