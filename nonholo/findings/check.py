"""The question about a case that its constraints alone decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from re import findall
from typing import Any, cast

from nonholo.decide.zero import Decision
from nonholo.doing import doing
from nonholo.dynamics.chetaev import require_linear
from nonholo.errors import ConditionLeft, ContradictoryConstraints, OutOfReach, SingularPivot
from nonholo.expression.graph import Expr
from nonholo.expression.text import text, width
from nonholo.findings.answered import answered
from nonholo.findings.first_integrals import first_integrals, independent_there, points_of_parts
from nonholo.findings.joint import (
    Judged,
    growth_on_part,
    joint,
    judge_on_set,
    same_on_each_step,
    undecided_because,
)
from nonholo.findings.large import large_at, large_verdict
from nonholo.findings.letters import letters_of
from nonholo.findings.on_set import (
    classed,
    classes_there,
    forms_of,
    rank_drop_there,
    require_on_set,
    strata_there,
)
from nonholo.findings.sampled import numbers_in, undecided
from nonholo.findings.verdict import (
    UNDECIDED,
    OnSet,
    Symbolic,
    Verdict,
    VerdictWord,
    bounds_of,
    word_of,
)
from nonholo.geometry.accessibility.accessibility import Accessibility, accessibility, held_by
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.curvature.integrability import FormVerdict, jointly_integrable, witness
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.flag.admits import velocities_need
from nonholo.geometry.flag.at_numbers import distribution_at, rank_drop_at
from nonholo.geometry.flag.flag import Closure, in_space, rank_at
from nonholo.geometry.flag.piecewise import on_domain
from nonholo.geometry.flag.regions import (
    apart_in_letters,
    letter_with_signs,
    lost_on_a_region,
    settled,
)
from nonholo.geometry.integrals.integrals import Integrals
from nonholo.geometry.integrals.leaf import Leaf, leaf
from nonholo.geometry.integrals.method_names import NAMES
from nonholo.geometry.integrals.real_there import held_where, real_there
from nonholo.geometry.survey import Survey, survey
from nonholo.geometry.zeros.domain import UNREAL, repeating, sign_may_decide, somewhere
from nonholo.geometry.zeros.gram import spans_everywhere
from nonholo.geometry.zeros.unsure import unsure
from nonholo.readers.assumptions import assumptions_of, state_at
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.name_list import name_list
from nonholo.readers.on_levels import declared_there
from nonholo.readers.own import own_copy
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

CROSSED = say("each region has its own brackets, and a path can cross from one to another")
REGIONS_APART = Accessibility(None, CROSSED, meeting=CROSSED)
UNASKED = say("what can be reached was not asked")
NOT_ASKED = Accessibility(None, UNASKED, meeting=UNASKED)
MANY_TRIALS = 30


def check(
    given: Case | str | Path,
    at: Mapping[str, Any] | None = None,
    dependent: str | Sequence[str] = (),
    units: int = BUDGETS.brackets,
    search: int = BUDGETS.potentials,
) -> Verdict:
    """Judge the constraints of a case.

    A set w_1, ..., w_k of forms w_l = sum_i a_li dq_i + a_l0 dt is holonomic iff dw_l(X, Y) = 0 for
    all X, Y in its kernel, that is iff the curvature vanishes; h counts the holonomic relations
    hidden in it (Frobenius1877, NeimarkFufaev1972).  A large set is judged at random points,
    without tables and displacements; one with a constraint nonlinear in the velocities by Chetaev's
    rule: `detail` of the record says what is known of it.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; at: an exact point
    {"x": "0", "theta": "pi/2"} for the growth vector there; dependent: coordinates whose velocities
    shall be eliminated; units, search: of work for brackets, for first integrals (see
    `nonholo.work`).  The verdict is that of the case as given: with the numbers of its parameters
    where it states them, else for generic ones.  Raises ContradictoryConstraints, SingularPivot;
    InadmissibleState for a point beside the set where the holonomic constraints hold; NotPfaffian
    where `at` or `dependent` is asked of constraints that are not linear; OutOfReach for too many
    linear constraints beside a nonlinear one.

    >>> import nonholo as nh
    >>> nh.check(nh.constraints("dz = y dx"))
    <Verdict on 'dz = y dx': nonholonomic, h = 0 of 1, growth (2, 3)>
    >>> nh.check(nh.constraints("dz = x**2 dy"), at={"x": "0"}).at_point.vector
    (2, 2, 3)
    >>> nh.check(nh.constraints("x'*y' = 1")).verdict
    'nonholonomic'
    """
    case = _at_values(own_copy(as_case(given)))
    doing(say("the verdict"))
    work = Work.of(BUDGETS.trials)
    asked = at, name_list(dependent, "dependent"), units, search
    try:
        verdict = check_of(case, *asked)
    except (ContradictoryConstraints, SingularPivot) as error:
        from nonholo.findings.apart import verdict_on_branches
        from nonholo.findings.completed import ways_after

        ways = ways_after(error, as_case(given))
        if len(ways) > 1 or ways[0].case is None:
            return verdict_on_branches(case, ways, lambda one: _lettered(check_of(one, *asked)))
        given_case, case = case, ways[0].case
        try:
            verdict = check_of(case, *asked)
        except ConditionLeft:
            return verdict_on_branches(given_case, ways, lambda one: check_of(one, *asked))
    verdict = _lettered(verdict)
    left = 0 if work.over else work.left
    return _with_settling(case, verdict, units, left // max(1, BUDGETS.trials - left))


def _lettered(verdict: Verdict) -> Verdict:
    """The verdict with what is known of its letters."""
    return replace(verdict, letters=letters_of(verdict))


def _with_settling(case: Case, verdict: Verdict, units: int, trials: int) -> Verdict:
    """With the assumptions that would settle an open verdict, or which configurations can be
    reached, if that many trials are afforded.
    """
    question = "verdict" if verdict.verdict == UNDECIDED else "accessible"
    reached = question == "accessible" and verdict.accessible is not None
    if verdict.survey is None or reached or case.system.inequalities:
        return verdict

    def asked(other: Case) -> VerdictWord | bool | None:
        answer: VerdictWord | bool | None = getattr(
            check_of(other, units=units, search=0), question
        )
        return None if answer == UNDECIDED else answer

    nodes = [e.subs(case.system.values) for e in entries(verdict.full)]
    few = unsure(nodes, verdict.full.chart)[: trials // 3]
    if trials < MANY_TRIALS:  # parts of the configurations are asked for where that costs little
        few = [e for e in few if not e.has(verdict.full.chart.q)]
    if not few:
        return verdict
    from nonholo.findings.settling import settled_by

    told = settled_by(case, few, question, asked)
    detail = cast("Symbolic", verdict.detail)  # it alone has a survey
    return replace(verdict, detail=replace(detail, settled_by=told))


def _at_values(case: Case) -> Case:
    """The case with what relations leave to letters where other parameters have values."""
    system = case.system
    if not state_at(system.chart.graph, system.values, system.chart.q):
        return case
    return replace(case, system=replace(system, pfaffian=on_domain(system.pfaffian)))


def check_of(
    case: Case,
    at: Mapping[str, Any] | None = None,
    dependent: Sequence[str] = (),
    units: int = BUDGETS.brackets,
    search: int = BUDGETS.potentials,
    singular_too: bool = True,
) -> Verdict:
    """`check` in the graph of the case itself: part of a question that has a copy of its own
    already.

    singular_too: look for singular configurations, without which nothing is said of what can be
    reached.

    Raises OutOfReach where there are too many linear constraints beside a nonlinear one.
    """
    if case.system.nonlinear and not (at or dependent):
        return _nonlinear(case, units, search)
    require_linear(case.system)
    wish = tuple(dependent) or case.dependent
    told = declared_there(case, wish)
    large = large_verdict(told, dependent, units, singular_too)
    if large is None:
        by_symbols = _by_symbols(told, at, wish, units, search, singular_too)
        return replace(by_symbols, case=case)
    if letter := letter_with_signs(told.system.pfaffian.subs(case.system.values)):
        large = undecided(large, sign_may_decide(text(letter)))
    return large if at is None else large_at(large, told.point(at), units)


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a set and of each row; open: why nothing is said, if so; by_regions: the
    growth is that on regions with forms of their own.
    """

    judged: Judged
    closed: Closure
    forms: tuple[FormVerdict, ...]
    open: str = ""
    by_regions: bool = False


