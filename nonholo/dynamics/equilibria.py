"""Configurations of rest in exact form: the common zeros of the virtual works, in pieces with
equations.

    F(q) + A(q)^T lambda = 0,     a_0 = 0,     f = 0

Each piece holds for letters where these give, at the numbers of the case, what the numbers give;
else for the numbers.  It is proved by its multipliers: A^T lambda = -F is solved on it, and what is
left of the n equations vanishes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import PRECISIONS, ball
from nonholo.dynamics.statics import Statics
from nonholo.errors import InadmissibleState, OutOfReach
from nonholo.expression.graph import Expr, linear
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.level_sets.sheets import Sheet, at_numbers, bare, sheets
from nonholo.geometry.zeros.zeros import common_zeros, periodic
from nonholo.linear.elimination import Matrix, dot, echelon, vanishes

Values = Mapping[Expr, Expr]
TURNS = "an angle is solved for up to whole turns, and the equations change with each turn"
TIMES = "a solution that changes in time is no rest, and was not looked at further"
LEFT_OUT = "points where {} = 0 were divided by and not looked at apart"
NO_RANK = "where the constraints lose rank was not looked at"
UNSURE = "a solution did not solve all equations where it was put in"
DRY = (
    "sign and abs of a velocity are 0 at rest here: dry friction holds more configurations than "
    "those without it"
)
MANY = "the constraints are too many for the minors that virtual work needs here"


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
    """The pieces found; complete: there are no others, else the reasons; rest: the forces for which
    they hold, at the numbers of the case if letters were not possible; moving: solutions that
    change in time."""

    pieces: tuple[Piece, ...]
    complete: bool
    reasons: tuple[str, ...]
    rest: Statics
    moving: tuple[Values, ...] = ()


def equilibria(statics: Statics) -> Exact:
    """All configurations of rest, solved for coordinates.

        sum_i F_i dq_i = 0 for all dq in ker A,      a_0 = 0,     f = 0

    statics: from `statics`.  Raises OutOfReach where the equations cannot be solved exactly.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "m*l**2*a'**2/2 + m*g*l*cos(a)").system
    >>> [dict(p.values) for p in equilibria(statics(system, distribution(system.pfaffian))).pieces]
    [{a: 0}, {a: pi}]
    """
    chart, plain = statics.chart, statics.numbered
    at, equations = plain.equations, statics.equations
    if at is None or equations is None:
        raise OutOfReach(MANY)
    numbers = [_normal(s, at, chart) for s in sheets(at, chart)]
    values = statics.system.values
    letters = _with_letters(equations, chart, numbers, values) if values else numbers
    told = plain if letters is None else statics
    real = [pair for pair in zip(letters or numbers, numbers) if _possible(pair[1], at)]
    sure = [pair for pair in real if all(vanishes(f.subs(pair[1].values)) for f in at)]
    pieces = [_piece(told, shown, n) for shown, n in sure if not _moves(n, statics)]
    reasons = _open(statics, numbers, at) + ([UNSURE] if len(sure) < len(real) else [])
    moving = tuple(shown.values for shown, n in sure if _moves(n, statics))
    reasons += [TIMES] if any(len(values) < chart.n for values in moving) else []
    return Exact(tuple(pieces), not reasons, tuple(reasons), told, moving)


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
    equations: Sequence[Expr], chart: Chart, numbers: Sequence[Sheet], values: Values
) -> list[Sheet] | None:
    """The sheets with letters in the order of those with numbers; None if they are not the same
    ones."""
    try:
        lettered = [_normal(s, equations, chart) for s in sheets(equations, chart)]
        pool = [(s, _normal(at_numbers(s, values), equations, chart)) for s in lettered]
        ordered = []
        for number in numbers:
            match = next((pair for pair in pool if _same(pair[1], number)), None)
            if match is None:
                return None
            pool.remove(match)
            ordered.append(match[0])
        return None if pool else ordered
    except (OutOfReach, ZeroDivisionError):
        return None


def _same(a: Sheet, b: Sheet) -> bool:
    return set(a.values) == set(b.values) and all(
        vanishes(e - b.values[s]) for s, e in a.values.items()
    )


def _normal(sheet: Sheet, equations: Sequence[Expr], chart: Chart) -> Sheet:
    """Multiples of pi between -pi and pi, where a whole turn changes nothing."""
    turning = [s for s, e in sheet.values.items() if _turns(e) is not None]
    changed = {
        s: _within(sheet.values[s]) for s in turning if all(periodic(e, s) for e in equations)
    }
    return replace(sheet, values={**sheet.values, **changed}) if changed else sheet


def _turns(value: Expr) -> Rational | None:
    """c of a value c*pi."""
    constant, terms = linear(value)
    if constant == 0 and len(terms) == 1 and terms[0][0] is value.graph.pi:
        return terms[0][1]
    return None


def _within(value: Expr) -> Expr:
    turns = _turns(value)
    assert turns is not None  # asked of multiples of pi
    p, q = int(turns.p), int(turns.q)
    p = p % (2 * q)
    return value.graph.scale(value.graph.pi, Rational(p - 2 * q if p > q else p, q))


def _possible(sheet: Sheet, equations: Sequence[Expr]) -> bool:
    """Neither surely imaginary nor beside the domain of the equations."""
    for e in sheet.under:
        if not e.support and _sign(e) < 0 and not vanishes(e):
            return False
    try:
        return all(f.subs(sheet.values) is not None for f in equations)
    except ZeroDivisionError:
        return False


def _sign(number: Expr) -> int:
    for precision in PRECISIONS:
        value = ball(number, {}, precision)
        if value.is_finite() and not value.contains(0):
            return 1 if value > 0 else -1
    return 0


def _moves(sheet: Sheet, statics: Statics) -> bool:
    return any(e.has([statics.system.chart.t]) for e in sheet.values.values())


def _open(statics: Statics, numbers: Sequence[Sheet], at: Sequence[Expr]) -> list[str]:
    """What keeps the list of pieces from being proved complete."""
    chart, reasons = statics.chart, [DRY] if statics.dry else []
    turning = [s for sheet in numbers for s in sheet.turning]
    if turning and bare(list(at), list(dict.fromkeys(turning))):
        reasons.append(TURNS)
    if not statics.full_rank:
        reasons.append(NO_RANK)
    slopes = {str(e): e for sheet in numbers for e in sheet.slopes if e.has(chart.q)}
    for e in slopes.values():
        try:
            if sheets([*at, e], chart):
                reasons.append(LEFT_OUT.format(e))
        except (OutOfReach, ZeroDivisionError):
            reasons.append(LEFT_OUT.format(e))
    return reasons


def _piece(statics: Statics, shown: Sheet, number: Sheet) -> Piece:
    """The piece with its multipliers; raises OutOfReach where the n equations are not proved."""
    try:
        multipliers = multipliers_at(statics, shown.values)
    except InadmissibleState as error:
        raise OutOfReach(str(error)) from None
    return Piece(shown.values, shown.under, shown.slopes, multipliers, number.values)


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
    graph, k = statics.chart.graph, statics.rows.k
    table: Matrix = [
        [*(row[i].subs(values) for row in statics.rows.matrix), -statics.forces[i].subs(values)]
        for i in range(statics.chart.n)
    ]
    form = echelon(graph, table, range(k))
    for combination in form.idle:
        if not vanishes(dot(graph, combination, [row[k] for row in table])):
            raise InadmissibleState("the forces at rest are not balanced there")
    return tuple(row[k] for row in form.rows) if form.rank == k else None
