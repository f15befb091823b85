"""On a leaf: a first integral that is linear in a coordinate determines that coordinate, and the
set loses a row.

f(q, t) = c q_j + rest = level    =>    q_j = (level - rest) / c,   q_j' follows
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.linear.elimination import dot
from nonholo.steering.parts import on_columns
from nonholo.steering.path import Formula
from nonholo.steering.problem import Problem


def on_leaf(problem: Problem, integrals: Sequence[Expr]) -> tuple[Problem, tuple[Expr, ...]]:
    """The question in the coordinates that remain, and all coordinates as functions of these and t.

    Integrals that are linear in no coordinate are left to the constraints.
    """
    chart = problem.chart
    fill, left = dict(zip(chart.q, chart.q)), list(chart.q)
    for f in integrals:
        here = f.subs(fill)
        seen = [s for s in left if here.has([s]) and is_smooth_in(here, s)]
        linear = [s for s in seen if here.diff(s).is_constant]
        symbol = min(
            linear, key=lambda s: (problem.support & s.support > 0, left.index(s)), default=None
        )
        if symbol is not None:
            free = here.subs({symbol: chart.graph.zero})
            value = (f.subs(problem.at_start()) - free) / here.diff(symbol)
            fill = {s: e.subs({symbol: value}) for s, e in fill.items()}
            left.remove(symbol)
    if len(left) == chart.n:
        return problem, chart.q
    columns = [chart.q.index(s) for s in left]
    rows, *_ = independent_rows(_pulled_back(problem.pfaffian, fill, columns))
    reduced = replace(
        problem,
        pfaffian=rows,
        start=tuple(problem.start[j] for j in columns),
        goal=tuple(problem.goal[j] for j in columns),
        wish=tuple(n for n in problem.wish if n in rows.chart.names),
        levels=(),
    )
    return reduced, tuple(fill[s] for s in chart.q)


def _pulled_back(rows: Pfaffian, fill: Mapping[Expr, Expr], columns: Sequence[int]) -> Pfaffian:
    """The rows with q = fill and q_i' = sum_r (d fill_i / dr) r' + d fill_i / dt."""
    chart, graph = rows.chart, rows.chart.graph
    remaining = [chart.q[j] for j in columns]
    matrix, affine = [], []
    for row, drift in zip(rows.matrix, rows.affine):
        entries = graph.substitute([*row, drift], fill)
        slopes = [
            dot(graph, entries[:-1], [fill[s].diff(r) for s in chart.q])
            for r in (*remaining, chart.t)
        ]
        full = [graph.zero] * chart.n
        for j, slope in zip(columns, slopes):
            full[j] = slope
        matrix.append(tuple(full))
        affine.append(entries[-1] + slopes[-1])
    return on_columns(replace(rows, matrix=tuple(matrix), affine=tuple(affine)), columns)


def off_leaf(path: Formula, problem: Problem, fill: Sequence[Expr], whole: Problem) -> Formula:
    """A path on the leaf in all coordinates; problem and fill: from `on_leaf`; whole: the
    question before it.
    """
    if tuple(fill) == problem.chart.q:
        return path
    graph = path.t.graph
    symbols = graph.copy(problem.chart.q)
    moved = graph.copy(fill)
    both = (problem.at_start(), whole.start), (problem.at_goal(), whole.goal)
    off = [e.subs(values) - there for values, ends in both for e, there in zip(fill, ends)]
    return replace(
        path,
        back=tuple(graph.substitute(moved, dict(zip(symbols, path.back)))),
        lack=(*path.lack, *graph.copy(off)),
        chart=None,
    )