def _by_symbols(
    case: Case,
    at: Mapping[str, Any] | None,
    wish: Sequence[str],
    units: int,
    search: int,
    singular_too: bool,
) -> Verdict:
    """The verdict on linear constraints by normal forms, with all that is told beside it."""
    values = case.system.values
    judged, where = judge_on_set(case, wish, units)
    full, d = judged.full, judged.distribution
    told = Told(judged, judged.closure, tuple(forms_of(judged, where)))
    if reason := _open_because(judged, where, units):
        told = _open(told, reason)
    point = case.point(at) if at is not None else None
    if point is not None:
        require_on_set(case, point)
    numbered = distribution_at(d, values)
    doing(say("singular configurations"))
    rows = classed(full, where)
    around = survey(full, d, numbered, told.closed, values, point, units, singular_too, rows)
    told = _over_regions(told, around, where, values)
    if point is not None and where is not None and where.solved and where.several:
        around = replace(around, at=growth_on_part(case, where, point, wish, units), big_at=None)
    around = replace(around, at=around.at and in_space(around.at, full.space))
    around, singular = _singular(told.judged, where, around, numbered, values, units)
    judged, closed, forms = told.judged, told.closed, told.forms
    most = d.k if where is None else case.system.pfaffian.k
    bounds = bounds_of(closed.relations, most)
    bend = curvature(d)
    together = (
        closed.evidence
        if told.open or (told.by_regions and closed.relations == d.k)
        else joint(judged, jointly_integrable(bend), where)
    )
    doing(say("first integrals of the constraints"))
    parts = points_of_parts(where)
    known = first_integrals(judged.case, full, judged.retained, d, closed, forms, search, parts)
    known = real_there(known, full, {**values, **case.nominal, **(point or {})})
    reached = REGIONS_APART if told.by_regions else NOT_ASKED
    if singular_too and not told.by_regions:
        split = numbered if around.spanning is None else around.spanning[1]
        if split.pfaffian.functions.count(None) > numbered.pfaffian.functions.count(None):
            split = numbered  # whose levels hold the motion
        reached = _reached(case, split, closed, singular, around, known, full)
    if reached.meeting and singular:
        known = replace(known, together=held_where(known.together, singular, reached.held))
    generic = judged.generic
    return Verdict(
        case=case,
        verdict=word_of(case, d.k, bounds),
        full=full,
        independent=d.k,
        bounds=bounds,
        proved=bounds if closed.evidence.proved else (0, most),
        evidence=closed.evidence,
        joint=together,
        forms=forms,
        closure=closed,
        # a yes is open again where inequalities bound the region
        accessible=None if reached.answer and case.system.inequalities else reached.answer,
        point=point,
        at_point=around.at,
        detail=Symbolic(
            kept=judged.retained,
            redundant=judged.redundant,
            distribution=d,
            curvature=bend,
            integrals=known,
            accessibility=reached,
            singular=singular,
            survey=around,
            generic=generic and replace(generic, growth=in_space(generic.growth, full.space)),
            on_set=where,
            witness=None if together.answer else witness(bend),
            leaf=_leaf(case, d, known, point),
            tried=NAMES,
            assumed=_assumed(case, full),
        ),
        **answered(full, d, bend, closed),
    )


