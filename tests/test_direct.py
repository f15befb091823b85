"""The two ways to read a text, straight into the graph and over a tree, say the same, also what
is wrong.
"""

from __future__ import annotations

import doctest
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonholo.errors import BadCase, BadExpression, NonholoError, NotPfaffian, Place, TimeUp
from nonholo.expression.graph import Graph
from nonholo.geometry.constraints.chart import chart
from nonholo.readers import declared, lower, places, tokens, trees
from nonholo.readers.build import build
from nonholo.readers.direct import Doubt
from nonholo.readers.draft import Draft
from nonholo.readers.lower import Scope
from nonholo.readers.names import infer, infer_from_words
from nonholo.readers.of_constraints import case_from_constraints
from nonholo.readers.parser import parse_constraint
from nonholo.readers.tokens import read_words
from nonholo.readers.tree import Add, Multiply, Name, Rate
from tests.draws import draws
from tests.test_parser import HOSTILE, INFERRED, REFUSED, TEXTS, TREES, UNCLEAR, UNRESOLVED, printed

PLACE = Place("coin.toml", "constraints[1]", 7, 12)


def scope(*parameters: str) -> Scope:
    return Scope(chart(Graph(), ["x", "y", "theta"]), parameters or ("S", "φ", "lambda"))


class Undecided:
    """In the place of a `Direct`: always in doubt."""

    def __init__(self, *_):
        pass

    def expression(self, text):
        raise Doubt

    constraint = expression


def over_trees(own: Scope) -> Scope:
    """A scope of the same graph that only reads over trees."""
    other = Scope(own.chart, own.parameters)
    object.__setattr__(other, "direct", Undecided())
    return other


def outcome(read, text):
    try:
        return read(text, PLACE)
    except NonholoError as error:
        return type(error), str(error)


def agree(own: Scope, text: str) -> None:
    """Both ways find the same node, or the same words of complaint."""
    other = over_trees(own)
    assert outcome(own.expression, text) == outcome(other.expression, text)
    assert outcome(own.constraint, text) == outcome(other.constraint, text)


# one language -----------------------------------------------------------------------------------
@settings(max_examples=draws(100), deadline=None)
@given(TREES)
def test_both_ways_find_the_same_node(tree):
    agree(scope(), printed(tree))


@settings(max_examples=draws(100), deadline=None)
@given(TEXTS)
def test_both_ways_refuse_in_the_same_words(text):
    agree(scope(), text)


VELOCITIES = st.sampled_from([Rate("x", 1), Rate("y", 1), Name("thetadot"), Name("ydot")])
DIFFERENTIALS = st.sampled_from([Name("dx"), Name("dtheta"), Name("dt")])


@settings(max_examples=draws(50), deadline=None)
@given(
    st.lists(st.tuples(TREES, st.one_of(VELOCITIES, DIFFERENTIALS)), min_size=2, max_size=4), TREES
)
def test_both_ways_read_constraints(terms, rest):
    text = printed(Add(tuple(Multiply((c, v)) for c, v in terms)))
    agree(scope(), text)
    agree(scope(), f"{text} = {printed(rest)}")


FORMS = [
    "dx/dt = S*dtheta/dt",
    "dx/dt + y*dtheta/dt + dtheta",
    "dx/dt*x'",
    "S*dx/(2*dt)",
    "dx/(dt)",
    "(dx)/dt",
    "(-dx)/dt",
    "-dx/dt",
    "dx*dy/dt",
    "dx/dt/dt",
    "dx/dt**2",
    "dt/dx",
    "dx/2/dt*x",
    "1/dx",
    "1/dt",
    "dx**2",
    "dx*dy",
    "dx + x",
    "dy = x dt",
    "dx - (dx - dy)",
    "x*(dx + S*dy)/(1 + x**2) - dt",
    "(dx + dt)*sin(dx)",
    "dt",
    "d x",
    "dphi",
    "x'/x' - 1",
    "(x'*2 + y')/(S - S)",
    "x'**2 - x'*x'",
    "y''",
    "xdddot",
    "dS",
    "(dx + x*dt)/(2*S)",
]


@pytest.mark.parametrize("text", [*FORMS, *REFUSED, *UNRESOLVED])
def test_both_ways_agree_on_examples(text):
    agree(scope(), text)
    agree(scope("S", "ydot", "dy", "sec", "log", "dt"), text)


# limits -----------------------------------------------------------------------------------------
NESTED = [
    "({} + x)",
    "-({})",
    "sin({})",
    "x*({} + 1)",
    "({})**2",
    "1/(1 + {})",
    "x*(1 + -{})",
    "({})/2",
    "(2 - {})",
    "x*(1 - ({}))",
    "x**({})",
    "dx/dt*({})",
]
NUMBERS = ["9**999", "1e500", "1/7", "123456789**99"]


@pytest.mark.parametrize("form", NESTED)
def test_the_limit_of_depth_is_the_same(form):
    for inner in ("x", "2"):
        for depth in (65, 66, 67, 98, 99, 100, 101, 198, 199, 200, 201):
            text = inner
            for _ in range(depth):
                text = form.format(text)
            agree(scope(), text)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("count", [2, 40, 61, 125, 150, 160, 310])
