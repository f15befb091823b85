"""The rank of a matrix of polynomials in parameters, and where in parameter space it drops.

Rows are eliminated without fractions,

    row_k  <-  (p row_k - e row_i) / g,        p the pivot in row i, e the entry of row k below it,

g a common divisor of the new row.  First by pivots that vanish at no admissible parameters, then by
others: where none of these vanishes, nor a divisor of their rows, the rank is the number of pivots.
So it can drop only where the product of the pivots vanishes.  On each piece of those parameters the
rank is looked at modulo a prime; if it does not drop there, pivots that do not vanish there give
another product, which must vanish too.  A kernel vector is one wherever it does not vanish itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import rank_modulo
from nonholo.arithmetic.polynomials import (
    Polynomial,
    common_divisor,
    divided,
    factors_of,
    modular_ring,
)
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.families.factors import factors
from nonholo.geometry.families.piece import WHOLE, Piece
from nonholo.geometry.families.pieces import pieces
from nonholo.modular.residues import Residues
from nonholo.words.sentence import say
from nonholo.work import Work, spend

MOST_TERMS = 500  # of an entry
MOST_GUARDS = 40  # products of pivots
CUTTING = 20_000_000  # units for the parameters at which all products vanish
POINTS = 16  # at some of which roots exist
STEP = 5

Row = dict[int, Polynomial]
Price = tuple[tuple[int, ...], int]  # of a row, and the column of the pivot
Pivot = tuple[Polynomial, list[Polynomial]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rank at generic parameters.

    rank: of the matrix; guards: sets of polynomials in the parameters, one for each block of the
    matrix: where no set vanishes as a whole the rank is this one; kernel: vectors without common
    divisor, column -> entry.
    """

    rank: int
    guards: tuple[tuple[Expr, ...], ...]
    kernel: tuple[Mapping[int, Polynomial], ...]


@dataclass(slots=True)
class _Line:
    """A row, and the divisors that were taken out of it."""

    entries: Row
    taken: list[Polynomial] = field(default_factory=list)


def ranked(ring: Field, rows: Iterable[Row], columns: int, work: Work) -> Ranked:
    """The rank and the kernel of rows with `columns` entries.

    ring: whose polynomials, reduced, the entries are; work: a budget.  Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> ring = Field([g.symbol("a"), g.symbol("b")])
    >>> a, b = (ring.normal(e).num for e in ring.generators)
    >>> judged = ranked(ring, [{0: a, 1: b}, {1: a, 2: b}], 3, Work.of(10**6))
    >>> judged.rank, judged.guards, len(judged.kernel)
    (2, ((b, a),), 1)
    """
    core = _Elimination(ring, rows, work)
    core.by_units()
    guards = []
    solved = list(core.solved)
    for block in core.blocks():
        first = block.copy()
        guards.append(_guard(block, first))
        solved += first.solved
    core.solved = solved
    return Ranked(len(solved), tuple(filter(None, guards)), tuple(core.kernel(columns)))


def _guard(block: _Elimination, first: _Elimination) -> tuple[Expr, ...]:
    """Products of pivots of a block, the first of which bring it to echelon form; none if they do
    not vanish."""
    guard = [_product(block.ring, first.by_others(None))]
    met: set[frozenset[str]] = set()
    while guard[-1].symbols():
        point = _without_drop(block, guard, len(first.solved), met)
        if point is None or len(guard) == MOST_GUARDS:
            return tuple(guard)
        guard.append(_product(block.ring, block.copy().by_others(point)))
    return ()


def _product(ring: Field, members: Sequence[Polynomial]) -> Expr:
    """One equation: a member of them vanishes."""
    return ring.graph.multiply(ring.graph.one, *map(ring.expression, members))


def _without_drop(
    core: _Elimination, guards: Sequence[Expr], rank: int, met: set[frozenset[str]]
) -> _Point | None:
    """A point where all guards vanish, of a piece on which the rank does not drop; met: pieces on
    which it does."""
    for piece in pieces(guards, WHOLE, core.work.at_most(CUTTING)):
        if not piece.left and piece.names not in met:
            point = _Point(core.ring, piece)
            if point.exists and point.rank(core.lines) == rank:
                return point
            met.add(piece.names)
    return None


