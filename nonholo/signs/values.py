"""Between which values an expression in one variable lies, sharp but for rounding.

    x of any real value        s = s                 x >= a         a + s^2
    sin(u), cos(u)             s = tan(u/2)          a <= x <= b    (a + b s^2)/(1 + s^2)
    exp(u)                     s^2

make it a quotient P(s)/Q(s) of polynomials, whose least value is found (`arithmetic.values`).  What
only a limit of s gives, as cos(u) = -1 at u = pi, lies between the same ends, and may be 0 where
P/Q is not.  A sum is taken part by part where these hold no common symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational, fraction, rational
from nonholo.arithmetic.polynomials import Polynomial, by_powers, in_one_variable
from nonholo.arithmetic.values import FINE, values_of_quotient
from nonholo.decide.ball import ball, balls
from nonholo.errors import OutOfReach
from nonholo.expression.breaks import BREAKING, holds_sign
from nonholo.expression.graph import Expr, calls_in, linear, ordered
from nonholo.expression.intervals import of_number, times, total
from nonholo.expression.ranges import ANY, Range, both, range_of
from nonholo.work import BUDGETS, Work

PLACES = tuple(sign * Rational(n, 2) for n in (0, 1, 2, 4, 8, 20, 200) for sign in (1, -1))
HALVINGS = 30  # of an interval in which a slope changes its sign


def values_of(e: Expr) -> Range:
    """Between which values an expression lies.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> bounds = values_of(x / (1 + x**2) + g.cos(y) / (2 + g.cos(y)))
    >>> bounds.low, bounds.high
    (-3/2, 5/6)
    >>> values_of(x**2 + x + 1).positive, values_of(x**2 - x * y + y**2).not_negative
    (True, True)
    >>> values_of(g.exp(x) - x).low
    1
    """
    known = range_of(e)
    if e.is_number or not e.support or holds_sign(e):
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
    if e.is_number:
        return known
    try:
        if len(e.symbols()) != 1:
            return both(known, _of_squares(e))
        if calls_in([e], "abs"):
            return both(known, _of_sides(e))
        sharp = both(known, _of_quotient(e))
        return sharp if sharp != known else both(known, _of_bent(e))
    except (OutOfReach, ZeroDivisionError):
        return known


def _of_squares(e: Expr) -> Range:
    """Of a polynomial in symbols with rational coefficients.

    Raises OutOfReach, ZeroDivisionError.
    """
    field = Field([e], Work.of(BUDGETS.factors))
    normal = field.normal(e)
    if normal.den or any(g.kind != "symbol" for g in field.generators):
        return ANY
    return both(_above(normal.num), _negative(_above(-normal.num)))


def _above(poly: Polynomial) -> Range:
    """A bound from below, if squares leave a number: 1 of x^2 - x y + y^2 + 1."""
    while not poly.is_constant():
        less = next(_without_square(poly), None)
        if less is None:
            return ANY
        poly = less
    low = Rational(poly.leading_coefficient()) if poly != 0 else Rational(0)
    return Range(low, None, low > 0)


def _without_square(poly: Polynomial) -> Iterator[Polynomial]:
    """c - b^2/(4 a) of a u^2 + b u + c, u a power of a variable and a > 0 a number."""
    for k, degree in enumerate(map(int, poly.degrees())):
        powers = by_powers(poly, k)
        if degree == 0 or degree % 2 or powers.keys() - {0, degree // 2, degree}:
            continue
        a, b, c = (powers.get(d, poly * 0) for d in (degree, degree // 2, 0))
        if a.is_constant() and a.leading_coefficient() > 0:
            yield c - b * b * (1 / (4 * a.leading_coefficient()))


def _negative(r: Range) -> Range:
    return times(of_number(Rational(-1)), r)


def _of_sides(e: Expr) -> Range:
    """Of a function of x and |x|: for x = s^2, and for x = -s^2."""
    [e] = e.graph.fresh().copy([e])
    [x] = e.symbols()
    if range_of(x) != ANY:
        return ANY
    sides = [e.subs({x: sign * x**2}) for sign in (1, -1)]
    if calls_in(sides, *BREAKING):
        return ANY
    ranges = [both(range_of(side), _of_quotient(side)) for side in sides]
    lows, highs = [r.low for r in ranges], [r.high for r in ranges]
    low = None if None in lows else min(c for c in lows if c is not None)
    high = None if None in highs else max(c for c in highs if c is not None)
    return Range(low, high, all(r.nonzero for r in ranges))


def _of_bent(e: Expr) -> Range:
    """Of a smooth function of one symbol with a second slope of one sign: exp(x) - x."""
    [e] = e.graph.fresh().copy([e])
    [x] = e.symbols()
    if range_of(x) != ANY or not all(map(_smooth, ordered([e]))):
        return ANY
    slope = e.diff(x)
    second = slope.diff(x)
    bend = both(range_of(second), _of_quotient(second))
    if bend.not_negative:
        return _of_convex(e, slope, x)
    return _negative(_of_convex(-e, -slope, x)) if bend.not_positive else ANY


def _smooth(node: Expr) -> bool:
    if node.kind == "product":
        return all(
            (isinstance(e, int) and e > 0) or range_of(base).positive for base, e in node.args
        )
    if node.kind != "function":
        return True
    name, args = node.args
    return name in ("sin", "cos", "exp", "atan") or (name == "log" and range_of(args[0]).positive)


def _of_convex(e: Expr, slope: Expr, x: Expr) -> Range:
    """By the places between which a slope that does not fall changes its sign."""
    flat = next((at for at in PLACES if slope.subs({x: x.graph.number(at)}).is_zero), None)
    if flat is not None and (least := e.subs({x: x.graph.number(flat)})).is_number:
        return Range(least.args, None, least.args > 0)
    falls = [at for at in PLACES if bool(ball(slope, {x: at}) < 0)]
    rises = [at for at in PLACES if bool(ball(slope, {x: at}) > 0)]
    if not falls or not rises:
        return ANY
    a, b = max(falls), min(rises)
    for _ in range(HALVINGS):
        middle = (a + b) / 2
        a, b = (middle, b) if bool(ball(slope, {x: middle}) < 0) else (a, middle)
    if not bool(ball(slope, {x: b}) > 0):
        return ANY
    value = balls([e], {x: Ball(a).union(Ball(b))})[0]
    if not value.is_finite():
        return ANY
    steps = (value.lower() * FINE).floor().unique_fmpz()
    if steps is None:
        return ANY
    low = Rational(steps, FINE)
    return Range(low, None, low > 0)


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
        elif g.calls("exp"):
            put[g] = s**2
        elif g.calls("sin"):
            put[g] = 2 * s / (1 + s**2)
        elif g.calls("cos"):
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
