"""Statements about the singular set: where the growth vector (or the rank) is not the generic one.

A claim that it is empty is proved by splits of the velocities that together cover every point, each
with brackets that stay independent there.  For one form in three variables the set is w ^ dw = 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Any

from nonholo.exact.field import Field
from nonholo.exact.graph import Expr
from nonholo.exact.linear import determinant
from nonholo.exact.present import presentable
from nonholo.exact.relations import decide_zero_on
from nonholo.exact.text import text
from nonholo.expectations.fact import HOLDS, Finding, NotAStatement, fails, holds, unchecked, whole
from nonholo.expectations.geometry import degree, listed_growth, volume
from nonholo.expectations.subject import Level, Subject
from nonholo.geometry.distribution import Distribution, split
from nonholo.geometry.flag import Span, Vertical, bracket, first_brackets, indices
from nonholo.geometry.integrability import judge_form
from nonholo.geometry.loci import never_vanishes, vanishing_factors
from nonholo.geometry.pivots import regular_choices

LATER = "a later capability"
MAX_SPLITS = 5  # splits whose union is tried as a cover of all points


def singular_set(subject: Subject, stated: Any) -> Finding:
    """"empty", or "f = 0" for one form in three variables."""
    told = str(stated).strip()
    if told in ("", "empty"):
        return _refuted(subject) or _empty(subject.numeric)
    zeros, forms = _zeros_of(told), _triples(subject.numeric)
    if zeros is None or len(forms) != 1 or subject.numeric.system.pfaffian.k != 1:
        return unchecked(f"a singular set of this kind is {LATER}")
    return _same_zeros(subject.numeric, zeros, forms)


def _refuted(subject: Subject) -> Finding | None:
    """A point under `growth` where the growth vector is not the generic one."""
    generic = subject.check.closure.growth
    other = [g.vector for g in listed_growth(subject) if g.evidence.proved
             and generic.evidence.proved and g.vector != generic.vector]
    return fails(f"growth is {other[0]} at a point named under growth") if other else None


def wedge_singular_set(subject: Subject, stated: Any) -> Finding:
    """"f = 0": where w ^ dw of each constraint vanishes."""
    zeros, level = _zeros_of(str(stated)), subject.numeric
    if zeros is None:
        return unchecked('needed is "f = 0"')
    rows = range(subject.offset, level.system.pfaffian.k)
    return _same_zeros(level, zeros, [volume(level, l) for l in rows])


def _zeros_of(told: str) -> str | None:
    """f of "f = 0" or "f = 0 (remark)"."""
    found = re.fullmatch(r"([^=<>]+?)\s*=\s*0\s*(?:\([^()]*\))?", told)
    return found[1] if found else None


def _triples(level: Level) -> list[Expr]:
    """T_ijk of the first form in its space: all of them."""
    rows = level.system.pfaffian
    skip = "t" if rows.space == "q" else None
    return [t.value for t in judge_form(rows, 0).triples if skip not in t.names] if rows.k else []


def _same_zeros(level: Level, stated: str, found: Sequence[Expr]) -> Finding:
    """Each found expression has the zeros of the stated one: the same factors can vanish."""
    own = level.read(stated)
    for expression in found:
        some, others = _factors(level, own), _factors(level, expression)
        if not (_covered(some, others) and _covered(others, some)):
            return _different_zeros(own, expression)
    return holds("the same factors vanish")


def _different_zeros(stated: Expr, found: Expr) -> Finding:
    """Refuted by a zero of one that is none of the other."""
    for one, other in ((found, stated), (stated, found)):
        if decide_zero_on(one, [other]).answer is False:
            return fails(f"found {text(presentable(found))} = 0")
    return unchecked("it is open whether the zeros are the same")


def _factors(level: Level, expression: Expr) -> list[Expr]:
    found = vanishing_factors(expression, level.chart)
    if found is None:
        raise NotAStatement("its factors are out of reach")
    return level.chart.graph.copy(list(found))


def _covered(some: Sequence[Expr], others: Sequence[Expr]) -> bool:
    """Each factor is one of the others, up to a number."""
    return all(any((a / b).is_number for b in others) for a in some)


def degree_max(subject: Subject, stated: Any) -> Finding:
    """The largest degree of nonholonomy: the generic one if the singular set is empty."""
    if _empty(subject.numeric).status == HOLDS:
        return degree(subject, stated)
    return unchecked(f"the largest degree over all points is {LATER}")


# empty ------------------------------------------------------------------------------------------
def _empty(level: Level) -> Finding:
    rows = level.distribution.pfaffian
    choices = islice(regular_choices(rows), MAX_SPLITS)
    pieces = [_square_of_zeros(level, _steady(split(rows, columns))) for columns in choices]
    for size in range(1, len(pieces) + 1):
        for some in combinations(pieces, size):
            if never_vanishes(level.chart.graph.add(*some), level.chart):
                return holds("proved: at every point some split is regular, brackets independent")
    return unchecked(f"not proved empty; the locus is {LATER}")


def _square_of_zeros(level: Level, piece: Expr) -> Expr:
    """A square with the real zeros of the piece: factors that never vanish are left out."""
    return level.chart.graph.multiply(*_factors(level, piece)) ** 2


def _steady(d: Distribution) -> Expr:
    """Where it is not zero the split is regular and growth is the generic one."""
    span, kept, result = Span(d.chart.graph), [], d.condition
    fresh = [Y for Y in first_brackets(d) if span.add(Y)]
    while fresh:
        kept += fresh
        result = result * _numerator(_volume(d, kept))
        if span.rank == d.k:
            break
        fresh = [Z for Y in fresh for I in indices(d) if span.add(Z := bracket(d, I, Y))]
    return result


def _volume(d: Distribution, fields: Sequence[Vertical]) -> Expr:
    """The sum of the squared maximal minors: zero where the vertical fields are dependent."""
    graph = d.chart.graph
    columns = combinations(range(d.k), len(fields))
    return graph.add(*(determinant(graph, [[Y[c] for c in chosen] for Y in fields]) ** 2
                       for chosen in columns))


def _numerator(expression: Expr) -> Expr:
    field = Field([expression])
    return field.expression(field.normal(expression).num)


RULES = {
    "singular_set": whole(singular_set),
    "wedge_singular_set": whole(wedge_singular_set),
    "degree_max": whole(degree_max),
}
