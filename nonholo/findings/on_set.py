"""What else is said of the rows of a case on the set f = 0: singular points, classes, each row
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonholo.decide.zero import Decision, decide_zero
from nonholo.errors import InadmissibleState, OutOfReach, SingularPivot
from nonholo.expression.demands import demands
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.findings.joint import APART, Judged
from nonholo.findings.sampled import numbers_in, with_numbers
from nonholo.findings.verdict import OnSet
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows
from nonholo.geometry.curvature.darboux import FormClass, form_class
from nonholo.geometry.curvature.integrability import FormVerdict, exterior_derivative, judge_form
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.enclosed_points import generic_at
from nonholo.geometry.flag.flag import closure, rank_at
from nonholo.geometry.flag.strata import Strata
from nonholo.geometry.level_sets.enclosed import enclosed_point
from nonholo.geometry.level_sets.points import Values
from nonholo.geometry.level_sets.rows import rows_on
from nonholo.geometry.level_sets.sheets import at_numbers
from nonholo.linear.elimination import Matrix, null_space, vanishes
from nonholo.readers.assumptions import against, broken
from nonholo.readers.case import Case
from nonholo.readers.on_levels import question
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work


def require_on_set(case: Case, point: Values) -> None:
    """Refuse a point beside the set where the holonomic constraints hold, and one where a
    constraint has no value or what is assumed does not hold.

    Raises InadmissibleState: rank and growth there say nothing of the system.
    """
    rows, at = case.system.pfaffian, {**case.system.values, **point}
    for u, strict in demands(entries(rows)):
        value = u.subs(at)
        if range_of(value).negative or (strict and value.is_zero):
            raise InadmissibleState(
                say(
                    "{name}: at the point asked for a constraint has no value: {text} is {value} "
                    "there, needed is {least}; what is not named is taken as 0",
                    name=case.title,
                    text=u,
                    value=value,
                    least=say("more than 0") if strict else say("0 or more"),
                )
            )
    told = (f"{q} = {value}: {what}" for q, value in point.items() if (what := against(q, value)))
    for what in (*told, *broken(rows.chart.graph, at)):
        raise InadmissibleState(
            say("{name}: {what}; what is not named is taken as 0", name=case.title, what=what)
        )
    for f in case.system.holonomic:
        value = f.subs({**case.system.values, **point})
        if decide_zero(value).answer is False:
            raise InadmissibleState(
                say(
                    "{name}: the point asked for is not on the set of the holonomic "
                    "constraints: {text} is {value} there, needed is 0; what is not named is "
                    "taken as 0",
                    name=case.title,
                    text=f,
                    value=value,
                )
            )


# singular points and classes
def strata_there(judged: Judged, where: OnSet, known: Strata, units: int) -> Strata:
    """The strata that have points on the set."""
    from nonholo.geometry.flag.singular_on_set import solved_strata, strata_on_set

    sheet = None if where.solved is None else where.solved.sheet
    if sheet is not None:
        return solved_strata(sheet, where.several, known)
    growth, work = judged.closure.growth, Work.of(min(units, BUDGETS.strata))
    return strata_on_set(question(judged.case), judged.rows, growth, known, work)


def rank_drop_there(
    judged: Judged, where: OnSet, known: tuple[Expr, ...] | None
) -> tuple[Expr, ...] | None:
    """Where A loses rank on the set."""
    sheet = None if where.solved is None else where.solved.sheet
    if sheet is not None:
        return None if known == () and (sheet.slopes or sheet.under or where.several) else known
    from nonholo.geometry.flag.singular_on_set import rank_drop_on_set

    return rank_drop_on_set(question(judged.case), judged.rows, known)


def classed(full: Pfaffian, where: OnSet | None) -> tuple[int, ...]:
    """The rows whose class is that of the form as it is: on a set that is not solved those of f."""
    as_it_is = where is None or where.solved is not None
    return tuple(l for l, f in enumerate(full.functions) if as_it_is or f is not None)


def classes_there(
    judged: Judged, where: OnSet, known: Sequence[FormClass | None]
) -> tuple[FormClass | None, ...]:
    """The class of each row on the set: that of f as it is, of other rows with f = 0 put in."""
    full, parts = judged.full, where.level_set.parts
    if len(classed(full, where)) == full.k:
        return tuple(known)
    if len(parts) != 1 or parts[0].sheet is None:
        return tuple(
            generic if f is not None else None for generic, f in zip(known, full.functions)
        )
    rows = rows_on(full, parts[0].sheet)
    return tuple(
        generic if f is not None else form_class(rows, l)
        for l, (generic, f) in enumerate(zip(known, full.functions))
    )


# each row alone
def forms_of(judged: Judged, where: OnSet | None) -> tuple[FormVerdict, ...]:
    """Each row alone, on the set; for generic parameters, or at the given numbers where they change
    its verdict.
    """
    case, full = judged.case, judged.full
    values = numbers_in(case)
    numbers = with_numbers(full, values)
    alone = [
        _verdict_there(judge_form(full, l), judge_form(numbers, l))
        if values
        else judge_form(full, l)
        for l in range(full.k)
    ]
    if where is None:
        return tuple(alone)
    return tuple(_on_set(judged, where, l, form) for l, form in enumerate(alone))


def _verdict_there(generic: FormVerdict, there: FormVerdict) -> FormVerdict:
    return (
        generic if (generic.integrable, generic.exact) == (there.integrable, there.exact) else there
    )


def _on_set(judged: Judged, where: OnSet, l: int, form: FormVerdict) -> FormVerdict:
    """The verdict on row l where f = 0."""
    if judged.full.functions[l] is not None:
        return form if form.integrable else _differential(form)
    if where.parts and judged.closure.relations is None:
        return replace(form, decision=Decision(None, reason=APART))
    if form.integrable or where.solved is not None or (where.enclosed and _bends_near(judged, l)):
        return form
    parts = (where.level_set.here,) if where.level_set.here is not None else where.level_set.parts
    if parts and all(any(_bends(judged.full, l, p) for p in part.points) for part in parts):
        return form
    values = dict(judged.case.system.values)
    numbers = with_numbers(judged.full, numbers_in(judged.case))
    restricted = [
        judge_form(rows_on(numbers, at_numbers(part.sheet, values)), l)
        for part in parts
        if part.sheet is not None
    ]
    answers = {verdict.integrable for verdict in restricted}
    if len(restricted) == len(parts) > 0 and len(answers) == 1:
        return restricted[0]
    return replace(
        form,
        decision=Decision(None, reason=say("integrable alone or not on f = 0 was not decided")),
    )


def _differential(form: FormVerdict) -> FormVerdict:
    """A row that is df where it counts."""
    exact = Decision(True, "normal form")
    return replace(form, triples=(), closed=exact, decision=exact)


def _bends(full: Pfaffian, l: int, point: Values) -> bool:
    """At a point of the set dw_l(X, Y) is not 0 for some X, Y in the kernel of w_l and all df."""
    try:
        return _bent(full, l, point)
    except (OutOfReach, ZeroDivisionError):
        return False


def _bends_near(judged: Judged, l: int) -> bool:
    """The row with all df is not integrable, at a point of the set that is enclosed."""
    levels = [i for i, f in enumerate(judged.full.functions) if f is not None]
    try:
        d = distribution(independent_rows(judged.full.take([*levels, l]))[0])
        closed, box = closure(d), enclosed_point(question(judged.case))
        bent = closed.relations is not None and closed.relations < d.k
        return bent and box is not None and generic_at(d, closed.growth, box, BUDGETS.at_point)
    except (OutOfReach, SingularPivot, ZeroDivisionError):
        return False


def _bent(full: Pfaffian, l: int, point: Values) -> bool:
    graph, variables = full.chart.graph, (full.chart.t, *full.chart.q)
    levels = [i for i, f in enumerate(full.functions) if f is not None]
    rows = full.take([*levels, l])
    independent = independent_rows(rows)[0]
    if rank_at(independent, point) < independent.k:
        return False
    curl = {pair: e.subs(point) for pair, e in exterior_derivative(full.form(l), variables).items()}
    forms: Matrix = [
        graph.substitute(list(independent.form(i)), point) for i in range(independent.k)
    ]
    vectors = null_space(graph, forms, len(variables))
    return any(
        not vanishes(
            graph.add(
                *(e * (X[i] * Y[j] - X[j] * Y[i]) for (i, j), e in curl.items() if not e.is_zero)
            )
        )
        for n, X in enumerate(vectors)
        for Y in vectors[:n]
    )
