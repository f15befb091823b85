"""A rational point in every region of the plane that curves f_i(x, y) = 0 leave.

    lead_y f_i = 0,  disc_y f_i = 0,  Res_y(f_i, f_j) = 0

Between two neighbouring x of these the zeros y of the f_i are as many, in the same order; so a line
x = const there and the numbers between its zeros meet each region that has a part there.
References: Collins1975.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from nonholo.algebra.field import Field
from nonholo.arithmetic.between import simplest_between
from nonholo.arithmetic.numbers import rational
from nonholo.arithmetic.polynomials import Polynomial, lead_in, resultant
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.signs.line import Zero, zeros_on_line
from nonholo.words.sentence import say
from nonholo.work import Work

MOST_DEGREE = 60  # of a resultant


def numbers_between(zeros: Sequence[Zero]) -> list[Fraction]:
    """A simple number before, between and after zeros in order.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> [str(n) for n in numbers_between(zeros_on_line([x**2 - 2, x], x))]
    ['-2', '-1', '1', '2']
    """
    ends = [None, *zeros, None]
    return [
        simplest_between(None if a is None else a.high, None if b is None else b.low)
        for a, b in pairwise(ends)
    ]


def points_in_regions(
    functions: Sequence[Expr], x: Expr, y: Expr, work: Work | None = None
) -> Iterator[tuple[Fraction, Fraction]]:
    """At least one point in every open region in which none of the functions vanishes.

    functions: polynomials in x and y with constant coefficients, no two with a common factor, none
    0; work: a budget, or None.  Raises OutOfReach for other functions, and past the limits.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> len({(a > 0, b > 0) for a, b in points_in_regions([x, y], x, y)})
    4
    """
    graph = x.graph
    field = Field([x, y, *functions], work)
    polynomials = []
    for f in functions:
        quotient = field.normal(f)
        below = [field.expression(field.factors[k]) for k in quotient.den]
        if any(g.symbols() for g in field.generators if g not in (x, y)) or any(
            e.symbols() for e in below
        ):
            raise OutOfReach(say("a boundary that is no polynomial in {x} and {y}", x=x, y=y))
        polynomials.append(quotient.num)
    shadows = [field.expression(e) for e in _shadows(field, polynomials, y)]
    for at in numbers_between(zeros_on_line([e for e in shadows if e.symbols()], x)):
        put = {x: graph.lift(rational(at))}
        there = [e for e in (f.subs(put) for f in functions) if e.symbols()]
        for height in numbers_between(zeros_on_line(there, y)):
            yield at, height


def _shadows(field: Field, polynomials: Sequence[Polynomial], y: Expr) -> Iterator[Polynomial]:
    """The polynomials in x at whose zeros the zeros in y may change their number or order."""
    place = list(field.context.gens()).index(field.symbols[y.index])
    name = field.context.names()[place]
    upright = [p for p in polynomials if not p.degrees()[place]]
    others = [p for p in polynomials if p.degrees()[place]]
    yield from upright
    for p in others:
        yield lead_in(p, place)
        if p.degrees()[place] > 1:
            yield _eliminated(field, p, p.derivative(place), name)
    for p, q in combinations(others, 2):
        yield _eliminated(field, p, q, name)


def _eliminated(field: Field, p: Polynomial, q: Polynomial, name: str) -> Polynomial:
    degrees = [[int(d) for d in e.degrees()] for e in (p, q)]
    k = field.context.names().index(name)
    (m, n), (a, b) = ([d[k] for d in degrees], [max(d[:k] + d[k + 1 :] + [0]) for d in degrees])
    if m * b + n * a > MOST_DEGREE:
        raise OutOfReach(say("curves of too high a degree"))
    field.hurry()
    eliminant = field.reduce(resultant(p, q, name))
    if eliminant == 0:
        raise OutOfReach(say("curves with a common part"))
    return eliminant
