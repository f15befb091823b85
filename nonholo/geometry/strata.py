"""Where the flag is not what it is at most points: the singular set, and the growth vector on its pieces.

In a chart det A_D != 0 the minors of the generators of D_2, D_3, ... (`generators`) vanish together exactly where a
growth vector is not the generic one; charts that cover all points where A has full rank give all of it.  On each piece,
solved for coordinates where that can be done, the same is asked again: the pieces of pieces are the deeper strata.
Each growth vector is that at an exact point of its stratum (`local`); it holds on an open dense part of it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from math import comb

from nonholo.errors import OutOfReach, SingularPivot
from nonholo.exact.field import Field
from nonholo.exact.graph import Expr, Graph
from nonholo.exact.linear import cost, echelon, vanishes
from nonholo.exact.present import presentable
from nonholo.exact.text import text
from nonholo.geometry.branches import Branch, Values, angles_of, branches, holds_at, points
from nonholo.geometry.chart import Chart
from nonholo.geometry.distribution import split
from nonholo.geometry.flag import Closure, Growth, in_new_graph, rank_at
from nonholo.geometry.generators import Generators, Levels
from nonholo.geometry.local import growth_at
from nonholo.geometry.loci import MAX_MINORS, minor
from nonholo.geometry.pfaffian import Pfaffian, nonzero
from nonholo.geometry.pivots import regular_choices
from nonholo.geometry.zeros import Piece, Surface, common_zeros, nowhere_zero, sine_at, surfaces

SECONDS = 3.0
MOST_CHOICES = 40  # choices of dependent velocities among which charts are looked for
MOST_CHARTS = 4
DEPTH = 3  # pieces of pieces of pieces
MOST_STRATA = 24
LONGEST = 99  # steps to which growth vectors are filled up when they are compared


@dataclass(frozen=True, slots=True)
class Stratum:
    """equations: each = 0; rank: of A at the point `at` (coordinate -> constant); growth: the vector there, None
    where A loses rank."""

    equations: tuple[Expr, ...]
    rank: int
    growth: Growth | None
    at: dict[Expr, Expr] | None
    inequalities: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        return frozenset(map(text, self.equations))


@dataclass(frozen=True, slots=True)
class Strata:
    """singular: the pieces of the singular set, each a tuple of equations, None if it was not found; complete: no
    stratum is missing; everywhere: the dimension at which growth ends is the same at every point where A has full rank;
    reason: why something is missing."""

    singular: tuple[tuple[Expr, ...], ...] | None
    strata: tuple[Stratum, ...] = ()
    complete: bool = False
    everywhere: bool = False
    reason: str = ""


class Untypical(OutOfReach):
    """The growth vector that was taken for typical of a stratum is not."""


def strata(pfaffian: Pfaffian, first: Sequence[int], found: Closure, seconds: float = SECONDS) -> Strata:
    """The singular set of independent rows and the growth vectors on its strata.

    first: the dependent columns of the chart to begin with; found: the generic closure.
    """
    if found.relations is None or not found.growth.complete:
        return Strata(None, reason="the generic growth vector is undecided")
    rows, _ = in_new_graph(pfaffian)
    search = _Search(rows, tuple(first), found, time.monotonic() + seconds)
    try:
        pieces = search.singular()
    except OutOfReach as limit:
        return Strata(None, reason=str(limit))
    search.follow(pieces)
    singular = tuple(shown(piece) for piece in largest([p for p in pieces if p not in search.spurious], rows.chart))
    return Strata(singular, tuple(search.found), not search.missing, search.ends_alike(), search.missing)


@dataclass
class _Search:
    """One search: what is given, what is found, and what is missing."""

    rows: Pfaffian
    first: tuple[int, ...]
    closure: Closure
    deadline: float
    found: list[Stratum] = field(default_factory=list)
    seen: set[frozenset] = field(default_factory=set)
    spurious: list[Piece] = field(default_factory=list)
    missing: str = ""
    charts: list[Levels] = field(default_factory=list)
    dropped: list[Piece] = field(default_factory=list)

    def __post_init__(self):
        entries = [e for row in self.rows.matrix for e in nonzero(row).values()] + list(self.rows.affine)
        self.angles = angles_of(entries, self.rows.chart)
        self.active = [s for s in (*self.rows.chart.q, self.rows.chart.t) if any(e.has([s]) for e in entries)]

    @property
    def limit(self) -> int:
        return self.closure.growth.vector[-1]

    # the singular set ---------------------------------------------------------------------------------
    def singular(self) -> list[Piece]:
        """All pieces of the singular set.  Raises OutOfReach."""
        self.dropped = rank_pieces(self.rows, self.deadline)
        if self.closure.relations == self.rows.k:
            return least(self.dropped)
        first = self._chart(self.first)
        pieces = [*self.dropped, *self._in_chart(first)]
        left = self._left()
        while left:
            levels = self._chart(self._next_chart(left))
            for piece in left:
                pieces += self._on_boundary(levels, piece, pieces)
            left = self._left()
        return self._reduced(pieces)

    def _chart(self, columns: Sequence[int]) -> Levels:
        self.charts.append(Levels(split(self.rows, columns), self.deadline))
        return self.charts[-1]

    def _left(self, more: Sequence[Expr] = ()) -> list[Piece]:
        """Where no chart holds though A has full rank."""
        dets = [*(levels.d.condition for levels in self.charts), *more]
        found = common_zeros(dets, self.rows.chart, self.deadline)
        return [p for p in found if not any(contained(p, other, self.rows.chart) for other in self.dropped)]

    def _reduced(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces of higher dimension, and those where A loses rank, without equations that follow from others."""
        dropped = [concise(piece, self.rows.chart) for piece in self.dropped]
        own = largest(least([concise(piece, self.rows.chart) for piece in pieces]), self.rows.chart)
        return least([*own, *largest(least(dropped), self.rows.chart)])

    def _next_chart(self, left: Sequence[Piece]) -> tuple[int, ...]:
        """The columns of a further chart, if there is one the last that is needed."""
        choices = islice(regular_choices(self.rows), MOST_CHOICES)
        dets = sorted(((cost(det := minor(self.rows, c)), c, det) for c in choices), key=lambda entry: entry[:2])
        found = None
        for _, columns, det in dets:
            rest = self._left([det])
            if not rest:
                return columns
            found = found or (columns if {names(p) for p in rest} != {names(p) for p in left} else None)
        if found is None or len(self.charts) >= MOST_CHARTS:
            raise OutOfReach("no charts were found that cover every point")
        return found

    def _in_chart(self, levels: Levels) -> list[Piece]:
        vector, base, found = self.closure.growth.vector, self.closure.growth.vector[0], []
        for s in range(2, len(vector) + 1):
            levels.level(s)
            found += levels.module.drop(vector[s - 1] - base, self.deadline)
        outside = {str(s) for s in surfaces(levels.d.condition, self.rows.chart, self.deadline)}
        return [piece for piece in found if not any(str(s) in outside for s in piece)]

    def _on_boundary(self, levels: Levels, piece: Piece, known: Sequence[Piece]) -> list[Piece]:
        """What is singular on a piece outside the charts before, as far as it is new."""
        solved = branches(piece, self.rows.chart)
        if not solved:
            return self._in_chart(levels)
        found = []
        for branch in solved:
            try:
                inner = self._pieces_on(branch.values, self.closure.growth, levels)
            except Untypical:
                return [piece]
            fresh = [p for p in inner if not any(_within(p, branch, other) for other in known)]
            found += [(*piece, *p) for p in fresh]
        return found

    def ends_alike(self) -> bool:
        """Growth ends at the generic dimension wherever A has full rank: on all strata, or by units in all charts."""
        if not self.missing:
            return all(s.growth is None or s.growth.vector[-1] == self.limit for s in self.found)
        return bool(self.charts) and all(self._full(levels) for levels in self.charts)

    def _full(self, levels: Levels) -> bool:
        """Units alone span the closure in this chart."""
        rank = self.limit - self.closure.growth.vector[0]
        try:
            for s in range(2, len(self.closure.growth.vector) + 4):
                levels.level(s)
                if len(levels.module.units) == rank:
                    return True
        except OutOfReach:
            pass
        return False

    # strata -----------------------------------------------------------------------------------------
    def follow(self, pieces: Sequence[Piece]) -> None:
        """The strata on the pieces, then on their pieces, as far as the time goes."""
        generic = (self.rows.k, self.closure.growth.vector)
        waiting = [(piece, generic, DEPTH) for piece in pieces]
        while waiting:
            piece, above, depth = waiting.pop(0)
            inner = self._stratum(piece, pieces, above, depth)
            waiting += [(more, kind, depth - 1) for more, kind in inner]

    def _stratum(self, piece: Piece, siblings: Sequence[Piece], above: tuple, depth: int) -> list[tuple[Piece, tuple]]:
        """One piece, and what is to be looked at inside; where it is like the stratum `above` it is no stratum."""
        solved = branches(piece, self.rows.chart)
        keys = {names(piece), frozenset(_key(branch) for branch in solved)} - {frozenset()}
        if keys & self.seen or len(self.found) >= MOST_STRATA:
            return []
        self.seen |= keys
        groups: dict[tuple, list[int]] = {}
        best = self._typical(piece, solved)
        for number, stratum in sorted(best.items()):
            if _kind(stratum) != above:
                groups.setdefault(_kind(stratum), []).append(number)
        inner = []
        for kind, numbers in groups.items():
            own = replace(best[numbers[0]], equations=shown(piece, [solved[n].marks for n in numbers if solved]))
            self.found.append(own)
            for number in numbers if own.growth is not None else ():
                values = solved[number].values if solved else None
                inner += [(more, kind) for more in self._inside(piece, values, own, siblings, depth)]
        if not best:
            self._miss("no exact point was found on a stratum")
        elif not groups and depth == DEPTH:
            self.spurious.append(piece)
        return inner

    def _typical(self, piece: Piece, solved: Sequence[Branch]) -> dict[int, Stratum]:
        """Branch -> the stratum at the simplest point of a few that has the fastest growth met."""
        found: dict[int, Stratum] = {}
        for number, candidates in points(piece, solved, self.rows.chart, self.active, self.angles).items():
            met = []
            for point in candidates:
                stratum = self._at(piece, point) if time.monotonic() < self.deadline else self._miss("the time limit")
                met += [stratum] if stratum is not None else []
                if len(met) > 1 and _kind(met[-1]) == _kind(met[0]):
                    break
            if met:
                best = max(met, key=_speed)
                found[number] = next(s for s in reversed(met) if _speed(s) == _speed(best))
        return found

    def _at(self, piece: Piece, point: Values) -> Stratum | None:
        """The stratum of the piece as it is at one of its points; None where nothing is defined."""
        try:
            if not holds_at(piece, point):
                return None
            growth = growth_at(self.rows, point, self.limit, max(0.2, self.deadline - time.monotonic()))
            rank = self.rows.k
        except SingularPivot:
            growth, rank = None, rank_at(self.rows, point)
        except (OutOfReach, ZeroDivisionError):
            return None
        at = {q: v for q, v in point.items() if q is not self.rows.chart.t or self.rows.space == "tq"}
        return Stratum((), rank, growth, at)

    def _inside(self, piece: Piece, values: Values | None, stratum: Stratum, siblings, depth: int) -> list[Piece]:
        """The pieces inside a solved piece, by the same minors on it; else its crossings with other pieces."""
        if depth == 0 or not stratum.growth.complete:
            self._miss("strata inside strata were not followed further")
            return []
        try:
            if values is None:
                raise OutOfReach("a stratum could not be solved for a coordinate")
            inner = self._pieces_on(values, stratum.growth)
        except OutOfReach as limit:
            self._miss(str(limit))
            inner = [other for other in siblings if names(other) != names(piece)] if values else []
        joined = [(*piece, *(self._named(s, siblings, values) for s in more)) for more in inner]
        return [tuple({str(s): s for s in both}.values()) for both in joined]

    def _pieces_on(self, values: Values, growth: Growth, levels: Levels | None = None) -> list[Piece]:
        """Where, on the branch, the growth vector is not the given one, which is typical of it.

        Raises Untypical if it is not, OutOfReach.
        """
        graph, vector = self.rows.chart.graph, growth.vector
        levels = levels or self._regular_on(values)
        module, found = Generators(self.rows.chart), []
        for s in range(2, len(vector) + 1):
            for Y in levels.level(s):
                module.add(_put_in(graph, Y, values))
            if len(module.units) + echelon(graph, module.rest).rank != vector[s - 1] - vector[0]:
                raise Untypical("the point of a stratum was not typical of it")
            found += module.drop(vector[s - 1] - vector[0], self.deadline)
        return least(found)

    def _regular_on(self, values: Values) -> Levels:
        """A chart that holds on most of the branch."""
        for levels in self.charts:
            if not levels.d.condition.subs(values).is_zero:
                return levels
        raise OutOfReach("no chart holds on a stratum")

    def _named(self, surface: Surface, siblings: Sequence[Piece], values: Values) -> Surface:
        """A piece already known that cuts out the same on the branch, for its name."""
        for other in siblings:
            if len(other) == 1 and _same_zeros(other[0].f, values, surface.f):
                return other[0]
        return surface

    def _miss(self, reason: str) -> None:
        """Remember why something is missing."""
        self.missing = self.missing or reason


