"""A case with the hidden constraints that the constraint algorithm finds: questions go on there.

    M q'' = F + A^T lambda,  A q' + a_0 = 0          hides   g(q, t) = 0,  phi(q, q', t) = 0
    M q'' = F + A^T lambda + B^T mu,  all of these   B = slopes of g' and of phi

A motion of the first obeys the second with mu = 0.  So where the algorithm ends with states that
let a motion go on, and the second has one motion, it is that of the first: a hidden constraint has
no reaction.  References: Dirac1964, GotayNesterHinds1978."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonholo.dynamics.chetaev import sorted_constraints
from nonholo.dynamics.consistency import FEW, Consistency, Step, determined, followed
from nonholo.dynamics.system import System, at_numbers
from nonholo.errors import (
    ContradictoryConstraints,
    NonholoError,
    SingularMass,
    asking,
    given_under,
)
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.linear.elimination import vanishes
from nonholo.readers.case import Case
from nonholo.readers.on_levels import on_levels
from nonholo.readers.own import own_copy
from nonholo.words.sentence import say, say_many


def completed_after(error: NonholoError, given: Case, moving: bool) -> Case:
    """The case with its hidden constraints, after a question about it failed with an error.

    moving: hidden constraints of the motion count too, else those of the constraints alone.
    Raises the error where nothing is hidden, that is undecided, or a motion is determined;
    ContradictoryConstraints, SingularMass with what was found where no states, states of several
    kinds, or motions with free accelerations are left.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["x' = y"], ["x"])
    >>> error = ContradictoryConstraints("y = 0 is demanded")
    >>> [step.value for step in completed_after(error, case, moving=False).hidden]
    [y]
    """
    case, ending, system = _followed(error, given, moving)
    _require_one_way(ending, error)
    return _completed(error, case, ending, system)


@dataclass(frozen=True, slots=True)
class Way:
    """One of the sets into which states fall apart: where it is, and the case there.

    words: the conditions that choose it; case: None where they could not be followed, with the
    `reason`.
    """

    words: str
    case: Case | None
    reason: str = ""


def ways_after(error: NonholoError, given: Case) -> tuple[Way, ...]:
    """The case with the hidden constraints of its constraints alone, on each set of states that is
    left, after a question about it failed with an error.

    An initial state on one of the sets alone chooses that.  Where the algorithm came to no end
    there is one set, without a case.  Raises what `completed_after` does but for states of several
    kinds.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["x' = y", "x' = z*y"])
    >>> error = ContradictoryConstraints("y*(z - 1) = 0 is demanded")
    >>> [way.words for way in ways_after(error, case)]
    ['y = 0', 'z - 1 = 0']
    """
    case, ending, system = _followed(error, given, moving=False)
    ways = _ways(ending)
    if len(ways) < 2 and not (ways and ways[0].consistent is None and ending.steps):
        _require_one_way(ending, error)
    return tuple(
        Way(_words(way) or _told_so_far(way), None, way.reason)
        if way.consistent is None
        else Way(_words(way) or _told_so_far(way), own_copy(_completed(error, case, way, system)))
        for way in ways
    )


def _followed(error: NonholoError, given: Case, moving: bool) -> tuple[Case, Consistency, System]:
    """A copy of the case, what the algorithm ends with from the initial state on, and the system
    it is said of.  Raises the error where that is no question.
    """
    if given.hidden or given.system.chart.n > FEW:
        raise error
    case = own_copy(given)
    asked = case.system if moving else replace(case.system, lagrangian=None)
    if moving and isinstance(error, SingularMass) and determined(at_numbers(asked)):
        raise error
    ending, system = followed(asked)
    return case, _chosen(ending, case.over(system)), system


def _completed(error: NonholoError, case: Case, ending: Consistency, system: System) -> Case:
    """The case with the hidden constraints of a set; raises the error where there are none."""
    steps = _hidden(ending)
    if not steps:
        raise error
    lagrangian = case.system.lagrangian if system.lagrangian is None else system.lagrangian
    return replace(case, system=replace(_with(system, steps), lagrangian=lagrangian), hidden=steps)


def whole_on_levels(case: Case, dependent: Sequence[str] = ()) -> tuple[Case, Pfaffian]:
    """`on_levels` of the case with its independent rows, or of it with its hidden constraints where
    rows contradict each other without these.

    Raises what `on_levels` does.
    """
    try:
        return _with_rows(on_levels(case, dependent))
    except ContradictoryConstraints as error:
        moving = case.system.lagrangian is not None
        return _with_rows(on_levels(completed_after(error, case, moving), dependent))


def _with_rows(case: Case) -> tuple[Case, Pfaffian]:
    rows, _, _ = independent_rows(case.system.pfaffian)
    return case, rows


def _require_one_way(ending: Consistency, error: NonholoError) -> None:
    """Raise what keeps the question from going on."""
    if ending.consistent is None:
        raise error
    if ending.consistent is False:
        if len(ending.steps) < 2:
            raise error
        raise ContradictoryConstraints(_contradicted(ending))
    end = [_words(way) for way in _ways(ending)]
    if len(end) > 1:
        raise ContradictoryConstraints(
            say(
                "the states in which a motion can go on fall apart: {pieces}; try adding one of "
                'these to the constraints ("{first}"), or an initial state on one of them alone, '
                "{where}; {ask} follows each",
                ask=asking("consistency"),
                pieces=" | ".join(end),
                first=end[0].split(", ")[0],
                where=given_under("initial"),
            )
        )
    if ending.freedom:
        raise SingularMass(
            say_many(
                ending.freedom,
                "the equations do not determine the accelerations: {n} of {names} may be any "
                "function of time; try a constraint that chooses it; {ask} tells the rest",
                "the equations do not determine the accelerations: {n} of {names} may be any "
                "functions of time; try constraints that choose them; {ask} tells the rest",
                ask=asking("consistency"),
                names=", ".join(f"{n}''" for n in ending.free),
            )
        )


def _contradicted(ending: Consistency) -> str:
    """What follows, and why its last step is not true."""
    *before, last = [f"{step.value!r} = 0" for step in ending.steps]
    parts = {"ask": asking("consistency"), "before": ", ".join(before), "last": last}
    if special := _special(ending):
        return say(
            "no motion obeys all equations for almost all values of {letters}: {before} "
            "follows, then {last}; try giving {letters} values for which this holds; {ask} "
            "tells where each step comes from",
            letters=", ".join(special),
            **parts,
        )
    if ending.steps[-1].at_times:
        return say(
            "no motion obeys all equations: {before} follows, then {last}, which is true "
            "at single times only; try dropping or correcting one of them; {ask} tells "
            "where each step comes from",
            **parts,
        )
    return say(
        "no motion obeys all equations: {before} follows, then {last}, which is never "
        "true; try dropping or correcting one of them; {ask} tells where each step comes "
        "from",
        **parts,
    )


def _special(ending: Consistency) -> list[str]:
    """The letters with special values for which what contradicts all others may be true."""
    last = [] if ending.branches else ending.steps[-1].special
    return sorted({*last, *(name for _, branch in ending.branches for name in _special(branch))})


def _chosen(ending: Consistency, case: Case) -> Consistency:
    """What is found from the initial state on, where that is given and lies on one branch alone."""
    alive = [way for way in ending.branches if way[1].consistent is not False]
    start = _initial_state(case)
    if len(alive) > 1 and any(condition.has(start) for condition, _ in alive):
        known = {**case.system.values, **case.nominal, **start}
        alive = [way for way in alive if vanishes(way[0].subs(known))]
    if len(alive) != 1:
        return ending
    ((condition, branch),) = alive
    return _along(ending, condition, _chosen(branch, case))


def _initial_state(case: Case) -> dict[Expr, Expr]:
    """The coordinates and velocities whose initial values are given."""
    chart = case.system.chart
    names = dict(zip((*chart.names, *(f"{n}dot" for n in chart.names)), (*chart.q, *chart.v)))
    exact = {names[n]: case.scope.expression(t) for n, t in case.irrational.items() if n in names}
    return {names[n]: chart.graph.lift(v) for n, v in case.initial.items() if n in names} | exact


def _ways(ending: Consistency) -> list[Consistency]:
    """What the algorithm ends with on each set where a motion can go on, or may."""
    if not ending.branches:
        return [] if ending.consistent is False else [ending]
    return [
        _along(ending, condition, way)
        for condition, branch in ending.branches
        for way in _ways(branch)
    ]


def _told_so_far(ending: Consistency) -> str:
    """The conditions that were met."""
    return ", ".join(f"{step.value!r} = 0" for step in _hidden(ending) or ending.steps)


def _along(ending: Consistency, condition: Expr, branch: Consistency) -> Consistency:
    """What is found where a condition holds, as an end with this one branch."""
    return replace(
        ending,
        consistent=branch.consistent,
        reason=branch.reason,
        free=branch.free,
        freedom=branch.freedom,
        branches=((condition, branch),),
    )


def _words(way: Consistency) -> str:
    """The conditions that choose it, empty for a set that does not fall apart."""
    told = [(f"{condition!r} = 0", _words(branch)) for condition, branch in way.branches]
    return ", ".join(word for pair in told for word in pair if word)


def _hidden(ending: Consistency) -> tuple[Step, ...]:
    """The steps that are new constraints, on the one branch that is left too."""
    new = tuple(step for step in ending.steps if step.outcome == "new")
    for condition, branch in ending.branches:
        if branch.consistent:
            last = ending.steps[-1]
            return (*new, replace(last, value=condition, outcome="new"), *_hidden(branch))
    return new


def _with(system: System, steps: Sequence[Step]) -> System:
    """The system with further constraints, holonomic ones before those on velocities."""
    placed, moving = (
        [step.value for step in steps if step.level == level]
        for level in ("configuration", "velocity")
    )
    more, bent = sorted_constraints(system.chart, moving, _labels(moving), placed, _labels(placed))
    rows = _joined(system.pfaffian, more)
    return replace(system, pfaffian=rows, nonlinear=(*system.nonlinear, *bent))


def _labels(values: Sequence) -> list[str]:
    return [f"{text(e)} = 0" for e in values]


def _joined(rows: Pfaffian, more: Pfaffian) -> Pfaffian:
    both = replace(
        rows,
        matrix=(*rows.matrix, *more.matrix),
        affine=(*rows.affine, *more.affine),
        labels=(*rows.labels, *more.labels),
        functions=(*rows.functions, *more.functions),
    )
    return both.take(sorted(range(both.k), key=lambda l: both.functions[l] is None))
