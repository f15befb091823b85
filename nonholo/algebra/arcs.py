"""Arctangents with rational derivatives: atan(A/(g sqrt(kappa)))/sqrt(kappa) of quadratics that
have no real factors.

A quadratic p = a v^2 + b v + c with 4 a c - b^2 = kappa g^2, kappa constant, is (A^2 + kappa
g^2)/(4 a) for A = 2 a v + b; v is a generator, a sine or a cosine.  So are r^2 = a v^2 + b v + c
for a square root r."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from nonholo.algebra.differential import DifferentialField, Quotient, coefficient
from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial
from nonholo.expression.graph import Expr

Poly = Polynomial


@dataclass(frozen=True, slots=True)
class Arc:
    """atan(A/(g c sqrt(kappa)))/(c sqrt(kappa)), c and kappa constant, with rational derivative:

    (g dA - A dg)/(A^2 + kappa c^2 g^2)
    """

    A: Poly
    g: Poly
    c: Poly
    kappa: Poly

    def rate(self, field: DifferentialField, i: int) -> Quotient:
        """Numerator and denominator of scale * D_i."""
        top = self.g * field.diff(self.A, i) - self.A * field.diff(self.g, i)
        return field.reduce(top), field.reduce(self.A**2 + self.kappa * (self.c * self.g) ** 2)

    def expression(self, field: DifferentialField) -> Expr:
        """With a negative kappa the logarithm of (A - g sqrt(-kappa))/(A + g sqrt(-kappa))
        instead.
        """
        of, graph = field.expression, field.graph
        positive = self.kappa.leading_coefficient() > 0
        root = of(self.c) * graph.sqrt(of(self.kappa if positive else -self.kappa))
        A, g = of(self.A), of(self.g) * root
        if positive:
            return graph.call("atan", A / g) / root
        return graph.log((A - g) / (A + g)) / (2 * root)


def arcs(field: DifferentialField, below: Sequence[tuple[Poly, int]]) -> list[Arc]:
    """Those of quadratic factors of denominators, and those of square roots of quadratic
    polynomials.
    """
    candidates = [
        arc for p, _ in below if not field.is_special(p) for arc in _quadratic_arcs(field, p)
    ]
    for j, degree, relation in field.relations:
        if degree == 2 and j not in field.constants:
            candidates.append(_root_arc(field, j, -coefficient(relation, j, 0)))
    return [arc for arc in candidates if arc is not None]


def _root_arc(field: DifferentialField, j: int, u: Poly) -> Arc | None:
    """For r^2 = u = a v^2 + b v + c, a constant: A = 2 a v + b, g = 2 r, kappa = -a; A^2 + kappa
    g^2 = b^2 - 4 a c.
    """
    for k in field.place:
        a = coefficient(u, k, 2)
        if u.degrees()[k] == 2 and field.is_constant(a):
            root, kappa = _constant_root(-a)
            return Arc(2 * a * field.gens[k] + coefficient(u, k, 1), 2 * field.gens[j], root, kappa)
    return None


def _quadratic_arcs(field: DifferentialField, p: Poly) -> list[Arc | None]:
    """The arc of a quadratic in a generator, or those of a quadratic in a sine or a cosine."""
    moving = [(j, int(d)) for j, d in enumerate(p.degrees()) if j not in field.constants]
    waves = [j for j, d in moving if d == 4 and j in field.taus.values()]
    squares = [(j, [coefficient(p, j, e) for e in (2, 1, 0)]) for j, d in moving if d == 2]
    plain = [_completed(field, a, b, c, field.gens[j], field.one) for j, (a, b, c) in squares]
    of_waves = [
        arc
        for j in waves
        for arc in _wave_arcs(field, field.gens[j], [coefficient(p, j, e) for e in range(5)])
    ]
    return [*[arc for arc in plain if arc is not None][:1], *of_waves]


def _wave_arcs(field: DifferentialField, t: Poly, p: Sequence[Poly]) -> list[Arc | None]:
    """For sum p_i t^i that is (1 + t^2)^2 times a quadratic in the cosine, in the sine, or in
    both.
    """
    candidates, circle = [], 1 + t**2
    if p[1] == 0 == p[3]:
        candidates.append(
            _completed(
                field, p[0] - p[2] + p[4], 2 * (p[0] - p[4]), p[0] + p[2] + p[4], 1 - t**2, circle
            )
        )
    if p[0] == p[4] and p[1] == p[3]:
        candidates.append(_completed(field, (p[2] - 2 * p[0]) / 4, p[1] / 2, p[0], 2 * t, circle))
    return candidates


def _completed(
    field: DifferentialField, a: Poly, b: Poly, c: Poly, top: Poly, bottom: Poly
) -> Arc | None:
    """For a v^2 + b v + c, v = top/bottom: A = 2 a v + b, 4 a c - b^2 = kappa (c g)^2 with c and
    kappa constant.
    """
    split = _moving_square(field, 4 * a * c - b * b)
    if a == 0 or split is None:
        return None
    return Arc(2 * a * top + b * bottom, split[0] * bottom, *_constant_root(split[1]))


def _moving_square(field: DifferentialField, poly: Poly) -> tuple[Poly, Poly] | None:
    """(g, c) with poly = g^2 c and c constant; None if it is no such product."""
    g, cofactor = field.one, poly
    for f, e in [] if poly == 0 else field.factors(poly):
        if not field.is_constant(f):
            g, cofactor = g * f ** (e // 2), cofactor / f ** (2 * (e // 2))
    return (g, cofactor) if poly != 0 and field.is_constant(cofactor) else None


def _constant_root(poly: Poly) -> tuple[Poly, Poly]:
    """(c, kappa) with poly = c^2 kappa, c as large as it is seen."""
    content, factors = poly.factor()
    root = prod((f ** (int(e) // 2) for f, e in factors), start=poly / poly)
    for number, sign in ((abs(content.p), 1), (content.q, -1)):
        for q, e in number.factor():
            root *= Rational(int(q)) ** (sign * (int(e) // 2))
    return root, poly / root**2
