"""The verifier's arithmetic for those who look for evidence: the same products, sooner, at the same
count of work.

    x^a y^b ...  ->  a B^i + b B^j + ...,    i, j: the numbers of the generators

Whole numbers stand for monomials, so that the product of two is a sum."""

from __future__ import annotations

from math import lcm

from nonholo.verifier.functions import Functions
from nonholo.verifier.outcome import Budget
from nonholo.verifier.polynomials import ONE, fraction

DIGIT = 16  # bits of an exponent and its sign
HALF = 1 << DIGIT - 1
LARGEST = HALF // 2 - 1  # exponent of a factor
Coded = tuple[list[tuple[int, int]], int, int]


class QuickFunctions(Functions):
    """Generators by kind and what they are of, with quick products."""

    def __init__(self, order: int, budget: Budget):
        self.codes: dict[tuple, int | None] = {(): 0}
        self.canonical: dict[int, dict] = {}  # code -> the polynomial that the monomial is
        super().__init__(order, budget)

    def mul(self, a: dict, b: dict) -> dict:
        """a b"""
        left, right = (None, None) if ONE in (a, b) else (self._coded(a), self._coded(b))
        if left is None or right is None:
            return super().mul(a, b)
        (one, below, width), (two, bottom, other) = left, right
        self.spend(1 + len(one) * len(two) * (1 + (width + other) ** 2 // 400_000))
        codes: dict[int, int] = {}
        for m, c in one:
            for n, d in two:
                key = m + n
                codes[key] = codes.get(key, 0) + c * d
        total: dict[tuple, int] = {}
        for code, c in codes.items():
            if code not in self.canonical:
                self.canonical[code] = self.reduced({_monomial(code): 1})
            for key, factor in self.canonical[code].items():
                total[key] = total.get(key, 0) + (c if factor == 1 else c * factor)
        below *= bottom
        return {m: fraction(c, below) for m, c in total.items() if c}

    def _coded(self, a: dict) -> Coded | None:
        """Codes with whole coefficients, the number that these were multiplied by, and the bits;
        None if exponents are no whole numbers, or large."""
        below = lcm(*(c.denominator for c in a.values()))
        coded, largest = [], 0
        for m, c in a.items():
            if m not in self.codes:
                self.codes[m] = _code(m)
            code = self.codes[m]
            if code is None:
                return None
            whole = c.numerator * (below // c.denominator)
            largest = max(largest, abs(whole))
            coded.append((code, whole))
        return coded, below, (below * largest).bit_length()


def _code(m: tuple) -> int | None:
    plain = all(type(e) is int and abs(e) <= LARGEST for _, e in m)
    return sum(e << DIGIT * g for g, e in m) if plain else None


def _monomial(code: int) -> tuple:
    """Of the generators, exponents that are not 0."""
    pairs, g = [], 0
    while code:
        e = (code + HALF) % (2 * HALF) - HALF
        if e:
            pairs.append((g, e))
        code, g = code - e >> DIGIT, g + 1
    return tuple(pairs)
