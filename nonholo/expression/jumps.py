"""Where expressions jump: sign(u) is -1, 0 or 1, and normal forms know its square as 1."""

from __future__ import annotations

from collections.abc import Iterable

from nonholo.expression.graph import Expr, ordered


def has_signs(nodes: Iterable[Expr]) -> bool:
    """sign(u) stands in one of them, whose square is 1 in normal forms, and 0 where u = 0.

    nodes: expressions.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> a = g.symbol("a")
    >>> has_signs([a, g.call("sign", a)]), has_signs([a])
    (True, False)
    """
    return any(node.calls("sign") for node in ordered(nodes))
