"""Families on f = 0: the set is described by the coordinates that the levels leave.

    f(q, t) = a (q_l - g(q_I, t)), a not 0:     q_l = g, q_l' = dg/dt put into all that is given

The levels count as relations: k and h are greater by their number.  Without coordinates that they
can be solved for nothing is judged, for the answer could be another one on each branch; but the
constraints are where scaling carries |q| = 1 to all |q| = R."""

from __future__ import annotations

from dataclasses import replace

from nonholo.dynamics.eliminated import Eliminated, eliminated
from nonholo.errors import NotApplicable, OutOfReach
from nonholo.expression.ranges import range_of
from nonholo.expression.text import text
from nonholo.findings.family import divisors
from nonholo.geometry.flag.piecewise import on_domain
from nonholo.geometry.level_sets.declared import (
    declared_of,
    nothing_inside,
    place_inside,
    state_on,
)
from nonholo.geometry.level_sets.scaled import as_rows, carried_by_scaling
from nonholo.readers.case import Case
from nonholo.words.sentence import say, together
from nonholo.work import BUDGETS, Work


def on_levels(case: Case) -> Case:
    """The case without the coordinates that its holonomic constraints determine; itself if there
    are none.  Its graph knows then what is declared of those.  Raises NotApplicable."""
    if not case.system.holonomic:
        return case
    smaller = _solved(case)
    chart, values = case.system.chart, dict(smaller.solved)
    if place_inside(chart, values, {}) is None:
        raise NotApplicable(together((case.title, ": ", nothing_inside(chart))))
    state_on(chart, values)
    names = smaller.system.chart.names
    dependent = tuple(name for name in case.dependent if name in names)
    system = replace(smaller.system, pfaffian=on_domain(smaller.system.pfaffian))
    return replace(case, system=system, dependent=dependent)


def carried_levels(case: Case) -> Case | None:
    """The case with df = 0 in the place of f = 0, where scaling carries the levels to those near
    them: what is asked of the constraints at almost all configurations has the same answer."""
    full, work = case.system.pfaffian, Work.of(BUDGETS.letters)
    if declared_of(full.chart):  # which scaling need not keep
        return None
    try:
        carried = carried_by_scaling(full, work)
    except OutOfReach:
        return None
    return replace(case, system=replace(case.system, pfaffian=as_rows(full))) if carried else None


def solved_levels(case: Case) -> tuple[tuple[int, str], ...]:
    """(level, coordinate that it is solved for), one after the other.  Raises NotApplicable."""
    if not case.system.holonomic:
        return ()
    smaller = _solved(case)
    return tuple((l, str(q)) for l, (q, _) in zip(smaller.levels, smaller.solved))


def rows_on_levels(case: Case) -> tuple[int, ...]:
    """The numbers of the rows of the case that `on_levels` keeps.  Raises NotApplicable."""
    return _solved(case).rows if case.system.holonomic else tuple(range(case.system.pfaffian.k))


def with_levels_counted(
    case: Case, rank: int, relations: int, integrable: tuple[bool | None, ...]
) -> tuple[int, int, tuple[bool | None, ...]]:
    """Rank, relations and which rows are integrable alone, for all rows of the case.

    rank, relations, integrable: of the rows that are left on the set; one that vanishes there is
    integrable."""
    smaller = _solved(case)
    alone = iter(integrable)
    numbers = range(case.system.pfaffian.k)
    told = tuple(next(alone) if l in smaller.rows else True for l in numbers)
    levels = len(smaller.solved)
    return rank + levels, relations + levels, told


def _solved(case: Case) -> Eliminated:
    chart = case.system.chart
    smaller = eliminated(case.system)
    if smaller is None or smaller.unsolved or smaller.conditions:
        left = smaller.unsolved if smaller else case.system.holonomic
        raise NotApplicable(
            say(
                "{name}: {equation} = 0 is solved for no coordinate on the whole set, so families "
                "on it are not judged; describe the set by other coordinates, such as an angle",
                name=case.title,
                equation=text((*left, *case.system.holonomic)[0]),
            )
        )
    solved = zip(smaller.levels, smaller.solved)
    slopes = [case.system.holonomic[l].diff(q) for l, (q, _) in solved]
    divided = [*(g for _, g in smaller.solved), *(slope**-1 for slope in slopes)]
    for factor in divisors(divided, chart.parameters(divided)):
        if not range_of(factor).nonzero:
            raise NotApplicable(
                say(
                    "{name}: f = 0 is solved for a coordinate only where {factor} is not 0; say "
                    "so of its parameters (nonzero, positive), or write f in another way",
                    name=case.title,
                    factor=text(factor),
                )
            )
    return smaller
