"""How sums and products of exponentials grow, so that their quotients can be written in a form that
does not overflow.

With E = exp(u) a part behaves as E^p for u -> oo and as E^n for u -> -oo:

    exp(u): p = n = 1      a b: sums of both      a^k: k times both      a + b: largest p, least n

A part over E^p (u > 0) or E^n (u < 0) stays within bounds: (E^2 - 1)/(E^2 + 1) is

    (e^(-2 max(0, -u)) - e^(-2 max(0, u)))/(e^(-2 max(0, -u)) + e^(-2 max(0, u)))"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from nonholo.expression.graph import Expr, linear

Growth = Mapping[Expr, tuple[Fraction, Fraction]]  # u -> (p, n); (0, 0) is left out


def exponents(factors: Iterable[tuple[Expr, int | Fraction]]) -> tuple[Expr, ...]:
    """Arguments u of the exponentials in sums that stand below, one of u and -u.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> exponents([(x.graph.exp(x) + x.graph.exp(-x) + 2, -1)])
    (x,)
    """
    arguments: list[Expr] = []
    for base, e in factors:
        for term, _ in linear(base)[1] if e < 0 and base.kind == "sum" else ():
            for part, _ in _factors(term):
                if _is_exp(part) and all(part.args[1][0] not in (u, -u) for u in arguments):
                    arguments.append(part.args[1][0])
    return tuple(arguments)


def growth(node: Expr, arguments: Iterable[Expr]) -> Growth:
    """How a part grows with each of the arguments."""
    if node.kind == "sum":
        constant, terms = linear(node)
        parts = [growth(term, arguments) for term, _ in terms] + ([{}] if constant else [])
        both = {
            u: (max(p for p, _ in pairs), min(n for _, n in pairs))
            for u in arguments
            if (pairs := [part.get(u, (Fraction(0), Fraction(0))) for part in parts])
        }
    elif _is_exp(node):
        inner = node.args[1][0]
        both = {u: (Fraction(s),) * 2 for u in arguments for s in (1, -1) if inner == s * u}
    elif node.kind == "product":
        return together((growth(base, arguments), Fraction(e)) for base, e in node.args)
    else:
        both = {}
    return {u: pair for u, pair in both.items() if any(pair)}


def together(parts: Iterable[tuple[Growth, Fraction]]) -> Growth:
    """The growth of a product of powers."""
    both: dict[Expr, tuple[Fraction, Fraction]] = {}
    for part, e in parts:
        for u, (p, n) in part.items():
            above, below = both.get(u, (Fraction(0), Fraction(0)))
            both[u] = above + e * p, below + e * n
    return {u: pair for u, pair in both.items() if any(pair)}


def _factors(term: Expr):
    return term.args if term.kind == "product" else ((term, 1),)


def _is_exp(node: Expr) -> bool:
    return node.kind == "function" and node.args[0] == "exp"
