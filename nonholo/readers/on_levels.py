"""A case on the set Z where its holonomic constraints hold: which part of Z is meant, and its rows
written there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from nonholo.dynamics.system import at_numbers
from nonholo.errors import (
    ContradictoryConstraints,
    NonholoError,
    NotApplicable,
    OutOfReach,
    SingularPivot,
    given_under,
)
from nonholo.expression.once import once
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.distribution.pivots import choose_dependent
from nonholo.geometry.flag.flag import rank_at
from nonholo.geometry.flag.piecewise import on_domain
from nonholo.geometry.level_sets.declared import declared_of, state_on
from nonholo.geometry.level_sets.points import Question, Values
from nonholo.geometry.level_sets.rows import rows_on
from nonholo.geometry.level_sets.sheets import at_numbers as sheet_at
from nonholo.readers.case import Case
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.geometry.level_sets.level_set import LevelSet, Part

MANY = 400  # n * k beyond which holonomic constraints are not solved
LARGEST = 400_000  # the same for a set that is judged at random points


def set_of(case: Case, dependent: Sequence[str] = (), most: int = MANY) -> LevelSet | None:
    """The set Z of a case; None without holonomic constraints, or too many of them.

    Raises ContradictoryConstraints if Z surely has no real point.
    """
    rows = case.system.pfaffian
    if all(f is None for f in rows.functions) or rows.k * rows.chart.n > most:
        return None
    from nonholo.geometry.level_sets.level_set import level_set

    asked = question(case, dependent)
    key = (
        "set",
        rows.matrix,
        rows.affine,
        rows.functions,
        asked.prefer,
        asked.slacks,
        asked.given,
        *(tuple(values.items()) for values in (asked.values, asked.nominal)),
    )
    return once(rows.chart.graph, key, lambda: level_set(asked))


def question(case: Case, dependent: Sequence[str] = ()) -> Question:
    """What is asked of the set where the holonomic constraints of a case hold."""
    chart = case.system.chart
    wish = [q for n, q in zip(chart.names, chart.q) if n in (*dependent, *case.dependent)]
    slacks = tuple(case.slack(text) for text in case.system.inequalities)
    plain = [e for e in slacks if not e.has(chart.v)]
    given = any(n in case.initial for n in chart.names)
    return Question(
        case.system.pfaffian,
        dict(case.system.values),
        case.nominal,
        given,
        tuple(plain),
        tuple(wish),
    )


def at_part(case: Case, part: Part, level_set: LevelSet) -> Case:
    """The case that looks at a configuration of a part of Z; at its own, but for rounding, if that
    lies there.
    """
    chart = case.system.chart
    if part is level_set.here:
        return case
    return replace(case, exhibited={s: part.points[0][s] for s in (*chart.q, chart.t)})


def on_part(case: Case, part: Part, level_set: LevelSet) -> Case:
    """The case with its rows written on a part of Z that was solved for coordinates."""
    assert part.sheet is not None  # it was solved
    rows = case.system.pfaffian
    rows = rows.subs(case.system.values) if level_set.numbers else rows
    system = replace(case.system, pfaffian=rows_on(rows, part.sheet))
    return replace(at_part(case, part, level_set), system=system)


def declared_there(case: Case, dependent: Sequence[str]) -> Case:
    """The case in whose graph what is declared of coordinates is known of all that f = 0 puts in
    their place: with x > 0 on x = w^3 w is positive, and abs(w) is w.

    The graph is written to.  Where Z has several parts, each says something else, and nothing is
    said here.  Raises what `set_of` does.
    """
    level_set = set_of(case, dependent) if declared_of(case.system.chart) else None
    if level_set is None:
        return case
    parts = level_set.parts if level_set.here is None else (level_set.here,)
    return declared_on_part(case, parts[0]) if len(parts) == 1 else case


def declared_on_part(case: Case, part: Part) -> Case:
    """The same for one part of Z."""
    chart = case.system.chart
    if part.sheet is None or not state_on(chart, sheet_at(part.sheet, case.system.values).told):
        return case
    return replace(case, system=replace(case.system, pfaffian=on_domain(case.system.pfaffian)))


def says_more(case: Case, part: Part) -> bool:
    """Something is declared of coordinates that are solved for on a part of Z."""
    solved = list(part.sheet.told) if part.sheet else []
    return any(e.has(solved) for e, _ in declared_of(case.system.chart))


def keeps_rank(rows: Pfaffian, part: Part, wish: Sequence[str], nominal: Values | None) -> bool:
    """Independent rows are independent on a part of Z too, solved for the velocities that would be
    chosen.
    """
    columns = choose_dependent(rows, wish, nominal)
    square = replace(rows, matrix=tuple(tuple(row[j] for j in columns) for row in rows.matrix))
    return any(has_rank(square, point) for point in part.points)


def has_rank(rows: Pfaffian, point: Values) -> bool:
    """Independent rows are independent at the point."""
    try:
        return rank_at(rows, point) == rows.k
    except (OutOfReach, ZeroDivisionError):
        return False


def on_levels(case: Case, dependent: Sequence[str] = ()) -> Case:
    """The case with rows that are independent on Z: its own, or those in which f = 0 has been put.

    Raises ContradictoryConstraints; NotApplicable where parts of Z need different rows, or Z could
    not be found.
    """
    level_set = set_of(case, dependent)
    if level_set is None:
        return _consistent(case)
    parts = (level_set.here,) if level_set.here is not None else level_set.parts
    if not parts:
        return case
    wish = tuple(dependent) or case.dependent
    looking = at_part(case, parts[0], level_set)
    if all(_rank_is_kept(looking, part, wish) for part in parts):
        return looking
    made, refused = _cases_on_parts(case, parts, level_set)
    if not made:
        raise refused
    if len(made) > 1 or any(part.sheet is None for part in parts):
        raise NotApplicable(
            say(
                "{name}: the set where the holonomic constraints hold falls into parts "
                "on which the constraints differ: {names}; try an initial configuration "
                "on one of them, {where}",
                name=case.title,
                names="; ".join(p.words for p in parts),
                where=given_under("initial"),
            )
        )
    return made[0]


def _consistent(case: Case) -> Case:
    """The case; with its numbers where its rows contradict each other for letters alone: a x = 0
    beside a = 0.

    Raises ContradictoryConstraints.
    """
    system = case.system
    try:
        if system.values:
            independent_rows(system.pfaffian)
    except ContradictoryConstraints:
        numbered = at_numbers(system)
        independent_rows(numbered.pfaffian)
        return replace(case, system=numbered)
    return case


def _cases_on_parts(
    case: Case, parts: Sequence[Part], level_set: LevelSet
) -> tuple[list[Case], Exception]:
    """The case on each part that can move."""
    made: list[Case] = []
    refused: NonholoError = NotApplicable(
        say(
            "{name}: the constraints lose rank on f = 0, which could not be solved", name=case.title
        )
    )
    for part in (p for p in parts if p.sheet is not None):
        reduced = on_part(case, part, level_set)
        try:
            independent_rows(reduced.system.pfaffian)
            made.append(reduced)
        except ContradictoryConstraints as error:
            refused = error
    return made, refused


def _rank_is_kept(case: Case, part: Part, wish: Sequence[str]) -> bool:
    try:
        rows, _, _ = independent_rows(case.system.pfaffian)
        return keeps_rank(rows, part, wish, case.nominal)
    except (ContradictoryConstraints, SingularPivot):
        return False


def solved_case(case: Case) -> Case:
    """The case with f = 0 put into its rows where one solution is all of the set, else as it is:
    for random points.

    Raises OutOfReach where random points would speak of other values of f;
    ContradictoryConstraints.
    """
    rows = case.system.pfaffian
    if all(f is None for f in rows.functions) or all(f is not None for f in rows.functions):
        return case
    try:
        level_set = set_of(case, most=LARGEST)
    except ZeroDivisionError:
        level_set = None
    if (
        level_set is None
        or not level_set.parts
        or level_set.parts[0].sheet is None
        or not (level_set.here or (level_set.complete and len(level_set.parts) == 1))
    ):
        raise OutOfReach(
            say(
                "{name}: so many constraints are judged at random points, and points "
                "where the holonomic constraints hold were not found",
                name=case.title,
            )
        )
    return on_part(case, level_set.here or level_set.parts[0], level_set)
