"""Certificates of which velocities may be put into a Lagrangian, for all parameters."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from functools import cache

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.evidence import families, substitutions
from nonholo.evidence.answers import as_told
from nonholo.evidence.problem import digest
from tests.forgeries import put
from tests.test_families import holds

L = "(x'^2 + y'^2 + f*z'^2)/2 + q*x'*z' - h*z"
ROW = "(2 + y)*(z' - g*y*x') = 0"


def planted(f="1", g="1", q="0", h="0", also="", row=ROW):
    """One block: chained right where g = 0 or f = q = 0, plain where g = 0 or f = q = h = 0."""
    texts = {"f": f"({f})", "g": f"({g})", "q": f"({q})", "h": f"({h})"}

    def put(text: str) -> str:
        for name, value in texts.items():
            text = text.replace(f"{name}*", f"{value}*")
        return text

    letters = [n for n in "abc" if n in f + g + q + h]
    return nh.System("x y z", put(L) + also, [put(row)], parameters=dict.fromkeys(letters))


def certified(case):
    found = nh.families(case, "substitution", certify=True)
    assert found.substitution.certified, found.substitution.uncertified
    return found.substitution


def cells(family):
    return {tuple(map(str, c.equations)): c.answer.right[0][1] for c in family.cells}


def test_where_momentum_or_curvature_vanishes():
    case = planted(f="a - 1", g="b", row="(2 + sin(z))*(z' - g*y*x') = 0")
    assert cells(certified(case)) == {
        (): (False, False),
        ("a - 1",): (True, True),
        ("b",): (True, True),
    }


def test_momentum_of_two_velocities_and_a_slope_on_the_dependent_coordinate():
    """f = q = 0 is right if chained; with h = 0 as a plain Lagrangian too."""
    assert cells(certified(planted(f="a", q="b", h="c"))) == {
        (): (False, False),
        ("a", "b"): (False, True),
        ("a", "b", "c"): (True, True),
    }


def test_errors_that_cancel_and_each_velocity_alone():
    case = nh.System(
        "x y z w",
        "(x'^2 + y'^2 + z'^2 - w'^2)/2",
        ["z' = a*y*x'", "w' = b*y*x'"],
        dependent=["z", "w"],
        parameters=dict.fromkeys("ab"),
    )
    family = certified(case)
    told = {tuple(map(str, c.equations)): dict(c.answer.right) for c in family.cells}
    yes, no = (True, True), (False, False)
    assert told[()] == {("z", "w"): no, ("z",): no, ("w",): no}
    assert {e for e, right in told.items() if right["z", "w"] == yes} == {
        ("b - a",),
        ("a + b",),
        ("a", "b"),
    }
    assert told["a",] == {("z", "w"): no, ("z",): yes, ("w",): no}


WHEEL = "m*(x'^2 + y'^2)/2 + J*th'^2/2 + I*f'^2/2"
ACROSS, ALONG = "x'*sin(th) = y'*cos(th)", "x'*cos(th) + y'*sin(th) = R*f'"
EAST, NORTH = "x' = R*f'*cos(th)", "y' = R*f'*sin(th)"


def wheel(*rows):
    return nh.System("x y th f", WHEEL, rows, parameters="m J I R", dependent=["x", "y"])


@pytest.mark.parametrize(
    "rows", [(EAST, NORTH), (ACROSS, ALONG), (ALONG, ACROSS), (EAST, ACROSS), (ALONG, EAST)]
)
def test_one_velocity_alone_is_put_in_as_all_rows_give_it_however_they_are_told(rows):
    """Lemos2003: x' = R f' cos(th) alone is wrong; x' cos(th) + y' sin(th) = R f', solved for x',
    would be right."""
    case = wheel(*rows)
    told = {tuple(map(str, c.equations)): dict(c.answer.right) for c in certified(case).cells}
    yes, no = (True, True), (False, False)
    assert told[()] == {("x", "y"): yes, ("x",): no, ("y",): no}
    assert {e for e, right in told.items() if right["x",] == yes} == {("m",), ("R",)}
    found = nh.compare(case)
    assert [e.safe.answer for e in found.errors] == [True, False, False]
    agree = {e.equations.name: e.agrees for e in found.entries if "substituted" in e.equations.name}
    assert agree == {"substituted x, y": True, "substituted x": False, "substituted y": False}


def test_a_part_of_what_all_rows_give_is_not_taken_for_right():
    """Forged: "right" of one velocity alone, as all rows give it; of ALONG it would be true."""
    made = json.dumps(nh.certificate(nh.families(wheel(ALONG, ACROSS), "substitution")))
    assert nh.verify(json.loads(made)).status == "accepted"

    def forged(node, rows):
        """The answers of x' and y' alone changed."""
        if isinstance(node, list):
            return [forged(x, rows) for x in node]
        if not isinstance(node, dict):
            return node
        changed = {key: forged(x, rows) for key, x in node.items()}
        if len(changed.get("eliminated", ())) == 1:
            changed |= {"plain": True, "chained": True, "rows": rows}
        return changed

    for rows in ([0, 1], [1, 0], [1]):
        result = nh.verify(forged(json.loads(made), rows))
        assert result.status == "refused", result[:3]


def test_an_equation_that_is_solved_for_no_parameter():
    """p_z = (a^3 + a - 3) z': the cell is read off a lemma."""
    family = certified(planted(f="a^3 + a - 3"))
    assert cells(family) == {(): (False, False), ("a + a**3 - 3",): (True, True)}


