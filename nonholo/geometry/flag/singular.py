"""The singular set: all points at which the growth vector is not the generic one, or A loses rank.

In a chart det A_D != 0 it is where the minors of the generators of D_2, D_3, ... vanish together
(`generators`). Outside the first chart only the pieces of {det A_D = 0} are looked at, with further
charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, product
from math import comb

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import divided
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph, linear
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.flag.flag import Closure
from nonholo.geometry.flag.generators import Generators, Levels
from nonholo.geometry.flag.headings import Heading
from nonholo.geometry.zeros.both_signs import has_both_signs
from nonholo.geometry.zeros.branches import Branch, Values, branches
from nonholo.geometry.zeros.components import (
    concise,
    contained,
    largest,
    least,
    names,
    rank_pieces,
    restricted,
    small_minor,
)
from nonholo.geometry.zeros.zeros import Piece, Surface, common_zeros, empty, nowhere_zero, surfaces
from nonholo.linear.elimination import all_minors, cost, echelon, vanishes
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

MOST_CHOICES = 40  # choices of dependent velocities among which charts are looked for
MOST_CHARTS = 4
MOST_MINORS = 400  # of the constraints on a stratum


class Untypical(OutOfReach):
    """The growth vector that was taken for typical of a piece is not."""


@dataclass
class Atlas:
    """Charts of independent rows, as many as were needed; first: the dependent columns of the
    first; heading: a coordinate that is held at 0, where that is enough.
    """

    rows: Pfaffian
    first: tuple[int, ...]
    closure: Closure
    work: Work
    heading: Heading | None = None
    charts: list[Levels] = field(default_factory=list)
    dropped: list[Piece] = field(default_factory=list)

    @cached_property
    def there(self) -> Pfaffian:
        """The rows where growth is asked."""
        return self.rows if self.heading is None else self.rows.subs(self.heading.values)

    def everywhere(self, f: Expr) -> Expr:
        """A function that was found there at all points."""
        return f if self.heading is None else self.heading.everywhere(f)

    def singular(self) -> list[Piece]:
        """All pieces of the singular set.

        Raises OutOfReach.
        """
        self.dropped = rank_pieces(self.there, self.first, self.work)
        if self.closure.relations == self.rows.k:
            return self._reduced(self.dropped)
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
        self.charts.append(Levels(split(self.rows, columns), self.work))
        return self.charts[-1]

    def condition(self, levels: Levels) -> Expr:
        """det A_D of a chart."""
        return small_minor(self.there, levels.d.dependent)

    def _left(self, more: Sequence[Expr] = ()) -> list[Piece]:
        """Where no chart holds though A has full rank."""
        dets = [*(self.condition(levels) for levels in self.charts), *more]
        pieces = common_zeros(dets, self.rows.chart, self.work)
        return [
            p
            for p in pieces
            if not any(contained(p, other, self.rows.chart) for other in self.dropped)
        ]

    def _reduced(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces of higher dimension, and those where A loses rank, without equations that
        follow from others.

        A piece where A loses rank is kept inside one where only growth is another.
        """
        dropped = [concise(piece, self.rows.chart) for piece in self.dropped]
        maximal = largest(
            least([concise(piece, self.rows.chart) for piece in pieces]), self.rows.chart
        )
        both = [*maximal, *largest(least(dropped), self.rows.chart)]
        return list({names(piece): piece for piece in both}.values())

    def _next_chart(self, left: Sequence[Piece]) -> tuple[int, ...]:
        """The columns of a further chart, if there is one the last that is needed."""
        choices = islice(regular_choices(self.there), MOST_CHOICES)
        dets = sorted(
            ((_cost(det := small_minor(self.there, c)), c, det) for c in choices),
            key=lambda entry: entry[:2],
        )
        fallback = None
        for _, columns, det in dets:
            if fallback is not None and self._vanishes_on(left, det):
                continue  # it is not the last that is needed, and there is one for a beginning
            remaining = self._left([det])
            if not remaining:
                return columns
            fallback = fallback or (
                columns if {names(p) for p in remaining} != {names(p) for p in left} else None
            )
        if fallback is None or len(self.charts) >= MOST_CHARTS:
            raise OutOfReach(say("no charts were found that cover every point"))
        return fallback

    def _vanishes_on(self, pieces: Sequence[Piece], det: Expr) -> bool:
        """The determinant surely takes both signs on one of the pieces."""
        chart = self.rows.chart
        return any(
            has_both_signs(det.subs(branch.values), chart)
            for piece in pieces
            for branch in branches(piece, chart)
        )

    def _in_chart(self, levels: Levels) -> list[Piece]:
        vector, base, pieces = self.closure.growth.vector, self.closure.growth.vector[0], []
        if self.heading is not None:
            return self._where(self.condition(levels), self._minors_on({}, vector, levels))
        for s in range(2, len(vector) + 1):
            levels.level(s)
            pieces += levels.module.drop(vector[s - 1] - base, self.work)
        return self._where(self.condition(levels), pieces)

    def _where(self, det: Expr, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces but for those on which the determinant of the chart vanishes."""
        outside = surfaces(det, self.rows.chart, self.work) if pieces else []
        inside = [
            piece
            for piece in pieces
            if not any(str(s) == str(o) or same_zeros(s.f, {}, o.f) for s in piece for o in outside)
        ]
        return [split for piece in inside for split in self._without(piece, outside)]

    def _without(self, piece: Piece, outside: Sequence[Surface]) -> list[Piece]:
        """The piece without the factors that vanish outside the chart alone: what holds roots was
        not factored."""
        smaller = [(s, _over(s.f, [o.f for o in outside])) for s in piece]
        if all(f is s.f for s, f in smaller):
            return [piece]
        parted = [[s] if f is s.f else surfaces(f, self.rows.chart, self.work) for s, f in smaller]
        return [tuple(chosen) for chosen in product(*parted)]

    def _on_boundary(self, levels: Levels, piece: Piece, known: Sequence[Piece]) -> list[Piece]:
        """What is singular on a piece outside the charts before, as far as it is new."""
        solved = branches(piece, self.rows.chart)
        if not solved:
            return self._in_chart(levels)
        pieces, all_of_them = [], []
        for branch in solved:
            if vanishes(self.condition(levels).subs(branch.values)):
                continue  # left for another chart
            try:
                inner = self._minors_on(branch.values, self.closure.growth.vector, levels)
            except Untypical:
                all_of_them.append(branch.marks)
                continue
            fresh = [p for p in inner if not any(_within(p, branch, other) for other in known)]
            pieces += [both for p in fresh if not empty(both := (*piece, *p), self.rows.chart)]
        return [*pieces, restricted(piece, all_of_them)] if all_of_them else pieces

    def full(self, levels: Levels) -> bool:
        """Units alone span the closure in this chart."""
        rank = self.closure.growth.vector[-1] - self.closure.growth.vector[0]
        try:
            for s in range(2, len(self.closure.growth.vector) + 4):
                levels.level(s)
                if len(levels.module.units) == rank:
                    return True
        except OutOfReach:
            pass
        return False

    def pieces_on(self, values: Values, vector: Sequence[int]) -> list[Piece]:
        """Where, on the branch, the growth vector is not the given one, which is typical of it.

        One chart of the atlas after the other, each only where those before do not hold.  Raises
        Untypical if the vector is not typical, OutOfReach."""
        chart, pieces = self.rows.chart, []
        dets: list[Expr] = []
        for levels in self.charts:
            det = self.condition(levels).subs(values)
            if vanishes(det):
                continue
            if not dets:
                pieces += self._where(det, self._minors_on(values, vector, levels))
            for piece in common_zeros(dets, chart, self.work) if dets else ():
                pieces += self._on_edge(piece, values, vector, levels, det)
            dets.append(det)
            if nowhere_zero(det, chart):
                break
        if not dets:
            raise OutOfReach(say("no chart holds on a stratum"))
        return least(pieces)

    def _on_edge(
        self, piece: Piece, values: Values, vector: Sequence[int], levels: Levels, det: Expr
    ) -> list[Piece]:
        """The same where the charts before fail on the branch."""
        solved, pieces = branches(piece, self.rows.chart), []
        if not solved:
            return self._where(det, self._minors_on(values, vector, levels))
        for edge in solved:
            both = {q: e.subs(edge.values) for q, e in values.items()} | edge.values
            if vanishes(det.subs(edge.values)):
                continue
            try:
                pieces += [(*piece, *inner) for inner in self._minors_on(both, vector, levels)]
            except Untypical:
                pieces.append(restricted(piece, [edge.marks]))
        return pieces

    def _minors_on(self, values: Values, vector: Sequence[int], levels: Levels) -> list[Piece]:
        """The same by one chart, which says nothing where it does not hold."""
        graph = self.rows.chart.graph
        module, pieces = Generators(self.rows.chart), []
        values = {**values, **(self.heading.values if self.heading else {})}
        for s in range(2, len(vector) + 1):
            for Y in _all_put_in(graph, levels.level(s), values):
                module.add(Y)
            if len(module.units) + echelon(graph, module.others).rank != vector[s - 1] - vector[0]:
                raise Untypical(say("the point of a stratum was not typical of it"))
            pieces += module.drop(vector[s - 1] - vector[0], self.work)
        return least(pieces)

    def rank_on(self, values: Values) -> int:
        """The rank of A at most points of a branch."""
        return echelon(self.rows.chart.graph, self._rows_on(values)).rank

    def rank_drops_on(self, values: Values, rank: int) -> list[Piece]:
        """Where, on the branch, the rank is less than the given one.

        Raises OutOfReach.
        """
        if rank == 0:
            return []
        graph, rows, n = self.rows.chart.graph, self._rows_on(values), self.rows.chart.n
        if comb(len(rows), rank) * comb(n, rank) > MOST_MINORS:
            raise OutOfReach(say("too many minors of the constraints on a stratum"))
        nonzero = [m for m in all_minors(graph, rows, rank, range(n)) if not vanishes(m)]
        return common_zeros(nonzero, self.rows.chart, self.work)

    def _rows_on(self, values: Values) -> list[list[Expr]]:
        return _all_put_in(self.rows.chart.graph, self.there.matrix, values)


def _cost(det: Expr) -> int:
    """Whatever its sign is, and the number in front."""
    constant, terms = linear(det)
    return cost(terms[0][0] if len(terms) == 1 and not constant else det)


def _within(piece: Piece, branch: Branch, other: Piece) -> bool:
    """On the branch every surface of `other` is one of the piece."""
    return all(any(same_zeros(o.f, branch.values, s.f) for s in piece) for o in other)


def _over(f: Expr, factors: Sequence[Expr]) -> Expr:
    """f without those of the factors that divide it, each as often as it does; f itself where none
    does.

    Only beside one square root r, for else all factors are seen: g(r) divides f(r) if its norm g(r)
    g(-r) divides f(r) g(-r)."""
    for g in factors:
        field = Field([f, g], Work.of(BUDGETS.factors))
        if [n for _, n in field.roots] != [2]:
            continue
        ((root, _),) = field.algebraic()
        turned = [-x if x == root else x for x in field.context.gens()]
        try:
            over, under = field.normal(f).num, field.normal(g).num
            other = under.compose(*turned, ctx=field.context)
            norm = field.times(under, other)
            if norm.is_constant():
                continue
            while (ratio := divided(field.times(over, other), norm)) is not None:
                over = ratio
        except OutOfReach:
            continue
        if over != field.normal(f).num:
            f = field.expression(over)
    return f


def same_zeros(f: Expr, values: Values, g: Expr) -> bool:
    """f on the branch is g times a number."""
    try:
        there, g = g.graph.fresh().copy([f.subs(values), g])
        return not there.is_zero and (there / g).is_number
    except ZeroDivisionError:
        return False


def _all_put_in(graph: Graph, fields: Sequence[Sequence[Expr]], values: Values) -> list[list[Expr]]:
    """The fields on a branch, their common parts once; from their normal forms those entries that
    have a form which is singular there."""
    entries = list(dict.fromkeys(e for Y in fields for e in Y))
    try:
        there = dict(zip(entries, graph.substitute(entries, values)))
    except ZeroDivisionError:
        there = {e: value for e in entries if (value := _as_it_is(e, values)) is not None}
        singular = [e for e in entries if e not in there]
        there |= zip(singular, _regular(graph, singular, values))
    return [[there[e] for e in Y] for Y in fields]


def _as_it_is(e: Expr, values: Values) -> Expr | None:
    try:
        return e.subs(values)
    except ZeroDivisionError:
        return None


def _regular(graph: Graph, nodes: Sequence[Expr], values: Values) -> list[Expr]:
    fresh, field = graph.fresh(), Field(nodes)
    elements = [cancelled(field, field.normal(e)) for e in nodes]
    field.graph, field.generators = fresh, fresh.copy(field.generators)
    there = fresh.copied(values)
    sides = [field.expression(poly) for q in elements for poly in (q.num, field.expanded(q.den))]
    try:
        put_in = fresh.substitute(sides, there)
        return graph.copy([top / bottom for top, bottom in zip(put_in[::2], put_in[1::2])])
    except ZeroDivisionError:
        raise OutOfReach(say("a bracket has a pole on a stratum")) from None
