"""Between which values an expression lies: no value is beyond, and in one variable the ends are
met.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import Range
from nonholo.signs.values import values_of
from tests.draws import draws

NEAR = 1e-5
DOMAINS = [
    Range(),
    Range(low=Rational(1)),
    Range(high=Rational(2)),
    Range(Rational(-1), Rational(3)),
]
KINDS = ["x", "sin", "exp"]


@st.composite
def quotients(draw):
    """A quotient of polynomials in x, in sin(x) and cos(x), or in exp(x)."""
    graph, domain = Graph(), draw(st.sampled_from(DOMAINS))
    x = graph.symbol("x", domain)
    kind = draw(st.sampled_from(KINDS))
    atoms = {"x": [x], "sin": [graph.sin(x), graph.cos(x)], "exp": [graph.exp(x)]}[kind]

    def polynomial(most):
        terms = draw(
            st.lists(
                st.tuples(st.integers(-4, 4), st.sampled_from(atoms), st.integers(0, most)),
                min_size=1,
                max_size=4,
            )
        )
        return graph.add(*(c * atom**e for c, atom, e in terms))

    over, under = polynomial(4), draw(st.sampled_from([graph.one, polynomial(2) ** 2 + 1]))
    return x, domain, over / under


def samples(domain):
    low = -30 if domain.low is None else int(domain.low)
    high = 30 if domain.high is None else int(domain.high)
    return [Rational(low) + Rational((high - low) * i, 600) for i in range(601)]


@settings(max_examples=draws(15), deadline=None)
@given(quotients())
def test_no_value_is_beyond_its_ends_and_these_are_met(drawn):
    x, domain, e = drawn
    assume(e.support)
    found = values_of(e)
    values = [float(ball(e, {x: c})) for c in samples(domain)]
    if found.low is not None:
        assert min(values) >= float(found.low) - NEAR * (1 + abs(float(found.low)))
    if found.high is not None:
        assert max(values) <= float(found.high) + NEAR * (1 + abs(float(found.high)))
    if found.nonzero:
        assert min(map(abs, values)) > 0 and math.prod(sorted((values[0], values[-1]))) > 0


WAVES = ["x**2", "x*y", "y**2", "y*z", "z**2", "x", "x**4", "x**2*y**2", "y**4", "1"]
BENT = [
    "sign(x)**2",
    "x**2",
    "x",
    "exp(x)",
    "exp(-x)",
    "cos(x)",
    "atan(x)",
    "log(1 + x**2)",
    "abs(x)",
    "1",
]


@settings(max_examples=draws(40), deadline=None)
@given(st.sampled_from([WAVES, BENT]).flatmap(lambda kind: terms(kind)), st.randoms())
def test_no_value_is_beyond_squares_bends_and_corners(text, rng):
    e = nh.System("x y z w", None, ["w' = 0"]).scope.expression(text)
    found = values_of(e)
    for i in range(60):
        value = ball(e, {s: Rational(rng.randint(-60, 60), 20) * (i > 0) for s in e.symbols()})
        assert found.low is None or not bool(value < found.low)
        assert found.high is None or not bool(value > found.high)
        assert not found.nonzero or not bool(abs(value) < 1e-15)


def terms(kind):
    """A sum of some of them with small coefficients, as text."""
    term = st.tuples(st.integers(-3, 4), st.sampled_from(kind))
    return st.lists(term, min_size=2, max_size=5).map(
        lambda some: " + ".join(f"({c})*{e}" for c, e in some)
    )


@pytest.mark.parametrize(
    "text, low, high",
    [
        ("x/(1 + x**2)", -1 / 2, 1 / 2),
        ("sin(x) + cos(x)", -math.sqrt(2), math.sqrt(2)),
        ("cos(x)/(2 + cos(x))", -1, 1 / 3),
        ("exp(x)/(1 + exp(2*x))", 0, 1 / 2),
        ("x**4 - 3*x", -9 / 4 * (3 / 4) ** (1 / 3), None),
        ("1/x**2 + y/(1 + y**2)", -1 / 2, None),
        ("1/x", None, None),
        ("exp(x) - 2*x", 2 - 2 * math.log(2), None),
        ("log(1 + x**2) - x**2", None, 0),
        ("abs(x)/(1 + x**2)", 0, 1 / 2),
        ("x + abs(x)", 0, None),
        ("x**2 - x*y + y**2 + 1", 1, None),
        ("x**2*y**2 - x**4 - y**4", None, 0),
        ("x**2 - 3*x*y + y**2", None, None),
    ],
)
def test_ends_are_sharp_but_for_rounding(text, low, high):
    found = values_of(nh.System("x y", None, [f"y' = {text}"]).scope.expression(text))
    for end, exact in ((found.low, low), (found.high, high)):
        assert (end is None) == (exact is None)
        assert end is None or abs(float(end) - exact) < NEAR


@pytest.mark.parametrize("whole, zero", [("1 + cos(x)", True), ("3/2 + sin(x) + cos(x)", False)])
def test_what_a_limit_gives_is_a_value_too(whole, zero):
    """cos(x) is -1 at x = pi, where tan(x/2) has a pole."""
    found = values_of(nh.System("x y", None, ["y' = 0"]).scope.expression(whole))
    assert found.nonzero is not zero


@pytest.mark.parametrize(
    "row, words",
    [
        ("y' = x/(1 + x**2) + 1/2", "y can only move one way"),
        ("y' = x/(1 + x**2) + 49/100", "lead the drift everywhere"),
        ("y' = sin(x)*cos(x) + z**2/(1 + z**2) + 1/2", "y can only move one way"),
        ("y' = x/(1 + x**2) + y", "y = 1/2 can be passed one way only"),
        ("(3/2 + sin(x) + cos(x))*z' = y*x'", "the brackets span at every point"),
        ("y' = x**2 - 2*x*z + z**2", "y can only move one way"),
        ("y' = exp(x) - x", "y can only move one way"),
        ("y' = abs(x) + x", "y can only move one way"),
        ("y' = abs(x) - 1", "lead the drift everywhere"),
        ("y' = x**2 + sign(x)**2 - 1/2", "was not proved"),
    ],
)
def test_what_can_be_reached_is_told_by_sharp_ends(row, words):
    assert words in str(nh.check(nh.System("x y z", None, [row])).accessibility.by)
