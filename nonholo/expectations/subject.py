"""A case read twice: with generic parameters, and at the numbers it gives them.

A claim that something vanishes is decided for generic parameters first; if it is refuted there, it
may still hold at the given numbers (a homogeneous ball: I1 = I2 = I3).  A claim that something does
not vanish has to hold at the given numbers, and then does for generic ones too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from nonholo.decide.relations import all_zero_on
from nonholo.decide.zero import Decision
from nonholo.dossier.dossier import Dossier
from nonholo.dynamics.equations import Motion, motion
from nonholo.dynamics.system import System
from nonholo.errors import NotApplicable, Place
from nonholo.expectations.fact import FAILS, Finding, NotAStatement, fails, holds, unchecked
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.comparison import reference_of
from nonholo.findings.verdict import Verdict
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.chart import Chart, no_coordinate
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.curvature.curvature import Curvature, curvature
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.geometry.flag.flag import Closure
from nonholo.readers.case import Case
from nonholo.readers.on_levels import on_levels
from nonholo.readers.parser import parse_expression
from nonholo.readers.tree import Name, walk
from nonholo.words.sentence import say
from nonholo.writing.present import presentable


@dataclass(frozen=True)
class Level:
    """One reading of a case: `values` replaces parameters (nothing for generic ones).

    Everything is derived anew from the system so read, and only when it is asked for.
    """

    case: Case
    values: Mapping[Expr, Expr]
    where: str

    @property
    def chart(self) -> Chart:
        return self.case.system.chart

    @cached_property
    def system(self) -> System:
        whole, values = self.case.system, self.values
        if not values:
            return whole
        L = whole.lagrangian
        return replace(
            whole,
            pfaffian=whole.pfaffian.subs(values),
            lagrangian=L if L is None else L.subs(values),
            forces=tuple(Q.subs(values) for Q in whole.forces),
            nonlinear=tuple(replace(c, value=c.value.subs(values)) for c in whole.nonlinear),
        )

    @cached_property
    def retained(self) -> tuple[int, ...]:
        """The rows that are not redundant."""
        return independent_rows(self.system.pfaffian)[1]

    @cached_property
    def distribution(self) -> Distribution:
        rows, wish = self.system.pfaffian.take(self.retained), self.case.dependent
        return distribution(rows, wish if len(wish) <= rows.k else (), self.case.place)

    @cached_property
    def curvature(self) -> Curvature:
        return curvature(self.distribution)

    @cached_property
    def motion(self) -> Motion:
        return motion(FORMULATIONS[reference_of(self.system)](self.system, self.distribution))

    @cached_property
    def multipliers(self) -> tuple[Expr, ...]:
        """lambda of the kept rows, with M q'' = F + A^T lambda."""
        return motion(FORMULATIONS["multipliers"](self.system, self.distribution)).multipliers

    def acceleration(self, name: str) -> Expr:
        return self.motion.accelerations[self.index(name)]

    def index(self, name: str) -> int:
        """The number of a coordinate.

        Raises NotAStatement for a name that is none.
        """
        if name not in self.chart.names:
            raise NotAStatement(no_coordinate(name, self.chart.names))
        return self.chart.index(name)

    def read(self, stated: Any, extra: Iterable[str] = ()) -> Expr:
        """A stated expression in the names of the case.

        Raises BadExpression.
        """
        return self.case.scope.expression(str(stated), Place(), extra).subs(self.values)

    def vanish(self, expressions: Iterable[Expr]) -> Decision:
        """All zero on every admissible state: velocities restricted, holonomic constraints kept."""
        restricted = (self.distribution.restrict(e) for e in expressions)
        return all_zero_on(restricted, self.system.relations)

    def shown(self, expression: Expr) -> str:
        """For messages."""
        return text(presentable(self.distribution.restrict(expression)))


@dataclass(frozen=True)
class Subject:
    """What the statements are about: the verdict (at the given numbers, if there are some) and both
    readings.

    given: the case as it was given, for questions of its own.
    """

    given: Case
    verdict: Verdict
    levels: tuple[Level, ...]

    @property
    def check(self) -> Verdict:
        """The verdict on Pfaffian rows.

        Raises NotApplicable where constraints are nonlinear in the velocities.
        """
        if self.verdict.nonlinear:
            raise NotApplicable(
                say("a constraint is nonlinear in the velocities: no verdict on Pfaffian forms")
            )
        return self.verdict

    @property
    def closure(self) -> Closure:
        """h and the generic growth vector.

        Raises NotApplicable as `check` does.
        """
        return self.check.require("closure", "a statement about growth")

    @property
    def symbolic(self) -> Verdict:
        """The same with all that symbols show.

        Raises OutOfReach where the set was too large for them.
        """
        self.check.require("survey", "a statement that takes symbols")
        return self.check

    @property
    def case(self) -> Case:
        return self.verdict.case

    @property
    def numeric(self) -> Level:
        """The reading at the given numbers; the generic one if there are none."""
        return self.levels[-1]

    @property
    def offset(self) -> int:
        """Where the rows of `constraints` begin: holonomic constraints stand first."""
        return len(self.case.system.holonomic)

    @property
    def taken(self) -> set[str]:
        """The names that mean something in the case."""
        return {*self.case.system.chart.names, *self.case.scope.parameters, "t", "pi"}

    @property
    def remark(self) -> str:
        """Said of integers found at the given numbers where generic parameters give others."""
        return say("at the given numbers") if self.verdict.generic is not None else ""


def subject(analysis: Dossier) -> Subject:
    """The two readings of the case of an analysis (one if it gives no numbers)."""
    case = analysis.check.case
    if case.hidden:  # without them put in, the rows that hide them contradict each other
        case = on_levels(case)
    values = case.system.values
    generic = Level(case, {}, say("for generic parameters") if values else say("identically"))
    at_numbers = (Level(case, values, say("at the given numbers only")),) if values else ()
    return Subject(analysis.case, analysis.check, (generic, *at_numbers))


Question = Callable[[Level], Decision]


@dataclass(frozen=True, slots=True)
class Words:
    """What a claim is called when its expressions vanish, and when they do not."""

    zero: str = say("vanishes")
    nonzero: str = say("does not vanish")


PLAIN = Words()


def claim(
    subject: Subject,
    question: Question,
    wanted: bool = True,
    called: Words = PLAIN,
    instead: Callable[[Level], str] | None = None,
) -> Finding:
    """Is the answer to "does it vanish?" the wanted one?

    `instead` tells what is there.
    """
    if not wanted:
        return _nonzero(question(subject.numeric), called, len(subject.levels) > 1)
    finding = first_true(((level.where, question(level)) for level in subject.levels), called)
    if finding.status != FAILS or instead is None:
        return finding
    return fails(say("found {instead}", instead=instead(subject.levels[0])))


def first_true(answers: Iterable[tuple[str, Decision]], called: Words = PLAIN) -> Finding:
    """The first reading in which it is proved that something vanishes, else why not."""
    decision = Decision(None, reason=say("nothing to decide"))
    for where, decision in answers:
        if decision.answer and decision.proved:
            return holds(say("proved {where}", where=where))
    return _open(decision) or fails(called.nonzero)


def _nonzero(decision: Decision, called: Words, at_numbers: bool) -> Finding:
    if decision.answer is False:
        return holds(called.nonzero + (say(" at the given numbers") if at_numbers else ""))
    return _open(decision) or fails(called.zero)


def _open(decision: Decision) -> Finding | None:
    """ "unchecked" for a decision that is none, or rests on chance."""
    if decision.answer is None:
        return unchecked(say("undecided: {reason}", reason=decision.reason))
    if not decision.proved:
        return unchecked(
            say("not proved: {value}", value=decision.reason or say("random evaluation only"))
        )
    return None


def equal(
    subject: Subject, stated: Any, computed: Callable[[Level], Expr], extra: Sequence[str] = ()
) -> Finding:
    """A stated expression equals a computed one on every admissible state."""
    return claim(
        subject,
        lambda level: level.vanish([level.read(stated, extra) - computed(level)]),
        instead=lambda level: level.shown(computed(level)),
    )


def new_names(subject: Subject, texts: Iterable[Any]) -> list[str]:
    """Names in the texts that the case does not declare: constants of integration."""
    trees = [parse_expression(str(t), functions=subject.case.scope.signatures) for t in texts]
    names = (node.text for tree in trees for node in walk(tree) if isinstance(node, Name))
    return [name for name in dict.fromkeys(names) if name not in subject.taken]
