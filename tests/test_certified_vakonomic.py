"""Certificates of vakonomic families: is every motion vakonomic too, for all parameters."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from nonholo.evidence import cases
from nonholo.verifier.functions import Functions
from nonholo.verifier.outcome import Budget, Result
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.polynomials import plus
from nonholo.verifier.problem import Reader, names_of
from nonholo.verifier.vakonomic import Shared
from tests.draws import draws
from tests.family_forgeries import changes
from tests.test_certified_measures import refused, system
from tests.test_families import LAWS

MOTION = "(x'^2 + y'^2 + z'^2)/2"
CASE = system("z' = a*y*x' + c*x*y'", MOTION)


def certified(case):
    """{the equations of a cell: how many of mu are free, None where the motions do not agree}"""
    family = nh.families(case, "vakonomic", certify=True).vakonomic
    assert family.certified, family.uncertified
    return {tuple(map(str, c.equations)): c.answer.free for c in family.cells}


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("rolling_coin", {(): None, ("sin(al)",): 0}),
        ("veselova", {(): None, ("I3 - I2", "I3 - I1"): 0}),
        ("vertical_disk", {(): 0}),
    ],
)
def test_published_systems(name, cells):
    assert certified(nh.case(name)) == cells


FORCES = st.sampled_from(["-b*z'", "b*x'*y", "c*z", "b*y'^2"])


@settings(LAWS, max_examples=draws(3))
@given(FORCES, st.sampled_from(["z' = a*x*y' - a*y*x'", "(1 + x^2)*z' = a*x*y' + c"]))
def test_forces_are_those_at_admissible_velocities(force, row):
    """What is 0 on all motions is no force: it may be added to one, and cells stay certified."""
    left, right = row.split(" = ")
    cells = certified(system(row, MOTION, {"z": force}))
    assert certified(system(row, MOTION, {"z": f"{force} + 3*({left} - ({right}))"})) == cells


def test_waves_that_are_gone():
    """Where cos(al) = 0 neither rows nor L hold waves of al: all is shorter, and as it was."""
    motion = f"{MOTION} - cos(al)^2*x*z"
    case = nh.System("x y z", motion, ["z' = cos(al)^2*y*x'"], parameters={"al": None})
    assert certified(case) == {(): None, ("cos(al)",): 1}


@pytest.mark.parametrize(("real", "imaginary"), [("0", "a - b"), ("a", "-b"), ("a - b", "a - b")])
def test_a_power_of_the_turn_hides_no_zero(real, imaginary):
    """i p is never 0 if p never is; p + i q is not judged by its parts, nor i (a - b)."""
    language = Functions(4, Budget(None))
    made = nh.certificate(nh.families(system("z' = a*y*x' + b*x*y'", MOTION), "vakonomic"))
    reader = Reader(language, *names_of(made["problem"]))
    letters = Parameters(language, reader, ["a", "b"], ["a > 0", "b > 0"], [])
    p, q = map(letters.polynomial, (real, imaginary))
    assert letters.never_zero(language.mul(language.i, letters.polynomial("a + b")))
    assert not letters.never_zero(plus(p, language.mul(language.i, q)))


@pytest.mark.parametrize("force", [{}, {"z": "-b*z'"}])
def test_a_coordinate_may_have_any_name(force):
    """A coordinate L is none of the Lagrangian's."""
    row = "z' = a*y*x' + c*x*y'"
    cells = certified(system(row, MOTION, force))
    texts = [text.replace("z", "L") for text in (row, MOTION, *force.values())]
    letters = dict.fromkeys("abc" if force else "ac")
    forces = dict(zip("L", texts[2:]))
    renamed = nh.System("x y L", texts[1], [texts[0]], parameters=letters, forces=forces)
    assert certified(renamed) == cells


def test_a_mass_matrix_that_is_singular():
    family = nh.families(
        system("z' = a*y*x'", "((a - c)*x'^2 + y'^2 - (a - c)*z'^2)/2"), "vakonomic", certify=True
    ).vakonomic
    assert family.certified and any(c.answer.agrees is None for c in family.cells)


def test_certificates_go_to_files(tmp_path, capsys):
    target = str(tmp_path / "vakonomic.json")
    words = ["families", "rolling_coin", "--of", "vakonomic", "--certificate", target]
    assert main(words) == 0
    assert "the verifier accepts these cells" in capsys.readouterr().out
    assert main(["verify", target, "--case", "rolling_coin"]) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == [
        "  generic; but not where sin(al) = 0: no: generic motions are not, for any mu(t)",
        "  sin(al) = 0: yes, each for a suitable mu(t); initial values of mu that are free: 0",
    ]


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true() -> str:
    return json.dumps(nh.certificate(nh.families(CASE, "vakonomic")))


def truth(a, c):
    return a in (c, -c), 1 if a == c else 0 if a == -c else None


def answers(made):
    """By their cells: 0 almost all parameters, 1 a = -c, 2 a = c, where nothing is asked of mu."""
    found = {
        lemma["answer"]["cell"]: lemma["answer"]
        for lemma in made["cases"]["lemmas"]
        if "answer" in lemma
    }
    return [found[n] for n in range(3)]