def _key(branch: Branch) -> frozenset:
    """A branch by its solved coordinates."""
    return frozenset((s.index, e.index) for s, e in branch.values.items())


def _kind(stratum: Stratum) -> tuple:
    return stratum.rank, None if stratum.growth is None else stratum.growth.vector


def _speed(stratum: Stratum) -> tuple:
    """Of two points of a stratum the one with the larger dimensions is typical."""
    growth = stratum.growth
    return stratum.rank, () if growth is None else (*growth.vector, *[growth.vector[-1]] * (LONGEST - growth.degree))


def _within(piece: Piece, branch: Branch, other: Piece) -> bool:
    """On the branch every surface of `other` is one of the piece."""
    return all(any(_same_zeros(o.f, branch.values, s.f) for s in piece) for o in other)


def _same_zeros(f: Expr, values: Values, g: Expr) -> bool:
    """f on the branch is g times a number."""
    try:
        there, g = Graph().copy([f.subs(values), g])
        return not there.is_zero and (there / g).is_number
    except ZeroDivisionError:
        return False


def concise(piece: Piece, chart: Chart) -> Piece:
    """The piece without equations that hold where the others do."""
    for surface in piece[::-1] if len(piece) > 1 else ():
        rest = tuple(s for s in piece if s is not surface)
        solved = branches(rest, chart)
        if solved and all(_vanishes_on(surface, branch) for branch in solved):
            return concise(rest, chart)
    return piece


