"""Where a case can rest: all configurations, the reactions there, and their stability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from nonholo.decide.zero import decide_zero
from nonholo.doing import doing
from nonholo.dynamics.equilibria import (
    NO_RANK,
    Piece,
    beside_kinks,
    equilibria,
    implicit,
    multipliers_at,
)
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.rest_charts import BY_CHART, CHART, rests_elsewhere
from nonholo.dynamics.rest_domain import excluded, nodes_of, real_where
from nonholo.dynamics.rest_energy import energy_minors
from nonholo.dynamics.rest_verdict import UNDECIDED
from nonholo.dynamics.small_motions import small_motions
from nonholo.dynamics.statics import Statics, statics
from nonholo.errors import (
    BadCase,
    InadmissibleState,
    NonholoError,
    NotApplicable,
    OutOfReach,
    said,
)
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.findings.completed import whole_on_levels
from nonholo.findings.enclosed_rests import Ranges, enclosed_rests
from nonholo.findings.pressing import pressing
from nonholo.findings.rests import Equilibria, Rest, exact_rest
from nonholo.findings.settling import settled_by
from nonholo.geometry.constraints.chart import no_coordinate
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_at, independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.level_sets.declared import declared_of
from nonholo.geometry.level_sets.level_set import LevelSet, has_limits
from nonholo.geometry.level_sets.sheets import UNSOLVED
from nonholo.geometry.survey import ROWS, rows_span
from nonholo.geometry.zeros.domain import (
    analytic_everywhere,
    beyond_letter_powers,
    beyond_letter_signs,
    beyond_waves,
)
from nonholo.geometry.zeros.signs import rank_drop
from nonholo.geometry.zeros.unsure import unsure
from nonholo.linear.elimination import vanishes
from nonholo.readers.case import Case
from nonholo.readers.given import as_case
from nonholo.readers.named import by_name
from nonholo.readers.on_levels import set_of
from nonholo.readers.own import own_copy
from nonholo.readers.specified import specified
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

MOST_CHOICES = 6  # of rows that are independent at most points
LIMITED = say(
    "the holonomic constraints have no value everywhere, or bend: there may be rests where they do"
)
CUSPS = say(
    "where the holonomic constraints lose rank there may be no way to move, whatever the forces "
    "are, and that was not looked at"
)
NO_FORMULA = say("no formula solves the equations of rest for coordinates")

ASKED = say("only the configuration that was asked for was looked at")


def equilibrium(
    given: Case | str | Path,
    at: Mapping[str, Any] | None = None,
    within: Mapping[str, tuple[Any, Any]] | None = None,
) -> Equilibria:
    """All configurations where a case can rest, with reactions and stability.

        F + A^T lambda = 0,  a_0 = 0,  f = 0      <=>      sum_i F_i dq_i = 0 for all dq in ker A

    F: the generalised forces at rest, dL/dq - d/dt dL/dq' + Q; time is frozen.  Exact where the
    equations can be solved by formulas; else at the numbers of the case, in enclosures that each
    hold exactly one (Moore1966, Krawczyk's operator).

    given: a case, the path of its file, or a model of sympy.physics.mechanics; inputs with a
    constant value have it; at: look at this configuration alone, {"theta": "pi/2"}, coordinates not
    named are 0, and inputs as they are unless named; within: coordinate -> (low,
    high) where enclosures are looked for; without it -pi to pi for angles, else -10 to 10.  Raises
    NotApplicable without a Lagrangian or for constraints nonlinear in the velocities; BadCase for a
    name or a range that is none; InadmissibleState where the case cannot rest `at` the
    configuration.  References: Lagrange1788, NeimarkFufaev1972.

    >>> import nonholo as nh
    >>> rod = nh.System("a", "m*l**2*a'**2/2 + m*g*l*cos(a)", parameters={"m": 1, "l": 1, "g": 1})
    >>> [(r.values, r.stability.verdict) for r in nh.equilibrium(rod).found]
    [({'a': 0}, 'stable'), ({'a': pi}, 'unstable')]
    """
    case = as_case(given)
    equilibria = pressing(_equilibria(own_copy(case), at, within))
    doing(say("the stability of each rest"))
    rests = tuple(_with_settling(case, equilibria, one) for one in equilibria.found)
    return replace(equilibria, found=rests)


def _with_settling(case: Case, equilibria: Equilibria, one: Rest) -> Rest:
    """With the assumptions under which an open stability is known."""
    open_ = one.stability.verdict == UNDECIDED and not equilibria.asked and not one.enclosure
    letters = len(case.scope.parameters) > len(case.system.values)
    if not open_ or not letters or one.multipliers is None:
        return one
    chart = equilibria.rest.system.chart
    values = {chart.graph.symbol(n): e for n, e in one.values.items()}
    try:
        multipliers = [m for m in one.multipliers if isinstance(m, Expr)]
        small = small_motions(equilibria.rest, values, multipliers)
        signs = [] if isinstance(small, str) else [*small.polynomial]
        signs += energy_minors(equilibria.rest, values, multipliers) or ()
    except (OutOfReach, ZeroDivisionError):
        return one
    few = unsure([e.subs(equilibria.rest.system.values) for e in signs], chart)

    def asked(other: Case) -> str | None:
        verdicts = (
            again.stability.verdict
            for again in _equilibria(other, None, None).found
            if _texts(again.values) == _texts(one.values)
        )
        return next((v for v in verdicts if v != UNDECIDED), None)

    if not few:
        return one
    open_ends = [e for e in one.under if not range_of(e).positive]
    return replace(one, settled_by=settled_by(case, few, "stability", asked, open_ends))


def _texts(values: Mapping[str, Expr]) -> dict[str, str]:
    return {n: text(e) for n, e in values.items()}


def _equilibria(
    case: Case,
    at: Mapping[str, Any] | None,
    within: Mapping[str, tuple[Any, Any]] | None,
) -> Equilibria:
    """`equilibrium` in the graph of the case itself."""
    require_lagrangian(case.system, case.title)
    box = _ranges(case, within or {})
    point = None if at is None else case.point(at)
    if _partial_values(case):
        return replace(_equilibria(specified(case), at, within), put=_values_told(case))
    given, case = case, _with_numbers(case, point or {})
    levels = [f.subs(case.system.values) for f in case.system.holonomic]
    declared = set_of(case) if declared_of(case.system.chart) else None
    case, rows = whole_on_levels(case)
    if at is not None:  # hidden constraints are found in a copy of the case
        point = case.point(at)
        rows = independent_at(case.system.pfaffian, rows, point)
    at_rest = statics(case.system, distribution(rows, case.dependent, case.place))
    if point is not None:
        return _at_point(case, at_rest, point)
    doing(say("where the forces balance"))
    try:
        rests = _with_parts(_by_formulas(case, at_rest, box, levels), declared)
        rests = _with_rows(rests, case, rows)
        return rests if rests.found else _without_inputs(given, rests, within)
    except (OutOfReach, ZeroDivisionError) as error:
        reason = NO_FORMULA if str(error).startswith(UNSOLVED) else said(error)
    if _nothing_acts(at_rest):
        return Equilibria(case, at_rest, (), True, (), True, implicit=(at_rest.conditions,))
    if not case.scope.functions:
        rests = _by_numbers(case, at_rest, box, reason)
        if not (rests.found or rests.complete or has_limits(levels, case.system.chart)):
            rests = _beside_kinks(case, at_rest, rests)
        return _with_rows(_with_parts(rests, declared), case, rows)
    try:
        return replace(_equilibria(specified(case), None, within), put=_values_told(case))
    except NotApplicable as error:
        reasons = (reason, said(error))
    return Equilibria(case, at_rest, (), False, reasons, implicit=implicit(at_rest) or ())


def _without_inputs(
    case: Case, rests: Equilibria, within: Mapping[str, tuple[Any, Any]] | None
) -> Equilibria:
    """Where nothing rests with inputs that have any value, what rests with those that are 0."""
    acting, at_rest = case.system.inputs, rests.rest
    free = [
        u
        for u, value in acting.items()
        if value is None and any(e.has([u]) for e in (*at_rest.conditions, *at_rest.work))
    ]
    if not free:
        return rests
    graph = case.system.chart.graph
    still = {s: graph.zero if s in free else e for s, e in acting.items()}
    quiet = _equilibria(replace(case, system=replace(case.system, inputs=still)), None, within)
    names = ", ".join(str(u) for u in free)
    other = say(
        "with special values of {inputs} there may be others; try giving them", inputs=names
    )
    return replace(
        quiet if quiet.found else rests,
        complete=False,
        reasons=(*(quiet if quiet.found else rests).reasons, other),
        inputs=tuple(f"{u} = 0" for u in free) if quiet.found else (),
    )


def _with_parts(rests: Equilibria, level_set: LevelSet | None) -> Equilibria:
    """Not all that is declared may leave whole parts of f = 0: a point that is left alone rests."""
    if level_set is None or not level_set.reason:
        return rests
    return replace(rests, complete=False, reasons=(*rests.reasons, level_set.reason))


def _with_rows(rests: Equilibria, case: Case, chosen: Pfaffian) -> Equilibria:
    """Where rows that were chosen vanish, others of them may hold what rests."""
    full = case.system.pfaffian
    if full.k == chosen.k or rows_span(full) or _same_by_others(rests, case, chosen.k):
        return rests
    return replace(rests, complete=False, reasons=(*rests.reasons, ROWS))


def _same_by_others(rests: Equilibria, case: Case, k: int) -> bool:
    """Whichever k of the rows are taken, they hold no other configurations: proved."""
    full = case.system.pfaffian
    places = [_texts(one.values) for one in rests.found if not (one.under or one.slopes)]
    if comb(full.k, k) > MOST_CHOICES:
        return False
    for some in combinations(range(full.k), k):
        rows = full.take(some)
        try:
            if independent_rows(rows)[0].k < k:
                continue
            exact = equilibria(statics(case.system, distribution(rows)))
        except (NonholoError, ZeroDivisionError):
            return False
        held = ({q.args: v for q, v in piece.values.items()} for piece in exact.pieces)
        if not exact.complete or any(_texts(values) not in places for values in held):
            return False
    return True


def _partial_values(case: Case) -> bool:
    """All functions have values, and some of these have a domain, kinks or poles: what holds for
    functions that are smooth everywhere does not hold for them.
    """
    functions, scope = case.scope.functions, case.scope
    return all(f.value for f in functions.values()) and not analytic_everywhere(
        [scope.value_of(name)[1] for name in functions]
    )


def _values_told(case: Case) -> tuple[str, ...]:
    functions = case.scope.functions.items()
    return tuple(f"{name}({', '.join(f.slots)}) = {f.value}" for name, f in functions)


def _with_numbers(case: Case, point: Mapping[Expr, Expr]) -> Case:
    """The case with the numbers of a point, and with inputs of a constant value as parameters."""
    system, chart = case.system, case.system.chart
    named = {s: e for s, e in point.items() if s not in chart.q and s is not chart.t}
    steady = {u: x for u, x in system.inputs.items() if x is not None and not x.has([chart.t])}
    numbers = {**steady, **named}
    left = {u: x for u, x in system.inputs.items() if u not in numbers}
    return replace(case, system=replace(system, values={**system.values, **numbers}, inputs=left))


def _nothing_acts(at_rest: Statics) -> bool:
    """No force acts at rest and no constraint drives: each configuration with f = 0 is one of rest,
    whatever rank the constraints have there."""
    driven = not at_rest.rows.catastatic or any(
        f.has([at_rest.system.chart.t]) for f in at_rest.conditions
    )
    return all(F.is_zero for F in at_rest.forces) and not driven


def _by_numbers(case: Case, at_rest: Statics, box: Ranges, reason: str) -> Equilibria:
    """Enclosures at the numbers of the case; reason: why no formula solves it."""
    try:
        return enclosed_rests(case, at_rest.numbered, box)
    except (NotApplicable, OutOfReach) as error:
        reasons = (reason, said(error))
    return Equilibria(case, at_rest.numbered, (), False, reasons, implicit=implicit(at_rest) or ())


def _ranges(
    case: Case, within: Mapping[str, tuple[Any, Any]]
) -> dict[str, tuple[Fraction, Fraction]]:
    complaints: list[str] = []
    ranges = {}
    for name, pair in by_name(within, case.symbols, case.name, "within").items():
        if name not in case.system.chart.names:
            complaints.append(no_coordinate(name, case.system.chart.names))
            continue
        try:
            low, high = (Fraction(str(end)) for end in pair)
        except (ValueError, TypeError, ZeroDivisionError):
            low = high = Fraction(0)
        if not low < high:
            complaints.append(
                say(
                    "{name}: needed is a range of two numbers such as (-2, 2), given was {pair!r}",
                    name=name,
                    pair=pair,
                )
            )
        ranges[name] = (low, high)
    if complaints:
        raise BadCase(case.name, complaints)
    return ranges


def _obeys(levels: Sequence[Expr], values: Mapping[Expr, Expr]) -> bool:
    """All levels have a value there, and it is 0."""
    try:
        return all(vanishes(f.subs(values)) for f in levels)
    except (OutOfReach, ZeroDivisionError):
        return False


def _by_formulas(case: Case, at_rest: Statics, box: Ranges, levels: Sequence[Expr]) -> Equilibria:
    """Exact pieces, and enclosures in the parts that no formula gives.

    levels: as they are given.  Raises OutOfReach where there is no piece, or where values of
    unspecified functions can help.
    """
    exact = equilibria(at_rest)
    functions = case.scope.functions.values()
    if exact.unsolved and functions and all(f.value for f in functions):
        raise exact.unsolved[0].why
    reasons = exact.reasons
    if not at_rest.full_rank and (lost := rank_drop(at_rest.rows)):
        told = NO_RANK + ": " + ", ".join(f"{presentable(e)} = 0" for e in lost)
        reasons = tuple(told if reason == NO_RANK else reason for reason in reasons)
    pieces = exact.pieces
    if limited := has_limits(levels, case.system.chart):
        pieces = tuple(piece for piece in pieces if _obeys(levels, piece.values))
        reasons = (*reasons, LIMITED)
    if not (smooth := at_rest.smooth_set):
        reasons = (*reasons, CUSPS)
    nodes = nodes_of(at_rest.numbered)
    letters = beyond_letter_powers(nodes_of(at_rest)) or beyond_letter_signs(nodes, at_rest.chart)
    if beyond := letters or beyond_waves(nodes):
        reasons = (*reasons, beyond)
    rests = [exact_rest(case, exact.statics, piece) for piece in pieces]
    whole = exact.complete or bool(exact.unsolved and not reasons)
    complete, left = whole and not limited and smooth and not beyond, []
    for part in exact.unsolved:
        try:
            enclosed = enclosed_rests(case, exact.statics.numbered, box, part)
        except (NotApplicable, OutOfReach) as error:
            complete, reasons = False, (*reasons, said(error))
            solved = (q - e for q, e in part.sheet.values.items())
            left.append((*solved, *part.functions))
            continue
        rests += enclosed.found
        complete, reasons = complete and enclosed.complete, (*reasons, *enclosed.reasons)
    return Equilibria(
        case,
        exact.statics,
        tuple(rests),
        complete,
        tuple(dict.fromkeys(reasons)),
        exact.statics is at_rest and not beyond_waves(nodes_of(at_rest)),
        tuple({s.args: e for s, e in values.items()} for values in exact.moving),
        tuple(left),
        artefacts=tuple(
            {q.args: v[q] for q in case.system.chart.q if q in v} for v in exact.artefacts
        ),
    )


def _beside_kinks(case: Case, at_rest: Statics, none: Equilibria) -> Equilibria:
    """Those that formulas give where abs and sign do not change; none: where these give none."""
    exact = beside_kinks(at_rest)
    if not exact.pieces:
        return none
    rests = tuple(exact_rest(case, exact.statics, piece) for piece in exact.pieces)
    letters = exact.statics is at_rest
    return Equilibria(case, exact.statics, rests, False, exact.reasons, letters)


def _at_point(case: Case, at_rest: Statics, point: Mapping[Expr, Expr]) -> Equilibria:
    """The configuration that was asked for.  Raises InadmissibleState where the case cannot rest
    there."""
    chart = at_rest.system.chart
    given = {s: e for s, e in point.items() if s not in chart.q and s is not chart.t}
    values = {q: point[q].subs(given) for q in chart.q}
    letters = not given and all(_is_zero(e, values) for e in (*at_rest.conditions, *at_rest.work))
    told = at_rest if letters else at_rest.numbered
    names = ", ".join(f"{n} = {values[q]}" for n, q in zip(chart.names, chart.q))
    beside = excluded(at_rest, {**values, **given})
    if beside is not None:
        raise InadmissibleState(
            say(
                "{case} cannot be at {names}: {beside} has a value there that real forces, or "
                "what is assumed, do not allow",
                case=case.name,
                names=names,
                beside=presentable(beside),
            )
        )
    conditions = [(say("the constraints need"), e) for e in told.conditions]
    works = [
        (say("the virtual displacement ({arrow}) has the work", arrow=_arrow(v)), w)
        for v, w in zip(told.displacements, told.work)
    ]
    for words, e in (*conditions, *works):
        if not _is_zero(e.subs(given), values):
            try:
                work = presentable(e.subs(given).subs(values))
                left = say("{words} {work}, needed is 0", words=words, work=work)
            except ZeroDivisionError:
                left = say("a force or a constraint has no value there (a division by zero)")
            told_where = say("{case} cannot rest at {names}: ", case=case.name, names=names)
            raise InadmissibleState(told_where + left)
    reasons = [ASKED]
    try:
        if rests_elsewhere(at_rest.numbered, {q: e.subs(given) for q, e in values.items()}):
            told_where = say("{case} cannot rest at {names}: ", case=case.name, names=names)
            raise InadmissibleState(told_where + BY_CHART)
    except OutOfReach:
        reasons.append(CHART)
    multipliers = multipliers_at(told, values)
    record = exact_rest(
        case, told, Piece(values, real_where(told, values), (), multipliers, values)
    )
    return Equilibria(case, told, (record,), False, tuple(reasons), letters, asked=True)


def _is_zero(e: Expr, values: Mapping[Expr, Expr]) -> bool:
    try:
        return decide_zero(e.subs(values)).answer is True
    except ZeroDivisionError:
        return False


def _arrow(vector: Sequence[Expr]) -> str:
    return ", ".join(str(presentable(e)) for e in vector)
