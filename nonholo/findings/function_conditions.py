"""For which functions?  The differential equations that make constraints with unspecified functions
holonomic.

    dw_l(X, Y) = 0 identically   <=>   all coefficients of it with respect to the coordinates that
                                       no function holds vanish
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from nonholo.errors import ContradictoryConstraints, OutOfReach, SingularPivot, said
from nonholo.expression.functions import is_unspecified, unspecified_in
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.findings.function_solutions import arguments_of, solutions, without_consequences
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.curvature.curvature import curvature
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.families.conditions import conditions
from nonholo.geometry.families.factors import factors
from nonholo.geometry.families.generic import Guards, growth_of
from nonholo.geometry.families.told import without_multiples
from nonholo.geometry.zeros.signs import minor
from nonholo.readers.case import Case
from nonholo.words.sentence import say
from nonholo.work import Work

MOST_SPLITS = 24  # choices of dependent velocities that are looked at


@dataclass(frozen=True, slots=True)
class FunctionConditions:
    """The set is holonomic exactly if all of `equations` vanish identically.

    functions: their calls, f(y); equations: differential expressions in them, each = 0; beside:
    functions for which all of these vanish are not judged; solved: the same in words, if that is
    short; reason: why the equations are not known; growth: the growth vector for functions that
    obey none of the sets of equations `unlike` as a whole, identically; for those that do it may be
    another one.  None where that is not known.  split: rows, and the velocities that they are
    solved for; certified: does the verifier accept the equations, None if it was not asked;
    uncertified: why not; document: the record that it accepts, as JSON.
    """

    functions: tuple[str, ...]
    equations: tuple[Expr, ...] | None
    beside: tuple[Expr, ...] = ()
    solved: str = ""
    reason: str = ""
    growth: tuple[int, ...] | None = None
    unlike: tuple[tuple[Expr, ...], ...] = ()
    split: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())
    certified: bool | None = None
    uncertified: str = ""
    document: str = field(default="", repr=False, compare=False)


def function_conditions(case: Case, work: Work) -> FunctionConditions | None:
    """The conditions on the unspecified functions of a case; None if there are none."""
    rows = case.system.pfaffian
    entries = [*(e for row in rows.matrix for e in row), *rows.affine]
    named = unspecified_in(entries)
    if not named:
        return None
    calls = tuple(f"{name}({', '.join(slots)})" for name, slots in named.items())
    try:
        rows, numbers, _ = independent_rows(rows)
        held = arguments_of(entries)
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
        growth, unlike = _growth(d, outer, held, work)
    except OutOfReach:
        return told
    return replace(told, growth=growth, unlike=unlike)


def _growth(
    d: Distribution, outer: Sequence[Expr], held: set[Expr], work: Work
) -> tuple[tuple[int, ...], tuple[tuple[Expr, ...], ...]]:
    """The growth vector, and sets of equations: it rests on none of them holding as a whole."""
    guards = Guards(outer, work)
    grown = growth_of(d, guards)
    if guards.doubts:
        raise OutOfReach(next(iter(guards.doubts)))
    sets: dict[frozenset[str], tuple[Expr, ...]] = {}
    for guard in guards.sets:
        shortened = _shortened(guard, held, work)
        if not any(e.is_number for e in shortened):
            shortened = without_multiples(shortened)
            sets[frozenset(map(text, shortened))] = shortened
    return grown.growth, tuple(sets.values())


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
