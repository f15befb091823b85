"""The inertia of a Lagrangian that is quadratic in the velocities, by Christoffel symbols.

    L = 1/2 sum_ij M_ij q_i' q_j' + sum_i b_i q_i' + c
    E_i(L) = sum_j M_ij q_j'' + sum_jk G_i,jk q_j' q_k'
             + sum_j (d_j b_i - d_i b_j + d_t M_ij) q_j' + d_t b_i - d_i c

G_i,jk = 1/2 (d_k M_ij + d_j M_ik - d_i M_jk)  (Christoffel 1869).
"""

from __future__ import annotations

from nonholo.dynamics.lagrange import mass_matrix, require_lagrangian
from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable
from nonholo.expression.breaks import is_quadratic
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.linear.elimination import Matrix, dot
from nonholo.words.sentence import say


def quadratic_parts(system: System) -> tuple[Matrix, list[Expr], Expr]:
    """M, b and c of L; raises NotApplicable if L is not quadratic in the velocities."""
    L, chart, M = require_lagrangian(system), system.chart, mass_matrix(system)
    if not is_quadratic(L, chart.v):
        raise NotApplicable(
            say(
                "inertia forces by accelerations need a Lagrangian that is quadratic in "
                "the velocities; this one is not"
            )
        )
    still = dict.fromkeys(chart.v, chart.graph.zero)
    return M, [L.diff(v).subs(still) for v in chart.v], L.subs(still)


def inertia_balance(system: System) -> list[Expr]:
    """E_i(L), i = 1..n: inertia force and forces of the potential, by Christoffel symbols."""
    chart = system.chart
    M, b, c = quadratic_parts(system)
    return [
        chart.graph.add(
            dot(chart.graph, M[i], chart.a),
            _centrifugal(chart, M, i),
            _gyroscopic(chart, M, b, i),
            b[i].diff(chart.t),
            -c.diff(chart.q[i]),
        )
        for i in range(chart.n)
    ]


def _centrifugal(chart: Chart, M: Matrix, i: int) -> Expr:
    """sum_jk G_i,jk q_j' q_k' = sum_jk (d_k M_ij - 1/2 d_i M_jk) q_j' q_k'."""
    parts = [
        M[i][j].diff(chart.q[k]) * chart.v[j] * chart.v[k]
        for j in range(chart.n)
        for k in range(chart.n)
        if M[i][j].has([chart.q[k]])
    ]
    parts += [
        -M[j][k].diff(chart.q[i]) * chart.v[j] * chart.v[k] / 2
        for j in range(chart.n)
        for k in range(chart.n)
        if M[j][k].has([chart.q[i]])
    ]
    return chart.graph.add(*parts)


def _gyroscopic(chart: Chart, M: Matrix, b: list[Expr], i: int) -> Expr:
    return chart.graph.add(
        *(
            (b[i].diff(chart.q[j]) - b[j].diff(chart.q[i]) + M[i][j].diff(chart.t)) * chart.v[j]
            for j in range(chart.n)
        )
    )
