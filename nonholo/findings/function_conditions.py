"""For which functions?  The differential equations that make constraints with unspecified functions
holonomic.

    dw_l(X, Y) = 0 identically   <=>   all coefficients of it with respect to the coordinates that
                                       no function holds vanish
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from math import comb

from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularPivot, said
from nonholo.expression.functions import is_unspecified, unspecified_in
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.findings.function_solutions import (
    arguments_of,
    parted,
    solutions,
    without_consequences,
)
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.families.conditions import conditions
from nonholo.geometry.families.factors import factors
from nonholo.geometry.families.generic import Guards, growth_of
from nonholo.geometry.families.told import without_multiples
from nonholo.geometry.flag.flag import Vertical, bracket, first_brackets, indices
from nonholo.geometry.zeros.signs import minor
from nonholo.linear.elimination import determinant
from nonholo.readers.case import Case
from nonholo.words.sentence import say
from nonholo.work import Work

MOST_SPLITS = 24  # choices of dependent velocities that are looked at
MOST_MINORS = 200  # of one rank, which are all formed


@dataclass(frozen=True, slots=True)
class FunctionConditions:
    """The set is holonomic exactly if all of `equations` vanish identically.

    functions: their calls, f(y); equations: differential expressions in them, each = 0; beside:
    functions for which all of these vanish are not judged; solved: the same in words, if that is
    short; reason: why the equations are not known; growth: the growth vector for functions that
    obey none of the sets of equations `unlike` as a whole, identically, None where that is not
    known; sharp: for those that do it is another one, and not only may be.  split: rows, and the
    velocities that they are solved for; certified: does the verifier accept the equations, None if
    it was not asked; uncertified: why not; document: the record that it accepts, as JSON.
    """

    functions: tuple[str, ...]
    equations: tuple[Expr, ...] | None
    beside: tuple[Expr, ...] = ()
    solved: str = ""
    reason: str = ""
    growth: tuple[int, ...] | None = None
    unlike: tuple[tuple[Expr, ...], ...] = ()
    sharp: bool = False
    split: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())
    certified: bool | None = None
    uncertified: str = ""
    document: str = field(default="", repr=False, compare=False)


def function_conditions(case: Case, work: Work) -> FunctionConditions | None:
    """The conditions on the unspecified functions of a case; None if there are none."""
    rows = case.system.pfaffian
    nodes = entries(rows)
    named = unspecified_in(nodes)
    if not named:
        return None
    calls = tuple(f"{name}({', '.join(slots)})" for name, slots in named.items())
    try:
        rows, numbers, _ = independent_rows(rows)
        held = arguments_of(nodes)
        outer = [s for s in (*rows.chart.q, rows.chart.t) if s not in held]
        d, beside = _split(rows, outer, held, work)
        bend = [value for *_, value in curvature(d).entries() if not value.is_zero]
        met = _shortened(conditions(bend, outer, work).equations, held, work)
        equations = _shortened(without_consequences(met), held, work)
        words = solutions(equations, work)
    except (OutOfReach, SingularPivot, ContradictoryConstraints) as error:
        return FunctionConditions(calls, None, reason=said(error))
    names = rows.chart.names
    solved = tuple(numbers), tuple(names[l] for l in d.dependent)
    told = FunctionConditions(calls, equations, beside, words, split=solved)
    try:
        growth, unlike, sharp = _growth(d, outer, held, work)
    except OutOfReach:
        return told
    return replace(told, growth=growth, unlike=unlike, sharp=sharp)


def _growth(
    d: Distribution, outer: Sequence[Expr], held: set[Expr], work: Work
) -> tuple[tuple[int, ...], tuple[tuple[Expr, ...], ...], bool]:
    """The growth vector, and sets of equations: it rests on none of them holding as a whole; and
    whether it is another one wherever one of them does.
    """
    guards = Guards(outer, work)
    growth = growth_of(d, guards).growth
    if guards.doubts:
        raise OutOfReach(next(iter(guards.doubts)))
    exact = _dropping(d, growth, outer, work)
    sets: dict[frozenset[str], tuple[Expr, ...]] = {}
    for guard in guards.sets if exact is None else exact:
        shortened = _shortened(guard, held, work)
        for one in () if any(e.is_number for e in shortened) else parted(shortened, work):
            equations = without_multiples(one)
            sets[frozenset(map(text, equations))] = equations
    return growth, _widest(tuple(sets.values())), exact is not None


def _dropping(
    d: Distribution, growth: Sequence[int], outer: Sequence[Expr], work: Work
) -> list[tuple[Expr, ...]] | None:
    """For each length s the equations for functions with dim D_s < growth[s - 1]: all minors of
    r_s rows of all brackets up to length s vanish; None if they are many or out of reach.
    """
    brackets: list[Vertical] = []
    level, sets = first_brackets(d), []
    try:
        pivot = conditions([minor(d.pfaffian, d.dependent)], outer, work).equations
        if not any(e.is_number for e in pivot):
            return None
        for dimension in growth[1:]:
            level = [Y for Y in level if not all(y.is_zero for y in Y)]
            brackets += level
            r = dimension - growth[0]
            if comb(len(brackets), r) * comb(d.k, r) > MOST_MINORS:
                return None
            met = conditions(_all_minors(brackets, r), outer, work)
            if met.special or met.mixed:
                return None
            sets.append(met.equations)
            level = [bracket(d, I, Y) for Y in level for I in indices(d)]
    except OutOfReach:
        return None
    return sets


def _all_minors(rows: Sequence[Vertical], r: int) -> list[Expr]:
    graph, columns = rows[0][0].graph, range(len(rows[0]))
    return [
        determinant(graph, [[row[c] for c in chosen] for row in some])
        for some in combinations(rows, r)
        for chosen in combinations(columns, r)
    ]


def _widest(sets: tuple[tuple[Expr, ...], ...]) -> tuple[tuple[Expr, ...], ...]:
    """Without the sets that hold only where another one does too."""
    widest: list[tuple[Expr, ...]] = []
    for one in sets:
        if not any(_follow(other, one) for other in widest):
            widest = [other for other in widest if not _follow(one, other)] + [one]
    return tuple(widest)


def _follow(equations: Sequence[Expr], others: Sequence[Expr]) -> bool:
    """Do they surely hold where the others do: by the functions that are 0 there?"""
    alone = without_consequences(others)
    return set(map(text, without_consequences([*others, *equations]))) == set(map(text, alone))


def _split(
    rows: Pfaffian, outer: Sequence[Expr], held: set[Expr], work: Work
) -> tuple[Distribution, tuple[Expr, ...]]:
    """The rows solved, by preference so that det A_D vanishes for no function; and the equations
    for those for which it does.
    """
    best: tuple[Distribution, tuple[Expr, ...]] | None = None
    for columns in islice(regular_choices(rows), MOST_SPLITS):
        d = split(rows, columns)
        below = conditions([minor(d.pfaffian, d.dependent)], outer, work).equations
        equations = _shortened(below, held, work)
        if any(e.is_number for e in equations):
            return d, ()
        best = best or (d, equations)
    if best is None:
        raise OutOfReach(say("the constraints could not be solved"))
    return best


def _moves(e: Expr, held: set[Expr]) -> bool:
    """An expression in coordinates alone that is not constant: it is not 0 identically."""
    return set(e.symbols()) <= held and not any(map(is_unspecified, ordered([e])))


def _shortened(equations: Iterable[Expr], held: set[Expr], work: Work) -> tuple[Expr, ...]:
    """Each equation without factors that are 0 nowhere, or not on an open set, repeated ones once;
    a nonzero number alone if one cannot hold.
    """
    shortened: dict[str, Expr] = {}
    for equation in equations:
        vanishing = [equation]
        if not equation.is_number:
            vanishing = [e for e in factors(equation, work) if not _moves(e, held)]
        product = equation.graph.multiply(*vanishing) if vanishing else equation.graph.one
        shortened[text(product)] = product
    return tuple(shortened.values())
