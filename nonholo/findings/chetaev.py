"""Is a set holonomic that holds a constraint g(q, q', t) = 0 which is not linear in the velocities?

A hidden relation f(q, t) = const asks  df/dq . v + df/dt = 0  of all admissible velocities v at (q,
t), and so of their tangent vectors w and second derivatives:

    df/dq = sum_l mu_l a_l + nu dg/dv,        nu d2g/dv2 (w, w') = 0
            for all w, w' with A w = 0, dg/dv . w = 0

Where the form d2g/dv2 is not zero on the tangent vectors, nu = 0: what is hidden is hidden in the
linear rows alone. Admissible velocities that bend lie in no plane; those of (x' - y)^2 = 0 or x'^2
= y'^2 do not bend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonholo.decide.relations import UNSOLVED, all_zero_on
from nonholo.decide.zero import Decision
from nonholo.dynamics.chetaev import bends, require_linear
from nonholo.dynamics.disguise import divided_by, factors_with_velocities
from nonholo.dynamics.spanned import spans, tangents
from nonholo.dynamics.system import at_numbers
from nonholo.errors import NotPfaffian, OutOfReach, said
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.verdict import Chetaev, Verdict, word_of
from nonholo.geometry.constraints.pfaffian import Space, independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.flag.local import vanishes_at
from nonholo.linear.elimination import Matrix, dot
from nonholo.readers.case import Case
from nonholo.readers.on_levels import on_levels
from nonholo.words.sentence import say

STRAIGHT = say(
    "admissible velocities may lie in a plane, so the constraint may be a linear one in disguise"
)

UNSEEN = say("it could not be solved for a velocity, to see whether admissible velocities bend")


def judge_bent(
    case: Case, linear: Verdict | None, factors: Sequence[tuple[str, Verdict]] = ()
) -> Verdict:
    """The verdict on a case with nonlinear velocity constraints; linear: that on its other rows,
    None if there are none; factors: what is told beside it of those of a product.

    Raises ContradictoryConstraints, SingularPivot.
    """
    nonlinear, rows = case.system.nonlinear, case.system.pfaffian
    one, restricted = len(nonlinear) == 1, on_levels(case)
    bent = _bends(restricted) if one else _span(restricted)
    # constraints that bend are independent of linear rows, and hide nothing beside them
    k, bounds = (len(nonlinear), (0, 0)) if bent.answer else (None, (0, rows.chart.n))
    proved, evidence = (bounds if bent.proved else (0, rows.chart.n)), bent
    if bent.answer and linear is not None:
        assert linear.independent is not None  # judged by symbols
        k, bounds, proved = len(nonlinear) + linear.independent, linear.bounds, linear.proved
        evidence = bent if linear.evidence.proved else linear.evidence
    known_leaf = bounds[0] > 0 and bounds[0] == bounds[1] and case.system.holonomic
    return Verdict(
        case=case,
        verdict=word_of(case, k, bounds),
        full=rows,
        independent=k,
        bounds=bounds,
        proved=proved,
        evidence=evidence,
        joint=replace(bent, answer=False) if bent.answer else bent,
        forms=() if linear is None else linear.forms,
        closure=None,
        accessible=False if known_leaf else None,
        detail=Chetaev(
            nonlinear,
            linear,
            bent,
            _virtual(restricted) if one else (),
            _space(case, linear),
            _term(case),
            tuple(factors),
            through=_gone_through(case) if factors else (),
        ),
    )


def _gone_through(case: Case) -> tuple[str, ...]:
    """Where velocities vanish by which the nonlinear constraints are divided."""
    below = (f for c in case.system.nonlinear for f in divided_by(case.system.chart, c.value))
    return tuple(dict.fromkeys(f"{text(f)} = 0" for f in below))


def _term(case: Case) -> str:
    """The term that is not linear in the velocities, in words."""
    try:
        require_linear(case.system)
    except NotPfaffian as refused:
        return said(refused)
    return ""


def _space(case: Case, linear: Verdict | None) -> Space:
    """Where the set lives: "tq" if a constraint contains t or is not zero at rest, else "q"."""
    chart = case.system.chart
    at_rest = dict.fromkeys(chart.v, chart.graph.zero)
    values = [c.value for c in case.system.nonlinear]
    timed = any(g.has([chart.t]) or not vanishes_at(g, at_rest) for g in values)
    return "tq" if timed or (linear is not None and linear.space == "tq") else "q"


def _bends(case: Case) -> Decision:
    """The form d2g/dv2 on tangent vectors is not zero on the set, at the given numbers of the
    parameters.
    """
    system = at_numbers(case.system) if case.system.values else case.system
    (c,) = system.nonlinear
    if not bends(system.chart, c.value):
        return Decision(
            None, reason=say("at the given numbers the constraint is linear in the velocities")
        )
    d = _split(system.pfaffian)
    g = d.restrict(c.value)
    moving, others = factors_with_velocities(system.chart, g)
    if len(moving) + len(others) > 1:
        either = " = 0 or ".join(text(f) for f in (*others, *moving))
        reason = say(
            "it is a product, {either} = 0: each factor is a question of its own", either=either
        )
        return Decision(None, reason=reason)
    v = [system.chart.v[j] for j in d.independent]
    slopes = [g.diff(x) for x in v]
    forms = _forms([[p.diff(x) for x in v] for p in slopes], tangents(slopes))
    try:
        decision = all_zero_on(forms, (*system.holonomic, g))
    except (OutOfReach, ZeroDivisionError) as problem:
        return Decision(None, reason=said(problem))
    if decision.answer is False and decision.proved:
        return replace(decision, answer=True)
    unsolved = decision.reason == UNSOLVED and not system.holonomic
    return Decision(None, reason=UNSEEN if unsolved else decision.reason or STRAIGHT)


def _span(case: Case) -> Decision:
    """The same of several: their admissible velocities lie in no plane beside linear rows."""
    system = at_numbers(case.system) if case.system.values else case.system
    if not all(bends(system.chart, c.value) for c in system.nonlinear):
        return Decision(
            None, reason=say("at the given numbers the constraint is linear in the velocities")
        )
    d = _split(system.pfaffian)
    values = [d.restrict(c.value) for c in system.nonlinear]
    try:
        return spans(
            system.chart, values, [system.chart.v[j] for j in d.independent], system.holonomic
        )
    except (OutOfReach, ZeroDivisionError) as problem:
        return Decision(None, reason=said(problem))


def _forms(second: Matrix, tangent: Matrix) -> list[Expr]:
    """w . g'' w' for all pairs of the vectors."""
    graph = second[0][0].graph
    images = [[dot(graph, row, w) for row in second] for w in tangent]
    return [dot(graph, u, image) for i, u in enumerate(tangent) for image in images[i:]]


def _virtual(case: Case) -> tuple[tuple[Expr, ...], ...]:
    """A dq = 0 and, by Chetaev's rule, dg/dv . dq = 0."""
    system = case.system
    d, graph = _split(system.pfaffian), system.chart.graph
    slopes = d.project([system.nonlinear[0].value.diff(v) for v in system.chart.v])
    kernel = d.kernel()
    return tuple(tuple(dot(graph, row, w) for row in kernel) for w in tangents(slopes))


def _split(rows) -> Distribution:
    return distribution(independent_rows(rows)[0])
