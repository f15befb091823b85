"""Functions that some vector fields leave alone, sought among the combinations of given functions.

    X_a(h) = sum_i X_a^i dh/dq_i = 0,    h = sum_k c_k m_k,   c_k rational

A linear system for the c_k over the rationals, by the coefficients of normal forms: what is found
is proved."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import kernel
from nonholo.arithmetic.numbers import Rational
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import dot
from nonholo.work import BUDGETS, Work

MAX_FUNCTIONS = 150


def generators(q: Sequence[Expr], nodes: Sequence[Expr]) -> list[Expr]:
    """The coordinates, and the sines, cosines and exponentials in which the nodes are rational."""
    field = Field([*q, *nodes])
    return [*q, *(g for g in field.generators if g.kind == "function" and g.has(q))]


def invariants(
    fields: Sequence[Sequence[Expr]],
    q: Sequence[Expr],
    functions: Sequence[Expr],
    units: int = BUDGETS.invariants,
) -> list[Expr]:
    """A basis of the combinations of the functions that all fields annihilate.

        sum_i X_i df/dq_i = 0           for each of `fields`, X[i] the component along q[i]

    q: the coordinates; units: of work.  Raises OutOfReach past the limits.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y, theta = (g.symbol(n) for n in ("x", "y", "theta"))
    >>> X = [g.cos(theta), g.sin(theta), g.zero]
    >>> invariants([X], [x, y, theta], [x, y, x * g.sin(theta), y * g.cos(theta)])
    [y*cos(theta) - x*sin(theta)]
    """
    functions = list(functions)[:MAX_FUNCTIONS]
    graph = q[0].graph
    images = [[dot(graph, X, [m.diff(s) for s in q]) for m in functions] for X in fields]
    return [
        graph.sum(zip(functions, vector)) for vector in kernel(_rows(images, units), len(functions))
    ]


def combination(
    columns: Sequence[Sequence[Expr]], right: Sequence[Expr], units: int = BUDGETS.invariants
) -> list[Rational] | None:
    """Rational numbers c_k with sum_k c_k columns[k][i] = right[i] for every i; None if there are
    none.

    Raises OutOfReach past the limits.
    """
    rows = _rows([[*(column[i] for column in columns), b] for i, b in enumerate(right)], units)
    vectors = kernel(rows, len(columns) + 1)
    solution = next((vector for vector in vectors if vector[-1] != 0), None)
    return None if solution is None else [-c / solution[-1] for c in solution[:-1]]


def _rows(images: Sequence[Sequence[Expr]], units: int) -> list[list[Rational]]:
    """Linear equations over the rationals: one for each image and each monomial of its normal
    forms.
    """
    nodes = [e for image in images for e in image]
    if not nodes:
        return []
    field = Field(nodes, Work.of(units))
    return [row for image in images for row in _coefficients(field, image)]


def _coefficients(field: Field, image: Sequence[Expr]) -> list[list[Rational]]:
    """One row for each monomial of the numerators over a common denominator."""
    rows: dict[tuple, list[Rational]] = {}
    for column, numerator in enumerate(field.over_one([field.normal(e) for e in image])):
        for exponents, c in numerator.terms():
            rows.setdefault(tuple(exponents), [Rational(0)] * len(image))[column] = c
    return list(rows.values())