def _over_regions(
    told: Told, around: Survey, where: OnSet | None, values: Mapping[Expr, Expr]
) -> Told:
    """With what regions say whose rows have forms of their own, if they agree."""
    d, growth = told.judged.distribution, told.closed.growth.vector
    everything = around.on_regions
    apart = "" if told.open else apart_in_letters(everything, around.regions, values)
    if apart := apart or lost_on_a_region(d.k, told.closed.relations, growth, around.regions):
        told = _open(told, apart)
    closed = told.closed
    # where parts of the set f = 0 disagree no region decides
    if not ((told.open or where is not None) and closed.relations is None):
        closed = settled(everything, d.k, closed, around.regions)
    in_time = replace(closed, growth=in_space(closed.growth, told.judged.full.space))
    return replace(told, closed=in_time, by_regions=closed is not told.closed)


def _singular(
    judged: Judged,
    where: OnSet | None,
    around: Survey,
    numbered: Distribution,
    values: Mapping[Expr, Expr],
    units: int,
) -> tuple[Survey, tuple[Expr, ...] | None]:
    """The survey on the set f = 0, and where rows become dependent there."""
    singular: tuple[Expr, ...] | None = () if _span(judged, where, values) else None
    if around.spanning is not None:
        letters, numbers = (split.pfaffian for split in around.spanning)
        judged = replace(judged, rows=letters)
        singular = rank_drop_at(letters, numbers, values)
    if where is None:
        by_strata = around.strata.rank_drop(judged.distribution.k) if singular != () else ()
        if by_strata:
            choices = [by_strata] if singular is None else [singular, by_strata]
            singular = min(choices, key=lambda factors: sum(map(width, factors)))
        return around, singular
    around = replace(
        around,
        regions=around.regions if where.solved is not None else (),
        strata=strata_there(judged, where, around.strata, units),
        classes=classes_there(judged, where, around.classes),
    )
    singular = rank_drop_there(judged, where, singular)
    if singular is None and around.strata.regular and around.strata.special is False:
        singular = ()
    return around, singular


