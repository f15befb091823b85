"""What unspecified functions must obey for a set to be holonomic, and what short equations say."""

import copy
import tomllib
from pathlib import Path

import pytest

import nonholo as nh
from nonholo.evidence.cases import problem_about
from nonholo.evidence.exactly import exactly
from nonholo.evidence.problem import digest
from nonholo.findings.families import families as solved_families
from nonholo.verifier import verify
from nonholo.views.families.text import families_text

CASES = Path(__file__).parents[1] / "cases"

# rows; the words; functions that obey them; functions that do not
SOLVED = [
    (["x' = f(y) z'"], "f is constant", [{"f(y)": "3"}], [{"f(y)": "y"}]),
    (
        ["z' = f(y) x'", "w' = a*f(y) y x'"],
        "f is constant; a = 0 or f is 0",
        [{"f(y)": "0"}, {"f(y)": "2", "a": "0"}],
        [{"f(y)": "2"}, {"f(y)": "y", "a": "0"}],
    ),
    (
        ["z' = f(y) x'", "w' = f(y) y x'"],
        "f is 0",
        [{"f(y)": "0"}],
        [{"f(y)": "1"}, {"f(y)": "y"}],
    ),
    (
        ["x' = f(y) z' + g(z) y'"],
        "f'(y) and g'(z) are the same constant",
        [{"f(y)": "2*y + 1", "g(z)": "2*z"}],
        [{"f(y)": "2*y", "g(z)": "z"}, {"f(y)": "y^2", "g(z)": "z"}],
    ),
    (
        ["z' = x*f(x) y x' + x^2*f(x) y'"],
        "x*f(x) is constant",
        [{"f(x)": "5/x"}],
        [{"f(x)": "5"}, {"f(x)": "x"}],
    ),
    (
        ["z' = f(x)^2 y' + 2 y x x'"],
        "f(x)**2 - x**2 is constant",
        [{"f(x)": "sqrt(x^2 + 3)"}, {"f(x)": "x"}],
        [{"f(x)": "2*x"}],
    ),
    (
        ["z' = f(x) y' + k*y*f(x) x'"],
        "f(x)*exp(-k*x) is constant",
        [{"f(x)": "3*exp(k*x)"}, {"f(x)": "2", "k": "0"}],
        [{"f(x)": "exp(x)"}, {"f(x)": "x", "k": "0"}],
    ),
    (
        ["z' = f(x, y) x' + x y'"],
        "f - y does not depend on y",
        [{"f(x, y)": "y + x^2"}],
        [{"f(x, y)": "2*y"}],
    ),
    (
        ["z' = x*f(x, y) x' + y*f(x, y) y'"],
        "f is a function of y**2 + x**2",
        [{"f(x, y)": "(x^2 + y^2)^2"}],
        [{"f(x, y)": "x"}],
    ),
    (["z' = f(x) g(y) x'"], "f is 0 or g is constant", [{"f(x)": "0"}], [{"f(x)": "1"}]),
    (
        ["z' = f(x) y' + a*g(z) x'"],
        "f'(x)/f(x) and a*g'(z) are the same constant or f(x) = 0",
        [
            {"f(x)": "exp(3*x)", "a": "1", "g(z)": "3*z"},
            {"f(x)": "0", "g(z)": "z^2"},
            {"f(x)": "2", "g(z)": "z^2", "a": "0"},
        ],
        [{"f(x)": "exp(3*x)", "a": "1", "g(z)": "2*z"}, {"f(x)": "2", "g(z)": "z^2"}],
    ),
    (
        ["z' = x*f(x) y' + g(z)*h(x)*x'"],
        "(f(x) + x*f'(x))/(x*f(x)*h(x)) and g'(z) are the same constant"
        " or f(x)*h(x) = f(x) + x*f'(x) = 0",
        [
            {"f(x)": "5/x", "h(x)": "0", "g(z)": "z^2"},
            {"f(x)": "0", "h(x)": "x", "g(z)": "z^2"},
            {"f(x)": "x", "h(x)": "1/x", "g(z)": "2*z"},
        ],
        [{"f(x)": "x", "h(x)": "0", "g(z)": "z"}, {"f(x)": "x", "h(x)": "1/x", "g(z)": "z"}],
    ),
    (
        ["z' = (f(x) + a*g(y))*w'", "x' = a*w*y'"],
        "",
        [{"f(x)": "x", "g(y)": "y", "a": "0"}],
        [{"f(x)": "0", "g(y)": "1", "a": "1"}],
    ),
]


def conditions(rows):
    return nh.families(nh.constraints(*rows), "constraints").functions


def certificate(rows, **changes):
    """The certificate of the conditions on functions alone, with something changed."""
    found = solved_families(nh.constraints(*rows), "constraints", records=False)
    problem = problem_about(found.case)
    record = {**copy.deepcopy(exactly(found)), **changes}
    head = {"family": 1, "problem": problem, "sha256": digest(problem), "cells": []}
    return {**head, "exactly": record}


