"""Who determines whom, of two tellings: ranks, the steps of the elimination, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nonholo.decide.relations import decide_zero_on
from nonholo.decide.zero import combined, decide_zero
from nonholo.findings.check import check
from nonholo.findings.dependency import Dependency
from nonholo.findings.elimination import graph_of
from nonholo.findings.verdict import Verdict
from nonholo.readers.case import Case
from nonholo.testing.laws.answers import Pair, answers, asked
from nonholo.testing.tellings import Telling, linear_rows

Steps = set[tuple[frozenset[str], frozenset[str]]]


def graphs(told: Telling) -> Iterator[Pair]:
    """Rank, what is determined, that each step of the first is true of the other, and the same
    steps where neither rows nor coordinates were mixed.
    """
    case = told.first
    if case.system.nonlinear:
        return
    first, other = (asked(_graph, c) for c in (case, told.other))
    if not (answers(first) and answers(other)):
        return
    yield "rank", first.generic_rank, other.generic_rank
    yield "velocities determined", *(len(_determined(one)) for one in (first, other))
    verdict = asked(check, told.other)
    if answers(verdict) and verdict.distribution is not None:
        yield "steps", True, _true_of(told, first, verdict)
    names = case.system.chart.names
    wish = [told.word(names[i]) for i in sorted(_determined(first))]
    again = asked(_graph, told.other, wish)
    if len(told.alone) < len(names) or not answers(again) or not rows_stay(told):
        return
    yield "structural rank", first.structural_rank, again.structural_rank
    if {*_named(told.other, again, str)} == {*_named(case, first, told.word)}:
        yield (
            "which velocities",
            *(
                _steps(c, one, word)
                for c, one, word in ((case, first, told.word), (told.other, again, str))
            ),
        )


def _graph(case: Case, dependent: Sequence[str] = ()) -> Dependency:
    return graph_of(check(case, dependent=dependent, search=0))


def rows_stay(told: Telling) -> bool:
    """Each linear row of the other is one of the first, told in its words."""
    here, there = ([told.told(row) for row in linear_rows(told.first)], linear_rows(told.other))
    return len(here) == len(there) and all(
        any(decide_zero(a - b).answer for b in there) for a in here
    )


def _determined(one: Dependency) -> set[int]:
    return {column for _, column in one.matching}


def _named(case: Case, one: Dependency, word: Callable[[str], str]) -> list[str]:
    return [word(case.system.chart.names[i]) for i in sorted(_determined(one))]


def _steps(case: Case, one: Dependency, word: Callable[[str], str]) -> Steps:
    """What each step determines, and by what."""
    names = [word(n) for n in case.system.chart.names]
    return {
        (frozenset(names[i] for i in step.velocities), frozenset(names[i] for i in step.uses))
        for step in one.order
    }


def _true_of(told: Telling, first: Dependency, other: Verdict) -> bool | None:
    """velocity - solution = 0 for all admissible velocities of the other."""
    chart, d = told.first.system.chart, other.require("distribution", "a split")
    graph, levels = d.chart.graph, other.case.system.relations
    decisions = []
    for step in first.order:
        for column, solution in zip(step.velocities, step.solution, strict=True):
            rate = chart.graph.copy([solution])[0]
            there = told.told(chart.v[column]) - told.told(rate)
            decisions.append(decide_zero_on(d.restrict(graph.copy([there])[0]), levels))
    return combined(decisions).answer if decisions else True
