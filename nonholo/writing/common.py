"""Common subexpressions named, straight from the graph: for long results and for generated code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nonholo.expression.graph import Expr, Graph, children, ordered
from nonholo.expression.text import width
from nonholo.writing.present import display_graph

SHORT = 60  # characters beyond which every part that is used twice has a name


def common_parts(
    roots: Sequence[Expr],
) -> tuple[list[tuple[Expr, Expr]], list[Expr]]:
    """(name, expression) for every part used more than once, in order, and the roots in these
    names, for code: sines and the like have names too.

    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> common_parts([(x + y) ** 2, g.sin(x + y)])
    ([(w1, x + y)], [w1**2, sin(w1)])
    """
    parts: list[tuple[Expr, Expr]] = []
    return parts, _named(roots, True, parts) or []


def few_common_parts(
    roots: Sequence[Expr], most: int
) -> tuple[list[tuple[Expr, Expr]], list[Expr]] | None:
    """The same for readers, without names for functions; None where there are more than `most`
    parts, which are not all written for that.

    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> few_common_parts([(x + y) ** 2, g.sin(x + y)], most=0) is None
    True
    """
    parts: list[tuple[Expr, Expr]] = []
    results = _named(roots, False, parts, most)
    return None if results is None else (parts, results)


def _named(
    roots: Sequence[Expr],
    functions: bool,
    parts: list[tuple[Expr, Expr]],
    most: int | None = None,
) -> list[Expr] | None:
    """The roots in names, which are added to `parts`; None as soon as these are too many."""
    graph = roots[0].graph
    display, nodes = display_graph(graph), ordered(roots)
    uses = Counter(child.index for node in nodes for child in children(node))
    uses.update(root.index for root in roots)
    stem = _stem(graph)
    memo: dict[int, Expr] = {}
    for node in nodes:
        built = display.copy_node(node, memo)
        if uses[node.index] > 1 and _worth_a_name(built, functions):
            name = display.symbol(f"{stem}{len(parts) + 1}")
            parts.append((name, built))
            built = name
            if most is not None and len(parts) > most:
                return None
        memo[node.index] = built
    return [memo[root.index] for root in roots]


def _worth_a_name(node: Expr, functions: bool) -> bool:
    if width(node) > SHORT:
        return True
    if node.kind == "function":
        return functions
    if node.kind == "sum":
        return len(node.args[1]) > 1 or node.args[0] != 0
    return (
        node.kind == "product"
        and (len(node.args) > 1 or abs(node.args[0][1]) != 1)
        and (functions or len(node.args) > 2)
    )


def _stem(graph: Graph) -> str:
    taken = {s.args for s in graph.unmask(-1)}
    stem = "w"
    while any(name.startswith(stem) and name[len(stem) :].isdigit() for name in taken):
        stem += "_"
    return stem
