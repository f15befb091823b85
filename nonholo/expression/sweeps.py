"""Derivatives of many expressions in one walk: forward along a field, backward for a gradient.

    along      sum_s df/ds X_s            one walk for all f, whatever the number of symbols s
    gradient   df/ds for every s          one walk for all s

Both cost a few nodes for each node of f (Wengert 1964, Baur and Strassen 1983), where a derivative
for each symbol by itself costs as many walks as there are symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from nonholo.arithmetic.numbers import Rational, rational
from nonholo.expression.functions import derivative
from nonholo.expression.node import UNIT as _ONE
from nonholo.expression.node import Expr, ordered

if TYPE_CHECKING:
    from nonholo.expression.graph import Graph

Factors = tuple[tuple[Expr, int | Fraction], ...]


class Flow:
    """A field with the derivatives along it that are known, by the index of the node; bits: the
    symbols that move.
    """

    __slots__ = ("bits", "known")

    def __init__(self, graph: Graph, field: Mapping[Expr, Expr]):
        self.bits, self.known = graph.mask(field), graph.flow(field)


def along(
    graph: Graph, roots: Sequence[Expr], field: Mapping[Expr, Expr] | Flow, gather: bool = False
) -> list[Expr]:
    """The derivative sum_s df/ds X_s of each root f along X; field: symbol s -> X_s, what is not
    named stands still.

    gather: common factors of the sums are taken out.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> along(g, [x**2 * y], {x: y, y: g.one})
    [x**2 + 2*x*y**2]
    """
    flow = field if isinstance(field, Flow) else Flow(graph, field)
    bits, known, zero = flow.bits, flow.known, graph.zero
    new = [root for root in roots if root.support & bits and root.index not in known]
    if new:
        graph.wear_tamer_forms()
        total = graph.gathered if gather else graph.sum
        for node in ordered(new, stop=lambda n: n.index in known or not n.support & bits):
            if node.kind == "sum":
                parts = [(known[term.index], c) for term, c in node.args[1] if term.support & bits]
            else:
                parts = [
                    graph.scaled_product(c, (*factors, (known[child.index], 1)))
                    for child, factors, c in _partials(graph, node, bits)
                ]
            known[node.index] = total(parts)
    return [known[root.index] if root.support & bits else zero for root in roots]


def gradient(graph: Graph, root: Expr, targets: Sequence[Expr]) -> list[Expr]:
    """The partial derivatives of one expression by each target: a symbol, or a part taken as a
    variable of its own.

    Common factors of the sums are taken out.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> gradient(g, x**2 * y, [x, y])
    [2*x*y, x**2]
    >>> gradient(g, (x + y)**2 * y, [x + y, y])
    [2*y*(x + y), (x + y)**2]
    """
    graph.wear_tamer_forms()
    bits, ends = graph.mask(targets), {target.index for target in targets}
    weights: dict[int, list] = {root.index: [(graph.one, _ONE)]}
    for node in reversed(ordered([root], stop=lambda n: n.index in ends or not n.support & bits)):
        if node.kind in ("symbol", "number"):  # a number may have been met on the way
            continue
        weight = graph.gathered(weights.pop(node.index))
        if node.kind == "sum":
            parts = [(term, (weight, c)) for term, c in node.args[1] if term.support & bits]
        else:
            scale = () if weight is graph.one else ((weight, 1),)
            parts = [
                (child, graph.scaled_product(c, (*factors, *scale)))
                for child, factors, c in _partials(graph, node, bits)
            ]
        for child, summand in parts:
            weights.setdefault(child.index, []).append(summand)
    return [graph.gathered(weights.get(target.index, ())) for target in targets]


def _partials(graph: Graph, node: Expr, bits: int) -> list[tuple[Expr, Factors, Rational]]:
    """The partial derivatives of a product or function by the parts that hold the symbols:
    (child, factors, number).
    """
    if node.kind == "number":  # met on the way, with the value of this node
        return []
    if node.kind == "product":
        powers = node.args
        return [
            (
                base,
                (*powers[:i], (base, e - 1), *powers[i + 1 :])
                if e != 1
                else powers[:i] + powers[i + 1 :],
                rational(e),
            )
            for i, (base, e) in enumerate(powers)
            if base.support & bits
        ]
    name, args = node.args
    return [
        (arg, ((derivative(graph, name, args, i), 1),), _ONE)
        for i, arg in enumerate(args)
        if arg.support & bits
    ]
