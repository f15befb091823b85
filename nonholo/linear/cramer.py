"""Cramer's rule in normal forms: what numerator and determinant share is cancelled before an
expression is written.

    X_lj = det(A with column l replaced by column j of B) / det A

In the graph equal values are one node, so a long quotient written first would keep its short form
from being seen."""

from __future__ import annotations

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field, Quotient
from nonholo.arithmetic.numbers import Rational
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import Matrix
from nonholo.words.sentence import say
from nonholo.work import Work

PLUS, MINUS = Rational(1), Rational(-1)


def cramer(A: Matrix, B: Matrix, units: int, most: int) -> Matrix | None:
    """X with A X = B for a small square A; None if a numerator has over `most` terms, or time is
    up.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph(1)
    >>> a, b = g.symbol("a"), g.symbol("b")
    >>> plus, minus = a + b, a - b
    >>> A = [[g.sin(plus), -g.cos(plus)], [g.sin(minus), -g.cos(minus)]]
    >>> cramer(A, [[g.cos(b)], [-g.cos(b)]], 1_000_000, 9)
    [[cos(b)*cos(a)/sin(b)], [cos(b)*sin(a)/sin(b)]]
    """
    try:
        field = Field([e for row in (*A, *B) for e in row], Work.of(units))
        square = [[field.normal(e) for e in row] for row in A]
        inverse = field.invert(_short(_determinant(field, square), most))
        return [
            [
                _entry(field, square, l, [row[j] for row in B], inverse, most)
                for j in range(len(B[0]))
            ]
            for l in range(len(A))
        ]
    except (OutOfReach, ZeroDivisionError):
        return None


def _entry(
    field: Field,
    square: list[list[Quotient]],
    l: int,
    column: list[Expr],
    inverse: Quotient,
    most: int,
) -> Expr:
    if all(e.is_zero for e in column):
        return field.graph.zero
    above = _determinant(
        field, [[*row[:l], field.normal(e), *row[l + 1 :]] for row, e in zip(square, column)]
    )
    entry = _short(cancelled(field, field.multiply(above, inverse)), most)
    return field.expression(entry.num) / field.expression(field.expanded(entry.den))


def _short(q: Quotient, most: int) -> Quotient:
    if len(q.num) > most:
        raise OutOfReach(say("a long quotient"))
    return q


def _determinant(field: Field, rows: list[list[Quotient]]) -> Quotient:
    if len(rows) == 1:
        return rows[0][0]
    parts = [
        (
            field.multiply(
                entry, _determinant(field, [row[:j] + row[j + 1 :] for row in rows[1:]])
            ),
            MINUS if j % 2 else PLUS,
        )
        for j, entry in enumerate(rows[0])
        if entry.num != 0
    ]
    return field.add(parts)
