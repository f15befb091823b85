"""Certificates of vakonomic families by values at a state: rates that are not multiplied out."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from math import inf

import pytest

import nonholo as nh
from nonholo.evidence import contradictions
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.cases import problem_about
from nonholo.evidence.contradictions import Contradictions, products_ahead
from nonholo.evidence.problem import digest
from nonholo.findings.family_levels import on_levels
from nonholo.verifier.family import verify
from nonholo.verifier.outcome import Stop
from nonholo.verifier.polynomials import ZERO
from nonholo.verifier.vakonomic import BESIDE
from nonholo.work import BUDGETS
from tests.test_certified_measures import refused

MOTION = "(x'^2 + y'^2 + z'^2)/2"
BENT = "z' = a*y*x' + c*x*y'"
SLEIGH = "x'*sin(th) - y'*cos(th) = -a*th'"
STATE = {"x": "2", "y": "-1", "z": "1/2", "x'": "3", "y'": "1/2", "th'": "2"}


def answers_about(names, lagrangian, rows, forces=None):
    case = nh.System(names, lagrangian, rows, parameters=dict.fromkeys("abc"), forces=forces or {})
    allowed = Allowed.of(BUDGETS.families)
    return Contradictions(on_levels(case), problem_about(case, "vakonomic"), [], 4, [{}], allowed)


@pytest.mark.parametrize(
    ("names", "lagrangian", "rows", "dependent", "waves"),
    [
        ("x y z", f"{MOTION} + b*x*z'^2 - c*z", [BENT], "z", {}),
        (
            "x y th",
            "(x'^2 + b*y'^2 + c*th'^2)/2 - sin(th)*x",
            [SLEIGH],
            "y",
            {"th": ("4/5", "3/5")},
        ),
        ("x y z", f"{MOTION} + b*x*x'", ["z' = a*exp(2*x)*y*x' + c*y'*x^3"], "z", {"x": "3"}),
    ],
)
@pytest.mark.parametrize("equation", ["", "a - 2*c"])
@pytest.mark.parametrize("force", [{}, {"x": "-b*x'*y'"}])
def test_values_along_are_those_of_rates_that_are_multiplied_out(
    names, lagrangian, rows, dependent, waves, equation, force
):
    """The same minor of conditions and rates of rates, but for powers of det G."""
    answers = answers_about(names, lagrangian, rows, force)
    letters, language = answers.parameters, answers.language
    unknown = letters.unknown(["symbol", "a"])
    solved = [letters.leading(letters.polynomial(equation), unknown)] if equation else []
    region = answers._made(solved)
    kind = "angles" if "th" in waves else "exponents"
    place = {"symbols": {q: x for q, x in STATE.items() if q.strip("'") in names.split()}}
    place["symbols"].pop(f"{dependent}'", None)
    point = letters.place({**place, "angles": {}, "exponents": {}, kind: waves})
    record = {"rows": [0], "dependent": [dependent], "rates": [0, 1, 2]}
    _, made, mass, field, rates = region.flow(record)
    plain = answers._made([])
    made = list(made)
    for number in record["rates"]:
        made.append(plain.rate(made[number], field, rates))
    numbers = [
        [letters.value(point, row.get(l, ZERO)[0]) for l in (dependent, BESIDE)] for row in made
    ]
    first, seen = letters.value(point, mass[0]), 0
    for chosen in combinations(range(len(made)), 2):
        exact = letters.determinant([numbers[n] for n in chosen])
        along = region.value({**record, "chosen": chosen}, point)
        powers = (language.mul(along, language.power(first, n)) for n in range(5))
        exact = letters.reduced(exact, solved)
        seen += bool(exact)
        assert exact in [letters.reduced(p, solved) for p in powers]
    assert seen


@pytest.mark.parametrize(
    ("names", "lagrangian", "row", "dependent"),
    [
        ("x y z", f"{MOTION} + b*x*z'^2 - c*z", BENT, "z"),
        ("x y th", "(x'^2 + b*y'^2 + c*th'^2)/2 - sin(th)*x", SLEIGH, "y"),
    ],
)
def test_rates_that_are_followed_take_no_more_products_than_is_expected(
    names, lagrangian, row, dependent
):
    """Those of which no rate is formed are not multiplied out."""
    region = answers_about(names, lagrangian, [row])._made([])
    split = {"rows": [0], "dependent": [dependent]}
    _, rows, _, field, rates = region.flow(split)
    given = len(rows)
    followed = [*range(given), *range(given, 2 * given)]
    assert products_ahead(region, split, followed[:given]) == 0
    made = [region.rate(row, field, rates) for row in rows]
    terms = sum(len(x[0]) for row in made for x in row.values())
    assert terms <= products_ahead(region, split, followed)


# forged certificates
# ---------------------------------------------------------------------------------------
def long(*_):
    """No rates are multiplied out."""
    return inf


@cache
def true() -> str:
    """Of dz = a y dx + c x dy, all by values at a state."""
    case = nh.System("x y z", MOTION, [BENT], parameters=dict.fromkeys("ac"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contradictions, "products_ahead", long)
        return json.dumps(nh.certificate(nh.families(case, "vakonomic")))


def answer(made: dict, cell: int) -> dict:
    """That of the last lemma about a cell."""
    return [
        x["answer"] for x in made["cases"]["lemmas"] if x.get("answer", {}).get("cell") == cell
    ][-1]


def test_the_certificate_holds_values_at_a_state():
    made = json.loads(true())
    assert answer(made, 0)["along"] and nh.verify(made).status == "accepted"


@pytest.mark.parametrize(
    ("cell", "why", "change"),
    [
        # conditions that a mu(t) obeys: fewer, twice the same, none of the rates
        (0, "may be met", {"chosen": [0]}),
        (0, "a guard that may vanish|may not hold", {"chosen": [0, 0]}),
        (0, "a guard that may vanish|may not hold", {"chosen": [0, 1], "rates": []}),
        (0, "a guard that may vanish|may not hold", {"chosen": [0, 1, 2]}),
        (0, "list index", {"rates": []}),
        (0, "list index", {"rates": [7]}),
        # where all mu agree, or one does
        (2, "the lemma shows", {"along": True, "rates": [0], "chosen": [0, 2]}),
        (1, "the lemma shows", {"along": True, "rates": [0], "chosen": [0, 2]}),
        # rows that are left out, other velocities
        (0, "does not follow from the others", {"rows": [], "dependent": []}),
        (0, "", {"dependent": ["x"]}),
    ],
)
def test_forged_conditions_are_refused(cell, why, change):
    made = json.loads(true())
    answer(made, cell).update(change)
    told = nh.verify(made)
    assert told.status == "refused" and any(one in told.why for one in why.split("|")), told[:3]


@pytest.mark.parametrize("cell", [1, 2])
def test_no_contradiction_where_a_mu_obeys(cell):
    made = json.loads(true())
    one = answer(made, cell)
    one.update(along=True, agrees=False, rates=[0], chosen=[0, 2])
    one["guards"] = [*one["guards"][:2], answer(made, 0)["guards"][2]]
    made["cells"][cell].update(agrees=False, free=None)
    refused(made, "")


def test_forged_conditions_that_a_mu_obeys_are_as_many_as_there_are_nu():
    """Where a = -c there is one condition, which is independent where a is not 0."""
    made = json.loads(true())
    one, state = answer(made, 1), answer(made, 0)["guards"][2]["values"][0]
    one.update(along=True, agrees=False, rates=[], chosen=[0])
    one["guards"][2]["values"] = [state]
    one["guards"][2]["then"]["because"]["1"]["times"] = "-1/2"
    made["cells"][1].update(agrees=False, free=None)
    refused(made, "may be met")


@pytest.mark.parametrize(
    "symbols",
    [
        {"x": "0", "y": "0", "x'": "0", "y'": "0"},  # all conditions are 0 at rest
        {"x": "1", "y": "2", "x'": "1", "y'": "0"},  # p stays what it is
        {"x": "0", "y": "0", "x'": "1", "y'": "1", "a": "1"},  # a value of a parameter
        {"x": "0", "y": "0", "x'": "1", "y'": "1", "det G": "1"},
    ],
)
def test_forged_states_are_refused(symbols):
    made = json.loads(true())
    guard = answer(made, 0)["guards"][2]
    guard["values"] = [{"at": len(made["cases"]["places"]), "columns": ["minor"]}]
    made["cases"]["places"].append({"symbols": symbols, "angles": {}, "exponents": {}})
    refused(made, "")


@pytest.mark.parametrize("along", [False, True])
@pytest.mark.parametrize("power", [2, 3])
def test_forged_values_that_are_divided_by_letters_are_refused(along, power):
    """1 - 1/b^2 has no root among its powers that are not negative; b = 1 is one."""
    made = json.loads(true())
    motion = f"(x'^2 + y'^2)/(2*b^{power}) + z'^2/2 - z*(1 - 1/b^2)"
    made["problem"].update(lagrangian=motion, constraints=["z' = y*x' - x*y'"])
    made["problem"]["parameters"] = {"b": None}
    made["cells"] = [{"equations": [], "without": [], "agrees": False, "free": None}]
    states = {}, {"x": "0", "y": "0"}, {"x": "0", "y": "0", "x'": "1", "y'": "1"}
    made["cases"]["places"] = [{"symbols": s, "angles": {}, "exponents": {}} for s in states]
    columns = ["D"], ["G"], ["minor"] if along else ["z", BESIDE]
    guards = [{"values": [{"at": n, "columns": names}]} for n, names in enumerate(columns)]
    told = {"cell": 0, "apart": {}, "outside": {}, "guards": guards, "along": along}
    told |= {"rows": [0], "dependent": ["z"], "motion": True, "agrees": False}
    told |= {"rates": [0], "chosen": [0, 2]}
    made["cases"]["lemmas"] = [{"zero": [], "nonzero": [], "solved": [], "answer": told}]
    refused(made, "a guard that may vanish")


NO = {"equations": [], "without": [], "agrees": False, "free": None}
REST = {"x": "0", "y": "0", "x'": "1", "y'": "1"}
PLANE = "(x'^2 + y'^2)/2"


def said_to_contradict(
    names, lagrangian, rows, forces, letters, told, places, equation="", lead=()
) -> dict:
    """No motion is said to be vakonomic: D, det G and a minor have values at these places.

    equation: where that of a holds the same is said again; it is what the minor is elsewhere; lead:
    what stands beside a, if it is no number."""
    case = nh.System(names, lagrangian, rows, parameters=letters, forces=forces)
    problem = problem_about(case, "vakonomic")
    guards = [{"values": [{"at": n, "columns": [name]}]} for n, name in enumerate(GUARDS)]
    one = {"cell": 0, "apart": {}, "outside": {}, "guards": guards, "along": True, **told}
    one |= {"motion": True, "agrees": False}
    lemma = {"zero": [], "nonzero": [], "solved": [], "answer": one}
    lemmas = [lemma]
    if equation:
        then = {"lemma": 0, "because": {"0": {"equation": 0, "times": "1"}}}
        minor = [*guards[:2], {**guards[2], "then": then}]
        initial = {str(n): 1 for n in range(len(lead))}
        solved = [{"equation": 0, "by": ["symbol", "a"], "initial": initial}]
        there = {**lemma, "zero": [equation], "nonzero": [*lead], "solved": solved}
        lemmas = [there, {**lemma, "answer": {**one, "guards": minor}}]
    assumed = [f"{name} > 0" for name, how in letters.items() if how]
    places = [{"symbols": symbols, "angles": {}, "exponents": {}} for symbols in places]
    cases = {"assumed": assumed, "nonzero": [], "places": places, "lemmas": lemmas}
    return {"family": 5, "problem": problem, "cells": [NO], "cases": cases}


GUARDS = "D", "G", "minor"
TOLD = {"rows": [0], "dependent": ["z"], "rates": [0], "chosen": [0, 2]}


def test_forged_values_where_det_g_is_0_are_refused():
    """Where b = 0 motions are vakonomic, nu = y'.  At y = 0 det G is b, as is the minor."""
    forces = {"x": "-y", "y": "(1 - b/2)*y'^2 + x'*y' + 2*y - y^2", "z": "1"}
    motion = "x'^2/2 + (b*(1 - y) + 2*y)*y'^2/2 + z'*y'"
    places = {}, {"x": "0", "y": "1"}, REST
    made = said_to_contradict("x y z", motion, ["z' = y*x'"], forces, {"b": None}, TOLD, places)
    refused(made, "a guard that may vanish")