def with_values(rows, values):
    for call, value in values.items():
        rows = [row.replace(call, f"({value})") for row in rows]
    return rows


@pytest.mark.parametrize(("rows", "words", "yes", "no"), SOLVED)
def test_short_equations_are_told_in_words_that_say_the_same(rows, words, yes, no):
    assert conditions(rows).solved == words
    assert verify(certificate(rows)).status == "accepted"
    for values in yes:
        assert nh.check(nh.constraints(*with_values(rows, values))).verdict == "holonomic"
    for values in no:
        assert nh.check(nh.constraints(*with_values(rows, values))).verdict != "holonomic"


@pytest.mark.parametrize(
    "rows",
    [
        ["z' = a x f(x, y) x' + b y f(x, y) y'"],  # for a = b = 0 any f will do
        ["z' = exp(k*x) f(x) y' + y exp(k*x) x'"],  # G = exp(k x) (k f - 1) is constant for k = 0
    ],
)
def test_a_solution_that_fails_for_some_letters_is_not_told(rows):
    assert conditions(rows).solved == ""
    assert "that is" not in families_text(nh.families(nh.constraints(*rows), "constraints"))


NO_SPIN = (
    "phi' + cos(theta)*psi' = h_x*(cos(phi)*theta' + sin(phi)*sin(theta)*psi')"
    " + h_y*(sin(phi)*theta' - cos(phi)*sin(theta)*psi')"
)


def test_a_ball_grows_as_two_spheres_do_unless_its_curvature_is_that_of_the_surface():
    written = tomllib.loads((CASES / "ball_on_any_surface.toml").read_text(encoding="utf-8"))
    case = nh.System(
        written["coordinates"],
        constraints=[*written["constraints"], NO_SPIN],
        functions=["h(x, y)"],
        parameters={"r": {"positive": True}},
    )
    found = nh.families(case, "constraints", records=False).functions
    assert found.growth == (2, 3, 5)
    (((curvature,),),) = (found.unlike,)
    curved = case.scope.expression("r^2*(h_xx*h_yy - h_xy^2) - (1 + h_x^2 + h_y^2)^2")
    (own,) = curved.graph.copy([curvature])
    assert (own - curved).is_zero or (own + curved).is_zero


@pytest.mark.parametrize(
    ("rows", "growth", "like", "unlike"),
    [
        (["z' = f(x) y'", "w' = g(y) x'"], (2, 3, 4), ["x^2", "y^2"], ["x", "3"]),
        (["z' = f(x) y'", "w' = g(y) x'"], (2, 3, 4), ["x", "y^2"], ["x", "y"]),
        (["z' = y x'", "y' = g(y) f(x) x'"], (1,), ["x", "y"], ["1", "1"]),
        (["z' = f(x) y' + g(y) x'"], (2, 3), ["x", "2"], ["x", "y"]),
    ],
)
def test_the_growth_vector_is_so_unless_equations_hold(rows, growth, like, unlike):
    """For functions that obey none of the sets it is the one told; some that obey one are others."""
    found = conditions(rows)
    assert found.growth == growth
    for values, same in ((like, True), (unlike, growth == (1,))):
        put = dict(zip(("f(x)", "g(y)"), values))
        own = nh.check(nh.constraints(*with_values(rows, put))).growth.vector
        assert (own == growth) == same


@pytest.mark.parametrize("f", ["3", "x", "x^2"])
@pytest.mark.parametrize("g", ["3", "y", "y^2"])
def test_the_growth_vector_is_another_one_exactly_where_a_set_holds(f, g):
    """f'' = 0 alone changes nothing, though one minor of three vanishes there."""
    rows = ["z' = f(x) y'", "w' = g(y) x'"]
    told = conditions(rows)
    assert told.sharp
    sets = {frozenset(map(str, one)) for one in told.unlike}
    assert sets == {frozenset({"g_y(y)"}), frozenset({"f_x(x)"}), frozenset({"g_yy(y)", "f_xx(x)"})}
    own = nh.check(nh.constraints(*with_values(rows, {"f(x)": f, "g(y)": g}))).growth.vector
    degree = {"3": 0, "x": 1, "y": 1, "x^2": 2, "y^2": 2}
    other = degree[f] == 0 or degree[g] == 0 or degree[f] == degree[g] == 1
    assert (own != told.growth) == other


def test_where_the_rows_cannot_be_solved_the_growth_vector_may_be_the_same_and_that_is_told():
    found = nh.families(nh.constraints("f(x)*z' = g(y)*y'", "u' = g(y)*x'"), "constraints")
    assert not found.functions.sharp
    assert "growth (2, 3, 4), and perhaps another one if" in families_text(found)


def claim(equation, factors=(), **term):
    """One claim with one term in its sum."""
    whole = {"by": [], "times": "1", **term}
    return {"equation": equation, "factors": list(factors), "sum": [whole]}


