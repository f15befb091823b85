"""Polynomial equations of rest: each factor once, and where all their real solutions lie.

An unknown x that stands alone in one of them, or beside one other unknown in two,

    p(x) = 0,        p(x) = res_y(f(x, y), g(x, y)) != 0

lies between the least and the greatest real root of p; one that is a polynomial in such ones,

    c z = g(x, y, ...)

between - b and b, where b is the sum of the sizes of the terms of g/c at the largest |x|, |y|, ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, prod

from nonholo.algebra.field import Field
from nonholo.arithmetic.numbers import fraction, rational
from nonholo.arithmetic.polynomials import (
    Polynomial,
    factors_of,
    in_one_variable,
    lead_in,
    resultant,
)
from nonholo.arithmetic.roots import rational_roots_enclosed
from nonholo.errors import OutOfReach
from nonholo.expression.node import Expr, ordered
from nonholo.work import BUDGETS, Work

MOST_DEGREE = 60  # of a resultant
LARGEST = (
    2.0**40
)  # of a root: balls hold it, and rounding moves it by far less than the 1 beside it

Span = tuple[Fraction, Fraction]


def without_powers(equation: Expr) -> Expr:
    """A polynomial with the same zeros, each factor once; as it is what is no polynomial, and what
    divides, for there is no value where it divides by 0.

    >>> import nonholo as nh
    >>> x = nh.System("x", "x'**2/2").system.chart.q[0]
    >>> without_powers((x**3 + x + 1)**2)
    x + x**3 + 1
    """
    field, (poly,) = _polynomials([equation])
    divided = any(e < 0 for n in ordered([equation]) if n.kind == "product" for _, e in n.args)
    if poly is None or divided:
        return equation
    factors = factors_of(poly)[1]
    if all(power == 1 for _, power in factors):
        return equation
    return field.expression(prod((f for f, _ in factors), start=poly.context().constant(1)))


def bounds(equations: Sequence[Expr], unknowns: Sequence[Expr]) -> dict[Expr, Span]:
    """Unknown -> (low, high), between which it lies wherever all equations hold.

    >>> import nonholo as nh
    >>> x, y, z = nh.System("x y z", "x'**2/2").system.chart.q
    >>> bounds([x**3 - 3000, y**2 - x, z - y**2 * z**2 + y.graph.sin(x)], [x, y, z])
    {x: (Fraction(13, 1), Fraction(16, 1)), y: (Fraction(-5, 1), Fraction(5, 1))}
    """
    field, told = _polynomials(equations)
    polys = [p for p in told if p is not None]
    places = {q: field.generators.index(q) for q in unknowns if q in field.generators}
    limits: dict[Expr, Span] = {}
    for poly in (*polys, *_eliminated(polys)):
        line = None if poly.is_constant() else in_one_variable(poly)
        if line is None:
            continue
        q = next(q for q, k in places.items() if poly.degrees()[k])
        real = [
            z.real for z, _ in rational_roots_enclosed(list(map(rational, line))) if z.imag == 0
        ]
        ends = [float(x) for x in real] or [0.0]
        if max(map(abs, ends)) < LARGEST:
            limits.setdefault(q, (Fraction(floor(min(ends)) - 1), Fraction(ceil(max(ends)) + 1)))
    for _ in places:
        limits = _followed(polys, places, limits) | limits
    return limits


def _followed(
    polys: Sequence[Polynomial], places: Mapping[Expr, int], limits: Mapping[Expr, Span]
) -> dict[Expr, Span]:
    """Bounds of those that are polynomials in what is bounded."""
    more: dict[Expr, Span] = {}
    for poly in polys:
        free = [q for q, k in places.items() if poly.degrees()[k] and q not in limits]
        if len(free) != 1:
            continue
        lead = lead_in(poly, places[free[0]])
        if not lead.is_constant() or poly.degrees()[places[free[0]]] != 1:
            continue
        largest = {places[q]: max(map(abs, ends)) for q, ends in limits.items()}
        terms = (
            abs(fraction(c)) * prod(largest.get(k, 1) ** int(e) for k, e in enumerate(exponents))
            for exponents, c in poly.terms()
            if not exponents[places[free[0]]]
        )
        far = ceil(sum(terms) / abs(fraction(lead.coefficient(0)))) + 1
        if far < LARGEST:
            more[free[0]] = (Fraction(-far), Fraction(far))
    return more


def _polynomials(equations: Sequence[Expr]) -> tuple[Field, list[Polynomial | None]]:
    """Each as a polynomial in coordinates with rational coefficients, None where it is none."""
    field = Field(equations, Work.of(BUDGETS.factors))
    plain = [g.kind == "symbol" for g in field.generators]
    told: list[Polynomial | None] = []
    for e in equations:
        try:
            normal = field.normal(e)
            below = field.expanded(normal.den)
        except OutOfReach:
            told.append(None)
            continue
        degrees = normal.num.degrees()
        whole = all(ok or not degree for ok, degree in zip(plain, degrees))
        told.append(normal.num if whole and below.is_constant() else None)
    return field, told


def _eliminated(polys: Sequence[Polynomial]) -> Iterator[Polynomial]:
    """Resultants of two that hold two variables together."""
    for f, g in combinations(polys, 2):
        names = f.context().names()
        degrees = list(zip(names, map(int, f.degrees()), map(int, g.degrees())))
        both = [name for name, *each in degrees if all(each)]
        if sum(any(each) for _, *each in degrees) != 2:
            continue
        if int(f.total_degree() * g.total_degree()) > MOST_DEGREE:
            continue
        yield from (resultant(f, g, name) for name in both)
