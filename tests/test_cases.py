"""The published facts of all cases: none fails, wrong ones do, what is not checked is known."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nonholo import expectations
from nonholo.dossier.dossier import Dossier, analyze
from nonholo.expectations import FAILS, HOLDS, RULES, UNCHECKED, Fact, judge
from nonholo.formulations import FORMULATIONS
from nonholo.readers.case_file import find_cases, parse_case
from tests.asked import analysed

FOLDER = Path(__file__).parents[1] / "cases"
CASES = find_cases([FOLDER, FOLDER / "nonlinear", FOLDER / "hidden"])
SLOW = {"three_trailers", "four_trailers", "two_spheres_1_3"}
FAST = [path for path in CASES if path.stem not in SLOW]
EVERY_CASE = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in SLOW))
        for path in CASES
    ],
)

CHECKED_AT_LEAST = 555
WORDS = "words for people"
NONLINEAR = "nonlinear in the velocities"
NOT_CHECKED = {  # key -> what its reason has to say
    "circular_orbit": WORDS,
    "classification": NONLINEAR,
    "critical_rolling": WORDS,
    "critical_spinning": WORDS,
    "general": WORDS,
    "holonomic": NONLINEAR,
    "integrals": WORDS,
    "measure": WORDS,
    "naive.note": WORDS,
    "no_slip": WORDS,
    "path": WORDS,
    "reachable": WORDS,
    "reaction_norm_angle_form": "undecided",
    "reduced": WORDS,
    "release": WORDS,
    "results": WORDS,
    "vakonomic.note": WORDS,
}


def analysis_of(path: Path) -> Dossier:
    return analysed(path.stem)


@cache
def facts_of(path: Path) -> tuple[Fact, ...]:
    return judge(analysis_of(path))


def judged(analysis: Dossier, expected: dict[str, Any]) -> tuple[Fact, ...]:
    """The facts of the same case with other things expected of it."""
    return judge(replace(analysis, case=replace(analysis.case, expected=expected)))


# what is published ------------------------------------------------------------------------------
@EVERY_CASE
def test_no_published_fact_fails(path):
    assert [fact for fact in facts_of(path) if fact.status == FAILS] == []


def leaves(value: Any, path: str) -> Iterator[str]:
    """The path of every number, text and truth value."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from leaves(part, f"{path}[{i}]")
    else:
        yield path


def belongs(leaf: str, fact: Fact) -> bool:
    return leaf == fact.key or leaf.startswith((f"{fact.key}.", f"{fact.key}["))


@EVERY_CASE
def test_formulations_agree_and_rivals_differ_by_a_named_term(path):
    """Proved for every formulation that applies; a rival that differs has a term that does not
    vanish, and no other.
    """
    compared = analysis_of(path).comparison
    if compared is None:
        assert analysis_of(path).case.system.lagrangian is None
        return
    assert all(e.agrees and e.decision.proved for e in compared.formulations)
    assert {e.equations.name for e in compared.formulations} | {
        r.name for r in compared.refused
    } >= set(FORMULATIONS)
    for error in compared.errors:
        name = f"substituted {', '.join(error.eliminated)}"
        assert compared.entry(name).agrees is error.safe.answer is not None
        assert error.safe.answer or any(not e.is_zero for e in (*error.gradient, *error.curvature))
    if compared.principle is not None:
        assert compared.entry("vakonomic").agrees is compared.principle.vanishes.answer is not None


@EVERY_CASE
def test_every_leaf_belongs_to_exactly_one_fact(path):
    expected = {k: v for k, v in analysis_of(path).case.expected.items() if k != "sample"}
    found = list(leaves(expected, ""))
    assert [leaf for leaf in found if sum(belongs(leaf, f) for f in facts_of(path)) != 1] == []
    assert [f.key for f in facts_of(path) if not any(belongs(leaf, f) for leaf in found)] == []


def test_what_is_checked_does_not_shrink():
    holding = [fact for path in FAST for fact in facts_of(path) if fact.status == HOLDS]
    assert len(holding) >= CHECKED_AT_LEAST


def test_what_is_not_checked_is_known():
    unchecked = [f for path in FAST for f in facts_of(path) if f.status == UNCHECKED]
    assert {f.key for f in unchecked} <= set(NOT_CHECKED)
    assert [f for f in unchecked if NOT_CHECKED[f.key] not in f.detail] == []


# what is wrong ----------------------------------------------------------------------------------
def opposite(text: str) -> str:
    return "1" if text == "0" else f"-({text})"


def plus(term: str) -> Callable[[str], str]:
    return lambda text: f"{text} + {term}"


