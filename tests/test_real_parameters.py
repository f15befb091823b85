"""Cells whose equations are solved for no parameter: real roots, exact points, and forged ones."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from functools import cache
from math import cos, sin

import pytest

import nonholo as nh
from nonholo.cli import main
from nonholo.evidence.problem import digest
from nonholo.verifier.outcome import Stop
from nonholo.verifier.real import signs_at_roots, trimmed

POSITIVE = {"positive": True}


def free(_units):
    """Work that is not counted."""


def product(factors):
    line = [Fraction(1)]
    for factor in factors:
        longer = [Fraction(0)] * (len(line) + len(factor) - 1)
        for i, c in enumerate(line):
            for j, d in enumerate(factor):
                longer[i + j] += c * d
        line = longer
    return trimmed(line)


def at(line, x):
    return sum(c * x**i for i, c in enumerate(line))


# the arithmetic
# ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(8))
def test_signs_at_roots_are_those_at_roots_that_are_known(seed):
    rng = random.Random(seed)
    pairs = ((1, 0, 1), (2, 1, 1), (1, 0, 0, 0, 1))
    for _ in range(100):
        roots = [
            Fraction(rng.randint(-5, 5), rng.choice((1, 1, 2))) for _ in range(rng.randrange(6))
        ]
        scale = [(rng.choice((-2, 1, 3)),)]
        others = rng.sample(pairs, rng.randrange(3))
        f = product([*scale, *((-r, 1) for r in roots), *others])
        q = trimmed([rng.randint(-3, 3) for _ in range(rng.randint(1, 5))])
        low, high = rng.choice((None, Fraction(-7, 3))), rng.choice((None, Fraction(13, 7)))
        inside = {r for r in roots if (low is None or r > low) and (high is None or r < high)}
        expected = sum((at(q, r) > 0) - (at(q, r) < 0) for r in inside)
        assert signs_at_roots(f, q, low, high, free) == expected


def test_an_interval_does_not_end_in_a_root():
    for line in (product([(-1, 1), (-2, 0, 1)]), []):
        with pytest.raises(Stop, match="ends in a root"):
            signs_at_roots(line, [Fraction(1)], Fraction(1), Fraction(2), free)


# cells
# ---------------------------------------------------------------------------------------
def told(constraints, **assumed):
    """The family of some constraints, and its certificate."""
    letters = {n: assumed.get(n) for n in "abc" if n in " ".join(constraints)}
    case = nh.System("x y z w", constraints=list(constraints), parameters=letters)
    found = nh.families(case, "constraints", records=False, certify=True)
    return found.constraints, json.loads(json.dumps(nh.certificate(found)))


CUBIC = ("dz = (c^3 + c - 5) y dx", "dw = (b - c) z dx")
CELLS = (
    (CUBIC, {}, [(2, 3, 4), (2, 3), (2,), (2,)]),
    (("dz = (a^5 + a*b^3 + b^5 + b + 7) y dx",), {}, [(3, 4), (3,)]),
    (("dz = (a^4 + a + 7) y dx",), {}, [(3, 4)]),
    (("dz = (a^3 + 2*a + 3) y dx",), {"a": POSITIVE}, [(3, 4)]),
    (("dz = (a^3 - 2) y dx", "dw = (a^3 - 2*b) z dx"), {}, [(2, 3, 4), (2, 3), (2,), (2,)]),
)


@pytest.mark.parametrize("constraints, assumed, growth", CELLS)
def test_cells_of_any_degree_are_complete_and_certified(constraints, assumed, growth):
    family, made = told(constraints, **assumed)
    assert family.complete and family.certified
    assert sorted(cell.answer.growth for cell in family.cells) == sorted(growth)
    assert all(cell.at or cell.root for cell in family.cells)
    result = nh.verify(made)
    assert (result.status, made["family"]) == ("accepted", 2)
    assert all("point" in cell for cell in made["cells"])


def test_a_root_is_shown_in_words_and_in_json(tmp_path, capsys):
    words = [word for text in CUBIC for word in ("-c", text)]
    assert main(["families", *words]) == 0
    shown = capsys.readouterr().out
    assert "the root of c + c**3 - 5 between 1 and 2" in shown
    assert "yes: the verifier accepts these cells" in shown
    assert main(["families", *words, "--json"]) == 0
    family = json.loads(capsys.readouterr().out)["families"]["constraints"]
    assert family["certified"] is True and "not_certified" not in family
    (root,) = {json.dumps(c["root"]["between"]) for c in family["cells"] if "root" in c}
    assert json.loads(root) == ["1", "2"]


def test_why_a_family_is_not_certified_is_told(capsys):
    assert main(["families", "-c", "dz = sqrt(a*x) dy", "--json"]) == 0
    family = json.loads(capsys.readouterr().out)["families"]["constraints"]
    assert family["complete"] and family["certified"] is False
    assert "a root in a family" in family["not_certified"]
    assert family["rests_on"] == "this program alone"


@pytest.mark.parametrize(
    "row, special",
    [
        ("dz = abs(a) x dy", "a"),
        ("dz = abs(a - b)^3 x dy", "b - a"),
        ("dz = sqrt(a) x dy", "a"),
        ("dz = log(a) y dx", "a - 1"),
    ],
)
def test_conditions_in_absolute_values_roots_and_logarithms_are_solved(row, special):
    family = nh.families(nh.constraints(row), "constraints").constraints
    assert family.complete
    assert [[str(e) for e in cell.equations] for cell in family.cells] == [[], [special]]
    assert family.cells[1].answer.growth == (2,)


def test_a_form_that_loses_its_time_is_judged_without_it():
    """dz = a x dt is a form in (t, x, z), and at a = 0 one in (x, z): its cell says which."""
    still, moving = ((c.answer.space, c.answer.growth) for c in _cells("dz = a*x dt")[::-1])
    assert (still, moving) == (("q", (1,)), ("tq", (2, 3)))
    at_zero = nh.check(nh.System("x z", constraints=["dz = 0"]))
    assert (at_zero.space, at_zero.growth.vector) == still
    (whole,) = _cells("dz = a dt")
    assert (whole.answer.space, whole.answer.growth) == ("tq", (1,))


def _cells(row):
    return nh.families(nh.constraints(row), "constraints", certify=True).constraints.cells


# forged certificates
# ---------------------------------------------------------------------------------------
@cache
def rooted():
    return json.dumps(told(CUBIC)[1])


def forged_points():
    """(what the verifier says, the cell, its point)"""
    root = {"of": "c", "polynomial": "c^3 + c - 5", "between": ["1", "2"]}
    return [
        ("not in its cell", 2, {"values": {"b": "1", "c": "1"}}),
        ("not in its cell", 2, {"values": {"b": "1", "c": "3/2"}}),
        ("leaves out", 2, {"values": {"b": "c"}, "root": root}),
        ("leaves out", 0, {"values": {"b": "1"}, "root": root}),
        ("not in its cell", 3, {"values": {"b": "c^2"}, "root": root}),
        (
            "not one root in an interval",
            2,
            {"values": {"b": "1"}, "root": {**root, "between": ["2", "3"]}},
        ),
        ("without a number", 2, {"values": {"b": "1"}, "root": {**root, "between": ["2", "1"]}}),
        ("two numbers", 2, {"values": {"b": "1"}, "root": {**root, "between": ["1", "c"]}}),
        ("two numbers", 2, {"values": {"b": "1"}, "root": {**root, "between": ["1"]}}),
        ("not in its cell", 2, {"values": {"b": "1"}, "root": {**root, "polynomial": "c^3 - 5"}}),
        (
            "more than one letter",
            2,
            {"values": {"b": "1"}, "root": {**root, "polynomial": "c^3 + b - 5"}},
        ),
        ("no number", 2, {"values": {"b": "b"}, "root": root}),
        (
            "not one root",
            2,
            {
                "values": {"b": "1"},
                "root": {**root, "polynomial": "c^2 - 2", "between": ["-9", "9"]},
            },
        ),
        ("without its value", 2, {"values": {}, "root": root}),
        ("given twice", 2, {"values": {"b": "1", "c": "1"}, "root": root}),
        ("no number", 0, {"values": {"b": "c", "c": "2"}}),
        ("more than parameters", 0, {"values": {"b": "1", "x": "2"}}),
        ("ends in a root", 2, {"values": {"b": "1"}, "root": {**root, "polynomial": "c^2 - c"}}),
        ("ends in a root", 2, {"values": {"b": "1"}, "root": {**root, "polynomial": "0"}}),
    ]


@pytest.mark.parametrize("number", range(19))
def test_forged_points_are_refused(number):
    why, cell, point = forged_points()[number]
    made = json.loads(rooted())
    made["cells"][cell]["point"] = point
    result = nh.verify(made)
    assert result.status != "accepted" and why in result.why, result[:3]


def test_a_point_obeys_what_is_assumed_and_lies_where_the_family_is_defined():
    family, made = told(("dz = y/(a - 1) dx", "dw = (b^3 - a) z dx"), a=POSITIVE)
    assert family.certified
    for value, why in (("-1", "is assumed"), ("1", "not defined"), ("2", "")):
        own = copy.deepcopy(made)
        own["cells"][0]["point"] = {"values": {"a": value, "b": "0"}}
        result = nh.verify(own)
        assert why in result.why and (result.status == "accepted") == (not why)


def with_text(made, old, new):
    """The certificate about another polynomial."""
    text = json.dumps(made).replace(old, new)
    other = json.loads(text)
    other["sha256"] = digest(other["problem"])
    return other


@pytest.mark.parametrize("seed", range(6))
def test_a_polynomial_with_an_admissible_root_is_never_taken_for_one_without(seed):
    """The cells of p(a) y dx where p has no root that a can be; then p is exchanged for one that
    has: one that is accepted has none."""
    rng = random.Random(seed)
    positive = seed % 2
    assumed = {"a": POSITIVE} if positive else {}
    family, made = told(("dz = (a^4 + a + 7) y dx",), **assumed)
    assert family.certified and len(made["cells"]) == 1
    shapes = {json.dumps(made).count(t) for t in ("a**4", "a^4")}
    assert shapes != {0}
    accepted = 0
    for _ in range(25):
        roots = [rng.randint(-4, 4) for _ in range(rng.randrange(3))]
        pairs = [rng.choice(((1, 0, 1), (1, 1, 1), (3, -3, 1))) for _ in range(rng.randint(1, 2))]
        line = product([*((-r, 1) for r in roots), *pairs])
        new = " + ".join(f"({c})*a^{e}" if e else f"({c})" for e, c in enumerate(line))
        other = made
        for old in ("a + a**4 + 7", "a^4 + a + 7"):
            other = with_text(other, old, new)
        for point in (cell.pop("point", None) for cell in other["cells"]):
            assert point is not None or other is not made
        result = nh.verify(other)
        vanishing = any(r > 0 for r in roots) if positive else bool(roots)
        assert not (result.status == "accepted" and vanishing), (roots, pairs)
        accepted += result.status == "accepted"
    assert accepted


def test_a_polynomial_that_has_factors_over_the_field_of_a_root_is_split():
    """c^2 = 7, and b^4 - 4 b^2 + 11 - 2 c (b^2 - 2) = (b^2 - 2 - c)^2."""
    row = "dz = (c^2 - 7) x dy + (b^4 - 4 b^2 + 11 - 2 c*(b^2 - 2) + (c^2 - 7)*a) x^2 dy"
    case = nh.System("x y z", constraints=[row], parameters=dict.fromkeys("abc"))
    document = json.loads(json.dumps(nh.certificate(nh.families(case, "constraints"))))
    assert document["family"] == 2 and nh.verify(document).status == "accepted"
    parts = [
        (n, i)
        for n, lemma in enumerate(document["cases"]["lemmas"])
        for i, part in enumerate(lemma.get("parts", {"of": []})["of"])
        if part["power"] == 2
    ]
    assert parts
    for n, i in parts:
        for key, value in (("power", 1), ("power", 3), ("factor", "b^2 - 2 + c"), ("factor", "b")):
            forged = copy.deepcopy(document)
            forged["cases"]["lemmas"][n]["parts"]["of"][i][key] = value
            assert nh.verify(forged).status != "accepted"


def test_work_is_counted_in_whole_numbers_of_python():
    from nonholo import work

    told(CUBIC)
    assert type(work._count.done) is int


def test_a_letter_in_a_wave_is_found_between_ends():
    """sin(al) cos(be) = sin(be) is solved for no letter, and its sine is none of a simple angle."""
    letters = {"al": None, "be": None}
    row = "dz = (sin(al)*cos(be) - sin(be))*y*dx"
    case = nh.System("x y z", None, [row], parameters=letters)
    found = nh.families(case, "constraints", records=False, certify=True).constraints
    assert found.certified, found.uncertified
    (special,) = found.special
    point = {str(p): float(low) for p, (low, _) in special.between.items()}
    assert abs(sin(point["al"]) * cos(point["be"]) - sin(point["be"])) < 1e-9
    assert abs(sin(point["be"])) > 1e-3
