"""Values of quotients modulo a prime, as power series along a curve: what verifier_large.py adds to verifier.py."""

import re
from fractions import Fraction
from functools import reduce
from itertools import zip_longest
from operator import mul

from nonholo.verifier import BEYOND, ONE, _Language, demand

P = 10**18 + 9
ROOT = pow(7, P // 4, P)


def residue(c) -> int:
    return Fraction(c).numerator * pow(Fraction(c).denominator, -1, P) % P


def series(table: dict) -> dict[str, list[int]]:
    """Coefficients of power series, written one after the other."""
    demand(all(re.fullmatch(r"[0-9]{1,19}( [0-9]{1,19})*", text) for text in table.values()), "no natural numbers")
    return {name: list(map(int, text.split())) for name, text in table.items()}


def total(a: list, b: list, factor=1) -> list:
    return [(x + factor * y) % P for x, y in zip_longest(a, b, fillvalue=0)]


class Values(_Language):
    """Values modulo P, as power series in s along a curve through the point: lists of coefficients below an order."""
    def __init__(self, budget: list):
        super().__init__()
        self.places, self.budget = {("i", ""): 0}, budget
        self.point = {0: (1, ROOT)}  # generator g: an exponent e and the value of g^e
        self.along({}, 1)

    def gen(self, kind: str, what, e=1) -> dict:
        place = self.places.setdefault((kind, what), len(self.kinds))
        self.kinds += [(kind, what)] if place == len(self.kinds) else []
        return {((place, e),): Fraction(1)}

    def spend(self, work: int) -> None:
        self.budget[0] -= work
        demand(self.budget[0] >= 0, "more work than this verifier does", BEYOND)

    def along(self, curve: dict[str, list[int]], order: int) -> None:
        """Take values along x + curve from now on; curve: the coefficients of s, s^2, ..."""
        self.curve, self.order, self.powers = curve, order, {}

    def at(self, x) -> int:
        return self.image(x)[0]

    def image(self, x) -> list:
        num, den = map(self.polynomial, x)
        return num if x[1] == ONE else self.conv(num, self.reciprocal(den))

    def polynomial(self, a: dict) -> list:
        terms = (reduce(self.conv, (self.power(*pair) for pair in m), [residue(c)]) for m, c in a.items())
        return reduce(total, terms, [0])

    def conv(self, a: list, b: list) -> list:
        a, b = (a, b) if len(a) <= len(b) else (b, a)
        self.spend(1 + len(a) * len(b) // 32)
        back, k = a[::-1], len(a)
        return [sum(map(mul, back[max(0, k - n):], b[max(0, n - k):n])) % P
                for n in range(1, min(k + len(b), self.order + 1))]

    def reciprocal(self, a: list) -> list:
        found = [pow(a[0], -1, P)]
        for n in range(1, self.order if len(a) > 1 else 1):
            found.append(-found[0] * sum(map(mul, a[1:n + 1], found[::-1])) % P)
        return found

    def power(self, g: int, e) -> list:
        """g^e; a wave w of m obeys w' = c m' w, c = i or 1."""
        if (g, e) in self.powers:
            return self.powers[g, e]
        kind, what = self.kinds[g]
        demand(g in self.point or kind == "symbol", "the point does not give what is needed")
        unit, first = self.point.get(g, (1, 0))
        base, n = [first, *(self.curve.get(what, ()) if kind == "symbol" else ())], Fraction(e) / unit
        demand(n.denominator == 1, "the point does not give what is needed")
        if kind in ("angle", "exp"):
            c, m = residue(unit) * (ROOT if kind == "angle" else 1), self.polynomial({what: Fraction(1)})
            slope = [c * j * v % P for j, v in enumerate(m)][1:]
            for a in range(1, self.order if slope else 1):
                base.append(sum(map(mul, slope, base[::-1])) * pow(a, -1, P) % P)
        self.powers[g, e] = reduce(self.conv, [self.reciprocal(base) if n < 0 else base] * abs(int(n)), [1])
        return self.powers[g, e]

    def eliminated(self, rows: list[dict], columns: list) -> None:
        """Demand that the rows, one after the other, have pivots in these columns."""
        done: list = []
        for row, column in zip(rows, columns, strict=True):
            self.spend(1 + len(done) // 8 + len(row))
            for pivot, other in done:
                if factor := row.get(pivot, 0):
                    self.spend(1 + len(other) // 4)
                    row = {**row, **{c: (row.get(c, 0) - factor * v) % P for c, v in other.items()}}
            demand(row.get(column), f"the pivot in {column} is 0")
            scale = pow(row[column], -1, P)
            done.append((column, {c: v * scale % P for c, v in row.items() if v}))
