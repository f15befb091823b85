"""Holonomic constraints eliminated where they can be solved: fewer coordinates, the same motion.

    f(q, t) = 0  solved for q_l = g(q_I, t)
            L(q_I, g, q_I', g_t + sum_i g_i q_i', t),  Q_i + sum_l Q_l g_i

The velocity constraints are carried over; a holonomic constraint that is linear in no coordinate is
kept with its multiplier (a root has two branches, and neither is the whole set)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonholo.decide.relations import all_zero_on
from nonholo.decide.zero import Decision
from nonholo.dynamics.equations import Motion
from nonholo.dynamics.system import Nonlinear, System
from nonholo.errors import ContradictoryConstraints
from nonholo.expression.breaks import is_smooth_in
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import pfaffian
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.zeros.domain import undefined
from nonholo.linear.elimination import surely
from nonholo.words.sentence import say

POLE = say(
    "with all multipliers the motion is written with a denominator that "
    "vanishes once coordinates are eliminated"
)


@dataclass(frozen=True, slots=True)
class Eliminated:
    """The system in fewer coordinates; solved: (coordinate, its expression); unsolved: holonomic
    functions left;

    conditions: what must not vanish for the solutions to hold everywhere; levels, rows: the numbers
    of the holonomic constraints that were solved, one for each of `solved`, and of the velocity
    constraints that still say something.
    """

    system: System
    solved: tuple[tuple[Expr, Expr], ...]
    unsolved: tuple[Expr, ...]
    conditions: tuple[Expr, ...]
    levels: tuple[int, ...]
    rows: tuple[int, ...]

    def carried(self, chart: Chart) -> dict[Expr, Expr]:
        """Solved coordinates and their velocities in terms of the others."""
        values = dict(self.solved)
        return values | {
            v: self.system.chart.rate(values[q]) for q, v in zip(chart.q, chart.v) if q in values
        }


def eliminated(system: System) -> Eliminated | None:
    """The system without the coordinates that holonomic constraints determine; None if none can
    be solved.  Raises ContradictoryConstraints where something has no value once they are.
    """
    solved, unsolved, conditions, levels = _solved_coordinates(system.chart, system.holonomic)
    if not solved:
        return None
    try:
        return _eliminated(system, solved, unsolved, conditions, levels)
    except ZeroDivisionError:
        raise ContradictoryConstraints(
            say(
                "where the holonomic constraints hold something has no value: {why}; try "
                "correcting one of them",
                why=_divided(system, solved),
            )
        ) from None


def _divided(system: System, solved: dict[Expr, Expr]) -> str:
    """By what that is 0."""
    rows, lagrangian = system.pfaffian, system.lagrangian
    written = [e for l in range(rows.k) for e in (*rows.matrix[l], rows.affine[l])]
    written += [*system.forces, *([] if lagrangian is None else [lagrangian])]
    return next(filter(None, (undefined(e, solved) for e in written)), "")


def _eliminated(
    system: System,
    solved: dict[Expr, Expr],
    unsolved: Sequence[Expr],
    conditions: Sequence[Expr],
    levels: Sequence[int],
) -> Eliminated:
    chart, L = system.chart, system.lagrangian
    remaining = [i for i, q in enumerate(chart.q) if q not in solved]
    reduced_chart = chart.only(remaining)
    values = solved | {
        v: reduced_chart.rate(solved[q]) for q, v in zip(chart.q, chart.v) if q in solved
    }
    rows = [l for l, f in enumerate(system.pfaffian.functions) if f is None]
    carried = {l: system.pfaffian.value(l).subs(values) for l in rows}
    live = [l for l, c in carried.items() if not c.is_zero]
    linear = pfaffian(
        reduced_chart,
        [carried[l] for l in live],
        [system.pfaffian.labels[l] for l in live],
        unsolved,
        [str(f) for f in unsolved],
    )
    forces = tuple(_force(system, solved, chart.q[i]).subs(values) for i in remaining)
    nonlinear = tuple(Nonlinear(c.value.subs(values), c.label) for c in system.nonlinear)
    smaller = replace(
        system,
        chart=reduced_chart,
        pfaffian=linear,
        lagrangian=None if L is None else L.subs(values),
        forces=forces,
        nonlinear=nonlinear,
        velocities={name: u.subs(values) for name, u in system.velocities.items()},
    )
    numbers = [l for l, f in enumerate(system.pfaffian.functions) if f is not None]
    return Eliminated(
        smaller,
        tuple(solved.items()),
        tuple(unsolved),
        tuple(conditions),
        tuple(numbers[i] for i in levels),
        tuple(live),
    )


def same_motion(
    system: System, true: Motion, smaller: Eliminated, d: Distribution, motion: Motion
) -> Decision:
    """Do the coordinates that are left move as they do with all multipliers?

    d, motion: of the smaller system.
    """
    values = smaller.carried(system.chart)
    chart = smaller.system.chart
    before = dict(zip(system.chart.q, true.accelerations))
    try:
        differences = [
            a - d.restrict(before[q].subs(values)) for q, a in zip(chart.q, motion.accelerations)
        ]
    except ZeroDivisionError:
        return Decision(None, reason=POLE)
    return all_zero_on(differences, smaller.system.relations)


def _solved_coordinates(
    chart: Chart, functions: Sequence[Expr]
) -> tuple[dict[Expr, Expr], list[Expr], list[Expr], list[int]]:
    """Coordinates solved for one after the other; functions that are kept; slopes that must not
    vanish; which functions were solved.
    """
    solved: dict[Expr, Expr] = {}
    unsolved, conditions, levels = [], [], []
    for l, f in enumerate(functions):
        f = f.subs(solved)
        if f.is_zero:
            continue
        choice = _linear_coordinate(chart, f)
        if choice is None:
            unsolved.append(f)
            continue
        q, slope = choice
        g = -f.subs({q: chart.graph.zero}) / slope
        solved = {k: e.subs({q: g}) for k, e in solved.items()} | {q: g}
        unsolved = [e.subs({q: g}) for e in unsolved]
        conditions += [slope] if slope.has([*chart.q, chart.t]) else []
        levels.append(l)
    return solved, unsolved, [c.subs(solved) for c in conditions], levels


def _linear_coordinate(chart: Chart, f: Expr) -> tuple[Expr, Expr] | None:
    """A coordinate in which f is linear, and its factor: one that cannot vanish if there is one."""
    slopes = [(q, f.diff(q)) for q in chart.q]
    straight = [(q, s) for q, s in slopes if not s.has([q]) and is_smooth_in(f, q)]
    linear = [(q, s) for q, s in straight if not s.is_zero and surely(s)]
    unit = (chart.graph.one, -chart.graph.one)
    return min(
        linear,
        key=lambda pair: (
            pair[1].has([*chart.q, chart.t]),
            not pair[1].is_number,
            pair[1] not in unit,
        ),
        default=None,
    )


def _force(system: System, solved: dict[Expr, Expr], q: Expr) -> Expr:
    """Q_i + sum_l Q_l dg_l/dq_i."""
    chart = system.chart
    force = dict(zip(chart.q, system.forces))
    return chart.graph.add(force[q], *(force[l] * g.diff(q) for l, g in solved.items()))
