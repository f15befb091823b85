"""What makes a quadratic form least, unknown after unknown, where most entries are 0.

    sum_xy H_xy x y/2 + sum_x h_x x,     z = sum_b e_b z_b + G u + g

The unknowns are u' (from 0), z' of parts (from m), each a line over those before it, and
multipliers (below 0) of conditions that are to hold.  A part is put in by what it means, a rate and
a multiplier are eliminated by their own equation.

A rate has the pivot of a Schur complement of M, which does not vanish where M is positive.  A
multiplier has that of -A M^-1 A^T for the rows so far, on the rates so far: it does not vanish
where these rows are independent there.  So a multiplier is eliminated when

- its row vanishes on the rates that the rows before it hold, and has an entry at another one that
  vanishes nowhere: then it is independent of them everywhere; or
- its row holds rates alone that are eliminated, as those of the rows before do; or all rates are:
  then it is independent of them wherever A has full rank.

References: Featherstone1983."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from nonholo.arithmetic.numbers import Rational
from nonholo.errors import NotApplicable
from nonholo.expression.graph import MINUS, UNIT, Expr, Graph
from nonholo.geometry.distribution.regular import Vector
from nonholo.linear.elimination import surely
from nonholo.words.sentence import say

Terms = list[tuple[Expr, Rational]]


@dataclass(frozen=True, slots=True)
class Line:
    """z = sum_b e_b z_b + G u + g: bases e by part, G by column (what stands at m and beyond is
    left to the one who made it), the bias g.
    """

    bases: Mapping[int, Expr]
    added: Vector
    bias: Expr


@dataclass(slots=True)
class Form:
    """sum_xy H_xy x y/2 + sum_x h_x x over the unknowns; entries are added up when they are
    taken.
    """

    graph: Graph
    square: dict[int, dict[int, Terms]] = field(default_factory=dict)
    slope: dict[int, Terms] = field(default_factory=dict)

    def put(self, x: int, y: int, e: Expr) -> None:
        """H_xy and H_yx more by e."""
        row = self.square.setdefault(x, {})
        if y not in row:
            row[y] = self.square.setdefault(y, {})[x] = []
        row[y].append((e, UNIT))

    def lean(self, x: int, e: Expr) -> None:
        """h_x more by e."""
        self.slope.setdefault(x, []).append((e, UNIT))

    def take(self, x: int) -> tuple[dict[int, Expr], Expr, Expr]:
        """The entries of x beside the diagonal, H_xx and h_x, which go."""
        taken = self.square.pop(x, {})
        diagonal = self.graph.sum(taken.pop(x, []))
        for y in taken:
            del self.square[y][x]
        row = {y: self.graph.sum(terms) for y, terms in taken.items()}
        row = {y: e for y, e in row.items() if not e.is_zero}
        return row, diagonal, self.graph.sum(self.slope.pop(x, []))


class Least:
    """The elimination, with names for what is not short.

    m: rates; lines: of the parts; form: what is made least; named: gives a name; eliminated: each
    unknown with what it is, -sum_y quotient_y y - lean, in order.
    """

    def __init__(self, m: int, lines: list[Line], form: Form, named: Callable[[Expr], Expr]):
        self.graph, self.m, self.lines, self.form, self.named = form.graph, m, lines, form, named
        self.eliminated: list[tuple[int, dict[int, Expr], Expr]] = []

    def means(self, k: int) -> dict[int, Expr]:
        """What z_k' holds, without its bias."""
        line = self.lines[k]
        terms = {c: e for c, e in line.added.items() if c < self.m and not e.is_zero}
        return terms | {self.m + b: e for b, e in line.bases.items()}

    def put_in(self, k: int) -> None:
        """z_k' by what it means."""
        form, line, terms = self.form, self.lines[k], self.means(k)
        row, square, slope = form.take(self.m + k)
        square, row = self.named(square), {y: self.named(e) for y, e in row.items()}
        lean = self.named(slope + square * line.bias)
        for x, a in terms.items():
            for y, e in row.items():
                form.put(x, y, 2 * a * e if x == y else a * e)
            for y, b in terms.items():
                if y <= x:
                    form.put(x, y, square * a * b)
            form.lean(x, a * lean)
        for y, e in row.items():
            form.lean(y, e * line.bias)

    def eliminate(self, x: int) -> None:
        """One rate or multiplier by its own equation.

        Raises NotApplicable where the equation does not surely determine it.
        """
        form = self.form
        row, square, slope = form.take(x)
        if not surely(square):
            raise NotApplicable(say("regular: the equations do not determine the accelerations"))
        square = self.named(square)
        row = {y: self.named(e) for y, e in row.items()}
        quotient = {y: self.named(e / square) for y, e in row.items()}
        lean = self.named(self.named(slope) / square)
        for y, e in row.items():
            for z in row:
                if z <= y:
                    form.put(z, y, -(e * quotient[z]))
            form.lean(y, -(e * lean))
        self.eliminated.append((x, quotient, lean))

    def back(self) -> dict[int, Expr]:
        """What was eliminated, in the order in which it is not needed, z' where one asks for
        them.
        """
        values, moved = dict[int, Expr](), dict[int, Expr]()

        def value(x: int) -> Expr:
            return self.named(values[x]) if x < self.m else self.part(x - self.m, moved, value)

        for x, quotient, lean in reversed(self.eliminated):
            terms = [(quotient[y] * value(y), MINUS) for y in sorted(quotient)]
            values[x] = self.graph.sum([(lean, MINUS), *terms])
        return values

    def part(self, k: int, moved: dict[int, Expr], value: Callable[[int], Expr]) -> Expr:
        """z_k', those it is made of before it."""
        pending = [k]
        while pending:
            l = pending[-1]
            missing = [b for b in self.lines[l].bases if b not in moved]
            if l not in moved and missing:
                pending += missing
                continue
            pending.pop()
            if l not in moved:
                line = self.lines[l]
                terms = [(line.bias, UNIT)]
                terms += [(e * value(c), UNIT) for c, e in line.added.items() if c < self.m]
                terms += [(e * moved[b], UNIT) for b, e in line.bases.items()]
                moved[l] = self.named(self.graph.sum(terms))
        return moved[k]


