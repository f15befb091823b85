"""Hyperbolic functions that stand as exponentials, for code in forms that do not overflow.

(e^u - e^-u)/(e^u + e^-u) = tanh(u),     e^w/(e^u + e^-u) = e^(w - |u|)/(1 + e^(-2|u|))
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.expression.graph import Expr, linear, ordered
from nonholo.writing.present import display_graph


def hyperbolic(node: Expr) -> tuple[int, Expr] | None:
    """(sign, u) of e^u + e^-u and of e^u - e^-u, where u is the argument with the smaller index."""
    constant, terms = node.args
    if (
        constant
        or len(terms) != 2
        or any(t.kind != "function" or t.args[0] != "exp" for t, _ in terms)
    ):
        return None
    (one, a), (other, b) = terms
    u, v = one.args[1][0], other.args[1][0]
    if a != 1 or abs(b) != 1 or not (u + v).is_zero:
        return None
    return (1 if b == 1 else -1), u


def without_overflow(roots: Sequence[Expr]) -> list[Expr]:
    """The roots with quotients of hyperbolic functions in forms that do not overflow, in a graph
    for printing.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> without_overflow([g.call("tanh", x), g.power(g.call("cosh", x), -2)])
    [tanh(x), 4*exp(-2*abs(x))/(exp(-2*abs(x)) + 1)**2]
    """
    memo: dict[int, Expr] = {}
    display = display_graph(roots[0].graph)
    for node in ordered(roots):
        built = display.copy_node(node, memo)
        if node.kind == "product":  # its copy may be one with a coefficient
            constant, terms = linear(built)
            built = display.add(constant, *(_calm(term) * c for term, c in terms))
        memo[node.index] = built
    return [memo[root.index] for root in roots]


def _calm(product: Expr) -> Expr:
    """The product with what e^u + e^-u divides in forms that do not overflow."""
    graph, factors = product.graph, product.args if product.kind == "product" else ()
    whole = [b for b, e in factors if b.kind == "sum" and type(e) is int]
    waves = {b: w for b in whole if (w := hyperbolic(b))}
    below = {waves[b][1]: -e for b, e in factors if b in waves and e < 0 and waves[b][0] > 0}
    if not below:
        return product
    others, rate = [], graph.zero
    for base, e in factors:
        sign, u = waves.get(base, (0, graph.zero))
        same = next((k for k in below if sign and ((k - u).is_zero or (k + u).is_zero)), None)
        if base.kind == "function" and base.args[0] == "exp":
            rate += base.args[1][0] * e
        elif same is None or e > 0 < sign:
            others.append((base, e))
        elif sign < 0:
            tanh = max(min(e, below[same]), 0)
            below[same] -= tanh
            turned = linear(u)[1][0][1] < 0
            others += [(-graph.call("tanh", -u) if turned else graph.call("tanh", u), tanh)]
            others += [(base, e - tanh)]
    for u, n in below.items():
        size = graph.call("abs", u)
        rate -= size * n
        others.append((graph.exp(-2 * size) + 1, -n))
    return graph.product([*((b, e) for b, e in others if e), (graph.exp(rate), 1)])
