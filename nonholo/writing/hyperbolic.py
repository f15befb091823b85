"""Hyperbolic functions that stand as exponentials, for code in forms that do not overflow.

(e^u - e^-u)/(e^u + e^-u) = tanh(u),     e^w/(e^u + e^-u) = e^(w - |u|)/(1 + e^(-2|u|))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nonholo.arithmetic.numbers import rational
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.writing.growth import Growth, exponents, growth, together
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


def without_overflow(roots: Sequence[Expr], smooth: bool = False) -> list[Expr]:
    """The roots with quotients of exponentials in forms that do not overflow, in a graph for
    printing.

    smooth: without |u|, whose derivatives by a program are not those of the function at u = 0;
    only tanh(u) is put in then.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x = g.symbol("x")
    >>> without_overflow([g.call("tanh", x), g.power(g.call("cosh", x), -2)])
    [tanh(x), 4*exp(-2*abs(x))/(exp(-2*abs(x)) + 1)**2]
    >>> without_overflow([1 / (g.exp(x) + 1)])
    [exp(-x/2 - abs(x)/2)/(exp(-x/2 - abs(x)/2) + exp(x/2 - abs(x)/2))]
    >>> without_overflow([1 / (g.exp(x) + 1), g.power(g.call("cosh", x), -2)], smooth=True)
    [1/(exp(x) + 1), 4/(exp(-x) + exp(x))**2]
    """
    return _Calm(roots, smooth).written


class _Calm:
    """One walk over the nodes below some roots: each node as it is written, by its index."""

    def __init__(self, roots: Sequence[Expr], smooth: bool):
        self.display, self.smooth = display_graph(roots[0].graph), smooth
        self.memo: dict[int, Expr] = {}
        for node in ordered(roots):
            self.memo[node.index] = self.write(node)
        self.written = [self.memo[root.index] for root in roots]

    def write(self, node: Expr) -> Expr:
        built = self.display.copy_node(node, self.memo)
        if node.kind != "product":
            return built
        arguments = exponents(node.args, deep=True)
        if arguments and not _of_waves_alone(node, arguments):
            return built if self.smooth else self.over_growth_of_all(node, arguments)
        constant, terms = linear(built)  # a copy may be a product with a coefficient
        calm = [_calm(term, self.smooth) * c for term, c in terms]
        return self.display.add(constant, *calm)

    def over_growth_of_all(self, product: Expr, arguments: Sequence[Expr]) -> Expr:
        """The product of parts, each over what it grows like, and of what all grow like."""
        rates: dict[int, Growth] = {}
        known: dict[int, Expr] = {}
        rate = growth(product, arguments, rates)
        whole = self.over_growth(product, arguments, rates, known)
        return whole * self.grown(rate)

    def over_growth(
        self,
        node: Expr,
        arguments: Sequence[Expr],
        rates: dict[int, Growth],
        known: dict[int, Expr],
    ) -> Expr:
        """A part over what it grows like; rates, known: growth and results by index."""
        if node.index in known:
            return known[node.index]
        rate, display = growth(node, arguments, rates), self.display
        if node.kind == "product":
            parts = [(self.over_growth(b, arguments, rates, known), e) for b, e in node.args]
            reduced = display.product(parts)
        elif not rate:
            reduced = self.memo[node.index]
        elif node.kind == "function":
            reduced = display.one
        else:
            constant, terms = linear(node)
            less = {u: (-p, -n) for u, (p, n) in rate.items()}
            whole = [self.grown(less) * constant] if constant else []
            for term, c in terms:
                beside = [(growth(term, arguments, rates), Fraction(1)), (less, Fraction(1))]
                part = self.over_growth(term, arguments, rates, known)
                whole.append(part * self.grown(together(beside)) * c)
            reduced = display.add(display.zero, *whole)
        known[node.index] = reduced
        return reduced

    def grown(self, rate: Growth) -> Expr:
        """E^p for u > 0 and E^n for u < 0, of all u together."""
        total = self.display.zero
        for u, (p, n) in rate.items():
            argument = self.memo[u.index]
            size = self.display.call("abs", argument)
            total += argument * rational((p + n) / 2) + size * rational((p - n) / 2)
        return self.display.exp(total)


def _of_waves_alone(product: Expr, arguments: Sequence[Expr]) -> bool:
    """Are e^u + e^-u, e^u - e^-u and exponentials the only factors that grow?"""
    return all(
        not growth(base, arguments)
        or base.calls("exp")
        or (base.kind == "sum" and type(e) is int and hyperbolic(base))
        for base, e in product.args
    )


def _calm(product: Expr, smooth: bool) -> Expr:
    """The product with what e^u + e^-u divides in forms that do not overflow."""
    graph, factors = product.graph, product.args if product.kind == "product" else ()
    powers = {b: e for b, e in factors if b.kind == "sum" and type(e) is int}
    waves = {b: wave for b in powers if (wave := hyperbolic(b))}
    sums = {u: b for b, (sign, u) in waves.items() if sign > 0 > powers[b]}
    if not sums:
        return product
    below = {u: -powers[b] for u, b in sums.items()}
    others, rate = [], graph.zero
    for base, e in factors:
        sign, u = waves.get(base, (0, graph.zero))
        same = next((k for k in below if sign and ((k - u).is_zero or (k + u).is_zero)), None)
        if base.calls("exp"):
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
        if smooth:
            others.append((sums[u], -n))
            continue
        size = graph.call("abs", u)
        rate -= size * n
        others.append((graph.exp(-2 * size) + 1, -n))
    return graph.product([*((b, e) for b, e in others if e), (graph.exp(rate), 1)])
