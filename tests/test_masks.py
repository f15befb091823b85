"""Symbols as bits: a mask is of its symbols, and gives them back in the order of their creation."""

from hypothesis import given
from hypothesis import strategies as st

from nonholo.expression.graph import Graph


@given(st.integers(1, 300), st.data())
def test_a_mask_gives_its_symbols_back(count, data):
    graph = Graph()
    symbols = [graph.symbol(f"x{i}") for i in range(count)]
    chosen = data.draw(st.sets(st.integers(0, count - 1)))
    wanted = tuple(symbols[i] for i in sorted(chosen))
    assert graph.unmask(graph.mask(wanted)) == wanted
    assert graph.add(*wanted).symbols() == wanted
    assert graph.unmask(-1) == tuple(symbols)
