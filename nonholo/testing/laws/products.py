"""Two systems beside each other: what is said of both together is what is said of the parts.

h = h_A + h_B,   dim D_s = dim D_s^A + dim D_s^B,   q_A'' as in A,   stable <=> both are
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import combined
from nonholo.dossier.certificate import certificate
from nonholo.dynamics.conserved import is_conserved
from nonholo.dynamics.rest_verdict import STABLE, UNDECIDED, UNSTABLE
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.findings.comparison import Comparison
from nonholo.findings.conservation import conserved, measure
from nonholo.findings.consistency import consistency
from nonholo.findings.elimination import graph_of
from nonholo.findings.equilibrium import equilibrium
from nonholo.findings.side_by_side import compare
from nonholo.simulation import simulate
from nonholo.steering.search import steer
from nonholo.testing.larger import Product
from nonholo.testing.laws.answers import (
    Pair,
    added,
    all_true,
    answers,
    asked,
    decided,
    refused,
    summed,
    tallied,
)
from nonholo.testing.laws.larger_cells import cells_of_two, restrictions_of_two, strata_of_two
from nonholo.testing.laws.told_motions import moving
from nonholo.testing.laws.told_rests import exact
from nonholo.testing.numbers import apart, row_of
from nonholo.verifier import verify

TIMES, DURATION, FAR = 5, 0.5, 1e-6
PLACES = ("1/2", "1/3", "-1/4", "1/5"), ("1", "1/2", "1/2", "-1/3")


def verdicts(two: Product) -> Iterator[Pair]:
    """Rank, h, growth, what can be reached, steps of the elimination, certificates."""
    parts, whole = [asked(check, c) for c in two.parts], asked(check, two.whole)
    if not all(map(answers, (*parts, whole))):
        said = [*map(refused, parts)]
        one_is = "contradictory" if "contradictory" in said else None
        yield "verdict", None if None in said else one_is or said[0], refused(whole)
        return
    for name in ("relations", "independent"):
        yield name, added([getattr(v, name) for v in parts]), getattr(whole, name)
    grown = [_vector(v) for v in parts]
    yield "growth", summed(grown), _vector(whole)
    if all(v.space == "q" for v in (*parts, whole)) and not any(v.nonlinear for v in parts):
        yield "accessible", all_true(v.accessible for v in parts), whole.accessible
        drops = [v.singular == () if v.singular is not None else None for v in (*parts, whole)]
        yield "rank never drops", all_true(drops[:2]), drops[2]
    if any(v.nonlinear for v in parts):
        return
    graphs = [asked(graph_of, v) for v in (*parts, whole)]
    if all(map(answers, graphs)):
        ranks = [g.structural_rank for g in graphs]
        yield "structural rank", sum(ranks[:2]), ranks[2]
    made = asked(certificate, whole)
    if answers(made):
        accepted = {"accepted": True, "refused": False}.get(verify(made).status)
        yield "certificate", True, accepted
        yield "certified verdict", whole.verdict, made["verdict"]


def motions(two: Product) -> Iterator[Pair]:
    """Accelerations, reactions, measures, energy, and what is kept."""
    if two.whole.system.lagrangian is None:
        return
    parts, whole = [asked(compare, c) for c in two.parts], asked(compare, two.whole)
    if not all(map(answers, (*parts, whole))):
        return
    if not all(c.reference is not None and not c.hidden for c in (*parts, whole)):
        return
    for one in parts:
        for what in ("accelerations", "reactions"):
            yield what, True, _vanish(whole, _differences(one, whole, what))
    agree = [all_true(e.agrees for e in c.formulations) for c in (*parts, whole)]
    yield "formulations", all_true(agree[:2]), agree[2]
    densities = [_measured(c) for c in (*parts, whole)]
    if densities[0] and densities[1]:
        yield "measure", True, densities[2]
    for one in parts:
        for _, f in conserved(one):
            there = whole.system.chart.graph.copy([two.whole.scope.expression(text(f))])[0]
            decision = is_conserved(whole.system, whole.distribution, moving(whole), there)
            yield f"{text(f)} is kept", True, decision.answer


def rests(two: Product) -> Iterator[Pair]:
    """Each rest of one with each of the other; stable if both are; states and their freedom."""
    if two.whole.system.lagrangian is None:
        return
    states = [asked(consistency, c) for c in (*two.parts, two.whole)]
    if all(map(answers, states)):
        yield "consistent", all_true(s.consistent for s in states[:2]), states[2].consistent
        if all(s.consistent and not s.branches for s in states):
            for name in ("dimension", "freedom"):
                *few, total = (getattr(s, name) for s in states)
                yield name, added(few), total
    every = [asked(equilibrium, c) for c in (*two.parts, two.whole)]
    if not all(map(answers, every)):
        return
    free = [_freedoms(e) for e in every]
    if free[2] is not None:
        pairs = each_with_each(free[0], free[1])
        yield "rests", pairs and sorted(a + b for a, b in pairs), free[2]
    words = [_stabilities(e) for e in every]
    joined = each_with_each(words[0], words[1])
    expected = joined and sorted(joint(a, b) for a, b in joined)
    if expected is None or UNDECIDED not in expected:
        yield "stability", expected, words[2] and sorted(map(plain, words[2]))


def runs(two: Product) -> Iterator[Pair]:
    """Simulated together each goes as it goes alone."""
    if two.whole.system.lagrangian is None or two.whole.scope.functions:
        return
    run = asked(simulate, two.whole, DURATION, points=TIMES)
    if not answers(run) or not run.receipt.ok:
        return
    for case in two.parts:
        names = case.system.chart.names
        begins = {n: float(run.q[n][0]) for n in names}
        begins |= {f"{n}dot": float(run.v[n][0]) for n in names}
        alone = asked(simulate, case, DURATION, points=TIMES, initial=begins)
        if answers(alone) and alone.receipt.ok:
            for i in range(TIMES):
                here, there = (
                    {**row_of(r.q, i), **{f"{n}dot": x for n, x in row_of(r.v, i).items()}}
                    for r in (alone, run)
                )
                yield f"state of {names} at {i}", True, apart(here, there) < FAR


def paths(two: Product) -> Iterator[Pair]:
    """A path of both is one of each."""
    if two.whole.system.nonlinear or two.whole.system.relations:
        return
    ends = [{n: x for c in two.parts for n, x in zip(c.system.chart.names, p)} for p in PLACES]
    whole = asked(steer, two.whole, *ends)
    alone = [
        asked(steer, c, *({n: end[n] for n in c.system.chart.names} for end in ends))
        for c in two.parts
    ]
    if all(map(answers, (*alone, whole))):
        yield "possible", all_true(path.possible for path in alone), whole.possible


PRODUCTS: dict[str, Callable[[Product], Iterator[Pair]]] = {
    "verdicts": verdicts,
    "motions": motions,
    "rests": rests,
    "runs": runs,
    "paths": paths,
    "cells": cells_of_two,
    "strata": strata_of_two,
    "restrictions": restrictions_of_two,
}


def answers_are_those_of_the_parts(two: Product, question: str) -> None:
    """No answer about both contradicts those about the parts."""
    wrong, _, _ = tallied(PRODUCTS[question](two))
    assert not wrong, f"{'; '.join(wrong)} of {two.whole.title}"


def each_with_each(first: list[Any] | None, second: list[Any] | None) -> list[Any] | None:
    return None if first is None or second is None else [(a, b) for a in first for b in second]


def plain(word: str) -> str:
    """Stable, unstable or undecided: what is asymptotically stable is stable."""
    return word if word in (UNSTABLE, UNDECIDED) else STABLE


def joint(a: str, b: str) -> str:
    """The verdict on two that are independent."""
    words = {plain(a), plain(b)}
    return next((word for word in (UNSTABLE, UNDECIDED) if word in words), STABLE)


def _vector(verdict: Any) -> tuple[int, ...] | None:
    """Of the fields with d/dt, of which one adds 1 to each dimension."""
    grown = verdict.growth
    if grown is None or not grown.complete or verdict.nonlinear:
        return None
    return tuple(n + (verdict.space == "q") for n in grown.vector)


def _differences(one: Comparison, whole: Comparison, what: str) -> list[Expr]:
    graph, chart = whole.system.chart.graph, whole.system.chart
    if what == "accelerations":
        here, there = moving(one).accelerations, dict(zip(chart.names, moving(whole).accelerations))
    else:
        here, there = one.reactions, dict(zip(chart.names, whole.reactions))
    if not (here and there):
        return []
    return [
        whole.distribution.restrict(graph.copy([e])[0]) - there[n]
        for n, e in zip(one.system.chart.names, here)
    ]


def _vanish(c: Comparison, differences: Sequence[Expr]) -> bool | None:
    decisions = [
        decide_zero_on(c.distribution.restrict(e), c.system.relations) for e in differences
    ]
    return combined(decisions).answer if decisions else True


def _measured(c: Comparison) -> bool | None:
    answer = measure(c)
    return None if answer is None or answer.numbers else answer.decision.answer


def _freedoms(answer: Any) -> list[int] | None:
    return [len(r.free) for r in answer.found] if exact(answer) else None


def _stabilities(answer: Any) -> list[str] | None:
    told = [decided(r.stability.verdict) or UNDECIDED for r in answer.found]
    return sorted(told) if exact(answer) else None