def largest(pieces: Sequence[Piece], chart: Chart) -> list[Piece]:
    """The pieces that lie in no other, as far as their equations can be solved."""
    kept: list[Piece] = []
    for i, piece in enumerate(pieces):
        holders = [(j, other) for j, other in enumerate(pieces) if j != i and contained(piece, other, chart)]
        if all(j > i and contained(other, piece, chart) for j, other in holders):
            kept.append(piece)
    return kept


def contained(piece: Piece, other: Piece, chart: Chart) -> bool:
    """All points of the piece lie in the other, as far as it can be solved."""
    if names(other) <= names(piece):
        return True
    solved = branches(piece, chart)
    return bool(solved) and all(_vanishes_on(s, branch) for s in other for branch in solved)


def _vanishes_on(surface: Surface, branch: Branch) -> bool:
    try:
        return vanishes(surface.f.subs(branch.values))
    except (OutOfReach, ZeroDivisionError):
        return False


def _put_in(graph: Graph, Y: Sequence[Expr], values: Values) -> list[Expr]:
    """The field on a branch, from its normal form if the form it has is singular there."""
    try:
        return graph.substitute(list(Y), values)
    except ZeroDivisionError:
        return [_regular(graph, e, values) for e in Y]


def _regular(graph: Graph, e: Expr, values: Values) -> Expr:
    own = Graph()
    field = Field([e])
    element = field.normal(e)
    below = field._expand(element.den)
    field.graph, field.generators = own, own.copy(field.generators)
    there = dict(zip(own.copy(list(values)), own.copy(list(values.values()))))
    try:
        top, bottom = own.substitute([field.expression(element.num), field.expression(below)], there)
        return graph.copy([top / bottom])[0]
    except ZeroDivisionError:
        raise OutOfReach("a bracket has a pole on a stratum") from None


