"""Sines and cosines of sums with arc tangents multiplied out, so that they are algebraic.

    sin(atan(u) + b) = (u cos b + sin b) / sqrt(1 + u^2)
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from nonholo.exact.graph import Expr, Graph, linear, ordered

_INVERSE = ("atan", "asin", "acos", "atan2")


def algebraic(graph: Graph, roots: Sequence[Expr]) -> list[Expr]:
    """The roots (of any graph), rebuilt in this one with sin(arc + rest) and cos(arc + rest) multiplied out.

    >>> g, h = Graph(), Graph()
    >>> x = h.symbol("x")
    >>> algebraic(g, [h.sin(h.call("atan", x) + h.pi / 2)])
    [1/sqrt(x**2 + 1)]
    """
    memo: dict[int, Expr] = {}
    for node in ordered(roots):
        memo[node.index] = _rebuilt(graph, node, memo)
    return [memo[root.index] for root in roots]


def _rebuilt(graph: Graph, node: Expr, memo) -> Expr:
    if node.kind == "function" and node.args[0] in ("sin", "cos"):
        c, s = _circle(graph, memo[node.args[1][0].index])
        return s if node.args[0] == "sin" else c
    return graph.copy_node(node, memo)


def _circle(graph: Graph, angle: Expr) -> tuple[Expr, Expr]:
    """(cos, sin) of an angle: arcs one by one, the rest together."""
    constant, terms = linear(angle)
    arcs = [(t, int(c.p)) for t, c in terms if _is_arc(t) and c.q == 1 and abs(c.p) <= 4]
    chosen = {t.index for t, _ in arcs}
    rest = graph.sum([(graph.number(constant), fmpq(1)), *((t, c) for t, c in terms if t.index not in chosen)])
    cos, sin = graph.cos(rest), graph.sin(rest)
    for arc, times in arcs:
        c, s = graph.cos(arc), graph.sin(arc) * (1 if times > 0 else -1)
        for _ in range(abs(times)):
            cos, sin = cos * c - sin * s, sin * c + cos * s
    return cos, sin


def _is_arc(node: Expr) -> bool:
    return node.kind == "function" and node.args[0] in _INVERSE
