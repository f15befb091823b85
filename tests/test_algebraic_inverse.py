"""The inverse of an algebraic number as a polynomial in roots and cosines of pi/d."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import kernel
from nonholo.expression.graph import Graph
from nonholo.linear import ring
from nonholo.linear.ring import algebraic_inverse

NUMBERS = st.lists(st.integers(-3, 3), min_size=4, max_size=4)


def number_of(parts):
    """a + b sqrt(2) + c 3^(1/3) + d cos(pi/5), and its field."""
    graph = Graph()
    basis = [1, graph.sqrt(graph.lift(2)), graph.lift(3) ** (graph.lift(1) / 3)]
    node = graph.add(
        *(c * e for c, e in zip(parts, [*map(graph.lift, basis), graph.cos(graph.pi / 5)]))
    )
    return node, Field([node])


@given(NUMBERS)
def test_a_number_times_its_inverse_is_1(parts):
    node, field = number_of(parts)
    a = field.normal(node).num
    inverse = algebraic_inverse(field, a)
    assert (inverse is None) == (a == 0)
    assert inverse is None or field.times(a, inverse) == 1


def test_one_relation_is_looked_for_over_the_rationals(monkeypatch):
    """Powers that are independent modulo a prime are independent: of twelve one kernel is left."""
    asked = []
    monkeypatch.setattr(ring, "kernel", lambda *given: asked.append(given) or kernel(*given))
    node, field = number_of([1, 2, 1, 3])
    assert algebraic_inverse(field, field.normal(node).num) is not None
    assert len(asked) == 1


def test_what_stands_over_a_variable_has_no_inverse_and_no_power_of_it_is_formed(monkeypatch):
    """sqrt(2 + x), and a root of it, are no algebraic numbers, though no x is seen in them."""
    monkeypatch.setattr(ring, "_linear_relation", None)
    x = (graph := Graph()).symbol("x")
    root = graph.sqrt(x + 2)
    for node in (root, graph.sqrt(root + 3), 1 + root * graph.sqrt(graph.lift(3))):
        field = Field([node])
        assert algebraic_inverse(field, field.normal(node).num) is None


POWERS = st.lists(st.integers(0, 4), min_size=5, max_size=5)


class Counted:
    """A polynomial that counts its divisions."""

    def __init__(self, poly, asked):
        self.poly, self.asked = poly, asked

    def __rdivmod__(self, a):
        self.asked.append(a)
        return divmod(a, self.poly)

    def __len__(self):
        return len(self.poly)


@given(st.lists(st.tuples(POWERS, st.integers(-3, 3)), min_size=1, max_size=6))
def test_a_remainder_is_that_of_all_relations_and_only_what_divides_is_asked(terms):
    """Of x with sqrt(2), 3^(1/3) and cos(pi/5): what is below all degrees stays."""
    graph = Graph()
    root, cube = graph.sqrt(2), graph.lift(3) ** (graph.lift(1) / 3)
    constants = [root, cube, graph.cos(graph.pi / 5)]
    over, asked = ring.Ring(graph, constants, ["x"]), []
    width = len(over.context.gens())
    made = (over.context.from_dict({tuple((e * 3)[:width]): 1}) * c for e, c in terms)
    poly = sum(made, over.zero)
    expected = poly
    for relation, *_ in over._relations:
        expected = divmod(expected, relation)[1]
    over._relations = [(Counted(r, asked), *leading) for r, *leading in over._relations]
    assert over.reduce(poly) == expected
    asked.clear()
    assert over.reduce(expected) == expected and not asked
