"""Motion: what must not change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

from nonholo.dynamics.equations import motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.curvature.frames import Frame, frame
from nonholo.geometry.distribution.distribution import Distribution, distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.linear.elimination import dot, transpose
from nonholo.testing.laws.motion import reactions, true_motion
from nonholo.testing.laws.proof import equal, vanish
from nonholo.testing.strategies import Change, carried, combined, new_values


def same_motion(system: System, d: Distribution, other: System, e: Distribution) -> None:
    """Equal accelerations and equal reactions A^T lambda, compared in the velocities of d."""
    one, two = true_motion(system, d), true_motion(other, e)
    equal(one.accelerations, [d.restrict(a) for a in two.accelerations])
    equal(reactions(d, one), [d.restrict(R) for R in reactions(e, two)])


def motion_is_free_of_the_split(system: System, d: Distribution) -> None:
    """Accelerations and reactions for every choice of dependent velocities."""
    for columns in regular_choices(d.pfaffian):
        same_motion(system, d, system, split(d.pfaffian, columns))


def formulation_is_free_of_the_split(formulation, system: System, d: Distribution) -> None:
    """The accelerations of one formulation for every choice of dependent velocities."""
    expected = motion(formulation(system, d)).accelerations
    for columns in regular_choices(d.pfaffian):
        accelerations = motion(formulation(system, split(d.pfaffian, columns))).accelerations
        equal([d.restrict(a) for a in accelerations], expected)


def framed(d: Distribution, matrix: list[list[Expr]], shifts: Sequence[Expr]) -> Frame:
    """The frame with the free quasi-velocities u = M r' + s."""
    rates = [d.chart.v[j] for j in d.independent]
    quasi = {
        f"qv{a}": dot(d.chart.graph, row, rates) + s
        for a, (row, s) in enumerate(zip(matrix, shifts))
    }
    return frame(d, quasi)


def quasi_velocities_are_free(formulation, system: System, d: Distribution, matrix, shifts) -> None:
    """The accelerations are the same in any quasi-velocities u = M(q, t) r' + s(q, t)."""
    framed_motion = motion(formulation(system, d, framed(d, matrix, shifts)))
    equal(framed_motion.accelerations, motion(formulation(system, d)).accelerations)


def structure_functions_are_the_brackets(frame: Frame) -> None:
    """w_c(e_a) = delta_ca, and [e_a, e_b] = - sum_c gamma^c_ab e_c with e_0 = d/dt + tau."""
    chart = frame.distribution.chart
    graph, variables = chart.graph, (chart.t, *chart.q)
    numbers = range(-1, chart.n)
    for c, a in product(range(chart.n), numbers):
        vanish([dot(graph, frame.forms[c], frame.field(a)) - (1 if c == a else 0)])
    for a, b in combinations(numbers, 2):
        X, Y = frame.field(a), frame.field(b)
        commutator = [
            dot(graph, X, [y.diff(x) for x in variables])
            - dot(graph, Y, [e.diff(x) for x in variables])
            for e, y in zip(X, Y)
        ]
        gamma = [frame.structure(c, a, b) for c in range(chart.n)]
        expected = [
            graph.add(*(-g * frame.field(c)[i] for c, g in enumerate(gamma)))
            for i in range(chart.n + 1)
        ]
        equal(commutator, expected)


def motion_is_free_of_mixing(system: System, d: Distribution, matrix: list[list[Expr]]) -> None:
    """M A, M a_0 give the same accelerations and reactions (the multipliers change)."""
    mixed = combined(d.pfaffian, matrix)
    same_motion(system, d, replace(system, pfaffian=mixed), split(mixed, d.dependent))


def scaling_divides_the_multipliers(system: System, d: Distribution, mu: Expr) -> None:
    """All rows times mu: lambda / mu, the same reactions."""
    zero = d.chart.graph.zero
    matrix = [[mu if i == j else zero for j in range(d.k)] for i in range(d.k)]
    scaled = combined(d.pfaffian, matrix)
    one = true_motion(system, d)
    two = true_motion(replace(system, pfaffian=scaled), split(scaled, d.dependent))
    equal([mu * l for l in two.multipliers], one.multipliers)


