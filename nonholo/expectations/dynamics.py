"""Statements about the motion: accelerations, multipliers, reactions, conservation, Voronec."""

from __future__ import annotations

from typing import Any

from nonholo.decide.zero import Decision
from nonholo.dynamics.conserved import is_conserved
from nonholo.dynamics.lagrange import mass_matrix
from nonholo.dynamics.reduced import curvature_force, reduced_lagrangian
from nonholo.expectations.fact import (
    Finding,
    NotAStatement,
    boolean,
    fails,
    listed,
    named,
    unchecked,
    whole,
)
from nonholo.expectations.subject import Level, Subject, Words, claim, equal
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say


def accel(subject: Subject, table: dict, name: str) -> Finding:
    """q'' of one coordinate, on every admissible state."""
    return equal(subject, table[name], lambda level: level.acceleration(name))


def multipliers(subject: Subject, values: list, i: int) -> Finding:
    """lambda_i of M q'' = F + A^T lambda, holonomic constraints first."""
    loose = {
        l for r in subject.symbolic.redundant for l in (r.row, *(j for j, _ in r.coefficients))
    }
    if i >= subject.case.system.pfaffian.k:
        return fails(say("there is no constraint number {value}", value=i + 1))
    if i in loose:
        return unchecked(say("not determined: its constraint belongs to a redundant combination"))
    return equal(subject, values[i], lambda level: level.multipliers[level.retained.index(i)])


def conserved(subject: Subject, values: list, i: int, wanted: bool = True) -> Finding:
    """d/dt f = 0 on all motions."""

    def question(level: Level) -> Decision:
        return is_conserved(level.system, level.distribution, level.motion, level.read(values[i]))

    return claim(subject, question, wanted, Words(say("conserved"), say("not conserved")))


def not_conserved(subject: Subject, values: list, i: int) -> Finding:
    return conserved(subject, values, i, wanted=False)


# reactions --------------------------------------------------------------------------------------
def reaction_norm(subject: Subject, stated: Any) -> Finding:
    """The square is the sum of the squared reactions, in coordinates Cartesian for them.

    Raises NotAStatement where the coordinates are not Cartesian for them.
    """

    def question(level: Level) -> Decision:
        squares = level.chart.graph.add(*(R**2 for R in _cartesian(level, reactions(level))))
        return level.vanish([level.read(stated) ** 2 - squares])

    return claim(subject, question)


def reactions(level: Level) -> list[Expr]:
    """R_i = sum_l lambda_l a_li."""
    rows, add = level.distribution.pfaffian.matrix, level.chart.graph.add
    return [
        add(*(lam * row[i] for lam, row in zip(level.multipliers, rows)))
        for i in range(level.chart.n)
    ]


def _cartesian(level: Level, R: list[Expr]) -> list[Expr]:
    """The reactions, if the coordinates they act on have one constant mass and no coupling."""
    M, chart = mass_matrix(level.system), level.chart
    pushed = [i for i, e in enumerate(R) if not e.is_zero]
    masses = {M[i][i].index for i in pushed}
    coupled = any(not M[i][j].is_zero for i in pushed for j in range(chart.n) if j != i)
    moving = any(M[i][i].has([*chart.q, *chart.v, chart.t]) for i in pushed)
    if len(masses) > 1 or coupled or moving:
        raise NotAStatement(
            say(
                "the coordinates of the reaction are not those of one particle along "
                "orthonormal axes, so its norm is not the root of its squares"
            )
        )
    return R


# Voronec ----------------------------------------------------------------------------------------
def voronec_curvature_zero(subject: Subject, stated: Any) -> Finding:
    """Whether the curvature force vanishes for the elimination that the case wishes."""

    def question(level: Level) -> Decision:
        return level.vanish(curvature_force(level.system, level.curvature))

    return claim(subject, question, boolean(stated))


def voronec_betas(subject: Subject, table: dict, name: str) -> Finding:
    """The key l_j_i names B_l,ji = D_i alpha_lj - D_j alpha_li.

    Raises NotAStatement for a key that names no component.
    """
    return equal(subject, table[name], lambda level: _component(level, name))


def _component(level: Level, key: str) -> Expr:
    d = level.distribution
    lower = ("t", *d.names(d.independent))
    places = {
        f"{l}_{j}_{i}": B
        for l, table in zip(d.names(d.dependent), level.curvature.B)
        for j, row in zip(lower, table)
        for i, B in zip(lower, row)
    }
    if key not in places:
        raise NotAStatement(
            f"{key}: needed is dependent_independent_independent; dependent are "
            + ", ".join(d.names(d.dependent))
        )
    return places[key]


def reduced(subject: Subject, stated: Any) -> Finding:
    """Lbar = L with the dependent velocities put in; it may not contain them."""
    d = subject.levels[0].distribution
    if subject.levels[0].read(stated).has([d.chart.v[l] for l in d.dependent]):
        return fails(say("contains eliminated velocities"))
    return equal(
        subject, stated, lambda level: reduced_lagrangian(level.system, level.distribution)
    )


RULES = {
    "accel": named(accel),
    "multipliers": listed(multipliers),
    "conserved": listed(conserved),
    "not_conserved": listed(not_conserved),
    "reaction_norm": whole(reaction_norm),
    "reaction_norm_angle_form": whole(reaction_norm),
    "normal_force": whole(reaction_norm),
    "voronec_curvature_zero": whole(voronec_curvature_zero),
    "voronec_betas": named(voronec_betas),
    "reduced_lagrangian": whole(reduced),
}
