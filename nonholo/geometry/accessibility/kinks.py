"""Coefficients put together from pieces: |x|, sign(x), the root of a square.

    u = 0 parts the configurations; X_+, X_- the fields of the rows as they are where u > 0, u < 0
    X_+ u != 0 and X_- u != 0 at each point of u = 0, for some X_+ and some X_-

Then paths lead from each point of u = 0 to both sides, which near it hang together, and are open
orbits if each piece is one orbit for itself.  So the orbit of the point is a neighbourhood of it,
all orbits are open, and there is one.  On u = 0 itself nothing is asked of the coefficients, for a
path is there for no time: they may jump."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.decide.zero import settle
from nonholo.errors import OutOfReach
from nonholo.geometry.accessibility.orbits import along, apart, one_orbit, smooth_fields
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.distribution.distribution import split
from nonholo.geometry.distribution.pivots import regular, regular_choices
from nonholo.geometry.flag.piecewise import entries, kinks, smooth
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.work import BUDGETS, Work


def crosses_kinks(rows: Pfaffian, first: Sequence[int]) -> bool:
    """Proved: two pieces, each of them one orbit, and paths that lead from one into the other.

    rows: of catastatic scleronomic constraints, defined everywhere; first: the columns of a split.

    >>> import nonholo as nh
    >>> bent = nh.constraints("dz = abs(x) dy", also=["x"]).system.pfaffian
    >>> torn = nh.constraints("dz = log(x**2) dy", also=["x"]).system.pfaffian
    >>> crosses_kinks(bent, [0]), crosses_kinks(torn, [0])
    (True, False)
    """
    parting = kinks(rows)
    if len(parting) != 1 or not smooth_everywhere(parting, rows.chart):
        return False
    try:
        return all(_one_side(rows, first, sign) for sign in (1, -1))
    except (OutOfReach, ZeroDivisionError):
        return False


def _one_side(rows: Pfaffian, first: Sequence[int], sign: int) -> bool:
    parting = kinks(rows)
    side = smooth(rows, parting, [sign])
    [u] = side.chart.graph.copy(parting)
    if kinks(side) or not smooth_everywhere(entries(side), side.chart):
        return False
    side = independent_rows(side)[0]
    if not side.k:  # nothing holds there: an orbit, with every slope of u
        slopes = [u.diff(q) for q in side.chart.q]
        return apart(side, [u, *slopes], {}, Work.of(BUDGETS.orbits))
    fits = len(first) == side.k and regular(side, first)
    columns = first if fits else next(regular_choices(side))
    work = Work.of(BUDGETS.orbits)
    slopes = [along(side, X, u) for X in smooth_fields(side, [split(side, columns)])]
    return (
        apart(side, [u, *slopes], {}, work)
        and (spans_in_steps(side, Work.of(BUDGETS.accessibility)) or one_orbit(side, columns))
        and settle(side.chart.graph, BUDGETS.settling)
    )
