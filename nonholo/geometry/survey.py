"""All that is asked of the flag beyond its generic growth: big flag, strata, regions, classes of the forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nonholo.exact.graph import Expr
from nonholo.geometry import strata as stratification
from nonholo.geometry.darboux import FormClass, form_class
from nonholo.geometry.distribution import Distribution
from nonholo.geometry.flag import Closure, Growth, big_growth
from nonholo.geometry.local import growth_at
from nonholo.geometry.pfaffian import Pfaffian
from nonholo.geometry.regions import regions
from nonholo.geometry.strata import Strata, Stratum, strata

SHARE = 0.4  # of the time that brackets may take, for the strata
LETTERS = 0.4  # of that, with parameters as letters where there are numbers for them


@dataclass(frozen=True, slots=True)
class Survey:
    """big: generic growth of the big flag; at, big_at: small and big growth at an asked point; classes: of each row."""

    big: Growth
    strata: Strata
    regions: tuple[Stratum, ...]
    classes: tuple[FormClass | None, ...]
    at: Growth | None = None
    big_at: Growth | None = None


def survey(full: Pfaffian, d: Distribution, found: Closure, values: Mapping[Expr, Expr],
           point: Mapping[Expr, Expr] | None, seconds: float) -> Survey:
    """The survey of a set: all its rows, the split of the independent ones, their generic closure.

    values: the numbers of parameters, used at a point, and for the strata if they are not found without.  Raises
    SingularPivot where A loses rank at the point.
    """
    own = d.pfaffian.subs(values)
    limit = d.m + (d.pfaffian.space == "tq") + d.k - (found.relations or 0)
    generic = found.growth if found.growth.complete else None
    at = growth_at(own, point, limit, seconds, generic=generic) if point else None
    big_at = growth_at(own, point, limit, seconds, big=True) if point else None
    share = min(stratification.SECONDS, SHARE * seconds)
    classes = tuple(form_class(full, l) for l in range(full.k))
    pieces = _strata(d, own, found, share)
    return Survey(big_growth(d, found, share), pieces, regions(d.pfaffian), classes, at, big_at)


def _strata(d: Distribution, numeric: Pfaffian, found: Closure, seconds: float) -> Strata:
    """With parameters as letters, for they read better; with their numbers if that takes too long."""
    if numeric.matrix == d.pfaffian.matrix and numeric.affine == d.pfaffian.affine:
        return strata(d.pfaffian, d.dependent, found, seconds)
    letters = strata(d.pfaffian, d.dependent, found, LETTERS * seconds)
    if letters.complete:
        return letters
    numbers = strata(numeric, d.dependent, found, (1 - LETTERS) * seconds)
    return numbers if numbers.complete or letters.singular is None else letters
