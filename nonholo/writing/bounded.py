"""Whether exponentials of expressions can be too large for the machine, by the form alone.

c + sum_k c_k t_k <= M    if every c_k t_k is bounded: t_k within bounds as a sine is, or t_k >= 0
                          and c_k < 0; and of a u - b |u|, a <= b, where |u| stands for u or -u
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.graph import Expr, linear, ordered

WITHIN = frozenset(("sin", "cos", "tanh", "atan", "asin", "atan2", "sign"))
NEVER_BELOW = frozenset(("abs", "exp", "cosh", "acos"))
LARGEST = 709  # e^709 is a number of the machine
Terms = dict[Expr, Rational]


def may_overflow(roots: Sequence[Expr]) -> bool:
    """Whether below the roots there is an exponential, or a hyperbolic sine or cosine, that may be
    beyond the numbers of the machine.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> may_overflow([g.exp(-(x**2)) + g.exp(x / 2 - g.call("abs", x) / 2) + g.exp(g.sin(x))])
    False
    >>> may_overflow([g.exp(x)]), may_overflow([g.exp(-x)])
    (True, True)
    """
    return any(
        node.args[0] in ("sinh", "cosh")
        or (node.args[0] == "exp" and not _bounded(*_terms(node.args[1][0])))
        for node in ordered(roots)
        if node.kind == "function"
    )


def _terms(node: Expr) -> tuple[Rational, Terms]:
    constant, terms = linear(node)
    return constant, dict(terms)


def _bounded(constant: Rational, terms: Terms) -> bool:
    """Whether constant + sum of terms is bounded above, by about LARGEST."""
    size = next((t for t, c in terms.items() if c < 0 and _called(t) == "abs"), None)
    if size is not None:
        less = {t: c for t, c in terms.items() if t is not size}
        if _bounded(constant, less):
            return True
        inner, parts = _terms(size.args[1][0])
        for sign in (1, -1):  # -|u| <= -u, -|u| <= u
            c = sign * terms[size]
            put = dict(less)
            for t, b in parts.items():
                put[t] = put.get(t, Rational(0)) + c * b
            if _bounded(constant + c * inner, {t: b for t, b in put.items() if b}):
                return True
        return False
    most = constant + sum(4 * abs(c) for t, c in terms.items() if _called(t) in WITHIN)
    grows = (t for t, c in terms.items() if _called(t) not in WITHIN and not (c < 0 and _least(t)))
    return most <= LARGEST and not any(grows)


def _called(node: Expr) -> str:
    return str(node.args[0]) if node.kind == "function" else ""


def _least(node: Expr) -> bool:
    """Is it never below 0?"""
    if node.kind == "product":
        return all((isinstance(e, int) and e % 2 == 0) or _least(base) for base, e in node.args)
    return _called(node) in NEVER_BELOW
