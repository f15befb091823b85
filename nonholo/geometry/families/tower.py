"""The field of the roots of solved equations, as that of one root.

    p_1(x_1) = 0, p_2(x_2, x_1) = 0, ...    ->    Q(x_1, ..., x_r) = Q(theta),  x_i = v_i(theta)

theta_i = x_i + s theta_(i-1) for a whole number s; its minimal polynomial is the resultant of that
of theta_(i-1) and p_i(x_i = y - s z), if that has no factors (Trager 1976)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from nonholo.arithmetic.algebraic import quotient, remainder
from nonholo.arithmetic.matrices import combinations_of
from nonholo.arithmetic.numbers import common_denominator, fraction, rational
from nonholo.arithmetic.polynomials import Polynomial, factors_of, polynomial_ring, resultant
from nonholo.geometry.families.ring import Ring, Solved

SHIFTS = (0, 1, -1, 2, -2, 3)
HIGHEST = 32  # degree of a field
PAIR = polynomial_ring(["z", "y"])  # theta, and a letter over the field
Line = list[Fraction]
Lines = list[Line]  # a polynomial in one letter over the field, without zeros at its end


@dataclass(frozen=True, slots=True)
class Tower:
    """Numbers are lines, polynomials in theta.

    modulus: the minimal polynomial of theta, with whole coefficients; values: letter -> line;
    below: the field over which the letter was adjoined; powers: of theta, as polynomials in the
    letter over the field below.
    """

    modulus: tuple[int, ...]
    values: Mapping[int, Line]
    below: Tower | None = None
    letter: int = -1
    powers: tuple[Lines, ...] = ()

    @property
    def degree(self) -> int:
        return len(self.modulus) - 1

    def number(self, p: Polynomial) -> Line:
        """A polynomial in letters of the field."""
        return next(iter(self.lines(p, -1)), [])

    def lines(self, p: Polynomial, x: int) -> Lines:
        """A polynomial in letters of the field, and one more."""
        lines: Lines = [[]]
        for exponents, c in p.terms():
            term, degree = [fraction(c)], 0
            for k, e in enumerate(exponents):
                if k == x:
                    degree = int(e)
                    continue
                for _ in range(int(e)):
                    term = self.times(term, self.values[k])
            lines += [[] for _ in range(degree + 1 - len(lines))]
            lines[degree] = less(lines[degree], [-c for c in term])
        return trimmed(lines)

    def times(self, a: Line, b: Line) -> Line:
        return remainder(product(a, b), self.modulus)

    def over(self, a: Line, b: Line) -> Line:
        """a / b for b that is not 0."""
        return quotient(a, b, self.modulus) or []

    def polynomial(self, ring: Ring, line: Line) -> Polynomial:
        """A number as a polynomial in the letters."""
        context = ring.field.context
        if self.below is None:
            return context.constant(rational(line[0] if line else Fraction(0)))
        total, x = context.constant(0), context.gens()[self.letter]
        for j in range(max(len(power) for power in self.powers)):
            inner: Line = []
            for c, power in zip(line, self.powers):
                if j < len(power):
                    inner = less(inner, [-c * d for d in power[j]])
            total += self.below.polynomial(ring, inner) * x**j
        return total

    # polynomials in one letter
    def monic(self, f: Lines) -> Lines:
        return [self.over(c, f[-1]) for c in f]

    def division(self, a: Lines, b: Lines) -> tuple[Lines, Lines]:
        """a = q b + r."""
        over: Lines = [[] for _ in range(max(len(a) - len(b) + 1, 0))]
        while len(a) >= len(b):
            factor, shift = self.over(a[-1], b[-1]), len(a) - len(b)
            over[shift] = factor
            lower = enumerate(a[:-1])
            a = trimmed(
                [
                    remainder(less(c, product(factor, b[i - shift])), self.modulus)
                    if i >= shift
                    else c
                    for i, c in lower
                ]
            )
        return over, a

    def norm(self, f: Lines, s: int) -> Polynomial:
        """Of y over the rational numbers, where f(y - s theta) = 0."""
        z, y = PAIR.gens()
        modulus = self.in_pair([[Fraction(c)] for c in self.modulus], z)
        return resultant(modulus, self.in_pair(f, y - s * z), "z")

    def in_pair(self, f: Lines, at: Polynomial) -> Polynomial:
        z, total = PAIR.gens()[0], PAIR.constant(0)
        for line in reversed(f):
            total *= at
            for i, c in enumerate(line):
                total += rational(c) * z**i
        return total

    def with_root(self, f: Lines, k: int) -> Tower | None:
        """With a root of a polynomial, the value of one more letter; None if that has factors, or
        a degree that is too high."""
        f, degree = self.monic(f), len(f) - 1
        if degree == 1:
            return replace(self, values={**self.values, k: [-c for c in f[0]]})
        if degree * self.degree > HIGHEST:
            return None
        for s in SHIFTS if self.degree == 1 else SHIFTS[1:]:
            _, powers = factors_of(self.norm(f, s))
            if len(powers) > 1:
                return None
            ((norm, power),) = powers
            if power == 1:
                return self._adjoined(f, k, s, norm)
        return None

    def _adjoined(self, f: Lines, k: int, s: int, norm: Polynomial) -> Tower:
        """theta' = x + s theta, whose powers are a basis of the larger field."""
        n, d = self.degree, len(f) - 1
        theta: Lines = trimmed([remainder([Fraction(0), Fraction(s)], self.modulus), [Fraction(1)]])
        powers: list[Lines] = [[[Fraction(1)]]]
        while len(powers) < n * d:
            longer: Lines = [[] for _ in range(len(powers[-1]) + len(theta) - 1)]
            for i, a in enumerate(powers[-1]):
                for j, b in enumerate(theta):
                    longer[i + j] = less(longer[i + j], [-c for c in product(a, b)])
            reduced = trimmed([remainder(c, self.modulus) for c in longer])
            powers.append(self.division(reduced, f)[1])

        def row(f: Lines) -> list[Fraction]:
            return [
                f[j][i] if j < len(f) and i < len(f[j]) else Fraction(0)
                for j in range(d)
                for i in range(n)
            ]

        wanted = [[[Fraction(0), Fraction(1)]], [[], [Fraction(1)]]]
        old, x = combinations_of([row(power) for power in powers], list(map(row, wanted)))
        line = {int(e[1]): c for e, c in norm.terms()}
        scale = common_denominator(line.values())
        modulus = tuple(int((line[e] * scale).p) if e in line else 0 for e in range(n * d + 1))
        larger = Tower(modulus, {}, self, k, tuple(powers))
        values = {}
        for letter, value in self.values.items():
            total: Line = []
            for c in reversed(value):  # Horner's rule
                total = less(larger.times(total, old), [-c])
            values[letter] = total
        return replace(larger, values={**values, k: x})


