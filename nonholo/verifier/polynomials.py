"""Quotients of polynomials over the rational numbers, in generators of which some are algebraic.

A polynomial is {monomial: coefficient}, a monomial ((generator, exponent), ...) in the order of
generators.  Generator 0 is the turn z = e^(2 pi i/N): its powers below phi(N) are independent over
the rational numbers.  A root s obeys s^2 = r for a polynomial r without roots.  All other
generators are free, and their exponents may be negative.  So a polynomial is 0 if and only if no
term is left.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd, lcm

from .outcome import REFUSED, Budget, demand

ONE, fraction = {(): Fraction(1)}, lru_cache(100_000)(Fraction)
ZERO: tuple[dict, dict] = ({}, ONE)  # quotients: (numerator, denominator)
UNIT = (ONE, ONE)


def plus(a: dict, b: dict, factor=1) -> dict:
    """a + factor b"""
    moved = b if factor == 1 else {m: factor * c for m, c in b.items()}
    changed = {m: a[m] + c if m in a else c for m, c in moved.items()}
    return {m: c for m, c in {**a, **changed}.items() if c}


def parted(p: dict, inside: Callable) -> dict[tuple, dict]:
    """The monomials of some generators, and what they are multiplied by."""
    parts: dict = {}
    chosen = {g for g in {g for m in p for g, _ in m} if inside(g)}
    for m, c in p.items():
        key = tuple(pair for pair in m if pair[0] in chosen)
        parts.setdefault(key, {})[tuple(pair for pair in m if pair[0] not in chosen)] = c
    return parts


def constant(c) -> tuple[dict, dict]:
    """The quotient of a rational number."""
    return ({(): Fraction(c)} if c else {}), ONE


def nonzero(vector: dict) -> dict:
    """A sparse vector of quotients, without components that are 0."""
    return {v: x for v, x in vector.items() if x[0]}


def joined(m: tuple, n: tuple) -> tuple:
    """The product of monomials; powers of algebraic generators are not yet reduced."""
    powers = dict(m)
    for g, e in n:
        powers[g] = powers.get(g, 0) + e
    return tuple(sorted(pair for pair in powers.items() if pair[1]))


@lru_cache(100)
def cyclotomic(n: int) -> tuple[int, ...]:
    """Coefficients of the minimal polynomial of e^(2 pi i/n), the highest (which is 1) left out."""
    quotient = [-1, *[0] * (n - 1), 1]  # z^n - 1, divided by those of all divisors
    for d in (d for d in range(1, n) if n % d == 0):
        low, dividend, quotient = cyclotomic(d), quotient, []
        while len(dividend) > len(low):
            quotient.insert(0, dividend.pop())
            for i, c in enumerate(low, start=len(dividend) - len(low)):
                dividend[i] -= quotient[0] * c
    return tuple(quotient[:-1])


@lru_cache(2000)
def turned(n: int, e: int) -> tuple[int, ...]:
    """z^e in the powers of z below phi(n), z = e^(2 pi i/n)."""
    low = cyclotomic(n)
    power = [1] + [0] * (len(low) - 1)
    for _ in range(e % n):
        power = [c - power[-1] * a for c, a in zip([0, *power[:-1]], low)]
    return tuple(power)


class Polynomials:
    """The arithmetic, with counted work."""

    def __init__(self, order: int, budget: Budget):
        self.order, self.spend = order, budget.spend
        self.squares: dict[int, dict] = {}  # root s -> s^2
        self.known: dict[tuple, dict] = {}
        self.i = self.reduced({((0, order // 4),): Fraction(1)})

    # polynomials
    def mul(self, a: dict, b: dict) -> dict:
        """a b"""
        if ONE in (a, b):
            width = max(c.denominator for p in (a, b) for c in p.values()).bit_length()
            self.spend(1 + len(a) * len(b) * (1 + width**2 // 400_000))
            return self.reduced(b if a == ONE else a)
        (a, below, width), (b, bottom, other) = _whole(a), _whole(b)  # integers are sooner done
        long = sum(max(map(len, p), default=0) for p in (a, b)) // 16
        self.spend(1 + len(a) * len(b) * (1 + long + (width + other) ** 2 // 400_000))
        total: dict = {}
        for m, c in a.items():
            for n, d in b.items():
                key = joined(m, n)
                total[key] = total.get(key, 0) + c * d
        return {m: fraction(c, below * bottom) for m, c in self.reduced(total).items()}

    def reduced(self, a: dict) -> dict:
        """The polynomial with powers of algebraic generators below their degrees."""
        total: dict = {}
        for m, c in a.items():
            if m not in self.known:
                self.known[m] = self._canonical(m)
            for key, factor in self.known[m].items():
                total[key] = total.get(key, 0) + (c if factor == 1 else c * factor)
        return total if all(total.values()) else {m: c for m, c in total.items() if c}

    def _canonical(self, m: tuple) -> dict:
        powers = dict(m)
        turns = turned(self.order, int(powers.pop(0, 0)))
        squares = [(s, e // 2) for s, e in powers.items() if s in self.squares and e > 1]
        free = tuple((g, n) for g, e in powers.items() if (n := e % 2 if g in self.squares else e))
        total = {((0, k), *free) if k else free: c for k, c in enumerate(turns) if c}
        return reduce(self.mul, (self.power(self.squares[s], e) for s, e in squares), total)

    def power(self, a: dict, n: int) -> dict:
        """a^n for n >= 0."""
        return by_squaring(self.mul, ONE, a, n)

    def put(self, a: dict, power: Callable, known: dict, remains: Callable = lambda g: False):
        """A polynomial with polynomials power(g, e) for the powers of generators, but of some;
        known: monomials -> their values."""
        total: dict = {}
        for moved, part in parted(a, lambda g: not remains(g)).items():
            if moved not in known:
                known[moved] = reduce(self.mul, (power(*pair) for pair in moved), ONE)
                self.spend(len(known[moved]) * _whole(known[moved])[2] // 1000)  # for what is kept
            for m, c in self.mul(known[moved], part).items():
                total[m] = total.get(m, 0) + c
        return {m: c for m, c in total.items() if c}

    # quotients
    def add(self, x, y, factor=1):
        """x + factor y"""
        if x[1] == y[1]:
            below = max((c.denominator for p in (x[0], y[0]) for c in p.values()), default=1)
            self.spend((len(x[0]) + len(y[0])) * (1 + below.bit_length() ** 2 // 10**5) // 32)
            return plus(x[0], y[0], factor), x[1]
        return plus(self.mul(x[0], y[1]), self.mul(y[0], x[1]), factor), self.mul(x[1], y[1])

    def times(self, x, y):
        """x y"""
        both = ONE if x[1] == y[1] == ONE else self.mul(x[1], y[1])
        return (self.mul(x[0], y[0]), both) if x[0] and y[0] else ZERO

    def inverse(self, x):
        """1/x; of a monomial again a monomial.  Raises ZeroDivisionError."""
        if not x[0]:
            raise ZeroDivisionError("a division by zero")
        (m, c), *more = x[0].items()
        if more or any(g in self.squares for g, _ in m):
            return x[1], x[0]
        return self.mul(x[1], {tuple((g, -e) for g, e in m): 1 / c}), ONE

    def raised(self, x, n: int):
        """x^n"""
        x = self.inverse(x) if n < 0 else x
        return self.power(x[0], abs(n)), self.power(x[1], abs(n))

    def sum(self, terms):
        """Quotients added up."""
        return reduce(self.add, terms, ZERO)

    def dot(self, xs: dict, ys: dict):
        """sum_v x_v y_v of sparse vectors"""
        return self.sum(self.times(x, ys[v]) for v, x in xs.items() if v in ys)

    def combined(self, factors: dict, vectors) -> dict:
        """sum_l c_l v_l of sparse vectors"""
        total: dict = {}
        for l, c in factors.items():
            for v, x in vectors[l].items():
                total[v] = self.add(total.get(v, ZERO), self.times(c, x))
        return nonzero(total)

    def replaced(self, x, values: dict):
        """A quotient with quotients for generators, where these stand as they are."""
        parts = []
        for p in x:
            total = ZERO
            for m, c in p.items():
                term = {tuple(pair for pair in m if pair[0] not in values): c}, ONE
                for g, e in (pair for pair in m if pair[0] in values):
                    term = self.times(term, self.raised(values[g], e))
                total = self.add(total, term)
            parts.append(total)
        return self.times(parts[0], self.inverse(parts[1]))

    def same(self, x, y) -> bool:
        """Rule 3: x = y identically, for no term of x - y is left."""
        return not self.add(x, y, -1)[0]

    def rational(self, x) -> Fraction | None:
        """The rational number that a quotient is identically, if it is one."""
        m, c = next(iter(x[1].items()))
        ratio = Fraction(x[0].get(m, 0)) / c
        return ratio if self.same(x, constant(ratio)) else None

    # numbers: polynomials in the turn alone
    def inverse_number(self, a: dict) -> dict:
        """1/a for a number that is not 0: its other conjugates over the product of all."""
        others = ONE
        for k in range(2, self.order if set(a) != {()} else 0):
            if gcd(k, self.order) == 1:
                turns = {((0, k * dict(m).get(0, 0)),): c for m, c in a.items()}
                others = self.mul(others, self.reduced(turns))
        return plus({}, others, 1 / self.mul(a, others)[()])

    def number_raised(self, a: dict, n: int) -> dict:
        """a^n for a number.  Raises ZeroDivisionError."""
        return self.ratio(*self.raised((a, ONE), n))

    def ratio(self, a: dict, b: dict) -> dict:
        """a/b for numbers.  Raises ZeroDivisionError."""
        if not b:
            raise ZeroDivisionError("a denominator that vanishes at the point")
        return a if b == ONE else self.mul(a, self.inverse_number(b))

    def pivots(self, rows: list[list[dict]]) -> tuple[list[int], dict]:
        """The first columns in which a matrix of numbers has its rank, and the minor of them."""
        columns, minor = [], ONE
        for column in range(len(next(iter(rows), ()))):
            at = next((i for i, row in enumerate(rows) if row[column]), None)
            if at is None:
                continue
            pivot, rows = rows[at], [row for i, row in enumerate(rows) if i != at]
            columns.append(column)
            minor = self.mul(minor, plus({}, pivot[column], (-1) ** at))
            scale = self.inverse_number(pivot[column])
            top = [self.mul(scale, a) for a in pivot]
            for i, row in enumerate(rows):
                if factor := row[column]:
                    rows[i] = [plus(b, self.mul(factor, a), -1) for a, b in zip(top, row)]
        return columns, minor


def by_squaring(product: Callable, one, a, n: int):
    """a^n for n >= 0."""
    power = one
    while n:
        power = product(power, a) if n % 2 else power
        n //= 2
        a = product(a, a) if n else a
    return power


def _whole(a: dict) -> tuple[dict, int, int]:
    """A polynomial with whole coefficients, the number that it was multiplied by, and the bits."""
    bottom = lcm(*(c.denominator for c in a.values()))
    whole = {m: c.numerator * (bottom // c.denominator) for m, c in a.items()}
    return whole, bottom, (bottom * max(map(abs, whole.values()), default=0)).bit_length()


def demand_number(x, why: str, status: str = REFUSED) -> Fraction:
    """The rational number that a quotient is."""
    top, bottom = x
    demand(set(top) <= {()} and set(bottom) == {()}, why, status)
    return top.get((), Fraction(0)) / bottom[()]
