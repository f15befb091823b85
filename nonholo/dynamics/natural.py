"""Velocities among the parts of the Lagrangian: angular velocities in the axes of a body, speeds of
mass centres, the rate of a rotor against fixed axes.

The Lagrangian is a function of parts z = l q' + l_0 (see `nonholo.dynamics.speeds`), on admissible
velocities z = U u + U_0.  Some of them, Z, take the places R of as many u,

    u_R = B (z_Z - U_ZK u_K - U_Z0),     B = U_ZR^-1,

where no part gets a pole by it.  Then the inertia is M = P^T M' P with P = dz/du and M' without
poles, so that M is singular wherever P is: the new velocities are regular wherever the motion is
determined.  Angles of Euler fail at sin(theta) = 0, and so do the rates of the body, which have a
constant inertia where those of the angles have none.

Two velocities of which a constraint holds g (cos a q_i' + sin a q_j') may also be turned by a: in
the axes of a vehicle nothing depends on where it heads.  References: Hamel1904, KaneLevinson1985.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from nonholo.algebra.addition import turned
from nonholo.dynamics.speeds import OUT, REST, WAYS, Part, Way, monomial, parts_of
from nonholo.dynamics.system import System
from nonholo.expression.graph import MINUS, UNIT, Expr, Graph, ordered
from nonholo.expression.sweeps import along, gradient
from nonholo.geometry.distribution.regular import Regular, Vector, copied
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import Matrix
from nonholo.work import BUDGETS, Work, spend

MOST_PARTS, MOST_TAKEN = 24, 3  # of a Lagrangian; that take places at once
MOST_TRIED = 30  # exchanges whose poles are looked for
LOOK = 5  # units for an entry of a table
Places = tuple[int, ...]
Exchange = tuple[Places, Places]  # Z, R
Table = list[list[int]]


def natural_exchanges(system: System, regular: Regular) -> list[tuple[Exchange, Way]]:
    """Which parts may take which places, at most two ways: that in which fewest entries of M stand
    beside its diagonal, and that in which the parts have fewest entries, where these are fewer; and
    two velocities turned as the first constraint that turns any.

    Each with the way of `nonholo.dynamics.speeds` that is short in it.

    regular: all is done in its graph.
    """
    rows, work = _Rows(system, regular), Work.of(BUDGETS.natural)
    chosen: list[Exchange] = []
    for ranked in rows.ranked():
        tried = (e for e in ranked[:MOST_TRIED] if not work.over)
        best = next((e for e in tried if rows.permitted(e)), None)
        if best is not None and best not in chosen:
            chosen.append(best)
    return [*((turn, WAYS[0]) for turn in rows.turns[:1]), *((e, OUT) for e in chosen)]


def natural_velocities(system: System, regular: Regular, exchange: Exchange) -> Regular:
    """The velocities after an exchange, in the graph of those before it.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.regular import regular_velocities
    >>> rotor = nh.System("a b", "a'**2*cos(b)**2 + (a' + b')**2").system
    >>> [(exchange, _)] = natural_exchanges(rotor, regular_velocities(rotor.pfaffian))
    >>> found = natural_velocities(rotor, regular_velocities(rotor.pfaffian), exchange)
    >>> found.forms, found.columns
    (({0: 1}, {0: 1, 1: 1}), ({0: 1, 1: -1}, {1: 1}))
    """
    return _Rows(system, regular).exchanged(exchange)


class _Rows:
    """The parts z of a Lagrangian as rows U over u, and as values."""

    def __init__(self, system: System, regular: Regular):
        self.regular, self.graph, self.chart = regular, regular.chart.graph, regular.chart
        self.parts, self.L = parts_of(system, regular)
        self.moving = [*self.chart.q, self.chart.t]
        self.p = self.graph.modulus.p
        self.taken, self.turns = list(self.parts), list[Exchange]()
        for entries in _matrix(system, self.graph):
            self.turn(entries)

    def turn(self, entries: Vector) -> None:
        """Axes in which a row g (e_i q_i' + e_j q_j') + ... lies, e a cosine and a sine."""
        places = {i: c for c in range(self.regular.m) if (i := self.regular.natural(c)) is not None}
        for i, j in combinations([i for i in entries if i in places], 2):
            axis = next(_axes(self.graph, entries[i], entries[j]), None)
            if axis is not None:
                cos, sin = axis
                k = len(self.taken)
                for form in ({i: cos, j: sin}, {i: -sin, j: cos}):
                    row = {places[h]: e for h, e in form.items()}
                    self.taken.append(Part(self.graph.zero, form, row, {}))
                self.turns.append(((k, k + 1), (places[i], places[j])))

    # which -------------------------------------------------------------------------------------
    def ranked(self) -> list[list[Exchange]]:
        """The exchanges that make one of two things fewer, by it and then by the other."""
        table = [
            [
                part.by_column[c].value[0] if c in part.by_column else 0
                for c in range(self.regular.m)
            ]
            for part in self.parts
        ]
        letters = [part.symbol for part in self.parts]
        slopes = gradient(self.graph, self.L, letters)
        weights = [
            [e.value[0] for e in along(self.graph, slopes, {z: self.graph.one})] for z in letters
        ]
        now = self.counts(table, weights)
        counted = [(self.counts(new, weights), e) for e, new in self.tables(table)]
        return [
            [
                e
                for _, _, e in sorted(
                    (c[::k], len(e[0]), e) for c, e in counted if c[::k] < now[::k]
                )
            ]
            for k in (1, -1)
        ]

    def tables(self, table: Table) -> Iterator[tuple[Exchange, Table]]:
        """All exchanges of few parts that hold few velocities, with the values of U then."""
        for size in range(1, min(MOST_TAKEN, self.regular.m) + 1):
            if size > 1 and len(self.parts) > MOST_PARTS:
                return
            for parts in combinations(range(len(self.parts)), size):
                held = [c for c in range(self.regular.m) if any(table[k][c] for k in parts)]
                if len(held) > MOST_TAKEN:
                    continue
                for places in combinations(held, size):
                    new = _exchanged(table, parts, places, self.p)
                    if new is not None:
                        yield (parts, places), new

    def counts(self, table: Table, weights: Table) -> tuple[int, int]:
        """Entries of M beside its diagonal, and of U."""
        columns = list(zip(*table))
        spend(LOOK * len(table) * len(columns))
        pushed = [
            [sum(w * x for w, x in zip(row, column) if w and x) for row in weights]
            for column in columns
        ]
        beside = sum(
            sum(x * y for x, y in zip(columns[a], pushed[b])) % self.p != 0
            for a, b in combinations(range(len(columns)), 2)
        )
        return beside, sum(x != 0 for row in table for x in row)

    # by expressions ------------------------------------------------------------------------------
    def permitted(self, exchange: Exchange) -> bool:
        """No parameter is divided by, and no part gets a pole."""
        _, size = self.inverse(exchange)
        if size.is_zero or size.support & ~self.graph.mask(self.moving):
            return False
        below = monomial(self.graph.one / size)  # as it will be written, x - y and not y - x
        risky = {base for base, _ in below if not never_vanishes(base, self.chart)}
        return not risky or not any(
            self.divided(self.over(part.by_column, exchange).values(), risky) for part in self.parts
        )

    def divided(self, entries: Iterable[Expr], risky: set[Expr]) -> bool:
        return any(
            base in risky and e < 0
            for node in ordered(list(entries))
            if node.kind == "product"
            for base, e in node.args
        )

    def inverse(self, exchange: Exchange) -> tuple[Matrix, Expr]:
        parts, places = exchange
        zero = self.graph.zero
        return _adjugate(
            self.graph, [[self.taken[k].by_column.get(c, zero) for c in places] for k in parts]
        )

    def over(self, row_over_u: Vector, exchange: Exchange) -> Vector:
        """A row over u (place m: what is added) as a row over the new velocities."""
        (parts, places), graph = exchange, self.graph
        cofactors, size = self.inverse(exchange)
        first = [
            turned(
                graph,
                [
                    (row_over_u[c] * row[k], UNIT)
                    for c, row in zip(places, cofactors)
                    if c in row_over_u
                ],
            )
            / size
            for k in range(len(parts))
        ]
        entries = dict(zip(places, first))
        for c in range(self.regular.m + 1):
            if c not in places:
                less = [
                    (e * self.taken[k].by_column[c], MINUS)
                    for e, k in zip(first, parts)
                    if c in self.taken[k].by_column
                ]
                entries[c] = turned(
                    graph, [*([(row_over_u[c], UNIT)] if c in row_over_u else []), *less]
                )
        return {c: e for c, e in sorted(entries.items()) if not e.is_zero}

    def exchanged(self, exchange: Exchange) -> Regular:
        """The velocities after an exchange."""
        velocities, m = self.regular, self.regular.m
        whole = [*velocities.columns, velocities.drift]
        rows = {
            i: self.over({c: column[i] for c, column in enumerate(whole) if i in column}, exchange)
            for i in range(self.chart.n)
        }
        columns = [{i: row[c] for i, row in rows.items() if c in row} for c in range(m + 1)]
        forms, offsets = list(velocities.forms), list(velocities.offsets)
        for k, c in zip(*exchange):
            form = self.taken[k].form
            forms[c] = {i: e for i, e in sorted(form.items()) if i != REST}
            offsets[c] = form.get(REST, self.graph.zero)
        return Regular(self.chart, tuple(columns[:m]), tuple(forms), columns[m], tuple(offsets))


def _matrix(system: System, graph: Graph) -> Iterator[Vector]:
    """The rows of the constraints, by coordinate."""
    for row in system.pfaffian.matrix:
        yield {i: copied(graph, e) for i, e in enumerate(row) if not e.is_zero}


def _axes(graph: Graph, first: Expr, second: Expr) -> Iterator[tuple[Expr, Expr]]:
    """(c, s), a cosine and a sine or its negative, such that (first, second) lies along (c, s) or
    (-s, c).
    """
    for node in ordered([first, second]):
        if node.calls("sin", "cos"):
            (angle,) = node.args[1]
            cos, sin = graph.cos(angle), graph.sin(angle)
            for s in (sin, -sin):
                if first * s is second * cos or first * cos is -second * s:
                    yield cos, s


def _exchanged(table: Table, parts: Places, places: Places, p: int) -> Table | None:
    """U after an exchange, modulo p; None if B is not there."""
    table, left = [list(row) for row in table], list(parts)
    spend(LOOK * len(table) * len(table[0]) * len(parts))
    for c in places:
        k = next((k for k in left if table[k][c]), None)
        if k is None:
            return None
        left.remove(k)
        pivot, inverse = list(table[k]), pow(table[k][c], -1, p)
        for row in table:
            if row[c]:
                f = row[c] * inverse % p
                row[:] = [
                    f if d == c else (x - f * y) % p for d, (x, y) in enumerate(zip(row, pivot))
                ]
    return table


def _adjugate(graph: Graph, block: Matrix) -> tuple[Matrix, Expr]:
    """The adjugate of a small matrix, and its determinant."""
    size = range(len(block))
    cofactors = [[_minor(graph, block, j, i) for j in size] for i in size]
    return cofactors, turned(graph, [(block[0][j] * cofactors[j][0], UNIT) for j in size])


def _minor(graph: Graph, block: Matrix, i: int, j: int) -> Expr:
    """The determinant without row i and column j, with its sign."""
    left = [[e for b, e in enumerate(row) if b != j] for a, row in enumerate(block) if a != i]
    minor = _determinant(graph, left)
    return -minor if (i + j) % 2 else minor


def _determinant(graph: Graph, block: Matrix) -> Expr:
    if not block:
        return graph.one
    return turned(graph, [(e * _minor(graph, block, 0, j), UNIT) for j, e in enumerate(block[0])])
