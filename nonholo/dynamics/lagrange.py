"""Lagrange's balance of forces, without constraints.

E_i(L) - Q_i = d/dt(dL/dq_i') - dL/dq_i - Q_i
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable, option
from nonholo.expression.graph import MINUS, UNIT, Expr, children, ordered
from nonholo.expression.sweeps import along, gradient
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Matrix, transpose
from nonholo.words.sentence import say


def require_lagrangian(system: System, name: str = "") -> Expr:
    """The Lagrangian.

    name: of the case, if the complaint shall begin with it.

    Raises NotApplicable with what to add, and what constraints alone answer.
    """
    if system.lagrangian is not None:
        return system.lagrangian
    reason = say(
        "equations of motion need a Lagrangian, and the case has none; add lagrangian = "
        "\"T - V\" (a function of q, q' and t); of constraints alone {control} gives q' = G w for "
        "velocities w that you choose, check the verdict, and steer a path",
        control=option("equations --form control", "control_form"),
    )
    raise NotApplicable(say("{name}: {reason}", name=name, reason=reason) if name else reason)


def force_balance(system: System) -> list[Expr]:
    """E_i(L) - Q_i for i = 1..n, linear in the accelerations."""
    rows = lagrange_operator(system.chart, require_lagrangian(system))
    return [e - Q for e, Q in zip(rows, system.forces)]


def plain_balance(system: System) -> list[Expr]:
    """The same by two sweeps over L as it stands: for numbers, where nothing need cancel."""
    chart, L = system.chart, require_lagrangian(system)
    slopes = gradient(chart.graph, L, (*chart.v, *chart.q))
    rates, pulls = chart.rates(slopes[: chart.n]), slopes[chart.n :]
    return [rate - pull - Q for rate, pull, Q in zip(rates, pulls, system.forces)]


def lagrange_operator(chart: Chart, L: Expr) -> list[Expr]:
    """E_i(L) for i = 1..n, with the parts u of L that are affine in the velocities taken as
    variables.

        E_i(L) = sum_k ( d/dt(dL/du_k) du_k/dq_i' + dL/du_k E_i(u_k) ) + d/dt(dL/dq_i') - dL/dq_i

    with all u_k held in the last two.  Of a rate u = dr(q, t)/dt no E_i(u) is left, of an angular
    velocity Euler's gyroscopic terms: what would cancel is never written.  Shape of the result: n.
    Reference: Hamel1904."""
    graph, n, parts = chart.graph, chart.n, _quasi_velocities(chart, L)
    slopes = gradient(graph, L, (*chart.v, *chart.q, *parts))
    momenta = slopes[2 * n :]
    rows = [
        [(rate, UNIT), (pull, MINUS)]
        for rate, pull in zip(chart.rates(slopes[:n]), slopes[n : 2 * n])
    ]
    for (inner, turns), p, force in zip(parts.values(), momenta, chart.rates(momenta)):
        for row, slope, turn in zip(rows, inner, turns):
            row += [
                (graph.times(a, b), UNIT)
                for a, b in ((force, slope), (p, turn))
                if b is not graph.zero
            ]
    return [graph.sum(row) for row in rows]


def _quasi_velocities(chart: Chart, L: Expr) -> dict[Expr, tuple[list[Expr], list[Expr]]]:
    """The affine parts u of L whose E_i(u) are no longer than u itself, with their du/dq_i' and
    E_i(u).
    """
    graph, velocities = chart.graph, {}
    for u in affine_parts(chart, L):
        slopes = gradient(graph, u, chart.v)
        if _separate(chart, u, slopes):
            velocities[u] = slopes, [graph.zero] * chart.n
            continue
        turns = [
            rate - pull for rate, pull in zip(chart.rates(slopes), gradient(graph, u, chart.q))
        ]
        if max(map(_length, turns)) <= _length(u):
            velocities[u] = slopes, turns
    return velocities


def _separate(chart: Chart, u: Expr, slopes: Sequence[Expr]) -> bool:
    """u = sum_i c_i(q_i) q_i', a rate on sight."""
    zero, moving = chart.graph.zero, chart.graph.mask((*chart.q, chart.t))
    return u.subs(dict.fromkeys(chart.v, zero)) is zero and all(
        not c.support & moving & ~q.support for c, q in zip(slopes, chart.q)
    )


def _length(node: Expr) -> int:
    return len(node.args[1]) if node.kind == "sum" else 1


def affine_parts(chart: Chart, L: Expr) -> list[Expr]:
    """The largest parts of L that are affine in the velocities, not the velocities themselves."""
    bits = chart.graph.mask(chart.v)
    degree: dict[int, float] = {}
    nodes = ordered([L], stop=lambda n: not n.support & bits)
    for node in nodes:
        degree[node.index] = _degree(node, bits, degree)
    parts = [child for node in nodes if degree[node.index] > 1 for child in children(node)]
    return list(dict.fromkeys(u for u in parts if degree.get(u.index) == 1 and u.kind != "symbol"))


def _degree(node: Expr, bits: int, degree: Mapping[int, float]) -> float:
    """The degree in the velocities; infinite if it is no polynomial in them."""
    if node.kind == "symbol":
        return 1
    if node.kind == "sum":
        return max(degree[term.index] for term, _ in node.args[1] if term.support & bits)
    if node.kind == "product" and all(
        type(e) is int and e > 0 for base, e in node.args if base.support & bits
    ):
        total: float = sum(degree[base.index] * e for base, e in node.args if base.support & bits)
        return total
    return inf


def mass_matrix(system: System) -> Matrix:
    """M_ij = d^2 L / dq_i' dq_j'  (n x n)."""
    L, chart = require_lagrangian(system), system.chart
    slopes = [L.diff(u) for u in chart.v]
    columns = [along(chart.graph, slopes, {v: chart.graph.one}, gather=True) for v in chart.v]
    return transpose(columns)


def energy(system: System) -> Expr:
    """The energy function h = sum_i q_i' dL/dq_i' - L."""
    L, chart = require_lagrangian(system), system.chart
    return chart.graph.add(*(v * L.diff(v) for v in chart.v)) - L


def free_motion(system: System, d: Distribution) -> tuple[Matrix, list[Expr]]:
    """M and F of M q'' = F, the system without constraints, on velocities that obey them."""
    chart = system.chart
    zero = dict.fromkeys(chart.a, chart.graph.zero)
    M = [[d.restrict(e) for e in row] for row in mass_matrix(system)]
    return M, [-d.restrict(row.subs(zero)) for row in force_balance(system)]
