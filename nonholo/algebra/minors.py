"""Minors of polynomials modulo the relations of a field: nothing is divided."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import Polynomial


def determinant(field: Field, rows: Sequence[Sequence[Polynomial]]) -> Polynomial:
    """The determinant of a square matrix, reduced.

    >>> from nonholo.expression.graph import Graph
    >>> x, y = map(Graph().symbol, "xy")
    >>> field = Field([x * y])
    >>> a, b = (field.normal(e).num for e in (x, y))
    >>> field.expression(determinant(field, [[a, b], [field.one, a]]))
    x**2 - y
    """
    return minors(field, rows).get((1 << len(rows)) - 1, field.zero)


def minors(field: Field, rows: Sequence[Sequence[Polynomial]]) -> dict[int, Polynomial]:
    """Those of all rows that are not 0, for all sets of columns, as bits of a number."""
    known = {0: field.one}
    for row in rows:
        larger: dict[int, Polynomial] = {}
        for taken, minor in known.items():
            for j, entry in enumerate(row):
                if entry.is_zero() or taken >> j & 1:
                    continue
                sign = -1 if (taken >> j).bit_count() % 2 else 1
                term = field.times(minor, entry) * sign
                after = taken | 1 << j
                larger[after] = larger.get(after, field.zero) + term
        known = {taken: minor for taken, minor in larger.items() if not minor.is_zero()}
    return known
