"""The rank of a matrix of polynomials in parameters, held against ranks at numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix

from nonholo.algebra.field import Field
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Graph
from nonholo.expression.ranges import assumption
from nonholo.geometry.families import conditions as module
from nonholo.geometry.families.conditions import coincidences
from nonholo.geometry.families.ranks import _Elimination, ranked
from nonholo.linear.elimination import vanishes
from nonholo.work import Work
from tests.draws import draws

ENTRIES = {  # of two letters, or two numbers
    "0": lambda a, b: 0 * a,
    "1": lambda a, b: 0 * a + 1,
    "a": lambda a, b: a,
    "b": lambda a, b: b,
    "a - b": lambda a, b: a - b,
    "ab": lambda a, b: a * b,
    "a^2 - b": lambda a, b: a**2 - b,
    "2a + 1": lambda a, b: 2 * a + 1,
    "a^2 - b^2": lambda a, b: a**2 - b**2,
    "a^2 - 1": lambda a, b: a**2 - 1,
    "a^2 + 1": lambda a, b: a**2 + 1,  # vanishes nowhere, though its letters have either sign
    "ab - a": lambda a, b: a * b - a,
}
GRID = tuple(product((-1, 0, Fraction(-1, 2), 1, 2), repeat=2))


def judged(texts):
    """What `ranked` says of a matrix, and its ring."""
    graph = Graph()
    ring = Field([graph.symbol("a"), graph.symbol("b")])
    rows = [
        {c: p for c, e in enumerate(row) if (p := ring.normal(at(e, ring.generators)).num) != 0}
        for row in texts
    ]
    return ranked(ring, rows, len(texts[0]), Work.of(10**7)), ring


def at(entry: str, letters):
    return ENTRIES[entry](*letters)


def rank_at(texts, numbers) -> int:
    return Matrix([[at(e, numbers) for e in row] for row in texts]).rank()


def guarded(found, ring, numbers) -> list[bool]:
    """Of each set of guards: do all vanish there?"""
    values = dict(zip(ring.generators, map(ring.graph.lift, numbers)))
    return [all(vanishes(g.subs(values)) for g in guard) for guard in found.guards]


ROWS = st.lists(st.sampled_from(sorted(ENTRIES)), min_size=3, max_size=3)


@settings(max_examples=draws(20))
@given(st.lists(ROWS, min_size=1, max_size=4))
def test_rank_guards_and_kernel(texts):
    try:
        found, ring = judged(texts)
    except OutOfReach:
        return
    assert found.rank == rank_at(texts, (Fraction(7, 3), Fraction(-5, 11)))
    for numbers in GRID:
        assert rank_at(texts, numbers) == found.rank or any(guarded(found, ring, numbers))
    assert all(g.symbols() for guard in found.guards for g in guard)  # what can vanish alone
    assert all(found.guards) and len(found.kernel) == 3 - found.rank
    for vector in found.kernel:
        assert vector
        for row in texts:
            terms = [at(row[c], ring.generators) * ring.expression(p) for c, p in vector.items()]
            assert vanishes(ring.graph.add(*terms))


@pytest.mark.parametrize(
    "texts",
    [
        [["a", "b"]],  # it drops where both vanish, not where the first pivot does
        [["a", "1"]],
        [["ab", "a"]],
        [["a", "b", "0"], ["0", "0", "b"]],
        [["a", "1"], ["1", "a"]],
        [["a", "b"], ["b", "a"]],
        [["a - b", "ab"], ["0", "a"]],
        [["a^2 + 1", "b"]],
    ],
    ids=str,
)
def test_guards_vanish_where_the_rank_drops_alone(texts):
    found, ring = judged(texts)
    for numbers in GRID:
        drops = rank_at(texts, numbers) < found.rank
        assert any(guarded(found, ring, numbers)) is drops, (numbers, found.guards)


@pytest.mark.parametrize(
    ("sum_of", "never"),
    [
        (lambda a, n, c, d: a * 0 + 3, True),
        (lambda a, n, c, d: 2 * n * c, True),
        (lambda a, n, c, d: c * a, False),
        (lambda a, n, c, d: a + 1, False),
        (lambda a, n, c, d: n + 1, False),
        (lambda a, n, c, d: c * d + 2 * c, True),
        (lambda a, n, c, d: -c - 1, True),
        (lambda a, n, c, d: c - 1, False),
    ],
)
def test_what_vanishes_at_no_admissible_numbers(sum_of, never):
    graph, positive = Graph(), assumption(positive=True)
    letters = [
        graph.symbol("a"),
        graph.symbol("n", assumption(nonzero=True)),
        graph.symbol("c", positive),
        graph.symbol("d", positive),
    ]
    ring = Field(letters)
    poly = ring.normal(sum_of(*letters)).num
    assert _Elimination(ring, [], Work.of(10**6)).unit(poly) is never


def test_no_pivot_vanishes_at_a_point_where_others_are_wanted():
    graph = Graph()
    ring = Field([graph.symbol("a"), graph.symbol("b")])
    a, b = (ring.normal(e).num for e in ring.generators)
    rows = _Elimination(ring, [{0: a, 1: b}], Work.of(10**6))
    assert rows.by_others(SimpleNamespace(value=lambda p: 0)) == [] and len(rows.lines) == 1
    assert rows.by_others(SimpleNamespace(value=lambda p: p == b)) == [b] and not rows.lines


@pytest.mark.parametrize(
    ("functions", "numbers"),
    [
        (lambda g, k, x: [g.exp(k * x), g.exp(x)], {-1, 0, 1}),
        (lambda g, k, x: [g.exp(k * g.call("log", x)), x], {-1, 0, 1}),  # x^k and x
        (lambda g, k, x: [g.exp(k * g.call("log", x)) * x**2, x], {-2, -1, 0, 1, 2}),
        (lambda g, k, x: [g.cos(k * g.call("log", x)), x**2], {0}),  # no power of x is a wave
        (lambda g, k, x: [g.cos(k * x), g.sin(x)], {-2, -1, -0.5, 0, 0.5, 1, 2}),
        (lambda g, k, x: [g.cos(k * x), x], {0}),
    ],
)
def test_numbers_at_which_functions_depend_on_each_other(functions, numbers):
    graph = Graph()
    k, x = graph.symbol("k"), graph.symbol("x")
    total = graph.add(*functions(graph, k, x))
    ring = Field([total])
    sets, unknown = coincidences(ring, [ring.normal(total).num], [x])
    assert unknown == () and all(sets) and all(e.symbols() for some in sets for e in some)
    halves = [Fraction(n, 2) for n in range(-9, 10)]
    met = {h for h in halves for s in sets if all(e.subs({k: graph.lift(h)}).is_zero for e in s)}
    assert met == numbers


def test_functions_that_are_not_there_coincide_with_none(monkeypatch):
    graph = Graph()
    k, x = graph.symbol("k"), graph.symbol("x")
    wave, plain = graph.exp(k * x), graph.exp(x)
    ring = Field([wave, plain])
    assert coincidences(ring, [ring.normal(plain + 1).num], [x]) == ((), ())
    both = [ring.normal(wave + plain).num]
    assert coincidences(ring, both, [x])[1] == ()
    monkeypatch.setattr(module, "MOST_RELATIONS", 1)
    assert coincidences(ring, both, [x]) == ((), (wave,))
