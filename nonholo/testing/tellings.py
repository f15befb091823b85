"""The same system told otherwise: other units, other axes, another clock, other names, other rows.

    q_i = phi_i(Q),   t = c T + s,   L' = k L,   Q'_j = k sum_i Q_i dphi_i/dQ_j

A telling is a case of its own, read from texts, and knows what of the first case is what in it.
`nonholo.testing.laws.tellings` says which answers it must not change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.linear.elimination import dot
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.readers.draft import Draft
from nonholo.readers.functions import Function

WORD = re.compile(r"[^\W\d]\w*")
Put = Mapping[Expr, Expr]


@dataclass(frozen=True, slots=True)
class Telling:
    """A case and the same system in other words.

    phi: what each coordinate of the first is, written in its own symbols, which stand for those of
    the other; psi: the inverse, None without a formula; letters: parameter -> what it is, in the
    same way; pace, shift: t = pace T + shift; weight: of Lagrangian and forces; words: names of
    the first -> names of the other; narrow: only some configurations of the first are told.

    >>> from nonholo.readers.given import constraints
    >>> case = constraints("dz = y dx")
    >>> z = case.system.chart.q[0]
    >>> told = retold(case, {z: 1000 * z}, {z: z / 1000})
    >>> told.other.system.pfaffian.labels
    ('1000*zdot - y*xdot',)
    >>> told.told(z**2)
    1000000*z**2
    """

    first: Case
    other: Case
    phi: Put = field(default_factory=dict)
    psi: Put | None = field(default_factory=dict)
    letters: Put = field(default_factory=dict)
    pace: Fraction = Fraction(1)
    shift: Fraction = Fraction(0)
    weight: Fraction = Fraction(1)
    words: Mapping[str, str] = field(default_factory=dict)
    narrow: bool = False

    def put(self) -> dict[Expr, Expr]:
        """q, q' and t of the first in the symbols of the other."""
        chart = self.first.system.chart
        rates = {v: chart.rate(self.phi.get(q, q)) / self.pace for q, v in zip(chart.q, chart.v)}
        clock = self.pace * chart.t + self.shift
        return {**self.phi, **rates, **self.letters, chart.t: clock}

    def said(self, e: Expr) -> str:
        """An expression in the symbols of the other as a text in its words."""
        return in_words(self.words, text(e))

    def told(self, e: Expr) -> Expr:
        """An expression of the first, from whatever graph, in the other's graph."""
        here = self.first.scope.expression(text(e))
        return self.other.scope.expression(self.said(here.subs(self.put())))

    def place(self, values: Mapping[str, Expr]) -> dict[str, str] | None:
        """A configuration of the first, without letters, as texts for the other; None where there
        is no formula for that.
        """
        chart, scope = self.first.system.chart, self.first.scope
        if self.psi is None or any(n not in values for n in chart.names):
            return None
        here = {q: scope.expression(text(values[n])) for n, q in zip(chart.names, chart.q)}
        at = [self.psi.get(q, q).subs(here).subs(self.first.system.values) for q in chart.q]
        if not all(e.is_constant for e in at):
            return None
        return {self.word(n): text(e) for n, e in zip(chart.names, at)}

    def word(self, name: str) -> str:
        """What a name of the first is called in the other."""
        return self.words.get(name, name)

    @property
    def alone(self) -> tuple[str, ...]:
        """The coordinates that are functions of themselves in the other."""
        chart = self.first.system.chart
        mixed = {q for q in chart.q if self.phi.get(q, q).has([p for p in chart.q if p is not q])}
        return tuple(n for n, q in zip(chart.names, chart.q) if q not in mixed)


def in_words(words: Mapping[str, str], told: str) -> str:
    """A text with other names, of velocities too.

    >>> in_words({"x": "q7"}, "xdot*sin(x) + exp(y)")
    'q7dot*sin(q7) + exp(y)'
    """
    rates = ("", "dot", "ddot")
    names = {f"{n}{rate}": f"{new}{rate}" for n, new in words.items() for rate in rates}
    return WORD.sub(lambda m: names.get(m.group(), m.group()), told)


def linear_rows(case: Case) -> list[Expr]:
    """The constraints that are linear in the velocities, without the rates of levels."""
    rows = case.system.pfaffian
    return [rows.value(l) for l, f in enumerate(rows.functions) if f is None]


