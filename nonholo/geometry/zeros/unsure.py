"""Expressions whose sign or zero an answer may hang on, those of parameters alone first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import Rational
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.signs import MAX_NODES, MAX_TERMS
from nonholo.signs.factored import factored

WAVES, ONE = ("sin", "cos"), Rational(1)
CHOOSING = ("abs", "sign", "log", "acosh", "atanh", "asin", "acos")


def unsure(nodes: Sequence[Expr], chart: Chart) -> list[Expr]:
    """What is not known to be of one sign: coefficients and discriminants in parameters, then what
    stands under roots, in denominators, logarithms and absolute values.

    nodes: the expressions that an answer rests on.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> (x, y), a = plane.q, plane.graph.symbol("a")
    >>> unsure([(x**2 + a) * y], plane)
    [a]
    """
    inner = [u for node in ordered(nodes) for u in _chosen_by(node) if u.support]
    factors: dict[int, Expr] = {}
    for node in (*nodes, *inner):
        for factor in _factors(node):
            factors |= {e.index: e for e in _of_parameters(factor, chart)}
    for node in inner:
        factors |= {f.index: f for f in _factors(node)}
    return list(factors.values())


def _chosen_by(node: Expr) -> Iterator[Expr]:
    """What decides where a node is defined, or which of its branches holds."""
    if node.kind == "product":
        yield from (b for b, e in node.args if isinstance(e, Fraction) or e < 0)
    elif node.calls(*CHOOSING):
        yield node.args[1][0]


def _factors(node: Expr) -> list[Expr]:
    """The factors with a sign that is not known."""
    if node.is_number or len(ordered([node])) > MAX_NODES:
        return []
    return [f for f, _ in factored(node)[1] if not _one_sign(f)]


def _one_sign(node: Expr) -> bool:
    bounds = range_of(node)
    return not node.support or bounds.positive or bounds.negative


def _of_parameters(f: Expr, chart: Chart) -> Iterator[Expr]:
    """f itself if nothing in it moves; else its coefficients as a polynomial in what moves, and
    the discriminant of a quadratic.
    """
    variables = [*chart.q, *chart.v, chart.t]
    if not f.has(variables):
        yield f
        return
    try:
        field = Field([f])
        poly = field.normal(f).num
    except OutOfReach:
        return
    if len(poly) > MAX_TERMS:
        return
    yield from _larger(f, variables)
    moving = [k for k, g in enumerate(field.generators) if g.has(variables)]
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Rational]] = {}
    for exponents, c in poly.terms():
        key = tuple(int(exponents[k]) for k in moving)
        fixed = tuple(0 if k in moving else int(e) for k, e in enumerate(exponents))
        parts.setdefault(key, {})[fixed] = c
    coefficients = {
        key: field.expression(field.context.from_dict(terms)) for key, terms in parts.items()
    }
    for e in (*_discriminants(coefficients), *coefficients.values()):
        if e.support and not e.has(variables):
            yield from _factors(e)


def _larger(f: Expr, variables: Sequence[Expr]) -> Iterator[Expr]:
    """a - |b| and a + |b| for a + b cos(x), which has no zero where both are of one sign."""
    constant, terms = linear(f)
    graph, waves = f.graph, [(t, c) for t, c in terms if t.has(variables)]
    still = graph.sum(
        [(graph.number(constant), ONE), *(term for term in terms if term not in waves)]
    )
    sizes = [(_amplitude(t, variables), abs(c)) for t, c in waves]
    known = [(size, c) for size, c in sizes if size is not None]
    if waves and still.support and len(known) == len(waves):
        yield graph.sum([(still, ONE), *((size, -c) for size, c in known)])
        yield graph.sum([(still, ONE), *known])


def _amplitude(term: Expr, variables: Sequence[Expr]) -> Expr | None:
    """|b| of b times sines and cosines; None where something else moves."""
    factors = term.powers
    still = [(b, e) for b, e in factors if not b.has(variables)]
    waves = [b for b, e in factors if b.has(variables) and b.kind == "function" and e == 1]
    if len(still) + len(waves) < len(factors) or any(b.args[0] not in WAVES for b in waves):
        return None
    return term.graph.call("abs", term.graph.product(still))


def _discriminants(coefficients: dict[tuple[int, ...], Expr]) -> Iterator[Expr]:
    """b^2 - 4 a c of a quadratic in one thing that moves."""
    if coefficients and all(sum(map(bool, key)) <= 1 for key in coefficients):
        for k in range(len(next(iter(coefficients)))):
            by_degree = {key[k]: e for key, e in coefficients.items() if sum(key) == key[k]}
            if len(by_degree) == len(coefficients) and max(by_degree) == 2 and len(by_degree) == 3:
                yield by_degree[1] ** 2 - 4 * by_degree[2] * by_degree[0]
