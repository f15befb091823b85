"""Equations of motion: what every derivation and its reactions obey."""

from __future__ import annotations

from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.lagrange import energy, force_balance, require_lagrangian
from nonholo.dynamics.reduced import curvature_force, reduced_balance
from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import compare
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.distribution.displacements import displacements
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot
from nonholo.testing.laws.proof import equal, on_motion, vanish


def agreement(first, second, system: System, d: Distribution) -> None:
    """Two d'Alembert formulations give the same accelerations at every admissible state (q, r',
    t).
    """
    one, two = motion(first(system, d)), motion(second(system, d))
    equal(one.accelerations, two.accelerations)


def applies(formulation, system: System, d: Distribution) -> bool:
    """The system is within the hypotheses of the formulation."""
    try:
        formulation(system, d)
    except NotApplicable:
        return False
    return True


def motion_obeys_the_constraints(formulation, system: System, d: Distribution) -> None:
    """A q'' + A' q' + a_0' = 0."""
    true = motion(formulation(system, d))
    vanish(on_motion(d, true, d.chart.rate(d.pfaffian.value(l))) for l in range(d.k))


def central_equation(system: System, d: Distribution) -> None:
    """Reduced balance - curvature force = N^T (E - Q), for all admissible states and all
    accelerations in I.
    """
    bend = curvature_force(system, curvature(d))
    voronec = [b - f for b, f in zip(reduced_balance(system, d), bend, strict=True)]
    maggi = [d.restrict(row.subs(d.close())) for row in d.project(force_balance(system))]
    equal([d.restrict(row.subs(d.close())) for row in voronec], maggi)


def true_motion(system: System, d: Distribution) -> Motion:
    """Accelerations and multipliers by the equations of the first kind."""
    return motion(multipliers(system, d))


def reactions(d: Distribution, true: Motion) -> list[Expr]:
    """R_i = sum_l lambda_l a_li."""
    return [dot(d.chart.graph, true.multipliers, column) for column in columns_of(d)]


def columns_of(d: Distribution) -> list[list[Expr]]:
    """The columns of A (n of them, also without constraints)."""
    return [[row[i] for row in d.pfaffian.matrix] for i in range(d.chart.n)]


def reactions_are_what_the_forces_lack(system: System, d: Distribution) -> None:
    """E_i(L) - Q_i = R_i on the motion."""
    true = true_motion(system, d)
    equal([on_motion(d, true, e) for e in force_balance(system)], reactions(d, true))


def reactions_do_no_virtual_work(system: System, d: Distribution) -> None:
    """R . dq = 0 for every virtual displacement."""
    R = reactions(d, true_motion(system, d))
    vanish(dot(d.chart.graph, R, vector) for vector in displacements(d).virtual)


def reactions_have_the_power_of_the_drift(system: System, d: Distribution) -> None:
    """R . q' = - sum_l lambda_l a_l0: zero for catastatic sets only."""
    true, graph = true_motion(system, d), d.chart.graph
    power = d.restrict(dot(graph, reactions(d, true), d.chart.v))
    equal([power], [-dot(graph, true.multipliers, d.pfaffian.affine)])


def energy_balance(system: System, d: Distribution) -> None:
    """dh/dt = -dL/dt|explicit + sum_i Q_i q_i' - sum_l lambda_l a_l0 on the motion, h = sum q_i'
    dL/dq_i' - L.
    """
    true, chart = true_motion(system, d), d.chart
    change = on_motion(d, true, chart.rate(energy(system)))
    forces = dot(chart.graph, system.forces, chart.v) - require_lagrangian(system).diff(chart.t)
    drift = dot(chart.graph, true.multipliers, d.pfaffian.affine)
    equal([change], [d.restrict(forces) - drift])


def comparison_reports_the_reactions(system: System, d: Distribution) -> None:
    """The reactions of a Comparison are A^T lambda of the multiplier equations."""
    equal(compare(system, d).reactions, reactions(d, true_motion(system, d)))
