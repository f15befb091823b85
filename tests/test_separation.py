"""Numbers with nested roots: 0 if they are too small to be anything else."""

from fractions import Fraction
from itertools import pairwise

import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st

from nonholo import check, constraints
from nonholo.arithmetic.numbers import Integer
from nonholo.decide import separation
from nonholo.decide.ball import ball
from nonholo.decide.separation import is_zero_number, least_bits
from nonholo.decide.zero import decide_zero
from nonholo.errors import BadCase
from nonholo.expression.graph import Graph

SMALL = st.integers(1, 40)
WORDS = (
    "sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))",
    "(2 + sqrt(5))^(1/3) - (1 + sqrt(5))/2",
    "sqrt(2 - sqrt(2))/2 - sin(pi/8)",
    "sqrt(11 + 2*sqrt(29)) + sqrt(16 - 2*sqrt(29) + 2*sqrt(55 - 10*sqrt(29)))"
    " - sqrt(5) - sqrt(22 + 2*sqrt(5))",  # Shanks 1974
    "1/sqrt(7 + 4*sqrt(3)) - 2 + sqrt(3)",
)


@pytest.mark.parametrize("number", WORDS)
def test_what_hangs_on_nested_roots_is_decided(number):
    assert check(constraints(f"dz = ({number})*y*dx")).verdict == "holonomic"
    assert check(constraints(f"dz = log(y)*({number})*dx + x*dy")).verdict == "nonholonomic"
    beside = constraints(f"dz = ({number} + 1/10^40)*y*dx")
    assert check(beside).verdict == "nonholonomic"


@given(st.lists(SMALL, min_size=2, max_size=3), st.integers(0, 3), st.integers(20, 60))
def test_a_root_of_a_square_is_what_was_squared(under, whole, digits):
    """sqrt((c + sum sqrt(a))^2) - c - sum sqrt(a), and the same a little beside."""
    graph = Graph()
    roots = [graph.sqrt(a) for a in under]
    total = graph.add(*roots) + whole
    square = graph.add(
        graph.lift(whole**2 + sum(under)),
        *(2 * whole * r for r in roots),
        *(2 * a * b for i, a in enumerate(roots) for b in roots[:i]),
    )
    assume(graph.sqrt(square) is not total)
    number = graph.sqrt(square) - total
    beside = number + graph.lift(Fraction(1, 10**digits))
    assert decide_zero(number).proved and decide_zero(number).answer
    assert decide_zero(beside).answer is False
    assert not is_zero_number(beside)


@given(st.lists(st.tuples(SMALL, st.sampled_from((1, -1, 2, -3))), min_size=2, max_size=4), SMALL)
def test_no_number_is_smaller_than_its_bound(terms, divisor):
    """|E| >= 2^-n, for chains of roots sqrt(a + sqrt(b + ...)) and their quotients."""
    graph = Graph()
    inner = graph.one
    for a, _ in terms:
        inner = graph.sqrt(inner + a)
    flat = graph.add(*(graph.sqrt(a) * c for a, c in terms))
    for number in (inner - flat, (inner - flat) / (graph.sqrt(divisor) + inner), inner**-1 - flat):
        bits = least_bits(number)
        value = ball(number, {}, 4000)
        assert bits is not None and value.is_finite()
        assert abs(value) > 2.0**-bits or is_zero_number(number)


def test_the_bound_agrees_with_minimal_polynomials():
    x = sp.Symbol("x")
    for a, b in pairwise((2, 3, 5, 6, 8)):
        theirs = sp.sqrt(a + sp.sqrt(b)) - sp.sqrt(b) + 1
        graph = Graph()
        ours = graph.sqrt(a + graph.sqrt(b)) - graph.sqrt(b) + 1
        assert is_zero_number(ours) == (sp.minimal_polynomial(theirs, x) == x)
        assert not is_zero_number(ours * graph.exp(graph.one))


def test_other_functions_have_no_bound():
    graph = Graph()
    for e in (
        graph.exp(graph.one),
        graph.cos(graph.one),
        graph.pi,
        graph.call("log", graph.lift(2)),
    ):
        assert least_bits(e) is None and not is_zero_number(e - e * 2)


@pytest.mark.parametrize(
    "row",
    [
        "dz = ({h})/({other})*y*dx",
        "dz = y*dx/({other})",
        "dz = log({h})*y*dx",
    ],
)
def test_what_is_divided_by_a_hidden_zero_has_no_value(row):
    h, other = "sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))", "sqrt(3) + sqrt(5) - sqrt(8 + 2*sqrt(15))"
    with pytest.raises(BadCase, match="has no real value anywhere"):
        constraints(row.format(h=h, other=other))
    graph = Graph()
    zero = graph.sqrt(2) + graph.sqrt(3) - graph.sqrt(5 + 2 * graph.sqrt(6))
    beside = graph.sqrt(3) + graph.sqrt(5) - graph.sqrt(8 + 2 * graph.sqrt(15))
    assert decide_zero(zero / beside).answer is None
    assert decide_zero(zero / (beside + 1)).answer is True


def test_a_turn_of_many_parts_is_refused_before_its_degree_is_counted(monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr(separation, "Integer", lambda n: asked.append(n) or Integer(n))
    graph = Graph()
    for parts in (7, 10**16 + 61):
        least_bits(graph.sin(graph.pi / parts) * graph.sqrt(2))
    assert asked == [28]