FORGED = [
    # a mu(t) where there is none
    (0, "does not follow", {"agrees": True}),
    (0, "does not follow", {"agrees": True, "chosen": [0]}),
    (0, "does not follow", {"agrees": True, "chosen": [], "rates": []}),
    # the rate of a condition is not looked at
    (1, "does not follow", {"rates": []}),
    (1, "does not follow", {"chosen": []}),
    # none where there is one
    (1, "may be met", {"agrees": False}),
    (1, "may be met", {"agrees": False, "chosen": []}),
    (1, "columns that do not fit", {"agrees": False, "chosen": [0, 1, 2]}),
    # a rate of which only values are taken is no new condition
    (1, "a guard that may vanish", {"agrees": False, "chosen": [0, 1], "guards": ["z", "1"]}),
    (2, "", {"agrees": False}),
    # a condition twice, or one that is not there
    (1, "no such condition", {"chosen": [0, 0]}),
    (1, "no such condition", {"chosen": [-1]}),
    (1, "a condition that is not there", {"rates": [3], "chosen": [3]}),
    (1, "a condition that is not there", {"rates": [-1], "chosen": [-1]}),
    (1, "a condition that is not there", {"rates": [2], "chosen": [2]}),
    # a rate alone, which is 0 there
    (1, "may not hold", {"agrees": False, "chosen": [2]}),
    # no motion, other velocities, fewer rows
    (1, "not singular", {"motion": False}),
    (1, "", {"dependent": ["x"]}),
    (1, "not as many velocities", {"dependent": []}),
    (1, "does not follow from the others", {"dependent": [], "rows": []}),
]


@pytest.mark.parametrize(("cell", "why", "change"), FORGED)
def test_forged_evidence_is_refused(cell, why, change):
    made = json.loads(true())
    if "guards" in change:  # a minor of all conditions at the same places
        guards = answers(made)[cell]["guards"]
        columns = [{**value, "columns": change["guards"]} for value in guards[2]["values"]]
        change = {**change, "guards": [*guards[:2], {"values": columns}]}
    answers(made)[cell].update(change)
    if "agrees" in change:
        made["cells"][cell].update(agrees=change["agrees"], free=0 if change["agrees"] else None)
    refused(made, why)


def test_forged_waves_of_rates_known_by_their_values_are_not_checkable():
    made = json.loads(true())
    answers(made)[0]["guards"][2]["values"][0]["wave"] = 0
    result = nh.verify(made)
    assert result[::2] == ("not checkable", "a wave of what only values are taken of"), result[:3]


@pytest.mark.parametrize("cell", range(3))
@pytest.mark.parametrize("stated", [(None, None), (False, None), (True, 0), (True, 1), (True, 2)])
def test_another_answer_is_refused(cell, stated):
    made = json.loads(true())
    if (made["cells"][cell]["agrees"], made["cells"][cell]["free"]) == stated:
        assert nh.verify(copy.deepcopy(made)).status == "accepted"
    else:
        made["cells"][cell].update(zip(("agrees", "free"), stated, strict=True))
        refused(made, "the lemma shows")


def test_one_change_is_refused_or_true():
    """Whatever is accepted of the same problem says what is so: a = c or a = -c."""
    document = json.loads(true())
    for change in random.Random(5).sample(changes(document), 120):
        made = change()
        if made.get("problem") != document["problem"] or nh.verify(made).status != "accepted":
            continue
        assert made["cases"]["assumed"] == []
        for a, c in product((-1, 0, 1, 2), repeat=2):
            found = [
                (cell["agrees"], cell["free"])
                for cell in made["cells"]
                if all(zero(t, a, c) for t in cell["equations"])
                and not any(all(zero(t, a, c) for t in texts) for texts in cell["without"])
            ]
            assert found and set(found) == {truth(a, c)}


def zero(text, a, c):
    read = CASE.scope.expression(text)
    letter, number = read.graph.symbol, read.graph.lift
    return read.subs({letter("a"): number(a), letter("c"): number(c)}).is_zero


@pytest.mark.parametrize(
    ("key", "other"),
    [
        ("lagrangian", "(x'^2 + (1 + x^2)*y'^2 + z'^2)/2"),
        ("lagrangian", MOTION + " - x*z"),
        ("constraints", ["z' = a*y*x' + 2*c*x*y'"]),
        ("constraints", ["z' = a*y*x' + c*x*y' + x"]),
        ("forces", {"z": "-z'"}),
        ("forces", {"x": "-z"}),
    ],
)
def test_a_forged_motion_is_not_that_of_the_problem(key, other):
    made = json.loads(true())
    made["problem"][key] = other
    refused(made, "")


def test_rates_that_choose_conditions_are_those_that_prove_them(monkeypatch):
    """Each condition is followed along the motion once where the certificate is made."""
    asked, rate = [], Shared.rate

    def counted(region, row, *others, **named):
        asked.append((region, {**row, "late": named["late"]}))
        return rate(region, row, *others, **named)

    monkeypatch.setattr(cases, "verify", lambda document, work: Result("accepted", "", ""))
    monkeypatch.setattr(Shared, "rate", counted)
    assert certified(nh.case("veselova")) == {(): None, ("I3 - I2", "I3 - I1"): 0}
    pairs = combinations(asked, 2)
    assert asked and not any(one is two and row == other for (one, row), (two, other) in pairs)
