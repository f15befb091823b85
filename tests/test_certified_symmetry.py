"""Certificates of Cartan's quartic: for all parameters, which distributions have the most
symmetries."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.polys.matrices import DomainMatrix

import nonholo as nh
from nonholo.cli import main
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.cases import answers_for, problem_about
from nonholo.verifier.cases import put_in
from nonholo.verifier.functions import Functions
from nonholo.verifier.outcome import WORK, Budget
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ZERO
from nonholo.verifier.problem import Reader, names_of
from nonholo.verifier.symmetry import TURNED, Symmetric
from nonholo.work import BUDGETS
from tests.draws import draws
from tests.family_forgeries import changes
from tests.test_certified_measures import refused
from tests.test_families import LAWS
from tests.test_quartic import MONGE, monge

SWAPPED = [["0", "1"], ["1", "0"]]  # the quartic is s^4 times a function
NAMES = sympy.symbols("x z y w u")
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


def test_a_snake_of_three_links_is_not_flat():
    """Along the fields that show the growth; with those of x' and th' the quartic has thousands of
    terms more."""
    rows = [
        "a*x'*sin(th) = a*y'*cos(th)",
        "x'*sin(th + p) - y'*cos(th + p) = cos(p)*th' + th' + p'",
        "x'*sin(th + q) - y'*cos(th + q) = -cos(q)*th' - th' - q'",
    ]
    positive = {"a": {"positive": True}}
    case = nh.System("x y th p q", constraints=rows, parameters=positive)
    assert certified(case) == {(): False}


def test_letters_of_the_certificate_are_none_of_the_case():
    rows = ["z' = y*x'", "y' = b0*x'", "u' = ((bb + x)*b0^2 + bb*z*b0)*x'"]
    assert certified(nh.System("x z y b0 u", constraints=rows, parameters={"bb": None}))


TERMS = ("y^2", "z^2", "z*w", "x*w^2", "y*w^2", "exp(x)*w^2", "cos(x)*z", "y^3", "w*cos(y)")


@settings(LAWS, max_examples=draws(4))
@given(st.lists(st.sampled_from(TERMS), min_size=1, max_size=2, unique=True))
def test_the_verifier_finds_the_quartic_that_the_package_does(terms):
    """By other fields and in another arithmetic."""
    added = " + ".join(f"{letter}*{term}" for letter, term in zip("ab", terms))
    certified(monge(f"w^2 + {added}", **dict.fromkeys("ab"[: len(terms)])))


def test_certificates_go_to_files(tmp_path, capsys):
    target = str(tmp_path / "symmetry.json")
    words = ["families", "hilbert_cartan", "--of", "symmetry", "--certificate", target]
    assert main(words) == 0
    assert "the verifier accepts these cells" in capsys.readouterr().out
    assert main(["verify", target, "--case", "hilbert_cartan"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "accepted",
        "  generic: FLAT, growth (2, 3, 5): symmetries of dimension 14 (G2)",
    ]


def in_frame(f: str, frame: list[list[str]]) -> dict:
    """Evidence about u' = f with other fields of the distribution, brackets by SymPy."""
    _, _, y, w, _ = NAMES
    rows = sympy.Matrix(frame).applyfunc(sympy.sympify)
    first = rows * sympy.Matrix([[1, y, w, 0, sympy.sympify(f)], [0, 0, 0, 1, 0]])

    def bracket(X, Y):
        pairs = [*zip(X, Y, NAMES, strict=True)]
        return [
            sympy.expand(sum(a * q.diff(v) - b * p.diff(v) for a, b, v in pairs))
            for p, q, _ in pairs
        ]

    X = {1: list(first.row(0)), 2: list(first.row(1))}
    X[3] = bracket(X[1], X[2])
    X |= {4: bracket(X[1], X[3]), 5: bracket(X[2], X[3])}
    numbers = sympy.QQ.frac_field(*NAMES)
    matrix = sympy.Matrix([X[i] for i in range(1, 6)]).T
    basis, B = DomainMatrix.from_Matrix(matrix).convert_to(numbers), rows.det()

    def whole(e, n=0):
        e = sympy.cancel(e)
        return whole(e * B, n + 1) if sympy.denom(e).free_symbols else f"({e})*q**{n}"

    turned = []
    for a, i in TURNED:
        right = DomainMatrix.from_Matrix(sympy.Matrix(bracket(X[a], X[i]))).convert_to(numbers)
        along = basis.lu_solve(right).to_Matrix()
        turned.append({str(j): whole(e) for j, e in enumerate(along, start=1)})
    fields = [{str(v): str(e) for v, e in zip(NAMES, X[i], strict=True)} for i in (1, 2)]
    return {"inverse": {"q": str(B)}, "frame": fields, "turned": turned}


