"""Real roots of polynomials in one letter, with coefficients that are rational or real numbers of
Q(e^(2 pi i/N)), and real parameters.

A polynomial is the list of its coefficients, the constant one first and the last one not 0; an end
of an interval is a number, or None where there is none.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, zip_longest
from math import lcm
from typing import Any

from .outcome import BEYOND, demand
from .polynomials import ONE, Polynomials, cyclotomic, plus

Line = list[Any]


class Real:
    """Rule 67: a real number of Q(z), z = e^(2 pi i/N): sum_k c_k z^k, its own conjugate.  It is
    sum_k c_k cos(2 pi k/N), and not 0 if a c_k is not."""

    def __init__(self, language: Polynomials, p: dict):
        self.language, self.p = language, p
        self.denominator = max((c.denominator for c in p.values()), default=1)

    def __bool__(self) -> bool:
        return bool(self.p)

    def __neg__(self) -> "Real":
        return Real(self.language, plus({}, self.p, -1))

    def __add__(self, other) -> "Real":
        return Real(self.language, plus(self.p, other.p))

    def __sub__(self, other) -> "Real":
        return Real(self.language, plus(self.p, other.p, -1))

    def __mul__(self, other) -> "Real":
        p = other.p if isinstance(other, Real) else {(): Fraction(other)} if other else {}
        return Real(self.language, self.language.mul(self.p, p))

    def __truediv__(self, other) -> "Real":
        return Real(self.language, self.language.ratio(self.p, other.p))


def cosines(numbers: list) -> Line:
    """sum_k c_k 2 cos(k a) as a polynomial in 2 cos(a)."""
    total: list = []
    one: list = [Fraction(2)]
    more: list = [0, Fraction(1)]
    for c in numbers:
        total = [a + c * b for a, b in zip_longest(total, one, fillvalue=0)]
        one, more = more, [a - b for a, b in zip_longest([0, *more], one, fillvalue=0)]
    return trimmed(total)


@lru_cache(100)
def minimal(order: int) -> Line:
    """Of 2 cos(2 pi/N), its greatest root: those of its degree are symmetric around the middle."""
    half = [*cyclotomic(order), 1][len(cyclotomic(order)) // 2 :]
    return cosines([Fraction(half[0], 2), *half[1:]])


def trimmed(line: list) -> Line:
    """Without zeros at the end."""
    line = line[: max((i for i, c in enumerate(line) if c), default=-1) + 1]
    return [Fraction(c) if isinstance(c, int) else c for c in line]


def remainder(a: Line, b: Line, spend: Callable[[int], None]) -> Line:
    """a - q b, of a lower degree than b."""
    while len(a) >= len(b):
        factor, shift = a[-1] / b[-1], len(a) - len(b)
        spend(len(b) * (1 + factor.denominator.bit_length() // 500))
        a = trimmed([c - factor * b[i - shift] if i >= shift else c for i, c in enumerate(a)])
    return a


def sign_at(line: Line, x: Fraction | None, end: int, spend: Callable = lambda work: None) -> int:
    """The sign at x; without x, far to the left (end -1) or to the right (end 1)."""
    top, below = (end, 0) if x is None else x.as_integer_ratio()
    parts = [c.p if isinstance(c, Real) else {(): c} for c in line]
    monomials = {m: 0 for p in parts for m in p}
    spend(len(line) ** 2 * len(monomials) * (top * below).bit_length() // 2000)
    power, scale = 1, lcm(*(c.denominator for p in parts for c in p.values()))
    for p in reversed(parts):
        for m, value in monomials.items():
            monomials[m] = value * top + int(p.get(m, 0) * scale) * power
        power *= below
    value = monomials.get((), 0)
    if any(c for m, c in monomials.items() if m):
        order = line[0].language.order
        spend(order**2 // 8)
        numbers = [monomials.get(((0, k),) if k else (), 0) for k in range(order // 2)]
        low = 2 - Fraction(64, order**2)  # 2 cos a < 2 - (8/N)^2 < 2 cos(2 pi/N) for 6 pi/N <= a
        value = signs_at_roots(minimal(order), cosines(numbers), low, None, spend)
    return (value > 0) - (value < 0)


def signs_at_roots(f: Line, q: Line, low, high, spend: Callable[[int], None]) -> int:
    """Rule 44: the sum of the signs of q at the different real roots of f between low and high,
    which are none of them: V(low) - V(high) for the changes of sign V along f, f' q, and the
    remainders, each with the other sign (Sturm 1829, Tarski 1951).  For q = 1 the number of roots.
    """
    apart = f and sign_at(f, low, -1, spend) and sign_at(f, high, 1, spend)
    demand(apart, "an interval that ends in a root")
    first = [f[0] - f[0]] * (len(f) + len(q))
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
