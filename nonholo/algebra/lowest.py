"""Quotients in lowest terms: what stands below them, and the same without denominators."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from nonholo.algebra.field import Field, Quotient
from nonholo.arithmetic.numbers import common_denominator
from nonholo.arithmetic.polynomials import Polynomial, common_divisor
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say
from nonholo.work import Work

MAX_PAIRS = 10**6  # of terms, for a greatest common divisor: it cannot be stopped


def factors_below(nodes: Sequence[Expr], units: int) -> list[Expr]:
    """The irreducible factors of the denominators.

    Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> factors_below([1 / (x**2 + x * y), y / (x * y)], 1_000_000)
    [x, x + y]
    """
    field = Field(nodes, Work.of(units))
    elements = [field.normal(node) for node in nodes]
    return [
        field.expression(field.factors[k])
        for k in dict.fromkeys(k for q in elements for k in q.den)
    ]


def lowest(nodes: Sequence[Expr], units: int) -> list[Expr]:
    """The same as quotients in lowest terms, in a graph of their own, where no other forms stand
    for them.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> lowest([x / (x**2 + x * y)], 1_000_000)
    [1/(x + y)]
    """
    field = Field(nodes, Work.of(units))
    return _written(field, [field.normal(e) for e in nodes])


def without_common_factor(nodes: Sequence[Expr], units: int) -> list[Expr] | None:
    """The quotients in lowest terms without what all their numerators share, in a graph of their
    own; None if that is nothing.

    Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> without_common_factor([x * (1 + g.cos(y)) / y, y + y * g.cos(y)], 1_000_000)
    [x/y, y]
    """
    field = Field(nodes, Work.of(units))
    elements = [field.normal(e) for e in nodes]
    shared = reduce(divisor_in_reach, (q.num for q in elements), field.zero)
    if shared.is_constant():
        return None
    return _written(field, [Quotient(q.num / shared, q.den) for q in elements])


def divisor_in_reach(a: Polynomial, b: Polynomial) -> Polynomial:
    """The greatest common divisor, of polynomials that are not too long.

    Raises OutOfReach.
    """
    if len(a) * len(b) > MAX_PAIRS:
        raise OutOfReach(
            say(
                "a common factor of polynomials of {count} and {count2} terms",
                count=len(a),
                count2=len(b),
            )
        )
    return common_divisor(a, b)


def _written(field: Field, quotients: Sequence[Quotient]) -> list[Expr]:
    graph = field.graph.fresh()
    field.generators, field.graph = graph.copy(field.generators), graph
    return [
        graph.product(
            [
                (field.expression(q.num), 1),
                *((field.expression(field.factors[k]), -power) for k, power in q.den.items()),
            ]
        )
        for q in quotients
    ]


def cleared(nodes: Sequence[Expr], units: int) -> list[Expr]:
    """The nodes times what stands below any of them.

    Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> cleared([1 / x, y / (x * y), g.one / 2], 1_000_000)
    [2, 2, x]
    """
    field = Field(nodes, Work.of(units))
    tops = field.over_one([field.normal(node) for node in nodes])
    below = common_denominator(c for top in tops for c in top.coeffs())
    return [field.expression(top * below) for top in tops]
