"""Real points of f_1 = ... = f_p = 0 in boxes, and what is zero there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide import on_set, relations
from nonholo.decide.on_set import inverse_at, point_off_zero, solved_near, zero_in, zero_near
from nonholo.decide.relations import all_zero_on, decide_zero_on, remainder_on
from nonholo.decide.zero import Decision
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import assumption
from nonholo.linear.elimination import echelon
from tests.draws import draws


def expressions(*texts: str, **more):
    scope = nh.System("x y z w", constraints=["dx = dy"], functions=["f(x)"], **more).scope
    return [scope.expression(text) for text in texts]


# points ------------------------------------------------------------------------------------------
@given(st.integers(2, 10**6), st.integers(64, 200))
def test_a_box_is_told_as_it_is(number, bits):
    """Numbers as they are; of a ball's middle and radius as many digits as its bits are worth, up
    to 20."""
    x, y = Graph().symbol("x"), Graph().symbol("y")
    with at_precision(bits):
        root = Ball(number).sqrt()
        told = on_set.told_box({x: root, y: Rational(number, 7)})
        assert Ball(told["x"]).contains(root) and told["y"] == str(Rational(number, 7))
        assert float(Ball(told["x"]).rad()) < 1e-15 * number
        assert sum(map(str.isdigit, told["x"].partition(" ")[0])) <= 20


@pytest.mark.parametrize(
    ("node", "relations", "found"),
    [
        ("x - y", ["x**2 + y**2 - 1"], True),
        ("x - y", ["x**2 + y**2 - 1", "x - y"], False),
        ("x + y", ["x**2 + y**2 - 1", "x - y"], True),
        ("z - 1/8", ["x**2 + y**2 - 1"], True),  # a symbol of no relation takes many numbers
        ("z + 1/8", ["x**2 + y**2 - 1"], True),
        ("f(x) - y", ["x**2 + y**2 - 1"], False),  # its values are not known
        ("x - y", ["f(x) - y"], False),
        ("x - y", ["x - x + 2"], False),  # no point
        ("x - y", ["x**2 + y**2 + 1"], False),
        ("sqrt(x - 2)", ["x**2 + y**2 - 1"], False),  # not real there
        ("y", ["sqrt(x - 1) - y"], True),
        ("x", ["sqrt(-1 - x**2) - y"], False),
        ("x", ["(x - y)**2"], False),  # no box proves a double zero
        ("x", ["sign(y)*x - sign(y)"], True),
        ("x", ["x - y", "2*x - 2*y"], False),  # one relation, twice
    ],
)
def test_points_of_a_set(node, relations, found):
    node, *relations = expressions(node, *relations)
    assert (point_off_zero(node, relations) is not None) is found


def test_points_of_a_set_obey_what_is_assumed():
    node, circle = expressions("x*y", "x**2 + y**2 - 1", assumptions=["x < 0", "y < 0"])
    for told in dict(point_off_zero(node, [circle])).values():
        assert told.removeprefix("[").startswith("-")


def test_what_is_a_whole_number_is_not_solved_for():
    """3 n + x = 7 is steeper along n, which stays 2."""
    g = Graph()
    n, x = g.symbol("n", assumption(integer=True)), g.symbol("x")
    slopes = [[3 * g.one, g.one]]
    box = solved_near([3 * n + x - 7], [n, x], slopes, {n: Ball(2), x: Ball(0)})
    assert box[n] == 2 and box[x].contains(1)
    assert solved_near([3 * n - 7], [n], [[3 * g.one]], {n: Ball(2)}) is None


@pytest.mark.parametrize(
    ("node", "relation", "told"),
    [("x**2", "x**2 - y", "x**2"), ("x**2 + y", "x**2 - y", "y"), ("x + 1", "x*y - 2", "x + 1")],
)
def test_what_is_left_by_relations_is_told_where_it_is_shorter(node, relation, told):
    node, relation, told = expressions(node, relation, told)
    left = remainder_on(node, [relation])
    assert left in (told, 2 * told) and decide_zero_on(node - left, [relation]).answer


def test_points_of_a_set_are_found_once(monkeypatch):
    first, second, circle = expressions("x", "y", "x**2 + y**2 - 1")
    assert point_off_zero(first, [circle])
    monkeypatch.setattr(on_set, "_points", lambda relations: pytest.fail("sought twice"))
    assert point_off_zero(second, [circle])


@settings(max_examples=draws(60))
@given(st.data())
def test_columns_with_pivots_are_independent(data):
    numbers = st.integers(-3, 3)
    p = data.draw(st.integers(1, 3))
    rows = [[float(data.draw(numbers)) for _ in range(4)] for _ in range(p)]
    g = Graph()
    exact = [[g.one * int(v) if v else g.zero for v in row] for row in rows]
    columns = on_set._pivots(rows)
    if columns is None:
        assert echelon(g, exact).rank < p
    else:
        assert columns == sorted(set(columns)) and len(columns) == p
        assert echelon(g, [[row[j] for j in columns] for row in exact]).rank == p


# boxes -------------------------------------------------------------------------------------------
@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-6, 6).map(lambda e: 2.0**e))
def test_a_box_holds_the_zero_that_it_proves(c, start, size):
    """x^3 + x = c has one real root."""
    g = Graph()
    x = g.symbol("x")
    asked = [x**3 + x - c], [[3 * x**2 + 1]], [x], {x: Ball(start)}
    image, found = zero_in(*asked, Ball(0, size)), zero_near(*asked)
    with at_precision(256):
        assert found[x].rad() < 2.0**-90 and (found[x] ** 3 + found[x] - c).contains(0)
    if image is not None:
        assert image[x].overlaps(found[x]) and Ball(start, size).contains_interior(image[x])


@given(st.integers(-12, 4), st.integers(-4, 12), st.integers(1, 12))
def test_a_box_that_proves_a_zero_holds_one_alone(a, b, size):
    """x^2 = y = -x at 0, 0 and at -1, 1 alone."""
    g = Graph()
    x, y = g.symbol("x"), g.symbol("y")
    f, square = [x**2 - y, x + y], [[2 * x, -g.one], [g.one, g.one]]
    image = zero_in(f, square, [x, y], {x: Ball(a) / 8, y: Ball(b) / 8}, Ball(0, size / 8))
    inside = [p for p in (0, -8) if abs(p - a) < size and abs(-p - b) < size]
    assert image is None or (len(inside) == 1 and image[x].contains(inside[0] / 8))
    if max(abs(a), abs(b)) < size < 3:
        assert image is not None


def test_a_box_is_moved_towards_the_zero():
    g = Graph()
    x = g.symbol("x")
    for middle in (1.4, 1.42):
        image = zero_in([x**2 - 2], [[2 * x]], [x], {x: Ball(middle)}, Ball(0, 0.1))[x]
        assert image.contains(Ball(2).sqrt().mid()) and image.rad() < 0.01


def test_no_inverse_where_the_matrix_may_be_singular():
    g = Graph()
    x = g.symbol("x")
    assert inverse_at([[x]], {x: Ball(0, 1)}) is None
    assert zero_near([x**2], [[2 * x]], [x], {x: Ball(0)}) is None
    assert zero_near([g.sqrt(x)], [[1 / (2 * g.sqrt(x))]], [x], {x: Ball(-1)}) is None
    assert zero_near([x**2 + 1], [[2 * x]], [x], {x: Ball(1) / 3}) is None
    assert zero_in([x**2], [[2 * x]], [x], {x: Ball(0)}, Ball(0, 1)) is None
    jump = x + g.call("sign", x) / 4 + g.one / 8
    assert zero_in([jump], [[g.one]], [x], {x: Ball(0)}, Ball(0, 0.5)) is None
    there = {x: Ball(-1), g.symbol("y"): Ball(3)}
    assert zero_in([jump + g.one], [[g.one]], [x], there, Ball(0, 0.5)) is not None


# zero on a set -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("node", "relations", "answer"),
    [
        ("x", [], False),
        ("x - x", [], True),
        ("exp(2*f(x)) - exp(sin(y))", ["2*f(x) - sin(y)"], True),  # solved for a value of f
        ("exp(2*f(x)) - exp(2*sin(y))", ["2*f(x) - sin(y)"], False),
        ("exp(f(x)) - exp(-sin(y))", ["2*f(x) - sin(y)"], False),
        ("f(x)", ["x*y + z*w"], False),  # refuted on the part where one could be solved for
        ("exp(f(x)*x*y) - exp(-f(x)*z*w)", ["x*y + z*w"], None),  # true on a part
        ("exp(f(x)*x) - exp(f(x)*(y - 1))", ["x + 1 - y", "x - x"], True),
        ("exp(f(y)*x) - exp(f(y))", ["x**2 - 1"], False),  # on one of two parts
        ("(exp(f(y)*x) - exp(f(y)))*(exp(f(y)*x) - exp(-f(y)))", ["x**2 - 1"], True),
        ("exp(f(y)*x) - exp(2*f(y))", ["x**3 + x - 10"], None),  # x = 2, or no real one
        ("f(y)*x - f(y)", ["x**2 + 1"], None),  # no real point
        ("f(y) + x", ["sin(x) + exp(x)"], None),  # solved for nothing
        ("f(y)*exp(z) - f(y)*exp(w)", ["sin(x) + exp(x)", "z - w"], True),  # but for the other
        ("f(z) - x", ["x**2 - y**2 - 1"], False),
        ("f(z)*x - f(z)*sqrt(y**2 + 1)", ["x**2 - y**2 - 1"], False),  # on one root
        ("exp(f(x)) - exp(y/sin(y))", ["sin(y)*f(x) - y"], None),  # where y = 0 f may be any
        ("x/y", ["x", "y"], None),  # not defined there
    ],
)
def test_zero_on_a_set(node, relations, answer):
    node, *relations = expressions(node, *relations)
    assert decide_zero_on(node, relations).answer is answer


@pytest.mark.parametrize(
    ("value", "sign"),
    [
        ("log(y)", 1),
        ("sqrt(-y)", -1),
        ("acosh(y)*z", 1),
        ("atanh(y/2 + 1)", -1),
        ("f(x) + y**(3/2)", 1),
        ("f(x) - asin(y - 1)", 1),
    ],
)
def test_a_solution_has_a_value_where_something_is_refuted(value, sign):
    """x = log(y) leaves y > 0 only; (abs(y) - y) w is 0 there, and abs(y) + y is not."""
    relation, same, other = expressions(f"x - {value}", f"(abs(y) - {sign}*y)*w", "y*w")
    assert decide_zero_on(same, [relation]).answer is not False
    assert decide_zero_on(other, [relation]).answer is False


def test_all_of_them_on_a_set_share_a_field_unless_there_are_roots(monkeypatch):
    made = []

    class Seen(Field):
        def __init__(self, roots, *more):
            made.append(len(list(roots)))
            super().__init__(roots, *more)

    monkeypatch.setattr(relations, "Field", Seen)
    *nodes, circle = expressions("x**2 - 1 + y**2", "2*x**2 - 2 + 2*y**2", "x**2 + y**2 - 1")
    assert all_zero_on(nodes, [circle]).answer is True and made == [3]
    made.clear()
    *nodes, root = expressions("x - y", "(x - y)*sqrt(x**2 + 1)", "x - y")
    assert all_zero_on(nodes, [root]).answer is True and made == [3, 2, 2]
    assert all_zero_on([nodes[0]], []).answer is False


def test_out_of_reach_on_a_set_is_undecided(monkeypatch):
    def refused(*_):
        raise OutOfReach("too long")

    monkeypatch.setattr(relations, "_divisible", refused)
    node, circle = expressions("x**2 + y**2 - 1 + f(x) - f(x)", "x**2 + y**2 - 1")
    found = decide_zero_on(node, [circle])
    assert found == Decision(None, reason=found.reason) and "too long" in found.reason
