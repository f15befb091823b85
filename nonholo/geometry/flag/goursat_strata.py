"""Strata of Goursat flags: points by the letters of the flag, and the growth that a word has.

The zeros of the letters are followed one letter after the other, so that nothing is intersected
that the flag does not join: a word of s letters has at most s - 2 equations, and there are as many
words as the Fibonacci number F_{2s-3}."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from nonholo.decide.zero import Decision, settle
from nonholo.errors import OutOfReach
from nonholo.expression.graph import OPAQUE, Expr, linear
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.chart import chart as chart_of
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.regular import Vector, copied
from nonholo.geometry.flag.flag import Growth
from nonholo.geometry.flag.goursat_flag import GoursatFlag, derivative, goursat_flag
from nonholo.geometry.zeros.branches import Values, angles_of, branches, holds_at, points
from nonholo.geometry.zeros.gram import modulo
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.geometry.zeros.zeros import Piece, Surface, signed, surfaces
from nonholo.linear.elimination import cost, vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS
from nonholo.writing.present import presentable

FEWEST = 2  # rows of a flag whose words have letters
LETTERS = "VTR"  # in the order in which they are told


def lengths_of(word: str) -> list[int]:
    """The lengths b_1, b_2, ... of brackets that reach dimensions 2, 3, ...

        b_i(W R) = b_{i-1}(W) + 1,    b_i(W V) = b_{i-1}(W) + b_{i-2}(W'),
        b_i(W T) = 2 b_{i-1}(W) - b_{i-2}(W'),     W' = W without its last letter

    word: letters R, V, T.  Source: Jean1996, Mormul2004.

    >>> lengths_of("RRR"), lengths_of("RRV"), lengths_of("RRVT")
    ([1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 4, 7])
    """
    shorter, known = [1], [1, 2]  # of no letter, and of one
    for letter in word[1:]:
        if letter == "R":
            longer = [b + 1 for b in known[1:]]
        elif letter == "V":
            longer = [a + b for a, b in zip(known[1:], shorter)]
        else:
            longer = [2 * a - b for a, b in zip(known[1:], shorter)]
        shorter, known = known, [1, 2, *longer]
    return known


def growth_of(word: str) -> tuple[int, ...]:
    """The small growth vector at the points with a word.

    >>> growth_of("RRR"), growth_of("RRV"), growth_of("RRVT")
    ((2, 3, 4, 5), (2, 3, 4, 4, 5), (2, 3, 4, 5, 5, 5, 6))
    """
    lengths = lengths_of(word)
    return tuple(1 + sum(b <= s for b in lengths) for s in range(1, lengths[-1] + 1))


# the letters of points ------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Points:
    """The points with these letters so far; chain: what vanishes where the last letters are V, or
    V T ... T, one function a letter, whatever the letters before; empty after R."""

    word: str
    piece: Piece
    chain: tuple[Expr, ...] = ()


@dataclass
class Letters:
    """The points of each word, found letter by letter."""

    flag: TurnedFlag
    known: dict[tuple[str, Piece], list[Points]] = field(default_factory=dict)

    def after(self, known: Points) -> list[Points]:
        """The same points by their next letter: V, T, R."""
        key = known.word, known.piece
        if key not in self.known:
            self.known[key] = [*self._special(known), Points(known.word + "R", known.piece)]
        return self.known[key]

    def words(self) -> Iterator[Points]:
        """All that are as long as the flag, but R ... R."""
        level = [Points("RR", ())]
        for _ in self.flag.verticals:
            level = [more for known in level for more in self.after(known)]
        yield from (known for known in level if known.piece)

    def word_at(self, at: Values) -> str:
        """The word of one point."""
        known = Points("RR", ())
        for _ in self.flag.verticals:
            known = next(
                p for p in self.after(known) if not p.chain or vanishes(p.chain[-1].subs(at))
            )
        return known.word

    def _special(self, known: Points) -> Iterator[Points]:
        j = len(known.word) + 1
        yield from self._with(known, "V", self.flag.verticals[j], ())
        if known.chain:
            yield from self._with(known, "T", self.flag.slope(j, known.chain[-1]), known.chain)

    def _with(
        self, known: Points, letter: str, f: Expr, chain: tuple[Expr, ...]
    ) -> Iterator[Points]:
        """The points at which f vanishes too; only its own chain shortens f, since D_j is asked
        to be tangent to that alone.
        """
        for factor in self._factors(_modulo(f, chain)):
            inside = _modulo(factor.f, [s.f for s in known.piece])
            for surface in [factor] if inside is factor.f else self._factors(inside):
                if not _nowhere([*(s.f for s in known.piece), surface.f]):
                    piece = (*known.piece, surface)
                    yield Points(known.word + letter, piece, (*chain, factor.f))

    def _factors(self, f: Expr) -> list[Surface]:
        pieces = surfaces(f, self.flag.chart)
        if any(s.angle is not None and len(s.angle[1]) != 2 for s in pieces):
            raise OutOfReach(say("the letters of a flag, by functions without a slope"))
        return pieces


def _modulo(f: Expr, relations: Sequence[Expr]) -> Expr:
    """Where it is shorter, f less members of the ideal of the relations.  Raises OutOfReach."""
    reduced = modulo([f], relations) if relations else [f]
    if reduced is None or vanishes(reduced[0]):
        raise OutOfReach(say("the letters of a flag, by functions that are no polynomials"))
    return f if cost(f) <= cost(reduced[0]) else reduced[0]


def _nowhere(nodes: Sequence[Expr]) -> bool:
    """Surely without a common zero: 1 is in their ideal."""
    ones = modulo([nodes[0].graph.one], nodes) if len(nodes) > 1 else None
    return ones is not None and ones[0].is_zero


# angles of their own --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TurnedFlag:
    """A flag in coordinates Q under the same names, in a graph of its own: where letter j is V
    the sine of a linear angle vanishes, in most flags, and these angles are taken for some Q.

    verticals: what vanishes where letter j is V; along: X_j; given: q as functions of Q; angles:
    Q as functions of q, where they are not the same; before: the chart of q.
    """

    chart: Chart
    verticals: Mapping[int, Expr]
    along: Mapping[int, Vector]
    given: Mapping[Expr, Expr]
    angles: Mapping[Expr, Expr]
    before: Chart

    def slope(self, j: int, f: Expr) -> Expr:
        """X_j f."""
        return derivative(self.chart, self.along[j], f)


def in_angles_of_letters(flag: GoursatFlag) -> TurnedFlag:
    """The flag in the angles whose sines vanish where its letters are V."""
    old = flag.chart
    verticals = {j: flag.vertical(j) for j in flag.letters}
    given, angles = {q: q for q in old.q}, {}
    for f in verticals.values():
        for l in (s.angle[0] for s in surfaces(f, old) if s.angle is not None):
            there = l.subs(given)
            free = [
                (s, c)
                for s, c in linear(there)[1]
                if abs(c) == 1 and s in old.q and s not in angles
            ]
            if free:
                s, c = free[0]
                step = {s: (s - (there - s * c)) * c}
                given = {q: e.subs(step) for q, e in given.items()}
                angles[s] = l
    graph = old.graph.fresh()
    new = chart_of(graph, old.names, old.t.args)
    return TurnedFlag(
        new,
        {j: copied(graph, f.subs(given)) for j, f in verticals.items()},
        {j: _turned(flag.field(j), old, new, given, angles) for j in flag.letters},
        dict(zip(new.q, graph.copy(given.values()))),
        graph.copied(angles),
        old,
    )


def _turned(
    X: Vector, old: Chart, new: Chart, given: Mapping[Expr, Expr], angles: Mapping[Expr, Expr]
) -> Vector:
    """The components of X along Q, as functions of Q."""
    rates = {q: derivative(old, X, angles.get(q, q)) for q in old.q}
    moved = {i: copied(new.graph, e.subs(given)) for i, e in enumerate(rates.values())}
    return {i: e for i, e in moved.items() if not e.is_zero}


# strata ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Lettered:
    """The points of one word, and those that are their limits: equations in q, a point of that
    word."""

    word: str
    equations: tuple[Expr, ...]
    at: Values


def lettered(rows: Pfaffian) -> tuple[list[Lettered], bool] | None:
    """The words of a Goursat flag beside R ... R, each with a point, in the order V, T, R of the
    last letter, of the one before, ...; and whether all that is zero here is proved to be.

    None where it is no such flag, or not all of this was found.

    >>> import nonholo as nh
    >>> jets = nh.constraints("dy = z dx", "dz = u dx", "dx = v du", also=["v"])
    >>> [(one.word, one.equations) for one in lettered(jets.system.pfaffian)[0]]
    [('RRV', (v,))]
    """
    try:
        letters = _letters(rows)
        if letters is None:
            return None
        words = [
            Lettered(p.word, _in_given_angles(letters.flag, p.piece), _simplest(letters, p))
            for p in letters.words()
        ]
    except (OutOfReach, ZeroDivisionError):
        return None
    order = {letter: number for number, letter in enumerate(LETTERS)}
    words.sort(key=lambda f: (len(f.equations), [order[c] for c in f.word[::-1]]))
    return words, _proved(letters)


def growth_by_letters(rows: Pfaffian, point: Mapping[Expr, Expr]) -> Growth | None:
    """Growth at an exact point of a Goursat flag by its word; None where it is none, or the word
    was not found.

    point: coordinate -> constant.

    >>> import nonholo as nh
    >>> jets = nh.constraints("dy = z dx", "dz = u dx", "dx = v du", also=["v"])
    >>> growth_by_letters(jets.system.pfaffian, jets.point({"v": 0})).vector
    (2, 3, 4, 4, 5)
    """
    try:
        letters = _letters(rows)
        if letters is None:
            return None
        flag = letters.flag
        there = dict(zip(flag.chart.names, flag.chart.graph.copy([point[q] for q in rows.chart.q])))
        given = {q: there[name] for q, name in zip(flag.chart.q, flag.chart.names)}
        at = {q: flag.angles.get(q, q).subs(given) for q in flag.chart.q}
        vector = growth_of(letters.word_at(at))
    except (OutOfReach, ZeroDivisionError):
        return None
    kind = "normal form" if _proved(letters) else "randomised"
    return Growth(vector, "q", True, Decision(True, kind))


def _letters(rows: Pfaffian) -> Letters | None:
    """None too for one row, whose growth has no letters, and where coefficients may have no slope
    at some points, as sqrt(x) at 0: the flag is that of smooth fields.
    """
    doubtful = [e for row in rows.matrix for e in row if e.doubt & OPAQUE]
    if rows.k < FEWEST or not smooth_everywhere(doubtful, rows.chart):
        return None
    flag = goursat_flag(rows)
    return None if flag is None else Letters(in_angles_of_letters(flag))


def _proved(letters: Letters) -> bool:
    """No merge of expressions is open, neither in the angles of the letters nor before."""
    flag = letters.flag
    return all(settle(chart.graph, BUDGETS.settling) for chart in (flag.before, flag.chart))


def _in_given_angles(flag: TurnedFlag, piece: Piece) -> tuple[Expr, ...]:
    """The equations with the angles written out, short ones first."""
    graph = flag.chart.graph.fresh()
    angles = graph.copied(flag.angles)
    plain = [s.f if s.f.has(list(flag.angles)) else presentable(s.f) for s in piece]
    equations = (signed(e.subs(angles)) for e in graph.copy(plain))
    return tuple(sorted(equations, key=lambda e: (len(text(e)), text(e))))


def _simplest(letters: Letters, known: Points) -> Values:
    """The simplest point that is found with this word.  Raises OutOfReach."""
    flag = letters.flag
    nodes = [f for p in letters.words() for f in (*(s.f for s in p.piece), *p.chain)]
    active = [q for q in flag.chart.q if any(e.has([q]) for e in nodes)]
    solved = branches(known.piece, flag.chart)
    some = points(known.piece, solved, flag.chart, active, angles_of(nodes, flag.chart))
    for at in sorted((at for group in some.values() for at in group), key=_length):
        if holds_at(known.piece, at) and letters.word_at(at) == known.word:
            there = flag.chart.graph.substitute(list(flag.given.values()), at)
            return dict(zip(flag.given, there))
    raise OutOfReach(say("no point of a word was listed"))


def _length(at: Values) -> int:
    return sum(len(text(e)) for e in at.values())
