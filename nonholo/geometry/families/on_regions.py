"""Rows put together from pieces at generic parameters: the answer, and where it holds on each.

What vanishes on no region for one reason can vanish on each for another: abs(x) - a x is zero for
x > 0 where a = 1, for x < 0 where a = -1.  So what the answer on a region rests on is asked of the
rows as they are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.families.generic import Geometry, geometry_of
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.flag.piecewise import branching, kinks, near, signs_at
from nonholo.geometry.flag.regions import UNSEEN, all_seen, fastest, lost_on_a_region, regions
from nonholo.geometry.flag.strata import Stratum
from nonholo.work import BUDGETS, Work


def geometry_on_regions(full: Pfaffian, work: Work) -> Judged[Geometry]:
    """Judge rows at generic parameters, on each region where they are analytic.

    full: the rows; work: a budget.  Raises OutOfReach.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dz = (abs(x) - a*x) dy").system.pfaffian
    >>> judged = geometry_on_regions(rows, Work.of(10**7))
    >>> judged.answer.growth, judged.answer.regions, judged.guards
    ((2, 3), ((1, (2, 3)),), ((1 - a,), (a - 1,), (-a - 1,), (a + 1,)))
    """
    whole = geometry_of(full, work)
    if whole.answer.contradictory or not whole.answer.rank or not branching(entries(full)):
        return whole
    told = regions(full, min(BUDGETS.regions, work.left))
    if not (told or kinks(full)):
        return whole
    answer = _settled(full, whole.answer, told)
    guards = [whole.guards]
    doubts = dict.fromkeys(whole.doubts)
    for local in _rows_on(full, told):
        there = geometry_of(local, work)
        guards.append(tuple(_everywhere(full.chart.graph, guard) for guard in there.guards))
        doubts |= dict.fromkeys(there.doubts)
    if not all_seen(full, told):
        doubts[UNSEEN] = None
    once = {tuple(e.index for e in guard): guard for some in guards for guard in some}
    return Judged(answer, tuple(once.values()), tuple(doubts))


def _settled(full: Pfaffian, whole: Geometry, told: tuple[Stratum, ...]) -> Geometry:
    """The answer of all regions together, or of the one in which most directions are reached where
    it is that of none.  Raises OutOfReach where there is no one answer."""
    if whole.rank is None or whole.relations is None:
        return whole
    if lost := lost_on_a_region(whole.rank, whole.relations, whole.growth, told):
        raise OutOfReach(lost)
    vectors = {(s.rank, s.growth.vector) for s in told if s.growth is not None}
    best = fastest(whole.rank, whole.growth, told)
    relations = whole.relations
    if best is not None:
        relations = full.chart.n + (best.space == "tq") - best.vector[-1]
        if relations and not all_seen(full, told):
            raise OutOfReach(UNSEEN)
    growth = whole.growth if best is None else best.vector
    return replace(whole, relations=relations, growth=growth, regions=tuple(sorted(vectors)))


def _rows_on(full: Pfaffian, told: tuple[Stratum, ...]) -> Iterator[Pfaffian]:
    parts = kinks(full)
    for stratum in told:
        yield near(full, parts, signs_at(parts, stratum.at), stratum.at)[0]


def _everywhere(graph: Graph, nodes: Sequence[Expr]) -> tuple[Expr, ...]:
    """Expressions of a graph that speaks of one region, in one that speaks of all."""
    memo: dict[int, Expr] = {}
    for node in ordered(nodes):
        symbol = node.kind == "symbol"
        memo[node.index] = graph.symbol(node.args) if symbol else graph.copy_node(node, memo)
    return tuple(memo[node.index] for node in nodes)
