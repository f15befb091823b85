"""One variable out of f = c, where f is a quotient of expressions of degree 1 in it."""

from __future__ import annotations

from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import linear_parts


def solved(f: Expr, v: Expr, c: Expr) -> Expr | None:
    """v from f = (a v + b)/(d v + e) = c; None if f is not written so.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> c, x, y = (g.symbol(n) for n in ("c", "x", "y"))
    >>> solved(y / x, y, c), solved(y**2, y, c)
    (c*x, None)
    """
    graph = f.graph
    if not f.has([v]):
        return None
    top, bottom = (linear_parts(graph, side, [v]) for side in _quotient(f))
    if top is None or bottom is None:
        return None
    (a, b), (d, e) = ((slopes.get(v, graph.zero), constant) for slopes, constant in (top, bottom))
    below = a - c * d
    return None if below.is_zero or below.has([v]) else (c * e - b) / below


def _quotient(f: Expr) -> tuple[Expr, Expr]:
    """Numerator and denominator as they are written."""
    graph = f.graph
    if f.kind == "sum" and f.args[0] == 0 and len(f.args[1]) == 1:
        ((term, c),) = f.args[1]
        top, bottom = _quotient(term)
        return graph.scale(top, c), bottom
    if f.kind != "product":
        return f, graph.one
    return (
        graph.product([(b, e) for b, e in f.args if e > 0]),
        graph.product([(b, -e) for b, e in f.args if e < 0]),
    )
