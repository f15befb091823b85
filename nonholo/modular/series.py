"""Values of expressions along a curve through a point: power series modulo p, cut off at an order.

A sine, cosine or exponential solves z' = (i) x' z, every other function f' = sum_j (d_j f) x_j';
the constant terms are the values at the point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import ModularPolynomial, univariate_ring
from nonholo.expression.graph import UNIT, Expr, ordered
from nonholo.expression.unspecified import Unspecified
from nonholo.modular.slopes import slopes
from nonholo.modular.values import Point, Unlucky


class Series:
    """Expressions along x_j(s) = sum_a curve[j][a] s^a modulo s^order; the ring of their values
    (see `slopes`).
    """

    def __init__(self, point: Point, variables: Mapping[int, int]):
        self.point, self.variables, self.p = point, variables, point.p
        self.context = univariate_ring(point.p)
        self.order = 0
        self.value: dict[int, ModularPolynomial] = {}
        self.waves: dict[tuple[str, int], list[int]] = {}

    def evaluate(self, roots: Iterable[Expr], curve: Sequence[Sequence[int]], order: int) -> None:
        """The series of the roots and all below, modulo s^order."""
        self.order, self.value = order, {}
        self._circles: dict[int, tuple] = {}
        self.curve = curve
        for node in ordered(roots):
            self.value[node.index] = _RULES[node.kind](self, node)

    def coefficients(self, node: Expr) -> list[int]:
        """The coefficients of 1, s, ..., s^(order - 1)."""
        coefficients = [int(c) for c in self.value[node.index].coeffs()]
        return coefficients + [0] * (self.order - len(coefficients))

    def polynomial(self, coefficients: Sequence[int]) -> ModularPolynomial:
        return self.context(list(coefficients[: self.order]))

    # the ring -----------------------------------------------------------------------------------
    def number(self, q: Rational) -> ModularPolynomial:
        return self.context([self.point.number(q)])

    def times(self, a: ModularPolynomial, b: ModularPolynomial) -> ModularPolynomial:
        return a.mul_low(b, self.order)

    def power(self, base: ModularPolynomial, e: int | Fraction) -> ModularPolynomial:
        """base^e for a whole or half e.

        Raises Unlucky where it begins with 0.
        """
        if not isinstance(e, int):
            first = int(base[0])
            if first == 0:
                raise Unlucky
            unit = (base * pow(first, -1, self.p)).sqrt_trunc(self.order) * self.point.root(first)
            return self.times(self.power(base, e.numerator // 2), unit)
        if e < 0:
            if int(base[0]) == 0:
                raise Unlucky
            base, e = base.inverse_series_trunc(self.order), -e
        return base.pow_trunc(e, self.order)

    def raised(self, base: Expr, e: int | Fraction) -> ModularPolynomial:
        if base.is_number:
            return self.context([self.point.raised(base, e)])
        return self.power(self.value[base.index], e)

    def circle(self, x: Expr) -> tuple[ModularPolynomial, ModularPolynomial]:
        """(sin x, cos x)."""
        if x.index not in self._circles:
            z = self.wave("circle", x)
            inverse, half = z.inverse_series_trunc(self.order), (self.p + 1) // 2
            over = half * pow(self.point.modulus.i, -1, self.p) % self.p
            self._circles[x.index] = (z - inverse) * over, (z + inverse) * half
        return self._circles[x.index]

    def sign(self, x: Expr) -> ModularPolynomial:
        return self.context([self.point.sign(x)])

    def unspecified(self, name: Unspecified, args: tuple[Expr, ...]) -> ModularPolynomial:
        """sum over the orders n of f^(n) prod_j u_j^(n_j)/n_j!, u the arguments less their first
        terms; the derivatives at the point are free elements.
        """
        steps = [self.value[a.index] - int(self.value[a.index][0]) for a in args]
        return self._along(name, args, steps, self.order)

    def _along(
        self,
        name: Unspecified,
        args: tuple[Expr, ...],
        steps: Sequence[ModularPolynomial],
        order: int,
        position: int = 0,
    ) -> ModularPolynomial:
        """The part of that sum in the arguments from one position on, modulo s^order."""
        if position == len(args):
            return self.context([self.point.unspecified(name, args)])
        total, power, names = self.context([0]), self.context([1]), name
        for n in range(order):
            if n:
                power = power.mul_low(steps[position], self.order) * pow(n, -1, self.p)
                names = names.by(position)
            if not power:
                break
            inner = self._along(names, args, steps, order - n, position + 1)
            total += self.times(power, inner)
        return total

    # functions ----------------------------------------------------------------------------------
    def wave(self, kind: str, x: Expr) -> ModularPolynomial:
        """z with z' = c x' z, c = i for "circle", 1 for "exp":  a z_a = c sum_b b x_b z_(a-b)."""
        known, p = self.waves.setdefault((kind, x.index), [self.point.wave(kind, x)]), self.p
        if len(known) < self.order:
            c = self.point.modulus.i if kind == "circle" else 1
            slope = [c * a * v % p for a, v in enumerate(self.coefficients(x))]
            for a in range(len(known), self.order):
                total = sum(slope[b] * known[a - b] for b in range(1, a + 1))
                known.append(total * pow(a, -1, p) % p)
        return self.polynomial(known)

    def integrated(self, node: Expr) -> ModularPolynomial:
        """f_0 + integral of sum_j (d_j f) x_j'."""
        total = self.context([0])
        for child, slope in slopes(self, node, lambda child: True):
            total += self.times(slope, self.value[child.index].derivative())
        return (total.integral() + self.context([self.point.value[node.index]])).truncate(
            self.order
        )


def _symbol(at: Series, node: Expr) -> ModularPolynomial:
    place = at.variables.get(node.index)
    return (
        at.context([at.point.value[node.index]])
        if place is None
        else at.polynomial(at.curve[place])
    )


def _sum(at: Series, node: Expr) -> ModularPolynomial:
    constant, terms = node.args
    total = at.number(constant)
    for term, c in terms:
        value = at.value[term.index]
        total += value if c == UNIT else value * at.point.number(c)
    return total


def _product(at: Series, node: Expr) -> ModularPolynomial:
    total: Any = None  # a product has factors
    for base, e in node.args:
        value = at.value[base.index] if e == 1 else at.raised(base, e)
        total = value if total is None else at.times(total, value)
    return total


def _function(at: Series, node: Expr) -> ModularPolynomial:
    name, args = node.args
    if isinstance(name, Unspecified):
        return at.unspecified(name, args)
    if name in ("sin", "cos"):
        return at.circle(args[0])[name == "cos"]
    if name == "exp":
        return at.wave("exp", args[0])
    if name == "abs":
        return at.times(at.sign(args[0]), at.value[args[0].index])
    return at.integrated(node)


_RULES: dict[str, Callable] = {
    "number": lambda at, node: at.number(node.args),
    "symbol": _symbol,
    "pi": lambda at, node: at.context([at.point.value[node.index]]),
    "sum": _sum,
    "product": _product,
    "function": _function,
}
