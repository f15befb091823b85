"""Which divisors are poles, against quotients in lowest terms by SymPy."""

from __future__ import annotations

import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import nonholo as nh
from nonholo.algebra.poles import removable
from nonholo.work import Work
from tests.draws import draws

ATOMS = (
    "x",
    "y",
    "x + y",
    "x - 1",
    "x*y + 1",
    "x^2 - 1",
    "x^2 + 2*x*y + y^2",
    "s",
    "c",
    "2*x + 2*y",
)
FACTORS = st.lists(st.tuples(st.sampled_from(ATOMS), st.integers(-2, 2)), min_size=1, max_size=3)


@given(st.lists(st.lists(FACTORS, min_size=1, max_size=2), min_size=1, max_size=2))
@settings(max_examples=draws(20))
def test_removable_are_divisors_of_which_a_factor_is_no_pole_in_lowest_terms(nodes):
    """Against SymPy, where s and c are letters: sines and cosines, of which no sum is a factor."""
    x, y, s, c = sympy.symbols("x y s c")
    names = {"x": x, "y": y, "s": s, "c": c}
    case = nh.System("x y", "x'^2")
    graph = case.system.chart.graph
    put = {"s": "sin(x)", "c": "cos(x)"}

    def ours(atom):
        return case.scope.expression(put.get(atom, atom))

    def theirs(atom):
        return sympy.sympify(atom.replace("^", "**"), locals=names)

    made, right, asked = [], set(), {}
    for terms in nodes:
        total, value = graph.zero, sympy.Integer(0)
        for i, factors in enumerate(terms):
            one, other = graph.lift(i + 2), sympy.Integer(i + 2)
            for atom, k in factors:
                one, other = one * ours(atom) ** k, other * theirs(atom) ** k
                if k < 0:
                    asked[atom] = ours(atom)
            total, value = total + one, value + other
        made.append(total)
        below = sympy.fraction(sympy.cancel(value))[1]
        right |= {p for p, _ in sympy.factor_list(below)[1]}
    divisors = [*dict.fromkeys(asked.values())]
    told = removable(made, divisors, Work.of(10**7))
    for atom, b in asked.items():
        whole = all(p in right for p, _ in sympy.factor_list(theirs(atom))[1])
        assert (b in told) is not whole, (atom, made)
