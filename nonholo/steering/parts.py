"""A question taken apart: coordinates that no constraint connects are steered by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, nonzero
from nonholo.steering.problem import Problem


def parts(problem: Problem) -> Iterator[tuple[tuple[int, ...], Problem]]:
    """The columns of each connected part, and the question for them alone."""
    chart, rows = problem.chart, problem.pfaffian
    members = [_columns(chart, rows, l) for l in range(rows.k)]
    for columns in _connected(chart.n, members):
        row_numbers = [l for l in range(rows.k) if members[l] and members[l][0] in columns]
        names = [chart.names[j] for j in columns]
        part = on_columns(rows.take(row_numbers), columns)
        yield (
            tuple(columns),
            replace(
                problem,
                pfaffian=part,
                wish=tuple(n for n in problem.wish if n in names),
                start=tuple(problem.start[j] for j in columns),
                goal=tuple(problem.goal[j] for j in columns),
                levels=tuple(f for f in problem.levels if belongs(f, part.chart)),
            ),
        )


def _connected(n: int, members: Sequence[Sequence[int]]) -> list[list[int]]:
    """The columns 0..n-1 in parts that no row joins, in order."""
    home = {j: [j] for j in range(n)}
    for some in members:
        joined = {id(home[j]): home[j] for j in some}
        whole = sorted(j for piece in joined.values() for j in piece)
        home |= dict.fromkeys(whole, whole)
    return sorted({id(piece): piece for piece in home.values()}.values())


def _columns(chart: Chart, rows: Pfaffian, l: int) -> list[int]:
    """The coordinates that take part in a row, by velocity or by place."""
    entries = nonzero(rows.matrix[l])
    support = chart.graph.mask([*entries.values(), rows.affine[l]])
    return [j for j in range(chart.n) if j in entries or chart.q[j].support & support]


def on_columns(rows: Pfaffian, columns: Sequence[int]) -> Pfaffian:
    """The rows in the chart of some of the coordinates, which must be all they contain."""

    def some(values: Sequence) -> tuple:
        return tuple(values[j] for j in columns)

    old = rows.chart
    chart = Chart(old.graph, some(old.names), some(old.q), some(old.v), some(old.a), old.t)
    matrix = tuple(some(row) for row in rows.matrix)
    return replace(rows, chart=chart, matrix=matrix, functions=(None,) * rows.k)


def belongs(f: Expr, chart: Chart) -> bool:
    """The function contains no coordinate but those of the chart."""
    coordinates = chart.graph.mask([*chart.q, chart.t])
    return not f.support & ~coordinates
