"""Velocity constraints f(q, q', t) = 0 that are not affine in the velocities, by Chetaev's rule
(Chetaev 1932).

    virtual displacements    sum_i df/dq_i' dq_i = 0           reaction    R_i = lambda df/dq_i'

Differentiated once such a constraint is linear in the accelerations, which is all that multipliers,
Gauss and Udwadia-Kalaba need.  The geometry of Pfaffian forms (Frobenius, flags, curvature) says
nothing about it."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.decide.relations import all_zero_on
from nonholo.dynamics.disguise import never_obeyed, straightened
from nonholo.dynamics.system import Nonlinear, System
from nonholo.errors import ContradictoryConstraints, NotApplicable, NotPfaffian
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, pfaffian
from nonholo.words.sentence import say


def sorted_constraints(
    chart: Chart,
    constraints: Sequence[Expr],
    labels: Sequence[str],
    holonomic: Sequence[Expr],
    holonomic_labels: Sequence[str],
) -> tuple[Pfaffian, tuple[Nonlinear, ...]]:
    """The Pfaffian rows, and the velocity constraints that are none.  Raises NotPfaffian for
    accelerations.
    """
    try:
        return pfaffian(chart, constraints, labels, holonomic, holonomic_labels), ()
    except NotPfaffian:
        constraints, labels = _without_disguise(chart, constraints, labels)
        bent = [bends(chart, c) for c in constraints]
        straight = [l for l, b in enumerate(bent) if not b]
        rows = pfaffian(
            chart,
            [constraints[l] for l in straight],
            [labels[l] for l in straight],
            holonomic,
            holonomic_labels,
        )
        return rows, tuple(
            Nonlinear(c, label) for c, label, b in zip(constraints, labels, bent) if b
        )


def _without_disguise(
    chart: Chart, constraints: Sequence[Expr], labels: Sequence[str]
) -> tuple[list[Expr], list[str]]:
    """The constraints, linear ones that were written as squares as what they are.  Raises
    ContradictoryConstraints for one that no velocity obeys.
    """
    values: list[Expr] = []
    names: list[str] = []
    for c, label in zip(constraints, labels, strict=True):
        bent = bends(chart, c)
        if bent and never_obeyed(chart, c):
            raise ContradictoryConstraints(say("no velocity obeys {constraint}", constraint=label))
        straight = straightened(chart, c) if bent else []
        values += straight or [c]
        names += [f"{label}, that is {text(s)} = 0" for s in straight] or [label]
    return values, names


def bends(chart: Chart, constraint: Expr) -> bool:
    """The constraint is not affine in the velocities (and holds no accelerations)."""
    return not constraint.has(chart.a) and any(constraint.diff(v).has(chart.v) for v in chart.v)


def require_linear(system: System) -> None:
    """Raise NotPfaffian, naming the term, if a constraint of the system is nonlinear in the
    velocities.
    """
    for c in system.nonlinear:
        pfaffian(system.chart, [c.value], [c.label])


def slopes(system: System) -> list[list[Expr]]:
    """df/dq_i' of each nonlinear constraint; raises NotApplicable for one whose slopes vanish
    where it holds.
    """
    rows = []
    for c in system.nonlinear:
        row = [c.value.diff(v) for v in system.chart.v]
        if all_zero_on(row, [c.value]).answer:
            raise NotApplicable(
                say(
                    "{label}: its derivatives by the velocities vanish where it holds, so "
                    "Chetaev's rule names no reaction; try writing it without squares or "
                    "repeated factors",
                    label=c.label,
                )
            )
        rows.append(row)
    return rows
