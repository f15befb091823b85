"""The letters of a characteristic polynomial cut into regions with the same eigenvalues.

Boundaries f = 0 are where an eigenvalue can cross the imaginary axis, fences where what is assumed
of the letters ends.  One letter: the intervals between their zeros.  Two letters, rational
coefficients: a point in each region of the plane.  Else points are drawn at random, and regions are
told apart by the signs of all that decides (Hurwitz's determinants).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.between import simplest_between
from nonholo.arithmetic.numbers import Rational, rational
from nonholo.decide.ball import as_assumed, ball, balls, drawn, obeys
from nonholo.dynamics.characteristic import Characteristic
from nonholo.dynamics.crossings import UNDEFINED, crossings, deciding, grows_at, spectrum_at
from nonholo.dynamics.hurwitz import assumed_sign, surely_positive
from nonholo.dynamics.quotient import Doubts
from nonholo.dynamics.rest_verdict import LOSING, STABLE, UNDECIDED, UNSTABLE
from nonholo.dynamics.steady_verdict import SteadyVerdict, steady_verdict
from nonholo.errors import OutOfReach, said
from nonholo.expression.demands import demands
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import Range, range_of
from nonholo.expression.text import text
from nonholo.geometry.families.factors import factors
from nonholo.signs.factored import factored
from nonholo.signs.line import Zero, zeros_on_line
from nonholo.signs.plane import points_in_regions
from nonholo.words.sentence import say
from nonholo.work import Work

DRAWS, SEED = 400, 17  # random points
SIZES = (1, 3, 10, 100)
TRIES = 4  # points of a region, where eigenvalues are multiple at the first ones
BITS = 256
AT_RANDOM = say("regions were looked for at random points")
Point = Mapping[Expr, Rational | Ball]


@dataclass(frozen=True, slots=True)
class Boundary:
    """f = 0: an eigenvalue may cross the imaginary axis; what can happen there.

    f: irreducible where its coefficients are rational.
    """

    f: Expr
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SteadyCell:
    """Open regions of the letters in which the answer is the same.

    signs: of the boundaries there, 1 or -1, 0 where the cell has parts on both sides; at: a point
    in it; answer: verdict, reason and eigenvalues; between: its ends for one letter, None without
    end; shared: there are regions with these signs and another answer.
    """

    signs: tuple[int, ...]
    at: Mapping[Expr, Expr]
    answer: SteadyVerdict
    between: tuple[Zero | None, Zero | None] | None = None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Regions:
    """Boundaries and the cells between them; reasons: why there may be other cells."""

    boundaries: tuple[Boundary, ...]
    cells: tuple[SteadyCell, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judge:
    """The verdict at a point of the letters.

    values: numbers of the other letters; family, doubts: as `steady_verdict` takes them; motion:
    the places and rates of the steady motion, which have to be real; least: as `least_energy` tells
    them.
    """

    p: Characteristic
    letters: tuple[Expr, ...]
    values: Mapping[Expr, Expr]
    family: int
    doubts: Doubts
    motion: tuple[Expr, ...] = ()
    least: tuple[Expr, ...] = ()

    def at(self, points: Iterable[Point]) -> SteadyVerdict:
        """By the first of some points of one region at which eigenvalues can be counted, else by
        the energy at one of them.
        """
        tried: list[Point] = []
        counted = None
        for point in points:
            tried.append(point)
            counted = spectrum_at(self.p, point)
            if counted is not None:
                break
        verdict = steady_verdict(counted, self.p.zeros, self.family, self.doubts)
        if verdict.verdict == UNDECIDED and any(map(self._least_at, tried)):
            return replace(verdict, verdict=STABLE, reason=LOSING)
        return verdict

    def _least_at(self, point: Point) -> bool:
        """The energy has a strict minimum there, whatever letters without a part in p are."""
        graph = self.p.graph
        exact = {s: graph.lift(x) for s, x in point.items() if not isinstance(x, Ball)}
        if not self.least or len(exact) < len(point):
            return False
        return all(map(surely_positive, graph.substitute(list(self.least), exact)))

    def demanded(self) -> list[Expr]:
        """What has to be positive so that motion and coefficients are real."""
        return demanded([*self.p.paired, *self.p.unpaired, *self.p.undefined, *self.motion])

    def admits(self, point: Point) -> bool:
        """All that is assumed holds there, with the numbers of the other letters, and there is a
        motion.
        """
        numbers = {s: x.args if x.is_number else ball(x, {}, BITS) for s, x in self.values.items()}
        real = not any(value < 0 for value in balls(self.demanded(), point, BITS))
        return real and obeys({**numbers, **point})


def demanded(nodes: Sequence[Expr]) -> list[Expr]:
    """What has to be positive so that these are real, and may be negative: a of log(a), sqrt(a).

    nodes: expressions in letters.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> demanded([g.sqrt(g.symbol("a")), g.sqrt(g.symbol("b", assumption(positive=True)))])
    [a]
    """
    return [u for u, _ in demands(nodes) if u.symbols() and assumed_sign(u) != 1]


def regions(judge: Judge, work: Work | None = None) -> Regions:
    """The regions in which the eigenvalues stay on their sides of the imaginary axis.

    work: a budget, or None.  Raises OutOfReach.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.characteristic import characteristic
    >>> small = nh.linearise(nh.System("a", "adot**2/2 - (k - 1)*a**2/2"))
    >>> from nonholo.dynamics.quotient import Doubts
    >>> p = characteristic(small.linear, {})
    >>> [cell.answer.verdict for cell in regions(Judge(p, p.letters, {}, 0, Doubts())).cells]
    ['unstable', 'undecided']
    """
    boundaries = _boundaries(crossings(judge.p, work), work)
    functions = [b.f for b in boundaries]
    if not judge.letters:
        return Regions((), (SteadyCell((), {}, judge.at([{}])),), ())
    if len(judge.letters) == 1:
        try:
            return Regions(boundaries, tuple(_on_line(judge, boundaries)), ())
        except OutOfReach as error:
            return _at_random(judge, work, said(error))
    if len(judge.letters) == 2:
        try:
            return Regions(boundaries, tuple(_in_plane(judge, functions, work)), ())
        except OutOfReach as error:
            return _at_random(judge, work, said(error))
    return _at_random(judge, work)


def _boundaries(told: Iterable[tuple[Expr, str]], work: Work | None) -> tuple[Boundary, ...]:
    """Factor by factor, those that can vanish, the shortest first."""
    events: dict[str, tuple[Expr, list[str]]] = {}
    for f, event in told:
        for factor in factors(f, work) if f.symbols() else ():
            events.setdefault(text(factor), (factor, []))[1].append(event)
    return tuple(
        Boundary(f, tuple(dict.fromkeys(what)))
        for _, (f, what) in sorted(events.items(), key=lambda item: (len(item[0]), item[0]))
    )


# one letter -------------------------------------------------------------------------------------
def _on_line(judge: Judge, boundaries: Sequence[Boundary]) -> Iterator[SteadyCell]:
    """The intervals, in order; neighbours that are unstable, with an unstable end, are one: not
    across an end where there are no equations.
    """
    (letter,) = judge.letters
    functions = [b.f for b in boundaries]
    undefined = {k for k, b in enumerate(boundaries) if UNDEFINED in b.events}
    zeros = zeros_on_line([*functions, *_fences(judge)], letter)
    before: SteadyCell | None = None
    for low, high in pairwise([None, *zeros, None]):
        points = [{letter: rational(x)} for x in _inside(low, high)]
        if not judge.admits(points[0]):
            if before is not None:
                yield before
            before = None
            continue
        at = {letter: letter.graph.lift(points[0][letter])}
        cell = SteadyCell(_signs(functions, points[0]), at, judge.at(points), (low, high))
        apart = low is not None and not undefined.isdisjoint(low.of)
        if before is not None and (apart or not _joins(judge, before, cell, low)):
            yield before
            before = None
        before = cell if before is None else _joined(before, cell)
    if before is not None:
        yield before


def _inside(low: Zero | None, high: Zero | None) -> list[Fraction]:
    """Some numbers between two zeros, the simplest one first."""
    a, b = (None if low is None else low.high), (None if high is None else high.low)
    first = simplest_between(a, b)
    some = [first]
    for _ in range(TRIES - 1):
        some.append(simplest_between(some[-1], b))
    return some


def _joins(judge: Judge, one: SteadyCell, other: SteadyCell, end: Zero | None) -> bool:
    """Two neighbours are unstable, and so is the motion between them."""
    assert end is not None  # neighbours have an end in common
    (letter,) = judge.letters
    return (
        one.answer.verdict == other.answer.verdict == UNSTABLE
        and one.answer.spectrum == other.answer.spectrum
        and judge.admits({letter: end.ball})
        and grows_at(judge.p, {letter: end.ball})
    )


def _joined(one: SteadyCell, other: SteadyCell) -> SteadyCell:
    assert one.between is not None and other.between is not None  # both are intervals
    signs = tuple(a if a == b else 0 for a, b in zip(one.signs, other.signs))
    return replace(one, signs=signs, between=(one.between[0], other.between[1]))


# two letters ------------------------------------------------------------------------------------
def _in_plane(judge: Judge, functions: Sequence[Expr], work: Work | None) -> list[SteadyCell]:
    """The combinations of signs and answers that are met.  Raises OutOfReach."""
    x, y = judge.letters
    met: dict[tuple[tuple[int, ...], SteadyVerdict], SteadyCell] = {}
    known = {text(e) for f in functions for e in (f, -f)}
    fences = [f for f in _fences(judge) if text(f) not in known]
    for pair in points_in_regions([*functions, *fences], x, y, work):
        point = dict(zip(judge.letters, map(rational, pair)))
        if judge.admits(point):
            cell = _cell_at(judge, functions, point)
            met.setdefault((cell.signs, cell.answer), cell)
    signs = [s for s, _ in met]
    return _together([replace(c, shared=signs.count(c.signs) > 1) for c in met.values()])


def _cell_at(judge: Judge, functions: Sequence[Expr], point: Mapping[Expr, Rational]) -> SteadyCell:
    at = {s: s.graph.lift(value) for s, value in point.items()}
    return SteadyCell(_signs(functions, point), at, judge.at([point]))


def _together(cells: Sequence[SteadyCell]) -> list[SteadyCell]:
    """Cells with one answer on both sides of a boundary made one, as long as there are any."""
    waiting, done = [c for c in cells if not c.shared], [c for c in cells if c.shared]
    while waiting:
        first = waiting.pop(0)
        for i, other in enumerate(waiting):
            apart = [k for k, (a, b) in enumerate(zip(first.signs, other.signs)) if a != b]
            same = first.answer == other.answer
            if same and len(apart) == 1 and 0 not in (first.signs[apart[0]], other.signs[apart[0]]):
                signs = tuple(0 if k in apart else a for k, a in enumerate(first.signs))
                waiting[i] = replace(first, signs=signs)
                break
        else:
            done.append(first)
    return done


# more letters -----------------------------------------------------------------------------------
def _at_random(judge: Judge, work: Work | None, why: str = "") -> Regions:
    """The combinations of signs that random points meet, of all that decides."""
    crossed = {text(b.f): b for b in _boundaries(crossings(judge.p, work), work)}
    boundaries = [crossed.get(text(b.f), b) for b in _boundaries(deciding(judge.p, work), work)]
    functions = [b.f for b in boundaries]
    rng = random.Random(SEED)
    met: dict[tuple[int, ...], SteadyCell] = {}
    for attempt in range(DRAWS):
        size = SIZES[attempt % len(SIZES)]
        point = as_assumed(drawn(judge.letters, rng, size, attempt % 8 < 4))
        signs = _signs(functions, point) if judge.admits(point) else (0,)
        if 0 not in signs and (signs not in met or met[signs].answer.spectrum is None):
            met[signs] = _cell_at(judge, functions, point)
        if len(met) == 2 ** len(functions):
            break
    reasons = [AT_RANDOM, *([why] if why else [])] if len(met) < 2 ** len(functions) else []
    cells = _together(list(met.values()))
    used = [
        k
        for k, b in enumerate(boundaries)
        if text(b.f) in crossed or any(c.signs[k] for c in cells)
    ]
    cells = [replace(c, signs=tuple(c.signs[k] for k in used)) for c in cells]
    return Regions(tuple(boundaries[k] for k in used), tuple(cells), tuple(reasons))


def _signs(functions: Sequence[Expr], point: Point) -> tuple[int, ...]:
    """1 or -1 for what surely is positive or negative there, else 0."""
    values = balls(functions, point, BITS)
    return tuple(1 if v > 0 else -1 if v < 0 else 0 for v in values)


def _fences(judge: Judge) -> list[Expr]:
    """Where what is assumed of the letters ends: functions that vanish there."""
    letters, graph = set(judge.letters), judge.letters[0].graph
    fences = [e for s in judge.letters for e in _ends(s, range_of(s))]
    for node, assumed in graph.stated.items():
        put = node.subs(dict(judge.values))
        if put.symbols() and set(put.symbols()) <= letters:
            fences += _ends(put, assumed)
    fences += judge.demanded()
    distinct = {text(f): f for e in fences for f, _ in factored(e)[1]}
    return list(distinct.values())


def _ends(e: Expr, assumed: Range) -> list[Expr]:
    lifted = [e.graph.lift(end) for end in (assumed.low, assumed.high) if end is not None]
    zero = [e.graph.zero] if assumed.apart else []
    turns = [] if assumed.turns is None else [e.graph.pi * end for end in assumed.turns]
    return [e - end for end in (*lifted, *zero, *turns)]
