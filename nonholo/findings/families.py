"""When?  For which parameters is a set of constraints holonomic, is substitution right, is there an
invariant measure?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from nonholo.decide.zero import Decision, all_zero
from nonholo.doing import doing
from nonholo.dynamics.chetaev import require_linear
from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.measure import (
    BENT,
    DRIFT,
    divergence,
    drifting,
    is_autonomous,
    slopes_of_density,
    with_slopes,
    without_time,
)
from nonholo.errors import (
    BadCase,
    ContradictoryConstraints,
    NonholoError,
    NotApplicable,
    OutOfReach,
    SingularMass,
    SingularPivot,
)
from nonholo.expression.graph import Expr
from nonholo.findings.check import check_of, require_small
from nonholo.findings.comparison import REFERENCE, eliminations_of, substitution_error
from nonholo.findings.family import Family, FamilyCell, Question, at_piece, family_of
from nonholo.findings.function_conditions import FunctionConditions, function_conditions
from nonholo.findings.verdict import Verdict, VerdictWord, bounds_of, word_of
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.pfaffian import Space, independent_rows
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.families.generic import (
    Geometry,
    Guards,
    determinant_of,
    geometry_of,
    growth_of,
)
from nonholo.geometry.families.partition import Judged
from nonholo.linear.elimination import determinant
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.readers.own import own_copy
from nonholo.rivals.substituted import partial_split
from nonholo.shows import ShownInWords
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

SINGULAR = say("the mass matrix is singular, so that no motion is determined")
QUESTIONS: tuple[Question, ...] = ("constraints", "substitution", "measure")


@dataclass(frozen=True, slots=True)
class Constraints:
    """What the constraints decide in a cell, at generic points of the configuration.

    verdict: None where no velocities obey them; rank: k; relations: h; integrable: each form alone;
    check: the whole record for generic parameters of the cell, None where it failed.
    """

    verdict: VerdictWord | None
    rank: int | None
    relations: int | None
    growth: tuple[int, ...]
    space: Space
    integrable: tuple[bool | None, ...]
    check: Verdict | None = None

    @property
    def degree(self) -> int:
        """The degree of nonholonomy."""
        return len(self.growth)


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
class Families(ShownInWords):
    """The families of a case: for each question asked its cells.

    functions: when the constraints are holonomic, as differential equations for the unspecified
    functions in them; None if there are none.

    >>> import nonholo as nh
    >>> found = nh.families(nh.constraints("dz = a y dx + c x dy"))
    >>> [(cell.equations, cell.answer.verdict) for cell in found.constraints.cells]
    [((), 'nonholonomic'), ((c - a,), 'holonomic')]
    """

    case: Case
    families: Mapping[Question, Family]
    refused: Mapping[Question, str]
    functions: FunctionConditions | None = None

    def _of(self, question: Question) -> Family:
        if question not in self.families:
            raise NotApplicable(
                self.refused.get(question, say("{question}: was not asked", question=question))
            )
        return self.families[question]

    @property
    def constraints(self) -> Family:
        """When are the constraints holonomic?"""
        return self._of("constraints")

    @property
    def substitution(self) -> Family:
        """When is naive substitution right?"""
        return self._of("substitution")

    @property
    def measure(self) -> Family:
        """When is there an invariant measure?"""
        return self._of("measure")

    @property
    def complete(self) -> bool:
        """Every admissible parameter lies in a cell, and each cell has an answer."""
        return all(family.complete for family in self.families.values())

    def __repr__(self) -> str:
        told = ", ".join(f"{q}: {len(f.cells)} cells" for q, f in self.families.items())
        return f"<Families of {self.case.name!r}: {told}>"


def families(
    given: Case | str | Path,
    questions: str | Sequence[str] = (),
    units: int = BUDGETS.families,
    records: bool = True,
) -> Families:
    """For which parameters do the answers change?

        { a : N(q; a) = 0 for all q } = { a : c_1(a) = ... = c_r(a) = 0 },  N = sum_j c_j(a) m_j(q)

    Parameter space is cut into cells given by polynomial equations and inequations, on each of
    which rank, h, growth vector and the forms alone are the same.  Numbers that the case gives to
    parameters are left out; what is assumed of them (positive, bounds, relations) is used.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; questions: of
    "constraints" (are they holonomic?), "substitution" (is it right to put them into the
    Lagrangian?), "measure" (is there an invariant one?); all that apply if none is named; units: of
    work for each; records: with the whole check of each cell, singular points too. Raises BadCase
    for another question, NotApplicable for sets with holonomic constraints, for nonlinear ones, and
    for questions about motion without a Lagrangian, OutOfReach for a set too large for symbols.

    >>> import nonholo as nh
    >>> cells = nh.families(nh.constraints("dz = a y dx + b x^2 dy")).constraints.cells
    >>> [(cell.equations, cell.answer.growth) for cell in cells]
    [((), (2, 3)), ((a, b), (2,))]
    """
    case = own_copy(as_case(given))
    asked = name_list(questions, "questions")
    unknown = [q for q in asked if q not in QUESTIONS]
    if unknown:
        raise BadCase(
            case.name,
            [
                say(
                    "{unknown} is no question; there are {names}",
                    unknown=unknown[0],
                    names=", ".join(QUESTIONS),
                )
            ],
        )
    require_linear(case.system)
    require_small(case)
    if case.system.holonomic:
        raise NotApplicable(
            say(
                "{name}: families of sets with holonomic constraints f = 0 are not "
                "judged; solve them for a coordinate, and write the others without it",
                name=case.name,
            )
        )
    answered: dict[Question, Family] = {}
    refused: dict[Question, str] = {}
    for question in QUESTIONS:
        if asked and question not in asked:
            continue
        if question != "constraints" and case.system.lagrangian is None:
            refused[question] = say("{case} has no Lagrangian", case=case.name)
            if asked:
                raise NotApplicable(refused[question])
            continue
        doing(say("for which parameters: {question}", question=question))
        answered[question] = _ASKED[question](case, Work.of(units))
    if records and "constraints" in answered:
        answered["constraints"] = with_records(case, answered["constraints"])
    functions = function_conditions(case, Work.of(units)) if "constraints" in answered else None
    return Families(case, answered, refused, functions)


# constraints
# ---------------------------------------------------------------------------------------
def _constraints_family(case: Case, work: Work) -> Family:
    rows = case.system.pfaffian
    nodes = [*(e for row in rows.matrix for e in row), *rows.affine]
    family = family_of(case, "constraints", _judged_rows, nodes, work)
    cells = tuple(replace(c, answer=_constraints_of(case, c.answer)) for c in family.cells)
    return replace(family, cells=cells)


def with_records(case: Case, family: Family) -> Family:
    """The family with the whole check of each cell."""
    cells = []
    for i, cell in enumerate(family.cells, start=1):
        doing(say("cell {i} of {n}", i=i, n=len(family.cells)))
        cells.append(replace(cell, answer=_checked(case, cell)))
    return replace(family, cells=tuple(cells))


def _checked(case: Case, cell: FamilyCell) -> Constraints | None:
    """The answer with the record of a check at generic parameters of the cell."""
    if cell.answer is None or cell.answer.verdict is None:
        return cell.answer
    if cell.equations and not cell.solved:
        return cell.answer  # nothing to put in
    with suppress(NonholoError, ZeroDivisionError):
        return replace(cell.answer, check=check_of(at_piece(case, cell.solved), search=0))
    return cell.answer


def _judged_rows(case: Case, work: Work) -> Judged[Geometry]:
    return geometry_of(case.system.pfaffian, work)


def _constraints_of(case: Case, geometry: Geometry | None) -> Constraints | None:
    if geometry is None:
        return None
    word = None
    if not geometry.contradictory:
        word = word_of(case, geometry.rank, bounds_of(geometry.relations, geometry.rank or 0))
    return Constraints(
        word,
        geometry.rank,
        geometry.relations,
        geometry.growth,
        geometry.space,
        geometry.integrable,
    )


# motion
# ---------------------------------------------------------------------------------------
def _nodes_of_motion(case: Case) -> list[Expr]:
    system, rows = case.system, case.system.pfaffian
    L = [] if system.lagrangian is None else [system.lagrangian]
    return [*(e for row in rows.matrix for e in row), *rows.affine, *L, *system.forces]


def _split(case: Case) -> Distribution:
    """The rows of a case, solved as the case wishes.  Raises OutOfReach."""
    try:
        rows, _, _ = independent_rows(case.system.pfaffian)
        return distribution(rows, case.dependent, case.nominal)
    except (ContradictoryConstraints, SingularPivot) as error:
        raise OutOfReach(str(error)) from error


def _guards(case: Case, d: Distribution, work: Work) -> Guards:
    chart = case.system.chart
    guards = Guards([*chart.q, *chart.v, chart.t, *case.system.inputs], work)
    guards.hold([determinant_of(d)])
    return guards


def _substitution_family(case: Case, work: Work) -> Family:
    return family_of(case, "substitution", _judged_substitution, _nodes_of_motion(case), work)


def _judged_substitution(case: Case, work: Work) -> Judged[Substitution]:
    """Each elimination: its error vanishes identically or not."""
    d = _split(case)
    guards = _guards(case, d, work)
    right = []
    for names in eliminations_of(d, ()):
        guards.hold([determinant_of(partial_split(d.pfaffian, names)[0])])
        error = substitution_error(case.system, d, names)
        total = [g + c for g, c in zip(error.gradient, error.curvature)]
        plain = _decided(error.safe, total, guards)
        chained = _decided(error.safe_chained, error.curvature, guards)
        right.append((names, (plain, chained)))
    return guards.judged(Substitution(tuple(right)))


def _decided(decision: Decision, nodes: Sequence[Expr], guards: Guards) -> bool:
    """All vanish, or not, which the guards then hold.  Raises OutOfReach."""
    if decision.answer is None or not decision.proved:
        raise OutOfReach(decision.reason or say("it was not proved"))
    if not decision.answer:
        guards.hold(nodes)
    return decision.answer


def _measure_family(case: Case, work: Work) -> Family:
    return family_of(case, "measure", _judged_measure, _nodes_of_motion(case), work)


def _judged_measure(case: Case, work: Work) -> Judged[InvariantMeasure]:
    """X_J(ln N) = theta_J has a solution: a question about the growth of a larger set."""
    system, d = case.system, _split(case)
    guards = _guards(case, d, work)
    try:
        true = motion(FORMULATIONS[REFERENCE](system, d))
    except SingularMass:
        return guards.judged(InvariantMeasure(None, SINGULAR))
    guards.hold([_mass(case, d)])
    theta, affine = slopes_of_density(d, true)
    if not _decided(affine, [] if affine.answer else _bends(d, true), guards):
        return guards.judged(InvariantMeasure(False, BENT))
    if any(e.has([*system.inputs]) for e in theta):
        raise OutOfReach(say("the divergence holds an input"))
    fields = d
    if is_autonomous(system):
        if d.pfaffian.space == "q" and not theta[0].is_zero:
            guards.hold(theta[:1])
            return guards.judged(InvariantMeasure(False, DRIFT))
        if d.pfaffian.space != "q":
            guards.hold([d.alpha[drifting(d)][0]])
            fields, theta = without_time(d, theta)
    of_rows = growth_of(fields, guards) if fields.k else None
    larger = growth_of(with_slopes(fields, theta), guards)
    exists = larger.relations > (of_rows.relations if of_rows else 0)
    hamiltonizable = exists if _chaplygin(case, d, guards) else None
    return guards.judged(InvariantMeasure(exists, "", hamiltonizable))


def _mass(case: Case, d: Distribution) -> Expr:
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
    return _decided(all_zero(nodes), nodes, guards)


_ASKED: Mapping[Question, Callable[[Case, Work], Family]] = {
    "constraints": _constraints_family,
    "substitution": _substitution_family,
    "measure": _measure_family,
}
