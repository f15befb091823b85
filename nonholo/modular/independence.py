"""Functions proved independent by numbers modulo a prime.

Each test infers from a relation between functions what must then hold at every point modulo the
prime; where it does not hold at random points there is no such relation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from nonholo.arithmetic.matrices import rank, rank_modulo
from nonholo.arithmetic.modular import PrimeField
from nonholo.arithmetic.polynomials import ModularPolynomial, univariate_ring
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.modular.values import Point, Unlucky
from nonholo.words.sentence import say

SPARE = 24  # points more than unknowns
MAX_DEGREE = 400  # of what stands under a logarithm, along a line


def _points(roots: Sequence[Expr], modulus: PrimeField, count: int) -> list[list[int]]:
    """The values at up to `count` random points."""
    rows = []
    for _ in range(count):
        point = Point(modulus)
        try:
            point.evaluate(roots, {})
        except Unlucky:
            continue
        rows.append([point.value[e.index] for e in roots])
    return rows


def free_of_squares(under: Sequence[Expr], modulus: PrimeField) -> bool:
    """No product of some of the f_i is a constant times a square: its quadratic character would
    be constant.
    """
    half, p = (modulus.p - 1) // 2, modulus.p
    values = [v for v in _points(under, modulus, len(under) + SPARE) if 0 not in v]
    bits = [sum((pow(v, half, p) != 1) << i for i, v in enumerate(row)) for row in values]
    return bool(bits) and _rank([b ^ bits[0] for b in bits[1:]]) == len(under)


def _rank(vectors: Iterable[int]) -> int:
    """The rank of bit vectors over the field of two elements."""
    basis: list[int] = []
    for v in vectors:
        for b in basis:
            v = min(v, v ^ b)
        if v:
            basis.append(v)
    return len(basis)


def linearly_free(functions: Sequence[Expr], modulus: PrimeField) -> bool:
    """No sum of rational multiples is constant: the values, beside 1, have full rank at random
    points.
    """
    rows = [[1, *v] for v in _points(functions, modulus, len(functions) + 2)]
    return bool(rows) and rank_modulo(rows, modulus.p) == len(functions) + 1


def multiplicatively_free(quotients: Sequence[tuple[Expr, Expr]], modulus: PrimeField) -> bool:
    """No product of powers of the a_i/b_i is constant in the symbols: their irreducible factors
    along a random line.
    """
    line = _Line(modulus)
    try:
        line.evaluate([e for pair in quotients for e in pair])
        rows = [_exponents(line, *pair) for pair in quotients]
    except (Unlucky, OutOfReach):
        return False
    factors = sorted({f for row in rows for f in row})
    return bool(factors) and rank([[row.get(f, 0) for f in factors] for row in rows]) == len(rows)


def _exponents(line: _Line, over: Expr, under: Expr) -> dict[tuple[int, ...], int]:
    """Irreducible factor (its coefficients) -> exponent."""
    (a, b), (c, d) = line.of(over), line.of(under)
    exponents: dict[tuple[int, ...], int] = {}
    for poly, sign in ((a, 1), (d, 1), (b, -1), (c, -1)):
        for factor, e in poly.factor()[1] if poly.degree() > 0 else ():
            key = tuple(map(int, factor.coeffs()))
            exponents[key] = exponents.get(key, 0) + sign * int(e)
    return exponents


class _Line:
    """Expressions along a line x_j = a_j + b_j s in the symbols, functions held: quotients of
    polynomials in s.
    """

    def __init__(self, modulus: PrimeField):
        self.modulus, self.point = modulus, Point(modulus)
        self.context = univariate_ring(modulus.p)
        self.value: dict[int, tuple[ModularPolynomial, ModularPolynomial]] = {}

    def evaluate(self, roots: Sequence[Expr]) -> None:
        self.point.evaluate(roots, {})
        for node in ordered(roots, stop=lambda n: n.kind == "function"):
            self.value[node.index] = self._node(node)

    def of(self, node: Expr) -> tuple[ModularPolynomial, ModularPolynomial]:
        return (
            self.value[node.index]
            if node.kind != "function"
            else self._constant(self.point.value[node.index])
        )

    def _constant(self, number: int) -> tuple[ModularPolynomial, ModularPolynomial]:
        return self.context([number]), self.context([1])

    def _node(self, node: Expr) -> tuple[ModularPolynomial, ModularPolynomial]:
        if node.kind == "symbol":
            return self.context(
                [self.point.value[node.index], self.modulus.random()]
            ), self.context([1])
        if node.kind == "sum":
            over, under = self._constant(self.point.number(node.args[0]))
            for term, c in node.args[1]:
                a, b = self.of(term)
                over, under = self._limited(over * b + a * under * self.point.number(c), under * b)
            return over, under
        if node.kind != "product":
            return self._constant(self.point.value[node.index])
        over, under = self._constant(1)
        for base, e in node.args:
            a, b = self._power(base, e)
            over, under = self._limited(over * a, under * b)
        return over, under

    def _power(self, base: Expr, e) -> tuple[ModularPolynomial, ModularPolynomial]:
        if isinstance(e, Fraction):
            if not base.is_number:
                raise OutOfReach(say("a root of an expression is not held along a line"))
            return self._constant(self.point.raised(base, e))
        a, b = self.of(base) if e > 0 else self.of(base)[::-1]
        if max(a.degree(), b.degree()) * abs(e) > MAX_DEGREE:
            raise OutOfReach(say("a large degree"))
        return a ** abs(e), b ** abs(e)

    def _limited(
        self, a: ModularPolynomial, b: ModularPolynomial
    ) -> tuple[ModularPolynomial, ModularPolynomial]:
        """The quotient in lowest terms."""
        if not b:
            raise Unlucky
        if max(a.degree(), b.degree()) > MAX_DEGREE:
            raise OutOfReach(say("a large degree"))
        common = a.gcd(b)
        return a // common, b // common