def test_the_limits_of_size_are_the_same(number, count):
    many = [number] * count
    for text in (
        "*".join(many),
        "+".join(many),
        f"({'*'.join(many)})*x/3",
        f"y/({'*'.join(many)})",
        f"({number}*x)**{count}",
        f"x**({'+'.join(many)})",
        f"({'+'.join(many)})**7",
    ):
        agree(scope(), text)


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:12].strip() for text in HOSTILE])
def test_hostile_texts_are_refused_by_both(text):
    agree(scope("x"), text)


# the short way is taken, and costs what it should -------------------------------------------------
PLAIN = [
    "sin(theta)*x' - cos(theta)*y' = 0",
    "dx - S*cos(theta)*dtheta",
    "dx/dt = S dtheta/dt",
    "2 x y' = (1 + x^2)**-2 x'",
    "x**S*y' + 2**(1/2)*x'",
    "x'/(1 + 4x**2) = sqrt(x)*y' + 1e-3",
    "φ x' = λ_1 y'",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_texts_need_no_tree(text, monkeypatch):
    own = scope("S", "φ", "λ_1")
    expected = over_trees(own).constraint(text)
    monkeypatch.setattr(lower, "parse_constraint", None)
    assert own.constraint(text) is expected


def test_reading_again_makes_no_node():
    own = scope()
    terms = ((i, v) for i in range(1, 40) for v in ("x'", "y'", "thetadot"))
    text = " + ".join(f"((1 + {i}*x)*{i}*y + 3*theta*{i}*x)*{v}" for i, v in terms)
    first = own.constraint(text)
    nodes = own.chart.graph._count
    assert own.constraint(text) is first
    assert own.chart.graph._count == nodes


def test_scaled_products_are_no_nodes_of_their_own():
    """A row of n terms makes n products; beside them the number 7, the sum without it and the
    sum.
    """
    names = [f"q{i}" for i in range(20)]
    own = Scope(chart(Graph(), names), ())
    before = own.chart.graph._count
    pairs = list(combinations(names, 2))
    own.constraint(" + ".join(f"7*{a}*{b}*q0'" for a, b in pairs))
    assert own.chart.graph._count - before == len(pairs) + 3


def test_where_a_text_stands_is_asked_for_complaints_only():
    asked = []

    def place(key, text):
        asked.append(key)
        return Place("f.toml", key, 3, 5)

    rows = ["x' = y*z'", "z' = x", "y' = q", "y' = z"]
    with pytest.raises(BadCase, match="q is not declared"):
        build(Draft(["x", "y", "z"], constraints=rows, place=place))
    assert set(asked) == {"constraints[3]"}


def test_a_time_limit_is_no_doubt(monkeypatch):
    def stop(*_):
        raise TimeUp("the time limit")

    monkeypatch.setattr(Graph, "sum", stop)
    with pytest.raises(TimeUp):
        build(Draft(["x", "y"], constraints=["x' + x*y'"]))
    with pytest.raises(TimeUp):
        case_from_constraints(["x' + x*y'"])


def test_the_order_of_words_does_not_depend_on_their_hashes():
    """Numbers under a root become nodes, and nodes print in the order in which they came."""
    texts = [f"sqrt({p})*sqrt({q})*x'" for p, q in combinations((2, 3, 5, 7, 11), 2)]
    assert [str(scope().constraint(text)) for text in texts] == [
        f"xdot*sqrt({p})*sqrt({q})" for p, q in combinations((2, 3, 5, 7, 11), 2)
    ]


# powers of zero, and forms that cannot be evaluated
# ------------------------------------------------
def test_zero_to_the_zero_is_one():
    """x**0 is 1 for every x; a constant 0**0 is the same."""
    own = scope()
    graph = own.chart.graph
    assert own.expression("0**0") is graph.one
    assert over_trees(own).expression("(x - x)**0") is graph.one
    assert graph.power(graph.zero, 0) is graph.one


@pytest.mark.parametrize("text", ["x/dtheta", "dx**-1", "y*dx/(dx + dy)"])
def test_differentials_below_are_no_traceback(text):
    with pytest.raises(NotPfaffian, match="not linear in the differentials"):
        scope().constraint(text)


# names without declarations -----------------------------------------------------------------------
@pytest.mark.parametrize("text", INFERRED)
def test_words_alone_give_the_same_names(text):
    assert infer_from_words([read_words(text)]) == infer([parse_constraint(text)])


@pytest.mark.parametrize("text", [t for t in UNCLEAR if t != "sin*x' = 1"])
def test_words_alone_refuse_what_trees_refuse(text):
    with pytest.raises(BadExpression):
        infer_from_words([read_words(text)])


@settings(max_examples=draws(100), deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=2))
def test_words_alone_never_say_something_else(texts):
    try:
        expected = infer([parse_constraint(text) for text in texts])
    except BadExpression:
        return
    assert infer_from_words([read_words(text) for text in texts]) == expected


@pytest.mark.parametrize("text", [*REFUSED, *UNCLEAR])
def test_bare_constraints_are_refused_in_the_words_of_the_trees(text):
    texts = ["x' = 1", text]
    try:
        infer([parse_constraint(t, Place("", f"constraint {i}")) for i, t in enumerate(texts, 1)])
    except BadExpression as error:
        with pytest.raises((BadExpression, BadCase)) as caught:
            case_from_constraints(texts)
        assert str(error) in str(caught.value)


@pytest.mark.parametrize("module", [tokens, places, declared, trees, lower])
def test_examples_in_the_docstrings_run(module):
    assert doctest.testmod(module).failed == 0
