"""`steer`: the question of a user, its refusals, the methods in turn, and the receipt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from nonholo.decide.zero import combined
from nonholo.doing import doing
from nonholo.dynamics.system import require_pfaffian
from nonholo.errors import ContradictoryConstraints, NonholoError, NotApplicable, OutOfReach, said
from nonholo.expression.graph import OPAQUE, Expr
from nonholo.expression.reading import looked_at
from nonholo.expression.text import text
from nonholo.findings.check import check_of
from nonholo.findings.completed import completed_after
from nonholo.findings.verdict import Verdict
from nonholo.geometry.accessibility.lipschitz import rough
from nonholo.geometry.distribution.distribution import distribution
from nonholo.numerics.tape import approximate
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.own import own_copy
from nonholo.readers.specified import Law, specified
from nonholo.steering import EXACT, LAST, METHODS, NUMERIC, QUICK, USUAL
from nonholo.steering.between import within
from nonholo.steering.bounds import ASIDE, CLEAR, along, bounds_along, slacks
from nonholo.steering.idle import idle, integrated, without
from nonholo.steering.leaf import off_leaf, on_leaf
from nonholo.steering.numeric import beside_poles, numeric
from nonholo.steering.parts import belongs, parts
from nonholo.steering.path import Chebyshev, Curve, Formula, Motion
from nonholo.steering.problem import Problem
from nonholo.steering.question import beginning_at, question, with_numbers
from nonholo.steering.receipt import (
    SAMPLES,
    Receipt,
    ends_met,
    measured,
    pole_passed,
    poles_open,
    proof,
)
from nonholo.steering.refusal import (
    at_an_edge,
    drift_forbids,
    integral_broken,
    off_level,
    out_of_bounds,
    pole_free,
    surface_between,
)
from nonholo.steering.regular import finite
from nonholo.steering.steering import Part, Steering
from nonholo.words.sentence import say, say_many, together
from nonholo.writing.hidden import told_of_hidden

PLACES = 14  # digits of a place where a path may end
FEW = 5  # coordinates up to which all methods look for a path to where open ones began
FOLLOWED = "integrals"  # of what follows the others
NEAR = 1e-6  # an end missed by more is no path


def steer(
    given: Case | str | Path,
    start: Mapping[str, Any] | None = None,
    goal: Mapping[str, Any] | None = None,
    time: Any = 1,
    parameters: Mapping[str, Any] | None = None,
    method: str | None = None,
    *,
    to: Mapping[str, Any] | None = None,
    functions: Mapping[str, str | Law] | None = None,
) -> Steering:
    """An admissible path from one configuration to another.

    given: a case, the path of its file, or a model of sympy.physics.mechanics; start, goal: values
    of the coordinates (numbers, or texts such as "pi/2"); what `start` leaves open comes from the
    [initial] values of the case, else it is 0; what `goal` leaves open may end anywhere; time: how
    long the path takes, from t = 0; parameters: numbers instead of, or beside, those of the case;
    method: only this one; to: another word for `goal`, that of the command line; functions: values
    of unspecified functions, as for `simulate`. Raises BadCase
    for ends that are no numbers, NonholoError for a method that there is not or for two goals,
    NotApplicable for a constraint nonlinear in the velocities.
    References: MurraySastry1993.

    >>> import nonholo as nh
    >>> path = nh.steer(nh.constraints("dy = x dt", also=["x"]), {"x": 0, "y": 0}, {"x": 0, "y": 1})
    >>> path.expressions, path.proof.proved
    ({'y': 3*t**2 - 2*t**3, 'x': 6*t - 6*t**2}, True)
    """
    case = with_numbers(specified(own_copy(as_case(given, functions)), functions), parameters or {})
    require_pfaffian(case.system, "steering")
    if to and goal:
        raise NonholoError(say("goal and to are the same: give one of them"))
    ends = start or {}, goal or to or {}, time
    try:
        problem, remarks = question(case, *ends)
    except ContradictoryConstraints as error:
        case = completed_after(error, beginning_at(case, ends[0]), moving=False)
        problem, remarks = question(case, *ends)
        remarks = [*remarks, *told_of_hidden([step.value for step in case.hidden])]
    remarks = [*remarks, *looked_at((), case.system.through)]
    if case.scope.functions and method is None:
        method = NUMERIC[0][0]
        remarks = [*remarks, say("of functions of Python there are no formulas: found by numbers")]
    return _steered(check_of(case), problem, remarks, method)


def steer_as_judged(
    check: Verdict, start: Mapping[str, Any], goal: Mapping[str, Any], method: str
) -> Steering:
    """`steer` in the graph of a verdict on the same case, which is not judged again.

    check: of constraints linear in the velocities without unspecified functions; start, goal,
    method: as for `steer`, in unit time.  Raises as `steer` does.

    >>> import nonholo as nh
    >>> check = nh.check(nh.constraints("dz = y dx"))
    >>> ends = {"x": 0, "y": 0, "z": 0}, {"x": 1, "y": 0, "z": 1}
    >>> steer_as_judged(check, *ends, "chained form").found
    True
    """
    problem, remarks = question(check.case, start, goal, 1)
    return _steered(check, problem, remarks, method)


def _steered(
    verdict: Verdict, problem: Problem, remarks: Sequence[str], method: str | None
) -> Steering:
    case, integrals = verdict.case, _integrals(verdict)
    why = _impossible(problem, verdict, integrals)
    outcome = Steering(
        case,
        problem.pfaffian,
        problem.start,
        problem.goal,
        problem.duration,
        None,
        remarks=(*remarks, *_remarks(verdict, len(integrals), searched=not why)),
        open=tuple(case.system.chart.names[j] for j in problem.open),
    )
    if why:
        return replace(outcome, possible=False, reason=why)
    problem = replace(problem, levels=tuple(integrals), centres=_centres(verdict))
    methods = _chosen(method)
    first = (
        _open_goal(outcome, problem, verdict, integrals, methods)
        if problem.open
        else _searched(outcome, problem, integrals, methods)
    )
    return _within(first, outcome, problem, methods)


Methods = Sequence[tuple[str, Callable[[Problem], Curve]]]


def _chosen(method: str | None) -> Methods:
    if method is None:
        return USUAL
    begun = str(method).strip().lower()
    some = tuple(pair for pair in METHODS if begun and pair[0].startswith(begun))
    if len(some) != 1:
        raise NonholoError(
            say(
                "{method!r} is no method of steering; there are {names}",
                method=method,
                names=", ".join((name for name, _ in METHODS)),
            )
        )
    return some


def _within(first: Steering, outcome: Steering, problem: Problem, methods: Methods) -> Steering:
    """The path found, or one that keeps the inequalities of the case where that one breaks them."""
    gaps = [gap for _, gap in slacks(first.case, problem.at_start(), CLEAR) if gap is not None]
    if not first.outside or numeric not in (method for _, method in methods):
        return first
    try:
        kept_path = within(problem, [*gaps, *beside_poles(problem)])
    except (NotApplicable, OutOfReach, ZeroDivisionError, np.linalg.LinAlgError) as error:
        return replace(
            first,
            remarks=(*first.remarks, say("no path within the bounds: {error}", error=said(error))),
        )
    told = say("(looked after in the search)")
    if kept_path.pieces > 1:
        joints = say(
            "it is joined of {n} pieces, between which it stands still", n=kept_path.pieces
        )
        outcome = replace(outcome, remarks=(*outcome.remarks, joints))
    inside = _ended(outcome, problem, _whole(problem, kept_path.curve), told)
    if not inside.found:
        return replace(first, remarks=(*first.remarks, say("no path within the bounds was found")))
    return inside


def _open_goal(
    outcome: Steering,
    problem: Problem,
    verdict: Verdict,
    integrals: Sequence[Expr],
    methods: Methods,
) -> Steering:
    """Some coordinates may end anywhere: where they began, if a path leads there, else where a
    search with a free end leads.  Among many coordinates that are connected formulas take long, and
    other paths than by polynomials are tried after that search.
    """
    closed = replace(problem, open=())
    why = _impossible(closed, verdict, integrals)
    if methods == LAST:
        return _as_it_began(outcome, closed, why, integrals, methods)
    methods = tuple(pair for pair in methods if pair not in LAST)
    free = any(method is numeric for _, method in methods)
    large = free and max(len(columns) for columns, _ in parts(problem)) > FEW
    quick = tuple(pair for pair in methods if pair in QUICK) if large else methods
    ends = _as_it_began(outcome, closed, why, integrals, quick) if quick else outcome
    if ends.has_path:
        return ends
    following = followed(replace(outcome, attempts=ends.attempts), problem, integrals, methods)
    if following is not None or not free:
        return following or ends
    try:
        curve = numeric(problem)
    except (NotApplicable, OutOfReach, ZeroDivisionError) as error:
        attempts = (*ends.attempts, (say("shooting, free end"), said(error)))
        outcome = replace(outcome, reason=said(error), attempts=attempts)
        began = _as_it_began(outcome, closed, why, integrals, methods if large else LAST)
        return began if began.has_path or large else outcome
    return _ended(replace(outcome, attempts=ends.attempts), problem, _whole(problem, curve))


def _whole(problem: Problem, curve: Chebyshev) -> tuple[Part, ...]:
    """A path found by numbers, of all coordinates together."""
    return (Part(tuple(range(problem.chart.n)), NUMERIC[0][0], curve, curve.motion()),)


def _as_it_began(
    outcome: Steering, closed: Problem, why: str, integrals: Sequence[Expr], methods: Methods
) -> Steering:
    """The coordinates that may end anywhere end where they began; why: what forbids that."""
    names = ", ".join(outcome.open)
    tried = outcome if why else _searched(outcome, closed, integrals, methods)
    if tried.has_path:
        told = say("{names} may end anywhere: ends where it began", names=names)
        return replace(tried, remarks=(*tried.remarks, told))
    value = why or tried.attempts[-1][1]
    left = say("{names} left as at the start: {value}", names=names, value=value)
    reason = say("{reason}; `shooting` searches with a free end", reason=left)
    return replace(tried, reason=reason)


def followed(
    outcome: Steering, problem: Problem, integrals: Sequence[Expr], methods: Methods
) -> Steering | None:
    """A path of the other coordinates, which those follow that may end anywhere and that no
    coefficient holds; None where there are none of these, or no path.
    """
    columns = idle(problem)
    if not columns:
        return None
    others, reduced = without(problem, columns)
    if reduced.open and numeric not in (method for _, method in methods):
        return None
    duration = approximate(problem.duration)
    try:
        some = _parts_of(reduced, integrals, methods)
    except (NotApplicable, OutOfReach, ZeroDivisionError):
        return None
    pieces = tuple(replace(part, columns=tuple(others[j] for j in part.columns)) for part in some)
    part_of = replace(outcome, parts=pieces)
    where = list(others)

    def along(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        q, v = part_of.motion()(times)
        return q[..., where], v[..., where]

    series = integrated(problem, columns, along, duration)
    last = Part(columns, FOLLOWED, series, series.motion())
    ended = _ended(outcome, problem, (*pieces, last))
    return ended if ended.has_path else None


def _parts_of(problem: Problem, integrals: Sequence[Expr], methods: Methods) -> tuple[Part, ...]:
    """A path of a question, in its parts; one with open ends by numbers.

    Raises NotApplicable where none is found.
    """
    attempts: list[tuple[str, str]] = []
    if problem.open:
        return _whole(problem, numeric(problem))
    done = _pieces(problem, integrals, methods, attempts)
    if done is None:
        raise NotApplicable(attempts[-1][1])
    return done


def _ended(
    outcome: Steering, problem: Problem, done: tuple[Part, ...], bounds: str = ASIDE
) -> Steering:
    """A path with a free end, its goal where it ends."""
    outcome = replace(outcome, parts=done)
    graph, motion = problem.chart.graph, outcome.motion()
    end = motion(np.array(approximate(problem.duration)))[0]
    goal = tuple(
        graph.lift(Fraction(f"{end[j]:.{PLACES}g}")) if j in problem.open else e
        for j, e in enumerate(problem.goal)
    )
    told = ", ".join(f"{n} = {end[j]:.6g}" for n, j in zip(outcome.open, problem.open))
    remarks = outcome.remarks
    if problem.open:
        anywhere = say(
            "{names} may end anywhere: ends at {goal}", names=", ".join(outcome.open), goal=told
        )
        remarks = (*remarks, anywhere)
    outcome = replace(outcome, goal=goal, remarks=remarks)
    short = _through_a_pole(problem, motion, outcome.time) or _shortcoming(
        measured(problem.pfaffian, motion, problem.start, goal, outcome.time)
    )
    if short:
        return replace(outcome, parts=(), reason=short)
    return _judged(outcome, replace(problem, goal=goal, open=()), bounds)


# what is known of it ---------------------------------------------------------------------------
def _integrals(verdict: Verdict) -> list[Expr]:
    """First integrals that no path can change, with the numbers of the case; holonomic constraints
    are among them.

    Where f or its factor can be infinite, and the rank of the constraints can drop, leaves may
    meet, as the rays of x/y do in the origin, or where a coefficient is not Lipschitz: such a
    function proves nothing."""
    values, chart = verdict.case.system.values, verdict.case.system.chart
    usable: list[Expr] = []
    if verdict.integrals is None or rough(verdict.full.subs(values)):
        return usable
    for known in verdict.integrals.together or filter(None, verdict.integrals.rows):
        f, *factors = (e.subs(values) for e in (known.function, *(c for _, c in known.combination)))
        whole = verdict.singular == () or all(pole_free(e, chart) for e in (f, *factors))
        usable += [f] if whole and known.decision.proved and not f.doubt & OPAQUE else []
    return usable


def _centres(verdict: Verdict) -> tuple[dict[Expr, Expr], ...]:
    """Points where the constraints lose rank, with the numbers of the case."""
    graph, values = verdict.case.system.chart.graph, verdict.case.system.values
    points = []
    for stratum in verdict.survey.strata.strata if verdict.survey is not None else ():
        at = [e.subs(values) for e in graph.copy(stratum.at.values())]
        if stratum.growth is None and not any(e.support for e in at):
            points.append(dict(zip(graph.copy(stratum.at), at)))
    return tuple(points)


def _remarks(verdict: Verdict, known: int, searched: bool) -> list[str]:
    remarks: list[str] = []
    hidden = (verdict.relations or 0) - known
    known_by = verdict.accessibility
    if hidden > 0 and verdict.accessible and known_by is not None:
        remarks.append(
            say("leaves of a holonomic relation meet, and none confines: {by}", by=known_by.by)
        )
    elif hidden > 0:
        remarks.append(
            say_many(
                hidden,
                "{n} hidden holonomic relation without a formula that holds everywhere: where "
                "leaves do not meet, a path exists only if both ends lie on one, and this was not "
                "decided",
                "{n} hidden holonomic relations without a formula that holds everywhere: where "
                "leaves do not meet, a path exists only if both ends lie on one, and this was not "
                "decided",
            )
        )
    by = "" if known_by is None else together((" (", known_by.by, ")"))
    open_ = searched and verdict.accessible is None and verdict.relations == 0
    if open_ and verdict.case.system.inequalities:
        remarks.append(
            say(
                "whether every configuration can be reached without leaving what the inequalities "
                "allow is undecided: a path was looked for anyway"
            )
        )
    elif open_:
        remarks.append(
            say(
                "whether every configuration can be reached is undecided{by}: a path was "
                "looked for anyway",
                by=by,
            )
        )
    if verdict.accessible is False and verdict.relations == 0:
        remarks.append(say("not every configuration can be reached from every other{by}", by=by))
    return remarks


def _impossible(problem: Problem, verdict: Verdict, integrals: Sequence[Expr]) -> str:
    functions = [f.subs(verdict.case.system.values) for f in verdict.case.system.holonomic]
    why = (
        at_an_edge(problem, verdict.case)
        or out_of_bounds(problem, slacks(verdict.case))
        or off_level(problem, functions, not problem.driftless)
        or integral_broken(problem, integrals)
    )
    if why or verdict.accessibility is None or not problem.pfaffian.k:
        return why
    if verdict.accessibility.answer is False:
        surfaces = [
            f.subs(verdict.case.system.values)
            for f in problem.chart.graph.copy(verdict.survey.strata.invariant)
        ]
        why = surface_between(problem, surfaces)
    return why or drift_forbids(
        problem, distribution(problem.pfaffian, problem.wish, problem.at_start())
    )


# the search -------------------------------------------------------------------------------------
def _searched(
    outcome: Steering, problem: Problem, integrals: Sequence[Expr], methods: Methods
) -> Steering:
    attempts: list[tuple[str, str]] = []
    done = _pieces(problem, integrals, methods, attempts)
    if done is None:
        return replace(outcome, reason=attempts[-1][1], attempts=tuple(attempts))
    return _judged(replace(outcome, parts=done, attempts=tuple(attempts)), problem)


def _pieces(
    problem: Problem,
    integrals: Sequence[Expr],
    methods: Methods,
    attempts: list[tuple[str, str]],
) -> tuple[Part, ...] | None:
    """The paths of the parts that no constraint connects; None where one has none."""
    done: list[Part] = []
    for columns, subproblem in parts(problem):
        known = [f for f in integrals if belongs(f, subproblem.chart)]
        path_part = _first(subproblem, known, methods, attempts)
        if path_part is None:
            return None
        done.append(replace(path_part, columns=columns))
    return tuple(done)


def _first(
    problem: Problem,
    integrals: Sequence[Expr],
    methods: Methods,
    attempts: list[tuple[str, str]],
) -> Part | None:
    """The path by the first method that finds one; the others' reasons are written down.

    A formula that could not be proved to be finite serves in numbers, where no other is found.
    """
    duration = approximate(problem.duration)
    spare: Part | None = None
    for name, method in methods:
        if spare is not None and (name, method) not in EXACT:
            return spare
        doing(say("a path by {method}", method=name))
        try:
            exact = (name, method) in EXACT
            reduced, fill = on_leaf(problem, integrals) if exact else (problem, ())
            curve = method(reduced)
            if exact and isinstance(curve, Formula):
                curve = off_leaf(curve, reduced, fill, problem)
        except (NotApplicable, OutOfReach, ZeroDivisionError) as error:
            if (name, method) not in LAST or len(methods) == 1:  # few cases have a contraction
                attempts.append((name, said(error)))
            continue
        motion = curve.motion(duration) if isinstance(curve, Formula) else curve.motion()
        short = _through_a_pole(problem, motion, duration) or _shortcoming(
            measured(problem.pfaffian, motion, problem.start, problem.goal, duration)
        )
        if not short and isinstance(curve, Formula):
            short = finite(curve, curve.t.graph.copy([problem.duration])[0]).reason
            spare = spare or (_in_numbers(problem, name, motion, duration) if short else None)
        if not short:
            return Part((), name, curve, motion)
        attempts.append((name, short))
    return spare


def _in_numbers(problem: Problem, name: str, motion: Motion, duration: float) -> Part | None:
    """A path by formulas as series, which end where poles are: None if they do not hold."""
    curve = Chebyshev.along(motion, duration)
    told = measured(problem.pfaffian, curve.motion(), problem.start, problem.goal, duration)
    return None if _shortcoming(told) else Part((), name, curve, curve.motion())


def _through_a_pole(problem: Problem, motion: Motion, duration: float) -> str:
    pole = pole_passed(problem.pfaffian, motion, duration)
    if pole is None:
        return ""
    return say("the path found passes {pole} = 0, by which a constraint is divided", pole=pole)


def _shortcoming(receipt: Receipt) -> str:
    """What a path found lacks; "" if it holds."""
    if not max(receipt.start, receipt.end) < NEAR:
        return say("the path found misses the goal by {end:.2g}", end=receipt.end)
    if not receipt.residual < NEAR:
        return say(
            "the path found violates the constraints by {residual:.2g}", residual=receipt.residual
        )
    return ""


def _judged(outcome: Steering, problem: Problem, told: str = ASIDE) -> Steering:
    """The path with its receipt, and proofs where it is known exactly."""
    receipt = measured(
        problem.pfaffian, outcome.motion(), problem.start, problem.goal, outcome.time
    )
    sample, path = outcome.sample(), outcome.expressions if outcome.exact else {}
    held = along(outcome.case, problem.at_start(), sample, path, problem.duration)
    outside = tuple(dict.fromkeys(one.bound.told for one in held if one.broken))
    outcome = replace(
        outcome,
        possible=None if outside else True,
        reason=say("the path found breaks {names}", names="; ".join(outside)) if outside else "",
        receipt=receipt,
        remarks=(*outcome.remarks, *bounds_along(held, len(sample[0]), told)),
        outside=outside,
    )
    if not outcome.exact:
        return outcome
    beside = poles_open(problem, path)
    if beside:
        looked_there = say(
            "that {poles} is not 0 on the way, by which a constraint is divided, was looked at at "
            "{n} instants",
            poles=", ".join(map(text, beside)),
            n=SAMPLES,
        )
        outcome = replace(outcome, remarks=(*outcome.remarks, looked_there))
    curves = {part.columns: part.curve for part in outcome.parts if isinstance(part.curve, Formula)}
    proofs = [proof(subproblem.pfaffian, curves[columns]) for columns, subproblem in parts(problem)]
    return replace(
        outcome, proof=combined(proofs), ends=combined(ends_met(curve) for curve in curves.values())
    )
