"""When?  For which parameters is a set of constraints holonomic, is substitution right, do the
vakonomic motions agree, is there an invariant measure?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from nonholo.doing import doing
from nonholo.dynamics.chetaev import require_linear
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import (
    BadCase,
    ContradictoryConstraints,
    NonholoError,
    NotApplicable,
    OutOfReach,
    SingularPivot,
    said,
)
from nonholo.expression.graph import Expr
from nonholo.expression.reading import looked_at
from nonholo.expression.text import text
from nonholo.findings.apart import judged_on
from nonholo.findings.check import check_of
from nonholo.findings.completed import ways_after
from nonholo.findings.family import (
    Family,
    FamilyCell,
    Question,
    at_piece,
    family_of,
    require_solved,
)
from nonholo.findings.family_levels import OnLevels, carried_levels, on_levels, with_values
from nonholo.findings.family_motion import measure_family, substitution_family, vakonomic_family
from nonholo.findings.family_singular import singular_family, with_ranks
from nonholo.findings.family_symmetry import is_asked_of, not_asked_of, symmetry_family
from nonholo.findings.function_conditions import FunctionConditions, function_conditions
from nonholo.findings.large import require_small
from nonholo.findings.verdict import Branch, Verdict, VerdictWord, bounds_of, word_of
from nonholo.geometry.constraints.pfaffian import Space, entries
from nonholo.geometry.families.generic import Geometry
from nonholo.geometry.families.on_regions import geometry_on_regions
from nonholo.geometry.families.partition import Judged
from nonholo.geometry.families.piece import Piece
from nonholo.geometry.flag.regions import tied_to_letters
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.readers.own import own_copy
from nonholo.shows import ShownAsPart
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

QUESTIONS: tuple[Question, ...] = (
    "constraints",
    "substitution",
    "vakonomic",
    "measure",
    "symmetry",
    "singular",
    "integrals",
)
OF_MOTION = ("substitution", "vakonomic", "measure", "integrals")
SEARCHES = ("singular", "integrals")  # which take long, and are asked for by name
PARTS = {"singular": 10}  # of the work, for what asks a whole check in each cell


@dataclass(frozen=True, slots=True)
class Constraints:
    """What the constraints decide in a cell, at generic points of the configuration.

    verdict: None where no velocities obey them; rank: k; relations: h; integrable: each form alone;
    check: the whole record for generic parameters of the cell, None where it failed; branches:
    where at almost all configurations no velocities obey them, the sets of states that are left for
    generic parameters of the cell, as far as they are known.
    """

    verdict: VerdictWord | None
    rank: int | None
    relations: int | None
    growth: tuple[int, ...]
    space: Space
    integrable: tuple[bool | None, ...]
    check: Verdict | None = None
    branches: tuple[Branch, ...] = ()

    @property
    def degree(self) -> int:
        """The degree of nonholonomy."""
        return len(self.growth)


@dataclass(frozen=True, slots=True)
class Families(ShownAsPart):
    """The families of a case: for each question asked its cells.

    functions: when the constraints are holonomic, as differential equations for the unspecified
    functions in them; None if there are none; on_levels: the case on f = 0, None where this is
    solved for no coordinate.

    >>> import nonholo as nh
    >>> found = nh.families(nh.constraints("dz = a y dx + c x dy"))
    >>> [(cell.equations, cell.answer.verdict) for cell in found.constraints.cells]
    [((), 'nonholonomic'), ((c - a,), 'holonomic')]
    """

    case: Case
    families: Mapping[Question, Family]
    refused: Mapping[Question, str]
    functions: FunctionConditions | None = None
    on_levels: OnLevels | None = None

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
    def vakonomic(self) -> Family:
        """When are the motions vakonomic too?"""
        return self._of("vakonomic")

    @property
    def measure(self) -> Family:
        """When is there an invariant measure?"""
        return self._of("measure")

    @property
    def symmetry(self) -> Family:
        """When has a distribution with growth (2, 3, 5) the most symmetries?"""
        return self._of("symmetry")

    @property
    def singular(self) -> Family:
        """When is the singular set another one?"""
        return self._of("singular")

    @property
    def integrals(self) -> Family:
        """When are there further first integrals?"""
        return self._of("integrals")

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
    Lagrangian?), "vakonomic" (are the motions vakonomic too?), "measure" (is there an invariant
    one?), "symmetry" (has a distribution with growth (2, 3, 5) the most symmetries?), all of these
    that apply if none is named; "singular" (where are rank or growth not those of most
    configurations?), "integrals" (are there further first integrals, in a class of functions that
    is told?); units: of work for each, and as much for the checks; records: with the whole check
    of each cell, singular points too.  Holonomic constraints f = 0 are solved for coordinates, sums
    of squares by angles.  Raises BadCase for another question, NotApplicable for other f = 0,
    for nonlinear constraints, for questions about motion without a Lagrangian, and for "symmetry"
    of another growth vector, OutOfReach for a set too large for symbols.

    >>> import nonholo as nh
    >>> cells = nh.families(nh.constraints("dz = a y dx + b x^2 dy")).constraints.cells
    >>> [(cell.equations, cell.answer.growth) for cell in cells]
    [((), (2, 3)), ((a, b), (2,))]
    """
    case = with_values(as_case(given))
    asked = name_list(questions, "questions")
    unknown = [q for q in asked if q not in QUESTIONS]
    if unknown:
        raise BadCase(
            case.name,
            say(
                "{unknown} is no question; there are {names}",
                unknown=unknown[0],
                names=", ".join(QUESTIONS),
            ),
        )
    require_linear(case.system)
    require_small(case)
    smaller, on, unsolved = _judged(case)
    told = (*(on.told if on else ()), *looked_at((), case.system.through))
    answered: dict[Question, Family] = {}
    refused: dict[Question, str] = {}
    functions: FunctionConditions | None = None
    for question in QUESTIONS:
        if question not in asked if asked else question in SEARCHES:
            continue
        if unsolved is not None and question != "constraints":
            if asked:
                raise unsolved
            refused |= {question: said(unsolved)} if question in OF_MOTION else {}
            continue
        if question == "symmetry" and not is_asked_of(smaller):
            if asked:
                raise NotApplicable(not_asked_of(smaller))
            continue
        if question == "singular" and on and on.poles:
            raise NotApplicable(
                say(
                    "{name}: singular sets are not looked for, for the angles that stand for f = 0 "
                    "are no coordinates where {e} = 0",
                    name=case.title,
                    e=text(on.poles[0]),
                )
            )
        if question in OF_MOTION and case.system.lagrangian is None:
            refused[question] = say("{case} has no Lagrangian", case=case.name)
            if asked:
                require_lagrangian(case.system, case.title)
            continue
        doing(say("for which parameters: {question}", question=question))
        work = Work.of(units // PARTS.get(question, 1))
        answered[question] = _ASKED[question](own_copy(smaller), work)
        family = answered[question]
        answered[question] = replace(family, remarks=(*family.remarks, *told))
        if question == "constraints":
            functions = function_conditions(own_copy(smaller), work)
    if on and smaller is not case:
        if "constraints" in answered:
            answered["constraints"] = with_levels(on, answered["constraints"])
        if "singular" in answered:
            levels = case.system.holonomic
            answered["singular"] = with_ranks(answered["singular"], on.levels, levels)
    if records and "constraints" in answered:
        answered["constraints"] = with_records(case, answered["constraints"], Work.of(units))
    return Families(case, answered, refused, functions, on)


def _judged(case: Case) -> tuple[Case, OnLevels | None, NotApplicable | None]:
    """The case without the coordinates that its levels determine; where they determine none, but
    the constraints are judged nevertheless, with the reason why others are not.  Raises
    NotApplicable."""
    try:
        return (on := on_levels(case)).case, on, None
    except NotApplicable as unsolved:
        carried = carried_levels(case)
        if carried is None:
            raise
        return carried, None, unsolved


def questions_of_constraints(case: Case) -> tuple[Question, ...]:
    """Those that are asked of the constraints alone."""
    smaller, on, _ = _judged(with_values(case))
    if on is None:
        return ("constraints",)
    symmetry: tuple[Question, ...] = ("symmetry",) if is_asked_of(smaller) else ()
    singular: tuple[Question, ...] = () if on.poles else ("singular",)
    return ("constraints", *symmetry, *singular)


def with_levels(on: OnLevels, family: Family) -> Family:
    """The cells of the constraints where holonomic ones were solved, with these counted."""
    cells = []
    for cell in family.cells:
        answer = cell.answer
        if answer is not None and answer.verdict is not None:
            rank, relations, integrable = on.counted(
                answer.rank, answer.relations, answer.integrable
            )
            word = word_of(on.given, rank, bounds_of(relations, rank))
            answer = replace(
                answer, verdict=word, rank=rank, relations=relations, integrable=integrable
            )
        cells.append(replace(cell, answer=answer))
    return replace(family, cells=tuple(cells))


# constraints
# ---------------------------------------------------------------------------------------
def _constraints_family(case: Case, work: Work) -> Family:
    rows = case.system.pfaffian
    nodes = entries(rows)
    family = family_of(case, "constraints", _judged_rows, nodes, work)
    cells = tuple(replace(c, answer=_constraints_of(case, c.answer)) for c in family.cells)
    return replace(family, cells=cells)


def with_records(case: Case, family: Family, work: Work, before: Family | None = None) -> Family:
    """The family with the whole check of each cell, of the first ones where work ends.

    before: other cells of the case, some with their checks, which are the same for what is solved
    alike.
    """
    cells = []
    made = {_told(c.solved): c.answer for c in (before.cells if before else ()) if c.answer}
    for i, cell in enumerate(family.cells, start=1):
        doing(say("cell {i} of {n}", i=i, n=len(family.cells)))
        cells.append(
            cell
            if work.over
            else replace(cell, answer=_checked(case, cell, made.get(_told(cell.solved))))
        )
    return replace(family, cells=tuple(cells))


def _told(solved: Mapping[Expr, Expr]) -> frozenset[tuple[str, str]]:
    return frozenset((text(p), text(e)) for p, e in solved.items())


def _checked(case: Case, cell: FamilyCell, known: Constraints | None) -> Constraints | None:
    """The answer with the record of a check at generic parameters of the cell.

    known: the answer of another cell for which the same is put in.
    """
    if cell.answer is None:
        return cell.answer
    if cell.equations and not cell.solved:
        return cell.answer  # nothing to put in
    if cell.answer.verdict is None:
        return replace(cell.answer, branches=_states_left(at_piece(case, cell.solved)))
    if known is not None and known.check is not None:
        return replace(cell.answer, check=known.check)
    with suppress(NonholoError, ZeroDivisionError):
        return replace(cell.answer, check=check_of(at_piece(case, cell.solved), search=0))
    return cell.answer


def _states_left(case: Case) -> tuple[Branch, ...]:
    """The verdict on each set of states that contradictory constraints leave."""
    try:
        check_of(case, search=0)
    except (ContradictoryConstraints, SingularPivot) as error:
        with suppress(NonholoError, ZeroDivisionError):
            ways = ways_after(error, case)
            return tuple(judged_on(way, partial(check_of, search=0)) for way in ways)
    return ()


def _judged_rows(case: Case, work: Work, piece: Piece) -> Judged[Geometry]:
    require_solved(piece)
    if tied := tied_to_letters(case.system.pfaffian):
        raise OutOfReach(tied)
    return geometry_on_regions(case.system.pfaffian, work)


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


def _integrals_family(case: Case, work: Work) -> Family:
    from nonholo.findings.family_integrals import integrals_family  # NumPy, which others do without

    return integrals_family(case, work)


_ASKED: Mapping[Question, Callable[[Case, Work], Family]] = {
    "constraints": _constraints_family,
    "substitution": substitution_family,
    "vakonomic": vakonomic_family,
    "measure": measure_family,
    "symmetry": symmetry_family,
    "singular": singular_family,
    "integrals": _integrals_family,
}
