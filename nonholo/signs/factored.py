"""An expression as a number times powers of factors that are the same nodes wherever they are
met.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.node import Expr, calls_in, ordered
from nonholo.expression.ranges import Range, range_of
from nonholo.words.sentence import say
from nonholo.writing.present import in_sines

MAX_NODES, MAX_TERMS = 150, 200  # of an expression that is factored
MOST_WAVES = 8
Factors = list[tuple[Expr, int]]


def factored(node: Expr, beside: Sequence[Expr] = ()) -> tuple[Rational, Factors]:
    """node = number * product of factor^exponent; of what is too long it is the only factor.

    beside: what stands beside it: with sin(x/2) there 1 - cos(x) is 2*sin(x/2)**2.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> factored(2 * x**2 + 4 * x + 2)
    (2, [(x + 1, 2)])
    >>> factored(1 - g.cos(x) ** 2)[1]
    [(sin(x), 2)]
    """
    if node.is_number:
        return node.args, []
    if len(ordered([node])) > MAX_NODES:
        return Rational(1), [(node, 1)]
    rooted = _rooted_symbols(node)
    if rooted:
        return _by_roots(node, rooted)
    try:
        field = Field([node, *beside])
        q = cancelled(field, field.normal(node))
        if q.num == 0:  # a zero that was not seen before
            return Rational(0), []
        return _parts(field, q.num, q.den)
    except OutOfReach:
        return Rational(1), [(node, 1)]


def never_negative(e: Expr) -> bool:
    """By its bounds, or as a product of even powers and of factors that are not negative.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> never_negative(x**2 - 2 * x + 1), never_negative(x**2 - 2 * x)
    (True, False)
    """
    if range_of(e).not_negative:
        return True
    number, factors = factored(e)
    return number >= 0 and all(n % 2 == 0 or range_of(f).not_negative for f, n in factors)


def _rooted_symbols(node: Expr) -> dict[Expr, int]:
    """The symbols that stand under roots here, and the order of these roots together."""
    orders: dict[Expr, int] = {}
    for below in ordered([node]):
        for base, e in below.args if below.kind == "product" else ():
            if base.kind == "symbol" and isinstance(e, Fraction):
                orders[base] = lcm(orders.get(base, 1), e.denominator)
    return orders


def _by_roots(node: Expr, rooted: dict[Expr, int]) -> tuple[Rational, Factors]:
    """With a = r^2 a polynomial in the root: a + 2*sqrt(a) + 1 is (sqrt(a) + 1)**2."""
    graph = node.graph
    roots = {s: graph.symbol(f"root of {s.args}", Range(low=Rational(0))) for s in rooted}
    content, factors = factored(node.subs({s: roots[s] ** n for s, n in rooted.items()}))
    back = {r: graph.power(s, Fraction(1, rooted[s])) for s, r in roots.items()}
    return content, [(f.subs(back), e) for f, e in factors]


def _parts(field: Field, num, den) -> tuple[Rational, Factors]:
    if len(num) > MAX_TERMS:
        raise OutOfReach(say("{count} terms to factor", count=len(num)))
    content, factors = _fewest(field, num)
    powers: dict[int, tuple[Expr, int]] = {}
    for poly, e in [*factors, *((field.factors[k], -e) for k, e in den.items())]:
        factor, scale = _bare(field.expression(poly))
        content *= scale**e
        _, known = powers.get(factor.index, (factor, 0))
        powers[factor.index] = factor, known + e
    return content, [(f, e) for f, e in powers.values() if e and not f.is_number]


def _fewest(field: Field, num):
    """The factors in sines or in cosines, in whichever the fewest stand alone: 1 - c^2 is s^2."""
    pairs = field.circle_pairs
    forms = [num, *(in_sines(field, num, [pair]) for pair in pairs)]
    every = [factors_of(form) for form in (*forms, in_sines(field, num, pairs)) if form != 0]
    return min(
        every,
        key=lambda factorisation: (sum(e % 2 for _, e in factorisation[1]), len(factorisation[1])),
    )


def _bare(e: Expr) -> tuple[Expr, Rational]:
    """An expression without the number before it."""
    if e.kind == "sum" and e.args[0] == 0 and len(e.args[1]) == 1:
        ((term, c),) = e.args[1]
        return term, c
    return e, Rational(1)


def waves(nodes: Sequence[Expr]) -> tuple[Expr, ...]:
    """The sines, cosines and exponentials below some nodes, if they are few."""
    functions = calls_in(nodes, "sin", "cos", "exp")
    return tuple(functions) if len(functions) <= MOST_WAVES else ()
