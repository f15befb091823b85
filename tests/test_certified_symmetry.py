"""Certificates of Cartan's quartic: for all parameters, which distributions have the most
symmetries."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.cli import main
from tests.family_forgeries import changes
from tests.test_certified_measures import refused
from tests.test_families import LAWS
from tests.test_quartic import MONGE, monge

CASE = monge("w^2 + b*y^2 + c*z^2", b=None, c=None)


def certified(case):
    """{the equations of a cell: is it flat?}"""
    family = nh.families(case, "symmetry", certify=True).symmetry
    assert family.certified, family.uncertified
    return {tuple(map(str, c.equations)): c.answer.flat for c in family.cells}


def test_two_spheres_are_flat_for_radii_one_to_three_alone():
    assert certified(nh.case("two_spheres_1_3")) == {
        (): False,
        ("r2 - r1",): None,
        ("r2 - 3*r1",): True,
        ("3*r2 - r1",): True,
    }


def test_a_linear_equation_of_fourth_order():
    """[DoubrovKruglikov2014]"""
    assert certified(CASE) == {(): False, ("9*b**2 - 100*c",): True}


def test_other_growth_is_told():
    cells = certified(monge("a*w^2 + b*w*y + e*z*w", a=None, b=None, e=None))
    assert cells == {(): False, ("a",): None, ("e",): True, ("a", "e"): None}


TERMS = ("y^2", "z^2", "z*w", "x*w^2", "y*w^2", "exp(x)*w^2", "cos(x)*z", "y^3", "w*cos(y)")


@settings(LAWS, max_examples=4)
@given(st.lists(st.sampled_from(TERMS), min_size=1, max_size=2, unique=True))
def test_the_verifier_finds_the_quartic_that_the_package_does(terms):
    """By other fields and in another arithmetic."""
    added = " + ".join(f"{letter}*{term}" for letter, term in zip("ab", terms))
    certified(monge(f"w^2 + {added}", **dict.fromkeys("ab"[: len(terms)])))


def test_certificates_go_to_files(tmp_path, capsys):
    target = str(tmp_path / "symmetry.json")
    words = ["families", "two_spheres_1_3", "--of", "symmetry", "--certificate", target]
    assert main(words) == 0
    assert "the verifier accepts these cells" in capsys.readouterr().out
    assert main(["verify", target, "--case", "two_spheres_1_3"]) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "accepted",
        "  generic: not flat, growth (2, 3, 5): symmetries of dimension 7 at most",
        "  r2 - r1 = 0: growth (2)",
        "  r2 - 3*r1 = 0: FLAT, growth (2, 3, 5): symmetries of dimension 14 (G2)",
    ]


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true(*row) -> str:
    case = monge(*row, **dict.fromkeys("c")) if row else CASE
    return json.dumps(nh.certificate(nh.families(case, "symmetry")))


def answers(made):
    """By their cells: 0 almost all parameters, 1 flat."""
    found = (lemma["answer"] for lemma in made["cases"]["lemmas"] if "answer" in lemma)
    return {answer["cell"]: answer for answer in found}


def flat(made, cell, value):
    answers(made)[cell]["flat"] = made["cells"][cell]["flat"] = value


def dependent(made, cell, value):
    """Both fields are one, so that all brackets are 0, and the quartic is, too."""
    answer = answers(made)[cell]
    answer["frame"][1] = answer["frame"][0]
    answer["turned"] = [{}, {}, {}]
    flat(made, cell, value)


FORGED = [
    ("does not vanish", lambda made: flat(made, 0, True)),
    ("not as many guards", lambda made: flat(made, 1, False)),
    ("the lemma shows", lambda made: made["cells"][0].update(flat=True)),
    ("the lemma shows", lambda made: made["cells"][0].update(flat=None)),
    ("the lemma shows", lambda made: made["cells"][1].update(growth_vector=[2, 3, 4])),
    ("not as many guards", lambda made: dependent(made, 0, True)),
    ("may vanish", lambda made: dependent(made, 1, True)),
    ("another one", lambda made: answers(made)[0].update(turned=[{}, {}, {}])),
    ("another one", lambda made: answers(made)[0]["turned"][0].update({"1": "c"})),
    ("component that is none", lambda made: answers(made)[0]["turned"][0].update({"6": "c"})),
    ("component that is none", lambda made: answers(made)[0]["frame"][0].update(s="1")),
    ("", lambda made: answers(made)[0]["turned"].pop()),
    ("", lambda made: answers(made)[0]["frame"].pop()),
    ("", lambda made: answers(made)[0].pop("frame")),
    ("does not annihilate", lambda made: answers(made)[0]["frame"][1].update(x="1")),
    ("not as many guards", lambda made: answers(made)[0]["inverse"].update(q="x")),
    ("is not declared", lambda made: answers(made)[0]["inverse"].update(q="p")),
    ("another space", lambda made: answers(made)[0].update(space="tq")),
]


@pytest.mark.parametrize(("why", "change"), FORGED)
def test_forged_evidence_is_refused(why, change):
    made = json.loads(true())
    change(made)
    refused(made, why)


def test_a_letter_is_the_inverse_of_what_is_not_zero():
    """dB/dq takes part: 1/(c + x) is no number, and 1/0 is none."""
    made = json.loads(true("(c + x)*w^2"))
    assert nh.verify(made).status == "accepted"
    inverse = next(a["inverse"] for a in answers(made).values() if a["inverse"])
    (letter,) = inverse
    assert inverse[letter] in ("c + x", "x + c")
    for other in ("1", "c", "0", "(c + x)^2", "c - x"):
        inverse[letter] = other
        refused(json.loads(json.dumps(made)), "")


def test_one_change_is_refused_or_true():
    """Whatever is accepted of the same problem says what is so: 100 c = 9 b^2."""
    document = json.loads(true())
    for change in random.Random(3).sample(changes(document), 100):
        made = change()
        if made.get("problem") != document["problem"] or nh.verify(made).status != "accepted":
            continue
        assert made["cases"]["assumed"] == []
        for b, c in product((0, 1, 10), (0, 1, 9, Fraction(9, 100))):
            found = [
                cell["flat"]
                for cell in made["cells"]
                if all(zero(t, b, c) for t in cell["equations"])
                and not any(all(zero(t, b, c) for t in texts) for texts in cell["without"])
            ]
            assert found == [100 * c == 9 * b**2]


def zero(text, b, c):
    read = CASE.scope.expression(text)
    letter, number = read.graph.symbol, read.graph.lift
    return read.subs({letter("b"): number(b), letter("c"): number(c)}).is_zero


def test_the_set_is_that_of_the_problem():
    for row in ("u' = (w^2 + b*y^2 + 2*c*z^2)*x'", "u' = (w^3 + b*y^2 + c*z^2)*x'"):
        made = json.loads(true())
        made["problem"]["constraints"] = [*MONGE, row]
        refused(made, "")
