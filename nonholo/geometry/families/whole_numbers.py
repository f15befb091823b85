"""Polynomials in letters that are whole numbers, and have no zero modulo some number.

    c_1 m_1(n) + ... + c_k m_k(n) + c = 0  has no whole n  if it has none modulo M

such as 2 n - 2 m = 1, where all but the constant is even, or n^2 + 1 = 4 m, modulo 4."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import gcd, lcm, prod

from nonholo.algebra.field import Field
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.once import once
from nonholo.expression.ranges import range_of

MODULI = (2, 3, 4, 5, 7, 8, 9)
MOST = 1000  # points modulo one number


def no_whole_zero(f: Expr) -> bool:
    """A polynomial surely is 0 for no whole numbers: modulo one of `MODULI`, or the divisor that
    all coefficients but the constant share, it is 0 nowhere.

    f: an expression; of others than polynomials in letters that are whole nothing is said.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> n, m = (g.symbol(name, assumption(integer=True)) for name in ("n", "m"))
    >>> no_whole_zero(2 * n - 2 * m - 1), no_whole_zero(n**2 - 4 * m + 1), no_whole_zero(n - m)
    (True, True, False)
    """
    return once(f.graph, ("no whole zero", f), lambda: _no_whole_zero(f))


def _no_whole_zero(f: Expr) -> bool:
    letters = f.symbols()
    if not letters or not all(range_of(p).whole for p in letters):
        return False
    if any(node.kind == "function" for node in ordered([f])):
        return False
    field = Field([f], None)
    if field.roots or len(field.generators) != len(letters):
        return False
    terms = [(tuple(map(int, e)), c) for e, c in field.normal(f).num.terms()]
    whole = lcm(*(int(c.denominator) for _, c in terms))
    numbers = [(e, int(c * whole)) for e, c in terms]
    common = gcd(*(c for _, c in numbers))
    numbers = [(e, c // common) for e, c in numbers]
    shared = gcd(*(c for e, c in numbers if any(e)))
    return shared > 1 or any(_nowhere(numbers, len(letters), modulus) for modulus in MODULI)


def _nowhere(numbers: Iterable[tuple[tuple[int, ...], int]], letters: int, modulus: int) -> bool:
    """At no point modulo a number; False for too many points."""
    if modulus**letters > MOST:
        return False
    return all(
        sum(c * prod(x**k for x, k in zip(point, e)) for e, c in numbers) % modulus
        for point in product(range(modulus), repeat=letters)
    )
