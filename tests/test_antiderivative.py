"""Differential fields, linear algebra modulo primes, series and antiderivatives: each against
its definition.
"""

from __future__ import annotations

import pytest
from flint import fmpq, fmpq_mat, nmod_poly
from hypothesis import given
from hypothesis import strategies as st

from nonholo.algebra.angles import Winding
from nonholo.algebra.ansatz import Monomials
from nonholo.algebra.antiderivative import antiderivative, exponential_antiderivative
from nonholo.algebra.differential import DifferentialField
from nonholo.algebra.kernel import Sampler, null_vectors, rational_vector
from nonholo.arithmetic.series import curve, evaluator, powers_of
from nonholo.decide.zero import all_zero, decide_zero
from nonholo.expression.graph import Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.readers.lower import Scope
from nonholo.testing import strategies as some
from nonholo.work import Work

LATE = Work.of(10**12)


def scope() -> Scope:
    own = chart(Graph(3), ["x", "y", "z"])
    for name in "ab":
        own.graph.symbol(name)
    return Scope(own, ("a", "b"))


def field_of(own, nodes) -> DifferentialField:
    return DifferentialField(nodes, [own.t, *own.q])


# fields -------------------------------------------------------------------------------------------
@given(
    some.charts(2, 3).flatmap(lambda own: st.tuples(st.just(own), some.rationals([*own.q, own.t])))
)
def test_elements_come_back_and_are_differentiated(member):
    own, f = member
    K = field_of(own, [f])
    num, den = K.element(f)
    assert decide_zero(K.expression(num, den) - f).answer is True
    for i, x in enumerate(K.variables):
        slope = K.quotient(K.diff(num, i) * den - num * K.diff(den, i), den**2 * K.scale)
        assert decide_zero(K.expression(*slope) - f.diff(x)).answer is True


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(1 - x^2)*y + sqrt(1/x)",
        "x^(1/3)*y",
        "atan2(y, x) + log(x + y)",
        "sin(x + 2*y)/cos(x - y)",
        "exp(x*y)*sqrt(2)",
        "x^a*log(y)",
        "1/(sqrt(x) + 1)",
        "sin(x/2)*cos(x) + sin(a*x)",
        "cos(pi/5)*x + sqrt(3)*y",
        "asin(x)*y",
        "tan(x*y)",
        "sinh(x)/(1 + exp(-y))",
        "log(log(x))",
        "asin(asin(asin(x)))",
        "abs(x)*y",
    ],
)
def test_functions_of_all_kinds(text):
    words = scope()
    f = words.expression(text)
    K = field_of(words.chart, [f])
    num, den = K.element(f)
    assert decide_zero(K.expression(num, den) - f).answer is True
    for i, x in enumerate(K.variables):
        slope = K.quotient(K.diff(num, i) * den - num * K.diff(den, i), den**2 * K.scale)
        assert decide_zero(K.expression(*slope) - f.diff(x)).answer is True


def test_a_square_root_leaves_the_denominator():
    words = scope()
    K = field_of(words.chart, [words.expression("1/(1 + sqrt(x))")])
    _, den = K.element(words.expression("1/(1 + sqrt(x))"))
    assert not any(den.degrees()[j] for j, _, _ in K.relations)


def test_special_polynomials():
    """exp(x) and 1 + tau^2 divide their derivatives; x does not, though x divides x times its
    derivative.
    """
    words = scope()
    K = field_of(words.chart, [words.expression("exp(x)*sin(y) + log(x)")])
    kinds = {str(K.node(j)): K.is_special(g) for j, g in enumerate(K.gens)}
    assert (kinds["exp(x)"], kinds["x"], kinds["log(x)"]) == (True, False, False)
    assert all(K.is_special(K.gens[j] ** 2 + 1) for j in K.taus.values())


