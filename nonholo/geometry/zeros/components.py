"""Pieces of zero sets compared: which lies in which, which equations are too many, and how they
are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.zeros.branches import Branch, branches
from nonholo.geometry.zeros.signs import MAX_MINORS, minor
from nonholo.geometry.zeros.zeros import Piece, Surface, common_zeros, nowhere_zero, sine_at
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say
from nonholo.work import Work
from nonholo.writing.present import presentable

MOST_ROWS = 8  # of a determinant that is written out, unless it has few entries


def rank_pieces(rows: Pfaffian, first: Sequence[int], work: Work) -> list[Piece]:
    """Where A loses rank: the common zeros of its maximal minors, that of the columns `first` tried
    first.

    Raises OutOfReach.
    """
    chart, k = rows.chart, rows.k
    if k == 0 or nowhere_zero(small_minor(rows, first), chart):
        return []
    if comb(chart.n, k) > MAX_MINORS:
        raise OutOfReach(say("too many minors of the constraints"))
    minors = []
    for columns in combinations(range(chart.n), k):
        det = small_minor(rows, columns)
        if not det.is_zero:
            minors.append(det)
            if nowhere_zero(det, chart):
                return []
    return common_zeros(minors, chart, work)


def small_minor(rows: Pfaffian, columns: Sequence[int]) -> Expr:
    """det A_D.  Raises OutOfReach for many rows that are not sparse."""
    filled = sum(not row[j].is_zero for row in rows.matrix for j in columns)
    if rows.k > MOST_ROWS and filled > 2 * rows.k:
        raise OutOfReach(say("determinants of {k} rows", k=rows.k))
    return minor(rows, columns)


def names(piece: Piece) -> frozenset[str]:
    return frozenset(map(str, piece))


def least(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with the fewest equations, each once: none has all the equations of another."""
    by_names = {names(piece): piece for piece in pieces}
    return [
        piece
        for equations, piece in by_names.items()
        if not any(other < equations for other in by_names)
    ]


def concise(piece: Piece, chart: Chart) -> Piece:
    """The piece without equations that hold where the others do."""
    for surface in piece[::-1] if len(piece) > 1 else ():
        others = tuple(s for s in piece if s is not surface)
        if _inside(branches(others, chart), (surface,)):
            return concise(others, chart)
    return piece


def largest(pieces: Sequence[Piece], chart: Chart) -> list[Piece]:
    """The pieces that lie in no other, as far as their equations can be solved."""
    maximal: list[Piece] = []
    for i, piece in enumerate(pieces):
        holders = [
            (j, other)
            for j, other in enumerate(pieces)
            if j != i and contained(piece, other, chart)
        ]
        if all(j > i and contained(other, piece, chart) for j, other in holders):
            maximal.append(piece)
    return maximal


def contained(piece: Piece, other: Piece, chart: Chart) -> bool:
    """All points of the piece surely lie in the other."""
    return names(other) <= names(piece) or _inside(branches(piece, chart), other)


def _inside(solved: Sequence[Branch], piece: Piece) -> bool:
    """There are branches, and every equation of the piece holds on them."""
    return bool(solved) and all(_vanishes_on(s, branch) for s in piece for branch in solved)


def _vanishes_on(surface: Surface, branch: Branch) -> bool:
    try:
        return vanishes(surface.f.subs(branch.values))
    except (OutOfReach, ZeroDivisionError):
        return False


def restricted(piece: Piece, marks: Sequence[Sequence[int | None]]) -> Piece:
    """The part of a piece on branches with these marks: of opposite angles only those that are
    taken.

    The sine of an angle becomes 1 - cos(l - k pi/4) where one of its two zeros is left.
    """
    surfaces = []
    for i, surface in enumerate(piece):
        taken = {k for mark in marks if (k := mark[i]) is not None}
        if surface.angle is not None and len(taken) == 1 and len(surface.angle[1]) == 2:
            l, (eighth,) = surface.angle[0], taken
            surface = Surface(1 - sine_at(l, eighth - 2), (l, (eighth,)))
        surfaces.append(surface)
    return tuple(surfaces)


def shown(piece: Piece, marks: Sequence[Sequence[int | None]] = ()) -> tuple[Expr, ...]:
    """The equations of a piece for display; marks: which eighths of a turn its branches take, if
    not all.

    In a graph of their own, sines of sums first: elsewhere they may have been met multiplied out.
    """
    graph = piece[0].f.graph.fresh()
    for symbol in sorted(
        {s for surface in piece for s in surface.f.symbols()}, key=lambda s: s.index
    ):
        graph.adopted(symbol)
    angles = [
        _sine(graph, surface.angle, {k for mark in marks if (k := mark[i]) is not None})
        for i, surface in enumerate(piece)
        if surface.angle is not None
    ]
    others = [
        graph.copy([_positive(presentable(surface.f))])[0]
        for surface in piece
        if surface.angle is None
    ]
    return tuple(sorted((*angles, *others), key=text))


def _positive(f: Expr) -> Expr:
    """f or -f: without a minus sign in front of all of it."""
    return -f if text(f).startswith("-") and not text(-f).startswith("-") and f.kind != "sum" else f


def _sine(graph: Graph, turned: tuple[Expr, tuple[int, ...]], taken: set[int]) -> Expr:
    """sin(l - k pi/4), or sin(l - k pi/4 + pi/2) - 1 where only one of the opposite angles is
    taken.
    """
    l, eighths = turned
    (angle,) = graph.copy([l])
    both = len(eighths) == 2 and (not taken or taken == set(eighths))
    sine = sine_at(angle, eighths[0]) if both else sine_at(angle, min(taken or eighths) - 2) - 1
    return -sine if text(sine).startswith("-") else sine
