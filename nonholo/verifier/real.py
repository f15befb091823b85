"""Real roots of polynomials in one letter with rational coefficients, and real parameters.

A polynomial is the list of its coefficients, the constant one first and the last one not 0; an end
of an interval is a number, or None where there is none.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from .outcome import BEYOND, demand

Line = list[Fraction]


def trimmed(line: list) -> Line:
    """Without zeros at the end."""
    line = list(map(Fraction, line))
    while line and not line[-1]:
        line.pop()
    return line


def times(a: Line, b: Line) -> Line:
    """The product."""
    total = [Fraction(0)] * (len(a) + len(b))
    for i, c in enumerate(a):
        for j, d in enumerate(b):
            total[i + j] += c * d
    return trimmed(total)


def remainder(a: Line, b: Line, spend: Callable[[int], None]) -> Line:
    """a - q b, of a lower degree than b."""
    a = list(a)
    while len(a) >= len(b):
        factor, shift = a[-1] / b[-1], len(a) - len(b)
        spend(len(b) * (1 + factor.denominator.bit_length() // 500))
        a = trimmed([c - factor * b[i - shift] if i >= shift else c for i, c in enumerate(a)])
    return a


def sign_at(line: Line, x: Fraction | None, end: int) -> int:
    """The sign at x; without x, far to the left (end -1) or to the right (end 1)."""
    if x is None:
        value = line[-1] * end ** (len(line) - 1) if line else Fraction(0)
    else:
        value = sum((c * x**i for i, c in enumerate(line)), Fraction(0))
    return (value > 0) - (value < 0)


def signs_at_roots(f: Line, q: Line, low, high, spend: Callable[[int], None]) -> int:
    """Rule 44: the sum of the signs of q at the different real roots of f between low and high,
    which are none of them: V(low) - V(high) for the changes of sign V along f, f' q, and the
    remainders, each with the other sign (Sturm 1829, Tarski 1951).  For q = 1 the number of roots.
    """
    demand(f and sign_at(f, low, -1) and sign_at(f, high, 1), "an interval that ends in a root")
    chain = [f, remainder(times(trimmed([i * c for i, c in enumerate(f)][1:]), q), f, spend)]
    while chain[-1]:
        chain.append([-c for c in remainder(chain[-2], chain[-1], spend)])

    def changes(x, end: int) -> int:
        signs = [s for line in chain if (s := sign_at(line, x, end))]
        return sum(s != t for s, t in pairwise(signs))

    return changes(low, -1) - changes(high, 1)


class Root:
    """The one root of a polynomial in an interval."""

    def __init__(self, line: Line, low: Fraction, high: Fraction, spend: Callable[[int], None]):
        demand(low < high, "an interval without a number")
        self.line, self.low, self.high, self.spend = line, low, high, spend
        roots = signs_at_roots(line, [Fraction(1)], low, high, spend)
        demand(roots == 1, f"{roots} roots in an interval for one")

    def sign(self, q: Line) -> int:
        """The sign of a polynomial at the root."""
        q = remainder(q, self.line, self.spend)
        return signs_at_roots(self.line, q, self.low, self.high, self.spend) if q else 0


class Parametric:
    """Real values of all parameters of a family: polynomials in the root of one, or numbers."""

    def __init__(self, parameters, record: dict):
        self.parameters, self.letters = parameters, parameters.letters
        self.spend = parameters.language.spend
        self.root, self.values = None, {}
        unknown, read = parameters.unknown, parameters.polynomial
        if "root" in record:
            stated = record["root"]
            self.of = unknown(["symbol", stated["of"]])
            line = parameters.line(read(stated["polynomial"]), self.of)
            ends = [read(text) for text in stated["between"]]
            numbers = len(ends) == 2 and all(set(end) <= {()} for end in ends)
            demand(numbers, "an interval has two numbers as its ends")
            low, high = (end.get((), Fraction(0)) for end in ends)
            self.root = Root(line, low, high, self.spend)
            self.values[self.of] = self.below([Fraction(0), Fraction(1)])
        for name, text in record["values"].items():
            g, p = unknown(["symbol", name]), read(text)
            demand(g not in self.values, "a value that is given twice")
            demand(self.root or set(p) <= {()}, "a value that is no number")
            self.values[g] = self.below(parameters.line(p, self.of) if self.root else [*p.values()])
        demand(set(self.values) == self.letters, "a parameter without its value")

    def below(self, line: Line) -> Line:
        """Of a degree below that of the polynomial of the root."""
        return remainder(line, self.root.line, self.spend) if self.root else trimmed(line)

    def sign(self, p: dict) -> int:
        """The sign of a polynomial in the parameters."""
        total: Line = []
        for m, c in p.items():
            term = [c]
            for g, e in m:
                known = g in self.values and e > 0
                demand(known, "a point where waves of parameters have values", BEYOND)
                for _ in range(e):
                    term = self.below(times(term, self.values[g]))
            size = max(len(total), len(term))
            both = (line + [Fraction(0)] * (size - len(line)) for line in (total, term))
            total = trimmed([a + b for a, b in zip(*both)])
        if self.root:
            return self.root.sign(total)
        return sign_at(total, Fraction(0), 1)

    def demand_in(self, equations: list, without: list, rows: list[dict]) -> None:
        """Rule 45: the parameters are in a cell, all that is assumed holds, and the rows are
        defined."""
        known = self.parameters
        demand(not any(map(self.sign, equations)), "a point that is not in its cell")
        outside = all(any(map(self.sign, left_out)) for left_out in without)
        demand(outside, "a point that its cell leaves out")
        defined = all(self.defined(x) for row in rows for x in row.values())
        demand(defined, "a point where the family is not defined")
        held = all(self.sign(p) > 0 for p in known.assumed)
        held = held and all(self.sign(p) >= 0 for p in known.weak)
        held = held and all(map(self.sign, known.nonzero))
        demand(held, "a point where something that is assumed does not hold")

    def defined(self, x: tuple) -> bool:
        """A quotient is divided by nothing that is 0 whatever the configuration is."""
        top, bottom = x
        below = {g for m in top for g, e in m if e < 0 and g in self.letters}
        if not all(self.sign({((g, 1),): Fraction(1)}) for g in below):
            return False
        parts: dict = {}
        for m, c in bottom.items():
            demand(all(self.apart(g, e) for g, e in m), "a divisor at a point", BEYOND)
            key = tuple(pair for pair in m if pair[0] not in self.letters)
            inside = tuple(pair for pair in m if pair[0] in self.letters)
            parts.setdefault(key, {})[inside] = c
        return any(map(self.sign, parts.values()))

    def apart(self, g: int, e) -> bool:
        """A power of a letter; or of what is independent over the real numbers."""
        if g in self.letters:
            return e > 0
        return self.parameters.language.order == 4 if g == 0 else not self.parameters.own(g)