class _Point:
    """Random parameters of a piece modulo a prime."""

    def __init__(self, ring: Field, piece: Piece):
        at = Residues(random.Random(len(piece.equations)), POINTS)
        letters = [k for k, g in enumerate(ring.generators) if g.kind != "number"]
        self.p, self.exists = at.p, False
        self.context = modular_ring(ring.context.names(), at.p)
        try:
            values = [at.of(ring.generators[k].subs(piece.solved)) for k in letters]
        except (OutOfReach, ZeroDivisionError):
            return
        self.exists = bool(at.fit.any())
        place = int(at.fit.argmax())
        self.values = [int(v[place]) for v in values]

    def value(self, poly: Polynomial) -> int:
        p = self.p
        terms = {e: int(c.p) % p * pow(int(c.q), -1, p) % p for e, c in poly.to_dict().items()}
        return int(self.context.from_dict(terms)(*self.values))

    def rank(self, lines: Sequence[_Line]) -> int:
        """Of the rows, with what was taken out of them."""
        columns = sorted({c for line in lines for c in line.entries})
        rows = []
        for line in lines:
            if all(self.value(f) for f in line.taken):
                values = {c: self.value(p) for c, p in line.entries.items()}
                rows.append([values.get(c, 0) for c in columns])
        return rank_modulo(rows, self.p)


def _told(line: _Line) -> str:
    entries = sorted((c, str(p)) for c, p in line.entries.items())
    return f"{entries} {sorted(map(str, line.taken))}"


