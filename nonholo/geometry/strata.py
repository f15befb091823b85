"""Strata: pieces of the singular set with the growth vector on each.

The pieces of the singular set (`singular`) are solved for coordinates where that can be done; on each branch the same
minors are asked again, and their zeros are the strata inside.  Each growth vector is proved at an exact point of its
stratum (`local`), the one met with the largest dimensions; where the minors could be followed it is that of an open
dense part of the stratum.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from nonholo.errors import OutOfReach, SingularPivot
from nonholo.exact.decide import Decision, settle
from nonholo.exact.graph import Expr
from nonholo.exact.linear import vanishes
from nonholo.geometry.branches import Branch, Values, angles_of, branches, holds_at, points
from nonholo.geometry.flag import Closure, Growth, in_new_graph, indices, rank_at
from nonholo.geometry.generators import numerator
from nonholo.geometry.kinks import kinks
from nonholo.geometry.local import growth_at
from nonholo.geometry.pfaffian import Pfaffian, nonzero
from nonholo.geometry.pieces import contained, largest, names, shown
from nonholo.geometry.singular import Atlas, same_zeros
from nonholo.geometry.zeros import Piece, Surface, on_surface

SECONDS = 4.0
DEPTH = 3  # pieces of pieces of pieces
MOST_STRATA = 24
SINGULAR_FORM = "an expression met on the way is written in a form that is singular on a piece"
LAST = 2.0  # seconds, at least, to settle what has been merged
LONGEST = 99  # steps to which growth vectors are filled up when they are compared


@dataclass(frozen=True, slots=True)
class Stratum:
    """equations: each = 0; rank: of A at the point `at` (coordinate -> constant); growth: the vector there, None
    where A loses rank; region: inequalities, for functions put together from pieces."""

    equations: tuple[Expr, ...]
    rank: int
    growth: Growth | None
    at: Mapping[Expr, Expr]
    region: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Strata:
    """singular: the pieces of the singular set, each a tuple of equations, None if it was not found; complete: no
    stratum is missing; proved: no merge of expressions on which this rests is open; reason: why something is missing.

    Proved, where true: regular, A has full rank at every point; everywhere, growth ends at the same dimension at all
    points where it has; invariant: functions f(q) whose zeros no admissible path enters or leaves, X_J f = g_J f.
    special: this belongs to the given numbers of the parameters, and for generic ones something else was found.
    """

    singular: tuple[tuple[Expr, ...], ...] | None
    strata: tuple[Stratum, ...] = ()
    complete: bool = False
    proved: bool = False
    regular: bool = False
    everywhere: bool = False
    invariant: tuple[Expr, ...] = ()
    reason: str = ""
    special: bool = False


def strata(pfaffian: Pfaffian, first: Sequence[int], found: Closure, seconds: float = SECONDS) -> Strata:
    """The singular set of independent rows and the growth vectors on its strata.

    first: the dependent columns of the chart to begin with; found: the generic closure.
    """
    if found.relations is None or not found.growth.complete:
        return Strata(None, reason="the generic growth vector is undecided")
    if kinks(pfaffian):
        return Strata(None, reason="the coefficients are put together from pieces")
    rows, _ = in_new_graph(pfaffian)
    atlas = Atlas(rows, tuple(first), found, time.process_time() + seconds)
    try:
        pieces = atlas.singular()
    except OutOfReach as limit:
        return Strata(None, reason=str(limit))
    except ZeroDivisionError:
        return Strata(None, reason=SINGULAR_FORM)
    search = _Search(atlas)
    search.follow(pieces)
    singular = largest([p for p in pieces if p not in search.spurious], rows.chart)
    everywhere, invariant = search.ends_alike(), search.invariant()
    proved = settle(rows.chart.graph, max(LAST, seconds / 4))
    return Strata(
        tuple(map(shown, singular)), search.strata(), not search.missing, proved, regular=proved and not atlas.dropped,
        everywhere=proved and everywhere, invariant=invariant if proved else (), reason=search.missing)


@dataclass
class _Search:
    """The strata of one atlas: what is found, and why something is missing."""

    atlas: Atlas
    found: list[tuple[Piece, Stratum]] = field(default_factory=list)
    seen: set[frozenset] = field(default_factory=set)
    spurious: list[Piece] = field(default_factory=list)
    missing: str = ""

    def __post_init__(self):
        self.rows, self.chart = self.atlas.rows, self.atlas.rows.chart
        entries = [e for row in self.rows.matrix for e in nonzero(row).values()] + list(self.rows.affine)
        self.angles = angles_of(entries, self.chart)
        self.active = [s for s in (*self.chart.q, self.chart.t) if any(e.has([s]) for e in entries)]

    @property
    def generic(self) -> tuple[int, ...]:
        return self.atlas.closure.growth.vector

    def strata(self) -> tuple[Stratum, ...]:
        """Those that are no part of another with the same growth."""
        return tuple(own for piece, own in self.found if not any(
            other is not own and _kind(other) == _kind(own) and contained(piece, whole, self.chart)
            for whole, other in self.found))

    def ends_alike(self) -> bool:
        """Growth ends at the generic dimension wherever A has full rank: on all strata, or by units in all charts."""
        if not self.missing:
            return all(s.growth is None or (s.growth.evidence.proved and s.growth.vector[-1] == self.generic[-1])
                       for _, s in self.found)
        return bool(self.atlas.charts) and all(map(self.atlas.full, self.atlas.charts))

    def invariant(self) -> tuple[Expr, ...]:
        """The surfaces of f(q) on which growth ends early and to which all fields are tangent, in charts that cover."""
        if self.atlas.dropped:
            return ()
        return tuple(shown(piece)[0] for piece, own in self.found if len(piece) == 1 and own.growth is not None
                     and own.growth.complete and own.growth.vector[-1] < self.generic[-1]
                     and not piece[0].f.has([self.chart.t]) and self._tangent(piece[0]))

    def _tangent(self, surface: Surface) -> bool:
        f = surface.angle[0] if surface.angle is not None else surface.f  # 1 - cos(l) has no slope where it vanishes
        try:
            slopes = [numerator(levels.d.X(J, f)) for levels in self.atlas.charts for J in indices(levels.d)]
            return all(vanishes(e) or on_surface(e, surface) for e in slopes)
        except (OutOfReach, ZeroDivisionError):
            return False

    def follow(self, pieces: Sequence[Piece]) -> None:
        """The strata on the pieces, then on their pieces, as far as the time goes."""
        waiting = [(piece, (self.rows.k, self.generic), DEPTH) for piece in pieces]
        while waiting:
            piece, above, depth = waiting.pop(0)
            inner = self._stratum(piece, pieces, above, depth)
            waiting += [(more, kind, depth - 1) for more, kind in inner]

    def _stratum(self, piece: Piece, siblings: Sequence[Piece], above: tuple, depth: int) -> list[tuple[Piece, tuple]]:
        """One piece, and what is to be looked at inside; where it is like the stratum `above` it is no stratum."""
        solved = branches(piece, self.chart)
        keys = {names(piece), frozenset(map(_key, solved))} - {frozenset()}
        if keys & self.seen or len(self.found) >= MOST_STRATA:
            return []
        self.seen |= keys
        given = points(piece, solved, self.chart, self.active, self.angles)
        groups: dict[tuple, list[int]] = {}
        typical = {n: own for n, some in given.items() if (own := self._typical(piece, some)) is not None}
        for number, stratum in typical.items():
            if _kind(stratum) != above:
                groups.setdefault(_kind(stratum), []).append(number)
        inner = []
        for kind, numbers in groups.items():
            equations = shown(piece, [solved[n].marks for n in numbers if solved])
            own = replace(self._simplest(piece, given[numbers[0]], typical[numbers[0]]), equations=equations)
            self.found.append((piece, own))
            for number in numbers if own.growth is not None else ():
                values = solved[number].values if solved else None
                if solved and not solved[number].whole:
                    self._miss("a stratum was followed only where it could be solved for a coordinate")
                inner += [(more, kind) for more in self._inside(piece, values, own, siblings, depth)]
        if not typical:
            self._miss("no exact point was found on a stratum")
        elif not groups and depth == DEPTH:
            self.spurious.append(piece)
        return inner

    def _typical(self, piece: Piece, some: Sequence[Values]) -> Stratum | None:
        """The stratum at the first of some points, which are in no special position, where it is defined."""
        return next((own for point in some if (own := self._at(piece, point)) is not None), None)

    def _simplest(self, piece: Piece, some: Sequence[Values], typical: Stratum) -> Stratum:
        """The same at a simpler point, if there is one of a kind; the kind itself was found at the first."""
        for point in some[1:]:
            own = self._at(piece, point)
            if own is not None and _speed(own) >= _speed(typical):
                return own
        return typical

    def _at(self, piece: Piece, point: Values) -> Stratum | None:
        """The stratum of the piece as it is at one of its points; None where nothing is defined, or time is up."""
        left = self.atlas.deadline - time.process_time()
        if left < 0:
            self._miss("the time limit")
            return None
        try:
            if not holds_at(piece, point):
                return None
            rank = rank_at(self.rows, point)
            growth = None if rank < self.rows.k else growth_at(
                self.rows, point, self.generic[-1], left, generic=self.atlas.closure.growth)
        except (OutOfReach, SingularPivot, ZeroDivisionError):
            return None
        at = {q: v for q, v in point.items() if q is not self.chart.t or self.rows.space == "tq"}
        if growth is not None and not growth.complete and self._confined(piece, growth):
            growth = replace(growth, complete=True, evidence=Decision(True, "normal form"))
        return Stratum((), rank, growth, at)

    def _confined(self, piece: Piece, growth: Growth) -> bool:
        """Growth has ended: all directions of a surface that no path leaves are reached."""
        space = self.chart.n + (self.rows.space == "tq")
        return growth.vector[-1] == space - 1 and len(piece) == 1 and self._tangent(piece[0])

    def _inside(self, piece: Piece, values: Values | None, stratum: Stratum, siblings, depth: int) -> list[Piece]:
        """The pieces inside a solved piece, by the same minors on it; else its crossings with other pieces."""
        if depth == 0 or not stratum.growth.complete:
            self._miss("strata inside strata were not followed further")
            return []
        try:
            if values is None:
                raise OutOfReach("a stratum could not be solved for a coordinate")
            inner = self.atlas.pieces_on(values, stratum.growth.vector)
        except (OutOfReach, ZeroDivisionError) as limit:
            self._miss(str(limit) if isinstance(limit, OutOfReach) else SINGULAR_FORM)
            inner = [other for other in siblings if names(other) != names(piece)] if values else []
        joined = [(*piece, *(_named(s, siblings, values) for s in more)) for more in inner]
        return [tuple({str(s): s for s in both}.values()) for both in joined]

    def _miss(self, reason: str) -> None:
        """Remember why something is missing."""
        self.missing = self.missing or reason


def _named(surface: Surface, siblings: Sequence[Piece], values: Values) -> Surface:
    """A piece already known that cuts out the same on the branch, for its name."""
    for other in siblings:
        if len(other) == 1 and same_zeros(other[0].f, values, surface.f):
            return other[0]
    return surface


def _key(branch: Branch) -> frozenset:
    """A branch by its solved coordinates."""
    return frozenset((s.index, e.index) for s, e in branch.values.items())


def _kind(stratum: Stratum) -> tuple:
    return stratum.rank, None if stratum.growth is None else stratum.growth.vector


def _speed(stratum: Stratum) -> tuple:
    """Of two points of a stratum the one with the larger dimensions is typical."""
    growth = stratum.growth
    return stratum.rank, () if growth is None else (*growth.vector, *[growth.vector[-1]] * (LONGEST - growth.degree))