def total_derivatives_are_nothing(system: System, d: Distribution, F: Expr) -> None:
    """L and L + dF(q, t)/dt have the same accelerations and reactions."""
    gauged = replace(system, lagrangian=require_lagrangian(system) + d.chart.rate(F))
    same_motion(system, d, gauged, d)


def potential_or_force(system: System, d: Distribution, V: Expr) -> None:
    """-V in the Lagrangian and the forces -dV/dq_i are the same."""
    in_L = replace(system, lagrangian=require_lagrangian(system) - V)
    forces = tuple(Q - V.diff(q) for Q, q in zip(system.forces, d.chart.q, strict=True))
    same_motion(in_L, d, replace(system, forces=forces), d)


def redundant_rows_are_set_aside(system: System, d: Distribution, matrix: list[list[Expr]]) -> None:
    """A row M A appended is found, its combination is exact, and the motion is the same."""
    extra = combined(d.pfaffian, matrix)
    full = replace(
        d.pfaffian,
        matrix=d.pfaffian.matrix + extra.matrix,
        affine=d.pfaffian.affine + extra.affine,
        labels=d.pfaffian.labels + extra.labels,
        functions=d.pfaffian.functions + extra.functions,
    )
    independent, indices, redundant = independent_rows(full)
    assert indices == tuple(range(d.k))
    assert [r.row for r in redundant] == list(range(d.k, full.k))
    for r in redundant:
        _follows(full, r)
    same_motion(system, d, replace(system, pfaffian=independent), split(independent, d.dependent))


def redundant_rows_may_stay(
    formulation, system: System, d: Distribution, matrix: list[list[Expr]]
) -> None:
    """With rows M A beside A in the system the formulation gives the same accelerations."""
    extra = combined(d.pfaffian, matrix)
    full = replace(
        d.pfaffian,
        matrix=extra.matrix + d.pfaffian.matrix,
        affine=extra.affine + d.pfaffian.affine,
        labels=extra.labels + d.pfaffian.labels,
        functions=extra.functions + d.pfaffian.functions,
    )
    solved = motion(formulation(replace(system, pfaffian=full), d))
    equal(solved.accelerations, true_motion(system, d).accelerations)


def _follows(full: Pfaffian, redundant) -> None:
    graph = full.chart.graph
    row = full.form(redundant.row)
    parts = [[c * w for w in full.form(l)] for l, c in redundant.coefficients]
    equal(row, [graph.add(*column) for column in zip([graph.zero] * len(row), *parts)])


def motion_is_free_of_coordinates(
    formulation, system: System, d: Distribution, change: Change
) -> None:
    """q'' = d^2 phi(Q, t)/dt^2 with the Q'' of the system in coordinates Q (Lagrange's
    covariance).
    """
    values = new_values(d.chart, change)
    new, e = moved(system, d, change)
    acceleration = dict(zip(change.new.a, motion(formulation(new, e)).accelerations))
    carried = [values[a].subs(acceleration) for a in d.chart.a]
    expected = [a.subs(values) for a in motion(formulation(system, d)).accelerations]
    equal([e.restrict(a) for a in carried], [e.restrict(a) for a in expected])


def moved(system: System, d: Distribution, change: Change) -> tuple[System, Distribution]:
    """The system in coordinates Q: L(phi, phi'), forces J^T Q, constraints carried along."""
    graph, values = d.chart.graph, new_values(d.chart, change)
    forces = [Q.subs(values) for Q in system.forces]
    jacobian = [[f.diff(Q) for Q in change.new.q] for f in change.phi]
    rows = carried(d.pfaffian, change)
    new = System(
        change.new,
        rows,
        require_lagrangian(system).subs(values),
        tuple(dot(graph, column, forces) for column in transpose(jacobian)),
    )
    return new, distribution(rows)


# substitution: how wrong it is
