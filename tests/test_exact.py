"""Expressions: values never merge what differs, proofs prove, refutations have witnesses.

A recipe is an expression written as nested tuples: ("x",), (3,), ("+", a, b), ("sin", a) ...  It is
built in a graph, and measured on its own with power series over balls (value and derivative),
without any graph."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import pytest
from flint import arb, arb_series, ctx, fmpq, fmpz
from hypothesis import assume, given
from hypothesis import strategies as st

from nonholo.algebra.field import Field
from nonholo.arithmetic.modular import SMALL_PRIMES, Modulus, random_prime
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball, nonzero_point
from nonholo.decide.on_set import point_off_zero
from nonholo.decide.relations import all_zero_on, decide_zero_on
from nonholo.decide.zero import all_zero, combined, decide_zero, settle
from nonholo.errors import NonholoError, OutOfReach
from nonholo.expression.graph import FUNCTIONS, Graph
from nonholo.expression.node import counted, ordered
from nonholo.expression.ranges import Range
from nonholo.expression.text import text
from nonholo.expression.unspecified import Unspecified
from nonholo.geometry.constraints.chart import chart
from nonholo.linear import elimination as linear
from nonholo.linear import guess
from nonholo.linear.cramer import cramer
from nonholo.linear.elimination import determinant, dot, echelon, solve, transpose
from nonholo.linear.guess import guessed_solution
from nonholo.readers.lower import Scope
from nonholo.work import Work, spent
from nonholo.writing.present import presentable

NAMES = ("x", "y", "z")
FIELD = ("sin", "cos", "exp")
OTHERS = (
    "log",
    "sqrt",
    "atan",
    "tan",
    "abs",
    "asin",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "atanh",
    "acos",
)
PRECISION = 300


# recipes ----------------------------------------------------------------------------------------
numbers = st.sampled_from([(0,), (1,), (-1,), (2,), (3,), (Fraction(1, 2),), (Fraction(-2, 3),)])
symbols = st.sampled_from([(name,) for name in NAMES])


def recipes(names=(*FIELD, *OTHERS), powers=(2, 3, -1), leaves: int = 6):
    """Random recipes with the given functions and integer powers."""

    def grow(inner):
        kinds = [
            st.tuples(st.just("+"), inner, inner),
            st.tuples(st.just("*"), inner, inner),
            st.tuples(st.just("^"), inner, st.sampled_from(powers)),
        ]
        return st.one_of(*kinds, *([st.tuples(st.sampled_from(names), inner)] if names else []))

    return st.recursive(numbers | symbols, grow, max_leaves=leaves)


def linear_angles():
    """Rational combinations of the symbols."""
    term = st.tuples(st.just("*"), numbers, symbols)
    return symbols | term | st.tuples(st.just("+"), term, symbols)


def tame_recipes():
    """Polynomials, quotients, sin, cos and exp of linear combinations: the field with normal
    forms.
    """
    waves = st.tuples(st.sampled_from(FIELD), linear_angles())

    def grow(inner):
        return st.one_of(
            st.tuples(st.sampled_from("+*"), inner, inner),
            st.tuples(st.just("^"), inner, st.sampled_from((2, -1))),
        )

    return st.recursive(numbers | symbols | waves, grow, max_leaves=5)


def build(recipe, graph: Graph):
    """The recipe as a node; a division by zero is no example."""
    try:
        return _build(recipe, graph)
    except ZeroDivisionError:
        assume(False)


def _build(recipe, graph: Graph):
    head, *rest = recipe
    if not rest:
        return graph.symbol(head) if isinstance(head, str) else graph.lift(head)
    if head == "^":
        return _build(rest[0], graph) ** rest[1]
    parts = [_build(r, graph) for r in rest]
    if head in "+*":
        return parts[0] + parts[1] if head == "+" else parts[0] * parts[1]
    return graph.call(head, *parts)


def measure(recipe, point: dict[str, fmpq], by: str = "") -> tuple[arb, arb]:
    """Value and derivative with respect to `by` at a rational point: a series of length 2 over
    balls.
    """
    old = ctx.prec, ctx.cap
    ctx.prec, ctx.cap = PRECISION, 2
    try:
        series = _measure(recipe, point, by)
        return series[0], series[1]
    except (ValueError, ZeroDivisionError):
        return arb.nan(), arb.nan()
    finally:
        ctx.prec, ctx.cap = old


def _measure(recipe, point, by: str) -> arb_series:
    head, *rest = recipe
    if not rest:
        value = (
            point[head]
            if isinstance(head, str)
            else fmpq(Fraction(head).numerator, Fraction(head).denominator)
        )
        return arb_series([arb(value), 1 if head == by else 0])
    if head == "^":
        base = _measure(rest[0], point, by)
        return base ** rest[1] if rest[1] > 0 else 1 / base ** -rest[1]
    parts = [_measure(r, point, by) for r in rest]
    if head in "+*":
        return parts[0] + parts[1] if head == "+" else parts[0] * parts[1]
    return _SERIES.get(head, lambda u: getattr(u, head)())(*parts)


def _signed(u: arb_series) -> arb_series:
    """|u| where the sign of u is certain."""
    if u[0].contains(0):
        raise ValueError("no certain sign")
    return u if u[0] > 0 else -u


_SERIES = {
    "abs": _signed,
    "sinh": lambda u: (u.exp() - (-u).exp()) / 2,
    "cosh": lambda u: (u.exp() + (-u).exp()) / 2,
    "tanh": lambda u: (u.exp() - (-u).exp()) / (u.exp() + (-u).exp()),
    "asinh": lambda u: (u + (u * u + 1).sqrt()).log(),
    "acosh": lambda u: (u + (u * u - 1).sqrt()).log(),
    "atanh": lambda u: ((1 + u) / (1 - u)).log() / 2,
    "cot": lambda u: u.cos() / u.sin(),
    "sec": lambda u: 1 / u.cos(),
    "csc": lambda u: 1 / u.sin(),
    "sign": lambda u: _signed(u) / u,
}

points = st.fixed_dictionaries(
    {
        name: st.tuples(st.integers(-60, 60).filter(bool), st.sampled_from([7, 16, 23])).map(
            lambda pq: fmpq(*pq)
        )
        for name in NAMES
    }
)


def value(node, point: dict[str, fmpq]) -> arb:
    """The ball of a node at a point given by names."""
    return ball(node, {node.graph.symbol(name): v for name, v in point.items()}, PRECISION)


def is_sharp(number: arb) -> bool:
    return number.is_finite() and number.rad() < 1e-20


def same(left: arb, right: arb) -> None:
    """Where both balls are small they have a common number."""
    assume(is_sharp(left) and is_sharp(right))
    assert left.overlaps(right), f"{left} is not {right}"


def fresh(seed: int = 5) -> Graph:
    graph = Graph(seed)
    for name in NAMES:
        graph.symbol(name)
    return graph


# a node is worth what was written -----------------------------------------------------------------
@given(recipe=recipes(), point=points)
def test_a_node_has_the_value_of_what_was_written(recipe, point):
    same(value(build(recipe, fresh()), point), measure(recipe, point)[0])


@given(first=recipes(leaves=4), second=recipes(leaves=4), point=points)
def test_nodes_are_merged_only_if_equal(first, second, point):
    """One node for two recipes: then their values agree (sums, so that both stand in one graph)."""
    graph = fresh()
    a, b = build(first, graph), build(second, graph)
    if a is b:
        same(measure(first, point)[0], measure(second, point)[0])
    else:
        same(value(a - b, point), measure(first, point)[0] - measure(second, point)[0])


def disguises(a, b):
    """Recipes of the same value as a."""
    minus_b = ("*", (-1,), b)
    square = ("+", ("^", ("sin", b), 2), ("^", ("cos", b), 2))
    return [
        ("+", ("+", a, b), minus_b),
        ("*", a, square),
        ("*", ("*", a, ("exp", b)), ("exp", minus_b)),
        ("+", ("*", a, ("+", b, (1,))), ("*", (-1,), ("*", a, b))),
        ("*", ("^", ("+", (1,), ("^", b, 2)), -1), ("+", a, ("*", a, ("^", b, 2)))),
    ]


RATIONALS = st.fractions(-40, 40, max_denominator=30)


@given(RATIONALS, RATIONALS)
def test_a_number_that_was_met_in_disguise_is_a_number(a, b):
    """(x + a)(x + b) - x (x + a + b) is a b, and may be there before a b is."""
    graph = Graph()
    x = graph.symbol("x")
    disguised = (x + a) * (x + b) - x * (x + (a + b))
    number = graph.lift(a * b)
    assert number is disguised
    assert number.is_number and not number.support
    assert float(ball(number, {}).mid()) == float(a * b)


@given(RATIONALS.filter(bool), RATIONALS.filter(bool))
def test_what_was_put_in_is_left_in_no_form(a, b):
    """a b sqrt(2) may have been met as (x + a)(x + b sqrt(2)) - x (x + a + b sqrt(2))."""
    graph = Graph()
    x, y, root = graph.symbol("x"), graph.symbol("y"), graph.sqrt(graph.lift(2))
    disguised = (x + a) * (x + b * root) - x * (x + (a + b * root))
    value = (root * y).subs({y: graph.lift(a * b)})
    assert value is disguised
    assert value.is_constant


@given(a=tame_recipes())
def test_a_node_holds_no_symbol_that_is_not_told(a):
    """Also where the same value is met again without a division, and with a letter that cancels."""
    graph = fresh()
    u, x = graph.symbol("u"), build(a, graph)
    if (x - 1).is_zero:
        return
    above = graph.sin((x**3 - x) / (x - 1))
    again = (x + u) * (x + 1 - u) + u**2 - u
    graph.wear_tamer_forms()
    for node in ordered([above, again]):
        assert {s for s in ordered([node]) if s.kind == "symbol"} <= set(node.symbols())


@given(a=tame_recipes(), which=st.integers(0, 3))
def test_a_form_met_before_does_not_bring_back_what_was_replaced(a, which):
    """As many symbols as before: neither form is shorter, and only one is free of u."""
    graph = fresh()
    u, r = graph.symbol("u"), graph.symbol("r")
    tame = build(a, graph)
    disguised = [
        (tame + u) * (tame - u) + u**2,
        (tame + u) ** 2 - u * (2 * tame + u),
        (tame * u + 1) * tame - u * tame**2,
        tame * u - u * (tame - 3) - 2 * u,
    ][which]
    value = (graph.sqrt(graph.lift(2)) + disguised).subs({u: r})
    assert u not in value.symbols()
    assert u not in ordered([value])


@given(a=tame_recipes(), b=linear_angles(), which=st.integers(0, 4))
def test_a_disguised_zero_is_proved(a, b, which):
    graph = fresh()
    difference = build(disguises(a, b)[which], graph) - build(a, graph)
    decision = decide_zero(difference)
    assert (decision.answer, decision.evidence) == (True, "normal form")


@given(a=recipes(leaves=4), b=recipes(leaves=3), which=st.integers(0, 4))
def test_a_disguised_zero_is_never_refuted(a, b, which):
    """Also outside the field with normal forms."""
    graph = fresh()
    assert decide_zero(build(disguises(a, b)[which], graph) - build(a, graph)).answer is not False


@given(recipe=recipes())
def test_a_refutation_has_a_witness(recipe):
    """Not zero: then a ball at some rational point excludes 0."""
    node = build(recipe, fresh())
    decision = decide_zero(node)
    assume(decision.answer is False and not node.is_number)
    assert nonzero_point(node, tries=200) is not None


@given(recipe=recipes(leaves=5), even=st.sampled_from([-6, -4, -2, 2, 4, 6]))
def test_the_square_of_a_size_is_the_square(recipe, even):
    """|a|^2 = a^2 is one node, where a root gives the size too, and so is |a|^3 |a| = a^4."""
    graph = fresh()
    a = build(recipe, graph)
    assume(not a.is_zero)
    size = graph.call("abs", a)
    assert size**even is graph.sqrt(a**2) ** even is a**even
    assert size ** (even + 1) * size is a ** (even + 2)


@given(
    a=recipes(leaves=3),
    b=linear_angles(),
    c=recipes(leaves=4),
    which=st.integers(0, 4),
    point=points,
)
def test_a_perturbed_zero_is_zero_as_its_perturbation(a, b, c, which, point):
    """disguise(a) - a + c is never proved zero unless c is, nor refuted unless c is."""
    graph = fresh()
    node = build(disguises(a, b)[which], graph) - build(a, graph) + build(c, graph)
    decision, expected = decide_zero(node).answer, decide_zero(build(c, graph)).answer
    assert {decision, expected} != {True, False}
    if decision is True:
        same(measure(c, point)[0], arb(0))


@given(recipe=tame_recipes())
def test_the_field_is_decided_with_proof(recipe):
    """Rational functions of the symbols and of sin, cos, exp of linear combinations: always yes
    or no.
    """
    decision = decide_zero(build(recipe, fresh()))
    assert decision.answer is not None
    assert decision.proved


# calculus -----------------------------------------------------------------------------------------
@given(recipe=recipes(), point=points)
def test_diff_is_the_derivative(recipe, point):
    """d/dx against the second coefficient of a power series over balls."""
    graph = fresh()
    slope = build(recipe, graph).diff(graph.symbol("x"))
    same(value(slope, point), measure(recipe, point, "x")[1])


@pytest.mark.parametrize("name", sorted(FUNCTIONS - {"atan2"}))
def test_every_function_has_its_value_and_derivative(name):
    """f(x y + z) at x = 1/3, y = 6/7: z moves the argument into the domain."""
    recipe = (name, ("+", ("*", ("x",), ("y",)), ("z",)))
    point = {"x": fmpq(1, 3), "y": fmpq(6, 7), "z": fmpq(2 if name == "acosh" else 0)}
    graph = fresh()
    node = build(recipe, graph)
    found = value(node, point), value(node.diff(graph.symbol("x")), point)
    for ours, theirs in zip(found, measure(recipe, point, "x"), strict=True):
        assert is_sharp(ours)
        assert is_sharp(theirs)
        assert ours.overlaps(theirs)


def test_the_angle_of_a_point_has_its_derivatives():
    """d atan2(y, x) = (x dy - y dx)/(x^2 + y^2)."""
    angle = read("atan2(y, x)")
    x, y = (angle.graph.symbol(n) for n in "xy")
    assert angle.diff(x) is -y / (x**2 + y**2)
    assert angle.diff(y) is x / (x**2 + y**2)


@given(f=tame_recipes(), g=tame_recipes())
def test_product_rule(f, g):
    graph = fresh()
    x, f, g = graph.symbol("x"), build(f, graph), build(g, graph)
    assert (f * g).diff(x) is f.diff(x) * g + f * g.diff(x)


@given(f=recipes())
def test_mixed_partials_commute(f):
    graph = fresh()
    x, y, f = graph.symbol("x"), graph.symbol("y"), build(f, graph)
    assert decide_zero(f.diff(x).diff(y) - f.diff(y).diff(x)).answer is not False


@given(f=tame_recipes())
def test_mixed_partials_of_the_field_are_one_node(f):
    graph = fresh()
    x, y, f = graph.symbol("x"), graph.symbol("y"), build(f, graph)
    assert f.diff(x).diff(y) is f.diff(y).diff(x)


@given(f=tame_recipes(), inner=st.tuples(st.just("+"), linear_angles(), numbers))
def test_chain_rule(f, inner):
    """d/dx f(u(x), y, z) = f_x(u) u_x for a linear u of x, y, z."""
    graph = fresh()
    x, y, z = map(graph.symbol, NAMES)
    f, u = build(f, graph).subs({y: y**2}), build(inner, graph).subs({y: z})
    try:
        left, right = f.subs({x: u}).diff(x), f.diff(x).subs({x: u}) * u.diff(x)
    except ZeroDivisionError:
        assume(False)
    assert decide_zero(left - right).answer is True


@given(f=recipes(leaves=4), g=recipes(leaves=3), point=points)
def test_substitution_is_evaluation(f, g, point):
    """f(g, x, z) at a point = f at (g(point), x, z): symbols are replaced all at once."""
    graph = fresh()
    x, y, _ = map(graph.symbol, NAMES)
    node = build(f, graph)
    try:
        mixed = node.subs({x: build(g, graph), y: x})
    except ZeroDivisionError:
        assume(False)
    inner = measure(g, point)[0]
    assume(inner.is_finite())
    at = {graph.symbol(n): v for n, v in point.items()} | {x: inner, y: point["x"]}
    same(value(mixed, point), ball(node, at, PRECISION))


@given(f=recipes())
def test_substituting_nothing_changes_nothing(f):
    graph = fresh()
    node = build(f, graph)
    assert node.subs({}) is node
    assert node.subs({s: s for s in node.symbols()}) is node


# text and presentation
# ------------------------------------------------------------------------------
def reader(graph: Graph) -> Scope:
    return Scope(chart(graph, ["x", "y"]), ("z",))


@given(recipe=recipes())
def test_text_is_read_back_to_the_same_node(recipe):
    graph = fresh()
    node = build(recipe, graph)
    assert reader(graph).expression(text(node)) is node


@pytest.mark.parametrize("written", [
    "x**(1/3)", "sqrt(x)*sqrt(2)", "atan2(y, x)", "sign(x)*abs(y)", "pi*x/3", "-x", "x - y - 1", "-(x + y)/2",
    "exp(-x**2/2)", "x**(3/2)/y**(1/2)", "2*sin(x)*cos(y)/(3*z)", "-x**2", "(-x)**2", "1/(x*y)", "x**(-5)",
    "xdot*yddot", "-1/2", "sqrt(3)/2", "(x + 1)**2/(x - 1)", "x**y",
])  # fmt: skip
def test_text_of_these_is_read_back(written):
    graph = fresh()
    node = reader(graph).expression(written)
    assert reader(graph).expression(text(node)) is node


@pytest.mark.parametrize("left, right", [
    ("x**(y - 1)", "x**y/x"), ("x**(y + 1/2)", "sqrt(x)*x**y"), ("x**(z*y - 2)*x**2", "x**(y*z)"),
    ("exp(2*log(x) + y)", "x**2*exp(y)"), ("exp(log(x)*(log(y) + 1))", "x*exp(log(x)*log(y))"),
    ("y**(2*z)", "(y**z)**2"), ("2**(x + 1)", "2*2**x"),
])  # fmt: skip
def test_numbers_in_an_exponent_are_powers(left, right):
    read = reader(fresh()).expression
    assert decide_zero(read(left) - read(right)).evidence == "normal form"


def test_mixed_derivatives_of_a_power_with_a_coordinate_above():
    graph = fresh()
    read, (x, y) = reader(graph).expression, map(graph.symbol, "xy")
    difference = read("y*x**(y - 1)").diff(y) - read("x**y*log(x)").diff(x)
    assert decide_zero(difference).evidence == "normal form"


@pytest.mark.parametrize(
    "written, shown",
    [
        ("y/exp(-x)", "y*exp(x)"),
        ("y/exp(x)", "y/exp(x)"),
        ("1/exp(-x*y - 1)**2", "exp(x*y + 1)**2"),
    ],
)
def test_exponentials_below_a_line(written, shown):
    graph = fresh()
    node = reader(graph).expression(written)
    assert text(node) == shown
    assert reader(graph).expression(shown) is node


@given(recipe=recipes())
def test_presentable_has_the_same_value(recipe):
    node = build(recipe, fresh())
    (back,) = node.graph.copy([presentable(node)])
    assert back is node or decide_zero(back - node).answer is True


MONOMIALS = st.tuples(
    st.sampled_from("xyzw"), st.sampled_from(["1", "x", "y", "z", "w"]), st.integers(1, 3)
)
ANGLES = st.tuples(MONOMIALS, MONOMIALS)


@given(waves=st.lists(st.tuples(ANGLES, ANGLES, st.sampled_from("xyzw")), min_size=1, max_size=3))
def test_presentable_keeps_the_angles_of_two_graphs_apart(waves):
    graph = fresh(5)
    symbols = {name: graph.symbol(name) for name in "xyzw"} | {"1": graph.one}

    def angle(monomials):
        return graph.add(*(symbols[a] * symbols[b] * c for a, b, c in monomials))

    node = graph.add(*(graph.sin(angle(a)) * graph.cos(angle(b)) * symbols[s] for a, b, s in waves))
    (back,) = graph.copy([presentable(node)])
    assert back is node


@pytest.mark.parametrize(("written", "length"), [
    ("cos(x)**2 - 1", 10), ("1 - sin(x)**2", 9), ("y*cos(x)**2 + y*sin(x)**2", 1), ("(x**2 - y**2)/(x - y)", 5),
    ("cos(x)**4 - 2*cos(x)**2 + 1", 9), ("(cos(x)**2 - 1)/(sin(x)*y)", 9), ("cos(x)**3 - cos(x)", 17),
    ("1/(x + 1) + 1/(x - 1)", 21), ("sqrt(1 - 1/x)*(y**2 + y)/y", 22),
    ("x + y - y*sin(x)**2", 15), ("1/(x*y - x*y*cos(x)**2 + y**3*cos(x)**2)", 36),
    ("sin(x - y)/(x + z - z*sin(x - y)**2)", 32),
    ("x*(x - y) + x*(sin(z)**2/cos(z)**2 + 1)", 25), ("y/(x - sin(z) + y**2/(x - sin(z)))", 39),
])  # fmt: skip
def test_presentable_is_short_and_equal(written, length):
    node = read(written)
    shown = presentable(node)
    assert node.graph.copy([shown])[0] is node
    assert len(text(shown)) <= length


def test_expressions_of_several_graphs_are_copied_each_by_itself():
    first, second = Graph(), Graph()
    one, other = first.sin(first.symbol("x")), second.cos(second.symbol("y"))
    assert one.index == other.index  # what told them apart within one graph
    assert list(map(str, Graph().copy([one, other]))) == ["sin(x)", "cos(y)"]


@given(recipe=tame_recipes())
def test_presentable_is_no_longer_than_the_text(recipe):
    node = build(recipe, fresh())
    shown, derived = text(presentable(node)), text(node)
    assert len(shown) <= len(derived) + 6 * derived.count("/")


@given(recipe=recipes())
def test_nothing_depends_on_the_random_prime(recipe):
    """Forms, texts and verdicts are those of any other seed."""
    one, two = (build(recipe, fresh(seed)) for seed in (1, 2))
    assert text(one) == text(two)
    assert text(presentable(one)) == text(presentable(two))
    assert decide_zero(one) == decide_zero(two)


def test_roots_of_numbers_do_not_depend_on_the_random_prime():
    found = [(g.sqrt(11) + 1) * (g.sqrt(11) - 1) - 10 for g in map(Graph, range(8))]
    assert len({(text(e), decide_zero(e)) for e in found}) == 1


# known identities and near-identities
# -----------------------------------------------------------------
IDENTITIES = {
    "circle": "sin(x)**2 + cos(x)**2 - 1",
    "double angle": "sin(2*x) - 2*sin(x)*cos(x)",
    "sum of angles": "sin(x + y) - sin(x)*cos(y) - cos(x)*sin(y)",
    "fivefold angle": "cos(5*x) - 16*cos(x)**5 + 20*cos(x)**3 - 5*cos(x)",
    "half angle": "2*sin(x/2)**2 - 1 + cos(x)",
    "quarter turn": "sin(x + pi/2) - cos(x)",
    "third turn": "cos(x + 2*pi/3) + cos(x)/2 + sqrt(3)/2*sin(x)",
    "exponentials": "exp(x + y) - exp(x)*exp(y)",
    "hyperbola": "cosh(x)**2 - sinh(x)**2 - 1",
    "binomial": "(x + y)**3 - x**3 - 3*x**2*y - 3*x*y**2 - y**3",
    "quotient": "(x**3 - y**3)/(x - y) - x**2 - x*y - y**2",
    "roots": "sqrt(2)*sqrt(3) - sqrt(6)",
    "golden": "(1 + sqrt(5))**2/4 - (1 + sqrt(5))/2 - 1",
    "root of a square sum": "sqrt(x**2 + y**2)**2 - x**2 - y**2",
    "root in a denominator": "1/sqrt(x**2 + 1) - sqrt(x**2 + 1)/(x**2 + 1)",
    "tangent": "1/cos(x)**2 - 1 - tan(x)**2",
    "sine of a third of pi": "2*sin(pi/3) - sqrt(3)",
    "power of e": "exp(x*log(y)) - y**x",
}


def read(written: str):
    return reader(fresh()).expression(written)


@pytest.mark.parametrize("written", IDENTITIES.values(), ids=IDENTITIES.keys())
def test_an_identity_is_proved(written):
    decision = decide_zero(read(written))
    assert (decision.answer, decision.evidence) == (True, "normal form")


@pytest.mark.parametrize("off", ["1e-30", "-1e-30*x", "1e-30*sin(y)**2", "1e-30*exp(x)"])
@pytest.mark.parametrize("written", IDENTITIES.values(), ids=IDENTITIES.keys())
def test_a_near_identity_is_refuted(written, off):
    decision = decide_zero(read(f"{written} + {off}"))
    assert decision.answer is False
    assert decision.proved


@pytest.mark.parametrize("coefficient", ["1 + 1e-30", "1 - 1e-30", "1e30 - 1e30 + 1 + 1e-40"])
def test_a_coefficient_off_by_a_hair_is_seen(coefficient):
    assert decide_zero(read(f"sin(2*x) - 2*sin(x)*cos(x)*({coefficient})")).answer is False


NOT_ZERO = {
    "a small angle in degrees": "180*acos(7823207/7823209)/pi",
    "root of a square": "sqrt(x**2) - x",
    "root of a square, other branch": "sqrt(x**2) + x",
    "absolute value": "abs(x) - x",
    "sign": "sign(x) - 1",
    "arc tangent of a quotient": "atan2(y, x) - atan(y/x)",
    "arc sine of a sine": "asin(sin(x)) - x",
    "almost an integer": "exp(pi) - pi - 20",
    "Ramanujan's constant": "exp(pi*sqrt(163)) - 262537412640768744",
    "a close fraction": "pi - 355/113",
    "a closer fraction": "sin(1)**2 + cos(1)**2 - 1 + 1e-40",
    "two logarithms": "log(2)/log(3) - 0.6309297535714574",
}


@pytest.mark.parametrize("written", NOT_ZERO.values(), ids=NOT_ZERO.keys())
def test_what_is_not_zero_is_refuted(written):
    decision = decide_zero(read(written))
    assert decision.answer is False
    assert decision.proved


ZERO_WHERE_DEFINED = {
    "logarithm of a product": "log(x*y) - log(x) - log(y)",
    "root of a product": "sqrt(x*y) - sqrt(x)*sqrt(y)",
    "square of an absolute value": "abs(x)**2 - x**2",
    "Machin": "4*atan(1/5) - atan(1/239) - pi/4",
    "small angle in degrees": "180*acos(7823207/7823209)/pi - 360*asin(1/2797)/pi",
    "nested roots": "sqrt(5 + 2*sqrt(6)) - sqrt(2) - sqrt(3)",
    "arc cosine": "asin(x) + acos(x) - pi/2",
    "area functions": "asinh(x) - log(x + sqrt(x**2 + 1))",
    "square of a sign": "sign(x)**2*x - x",
    "opposite point": "atan2(0, -1) - pi",
    "fifth of pi": "cos(pi/5) - (1 + sqrt(5))/4",
}


@pytest.mark.parametrize("written", ZERO_WHERE_DEFINED.values(), ids=ZERO_WHERE_DEFINED.keys())
def test_what_is_zero_is_never_refuted(written):
    """Beyond the field a zero may stay undecided; it must not be denied."""
    assert decide_zero(read(written)).answer is not False


def test_an_angle_is_recognised_however_it_is_written():
    """sin(y/u - (u x + y)/u) = -sin(x), if -x was written before."""
    graph = fresh()
    x, y, z = map(graph.symbol, NAMES)
    assert (-x).is_number is False
    angle = y / z - (z * x + y) / z
    assert decide_zero(graph.sin(angle) + graph.sin(x)).answer is True


def test_an_angle_is_recognised_in_any_order():
    graph = fresh()
    x, y, z = map(graph.symbol, NAMES)
    angle = y / z - (z * x + y) / z
    assert decide_zero(graph.sin(angle) + graph.sin(x)).answer is True


# adversaries of the random prime
# ------------------------------------------------------------------------
LARGE = [2**61 - 1, 2**31 - 1, (2**61 - 1) * (2**31 - 1), 2**127 - 1, 10**40, 5040 * 10**30]


@pytest.mark.parametrize("number", LARGE)
def test_large_coefficients_do_not_vanish(number):
    graph = fresh()
    x, y, _ = map(graph.symbol, NAMES)
    assert decide_zero(number * x).answer is False
    assert decide_zero(x * number + y - y).answer is False
    assert decide_zero((number + 1) * x - x).answer is False
    assert not graph.lift(number).is_zero


@given(factors=st.lists(st.sampled_from([2**61 - 1, 2305843009213693921, 2305843009213693907, 2**89 - 1]),
                        min_size=1, max_size=5))  # fmt: skip
def test_products_of_primes_do_not_vanish(factors):
    graph = fresh(11)
    node = graph.symbol("x")
    for factor in factors:
        node = node * factor
    assert decide_zero(node).answer is False


@pytest.mark.parametrize("bits", [62, 64, 65, 89, 118])
def test_random_primes_are_primes_with_roots_of_unity(bits):
    rng = random.Random(bits)
    found = {random_prime(rng, bits) for _ in range(50)}
    assert len(found) == 50
    assert all(fmpz(p).is_prime() and p.bit_length() == bits and p % 5040 == 1 for p in found)


@pytest.mark.parametrize(
    "written",
    [
        "log(y)",
        "asin(x)",
        "sin(x)",
        "sin(y/2)",
        "exp(x)",
        "exp(y/2)",
        "sqrt(x)",
        "y**(1/4)",
        "z",
        "sin(pi/5)",
        "sqrt(3)",
        "cos(y + pi/7)",
    ],
)
def test_what_is_not_in_a_field_has_no_normal_form_there(written):
    graph = fresh()
    read = reader(graph).expression
    field = Field([read(e) for e in ("x", "sin(y)*exp(y)", "sqrt(y)", "sin(pi/8)")])
    with pytest.raises(OutOfReach):
        field.normal(read(written))


def test_a_field_that_met_a_limit_goes_on():
    graph = fresh()
    read = reader(graph).expression
    first, second = read("sqrt(x + 1)"), read("sqrt(y + sqrt(x + 1))")
    field = Field([first, second], work=Work.of(0))
    with pytest.raises(OutOfReach):
        field.normal(second)
    field.work = None
    assert field.normal((second**2 - read("y")) ** 2 - read("x + 1")).num == 0


def test_the_random_primes_themselves_are_never_proved_zero():
    """Who knows the primes can fool the values, not the normal form; one of them alone fools
    nothing.
    """
    graph = Graph(3)
    x = graph.symbol("x")
    first, second = (modulus.p for modulus in graph.moduli)
    assert first != second
    assert decide_zero(first * x).answer is False
    assert decide_zero(second * x).answer is False
    for node in (first * second * x, (first * second + 1) * x - x):
        decision = decide_zero(node)
        assert not (decision.answer is True and decision.proved)


def test_a_false_merge_is_found_out_by_the_normal_form():
    graph = Graph(3)
    assert settle(graph)
    first, second = graph.moduli
    assert graph.lift(first.p * second.p).is_zero
    assert not settle(graph)


@given(seed=st.integers(0, 10**6))
def test_constants_have_consistent_images(seed):
    """zeta has order 5040, i^2 = -1, and the image of sqrt(q) squares to q."""

    m = Modulus(random.Random(seed))
    assert pow(m.zeta, 5040, m.p) == 1
    assert all(pow(m.zeta, 5040 // q, m.p) != 1 for q in SMALL_PRIMES)
    assert m.i**2 % m.p == m.p - 1
    assert all(m.root_of_prime(q) ** 2 % m.p == q for q in SMALL_PRIMES)


# linear algebra
# -------------------------------------------------------------------------------------------
matrices = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.lists(tame_recipes(), min_size=n, max_size=n), min_size=1, max_size=3)
)


def grid(recipe_rows, graph: Graph):
    return [[build(r, graph) for r in row] for row in recipe_rows]


@given(rows=matrices)
def test_echelon_form(rows):
    """combine . rows = reduced rows with unit pivot columns, and idle . rows = 0."""
    graph = fresh()
    rows = grid(rows, graph)
    form = echelon(graph, rows)
    for combination, reduced in zip(form.combine, form.rows, strict=True):
        assert all_zero(
            dot(graph, combination, c) - r for c, r in zip(transpose(rows), reduced)
        ).answer
    for combination in form.idle:
        assert all_zero(dot(graph, combination, column) for column in transpose(rows)).answer
    for i, j in enumerate(form.pivots):
        assert [row[j] for row in form.rows] == [
            graph.one if k == i else graph.zero for k in range(form.rank)
        ]


@given(
    rows=st.integers(1, 3).flatmap(
        lambda n: st.lists(st.lists(tame_recipes(), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_determinant_rank_and_solution_agree(rows):
    """det = 0 <=> rank < n <=> no unique solution; else A x = b."""
    graph = fresh()
    rows = grid(rows, graph)
    right = [graph.symbol(f"b{i}") for i in range(len(rows))]
    solution = solve(graph, rows, right)
    regular = decide_zero(determinant(graph, rows)).answer is False
    assert regular == (echelon(graph, rows).rank == len(rows)) == (solution is not None)
    if solution is not None:
        assert all_zero(dot(graph, row, solution) - b for row, b in zip(rows, right)).answer


def test_rank_sees_through_sums_of_angles():
    """Rows that are equal by sin(a+b) = sin a cos b + cos a sin b; a DomainMatrix has rank 2."""
    g = fresh()
    a, b = g.symbol("x"), g.symbol("y")
    first = [g.sin(a + b), g.cos(a + b)]
    second = [g.sin(a) * g.cos(b) + g.cos(a) * g.sin(b), g.cos(a) * g.cos(b) - g.sin(a) * g.sin(b)]
    assert echelon(g, [first, second]).rank == 1
    second[0] = second[0] + Fraction(1, 10**30)
    assert echelon(g, [first, second]).rank == 2


def test_rank_of_a_rotation_is_full():
    g = fresh()
    a = g.symbol("x")
    assert determinant(g, [[g.cos(a), -g.sin(a)], [g.sin(a), g.cos(a)]]) is g.one


def test_undecidable_pivots_are_refused_in_words():
    g = fresh()
    hidden = reader(g).expression("4*atan(1/5) - atan(1/239) - pi/4")
    with pytest.raises(NonholoError, match="could not be decided"):
        linear.vanishes(hidden)


# zero on a set
# ----------------------------------------------------------------------------------------------
def on(written: str, *relations: str):
    scope = reader(fresh())
    return decide_zero_on(scope.expression(written), [scope.expression(r) for r in relations])


def test_zero_on_the_circle():
    assert on("x**4 - (1 - y**2)**2", "x**2 + y**2 - 1").answer is True
    assert on("x*cos(z) + x", "x").answer is True
    assert on("x - y", "x**2 + y**2 - 1").answer is False
    assert on("x**2 - y**2", "x - y").answer is True
    assert on("x - z", "x - y", "y - z").answer is True


def test_one_branch_of_a_circle_is_not_the_circle():
    """y = sqrt(1 - x^2) holds on the upper half only."""
    assert on("y - sqrt(1 - x**2)", "x**2 + y**2 - 1").answer is not True


def test_one_line_of_two_is_not_both():
    assert on("y", "x*y").answer is not True


@pytest.mark.parametrize(
    "relations",
    [
        ["x**2 + y**2 - 1"],
        ["x*sin(y) - z", "x**2 + z**2 - 2"],
        ["x**3 + x*y + exp(z) - 2"],
        ["3*sin(x) + cos(y)*sin(z) - 1"],
        ["3*x - x*y**2", "z - x*y"],
    ],
)
@pytest.mark.parametrize("also", ["x", "y*z", "cos(x)*z - y", "2*x**2 + 1"])
def test_a_point_of_the_set_refutes_and_never_what_is_true(relations, also):
    """sum_l g f_l vanishes on the set; the same and one more does not, wherever f = 0."""
    scope = reader(fresh())
    f = [scope.expression(r) for r in relations]
    combination = sum((scope.expression(also) * e for e in f[1:]), scope.expression(also) * f[0])
    assert point_off_zero(combination, f) is None
    assert point_off_zero(combination + 1, f) is not None
    assert decide_zero_on(combination, f).answer is True
    refuted = decide_zero_on(combination + 1, f)
    assert (refuted.answer, refuted.evidence) == (False, "ball") and refuted.point


@pytest.mark.parametrize(
    "relation",
    [
        "x**2 + y**2 + 1",
        "exp(x)",
        "sqrt(-1 - x**2) - y",
        "x**2",
        "1",
        "x + sign(x)/10**40 + 1/10**41",  # it jumps over 0
    ],
)
def test_no_point_where_there_is_none_or_no_regular_one(relation):
    scope = reader(fresh())
    assert point_off_zero(scope.expression("x + y + 3"), [scope.expression(relation)]) is None


def test_a_point_of_the_set_obeys_what_is_assumed():
    """x = -1 is on the set, but not assumed."""
    graph = fresh()
    x = graph.symbol("x")
    graph.assumed[x.index] = Range(low=Rational(0), apart=True)
    assert point_off_zero(x - 1, [x**2 - 1]) is None
    assert point_off_zero(x + 1, [x**2 - 1]) is not None


@pytest.mark.parametrize("carried", [False, True])
def test_no_point_where_functions_are_unspecified(carried):
    """In a twin of the graph neither, where no function is called again."""
    graph = fresh()
    x, y = graph.symbol("x"), graph.symbol("y")
    held, plain, circle = graph.call(Unspecified("f", ("x",), (0,)), x) - y, x - y, x**2 + y**2 - 1
    if carried:
        _, nodes = graph.twin()
        held, plain, circle = (nodes[e.index] for e in (held, plain, circle))
    assert point_off_zero(plain, [circle]) is not None
    assert point_off_zero(held, [circle]) is None
    assert point_off_zero(plain, [held]) is None


def test_nodes_are_counted_as_they_are_listed():
    graph = fresh()
    x, y = graph.symbol("x"), graph.symbol("y")
    shared = graph.sin(x * y) + x**2
    for e in (x, graph.one, shared, shared**2 / (shared + y) + graph.exp(shared)):
        before = spent()
        size = counted(e)
        assert (size, spent() - before) == (len(ordered([e])), size)


def test_no_whole_number_is_solved_for():
    """n = 2 x is no point of the set unless it is whole."""
    graph = fresh()
    n, x = graph.symbol("n"), graph.symbol("x")
    graph.assumed[n.index] = Range(whole=True)
    point = dict(point_off_zero(x + 1, [n - 2 * x]))
    assert set(point) == {"n", "x"} and float(point["n"]).is_integer()


def test_all_of_them_is_as_weak_as_the_weakest():
    zero, one, unknown = (
        decide_zero(read(w)) for w in ("x - x", "x", "log(x*y) - log(x) - log(y)")
    )
    assert combined([zero, zero]).answer is True
    assert combined([zero, unknown]).answer is None
    assert combined([unknown, one]).answer is False
    assert combined([]).answer is True
    assert all_zero_on([read("x")], []).answer is False


# refusals and manners
# ---------------------------------------------------------------------------------------
def test_what_meets_another_graph_is_copied_there():
    """Symbols are the same by their names; the graph of what stands left is not written to from
    elsewhere.
    """
    here, there = Graph(), Graph()
    x, y = here.symbol("x"), there.symbol("y")
    assert (x + there.symbol("x")) is 2 * x
    assert str(here.sin(x).diff(there.symbol("x"))) == "cos(x)"
    assert str((x**2).subs({there.symbol("x"): y + 1})) == "(y + 1)**2"
    assert (x * y).has([y]) and not x.has([y])


def test_a_twin_is_the_same_graph_and_is_not_written_to():
    graph = Graph(seed=7)
    x, y = graph.symbol("x"), graph.symbol("y")
    kept = graph.sin(x) ** 2 * y + graph.cos(x) ** 2 * y + graph.sqrt(x) - 3
    twin, nodes = graph.twin()
    again = nodes[kept.index]
    assert (str(again), again.value, again.index) == (str(kept), kept.value, kept.index)
    assert len(twin.ledger) == len(graph.ledger) and again.graph is twin
    assert twin.sin(twin.symbol("x")) is nodes[graph.sin(x).index]
    before = graph.sin(x).index, len(graph.ledger)
    assert (
        twin.sin(2 * twin.symbol("y")) - 2 * twin.sin(twin.symbol("y")) * twin.cos(twin.symbol("y"))
    ).is_zero
    assert (graph.sin(x).index, len(graph.ledger)) == before


def test_what_a_record_is_asked_apart_finds_all_as_it_was():
    """Nodes are carried over when they are met; what the graph makes of them later is not."""
    graph = Graph(seed=7)
    x, u = graph.symbol("x"), graph.symbol("u")
    square = (x + u) * (x - u) + u**2
    form = str(square)
    asked = graph.apart({"sine": graph.sin(x)})["sine"]
    there = asked.graph
    assert x**2 is square and not graph.wear_tamer_forms() and str(square) == "x**2"
    a, b = there.symbol("x"), there.symbol("u")
    again = (a + b) * (a - b) + b**2
    assert (again.index, str(again)) == (square.index, form) and not there.ledger
    assert there is not graph and asked is there.sin(a) and asked.index == graph.sin(x).index
    twice = there.apart(again)
    assert str(twice) == form and twice.graph is not there
    assert str(pickle.loads(pickle.dumps(again))) == form


@pytest.mark.parametrize("bad", [0.5, "x", None, 1j])
def test_only_exact_numbers_are_taken(bad):
    with pytest.raises(NonholoError, match="no exact number"):
        Graph().lift(bad)


def test_unknown_functions_are_named():
    graph = Graph()
    with pytest.raises(NonholoError, match=r"no function 'gamma'.*known are.*sin"):
        graph.call("gamma", graph.one)


def test_a_derivative_needs_a_symbol():
    graph = Graph()
    x = graph.symbol("x")
    with pytest.raises(NonholoError, match="it is no symbol"):
        (x**2).diff(x**2)


def test_a_hidden_zero_is_no_divisor():
    graph = Graph()
    x = graph.symbol("x")
    with pytest.raises(ZeroDivisionError):
        1 / (graph.sin(2 * x) - 2 * graph.sin(x) * graph.cos(x))


@pytest.mark.parametrize(
    "solver",
    [
        lambda A, B: guessed_solution(A[0][0].graph, A, B, 20_000_000),
        lambda A, B: cramer(A, B, 20_000_000, 200),
    ],
    ids=["guessed", "cramer"],
)
@given(data=st.data(), k=st.integers(2, 3))
def test_a_short_solution_is_the_solution(solver, data, k):
    """B = A X: solving gives X back, however full A is."""
    graph = fresh(7)
    x = [graph.symbol(n) for n in "xyz"]
    short = st.sampled_from(
        [graph.one, *x, graph.sin(x[0]), graph.exp(x[1]), x[1] ** 2, x[0] + x[2]]
    )
    A = [[data.draw(short) + (3 if i == j else 0) for j in range(k)] for i in range(k)]
    X = [[data.draw(short) / (1 + data.draw(short) ** 2)] for _ in range(k)]
    B = [[graph.add(*(a * row[0] for a, row in zip(line, X)))] for line in A]
    found = solver(A, B)
    if determinant(graph, A).is_zero:
        assert found is None
    elif found is not None:
        assert all(a[0] is b[0] for a, b in zip(found, X))


@pytest.mark.parametrize("seed", range(12))
def test_what_a_line_refuses_would_not_be_guessed(monkeypatch, seed):
    """Solutions are the same where every degree is tried in all generators."""
    graph, rng = fresh(7), random.Random(seed)
    letters = [graph.symbol(n) for n in "abcdef"]
    waves = [graph.sin(letters[0]), graph.cos(letters[0])]

    def drawn(most: int):
        chosen = (rng.choice([*letters, *waves]) for _ in range(rng.randint(1, most)))
        return graph.add(graph.multiply(*chosen), rng.choice(letters) * rng.randint(-3, 3))

    A = [[drawn(1) + (3 if i == j else 0) for j in range(3)] for i in range(3)]
    X = [[drawn(3) / (2 + drawn(2))] for _ in range(3)]
    B = [[graph.add(*(a * row[0] for a, row in zip(line, X)))] for line in A]
    by_line = guessed_solution(graph, A, B, 20_000_000)
    monkeypatch.setattr(guess._Box, "_fits_on_line", lambda *_: True)
    guess._remembered.cache_clear()
    assert guessed_solution(graph, A, B, 20_000_000) == by_line


def test_cramers_quotients_have_nothing_in_common():
    """Sines and cosines of sums, a snakeboard's rows: the determinant -sin(2b) and the factor
    cos(b) go.
    """
    graph = fresh(7)
    a, b, c = (graph.symbol(n) for n in "abc")
    A = [[-graph.sin(u), graph.cos(u)] for u in (a + b, a - b)]
    (x,), (y,) = cramer(A, [[-c * graph.cos(b)], [c * graph.cos(b)]], 20_000_000, 9)
    assert [str(presentable(e)) for e in (x, y)] == [
        "c*cos(b)*cos(a)/sin(b)",
        "c*cos(b)*sin(a)/sin(b)",
    ]
    assert cramer(A, [[c], [c + a * b]], 20_000_000, 1) is None


@given(
    recipes=st.lists(st.tuples(tame_recipes(), tame_recipes()), min_size=1, max_size=4),
    factor=tame_recipes(),
)
def test_gathered_sums_are_sums(recipes, factor):
    """With and without a factor that all terms share: the same node as the plain sum, whichever
    is made first.
    """

    def parts(graph):
        f = build(factor, graph)
        return [
            (f * build(a, graph) * build(b, graph), fmpq(k + 1)) for k, (a, b) in enumerate(recipes)
        ]

    graph = fresh(7)
    gathered = graph.gathered(parts(graph))
    assert graph.sum(parts(graph)) is gathered
    other = fresh(7)
    plain = other.sum(parts(other))
    assert other.gathered(parts(other)) is plain
    assert decide_zero(graph.copy([plain])[0] - gathered).answer is True


def test_a_sum_that_is_a_number_is_that_number():
    graph = fresh(7)
    x, y = graph.symbol("x"), graph.symbol("y")
    squares = (
        graph.sin(x) ** 2 * graph.cos(y) ** 2
        + graph.cos(x) ** 2 * graph.cos(y) ** 2
        + graph.sin(y) ** 2
    )
    assert 4 * squares + 7 is graph.lift(11)
    assert settle(graph)


def test_the_solution_of_a_full_set_is_found_where_elimination_keeps_long_factors():
    """The entries of M G have lost every sign of M; six unknowns, each 2 z."""
    graph = fresh(7)
    z = [graph.symbol(f"z{i}") for i in range(6)]
    M = [[graph.lift(int(i == j)) + graph.sin(z[i]) * z[j] for j in range(6)] for i in range(6)]
    G = [[2 * z[(i + 1) % 6]] for i in range(6)]
    B = [[graph.add(*(m * g[0] for m, g in zip(row, G)))] for row in M]
    assert guessed_solution(graph, M, B, 20_000_000) == G
