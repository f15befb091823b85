"""Coordinates that no coefficient holds and that may end anywhere, as the angles of wheels: they
follow from the path of the others by integrals.

    A = (A_r A_c),  N A_c = 0:    N (A_r q_r' + a_0) = 0 decides q_r,
                                  q_c' = -A_c^+ (A_r q_r' + a_0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.distribution.displacements import clear
from nonholo.linear.elimination import dot, null_space, transpose
from nonholo.numerics.tape import Tape, approximate
from nonholo.steering.parts import belongs, on_columns
from nonholo.steering.path import Chebyshev, Motion
from nonholo.steering.problem import Problem


def idle(problem: Problem) -> tuple[int, ...]:
    """The numbers of open coordinates that stand in rows by their velocities alone.

    >>> import nonholo as nh
    >>> from nonholo.steering.question import question
    >>> case = nh.constraints("dx = cos(theta) dphi", "dy = sin(theta) dphi")
    >>> problem, _ = question(case, {}, {"x": 1, "y": 1, "theta": 0}, 1)
    >>> [problem.chart.names[j] for j in idle(problem)]
    ['phi']
    """
    rows, support = problem.pfaffian, problem.support
    return tuple(
        j
        for j in problem.open
        if not problem.chart.q[j].support & support
        and any(not row[j].is_zero for row in rows.matrix)
    )


def without(problem: Problem, columns: Sequence[int]) -> tuple[tuple[int, ...], Problem]:
    """The numbers of the other coordinates, and the question for them alone."""
    n = problem.chart.n
    others = tuple(j for j in range(n) if j not in columns)
    rows = on_columns(_annulled(problem.pfaffian, columns), others)
    part = replace(
        problem,
        pfaffian=independent_rows(rows)[0],
        start=tuple(problem.start[j] for j in others),
        goal=tuple(problem.goal[j] for j in others),
        wish=tuple(name for name in problem.wish if name in rows.chart.names),
        open=tuple(others.index(j) for j in problem.open if j in others),
        levels=tuple(f for f in problem.levels if belongs(f, rows.chart)),
    )
    return others, part


def _annulled(rows: Pfaffian, columns: Sequence[int]) -> Pfaffian:
    """The combinations of the rows in which these velocities do not stand."""
    graph = rows.chart.graph
    block = [[row[j] for row in rows.matrix] for j in columns]
    combinations = [clear(c) for c in null_space(graph, block, rows.k)]
    across = transpose(rows.matrix)
    return replace(
        rows.take(range(len(combinations))),
        matrix=tuple(tuple(dot(graph, c, column) for column in across) for c in combinations),
        affine=tuple(dot(graph, c, rows.affine) for c in combinations),
        functions=(None,) * len(combinations),
    )


def integrated(
    problem: Problem, columns: Sequence[int], others: Motion, duration: float
) -> Chebyshev:
    """The series of the idle coordinates along a motion of the others, times -> (q_r, q_r')."""
    rows, chart = problem.pfaffian, problem.chart
    left = [j for j in range(chart.n) if j not in columns]
    entries = Tape([*(e for row in rows.matrix for e in row), *rows.affine], [*chart.q, chart.t])

    def speed(times: np.ndarray) -> np.ndarray:
        q, v = others(times)
        place = np.zeros((*times.shape, chart.n + 1))
        place[..., left], place[..., -1] = q, times
        values = entries(place)
        A = values[..., : rows.k * chart.n].reshape(*times.shape, rows.k, chart.n)
        lack = (A[..., left] @ v[..., None])[..., 0] + values[..., rows.k * chart.n :]
        return -(np.linalg.pinv(A[..., list(columns)]) @ lack[..., None])[..., 0]

    start = np.array([approximate(problem.start[j]) for j in columns])
    return Chebyshev.integral(speed, start, duration)
