"""Configurations of rest in exact form: the common zeros of the virtual works, in pieces with
equations.

    F(q) + A(q)^T lambda = 0,     a_0 = 0,     f = 0

Each piece holds for letters where these give, at the numbers of the case, what the numbers give;
else for the numbers.  It is proved by its multipliers: A^T lambda = -F is solved on it, and what is
left of the n equations vanishes.  That holds wherever lambda is finite; where it is not, A loses
rank, and where it can, the configurations at which A has rank r for r = k - 1, ..., 0 are solved
for apart: there all minors of (A; F) of size r + 1 vanish.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.arithmetic.numbers import Rational
from nonholo.dynamics.rest_charts import CHART, rests_elsewhere
from nonholo.dynamics.rest_domain import excluded, real_where, unsettled
from nonholo.dynamics.rest_sides import sides
from nonholo.dynamics.statics import Statics, minors_of_size
from nonholo.errors import InadmissibleState, OutOfReach
from nonholo.expression.graph import Expr, linear
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.level_sets.points import sign_of
from nonholo.geometry.level_sets.rotations import orthonormal_parts
from nonholo.geometry.level_sets.sheets import (
    Sheet,
    Unsolved,
    at_numbers,
    bare,
    lies_in,
    parted,
    sheets,
)
from nonholo.geometry.level_sets.solved_pairs import with_solved_pairs
from nonholo.geometry.zeros.signs import never_vanishes, poles
from nonholo.geometry.zeros.zeros import common_zeros, periodic
from nonholo.linear.elimination import Echelon, Matrix, dot, echelon, vanishes
from nonholo.signs.factored import factored
from nonholo.words.sentence import Sentence, say

Values = Mapping[Expr, Expr]
TURNS = say("an angle is solved for up to whole turns, and the equations change with each turn")
MOST_BESIDE = 8  # sheets on which what was divided by vanishes
TIMES = say("a solution that changes in time is no rest, and was not looked at further")
NO_RANK = say("where the constraints lose rank was not looked at")
UNSURE = say("a solution did not solve all equations where it was put in")
DRY = say(
    "sign and abs of a velocity are 0 at rest here: dry friction holds more configurations than "
    "those without it"
)
NO_CHART = say(
    "where the coordinates lose their meaning and the forces balance by that alone, other rests "
    "were not excluded"
)
KINKS = say("configurations at which abs and sign change were not looked at: slopes jump there")
MANY = say("the constraints are too many for the minors that virtual work needs here")


def _by_letters(u: Expr) -> Sentence:
    return say("whether {u} is as assumed at each of these is open: letters decide it", u=u)


def _left_out(e: Expr) -> str:
    return say("points where {e} = 0 were divided by and not looked at apart", e=e)


@dataclass(frozen=True, slots=True)
class Piece:
    """Configurations of rest: an isolated one, or a family.

    values: coordinate -> expression in the others, which are free; under: not negative there;
    slopes: not zero there; multipliers: lambda, None where A has no full rank; at: the same values
    at the numbers of the case.
    """

    values: Values
    under: tuple[Expr, ...]
    slopes: tuple[Expr, ...]
    multipliers: tuple[Expr, ...] | None
    at: Values

    def free(self, chart: Chart) -> tuple[str, ...]:
        """The names of the coordinates that may have any value."""
        return tuple(n for n, q in zip(chart.names, chart.q) if q not in self.values)


@dataclass(frozen=True, slots=True)
class Exact:
    """The pieces found; complete: there are no others, else the reasons; statics: the forces for
    which they hold, at the numbers of the case if letters were not possible; moving: solutions
    that change in time; artefacts: solutions where the coordinates lose their meaning, no rests."""

    pieces: tuple[Piece, ...]
    complete: bool
    reasons: tuple[str, ...]
    statics: Statics
    moving: tuple[Values, ...] = ()
    unsolved: tuple[Unsolved, ...] = ()
    artefacts: tuple[Values, ...] = ()


def equilibria(statics: Statics) -> Exact:
    """All configurations of rest, solved for coordinates.

        sum_i F_i dq_i = 0 for all dq in ker A,      a_0 = 0,     f = 0

    statics: from `statics`.  Raises OutOfReach where no part of the set can be solved exactly.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "m*l**2*a'**2/2 + m*g*l*cos(a)").system
    >>> [dict(p.values) for p in equilibria(statics(system, distribution(system.pfaffian))).pieces]
    [{a: 0}, {a: pi}]
    """
    values = statics.system.values
    strata = [_solved(statics, statics.rows.k)]
    reasons: list[str] = [DRY] if statics.dry else []
    for rank in () if statics.full_rank else reversed(range(statics.rows.k)):
        try:
            lower = _solved(statics, rank)
            strata.append(replace(lower, unsolved=()))
        except (OutOfReach, ZeroDivisionError):
            reasons.append(NO_RANK)
            break
        if lower.unsolved:
            reasons.append(NO_RANK)
    letters = bool(values) and all(s.letters is not None for s in strata)
    told = statics if letters or not values else statics.numbered
    pieces: list[Piece] = []
    moving: list[Values] = []
    artefacts: list[Values] = []
    beside: list[Sheet] = []
    for stratum in strata:
        for shown, number in stratum.pairs(letters):
            if _moves(number, statics):
                moving.append(shown.values)
                continue
            if any(_within_piece(number, known, values) for known in pieces):
                continue
            try:
                unmet = rests_elsewhere(statics.numbered, number.values)
            except OutOfReach:
                reasons.append(CHART)
                continue
            if unmet is not None:
                artefacts.append(shown.values)
                beside += _where(number, unmet, statics)
            else:
                balanced = _balanced(told, shown, stratum.rank)
                pieces += [] if balanced is None else [_piece(told, balanced, shown, number)]
        reasons += stratum.open
    reasons += [TIMES] if any(len(one) < statics.chart.n for one in moving) else []
    if not all(any(_within_piece(b, known, values) for known in pieces) for b in beside):
        reasons.append(NO_CHART)
    unsolved = strata[0].unsolved
    if unsolved and not pieces:
        raise unsolved[0].why
    told_reasons = tuple(dict.fromkeys(reasons))
    complete = not reasons and not unsolved
    return Exact(
        tuple(pieces),
        complete,
        told_reasons,
        told,
        tuple(moving),
        tuple(unsolved),
        tuple(artefacts),
    )


def beside_kinks(statics: Statics) -> Exact:
    """Configurations of rest where all that stands in abs and sign is shown to have a sign, by the
    forces there; where these change none is looked for.

    statics: of forces that hold abs or sign.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x", "x'**2/2 - (abs(x) - 1)**2/2").system
    >>> found = beside_kinks(statics(system, distribution(system.pfaffian)))
    >>> [dict(p.values) for p in found.pieces]
    [{x: 1}, {x: -1}]
    """
    pieces: list[Piece] = []
    lettered = True
    for positive, there in sides(statics):
        try:
            exact = equilibria(there)
        except (OutOfReach, ZeroDivisionError):
            continue
        lettered = lettered and exact.statics is there
        for piece in exact.pieces:
            at = [e.subs(statics.system.values).subs(piece.at) for e in positive]
            if not any(e.support or sign_of(e) <= 0 for e in at):
                pieces.append(piece)
                lettered = lettered and all(_is_positive(e.subs(piece.values)) for e in positive)
    if lettered:
        return Exact(tuple(pieces), False, (KINKS,), statics)
    numbered = tuple(_at_numbers(piece, statics.system.values) for piece in pieces)
    return Exact(numbered, False, (KINKS,), statics.numbered)


def _is_positive(e: Expr) -> bool:
    """Whatever its letters are."""
    return range_of(e).nonzero and range_of(e).not_negative


def _at_numbers(piece: Piece, values: Values) -> Piece:
    def put(some: Sequence[Expr]) -> tuple[Expr, ...]:
        return tuple(e.subs(values) for e in some)

    multipliers = None if piece.multipliers is None else put(piece.multipliers)
    return Piece(piece.at, put(piece.under), put(piece.slopes), multipliers, piece.at)


def _where(sheet: Sheet, functions: Sequence[Expr], statics: Statics) -> list[Sheet]:
    """The part of a sheet on which functions vanish; all of it where they cannot be solved."""
    try:
        parts = sheets(functions, statics.chart)
    except OutOfReach:
        return [sheet]
    return [
        replace(
            sheet, values={**{q: e.subs(p.values) for q, e in sheet.values.items()}, **p.values}
        )
        for p in parts
    ]


@dataclass(frozen=True, slots=True)
class _Stratum:
    """Solutions of the equations of rest where A has at most a certain rank.

    numbers: at the numbers of the case; letters: the same ones for letters, None where there are
    others; real: which of them are shown to solve the equations at real points; open: what keeps
    them from being all; unsolved: parts that no formula gives.
    """

    rank: int
    numbers: Sequence[Sheet]
    letters: Sequence[Sheet] | None
    real: Sequence[bool]
    open: Sequence[str]
    unsolved: Sequence[Unsolved]

    def pairs(self, letters: bool) -> list[tuple[Sheet, Sheet]]:
        """Real solutions as they are told, and at the numbers."""
        told = self.letters if letters and self.letters is not None else self.numbers
        return [(a, b) for a, b, real in zip(told, self.numbers, self.real) if real]


def _solved(statics: Statics, rank: int) -> _Stratum:
    """Raises OutOfReach."""
    chart, values = statics.chart, statics.system.values
    full = rank == statics.rows.k
    at = statics.numbered.equations if full else statics.numbered.equations_at_rank(rank)
    equations = statics.equations if full else statics.equations_at_rank(rank)
    if at is None or equations is None:
        raise OutOfReach(MANY)
    at = tuple(with_solved_pairs(at, chart))
    equations = tuple(with_solved_pairs(equations, chart))
    parts = orthonormal_parts(statics.conditions, chart.q)
    each = [parted([*at, *part], chart) for part in parts]
    numbers = [_normal(s, at) for solved, _ in each for s in solved]
    unsolved = [one for _, left in each for one in left]
    letters = _with_letters(equations, parts, chart, numbers, values) if values else numbers
    if full and not unsolved:
        more = _regular_beside(statics, numbers, [[*at, *part] for part in parts], rank)
        lettered = [[*equations, *part] for part in parts]
        letters = _with_more(letters, more, lettered, chart, values)
        numbers = [*numbers, *more]
    letters = None if unsolved else letters
    possible = [
        _possible(n, at) and excluded(statics, n.values, n.turning) is None for n in numbers
    ]
    real = [p and all(vanishes(f.subs(n.values)) for f in at) for p, n in zip(possible, numbers)]
    unsure = [UNSURE] if real != possible else []
    met = [n for n, p in zip(numbers, possible) if p]
    doubted = (unsettled(statics, n.values, n.turning) for n in met)
    unsure += [_by_letters(u) for u in doubted if u is not None]
    partly = [one.sheet for one in unsolved]
    doubts = _doubts(statics, numbers, partly, [[*at, *part] for part in parts], rank)
    return _Stratum(rank, numbers, letters, real, [*doubts, *unsure], unsolved)


def _regular_beside(
    statics: Statics, solved: Sequence[Sheet], each: Sequence[Sequence[Expr]], rank: int
) -> list[Sheet]:
    """Those of `_beside` on which A has its rank at the numbers of the case."""
    try:
        return [
            sheet
            for sheet in _beside(solved, each, statics.chart)
            if _multipliers(statics.numbered, sheet.values)[0].rank >= rank
        ]
    except (OutOfReach, ZeroDivisionError):
        return []


def _beside(solved: Sequence[Sheet], each: Sequence[Sequence[Expr]], chart: Chart) -> list[Sheet]:
    """The sheets on which something vanishes that was divided by: those that are solved say nothing
    of them, as th = atan(-x/y) of y = 0.

    each: the equations on each part of the set.
    """
    every = list(solved)
    for sheet in every:  # which grows
        for e in (e for e in sheet.slopes if e.has(chart.q)):
            for equations in each:
                apart = [_normal(s, equations) for s in sheets([*equations, e], chart)]
                every += [s for s in apart if not any(_covers(k, s, chart) for k in every)]
        if len(every) > len(solved) + MOST_BESIDE:
            break
    return every[len(solved) :]


def _with_more(
    letters: list[Sheet] | None,
    more: Sequence[Sheet],
    each: Sequence[Sequence[Expr]],
    chart: Chart,
    values: Values,
) -> list[Sheet] | None:
    """The sheets with letters and those of `more` with letters; None if they are not the same."""
    if letters is None or not values or not more:
        return letters and [*letters, *more]
    try:
        pool = _beside(letters, each, chart)
        put = [(s, at_numbers(s, values)) for s in pool]
        return [*letters, *(next(s for s, at in put if _same(at, one)) for one in more)]
    except (OutOfReach, ZeroDivisionError, StopIteration):
        return None


def _within_piece(number: Sheet, known: Piece, values: Values) -> bool:
    """All that is solved for lies in a piece that is known already."""
    return _on(number, known.at, [e.subs(values) for e in known.slopes])


def _on(number: Sheet, values: Values, slopes: Sequence[Expr]) -> bool:
    """A sheet lies where coordinates have these values, and most of it where nothing that was
    divided by vanishes."""
    try:
        return lies_in(number, values) and not any(vanishes(e.subs(number.values)) for e in slopes)
    except (OutOfReach, ZeroDivisionError):
        return False


def implicit(statics: Statics) -> tuple[tuple[Expr, ...], ...] | None:
    """Configurations of rest as equations, factored as far as they can be: those of each piece.

    For equations that cannot be solved by formulas: none of the pieces is shown to have a real
    point.  None where this is out of reach.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "a'**2/2 + k*cos(a) - c*a**2/2").system
    >>> implicit(statics(system, distribution(system.pfaffian)))
    ((k*sin(a) + c*a,),)
    """
    equations = statics.numbered.equations
    try:
        if not equations:
            return None
        pieces = common_zeros(list(equations), statics.chart)
        return tuple(tuple(surface.f for surface in piece) for piece in pieces)
    except (OutOfReach, ZeroDivisionError):
        return None


def _with_letters(
    equations: Sequence[Expr],
    parts: Sequence[Sequence[Expr]],
    chart: Chart,
    numbers: Sequence[Sheet],
    values: Values,
) -> list[Sheet] | None:
    """The sheets with letters in the order of those with numbers; None if they are not the same
    ones.

    parts: what vanishes besides on each part of the set.  Of equations that are solved otherwise
    with letters the factors of letters alone are left out.
    """
    shorter = [_without_letters(e, chart) for e in equations]
    for written in (equations, shorter):
        try:
            every = [s for part in parts for s in sheets([*written, *part], chart)]
            matched = _matched(every, equations, numbers, values)
        except (OutOfReach, ZeroDivisionError):
            continue
        if matched is not None:
            return matched
    return None


def _matched(
    every: Sequence[Sheet],
    equations: Sequence[Expr],
    numbers: Sequence[Sheet],
    values: Values,
) -> list[Sheet] | None:
    lettered = [_normal(s, equations) for s in every]
    pool = [(s, _normal(at_numbers(s, values), equations)) for s in lettered]
    ordered = []
    for number in numbers:
        match = next((pair for pair in pool if _same(pair[1], number)), None)
        if match is None:
            return None
        pool.remove(match)
        ordered.append(match[0])
    return None if pool else ordered


def _without_letters(e: Expr, chart: Chart) -> Expr:
    """An equation without factors of letters alone that surely are not 0."""
    number, factors = factored(e)
    left = [
        (base, power)
        for base, power in factors
        if base.has([*chart.q, chart.t]) or not range_of(base).nonzero
    ]
    return e if len(left) == len(factors) or not number else e.graph.product(left)


def _same(a: Sheet, b: Sheet) -> bool:
    return set(a.values) == set(b.values) and all(
        vanishes(e - b.values[s]) for s, e in a.values.items()
    )


def _normal(sheet: Sheet, equations: Sequence[Expr]) -> Sheet:
    """Multiples of pi between -pi and pi, where a whole turn changes nothing."""
    turning = [s for s, e in sheet.values.items() if _multiple_of_pi(e) is not None]
    changed = {
        s: _within_a_turn(sheet.values[s])
        for s in turning
        if all(periodic(e, s) for e in equations)
    }
    return replace(sheet, values={**sheet.values, **changed}) if changed else sheet


def _multiple_of_pi(value: Expr) -> Rational | None:
    """c of a value c*pi."""
    constant, terms = linear(value)
    if constant == 0 and len(terms) == 1 and terms[0][0] is value.graph.pi:
        return terms[0][1]
    return None


def _within_a_turn(value: Expr) -> Expr:
    turns = _multiple_of_pi(value)
    assert turns is not None  # asked of multiples of pi
    p, q = int(turns.p), int(turns.q)
    p = p % (2 * q)
    return value.graph.scale(value.graph.pi, Rational(p - 2 * q if p > q else p, q))


def _possible(sheet: Sheet, equations: Sequence[Expr]) -> bool:
    """Neither surely imaginary nor beside the domain of the equations."""
    for e in sheet.under:
        if not e.support and sign_of(e) < 0 and not vanishes(e):
            return False
    try:
        return all(f.subs(sheet.values) is not None for f in equations)
    except ZeroDivisionError:
        return False


def _moves(sheet: Sheet, statics: Statics) -> bool:
    return any(e.has([statics.system.chart.t]) for e in sheet.values.values())


def _doubts(
    statics: Statics,
    solved: Sequence[Sheet],
    partly: Sequence[Sheet],
    each: Sequence[Sequence[Expr]],
    rank: int,
) -> list[str]:
    """What keeps the pieces on which A has a certain rank from being proved complete.

    partly: what is solved for on parts that are not solved; each: the equations on each part of
    the set.
    """
    chart, reasons, sheets_met = statics.chart, list[str](), [*solved, *partly]
    every = [f for at in each for f in at]
    turning = [s for sheet in sheets_met for s in sheet.turning]
    if turning and bare(every, list(dict.fromkeys(turning))):
        reasons.append(TURNS)
    told = [a for a in solved if rank == statics.rows.k and not _lies_in_another(a, solved)]
    slopes = {str(e): e for sheet in sheets_met for e in sheet.slopes if e.has(chart.q)}
    for e in slopes.values():
        try:
            beside = (s for at in each for s in sheets([*at, e], chart))
            apart = (
                _multipliers(statics.numbered, s.values)[0]
                for s in beside
                if not any(_covers(known, _normal(s, every), chart) for known in told)
            )
            if any(form.rank >= rank for form in apart):
                reasons.append(_left_out(e))
        except (OutOfReach, ZeroDivisionError):
            reasons.append(_left_out(e))
    return reasons


def _lies_in_another(sheet: Sheet, every: Sequence[Sheet]) -> bool:
    return any(_on(sheet, other.values, other.slopes) for other in every if other is not sheet)


def _covers(known: Sheet, beside: Sheet, chart: Chart) -> bool:
    """Every point of one sheet is one of another."""
    return _on(beside, known.values, known.slopes) and all(
        never_vanishes(e.subs(beside.values), chart) for e in known.slopes
    )


@dataclass(frozen=True, slots=True)
class _Balance:
    """lambda with F + A^T lambda = 0; unique: no others; wherever: it holds where these do not
    vanish."""

    multipliers: tuple[Expr, ...]
    unique: bool
    wherever: tuple[Expr, ...]


def _balanced(statics: Statics, sheet: Sheet, rank: int) -> _Balance | None:
    """Multipliers on most of a sheet; None where A has less rank there than `rank`, and the forces
    are not balanced.  Raises OutOfReach where they are open.
    """
    graph = statics.chart.graph
    form, residues = _multipliers(statics, sheet.values)
    if not all(map(vanishes, residues)):
        if form.rank < rank:
            return None
        raise OutOfReach(say("the forces at a solution are not balanced"))
    multipliers = [graph.zero] * statics.rows.k
    for column, row in zip(form.pivots, form.rows):
        multipliers[column] = row[-1]
    wherever = _balanced_where(statics, sheet, multipliers, form.rank)
    return _Balance(tuple(multipliers), form.rank == statics.rows.k, wherever)


def _balanced_where(
    statics: Statics, sheet: Sheet, multipliers: Sequence[Expr], rank: int
) -> tuple[Expr, ...]:
    """Where these do not vanish, the forces are balanced: lambda is finite, or A has its rank.

    Where A has its rank lambda can be chosen so that it is finite, even if its formula is 0/0.
    Raises OutOfReach.
    """
    chart = statics.chart
    some = dict.fromkeys(e for value in multipliers for e in poles(value, chart))
    divisors = [e for e in some if not any((e / known).is_number for known in sheet.slopes)]
    if not divisors:
        return ()
    rows = [[e.subs(sheet.values) for e in row] for row in statics.rows.matrix]
    minors = minors_of_size(chart, rows, rank)
    if minors is None:
        raise OutOfReach(MANY)
    squares = chart.graph.add(*(e**2 for e in minors))
    if never_vanishes(squares, chart):
        return ()
    return tuple(divisors) if all(_loses(chart, rows, e, rank) for e in divisors) else (squares,)


def _loses(chart: Chart, rows: Matrix, divisor: Expr, rank: int) -> bool:
    """The rows have a lower rank everywhere where the divisor vanishes."""
    try:
        return all(
            echelon(chart.graph, [[e.subs(s.values) for e in row] for row in rows]).rank < rank
            for s in sheets([divisor], chart)
        )
    except (OutOfReach, ZeroDivisionError):
        return False


def _piece(statics: Statics, balance: _Balance, shown: Sheet, number: Sheet) -> Piece:
    under = tuple(dict.fromkeys((*shown.under, *real_where(statics, shown.values))))
    slopes = tuple(dict.fromkeys((*shown.slopes, *balance.wherever)))
    multipliers = balance.multipliers if balance.unique else None
    return Piece(shown.values, under, slopes, multipliers, number.values)


def multipliers_at(statics: Statics, values: Values) -> tuple[Expr, ...] | None:
    """lambda with F + A^T lambda = 0 at a configuration; None if A has no full rank there.

    Raises InadmissibleState if the equations do not hold there, OutOfReach if that is open.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y", "(x'**2 + y'**2)/2 - m*g*y", (), ["y"]).system
    >>> multipliers_at(statics(system, distribution(system.pfaffian)), {})
    (m*g,)
    """
    form, residues = _multipliers(statics, values)
    if not all(map(vanishes, residues)):
        raise InadmissibleState(say("the forces at rest are not balanced there"))
    return tuple(row[-1] for row in form.rows) if form.rank == statics.rows.k else None


def _multipliers(statics: Statics, values: Values) -> tuple[Echelon, list[Expr]]:
    """A^T lambda = -F solved for lambda, and what is left of the other equations."""
    graph, k = statics.chart.graph, statics.rows.k
    table: Matrix = [
        [*(row[i].subs(values) for row in statics.rows.matrix), -statics.forces[i].subs(values)]
        for i in range(statics.chart.n)
    ]
    form = echelon(graph, table, range(k))
    return form, [dot(graph, idle, [row[k] for row in table]) for idle in form.idle]
