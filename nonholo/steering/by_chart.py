"""A path carried back from a chained form satisfies the constraints: a proof by the chart, however
long the path.

    X(z_j) = z_{j-1} X(z_1) for the admissible fields X,  and  z(back(z)) = z

So dz is invertible along the path and takes the admissible directions to those of the chain, and z'
is one of these. The second is proved link by link, with the coordinates found before as letters.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.decide.zero import Decision, combined, decide_zero
from nonholo.errors import NonholoError, said
from nonholo.expression.graph import Expr
from nonholo.expression.sweeps import along
from nonholo.geometry.chained.chained import ChainedForm
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.displacements import displacements
from nonholo.geometry.distribution.distribution import distribution
from nonholo.work import Work


def by_chart(rows: Pfaffian, form: ChainedForm, turns: tuple[int, ...], units: int) -> Decision:
    """Do all curves q = back(z), z in the chain, satisfy the rows?"""
    work = Work.of(units)
    try:
        return combined(_each([*_links(rows, form), *_back(form, turns)], work))
    except (NonholoError, ZeroDivisionError) as problem:
        return Decision(None, reason=said(problem))


def _each(expressions: list[Expr], work: Work) -> Iterator[Decision]:
    for e in expressions:
        (alone,) = e.graph.fresh().copy([e])
        yield decide_zero(alone, work.left)


def _links(rows: Pfaffian, form: ChainedForm) -> Iterator[Expr]:
    """X(z_j) - z_{j-1} X(z_1) for both admissible fields X; where the rates K_i of all coordinates
    in z_j are known, it is split into X(q_i) - K_i X(z_1) and sum_i K_i dz_j/dq_i - z_{j-1}.

    In a graph of their own: what was believed equal before is proved with them.
    """
    d = distribution(rows)
    graph = d.chart.graph.fresh()
    q, z = graph.copy(d.chart.q), graph.copy(form.z)
    rates = dict(zip([q[i] for i in form.rates], graph.copy(form.rates.values())))
    split = [all(s in rates for s in q if e.has([s])) for e in z]
    pairs = list(zip(z[2:], z[1:], split[2:]))
    yield from (along(graph, [e], rates)[0] - before for e, before, known in pairs if known)
    turned = dict(zip(q, graph.copy(form.relative)))
    claims = [(turned[s], rate.subs(turned)) for s, rate in rates.items()]
    claims += [(e.subs(turned), before.subs(turned)) for e, before, known in pairs if not known]
    for X in displacements(d).virtual:
        field = dict(zip(q, graph.copy(X)))
        below, *tops = along(graph, [z[0].subs(turned), *(f for f, _ in claims)], field)
        yield from (top - rate * below for top, (_, rate) in zip(tops, claims))


def _back(form: ChainedForm, turns: tuple[int, ...]) -> Iterator[Expr]:
    """z_j at the coordinates found from z_j, less z_j."""
    graph = form.graph.fresh()
    q, z, symbols = (graph.copy(e) for e in (form.q, form.z, form.rows.chart.q))
    left, known = list(range(len(z))), set()
    for step in form.back:
        known |= {q[i] for i in step.columns}
        solved = graph.copy(step.values)
        values = {q[i]: e + turns[i] * graph.pi for i, e in zip(step.columns, solved)}
        for j in [j for j in left if {s for s in q if z[j].has([s])} <= known]:
            left.remove(j)
            yield z[j].subs(values) - symbols[j]
