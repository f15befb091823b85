"""Functions of which slopes do not tell all: they bend or jump, and are smooth on each side."""

from __future__ import annotations

from nonholo.expression.node import Expr, ordered

BREAKING = frozenset(("abs", "sign", "asin", "acos", "atan", "atan2"))


def breaks(f: Expr, s: Expr) -> bool:
    """Something in f may bend or jump with s, so that a slope without s makes no line of it.

    atan(tan(x)) has slope 1, and is x - pi where cos(x) < 0.

    f: an expression; s: a symbol.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> f = g.call("atan", g.sin(x) / g.cos(x))
    >>> f.diff(x), breaks(f, x), breaks(x**2, x)
    (1, True, False)
    """
    calls = (n for n in ordered([f]) if n.kind == "function" and n.args[0] in BREAKING)
    return any(call.has([s]) for call in calls)
