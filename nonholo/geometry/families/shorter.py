"""Many equations in parameters as fewer: the factor that all have in common, and a basis.

    V(g f_1, ..., g f_n) = V(g) union V(f_1, ..., f_n),    and V(f) is that of what spans the f_i

Coefficients of one long polynomial are often multiples of one another, or of one short factor.
What they span may hold a polynomial that is never 0, though none of them is that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import echelon, pivots
from nonholo.arithmetic.polynomials import Polynomial, common_divisor
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.linear.elimination import cost
from nonholo.words.sentence import say
from nonholo.work import Work, spend_matrix

MOST_TERMS = 250  # of the shortest equation: its factors would be too long to be solved or told
MOST_ENTRIES = 200_000  # of a matrix of coefficients


def shorter(equations: Sequence[Expr], work: Work | None) -> list[list[Expr]]:
    """Sets of equations that have together the zeros of those that are given.

    equations: in parameters, none of them 0; work: a budget, or None.  Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> a, b = g.symbol("a", assumption(positive=True)), g.symbol("b")
    >>> shorter([b * (a - b), b * (2 * a + b), 3 * b * (a - b)], None)
    [[b]]
    >>> shorter([a + b, 2 * a + 2 * b, a * b], None)
    [[a*b, a + b]]
    """
    equations = sorted(equations, key=cost)
    field = Field(equations, work)
    normals = [field.normal(e) for e in equations]
    polys = [normal.num for normal in normals if normal.num != 0]
    if len(polys) < 2:
        return [list(equations)]
    shared = reduce(common_divisor, sorted(polys, key=len))
    common = [] if shared.is_constant() else [[field.expression(shared)]]
    others = [p / shared for p in polys] if common else polys
    basis = _basis(field, others)
    if basis is None:
        return common
    if (shortest := min(map(len, others))) > MOST_TERMS:
        raise OutOfReach(say("an equation with {n} terms", n=shortest))
    return [*common, [field.expression(others[i]) for i in basis]]


def _basis(field: Field, polys: Sequence[Polynomial]) -> list[int] | None:
    """The numbers of some that span what all do; None where they surely have no common zero."""
    terms = [{tuple(map(int, m)): c for m, c in p.terms()} for p in polys]
    columns = sorted({m for told in terms for m in told}, reverse=True)
    if len(polys) * len(columns) > MOST_ENTRIES:
        return list(range(len(polys)))
    spend_matrix(len(polys), len(columns), 4)
    rows = [[told.get(m, 0) for m in columns] for told in terms]
    for row in echelon(rows):
        p = field.context.from_dict({m: c for m, c in zip(columns, row) if c})
        if range_of(field.expression(p)).nonzero:
            return None
    return pivots([list(column) for column in zip(*rows)])