@pytest.mark.parametrize(
    ("force", "letters", "equation", "lead"),
    [
        ("a^2*x'/2", {"a": None}, "a^2 - 2", []),
        ("(1 + c)*a*x'/2", {"a": None, "c": {"positive": True}}, "a*c + a - 2", ["c + 1"]),
    ],
)
def test_forged_letters_of_equations_that_are_not_solved_are_refused(
    force, letters, equation, lead
):
    """p = x on z, so motions are vakonomic where the force there is x'."""
    given = [f"{PLANE} + x*z'", ["z' = y*x'"], {"z": force}]
    made = said_to_contradict("x y z", *given, letters, TOLD, [{}, {}, REST], equation, lead)
    refused(made, "a guard that may vanish")


def test_forged_motions_that_are_divided_are_not_checkable():
    """All are vakonomic, with nu_z = v (1 + u^2) and nu_v = 0; if v' were 1 they would not be."""
    rows, forces = (
        ["z' = y*x'", "(1 + u^2)*v' = 1"],
        {"v": "-(1 + u^2)*z'", "z": "1 + 2*u*u'*v", "x": "b"},
    )
    motion = f"{PLANE} + u'^2/2 + v*(1 + u^2)*z'"
    told = {"rows": [0, 1], "dependent": ["z", "v"], "rates": [0], "chosen": [0, 2, 3]}
    place = {**REST, "u": "1", "u'": "1", "v": "0", "z": "0"}
    places = {"u": "0"}, {"u": "0"}, place
    made = said_to_contradict("x y u z v", motion, rows, forces, {"b": None}, told, places)
    made["sha256"] = digest(made["problem"])
    assert nh.verify(made)[::2] == ("not checkable", "what is divided along a motion")


