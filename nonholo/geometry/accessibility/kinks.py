"""Coefficients put together from pieces: |x|, sign(x), the root of a square.

    u_i = 0 part the configurations; X_1, X_2, ... the fields of the rows as they are on one piece
    the matrix X_j u_i, i in I, has rank |I| at each point of u_i = 0, i in I, for each piece

Then from each point where the u_i, i in I, vanish a path leads into each of the 2^|I| pieces about
it, which near it hang together, and are open orbits if each piece is one orbit for itself.  So the
orbit of the point is a neighbourhood of it, all orbits are open, and there is one.  Where a u_i
vanishes nothing is asked of the coefficients, for a path is there for no time: they may jump."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from nonholo.decide.zero import settle
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.accessibility.orbits import along, apart, one_orbit, smooth_fields
from nonholo.geometry.accessibility.steps import spans_in_steps
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, independent_rows
from nonholo.geometry.distribution.distribution import split
from nonholo.geometry.distribution.pivots import regular, regular_choices
from nonholo.geometry.flag.piecewise import kinks, smooth
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.linear.elimination import determinant
from nonholo.work import BUDGETS, Work

MOST = 3  # walls, between eight pieces


def crosses_kinks(rows: Pfaffian, first: Sequence[int]) -> bool:
    """Proved: pieces, each of them one orbit, and paths that lead from one into the other.

    rows: of catastatic scleronomic constraints, defined everywhere; first: the columns of a split.

    >>> import nonholo as nh
    >>> bent = nh.constraints("dz = abs(x) dy", also=["x"]).system.pfaffian
    >>> torn = nh.constraints("dz = log(x**2) dy", also=["x"]).system.pfaffian
    >>> crosses_kinks(bent, [0]), crosses_kinks(torn, [0])
    (True, False)
    """
    parting = kinks(rows)
    if not 0 < len(parting) <= MOST or not smooth_everywhere(parting, rows.chart):
        return False
    try:
        return all(
            _one_piece(rows, first, signs) for signs in product((1, -1), repeat=len(parting))
        )
    except (OutOfReach, ZeroDivisionError):
        return False


def _one_piece(rows: Pfaffian, first: Sequence[int], signs: Sequence[int]) -> bool:
    parting = kinks(rows)
    side = smooth(rows, parting, signs)
    walls = side.chart.graph.copy(parting)
    if kinks(side) or not smooth_everywhere(entries(side), side.chart):
        return False
    side = independent_rows(side)[0]
    if not side.k:  # nothing holds there: an orbit, with every slope of u
        slopes = [[u.diff(q) for q in side.chart.q] for u in walls]
        return _entered(side, walls, slopes)
    fits = len(first) == side.k and regular(side, first)
    columns = first if fits else next(regular_choices(side))
    fields = smooth_fields(side, [split(side, columns)])
    return (
        _entered(side, walls, [[along(side, X, u) for X in fields] for u in walls])
        and (spans_in_steps(side, Work.of(BUDGETS.accessibility)) or one_orbit(side, columns))
        and settle(side.chart.graph, BUDGETS.settling)
    )


def _entered(side: Pfaffian, walls: Sequence[Expr], slopes: Sequence[Sequence[Expr]]) -> bool:
    """From each point where some walls meet: the slopes along the fields have full rank there."""
    graph = side.chart.graph
    return all(
        apart(side, [*(walls[i] for i in met), *minors], {}, Work.of(BUDGETS.orbits))
        for many in range(1, len(walls) + 1)
        for met in combinations(range(len(walls)), many)
        for minors in [
            [
                determinant(graph, [[slopes[i][j] for j in columns] for i in met])
                for columns in combinations(range(len(slopes[0])), many)
            ]
        ]
    )
