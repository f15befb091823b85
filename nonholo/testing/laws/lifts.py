"""A system with a level more, u = f(q): one relation more, and everything else as before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import combined
from nonholo.dossier.certificate import certificate
from nonholo.dynamics.conserved import is_conserved
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.findings.conservation import conserved, measure
from nonholo.findings.consistency import consistency
from nonholo.findings.equilibrium import equilibrium
from nonholo.findings.side_by_side import compare
from nonholo.simulation import simulate
from nonholo.steering.search import steer
from nonholo.testing.larger import MORE, Lift
from nonholo.testing.laws.answers import (
    Pair,
    all_true,
    answers,
    asked,
    refused,
    tallied,
)
from nonholo.testing.laws.larger_cells import (
    cells_with_a_level_more,
    restrictions_with_a_level_more,
    strata_with_a_level_more,
)
from nonholo.testing.laws.products import PLACES
from nonholo.testing.laws.told_motions import moving
from nonholo.testing.laws.told_rests import dimensions, told_back
from nonholo.testing.numbers import apart, row_of
from nonholo.verifier import verify

TIMES, DURATION, FAR = 5, 0.5, 1e-6


def verdicts(lift: Lift) -> Iterator[Pair]:
    """h and rank one more, growth and accessibility as before; the certificate."""
    first, other = asked(check, lift.first), asked(check, lift.other)
    if not (answers(first) and answers(other)):
        yield "verdict", refused(first), refused(other)
        return
    for name in ("relations", "independent"):
        before = getattr(first, name)
        yield name, None if before is None else before + 1, getattr(other, name)
    if first.space == other.space:
        yield "growth", *(_vector(v) for v in (first, other))
    made = asked(certificate, other)
    if answers(made):
        yield "certificate", True, {"accepted": True, "refused": False}.get(verify(made).status)


def motions(lift: Lift) -> Iterator[Pair]:
    """Accelerations, energy and measures, what is kept, substitution."""
    if lift.first.system.lagrangian is None:
        return
    first, other = asked(compare, lift.first), asked(compare, lift.other)
    if not (answers(first) and answers(other)):
        yield "motion", refused(first), refused(other)
        return
    if first.reference is None or other.reference is None:
        yield "moves", first.reference is not None, other.reference is not None
        return
    if first.hidden or other.hidden:
        return
    graph, d = other.system.chart.graph, other.distribution
    there = dict(zip(other.system.chart.names, moving(other).accelerations))
    differences = [
        d.restrict(graph.copy([lift.in_other(e)])[0] - there[n])
        for n, e in zip(first.system.chart.names, moving(first).accelerations)
    ]
    decisions = [decide_zero_on(e, other.system.relations) for e in differences]
    yield "accelerations", True, combined(decisions).answer
    yield "formulations", *(all_true(e.agrees for e in c.formulations) for c in (first, other))
    densities = [measure(c) for c in (first, other)]
    yield "measure", *(None if m is None or m.numbers else m.decision.answer for m in densities)
    for _, f in conserved(first):
        e = graph.copy([lift.in_other(f)])[0]
        decision = is_conserved(other.system, d, moving(other), e)
        yield f"{text(f)} is kept", True, decision.answer


def rests(lift: Lift) -> Iterator[Pair]:
    """Rests, their stability, their small motions; states."""
    if lift.first.system.lagrangian is None:
        return
    states = [asked(consistency, c) for c in (lift.first, lift.other)]
    if all(map(answers, states)):
        yield "consistent", *(s.consistent for s in states)
        if all(s.consistent and not s.branches for s in states):
            yield "dimension", *(s.dimension for s in states)
    first, other = (asked(equilibrium, c) for c in (lift.first, lift.other))
    if not (answers(first) and answers(other)):
        return
    yield "rests", *(dimensions(e) for e in (first, other))
    yield from told_back((lift.first, lift.other), first.found, lift.place)


def runs(lift: Lift) -> Iterator[Pair]:
    """Simulated motions."""
    if lift.first.system.lagrangian is None:
        return
    run = asked(simulate, lift.other, DURATION, points=TIMES)
    if not answers(run) or not run.receipt.ok:
        return
    names = lift.first.system.chart.names
    begins = {n: float(run.q[n][0]) for n in names}
    begins |= {f"{n}dot": float(run.v[n][0]) for n in names}
    alone = asked(simulate, lift.first, DURATION, points=TIMES, initial=begins)
    if answers(alone) and alone.receipt.ok:
        for i in range(TIMES):
            yield f"place at {i}", True, apart(row_of(alone.q, i), row_of(run.q, i)) < FAR
            yield f"velocity at {i}", True, apart(row_of(alone.v, i), row_of(run.v, i)) < FAR
            energies = {"energy": alone.energy[i]}, {"energy": run.energy[i]}
            yield f"energy at {i}", True, apart(*energies) < FAR


def paths(lift: Lift) -> Iterator[Pair]:
    """Is there a path?"""
    first = lift.first
    names, scope = first.system.chart.names, first.scope
    ends = [{n: scope.expression(x) for n, x in zip(names, place)} for place in PLACES]
    there = [lift.place(end) for end in ends]
    if None in there:
        return
    pair = (asked(steer, first, *map(_texts, ends)), asked(steer, lift.other, *there))
    if all(map(answers, pair)):
        yield "possible", *(path.possible for path in pair)


LIFTS: dict[str, Callable[[Lift], Iterator[Pair]]] = {
    "verdicts": verdicts,
    "motions": motions,
    "rests": rests,
    "runs": runs,
    "paths": paths,
    "cells": cells_with_a_level_more,
    "strata": strata_with_a_level_more,
    "restrictions": restrictions_with_a_level_more,
}


def a_level_more_changes_nothing_else(lift: Lift, question: str) -> None:
    """No answer with u = f(q) contradicts the one without."""
    wrong, _, _ = tallied(LIFTS[question](lift))
    assert not wrong, f"{'; '.join(wrong)} of {lift.first.title} with {MORE} = {text(lift.level)}"


def _texts(end: dict[str, Any]) -> dict[str, str]:
    return {n: text(e) for n, e in end.items()}


def _vector(verdict: Any) -> tuple[int, ...] | None:
    grown = verdict.growth
    return tuple(grown.vector) if grown is not None and grown.complete else None