def _span(judged: Judged, where: OnSet | None, values: Mapping[Expr, Expr]) -> bool:
    """All rows together surely have their generic rank at every point of the set, whichever of
    them follow from the others there; not asked where none does.
    """
    if not judged.redundant:
        return False
    full = judged.full.subs(values)
    levels = [] if where is None else [f for f in full.functions if f is not None]
    return spans_everywhere(full.matrix, judged.rows.k, levels, full.chart)


def _reached(
    case: Case,
    numbered: Distribution,
    closed: Closure,
    singular: tuple[Expr, ...] | None,
    around: Survey,
    known: Integrals,
    full: Pfaffian,
) -> Accessibility:
    """Which configurations can be reached; leaves do not meet where first integrals tell them
    apart.
    """
    doing(say("which configurations can be reached"))
    partial, values = case.system.partial, numbers_in(case)
    given = full.subs(values)
    reached = accessibility(numbered, closed, singular, around.strata, partial, given)
    if reached.meeting and independent_there(known, values, numbered.chart):
        functions = [f.function.subs(values) for f in known.together]
        reached = held_by(reached, numbered, functions)
    return reached


def _open_because(judged: Judged, where: OnSet | None, units: int) -> str:
    """Why nothing is said of the set, whatever its brackets say; nothing if they count."""
    nodes = entries(judged.full)
    if where is None and not somewhere(nodes, judged.full.chart):
        return UNREAL
    cycle, steps = repeating(nodes)
    if cycle is None or (steps and same_on_each_step(judged, steps, units)):
        return ""
    return say(
        "{function} has finitely many values for whole numbers, and for which of them the verdict "
        "is another one was not looked at; try giving the letter a value",
        function=text(cycle),
    )