def each(spoil: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same mistake in every entry of a list or a table."""
    return lambda values: (
        {k: spoil(v) for k, v in values.items()}
        if isinstance(values, dict)
        else [spoil(v) for v in values]
    )


def at(**spoils: Callable[[Any], Any]) -> Callable[[dict], dict]:
    """A mistake in some entries of a table; the others stay."""
    return lambda table: {k: spoils[k](v) if k in spoils else v for k, v in table.items()}


def other_class(text: str) -> str:
    return "nonholonomic" if text.startswith(("holonomic", "unconstrained")) else "holonomic"


def longer(vector: list[int]) -> list[int]:
    return [*vector[:-1], vector[-1] + 1]


def negated(truth: bool) -> bool:
    return not truth


def doubled(text: str) -> str:
    return f"2*({text})"


MISTAKES: dict[str, Callable[[Any], Any]] = {
    "classification": other_class,
    "holonomic": negated,
    "scleronomic": negated,
    "affine": negated,
    "nonlinear": negated,
    "n_first_integrals": lambda h: h + 1,
    "dof": lambda n: n + 1,
    "accessible": negated,
    "virtual_distribution_integrable": negated,
    "individually_integrable": each(negated),
    "rank_generic": lambda k: k + 1,
    "rank_at": each(at(rank=lambda k: k + 1)),
    "growth": each(at(vector=longer)),
    "restricted": each(at(relations=lambda r: r + 1)),
    "growth_space": {"q": "tq", "tq": "q"}.get,
    "degree": lambda s: s + 1,
    "degree_generic": lambda s: s + 1,
    "degree_singular": lambda s: s + 1,
    "degree_max": lambda s: s + 1,
    "wedge": each(plus("7")),
    "wedge_singular_set": lambda text: "x + y = 0",
    "darboux_class": each(lambda number: number + 1),
    "virtual": lambda text: text.replace("-", ""),
    "fields": each(lambda field: [f"{field[0]} + 1", *field[1:]]),
    "first_integrals": each(plus("t")),
    "certificates": each(at(potential=plus("t"))),
    "integral_manifold": each(plus("t")),
    "accel": each(opposite),
    "equilibria": each(at(stability={"stable": "unstable", "unstable": "stable"}.get)),
    "friction": each(plus("1")),
    "consistency": at(consistent=negated),
    "multipliers": each(opposite),
    "reaction_norm": doubled,
    "normal_force": doubled,
    "conserved": each(plus("t")),
    "not_conserved": each(lambda text: "7"),
    "voronec_curvature_zero": negated,
    "voronec_betas": each(opposite),
    "reduced_lagrangian": plus("7"),
    "naive": at(
        lagrangian=plus("7"),
        accel=each(opposite),
        matches_correct=negated,
        general_solution=plus("t"),
    ),
    "variants": each(at(theta=plus("7"), phi=plus("7"), correct=negated)),
    "solutions": each(at(x=plus("t**3"))),
    "admissible_paths": each(at(x=plus("t**3"))),
    "access_path": at(f=plus("t**5")),
    "vakonomic": at(general_x=plus("t**2")),
    "reference": at(q=lambda values: [float(values[0]) + 1e-6, *values[1:]]),
    "release_angle_rad": lambda angle: float(angle) + 1e-6,
}
LEFT_ALONE = (".eliminate", ".keep_constraints[0]", ".substitution")


def spoilt(expected: dict[str, Any]) -> dict[str, Any]:
    return {key: MISTAKES[key](value) for key, value in expected.items() if key in MISTAKES}


@EVERY_CASE
def test_every_wrong_fact_fails(path):
    analysis = analysis_of(path)
    wrong = {fact.key: fact for fact in judged(analysis, spoilt(analysis.case.expected))}
    held = [fact.key for fact in facts_of(path) if fact.status == HOLDS and fact.key in wrong]
    checked = [key for key in held if not key.endswith(LEFT_ALONE)]
    assert checked
    assert [wrong[key] for key in checked if wrong[key].status != FAILS] == []


def test_there_is_a_mistake_for_every_rule_that_is_met():
    met = {key for path in FAST for key in analysis_of(path).case.expected}
    prose = {key.split(".")[0] for key in NOT_CHECKED}
    assert met - prose - {"sample", "singular_set"} <= set(MISTAKES)


def _path(stem: str) -> Path:
    return next(path for path in CASES if path.stem == stem)


def one_fact(stem: str, **expected: Any) -> Fact:
    """The last of the facts that a case would state."""
    return judged(analysis_of(_path(stem)), expected)[-1]


@pytest.mark.parametrize(
    ("stem", "stated"),
    [
        ("martinet", "x = 0"),
        ("martinet", "y + 1 = 0"),
        ("heisenberg", "x = 0"),
        ("cyclic_form", "x + y = 0"),
        ("one_sided_drift", "y = 0"),
    ],
)
def test_a_wrong_singular_set_fails(stem, stated):
    assert one_fact(stem, singular_set=stated).status == FAILS


def test_a_singular_set_is_not_empty_where_the_growth_vector_is_longer():
    growth = [{"vector": [2, 2, 3], "at": {"x": "0"}}]
    assert one_fact("martinet", growth=growth, singular_set="empty").status == FAILS


@pytest.mark.parametrize(
    ("stem", "key", "stated", "found"),
    [
        ("vertical_disk", "accel", {"x": "a*sin(theta)*phidot*thetadot"}, "cos(theta)"),
        ("rolling_coin", "multipliers", ["0"], "thetadot"),
        ("heisenberg", "growth", [{"vector": [2, 2, 3], "at": {}}], "[2, 3]"),
        ("unicycle", "conserved", ["xdot"], "not conserved"),
        ("chaplygin_sleigh", "conserved", ["thetadot"], "not conserved"),
        ("exact_form", "first_integrals", ["x*y"], "does not vanish"),
        ("neimark_fufaev_pair", "first_integrals", ["y/x", "x/y"], "a function of those before"),
        (
            "rolling_coin",
            "naive",
            {"keep_constraints": ["xdot - R*phidot*sin(theta)"], "eliminate": ["x"]},
            "keep_constraints",
        ),
    ],
)
def test_a_failure_says_what_is_found(stem, key, stated, found):
    failed = [f for f in judged(analysis_of(_path(stem)), {key: stated}) if f.status == FAILS]
    assert any(found in f"{f.key}: {f.detail}" for f in failed)


# how it is said ---------------------------------------------------------------------------------
OSCILLATOR = """
coordinates = ["x", "y"]
lagrangian = "(xdot**2 + ydot**2)/2 - (a*x**2 + b*y**2)/2"
parameters = { a = 1.5, b = %s }
"""


@pytest.mark.parametrize(
    ("b", "conserved", "not_conserved"), [("1.5", HOLDS, FAILS), ("1.6", FAILS, HOLDS)]
)
def test_a_claim_may_hold_at_the_given_numbers_only(b, conserved, not_conserved):
    analysis = analyze(parse_case(OSCILLATOR % b))
    area = ["x*ydot - y*xdot"]
    kept, lost = judged(analysis, {"conserved": area, "not_conserved": area})
    assert (kept.status, lost.status) == (conserved, not_conserved)
    assert ("at the given numbers only" in kept.detail) == (conserved == HOLDS)


def test_the_other_orientation_of_w_dw_is_accepted_and_said():
    fact = one_fact("rosenberg_particle", wedge=["-1"])
    assert (fact.status, "opposite orientation" in fact.detail) == (HOLDS, True)


def test_orientation_is_one_sign_for_all_forms():
    pair = judged(analysis_of(_path("lemos_integrable_pair")), {"wedge": ["2*x*y*z", "2*x*y*z"]})
    assert [f.status for f in pair] == [FAILS, HOLDS]


def test_one_first_integral_of_two_may_be_stated_alone():
    fact = one_fact("neimark_fufaev_pair", first_integrals=["y/x"])
    assert (fact.status, "number 1 of h = 2" in fact.detail) == (HOLDS, True)


@pytest.mark.parametrize(("vector", "status"), [([2, 3], HOLDS), ([2, 2, 3], FAILS)])
def test_a_growth_vector_without_a_point_is_the_generic_one(vector, status):
    """At the origin that of Martinet's distribution is (2, 2, 3)."""
    assert one_fact("martinet", growth=[{"vector": vector}]).status == status


def test_multipliers_of_redundant_constraints_are_not_judged():
    fact = one_fact("redundant_constraints", multipliers=["0"])
    assert (fact.status, "redundant" in fact.detail) == (UNCHECKED, True)


def test_what_cannot_be_read_is_unchecked_with_the_readers_words():
    fact = one_fact("unicycle", conserved=["xdot + speed"])
    assert (fact.status, "speed is not declared" in fact.detail) == (UNCHECKED, True)


def test_a_key_without_a_rule_is_unchecked():
    assert one_fact("unicycle", colour="red") == Fact("colour", UNCHECKED, "no rule for this key")


ODD_VALUES = [
    3,
    True,
    "",
    "(",
    "x + ",
    "x = = 0",
    "dt",
    [],
    [3],
    ["("],
    [[]],
    [["("]],
    {},
    {"x": "("},
    {"q": "1"},
    {"note": 3},
    [{}],
    [{"at": 3}],
    [{"at": {"q": "1"}, "rank": 1}],
    [{"at": {"R": "1"}, "vector": [2]}],
    [{"multipliers": ["1"], "potential": 3}],
    [{"x": "t", "y": "t", "z": "t", "extra": 3}],
    [{"x": "t", "y": "c", "extra": {"c": "("}}],
    [{"x": "t", "y": "t", "extra": {"t": 1}}],
    {"eliminate": 3, "accel": 3, "lagrangian": "1"},
    {"eliminate": ["q"], "accel": {"q": "1"}, "general_solution": "(", "keep_constraints": ["("]},
]


@pytest.mark.parametrize("stem", ["rolling_coin", "moving_circle", "gas_in_box", "heisenberg"])
@pytest.mark.parametrize("key", RULES)
def test_no_statement_however_odd_raises(stem, key):
    for value in ODD_VALUES:
        facts = judged(analysis_of(_path(stem)), {key: value})
        assert {f.status for f in facts} <= {HOLDS, FAILS, UNCHECKED}


def test_the_example_in_the_docstring_runs():
    assert doctest.testmod(expectations) == (0, 2)
