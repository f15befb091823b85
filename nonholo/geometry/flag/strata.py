"""Strata: pieces of the singular set with the growth vector on each.

The pieces of the singular set (`singular`) are solved for coordinates where that can be done; on
each branch the same minors are asked again, and their zeros are the strata inside.  Each growth
vector is proved at an exact point of its stratum (`local`), the one met with the largest
dimensions; where the minors could be followed it is that of an open dense part of the stratum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from nonholo.decide.zero import Decision, settle
from nonholo.doing import doing
from nonholo.errors import OutOfReach, SingularPivot, said
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.flag.admits import velocities_need
from nonholo.geometry.flag.confined import Confined, confined
from nonholo.geometry.flag.flag import Closure, Growth, in_new_graph, indices, rank_at
from nonholo.geometry.flag.generators import numerator
from nonholo.geometry.flag.goursat_strata import growth_of, lettered
from nonholo.geometry.flag.headings import heading
from nonholo.geometry.flag.local import growth_at
from nonholo.geometry.flag.piecewise import kinks
from nonholo.geometry.flag.plain_angles import PlainAngles, plain_angles
from nonholo.geometry.flag.shorter_rows import shortened
from nonholo.geometry.flag.singular import Atlas, Untypical, same_zeros
from nonholo.geometry.zeros.branches import (
    Branch,
    Values,
    angles_of,
    branches,
    holds_at,
    points,
    surely_empty,
    wound,
)
from nonholo.geometry.zeros.components import contained, largest, names, restricted, shown
from nonholo.geometry.zeros.domain import beyond_letter_powers, exists, outside
from nonholo.geometry.zeros.signs import minor
from nonholo.geometry.zeros.zeros import Piece, Surface, changes_sign, on_surface, surfaces
from nonholo.linear.elimination import echelon, vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

DEPTH = 3  # pieces of pieces of pieces
MOST_STRATA = 24
MOST = say("more than {most} strata", most=MOST_STRATA)
NOT_TYPICAL = say("no exact point was found that is typical of a stratum")
SINGULAR_FORM = say("an expression met on the way is written in a form that is singular on a piece")
LONGEST = 99  # steps to which growth vectors are filled up when they are compared


@dataclass(frozen=True, slots=True)
class Stratum:
    """equations: each = 0; rank: of A at the point `at` (coordinate -> constant); growth: the
    vector there, None where A loses rank; region: inequalities, for functions put together from
    pieces; needed: what has to vanish besides for any velocity to satisfy the rows, a single 1
    where none ever does, None where that is open."""

    equations: tuple[Expr, ...]
    rank: int
    growth: Growth | None
    at: Mapping[Expr, Expr]
    region: tuple[str, ...] = ()
    needed: tuple[Expr, ...] | None = ()


@dataclass(frozen=True, slots=True)
class Strata:
    """singular: the pieces of the singular set, each a tuple of equations, None if it was not
    found; possible: further pieces if they have a real point, which was not found; complete: no
    stratum is missing; proved: no merge of expressions on which this rests is open; reason: why
    something is missing; lost: the pieces were not found, but some on which A loses rank were.

    Proved, where true: regular, A has full rank at every point; everywhere, growth ends at the same
    dimension at all points where it has; invariant: functions f(q) whose zeros no admissible path
    enters or leaves, X_J f = g_J f. special: this belongs to the given numbers of the parameters,
    and generic ones have another set, None where that is open. numbers: parameters whose numbers
    were put in, into what is shown or into the points alone, though it may be written with letters.
    """

    singular: tuple[tuple[Expr, ...], ...] | None
    strata: tuple[Stratum, ...] = ()
    complete: bool = False
    proved: bool = False
    regular: bool = False
    everywhere: bool = False
    invariant: tuple[Expr, ...] = ()
    reason: str = ""
    special: bool | None = False
    possible: tuple[tuple[Expr, ...], ...] = ()
    lost: bool = False
    numbers: tuple[tuple[Expr, Expr], ...] = ()

    def rank_drop(self, rank: int) -> tuple[Expr, ...]:
        """Where A has less than its generic rank: factors, each = 0, for several equations the sum
        of their squares; none if some such piece may be missing.
        """
        if not (self.complete and self.proved) or self.possible:
            return ()
        lost = (s.equations for s in self.strata if s.rank < rank)
        return tuple(e[0] if len(e) == 1 else e[0].graph.add(*(f**2 for f in e)) for e in lost)


def strata(
    pfaffian: Pfaffian,
    first: Sequence[int],
    generic: Closure,
    units: int = BUDGETS.strata,
    for_forms: bool = False,
) -> Strata:
    """The singular set of independent rows and the growth vectors on its strata.

    first: the dependent columns of the chart to begin with; generic: the generic closure; units: of
    work; for_forms: where a stratum is missing, nothing is proved of those that are there, whose
    equations alone are wanted.  What could not be found is said in `reason`; `complete` and
    `proved` say how far the answer goes.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> from nonholo.geometry.flag.flag import closure
    >>> d = distribution(nh.constraints("dz = x**2 dy").system.pfaffian, ["z"])
    >>> known = strata(d.pfaffian, d.dependent, closure(d))
    >>> known.singular, [s.growth.vector for s in known.strata], known.complete
    (((x,),), [(2, 2, 3)], True)
    """
    if generic.relations is None or not generic.growth.complete:
        return Strata(None, reason=say("the generic growth vector is undecided"))
    if kinks(pfaffian):
        return Strata(None, reason=say("the coefficients are put together from pieces"))
    if beyond := beyond_letter_powers(entries(pfaffian)):
        return Strata(None, reason=beyond)
    plain = plain_angles(in_new_graph(pfaffian)[0])
    if plain is None:
        return _of_rows(pfaffian, first, generic, units, for_forms)
    return _told_by(plain, _of_rows(plain.rows, first, generic, units, for_forms))


def _told_by(plain: PlainAngles, known: Strata) -> Strata:
    """Strata in coordinates of plain angles, told by the given ones."""

    def stratum(one: Stratum) -> Stratum:
        needed = None if one.needed is None else plain.equations(one.needed)
        equations, at = plain.equations(one.equations), plain.point(dict(one.at))
        return replace(one, equations=equations, at=at, needed=needed)

    return replace(
        known,
        singular=None if known.singular is None else tuple(map(plain.equations, known.singular)),
        strata=tuple(map(stratum, known.strata)),
        invariant=plain.equations(known.invariant),
        possible=tuple(map(plain.equations, known.possible)),
    )


def _of_rows(
    pfaffian: Pfaffian, first: Sequence[int], generic: Closure, units: int, for_forms: bool
) -> Strata:
    """The strata of rows as they are."""
    rows, _ = in_new_graph(shortened(pfaffian, first))
    rows = replace(rows, chart=wound(rows.chart, entries(rows)))
    by_letters = _of_goursat_flag(rows)
    if by_letters is not None:
        return by_letters
    turned = heading(rows)
    share = units if turned is None else units // 2
    known = _searched(Atlas(rows, tuple(first), generic, Work.of(share)), share, for_forms)
    if known.complete or turned is None:
        return known
    first = _regular_there(rows.subs(turned.values), tuple(first))
    held = Atlas(rows, first, generic, Work.of(share), turned)
    return _searched(held, share, for_forms, before=known)


def _regular_there(rows: Pfaffian, first: tuple[int, ...]) -> tuple[int, ...]:
    """The columns, or others if their determinant is 0 in these rows: of x where theta = 0 is held
    in sin(theta) dx = cos(theta) dy.
    """
    return first if not vanishes(minor(rows, first)) else next(regular_choices(rows))


def _searched(atlas: Atlas, units: int, for_forms: bool, before: Strata | None = None) -> Strata:
    """What one atlas gives.

    before: what is known already, and stays where a stratum is missing here, unless no piece was
    known then and one is now: nothing more is then asked of these.
    """
    rows = atlas.rows
    try:
        pieces = [
            p
            for p in atlas.singular()
            if not surely_empty(p, rows.chart)
            and not outside(entries(rows), branches(p, rows.chart))
        ]
    except OutOfReach as limit:
        return before or Strata(None, reason=said(limit), lost=bool(atlas.dropped))
    except ZeroDivisionError:
        return before or Strata(None, reason=SINGULAR_FORM, lost=bool(atlas.dropped))
    search = _Search(atlas)
    search.follow(pieces, whole=before is not None and before.singular is not None)
    singular, possible = (
        tuple(tuple(map(atlas.everywhere, shown(piece))) for piece in some)
        for some in search.shown_and_possible(pieces)
    )
    if before is not None and search.missing and (before.singular is not None or not singular):
        return before
    if for_forms and search.missing:
        return Strata(singular, search.strata(), reason=search.missing, possible=possible)
    everywhere, invariant = not atlas.dropped and search.ends_alike(), search.invariant()
    proved = settle(rows.chart.graph, max(2 * BUDGETS.settling, units // 4))
    return Strata(
        singular,
        search.strata(),
        not search.missing,
        proved,
        regular=proved and not atlas.dropped,
        everywhere=proved and everywhere,
        invariant=invariant if proved else (),
        reason=search.missing,
        possible=possible,
    )


def _of_goursat_flag(rows: Pfaffian) -> Strata | None:
    """The strata by the letters of a Goursat flag, or None where it is none."""
    known = lettered(rows)
    if known is None:
        return None
    words, proved = known
    evidence = Decision(True, "normal form" if proved else "randomised")
    listed = [
        Stratum(
            one.equations,
            rows.k,
            Growth(growth_of(one.word), rows.space, True, evidence),
            one.at,
        )
        for one in words[:MOST_STRATA]
    ]
    missing = MOST if len(words) > MOST_STRATA else ""
    return Strata(
        tuple(one.equations for one in words if len(one.equations) == 1),
        tuple(listed),
        not missing,
        proved,
        regular=proved,
        everywhere=proved,
        reason=missing,
    )


@dataclass
class _Search:
    """The strata of one atlas: what is found, and why something is missing."""

    atlas: Atlas
    known: list[tuple[Piece, Stratum]] = field(default_factory=list)
    seen: set[frozenset] = field(default_factory=set)
    narrowed: dict[Piece, Piece | None] = field(
        default_factory=dict
    )  # to where growth is not generic
    unshown: list[Piece] = field(
        default_factory=list
    )  # no point of them is known, or none that is typical
    tangent: dict[str, bool] = field(default_factory=dict)
    missing: str = ""
    unleft: dict[frozenset, tuple[Values, Confined | None]] = field(
        default_factory=dict
    )  # branches asked, each with the rows on it if all fields are tangent to it

    grown: dict[tuple, Growth] = field(default_factory=dict)  # at points: pieces share many
    longest: dict[Piece, int] = field(default_factory=dict)  # brackets by which growth ended there

    def __post_init__(self):
        self.rows, self.chart = self.atlas.rows, self.atlas.rows.chart
        self.entries = entries(self.atlas.there)
        self.angles = angles_of(self.entries, self.chart)
        self.active = [
            s for s in (*self.chart.q, self.chart.t) if any(e.has([s]) for e in self.entries)
        ]

    @property
    def generic(self) -> tuple[int, ...]:
        return self.atlas.closure.growth.vector

    def strata(self) -> tuple[Stratum, ...]:
        """Those that are no part of another with the same growth."""
        return tuple(
            replace(stratum, equations=tuple(map(self.atlas.everywhere, stratum.equations)))
            for piece, stratum in self.known
            if not any(
                other is not stratum
                and kind_of(other) == kind_of(stratum)
                and contained(piece, whole, self.chart)
                for whole, other in self.known
            )
        )

    def shown_and_possible(self, pieces: Sequence[Piece]) -> tuple[list[Piece], list[Piece]]:
        """The pieces with a point where growth or rank is not generic, and those of which no
        real point is known.
        """
        open_ = [
            p
            for p in pieces
            if p in self.unshown
            and not any(p == known for known, _ in self.known)
            and not (len(p) == 1 and changes_sign(p[0].f))
        ]
        sure = [
            p for piece in pieces if piece not in open_ and (p := self.narrowed.get(piece, piece))
        ]
        return largest(sure, self.chart), [
            p for p in open_ if not any(contained(p, other, self.chart) for other in sure)
        ]

    def ends_alike(self) -> bool:
        """Growth ends at the generic dimension wherever A has full rank: on all strata, or by
        units in all charts.
        """
        if not self.missing:
            return all(
                s.growth is None
                or (s.growth.evidence.proved and s.growth.vector[-1] == self.generic[-1])
                for _, s in self.known
            )
        return bool(self.atlas.charts) and all(map(self.atlas.full, self.atlas.charts))

    def invariant(self) -> tuple[Expr, ...]:
        """The surfaces of f(q) on which growth ends early and to which all fields are tangent,
        in charts that cover.
        """
        if self.atlas.dropped:
            return ()
        return tuple(
            self.atlas.everywhere(shown(piece)[0])
            for piece, stratum in self.known
            if len(piece) == 1
            and stratum.growth is not None
            and stratum.growth.complete
            and stratum.growth.vector[-1] < self.generic[-1]
            and not piece[0].f.has([self.chart.t])
            and self._tangent(piece[0])
        )

    def _level(self, surface: Surface) -> Expr:
        """What is constant on the surface: 1 - cos(l) has no slope where it vanishes, l has."""
        return self.atlas.everywhere(surface.f if surface.angle is None else surface.angle[0])

    def _tangent(self, surface: Surface) -> bool:
        """All fields are tangent to the surface; a chart that holds nowhere on it is not asked."""
        if str(surface) not in self.tangent:
            self.tangent[str(surface)] = self._fields_are_tangent(surface)
        return self.tangent[str(surface)]

    def _fields_are_tangent(self, surface: Surface) -> bool:
        f, put = self._level(surface), self.atlas.heading
        try:
            slopes = [
                numerator(rate if put is None else rate.subs(put.values))
                for levels in self.atlas.charts
                if not on_surface(self.atlas.condition(levels), surface)
                for J in indices(levels.d)
                for rate in [levels.d.X(J, f)]
            ]
            return bool(slopes) and all(vanishes(e) or on_surface(e, surface) for e in slopes)
        except (OutOfReach, ZeroDivisionError):
            return False

    def follow(self, pieces: Sequence[Piece], whole: bool) -> None:
        """The strata on the pieces, then on their pieces, as far as the time goes.

        whole: none are wanted if one is missing.
        """
        waiting: list[tuple[Piece, tuple, int, Piece | None]] = [
            (piece, (self.rows.k, self.generic), DEPTH, None) for piece in pieces
        ]
        while waiting and not (whole and self.missing):
            doing(
                say(
                    "strata {found}, pieces ahead {ahead}",
                    found=len(self.known),
                    ahead=len(waiting),
                )
            )
            piece, above, depth, around = waiting.pop(0)
            if around is None or not self._inside_another(piece, around):
                inner = self._stratum(piece, pieces, above, depth)
                waiting += [(more, kind, depth - 1, piece) for more, kind in inner]
                waiting.sort(key=lambda entry: len(names(entry[0])))

    def _inside_another(self, piece: Piece, around: Piece) -> bool:
        """In a known stratum that lies in `around` too: what is special there is found inside
        that one.
        """
        return any(
            names(whole) != names(around)
            and contained(piece, whole, self.chart)
            and contained(whole, around, self.chart)
            for whole, _ in self.known
        )

    def _stratum(
        self, piece: Piece, siblings: Sequence[Piece], above: tuple, depth: int
    ) -> list[tuple[Piece, tuple]]:
        """One piece, and what is to be looked at inside; where it is like the stratum `above` it
        is no stratum.
        """
        solved = branches(piece, self.chart)
        keys = {names(piece), frozenset(map(_key, solved))} - {frozenset()}
        if keys & self.seen or surely_empty(piece, self.chart):
            return []
        if len(self.known) >= MOST_STRATA:
            self._miss(MOST)
            return []
        self.seen |= keys
        given = points(piece, solved, self.chart, self.active, self.angles)
        groups: dict[tuple, list[tuple[int, Stratum, list[Piece]]]] = {}
        alike = []
        for number in range(max(1, len(solved))):
            branch = solved[number] if solved else None
            typical = self._typical(piece, branch, given.get(number, ()), above, siblings, depth)
            if typical is None:
                self._without_point(piece, given.get(number, ()))
            elif kind_of(typical[0]) == above:
                alike.append(number)
            else:
                groups.setdefault(kind_of(typical[0]), []).append((number, *typical))
        if depth == DEPTH and alike:
            others = [solved[n].marks for n in range(len(solved)) if n not in alike]
            self.narrowed[piece] = restricted(piece, others) if groups else None
        return [
            more
            for kind, members in groups.items()
            for more in self._record(piece, solved, kind, members, given)
        ]

    def _without_point(self, piece: Piece, some: Sequence[Values]) -> None:
        """No point was found that is typical of a branch; of those that are none, one shows that
        there are any.
        """
        if not any(self._stratum_at(piece, point) for point in some):
            self.unshown.append(piece)
            self._miss(say("no exact point was found on a stratum"))
        self._miss(NOT_TYPICAL)

    def _record(
        self, piece: Piece, solved: Sequence[Branch], kind: tuple, members, given
    ) -> list[tuple[Piece, tuple]]:
        """The branches of one kind as one stratum; the pieces inside with what lies around them."""
        numbers, (first, *_) = [number for number, _, _ in members], members
        equations = shown(piece, [solved[n].marks for n in numbers if solved])
        stratum = self._simplest(
            piece, given[numbers[0]], solved[numbers[0]] if solved else None, first[1]
        )
        needed = self._needed([solved[n] for n in numbers if solved], stratum)
        self.known.append((piece, replace(stratum, equations=equations, needed=needed)))
        if solved and not all(solved[n].whole for n in numbers):
            self._miss(say("a stratum was followed only where it could be solved for a coordinate"))
        return [(more, kind) for _, _, inner in members for more in inner]

    def _needed(self, solved: Sequence[Branch], stratum: Stratum) -> tuple[Expr, ...] | None:
        """What velocities need where A loses rank; None where branches differ, or there is none."""
        if stratum.growth is not None or self.rows.catastatic:
            return ()
        each = {velocities_need(self.rows, one.values, stratum.rank) for one in solved}
        return each.pop() if len(each) == 1 else None

    def _typical(
        self,
        piece: Piece,
        branch: Branch | None,
        some: Sequence[Values],
        above: tuple,
        siblings: Sequence[Piece],
        depth: int,
    ) -> tuple[Stratum, list[Piece]] | None:
        """The stratum at a point that is typical of the branch, and the pieces inside; None if
        there is none.
        """
        complete: list[Stratum] = []
        open_: list[Stratum] = []
        for point in some:
            if branch is None and self._special(piece, point):
                continue
            stratum = self._stratum_at(piece, point, branch)
            if stratum is None or any(
                kind_of(stratum) == kind_of(known) for known in (*complete, *open_)
            ):
                continue
            if stratum.growth is not None and not stratum.growth.complete:
                open_.append(stratum)
                continue
            if kind_of(stratum) == above:
                return stratum, []
            complete.append(stratum)
            try:
                return stratum, self._pieces_inside(piece, branch, stratum, siblings, depth)
            except Untypical:
                continue
        if branch is not None and (complete or not open_):
            return None
        best = max([*complete, *open_], key=_speed, default=None)
        if best is not None and not complete:
            self._miss(say("strata inside strata were not followed further"))
        return None if best is None else (best, [])

    def _special(self, piece: Piece, point: Values) -> bool:
        """Perhaps in a special position, which nothing would tell: a coordinate is 0, and the
        equation holds others.
        """
        held = [s for s in self.active if piece[0].f.has([s])]
        return any(point[s].is_zero for s in self.active if held != [s] or s in self.chart.winding)

    def _simplest(
        self, piece: Piece, some: Sequence[Values], branch: Branch | None, typical: Stratum
    ) -> Stratum:
        """The same at a simpler point, if there is one of a kind."""
        for point in sorted(some, key=_length):
            candidate = self._stratum_at(piece, point, branch, kind_of(typical))
            if (
                candidate is not None
                and kind_of(candidate) == kind_of(typical)
                and _proved(candidate) >= _proved(typical)
            ):
                return candidate
        return typical

    def _stratum_at(
        self, piece: Piece, point: Values, branch: Branch | None = None, wanted: tuple = ()
    ) -> Stratum | None:
        """The stratum of the piece as it is at one of its points, on a branch of it; None where
        nothing is defined, or time is up.

        wanted: of a stratum of another kind growth may be left open, or it is None.
        """
        if self.atlas.work.over:
            self._miss(say("the limit of work"))
            return None
        try:
            if not (
                holds_at(piece, point)
                and exists(self.entries, [s.f for s in piece], point, self.chart)
            ):
                return None
            rank, vector = rank_at(self.rows, point), ()
            if wanted:
                rank_there, vector = wanted
                if rank != rank_there:
                    return None
            growth = None if rank < self.rows.k else self._growth_at(piece, point, branch, vector)
        except (OutOfReach, SingularPivot, ZeroDivisionError):
            return None
        at = {q: v for q, v in point.items() if q is not self.chart.t or self.rows.space == "tq"}
        return Stratum((), rank, growth, at)

    def _growth_at(
        self, piece: Piece, point: Values, branch: Branch | None, wanted: Sequence[int]
    ) -> Growth:
        """Growth at a point where A has full rank; on a branch that no path leaves, this one or a
        larger one, by the rows on it.  wanted: as in `growth_at`.  Raises OutOfReach,
        SingularPivot.
        """
        there = self._unleft(branch, point)
        if there is not None:
            return there.growth(point, self.atlas.work.left, wanted)
        limit, known = self._limit(piece, point), self.atlas.closure.growth
        asked = frozenset(point.items()), limit
        for one in (asked, (*asked, wanted)):
            if one in self.grown:
                return self.grown[one]
        work, order = self.atlas.work.left, max(2, self.longest.get(piece, 0) - 1)
        growth = growth_at(self.rows, point, limit, work, generic=known, order=order, wanted=wanted)
        self.grown[asked if growth.complete else (*asked, wanted)] = growth
        if growth.complete and growth.vector[-1] == limit:
            self.longest[piece] = growth.degree
        return growth

    def _unleft(self, branch: Branch | None, point: Values) -> Confined | None:
        """The rows on a branch, if all fields are tangent to it; else those on another one that was
        asked before, through the point, where they keep their rank.
        """
        if branch is not None:
            values, key = branch.values, _key(branch)
            if key not in self.unleft:
                self.unleft[key] = values, confined(self.rows, values, self.atlas.work.left)
            if self.unleft[key][1] is not None:
                return self.unleft[key][1]
        through = (there for values, there in self.unleft.values() if _lies_on(point, values))
        return next((there for there in through if there and there.is_regular_at(point)), None)

    def _limit(self, piece: Piece, point: Values) -> int:
        """The dimension at which growth ends: no path leaves the surfaces that all fields are
        tangent to.
        """
        kept_on = [self._level(s) for s in piece if self._tangent(s)]
        slopes = [[f.diff(q).subs(point) for q in self.chart.q] for f in kept_on]
        space = self.chart.n + (self.rows.space == "tq")
        return min(self.generic[-1], space - echelon(self.chart.graph, slopes).rank)

    def _pieces_inside(
        self, piece: Piece, branch: Branch | None, stratum: Stratum, siblings, depth: int
    ) -> list[Piece]:
        """The pieces inside a solved piece, by the same minors on it; else its crossings with other
        pieces.

        Raises Untypical if the stratum is not that of most points of the branch.
        """
        if branch is None:
            self._miss(say("a stratum could not be solved for a coordinate"))
            raise Untypical(say("nothing is known of the other points of a stratum"))
        try:
            if stratum.growth is None:
                if self.atlas.rank_on(branch.values) != stratum.rank:
                    raise Untypical(say("the rank at the point of a stratum is not typical of it"))
                inner = self.atlas.rank_drops_on(branch.values, stratum.rank)
            else:
                inner = self.atlas.pieces_on(branch.values, stratum.growth.vector)
        except Untypical:
            raise
        except (OutOfReach, ZeroDivisionError) as limit:
            self._miss(said(limit) if isinstance(limit, OutOfReach) else SINGULAR_FORM)
            if any(
                stratum.at[s].is_zero
                for s in self.active
                if s in stratum.at and s not in branch.values
            ):
                raise Untypical(
                    say("whether the point of a stratum is typical of it was not decided")
                ) from None
            inner = (
                [other for other in siblings if names(other) != names(piece)]
                if branch.values
                else []
            )
        if inner and depth == 0:
            self._miss(say("strata inside strata were not followed further"))
            return []
        named = [tuple(_named(s, siblings, branch.values) for s in more) for more in inner]
        joined = [both for more in named for both in self._joined(piece, more)]
        return [tuple({str(s): s for s in both}.values()) for both in joined]

    def _joined(self, piece: Piece, more: Piece) -> list[Piece]:
        """Both at once; where the equations of the piece fall apart on the other one, each part
        by itself.
        """
        solved = branches(more, self.chart)
        parts = (
            [
                _factors_on(surface, solved[0].values, self.chart)
                for surface in piece
                if surface.angle is None
            ]
            if len(solved) == 1
            else []
        )
        if all(len(factors) < 2 for factors in parts):
            return [(*piece, *more)]
        angles = [surface for surface in piece if surface.angle is not None]
        return [(*angles, *chosen, *more) for chosen in product(*filter(None, parts))]

    def _miss(self, reason: str) -> None:
        """Remember why something is missing."""
        self.missing = self.missing or reason


def _factors_on(surface: Surface, values: Values, chart: Chart) -> list[Surface]:
    """The factors of an equation on a branch; none where it holds already."""
    try:
        there = surface.f.subs(values)
        return [] if vanishes(there) else surfaces(there, chart)
    except (OutOfReach, ZeroDivisionError):
        return [surface]


def _named(surface: Surface, siblings: Sequence[Piece], values: Values) -> Surface:
    """A piece already known that cuts out the same on the branch, for its name."""
    for other in siblings:
        if len(other) == 1 and same_zeros(other[0].f, values, surface.f):
            return other[0]
    return surface


def _lies_on(point: Values, values: Values) -> bool:
    """The point on the branch with these values."""
    try:
        return all(vanishes(point[s] - e.subs(point)) for s, e in values.items())
    except (OutOfReach, ZeroDivisionError):
        return False


def _key(branch: Branch) -> frozenset:
    """A branch by its solved coordinates."""
    return frozenset((s.index, e.index) for s, e in branch.values.items())


def kind_of(stratum: Stratum) -> tuple:
    """Rank and growth vector: strata inside a stratum are of other kinds."""
    return stratum.rank, None if stratum.growth is None else stratum.growth.vector


def _length(point: Values) -> int:
    return sum(len(text(v)) for v in point.values() if not v.is_zero)


def _proved(stratum: Stratum) -> bool:
    return stratum.growth is None or stratum.growth.evidence.proved


def _speed(stratum: Stratum) -> tuple:
    """Of two points of a stratum the one with the larger dimensions is typical."""
    growth = stratum.growth
    return stratum.rank, () if growth is None else (
        *growth.vector,
        *[growth.vector[-1]] * (LONGEST - growth.degree),
    )
