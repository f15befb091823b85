"""What an equation says where others, solved for numbers, hold: its factors over their field.

    N(y) = norm of e(y - s theta) = prod N_i^k,  f_i = gcd(e, N_i(x + s theta))

over Q(theta), for a whole number s (Trager 1976).  b^4 - 4 b^2 + 11 - 2 c (b^2 - 2) is (b^2 - 2 -
c)^2 where c^2 = 7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nonholo.arithmetic.polynomials import Polynomial, factors_of
from nonholo.geometry.families.ring import Ring, Solved
from nonholo.geometry.families.tower import HIGHEST, SHIFTS, Lines, Tower, tower_of


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

    e: in such letters and at most one other; None if it holds others, or if the letters are no
    numbers.

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
    if not known or len(letters - known) > 1:
        return None
    tower = tower_of(ring, solved, known)
    if tower is None:
        return None
    one = ring.field.one
    if letters == known:
        number = tower.number(e)
        if not any(number):
            return None
        return Monic(one, tower.polynomial(ring, tower.over([Fraction(1)], number)), (), True)
    (x,) = letters - known
    lines = tower.lines(e, x)
    if not lines or ring.generators[x].kind != "symbol":
        return None
    inverse = tower.polynomial(ring, tower.over([Fraction(1)], lines[-1]))
    f = tower.monic(lines)
    factors = _split(tower, f) if len(f) > 1 else []
    return Monic(
        tower.polynomial_in(ring, f, x),
        inverse,
        tuple((tower.polynomial_in(ring, factor, x), power) for factor, power in factors),
        not inverse.is_constant(),
    )


def _split(tower: Tower, f: Lines) -> list[tuple[Lines, int]]:
    """Irreducible factors with their powers."""
    if len(f) == 2 or tower.degree * (len(f) - 1) > HIGHEST:
        return [(f, 1)]
    for s in SHIFTS:
        norm = tower.norm(f, s)
        if norm == 0:
            continue
        powers = factors_of(norm)[1]
        factors = _powers(tower, f, [tower.shifted(factor, s) for factor, _ in powers])
        if len(factors) > 1 or any(power > 1 for _, power in factors):
            return factors
        if all(power == 1 for _, power in powers):
            break
    return [(f, 1)]


def _powers(tower: Tower, f: Lines, norms: Sequence[Lines]) -> list[tuple[Lines, int]]:
    """The common divisors with some polynomials, and how often each divides; none if they are not
    all."""
    powers = []
    for norm in norms:
        a, b = f, norm
        while b:
            a, b = b, tower.division(a, b)[1]
        a, power = tower.monic(a), 0
        while len(a) > 1 and len(f) >= len(a):
            over, left = tower.division(f, a)
            if left:
                break
            f, power = over, power + 1
        if power:
            powers.append((a, power))
    return powers if len(f) == 1 else []
