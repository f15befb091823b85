"""Expressions as a person would write them: the shortest of a few equal normal forms.

Candidates are the expression as derived, its expanded numerator over a factored denominator, and its
factored form, each with sin^2 or with cos^2 reduced.  All are equal by the normal form; none is the
result of a heuristic simplifier.  They live in a graph of their own in which equal values do not merge: what
comes back is for printing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import product

from flint import fmpq, fmpq_mpoly

from nonholo.errors import OutOfReach
from nonholo.exact.field import Field
from nonholo.exact.graph import Expr, Graph, ordered
from nonholo.exact.text import text

MAX_NODES = 1500  # beyond it the derived form is shown
MAX_TERMS = 250
SHORT, MOST_LONG = 12, 2  # terms of a short polynomial; how many long ones are tried
SECONDS = 0.5


def presentable(node: Expr) -> Expr:
    """An equal expression, as short as the candidates allow.

    >>> from nonholo.exact.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> presentable((x**2 * y + x * y) / (x * y))
    x + 1
    """
    if not node.support or node.kind == "symbol" or len(ordered([node])) > MAX_NODES:
        return node
    try:
        candidates = [node, *_forms(node)]
    except (OutOfReach, ZeroDivisionError):
        candidates = [node]
    return min(candidates, key=_length)


def brief(node: Expr) -> Expr:
    """An equal expression with few terms above and below, from fewer candidates than `presentable`: for long ones."""
    if not node.support or node.kind == "symbol":
        return node
    try:
        field, top, bottom = fraction(node)
        tops, bottoms = ([in_sines(field, poly, some) for some in sine_choices(field)] for poly in (top, bottom))
        top, bottom = (min(polys, key=len) for polys in (tops, bottoms))
        common = top.gcd(bottom)
        return min([node, *_written(field, top / common, bottom / common)], key=_length)
    except (OutOfReach, ZeroDivisionError):
        return node


def expanded(node: Expr) -> Expr:
    """An equal sum of monomials over a common denominator, if that is within reach."""
    try:
        return next(iter(_forms(node)), node)
    except (OutOfReach, ZeroDivisionError):
        return node


def _length(node: Expr) -> int:
    """Characters, with a price on fractions inside fractions."""
    written = text(node)
    return len(written) + 6 * max(0, written.count("/") - 1)


def display_graph(graph: Graph) -> Graph:
    """A graph without merging that knows the same symbols in the same order."""
    display = Graph(seed=0, merge=False)
    for symbol in graph.unmask(-1):
        display.symbol(symbol.args)
    return display


def _forms(node: Expr) -> list[Expr]:
    field, num, den = fraction(node)
    chosen, forms, factors = sine_choices(field), [], Factors(field)
    tops = _few([in_sines(field, num, choice) for choice in chosen])
    bottoms = _few([in_sines(field, den, choice) for choice in chosen]) if len(den) > 1 else [den]
    for top, bottom in product(tops, bottoms):
        common = top.gcd(bottom)
        forms += _written(field, top / common, bottom / common, factors)
    return forms


def _few(polys: Sequence[fmpq_mpoly]) -> list[fmpq_mpoly]:
    """Each once; of long ones those of fewest terms."""
    distinct: list[fmpq_mpoly] = []
    for poly in polys:
        if poly not in distinct:
            distinct.append(poly)
    ranked = sorted(distinct, key=len)
    return distinct if len(ranked[0]) <= SHORT else ranked[:MOST_LONG]


def fraction(node: Expr) -> tuple[Field, fmpq_mpoly, fmpq_mpoly]:
    """Numerator and denominator in a field that writes into a graph for display.  Raises OutOfReach."""
    field = Field([node], time.monotonic() + SECONDS)
    element = field.normal(node)
    if len(element.num) > MAX_TERMS:
        raise OutOfReach(f"{len(element.num)} terms")
    den = field._expand(element.den)
    display = display_graph(node.graph)
    field.generators = display.copy(field.generators)
    field.graph = display
    return field, element.num, den


def sine_choices(field: Field) -> list[list]:
    """Sets of angles whose cosines are squared away."""
    pairs = list(field._circle.values())
    choices = product((False, True), repeat=len(pairs)) if len(pairs) <= 3 else [
        (False,) * len(pairs), (True,) * len(pairs)]
    return [[pair for pair, other in zip(pairs, choice) if other] for choice in choices]


def in_sines(field: Field, poly: fmpq_mpoly, pairs) -> fmpq_mpoly:
    """The polynomial with c^2 replaced by 1 - s^2 in the chosen pairs."""
    gens = list(field.context.gens())
    for c, s in pairs:
        k = gens.index(c)
        terms: dict[int, fmpq_mpoly] = {}
        for exponents, coefficient in poly.terms():
            e = int(exponents[k])
            rest = list(exponents)
            rest[k] = 0
            one = field.context.from_dict({tuple(rest): coefficient})
            terms[e] = terms.get(e, field._zero) + one
        poly = field._zero
        for e, part in terms.items():
            poly += part * (1 - s**2) ** (e // 2) * c ** (e % 2)
    return poly


class Factors:
    """What the polynomials of one field factor into, each factored once."""

    def __init__(self, field: Field):
        self.field, self.known = field, []

    def of(self, poly: fmpq_mpoly) -> tuple[list[tuple[Expr, int]], fmpq]:
        """The factors with negative exponents (as a denominator has them) and the rational content."""
        found = next((factors for known, factors in self.known if known == poly), None)
        if found is None:
            found = _factored(self.field, poly)
            self.known.append((poly, found))
        return found


def _written(field: Field, top: fmpq_mpoly, bottom: fmpq_mpoly, factors: Factors | None = None) -> list[Expr]:
    """top/bottom expanded over a factored denominator, and factored throughout."""
    graph, factors = field.graph, factors or Factors(field)
    if top == 0:
        return [graph.zero]
    under, scale = factors.of(bottom)
    if len(bottom) == 1:
        expanded = graph.sum([(graph.product([(t, 1), *under]), fmpq(1) / scale)
                              for t in _monomials(field, top)])
    else:
        expanded = graph.scale(graph.product([(field.expression(top), 1), *under]), fmpq(1) / scale)
    over, lead = factors.of(top)
    factored = graph.scale(
        graph.product([*((f, -e) for f, e in over), *under]), lead / scale)
    return [expanded, factored]


def _monomials(field: Field, poly: fmpq_mpoly) -> list[Expr]:
    return [field.expression(field.context.from_dict({e: c})) for e, c in poly.terms()]


def _factored(field: Field, poly: fmpq_mpoly) -> tuple[list[tuple[Expr, int]], fmpq]:
    if poly.is_constant():
        return [], poly.leading_coefficient()
    content, factors = poly.factor()
    return [(field.expression(f), -int(e)) for f, e in factors], content
