"""Between which values an expression in one variable lies, sharp but for rounding.

    x of any real value        s = s                 x >= a         a + s^2
    sin(u), cos(u)             s = tan(u/2)          a <= x <= b    (a + b s^2)/(1 + s^2)
    exp(u)                     s^2

make it a quotient P(s)/Q(s) of polynomials, whose least value is found (`arithmetic.values`).  What
only a limit of s gives, as cos(u) = -1 at u = pi, lies between the same ends, and may be 0 where
P/Q is not.  A sum is taken part by part where these hold no common symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import fraction, rational
from nonholo.arithmetic.polynomials import Polynomial, in_one_variable
from nonholo.arithmetic.values import values_of_quotient
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, linear
from nonholo.expression.intervals import total
from nonholo.expression.ranges import ANY, Range, both, range_of
from nonholo.work import BUDGETS, Work


def values_of(e: Expr) -> Range:
    """Between which values an expression lies.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> bounds = values_of(x / (1 + x**2) + g.cos(y) / (2 + g.cos(y)))
    >>> bounds.low, bounds.high
    (-3/2, 5/6)
    >>> values_of(x**2 + x + 1).positive
    True
    """
    known = range_of(e)
    if e.is_number or not e.support:
        return known
    return both(known, total(map(_part, _parts(e))))


def _parts(e: Expr) -> list[Expr]:
    """The terms, those that share symbols together."""
    graph, (constant, terms) = e.graph, linear(e)
    groups: list[tuple[int, list[Expr]]] = []
    for term, c in terms:
        shared = [group for group in groups if group[0] & term.support]
        groups = [group for group in groups if not group[0] & term.support]
        support = term.support
        for mask, _ in shared:
            support |= mask
        groups.append((support, [t for _, some in shared for t in some] + [c * term]))
    return [graph.number(constant), *(graph.add(*some) for _, some in groups)]


def _part(e: Expr) -> Range:
    known = range_of(e)
    if e.is_number or len(e.symbols()) != 1:
        return known
    try:
        return both(known, _of_quotient(e))
    except (OutOfReach, ZeroDivisionError):
        return known


def _of_quotient(e: Expr) -> Range:
    """Raises OutOfReach, ZeroDivisionError."""
    e = e.graph.fresh().copy([e])[0]
    field = Field([e], Work.of(BUDGETS.factors))
    normal = cancelled(field, field.normal(e))
    polys = normal.num, field.expanded(normal.den)
    degrees = zip(field.generators, *(p.degrees() for p in polys))
    put = _in_one([g for g, *some in degrees if any(some)], e.graph.symbol("s"))
    if put is None:
        return ANY
    over, under = (_with(p, [put.get(g, g) for g in field.generators]) for p in polys)
    whole = over / under
    field = Field([whole], Work.of(BUDGETS.factors))
    normal = cancelled(field, field.normal(whole))
    over_line, under_line = map(in_one_variable, (normal.num, field.expanded(normal.den)))
    if over_line is None or under_line is None:  # constants that are no rational numbers
        return ANY
    values = values_of_quotient(over_line, under_line)
    if values is None:
        return ANY
    low, high = (None if end is None else rational(end) for end in (values.low, values.high))
    limit_is_zero = normal.num.total_degree() < field.expanded(normal.den).total_degree()
    return Range(low, high, not (values.zero or limit_is_zero))


def _with(poly: Polynomial, values: Sequence[Expr]) -> Expr:
    """The polynomial with values for its generators, term by term: sin(x) cos(x) is a node of its
    own, in which there is no sin(x).
    """
    graph = values[0].graph
    return graph.add(
        *(
            graph.product([(v, int(e)) for v, e in zip(values, exponents) if e]) * c
            for exponents, c in poly.terms()
        )
    )


def _in_one(generators: Sequence[Expr], s: Expr) -> Mapping[Expr, Expr] | None:
    """What stands for them, as quotients in s; None where they are more, or of other kinds."""
    put: dict[Expr, Expr] = {}
    for g in generators:
        if g.kind == "symbol":
            put[g] = _in_bounds(range_of(g), s)
        elif g.kind == "function" and g.args[0] == "exp":
            put[g] = s**2
        elif g.kind == "function" and g.args[0] == "sin":
            put[g] = 2 * s / (1 + s**2)
        elif g.kind == "function" and g.args[0] == "cos":
            put[g] = (1 - s**2) / (1 + s**2)
        else:
            return None
    kinds = {g.args[0] if g.kind == "function" else g.kind for g in put}
    alone = len(put) == 1 or (len(put) == 2 and kinds == {"sin", "cos"} and _of_one(put))
    return put if alone else None


def _of_one(functions: Mapping[Expr, Expr]) -> bool:
    """All of the same angle."""
    return len({g.args[1][0].index for g in functions}) == 1


def _in_bounds(r: Range, s: Expr) -> Expr:
    low, high = (None if end is None else fraction(end) for end in (r.low, r.high))
    if low is not None and high is not None:
        return (low + high * s**2) / (1 + s**2)
    if low is not None:
        return low + s**2
    return s if high is None else high - s**2
