"""Joint integrability at random points modulo random primes: linear algebra instead of symbols.

At a point p, with A(p), the first derivatives d_i w_lj there and vectors X, Y of the kernel E of all w_l,

    dw_l(X, Y) = sum_ij d_i w_lj (X_i Y_j - X_j Y_i)            (index 0 = t, a_l0 the entry w_l0)

A nonzero value, with A of full row rank at p, proves that the set is not jointly integrable: the map to
numbers modulo a prime sends 0 to 0.  If all values are 0 for random X, Y, then so are they identically, but
for an accident of probability `Sample.error` (Schwartz1980, Zippel1979), squared by a second point modulo a
second prime: a randomised statement, never a proof.

Derived flag:  I_1 = kernel of  lambda -> sum_l lambda_l dw_l|_E,  so  h <= dim I_1 = k - rank.  Where I_1 is
spanned by some of the rows, they are a set of the same kind, and the flag goes on with them (trailers).
"""

from __future__ import annotations

import gc
import heapq
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from math import log2, log10

from flint import fmpq, fmpz_mod_ctx, fmpz_mod_mat

from nonholo.errors import OutOfReach
from nonholo.exact.decide import Decision
from nonholo.exact.functions import angle_parts
from nonholo.exact.graph import CONSTANT, DIVISION, OPAQUE, PI, TURN, Expr, ordered
from nonholo.exact.modular import BITS, Modulus
from nonholo.geometry.chart import Chart
from nonholo.geometry.pfaffian import Pfaffian, Places, nonzero, row_of

DENSE = 20_000  # entries of (A, identity) up to which elimination is dense from the start
MAX_DENSE = 300_000  # entries of a system for a rank that have filled, beyond which the rank is left as a bound
FILL = 0.25  # share of nonzero entries from which elimination goes on densely
PRIMES = 4e21  # random primes of 89 bits that are 1 mod 5040: about 2^88 / (ln 2^88 phi(5040))
TRIES = 8
BLOCKS = 2000  # rows of one block system beyond which a rank is left as a bound
SECONDS = 4.0

Row = dict[int, int]


@dataclass(frozen=True, slots=True)
class Sampled(Decision):
    """A decision from random points with its own error bound (for evidence "randomised")."""

    bound: str = ""


