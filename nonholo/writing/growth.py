"""How sums and products of exponentials grow, so that their quotients can be written in a form that
does not overflow.

With E = exp(u) a part behaves as E^p for u -> oo and as E^n for u -> -oo:

    exp(u): p = n = 1      a b: sums of both      a^k: k times both      a + b: largest p, least n

A part over E^p (u > 0) or E^n (u < 0) stays within bounds: (E^2 - 1)/(E^2 + 1) is

    (e^(-2 max(0, -u)) - e^(-2 max(0, u)))/(e^(-2 max(0, -u)) + e^(-2 max(0, u)))"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.graph import Expr, linear

Growth = Mapping[Expr, tuple[Fraction, Fraction]]  # u -> (p, n); (0, 0) is left out
Factor = tuple[Expr, int | Fraction]  # base, exponent


def exponents(factors: Iterable[Factor], deep: bool = False) -> tuple[Expr, ...]:
    """Arguments u of the exponentials in sums that stand below, one of all its multiples.

    deep: also in sums that are factors in such sums.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> exponents([(x.graph.exp(x) + x.graph.exp(-x) + 2, -1)])
    (x,)
    >>> exponents([((x.graph.exp(2 * x) + 1) ** 2 + x, -1)], deep=True)
    (2*x,)
    """
    arguments: list[Expr] = []
    below = [base for base, e in factors if e < 0 and base.kind == "sum"]
    seen = {base.index for base in below}
    for base in below:  # grows on the way
        for part in (part for term, _ in linear(base)[1] for part, _ in term.powers):
            if deep and part.kind == "sum" and part.index not in seen:
                seen.add(part.index)
                below.append(part)
            if _is_exp(part) and not any(ratio(part.args[1][0], u) for u in arguments):
                arguments.append(part.args[1][0])
    return tuple(arguments)


def growth(node: Expr, arguments: Sequence[Expr], known: dict[int, Growth] | None = None) -> Growth:
    """How a part grows with each of the arguments.

    known: what is found on the way, by the index of the part, for further parts.
    """
    known = {} if known is None else known
    if node.index not in known:
        known[node.index] = _growth(node, arguments, known)
    return known[node.index]


def _growth(node: Expr, arguments: Sequence[Expr], known: dict[int, Growth]) -> Growth:
    if node.kind == "sum":
        constant, terms = linear(node)
        parts = [growth(term, arguments, known) for term, _ in terms] + ([{}] if constant else [])
        both = {
            u: (max(p for p, _ in pairs), min(n for _, n in pairs))
            for u in arguments
            if (pairs := [part.get(u, (Fraction(0), Fraction(0))) for part in parts])
        }
    elif _is_exp(node):
        inner = node.args[1][0]
        both = {u: (times,) * 2 for u in arguments if (times := ratio(inner, u))}
    elif node.kind == "product":
        parts_of = [(growth(base, arguments, known), Fraction(e)) for base, e in node.args]
        return together(parts_of)
    else:
        both = {}
    return {u: pair for u, pair in both.items() if any(pair)}


def ratio(one: Expr, other: Expr) -> Fraction:
    """one/other where that is a rational number, else 0.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> ratio(2 - 2 * x, 3 * x - 3), ratio(x + 1, x)
    (Fraction(-2, 3), Fraction(0, 1))
    """
    (constant, terms), (other_constant, other_terms) = linear(one), linear(other)
    known, times = dict(other_terms), set()
    if not terms or len(terms) != len(known):
        return Fraction(0)
    for term, c in terms:
        times.add(c / known[term] if term in known else Rational(0))
    if other_constant or constant:
        times.add(constant / other_constant if other_constant else Rational(0))
    only = times.pop()
    return Fraction(0) if times else Fraction(int(only.p), int(only.q))


def together(parts: Iterable[tuple[Growth, Fraction]]) -> Growth:
    """The growth of a product of powers."""
    both: dict[Expr, tuple[Fraction, Fraction]] = {}
    for part, e in parts:
        for u, (p, n) in part.items():
            above, below = both.get(u, (Fraction(0), Fraction(0)))
            both[u] = above + e * p, below + e * n
    return {u: pair for u, pair in both.items() if any(pair)}


def _is_exp(node: Expr) -> bool:
    return node.calls("exp")
