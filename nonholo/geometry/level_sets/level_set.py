"""Constraints on the set Z where all holonomic constraints f_i = 0 hold: real points of it, and
rows written on it.

Near a point of Z where A has full rank the kernel of the rows (df_1..df_p, w_1..w_k) is tangent to
Z, so brackets and curvature restrict to Z.  Ranks and growth never exceed, at a point of Z, those
of most points of its part of Z, and these never exceed the generic ones of the whole space: generic
values met at one point of Z hold on its part of Z. Where they are not met, the solution z = phi of
f = 0 is put into the rows:

    df -> d(z - phi),      z -> phi, dz -> dphi in all other rows:       the set is then the same on
    all levels
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, product

from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.decide.ball import ball
from nonholo.errors import ContradictoryConstraints, OutOfReach, said
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import range_of, words
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, nonzero
from nonholo.geometry.level_sets.by_letters import points_by_letters
from nonholo.geometry.level_sets.declared import (
    declared_of,
    left_out,
    nothing_inside,
    turned_inside,
)
from nonholo.geometry.level_sets.irreducible import irreducible, one_piece
from nonholo.geometry.level_sets.points import (
    MOST_POINTS,
    Question,
    Values,
    exact_point,
    is_inside,
    limits,
    on_surface,
    real_points,
    sign_of,
    slopes_lost,
)
from nonholo.geometry.level_sets.sheets import (
    UNSOLVED,
    Sheet,
    at_numbers,
    bare,
    is_negative,
)
from nonholo.geometry.level_sets.signed_sheets import MOST_SWITCHES, by_signs
from nonholo.geometry.level_sets.unturned import unturned
from nonholo.geometry.zeros.domain import switches, undefined
from nonholo.geometry.zeros.signs import jumps, no_common_zero
from nonholo.geometry.zeros.zeros import nowhere_zero
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say, together

CLOSE = 1e-6  # of an initial configuration, whose numbers are rounded
FOR_EVERY_PART = say(
    "the holonomic constraints could not be solved, and whether f = 0 has other parts is open"
)
MANY_PIECES = say("whether f = 0 is one piece for the roots and arcs of the constraints is open")
PIECES = say(
    "the constraints are put together from pieces, and which of them lie on f = 0 was not looked at"
)
NO_POINT = say("no real point was found where the holonomic constraints hold")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of Z.  sheet: None if it is only known near its points; points: exact real points of
    it.
    """

    sheet: Sheet | None
    points: tuple[Values, ...]

    @property
    def words(self) -> str:
        """ "z = 1", for people."""
        if self.sheet is None:
            return say("the part through the point that was looked at")
        return ", ".join(f"{s} = {e}" for s, e in self.sheet.values.items())

    def over(self, graph: Graph) -> Part:
        """The part in another graph."""
        return Part(
            self.sheet and self.sheet.over(graph), tuple(graph.copied(p) for p in self.points)
        )


@dataclass(frozen=True, slots=True)
class LevelSet:
    """The parts of Z, in the graph of the constraints; complete: there are no others, else the
    `reason`.

    numbers: the solutions hold for the given numbers of the parameters only; here: the part that
    holds the configuration asked for.
    """

    parts: tuple[Part, ...]
    complete: bool
    reason: str = ""
    numbers: bool = False
    here: Part | None = None


def level_set(asked: Question) -> LevelSet | None:
    """The set where all holonomic constraints of the rows hold; None if there are none.

    Raises ContradictoryConstraints if it surely has no real point.

    >>> import nonholo as nh
    >>> from nonholo.geometry.level_sets.points import Question
    >>> ring = nh.System("x y", None, (), ["x**2 + y**2 - 1"])
    >>> zero_set = level_set(Question(ring.system.pfaffian, {}, ring.nominal))
    >>> [part.words for part in zero_set.parts], zero_set.complete
    (['x = sqrt(1 - y**2)', 'x = -sqrt(1 - y**2)'], True)
    """
    functions = [f for f in asked.rows.functions if f is not None]
    if not functions:
        return None
    copied = _copied(asked)
    zero_set = _solved_set(copied, [f for f in copied.rows.functions if f is not None])
    if not zero_set.parts and zero_set.complete:
        _refuse(asked.rows, zero_set.reason)
    return _back(zero_set, asked.rows.chart.graph)


def also_zero(asked: Question, equations: Sequence[Expr]) -> LevelSet:
    """The part of the set where some equations hold too: without parts and complete if there is
    surely none.

    Where time stands in them it is one coordinate more: x t = 0 and t = 0 have common points.
    """
    copied = _copied(asked)
    more = copied.rows.chart.graph.copy(equations)
    functions = [*(f for f in copied.rows.functions if f is not None), *more]
    if any(f.has([copied.rows.chart.t]) for f in functions):
        copied = replace(copied, rows=_in_space_time(copied.rows))
    return _back(_solved_set(replace(copied, given=False), functions), asked.rows.chart.graph)


