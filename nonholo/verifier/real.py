"""Real roots of polynomials in one letter, with coefficients that are rational or real numbers of
Q(e^(2 pi i/N)), and real parameters.

A polynomial is the list of its coefficients, the constant one first and the last one not 0; an end
of an interval is a number, or None where there is none.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from math import lcm
from typing import Any

from .outcome import BEYOND, demand
from .polynomials import ONE, Polynomials, plus

Line = list[Any]
BITS = 300  # of cosines


def trimmed(line: Line) -> Line:
    """Without zeros at the end."""
    return line[: max((i for i, c in enumerate(line) if c), default=-1) + 1]


def remainder(a: Line, b: Line, spend: Callable[[int], None]) -> Line:
    """a - q b, of a lower degree than b."""
    while len(a) >= len(b):
        factor, shift = Fraction(a[-1]) / b[-1], len(a) - len(b)
        spend(len(b) * (1 + factor.denominator.bit_length() // 500))
        a = trimmed([c - factor * b[i - shift] if i >= shift else c for i, c in enumerate(a)])
    return a


def sign_at(line: Line, x: Fraction | None, end: int = 1, spend=lambda work: None) -> int:
    """The sign at x; without x, far to the left (end -1) or to the right (end 1)."""
    top, below = (end, 0) if x is None else x.as_integer_ratio()
    spend(len(line) ** 2 * (top * below).bit_length() // 2000)
    power, value, scale = 1, 0, lcm(*(c.denominator for c in line))
    for c in reversed(line):
        value, power = value * top + int(c * scale) * power, power * below
    return (value > 0) - (value < 0)


def signs_at_roots(f: Line, q: Line, low, high, spend: Callable[[int], None]) -> int:
    """Rule 44: the sum of the signs of q at the different real roots of f between low and high,
    which are none of them: V(low) - V(high) for the changes of sign V along f, f' q, and the
    remainders, each with the other sign (Sturm 1829, Tarski 1951).  For q = 1 the number of roots.
    """
    apart = f and sign_at(f, low, -1, spend) and sign_at(f, high, 1, spend)
    demand(apart, "an interval that ends in a root")
    first = [Fraction(0)] * (len(f) + len(q))
    for i, c in enumerate(f[1:], start=1):
        for j, d in enumerate(q):
            first[i - 1 + j] += c * d * i
    chain = [f, remainder(trimmed(first), f, spend)]
    while chain[-1]:
        chain.append([-c for c in remainder(chain[-2], chain[-1], spend)])

    def changes(x, end: int) -> int:
        signs = [s for line in chain if (s := sign_at(line, x, end, spend))]
        return sum(s != t for s, t in pairwise(signs))

    return changes(low, -1) - changes(high, 1)


@lru_cache(10_000)
def cosine(order: int, k: int) -> Fraction:
    """cos(2 pi k/N) 2^BITS, wrong by 2 k^2 + 1 at most: by 2 cos(a) 2 cos(k a) has a slope of k^2
    at most (Markov).  x = 2 cos(2 pi/N) is the greatest one with 2 cos(N/4 a) = 0."""
    if k > 1:
        return multiple(cosine(order, 1) / 2 ** (BITS - 1), k) * 2**BITS // 2
    low, high = 2 - Fraction(64, order**2), Fraction(2)  # 2 cos a < low for 6 pi/N <= a
    while (high - low) * 2**BITS > 1:
        x = (low + high) / 2
        low, high = (low, x) if multiple(x, order // 4) >= 0 else (x, high)
    return Fraction(low * 2**BITS // 2)


def multiple(x: Fraction, k: int) -> Fraction:
    """2 cos(k a) for x = 2 cos(a)."""
    pair = Fraction(2), x
    for _ in range(k):
        pair = pair[1], x * pair[1] - pair[0]
    return pair[0]


class Reals:
    """Rule 67: real numbers of Q(z), z = e^(2 pi i/N): sum_k c_k z^k, its own conjugate, which is
    sum_k c_k cos(2 pi k/N); and lines of them, between two with rational coefficients."""

    def __init__(self, language: Polynomials):
        self.order, self.mul, self.spend = language.order, language.mul, language.spend

    def bounds(self, p: dict) -> tuple:
        """Numbers with p between them, or 2^BITS p."""
        self.spend(1 + len(p))
        turns = [(dict(m).get(0, 0), c) for m, c in p.items()]
        value = sum(c * (cosine(self.order, k) if k else 2**BITS) for k, c in turns)
        wrong = sum(abs(c) * (2 * k**2 + 1) for k, c in turns if k)
        return ((value - wrong) // 1, (value + wrong) // 1 + 1) if wrong else (value, value)

    def sign_at(self, f: Line, x: Fraction) -> int:
        """The sign at a rational number, or 0."""
        self.spend(len(f) ** 2 * (x.numerator * x.denominator).bit_length() // 2000)
        low, high = self.bounds(reduce(lambda y, c: plus(c, y, x), reversed(f), {}))
        return (low > 0) - (high < 0)

    def rootless(self, f: Line, low: Fraction | None, high: Fraction | None) -> bool:
        """Is it shown that f has no root from low to high, or without such an end?  Where x or -x
        is not negative a bound has the sign that says so."""
        some, spend = [*map(self.bounds, f)], self.spend
        turned = [(-b, -a) if k % 2 else (a, b) for k, (a, b) in enumerate(some)]
        for pairs, a, b in ((some, low, high), (turned, high and -high, low and -low)):
            a = max(a or Fraction(0), Fraction(0))
            for g in (trimmed([x for x, _ in pairs]), trimmed([-x for _, x in pairs])):
                ends = g and sign_at(g, a, 1, spend) > 0 < sign_at(g, b, 1, spend)
                if (b is not None and b <= a) or (ends and not signs_at_roots(g, [1], a, b, spend)):
                    break
            else:
                return False
        return True

    def roots(self, f: Line, low: Fraction, high: Fraction) -> int:
        """How many there are between two numbers, which are none, if they are simple."""
        if self.rootless(f, low, high):
            return 0
        ends = self.sign_at(f, low) * self.sign_at(f, high)
        demand(ends, "an interval that ends in a root")
        if self.rootless([plus({}, c, k) for k, c in enumerate(f)][1:], low, high):
            return int(ends < 0)
        places = (low + (high - low) / k for k in range(3, len(f) + 4))
        middle = next(x for x in places if self.sign_at(f, x))
        return self.roots(f, low, middle) + self.roots(f, middle, high)

    def divided(self, f: Line, g: Line) -> tuple[Line, Line]:
        """q and r with c f = q g + r for a number c that is not 0, r of a lower degree than g."""
        quotient: Line = []
        for shift in reversed(range(len(f) - len(g) + 1)):
            head, f = f[-1], [self.mul(c, g[-1]) for c in f[:-1]]
            quotient = [head, *(self.mul(c, g[-1]) for c in quotient)]
            for k, c in enumerate(g[:-1], start=shift):
                f[k] = plus(f[k], self.mul(head, c), -1)
        return quotient, trimmed(f)

    def common(self, f: Line, g: Line) -> Line:
        """A greatest common divisor."""
        return self.common(g, self.divided(f, g)[1]) if g else f


class Parametric:
    """Real values of all parameters of a family: numbers, or polynomials in the one root of a
    polynomial in an interval; the root is the value of a letter."""

    def __init__(self, parameters, record: dict):
        self.parameters, self.letters = parameters, parameters.letters
        self.spend = parameters.language.spend
        self.root: tuple | None = None
        self.values: dict[int, dict] = {}
        unknown, read = parameters.unknown, parameters.polynomial
        if "root" in record:
            stated = record["root"]
            g, ends = unknown(["symbol", stated["of"]]), [read(text) for text in stated["between"]]
            numbers = len(ends) == 2 and all(set(end) <= {()} for end in ends)
            demand(numbers, "an interval has two numbers as its ends")
            low, high = (end.get((), Fraction(0)) for end in ends)
            demand(low < high, "an interval without a number")
            self.root = g, parameters.line(read(stated["polynomial"]), g), low, high
            demand(self.sign(ONE) == 1, "not one root in an interval for one")
            self.values[g] = {((g, 1),): Fraction(1)}
        for name, text in record["values"].items():
            g, p = unknown(["symbol", name]), read(text)
            demand(g not in self.values, "a value that is given twice")
            inside = {h for m in p for h, _ in m}
            demand(inside <= {self.root and self.root[0]}, "a value that is no number")
            self.values[g] = p
        demand(set(self.values) == self.letters, "a parameter without its value")

    def sign(self, p: dict) -> int:
        """The sign of a polynomial in the parameters."""
        known = all(g in self.values and e > 0 for m in p for g, e in m)
        demand(known, "a point where waves of parameters have values", BEYOND)
        power = self.parameters.language.power
        total = self.parameters.language.put(p, lambda g, e: power(self.values[g], e), {})
        if self.root is None:
            return sign_at([*total.values()], Fraction(0), 1)
        g, line, low, high = self.root
        q = remainder(self.parameters.line(total, g), line, self.spend) if line else []
        return signs_at_roots(line, q, low, high, self.spend)

    def demand_in(self, equations: list, without: list, rows: list[dict]) -> None:
        """Rule 45: the parameters are in a cell, what is assumed holds, rows are defined."""
        known = self.parameters
        demand(not any(map(self.sign, equations)), "a point that is not in its cell")
        outside = all(any(map(self.sign, left_out)) for left_out in without)
        demand(outside, "a point that its cell leaves out")
        defined = all(self.defined(x) for row in rows for x in row.values())
        demand(defined, "a point where the family is not defined")
        held = all(self.sign(p) > 0 for p in known.assumed) and all(map(self.sign, known.nonzero))
        held = held and all(self.sign(p) >= 0 for p in known.weak)
        demand(held, "a point where something that is assumed does not hold")

    def defined(self, x: tuple) -> bool:
        """A quotient is divided by nothing that is 0 whatever the configuration is."""
        below = {g for m in x[0] for g, e in m if e < 0} & self.letters
        whole = all(self.sign({((g, 1),): Fraction(1)}) for g in below)
        return whole and any(map(self.sign, self.parameters.coefficients(x[1]).values()))