def _open(told: Told, reason: str) -> Told:
    """Nothing is said of the set, nor of a row that would not be integrable."""
    left = undecided_because(told.judged, reason)
    unknown = Decision(None, reason=reason)
    verdicts = [
        f if f.integrable and reason != UNREAL else replace(f, decision=unknown) for f in told.forms
    ]
    return Told(left, left.closure, tuple(verdicts), reason)


def _leaf(
    case: Case, d: Distribution, known: Integrals, point: Mapping[Expr, Expr] | None
) -> Leaf | None:
    """The leaf of the first integrals found, through the asked or the initial configuration, at
    t = 0, if a motion can pass there.
    """
    if not known.together:
        return None
    chart = d.chart
    given = {q: case.nominal[q] for n, q in zip(chart.names, chart.q) if n in case.initial}
    at = {**case.system.values, chart.t: chart.graph.zero, **(given if point is None else point)}
    passed = None if _no_velocity(d.pfaffian, at) else at
    return leaf(known.together, chart, passed, d.dependent, known.relations)


def _no_velocity(rows: Pfaffian, at: Mapping[Expr, Expr]) -> bool:
    """Surely no velocity satisfies the rows at a point."""
    if rows.catastatic:
        return False
    with suppress(OutOfReach, ZeroDivisionError):
        return velocities_need(rows, at, rank_at(rows, at)) == (rows.chart.graph.one,)
    return False


def _assumed(case: Case, full: Pfaffian) -> tuple[str, ...]:
    """What is declared of the parameters and inputs in the constraints that have no value, and of
    those that are bound to them.
    """
    system, chart = case.system, case.system.chart
    names = (*case.scope.parameters, *case.scope.inputs, *chart.names, chart.t.args)
    held = {
        text: {*names} & {*findall(r"\w+", text)} for text in (*full.labels, *system.assumptions)
    }
    met = {*chart.names, chart.t.args}.union(*(held[label] for label in full.labels))
    for _ in system.assumptions:
        met = met.union(*(held[text] for text in system.assumptions if met & held[text]))
    symbols = [chart.graph.symbol(n) for n in names if n in met]
    told = assumptions_of(s for s in symbols if s not in system.values)
    numbers = {s.args for s in system.values}
    settled = {a for a in system.domain if held[a] <= numbers}
    left = (a for a in system.assumptions if met & held[a] and a not in settled)
    return (*told, *(a for a in left if a not in told))


def _nonlinear(case: Case, units: int, search: int) -> Verdict:
    """The verdict on a case with constraints nonlinear in the velocities, beside linear ones."""
    from nonholo.findings.chetaev import judge_bent
    from nonholo.findings.products import factor_cases, on_sides

    _require_velocities(case)
    plain = replace(case, system=replace(case.system, nonlinear=()))
    linear = check_of(plain, units=units, search=search) if plain.system.pfaffian.k else None
    if linear is not None and linear.distribution is None:
        raise OutOfReach(
            say("{name}: too many linear constraints beside a nonlinear one", name=case.title)
        )
    factors = []
    for words, one in factor_cases(case):
        try:
            factors.append((words, check_of(one, units=units, search=0)))
        except (ContradictoryConstraints, OutOfReach, SingularPivot):
            return judge_bent(case, linear)
    return on_sides(judge_bent(case, linear, factors), factors)


def _require_velocities(case: Case) -> None:
    """Some velocity obeys all, where several are nonlinear."""
    system = case.system
    if len(system.nonlinear) < 2:
        return
    from nonholo.dynamics.inhabited import inhabited

    rows = [system.pfaffian.value(l) for l in range(system.pfaffian.k)]
    values = [e for e in (*(c.value for c in system.nonlinear), *rows) if not e.is_zero]
    if inhabited([*values, *system.holonomic], system.chart) is False:
        bent = [c.label for c in system.nonlinear]
        raise ContradictoryConstraints(
            say(
                "no velocity obeys {constraints}; try dropping or correcting one of them",
                constraints="; ".join([*bent, *system.pfaffian.labels]),
            )
        )
