"""The angles at which a cos(al) + b sin(al) + d = 0, where cosine and sine of them are rational.

A line meets the circle in two points or touches it in one.  In e^(i al) the polynomial is then

    c (e^(i al) - z_1) (e^(i al) - z_2),     |z_k| = 1,

a product of waves of half the angle, Z_k = (1 + cos al_k) sin(al/2) - sin al_k cos(al/2): real, and
simple at their zero, as is no polynomial in cos(al) and sin(al) with rational coefficients."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.expression.graph import Expr

Point = tuple[Rational, Rational]  # cosine and sine


def points_on_circle(p: Polynomial, pair: Sequence[int]) -> list[Point]:
    """Where a polynomial is 0, if it is of first degree in a cosine and a sine alone and the points
    are rational; one if it is 0 twice there.

    p: the polynomial; pair: the numbers of the generators, the cosine first.

    >>> from nonholo.arithmetic.polynomials import polynomial_ring
    >>> c, s = polynomial_ring(["c", "s"]).gens()
    >>> points_on_circle(5 - 3 * c - 4 * s, (0, 1)), points_on_circle(2 * s, (0, 1))
    ([(3/5, 4/5)], [(-1, 0), (1, 0)])
    >>> points_on_circle(2 * c - 1, (0, 1)), points_on_circle(c * s, (0, 1))
    ([], [])
    """
    if p.total_degree() != 1 or any(n for k, n in enumerate(p.degrees()) if k not in pair):
        return []
    gens, whole = p.context().gens(), {tuple(map(int, m)): c for m, c in p.terms()}
    monomials = (tuple(int(i == k) for i in range(len(gens))) for k in (*pair, len(gens)))
    a, b, d = (whole.get(m, Rational(0)) for m in monomials)
    square = a * a + b * b
    under = square - d * d
    root = Rational(*(isqrt(abs(int(n))) for n in (under.p, under.q)))
    if root * root != under:
        return []
    signs = (-1, 1) if root else (0,)
    return [((-a * d + n * b * root) / square, (-b * d - n * a * root) / square) for n in signs]


def half_angle(cosine: Expr, sine: Expr, angle: Expr) -> Expr:
    """Z, or cos(al/2) where that is 0 everywhere.

    cosine, sine: of the zero, numbers; angle: al.

    >>> from nonholo.expression.graph import Graph
    >>> graph = Graph()
    >>> half_angle(graph.one, graph.zero, graph.symbol("al"))
    2*sin(al/2)
    """
    graph, half = angle.graph, angle / 2
    if (cosine + 1).is_zero:
        return graph.cos(half)
    return (cosine + 1) * graph.sin(half) - sine * graph.cos(half)
