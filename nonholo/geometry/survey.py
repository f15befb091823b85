"""All that is asked of the flag beyond its generic growth: big flag, strata, regions, classes of
the forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import (
    Pfaffian,
    entries,
    independent_at,
    independent_rows,
)
from nonholo.geometry.curvature.darboux import FormClass, form_class
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.distribution.spanning import spanning_rows
from nonholo.geometry.flag.at_numbers import with_letters
from nonholo.geometry.flag.decomposable import NO_STRATA, pieces_apart, without_strata
from nonholo.geometry.flag.flag import Closure, Growth, big_growth
from nonholo.geometry.flag.goursat_strata import growth_by_letters
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.flag.regions import regions
from nonholo.geometry.flag.strata import Strata, Stratum, strata
from nonholo.geometry.zeros.signs import poles
from nonholo.words.sentence import say

SHARE = 0.6  # of the work that brackets may take, for the strata
NUMBERS = (
    0.6  # of that, at the numbers of the parameters, where there are some; the rest with letters
)
ROWS = say(
    "which of the constraints follow from the others is not the same at every point, and no rows "
    "were found that stand for all of them everywhere"
)
GENERIC = say("found with parameters as letters; at the given numbers there may be more")


@dataclass(frozen=True, slots=True)
class Survey:
    """big: generic growth of the big flag; at, big_at: small and big growth at an asked point;
    classes: of each row.

    spanning: the split with letters and that at the numbers, each of independent rows that span all
    rows at every point, not only at most of them, None where none were found or asked for;
    on_regions: the rows that were judged on each region.
    """

    big: Growth
    strata: Strata
    regions: tuple[Stratum, ...]
    classes: tuple[FormClass | None, ...]
    on_regions: Pfaffian
    at: Growth | None = None
    big_at: Growth | None = None
    spanning: tuple[Distribution, Distribution] | None = None


def survey(
    full: Pfaffian,
    d: Distribution,
    at_numbers: Distribution,
    generic: Closure,
    values: Mapping[Expr, Expr],
    point: Mapping[Expr, Expr] | None,
    units: int,
    singular: bool = True,
    classed: Sequence[int] | None = None,
) -> Survey:
    """The survey of a set: big flag, strata, regions, classes of the rows.

    full: all rows; d: the split of the independent ones; generic: their generic closure; values:
    the numbers of parameters; at_numbers: the distribution there, to which strata and growth at a
    point belong; point: where growth is asked for, or None; units: of work; singular: whether
    singular configurations are looked for; classed: the rows whose class is asked, None for all.
    Raises SingularPivot where A loses rank at the point.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure
    >>> rows = nh.constraints("dz = x**2 dy").system.pfaffian
    >>> d = distribution(rows, ["z"])
    >>> surveyed = survey(rows, d, d, closure(d), {}, None, units=10**7)
    >>> surveyed.big.vector, surveyed.strata.singular, surveyed.classes[0].number
    ((2, 3), ((x,),), 3)
    """
    rows = at_numbers.pfaffian
    there = independent_at(full.subs(values), rows, point) if point else rows
    limit = d.m + (d.pfaffian.space == "tq") + d.k - (generic.relations or 0)
    growth = generic.growth if generic.growth.complete else None
    at = growth_at(there, point, limit, units, generic=growth) if point else None
    if at is not None and point and not at.complete:
        at = growth_by_letters(there, point) or at
    big_at = growth_at(there, point, limit, units, big=True) if point else None
    share = int(SHARE * units)
    asked = range(full.k) if classed is None else classed
    classes = tuple(form_class(full, l) if l in asked else None for l in range(full.k))
    spanned = rows_span(full)
    spanning, pieces = None, Strata(None, reason=ROWS)
    if singular:
        spanning = (d, at_numbers) if spanned else _spanning(full, d, at_numbers, values)
    if spanning is not None:
        pieces = _strata(*spanning, generic, values, share)
    judged = rows if spanned else full.subs(values)
    big = big_growth(d, generic, share)
    return Survey(big, pieces, regions(judged), classes, judged, at, big_at, spanning)


def _spanning(
    full: Pfaffian, d: Distribution, at_numbers: Distribution, values: Mapping[Expr, Expr]
) -> tuple[Distribution, Distribution] | None:
    """Both splits with rows that span all rows at every point; None where none were found."""
    letters = spanning_rows(full)
    if letters is None:
        return None
    if at_numbers is d:
        split = replace(d, pfaffian=letters)
        return split, split
    numbers = spanning_rows(full.subs(values))
    if numbers is None or numbers.k != letters.k:
        return None
    return replace(d, pfaffian=letters), replace(at_numbers, pfaffian=numbers)


def rows_span(full: Pfaffian) -> bool:
    """The redundant rows are combinations of the others without poles: proved.

    >>> import nonholo as nh
    >>> rows_span(nh.constraints("dz = y dx", "2 y dx = 2 dz").system.pfaffian)
    True
    """
    _, _, redundant = independent_rows(full)
    try:
        return not any(poles(c, full.chart) for row in redundant for _, c in row.coefficients)
    except OutOfReach:
        return False


def _strata(
    d: Distribution,
    at_numbers: Distribution,
    generic: Closure,
    values: Mapping[Expr, Expr],
    units: int,
) -> Strata:
    """The strata at the given numbers; with letters for the parameters, which read better, where
    they agree.
    """
    if without_strata(pieces_apart(at_numbers.pfaffian), units):
        return NO_STRATA
    if at_numbers is d:
        return strata(d.pfaffian, d.dependent, generic, units)
    numbers = strata(at_numbers.pfaffian, at_numbers.dependent, generic, int(NUMBERS * units))
    if numbers.singular == () and numbers.complete:
        return numbers
    share = int((1 - NUMBERS) * units)
    letters = strata(d.pfaffian, d.dependent, generic, share, for_forms=numbers.complete)
    if numbers.singular is None and letters.singular is not None:
        return replace(
            letters, complete=False, regular=False, everywhere=False, invariant=(), reason=GENERIC
        )
    used = {s: v for s, v in values.items() if any(e.has([s]) for e in entries(d.pfaffian))}
    return with_letters(letters, numbers, used)
