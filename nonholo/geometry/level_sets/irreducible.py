"""Is f = 0 one piece for the coefficients that are looked at on it?

A polynomial that is no product of polynomials with rational coefficients has one set of zeros, and
what holds near one regular point of it holds at most of them: rational coefficients cannot tell the
conjugate pieces apart, if there are any.  Coefficients with roots can: x^2 - 2 y^2 is a product
where sqrt(2) is known, and y^2 - x^2 (1 + x^2) where sqrt(1 + x^2) is; on y = x^2 the root of y is
x on one side and -x on the other.  With these f must be linear in a coordinate that stands under no
root, or quadratic with a discriminant that no such root makes a square.  Arcs can too: on x y = 1
atan(x) + atan(y) is pi/2 where x > 0, and -pi/2 where x < 0.

A set solved for coordinates has roots too.  It is one piece for the coefficients if no product of
what stands under roots is a square: then some path in the complex numbers leads from any choice of
signs to any other, and what vanishes for one of them vanishes for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import divided, factors_of
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.zeros.domain import switches
from nonholo.geometry.zeros.half_angles import odd_factors
from nonholo.geometry.zeros.zeros import nowhere_zero
from nonholo.linear.elimination import vanishes
from nonholo.signs.single_valued import MOST_ARCS, arcs, known_signs, relations_of


def irreducible(f: Expr, entries: Sequence[Expr]) -> bool:
    """A polynomial in symbols that is no product, nor over the field of the entries.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> pair, circle = x**2 - 2 * y**2, x**2 + y**2 - 2
    >>> irreducible(pair, [x]), irreducible(pair, [g.sqrt(2) * x])
    (True, False)
    >>> irreducible(circle, [g.sqrt(2) * x]), irreducible(circle, [g.sqrt(2 - y**2)])
    (True, False)
    >>> irreducible(y - x**2, [g.sqrt(x)]), irreducible(y - x**2, [g.sqrt(y)])
    (True, False)
    """
    try:
        if arcs(entries) or not _over_rationals(f):
            return False
        under = _under_roots(entries)
        return not under or any(_stays_one(f, s, under) for s in f.symbols())
    except (OutOfReach, ZeroDivisionError):
        return False


def _over_rationals(f: Expr) -> bool:
    field = Field([f])
    num = field.normal(f).num
    plain = all(g.kind == "symbol" for g in field.generators)
    return plain and [power for _, power in factors_of(num)[1]] == [1]


def one_piece(values: Mapping[Expr, Expr], entries: Sequence[Expr], chart: Chart) -> bool:
    """What is not zero somewhere on a set solved for coordinates is zero almost nowhere on it.

    values: coordinate -> expression; entries: what is looked at on it.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.geometry.constraints.chart import chart
    >>> plane = chart(Graph(), ["x", "y"])
    >>> x, y = plane.q
    >>> root = plane.graph.sqrt
    >>> half = {x: root(1 - y**2)}
    >>> one_piece(half, [x], plane), one_piece({x: y**2 - 1}, [root(1 + x)], plane)
    (True, False)
    >>> one_piece(half, [root(1 - y)], plane), one_piece(half, [root(1 - x**2)], plane)
    (True, False)
    """
    try:
        graph = chart.graph
        put_in = [*graph.substitute(list(entries), values), *values.values()]
        if set(switches(put_in)) - set(switches(entries)) or _related_arcs(put_in):
            return False
        bases = [b for b in _under_roots(put_in) if b.has([*chart.q, chart.t])]
        if all(nowhere_zero(b, chart) for b in bases):
            return True
        field = Field(bases)
        plain = all(g.kind in ("symbol", "pi") or _is_smooth(g) for g in field.generators)
        return plain and _independent([_odd(field, b) for b in bases])
    except (OutOfReach, ZeroDivisionError):
        return False


def _related_arcs(nodes: Sequence[Expr]) -> bool:
    """Some arcs may differ from a sum of others by a constant that is another one elsewhere."""
    several = arcs(nodes)
    return len(several) > MOST_ARCS or bool(relations_of(several, known_signs(nodes, (), ())))


def _is_smooth(generator: Expr) -> bool:
    """A sine, a cosine, an exponential, an unspecified function."""
    return generator.kind == "function" and (
        generator.args[0] in ("sin", "cos", "exp") or is_unspecified(generator)
    )


def _odd(field: Field, base: Expr) -> frozenset[str]:
    """The factors of odd power, but for exponentials, which are squares."""
    quotient = field.normal(base)
    poly = quotient.num
    for k, n in quotient.den.items():
        poly = poly * field.factors[k] ** (n % 2)
    names = zip(map(str, field.context.gens()), field.generators)
    squares = {name for name, g in names if g.calls("exp")}
    return odd_factors(field, poly) - squares


def _independent(odd: Sequence[frozenset[str]]) -> bool:
    """No symmetric difference of some of the sets is empty."""
    known: dict[str, frozenset[str]] = {}
    for factors in odd:
        while factors and min(factors) in known:
            factors ^= known[min(factors)]
        if not factors:
            return False
        known[min(factors)] = factors
    return True


def _under_roots(entries: Sequence[Expr]) -> list[Expr]:
    """What stands under roots, of numbers too; 1 - u^2 for asin(u) and acos(u)."""
    factors = [b_e for n in ordered(entries) if n.kind == "product" for b_e in n.args]
    legs = [1 - arc.args[1][0] ** 2 for arc in arcs(entries, ("asin", "acos"))]
    return list(dict.fromkeys([*(b for b, e in factors if isinstance(e, Fraction)), *legs]))


def _stays_one(f: Expr, s: Expr, under: Sequence[Expr]) -> bool:
    """s stands under no root, and f is linear in it, or quadratic and its discriminant holds an odd
    power of something that stands under no root either.
    """
    if any(u.has([s]) for u in under):
        return False
    slope = f.diff(s)
    second = slope.diff(s)
    if vanishes(second):
        return True
    if second.has([s]):
        return False
    at = {s: f.graph.zero}
    parted = slope.subs(at) ** 2 - 2 * second * f.subs(at)
    field = Field([parted, *under])
    if any(g.kind != "symbol" for g in field.generators):
        return False
    quotients = [field.normal(e) for e in (parted, *under)]
    known = [*(u.num for u in quotients[1:]), *field.factors]
    odd = [factor for factor, power in factors_of(quotients[0].num)[1] if power % 2]
    return any(all(divided(u, factor) is None for u in known) for factor in odd)
