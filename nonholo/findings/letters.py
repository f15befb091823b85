"""For which numbers of its letters does a verdict hold?

A verdict on letters is one for almost all of their numbers.  Off the zeros of the guards (see
`nonholo.geometry.families.generic`) verdict, rank and growth are what they are generically; what
is said of single points is the same for all numbers where a change of units removes the letters
and carries f = 0, and what is declared of coordinates, to itself.
"""

from __future__ import annotations

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.intervals import Range
from nonholo.expression.text import text
from nonholo.findings.verdict import UNDECIDED, Letters, Verdict
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.constraints.units import removed_by_units
from nonholo.geometry.level_sets.declared import declared_of
from nonholo.work import BUDGETS, Work


def letters_of(verdict: Verdict) -> Letters | None:
    """For which numbers of its letters a verdict holds; None for one without letters, or none.

    >>> import nonholo as nh
    >>> nh.check(nh.constraints("dz = a y dx + c x dy")).letters
    Letters(names=('a', 'c'), special=((a - c,),), everywhere=False)
    """
    system, full = verdict.case.system, verdict.full
    known = {*full.chart.q, *full.chart.v, full.chart.t, *system.values}
    nodes = [*entries(full), *(c.value for c in system.nonlinear)]
    levels = [] if verdict.on_set is None else [f for f in full.functions if f is not None]
    nodes += levels  # x y = a is another set for a = 0
    if verdict.case.hidden:
        nodes += entries(system.pfaffian)  # (a - b) y = 0 is y = 0 for almost all a, b alone
    graph = full.chart.graph
    letters = sorted({*graph.unmask(graph.mask(nodes))} - known, key=text)
    if not letters or verdict.verdict == UNDECIDED:
        return None
    names = tuple(map(text, letters))
    if verdict.factors:
        return _of_factors(names, [letters_of(alone) for _, alone in verdict.factors])
    if verdict.distribution is None:
        return Letters(names, None)
    numbered = full.subs(system.values)
    carried = [e.subs(system.values) for e in (*levels, *_bounds(verdict))]
    if verdict.on_set is not None:
        same = _same_in_units(numbered, letters, carried)
        return Letters(names, () if same else None, same)
    special = _special(numbered)
    condition = verdict.distribution.condition
    regular = (
        verdict.relations == verdict.independent and condition is not None and condition.is_number
    )
    same = special == () and (regular or _same_in_units(numbered, letters, carried))
    return Letters(names, special, same)


def _of_factors(names: tuple[str, ...], alone: list[Letters | None]) -> Letters:
    """Of a product: where one of its factors is another one."""
    special: dict[tuple[Expr, ...], None] = {}
    for held in alone:
        if held is not None and held.special is None:
            return Letters(names, None)
        special.update(dict.fromkeys(() if held is None else held.special or ()))
    return Letters(names, tuple(special))


def _special(full: Pfaffian) -> tuple[tuple[Expr, ...], ...] | None:
    """Where a guard vanishes, but for what is declared of the letters; None if that is open."""
    from nonholo.geometry.families.on_regions import geometry_on_regions
    from nonholo.geometry.families.piece import WHOLE
    from nonholo.geometry.families.pieces import pieces

    work = Work.of(BUDGETS.letters)
    try:
        judged = geometry_on_regions(full, work)
        if judged.doubts:
            return None
        where = [piece for guard in judged.guards for piece in pieces(guard, WHOLE, work)]
    except (NonholoError, ZeroDivisionError):
        return None
    sets = {piece.names: piece.equations for piece in where}
    return tuple(e for names, e in sets.items() if not any(other < names for other in sets))


def _bounds(verdict: Verdict) -> list[Expr]:
    """Functions whose multiples by positive numbers obey what is declared of coordinates, if they
    do."""
    declared = declared_of(verdict.full.chart)
    bounded = [e if _of_the_sign(known) else e - 1 for e, known in declared]
    return [*bounded, *map(verdict.case.slack, verdict.case.system.inequalities)]


def _of_the_sign(known: Range) -> bool:
    """Only the sign of a value says whether it lies between the bounds."""
    ends = {known.low, known.high} - {None}
    return not known.whole and known.turns is None and ends <= {0}


def _same_in_units(full: Pfaffian, letters: list[Expr], carried: list[Expr]) -> bool:
    """Each letter has a sign, and a change of units removes it."""
    assumed = [letters[0].graph.assumed.get(letter.index) for letter in letters]
    if not all(known and (known.positive or known.negative) for known in assumed):
        return False
    try:
        return removed_by_units(full, letters, Work.of(BUDGETS.letters), carried)
    except NonholoError:
        return False
