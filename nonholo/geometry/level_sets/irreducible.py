"""Is f = 0 one piece for the coefficients that are looked at on it?

A polynomial that is no product of polynomials with rational coefficients has one set of zeros, and
what holds near one regular point of it holds at most of them: rational coefficients cannot tell the
conjugate pieces apart, if there are any.  Coefficients with roots can: x^2 - 2 y^2 is a product
where sqrt(2) is known, and y^2 - x^2 (1 + x^2) where sqrt(1 + x^2) is.  With these f must be linear
in a coordinate, or quadratic with a discriminant that no such root makes a square.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import divided, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.linear.elimination import vanishes


def irreducible(f: Expr, entries: Sequence[Expr]) -> bool:
    """A polynomial in symbols that is no product, nor over the field of the entries.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> pair, circle = x**2 - 2 * y**2, x**2 + y**2 - 2
    >>> irreducible(pair, [x]), irreducible(pair, [g.sqrt(2) * x])
    (True, False)
    >>> irreducible(circle, [g.sqrt(2) * x]), irreducible(circle, [g.sqrt(2 - y**2)])
    (True, False)
    """
    try:
        if not _over_rationals(f):
            return False
        under = _under_roots(entries)
        return not under or any(_stays_one(f, s, under) for s in f.symbols())
    except (OutOfReach, ZeroDivisionError):
        return False


def _over_rationals(f: Expr) -> bool:
    field = Field([f])
    num = field.normal(f).num
    plain = all(g.kind == "symbol" for g in field.generators)
    return plain and [power for _, power in factors_of(num)[1]] == [1]


def _under_roots(entries: Sequence[Expr]) -> list[Expr]:
    """What stands under roots, of numbers too."""
    factors = [b_e for n in ordered(entries) if n.kind == "product" for b_e in n.args]
    return list(dict.fromkeys(b for b, e in factors if isinstance(e, Fraction)))


def _stays_one(f: Expr, s: Expr, under: Sequence[Expr]) -> bool:
    """f is linear in s, or quadratic and its discriminant holds an odd power of something that
    stands under no root; roots that hold s say nothing of it.
    """
    slope = f.diff(s)
    second = slope.diff(s)
    if vanishes(second):
        return True
    if second.has([s]) or any(u.has([s]) for u in under):
        return False
    at = {s: f.graph.zero}
    parted = slope.subs(at) ** 2 - 2 * second * f.subs(at)
    field = Field([parted, *under])
    if any(g.kind != "symbol" for g in field.generators):
        return False
    quotients = [field.normal(e) for e in (parted, *under)]
    known = [*(u.num for u in quotients[1:]), *field.factors]
    odd = [factor for factor, power in factors_of(quotients[0].num)[1] if power % 2]
    return any(all(divided(u, factor) is None for u in known) for factor in odd)
