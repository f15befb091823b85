"""How good a path is, measured apart from how it was found: the constraints as they were
written, along the path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nonholo.decide.ball import ball
from nonholo.decide.zero import Decision, combined, decide_zero
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.zeros.domain import divisors
from nonholo.linear.elimination import dot
from nonholo.numerics.tape import Tape, approximate
from nonholo.steering.along import stays_above
from nonholo.steering.by_chart import by_chart
from nonholo.steering.path import Formula, Motion
from nonholo.steering.problem import Problem
from nonholo.work import BUDGETS, Work

SAMPLES = 1001


@dataclass(frozen=True, slots=True)
class Receipt:
    """residual: the largest |A(q, t) q' + a_0| met; start, end: distance from the ends asked
    for.
    """

    residual: float
    start: float
    end: float


def measured(
    rows: Pfaffian,
    motion: Motion,
    start: Sequence[Expr],
    goal: Sequence[Expr],
    duration: float,
    samples: int = SAMPLES,
) -> Receipt:
    """Constraints and ends of a path in floating point, at many instants."""
    t = np.linspace(0, duration, samples)
    q, v = motion(t)
    residual = np.abs(residuals(rows, t, q, v)).max() if rows.k else 0.0
    ends = [
        np.abs(here - [approximate(e) for e in there]).max()
        for here, there in ((q[0], start), (q[-1], goal))
    ]
    return Receipt(float(residual), float(ends[0]), float(ends[1]))


def pole_passed(rows: Pfaffian, motion: Motion, duration: float) -> Expr | None:
    """What a constraint is divided by and what is 0 somewhere on the way; None if nothing is.

    Of z' = y'/x there is no path through x = 0, however small the residuals around it are.
    """
    chart, below = rows.chart, poles(rows)
    if not below:
        return None
    t = np.linspace(0, duration, SAMPLES)
    values = Tape(below, [*chart.q, chart.t])(np.column_stack([motion(t)[0], t]))
    met = (values == 0).any(axis=0) | (np.diff(np.sign(values), axis=0) != 0).any(axis=0)
    return next((e for e, zero in zip(below, met) if zero), None)


def poles(rows: Pfaffian) -> list[Expr]:
    """What constraints are divided by that holds coordinates or t, and no letters.

    >>> import nonholo as nh
    >>> poles(nh.constraints("z' = y'/x").system.pfaffian)
    [x]
    """
    below = divisors([e for row in (*rows.matrix, rows.affine) for e in row])
    moving = rows.chart.graph.mask([*rows.chart.q, rows.chart.t])
    return [e for e in below if e.support & moving and not e.support & ~moving]


def poles_open(problem: Problem, path: Mapping[str, Expr]) -> list[Expr]:
    """What constraints are divided by and what is not proved to stay other than 0 along a path.

    path: coordinates as expressions in t.

    >>> import nonholo as nh
    >>> path = nh.steer(nh.constraints("z' = y'/(x^2 + 1)"), {}, {"x": 1, "y": 1, "z": 2})
    >>> any("is divided" in told for told in path.remarks)
    False
    """
    left, start = [], problem.at_start()
    for e in poles(problem.pfaffian):
        begun = ball(e.subs(start), {})
        side = -e if begun < 0 else e
        if not stays_above(side, path, problem.chart, problem.duration, True):
            left.append(e)
    return left


def residuals(rows: Pfaffian, t: np.ndarray, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """A(q, t) q' + a_0 at each instant (instants x k)."""
    chart = rows.chart
    entries = [e for row in rows.matrix for e in row]
    values = Tape([*entries, *rows.affine], [*chart.q, chart.t])(np.column_stack([q, t]))
    matrix = values[:, : len(entries)].reshape(len(t), rows.k, chart.n)
    return np.einsum("tki,ti->tk", matrix, v) + values[:, len(entries) :]


def proof(rows: Pfaffian, path: Formula, units: int = BUDGETS.path) -> Decision:
    """Does the path satisfy the constraints identically in t?

    z(t) is put into the constraints on z.  Where z are other coordinates than q, the curves back(z)
    satisfy those on q by the chart (`by_chart`), or q = back(z) is put in, for all velocities of z
    that those on z admit."""
    if not path.z:  # every coordinate is held
        return _all_zero(_substituted(rows, path.back, [e.diff(path.t) for e in path.back]), units)
    inner = _identity(path.rows, _with_free_constants(path), units)
    if not (inner.answer and inner.proved):
        inner = _identity(path.rows, path.z, units)
    if path.back == path.rows.chart.q:
        return inner
    carried = by_chart(rows, *path.chart, units) if path.chart else None
    if carried is not None and carried.answer and carried.proved:
        return combined((inner, carried))
    d = distribution(path.rows)
    v = [
        e.diff(path.t) + d.restrict(dot(path.t.graph, [e.diff(z) for z in d.chart.q], d.chart.v))
        for e in path.back
    ]
    return combined((inner, _all_zero(_substituted(rows, path.back, v), units)))


def _identity(rows: Pfaffian, z: Sequence[Expr], units: int) -> Decision:
    """z(t) satisfies the rows for all t."""
    t = z[0].graph.symbol(rows.chart.t.args)
    return _all_zero(_substituted(rows, z, [e.diff(t) for e in z]), units)


def _all_zero(values: Sequence[Expr], units: int) -> Decision:
    """All zero: until the first that is not, or is not known to be, and within the time for all."""
    work, decisions = Work.of(units), []
    for value in values:
        decisions.append(decide_zero(value, work.left))
        if not decisions[-1].answer:
            break
    return combined(decisions)


def _with_free_constants(path: Formula) -> list[Expr]:
    """z(t) in a graph of its own with a symbol for each constant such as log(2), and sin(a), cos(a)
    with a symbol a for sin(1/2), cos(1/2): what then holds, holds for these numbers too."""
    graph = path.z[0].graph.fresh()
    memo: dict[int, Expr] = {}
    for node in ordered(path.z):
        memo[node.index] = _freed(graph, node, memo)
    return [memo[e.index] for e in path.z]


def _freed(graph: Graph, node: Expr, memo) -> Expr:
    if node.kind != "function" or node.support:
        return graph.copy_node(node, memo)
    name, (first, *_) = node.args
    if name in ("sin", "cos"):
        return graph.call(name, graph.symbol(f"constant {first.index}"))
    return graph.symbol(f"constant {node.index}")


def ends_met(path: Formula) -> Decision:
    """Does the path meet both ends exactly?"""
    return combined(_vanishes(e) for e in path.lack)


def _vanishes(constant: Expr) -> Decision:
    """Zero, or an angle whose sine is 0 and that is smaller than a half turn."""
    plain = decide_zero(constant)
    if plain.answer is not None:
        return plain
    turned, small = decide_zero(constant.graph.sin(constant)), ball(constant, {})
    return turned if turned.answer and small.is_finite() and abs(small) < 1 else plain


def _substituted(rows: Pfaffian, q: Sequence[Expr], v: Sequence[Expr]) -> list[Expr]:
    """A(q, t) v + a_0 in a graph of its own."""
    graph = rows.chart.graph.fresh()
    names = [graph.symbol(s.args) for s in rows.chart.q]
    moved = graph.copy([*q, *v])
    places, rates = dict(zip(names, moved)), moved[len(names) :]
    residuals = []
    for row, affine in zip(rows.matrix, rows.affine):
        *columns, drift = graph.substitute(graph.copy([*row, affine]), places)
        residuals.append(graph.add(drift, *(a * x for a, x in zip(columns, rates))))
    return residuals
