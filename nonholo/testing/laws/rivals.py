"""Rivals: where they go wrong, by which term."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from nonholo.decide.zero import Decision
from nonholo.dynamics.equations import motion
from nonholo.dynamics.lagrange import force_balance, require_lagrangian
from nonholo.dynamics.system import System
from nonholo.errors import SingularPivot
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import compare, substitution_error
from nonholo.findings.entry import Entry
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.integrability import (
    jointly_integrable,
)
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.rivals.substituted import partial_split, rows_for, substituted
from nonholo.rivals.vakonomic import vakonomic, vakonomic_force
from nonholo.testing.laws.motion import motion_obeys_the_constraints, true_motion
from nonholo.testing.laws.proof import equal, on_motion, vanish
from nonholo.testing.strategies import combined


def naive_error_is_gradient_plus_curvature(
    system: System, d: Distribution, names: Sequence[str]
) -> None:
    """The naive rows on the true motion, along the virtual displacements: gradient part +
    curvature part.
    """
    error = substitution_error(system, d, names)
    total = [g + c for g, c in zip(error.gradient, error.curvature)]
    equal(naive_rows_on_the_motion(system, d, names, chained=False), total)


def chained_error_is_the_curvature(system: System, d: Distribution, names: Sequence[str]) -> None:
    """With the dependent coordinates chained only the curvature part is missing."""
    error = substitution_error(system, d, names)
    equal(naive_rows_on_the_motion(system, d, names, chained=True), error.curvature)


def naive_rows_on_the_motion(system: System, d: Distribution, names, chained: bool) -> list[Expr]:
    """N^T (rows of the substituted system) with the true accelerations; kept multipliers drop
    out.
    """
    partial, _ = partial_split(rows_for(d, names), names)
    naive = substituted(system, d, names, chained=chained)
    covector = [d.chart.graph.zero] * d.chart.n
    for j, row in zip(partial.independent, naive.rows):
        covector[j] = row
    true = true_motion(system, d)
    return [on_motion(d, true, row) for row in d.project(covector)]


def eliminations(d: Distribution) -> list[tuple[str, ...]]:
    """Every set of velocities that some of the constraints can be solved for, in parts and all."""
    choices = []
    for size in range(1, d.k + 1):
        for names in combinations(d.chart.names, size):
            try:
                partial_split(rows_for(d, names), names)
            except SingularPivot:
                continue
            choices.append(names)
    return choices


def what_is_put_in_is_what_all_rows_give(d: Distribution, matrix: list[list[Expr]]) -> None:
    """Some dependent velocities alone, of the rows as they are and mixed: q_l' = alpha_lJ r^J'."""
    told = d.names(d.dependent)
    for rows in (d.pfaffian, combined(d.pfaffian, matrix)):
        of_all = split(rows, d.dependent)
        for names in (some for size in range(1, d.k) for some in combinations(told, size)):
            partial, retained = partial_split(rows_for(of_all, names), names)
            assert len(retained) == d.k - len(names)
            alone, together = partial.lift(), d.lift()
            assert [*alone] == [d.chart.v[d.chart.index(n)] for n in names]
            equal([*alone.values()], [together[v] for v in alone])


def safe_means_right(system: System, d: Distribution) -> None:
    """A substitution is called safe iff its motion is the true one (where it determines a
    motion).
    """
    comparison = compare(system, d)
    entries = {entry.equations.name: entry for entry in comparison.entries}
    for error in comparison.errors:
        name = f"substituted {', '.join(error.eliminated)}"
        _judged_rightly(entries[name], error.safe)
        chained = entries.get(f"{name} (chained)")
        if chained is None:
            vanish(error.gradient)
        else:
            _judged_rightly(chained, error.safe_chained)


def _judged_rightly(entry: Entry, safe: Decision) -> None:
    if entry.motion is not None:
        assert entry.agrees == safe.answer, entry.equations.name


def curvature_free_sets_are_safe_when_chained(system: System, d: Distribution) -> None:
    """B = 0: the chained substitution of all dependent velocities is right."""
    if jointly_integrable(curvature(d)).answer:
        names = d.names(d.dependent)
        vanish(substitution_error(system, d, names).curvature)


def leaf_coordinates_are_safe(system: System, d: Distribution, g: Sequence[Expr]) -> None:
    """q_l = g_l(r, t): L with g_l put in is a Lagrangian of its own, and gives the true motion
    on the leaf.
    """
    chart, leaf = d.chart, dict(zip((d.chart.q[l] for l in d.dependent), g, strict=True))
    rates = {chart.v[l]: chart.rate(f) for l, f in zip(d.dependent, g)}
    pieces: dict[str, Any] = {
        name: tuple(getattr(chart, name)[j] for j in d.independent)
        for name in ("names", "q", "v", "a")
    }
    leaf_chart = replace(chart, **pieces)
    empty = Pfaffian(leaf_chart, (), (), (), ())
    on_leaf = leaf | rates
    total = [Q.subs(on_leaf) for Q in d.project(system.forces)]
    free = System(leaf_chart, empty, require_lagrangian(system).subs(on_leaf), tuple(total))
    alone = motion(multipliers(free, split(empty, ())))
    true = true_motion(system, d)
    expected = [true.accelerations[j].subs(on_leaf) for j in d.independent]
    equal(alone.accelerations, expected)


# another principle
def vakonomic_force_is_the_difference(system: System, d: Distribution) -> None:
    """N^T (E - Q) on the vakonomic motion is sum_l mu_l dw_l(dq, velocity); without it the
    motion is the true one.
    """
    force = vakonomic_force(system, d)
    solved = motion(vakonomic(system, d))
    equal([on_motion(d, solved, row) for row in d.project(force_balance(system))], force)
    if all(f.is_zero for f in force):
        equal(solved.accelerations, true_motion(system, d).accelerations)


def vakonomic_motion_obeys_the_constraints(system: System, d: Distribution) -> None:
    """A q'' + A' q' + a_0' = 0 on the vakonomic motion too."""
    motion_obeys_the_constraints(vakonomic, system, d)
