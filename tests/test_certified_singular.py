"""Certificates of singular sets: for all parameters, where rank or growth vector are others."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.evidence.problem import digest
from nonholo.verifier import verify
from tests.family_forgeries import changes

MARTINET = ("dz = (a*y^2 + b*y) dx",)
POSITIVE = {"positive": True}
LOADER = (
    "sin(th)*x' = cos(th)*y'",
    "(l1*cos(ga) + l2)*th' = (cos(th)*x' + sin(th)*y')*sin(ga) + l2*ga'",
)
TRAILER = (
    "sin(th) dx = cos(th) dy",
    "l dt1 = sin(th - t1)*(cos(th) dx + sin(th) dy) - c*cos(th - t1) dth",
)


def certified(case):
    """{the equations of a cell: its singular set}"""
    family = nh.families(case, "singular", certify=True).singular
    assert family.certified, family.uncertified
    return {tuple(map(str, c.equations)): set(map(tuple, c.answer.pieces)) for c in family.cells}


@pytest.mark.parametrize(
    "rows, cells",
    [
        (MARTINET, {(): {("b + 2*y*a",)}, ("a",): set(), ("b", "a"): set()}),
        (("dz = a x^2 dy",), {(): {("x",)}, ("a",): set()}),
        # rank is lost on x = 0, whatever the fields are
        (("x dz = a*y dx",), {(): {("x",)}, ("a",): {("x",)}}),
        # the equations of the set hold a parameter that can vanish, and rank is lost for a = b = 0
        (
            ("a x dz = y dx + b dy",),
            {(): {("x + b",)}, ("a",): set(), ("b",): {("x",)}, ("a", "b"): {("y",)}},
        ),
        # a sum of squares vanishes where both do
        (("dz = a*(x^2 + y^2) dx",), {(): {("y",)}, ("a",): set()}),
        (("dz = (sin(x) + 2*a) y dy",), {(): {("cos(x)",), ("y",)}}),
    ],
)
def test_where_growth_is_another_one(rows, cells):
    assert certified(nh.constraints(*rows)) == cells


def test_a_loader():
    """[CorkeRidley2001]: axles as far from the hinge as each other."""
    loader = nh.System("x y th ga", None, LOADER, parameters={"l1": POSITIVE, "l2": POSITIVE})
    assert certified(loader) == {(): set(), ("l2 - l1",): {("cos(ga) + 1",)}}


@pytest.mark.slow
def test_a_trailer():
    """[Rouchon1993]: the hinge as far from one axle as from the other."""
    trailer = nh.System("x y th t1", None, TRAILER, parameters={"l": POSITIVE, "c": None})
    assert certified(trailer) == {
        (): set(),
        ("c - l",): {("cos(t1 - th) + 1",)},
        ("l + c",): {("cos(t1 - th) - 1",)},
    }


def test_certificates_go_to_files(tmp_path, capsys):
    target = str(tmp_path / "singular.json")
    words = ["families", "-c", *MARTINET, "--of", "singular", "--certificate", target]
    assert main(words) == 0
    assert "the verifier accepts these singular sets" in " ".join(capsys.readouterr().out.split())
    assert main(["verify", target]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "accepted",
        "  generic; but not where a = 0: growth (2, 3) but where b + 2*y*a = 0",
        "  a = 0; but not where b = 0: growth (2, 3) at every point",
        "  b = 0, a = 0: growth (2) at every point",
    ]


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true(*rows: str) -> str:
    case = nh.constraints(*rows)
    return json.dumps(nh.certificate(nh.families(case, "singular")))


def answers(made):
    """By their cells."""
    found = (lemma["answer"] for lemma in made["cases"]["lemmas"] if "answer" in lemma)
    return {answer["cell"]: answer for answer in found}


def claimed(made, cell, sets):
    """The sets of a cell are others, and so are those of its proof."""
    answers(made)[cell]["singular"] = made["cells"][cell]["singular"] = sets


def more(made, cell, equations, **end):
    """One more set, of which something is said."""
    known = {"lemmas": [{"zero": equations, "nonzero": [], "solved": [], "answer": end}]}
    answers(made)[cell]["all"].append({"lemma": 0, **known})
    claimed(made, cell, [*made["cells"][cell]["singular"], equations])


FORGED = [
    ("the lemma shows", lambda made: made["cells"][0].update(singular=[])),
    ("is left out", lambda made: claimed(made, 0, [])),
    ("is left out", lambda made: answers(made)[0]["inside"].pop()),
    ("no such set", lambda made: (claimed(made, 0, []), answers(made)[0]["all"].pop())),
    ("not be 0 there", lambda made: claimed(made, 0, [["b"]])),
    ("not be 0 there", lambda made: more(made, 1, ["y"], level=1, power=1)),
    ("another end", lambda made: more(made, 0, ["b + 2*y*a"], set=0, power=1)),
    ("no such level", lambda made: more(made, 1, ["y"], level=-1, power=1)),
    ("no such level", lambda made: more(made, 1, ["y"], level=2, power=1)),
    ("not one end", lambda made: more(made, 1, ["y"], level=1, power=0)),
    ("not one end", lambda made: more(made, 1, ["y"], power=1)),
    ("not be 0 there", lambda made: more(made, 1, ["y"], unless=["a"], power=1)),
    ("more than parameters", lambda made: more(made, 1, ["y"], unless=["y"], power=1)),
    ("may depend", lambda made: answers(made)[0].update(factors=["2", "1"])),
    ("not as many guards", lambda made: answers(made)[0]["guards"].pop()),
]


@pytest.mark.parametrize("why, change", FORGED)
def test_forged_sets_are_refused(why, change):
    made = json.loads(true(*MARTINET))
    assert verify(made).status == "accepted"
    change(made)
    result = verify(made)
    assert result.status == "refused" and why in result.why, result


def test_a_forged_row_with_a_wave_of_letters_and_coordinates_is_not_checkable():
    made = json.loads(true(*MARTINET))
    made["problem"]["constraints"] = ["dz = (a*y^2 + b*y + 1/(2 + sin(a*y))) dx"]
    made["sha256"] = digest(made["problem"])
    together = "a function of parameters and coordinates together"
    assert verify(made)[0::2][:2] == ("not checkable", together)


def test_of_rows_that_depend_on_each_other_nothing_is_accepted():
    """x times the row beside it: of both together rank is lost nowhere but where it was."""
    made = json.loads(true(*MARTINET))
    made["problem"]["constraints"].append("x dz = x*(a*y^2 + b*y) dx")
    made["sha256"] = digest(made["problem"])
    result = verify(made)
    assert (result.status, result.why) == ("not checkable", "singular sets of dependent rows")


def test_one_change_is_refused_or_true():
    """Whatever is accepted of the same problem says what is so: on y = -b/(2 a)."""
    document = json.loads(true(*MARTINET))
    scope = nh.constraints(*MARTINET).scope
    graph = scope.expression("a").graph
    for change in random.Random(5).sample(changes(document), 250):
        made = change()
        if made.get("problem") != document["problem"] or verify(made).status != "accepted":
            continue

        def zero(texts, **values):
            put = {graph.symbol(name): graph.lift(value) for name, value in values.items()}
            return all(scope.expression(text).subs(put).is_zero for text in texts)

        for a, b in product((0, 1, 2, -1), repeat=2):
            inside = [
                cell
                for cell in made["cells"]
                if zero(cell["equations"], a=a, b=b)
                and not any(zero(texts, a=a, b=b) for texts in cell["without"])
            ]
            assert inside and all(c["growth_vector"] == [2, 3][: 1 + any((a, b))] for c in inside)
            for y in (
                0,
                1,
                -1,
                2,
                Fraction(1, 2),
                Fraction(-1, 2),
                Fraction(1, 4),
                Fraction(-1, 4),
            ):
                there = {any(zero(one, a=a, b=b, y=y) for one in c["singular"]) for c in inside}
                assert there == {bool(a or b) and b + 2 * y * a == 0}
