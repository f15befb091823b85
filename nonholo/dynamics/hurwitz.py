"""Where the roots of a real polynomial lie, by the signs of its coefficients, letters among them.

All roots of a_0 + ... + a_n s^n with a_n > 0 have negative real parts exactly if all determinants
of Hurwitz are positive; if none has a positive one, no coefficient and no determinant is negative.
References: Hurwitz1895.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.decide.ball import PRECISION, ball
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.linear.elimination import determinant
from nonholo.signs.factored import factored

MOST_DEGREE = 6


def hurwitz_determinants(coefficients: Sequence[Expr]) -> list[Expr]:
    """The leading minors of the matrix of Hurwitz.

        H_ij = a_(n - 2 j + i),     i, j = 1..n

    coefficients: a_0, ..., a_n, the last one not 0.  References: Hurwitz1895.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> k, c, m = (graph.symbol(name) for name in "kcm")
    >>> hurwitz_determinants([k, c, m])
    [c, k*c]
    """
    n, graph = len(coefficients) - 1, coefficients[-1].graph

    def entry(i: int, j: int) -> Expr:
        place = n - 2 * j + i
        return coefficients[place] if 0 <= place <= n else graph.zero

    H = [[entry(i, j) for j in range(1, n + 1)] for i in range(1, n + 1)]
    return [determinant(graph, [row[:size] for row in H[:size]]) for size in range(1, n + 1)]


def all_left(coefficients: Sequence[Expr]) -> bool | None:
    """True: all roots have negative real parts; False: one has a positive one; None: open.

    coefficients: a_0, ..., a_n, with letters of which something is assumed.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> graph = Graph()
    >>> k, c = (graph.symbol(name, assumption(positive=True)) for name in "kc")
    >>> all_left([k, c, graph.one]), all_left([-k, c, graph.one]), all_left([k, k - c, graph.one])
    (True, False, None)
    """
    lead = assumed_sign(coefficients[-1])
    if not lead:
        return None
    ordered = [e if lead > 0 else -e for e in coefficients]
    if any(assumed_sign(e) == -1 for e in ordered):
        return False
    if len(ordered) > MOST_DEGREE + 1:
        return None
    signs = [assumed_sign(e) for e in hurwitz_determinants(ordered)]
    return False if -1 in signs else True if set(signs) == {1} else None


def surely_positive(number: Expr) -> bool:
    """By a ball around a number; with letters by what is assumed of them.

    number: free of coordinates, velocities and time.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> surely_positive(g.pi - 3), surely_positive(g.zero), surely_positive(g.symbol("a"))
    (True, False, False)
    """
    if number.support:
        return assumed_sign(number) == 1
    value = ball(number, {}, PRECISION)
    return value.is_finite() and bool(value > 0)


def assumed_sign(e: Expr) -> int:
    """1 or -1 for what surely is positive or negative, 0 for all else.

    e: an expression in letters of which something is assumed.

    >>> from nonholo.expression.graph import Graph
    >>> a = Graph().symbol("a")
    >>> assumed_sign(-(a**2) - 1), assumed_sign(a)
    (-1, 0)
    """
    known = range_of(e)
    if known.positive or known.negative:
        return 1 if known.positive else -1
    number, factors = factored(e)
    sign = (number > 0) - (number < 0)
    for factor, power in factors:
        known = range_of(factor)
        if not (known.positive or known.negative or (power % 2 == 0 and known.nonzero)):
            return 0
        sign *= -1 if known.negative and power % 2 else 1
    return sign
