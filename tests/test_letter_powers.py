"""A letter in an exponent: with a whole number for it the power has a value everywhere."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.physics.mechanics import dynamicsymbols

import nonholo as nh
from nonholo.dossier.certificate import certificate
from nonholo.errors import BadCase
from nonholo.expression.graph import Graph
from nonholo.expression.text import PEOPLE, text
from nonholo.linear.elimination import vanishes
from nonholo.verifier import verify
from nonholo.writing.latex import Writer
from tests.draws import draws


def case(power: str, p: int | None, **kind):
    value = {"p": {"value": p, **kind}} if p is not None else {"p": kind}
    return nh.System(
        "x y z", f"(x'**2 + y'**2 + z'**2)/2 - x**({power})", ["z' = y*x'"], parameters=value
    )


@given(st.integers(2, 5), st.sampled_from(["p", "2*p", "p + 1"]), st.booleans())
def test_a_parameter_is_as_good_as_its_number(p, power, whole):
    lettered = case(power, p, **({"integer": True} if whole else {}))
    plain = case(power.replace("p", str(p)), 2)
    rests = [[str(r.values) for r in nh.equilibrium(c).found] for c in (lettered, plain)]
    assert rests[0] == rests[1] != []
    start = {"x": -0.3, "y": 0.2, "ydot": 0.5}
    runs = [nh.simulate(c, 1.0, initial=start).q["x"][-1] for c in (lettered, plain)]
    np.testing.assert_allclose(*runs, rtol=1e-9)


TERMS = ["x**{n}", "abs(x)**{n}", "abs(x**{n})", "(x**2)**({n}/2)", "sqrt(x**(2*{n}))", "1"]


@given(
    st.lists(st.sampled_from(TERMS), min_size=2, max_size=2, unique=True),
    st.integers(1, 3),
    st.sampled_from([{}, {"integer": True}]),
)
@settings(max_examples=draws(10))
def test_a_number_is_put_in_before_anything_is_made_of_the_power(terms, n, kind):
    """abs(x^n) - x^n is 0 where x^n stands for exp(n log(x)), and not for n = 1."""

    def judged(power, **more):
        first, second = (term.format(n=power) for term in terms)
        return nh.check(nh.System("x y z", None, [f"z' = ({first} - {second})*y*x'"], **more))

    plain, lettered = judged(n), judged("n", parameters={"n": {"value": n, **kind}})
    assert lettered.verdict == plain.verdict
    left_open = judged("n", parameters={"n": {"integer": True}})
    assert left_open.case.system.where or left_open.verdict == "undecided" or "1" in terms


def test_a_whole_power_of_a_negative_letter_has_a_sign():
    def judged(row, a):
        return nh.check(
            nh.System("x y z", None, [row], parameters={"n": {"integer": True}, "a": a})
        )

    row = "z' = a**n*y*x' + x*y'"
    assert judged(row, {"negative": True}).verdict == "nonholonomic"
    assert judged("z' = (abs(a**n) - a**n)*y*x'", {"negative": True}).verdict == "undecided"
    assert judged("z' = (abs(a**n) - a**n)*y*x'", {"positive": True}).verdict == "holonomic"
    letters = {"n": {"integer": True}, "a": None}
    family = nh.families(nh.System("x y z", None, [row], parameters=letters))
    assert not family.constraints.complete


def test_sympy_powers_are_read_alike():
    x, y, z = dynamicsymbols("x y z")
    n = sympy.Symbol("n", integer=True)
    row = z.diff() - n * x**n * y * x.diff()
    put_in = nh.System([x, y, z], None, [row], parameters={n: 2}).system
    assert str(put_in.pfaffian.matrix[0][0]) == "-2*x**2*y" and not put_in.values
    assert nh.System([x, y, z], None, [row]).system.where


def test_what_is_put_in_is_not_changed_by_a_run():
    with pytest.raises(BadCase, match="p = 4 is put in already"):
        nh.simulate(case("p", 4), 1.0, parameters={"p": 6})
    assert nh.simulate(case("p", 4), 0.1, parameters={"p": 4}).q["x"][-1] == 0


def test_whole_letters_leave_open_what_lies_beyond_positive_bases():
    """y = 0 is singular for n > 1, which exp(n log(y)) does not show; at x = 0 is a rest."""
    verdict = nh.check(
        nh.System("x y z", None, ["z' = y**n*x'"], parameters={"n": {"integer": True}})
    )
    assert verdict.verdict == "nonholonomic" and verdict.survey.strata.singular is None
    assert "give n a value" in verdict.survey.strata.reason
    assert not nh.equilibrium(case("p", None, integer=True, min=2)).complete


def test_a_certificate_says_where_powers_are_looked_at():
    letters = {"n": {"integer": True}}
    case = nh.System("x y z", None, ["z' = (abs(x)**n - x**n)*y*x'"], parameters=letters)
    told = certificate(nh.check(case))
    assert "x > 0" in told["problem"]["declared"] and verify(told).status == "accepted"


POWERS = st.lists(
    st.tuples(
        st.sampled_from(["x", "(x + y)", "abs(x)", "2", "exp(y)"]),
        st.sampled_from(["n", "-n", "(n - 1)", "(2*n + k)", "k", "2", "-3"]),
    ),
    min_size=1,
    max_size=4,
)


@given(POWERS, st.sampled_from(["{}", "3*{}/y", "1/({} + 1)", "-n*{} + y", "sqrt({})"]))
def test_powers_are_told_as_they_are_written(powers, around):
    written = around.format("*".join(f"({u})**({e})" for u, e in powers))
    node = _entries(written)[0]
    told = text(node, PEOPLE)
    again, back = _entries(written, told)
    assert vanishes(again - back)
    assert "log" not in told and r"\ln" not in Writer()(node)


def _entries(*written: str) -> list:
    """What is written, as nodes of one graph."""
    rows = [f"{name}' = ({e})*x'" for name, e in zip("zw", written)]
    told = nh.System("x y z w", constraints=rows, parameters={"n": {}, "k": {}})
    return [-row[0] for row in told.system.pfaffian.matrix]


def test_powers_stand_last_and_take_what_has_their_base():
    graph = Graph()
    x, n, k = map(graph.symbol, "xnk")
    derivative = n * k * x**n / x
    assert text(derivative, PEOPLE) == "n*k*x**(n - 1)"
    assert Writer()(derivative) == r"n \, k \, x^{n - 1}"
    assert text(derivative) == "n*k*exp(n*log(x))/x"  # for machines


def test_differentials_stand_behind_powers():
    """dy x^n would be read as d(y x^n)."""
    x, n, dy = map(Graph().symbol, ("x", "n", "dy"))
    assert Writer({"dy": r"\mathrm{d}y"})(dy * x**n) == r"x^{n} \, \mathrm{d}y"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("n + k", "x**n*x**k"),
        ("(n + k)*y", "x**(n*y)*x**(k*y)"),
        ("n*(k + 1) - 2", "x**(n*k)*x**n/x**2"),
    ],
)
def test_the_sum_of_exponents_is_the_product_of_powers(one, other):
    assert len(set(_entries(f"x**({one})", other))) == 1
    rows = [f"z' = (y*x**({one}) - y*{other})*y' + x'"]
    told = nh.System("x y z", constraints=rows, parameters={"n": {}, "k": {}})
    assert nh.check(told).verdict == "holonomic"


@pytest.mark.parametrize(
    "difference",
    [
        "(x*y)^n - x^n*y^n",
        "(x^2*y)^n - x^(2*n)*y^n",
        "(3*x)^n - 3^n*x^n",
        "exp(n*(log(x) + log(y) + 1)) - exp(n)*x^n*y^n",
        "(x/y)^(n + 1) - x^n*x/(y*y^n)",
    ],
)
def test_a_power_of_a_product_is_the_product_of_powers(difference):
    """Of positive bases."""
    positive = {"x": {"positive": True}, "y": {"positive": True}, "z": {}, "u": {}}
    case = nh.System(positive, constraints=[f"dz = ({difference})*u*dx"], parameters=["n"])
    assert str(case.system.pfaffian.value(0)) == "zdot"
