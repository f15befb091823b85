"""Expressions as a person would write them: the shortest of a few equal normal forms.

Candidates are the expression as derived, its expanded numerator over a factored denominator, and its
factored form, each with sin^2 or with cos^2 reduced.  All are equal by the normal form; none is the
result of a heuristic simplifier.  They live in a graph of their own in which equal values do not merge: what
comes back is for printing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import product
from operator import itemgetter

from flint import fmpq, fmpq_mpoly

from nonholo.errors import OutOfReach
from nonholo.exact.field import Field
from nonholo.exact.graph import Expr, Graph, ordered
from nonholo.exact.text import Written, text

MAX_NODES = 1500  # beyond it the derived form is shown
MAX_TERMS = 250
MAX_WORK = 50_000  # of one multiplication on the way there
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
        return _shortest([node], _forms(node))
    except (OutOfReach, ZeroDivisionError):
        return node


def brief(node: Expr) -> Expr:
    """An equal expression with few terms above and below, from fewer candidates than `presentable`: for long ones."""
    if not node.support or node.kind == "symbol":
        return node
    try:
        field, top, bottom = fraction(node)
        tops, bottoms = ([in_sines(field, poly, some) for some in sine_choices(field)] for poly in (top, bottom))
        top, bottom = (min(polys, key=len) for polys in (tops, bottoms))
        common = top.gcd(bottom)
        return _shortest([node], _written(field, top / common, bottom / common, _Factors()))
    except (OutOfReach, ZeroDivisionError):
        return node


def expanded(node: Expr) -> Expr:
    """An equal sum of monomials over a common denominator, if that is within reach."""
    try:
        return next(iter(_forms(node)), node)
    except (OutOfReach, ZeroDivisionError):
        return node


def _shortest(given: Iterable[Expr], forms: Iterable[Expr]) -> Expr:
    """The first of the shortest; the forms live in one graph."""
    known = Written()
    return min(((_length(form, memo), form) for some, memo in ((given, None), (forms, known)) for form in some),
               key=itemgetter(0))[1]


def _length(node: Expr, known: Written | None = None) -> int:
    """Characters, with a price on fractions inside fractions."""
    written = text(node, known=known)
    return len(written) + 6 * max(0, written.count("/") - 1)


def display_graph(graph: Graph, support: int = -1) -> Graph:
    """A graph without merging that knows the same symbols, or those of a mask, in the same order."""
    display = Graph(seed=0, merge=False)
    for symbol in graph.unmask(support):
        display.symbol(symbol.args)
    return display


def _forms(node: Expr) -> Iterator[Expr]:
    field, num, den = fraction(node)
    chosen, factors = sine_choices(field), _Factors()
    tops = _distinct(in_sines(field, num, choice) for choice in chosen)
    bottoms = _distinct(in_sines(field, den, choice) for choice in chosen) if len(den) > 1 else [den]
    for top, bottom in product(tops, bottoms):
        common = top.gcd(bottom)
        yield from _written(field, top / common, bottom / common, factors)


def _distinct(polys: Iterable[fmpq_mpoly]) -> list[fmpq_mpoly]:
    found: list[fmpq_mpoly] = []
    for poly in polys:
        if not any(poly == other for other in found):
            found.append(poly)
    return found


def fraction(node: Expr) -> tuple[Field, fmpq_mpoly, fmpq_mpoly]:
    """Numerator and denominator in a field that writes into a graph for display.  Raises OutOfReach."""
    field = Field([node], time.monotonic() + SECONDS, MAX_WORK)
    element = field.normal(node)
    if len(element.num) > MAX_TERMS:
        raise OutOfReach(f"{len(element.num)} terms")
    den = field._expand(element.den)
    display = display_graph(node.graph, node.support)
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
        if poly.degrees()[k] < 2:
            continue
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


class _Factors:
    """Polynomials of one field factored, each once."""

    def __init__(self):
        self.known: list[tuple[fmpq_mpoly, tuple]] = []

    def of(self, field: Field, poly: fmpq_mpoly) -> tuple[list[tuple[Expr, int]], fmpq]:
        """The factors with negative exponents (as a denominator has them) and the rational content."""
        found = next((known for other, known in self.known if other == poly), None)
        if found is None:
            found = _factored(field, poly)
            self.known.append((poly, found))
        return found


def _written(field: Field, top: fmpq_mpoly, bottom: fmpq_mpoly, factors: _Factors) -> Iterator[Expr]:
    """top/bottom expanded over a factored denominator, and factored throughout."""
    graph = field.graph
    if top == 0:
        yield graph.zero
        return
    under, scale = factors.of(field, bottom)
    if len(bottom) == 1:
        yield graph.sum([(graph.product([(t, 1), *under]), fmpq(1) / scale) for t in _monomials(field, top)])
    else:
        yield graph.scale(graph.product([(field.expression(top), 1), *under]), fmpq(1) / scale)
    over, lead = factors.of(field, top)
    yield graph.scale(graph.product([*((f, -e) for f, e in over), *under]), lead / scale)


def _monomials(field: Field, poly: fmpq_mpoly) -> list[Expr]:
    return [field.expression(field.context.from_dict({e: c})) for e, c in poly.terms()]


def _factored(field: Field, poly: fmpq_mpoly) -> tuple[list[tuple[Expr, int]], fmpq]:
    if poly.is_constant():
        return [], poly.leading_coefficient()
    content, factors = poly.factor()
    return [(field.expression(f), -int(e)) for f, e in factors], content
