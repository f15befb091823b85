"""Velocity constraints f(q, q', t) = 0 that are not affine in the velocities, by Chetaev's rule
(Chetaev 1932).

    virtual displacements    sum_i df/dq_i' dq_i = 0           reaction    R_i = lambda df/dq_i'

Differentiated once such a constraint is linear in the accelerations, which is all that multipliers,
Gauss and Udwadia-Kalaba need.  The geometry of Pfaffian forms (Frobenius, flags, curvature) says
nothing about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, compress
from typing import TypeAlias

from nonholo.algebra.lowest import cleared
from nonholo.decide.relations import all_zero_on
from nonholo.dynamics.disguise import never_obeyed, straightened
from nonholo.dynamics.system import Nonlinear, System
from nonholo.errors import ContradictoryConstraints, NotApplicable, NotPfaffian, OutOfReach
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, pfaffian
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

Levels: TypeAlias = tuple[Sequence[Expr], Sequence[str]]  # holonomic constraints, their labels


def sorted_constraints(
    chart: Chart,
    constraints: Sequence[Expr],
    labels: Sequence[str],
    holonomic: Sequence[Expr],
    holonomic_labels: Sequence[str],
) -> tuple[Pfaffian, tuple[Nonlinear, ...]]:
    """The Pfaffian rows, and the velocity constraints that are none.  What holds coordinates and no
    velocities is a holonomic constraint wherever it was written.

    Raises NotPfaffian for accelerations, ContradictoryConstraints where no velocity obeys one.
    """
    rates = [*chart.v, *chart.a]
    still = [e.has(chart.q) and not e.has(rates) for e in constraints]
    if any(still):
        moving = [not at_rest for at_rest in still]
        holonomic = [*holonomic, *compress(constraints, still)]
        holonomic_labels = [*holonomic_labels, *compress(labels, still)]
        constraints, labels = [*compress(constraints, moving)], [*compress(labels, moving)]
    try:
        return pfaffian(chart, constraints, labels, holonomic, holonomic_labels), ()
    except NotPfaffian:
        constraints, labels = _without_disguise(chart, constraints, labels)
        levels = holonomic, holonomic_labels
        rows, nonlinear = _parted(chart, constraints, labels, levels)
        return _beside(chart, rows, nonlinear, levels)


def _parted(
    chart: Chart, constraints: Sequence[Expr], labels: Sequence[str], levels: Levels
) -> tuple[Pfaffian, tuple[Nonlinear, ...]]:
    """The constraints that are affine in the velocities as rows, and the others."""
    bent = [bends(chart, c) for c in constraints]
    straight = [l for l, b in enumerate(bent) if not b]
    values, names = [constraints[l] for l in straight], [labels[l] for l in straight]
    rows = pfaffian(chart, values, names, *levels)
    return rows, tuple(Nonlinear(c, label) for c, label, b in zip(constraints, labels, bent) if b)


def _beside(
    chart: Chart, rows: Pfaffian, nonlinear: tuple[Nonlinear, ...], levels: Levels
) -> tuple[Pfaffian, tuple[Nonlinear, ...]]:
    """The same where velocities that the rows determine make a nonlinear constraint linear: x'^2 =
    x'*z' beside x' = y is y^2 = y z', and x'^2 = y^2 says nothing.

    With g = h + sum_l c_l w_l the differentials dg/dq' and dh/dq' agree on A dq = 0, so Chetaev's
    rule names the same displacements.
    """
    plain = [_plain(chart, c) for c in beside(rows, nonlinear)]
    if not any(plain):
        return rows, nonlinear
    whole = {c.label for c in nonlinear}
    straight = [
        replace(c, label=f"{c.label}, that is {text(c.value)} = 0") if c.label in whole else c
        for c in chain(*plain)
    ]
    curved = [c for c, said in zip(nonlinear, plain, strict=True) if not said]
    own_rows = [l for l, f in enumerate(rows.functions) if f is None]  # of no level
    told = [*(Nonlinear(rows.value(l), rows.labels[l]) for l in own_rows), *straight, *curved]
    known, bent = _parted(chart, [c.value for c in told], [c.label for c in told], levels)
    return _beside(chart, known, bent, levels)


def beside(rows: Pfaffian, nonlinear: Sequence[Nonlinear]) -> list[Nonlinear]:
    """The nonlinear constraints with the velocities put in that the rows determine wherever they
    hold.

    >>> import nonholo as nh
    >>> system = nh.constraints("x'*y' = 1", "x' = y'").system
    >>> beside(system.pfaffian, system.nonlinear)[0].value
    ydot**2 - 1
    """
    solved = _determined(rows)
    return [Nonlinear(c.value.subs(solved), c.label) for c in nonlinear]


def _determined(rows: Pfaffian) -> dict[Expr, Expr]:
    """Velocities that rows are solved for, without a pivot that could vanish."""
    chart = rows.chart
    solved: dict[Expr, Expr] = {}
    for l in range(rows.k):
        value = rows.value(l).subs(solved)
        slopes = ((v, value.diff(v)) for v in chart.v)
        v, pivot = next(((v, p) for v, p in slopes if never_vanishes(p, chart)), (None, None))
        if v is not None and pivot is not None:
            one = {v: v - value / pivot}
            solved = {**{u: e.subs(one) for u, e in solved.items()}, **one}
    return solved


def _without_disguise(
    chart: Chart, constraints: Sequence[Expr], labels: Sequence[str]
) -> tuple[list[Expr], list[str]]:
    """The constraints, linear ones that were written as squares as what they are.  Raises
    ContradictoryConstraints for one that no velocity obeys.
    """
    given = map(Nonlinear, constraints, labels)
    told = [said for c in given for said in _plain(chart, c) or [c]]
    return [c.value for c in told], [c.label for c in told]


def _plain(chart: Chart, c: Nonlinear) -> list[Nonlinear]:
    """What it says as constraints that are affine in the velocities; nothing where it bends as it
    stands.

    Raises ContradictoryConstraints for one that no velocity obeys.
    """
    if not bends(chart, c.value):
        return [_cancelled(chart, c)]
    if never_obeyed(chart, c.value):
        raise ContradictoryConstraints(say("no velocity obeys {constraint}", constraint=c.label))
    straight = straightened(chart, c.value)
    return [Nonlinear(s, f"{c.label}, that is {text(s)} = 0") for s in straight]


def _cancelled(chart: Chart, c: Nonlinear) -> Nonlinear:
    """x' + y' = 0 of (x'^2 - y'^2)/(x' - y') = 0, a line though its form is divided by velocities;
    and the same constraint where a node had the form of another text in which it was met before.
    """
    if c.value.has(chart.a) or _is_smooth(chart, c.value):
        return c
    try:
        (value,) = cleared([c.value], BUDGETS.factors)
    except (OutOfReach, ZeroDivisionError):
        return c
    chart.graph.wear_tamer_forms()
    if _is_smooth(chart, c.value) or not _is_smooth(chart, value):
        return c
    return Nonlinear(value, f"{c.label}, that is {text(value)} = 0")


def _is_smooth(chart: Chart, value: Expr) -> bool:
    return all(is_smooth_in(value, v) for v in chart.v if value.has([v]))


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