def test_angles_that_occur_are_generators():
    words = scope()
    graph = words.chart.graph
    f = words.expression("sin(x + y) + cos(x + y + z)*exp(2*x - y)")
    K = field_of(words.chart, [f])
    assert sorted(str(K.node(j)) for j in K.taus.values()) == ["x + y", "x + y + z"]
    w = Winding(graph, [f])
    assert w.back(w(f)) is f


@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(-3, 3)),
        min_size=1,
        max_size=4,
    )
)
def test_winding_there_and_back(rows):
    words = scope()
    graph, q = words.chart.graph, words.chart.q
    angles = [graph.add(*(c * x for c, x in zip(row, q, strict=True))) for row in rows]
    f = graph.add(*(graph.sin(u) + graph.exp(u) for u in angles))
    w = Winding(graph, [f])
    assert decide_zero(w.back(w(f)) - f).answer is True


# linear algebra -----------------------------------------------------------------------------------
@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.fractions(-5, 5, max_denominator=6), min_size=n, max_size=n),
            min_size=1,
            max_size=5,
        )
    )
)
def test_null_vectors_are_those_of_the_matrix(rows):
    """A system whose rows do not depend on the point: the null space is that of exact
    elimination.
    """
    words = scope()
    K = field_of(words.chart, [words.chart.q[0]])
    size = len(rows[0])

    def system(sampler):
        own = [
            [c.numerator * pow(c.denominator, -1, sampler.p) % sampler.p for c in row]
            for row in rows
        ]
        return lambda point: own

    found = null_vectors(K, size, system, LATE)
    matrix = fmpq_mat([[fmpq(c.numerator, c.denominator) for c in row] for row in rows])
    assert len(found) == size - matrix.rank()
    assert all((matrix * fmpq_mat([[c] for c in v])).rank() == 0 for v in found)
    last = [max(j for j, c in enumerate(v) if c != 0) for v in found]
    assert last == sorted(set(last))
    assert all(v[j] == 1 for v, j in zip(found, last, strict=True))


@given(st.lists(st.fractions(-(10**6), 10**6, max_denominator=100), max_size=5))
def test_rational_numbers_are_read_from_residues(numbers):
    p = (1 << 127) - 1
    residues = [c.numerator * pow(c.denominator, -1, p) % p for c in numbers]
    assert rational_vector(residues, p) == [fmpq(c.numerator, c.denominator) for c in numbers]


