"""Expressions for computing: factors of a normal form, each as a sum of monomials in what moves.

What does not move is collected into the coefficients, so that code computes it once:

    (a*x + b*x + c*y)/(a + b)  ->  ((a + b)*x + c*y)/(a + b)
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial, common_divisor, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.writing.present import fraction, in_sines, sine_choices

MOST_NODES = 400


def collected(node: Expr, moving: Sequence[Expr]) -> Expr:
    """An equal expression in a graph without merging; the node itself if that is out of reach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, x, y = (g.symbol(n) for n in "abxy")
    >>> collected(a * x**2 + b * x**2 + a * y, [x, y])
    a*y + x**2*(a + b)
    """
    if not node.support or node.kind == "symbol" or len(ordered([node])) > MOST_NODES:
        return node
    try:
        field, top, bottom = fraction(node)
        choices = sine_choices(field)
        top, bottom = (
            min((in_sines(field, poly, some) for some in choices), key=len)
            for poly in (top, bottom)
        )
        common = common_divisor(top, bottom)
        return _quotient(field, top / common, bottom / common, moving)
    except (OutOfReach, ZeroDivisionError):
        return node


def _quotient(field: Field, top: Polynomial, bottom: Polynomial, moving) -> Expr:
    if top == 0:
        return field.graph.zero
    (over, above), (lead, below) = factors_of(top), factors_of(bottom)
    mask = field.graph.mask(moving)
    factors = [(_sum(field, f, mask), int(e)) for f, e in above] + [
        (_sum(field, f, mask), -int(e)) for f, e in below
    ]
    return field.graph.scale(field.graph.product(factors), over / lead)


def _sum(field: Field, poly: Polynomial, mask: int) -> Expr:
    """The polynomial as a sum over monomials of moving generators."""
    moves = [bool(g.support & mask) for g in field.generators]
    parts: dict[tuple, dict[tuple, Rational]] = {}
    for exponents, coefficient in poly.terms():
        exponents = tuple(map(int, exponents))
        key = tuple(e if moved else 0 for e, moved in zip(exponents, moves))
        parts.setdefault(key, {})[tuple(e - k for e, k in zip(exponents, key))] = coefficient
    context = field.context
    return field.graph.add(
        *(
            field.graph.product(
                [
                    (field.expression(context.from_dict(fixed)), 1),
                    (field.expression(context.from_dict({key: 1})), 1),
                ]
            )
            for key, fixed in parts.items()
        )
    )
