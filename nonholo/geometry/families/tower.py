"""Factors of a polynomial over the field of a root of another one.

    m(a) = 0, e(a, x):  N(x) = res_a(m(a), e(a, x - s a)) = prod N_i^k,  f_i = gcd(e, N_i(x + s a))

over Q(a), for a whole number s (Trager 1976).  b^4 - 4 b^2 + 11 - 2 c (b^2 - 2) is (b^2 - 2 - c)^2
where c^2 = 7."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from nonholo.arithmetic.algebraic import quotient, remainder
from nonholo.arithmetic.numbers import rational
from nonholo.arithmetic.polynomials import Polynomial, factors_of, resultant

if TYPE_CHECKING:
    from nonholo.geometry.families.lemmas import Ring, Solved

SHIFTS = (0, 1, -1, 2)
HIGHEST = 48  # degree of a norm
Line = list[Fraction]


def split(ring: Ring, e: Polynomial, solved: Solved) -> list[tuple[Polynomial, int]]:
    """Factors of e with their powers where equations hold; none if it may have none.

    e: in two letters, one of which is solved for by an equation in it alone.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.families.lemmas import Ring
    >>> ring = Ring([Graph().symbol(n) for n in "bc"])
    >>> b, c = ring.field.context.gens()
    >>> split(ring, b**4 - 4 * b**2 + 11 - 2 * c * (b**2 - 2), ((c**2 - 7, 1),))
    [(x0^2 - x1 - 2, 2)]
    """
    letters = {k for k, degree in enumerate(e.degrees()) if degree}
    bases = [(m, k) for m, k in solved if k in letters and _alone(m, k) and m.degrees()[k] > 1]
    if len(letters) != 2 or len(bases) != 1:
        return []
    ((m, k),) = bases
    (x,) = letters - {k}
    if m.degrees()[k] * e.degrees()[x] > HIGHEST:
        return []
    modulus = _whole(m, k)
    gens = list(ring.field.context.gens())
    whole = _lines(e, k, x, modulus)
    if len(whole[-1]) > 1:
        return []  # its leading coefficient is no number
    for s in SHIFTS:
        there = [g - s * gens[k] if j == x else g for j, g in enumerate(gens)]
        back = [g + s * gens[k] if j == x else g for j, g in enumerate(gens)]
        norm = resultant(m, e.compose(*there), str(ring.field.context.names()[k]))
        if norm == 0:
            continue
        powers = factors_of(norm)[1]
        factors = _powers(
            whole, [_lines(f.compose(*back), k, x, modulus) for f, _ in powers], modulus
        )
        if len(factors) > 1 or any(power > 1 for _, power in factors):
            return [(_polynomial(ring, f, k, x), power) for f, power in factors]
        if all(power == 1 for _, power in powers):
            return []
    return []


def _alone(m: Polynomial, k: int) -> bool:
    return all(j == k for j, degree in enumerate(m.degrees()) if degree)


def _whole(m: Polynomial, k: int) -> list[int]:
    """The coefficients in one letter, made whole numbers."""
    terms = {int(exponents[k]): c for exponents, c in m.terms()}
    scale = lcm(*(int(c.q) for c in terms.values()))
    return [int((terms[e] * scale).p) if e in terms else 0 for e in range(max(terms) + 1)]


def _lines(p: Polynomial, k: int, x: int, modulus: Sequence[int]) -> list[Line]:
    """The coefficients of the powers of x, modulo the equation for the other letter."""
    lines: list[Line] = [[] for _ in range(int(p.degrees()[x]) + 1)]
    for exponents, c in p.terms():
        line = lines[int(exponents[x])]
        line += [Fraction(0)] * (int(exponents[k]) + 1 - len(line))
        line[int(exponents[k])] += Fraction(int(c.p), int(c.q))
    return _trimmed([remainder(line, modulus) for line in lines])


def _trimmed(lines: list[Line]) -> list[Line]:
    while lines and not any(lines[-1]):
        lines = lines[:-1]
    return lines


def _powers(
    whole: list[Line], norms: Sequence[list[Line]], modulus: Sequence[int]
) -> list[tuple[list[Line], int]]:
    """The common divisors with some polynomials, and how often each divides; none if they are not
    all."""
    powers = []
    for norm in norms:
        a, b = whole, norm
        while b:
            a, b = b, _division(a, b, modulus)[1]
        a = [quotient(c, a[-1], modulus) or [] for c in a]
        power = 0
        while len(a) > 1 and len(whole) >= len(a):
            over, left = _division(whole, a, modulus)
            if left:
                break
            whole, power = over, power + 1
        if power:
            powers.append((a, power))
    return powers if len(whole) == 1 else []


def _division(
    a: list[Line], b: list[Line], modulus: Sequence[int]
) -> tuple[list[Line], list[Line]]:
    """a = q b + r over the field."""
    over: list[Line] = [[] for _ in range(max(len(a) - len(b) + 1, 0))]
    while len(a) >= len(b):
        factor, shift = quotient(a[-1], b[-1], modulus) or [], len(a) - len(b)
        over[shift] = factor
        lower = enumerate(a[:-1])
        a = _trimmed(
            [_less(c, factor, b[i - shift], modulus) if i >= shift else c for i, c in lower]
        )
    return over, a


def _less(c: Line, factor: Line, d: Line, modulus: Sequence[int]) -> Line:
    """c - factor d"""
    line = list(c) + [Fraction(0)] * max(len(factor) + len(d) - len(c), 0)
    for i, u in enumerate(factor):
        for j, v in enumerate(d):
            line[i + j] -= u * v
    return remainder(line, modulus)


def _polynomial(ring: Ring, lines: list[Line], k: int, x: int) -> Polynomial:
    powers = {(i, j): c for j, line in enumerate(lines) for i, c in enumerate(line) if c}
    places = range(len(ring.generators))
    terms = {
        tuple(i if place == k else j if place == x else 0 for place in places): rational(c)
        for (i, j), c in powers.items()
    }
    return ring.plain(ring.field.context.from_dict(terms))