class _Elimination:
    """Rows on their way to echelon form.  solved: (column, row) of the pivots so far."""

    def __init__(self, ring: Field, rows: Iterable[Row], work: Work):
        self.ring, self.work = ring, work
        self.solved: list[tuple[int, Row]] = []
        self.ranges = [range_of(g) for g in ring.generators]
        self.known: dict[str, list[Polynomial]] = {}  # polynomial -> factors that may vanish
        self.lines = self.distinct(_Line(row) for row in rows)

    def copy(self) -> _Elimination:
        other = _Elimination(self.ring, [], self.work)
        other.known = self.known
        other.lines = [_Line(dict(line.entries), list(line.taken)) for line in self.lines]
        other.solved = list(self.solved)
        return other

    def blocks(self) -> list[_Elimination]:
        """The rows that share columns, directly or by others, together; nothing is solved yet."""
        groups: list[tuple[set[int], list[_Line]]] = []
        for line in self.lines:
            columns, lines = set(line.entries), [line]
            apart = []
            for other in groups:
                if other[0] & columns:
                    columns, lines = columns | other[0], [*other[1], *lines]
                else:
                    apart.append(other)
            groups = [*apart, (columns, lines)]
        blocks = []
        for _, lines in groups:
            block = self.copy()
            block.lines, block.solved = lines, []
            blocks.append(block)
        return blocks

    # what vanishes nowhere
    def unit(self, p: Polynomial) -> bool:
        """It is seen to vanish at no admissible parameters: one product of such letters, or a sum
        of such products of positive ones."""
        if p.is_constant():
            return True
        used = [i for i, e in enumerate(p.degrees()) if e]
        if len(p) == 1:
            return all(self.ranges[i].nonzero for i in used)
        if not all(self.ranges[i].positive for i in used):
            return False
        return len({c > 0 for c in p.coeffs()}) == 1

    def irreducible(self, p: Polynomial) -> list[Polynomial]:
        """The factors that may vanish."""
        if p.is_constant():
            return []
        if len(p) > MOST_TERMS:
            raise OutOfReach(say("a polynomial in the parameters with too many terms"))
        told = str(p)
        if told not in self.known:
            parts = (f / f.leading_coefficient() for f, _ in factors_of(p)[1])
            self.known[told] = [
                f
                for f in parts
                if not (self.unit(f) or not factors(self.ring.expression(f), self.work))
            ]
        return self.known[told]

    # rows
    def distinct(self, lines: Iterable[_Line]) -> list[_Line]:
        """Without common divisors, and without what is 0 or met before."""
        distinct: dict[str, _Line] = {}
        for line in map(self.short, lines):
            if line.entries:
                distinct.setdefault(_told(line), line)
        return list(distinct.values())

    def short(self, line: _Line) -> _Line:
        """The row without a common divisor."""
        entries = {c: p for c, p in line.entries.items() if p != 0}
        if not entries:
            return _Line({})
        values = sorted(entries.values(), key=len)
        divisor = next((p for p in values if p.is_constant()), values[0])
        for p in values[1:]:
            if divisor.is_constant():
                break
            divisor = common_divisor(divisor, p)
        taken = list(line.taken)
        if divisor.is_constant():
            scale = min(entries.items())[1].leading_coefficient()
            return _Line({c: p / scale for c, p in entries.items()}, taken)
        if not self.unit(divisor):
            taken.append(divisor)
        quotients = {c: divided(p, divisor) for c, p in entries.items()}
        return self.short(_Line({c: q for c, q in quotients.items() if q is not None}, taken))

    def by_units(self) -> None:
        """Pivots that vanish nowhere, in short rows first."""
        while alone := {
            next(iter(line.entries)): line
            for line in self.lines
            if len(line.entries) == 1 and not line.taken
        }:
            self.solved += [(c, line.entries) for c, line in alone.items()]
            self.lines = self.distinct(
                _Line({c: p for c, p in line.entries.items() if c not in alone}, line.taken)
                for line in self.lines
            )

        def price(line: _Line) -> Price | None:
            units = [] if line.taken else [c for c, p in line.entries.items() if self.unit(p)]
            if not units:
                return None
            c = min(units, key=lambda c: (len(line.entries[c]), c))
            return (len(line.entries),), c

        self.eliminate(price)

    def by_others(self, at: _Point | None) -> list[Polynomial]:
        """The other pivots, short ones first, that do not vanish at a point; what may vanish of
        them."""

        def price(line: _Line) -> Price | None:
            taken = [f for f in line.taken if not self.unit(f)]

            def of(c: int) -> tuple[int, ...]:
                p = line.entries[c]
                new = taken if self.unit(p) else [p, *taken]
                return sum(map(len, new)), len(line.entries), c

            columns = [c for c, p in line.entries.items() if at is None or at.value(p)]
            if not columns or (at is not None and not all(map(at.value, taken))):
                return None
            c = min(columns, key=of)
            return of(c), c

        pivots: dict[str, Polynomial] = {}
        for p, taken in self.eliminate(price):
            for f in (p, *taken):
                pivots |= {str(g): g for g in self.irreducible(f)}
        return [pivots[told] for told in sorted(pivots)]

    def eliminate(self, price: Callable[[_Line], Price | None]) -> list[Pivot]:
        """Pivots, with what was taken out of their rows; cheap ones first, as long as rows have a
        price."""
        pivots: list[Pivot] = []
        priced = [(price(line), line) for line in self.lines]
        while any(known for known, _ in priced):
            self.work.require()
            i = min((known[0], i) for i, (known, _) in enumerate(priced) if known is not None)[1]
            known, line = priced.pop(i)
            assert known is not None
            c, pivot = known[1], line.entries
            pivots.append((pivot[c], line.taken))
            self.solved.append((c, pivot))
            met: set[str] = set()
            others = priced
            priced = []
            for known, line in others:
                if c in line.entries:
                    line = self.short(_Line(self.without(line.entries, pivot, c), line.taken))
                    if not line.entries or (told := _told(line)) in met:
                        continue
                    met.add(told)
                    known = price(line)
                priced.append((known, line))
        self.lines = [line for _, line in priced]
        return pivots

    def without(self, row: Row, pivot: Row, c: int) -> Row:
        """The row with 0 in column c."""
        p, e = pivot[c], row[c]
        if p.is_constant():
            e, p = e / p.leading_coefficient(), self.ring.one
        result: Row = {}
        for k in {*row, *pivot} - {c}:
            a, b = row.get(k), pivot.get(k)
            total = self.ring.zero
            if a is not None:
                total = total + (a if p.is_one() else self.times(p, a))
            if b is not None:
                total = total - self.times(e, b)
            if total != 0:
                result[k] = total
        return result

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        spend(STEP)
        product = self.ring.times(a, b)
        if len(product) > MOST_TERMS:
            raise OutOfReach(say("a polynomial in the parameters with too many terms"))
        return product

    # the kernel
    def kernel(self, columns: int) -> list[Row]:
        """One vector for each column without a pivot."""
        taken = {c for c, _ in self.solved}
        return [self.vector(free) for free in range(columns) if free not in taken]

    def vector(self, free: int) -> Row:
        values: Row = {free: self.ring.one}
        for c, row in reversed(self.solved):
            total = self.ring.zero
            for k, p in row.items():
                if k != c and k in values:
                    total = total - self.times(p, values[k])
            if total == 0:
                continue
            entry = divided(total, row[c])
            if entry is None:
                values, entry = {k: self.times(row[c], p) for k, p in values.items()}, total
            values[c] = entry
        return self.short(_Line(values)).entries