@pytest.mark.parametrize("number", [8, 9])
@pytest.mark.parametrize("frame", [SWAPPED, [["1", "w"], ["0", "1"]], [["1 + y", "w"], ["2", "1"]]])
def test_the_frame_does_not_matter(frame, number):
    """100 c = 9 b^2, with fields whose brackets have all components, and a letter with rates."""
    f = f"w**2 + 10*y**2 + {number}*z**2"
    rows = [*MONGE, f"u' = ({f})*x'"]
    problem = {"holonomic_constraints": [], "inequalities": [], "constraints": rows}
    problem |= {"coordinates": [*map(str, NAMES)], "parameters": {}}
    language = Functions(4, Budget(10**8))
    reader = Reader(language, *names_of(problem))
    levels, _ = put_in(reader, problem, {})
    region = Symmetric(levels, Parameters(language, reader, [], [], []), [], "q")
    quartic = region.quartic(*region.frame(in_frame(f, frame)))
    assert region.vanish(quartic(None)) is (number == 9)
    symbols = {str(v): str(n) for n, v in enumerate(NAMES, start=2)}
    place = Point(language, reader, {"symbols": symbols, "angles": {}, "exponents": {}})
    everywhere = region.at(place, quartic(None))
    (B,) = region.at(place, region.inverse).values()  # one power more at a place
    for n, x in quartic(place).items():
        assert language.same(x, language.times(B, everywhere.get(n, ZERO)))
    assert len(quartic(place)) == len(everywhere)


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


def valued(made):
    """The value of the quartic that tells that it is not 0."""
    (value,) = answers(made)[0]["guards"][-1]["values"]
    del answers(made)[0]["guards"][-1]["then"]
    return value


def dependent(made, cell, value):
    """Both fields are one, so that all brackets are 0, and the quartic is, too."""
    answer = answers(made)[cell]
    answer["frame"][1] = answer["frame"][0]
    answer["turned"] = [{}, {}, {}]
    flat(made, cell, value)


FORGED = [
    ("does not vanish", lambda made: (flat(made, 0, True), answers(made)[0]["guards"].pop())),
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
    ("may vanish", lambda made: valued(made).update(columns=["1"])),  # c - 9 b^2/100 is free of s
    ("do not fit", lambda made: valued(made).update(columns=["5"])),
    ("no such place", lambda made: valued(made).update(at=9)),
    ("is not declared", lambda made: answers(made)[0]["inverse"].update(q="p")),
    ("another space", lambda made: answers(made)[0].update(space="tq")),
]


@pytest.mark.parametrize(("why", "change"), FORGED)
def test_forged_evidence_is_refused(why, change):
    made = json.loads(true())
    change(made)
    refused(made, why)


def test_time_is_no_coordinate_of_a_distribution():
    """With t in the place of x brackets and quartic are the same, but not what is asked."""
    made = json.loads(true().replace('"x"', '"t"').replace('"space": "q"', '"space": "tq"'))
    made["problem"]["coordinates"].remove("t")
    rows = made["problem"]["constraints"]
    made["problem"]["constraints"] = [row.replace("*x'", "") for row in rows]
    refused(made, "with time")


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


@pytest.mark.parametrize("zero_at", [0, 1])
@pytest.mark.parametrize("added", ["q*x - 1", "(q*x - 1)*p", "x/q^2 - x^3"])
def test_what_is_divided_by_0_at_a_place_shows_nothing(added, zero_at):
    """q x - 1 is 0 for q = 1/x, but -1 where x = 0: the flat distribution would not be flat."""
    made = json.loads(json.dumps(nh.certificate(nh.families("hilbert_cartan", "symmetry"))))
    flat(made, 0, False)
    answer = answers(made)[0]
    answer.update(inverse={"q": "x"}, turned=[{"3": added}, {}, {}])
    places = [{"x": str(x), "y": "1", "z": "1", "p": "2", "s": "3"} for x in (1, 0)]
    made["cases"]["places"] = [{"symbols": x, "angles": {}, "exponents": {}} for x in places]
    answer["guards"].insert(2, {"values": [{"at": 0, "columns": ["B"]}]})
    answer["guards"].append({"values": [{"at": zero_at, "columns": ["0"]}]})
    refused(made, "a guard that may vanish")


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


def test_all_answers_take_the_work_of_one_check_at_most():
    """A snake of three links asked for four times as much, and a minute, and got no certificate."""
    answered = nh.families(nh.case("two_spheres_1_3"), "symmetry", records=False)
    made = answers_for(
        answered, problem_about(answered.case, "symmetry"), Allowed.of(BUDGETS.families), "symmetry"
    )
    assert made(4).budget.left <= WORK