def retold(
    first: Case,
    phi: Put | None = None,
    psi: Put | None = None,
    *,
    rows: Callable[[list[Expr]], list[Expr]] = list,
    order: Sequence[int] | None = None,
    numbers: Mapping[str, str] | None = None,
    **more: Any,
) -> Telling:
    """The telling with these coordinates.

    rows: what becomes of the linear rows; order: of the coordinates; numbers: of parameters, in
    place of those of the case; more: fields of `Telling`.
    Raises BadCase where a text of it cannot be read.

    >>> from nonholo.readers.sympy_models import System
    >>> case = System("x", "m*x'**2/2 - x**4", parameters={"m": 2})
    >>> retold(case, pace=Fraction(2), weight=Fraction(3)).other.system.lagrangian
    3*m*xdot**2/8 - 3*x**4
    """
    blank = Telling(first, first, dict(phi or {}), psi if phi else {}, **more)
    draft = draft_of(blank, rows(linear_rows(first)), order)
    given = {**draft.parameters, **(numbers or {})}
    return replace(blank, other=build(replace(draft, parameters=given)))


def draft_of(told: Telling, rows: Sequence[Expr], order: Sequence[int] | None = None) -> Draft:
    """The texts of the other telling, with these rows in the words of the first."""
    case, put = told.first, told.put()
    system, chart, graph = case.system, case.system.chart, case.system.chart.graph

    def say(e: Expr) -> str:
        return told.said(e.subs(put))

    names = [chart.names[i] for i in (range(chart.n) if order is None else order)]
    forces = _forces(told, put) if any(not Q.is_zero for Q in system.forces) else ()
    values = {str(s): s_value for s, s_value in system.values.items()}
    return Draft(
        [told.word(n) for n in names],
        {told.word(n): _number(told, n, values) for n in case.scope.parameters},
        assumed={
            told.word(n): graph.assumed[graph.symbol(n).index]
            for n in (*case.scope.parameters, *chart.names)
            if graph.symbol(n).index in graph.assumed
            and graph.symbol(n) not in {**told.letters, **told.phi}
        },
        lagrangian=None if system.lagrangian is None else say(told.weight * system.lagrangian),
        constraints=[
            *(say(row) for row in rows if not row.is_zero),
            *(f"{say(c.value)} = 0" for c in system.nonlinear),
        ],
        holonomic=[say(f) for f in system.holonomic],
        forces={told.word(n): told.said(Q) for n, Q in zip(chart.names, forces) if not Q.is_zero},
        inputs={
            told.word(str(u)): None if value is None else say(value)
            for u, value in system.inputs.items()
        },
        functions={n: _function(told, f) for n, f in case.scope.functions.items()},
        assumptions=[_assumption(told, a) for a in system.assumptions if a not in system.domain],
        inequalities=[_assumption(told, a) for a in system.inequalities],
        initial=_initial(told),
        name=f"{case.title}, told otherwise",
    )


def _forces(told: Telling, put: Put) -> list[Expr]:
    """Q'_j = k sum_i Q_i dphi_i/dQ_j."""
    system, chart = told.first.system, told.first.system.chart
    acting = [told.weight * Q.subs(put) for Q in system.forces]
    phi = [told.phi.get(q, q) for q in chart.q]
    return [dot(chart.graph, acting, [f.diff(Q) for f in phi]) for Q in chart.q]


def _number(told: Telling, name: str, values: Mapping[str, Expr]) -> str | None:
    """The number of a parameter: a = phi(A) is affine in A."""
    graph = told.first.system.chart.graph
    letter = graph.symbol(name)
    if name not in values:
        return None
    phi = told.letters.get(letter, letter)
    slope = phi.diff(letter)
    return text((values[name] - phi.subs({letter: graph.zero})) / slope)


def _assumption(told: Telling, assumption: str) -> str:
    """A text with what its names are in the other in their places."""
    moved = {s.args: f"({text(e)})" for s, e in {**told.phi, **told.letters}.items()}
    put_in = WORD.sub(lambda m: moved.get(m.group(), m.group()), assumption)
    return in_words(told.words, put_in)


def _function(told: Telling, function: Function) -> Function:
    """Its value holds letters of the case, beside its arguments."""
    if function.value is None:
        return function
    words = {n: new for n, new in told.words.items() if n not in function.slots}
    return replace(function, value=in_words(words, function.value))


def _initial(told: Telling) -> dict[str, str]:
    """The state from which simulations start."""
    case, chart = told.first, told.first.system.chart
    if not case.initial or told.psi is None or told.shift or told.narrow:
        return {}
    at = {**case.nominal}
    at |= {
        v: chart.graph.lift(case.initial.get(f"{n}dot", 0)) for n, v in zip(chart.names, chart.v)
    }
    at |= {
        chart.graph.symbol(n): case.scope.expression(told_text)
        for n, told_text in case.irrational.items()
    }
    back = [told.psi.get(q, q) for q in chart.q]
    state = {}
    for n, Q in zip(chart.names, back):
        state[told.word(n)] = text(Q.subs(at))
        state[f"{told.word(n)}dot"] = text((told.pace * chart.rate(Q)).subs(at))
    return {n: value for n, value in state.items() if value != "0"}
