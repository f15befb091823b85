"""Polynomials in s whose coefficients are affine in some unknown numbers: c_0 + sum_i c_i u_i.

A ring is chosen by its numbers: floats to look for a path quickly, constant expressions for the
path itself. Whether a set of constraints is linear in the unknowns is found by computing: a product
of two unknowns raises NotApplicable, and so does whatever is no polynomial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nonholo.arithmetic.numbers import Rational
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr, Graph, ordered
from nonholo.expression.once import once
from nonholo.numerics.tape import approximate
from nonholo.words.sentence import say

MAX_DEGREE = 60


@dataclass(frozen=True, slots=True)
class Ring:
    """The numbers of a series: floats, or constant expressions of a graph, or the rational numbers
    that floats are, in which nothing is lost where large coefficients cancel.
    """

    graph: Graph | None = None
    rational_numbers: bool = False

    @property
    def exact(self) -> bool:
        return self.graph is not None

    def number(self, node: Expr) -> Any:
        """A constant expression as a number of the ring."""
        if self.exact:
            return node
        return self.of_float(once(node.graph, ("float", node), lambda: approximate(node)))

    def of_float(self, value: float) -> Any:
        """A float as a number of the ring."""
        return Rational(*float(value).as_integer_ratio()) if self.rational_numbers else value

    def rational(self, value) -> Any:
        """A rational number of the graph's kind (Rational) as a number of the ring."""
        if self.rational_numbers:
            return value
        return int(value.p) / int(value.q) if self.graph is None else self.graph.number(value)

    def zeros(self, shape) -> np.ndarray:
        if self.graph is None and not self.rational_numbers:
            return np.zeros(shape)
        array = np.empty(shape, dtype=object)
        array.fill(Rational(0) if self.graph is None else self.graph.zero)
        return array

    def is_zero(self, value) -> bool:
        if self.rational_numbers:
            return value == 0
        return value.is_zero if self.exact else abs(value) < 1e-13


@dataclass(frozen=True, slots=True)
class Series:
    """coefficients[d, 0] + sum_i coefficients[d, i] u_i is the coefficient of s^d."""

    ring: Ring
    coefficients: np.ndarray

    @property
    def degree(self) -> int:
        return len(self.coefficients) - 1

    @property
    def width(self) -> int:
        """The number of unknowns that take part."""
        return self.coefficients.shape[1] - 1

    @property
    def known(self) -> bool:
        return self.width == 0

    def __add__(self, other: Series) -> Series:
        shape = np.maximum(self.coefficients.shape, other.coefficients.shape)
        total = self.ring.zeros(tuple(shape))
        for summand in (self.coefficients, other.coefficients):
            block = tuple(map(slice, summand.shape))
            total[block] = total[block] + summand
        return trimmed(self.ring, total)

    def __mul__(self, other: Series) -> Series:
        if not (self.known or other.known):
            raise NotApplicable(say("two unknown inputs are multiplied with each other"))
        left, right = (self, other) if self.known else (other, self)
        if left.degree + right.degree > MAX_DEGREE:
            raise NotApplicable(
                say("polynomials of a degree above {max_degree}", max_degree=MAX_DEGREE)
            )
        total = self.ring.zeros((left.degree + right.degree + 1, right.width + 1))
        for d, c in enumerate(left.coefficients[:, 0]):
            if not self.ring.is_zero(c):
                total[d : d + right.degree + 1] = (
                    total[d : d + right.degree + 1] + right.coefficients * c
                )
        return trimmed(self.ring, total)

    def scaled(self, factor) -> Series:
        return Series(self.ring, self.coefficients * factor)

    def rate(self) -> Series:
        """d/ds."""
        derivative = self.ring.zeros((max(self.degree, 1), self.width + 1))
        for d in range(1, self.degree + 1):
            derivative[d - 1] = self.coefficients[d] * d
        return Series(self.ring, derivative)

    def integral(self) -> Series:
        """The integral from 0 to s."""
        primitive = self.ring.zeros((self.degree + 2, self.width + 1))
        for d, row in enumerate(self.coefficients):
            primitive[d + 1] = row / (d + 1)
        return Series(self.ring, primitive)

    def end(self) -> np.ndarray:
        """The value at s = 1 as (constant, coefficients of the unknowns)."""
        return self.coefficients.sum(axis=0)

    def put(self, values: Sequence) -> Series:
        """The series with numbers for its unknowns."""
        if self.known:
            return self
        column = self.coefficients[:, 0]
        for i, value in enumerate(values[: self.width], start=1):
            column = column + self.coefficients[:, i] * value
        return trimmed(self.ring, column[:, None])

    def at(self, s: np.ndarray) -> np.ndarray:
        """The values of a known series at some floats s."""
        return np.polynomial.polynomial.polyval(s, self.coefficients[:, 0].astype(float))


def trimmed(ring: Ring, coefficients: np.ndarray) -> Series:
    """Without vanishing leading rows and unknowns that do not occur."""
    rows, columns = coefficients.shape
    while rows > 1 and all(ring.is_zero(c) for c in coefficients[rows - 1]):
        rows -= 1
    while columns > 1 and all(ring.is_zero(c) for c in coefficients[:rows, columns - 1]):
        columns -= 1
    return Series(ring, coefficients[:rows, :columns])


def number(ring: Ring, value) -> Series:
    """A constant series."""
    array = ring.zeros((1, 1))
    array[0, 0] = value
    return Series(ring, array)


def series(ring: Ring, coefficients: Sequence) -> Series:
    """The known series with these coefficients of 1, s, s^2, ..."""
    array = ring.zeros((len(coefficients), 1))
    array[:, 0] = coefficients
    return trimmed(ring, array)


def evaluate(ring: Ring, root: Expr, values: Mapping[Expr, Series]) -> Series:
    """A polynomial expression with series for its symbols.

    Raises NotApplicable for what is no polynomial in them.
    """
    memo = {symbol.index: value for symbol, value in values.items()}
    for node in ordered([root], stop=lambda n: n.index in memo or n.is_constant):
        memo[node.index] = _node(ring, node, memo)
    return number(ring, ring.number(root)) if root.is_constant else memo[root.index]


def _node(ring: Ring, node: Expr, memo) -> Series:
    def of(child: Expr) -> Series:
        return number(ring, ring.number(child)) if child.is_constant else memo[child.index]

    if node.kind == "sum":
        constant_part, terms = node.args
        total = number(ring, ring.rational(constant_part))
        for term, c in terms:
            total = total + of(term).scaled(ring.rational(c))
        return total
    if node.kind == "product":
        total = number(ring, ring.rational(Rational(1)))
        for base, e in node.args:
            if not isinstance(e, int) or e < 0:
                raise NotApplicable(say("{node} is no polynomial in the coordinates", node=node))
            for _ in range(e):
                total = total * of(base)
        return total
    raise NotApplicable(say("{node} is no polynomial in the coordinates", node=node))