@contextmanager
def steady() -> Iterator[None]:
    """No garbage collection meanwhile: a million new nodes, none of them garbage, are not worth looking through."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class Unlucky(Exception):
    """A denominator vanishes at the random point, or a root has no image: try another."""


# values and derivatives at a point ------------------------------------------------------------
class Point:
    """A random point modulo a random prime: values and gradients of expressions there."""

    def __init__(self, rng: random.Random):
        self.modulus = Modulus(rng)
        self.p = self.modulus.p
        self.value: dict[int, int] = {}
        self.gradient: dict[int, Row] = {}
        self.free: dict[object, int] = {}

    def evaluate(self, roots: Iterable[Expr], own: Mapping[int, int]) -> None:
        """Values and gradients of the roots and all below; own: index of a symbol node -> its variable."""
        for node in ordered(roots, stop=lambda n: n.index in self.value):
            self.value[node.index], self.gradient[node.index] = _RULES[node.kind](self, node, own)

    def generator(self, key) -> int:
        found = self.free.get(key)
        if found is None:
            found = self.free[key] = self.modulus.random()
        return found

    def inverse(self, number: int) -> int:
        if number == 0:
            raise Unlucky
        return pow(number, -1, self.p)

    def power(self, base: int, exponent: int) -> int:
        return pow(base, exponent, self.p) if exponent >= 0 else pow(self.inverse(base), -exponent, self.p)

    def chain(self, parts: Sequence[tuple[Expr, int]]) -> Row:
        """sum of factor * gradient."""
        moving = [(g, f) for node, f in parts if (g := self.gradient[node.index])]
        if len(moving) == 1 and moving[0][1] == 1:
            return moving[0][0]
        total: Row = {}
        for gradient, f in moving:
            for i, d in gradient.items():
                total[i] = (total.get(i, 0) + f * d) % self.p
        return total


def _rational(at: Point, number: fmpq) -> int:
    """The image of a rational number, without a look-up for whole ones."""
    return int(number.p) % at.p if number.q == 1 else at.modulus.rational(number)


def _number(at: Point, node: Expr, own):
    return _rational(at, node.args), {}


def _symbol(at: Point, node: Expr, own):
    variable = own.get(node.index)
    return at.generator(("symbol", node.args)), {} if variable is None else {variable: 1}


def _pi(at: Point, node: Expr, own):
    return at.generator("pi"), {}


def _sum(at: Point, node: Expr, own):
    constant, terms = node.args
    parts = [(t, _rational(at, c)) for t, c in terms]
    total = _rational(at, constant) + sum([c * at.value[t.index] for t, c in parts])
    return total % at.p, at.chain(parts)


def _product(at: Point, node: Expr, own):
    """d prod b^e = sum_b e b^(e-1) (prod of the others) db."""
    p = at.p
    powers = [_base_power(at, base, e) for base, e in node.args]
    total = 1
    for value in powers:
        total = total * value % p
    parts = []
    for i, (base, e) in enumerate(node.args):
        if at.gradient[base.index]:
            factor = e * (at.power(at.value[base.index], e - 1) if e != 1 else 1)
            for j, value in enumerate(powers):
                factor = factor * value % p if j != i else factor
            parts.append((base, factor % p))
    return total, at.chain(parts)


def _base_power(at: Point, base: Expr, exponent) -> int:
    value = at.value[base.index]
    if isinstance(exponent, int):
        return value if exponent == 1 else at.power(value, exponent)
    whole = exponent.numerator // exponent.denominator
    if not base.is_number or exponent - whole != Fraction(1, 2):
        raise OutOfReach("roots of expressions have no image at a random point")
    root = at.modulus.i if base.args == -1 else at.modulus.root_of_prime(int(base.args.p))
    if root is None:
        raise Unlucky
    return at.power(value, whole) * root % at.p


def _function(at: Point, node: Expr, own):
    name, args = node.args
    if name not in ("sin", "cos", "exp"):
        raise OutOfReach(f"{name} has no image at a random point")
    (x,) = args
    z = _exponential(at, "exp" if name == "exp" else "circle", x)
    if name == "exp":
        return z, at.chain([(x, z)])
    half, inverse = at.inverse(2), at.inverse(z)
    cosine = (z + inverse) * half % at.p
    sine = (z - inverse) * half * at.inverse(at.modulus.i) % at.p
    return (sine, at.chain([(x, cosine)])) if name == "sin" else (cosine, at.chain([(x, -sine % at.p)]))


def _exponential(at: Point, kind: str, x: Expr) -> int:
    """The image of e^(i x) or e^x: prod z_atom^(TURN c), one free z for each atom."""
    parts, turns = angle_parts(x.graph, x)
    if kind == "exp":
        parts, turns = [*parts, (x.graph.pi, turns)], Fraction(0)
    value = at.modulus.turn(turns)
    if value is None or any((c * TURN).denominator != 1 for _, c in parts):
        raise OutOfReach("an angle has no image at a random point")
    for atom, c in parts:
        value = value * at.power(at.generator((kind, atom.index)), int(c * TURN)) % at.p
    return value


_RULES: dict[str, Callable] = {"number": _number, "symbol": _symbol, "pi": _pi, "sum": _sum, "product": _product,
                               "function": _function}


# elimination ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Solver:
    """A x = c solved for the pivot variables, modulo p; columns: 0 = t, 1..n, then n+1+l for c_l.

    pivots: (column, the rest of its row, scaled so that the pivot is 1) in the order of elimination; reduced:
    the rows eliminated last, in reduced form, by column: j -> [(pivot, entry)]; idle: the combinations of
    rows (by row number) that vanish in all columns 1..n.
    """

    p: int
    size: int
    rank: int
    pivots: tuple[tuple[int, Row], ...]
    reduced: Mapping[int, Sequence[tuple[int, int]]]
    idle: tuple[Row, ...]
    bound: frozenset[int]

    def solve(self, given: Row) -> list[int]:
        """x with A x = c, from the values of free columns and of c (by column; what is missing is 0)."""
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


def eliminate(rows: Sequence[Row], n: int, p: int, track: bool = True, limit: int | None = None) -> Solver:
    """Gaussian elimination, rows with few entries first (Markowitz1957), densely when they fill.

    track: keep the right sides c.  Raises OutOfReach if more than `limit` entries are left when they fill.
    """
    k = len(rows)
    work = [{**row, n + 1 + l: p - 1} if track else dict(row) for l, row in enumerate(rows)]
    active = set(range(k))
    pivots: list[tuple[int, Row]] = []
    idle: list[Row] = []
    if k * (n + k) > DENSE:
        _sparse(work, active, n, p, pivots, idle)
    last = [work[i] for i in sorted(active)]
    if limit is not None and len(last) * (n - len(pivots)) > limit:
        raise OutOfReach("the matrix fills")
    dense = _dense(last, n, p, idle) if last else []
    reduced: dict[int, list[tuple[int, int]]] = {}
    for column, row in dense:
        for j, v in row.items():
            reduced.setdefault(j, []).append((column, v))
    bound = frozenset(column for column, _ in (*pivots, *dense))
    return Solver(p, n + 1 + k, len(bound), tuple(pivots), reduced, tuple(idle), bound)


def _sparse(work: list[Row], active: set[int], n: int, p: int, pivots, idle) -> None:
    """Eliminate until no row is left in `active`, or what is left has filled."""
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
        own = [j for j in row if 1 <= j <= n]
        if not own:
            idle.append({j - n - 1: -v % p for j, v in row.items() if j > n})
            continue
        column = min(own, key=lambda j: (len(holders[j]), j))
        inverse = pow(row.pop(column), -1, p)
        row = {j: v * inverse % p for j, v in row.items()}
        pivots.append((column, row))
        for j in own:
            holders[j].discard(i)
        for other in holders.pop(column):
            entries += _subtract(work[other], other, column, row, holders, n, p)
            heapq.heappush(queue, (len(work[other]), other))


def _subtract(target: Row, i: int, column: int, row: Row, holders, n: int, p: int) -> int:
    """target -= target[column] * pivot row; how many entries it has grown by."""
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
    """The rest in reduced row echelon form, as (pivot column, rest of the row); columns 1..n come first."""
    used = {j for row in rows for j in row}
    order = sorted(used, key=lambda j: (not 1 <= j <= n, j))
    place = {j: c for c, j in enumerate(order)}
    flat = [0] * (len(rows) * len(order))
    for r, row in enumerate(rows):
        for j, v in row.items():
            flat[r * len(order) + place[j]] = v
    form, _ = fmpz_mod_mat(len(rows), len(order), flat, fmpz_mod_ctx(p)).rref()
    values = [int(v) for v in form.entries()]
    found: list[tuple[int, Row]] = []
    for r in range(len(rows)):
        line = values[r * len(order):(r + 1) * len(order)]
        row = {order[c]: v for c, v in enumerate(line) if v}
        column = next((order[c] for c, v in enumerate(line) if v), 0)
        if 1 <= column <= n:
            row.pop(column)
            found.append((column, row))
        elif row:
            idle.append({j - n - 1: -v % p for j, v in row.items() if j > n})
    return found


# one sample -------------------------------------------------------------------------------------
class Sample:
    """A set of rows at one random point: forms[l] = {j: w_lj}, curl[l] = {(i, j): d_i w_lj - d_j w_li}, i < j.

    kept: the independent rows, first come first served; idle: for each other row the combination
    (row: coefficient, itself included) that vanishes in the columns of A.
    """

    def __init__(self, rows: Pfaffian, point: Point):
        self.n, self.point, self.p, self.rng = rows.chart.n, point, point.p, point.modulus.rng
        own = {s.index: i for i, s in enumerate((rows.chart.t, *rows.chart.q))}
        entries = [extended(rows, l) for l in range(rows.k)]
        point.evaluate([e for row in entries for e in row.values()], own)
        self.forms = [{j: v for j, e in row.items() if (v := point.value[e.index])} for row in entries]
        self.curl = [_curl(((i, j, d) for j, e in row.items() for i, d in point.gradient[e.index].items()), self.p)
                     for row in entries]
        self.kept, self.idle = tuple(range(rows.k)), {}
        self.solver = eliminate(self.forms, self.n, self.p)
        if self.solver.idle:
            self.idle = _last_rows(self.solver.idle, self.p)
            self.kept = tuple(l for l in range(rows.k) if l not in self.idle)
            self.solver = eliminate([self.forms[l] for l in self.kept], self.n, self.p)
        self.place = {l: self.n + 1 + i for i, l in enumerate(self.kept)}
        self.free = sorted(set(range(self.n + 1)) - self.solver.bound)

    def vector(self, without: Iterable[int] = ()) -> list[int]:
        """A random vector in the kernel of all rows but those `without`."""
        given = {j: self.rng.randrange(self.p) for j in self.free}
        return self.solver.solve(given | {self.place[l]: self.rng.randrange(self.p) for l in without})

    def widened(self, X: list[int], more: Iterable[int]) -> list[int]:
        """X + sum_l c_l z_l, A z_l = e_l: random in the kernel without the rows `more`, if X was with them."""
        Z = self.solver.solve({self.place[l]: self.rng.randrange(self.p) for l in more})
        return [(a + b) % self.p for a, b in zip(X, Z)]

    def interior(self, l: int, X) -> Row:
        """The covector dw_l(X, .)."""
        total: Row = {}
        for (i, j), d in self.curl[l].items():
            total[j] = (total.get(j, 0) + d * X[i]) % self.p
            total[i] = (total.get(i, 0) - d * X[j]) % self.p
        return {j: v for j, v in total.items() if v}

    def two_form(self, l: int, X, Y) -> int:
        """dw_l(X, Y) = sum_(i<j) (dw_l)_ij (X_i Y_j - X_j Y_i)."""
        return sum([d * (X[i] * Y[j] - X[j] * Y[i]) for (i, j), d in self.curl[l].items()]) % self.p

    def alone(self, l: int) -> bool:
        """dw_l(X, Y) = 0 for a random pair in the kernel of row l alone."""
        form = self.forms[l]
        if not form:
            return True
        pivot = min(form)
        inverse = pow(form[pivot], -1, self.p)
        pair = []
        for _ in range(2):
            X = {j: self.rng.randrange(self.p) for j in {*form, *(i for pair in self.curl[l] for i in pair)}}
            X[pivot] = -sum(v * X[j] for j, v in form.items() if j != pivot) * inverse % self.p
            pair.append(X)
        return self.two_form(l, *pair) == 0

    def triple(self, l: int) -> tuple[int, int, int] | None:
        """i < j < k with T_ijk != 0 at the point, for a row that is not integrable alone."""
        w, d = self.forms[l], self.curl[l]
        pivot = min(w)
        others = {j for pair in d for j in pair} | set(w)
        for pair in d:
            for k in (pivot, *others):
                i, j, k = sorted({*pair, k}) if k not in pair else (0, 0, 0)
                value = (w.get(k, 0) * d.get((i, j), 0) + w.get(i, 0) * d.get((j, k), 0)
                         - w.get(j, 0) * d.get((i, k), 0))
                if i != j and value % self.p:
                    return i, j, k
        return None


def _curl(derivatives: Iterable[tuple[int, int, int]], p: int) -> dict[tuple[int, int], int]:
    """(dw)_ij = d_i w_j - d_j w_i for i < j, without zeros, from the triples (i, j, d_i w_j)."""
    total: dict[tuple[int, int], int] = {}
    for i, j, d in derivatives:
        if i < j:
            total[i, j] = total.get((i, j), 0) + d
        elif i > j:
            total[j, i] = total.get((j, i), 0) - d
    return {pair: v for pair, d in total.items() if (v := d % p)}


def _last_rows(combinations: Sequence[Row], p: int) -> dict[int, Row]:
    """Row -> a vanishing combination in which it comes last: the rows that follow from earlier ones."""
    found: dict[int, Row] = {}
    for given in combinations:
        row = dict(given)
        while row and max(row) in found:
            other = found[max(row)]
            factor = row[max(row)] * pow(other[max(row)], -1, p)
            row = {l: v for l in {*row, *other} if (v := (row.get(l, 0) - factor * other.get(l, 0)) % p)}
        if row:
            found[max(row)] = row
    return found


def extended(rows: Pfaffian, l: int) -> dict[int, Expr]:
    """Row l as a form on (t, q): 0 -> a_l0, j -> a_lj, without zeros."""
    form = {j + 1: e for j, e in nonzero(rows.matrix[l]).items()}
    return form if rows.affine[l].is_zero else {0: rows.affine[l], **form}


# the derived flag at a point --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Witness:
    """dw_row(X, Y) = value != 0 modulo `prime` for X, Y in E; components by name (t and coordinates)."""

    row: int
    prime: int
    X: Mapping[str, int]
    Y: Mapping[str, int]
    value: int


@dataclass(frozen=True, slots=True)
class Flag:
    """What one point says of the derived flag, as far as I_1, I_2, ... are spanned by rows.

    first: the rank of dw_l|_E, so that h <= k - first is proved; lower <= h <= upper; levels: how many rows
    are left after each step; complete: no rank was cut off by the time limit.
    """

    first: int
    lower: int
    upper: int
    levels: tuple[int, ...]
    found: tuple[int, list[int], list[int], int] | None = field(default=None, repr=False, compare=False)


def derived_flag(sample: Sample, deadline: float) -> Flag:
    """The derived flag of the independent rows at the sample's point.

    If the forms dw_l|_E of all rows but those of a subset R are independent, and those of R vanish, then
    I_1 = span R, a set of the same kind in the kernel of R.
    """
    gone, active, levels, first, found = [], list(sample.kept), [], None, None
    X, Y = sample.vector(), sample.vector()
    while active:
        bent = [l for l in active if sample.two_form(l, X, Y)]
        rank = bent_rank(sample, active, bent, gone, X)
        levels.append(len(active))
        if first is None:
            first = rank
            found = (bent[0], X, Y, sample.two_form(bent[0], X, Y)) if bent else None
        if rank == 0 or rank < len(bent) or time.monotonic() > deadline:
            lower = len(active) if rank == 0 else 0
            return Flag(first, lower, len(active) - rank, tuple(levels), found)
        gone += bent
        active = [l for l in active if l not in set(bent)]
        X, Y = sample.widened(X, bent), sample.widened(Y, bent)
    return Flag(first or 0, 0, 0, tuple(levels), found)


def bent_rank(sample: Sample, active: Sequence[int], bent: Sequence[int], gone: Sequence[int], X) -> int:
    """Rank of the forms dw_l|_E, l in bent, E the kernel of the active rows; too small never, but for luck.

        lambda -> sum_l lambda_l (dw_l(X_1, .), ..., dw_l(X_b, .)) modulo the active rows,   b = 1, 2, 4, ...

    until it grows no more.  (A rank that was cut off for its size is a lower bound.)
    """
    known, vectors = min(1, len(bent)), [X]
    while known < len(bent):
        try:
            rank = _block_rank(sample, active, bent, vectors)
        except OutOfReach:
            break
        if rank <= known and len(vectors) > 1:
            break
        known = max(known, rank)
        if len(vectors) * len(active) > BLOCKS:
            break
        vectors += [sample.vector(gone) for _ in vectors]
    return known


def _block_rank(sample: Sample, active: Sequence[int], bent: Sequence[int], vectors) -> int:
    """rank (A 0; 0 A; C_1 C_2) - 2 rank A for two vectors, C_a the matrix of dw_l(X_a, .)."""
    width = sample.n + 1
    rows = [{1 + b * width + j: v for j, v in sample.forms[l].items()} for b in range(len(vectors)) for l in active]
    for l in bent:
        rows.append({1 + b * width + j: v for b, X in enumerate(vectors) for j, v in sample.interior(l, X).items()})
    solver = eliminate(rows, width * len(vectors), sample.p, track=False, limit=MAX_DENSE)
    return solver.rank - len(active) * len(vectors)


# parts --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Part:
    """Constraints that share coordinates with each other and with no other constraint.

    rows: their numbers in the full set; forms: the same rows in a chart of their own coordinates; kept,
    idle: independent rows, and for each other row those of its vanishing combination (numbers within the
    part); clash: idle rows whose combination leaves a_0 != 0; relations: bounds of h; first: the rank of
    dw_l|_E; joint: integrable together?; evidence: of h, if its bounds agree; bound: of a randomised statement.
    """

    rows: tuple[int, ...]
    forms: Pfaffian
    kept: tuple[int, ...]
    idle: Mapping[int, tuple[int, ...]]
    relations: tuple[int, int]
    joint: Decision
    evidence: Decision
    first: int = 0
    clash: tuple[int, ...] = ()
    bound: str = ""
    samples: tuple[Sample, ...] = field(default=(), repr=False, compare=False)
    witness: Witness | None = field(default=None, repr=False)

    @property
    def shallow(self) -> bool:
        """Integrable, or its growth ends after the first brackets."""
        return self.joint.answer is True or (self.joint.answer is False and self.first == len(self.kept))


def parts(full: Pfaffian) -> list[tuple[tuple[int, ...], Pfaffian]]:
    """The connected components: rows joined by a coordinate in which both have an entry or that both contain.

    Time joins nothing: dw_l and dw_m of different parts are independent on E, for they share dt alone.
    """
    places = Places(full.chart.q)
    parent = list(range(full.chart.n))

    def root(j: int) -> int:
        while parent[j] != j:
            parent[j] = parent[parent[j]]
            j = parent[j]
        return j

    columns = []
    for l in range(full.k):
        entries = nonzero(full.matrix[l])
        used = {j for e in (*entries.values(), full.affine[l]) for j in places.of(e.support)} | set(entries)
        columns.append(used)
        first, *others = map(root, used) if used else [None]
        for j in others:
            parent[root(j)] = first if first == root(first) else root(first)
    groups: dict[int | None, list[int]] = {}
    for l, used in enumerate(columns):
        groups.setdefault(root(next(iter(used))) if used else None, []).append(l)
    return [(tuple(rows), _own_chart(full, rows, sorted(set().union(*(columns[l] for l in rows)))))
            for rows in groups.values()]


def _own_chart(full: Pfaffian, rows: Sequence[int], columns: Sequence[int]) -> Pfaffian:
    """The rows in the chart of these coordinates alone."""
    old, place = full.chart, {j: c for c, j in enumerate(columns)}
    own = Chart(old.graph, *(tuple(some[j] for j in columns) for some in (old.names, old.q, old.v, old.a)), old.t)
    matrix = tuple(row_of({place[j]: e for j, e in nonzero(full.matrix[l]).items()}, own.n, old.graph.zero)
                   for l in rows)
    return Pfaffian(own, matrix, tuple(full.affine[l] for l in rows), tuple(full.labels[l] for l in rows),
                    tuple(full.functions[l] for l in rows))


def judge_parts(full: Pfaffian, seconds: float = SECONDS, seed: int | None = None) -> list[Part]:
    """Every part judged at up to two random points modulo two random primes."""
    rng = random.Random(seed) if seed is not None else random.SystemRandom()
    points, deadline = _Points(rng), time.monotonic() + seconds
    with steady():
        return [_judge(rows, forms, points, deadline) for rows, forms in parts(full)]


def joint_verdict(full: Pfaffian, seed: int | None = None) -> Decision:
    """Jointly integrable?  The verdict alone, as fast as it goes: one pair X, Y at one point for each part
    refutes; two points with all values 0 are a randomised yes."""
    rng = random.Random(seed) if seed is not None else random.SystemRandom()
    points, found = _Points(rng), parts(full)
    with steady():
        for _, forms in found:
            _require_images(forms)
        for number in range(2):
            for _, forms in found:
                sample = points.sample(forms, number)
                X, Y = sample.vector(), sample.vector()
                if any(sample.two_form(l, X, Y) for l in sample.kept):
                    return Decision(False, "randomised" if sample.idle else "modular")
        bounds = [Sampled(True, "randomised", bound=error_bound(forms)) for _, forms in found]
    return Sampled(True, "randomised", bound=union_bound(bounds))


class _Points:
    """The two points shared by all parts; another pair where a part has no values at them."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.shared = [Point(rng), Point(rng)]

    def sample(self, forms: Pfaffian, number: int) -> Sample:
        """A sample of the part.  Raises OutOfReach if there is none."""
        for attempt in range(TRIES):
            point = Point(self.rng) if attempt else self.shared[number]
            try:
                return Sample(forms, point)
            except Unlucky:
                continue
        raise OutOfReach("a denominator vanishes at every random point, or a root has no image")


