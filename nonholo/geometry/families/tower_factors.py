"""What an equation says where others, solved for numbers, hold: its factors over their field.

    N(x, y) = norm of e(x - s theta, y) = prod N_i^k,  f_i = gcd(e, N_i(x + s theta, y))

over Q(theta), for a whole number s (Trager 1976): b^4 - 4 b^2 + 11 - 2 c (b^2 - 2) is (b^2 - 2 -
c)^2 where c^2 = 7.  With further letters y the highest coefficient of x has to be a number; then
factors have coefficients in Q(theta)[y] and the highest is 1 (Gauss).  The last remainder of e and
N_i by x is f_i L(y), and L is divided out by its norm (Cayley and Hamilton)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nonholo.arithmetic.numbers import fraction, rational
from nonholo.arithmetic.polynomials import (
    Polynomial,
    divided,
    factors_of,
    polynomial_ring,
    resultant,
)
from nonholo.errors import OutOfReach
from nonholo.geometry.families.ring import MOST_TERMS, Ring, Solved
from nonholo.geometry.families.tower import HIGHEST, SHIFTS, Line, Tower, tower_of
from nonholo.words.sentence import say
from nonholo.work import spend

Powers = list[tuple[Polynomial, int]]


@dataclass(frozen=True, slots=True)
class Monic:
    """inverse * e = product of the factors modulo the solved equations.

    whole: the product; it is 1 where e is a number that is not 0; lead: the highest coefficient of
    e is no rational number.
    """

    whole: Polynomial
    inverse: Polynomial
    factors: tuple[tuple[Polynomial, int], ...]
    lead: bool


def monic_factors(ring: Ring, e: Polynomial, solved: Solved) -> Monic | None:
    """The irreducible factors of e over the field of solved letters, with their powers.

    e: in such letters and others; None if the letters are no numbers, or if the highest coefficient
    of none of the others is one.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.families.ring import Ring
    >>> ring = Ring([Graph().symbol(n) for n in "bc"])
    >>> b, c = ring.field.context.gens()
    >>> monic_factors(ring, b**4 - 4 * b**2 + 11 - 2 * c * (b**2 - 2), ((c**2 - 7, 1),)).factors
    ((x0^2 - x1 - 2, 2),)
    >>> monic_factors(ring, c * b - 1, ((c**2 - 7, 1),)).whole
    x0 - 1/7*x1
    """
    letters = {k for k, degree in enumerate(e.degrees()) if degree}
    known = letters & {k for _, k in solved}
    if not known:
        return None
    tower = tower_of(ring, solved, known)
    if tower is None:
        return None
    if letters == known:
        number = tower.number(e)
        if not any(number):
            return None
        inverse = tower.polynomial(ring, tower.over([Fraction(1)], number))
        return Monic(ring.field.one, inverse, (), True)
    if any(ring.generators[k].kind != "symbol" for k in letters - known):
        return None
    over = _Over(ring, tower)
    f = over.reduced(e)
    leads = {k: over.line(over.lead(f, k)) for k in letters - known if over.degree(f, k)}
    numbers = {k: line for k, line in leads.items() if line}
    if not numbers:
        return None
    x = min(numbers, key=lambda k: (len(numbers[k]) > 1, over.degree(f, k), k))
    line = numbers[x]
    inverse = tower.polynomial(ring, tower.over([Fraction(1)], line))
    f = over.reduced(inverse * e)
    return Monic(
        over.polynomial(f),
        inverse,
        tuple((over.polynomial(factor), power) for factor, power in over.factors(f, x)),
        not inverse.is_constant(),
    )


class _Over:
    """Polynomials in letters over the field of a root z, of degree below its own."""

    def __init__(self, ring: Ring, tower: Tower):
        self.ring, self.tower = ring, tower
        names = [f"x{k}" for k in range(len(ring.generators))]
        self.t, self.z, *self.letters = polynomial_ring(["t", "z", *names]).gens()
        self.modulus = self.in_root(list(map(Fraction, tower.modulus)))

    def in_root(self, line: Line) -> Polynomial:
        return sum((rational(c) * self.z**i for i, c in enumerate(line)), 0 * self.z)

    def reduced(self, p: Polynomial) -> Polynomial:
        """A polynomial of the ring."""
        values = self.tower.values
        at = (self.in_root(values[k]) if k in values else x for k, x in enumerate(self.letters))
        return self.lowered(p.compose(*at))

    def lowered(self, p: Polynomial) -> Polynomial:
        """The remainder by the equation of the root."""
        spend(len(p) * len(self.modulus))
        if len(p) > MOST_TERMS:
            raise OutOfReach(say("a polynomial in the parameters with too many terms"))
        return divmod(p, self.modulus)[1]

    def polynomial(self, f: Polynomial) -> Polynomial:
        """The same in the letters of the ring."""
        total, letters = self.ring.field.context.constant(0), self.ring.field.context.gens()
        by: dict[tuple[int, ...], Line] = {}
        for (_, i, *exponents), c in f.terms():
            line = by.setdefault(tuple(map(int, exponents)), [])
            line += [Fraction(0)] * (int(i) + 1 - len(line))
            line[int(i)] = fraction(c)
        for powers, line in by.items():
            term = self.tower.polynomial(self.ring, line)
            for letter, n in zip(letters, powers):
                term *= letter**n
            total += term
        return total

    def line(self, p: Polynomial) -> Line:
        """A number; none if letters stand in it."""
        terms = {tuple(map(int, m)): fraction(c) for m, c in p.terms()}
        if any(any(m[2:]) for m in terms):
            return []
        degrees = {m[1]: c for m, c in terms.items()}
        return [degrees.get(i, Fraction(0)) for i in range(max(degrees, default=-1) + 1)]

    # as polynomials in one letter x
    def degree(self, f: Polynomial, x: int) -> int:
        return int(f.degrees()[x + 2])

    def lead(self, f: Polynomial, x: int) -> Polynomial:
        """The highest coefficient."""
        top = self.degree(f, x)
        terms = {m: c for m, c in f.terms() if m[x + 2] == top}
        return f.context().from_dict({(*m[: x + 2], 0, *m[x + 3 :]): c for m, c in terms.items()})

    def factors(self, f: Polynomial, x: int) -> Powers:
        """Irreducible factors with their powers, of f with the highest coefficient 1."""
        if self.degree(f, x) == 1 or self.tower.degree * self.degree(f, x) > HIGHEST:
            return [(f, 1)]
        for s in SHIFTS:
            norm = resultant(self.modulus, self.shifted(f, x, -s), "z")
            if norm == 0:
                continue
            norms = factors_of(norm)[1]
            factors = self.powers(f, x, [self.lowered(self.shifted(n, x, s)) for n, _ in norms])
            if len(factors) > 1 or any(power > 1 for _, power in factors):
                return factors
            if all(power == 1 for _, power in norms):
                break
        return [(f, 1)]

    def shifted(self, f: Polynomial, x: int, s: int) -> Polynomial:
        """f(x + s z)"""
        at = (letter + s * self.z if k == x else letter for k, letter in enumerate(self.letters))
        return f.compose(self.t, self.z, *at)

    def powers(self, f: Polynomial, x: int, norms: Sequence[Polynomial]) -> Powers:
        """The common divisors with some polynomials, and how often each divides; none if they are
        not all."""
        powers = []
        for norm in norms:
            a, b = norm, f
            while b != 0:
                a, b = b, self.remainder(a, b, x)
            a, power = self.monic(a, x), 0
            over, left = self.division(f, a, x)
            while left == 0 and self.degree(a, x):
                f, power = over, power + 1
                over, left = self.division(f, a, x)
            if power:
                powers.append((a, power))
        return powers if self.degree(f, x) == 0 else []

    def remainder(self, f: Polynomial, g: Polynomial, x: int) -> Polynomial:
        """A f - q g, A a power of the highest coefficient of g."""
        top, lead = self.degree(g, x), self.lead(g, x)
        while f != 0 and self.degree(f, x) >= top:
            shift = self.letters[x] ** (self.degree(f, x) - top)
            f = self.lowered(lead * f - self.lead(f, x) * shift * g)
        return f

    def division(self, f: Polynomial, g: Polynomial, x: int) -> tuple[Polynomial, Polynomial]:
        """f = q g + r for g with the highest coefficient 1."""
        over, top = 0 * f, self.degree(g, x)
        while f != 0 and self.degree(f, x) >= top:
            term = self.lead(f, x) * self.letters[x] ** (self.degree(f, x) - top)
            over, f = over + term, self.lowered(f - term * g)
        return over, f

    def monic(self, f: Polynomial, x: int) -> Polynomial:
        """f / L for its highest coefficient L: L^n + c_1 L^(n-1) + ... + c_n = 0 for its
        characteristic polynomial, and so 1 / L = - (L^(n-1) + ... + c_(n-1)) / c_n."""
        lead, adjoint = self.lead(f, x), 0 * f
        line = resultant(self.modulus, self.t - lead, "z")
        coefficients = [0 * f] * (self.tower.degree + 1)
        for (i, *m), c in line.terms():
            coefficients[int(i)] += f.context().from_dict({(0, *m): c})
        for coefficient in reversed(coefficients[1:]):  # Horner's rule
            adjoint = self.lowered(adjoint * lead + coefficient)
        quotient = divided(self.lowered(f * adjoint), -coefficients[0])
        return f if quotient is None else quotient
