"""Accelerations of many bodies, body by body (see `nonholo.dynamics.articulated`).

Neither M nor a Lagrangian's derivatives are made: their entries are as many as pairs of bodies."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.dynamics.articulated import articulated
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.sweeps import along
from nonholo.numerics.accelerations import Solved
from nonholo.numerics.lines import Steps, operations
from nonholo.numerics.terms import Terms

BY_BODIES = "body by body"  # how this way is called
MANY = 6  # bodies beyond which this way is taken
FEW, LONG = 4, 20  # free velocities, and bodies, up to which equations in these may be shorter


def by_bodies(terms: Terms) -> Solved | None:
    """The accelerations of more than a few bodies; None where there are no such, or where they
    are not determined this way.
    """
    tree = terms.system.tree
    if tree is None or len(tree.links) <= MANY or terms.curved:
        return None
    few = terms.chart.n - terms.k <= FEW and len(tree.links) <= LONG
    try:
        motion = articulated(terms.system, terms.independent)
        if few and not _shorter(terms, motion.accelerations, motion.steps):
            return None
        settled = articulated(terms.system, terms.independent, impulse=True) if terms.k else None
    except NotApplicable:
        return None
    rates, multipliers = motion.accelerations, motion.multipliers
    return Solved(
        BY_BODIES,
        rates,
        multipliers,
        settled.accelerations if settled else list(terms.chart.v),
        motion.steps,
        (rates, multipliers),
        settled.steps if settled else [],
    )


def _shorter(terms: Terms, rates: Sequence[Expr], steps: Steps) -> bool:
    """Whether q'' takes fewer operations than N and N' of q' = N u alone."""
    chart = terms.chart
    state = [*chart.q, *chart.v]
    try:
        regular = terms.regular
    except (NotApplicable, OutOfReach):
        return False
    if regular is None:
        return False
    graph, there = regular.chart.graph, regular.chart
    entries = [e for column in regular.columns for e in column.values()]
    moving = {there.t: graph.one} | dict(zip(there.q, there.v))
    known = [*entries, *along(graph, entries, moving)]
    return operations(rates, state, steps) < operations(known, [*there.q, *there.v])


def closed(graph: Graph, steps: Steps, roots: Sequence[Expr]) -> list[Expr]:
    """Expressions after steps, in another graph without these.

    >>> g = Graph()
    >>> x, k = g.symbol("x"), g.symbol("k")
    >>> closed(Graph(), [(k, x + 1)], [k**2])
    [(x + 1)**2]
    """
    copies: dict[int, Expr] = {}

    def copy(e: Expr) -> Expr:
        for node in ordered([e]):
            if node.index not in copies:
                copies[node.index] = graph.copy_node(node, copies)
        return copies[e.index]

    for symbol, e in steps:
        copies[symbol.index] = copy(e)
    return [copy(root) for root in roots]