def _judge(rows, forms: Pfaffian, points: _Points, deadline: float) -> Part:
    try:
        _require_images(forms)
        first = points.sample(forms, 0)
        flag = derived_flag(first, deadline)
        k = len(first.kept)
        exact = not first.idle
        if exact and flag.first == k:
            return _nonholonomic(rows, forms, first, flag, points)
        second = points.sample(forms, 1)
        other = derived_flag(second, deadline)
    except OutOfReach as limit:
        unknown = Decision(None, reason=str(limit))
        return Part(rows, forms, tuple(range(forms.k)), {}, (0, forms.k), unknown, unknown)
    return _compared(rows, forms, (first, second), (flag, other))


def _nonholonomic(rows, forms: Pfaffian, sample: Sample, flag: Flag, points: _Points) -> Part:
    """h = 0 by one point; a second one for rows that may be integrable alone."""
    samples, bound, k = (sample,), "", len(sample.kept)
    if any(sample.alone(l) for l in range(forms.k)):
        samples, bound = (sample, points.sample(forms, 1)), error_bound(forms)
    return Part(rows, forms, sample.kept, {}, (0, 0), Decision(k == 0, "modular"), Decision(True, "modular"), k,
                bound=bound, samples=samples, witness=_witness(forms, sample, flag))


