"""What is surely none of a range, against ends that are known exactly: parts of 1 and of pi."""

from __future__ import annotations

from fractions import Fraction
from math import inf, pi

from hypothesis import assume, example, given
from hypothesis import strategies as st

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.outside import surely_outside
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import Range

ENDS = st.none() | st.fractions(-2, 2, max_denominator=3)
PARTS = st.sampled_from([Fraction(n, 2) for n in range(-4, 5)])


def rational(x: Fraction | None) -> Rational | None:
    return None if x is None else Rational(x.numerator, x.denominator)


@given(ENDS, ENDS, st.booleans(), st.booleans(), st.booleans(), PARTS, PARTS)
@example(Fraction(0), None, False, False, True, Fraction(0), Fraction(0))
@example(Fraction(1), Fraction(2), True, True, False, Fraction(2), Fraction(0))
def test_a_number_is_outside_of_where_it_is_not(low, high, open_low, open_high, apart, a, b):
    """a + b pi, and the same as a value that is not simplified, against low and high."""
    if low is not None and high is not None and low > high:
        low, high = high, low
    graph = Graph()
    root = graph.sqrt(graph.lift(4 * a.numerator**2)) / (2 * a.denominator)
    needed = Range(
        rational(low), rational(high), apart=apart, open_low=open_low, open_high=open_high
    )
    number = float(a) + float(b) * pi
    below = -inf if low is None else float(low)
    above = inf if high is None else float(high)
    outside = not below <= number <= above
    if not b:  # whole: it may be an end
        outside |= (open_low and a == low) or (open_high and a == high) or (apart and a == 0)
    sign = 1 if a >= 0 else -1
    for value in (graph.lift(a), sign * root):
        assert surely_outside(needed, value + graph.scale(graph.pi, rational(b))) is outside


@given(PARTS, PARTS, st.booleans(), PARTS, PARTS)
def test_a_number_is_outside_of_parts_of_pi(low, high, apart, a, b):
    """The ends are left out."""
    low, high = sorted((low, high))
    graph = Graph()
    needed = Range(turns=(rational(low), rational(high)), apart=apart)
    number = float(a) + float(b) * pi
    outside = not float(low) * pi <= number <= float(high) * pi
    outside |= not a and (b in (low, high) or (apart and b == 0))
    value = graph.lift(a) + graph.scale(graph.pi, rational(b))
    assert surely_outside(needed, value) is outside


@given(PARTS, PARTS, PARTS, PARTS)
@example(Fraction(1), Fraction(2), Fraction(0), Fraction(3))
def test_what_has_a_range_is_outside_where_the_ranges_do_not_meet(low, high, a, b):
    """Of a symbol between a and b; parts of pi are known to a hundredth."""
    (low, high), (a, b) = sorted((low, high)), sorted((a, b))
    assume(low < high)
    graph = Graph()
    x = graph.symbol("x", Range(rational(a), rational(b)))
    told = surely_outside(Range(turns=(rational(low), rational(high))), x)
    below, above = (float(end) * pi for end in (low, high))
    if told:
        assert b <= below or a >= above
    if b < below - abs(below) / 50 or a > above + abs(above) / 50:
        assert told
