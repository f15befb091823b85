"""Vectors that span r dimensions at every point of f = 0, by Gram's matrix.

    G_ab = v_a . v_b,      e_r(G) = sum of the squares of all r-minors of the vectors

e_r is the sum of the principal r-minors of G.  Modulo f = 0 entries of G are often short where the
minors are many: on R R^T = 1 they are numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import remainders
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.eliminants import GROEBNER
from nonholo.geometry.zeros.signs import never_vanishes
from nonholo.linear.elimination import Matrix, determinant, dot, vanishes
from nonholo.work import BUDGETS, Work, spend

MOST_VECTORS, MOST_SUMS = 12, 60
DEFINED = {"sin", "cos", "exp", "sinh", "cosh"}  # finite everywhere, as polynomials in them are


def modulo(nodes: Sequence[Expr], relations: Sequence[Expr]) -> list[Expr] | None:
    """Polynomials less members of the ideal of the relations; None where one is no polynomial
    in coordinates, sines and the like.

    nodes: expressions; relations: functions that are 0.  Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> modulo([x**2 + y**2, x * y], [x**2 + y**2 - 1])
    [1, x*y]
    """
    field = Field([*nodes, *relations], Work.of(BUDGETS.factors))
    normal = [field.normal(e) for e in nodes]
    plain = all(g.kind != "function" or g.args[0] in DEFINED for g in field.generators)
    if not plain or any(q.den for q in normal):
        return None
    divisors = [q.num for q in map(field.normal, relations) if q.num != 0 and not q.den]
    spend(GROEBNER * sum(map(len, divisors)))
    ideal = [*divisors, *field.relations]
    return [
        field.expression(field.reduce(poly))
        for poly in remainders([q.num for q in normal], ideal, field.context)
    ]


def gram(vectors: Sequence[Sequence[Expr]], relations: Sequence[Expr]) -> Matrix | None:
    """v_a . v_b modulo the relations; None where an entry is no polynomial.

    vectors: of expressions; relations: functions that are 0.  Raises OutOfReach.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> gram([[x, y], [-y, x]], [x**2 + y**2 - 1])
    [[1, 0], [0, 1]]
    """
    graph, places = vectors[0][0].graph, range(len(vectors))
    pairs = list(combinations_with_replacement(places, 2))
    products = modulo([dot(graph, vectors[a], vectors[b]) for a, b in pairs], relations)
    if products is None:
        return None
    entry = dict(zip(pairs, products))
    return [[entry[min(a, b), max(a, b)] for b in places] for a in places]


def spans_everywhere(
    vectors: Sequence[Sequence[Expr]], rank: int, relations: Sequence[Expr], chart: Chart
) -> bool:
    """The vectors surely span `rank` dimensions at every real point of the relations.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> spans_everywhere([[x, y]], 1, [x**2 + y**2 - 1], plane)
    True
    >>> spans_everywhere([[x, y]], 1, [x**2 - y], plane)
    False
    >>> spans_everywhere([[4 * x + 5]], 1, [x**2 + y**2 - 1], plane)  # 5 + 4 cos(x)
    True
    """
    size = len(vectors)
    if rank == 0:
        return True
    if size > MOST_VECTORS or comb(size, rank) > MOST_SUMS:
        return False
    graph = chart.graph
    try:
        if modulo([e for v in vectors for e in v], ()) is None:
            return False
        products = gram(vectors, relations)
        if products is None:
            return False
        minors = [
            determinant(graph, [[products[a][b] for b in some] for a in some])
            for some in combinations(range(size), rank)
        ]
        total = modulo([graph.add(*minors)], relations)
        return total is not None and _nonzero(_in_angles(total[0], relations, chart), chart)
    except (OutOfReach, ZeroDivisionError):
        return False


def _in_angles(e: Expr, relations: Sequence[Expr], chart: Chart) -> Expr:
    """e with c = cos(c), s = sin(c) where c^2 + s^2 = 1: so all points of the circle are met."""
    graph = chart.graph
    put: dict[Expr, Expr] = {}
    for f in graph.copy(relations):
        pair = [q for q in chart.q if f.has([q])]
        scale = -f.subs(dict.fromkeys(pair, graph.zero))
        if len(pair) == 2 and not any(q in put for q in pair) and range_of(scale).nonzero:
            c, s = pair
            if vanishes(f - scale * (c**2 + s**2 - 1)):
                put |= {c: graph.cos(c), s: graph.sin(c)}
    return e.subs(put)


def _nonzero(e: Expr, chart: Chart) -> bool:
    """Also for all parameters, where nothing moves."""
    moves = e.has([*chart.q, chart.t])
    return never_vanishes(e, chart) if moves else range_of(e).nonzero
