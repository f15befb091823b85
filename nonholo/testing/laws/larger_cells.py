"""Cells of parameters of larger systems, at parameters of the smaller ones; strata; relations.

A(a) beside B(b)    k(a, b) = k_A(a) + k_B(b),   h and dim D_s alike
u = f(q)            k + 1, h + 1, growth as before, for the same parameters
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice, product
from typing import Any

from nonholo.evidence.families import families
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.check import check
from nonholo.findings.family import Family
from nonholo.findings.restricted import restricted
from nonholo.readers.case import Case
from nonholo.testing.larger import MORE, Lift, Product
from nonholo.testing.laws.answers import UNITS, Pair, added, all_true, answers, asked, summed
from nonholo.testing.laws.cells import holds

Numbers = dict[str, Fraction]
POINTS = 9  # parameters at which the cells are held against each other


def cells_of_two(two: Product) -> Iterator[Pair]:
    """At parameters in each cell of both parts, and in each of the whole."""
    for question in _questions(two.whole):
        first, second, whole = (_family(c, question) for c in (*two.parts, two.whole))
        if first is None or second is None or whole is None:
            continue
        parts = (first, second)
        both = ({**a, **b} for a, b in product(*map(_places, parts)))
        for numbers in [*islice(both, POINTS), *islice(_places(whole), POINTS)]:
            before, after = [_at(p, numbers) for p in parts], _at(whole, numbers)
            if None not in before and after is not None:
                for what, one, other in _OF_TWO[question](before, after):
                    yield f"{question}: {what} at {_told(numbers)}", one, other


def cells_with_a_level_more(lift: Lift) -> Iterator[Pair]:
    """At parameters in each cell of the system, and in each of that with a level more."""
    for question in _questions(lift.first):
        if question == "substitution":  # which velocities depend is another choice
            continue
        first, other = (_family(c, question) for c in (lift.first, lift.other))
        if first is None or other is None:
            continue
        for numbers in [*islice(_places(first), POINTS), *islice(_places(other), POINTS)]:
            before, after = _at(first, numbers), _at(other, numbers)
            if before is not None and after is not None:
                for what, one, there in _with_a_level(question, before, after):
                    yield f"{question}: {what} at {_told(numbers)}", one, there


def strata_of_two(two: Product) -> Iterator[Pair]:
    """A stratum of one beside a stratum, or a generic point, of the other."""
    first, second, whole = (_strata(c) for c in (*two.parts, two.whole))
    if first is None or second is None or whole is None:
        return
    (most_a, strata_a, few_a), (most_b, strata_b, few_b) = first, second
    pairs = {_beside(a, b) for a in (most_a, *strata_a) for b in (most_b, *strata_b)}
    yield "growth on strata", pairs, {whole[0], *whole[1]}
    yield "pieces", few_a + few_b, whole[2]


def strata_with_a_level_more(lift: Lift) -> Iterator[Pair]:
    """Strata of the same growth, and as many pieces."""
    first, other = (_strata(c) for c in (lift.first, lift.other))
    if first is None or other is None:
        return
    (most, strata, few), (after, those, many) = first, other
    told = {(k + 1, v) for k, v in (most, *strata)}
    yield "growth on strata", told, {after, *those}
    yield "pieces", few, many


def restrictions_of_two(two: Product) -> Iterator[Pair]:
    """Relations among some coordinates of both are those among these of each."""
    names = [c.system.chart.names for c in two.parts]
    for some in ((names[0][:2], names[1][:1]), (names[0][1:], names[1][-1:]), (names[0], ())):
        parts = [asked(restricted, c, n) for c, n in zip(two.parts, some) if n]
        whole = asked(restricted, two.whole, some[0] + some[1])
        if all(map(answers, (*parts, whole))):
            for what in ("relations", "the_same"):
                of_parts = added([getattr(p, what) for p in parts])
                yield f"{what} among {some}", of_parts, getattr(whole, what)


def restrictions_with_a_level_more(lift: Lift) -> Iterator[Pair]:
    """As before, and one relation more among u and what it is a function of."""
    names = lift.first.system.chart.names
    inside = tuple(n for n in names if n in {str(s.args) for s in lift.level.symbols()})
    for some, more in ((names[:2], 0), (inside, 0), (inside, 1), (names, 1)):
        beside = (MORE,) * more
        pair = asked(restricted, lift.first, some), asked(restricted, lift.other, some + beside)
        if all(map(answers, pair)):
            for what in ("relations", "the_same"):
                before, after = (getattr(p, what) for p in pair)
                yield f"{what} among {some + beside}", added([before, more]), after


def _questions(case: Case) -> tuple[str, ...]:
    moves = case.system.lagrangian is not None
    return ("constraints", "singular", *(("substitution", "vakonomic", "measure") if moves else ()))


def _family(case: Case, question: str) -> Family | None:
    """None where cells may be missing: then those that are told have exceptions."""
    answer = asked(families, case, question, UNITS, records=False)
    family = answer.families.get(question) if answers(answer) else None
    return family if family and family.complete else None


def _places(family: Family) -> Iterator[Numbers]:
    """Rational parameters in each cell of which some are known."""
    for cell in family.cells:
        if cell.at is not None:
            told = {str(s): cell.at.get(s) for s in family.parameters}
            numbers = {n: _rational(x) for n, x in told.items()}
            if None not in numbers.values():
                yield {n: x for n, x in numbers.items() if x is not None}


def _rational(e: Expr | None) -> Fraction | None:
    with suppress(ValueError):
        return None if e is None else Fraction(text(e))
    return None


def _at(family: Family, numbers: Mapping[str, Fraction]) -> Any:
    """The answer where the letters of the family have these numbers; None where it is open."""
    here = {str(s): numbers[str(s)] for s in family.parameters}
    told = [cell.answer for cell in family.cells if holds(cell, here)]
    return told[0] if told else None


def _told(numbers: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{n} = {x}" for n, x in numbers.items()) or "all"


def _constraints(before: Sequence[Any], after: Any) -> Iterator[Pair]:
    yield "k", added([a.rank for a in before]), after.rank
    yield "h", added([a.relations for a in before]), after.relations
    yield "growth", summed([_in_space_time(a) for a in before]), _in_space_time(after)


def _singular(before: Sequence[Any], after: Any) -> Iterator[Pair]:
    yield "k", added([a.rank for a in before]), after.rank
    counts = [None if a.pieces is None else len(a.pieces) for a in (*before, after)]
    yield "pieces", added(counts[:-1]), counts[-1]


def _substitution(before: Sequence[Any], after: Any) -> Iterator[Pair]:
    whole = dict(after.right)
    for part in before:
        for names, right in part.right:
            if names in whole:
                yield f"put in {', '.join(names)}", right, whole[names]


def _vakonomic(before: Sequence[Any], after: Any) -> Iterator[Pair]:
    yield "vakonomic", all_true(a.agrees for a in before), after.agrees


def _measure(before: Sequence[Any], after: Any) -> Iterator[Pair]:
    if all_true(a.exists for a in before):
        yield "measure", True, after.exists


def _with_a_level(question: str, before: Any, after: Any) -> Iterator[Pair]:
    """What a level more changes: rank and h, by one."""
    if question in ("constraints", "singular"):
        yield "k", added([before.rank, 1]), after.rank
    if question == "constraints":
        yield "h", added([before.relations, 1]), after.relations
        yield "growth", _in_space_time(before), _in_space_time(after)
    elif question == "singular":
        yield "pieces", *(None if a.pieces is None else len(a.pieces) for a in (before, after))
    elif question == "vakonomic":
        yield "vakonomic", before.agrees, after.agrees
    else:
        yield "measure", before.exists, after.exists


_OF_TWO: dict[str, Callable[[Sequence[Any], Any], Iterator[Pair]]] = {
    "constraints": _constraints,
    "singular": _singular,
    "substitution": _substitution,
    "vakonomic": _vakonomic,
    "measure": _measure,
}


def _in_space_time(answer: Any) -> tuple[int, ...] | None:
    """Growth of the fields with d/dt, which adds 1 to each dimension."""
    return tuple(n + (answer.space == "q") for n in answer.growth) or None


Grown = tuple[int, tuple[int, ...] | None]  # rank, and growth where it is not lower


def _strata(case: Case) -> tuple[Grown, list[Grown], int] | None:
    """What most points have, what strata have, how many pieces there are; None: undecided."""
    checked = asked(check, case)
    if (
        not answers(checked)
        or checked.nonlinear
        or checked.survey is None
        or checked.growth is None
    ):
        return None
    told, most = checked.survey.strata, _vector(checked.growth)
    odd = told.numbers or any(s.needed or s.region or s.needed is None for s in told.strata)
    if not told.complete or told.singular is None or odd or most is None:
        return None
    strata = [(s.rank, None if s.growth is None else _vector(s.growth)) for s in told.strata]
    return (checked.independent, most), strata, len(told.singular)


def _vector(growth: Any) -> tuple[int, ...] | None:
    return tuple(n + (growth.space == "q") for n in growth.vector) if growth.complete else None


def _beside(a: Grown, b: Grown) -> Grown:
    return a[0] + b[0], summed([a[1], b[1]])
