"""A vector of the verifier's polynomials without the factor that its components have in common.

    v = g w,  g = gcd(v_1, ..., v_n)    ->    w

Where g is not 0 both span the same line.  Each vector that comes of Cramer's rule holds the
determinants of all rows with which it has nothing to do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import TypeVar

from nonholo.arithmetic.numbers import fraction, rational
from nonholo.arithmetic.polynomials import common_divisor, polynomial_ring

Key = TypeVar("Key")
Terms = dict[tuple, Fraction]


def without_common_factor(v: Mapping[Key, Terms]) -> dict[Key, Terms]:
    """The components divided by their greatest common divisor, monomials too.

    v: polynomials as `verifier.polynomials` has them, none of them 0; exponents may be negative,
    and fractions.

    >>> xx, xy, yy = ((0, 2),), ((0, 1), (1, 1)), ((1, 2),)
    >>> short = without_common_factor({"a": {xx: 1, yy: -1}, "b": {xx: 2, xy: 2}})
    >>> short == {"a": {((0, 1),): 1, ((1, 1),): -1}, "b": {((0, 1),): 2}}
    True
    """
    monomials = [dict(m) for p in v.values() for m in p]
    generators = sorted({g for m in monomials for g in m})
    ring = polynomial_ring([f"x{g}" for g in generators])
    low = [min(m.get(g, 0) for m in monomials) for g in generators]
    units = [lcm(*(Fraction(m.get(g, 0)).denominator for m in monomials)) for g in generators]

    def exponents(m: tuple) -> tuple[int, ...]:
        powers = dict(m)
        steps = zip(generators, low, units)
        return tuple(int((powers.get(g, 0) - least) * unit) for g, least, unit in steps) or (0,)

    def monomial(exponents: tuple[int, ...]) -> tuple:
        powers = [(g, Fraction(int(e), unit)) for g, e, unit in zip(generators, exponents, units)]
        return tuple((g, e if e.denominator > 1 else int(e)) for g, e in powers if e)

    read = {
        key: ring.from_dict({exponents(m): rational(Fraction(c)) for m, c in p.items()})
        for key, p in v.items()
    }
    shared = reduce(common_divisor, sorted(read.values(), key=len))
    return {
        key: {monomial(e): fraction(c) for e, c in (p / shared).terms()} for key, p in read.items()
    }