RATIONAL = Tower((0, 1), {})


def tower_of(ring: Ring, solved: Solved, letters: set[int]) -> Tower | None:
    """The field of some letters by equations that are solved for them; None if they are not
    numbers, or roots of equations with factors.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.families.ring import Ring
    >>> ring = Ring([Graph().symbol(n) for n in "bc"])
    >>> b, c = ring.field.context.gens()
    >>> tower_of(ring, ((b**2 - c, 0), (c**2 - 7, 1)), {0}).modulus
    (42, -28, -14, 0, 1)
    """
    by = {k: t for t, k in solved}
    needed, waiting = set(), list(letters)
    while waiting:
        k = waiting.pop()
        if k in needed:
            continue
        if k not in by or ring.generators[k].kind != "symbol":
            return None
        needed.add(k)
        waiting += [j for j, e in enumerate(by[k].degrees()) if e and j != k]
    tower: Tower | None = RATIONAL
    while tower is not None and needed - set(tower.values):
        ready = [k for k in sorted(needed - set(tower.values)) if _above(by[k], k, tower)]
        if not ready:
            return None
        f = tower.lines(by[ready[0]], ready[0])
        tower = tower.with_root(f, ready[0]) if len(f) > 1 else None
    return tower


def minimal_polynomial(ring: Ring, solved: Solved, k: int) -> Polynomial | None:
    """Of the value of a letter where equations hold; None if it is no number, or rational.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.families.ring import Ring
    >>> ring = Ring([Graph().symbol(n) for n in "bc"])
    >>> b, c = ring.field.context.gens()
    >>> minimal_polynomial(ring, ((b - c**2, 0), (c**3 - 2, 1)), 0)
    x0^3 - 4
    """
    tower = tower_of(ring, solved, {k})
    if tower is None or tower.degree == 1:
        return None
    _, ((p, _),) = factors_of(tower.norm([[-c for c in tower.values[k]], [Fraction(1)]], 0))
    context = ring.field.context
    places = range(len(ring.generators))
    terms = {tuple(e[1] if j == k else 0 for j in places): c for e, c in p.terms()}
    return ring.plain(context.from_dict(terms))


def _above(t: Polynomial, k: int, tower: Tower) -> bool:
    return all(j == k or j in tower.values for j, e in enumerate(t.degrees()) if e)


def trimmed(lines: Lines) -> Lines:
    while lines and not any(lines[-1]):
        lines = lines[:-1]
    return lines


def less(a: Line, b: Line) -> Line:
    """a - b"""
    size = max(len(a), len(b))
    a, b = (c + [Fraction(0)] * (size - len(c)) for c in (a, b))
    return [c - d for c, d in zip(a, b)]


def product(a: Line, b: Line) -> Line:
    """a b, of polynomials in theta"""
    line = [Fraction(0)] * max(len(a) + len(b) - 1, 0)
    for i, c in enumerate(a):
        for j, d in enumerate(b):
            line[i + j] += c * d
    return line
