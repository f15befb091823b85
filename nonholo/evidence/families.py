"""The families of a case, with cells of any degree, and whether the verifier accepts them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from nonholo.doing import doing
from nonholo.errors import OutOfReach, said
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.answered_cells import family_by_lemmas
from nonholo.evidence.answers import Long, Unread
from nonholo.evidence.cases import OF_MOTION, answers_for, problem_about, whole_certificate
from nonholo.evidence.exactly import exactly
from nonholo.expression.text import text
from nonholo.findings.families import Families, with_records
from nonholo.findings.families import families as solved_families
from nonholo.findings.family import Family, Question
from nonholo.readers.case import Case
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

VACANT = say(
    "the verifier accepts that there are no other cells; no parameters were found in one, which "
    "may be empty"
)
OTHERS = say("the verifier accepts other cells than those that are told")
ENDS = (Long, Unread)  # nothing else is tried
AGAIN = 4  # a part of so many of the work, where the cells are known and were not accepted
CLOSED = ("constraints", "substitution", "vakonomic", "measure")  # by lemmas, where cells are open


def families(
    given: Case | str | Path,
    questions: str | Sequence[str] = (),
    units: int = BUDGETS.families,
    records: bool = True,
    certify: bool = False,
) -> Families:
    """For which parameters do the answers change?

        { a : N(q; a) = 0 for all q } = { a : c_1(a) = ... = c_r(a) = 0 },  N = sum_j c_j(a) m_j(q)

    Parameter space is cut into cells given by polynomial equations and inequations, on each of
    which rank, h, growth vector and the forms alone are the same.  Numbers that the case gives to
    parameters are left out; what is assumed of them (positive, bounds, relations) is used.  Cells
    of the constraints whose equations are solved for no parameter are those that the verifier
    accepts.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; questions: of
    "constraints" (are they holonomic?), "substitution" (is it right to put them into the
    Lagrangian?), "vakonomic" (are the motions vakonomic too?), "measure" (is there an invariant
    one?), "symmetry" (has a distribution with growth (2, 3, 5) the most symmetries?), all of these
    that apply if none is named; "singular" (where are rank or growth not those of most
    configurations?), "integrals" (are there further first integrals, in a class of functions that
    is told?); units: of work for the cells of each, as much for their checks, and three times as
    much for its certificate; records: with the whole check of each cell, singular points too;
    certify: ask the verifier whether the cells are right and all; of questions without certificates
    the reason is told. Raises BadCase for another question,
    NotApplicable for holonomic constraints that no coordinates or angles solve, for nonlinear ones,
    and for questions about motion without a Lagrangian, OutOfReach for a set too large for symbols.

    >>> import nonholo as nh
    >>> cells = nh.families(nh.constraints("dz = a y dx + b x^2 dy")).constraints.cells
    >>> [(cell.equations, cell.answer.growth) for cell in cells]
    [((), (2, 3)), ((a, b), (2,))]
    """
    return judged(solved_families(given, questions, units, records), records, certify, units)


def judged(
    answered: Families, records: bool, certify: bool, units: int = BUDGETS.families
) -> Families:
    """The same, with cells that lemmas close, and what the verifier says.

    records, certify, units: as `families` has them.

    >>> import nonholo as nh
    >>> from nonholo.findings.families import families
    >>> found = families(nh.constraints("dz = a y dx"), records=False)
    >>> judged(found, records=False, certify=True).constraints.certified
    True
    """
    if certify:
        *_, answered = certified_in_turn(answered, records, units)
        return answered
    for question, family in answered.families.items():
        if question in CLOSED and not family.complete:
            answered = _by_lemmas(answered, question, records, Allowed.of(units))
    return answered


def certified_in_turn(
    answered: Families, records: bool, units: int = BUDGETS.families
) -> Iterator[Families]:
    """What can be told so far: each question as soon as its cells are known, and again with what
    the verifier says of them; the last one is the whole answer.

    Cells of which some are open are known when lemmas were asked to close them; of those that are
    complete the verifier may accept others, which are then told in their place.  records, units: as
    `families` has them.

    >>> import nonholo as nh
    >>> from nonholo.findings.families import families
    >>> found = families(nh.constraints("dz = a y dx"), records=False)
    >>> [one.constraints.certified for one in certified_in_turn(found, records=False)]
    [None, True, True]
    """
    for number, question in enumerate(answered.families, start=1):
        allowed = Allowed.of(units)
        if question in CLOSED and not answered.families[question].complete:
            answered = _by_lemmas(answered, question, records, allowed, certify=True)
        if answered.families[question].certified is None:
            yield _first(answered, number, functions=question != "constraints")
            doing(say("the certificate"))
            answered = _judged(answered, question, records, allowed)
        if question == "constraints" and answered.functions is not None:
            yield _first(answered, number)
            answered = _with_functions(answered, units)
        yield _first(answered, number)
    yield answered


def _first(answered: Families, number: int, functions: bool = True) -> Families:
    """The first questions alone; functions: with the conditions on these."""
    questions = list(answered.families.items())[:number]
    conditions = answered.functions if functions else None
    return replace(answered, families=dict(questions), refused={}, functions=conditions)


def _with_functions(answered: Families, units: int) -> Families:
    """With what the verifier says of the conditions on functions."""
    functions = answered.functions
    if functions is None or functions.equations is None:
        return answered
    try:
        record = exactly(answered, units)
    except OutOfReach as limit:
        told = replace(functions, certified=False, uncertified=said(limit))
    else:
        told = replace(functions, certified=True, document=json.dumps(record))
    return replace(answered, functions=told)


def _by_lemmas(
    answered: Families,
    question: Question,
    records: bool,
    allowed: Allowed,
    certify: bool = False,
) -> Families:
    """With the cells that lemmas give, if the verifier accepts them.

    certify: what takes too much work for that, or is not read, is not asked again of the cells as
    they are."""
    family = answered.families[question]
    try:
        other, _ = certified_by_lemmas(answered, question, allowed)
    except OutOfReach as limit:
        told = replace(family, certified=False, uncertified=said(limit))
        return _with(answered, told) if certify and isinstance(limit, ENDS) else answered
    if question != "constraints" or not records:
        return other
    work = allowed.work.at_most(BUDGETS.families)
    return _with(other, with_records(answered.case, other.constraints, work, family))


def certified_by_lemmas(
    answered: Families, question: Question, allowed: Allowed
) -> tuple[Families, dict[str, Any]]:
    """The same with the cells that lemmas give, and their certificate, which the verifier accepts.
    Where equations get long, or a cell may be empty, letters are solved for in another order.

    allowed: what that may take.  Raises OutOfReach, Long where that takes too much work, and
    Unread.
    """
    vacant, limits = [], []
    for first in (False, True):
        try:
            made = _made_by_lemmas(answered, question, first, allowed)
        except ENDS:
            raise
        except OutOfReach as limit:
            limits.append(limit)
            continue
        if not made[0].families[question].vacant:
            return made
        vacant.append(made)
    if not vacant:
        raise limits[0]
    return vacant[0]


def _made_by_lemmas(
    answered: Families, question: Question, first: bool, allowed: Allowed
) -> tuple[Families, dict[str, Any]]:
    """first: always solve for the first letter."""
    before = answered.families[question]
    allowed = allowed.less(AGAIN) if before.complete and question in OF_MOTION else allowed
    made = answers_for(answered, problem_about(answered.case, question), allowed, question)
    family, answers = family_by_lemmas(made, before, first)
    if before.complete and family.vacant and not before.vacant:
        raise OutOfReach(VACANT)
    document = whole_certificate(_with(answered, family), allowed, question, answers)
    return _with(answered, _accepted(family, document)), document


def _judged(answered: Families, question: Question, records: bool, allowed: Allowed) -> Families:
    """With what the verifier says of the certificate; if it does not accept the cells, those that
    lemmas give, whose equations hold no roots."""
    family = answered.families[question]
    try:
        document = whole_certificate(answered, allowed, question)
    except OutOfReach as limit:
        refused = _with(answered, replace(family, certified=False, uncertified=said(limit)))
        again = family.complete and question in CLOSED and not isinstance(limit, ENDS)
        return _by_lemmas(refused, question, records, allowed) if again else refused
    return _with(answered, _accepted(family, document))


def _accepted(family: Family, document: Mapping[str, Any]) -> Family:
    """The verifier accepts the cells of a document; the family is certified if these are the cells
    that it tells, and there are parameters in each."""
    doubt = "" if _states(document, family) else OTHERS
    doubt = VACANT if family.vacant and not doubt else doubt
    return replace(family, certified=not doubt, uncertified=doubt, document=json.dumps(document))


def _states(document: Mapping[str, Any], family: Family) -> bool:
    """The cells of a certificate have the equations and inequations of those that are told."""
    stated = [(cell["equations"], cell["without"]) for cell in document["cells"]]
    return stated == [
        ([text(e) for e in cell.equations], [[text(e) for e in some] for some in cell.without])
        for cell in family.cells
    ]


def _with(answered: Families, family: Family) -> Families:
    return replace(answered, families={**answered.families, family.question: family})
