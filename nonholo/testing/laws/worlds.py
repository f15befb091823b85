"""Rigid bodies told from elsewhere: the same functions of the same coordinates."""

from __future__ import annotations

from nonholo.errors import NonholoError
from nonholo.findings.friction import Friction, friction
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.readers.case import Case
from nonholo.testing.laws.proof import equal, vanish
from nonholo.testing.tellings import Telling


def lagrangian_is_that_of_any_axes(told: Telling) -> None:
    """L' - L is a constant (of heights), and Q' = Q."""
    own, foreign = told.first.system, told.other.system
    graph, chart = own.chart.graph, own.chart
    (there,) = graph.copy([foreign.lagrangian])
    vanish((own.lagrangian - there).diff(s) for s in (*chart.q, *chart.v))
    equal(own.forces, graph.copy(list(foreign.forces)))


def rows_span_those_of_any_axes(told: Telling) -> None:
    """A' is zero on the kernel of A, and as many of its rows are independent."""
    own, _, _ = independent_rows(told.first.system.pfaffian)
    foreign, _, _ = independent_rows(told.other.system.pfaffian)
    assert own.k == foreign.k
    d, graph = distribution(own), own.chart.graph
    vanish(d.restrict(graph.copy([foreign.value(l)])[0]) for l in range(foreign.k))


def contacts_press_alike(told: Telling) -> bool:
    """N' = N and |R_t'| = |R_t| at each contact.  Was it asked: are these known at all?"""
    own, foreign = _friction(told.first), _friction(told.other)
    assert (own is None) is (foreign is None)
    if own is None or foreign is None:
        return False
    for one, other in zip(own.contacts, foreign.contacts, strict=True):
        normal, squared = one.normal.graph.copy([other.normal, other.squared])
        equal([one.normal, one.squared], [normal, squared])
    return True


def _friction(case: Case) -> Friction | None:
    try:
        return friction(case)
    except NonholoError:
        return None
