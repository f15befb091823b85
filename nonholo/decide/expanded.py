"""Two forms of one value, expanded only as far as they differ.

Such forms are mostly sums that share most of their terms, or products that share most of their
factors.  What they share is the same node in both and needs no normal form.  So their difference is
a polynomial in nodes, of which the one that was made last is written out, and the next, until all
terms have cancelled or there are too many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from nonholo.arithmetic.numbers import Rational
from nonholo.expression.node import MINUS, UNIT, Expr, Structure
from nonholo.expression.roots import tidy
from nonholo.expression.sums import linear
from nonholo.work import spend

TERM = 1  # unit for a term that is made
Exponent = int | Fraction
Monomial = tuple[tuple[int, Exponent], ...]  # the indices of nodes, in order, with their exponents
Polynomial = dict[Monomial, Rational]


class Difference:
    """left - right as a polynomial in the nodes that are met; neither is a function.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.node import ZERO
    >>> g = Graph()
    >>> x, y, z = g.symbol("x"), g.symbol("y"), g.symbol("z")
    >>> u = Structure("product", ((x, 1), (y + z, 1), (y - z, -1)))
    >>> v = Structure("sum", (ZERO, ((x * y / (y - z), UNIT), (x * z / (y - z), UNIT))))
    >>> Difference(u, v).cancels(100), Difference(u, x).cancels(100)
    (True, False)
    """

    def __init__(self, left: Structure | Expr, right: Structure | Expr):
        self.nodes: dict[int, Expr] = {}
        self.terms: Polynomial = {}
        self.made = 0
        for side, sign in ((left, UNIT), (right, MINUS)):
            for monomial, c in self.written(side):
                self.put(self.terms, monomial, c * sign)

    def cancels(self, most: int) -> bool:
        """All terms cancel before so many are made: a proof that left = right.  False says
        nothing.
        """
        while self.terms:
            node = self.latest()
            if node is None or not self.write_out(node, most):
                return False
        return True

    def written(self, node: Structure | Expr) -> list[tuple[Monomial, Rational]]:
        """The terms of a node."""
        if node.kind == "product":
            return [(self.monomial(node.args), UNIT)]
        constant, parts = linear(cast(Expr, node))  # a form is a sum or a number
        terms = [(self.monomial(t.powers), c) for t, c in parts]
        return [*terms, ((), constant)] if constant else terms

    def monomial(self, factors: Iterable[tuple[Expr, Exponent]]) -> Monomial:
        self.nodes.update((base.index, base) for base, _ in factors)
        return tuple(sorted([(base.index, e) for base, e in factors]))

    def put(self, terms: Polynomial, monomial: Monomial, c: Rational) -> None:
        self.made += 1
        total = terms[monomial] + c if monomial in terms else c
        if total:
            terms[monomial] = total
        else:
            del terms[monomial]

    def latest(self) -> Expr | None:
        """The node to write out next: the last one, for it is made of those before it; sines when
        nothing else is left.
        """
        powers = {power for monomial in self.terms for power in monomial}
        nodes = [self.nodes[i] for i, e in powers if not 0 <= e < 1]
        open_nodes = [node for node in nodes if node.kind in ("sum", "product", "number")]
        if not open_nodes:
            squared = [self.nodes[i] for i, e in powers if not 0 <= e < 2]
            open_nodes = [node for node in squared if _cosine(node) is not None]
        return max(open_nodes, key=lambda node: node.index, default=None)

    def write_out(self, node: Expr, most: int) -> bool:
        """Put its terms in its place, in that of its square if it is a sine, with the polynomial
        times what of it stands below.

        False if there are too many terms.
        """
        degree, written = 1, [(dict(monomial), c) for monomial, c in self.written(node)]
        if (cosine := _cosine(node)) is not None:
            degree, written = 2, [({}, UNIT), ({cosine.index: 2}, MINUS)]
            self.nodes[cosine.index] = cosine
        at = node.index
        counts = [next((e // degree for i, e in m if i == at), 0) for m in self.terms]
        least = min(counts)
        terms: Polynomial = {}
        before = self.made
        for (powers, c), count in zip(self.terms.items(), counts):
            factors = dict(powers)
            e = factors.pop(at, 0)
            if not e and count == least:
                self.put(terms, powers, c)
                continue
            if left := tidy(e - degree * count):
                factors[node.index] = left
            inner = [(factors, c)]
            for _ in range(count - least):
                inner = [(_times(m, n), c * k) for m, c in inner for n, k in written]
                self.made += len(inner)
                if self.made > most:
                    return False
            for monomial, k in inner:
                self.put(terms, tuple(sorted(monomial.items())), k)
        spend(TERM * (self.made - before))
        self.terms = terms
        return self.made <= most


def _cosine(node: Expr) -> Expr | None:
    """The cosine beside a sine, if both are nodes."""
    if node.kind != "function" or node.args[0] != "sin":
        return None
    return node.graph.known_function("cos", node.args[1])


def _times(m: Mapping[int, Exponent], n: Mapping[int, Exponent]) -> dict[int, Exponent]:
    product = dict(m)
    for i, e in n.items():
        total = tidy(product[i] + e) if i in product else e
        if total:
            product[i] = total
        else:
            del product[i]
    return product
