"""Rigid bodies told from elsewhere: the same functions of the same coordinates."""

from __future__ import annotations

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import NonholoError
from nonholo.findings.friction import Friction, friction
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.case import Case
from nonholo.testing.laws.proof import equal, vanish
from nonholo.testing.tellings import Telling


def lagrangian_is_that_of_any_axes(told: Telling) -> None:
    """L' - L is a constant (of heights), and Q' = Q."""
    before, after = told.first.system, told.other.system
    graph, chart = before.chart.graph, before.chart
    L = require_lagrangian(before)
    (there,) = graph.copy([require_lagrangian(after)])
    vanish((L - there).diff(s) for s in (*chart.q, *chart.v))
    equal(before.forces, graph.copy(after.forces))


def rows_span_those_of_any_axes(told: Telling) -> None:
    """A' is zero on the kernel of A, and as many of its rows are independent."""
    before, _, _ = independent_rows(told.first.system.pfaffian)
    after, _, _ = independent_rows(told.other.system.pfaffian)
    assert before.k == after.k
    d, graph = distribution(before), before.chart.graph
    vanish(d.restrict(graph.copy([after.value(l)])[0]) for l in range(after.k))


def contacts_press_alike(told: Telling) -> bool:
    """N' = N and |R_t'| = |R_t| at each contact.  Was it asked: are these known at all?"""
    before, after = _friction(told.first), _friction(told.other)
    assert (before is None) is (after is None)
    if before is None or after is None:
        return False
    for one, other in zip(before.contacts, after.contacts, strict=True):
        normal, squared = one.normal.graph.copy([other.normal, other.squared])
        equal([one.normal, one.squared], [normal, squared])
    return True


def _friction(case: Case) -> Friction | None:
    try:
        return friction(case)
    except NonholoError:
        return None