def _refuse(rows: Pfaffian, undefined_row: str) -> None:
    if undefined_row:
        raise ContradictoryConstraints(
            say(
                "where the holonomic constraints hold a constraint has no real value anywhere: "
                "{why}; try correcting one of them",
                why=undefined_row,
            )
        )
    labels = [label for label, f in zip(rows.labels, rows.functions) if f is not None]
    assumed = ", ".join(words(text(e), known) for e, known in declared_of(rows.chart))
    beside = say(" (assumed, or needed for values, is {told})", told=assumed) if assumed else ""
    if len(labels) == 1:
        told = say(
            "no configuration (in real numbers) satisfies the holonomic constraint "
            "{labels}; try correcting it",
            labels=labels[0],
        )
    else:
        told = say(
            "no configuration (in real numbers) satisfies all holonomic constraints: "
            "{names}; try dropping or correcting one of them",
            names="; ".join(labels),
        )
    timed = any(f is not None and f.has([rows.chart.t]) for f in rows.functions)
    instants = say(" (at single instants there may be some, and no motion)") if timed else ""
    raise ContradictoryConstraints(together((told, beside, instants)))


def _copied(asked: Question) -> Question:
    """In a graph of its own: what is merged there burdens nobody else."""
    graph, old = asked.rows.chart.graph.fresh(), asked.rows.chart
    new_chart = chart_of(graph, old.names, old.t.args)

    rows = asked.rows
    functions = iter(graph.copy([f for f in rows.functions if f is not None]))
    copied = replace(
        rows,
        chart=new_chart,
        affine=tuple(graph.copy(rows.affine)),
        matrix=tuple(tuple(graph.copy(row)) for row in rows.matrix),
        functions=tuple(None if f is None else next(functions) for f in rows.functions),
    )
    return Question(
        copied,
        graph.copied(asked.values),
        graph.copied(asked.nominal),
        asked.given,
        tuple(graph.copy(asked.slacks)),
        tuple(graph.copy(asked.prefer)),
    )


def _in_space_time(rows: Pfaffian) -> Pfaffian:
    """The rows with t as the last coordinate, and nothing that runs by itself."""
    graph, old = rows.chart.graph, rows.chart
    return replace(
        rows,
        chart=chart_of(graph, (*old.names, text(old.t)), f"{text(old.t)}'"),
        matrix=tuple((*row, drift) for row, drift in zip(rows.matrix, rows.affine)),
        affine=(graph.zero,) * rows.k,
    )


def _back(zero_set: LevelSet, graph: Graph) -> LevelSet:
    parts = tuple(part.over(graph) for part in zero_set.parts)
    return replace(
        zero_set,
        parts=parts,
        here=None if zero_set.here is None else parts[zero_set.parts.index(zero_set.here)],
    )


# the parts
def _solved_set(asked: Question, functions: Sequence[Expr]) -> LevelSet:
    """The parts; solved for what is not bounded where nothing was found of one that is: on a circle
    with x >= 0 y = sqrt(1 - x^2), for all of x = -sqrt(1 - y^2) is beyond, but for its border.
    """
    first = _solved_as_wished(asked, functions)
    chart = asked.rows.chart
    bounds = [*asked.slacks, *(e for e, _ in declared_of(chart))]
    unbounded = tuple(q for q in chart.q if not any(e.has([q]) for e in bounds))
    if first.parts or first.complete or not bounds or not any(f.has(unbounded) for f in functions):
        return first
    second = _solved_as_wished(replace(asked, prefer=unbounded), functions)
    return second if second.parts else first