@pytest.mark.parametrize("value", [{"columns": ["D"]}, {"columns": []}, {"at": -1}])
def test_forged_values_are_refused(value):
    made = json.loads(true())
    answer(made, 0)["guards"][2]["values"][0].update(value)
    refused(made, "")


def test_no_wave_of_a_value_and_no_endless_rates():
    made = json.loads(true())
    answer(made, 0)["guards"][2]["values"][0]["wave"] = 0
    assert nh.verify(made).status == "not checkable"
    made = json.loads(true())
    assert verify(made, work=100_000).status == "accepted"
    answer(made, 0)["rates"] = [0, *range(2, 4000)]
    assert verify(made, work=100_000).status == "limit reached"


@pytest.mark.parametrize(
    ("lagrangian", "row", "why"),
    [
        (MOTION, "(1 + x^2)*z' = a*y + b*x'", "divided along a motion"),
        (f"{MOTION} + a*x'^2/x", "z' = a*y*x'", "no polynomial along a motion"),
        (MOTION, "z' = a*f(x)*y'", "such a function along a motion"),
    ],
)
def test_what_is_no_polynomial_along_a_motion_is_not_checkable(lagrangian, row, why):
    answers = answers_about("x y z", lagrangian, [row])
    record = {"rows": [0], "dependent": ["z"], "rates": [0, 1], "chosen": [0, 2]}
    symbols = {q: x for q, x in STATE.items() if q not in ("th'", "z'")}
    point = answers.parameters.place({"symbols": symbols, "angles": {}, "exponents": {}})
    with pytest.raises(Stop, match=why) as stop:
        answers._made([]).value(record, point)
    assert stop.value.args[0] == "not checkable"
