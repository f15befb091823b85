"""Constraints as a matrix: the same verdicts as from texts, exact entries, errors in words."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from sympy import Function, Matrix, Rational, Symbol, cos, sin, symbols
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh
from nonholo.errors import BadCase, NotApplicable
from nonholo.expression.text import text
from nonholo.readers.sympy_door import to_sympy

CASES = Path(__file__).parent.parent / "cases"
PUBLISHED = [
    "affine_integrable",
    "chained_form_5",
    "engel",
    "heisenberg",
    "integrating_factor",
    "kinematic_car",
    "lemos_affine_particle",
    "martinet",
    "mecanum_drive",
    "omni_drive",
    "rolling_coin",
    "rolling_disk_kinematics",
    "two_wheels_on_axle",
    "unicycle",
    "vertical_disk",
]
x, y, z, theta = symbols("x y z theta")


def rows_of(stem):
    """The rows of a published case: as texts, and as a matrix of plain Symbols with its rest."""
    rows = nh.read_case(CASES / f"{stem}.toml").system.pfaffian
    names = list(rows.chart.names)
    texts = [f"{text(rows.value(l))} = 0" for l in range(rows.k)]
    found = {s for l in range(rows.k) for e in rows.form(l) for s in e.symbols()}
    words = {s: Symbol(s.args) for s in found}
    A = Matrix([to_sympy(list(row), words) for row in rows.matrix])
    return names, texts, A, to_sympy(list(rows.affine), words)


def told(case):
    found = nh.check(case)
    return (
        found.verdict,
        found.relations,
        found.independent,
        found.growth.vector,
        found.space,
        found.evidence.proved,
    )


@pytest.mark.parametrize("stem", PUBLISHED)
def test_the_same_verdict_from_a_matrix_as_from_the_texts(stem):
    names, texts, A, a0 = rows_of(stem)
    expected = told(nh.System(names, constraints=texts))
    q = [Symbol(n) for n in names]
    assert told(nh.constraints(A, names, a0=a0)) == expected
    assert told(nh.constraints(A.tolist(), q, a0=Matrix(a0))) == expected
    moving = [Function(n)(dynamicsymbols._t) for n in names]
    put = dict(zip(q, moving))
    put[Symbol("t")] = dynamicsymbols._t
    rest = [sympy.sympify(e).xreplace(put) for e in a0]
    assert told(nh.constraints(A.xreplace(put), moving, a0=rest)) == expected
    array = np.array(A.tolist(), dtype=object)
    assert told(nh.constraints(array, " ".join(names), a0=np.array(a0, dtype=object))) == expected


def test_results_come_back_in_the_symbols_given():
    r = Symbol("R", positive=True)
    case = nh.constraints([[1, 0, -r * sin(theta)]], [x, y, theta], a0=[Symbol("v")])
    (row,) = [case.system.pfaffian.value(0)]
    back = nh.in_sympy(case, row)
    assert back == Symbol("xdot") - r * sin(theta) * Symbol("thetadot") + Symbol("v")
    assert case.scope.parameters == ("R", "v")
    assert nh.in_sympy(case, list(nh.check(case).virtual[0]))  # only known symbols
    a, b = dynamicsymbols("a b")
    moving = nh.constraints(Matrix([[1, sin(a)]]), [a, b])
    assert nh.in_sympy(moving, moving.system.pfaffian.value(0)) == a.diff() + sin(a) * b.diff()


def test_names_that_cannot_be_written_get_an_alias():
    odd = Symbol(r"\theta")
    case = nh.constraints([[1, sin(odd)]], [x, odd])
    assert case.system.chart.names == ("x", "theta")
    assert nh.in_sympy(case, case.system.pfaffian.matrix[0][1]) == sin(odd)


@pytest.mark.parametrize(
    ("given", "exact"),
    [
        (3, 3),
        (np.int8(-2), -2),
        (Fraction(1, 3), Fraction(1, 3)),
        (Decimal("0.125"), Fraction(1, 8)),
        (0.1, Fraction(1, 10)),
        (np.float64(0.1), Fraction(1, 10)),
        (np.float32(0.1), Fraction(1, 10)),
        (Rational(2, 7), Fraction(2, 7)),
        (sympy.Float(2.5), Fraction(5, 2)),
    ],
)
def test_numbers_are_exact(given, exact):
    rows = nh.constraints([[given, 1]], [x, y]).system.pfaffian
    (entry, _) = rows.matrix[0]
    assert Fraction(int(entry.args.p), int(entry.args.q)) == exact
    array = np.array([[given, 1]], dtype=object)
    assert nh.constraints(array, "x y").system.pfaffian.matrix[0][0].args == entry.args


def test_arrays_of_numbers():
    rows = nh.constraints(np.array([[1, 2], [3, 4]]), "x y", a0=np.array([[0.5], [0]]))
    assert [text(e) for e in rows.system.pfaffian.affine] == ["1/2", "0"]
    single = nh.constraints(np.array([[0.1, 2]], dtype=np.float32), "x y").system.pfaffian
    assert [text(e) for e in single.matrix[0]] == ["1/10", "2"]


def test_time_and_unspecified_functions():
    t, f = Symbol("t"), Function("f")
    found = nh.check(nh.constraints([[sin(t), -f(y), 0]], [x, y, z]))
    assert (found.verdict, found.space) == ("nonholonomic", "tq")
    assert nh.check(nh.constraints([[1, -f(y)]], [x, y])).verdict == "holonomic"


def test_symbols_that_are_no_coordinates_are_parameters_with_their_assumptions():
    a = Symbol("a", positive=True)
    case = nh.constraints([[sympy.sqrt(a**2) - a + 1, 0]], [x, y])
    assert text(case.system.pfaffian.matrix[0][0]) == "1"
    assert nh.constraints([[x * a, 1]], [x, y]).scope.parameters == ("a",)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (([[1, 2, 3]], "x y"), "A is 1 x 3, and there are 2 coordinates (x, y)"),
        (([[1, 2], [1]], "x y"), "row 2 has 1 entries, row 1 has 2"),
        (([1, 2], "x y"), "its row 1 is no list"),
        (([], "x y"), "needed is a matrix"),
        ((5, "x y"), "needed is a matrix"),
        ((np.zeros((2, 2, 2)), "x y"), "A has 3 axes"),
        (([["y", 1]], "x y"), "A[1, 1]: y is a text"),
        (([[1, 1 / 3]], "x y"), "A[1, 2]: 0.333333333333333: a float of 16 digits is a rounded"),
        (([[1j, None]], "x y"), "A[1, 1]: I is not real"),
        (([[1j, None]], "x y"), "A[1, 2]: None is no number"),
        (([[True, 1]], "x y"), "True is no number"),
        ((np.array([[True, False]]), "x y"), "is no number"),
        (([[float("nan"), 1]], "x y"), "nan is no finite number"),
        (([[x > 0, 1]], "x y"), "is a condition"),
        (([[Matrix([1]), 1]], "x y"), "is no scalar"),
        (([[1, 2]], [x, "y"]), "q: needed are names, Symbols or dynamicsymbols"),
        (([[1, 2]], 3), "q: needed are"),
        (([[1, 2]], "x x"), "q: x is given twice"),
        (([[1, 2]], "t x"), "t cannot be declared: it is time"),
        (([[Symbol("xdot"), 1]], "x y"), "xdot cannot be declared"),
        (([[Symbol("y", real=True) * y, 1]], "x y"), "two different Symbols have this name"),
        (([[Function("f")(Symbol("t")), 1]], "x y"), "undefined function"),
    ],
)
def test_what_is_wrong_is_told(given, words):
    with pytest.raises(BadCase) as refusal:
        nh.constraints(*given)
    assert words in str(refusal.value)


def test_velocities_are_no_entries():
    a, b = dynamicsymbols("a b")
    with pytest.raises(BadCase, match=r"A\[1, 1\]: contains Derivative\(a\(t\), t\)"):
        nh.constraints([[a.diff(), 1]], [a, b])


@pytest.mark.parametrize(
    ("a0", "words"),
    [
        ([1, 2], "a0 has 2 entries, A has 1 rows"),
        ([[1, 2]], "one number or expression for each row"),
        (3, "a0: needed is a list"),
        (["x"], "a0[1]: x is a text"),
    ],
)
def test_what_is_wrong_with_the_rest_is_told(a0, words):
    with pytest.raises(BadCase) as refusal:
        nh.constraints([[1, 2]], "x y", a0=a0)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("given", "more", "words"),
    [
        (([[1, 2]],), {}, "needed are A and q"),
        (([[1, 2]], "x y", "z"), {}, "needed are A and q"),
        (([[1, 2]], "x y"), {"also": "z"}, "nothing else but a0"),
        (([[1, 2]], "x y"), {"constants": "z"}, "nothing else but a0"),
        (("dz = y dx",), {"a0": [1]}, "a0 goes with a matrix"),
        ((lambda q: [[1, 2]], "x y"), {}, "check_numerically"),
    ],
)
def test_what_does_not_go_together_is_refused(given, more, words):
    with pytest.raises(NotApplicable, match=words):
        nh.constraints(*given, **more)


def test_texts_are_read_as_before():
    assert nh.constraints("dz = y dx").system.chart.names == ("z", "x", "y")
    assert nh.constraints(["dz = y dx"]).system.chart.names == ("z", "x", "y")
    named = nh.constraints(["dz = a dx", "du = dx"], "x, z, a, u").system
    assert (set(named.chart.names), named.pfaffian.k) == ({"x", "z", "a", "u"}, 2)
    blade = nh.constraints(Matrix([[-sin(theta), cos(theta), 0]]), [x, y, theta])
    assert blade.name == "ydot*cos(theta) - xdot*sin(theta) = 0"
