"""Sums inside products multiplied out: Laurent polynomials in symbols and pi, as terms."""

from __future__ import annotations

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.node import UNIT, ZERO, Expr
from nonholo.expression.sums import linear

MOST_TERMS = 50
Monomial = tuple[tuple[Expr, int], ...]  # powers, in the order of the nodes
Terms = dict[Monomial, Rational]


def multiplied_out(node: Expr) -> Terms | None:
    """The terms of a node; None for what is no Laurent polynomial in symbols and pi, or a long
    one.
    """
    if node.kind in ("symbol", "pi"):
        return {((node, 1),): UNIT}
    if node.kind in ("number", "sum"):
        constant, summands = linear(node)
        total: Terms = {(): constant} if constant else {}
        for term, c in summands:
            inner = multiplied_out(term)
            if inner is None:
                return None
            total = _added(total, {m: c * d for m, d in inner.items()})
        return total if len(total) <= MOST_TERMS else None
    if node.kind != "product":
        return None
    total = {(): UNIT}
    for base, e in node.args:
        factor = multiplied_out(base)
        if factor is None or not isinstance(e, int) or (e < 0 and len(factor) != 1):
            return None
        if len(factor) == 1:
            ((monomial, c),) = factor.items()
            total = _times(total, {tuple((x, k * e) for x, k in monomial): c**e})
            continue
        for _ in range(e):
            total = _times(total, factor)
            if len(total) > MOST_TERMS:
                return None
    return total


def _times(a: Terms, b: Terms) -> Terms:
    total: Terms = {}
    for m, c in a.items():
        total = _added(total, {_joined(m, n): c * d for n, d in b.items()})
    return total


def _joined(m: Monomial, n: Monomial) -> Monomial:
    powers = dict(m)
    for x, e in n:
        powers[x] = powers.get(x, 0) + e
    return tuple(sorted(((x, e) for x, e in powers.items() if e), key=lambda power: power[0].index))


def _added(a: Terms, b: Terms) -> Terms:
    total = dict(a)
    for m, c in b.items():
        total[m] = total.get(m, ZERO) + c
    return {m: c for m, c in total.items() if c}
