"""Rule 23: values modulo a prime, as power series along a curve through the point.

The prime is the least one above 10^18 that leaves 1 when divided by the order of the turn, so that
there is a turn modulo it.  The map sends 0 to 0: what is not 0 modulo the prime is not 0.
"""

import re
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import zip_longest
from operator import mul

from .functions import Functions, thawed
from .outcome import demand
from .point import Point
from .polynomials import ONE, by_squaring

WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # enough below 3 * 10^24


@lru_cache(100)
def prime(order: int) -> int:
    """The least prime above 10^18 of the form order * m + 1."""
    n = 10**18 // order * order + order + 1
    while not _is_prime(n):
        n += order
    return n


def _is_prime(n: int) -> bool:
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    powers = ([pow(a, odd << k, n) for k in range(twos)] for a in WITNESSES)
    return all(some[0] == 1 or n - 1 in some for some in powers)


@lru_cache(100)
def turn(order: int) -> int:
    """A power of 7, or of the next number for which it can be, whose order is that of the turn."""
    p = prime(order)
    candidates = (pow(a, p // order, p) for a in range(7, 1000))
    return next(z for z in candidates if all(pow(z, d, p) != 1 for d in range(1, order)))


def natural_numbers(table: dict) -> dict[str, list[int]]:
    """Coefficients of power series, written one after the other."""
    good = all(re.fullmatch(r"[0-9]{1,19}( [0-9]{1,19})*", text) for text in table.values())
    demand(good, "no list of natural numbers")
    return {name: list(map(int, text.split())) for name, text in table.items()}


class Series:
    """Power series modulo the prime: lists of coefficients below an order."""

    def __init__(self, language: Functions, point: Point):
        self.language, self.point, self.spend = language, point, language.spend
        self.p, self.turn = prime(language.order), turn(language.order)
        self.i = pow(self.turn, language.order // 4, self.p)
        self.along({}, 1)

    def along(self, curve: dict[str, list[int]], order: int) -> None:
        """Take values along x + curve from now on; curve: the coefficients of s, s^2, ..."""
        self.curve, self.order = curve, order
        self.powers: dict = {}

    def residue(self, c) -> int:
        """The image of a rational number.  Raises ValueError for a denominator that p divides."""
        c = Fraction(c)
        return c.numerator * pow(c.denominator, -1, self.p) % self.p

    def number(self, a: dict) -> int:
        """The image of a number in the turn."""
        turns = ((dict(m).get(0, 0), c) for m, c in a.items())
        return sum(self.residue(c) * pow(self.turn, e, self.p) for e, c in turns) % self.p

    # values
    def at(self, x) -> int:
        """The value of a quotient at the point."""
        return self.image(x)[0]

    def image(self, x) -> list:
        """The series of a quotient."""
        top, bottom = map(self.polynomial, x)
        return top if x[1] == ONE else self.product(top, self.reciprocal(bottom))

    def polynomial(self, a: dict) -> list:
        terms = (((self.power(*pair) for pair in m), [self.residue(c)]) for m, c in a.items())
        return reduce(self.sum, (reduce(self.product, *term) for term in terms), [0])

    def sum(self, a: list, b: list, factor=1) -> list:
        return [(x + factor * y) % self.p for x, y in zip_longest(a, b, fillvalue=0)]

    def product(self, a: list, b: list) -> list:
        """a b below the order."""
        self.spend(1 + len(a) * len(b) // 16)
        back, k = a[::-1], len(a)
        ends = range(1, min(k + len(b), self.order + 1))
        return [sum(map(mul, back[max(0, k - n) :], b[max(0, n - k) : n])) % self.p for n in ends]

    def reciprocal(self, a: list) -> list:
        """1/a: sum_k a_k b_(n-k) = 0 for n > 0."""
        order = 1 if len(a) == 1 else self.order
        self.spend(1 + order * order // 16)
        terms = [pow(a[0], -1, self.p)]
        for _ in range(1, order):
            terms.append(-terms[0] * sum(map(mul, a[1:], terms[::-1])) % self.p)
        return terms

    def power(self, g: int, e) -> list:
        """g^e along the curve."""
        if (g, e) not in self.powers:
            unit, base = self.base(g)
            n = Fraction(e) / unit
            fit = n.denominator == 1 and abs(n) < 10**6
            demand(fit, "a fraction or a large multiple of an angle that is given")
            base = self.reciprocal(base) if n < 0 else base
            self.powers[g, e] = by_squaring(self.product, [1], base, abs(int(n)))
        return self.powers[g, e]

    def base(self, g: int) -> tuple:
        """(unit, g^unit along the curve) of a generator."""
        kind, what = self.language.kinds[g]
        if kind == "turn":
            return 1, [self.turn]
        if kind == "symbol" and g not in self.point.given:
            return 1, [0, *self.curve.get(what, ())]
        if kind == "function":
            return 1, self.unspecified(what, 0, self.order)
        unit, value = self.point.given.get(g) or self.point.derived(g)
        first = self.number(value)
        if kind == "symbol":
            return 1, [first, *self.curve.get(what, ())]
        if kind in ("angle", "exponential"):
            c = self.residue(unit) * (self.i if kind == "angle" else 1)
            slope = self.slope(self.polynomial({what: Fraction(1)}))
            return unit, self.wave(first, [c * a for a in slope])
        if kind == "root":
            return unit, self.root(first, self.polynomial(self.language.squares[g]))
        return unit, self.log(first, self.image(thawed(what)))

    def slope(self, a: list) -> list:
        return [n * c % self.p for n, c in enumerate(a)][1:]

    def wave(self, first: int, slope: list) -> list:
        """w' = slope w"""
        terms, order = [first], self.order if slope else 1
        self.spend(1 + order * order // 16)
        for n in range(1, order):
            terms.append(sum(map(mul, slope, terms[::-1])) * pow(n, -1, self.p) % self.p)
        return terms

    def unspecified(self, what: tuple, position: int, order: int) -> list:
        """The sum over n of the derivatives of order n by the arguments from a position on, times
        u_j^n_j/n_j!, u the arguments less their first terms."""
        name, orders, places = what
        if position == len(places):
            (((g, _),),) = self.language.generator("function", what)
            _, value = self.point.given.get(g) or self.point.derived(g)
            return [self.number(value)]
        step = [0, *self.power(places[position], 1)[1:]]
        total, power, n = [0], [1], 0
        while n < order and any(power):
            more = tuple(k + n * (i == position) for i, k in enumerate(orders))
            inner = self.unspecified((name, more, places), position + 1, order - n)
            total = self.sum(total, self.product(power, inner))
            n += 1
            power = [c * pow(n, -1, self.p) % self.p for c in self.product(power, step)]
        return total

    def log(self, first: int, u: list) -> list:
        """l' = u'/u"""
        rate = self.product(self.slope(u), self.reciprocal(u))
        terms = (c * pow(n, -1, self.p) % self.p for n, c in enumerate(rate, start=1))
        return [first, *terms][: self.order]

    def root(self, first: int, r: list) -> list:
        """s^2 = r: 2 s_0 s_n = r_n - sum of s_k s_(n-k) for 0 < k < n"""
        terms, order = [first], 1 if len(r) == 1 else self.order
        self.spend(1 + order * order // 16)
        half, r = pow(2 * first, -1, self.p), [*r, *[0] * order]
        for n in range(1, order):
            inner = sum(map(mul, terms[1:], terms[:0:-1]))
            terms.append((r[n] - inner) * half % self.p)
        return terms

    def demand_independent(self, rows: list[dict], columns: list) -> None:
        """The rows, eliminated one after the other, have pivots in these columns."""
        demand(len(rows) == len(columns), "not as many columns as rows")
        done: list = []
        for row, column in zip(rows, columns):
            self.spend(1 + len(done) // 8 + len(row))
            for pivot, other in done:
                if factor := row.get(pivot, 0):
                    self.spend(1 + len(other) // 4)
                    less = {c: (row.get(c, 0) - factor * v) % self.p for c, v in other.items()}
                    row = {**row, **less}
            demand(row.get(column), f"the pivot in {column} is 0")
            scale = pow(row[column], -1, self.p)
            done.append((column, {c: v * scale % self.p for c, v in row.items() if v}))
