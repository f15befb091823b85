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
from nonholo.geometry.chained.chained import ChainedForm
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.displacements import displacements
from nonholo.geometry.distribution.distribution import distribution
from nonholo.linear.elimination import dot
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
    """X(z_j) - z_{j-1} X(z_1) for both admissible fields."""
    d = distribution(rows)
    graph = d.chart.graph
    z = graph.copy(list(form.functions()))
    slopes = [[f.diff(q) for q in d.chart.q] for f in z]
    for X in displacements(d).virtual:
        rates = [dot(graph, X, slope) for slope in slopes]
        yield from (rate - before * rates[0] for rate, before in zip(rates[2:], z[1:]))


def _back(form: ChainedForm, turns: tuple[int, ...]) -> Iterator[Expr]:
    """z_j at the coordinates found from z_j, less z_j."""
    symbols, left, known = form.rows.chart.q, list(range(len(form.z))), set()
    for step in form.back:
        known |= {form.q[i] for i in step.columns}
        values = {
            form.q[i]: value + turns[i] * form.graph.pi
            for i, value in zip(step.columns, step.values)
        }
        for j in [j for j in left if {s for s in form.q if form.z[j].has([s])} <= known]:
            left.remove(j)
            yield form.z[j].subs(values) - symbols[j]
