"""Questions about motion for all parameters: is substitution right, do the vakonomic motions agree,
is there an invariant measure?

Each judge answers at generic parameters of a piece; what its answer rests on goes to the guards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.algebra.lowest import lowest
from nonholo.decide.zero import Decision, all_zero
from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.measure import (
    BENT,
    DRIFT,
    divergence,
    drifting,
    is_autonomous,
    is_long,
    none_at_points,
    slopes_of_density,
    with_slopes,
    without_time,
)
from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularMass, SingularPivot, said
from nonholo.expression.graph import Expr, ordered
from nonholo.findings.comparison import REFERENCE, eliminations_of, substitution_error
from nonholo.findings.family import Family, family_of
from nonholo.formulations import FORMULATIONS
from nonholo.formulations.multipliers import multipliers
from nonholo.geometry.constraints.pfaffian import entries, independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.families.generic import Guards, growth_of
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.families.piece import Piece
from nonholo.geometry.zeros.signs import minor
from nonholo.linear.elimination import determinant
from nonholo.readers.case import Case
from nonholo.rivals.coincidence import coincidence
from nonholo.rivals.substituted import partial_split, rows_for
from nonholo.words.sentence import say
from nonholo.work import Work

SINGULAR = say("the mass matrix is singular, so that no motion is determined")


@dataclass(frozen=True, slots=True)
class Substitution:
    """Is it right to put velocities into the Lagrangian?

    right: eliminated velocities -> (as a plain Lagrangian, with dependent coordinates chained).
    """

    right: tuple[tuple[tuple[str, ...], tuple[bool, bool]], ...]


@dataclass(frozen=True, slots=True)
class InvariantMeasure:
    """Is there a density N(q) > 0 (N(q, t) if the system depends on time) that motion keeps?

    exists: None where the mass matrix is singular and no motion is determined; hamiltonizable: the
    reduced motion is Hamiltonian after a change of time (Chaplygin 1911), None where his theorem
    does not say so: two independent velocities, and no dependent coordinate stands in the system.
    """

    exists: bool | None
    reason: str = ""
    hamiltonizable: bool | None = None


@dataclass(frozen=True, slots=True)
class Vakonomic:
    """Is every motion vakonomic too, for some mu(t)?

    agrees: None where the mass matrix is singular and no motion is determined; free: how many of
    the k initial values of mu are free then, all of them where both principles give the same
    motions for every mu.
    """

    agrees: bool | None
    free: int | None = None
    constraints: int = 0
    reason: str = ""


def nodes_of_motion(case: Case) -> list[Expr]:
    """What holds the parameters of a motion."""
    system, rows = case.system, case.system.pfaffian
    L = [] if system.lagrangian is None else [system.lagrangian]
    return [*entries(rows), *L, *system.forces]


def split(case: Case) -> Distribution:
    """The rows of a case, solved as the case wishes.  Raises OutOfReach."""
    try:
        rows, _, _ = independent_rows(case.system.pfaffian)
        return distribution(rows, case.dependent, case.place)
    except (ContradictoryConstraints, SingularPivot) as error:
        raise OutOfReach(said(error)) from error


def guards_of(case: Case, d: Distribution, work: Work, left: Sequence[Expr]) -> Guards:
    """Guards that hold that the rows are solved; left: equations that the parameters obey."""
    chart = case.system.chart
    guards = Guards([*chart.q, *chart.v, chart.t, *case.system.inputs], work, left)
    guards.hold([minor(d.pfaffian, d.dependent)])
    return guards


def substitution_family(case: Case, work: Work) -> Family:
    """Where velocities may be put into the Lagrangian."""
    nodes = nodes_of_motion(case)
    return family_of(case, "substitution", _judged_substitution, nodes, work, subject=_eliminated)


def _eliminated(answer: Substitution) -> tuple[tuple[str, ...], ...]:
    """The velocities of which it speaks: those that are chosen first where the rows are solved."""
    return tuple(names for names, _ in answer.right)


def _judged_substitution(case: Case, work: Work, piece: Piece) -> Judged[Substitution]:
    """Each elimination: its error vanishes identically or not."""
    d = split(case)
    guards = guards_of(case, d, work, piece.left)
    right = []
    for names in eliminations_of(d, ()):
        partial, _ = partial_split(rows_for(d, names), names)
        guards.hold([minor(partial.pfaffian, partial.dependent)])
        error = substitution_error(case.system, d, names)
        total = [g + c for g, c in zip(error.gradient, error.curvature)]
        plain = _is_right(error.safe, total, guards)
        chained = _is_right(error.safe_chained, error.curvature, guards)
        right.append((names, (plain, chained)))
    return guards.judged(Substitution(tuple(right)))


def _is_right(decision: Decision, nodes: Sequence[Expr], guards: Guards) -> bool:
    """The error vanishes, for all parameters or for those of the piece."""
    known = decision.answer is False and decision.proved
    return (known and guards.vanish(nodes)) or decided(decision, nodes, guards)


def decided(decision: Decision, nodes: Sequence[Expr], guards: Guards) -> bool:
    """All vanish, or not, which the guards then hold.  Raises OutOfReach."""
    if decision.answer is None or not decision.proved:
        raise OutOfReach(decision.reason or say("it was not proved"))
    if not decision.answer:
        guards.hold(nodes)
    return decision.answer


def vakonomic_family(case: Case, work: Work) -> Family:
    """Where every motion is vakonomic too, for a suitable mu(t)."""
    return family_of(case, "vakonomic", _judged_vakonomic, nodes_of_motion(case), work)


def _judged_vakonomic(case: Case, work: Work, piece: Piece) -> Judged[Vakonomic]:
    """The conditions on mu can be met, or a combination without mu is left that does not vanish."""
    system, d = case.system, split(case)
    guards = guards_of(case, d, work, piece.left)
    try:
        true = motion(multipliers(system, d))
    except SingularMass:
        return guards.judged(Vakonomic(None, reason=SINGULAR))
    guards.hold([mass(case, d)])
    shared = coincidence(system, d, true, units=work.left)
    obstruction = [] if shared.obstruction is None else [shared.obstruction]
    agrees = decided(shared.decision, obstruction, guards)
    for block in shared.blocks:
        guards.hold([determinant(d.chart.graph, block)])
    return guards.judged(Vakonomic(agrees, shared.free, d.k))


def measure_family(case: Case, work: Work) -> Family:
    """Where there is an invariant measure."""
    return family_of(case, "measure", _judged_measure, nodes_of_motion(case), work)


def _judged_measure(case: Case, work: Work, piece: Piece) -> Judged[InvariantMeasure]:
    """By normal forms, which tell special parameters too; else by ranks at a point, which do not
    tell at which parameters of the piece they drop."""
    system, d = case.system, split(case)
    guards = guards_of(case, d, work, piece.left)
    try:
        true = motion(FORMULATIONS[REFERENCE](system, d))
    except SingularMass:
        return guards.judged(InvariantMeasure(None, SINGULAR))
    try:
        return _measured(case, d, true, guards)
    except OutOfReach as limit:
        first = not piece.left and is_long(d, true)
        at_point = none_at_points(system, d, true) if first else None
        if at_point is None:
            raise
        doubt = say("at which special parameters is open: {reason}", reason=said(limit))
        return Judged(InvariantMeasure(False, at_point.reason), doubts=(doubt,))


def _measured(
    case: Case, d: Distribution, true: Motion, guards: Guards
) -> Judged[InvariantMeasure]:
    """X_J(ln N) = kappa_J has a solution: a question about the growth of a larger set."""
    system, determinant_of_mass = case.system, mass(case, d)
    guards.hold([determinant_of_mass])
    theta, affine = slopes_of_density(d, true)
    if not decided(affine, [] if affine.answer else _bends(d, true), guards):
        return guards.judged(InvariantMeasure(False, BENT))
    if any(e.has([*system.inputs]) for e in theta):
        raise OutOfReach(say("the divergence holds an input"))
    fields = d
    steady = is_autonomous(system)
    if steady and d.pfaffian.space == "q" and not theta[0].is_zero:
        guards.hold(theta[:1])
        return guards.judged(InvariantMeasure(False, DRIFT))
    theta = _shortest(d, theta, determinant_of_mass, guards.work)
    if steady and d.pfaffian.space != "q":
        guards.hold([d.alpha[drifting(d)][0]])
        fields, theta = without_time(d, theta)
    of_rows = growth_of(fields, guards) if fields.k else None
    larger = growth_of(with_slopes(fields, theta), guards)
    exists = larger.relations > (of_rows.relations if of_rows else 0)
    hamiltonizable = exists if _chaplygin(case, d, guards) else None
    return guards.judged(InvariantMeasure(exists, "", hamiltonizable))


def _shortest(d: Distribution, theta: list[Expr], G: Expr, work: Work) -> list[Expr]:
    """The slopes of ln N, or of ln N - ln(G)/2, which are the same whatever velocities are
    independent:

        r' = S u   ->   G_u = G det(S)^2,  N_u = N det S

    G: det N^T M N, which does not vanish.
    """
    if all(e.is_zero for e in theta):
        return theta
    graph, n = d.chart.graph, len(theta)
    scratch = graph.fresh()  # in the other one a longer form would stand for what is equal
    *both, below = scratch.copy([*theta, *(d.X(J, G) for J in range(n)), 2 * G])
    less = [e - x / below for e, x in zip(both[:n], both[n:])]
    try:
        lowest_of = [lowest(slopes, work.left) for slopes in (less, both[:n])]
    except OutOfReach:
        return theta
    return graph.copy(min(lowest_of, key=lambda slopes: len(ordered(slopes))))


def mass(case: Case, d: Distribution) -> Expr:
    """det N^T M N, the mass matrix of the independent velocities."""
    Lbar = d.restrict(require_lagrangian(case.system))
    v = [d.chart.v[j] for j in d.independent]
    return determinant(d.chart.graph, [[Lbar.diff(a).diff(b) for b in v] for a in v])


def _bends(d: Distribution, true: Motion) -> list[Expr]:
    """The second derivatives of the divergence by velocities."""
    v = [d.chart.v[j] for j in d.independent]
    first = [divergence(d, true).diff(u) for u in v]
    return [e.diff(u) for e in first for u in v]


def _chaplygin(case: Case, d: Distribution, guards: Guards) -> bool:
    """A system of Chaplygin's with two independent velocities and no forces."""
    system, chart = case.system, d.chart
    if d.m != 2 or d.pfaffian.space != "q":
        return False
    L, q = require_lagrangian(system), [chart.q[l] for l in d.dependent]
    alpha = [e for row in d.alpha for e in row[1:]]
    nodes = [e.diff(s) for e in (L, *alpha) for s in q if e.has([s])]
    nodes = [e for e in (*nodes, L.diff(chart.t), *system.forces) if not e.is_zero]
    return decided(all_zero(nodes), nodes, guards)