def test_rows_in_which_time_and_speeds_stand():
    """z' = a (t x' + b) with L = z'^2/2 + ...: z'' = a (t x'' + x'), the substituted row lacks
    p_z a."""
    case = nh.System(
        "x y z",
        "(x'^2 + y'^2 + z'^2)/2",
        ["z' = a*t*x' + b*y"],
        parameters=dict.fromkeys("ab"),
    )
    told = cells(certified(case))
    assert told.pop(()) == (False, False)
    assert told == {("a", "b"): (True, True)}


def test_cells_hold_what_was_planted_at_random_parameters():
    """Coefficients are random polynomials in a, b, c."""
    rng = random.Random(3)
    for _ in range(4):
        texts = {n: rng.choice(("0", "1", "a - b", "a*b - 2", "c + a^2", "b - 3")) for n in "fgqh"}
        family = certified(planted(**texts))
        for _ in range(12):
            at = {n: Fraction(rng.randint(-3, 3)) for n in "abc"}
            f, g, q, h = (eval(texts[n].replace("^", "**"), {}, at) for n in "fgqh")
            answers = {c.answer.right[0][1] for c in family.cells if holds(c, at)}
            assert answers == {(not g or not (f or q or h), not g or not (f or q))}, (texts, at)


def test_what_has_no_certificate_says_so():
    """A root in the class of functions."""
    L = "(x'^2 + y'^2)/2 - a/sqrt(x^2 + y^2)"
    found = nh.families(nh.System("x y", L, parameters={"a": None}), "integrals", certify=True)
    assert found.integrals.complete and not found.integrals.certified
    with pytest.raises(nh.NonholoError, match="root"):
        nh.certificate(found)


def test_certificates_of_substitution_go_to_files(tmp_path, capsys):
    target = str(tmp_path / "substitution.json")
    words = ["families", "rolling_coin", "--of", "substitution", "--certificate", target]
    assert main(words) == 0
    assert "the verifier accepts these cells" in capsys.readouterr().out
    assert main(["verify", target]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "accepted",
        "  generic; but not where sin(al) = 0: x, y: right if dependent coordinates are chained, "
        "else wrong; x: wrong; y: wrong",
        "  sin(al) = 0: x, y: right; x: wrong; y: wrong",
    ]


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true() -> str:
    return json.dumps(nh.certificate(nh.families(planted(f="a", q="b", h="c"), "substitution")))


def forged():
    """(what the verifier says, where a value stands, another value)"""
    document = json.loads(true())
    lemmas = document["cases"]["lemmas"]
    last = (len(lemmas) - 1, "answer")
    first = next(i for i, lemma in enumerate(lemmas) if "answer" in lemma)
    one = (*last, "substitutions", 0)
    of = ("cases", "lemmas")
    right = document["cells"][-1]["substitutions"]
    return [
        ("has not the keys", ("problem", "lagrangian"), None),
        ("has the wrong type", ("cells", 0, "substitutions", 0, "plain"), 1),
        ("another version", ("family",), 99),
        ("the lemma shows", ("cells", 0, "substitutions", 0, "chained"), True),
        ("the lemma shows", ("cells", 1, "substitutions", 0, "plain"), True),
        ("the lemma shows", ("cells", 1, "substitutions", 0, "eliminated"), ["y"]),
        ("not shown to be right", (*of, *one, "plain"), True),
        ("not shown to be right", (*of, *one, "chained"), True),
        ("the lemma shows", (*of, first, "answer", "substitutions", 0, "plain"), False),
        ("the lemma shows", ("cells", 0, "substitutions"), right),
        ("is this answer in cell", ("cells", 0, "without"), []),
        ("there is no such row", (*of, *last, "rows"), [1]),
        ("there is no such row", (*of, *one, "rows"), [1]),
        ("not as many velocities", (*of, *last, "dependent"), ["y", "z"]),
        ("not as many velocities", (*of, *last, "dependent"), ["t"]),
        ("not as many velocities", (*of, *one, "eliminated"), ["a"]),
        ("does not follow from the others", (*of, *last, "rows"), []),
        ("a guard that may vanish", (*of, *last, "guards", 2, "then"), None),
        ("columns that do not fit", (*of, *last, "guards", 2, "values", 0, "columns"), ["z"]),
        ("not as many guards", (*of, *last, "guards"), lemmas[-1]["answer"]["guards"][:-1]),
        ("is not declared", ("problem", "lagrangian"), "x'^2 + e*z'^2"),
        ("a function of velocities", ("problem", "lagrangian"), "cos(a*x') + b*z' + c*z"),
        ("solved for no coordinate", ("problem", "holonomic_constraints"), ["x^2 + y^2 - 1"]),
    ]