def test_numbers_that_are_no_small_quotients_are_refused():
    p = (1 << 61) - 1
    assert rational_vector([pow(3, p // 2 + 12345, p)], p) is None


def test_monomials_in_waves():
    words = scope()
    f = words.expression("sin(x)*y")
    K = field_of(words.chart, [f])
    (j,) = K.taus.values()
    y, count = K.place[2], len(K.gens)
    zero = [((k,), 0) for k in range(count) if k not in (j, y)]
    found = Monomials(K, [((j, count), 2), ((y,), 1), *zero], waves=True)
    assert len(found) == 2 * (1 + 2 + 2)
    sampler = Sampler(K)
    point = sampler.point()
    values, _ = found.values(sampler, point, sampler.slopes(point))
    for k in range(len(found)):
        num, den = found.combined([fmpq(int(i == k)) for i in range(len(found))])
        assert (
            int(sampler.image(num)(*point))
            == values[k] * int(sampler.image(den)(*point)) % sampler.p
        )


def test_a_curve_solves_its_equation():
    """y' = y^2 through 1 is 1/(1 - u)."""
    words = scope()
    K = field_of(words.chart, [words.chart.q[0]])
    sampler = Sampler(K)
    j, p = K.place[1], sampler.p
    square = evaluator(sampler.image(K.gens[j] ** 2), p)
    zero = nmod_poly([0], p)

    def field(y, length):
        powers = powers_of(y, [2] * len(y), length)
        return [square(powers, length) if i == j else zero for i in range(len(y))]

    found = curve([1] * len(K.gens), field, 12, p, lambda: None)
    assert [int(c) for c in found[j].coeffs()] == [1] * 12


# antiderivatives ----------------------------------------------------------------------------------
def integral_of(own, G):
    """The antiderivative of dG."""
    variables = [own.t, *own.q]
    form = [G.diff(x) for x in variables]
    K = DifferentialField(form, variables)
    return form, variables, antiderivative(K, [K.element(e) for e in form], Work.of(20_000_000))


@pytest.mark.parametrize(
    "text",
    [
        "x*y*z",
        "sin(x)*y + cos(y)*exp(x*z)",
        "a*log(x) + b*log(y)",
        "atan(y/x)",
        "log(x^2 + y^2) + atan(x/y^2)",
        "x/(y + z) + log(x*y + z)",
        "log(sin(x))",
        "y*log(cos(x)) + 1/(y + sin(x))",
        "atan(sin(x)/2)",
        "log(x + sqrt(1 + x^2))",
        "z*sqrt(x^2 + y)",
        "exp(x)*sin(x)*y^3",
        "log(log(x))",
        "log((2 + cos(x))/(1 + sin(x)))",
        "y*log(x)/x + log(x)^2",
        "atan(x/a)/a + y",
        "b*atan(x/sqrt(a)) + y",
        "log((x - sqrt(2))/(x + sqrt(2)))",
        "sin(x + y)/cos(x - y)",
        "(x + y + z)^4/(x + y*z)^2",
        "exp(x/y)*y",
        "sqrt(x)*y + y^a*x",
        "log(x)*log(y)",
        "atan(x)^2*y",
        "asin(x)*y",
        "x^(5/2)*exp(y)",
        "log(tan(x/2))",
        "atan2(y, x)*z",
        "y/(a + x) + x/(b - a)",
        "x + sin(x)",
        "x + y + sin(x)",
        "x + sin(x) + sin(y)",
        "a*x + cos(x)/2 - y",
        "x^2*y + x*sin(x) + cos(x)",
    ],
)
def test_antiderivatives_of_closed_forms(text):
    words = scope()
    form, variables, found = integral_of(words.chart, words.expression(text))
    decision = all_zero(
        found.expression().diff(x) - w for x, w in zip(variables, form, strict=True)
    )
    assert (decision.answer, decision.evidence) == (True, "normal form")


@given(
    some.charts(2, 3).flatmap(lambda own: st.tuples(st.just(own), some.functions(own.q, terms=3)))
)
def test_antiderivatives_of_random_differentials(member):
    own, G = member
    form, variables, found = integral_of(own, G)
    assert all_zero(
        found.expression().diff(x) - w for x, w in zip(variables, form, strict=True)
    ).answer


@pytest.mark.parametrize(
    "text", ["exp(x^2)", "exp(x)/x", "sin(x)/x", "1/log(x)", "1/sqrt(1 - x^4)"]
)
def test_what_has_no_elementary_antiderivative_has_none_here(text):
    words = scope()
    own, f = words.chart, words.expression(text)
    K = DifferentialField([f], [own.q[0]])
    assert antiderivative(K, [K.element(f)], Work.of(20_000_000)) is None


def test_forms_that_are_not_closed_have_none():
    words = scope()
    own = words.chart
    x, y, _ = own.q
    K = DifferentialField([x, y], [x, y])
    assert antiderivative(K, [K.element(y), K.element(-x)], LATE) is None


def test_exponential_antiderivatives():
    """D g + g = x has the solution g = x - 1: the integral of x exp(x)."""
    words = scope()
    x = words.chart.q[0]
    K = DifferentialField([x], [x])
    one = (K.one, K.one)
    found = exponential_antiderivative(K, [K.element(x)], [one], LATE)
    assert K.expression(*found) is x - 1
    assert exponential_antiderivative(K, [K.element(1 / x)], [one], LATE) is None
