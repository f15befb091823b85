"""Certificates of first integrals in a class: for all parameters, how many are independent."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.evidence import integrals
from nonholo.evidence.problem import digest
from nonholo.findings import family_integrals
from nonholo.verifier import verify
from tests.family_forgeries import changes

POSITIVE = {"positive": True}
OSCILLATOR = "(x'^2 + y'^2)/2 - a*x^2/2 - b*y^2/2"


def oscillator():
    return nh.System("x y", OSCILLATOR, parameters={"a": None, "b": None})


def blade():
    L = "m*(x'^2 + y'^2)/2 + J*th'^2/2 + g*sin(al)*x"
    letters = dict.fromkeys(("m", "J", "g"), POSITIVE) | {"al": None}
    return nh.System("x y th", L, ["sin(th) dx = cos(th) dy"], parameters=letters)


def row():
    letters = {"a": None, "c": POSITIVE}
    return nh.System("x y z", "(x'^2 + y'^2 + c*z'^2)/2", ["dz = a*y dx"], parameters=letters)


def henon_heiles():
    L = "(x'^2 + y'^2)/2 - (A*x^2 + B*y^2)/2 - x^2*y - C*y^3/3"
    return nh.System("x y", L, parameters=dict.fromkeys("ABC"))


def certified(case, most, monkeypatch):
    """{the equations of a cell: how many integrals are independent}"""
    monkeypatch.setattr(family_integrals, "MOST", most)
    family = nh.families(case, "integrals", certify=True).integrals
    assert family.certified, family.uncertified
    return {tuple(map(str, c.equations)): c.answer.independent for c in family.cells}


@pytest.mark.parametrize(
    "case, most, cells",
    [
        # of the second degree: both energies, x y' - y x' for a = b; x' for a = 0
        (oscillator(), 18, {(): 1, ("a",): 2, ("b",): 2, ("b - a",): 3}),
        # th', the energy, and u th' + g sin(al) cos(th) with the speed u; or th' and u
        (blade(), 24, {(): 3, ("sin(al)",): 2}),
        (row(), 24, {(): 3, ("a",): 4}),
        # no motion where the mass matrix is singular
        (
            nh.System("x y", "(x'^2 + a*y'^2)/2", parameters={"a": None}),
            12,
            {(): 3, ("a",): None},
        ),
        # [ChangTaborWeiss1982]
        (henon_heiles(), 100, {(): 1, ("C - 6",): 2, ("C - 1", "B - A"): 2}),
    ],
)
def test_how_many_there_are(case, most, cells, monkeypatch):
    assert certified(case, most, monkeypatch) == cells


def test_the_class_that_is_certified_is_the_one_that_was_searched(monkeypatch):
    """As many columns as candidates, the energy and the momenta."""
    monkeypatch.setattr(family_integrals, "MOST", 18)
    monomials = family_integrals._class_of(oscillator()).exponents
    document = json.loads(true())
    answers = (lemma.get("answer") for lemma in document["cases"]["lemmas"])
    for answer in filter(None, answers):
        columns = len(answer["pivots"]) + len(answer["kernel"])
        assert columns == 1 + 2 + len(monomials)


def test_certificates_go_to_files(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(family_integrals, "MOST", 12)
    target = str(tmp_path / "integrals.json")
    words = ["families", "vertical_disk", "--of", "integrals", "--certificate", target]
    assert main(words) == 0
    assert "the verifier accepts these cells" in " ".join(capsys.readouterr().out.split())
    assert main(["verify", target, "--case", "vertical_disk"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["accepted", "  generic: first integrals: 2 independent ones"]
    assert told[2].startswith("  among: products of 0, 1 of the velocities of ")


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def true() -> str:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(family_integrals, "MOST", 18)
        return json.dumps(nh.certificate(nh.families(oscillator(), "integrals")))


def last(made):
    """The proof of the answer for almost all parameters."""
    return [lemma["answer"] for lemma in made["cases"]["lemmas"] if "answer" in lemma][-1]


def combined(made):
    """A row that is made of others."""
    return next(pivot["instead"] for pivot in last(made)["pivots"] if "instead" in pivot)


def fewer(made):
    """An integral more in the place of a row."""
    pivot = last(made)["pivots"].pop()
    last(made)["kernel"][str(pivot["column"])] = {str(pivot["column"]): "1"}


def vector(made):
    """A vector of the kernel, with its column."""
    return next(item for item in last(made)["kernel"].items() if len(item[1]) > 1)


def asked(made, **changes):
    """Another class."""
    made["problem"]["integrals"][0].update(changes)


FORGED = [
    ("the lemma shows", lambda made: made["cells"][0].update(independent=2)),
    ("may be independent", lambda made: last(made)["chosen"].pop()),
    ("as many vectors", lambda made: last(made)["pivots"].pop()),
    ("changes in time", fewer),
    ("changes in time", lambda made: vector(made)[1].update({vector(made)[0]: "a + 1"})),
    ("as many vectors", lambda made: last(made)["kernel"].popitem()),
    ("no combination", lambda made: combined(made).update(times="a + 2")),
    ("no combination", lambda made: combined(made).update(own="0*a")),
    ("echelon form", lambda made: last(made)["pivots"].append(last(made)["pivots"][0])),
    ("not as many guards", lambda made: last(made)["guards"].pop()),
    ("no cosine", lambda made: asked(made, groups=[{"functions": ["x", "y"], "most": 1}])),
    ("not singular", lambda made: last(made).update(motion=False)),
    ("does not follow", lambda made: made["problem"]["constraints"].append("x' - y'")),
    ("velocity that there is not", lambda made: asked(made, velocities=["z"])),
]


@pytest.mark.parametrize("why, change", FORGED)
def test_forged_integrals_are_refused(why, change):
    made = json.loads(true())
    change(made)
    made["sha256"] = digest(made["problem"])
    result = verify(made)
    assert result.status == "refused" and why in result.why, result


def test_vectors_of_the_kernel_are_independent():
    """One of them is another one and itself."""
    made = json.loads(true())
    (_, one), (second, other) = list(last(made)["kernel"].items())[:2]
    one[second] = other[second]
    result = verify(made)
    assert result.why == "vectors that may depend on each other"


@pytest.mark.parametrize(
    "function, most, order", [("t", 1, 1), ("x'", 1, 1), ("a*x", 1, 1), ("x", 101, 1), ("x", 1, 3)]
)
def test_a_class_of_other_functions_is_not_checked(function, most, order):
    made = json.loads(true())
    asked(made, groups=[{"functions": [function], "most": most}], orders=[order])
    made["sha256"] = digest(made["problem"])
    assert verify(made).status == "not checkable"


def test_unspecified_functions_are_not_checked():
    made = json.loads(true())
    made["problem"]["lagrangian"] += " - f(x)"
    made["problem"]["functions"] = {"f": ["x"]}
    made["sha256"] = digest(made["problem"])
    result = verify(made)
    assert result.status == "not checkable" and "unspecified functions" in result.why


def test_no_more_rows_are_solved_than_there_are_pivots(monkeypatch):
    """Beside them stand such of which as many are independent, or fewer."""
    made = []

    class Counted(integrals._Elimination):
        def order(self):
            order = super().order()
            made.append((len(self.rows) - len(self.spare), len(self.spare), len(order)))
            return order

    monkeypatch.setattr(integrals, "_Elimination", Counted)
    true.__wrapped__()
    assert made and all(rows == pivots and spare <= pivots for rows, spare, pivots in made)


def test_one_change_is_refused_or_true():
    """Whatever is accepted of the same problem says what is so."""
    document = json.loads(true())
    numbers = (0, 1, 2, -1)
    right = {(a, b): 3 if a == b else 2 if not a * b else 1 for a, b in product(numbers, repeat=2)}
    scope = oscillator().scope
    graph = scope.expression("a").graph
    for change in random.Random(5).sample(changes(document), 40):
        made = change()
        if made.get("problem") != document["problem"] or verify(made).status != "accepted":
            continue
        for (a, b), count in right.items():
            put = {graph.symbol("a"): graph.lift(a), graph.symbol("b"): graph.lift(b)}

            def zero(texts, put=put):
                return all(scope.expression(text).subs(put).is_zero for text in texts)

            inside = [
                cell["independent"]
                for cell in made["cells"]
                if zero(cell["equations"]) and not any(map(zero, cell["without"]))
            ]
            assert inside and set(inside) == {count}, (a, b)
