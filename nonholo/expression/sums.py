"""Sums as a constant and terms with rational coefficients: what they have in common, and how
they are told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd, lcm
from typing import Any

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.node import MINUS, UNIT, ZERO, Expr, Kind

Terms = Sequence[tuple[Expr, Rational]]


def linear(node: Expr) -> tuple[Rational, Terms]:
    """A node as constant + sum of coefficient * term."""
    if node.kind == "number":
        return node.args, ()
    if node.kind != "sum":
        return ZERO, ((node, UNIT),)
    constant, terms = node.args
    if len(terms) == 1 and constant == 0 and terms[0][0].kind == "sum":
        inner, c = terms[0]
        return inner.args[0] * c, tuple((t, k * c) for t, k in inner.args[1])
    return constant, terms


def all_ones(terms: Iterable[tuple[Expr, Rational]]) -> bool:
    """Every coefficient is 1."""
    for _, c in terms:  # noqa: SIM110 (a loop is twice as fast as all() here)
        if c is not UNIT:
            return False
    return True


def tidied(number: Rational) -> Rational:
    """The number; 1 and -1 as the objects that stand for them."""
    return UNIT if number == 1 else MINUS if number == -1 else number


def ratios_of(constant: Rational, terms: Terms) -> tuple[list[int], list[int]]:
    """Numerators and denominators of the coefficients and of a constant that is not 0."""
    numbers = [c for _, c in terms]
    if constant:
        numbers.append(constant)
    return (
        [1 if c is UNIT else -1 if c is MINUS else int(c.p) for c in numbers],
        [1 if c is UNIT or c is MINUS else int(c.q) for c in numbers],
    )


def content_of(tops: list[int], bottoms: list[int]) -> Rational:
    """The rational factor that leaves coprime integers, the first of them positive."""
    top, bottom = gcd(*tops), lcm(*bottoms)
    if top == bottom == 1 and tops[0] > 0:
        return UNIT
    return Rational(top if tops[0] > 0 else -top, bottom)


def common_factors(terms: Sequence[tuple[Expr, Rational]]) -> list[tuple[Expr, int]]:
    """The powers that every term holds."""
    first = terms[0][0]
    common = first.powers
    for term, _ in terms[1:]:
        if term.kind == "product":
            factors = term.args
            common = [
                (b, e if abs(e) < abs(k) else k)
                for b, e in common
                for a, k in factors
                if a is b and type(e) is int and type(k) is int and (e > 0) == (k > 0)
            ]
        else:
            common = [(b, 1) for b, e in common if b is term and type(e) is int and e > 0]
        if not common:
            return []
    return list(common)


def circle(terms: Terms) -> tuple[Expr, Expr, tuple[tuple[Expr, int], ...], Rational] | None:
    """Two terms c R sin(u)^2 and c R cos(u)^2, the factors of R, and c; None if there are no
    two.
    """
    seen: dict[tuple, tuple[str, Expr]] = {}
    for term, c in terms:
        for base, e in term.args if term.kind == "product" else ():
            if (
                type(e) is not int
                or e < 2
                or base.kind != "function"
                or base.args[0] not in ("sin", "cos")
            ):
                continue
            cofactors = tuple(
                [(b, k - 2 if b is base else k) for b, k in term.args if b is not base or k > 2]
            )
            key = (
                base.args[1][0].index,
                int(c.p),
                int(c.q),
                frozenset((b.index, k) for b, k in cofactors),
            )
            name, other = seen.setdefault(key, (base.args[0], term))
            if name != base.args[0]:
                return other, term, cofactors, c
    return None


def structure_key(kind: Kind, args: Any) -> tuple:
    """What two equal structures have in common, and is hashed fast."""
    if kind == "sum":
        constant, terms = args
        tops, bottoms = ratios_of(constant, terms)
        return "sum", bool(constant), *tops, *bottoms, *[t.index for t, _ in terms]
    if kind == "product":
        return "product", *[b.index for b, _ in args], *[e for _, e in args]
    if kind == "function":
        return "function", args[0], tuple(a.index for a in args[1])
    return "number", int(args.p), int(args.q)