def _solved_as_wished(asked: Question, functions: Sequence[Expr]) -> LevelSet:
    chart = asked.rows.chart
    try:
        at_values = [f.subs(asked.values) for f in functions]
        if any(range_of(f).nonzero for f in at_values):
            return LevelSet((), True)
        letters = by_signs(functions, chart, asked.prefer)
        plain = at_values == functions  # without letters: not solved again
        numbers = letters if plain else by_signs(at_values, chart, asked.prefer)
        same = plain or _alike(letters, numbers, asked.values)
    except (OutOfReach, ZeroDivisionError) as error:
        return _unsolved(asked, functions, said(error))
    nodes = [e.subs(asked.values) for e in _velocity_entries(asked)]
    solved_for = [e for sheet in numbers for e in sheet.values.values()]
    bent = has_limits(functions, chart) or any(s.under or s.turning for s in numbers)
    signed = limits(tuple(nodes)).signed
    if limits(tuple(solved_for)).signed or (signed and bent) or _lost_on_a_side(asked):
        return LevelSet((), False, PIECES)
    parts, reason, beyond, unseen = [], "", "", False
    for numeric, shown in zip(numbers, letters if same else numbers):
        if any(undefined(f, numeric.values) for f in at_values):
            continue
        if _imaginary(numeric, chart) or _forbidden(numeric, asked):
            continue
        numeric, shown = (_turned(sheet, chart) for sheet in (numeric, shown))
        if why := _beyond_domain(numeric, asked):
            beyond = why
            continue
        points = real_points(numeric, functions, asked)
        if points and not one_piece(numeric.values, nodes, chart):
            return _unsolved(asked, functions, MANY_PIECES)
        if not points and limits(tuple(at_values)).signed:
            return LevelSet((), False, PIECES)
        reason = reason if points else nothing_inside(chart) if declared_of(chart) else NO_POINT
        unseen = unseen or not (points or any(range_of(e).not_positive for e in numeric.under))
        parts.append(Part(shown, tuple(points)))
    turning = [s for sheet in numbers for s in sheet.turning]
    if not reason and turning and bare(entries(asked.rows), list(dict.fromkeys(turning))):
        reason = say(
            "an angle on f = 0 is known up to whole turns only, and the constraints change with "
            "each turn"
        )
    parts = [p for p in parts if p.points]
    told, here = reason if parts or reason else beyond, _here(parts, asked)
    if unseen and here is None:  # it may well be where the others differ
        return LevelSet((), False, told)
    if any(jumps(f, chart) for f in at_values):  # what is left where a sign is 0 is in no part
        return LevelSet(tuple(parts), False, told or PIECES, not same, here)
    return LevelSet(tuple(parts), not reason, told, not same, here)


def _velocity_entries(asked: Question) -> list[Expr]:
    """The coefficients of the velocity constraints, without a factor of a row that jumps.

    sign(x) (y dx + dz) and y dx + dz have one kernel wherever the first one has a value.
    """
    return [e for row in _velocity_rows(asked) for e in _without_jumps(row)]


def _velocity_rows(asked: Question) -> list[list[Expr]]:
    rows = asked.rows.take([l for l, f in enumerate(asked.rows.functions) if f is None])
    return [[*nonzero(row).values(), b] for row, b in zip(rows.matrix, rows.affine)]


def _lost_on_a_side(asked: Question) -> bool:
    """A row says nothing where some signs are as they are, and then the rank is less."""
    signed = (row for row in _velocity_rows(asked) if limits(tuple(row)).signed)
    return any(map(_nothing_on_a_side, signed))


def _without_jumps(row: list[Expr]) -> list[Expr]:
    if not limits(tuple(row)).signed:
        return row
    pivot = next(e for e in row if not e.is_zero)
    ratios = [e / pivot for e in row]
    return row if limits(tuple(ratios)).signed else ratios


def _nothing_on_a_side(row: list[Expr]) -> bool:
    """All coefficients may vanish wherever some signs in them are as they are: those of (sign(x) +
    1) dy do where x < 0, and no row is left there.
    """
    calls, graph = switches(row), row[0].graph
    if len(calls) > MOST_SWITCHES:
        return True
    for signs in product((1, -1), repeat=len(calls)):
        put = {
            call: (call.args[1][0] if call.args[0] == "abs" else graph.one) * sign
            for call, sign in zip(calls, signs)
        }
        if all(map(vanishes, graph.substitute(row, put))):
            return True
    return False


def has_limits(functions: Sequence[Expr], chart: Chart) -> bool:
    """Not all configurations give the functions values, or they bend or jump.

    functions: of coordinates; chart: theirs.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, (), ["log(y) = x", "sqrt(1 + x**2) = y"])
    >>> [has_limits([f], case.system.chart) for f in case.system.holonomic]
    [True, False]
    """
    within, moving = limits(tuple(functions)), (*chart.q, chart.t)
    apart = [u for u in (*within.positive, *within.signed) if u.has(moving)]
    return not all(nowhere_zero(u, chart) for u in apart)


def _alike(letters: Sequence[Sheet], numbers: Sequence[Sheet], values: Values) -> bool:
    """The solution with letters is, at the numbers, that of the numbers."""
    try:
        moved = [at_numbers(sheet, values) for sheet in letters]
    except ZeroDivisionError:
        return False
    return len(moved) == len(numbers) and all(
        set(a.values) == set(b.values)
        and all(vanishes(e - b.values[s]) for s, e in a.values.items())
        for a, b in zip(moved, numbers)
    )


