"""A vector of the verifier's polynomials that spans the line of a real one, made real again.

Sines are stated as waves e^(i m), which are never 0: a common factor of real polynomials is real
but for a wave and a number, and so is what is left when it is divided out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from nonholo.geometry.families.common_factor import Terms, without_common_factor
from nonholo.verifier.functions import Functions

Key = TypeVar("Key")


def primitive(language: Functions, v: Mapping[Key, Terms]) -> dict[Key, Terms]:
    """The components of a real vector without a common factor; as they are where what is left
    cannot be made real.

    language: of the polynomials, none of which is 0.
    """
    shorter = without_common_factor(v)
    waves = set(language.of_kind("angle"))
    monomials = [dict(m) for p in shorter.values() for m in p]
    unit: tuple[tuple[int, Fraction | int], ...] = ()
    for g in sorted(waves & {g for m in monomials for g in m}):
        powers = [m.get(g, 0) for m in monomials]
        middle = -(min(powers) + max(powers)) / Fraction(2)
        if middle.denominator > 1:
            return dict(v)
        unit += ((g, int(middle)),) if middle else ()
    for turn in ({unit: Fraction(1)}, language.mul({unit: Fraction(1)}, language.i)):
        turned = {key: language.mul(p, turn) for key, p in shorter.items()}
        if all(is_real(language, p) for p in turned.values()):
            return turned
    return dict(v)


def is_real(language: Functions, p: Terms) -> bool:
    """The conjugate, with e^(-i m) for e^(i m), is the same."""
    circular = {0, *language.of_kind("angle")}
    conjugate: Terms = {}
    for m, c in p.items():
        turned = tuple((g, -e if g in circular else e) for g, e in m)
        conjugate[turned] = conjugate.get(turned, 0) + c
    return language.reduced(conjugate) == language.reduced(p)
