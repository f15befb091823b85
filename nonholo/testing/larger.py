"""A system beside another one, and a system with a level more: larger ones whose answers follow.

beside      q = (q_A, q_B), the rows of both, L = L_A + L_B
one_more    q = (q_A, u), u - f(q_A) = 0, L = L_A + (u - f) g
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hypothesis import assume
from hypothesis import strategies as st

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.testing import systems
from nonholo.testing.tellings import Telling, draft_of, linear_rows, retold

MORE = "u"  # the coordinate of a level more


@dataclass(frozen=True, slots=True)
class Product:
    """Two systems that know nothing of each other, and both as one.

    >>> from nonholo.readers.given import constraints
    >>> beside(constraints("dz = y dx"), constraints("dw = 0")).whole.system.pfaffian.labels
    ('zdot - y*xdot', 'q10dot')
    """

    first: Case
    second: Case
    whole: Case

    @property
    def parts(self) -> tuple[Case, Case]:
        """Both of them, with the names that they have in the whole."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Lift:
    """A system, and the same with a coordinate more that a level gives: u = f(q)."""

    first: Case
    other: Case
    level: Expr

    def in_other(self, e: Expr) -> Expr:
        """An expression of the first in the graph of the other."""
        return self.other.scope.expression(text(e))

    def place(self, values: Mapping[str, Expr]) -> dict[str, str] | None:
        """A configuration of the first, without letters, with u, as texts."""
        system = self.first.system
        if any(n not in values for n in system.chart.names):
            return None
        at = {
            q: self.first.scope.expression(text(values[n])).subs(system.values)
            for n, q in zip(system.chart.names, system.chart.q)
        }
        u = self.level.subs(at)
        if not all(e.is_constant for e in (*at.values(), u)):
            return None
        return {**{str(q.args): text(e) for q, e in at.items()}, MORE: text(u)}


def beside(first: Case, second: Case) -> Product:
    """Two systems as one, the second under other names.

    Raises BadCase where the texts of one cannot be read together with the other's.
    """
    names = (*second.system.chart.names, *second.scope.parameters)
    fresh = (f"q{i}" for i in range(10, 10 + len(names)))
    other = retold(second, words=dict(zip(names, fresh))).other
    a, b = (draft_of(Telling(c, c), linear_rows(c)) for c in (first, other))
    whole = replace(
        a,
        coordinates=[*a.coordinates, *b.coordinates],
        parameters={**a.parameters, **b.parameters},
        assumed={**a.assumed, **b.assumed},
        lagrangian=f"{a.lagrangian} + {b.lagrangian}" if a.lagrangian and b.lagrangian else None,
        constraints=[*a.constraints, *b.constraints],
        holonomic=[*a.holonomic, *b.holonomic],
        inequalities=[*a.inequalities, *b.inequalities],
        forces={**a.forces, **b.forces},
        assumptions=[*a.assumptions, *b.assumptions],
        name=f"{first.title} beside {second.title}",
    )
    return Product(first, other, build(whole))


def one_more(case: Case, level: Expr, factor: Expr) -> Lift:
    """The system with u = level(q), and (u - level) factor(q) added to L, which is 0 there."""
    draft = draft_of(Telling(case, case), linear_rows(case))
    more = f" + ({MORE} - ({text(level)}))*({text(factor)})"
    lifted = replace(
        draft,
        coordinates=[*draft.coordinates, MORE],
        holonomic=[*draft.holonomic, f"{MORE} - ({text(level)})"],
        lagrangian=draft.lagrangian and draft.lagrangian + more,
        name=f"{case.title}, a level more",
    )
    return Lift(case, build(lifted), level)


@st.composite
def products(draw: st.DrawFn, small: bool = False) -> Product:
    """Systems of two kinds without unspecified functions, both with a Lagrangian or neither."""
    kinds = st.sampled_from([kind for kind in systems.KINDS if kind != "functions"])
    first = draw(systems.small() if small else systems.KINDS[draw(kinds)]())
    second = draw(systems.small() if small else systems.KINDS[draw(kinds)]())
    assume((first.system.lagrangian is None) is (second.system.lagrangian is None))
    try:
        return beside(first, second)
    except NonholoError:  # assumptions that are not read twice
        assume(False)
        raise


@st.composite
def lifts(draw: st.DrawFn) -> Lift:
    """A random system with a level more."""
    case = draw(systems.systems())
    assume(not case.system.nonlinear and not case.scope.functions)
    q, p = draw(st.permutations(case.system.chart.q))[:2]
    graph = q.graph
    level = draw(st.sampled_from([q**2, q * p, graph.sin(q), q + p**3, graph.exp(p) - q]))
    factor = draw(st.sampled_from([graph.zero, p, graph.cos(q)]))
    try:
        return one_more(case, level, factor)
    except NonholoError:
        assume(False)
        raise