# pieces ---------------------------------------------------------------------------------------------
def rank_pieces(rows: Pfaffian, deadline: float) -> list[Piece]:
    """Where A loses rank: the common zeros of its maximal minors.  Raises OutOfReach."""
    chart, k = rows.chart, rows.k
    if k == 0:
        return []
    if comb(chart.n, k) > MAX_MINORS or k > 6:
        raise OutOfReach("too many minors of the constraints")
    minors = []
    for columns in combinations(range(chart.n), k):
        det = minor(rows, columns)
        if not det.is_zero:
            minors.append(det)
            if nowhere_zero(det, chart):
                return []
    return common_zeros(minors, chart, deadline)


def names(piece: Piece) -> frozenset[str]:
    return frozenset(map(str, piece))


def least(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that lie in no other, each once."""
    found = {names(piece): piece for piece in pieces}
    return [piece for own, piece in found.items() if not any(other < own for other in found)]


def shown(piece: Piece, marks: Sequence[Sequence[int | None]] = ()) -> tuple[Expr, ...]:
    """The equations of a piece for display; marks: which eighths of a turn its branches take, if not all."""
    equations = []
    for i, surface in enumerate(piece):
        if surface.angle is None:
            equations.append(presentable(surface.f))
            continue
        l, eighths = surface.angle
        own = Graph()
        (angle,) = own.copy([l])
        taken = {mark[i] for mark in marks} - {None}
        if not taken or taken == set(eighths):
            equations.append(_unsigned(sine_at(angle, eighths[0])))
        else:
            (k,) = taken
            equations.append(_unsigned(sine_at(angle, k - 2) - 1))
    return tuple(equations)


def _unsigned(f: Expr) -> Expr:
    return -f if text(f).startswith("-") else f