def _unsolved(asked: Question, functions: Sequence[Expr], reason: str) -> LevelSet:
    """Only the part through the nominal configuration, if that is on Z."""
    if limits(tuple(_velocity_entries(asked))).signed or _lost_on_a_side(asked):
        return LevelSet((), False, PIECES)
    here = {**asked.nominal, **asked.values}
    numeric = [f.subs(asked.values) for f in functions]
    point = exact_point(Sheet(), functions, here, asked)
    if point is None and not asked.given:
        point = unturned(numeric, asked)
    if speaking := points_by_letters(numeric, asked):
        return LevelSet((Part(None, tuple(speaking)),), True)
    if len(numeric) == 1 and irreducible(numeric[0], entries(asked.rows)):
        near = [] if point is None else [point]
        every = chain(near, on_surface(numeric[0], functions, asked))
        regular = (p for p in every if _shows(p, functions, asked))
        points = list(islice(regular, MOST_POINTS))
        if points:
            part = Part(None, tuple(points))
            return LevelSet((part,), True, here=part if asked.given and point is not None else None)
    if point is not None and is_inside(Sheet(), point, asked):
        part = Part(None, (point,))
        return LevelSet((part,), False, FOR_EVERY_PART, here=part if asked.given else None)
    if _no_solution(numeric, asked.rows.chart):
        return LevelSet((), True)
    return LevelSet((), False, reason or UNSOLVED)


def _shows(point: Values, functions: Sequence[Expr], asked: Question) -> bool:
    """The set is regular around a point, and all that is declared holds there."""
    return not slopes_lost(point, functions, asked) and is_inside(Sheet(), point, asked)


def _no_solution(functions: Sequence[Expr], chart: Chart) -> bool:
    if any(jumps(f, chart) for f in functions):
        return False
    try:
        field = Field(functions)
        return no_common_zero(field, [field.normal(f).num for f in functions], [*chart.q, chart.t])
    except (OutOfReach, ZeroDivisionError):
        return False


def _imaginary(sheet: Sheet, chart: Chart) -> bool:
    """What stands under a root is negative everywhere."""
    return any(is_negative(e, chart) for e in sheet.under)


def _forbidden(sheet: Sheet, asked: Question) -> bool:
    """An inequality, or what is declared, is surely violated all over the sheet."""
    slacks = [e.subs(asked.values).subs(sheet.values) for e in asked.slacks]
    chart = asked.rows.chart
    return (
        any(not e.support and sign_of(e) < 0 for e in slacks)
        or bool(left_out(chart, sheet.told, asked.values))
        or any(turned_inside(chart, s, sheet.values[s]) is None for s in sheet.turning)
    )


def _turned(sheet: Sheet, chart: Chart) -> Sheet:
    """The sheet with its angles at whole turns that are declared."""
    moved = {s: turned_inside(chart, s, sheet.values[s]) for s in sheet.turning}
    inside = {s: e for s, e in moved.items() if e is not None}
    return replace(sheet, values={**sheet.values, **inside})


def _beyond_domain(sheet: Sheet, asked: Question) -> str:
    """Which velocity constraint surely has no real value anywhere on the sheet, and why; nothing
    if all may have some.
    """
    rows = asked.rows
    for f, label, row, drift in zip(rows.functions, rows.labels, rows.matrix, rows.affine):
        for e in (*nonzero(row).values(), drift) if f is None else ():
            why = undefined(e.subs(asked.values), sheet.values)
            if why:
                return together((label, ": ", why))
    return ""


def _here(parts: Sequence[Part], asked: Question) -> Part | None:
    """The part on which the initial configuration lies, up to the rounding of its numbers."""
    if not asked.given:
        return None
    here = {**asked.nominal, **asked.values}
    return next(
        (
            p
            for p in parts
            if p.sheet is not None
            and all(_close(e, here[s], here) for s, e in p.sheet.values.items())
            and not any(_is_less(e, here) for e in p.sheet.under)
        ),
        None,
    )


def _is_less(e: Expr, here: Values) -> bool:
    """Certainly less than 0 there, by more than rounding."""
    try:
        value = e.subs(here)
        return not value.support and bool(ball(value, {}) < -Ball(CLOSE))
    except (OutOfReach, ZeroDivisionError, ValueError):
        return False


def _close(e: Expr, value: Expr, here: Values) -> bool:
    try:
        difference = (e - value).subs(here)
        return not difference.support and bool(abs(ball(difference, {})) < Ball(CLOSE))
    except (OutOfReach, ZeroDivisionError, ValueError):
        return False
