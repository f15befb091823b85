"""What is kept to save work changes no answer: parts put in once, roots taken once, code as derived."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.dynamics.conserved import rate_on_motion, rates_on_motion
from nonholo.expression.graph import Graph
from nonholo.findings.side_by_side import compare
from nonholo.modular.residues import Residues
from nonholo.numerics.model import model, with_accelerations

WHOLE = st.integers(-3, 3)


@given(st.lists(st.tuples(WHOLE, WHOLE, st.integers(1, 3)), min_size=1, max_size=5), WHOLE)
def test_parts_that_were_put_in_before_are_the_same_nodes(triples, number):
    graph = Graph(7)
    x, y = graph.symbol("x"), graph.symbol("y")
    roots = [(a * x + graph.sin(x + b * y)) ** n for a, b, n in triples]
    values, before = {x: graph.lift(number), y: x}, {}
    singly = [graph.substitute([root], values, before=before)[0] for root in roots]
    assert singly == [root.subs(values) for root in roots]


@given(st.lists(st.sampled_from((Fraction(1, 2), Fraction(-3, 2), -2, -1, 1, 3)), min_size=1))
def test_powers_at_points_multiply_to_one_with_their_inverses(exponents):
    graph = Graph(7)
    base = graph.symbol("x") + 2
    at = Residues(Random(3), 40)
    for e in exponents:
        there, back = at.of(base**e * graph.symbol("y")), at.of(base**-e / graph.symbol("y"))
        assert np.all((there * back % at.p == 1)[at.fit])


@pytest.mark.parametrize("case", ["rolling_disk", "chaplygin_sleigh"])
def test_rates_of_several_functions_are_those_of_each(case):
    found = compare(nh.case(case), undecided=True)
    system, d, motion = found.system, found.distribution, found.reference
    functions = [*system.chart.v, system.chart.v[0] ** 2 * system.chart.q[0]]
    together = rates_on_motion(system, d, motion, functions)
    assert together == [rate_on_motion(system, d, motion, f) for f in functions]


@pytest.mark.parametrize("case", ["rolling_disk", "snakeboard"])
def test_code_as_derived_computes_the_same(case):
    law = model(nh.case(case).system)
    graph, n = law.terms.chart.graph, law.n
    rival = [a + graph.sin(q) for a, q in zip(law.solved.accelerations, law.terms.chart.q)]
    state = np.linspace(0.3, 0.9, 2 * n + law.works)
    short, long = (with_accelerations(law, rival, as_derived=way) for way in (False, True))
    assert long.rates(0.2, state) == pytest.approx(short.rates(0.2, state), rel=1e-11, abs=1e-12)