@cache
def by_several_rows() -> str:
    """Either row gives z', but for a = 0 the first one alone, for l = 0 the second."""
    rows = ["l*z' = l*x'", "a*z' = a*x'", "w' = y*x'"]
    square = "(x'^2 + y'^2 + z'^2 + w'^2)/2 + y'*z'"
    case = nh.System("x y z w", square, rows, parameters=dict.fromkeys("la"))
    return json.dumps(nh.certificate(nh.families(case, "substitution")))


def with_choices(made: dict) -> dict:
    (cell,) = (cell for cell in made["cells"] if "or" in cell)
    return cell


def test_cells_may_state_several_choices_of_rows():
    made = json.loads(by_several_rows())
    assert made["family"] == 3 and with_choices(made)["equations"] == []


@pytest.mark.parametrize(
    ("why", "change"),
    [
        ("the lemma shows", lambda cell: cell.pop("or")),
        ("the lemma shows", lambda cell: cell.update({"or": [[[1, 2], [2], [2]]]})),
        ("has not rows for each", lambda cell: cell["or"][0].pop()),
        ("has not rows for each", lambda cell: cell.update({"or": [[]]})),
        ("the lemma shows", lambda cell: cell["substitutions"][1].update(plain=False)),
        ("the lemma shows", lambda cell: cell["substitutions"][0].update(eliminated=["x", "w"])),
        ("has not the keys", lambda cell: cell["substitutions"][0].update({"or": [[0]]})),
        ("has the wrong type", lambda cell: cell.update({"or": [[["1"]]]})),
    ],
)
def test_forged_choices_of_rows_are_refused(why, change):
    made = json.loads(by_several_rows())
    change(with_choices(made))
    result = nh.verify(made)
    assert result.status == "refused" and why in result.why, result[:3]


def test_a_choice_of_no_rows_shows_nothing():
    """A lemma without substitutions, and cells that say the opposite of what is so."""
    case = nh.System("x y z", "(x'^2 + y'^2 + z'^2)/2", ["z' = a*y*x'"], parameters="a")
    made = json.loads(json.dumps(nh.certificate(nh.families(case, "substitution"))))
    for cell in made["cells"]:
        (one,) = cell["substitutions"]
        one.update(plain=not one["plain"], chained=not one["chained"])
        cell["or"] = [[]]
    for lemma in made["cases"]["lemmas"]:
        if "answer" in lemma:
            lemma["answer"].update(substitutions=[], guards=lemma["answer"]["guards"][:1])
    result = nh.verify(made)
    assert result.status == "refused" and "has not rows for each" in result.why, result[:3]


@pytest.mark.parametrize("case", range(23))
def test_forged_certificates_of_substitution_are_refused(case):
    why, path, value = forged()[case]
    made = json.loads(true())
    for cell in made["cells"]:
        cell.pop("point", None)
    steps = [(path, ... if value is None else value)]
    if path[-1] == "dependent" and value is not None and len(value) < 2:
        steps.append(((*path[:-1], "rows"), [0]))
    if path[-2:] == ("answer", "rows") and value == []:
        steps.append(((*path[:-1], "dependent"), []))
    result = nh.verify(put(made, *steps))
    assert result.status in ("refused", "not checkable") and why in result.why, result[:3]


def test_the_lagrangian_is_that_of_the_certificate():
    """With p_z = (a + 1) z' it says something else."""
    made = copy.deepcopy(json.loads(true()))
    made["problem"]["lagrangian"] = made["problem"]["lagrangian"].replace("a*", "(a + 1)*")
    made["sha256"] = digest(made["problem"])
    assert made["problem"] != json.loads(true())["problem"]
    assert nh.verify(made).status == "refused"


def test_rows_are_solved_once_for_each_piece(monkeypatch):
    asked = []
    solve = substitutions.split_at
    monkeypatch.setattr(
        substitutions, "split_at", lambda c, v: asked.append(as_told(v)) or solve(c, v)
    )
    certified(planted(f="a", q="b", h="c"))
    assert asked and len(set(asked)) == len(asked)


@pytest.mark.parametrize(("units", "tried"), [(10, False), (10**6, True)])
def test_other_cells_are_not_looked_for_where_the_work_is_done(monkeypatch, units, tried):
    """A certificate that takes too much work would take it again; one that is refused would not."""
    asked = []
    monkeypatch.setattr(substitutions.OfMotion, "units", units)
    monkeypatch.setattr(substitutions.Substitutions, "agrees", lambda *_: False)
    monkeypatch.setattr(families, "_by_lemmas", lambda f, *_: asked.append(f) or f)
    made = nh.families(planted(f="a", q="b"), "substitution", certify=True).substitution
    assert not made.certified and made.complete and bool(asked) is tried


def test_one_answer_takes_a_part_of_the_work(monkeypatch):
    monkeypatch.setattr(substitutions.OfMotion, "each", 10)
    made = nh.families(planted(f="a", q="b"), "substitution", certify=True).substitution
    assert not made.certified and "more work" in made.uncertified
