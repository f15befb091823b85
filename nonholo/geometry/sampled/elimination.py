"""Sparse Gaussian elimination modulo a prime, dense where the matrix fills."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.arithmetic.matrices import echelon_modulo
from nonholo.errors import OutOfReach
from nonholo.modular.values import Row
from nonholo.words.sentence import say
from nonholo.work import spend, spend_matrix

DENSE = 20_000  # entries of (A, identity) up to which elimination is dense from the start
WORDS = 4  # what residues of two words cost
FILL = 0.25  # share of nonzero entries from which elimination goes on densely


@dataclass(frozen=True, slots=True)
class Solver:
    """A x = c solved for the pivot variables, modulo p; columns: 0 = t, 1..n, then n+1+l for c_l.

    pivots: (column, the rest of its row, scaled so that the pivot is 1) in the order of
    elimination; reduced: the rows eliminated last, in reduced form, by column: j -> [(pivot,
    entry)]; idle: the combinations of rows (by row number) that vanish in all columns 1..n."""

    p: int
    size: int
    rank: int
    pivots: tuple[tuple[int, Row], ...]
    reduced: Mapping[int, Sequence[tuple[int, int]]]
    idle: tuple[Row, ...]
    bound: frozenset[int]

    def solve(self, given: Row) -> list[int]:
        """x with A x = c, from the values of free columns and of c (by column; what is missing
        is 0).
        """
        x, p = [0] * self.size, self.p
        for j, value in given.items():
            x[j] = value
            for column, entry in self.reduced.get(j, ()):
                x[column] -= entry * value
        if self.reduced:
            x = [value % p for value in x]
        for column, row in reversed(self.pivots):
            x[column] = -sum(value * x[j] for j, value in row.items()) % p
        return x


def eliminate(
    rows: Sequence[Row], n: int, p: int, track: bool = True, limit: int | None = None
) -> Solver:
    """Gaussian elimination, rows with few entries first (Markowitz1957), densely when they fill.

    track: keep the right sides c.  Raises OutOfReach if more than `limit` entries are left when
    they fill."""
    k = len(rows)
    work = [{**row, n + 1 + l: p - 1} if track else dict(row) for l, row in enumerate(rows)]
    active = set(range(k))
    pivots: list[tuple[int, Row]] = []
    idle: list[Row] = []
    if k * (n + k) > DENSE:
        _sparse(work, active, n, p, pivots, idle, [])
    last = [work[i] for i in sorted(active)]
    if limit is not None and len(last) * (n - len(pivots)) > limit:
        raise OutOfReach(say("the matrix fills"))
    dense = _dense(last, n, p, idle) if last else []
    reduced: dict[int, list[tuple[int, int]]] = {}
    for column, row in dense:
        for j, v in row.items():
            reduced.setdefault(j, []).append((column, v))
    bound = frozenset(column for column, _ in (*pivots, *dense))
    return Solver(p, n + 1 + k, len(bound), tuple(pivots), reduced, tuple(idle), bound)


def triangular(rows: Sequence[Row], n: int, p: int) -> list[tuple[int, int]] | None:
    """(row, column) in an order in which row after row, the ones before taken out, has a pivot in
    its column of 1..n; None if the rows are dependent there.

    Few entries come up on the way.
    """
    work, active = [dict(row) for row in rows], set(range(len(rows)))
    pivots: list[tuple[int, Row]] = []
    idle: list[Row] = []
    order: list[tuple[int, int]] = []
    _sparse(work, active, n, p, pivots, idle, order)
    done: dict[int, Row] = {}
    for i in sorted(active):
        row = work[i]
        for column, other in done.items():
            if factor := row.get(column, 0):
                row = {
                    j: v
                    for j in {*row, *other, column}
                    if (v := (row.get(j, 0) - factor * (1 if j == column else other.get(j, 0))) % p)
                }
        column = min((j for j in row if 1 <= j <= n), default=0)
        if not column:
            return None
        scale = pow(row.pop(column), -1, p)
        done[column] = {j: v * scale % p for j, v in row.items()}
        order.append((i, column))
    return order if len(order) == len(rows) else None


def _sparse(work: list[Row], active: set[int], n: int, p: int, pivots, idle, order) -> None:
    """Eliminate until no row is left in `active`, or what is left has filled; order: (row,
    column) of the pivots.
    """
    holders: dict[int, set[int]] = {}
    for i, row in enumerate(work):
        for j in row:
            if 1 <= j <= n:
                holders.setdefault(j, set()).add(i)
    queue = [(len(row), i) for i, row in enumerate(work)]
    heapq.heapify(queue)
    entries = sum(len(row) for row in work)
    while queue:
        if len(active) > 40 and entries > FILL * len(active) * (n - len(pivots)):
            return
        size, i = heapq.heappop(queue)
        if i not in active or size != len(work[i]):
            continue
        row = work[i]
        active.discard(i)
        entries -= len(row)
        columns = [j for j in row if 1 <= j <= n]
        if not columns:
            idle.append({j - n - 1: -v % p for j, v in row.items() if j > n})
            continue
        column = min(columns, key=lambda j: (len(holders[j]), j))
        inverse = pow(row.pop(column), -1, p)
        row = {j: v * inverse % p for j, v in row.items()}
        pivots.append((column, row))
        order.append((i, column))
        for j in columns:
            holders[j].discard(i)
        for other in holders.pop(column):
            entries += _subtract(work[other], other, column, row, holders, n, p)
            heapq.heappush(queue, (len(work[other]), other))


def _subtract(target: Row, i: int, column: int, row: Row, holders, n: int, p: int) -> int:
    """target -= target[column] * pivot row; how many entries it has grown by."""
    spend(1 + len(row) // 2)
    before, factor = len(target), p - target[column]
    del target[column]
    for j, v in row.items():
        old = target.get(j)
        new = factor * v % p if old is None else (old + factor * v) % p
        if new:
            target[j] = new
            if old is None and 1 <= j <= n:
                holders[j].add(i)
        elif old is not None:
            del target[j]
            if 1 <= j <= n:
                holders[j].discard(i)
    return len(target) - before


def _dense(rows: list[Row], n: int, p: int, idle) -> list[tuple[int, Row]]:
    """The rest in reduced row echelon form, as (pivot column, rest of the row); columns 1..n
    come first.
    """
    used = {j for row in rows for j in row}
    order = sorted(used, key=lambda j: (not 1 <= j <= n, j))
    place = {j: c for c, j in enumerate(order)}
    dense = [[0] * len(order) for _ in rows]
    for line, row in zip(dense, rows):
        for j, v in row.items():
            line[place[j]] = v
    spend_matrix(len(rows), len(order), WORDS)
    pivots: list[tuple[int, Row]] = []
    for line in echelon_modulo(dense, p):
        row = {order[c]: v for c, v in enumerate(line) if v}
        column = next(order[c] for c, v in enumerate(line) if v)
        if 1 <= column <= n:
            row.pop(column)
            pivots.append((column, row))
        else:
            idle.append({j - n - 1: -v % p for j, v in row.items() if j > n})
    return pivots