SLOPE = ["x' = f(y) z'"]  # holonomic exactly if f' = 0; the curvature is f'
HELD = {"symbols": {}, "angles": {}, "exponents": {}}
FORGED = [
    # rows, what is claimed, and what the verifier says of it
    (SLOPE, {"equations": [], "curvature": {}}, "the sum for x z y is another one"),
    (SLOPE, {"equations": [claim("f(y)", of="x z y", at=0)]}, "the sum for f(y) is another one"),
    (SLOPE, {"equations": [claim("f(y)", of="0")]}, "'0'"),
    (SLOPE, {"equations": [claim("f_y(y)*x", of="x z y", times="x")]}, "more than parameters"),
    (SLOPE, {"equations": [claim("1", ["f_y(y)"], of="x z y", at=0)]}, "a factor that may be 0"),
    (SLOPE, {"equations": [claim("a*f_y(y)", of="x z y", at=0, times="a")]}, "not declared"),
    (SLOPE, {"unless": []}, "may D be 0?"),
    (SLOPE, {"unless": [claim("1", of="x z y", at=0)]}, "'x z y'"),
    (SLOPE, {"dependent": ["z"], "unless": [claim("1", of="D", at=0)]}, "the sum for 1 is"),
    (SLOPE, {"dependent": ["z"], "unless": [claim("1", ["f(y)"], of="D")]}, "a factor that may be"),
    (SLOPE, {"places": [{**HELD, "symbols": {"y": "1"}}]}, "a value of a parameter"),
    (SLOPE, {"places": [{**HELD, "functions": {"f(y)": "0"}}]}, "a value of a parameter"),
    (
        SLOPE,  # 1/f times f f' is f', but where f is 0
        {
            "equations": [claim("f(y)*f_y(y)", of="x z y", at=0, times="f(y)")],
            "curvature": {"x z y": [{"of": "0", "by": [], "times": "1/f(y)"}]},
        },
        "a denominator",
    ),
    (
        ["z' = a*f(y)*x' + y*w'", "w' = 0"],  # a f may be 0 for one a, and not its slope by a
        {"equations": [claim("f_y(y)", of="z x y", by=["a"], at=0)]},
        "a derivative by what is no coordinate",
    ),
    (
        ["z' = f(x)*a*y*x'"],  # what has no sign, and holds a letter, is no factor
        {"equations": [claim("f(x)", ["a"], of="z x y", at=0, times="-1")]},
        "a factor that may be 0",
    ),
]


@pytest.mark.parametrize(("rows", "changes", "why"), FORGED)
def test_false_claims_about_functions_are_refused(rows, changes, why):
    answer = verify(certificate(rows, **changes))
    assert answer.status != "accepted"
    assert why in answer.why


def test_other_questions_are_told_for_almost_all_functions():
    """Surfaces with E = r^2 + b roll with all symmetries (An, Nurowski 2014): "not flat" was said of
    every E."""
    rows = [
        "X' = E(r)*r'*cos(s) - r*p'*sin(s)",
        "Y' = E(r)*r'*sin(s) + r*p'*cos(s)",
        "s' = p'/E(r)",
    ]
    coordinates = {"r": {"positive": True}, "p": {}, "X": {}, "Y": {}, "s": {}}
    for given, flat in ((rows, False), ([r.replace("E(r)", "(r^2 + 1)") for r in rows], True)):
        functions = ["E(r)"] if given is rows else []
        case = nh.System(coordinates, None, given, functions=functions)
        asked = nh.families(case, "symmetry")
        family = asked.families["symmetry"]
        assert family.generic.answer.flat is flat
        assert family.functions == (("E",) if functions else ())
        assert ("almost all functions E" in families_text(asked)) == bool(functions)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (["f(x)*y' = 0", "z' = y*x'"], "the set is holonomic whatever they are"),
        (["f(x)*z' = f(x)*y*x'"], "the set is not holonomic, whatever they are"),
    ],
)
def test_functions_for_which_the_rank_drops_are_named(rows, told):
    """f = 0 leaves z' = y x' alone, or nothing."""
    found = nh.families(nh.constraints(*rows), "constraints", records=False)
    assert f"f(x): {told} (functions with f(x) = 0" in families_text(found)


def test_no_words_for_what_no_functions_obey():
    found = conditions(["w' = y*x' + f(z)*y'"])
    assert any(e.is_number for e in found.equations)
    assert found.solved == ""


@pytest.mark.parametrize(
    "coefficient, verdict",
    [
        ("atan(tan(f(x))) - f(x)", "undecided"),  # 0 for f = sin(x), but not for f = x
        ("abs(f(x) - 1) - abs(f(x)) - 1", "undecided"),  # 0 for f < 0 alone
        ("acos(cos(f(x))) - f(x)", "undecided"),
        ("atan(f(x))", "nonholonomic"),
        ("abs(f(x))", "nonholonomic"),
        ("exp(f(x)) - cos(f(x))", "nonholonomic"),
    ],
)
def test_one_value_of_a_function_does_not_decide_what_is_put_together_from_pieces(
    coefficient, verdict
):
    assert nh.check(nh.constraints(f"dz = ({coefficient})*y dx")).verdict == verdict