class Conditions:
    """When the multipliers of conditions may go (see above).

    rows: of A by multiplier, over rates and parts; resting: an expression in which nothing moves.
    """

    def __init__(self, least: Least, rows: Mapping[int, Vector], resting: Callable[[Expr], bool]):
        self.least, self.resting = least, resting
        self.rows = {l: dict(row) for l, row in rows.items()}
        self.gone: set[int] = set()
        self.spent: set[int] = set()
        self.in_part = False

    def put_in(self, k: int) -> None:
        """z_k' by what it means, here and in the form."""
        terms, place = self.least.means(k), self.least.m + k
        for row in self.rows.values():
            if place in row:
                e = row.pop(place)
                for x, a in terms.items():
                    row[x] = row[x] + e * a if x in row else e * a
        self.least.put_in(k)

    def eliminate(self, c: int) -> None:
        """A rate, and the multipliers that may follow it."""
        self.least.eliminate(c)
        self.gone.add(c)
        for l in [l for l, row in self.rows.items() if c in row]:
            if self.may_go(l):
                self.least.eliminate(l)
                del self.rows[l]

    def may_go(self, l: int) -> bool:
        row = {x: e for x, e in self.rows[l].items() if not e.is_zero}
        touched = row.keys() & self.gone
        if not touched & self.spent and any(self.resting(row[c]) for c in touched):
            self.in_part = self.in_part or touched != row.keys()
        elif self.in_part or touched != row.keys():
            return False
        self.spent |= touched
        return True

    def finish(self) -> None:
        """The multipliers that are left, when no rate is."""
        while self.rows:
            square = self.least.form.square
            l = min(self.rows, key=lambda l: (len(square.get(l, ())), -l))
            self.least.eliminate(l)
            del self.rows[l]
