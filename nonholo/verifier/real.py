"""Real roots of polynomials in one letter with rational coefficients, and real parameters.

A polynomial is the list of its coefficients, the constant one first and the last one not 0; an end
of an interval is a number, or None where there is none.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import lcm

from .outcome import BEYOND, demand
from .polynomials import ONE

Line = list[Fraction]


def trimmed(line: list) -> Line:
    """Without zeros at the end."""
    return [Fraction(c) for c in line[: max((i for i, c in enumerate(line) if c), default=-1) + 1]]


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
    spend(len(line) ** 2 * (top * below).bit_length() // 2000)
    value, power, scale = 0, 1, lcm(*(c.denominator for c in line))
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
            first[i - 1 + j] += i * c * d
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
