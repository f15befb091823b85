"""Motions of two tellings: accelerations, reactions, measures and integrals told in one language.

q'' = d^2 phi/dT^2 / c^2,   R'_j = k sum_i R_i dphi_i/dQ_j,   N' = N |dphi/dQ| |dphi/dQ of r'|
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import combined
from nonholo.dynamics.conserved import is_conserved, rate_on_motion
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.measure import divergence
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.comparison import Comparison
from nonholo.findings.conservation import conserved, further_integrals, measure
from nonholo.findings.energy import energy
from nonholo.findings.side_by_side import compare
from nonholo.linear.elimination import dot, echelon
from nonholo.readers.case import Case
from nonholo.testing.laws.answers import UNITS, Pair, all_true, answers, asked, refused
from nonholo.testing.tellings import Telling


def motions(told: Telling) -> Iterator[Pair]:
    """Accelerations, reactions, energy, formulations, vakonomic motions, measures."""
    first, other = (asked(compare, case) for case in (told.first, told.other))
    if not (answers(first) and answers(other)):
        yield "motion", refused(first), refused(other)
        return
    yield "formulations", *(all_true(e.agrees for e in c.formulations) for c in (first, other))
    yield "vakonomic", *(_vakonomic(c) for c in (first, other))
    yield "smooth", *(all_true(r.smooth.answer for r in c.smooth) for c in (first, other))
    yield "energy", *(_kept_energy(case) for case in (told.first, told.other))
    yield from _substitutions(told, first, other)
    densities = [measure(c) for c in (first, other)]
    yield "measure", *(None if m is None or m.numbers else m.decision.answer for m in densities)
    if first.reference is None or other.reference is None:
        yield "moves", first.reference is not None, other.reference is not None
        return
    yield from _the_same_motion(told, first, other)
    yield from _the_same_reactions(told, first, other)
    yield from _the_same_density(told, densities[0], other)


def _vakonomic(c: Comparison) -> bool | None:
    return next((e.agrees for e in c.rivals if e.title == "vakonomic"), None)


def _kept_energy(case: Case) -> bool | None:
    answer = asked(energy, case)
    return answer.kept.answer if answers(answer) else None


def _substitutions(told: Telling, first: Comparison, other: Comparison) -> Iterator[Pair]:
    """Which velocities may be put into the Lagrangian, where each coordinate is told alone."""
    if len(told.alone) < told.first.system.chart.n:
        return
    safe = {frozenset(e.eliminated): (e.safe.answer, e.safe_chained.answer) for e in other.errors}
    for error in first.errors:
        names = frozenset(map(told.word, error.eliminated))
        if names in safe:
            what = f"substitution of {', '.join(sorted(error.eliminated))}"
            yield what, error.safe.answer, safe[names][0]
            yield f"{what}, chained", error.safe_chained.answer, safe[names][1]


def moving(c: Comparison) -> Motion:
    """Its motion, where there is one."""
    assert c.reference is not None
    return c.reference


def _in(c: Comparison, e: Expr) -> Expr:
    """An expression in the graph of a comparison, at admissible velocities."""
    return c.distribution.restrict(c.system.chart.graph.copy([e])[0])


def _vanish(c: Comparison, differences: list[Expr]) -> bool | None:
    decisions = [decide_zero_on(e, c.system.relations) for e in differences]
    return combined(decisions).answer if decisions else True


def _the_same_motion(told: Telling, first: Comparison, other: Comparison) -> Iterator[Pair]:
    """q'' = d^2 phi/dT^2 / c^2 with the accelerations of the other."""
    chart, graph = told.first.system.chart, other.system.chart.graph
    there = dict(zip(other.system.chart.a, moving(other).accelerations))
    differences = []
    for q, a in zip(chart.q, moving(first).accelerations):
        bent = chart.rate(chart.rate(told.phi.get(q, q))) / told.pace**2
        (moved,) = graph.copy([told.other.scope.expression(told.said(bent))])
        moved = other.distribution.restrict(moved.subs(there))
        differences.append(moved - _in(other, told.told(a)))
    yield "accelerations", True, _vanish(other, differences)


def _the_same_reactions(told: Telling, first: Comparison, other: Comparison) -> Iterator[Pair]:
    """R'_j = k sum_i R_i dphi_i/dQ_j."""
    chart, graph = told.first.system.chart, other.system.chart.graph
    if not (first.reactions and other.reactions):
        return
    before = [_in(other, told.told(R)) for R in first.reactions]
    after = dict(zip(other.system.chart.names, other.reactions))
    differences = []
    for Q in chart.q:
        slopes = [told.phi.get(q, q).diff(Q) for q in chart.q]
        column = [_in(other, told.other.scope.expression(told.said(e))) for e in slopes]
        total = dot(graph, before, column) * told.weight
        differences.append(other.distribution.restrict(after[told.word(Q.args)]) - total)
    yield "reactions", True, _vanish(other, differences)


def _the_same_density(told: Telling, answer: Any, other: Comparison) -> Iterator[Pair]:
    """N |dphi/dQ| times that of the velocities is a density of the other."""
    if answer is None or answer.density is None or answer.solved or answer.levels or answer.numbers:
        return
    chart, d = told.first.system.chart, other.distribution
    if len(told.alone) < chart.n or told.first.system.nonlinear:
        return
    names = [v.removesuffix("'") for v in answer.velocities]
    if {*map(told.word, names)} != {*d.names(d.independent)}:
        return
    slopes = {n: told.phi.get(q, q).diff(q) for n, q in zip(chart.names, chart.q)}
    factors = [*slopes.values(), *(slopes[n] for n in names)]
    jacobian = told.other.scope.expression(told.said(prod(factors, start=chart.graph.one)))
    N = _in(other, told.told(answer.density) * jacobian)
    rate = rate_on_motion(other.system, d, moving(other), N)
    div = divergence(d, moving(other))
    yield "density", True, _vanish(other, [rate + N * div])


def integrals(told: Telling) -> Iterator[Pair]:
    """What the first keeps the other keeps; as many of a class that is the same in both."""
    first, other = (asked(compare, case) for case in (told.first, told.other))
    if not (answers(first) and answers(other)):
        return
    if first.reference is None or other.reference is None:
        return
    if not (told.phi or told.letters):
        yield "integrals", integrals_counted(first), integrals_counted(other)
    simple = conserved(first)
    search = asked(further_integrals, first, UNITS, simple)
    more = search.integrals if search is not None and answers(search) else ()
    for f in (*(f for _, f in simple), *more):
        there = _in(other, told.told(f))
        decision = is_conserved(other.system, other.distribution, moving(other), there)
        yield f"{text(f)} is kept", True, decision.answer


def integrals_counted(c: Comparison) -> int | None:
    """How many independent first integrals are told, if these are all of their kind."""
    simple = conserved(c)
    search = asked(further_integrals, c, UNITS, simple)
    if search is None or not answers(search) or not search.complete:
        return None
    d, chart = c.distribution, c.system.chart
    every = [d.restrict(f) for f in (*(f for _, f in simple), *search.integrals)]
    moving = (*chart.q, *chart.v, chart.t)
    return echelon(chart.graph, [[f.diff(s) for s in moving] for f in every]).rank
