"""Matrices with orthonormal columns among the functions of f = 0, and what follows of them.

    R^T R = 1    =>    R R^T = 1  and  R = det(R) cof(R),    det(R) = 1 or -1

So the set falls into two parts, one of them the rotations, on each of which the rows are
orthonormal too and each entry is its own cofactor, up to the sign.  References: Goldstein2002.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from nonholo.expression.graph import Expr, linear
from nonholo.linear.elimination import determinant, dot, transpose

LARGEST = 3  # rows of a matrix that is looked for
MOST = 2  # matrices, whose signs are taken together

Square = list[list[Expr]]


def orthonormal_parts(functions: Sequence[Expr], q: Sequence[Expr]) -> list[list[Expr]]:
    """What vanishes besides on each part of f = 0 that matrices of orthonormal columns make: one
    list for each choice of the signs of their determinants; one empty list without any.

    functions: f; q: the coordinates.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, c, d = (g.symbol(name) for name in "abcd")
    >>> parts = orthonormal_parts([a**2 + b**2 - 1, c**2 + d**2 - 1, a * c + b * d], [a, b, c, d])
    >>> len(parts), parts[0][-1]
    (2, d - a)
    """
    matrices = orthonormal(functions, q)
    if not matrices or len(matrices) > MOST:
        return [[]]
    each = [[_consequences(R, sign) for sign in (1, -1)] for R in matrices]
    return [[e for part in chosen for e in part] for chosen in product(*each)]


def orthonormal(
    functions: Sequence[Expr], q: Sequence[Expr], largest: int = LARGEST
) -> list[Square]:
    """The matrices R for which R^T R = 1 stands among the functions, with any signs in front.

    functions: f; q: the coordinates; largest: how many rows a matrix has at most.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a, b, c, d = (g.symbol(name) for name in "abcd")
    >>> orthonormal([a**2 + b**2 - 1, c**2 + d**2 - 1, a * c + b * d], [a, b, c, d])
    [[[a, c], [b, d]]]
    """
    columns = [column for f in functions if (column := _unit(f, q))]
    crossed = [pairs for f in functions if (pairs := _products(f, q))]
    matrices, used = list[Square](), set[frozenset[Expr]]()
    for column in columns:
        if frozenset(column) in used or len(column) > largest:
            continue
        partners = [column, *_partners(column, columns, crossed)]
        if len(partners) == len(column) and _mutually(partners, crossed):
            matrices.append(transpose(partners))
            used |= {frozenset(p) for p in partners}
    return matrices


def _unit(f: Expr, q: Sequence[Expr]) -> list[Expr] | None:
    """x_1, ..., x_n of +-(x_1^2 + ... + x_n^2 - 1)."""
    constant, terms = linear(f)
    bases = [t.args[0] for t, _ in terms if t.kind == "product" and len(t.args) == 1]
    squares = [base for base, power in bases if power == 2 and base in q]
    same = len({c for _, c in terms}) == 1 and len(squares) == len(terms) > 1
    return squares if same and constant == -terms[0][1] else None


def _products(f: Expr, q: Sequence[Expr]) -> frozenset[frozenset[Expr]] | None:
    """{x_i, y_i} of +-(x_1 y_1 + ... + x_n y_n)."""
    constant, terms = linear(f)
    pairs = [
        frozenset(base for base, power in t.args if power == 1 and base in q)
        for t, _ in terms
        if t.kind == "product" and len(t.args) == 2
    ]
    same = len({c for _, c in terms}) == 1 and len(pairs) == len(terms) > 1
    whole = all(len(pair) == 2 for pair in pairs)
    return frozenset(pairs) if same and whole and constant == 0 else None


def _partners(
    column: list[Expr], columns: Sequence[list[Expr]], crossed: Sequence[frozenset[frozenset[Expr]]]
) -> list[list[Expr]]:
    """The columns orthogonal to one, their entries in the order of its entries."""
    partners = []
    for other in columns:
        for arranged in permutations(other) if not set(other) & set(column) else ():
            if frozenset(map(frozenset, zip(column, arranged))) in crossed:
                partners.append(list(arranged))
    return partners


def _mutually(columns: Sequence[list[Expr]], crossed: Sequence[frozenset[frozenset[Expr]]]) -> bool:
    return all(
        frozenset(map(frozenset, zip(x, y))) in crossed
        for i, x in enumerate(columns)
        for y in columns[:i]
    )


def _consequences(R: Square, sign: int) -> list[Expr]:
    """R R^T - 1 and R - sign cof(R)."""
    graph, n = R[0][0].graph, len(R)
    rows = [dot(graph, R[i], R[j]) - int(i == j) for i in range(n) for j in range(i, n)]
    return [*rows, *(R[i][j] - sign * _cofactor(R, i, j) for i in range(n) for j in range(n))]


def _cofactor(R: Square, i: int, j: int) -> Expr:
    graph = R[0][0].graph
    left = [[e for k, e in enumerate(row) if k != j] for l, row in enumerate(R) if l != i]
    return (-1) ** (i + j) * determinant(graph, left)