def _compared(rows, forms: Pfaffian, samples, flags) -> Part:
    """What two points say together; a nonzero value at one of them is a proof."""
    better = max(range(2), key=lambda i: (len(samples[i].kept), flags[i].first))
    sample, flag = samples[better], flags[better]
    bound = Sampled(True, "randomised", bound=error_bound(forms))
    lower, upper = (flag.lower, flag.upper) if flags[0] == flags[1] else (0, len(sample.kept) - flag.first)
    if flag.first == 0:
        joint = bound
    else:
        joint = Decision(False, "modular") if not sample.idle else Sampled(False, "randomised", bound=bound.bound)
    known = bound if lower == upper else Decision(
        None, reason="the derived flag was not followed to its end at this size")
    idle = {l: tuple(sorted(c)) for l, c in sample.idle.items()}
    clash = tuple(l for l, c in sample.idle.items()
                  if sum(v * sample.forms[r].get(0, 0) for r, v in c.items()) % sample.p)
    return Part(rows, forms, sample.kept, idle, (lower, upper), joint, known, flag.first, clash, bound.bound,
                tuple(samples), _witness(forms, sample, flag))


def _witness(forms: Pfaffian, sample: Sample, flag: Flag) -> Witness | None:
    if flag.found is None:
        return None
    l, X, Y, value = flag.found
    names = ("t", *forms.chart.names)
    return Witness(l, sample.p, dict(zip(names, X)), dict(zip(names, Y)), value)


