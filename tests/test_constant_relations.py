"""Linear relations with constant coefficients between functions, of which there are few beside
their monomials.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nonholo.expression.graph import Graph
from nonholo.linear import constants
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import null_space

COEFFICIENTS = st.lists(st.integers(-2, 2), min_size=3, max_size=3)


def functions(graph):
    """Three that have no relation with coefficients free of x and y."""
    x, y, a = (graph.symbol(name) for name in "xya")
    return [
        graph.sqrt(1 + a * x**2) * y,
        (x + a * y) ** 3 * graph.sin(y),
        (x - y) ** 2 / (1 + x**2) + graph.cos(x) ** 2,
    ], [x, y]


@given(COEFFICIENTS, COEFFICIENTS)
def test_every_relation_is_found(first, second):
    """Of f, g, h and two combinations of them, with a parameter, there are two relations."""
    graph = Graph()
    basis, moving = functions(graph)
    a = graph.symbol("a")
    some = [graph.add(*(c * f for c, f in zip(row, basis))) for row in (first, second)]
    nodes = [*basis, some[0], a * some[1] + basis[0]]
    found = constant_relations(nodes, moving)
    assert len(found) == 2
    for c in found:
        assert not any(e.has(moving) for e in c)
        assert graph.add(*(e * f for e, f in zip(c, nodes))).is_zero


def test_no_more_rows_are_solved_than_there_are_functions(monkeypatch):
    """Each monomial in x and y is a row; those that others span are only looked at."""
    rows = []
    monkeypatch.setattr(
        constants, "null_space", lambda *given: rows.append(len(given[1])) or null_space(*given)
    )
    graph = Graph()
    basis, moving = functions(graph)
    assert len(constant_relations([*basis, basis[0] + 3 * basis[1]], moving)) == 1
    assert rows == [3]


def test_rows_that_seem_to_span_all_others_are_checked(monkeypatch):
    """With too few rows more would be relations: then all rows are taken."""
    monkeypatch.setattr(constants, "_spanning", lambda table, p: table[:1])
    graph = Graph()
    basis, moving = functions(graph)
    assert len(constant_relations([*basis, basis[0] + 3 * basis[1]], moving)) == 1
