"""What stands under roots, logarithms and arcs has to obey, so that there is a value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nonholo.expression.node import Expr, ordered


def demands(nodes: Sequence[Expr]) -> list[tuple[Expr, bool]]:
    """(u, strict): the nodes have values only where u >= 0, or u > 0 if strict.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> demands([g.sqrt(g.symbol("x"))])
    [(x, False)]
    """
    demanded: dict[int, tuple[Expr, bool]] = {}
    for node in ordered(nodes):
        if node.kind == "product":
            demanded |= {b.index: (b, e < 0) for b, e in node.args if isinstance(e, Fraction)}
        elif node.kind == "function" and node.args[0] in _UNDER:
            under, strict = _UNDER[node.args[0]]
            u = node.args[1][0]
            demanded[-node.index - 1] = under(u), strict
    return list(demanded.values())


_UNDER = {
    "log": (lambda u: u, True),
    "asin": (lambda u: 1 - u**2, False),
    "acos": (lambda u: 1 - u**2, False),
    "acosh": (lambda u: u - 1, False),
    "atanh": (lambda u: 1 - u**2, True),
}
