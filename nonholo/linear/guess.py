"""Solutions of linear equations guessed from their values, short where elimination leaves long
common factors.

    A X = B:  modulo a prime X is known at as many random points as one likes.  An entry
    X_ij = N / D with polynomials N, D in few generators is found by linear algebra for the
    coefficients of N - X_ij D = 0, and read back to rational numbers.

That A X = B is then a question like any other (it is zero at two random points modulo other primes,
and goes into the ledger to be proved).  References: Zippel1979, KaltofenYang2007."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb, isqrt
from typing import Any

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import first_relation_modulo, solved_modulo
from nonholo.arithmetic.numbers import Integer, Rational
from nonholo.arithmetic.polynomials import modular_ring
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, Graph
from nonholo.words.sentence import say
from nonholo.work import Work, spend, spend_matrix

Matrix = list[list[Expr]]
Group = tuple[int, ...]  # generators by number
Powers = tuple[int, ...]  # of all generators
Terms = tuple[tuple[Powers, Rational], ...]
Entries = tuple[tuple[tuple[Terms, Terms], ...], ...]  # numerators and denominators
Poly = dict[Powers, Rational]
BITS = 62
UNKNOWNS = 600  # coefficients of one guess
DEGREE = 6
SMALL = 30  # coefficients that are looked for at once


def guessed_solution(graph: Graph, A: Matrix, B: Matrix, units: int) -> Matrix | None:
    """X with A X = B for a square A, its entries as short quotients; None if they are not found.

    >>> g = Graph(1)
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> guessed_solution(g, [[x * y, y], [y, x + y]], [[x * y], [y]], 1_000_000)
    [[1], [0]]
    """
    try:
        field = Field([e for row in (*A, *B) for e in row], Work.of(units))
        guessed = _quotients(*_as_numbers(field, A, B), units)
    except (OutOfReach, ZeroDivisionError):
        return None
    make = field.context.from_dict
    X = [
        [field.expression(make(num)) / field.expression(make(den)) for num, den in row]
        for row in guessed
    ]
    for row, right in zip(A, B, strict=True):
        for j, b in enumerate(right):
            if not (graph.add(*(a * X[i][j] for i, a in enumerate(row))) - b).is_zero:
                return None
    return X


def _as_numbers(field: Field, A: Matrix, B: Matrix) -> tuple[Entries, Entries, tuple[Group, ...]]:
    """The entries of A and B as quotients of polynomials, and the groups of generators.

    Groups: (c, s) of an angle together, each other generator alone."""
    if field.roots or field.turn or field.opaque:
        raise OutOfReach(
            say("a guess needs polynomials in coordinates, sines, cosines and exponentials")
        )
    gens = list(field.context.gens())
    pairs = [tuple(map(gens.index, pair)) for pair in field.circle_pairs]
    inside = {g for pair in pairs for g in pair}
    groups = (*pairs, *((g,) for g in range(len(gens)) if g not in inside))

    def quotient(e: Expr) -> tuple[Terms, Terms]:
        q = field.normal(e)
        num, den = (tuple(poly.terms()) for poly in (q.num, field.expanded(q.den)))
        return num, den

    one, other = (tuple(tuple(map(quotient, row)) for row in M) for M in (A, B))
    return one, other, groups


def _quotients(
    A: Entries, B: Entries, groups: tuple[Group, ...], units: int
) -> list[list[tuple[Poly, Poly]]]:
    """Numerators and denominators of X.  The same question is often asked in several graphs: its
    answer is remembered, and what it costs is counted each time.  Raises OutOfReach.
    """
    before = Work.of(0).end
    guessed, cost = _remembered(A, B, groups, units)
    spend(cost - (Work.of(0).end - before))
    if guessed is None:
        raise OutOfReach(say("no short quotients fit"))
    return guessed


@lru_cache(8)
def _remembered(
    A: Entries, B: Entries, groups: tuple[Group, ...], units: int
) -> tuple[list[list[tuple[Poly, Poly]]] | None, int]:
    before = Work.of(0).end
    try:
        box = _Box(A, B, groups, Work.of(units))
        guessed = [[box.entry(i, j) for j in range(len(B[0]))] for i in range(len(A))]
    except (OutOfReach, ZeroDivisionError):
        guessed = None
    return guessed, Work.of(0).end - before


class _Box:
    """X at random points modulo a prime, and its entries as far as they are known."""

    def __init__(self, A: Entries, B: Entries, groups: Sequence[Group], work: Work):
        self.k, self.work, self.rng = len(A), work, random.Random(17)
        self.p = _prime(self.rng)
        self.groups, self.width = groups, sum(map(len, groups))
        entries = [e for M in (A, B) for row in M for e in row]
        places = {e: n for n, e in enumerate(dict.fromkeys(entries))}  # many are 0, or the same
        self.ring = modular_ring([f"x{k}" for k in range(self.width)], self.p)
        self.distinct = [tuple(_modulo(terms, self.ring, self.p) for terms in e) for e in places]
        self.cost = sum(len(terms) // 2 for e in entries for terms in e)
        self.A, self.B = ([[places[e] for e in row] for row in M] for M in (A, B))
        self.at: list[list[int]] = []
        self.X: list[list[list[int]]] = []
        self.start = [self.rng.randrange(2, self.p) for _ in self.groups]
        self.lines: dict[Group, tuple[list, list]] = {}
        self.along = random.Random(18)  # a line on which all but the angles move
        self.direction = [self.along.randrange(1, self.p) for _ in self.groups]
        self.places: list[tuple[int, list[int]]] = []
        self.there: list[list[list[int]]] = []
        self.tables: dict[tuple, list[Powers]] = {}
        self.monomials: dict[Group | None, _Values] = {}  # at the points of a line, at all others
        self.denominators = [_Denominator({(0,) * self.width: Rational(1)}, self.ring, self.p)]
        self.moves = self._moves()

    # black box ----------------------------------------------------------------------------------
    def _value(self, parts, values: Sequence[int]) -> int:
        num, den = (int(poly(*values)) for poly in parts)
        return num if den == 1 else num * pow(den, -1, self.p) % self.p

    def _values(self, parameters: Sequence[int]) -> list[int]:
        """Generators from one number for each group: cos = (1 - t^2)/(1 + t^2), sin = 2t/(1 +
        t^2).
        """
        values, p = [0] * self.width, self.p
        for group, t in zip(self.groups, parameters):
            if len(group) == 1:
                values[group[0]] = t
            else:
                below = pow(1 + t * t, -1, p)
                values[group[0]], values[group[1]] = (1 - t * t) * below % p, 2 * t * below % p
        return values

    def _solved(self, values: Sequence[int]) -> list[list[int]]:
        self.work.require()
        known = [self._value(e, values) for e in self.distinct]
        A, B = ([[known[n] for n in row] for row in M] for M in (self.A, self.B))
        spend(self.cost)
        spend_matrix(self.k, self.k)
        return solved_modulo(A, B, self.p)

    def _moves(self) -> list[list[tuple[Group, ...]]]:
        """The groups that each entry depends on: those that change its value."""
        base = self._solved(self._values(self.start))
        moving: list[list[list[Group]]] = [[[] for _ in row] for row in base]
        for group in self.groups:
            moved = self._line(group, 1)[1][0]
            for i, row in enumerate(base):
                for j, value in enumerate(row):
                    if moved[i][j] != value:
                        moving[i][j].append(group)
        return [[tuple(groups) for groups in row] for row in moving]

    def _line(self, group: Group, count: int) -> tuple[list, list]:
        """Points on which one group alone moves, and X there."""
        at, X = self.lines.setdefault(group, ([], []))
        number = self.groups.index(group)
        while len(at) < count:
            moved = [*self.start[:number], self.rng.randrange(2, self.p), *self.start[number + 1 :]]
            at.append(self._values(moved))
            X.append(self._solved(at[-1]))
        return at, X

    def _degree(self, i: int, j: int, group: Group) -> int:
        """The degree of numerator and denominator in the generators of a group, the others held."""
        for degree in range(1, DEGREE + 1):
            monomials = self._monomials({group: degree}, degree)
            count = 2 * len(monomials) + 2
            at, X = self._line(group, count)
            table = self._values_of(monomials, at[:count], group)
            if first_relation_modulo(self._fit(i, j, table, X), self.p):
                return degree
        raise OutOfReach(say("a degree above {degree}", degree=DEGREE))

    def _fit(self, i: int, j: int, table: Sequence[Sequence[int]], X) -> list[list[int]]:
        """The columns of -X_ij D and N, monomial by monomial, a row for each point."""
        return [
            [entry for m in row for entry in (-x[i][j] * m % self.p, m)] for row, x in zip(table, X)
        ]

    def _points(self, count: int) -> None:
        while len(self.at) < count:
            values = self._values([self.rng.randrange(2, self.p) for _ in self.groups])
            self.X.append(self._solved(values))
            self.at.append(values)

    def _fits_on_line(self, i: int, j: int, degree: int, den: _Denominator | None = None) -> bool:
        """Along a line, on which angles are held, X_ij is a quotient of polynomials of this degree,
        or X_ij den such a polynomial: else it is none in all generators, which takes longer to see.
        """
        count, p = 2 * degree + 6, self.p
        while len(self.places) < count:
            t = self.along.randrange(p)
            moved = [
                (a + t * b) % p if len(group) == 1 else a
                for a, b, group in zip(self.start, self.direction, self.groups)
            ]
            self.places.append((t, self._values(moved)))
            self.there.append(self._solved(self.places[-1][1]))
        rows = []
        for (t, values), X in zip(self.places[:count], self.there):
            powers, x = [pow(t, e, p) for e in range(degree + 1)], X[i][j]
            below = [den.value(values)] if den else powers
            rows.append([*powers, *(-x * m % p for m in below)])
        vector = first_relation_modulo(rows, p)
        return vector is not None and (den is None or vector[-1] != 0)

    # guesses ------------------------------------------------------------------------------------
    def entry(self, i: int, j: int) -> tuple[Poly, Poly]:
        """The entry X_ij; first over the denominators that are known already.  Raises
        OutOfReach.
        """
        bounds = {group: self._degree(i, j, group) for group in self.moves[i][j]}
        for degree in range(sum(bounds.values()) + 1):
            if comb(len(bounds) + degree, degree) > 100 * UNKNOWNS:
                break
            monomials = self._monomials(bounds, degree)
            size = len(monomials)
            if size > UNKNOWNS:
                break
            for den in reversed(self.denominators):
                if size > SMALL and not self._fits_on_line(i, j, degree, den):
                    continue
                num = self._over(i, j, den, monomials)
                if num is not None:
                    return num, den.poly
            if 2 * size <= UNKNOWNS and (size <= SMALL or self._fits_on_line(i, j, degree)):
                pair = self._quotient(i, j, monomials)
                if pair is not None:
                    self.denominators.append(_Denominator(pair[1], self.ring, self.p))
                    return pair
        raise OutOfReach(say("no short quotient fits"))

    def _monomials(self, bounds: Mapping[Group, int], degree: int) -> list[Powers]:
        """Those up to a total degree and one for each group, at most the first power of each
        sine; by degree.
        """
        key = (degree, *bounds.items())
        if key not in self.tables:
            graded = [((0,) * self.width, 0)]
            for group, bound in bounds.items():
                graded = [
                    (_times(powers, group, exponents), d + sum(exponents))
                    for powers, d in graded
                    for exponents in _powers(len(group), min(bound, degree - d))
                ]
            ordered = sorted(graded, key=lambda pair: pair[1])
            self.tables[key] = [powers for powers, _ in ordered]
        return self.tables[key]

    def _values_of(
        self, monomials: Sequence[Powers], points, line: Group | None = None
    ) -> list[tuple]:
        return self.monomials.setdefault(line, _Values(self.p)).at(monomials, points)

    def _evaluated(self, monomials: Sequence[Powers], count: int) -> list[tuple]:
        self._points(count)
        return self._values_of(monomials, self.at[:count])

    def _over(self, i: int, j: int, den: _Denominator, monomials: Sequence[Powers]):
        """N with X_ij = N / den, or None."""
        table = self._evaluated(monomials, len(monomials) + 4)
        below = den.at(self.at[: len(table)])
        rows = [[*row, -value * X[i][j] % self.p] for row, value, X in zip(table, below, self.X)]
        vector = first_relation_modulo(rows, self.p)
        if vector is None or vector[-1] == 0:
            return None
        return self._read_back(vector[:-1], monomials, vector[-1])

    def _quotient(self, i: int, j: int, monomials: Sequence[Powers]):
        """(N, D) with X_ij = N / D, or None: low degrees first."""
        table = self._evaluated(monomials, 2 * len(monomials) + 4)
        vector = first_relation_modulo(self._fit(i, j, table, self.X), self.p)
        if vector is None or not any(vector[::2]):
            return None
        scale = next(c for c in vector[::2] if c)
        num, den = (
            self._read_back(coefficients, monomials, scale)
            for coefficients in (vector[1::2], vector[::2])
        )
        return None if num is None or den is None else (num, den)

    def _read_back(
        self, coefficients: Sequence[int], monomials: Sequence[Powers], scale: int
    ) -> Poly | None:
        """The polynomial with the coefficients divided by `scale`, as small fractions; None if
        there are none.
        """
        terms, inverse = {}, pow(scale, -1, self.p)
        for c, powers in zip(coefficients, monomials):
            fraction = _fraction(c * inverse % self.p, self.p)
            if fraction is None:
                return None
            if fraction:
                terms[powers] = fraction
        return terms


def _powers(length: int, bound: int) -> list[tuple[int, ...]]:
    """x^a, or c^a s^b with b <= 1, up to a degree."""
    if length == 1:
        return [(a,) for a in range(bound + 1)]
    return [(a, b) for a in range(bound + 1) for b in (0, 1) if a + b <= bound]


def _times(powers: tuple[int, ...], group: Group, exponents: tuple[int, ...]) -> tuple[int, ...]:
    result = list(powers)
    for g, e in zip(group, exponents):
        result[g] = e
    return tuple(result)


class _Values:
    """Monomials at points modulo p, which are always the first ones of the same: each is one of
    lower degree times a generator, and kept.
    """

    def __init__(self, p: int):
        self.p = p
        self.columns: dict[Powers, list[int]] = {}

    def at(self, monomials: Sequence[Powers], points: Sequence[Sequence[int]]) -> list[tuple]:
        """A row for each point."""
        return list(zip(*(self._column(powers, points)[: len(points)] for powers in monomials)))

    def _column(self, powers: Powers, points: Sequence[Sequence[int]]) -> list[int]:
        known, p = self.columns.setdefault(powers, []), self.p
        if (start := len(known)) < len(points):
            g = next((g for g, e in enumerate(powers) if e), None)
            if g is None:
                known += [1] * (len(points) - start)
            else:
                lower = self._column((*powers[:g], powers[g] - 1, *powers[g + 1 :]), points)
                known += [c * at[g] % p for c, at in zip(lower[start:], points[start:])]
        return known


class _Denominator:
    """A denominator that is known, and its values at points modulo p."""

    def __init__(self, poly: Poly, ring: Any, p: int):
        self.poly, self.image = poly, _modulo(poly.items(), ring, p)
        self.values: list[int] = []

    def value(self, values: Sequence[int]) -> int:
        """At one point."""
        return int(self.image(*values))

    def at(self, points: Sequence[Sequence[int]]) -> list[int]:
        """The points are always the first ones of the same; each value is counted each time."""
        self.values += map(self.value, points[len(self.values) :])
        spend(len(points) * (len(self.poly) // 2))
        return self.values[: len(points)]


def _modulo(terms: Iterable[tuple[Powers, Rational]], ring: Any, p: int) -> Any:
    """A polynomial modulo p."""
    return ring.from_dict({tuple(map(int, powers)): _image(c, p) for powers, c in terms})


def _fraction(residue: int, p: int) -> Rational | None:
    """The fraction a/b = residue mod p with |a|, b below sqrt(p/2) (Wang 1981); None if there is
    none.
    """
    bound = isqrt(p // 2)
    (r, s), (a, b) = (p, 0), (residue, 1)
    while a > bound:
        q = r // a
        (r, s), (a, b) = (a, b), (r - q * a, s - q * b)
    return Rational(a, b) if b and abs(b) <= bound else None


def _image(number: Rational, p: int) -> int:
    return int(number.p) * pow(int(number.q), -1, p) % p


def _prime(rng: random.Random) -> int:
    while True:
        candidate = rng.getrandbits(BITS) | 1 << (BITS - 1) | 1
        if Integer(candidate).is_prime():
            return candidate