def _require_images(forms: Pfaffian) -> None:
    """A nonzero image must prove a nonzero function: no special functions, not pi and e together."""
    doubt = 0
    for l in range(forms.k):
        for e in extended(forms, l).values():
            doubt |= e.doubt
    if doubt & (OPAQUE | PI | CONSTANT) not in (0, PI, CONSTANT):
        raise OutOfReach("functions beyond the field in which values at random points decide")


# error bounds ---------------------------------------------------------------------------------------
def error_bound(forms: Pfaffian) -> str:
    """Bound of the probability that the statement of two points is wrong, as a power of ten.

    The numerator of dw_l(X, Y) det(A_D)^2 has degree D <= 2 (k + 2) d in each of N free elements if d bounds
    numerators and denominators of the entries, and coefficients of B <= 2 (k + 2) (b + 2 log2(n + 2)) bits.
    A point accepts a nonzero one with probability below e = N D / p + (B / 89) / (number of primes), at most
    k + 1 such steps are taken, two points are independent: ((k + 1) e)^2.
    """
    rows = [list(extended(forms, l).values()) for l in range(forms.k)]
    size = _Size([e for row in rows for e in row])
    d, b = 1, 1.0
    for row in rows:
        degrees = [size.memo[e.index][0] for e in row] or [0]
        d = max(d, sum(degrees) if any(e.doubt & DIVISION for e in row) else max(degrees))
        b = max(b, sum(size.memo[e.index][1] for e in row))
    k, n = forms.k, forms.chart.n
    degree = 2 * (k + 2) * 2 * d * (n + 1 + size.atoms)
    bits = 2 * (k + 2) * (b + 2 * log2(n + 2))
    e = (k + 1) * (degree / 2.0 ** (BITS - 1) + bits / BITS / PRIMES)
    return _power_of_ten(2 * log10(e))


