"""Is a set holonomic that holds a constraint g(q, q', t) = 0 which is not linear in the velocities?

A hidden relation f(q, t) = const asks  df/dq . v + df/dt = 0  of all admissible velocities v at (q, t), and so of their
tangent vectors w and second derivatives:

    df/dq = sum_l mu_l a_l + nu dg/dv,        nu d2g/dv2 (w, w') = 0         for all w, w' with A w = 0, dg/dv . w = 0

Where the form d2g/dv2 is not zero on the tangent vectors, nu = 0: what is hidden is hidden in the linear rows alone.
Admissible velocities that bend lie in no plane; those of (x' - y)^2 = 0 or x'^2 = y'^2 do not bend.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from nonholo.dynamics.chetaev import bends
from nonholo.dynamics.system import Nonlinear, at_numbers
from nonholo.errors import OutOfReach
from nonholo.exact.decide import Decision
from nonholo.exact.graph import Expr
from nonholo.exact.linear import Matrix, dot
from nonholo.exact.relations import all_zero_on
from nonholo.geometry.distribution import Distribution, distribution
from nonholo.geometry.pfaffian import independent_rows
from nonholo.large import NONHOLONOMIC, PARTLY, UNDECIDED
from nonholo.readers.case import Case
from nonholo.readers.on_levels import on_levels

SEVERAL = "several constraints are nonlinear in the velocities; decided is one beside linear ones"
STRAIGHT = "admissible velocities may lie in a plane, so the constraint may be a linear one in disguise"


@dataclass(frozen=True, slots=True, repr=False)
class Bent:
    """The verdict on a set with constraints nonlinear in the velocities.

    linear: the `Check` of its linear rows, None if it has none; bent: do the admissible velocities bend (False: they
    were not seen to); relations: h, None if undecided; virtual: displacements by Chetaev's rule, for one constraint.
    """

    case: Case
    verdict: str
    linear: Any
    bent: Decision
    relations: int | None
    virtual: tuple[tuple[Expr, ...], ...]

    def __repr__(self) -> str:
        return f"<Check of {self.case.name!r}: {self.verdict}, nonlinear in the velocities>"

    @property
    def nonlinear(self) -> tuple[Nonlinear, ...]:
        return self.case.system.nonlinear

    @property
    def independent(self) -> int | None:
        """k: a constraint that bends is independent of linear rows."""
        return None if not self.bent.answer else 1 + (self.linear.independent if self.linear else 0)

    @property
    def space(self) -> str:
        """"tq" if a constraint contains t or is not zero at rest."""
        rest = dict.fromkeys(self.case.system.chart.v, self.case.system.chart.graph.zero)
        timed = any(c.value.has([self.case.system.chart.t]) or not _zero_at_rest(c.value, rest) for c in self.nonlinear)
        return "tq" if timed or (self.linear and self.linear.full.space == "tq") else "q"


def judge_bent(case: Case, linear: Any) -> Bent:
    """The verdict on a case with nonlinear velocity constraints; linear: the `Check` of its others,
    None if there are none.

    Raises ContradictoryConstraints, SingularPivot.
    """
    one = len(case.system.nonlinear) == 1
    own = on_levels(case)
    bent = _bends(own) if one else Decision(None, reason=SEVERAL)
    hidden = 0 if linear is None else linear.relations
    relations = hidden if bent.answer else None
    verdict = UNDECIDED if relations is None else PARTLY if relations else NONHOLONOMIC
    return Bent(case, verdict, linear, bent, relations, _virtual(own) if one else ())


def _bends(case: Case) -> Decision:
    """The form d2g/dv2 on tangent vectors is not zero on the set, at the given numbers of the parameters."""
    system = at_numbers(case.system) if case.system.values else case.system
    (c,) = system.nonlinear
    if not bends(system.chart, c.value):
        return Decision(None, reason="at the given numbers the constraint is linear in the velocities")
    d = _split(system.pfaffian)
    g = d.restrict(c.value)
    v = [system.chart.v[j] for j in d.independent]
    slopes = [g.diff(x) for x in v]
    forms = _forms([[p.diff(x) for x in v] for p in slopes], _tangent(slopes))
    try:
        found = all_zero_on(forms, (*system.holonomic, g))
    except (OutOfReach, ZeroDivisionError) as problem:
        return Decision(None, reason=str(problem))
    if found.answer is False and found.proved:
        return replace(found, answer=True)
    return Decision(None, reason=found.reason or STRAIGHT)


def _forms(second: Matrix, tangent: Matrix) -> list[Expr]:
    """w . g'' w' for all pairs of the vectors."""
    graph = second[0][0].graph
    images = [[dot(graph, row, w) for row in second] for w in tangent]
    return [dot(graph, u, image) for i, u in enumerate(tangent) for image in images[i:]]


def _tangent(slopes: Sequence[Expr]) -> Matrix:
    """p_c e_j - p_j e_c for j != c: they span what a covector p annihilates where p_c is not zero."""
    zero = slopes[0].graph.zero
    c = next((j for j, p in enumerate(slopes) if not p.is_zero), 0)
    vectors = []
    for j in (j for j in range(len(slopes)) if j != c):
        vector = [zero] * len(slopes)
        vector[j], vector[c] = slopes[c], -slopes[j]
        vectors.append(vector)
    return vectors


def _virtual(case: Case) -> tuple[tuple[Expr, ...], ...]:
    """A dq = 0 and, by Chetaev's rule, dg/dv . dq = 0."""
    system = case.system
    d, graph = _split(system.pfaffian), system.chart.graph
    slopes = d.project([system.nonlinear[0].value.diff(v) for v in system.chart.v])
    kernel = d.kernel()
    return tuple(tuple(dot(graph, row, w) for row in kernel) for w in _tangent(slopes))


def _split(rows) -> Distribution:
    return distribution(independent_rows(rows)[0])


def _zero_at_rest(g: Expr, rest) -> bool:
    try:
        return g.subs(rest).is_zero
    except ZeroDivisionError:
        return False
