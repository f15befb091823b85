"""Linear relations whose constants are found from exact points, and short solutions that are guessed
modulo a prime: what is found is right, and what is out of reach is not guessed."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.linear.at_points import relation_at_points
from nonholo.linear.elimination import vanishes
from nonholo.linear.guess import guessed_solution
from nonholo.readers.lower import Scope
from nonholo.work import spent

UNITS = 1_000_000


def letters(seed: int = 3) -> tuple[Graph, list[Expr]]:
    graph = Graph(seed)
    return graph, [graph.symbol(name) for name in "xya"]


FUNCTIONS = {  # of x, y and the parameter a; those of one row are independent over functions of a
    "powers": lambda g, x, y, a: [x**2, x * y, y, g.one],
    "waves": lambda g, x, y, a: [g.sin(x) ** 2, g.one, g.sin(x) * y, g.cos(2 * y)],
    "half angles": lambda g, x, y, a: [g.sin(x / 2), g.cos(x / 2) * y, g.cos(x), g.one],
    "mixed angles": lambda g, x, y, a: [g.sin(x + a), g.cos(x + a), g.cos(y - 2 * a), g.one],
    "turned angles": lambda g, x, y, a: [g.sin(x + g.pi / 3), g.cos(-2 * x), y, g.one],
    "exponentials": lambda g, x, y, a: [g.exp(x), g.exp(-2 * x) * y, g.exp(x / 3), g.one],
    "beside a letter": lambda g, x, y, a: [g.exp(a + x), g.exp(a) * y, x, g.one],
    "roots": lambda g, x, y, a: [g.sqrt(x), g.sqrt(y), x, g.one],
}
CONSTANTS = {  # of the parameter
    "1": lambda g, a: g.one,
    "-2/3": lambda g, a: g.lift(Fraction(-2, 3)),
    "a": lambda g, a: a,
    "1/(a + 2)": lambda g, a: 1 / (a + 2),
    "a^2 - 1": lambda g, a: a**2 - 1,
}


@given(
    st.sampled_from(sorted(FUNCTIONS)),
    st.lists(st.sampled_from(sorted(CONSTANTS)), min_size=2, max_size=4),
)
def test_the_constants_of_a_sum_are_found(kind, constants):
    """f = sum_s c_s f_s: the relation of (f_1, ..., f_n, f) has the constants -c_s, and no other."""
    graph, (x, y, a) = letters()
    functions = FUNCTIONS[kind](graph, x, y, a)[: len(constants)]
    wanted = [CONSTANTS[c](graph, a) for c in constants]
    total = graph.add(*(c * f for c, f in zip(wanted, functions)))
    found = relation_at_points([*functions, total], [x, y], UNITS)
    assert found is not None and len(found) == len(functions) + 1
    assert all(vanishes(c + w) for c, w in zip(found, wanted)) and found[-1] is graph.one


@pytest.mark.parametrize(
    ("nodes", "why"),
    [
        (lambda g, x: [g.call("atan", x), g.one], "no rational values"),
        (lambda g, x: [g.sin(x / 7), g.one], "multiple 1/7"),
        (lambda g, x: [g.exp(x / 7), g.one], "exponent 1/7"),
    ],
)
def test_functions_without_rational_points_are_refused(nodes, why):
    graph, (x, *_) = letters()
    with pytest.raises(OutOfReach, match=why):
        relation_at_points(nodes(graph, x), [x], UNITS)


def test_where_there_is_no_relation_or_several_none_is_told():
    graph, (x, y, a) = letters()
    assert relation_at_points([graph.sqrt(x), graph.sqrt(y), graph.one], [x, y], UNITS) is None
    assert relation_at_points([graph.sqrt(x), 2 * graph.sqrt(x), x], [x, y], UNITS) is None
    for last in (x, a * x):  # the first two depend on each other at every point
        assert relation_at_points([y, 2 * y, last], [x, y], UNITS) is None


def test_unspecified_functions_are_independent_of_all_else():
    import nonholo as nh

    scope: Scope = nh.System("x y", None, ["dx = f(x)*dy"], functions=["f(x)"]).scope
    f, x = scope.expression("f(x)"), scope.expression("x")
    found = relation_at_points([f, x, 2 * f - 3 * x], [x], UNITS)
    assert found is not None and [str(c) for c in found] == ["-2", "3", "1"]


# solutions that are guessed ----------------------------------------------------------------------
ENTRIES = st.sampled_from(
    ["0", "1", "x", "y - 1", "x*y", "x^2 + 1", "sin(a)", "x*cos(a)", "exp(x)"]
)


def entry(graph: Graph, symbols: list[Expr], word: str) -> Expr:
    x, y, a = symbols
    known = {
        "0": graph.zero,
        "1": graph.one,
        "x": x,
        "y - 1": y - 1,
        "x*y": x * y,
        "x^2 + 1": x**2 + 1,
        "sin(a)": graph.sin(a),
        "x*cos(a)": x * graph.cos(a),
        "exp(x)": graph.exp(x),
    }
    return known[word]


@given(st.lists(ENTRIES, min_size=2, max_size=2), st.lists(ENTRIES, min_size=2, max_size=2))
def test_a_guess_is_the_solution_whose_product_was_formed(column, diagonal):
    """A X = B for B made of a known X, where A is surely regular."""
    graph, symbols = letters(5)
    first, second = (entry(graph, symbols, word) for word in diagonal)
    A = [[first**2 + 1, second], [-second, first**2 + 2]]
    X = [entry(graph, symbols, word) for word in column]
    B = [[row[0] * X[0] + row[1] * X[1]] for row in A]
    found = guessed_solution(graph, A, B, UNITS)
    assert found is None or all(vanishes(row[0] - x) for row, x in zip(found, X))
    if "sin" not in str((column, diagonal)) and "exp" not in str((column, diagonal)):
        assert found is not None


@pytest.mark.parametrize(
    "solution",
    [
        lambda g, x, y, a: x**7,  # a degree that is not tried
        lambda g, x, y, a: g.lift(3**60) * x,  # numbers that a prime of 62 bits does not tell
        lambda g, x, y, a: g.sqrt(x) + 1,  # no polynomials
        lambda g, x, y, a: g.multiply(*(g.symbol(f"z{i}") ** 3 + i for i in range(9))),
    ],
)
def test_what_is_not_short_is_not_guessed(solution):
    graph, (x, y, a) = letters(5)
    X = solution(graph, x, y, a)
    assert guessed_solution(graph, [[x + 1]], [[(x + 1) * X]], UNITS) is None


def test_no_work_and_no_solution():
    graph, (x, y, _) = letters(5)
    assert guessed_solution(graph, [[x]], [[x * y]], 1) is None
    assert guessed_solution(graph, [[x, x], [y, y]], [[x], [x]], UNITS) is None


def test_values_of_long_entries_take_no_lines_of_python_each():
    """A compare of a cone that rolls on a turning one took a minute of a budget of ten seconds: the
    terms of long entries were added one by one in Python, five lines for half a unit."""
    graph, (x, y, a) = letters(5)
    powers = [
        x**i * y**j * a**k * (1 + i + 2 * j + 3 * k) for i, j, k in product(range(7), repeat=3)
    ]
    long = graph.add(*powers)
    lines = 0

    def counted(frame, event, _):
        nonlocal lines
        if not frame.f_code.co_filename.endswith("guess.py"):
            return None
        lines += event == "line"
        return counted

    before = spent()
    sys.settrace(counted)
    try:
        guessed = guessed_solution(graph, [[long]], [[long * (x + y)]], UNITS)
    finally:
        sys.settrace(None)
    assert guessed == [[x + y]]
    assert lines < spent() - before