def _power_of_ten(exponent: float) -> str:
    return f"1e-{int(-exponent)}" if exponent <= -1 else "1"


def union_bound(decisions: Iterable[Decision]) -> str:
    """The sum of the error bounds of several randomised decisions."""
    return _power_of_ten(log10(sum(float(d.bound) for d in decisions if isinstance(d, Sampled)) or 1.0))


class _Size:
    """Degree and bits of coefficients of an expression, bounded from above."""

    def __init__(self, roots: Sequence[Expr]):
        self.memo: dict[int, tuple[int, float]] = {}
        self.atoms = 0
        for node in ordered(roots):
            self.memo[node.index] = self._node(node)

    def _node(self, node: Expr) -> tuple[int, float]:
        if node.kind == "number":
            return 0, float(node.args.height_bits() + 1)
        if node.kind == "sum":
            constant, terms = node.args
            sizes = [self.memo[t.index] for t, _ in terms]
            degree = (sum if node.doubt & DIVISION else max)(d for d, _ in sizes)
            bits = sum(b for _, b in sizes) + sum(2.0 * c.height_bits() for _, c in terms)
            return degree, bits + 2.0 * constant.height_bits() + log2(len(terms) + 1)
        if node.kind == "product":
            sizes = [(*self.memo[base.index], abs(float(e)) + 1) for base, e in node.args]
            return int(sum(d * e for d, _, e in sizes)), sum(b * e for _, b, e in sizes)
        if node.kind == "function":
            self.atoms += 1
            parts, _ = angle_parts(node.graph, node.args[1][0])
            return max(1, int(sum(abs(c) for _, c in parts) * 2 * TURN)), 2.0
        self.atoms += node.kind == "symbol"
        return 1, 1.0
