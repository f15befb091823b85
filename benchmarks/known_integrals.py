"""Families of potentials in the plane whose quadratic first integrals are known by Killing tensors.

    python benchmarks/known_integrals.py [--sets 2000] [--seed 1] [--first 0]

    L = (X'^2 + Y'^2)/2 - V,    F = sum K_ij p_i p_j + xi_i p_i + W(X, Y)

is constant only if K is a Killing tensor of the plane, a sum of products of p_X, p_Y, X p_Y - Y p_X
(Darboux1901, Bertrand1857), xi one of these, and K dV = dW.  For numbers in place of letters that is
linear algebra in ten unknown numbers and the coefficients of W: done here modulo a prime, sharing
nothing with the package, which has an ansatz for all of F and a matrix in the letters.  W is taken
from the monomials that the package says it searched.  The number of independent functions is the
rank of their gradients at a random point.

V is a polynomial of degree 2 to 4: a potential that separates in Cartesian, rotated, polar or
parabolic coordinates, and terms times planted polynomials p in letters, which vanish at special
ones.  Coordinates change by a linear map.  The cells of `families --of integrals` are asked at
points with p = 0 and beside them, and at the point of each cell."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from known_families import LETTERS, Hidden, holds, points, rational, survey, values_of

import nonholo as nh
from nonholo.findings.family_integrals import Searched

PRIME = 2**61 - 1
SLOTS = 4  # x, y, x', y'
Poly = dict[tuple[int, ...], int]  # exponents -> coefficient modulo PRIME
SEPARATED = (  # W = 0 has another integral, each by a coordinate system of the plane
    ("X^2", "2*Y^2"),
    ("X^2", "4*Y^2"),
    ("X^2", "9*Y^2"),
    ("X^2", "Y^2"),
    ("X^4", "Y^4"),
    ("X^3", "Y^2"),
    ("X^2", "Y^3"),
    ("X^4", "2*X^2*Y^2", "Y^4"),
    ("X^4", "6*X^2*Y^2", "Y^4"),
    ("X^2*Y", "2*Y^3"),
    ("X^2*Y", "Y^3/3"),
    ("X^4", "12*X^2*Y^2", "16*Y^4"),
    ("X*Y",),
    ("Y",),
)
TERMS = ("X", "Y", "X^2", "Y^2", "X*Y", "X^2*Y", "X*Y^2", "X^3", "Y^3", "X^2*Y^2")
MAPS = ((1, 0, 0, 1),) * 3 + (
    (1, 1, 0, 1),
    (1, 0, -1, 1),
    (0, 1, 1, 0),
    (1, 1, 1, -1),
    (2, 0, 0, 1),
)


# polynomials modulo a prime
# ---------------------------------------------------------------------------------------------------
def constant(value: Fraction | int) -> Poly:
    value = Fraction(value)
    number = value.numerator * pow(value.denominator, -1, PRIME) % PRIME
    return {(0,) * SLOTS: number} if number else {}


def slot(i: int) -> Poly:
    return {tuple(int(i == j) for j in range(SLOTS)): 1}


def plus(*terms: Poly) -> Poly:
    total: Poly = {}
    for term in terms:
        for e, c in term.items():
            total[e] = (total.get(e, 0) + c) % PRIME
    return {e: c for e, c in total.items() if c}


def times(*factors: Poly) -> Poly:
    product = constant(1)
    for factor in factors:
        longer: Poly = {}
        for e, c in product.items():
            for f, d in factor.items():
                key = tuple(map(int.__add__, e, f))
                longer[key] = (longer.get(key, 0) + c * d) % PRIME
        product = longer
    return {e: c for e, c in product.items() if c}


def slope(f: Poly, i: int) -> Poly:
    lowered = ((e, c * e[i] % PRIME) for e, c in f.items() if e[i])
    return {tuple(n - (i == j) for j, n in enumerate(e)): c for e, c in lowered}


def read(told: str, letters: dict[str, Poly]) -> Poly:
    """A monomial such as 2*X^2*Y/3."""
    told, _, below = told.partition("/")
    factors = [constant(Fraction(1, int(below or 1)))]
    for word in told.split("*"):
        name, _, exponent = word.partition("^")
        base = letters.get(name) or constant(int(name))
        factors += [base] * int(exponent or 1)
    return times(*factors)


def rank(rows: Iterable[Sequence[int]]) -> tuple[int, list[list[int]]]:
    """Of a matrix modulo the prime; and the vectors of its left kernel."""
    rows = [list(row) for row in rows]
    size = len(rows)
    table = [[*row, *(int(i == j) for j in range(size))] for i, row in enumerate(rows)]
    width, found = len(rows[0]) if rows else 0, 0
    for column in range(width):
        pivot = next((r for r in range(found, size) if table[r][column]), None)
        if pivot is None:
            continue
        table[found], table[pivot] = table[pivot], table[found]
        inverse = pow(table[found][column], -1, PRIME)
        for r in range(found + 1, size):
            factor = table[r][column] * inverse % PRIME
            if factor:
                table[r] = [(a - factor * b) % PRIME for a, b in zip(table[r], table[found])]
        found += 1
    return found, [row[width:] for row in table[found:]]


# integrals
# ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Class:
    """Monomials of W: of degree k in each coordinate, `total` in all; degree: of F in velocities."""

    degree: int
    k: int
    total: int


def in_class(searched: Searched) -> Class:
    """The monomials that the package says it searched."""
    return Class(searched.bounds.degree, searched.k, searched.bounds.total)


class Plane:
    """Linear coordinates of the plane (X, Y) = A (x, y), and V at numbers."""

    def __init__(self, A: Sequence[int], potential: Poly):
        a, b, c, d = map(constant, A)
        x, y, u, v = map(slot, range(SLOTS))
        self.X, self.Y = plus(times(a, x), times(b, y)), plus(times(c, x), times(d, y))
        self.p, self.q = plus(times(a, u), times(b, v)), plus(times(c, u), times(d, v))
        self.V = potential
        # X'' = - V_X, and (x'', y'') = A^-1 (X'', Y'') = - (A^T A)^-1 (V_x, V_y)
        (a, b, c, d), Vx, Vy = A, slope(potential, 0), slope(potential, 1)
        E, F, G = a * a + c * c, a * b + c * d, b * b + d * d
        det = Fraction(E * G - F * F)
        self.accelerations = (
            plus(times(constant(-G / det), Vx), times(constant(F / det), Vy)),
            plus(times(constant(F / det), Vx), times(constant(-E / det), Vy)),
        )

    def rate(self, f: Poly) -> Poly:
        """df/dt"""
        moves = (slot(2), slot(3), *self.accelerations)
        return plus(*(times(slope(f, i), moves[i]) for i in range(SLOTS)))

    def integrals(self, searched: Iterable[Class]) -> list[Poly]:
        """A basis of all F of the degree in the class."""
        spin = plus(times(self.X, self.q), times(constant(-1), self.Y, self.p))
        first = [self.p, self.q, spin]
        second = [times(f, g) for i, f in enumerate(first) for g in first[i:]]
        found = []
        for own in searched:
            powers = [(i, j, 0, 0) for i in range(own.k + 1) for j in range(own.k + 1)]
            W = [{e: 1} for e in powers if 0 < sum(e) <= own.total]
            found += self._kept([*(second if own.degree == 2 else first), *W])
        return found

    def _kept(self, candidates: Sequence[Poly]) -> list[Poly]:
        rates = [self.rate(f) for f in candidates]
        columns = sorted({e for f in rates for e in f})
        _, kernel = rank([[f.get(e, 0) for e in columns] for f in rates])
        return [
            plus(*({e: c * k % PRIME for e, c in f.items()} for f, k in zip(candidates, own) if k))
            for own in kernel
        ]


def independent(functions: Sequence[Poly]) -> int:
    """How many, by their gradients at a random point."""
    rng = random.Random(7)
    at = [rng.randrange(1, PRIME) for _ in range(SLOTS)]

    def value(f: Poly) -> int:
        total = 0
        for e, c in f.items():
            for base, n in zip(at, e):
                c = c * pow(base, n, PRIME) % PRIME
            total += c
        return total % PRIME

    return rank([[value(slope(f, i)) for i in range(SLOTS)] for f in functions])[0]


# families
# ---------------------------------------------------------------------------------------------------
class Potential:
    """Terms with numbers, and terms with planted polynomials, as texts and at numbers."""

    def __init__(self, rng: random.Random):
        scale = rng.choice((1, 1, 2, Fraction(1, 2)))
        weights = [(scale, told) for told in rng.choice(SEPARATED)]
        planted = [(Hidden(rng), told) for told in rng.sample(TERMS, rng.choice((1, 1, 2)))]
        self.terms = [*weights, *planted]
        self.hidden = tuple((p,) for p, _ in planted)
        self.A = rng.choice(MAPS)
        a, b, c, d = self.A
        self.X, self.Y = f"(({a})*x + ({b})*y)", f"(({c})*x + ({d})*y)"

    @property
    def case(self) -> nh.Case:
        told = " + ".join(
            f"({c.text if isinstance(c, Hidden) else c})*({self._moved(word)})"
            for c, word in self.terms
        )
        a, b, c, d = self.A
        T = f"((({a})*x' + ({b})*y')^2 + (({c})*x' + ({d})*y')^2)/2"
        return nh.System("x y", f"{T} - ({told})", parameters=dict.fromkeys(LETTERS))

    def _moved(self, word: str) -> str:
        return word.replace("X", self.X).replace("Y", self.Y)

    def plane(self, values) -> Plane:
        a, b, c, d = map(constant, self.A)
        x, y = slot(0), slot(1)
        letters = {
            "X": plus(times(a, x), times(b, y)),
            "Y": plus(times(c, x), times(d, y)),
        }
        terms = (
            times(constant(c.at(values) if isinstance(c, Hidden) else c), read(word, letters))
            for c, word in self.terms
        )
        return Plane(self.A, plus(*terms))


def judge(rng: random.Random, certify: bool) -> tuple[str, float]:
    del certify
    potential = Potential(rng)
    start = time.perf_counter()
    found = nh.families(potential.case, "integrals", records=False).families["integrals"]
    took = time.perf_counter() - start
    if not found.complete:
        return f"open: {found.reasons}", took
    asked = list(points(rng, potential.hidden))
    asked += [values_of(cell.at) for cell in found.cells if rational(cell.at)]
    for values in asked:
        inside = [cell for cell in found.cells if holds(cell, values)]
        plane = potential.plane(values)
        told = {
            (
                cell.answer.independent,
                independent(plane.integrals(map(in_class, cell.answer.searched))),
            )
            for cell in inside
        }
        if not inside or any(a != b for a, b in told):
            return f"WRONG: (told, Killing) {told} at {values}", took
    return "right", took


if __name__ == "__main__":
    survey(judge, __doc__, 2000)
