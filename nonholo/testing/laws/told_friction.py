"""Friction that rolling needs, of two tellings: lambda' = k c lambda, so |R_t|/N stays.

The normal force is given: any function of the state will do, k c times as large in the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.decide.relations import decide_zero_on
from nonholo.findings.friction import friction
from nonholo.findings.side_by_side import compare
from nonholo.testing.laws.answers import Pair, answers, asked
from nonholo.testing.laws.told_graphs import rows_stay
from nonholo.testing.tellings import Telling


def frictions(told: Telling) -> Iterator[Pair]:
    """(R_t/N)^2 of the first, told, is that of the other."""
    system, chart = told.first.system, told.first.system.chart
    if system.lagrangian is None or system.nonlinear or not rows_stay(told):
        return
    q, a = chart.q[0], chart.a[0]
    bent = chart.rate(chart.rate(told.phi.get(q, q))) / told.pace**2
    normal = 10 + q**2 + a
    there = (10 + q**2).subs(told.put()) + bent
    first = asked(friction, told.first, str(normal))
    other = asked(friction, told.other, told.said(there * told.weight * told.pace))
    if not (answers(first) and answers(other)):
        yield "friction", *(answers(one) or None for one in (first, other))
        return
    c = asked(compare, told.other)
    if answers(c):
        before, after = first.contacts[0].needed, other.contacts[0].needed
        graph = c.system.chart.graph
        both = graph.copy([told.told(before), after])
        difference = c.distribution.restrict(both[0] - both[1])
        yield "what is needed", True, decide_zero_on(difference, c.system.relations).answer
