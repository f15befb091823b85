"""Why the cells of a family are all there are: the lemmas of `verifier.cases`, with the verifier's
own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import OutOfReach
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.answers import (
    Answers,
    Evidence,
    InNoCell,
    Wanted,
    as_told,
    with_order,
)
from nonholo.evidence.contradictions import Contradictions
from nonholo.evidence.integrals import Conservations, class_of
from nonholo.evidence.lemma_records import lemma_record, use_record
from nonholo.evidence.measures import Measures
from nonholo.evidence.problem import digest, problem_of
from nonholo.evidence.real_points import point_of_cell
from nonholo.evidence.singular_sets import SingularSets
from nonholo.evidence.substitutions import OfMotion, Substitutions
from nonholo.evidence.symmetries import Symmetries
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.families import Families
from nonholo.findings.family import Family, Question
from nonholo.findings.family_levels import OnLevels
from nonholo.geometry.families.lemmas import Answered, Lemma
from nonholo.geometry.families.ring import Solved
from nonholo.readers.case import Case
from nonholo.verifier import verify
from nonholo.verifier.outcome import WORK
from nonholo.verifier.parameters import proportional
from nonholo.words.sentence import say

SCHEMAS: Mapping[Question, int] = {
    "constraints": 2,
    "substitution": 3,
    "measure": 4,
    "vakonomic": 5,
    "symmetry": 6,
    "singular": 7,
    "integrals": 8,
}
OF_MOTION: Mapping[Question, type[OfMotion]] = {
    "substitution": Substitutions,
    "measure": Measures,
    "vakonomic": Contradictions,
    "integrals": Conservations,
}
OF_FORCES = ("measure", "vakonomic", "integrals")
UNSOLVED = say("f = 0 is solved for no coordinate, and there are no certificates of levels as rows")


def whole_certificate(
    families: Families,
    allowed: Allowed,
    question: Question = "constraints",
    answers: Answers | None = None,
) -> dict[str, Any]:
    """The certificate of all parameters of a family, which the verifier accepts.

    allowed: what it may take; question: of which there are certificates; answers: those that are
    known.  Raises OutOfReach, with the reason.
    """
    problem = problem_about(families.case, question) | class_in(families, question)
    document = {"family": SCHEMAS[question], "problem": problem, "sha256": digest(problem)}
    document |= cases_of(families, problem, allowed, question, answers)
    result = verify(document, work=allowed.for_check(len(str(document))))
    if result.status != "accepted":
        raise OutOfReach(result.why)
    return document


def problem_about(case: Case, question: Question = "constraints") -> dict[str, Any]:
    """The texts of a case, all of whose parameters are letters; for a question about motion with
    the Lagrangian.  Raises OutOfReach."""
    of_motion = question in OF_MOTION
    motion: dict[str, Any] = (
        {"lagrangian": text(require_lagrangian(case.system))} if of_motion else {}
    )
    forces = forces_of(case) if question in OF_FORCES else {}
    problem = problem_of(case, more=(*motion.values(), *forces.values()))
    motion |= {"forces": forces} if forces else {}
    return problem | {"parameters": dict.fromkeys(problem["parameters"])} | motion


def levels_in(families: Families) -> OnLevels:
    """The case of a family on its levels.  Raises OutOfReach where they are not solved."""
    if families.on_levels is None:
        raise OutOfReach(UNSOLVED)
    return families.on_levels


def class_in(families: Families, question: Question) -> dict[str, Any]:
    """The class of functions in which integrals are looked for."""
    answers = (cell.answer for cell in families.families[question].cells)
    lines = next((a.searched for a in answers if getattr(a, "searched", ())), ())
    if question != "integrals":
        return {}
    return {"integrals": class_of(levels_in(families).case, lines)}


def forces_of(case: Case) -> dict[str, str]:
    """Coordinate -> force.  Raises OutOfReach where they are given from outside."""
    system = case.system
    if system.inputs:
        raise OutOfReach(say("inputs that may change in any way"))
    named = zip(system.chart.names, system.forces)
    return {name: text(force) for name, force in named if not force.is_zero}


def cases_of(
    families: Families,
    problem: dict[str, Any],
    allowed: Allowed,
    question: Question,
    answers: Answers | None,
) -> dict[str, Any]:
    """{"cells", "cases"}: the cells, and the lemmas that show that they are all.

    problem: the texts; allowed: what it may take; answers: those that are known.  Raises
    OutOfReach.
    """
    family = families.families[question]
    if any(cell.answer is None for cell in family.cells):
        raise OutOfReach(say("a cell without an answer"))
    made = answers_for(families, problem, allowed, question)
    return with_order(lambda order: _Writer(family, answers or made(order)).written())


def answers_for(
    families: Families,
    problem: dict[str, Any],
    allowed: Allowed,
    question: Question = "constraints",
) -> Callable[[int], Answers]:
    """Order of the roots of unity -> answers where equations hold; allowed: what they may
    take."""
    on, family = levels_in(families), families.families[question]
    if question in OF_MOTION:
        solved = [cell.solved for cell in family.cells]
        return lambda order: OF_MOTION[question](
            on, problem, family.assumed, order, solved, allowed
        )
    if question == "symmetry":
        return lambda order: Symmetries(on, problem, family.assumed, order, {}, allowed, WORK // 2)
    if question == "singular":
        return lambda order: SingularSets(on, problem, family, order, allowed)
    checks = {
        as_told(cell.solved): cell.answer.check
        for cell in family.cells
        if cell.answer and cell.answer.check and (cell.solved or cell.generic)
    }
    return lambda order: Answers(on, problem, family.assumed, order, checks, allowed)


@dataclass(frozen=True, slots=True)
class Placed:
    """Evidence, with the cell whose answer it shows."""

    cell: int
    evidence: Evidence


class _Writer:
    def __init__(self, family: Family, answers: Answers):
        self.cells, self.answers = family.cells, answers
        self.ring, self.parameters = self.answers.ring, self.answers.parameters
        self.language = self.answers.language
        self.equations = [
            [self.parameters.polynomial(text(e)) for e in cell.equations] for cell in self.cells
        ]
        self.without = [
            [[self.parameters.polynomial(text(e)) for e in inner] for inner in cell.without]
            for cell in self.cells
        ]
        self.stated: dict[int, dict[str, Any]] = {}
        self.more: list[list[Any]] = [[] for _ in self.cells]  # choices of rows
        self.any_rows = False  # may a cell state more of them?

    # the document
    def written(self) -> dict[str, Any]:
        lemmas = self.answers.lemmas(self.judge).whole(widens=True)
        if len(self.stated) < len(self.cells):
            raise OutOfReach(say("a cell to which no case leads"))
        points = [point_of_cell(self.answers, cell) for cell in self.cells]
        cells = [
            {
                "equations": list(map(text, cell.equations)),
                "without": [list(map(text, inner)) for inner in cell.without],
                **self.stated[c],
                **self.by_other_rows(c),
                **({} if point is None else {"point": point}),
            }
            for c, (cell, point) in enumerate(zip(self.cells, points))
        ]
        cases = {
            **self.answers.put,
            "assumed": self.answers.assumed,
            "nonzero": self.answers.nonzero,
            "places": self.answers.places,
            "lemmas": [lemma_record(self.ring, lemma, self.answered) for lemma in lemmas],
        }
        return {"cells": cells, "cases": cases}

    def answered(self, lemma: Lemma) -> dict[str, Any]:
        """The answer of a lemma, with a use for each guard."""
        placed: Placed = lemma.answered.answer  # type: ignore[union-attr]
        use = partial(use_record, self.ring)
        guards = [
            {"values": list(values), **({} if then is None else {"then": use(then)})}
            for values, then in zip(placed.evidence.values, lemma.guards, strict=True)
        ]
        beside: dict[str, dict[str, Any]] = {"apart": {}, "outside": {}}
        for (kind, n), then in sorted(lemma.apart.items()):
            beside[kind][str(n)] = use(then)
        return {"cell": placed.cell, **placed.evidence.record, "guards": guards, **beside}

    # the judge
    def judge(self, solved: Solved) -> Answered:
        """The evidence where equations hold, its guards, and the cell.  Raises OutOfReach."""
        steps = self.answers.solved_there(solved)
        cells = range(len(self.cells))

        def home(stated: Mapping[str, Any]) -> int | None:
            return next((c for c in cells if self.in_cell(c, stated, steps)), None)

        evidence = self.evidence(solved, lambda stated: home(stated) is not None)
        cell = home(evidence.stated)
        assert cell is not None  # that was wanted
        self.stated.setdefault(cell, evidence.stated)
        self.any_rows = False
        for c in cells:
            if self.answers.by_rows and self.alike(c, cell) and not self.left_out(c, steps):
                rows, more = self.answers.rows_of(evidence.stated), self.more[c]
                more += [rows] if rows not in more else []
        beside = {
            ("apart", c): [self.ring.polynomial(self.copied(e)) for e in self.cells[c].equations]
            for c in cells
            if not self.alike(c, cell) and not self.left_out(c, steps)
        }
        for n, left_out in enumerate(self.cells[cell].without):
            equations = [self.ring.polynomial(self.copied(e)) for e in left_out]
            if not any(map(self.answers.never_zero, equations)):
                beside["outside", n] = equations
        return Answered(Placed(cell, evidence), evidence.guards, beside, evidence.over)

    def evidence(self, solved: Solved, wanted: Wanted) -> Evidence:
        """By rows that a cell states, or else by others, which it states beside."""
        try:
            return self.answers.at(solved, wanted)
        except InNoCell:
            self.any_rows = self.answers.by_rows
            if not self.any_rows:
                raise
            return self.answers.at(solved, wanted)

    def by_other_rows(self, c: int) -> dict[str, Any]:
        """By which a cell has its answer too."""
        stated = self.answers.rows_of(self.stated[c])
        others = [rows for rows in self.more[c] if rows != stated]
        return {"or": others} if others else {}

    def alike(self, c: int, d: int) -> bool:
        """Two cells with one answer."""
        told = self.answers.told
        return told(self.cells[c].answer) == told(self.cells[d].answer)

    def left_out(self, c: int, solved: list[tuple]) -> bool:
        """Where the equations of the cell hold too, a set of those that it leaves out does."""
        return any(
            all(
                not self.parameters.reduced(p, solved)
                or any(proportional(self.language, p, q) for q in self.equations[c])
                for p in inner
            )
            for inner in self.without[c]
        )

    def copied(self, e: Expr) -> Expr:
        """An equation of a cell in the graph of the answers."""
        return self.answers.graph.copy([e])[0]

    def in_cell(self, c: int, shown: Mapping[str, Any], solved: list[tuple]) -> bool:
        """What was shown is the answer of the cell, whose equations hold; and the cell does not
        leave all of this out."""

        def zero(equations: list[dict]) -> bool:
            return not any(self.parameters.reduced(p, solved) for p in equations)

        if not zero(self.equations[c]) or any(map(zero, self.without[c])):
            return False
        if self.stated.get(c, shown) == shown or self.any_rows:
            return self.answers.agrees(self.cells[c].answer, shown)
        same = self.answers.agrees(self.cells[c].answer, shown)
        return same and self.answers.rows_of(shown) in self.more[c]
