"""Sets that fall apart into independent ones: what holds at every point of each holds at every
point of all.

With no coordinate in common, fields of different parts commute, so dim D_s - dim D_1 at a point is
the sum of those of the parts, and the brackets span everywhere if those of each part do."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.errors import NonholoError
from nonholo.geometry.constraints.parts import parts
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.flag.flag import closure
from nonholo.geometry.flag.strata import Strata, strata


def pieces_apart(rows: Pfaffian) -> list[Pfaffian]:
    """The parts of a set in q-space, if there are several; else an empty list.

    >>> import nonholo as nh
    >>> two = nh.constraints("dz = y dx", "du = v dw", also=["v"]).system.pfaffian
    >>> [part.chart.names for part in pieces_apart(two)]
    [('z', 'x', 'y'), ('u', 'w', 'v')]
    """
    apart = [part for _, part in parts(rows)] if rows.space == "q" else []
    return apart if len(apart) > 1 else []


def without_strata(apart: Sequence[Pfaffian], units: int) -> bool:
    """Proved: in each part the growth vector is the same at every point.

    apart: the parts, several or none; units: of work.

    >>> import nonholo as nh
    >>> two = nh.constraints("dz = y dx", "du = v dw", also=["v"]).system.pfaffian
    >>> without_strata(pieces_apart(two), units=10**6)
    True
    """
    share = units // max(1, len(apart))
    return bool(apart) and all(_alike(part, share) for part in apart)


NO_STRATA = Strata((), (), complete=True, proved=True, regular=True, everywhere=True)


def _alike(part: Pfaffian, units: int) -> bool:
    try:
        d = distribution(part)
        generic = closure(d, units)
    except NonholoError:
        return False
    known = strata(part, d.dependent, generic, units)
    return (
        known.singular == ()
        and known.complete
        and known.proved
        and known.regular
        and known.everywhere
    )
