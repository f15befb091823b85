"""How large the parts are that an expression adds up: what rounding errors are measured against."""

from __future__ import annotations

from nonholo.expression.node import Expr, ordered

BOUNDED = frozenset(("sin", "cos"))


def size(f: Expr) -> Expr:
    """The expression with every part replaced by its size, so that nothing cancels.

        |a + b| -> |a| + |b|,   |a b| -> |a| |b|,   |sin a| -> 1,   quotients and roots as they are

    f: an expression.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> size(x * (2 - x) - 1)
    abs(x)*(abs(x) + 2) + 1
    """
    graph, known = f.graph, dict[int, Expr]()

    def of(node: Expr) -> Expr:
        if node.kind == "sum":
            constant, terms = node.args
            return graph.sum(
                [(graph.one, abs(constant)), *((known[e.index], abs(c)) for e, c in terms)]
            )
        if node.kind == "product":
            whole = [
                (known[b.index], e) if e > 0 and isinstance(e, int) else (at(b), e)
                for b, e in node.args
            ]
            return graph.product(whole)
        if node.calls(*BOUNDED):
            return graph.one
        return at(node)

    def at(node: Expr) -> Expr:
        return graph.call("abs", node)

    for node in ordered([f]):
        known[node.index] = of(node)
    return known[f.index]
