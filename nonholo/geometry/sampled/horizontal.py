"""A random curve along the constraints, as power series modulo p, and the linear system of its
variations.

    A(x) x' = 0,    (C_l)_j = sum_i x_i' (d_i w_lj - d_j w_li) = (w_lj)' - d_j F_l,
            F_l = sum_i w_li(x) x_i'

The free coefficients of the curve are random.  A variation z of the curve through curves along the
constraints has w_l(z)' = dw_l(x', z) = C_l z."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from nonholo.arithmetic.polynomials import ModularPolynomial
from nonholo.expression.graph import Expr, ordered
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.sampled.sample import Sample, extended
from nonholo.modular.series import Series
from nonholo.modular.slopes import slopes
from nonholo.work import spend

Vector = list[list[int]]  # by variable (0 = t), the coefficients of a series


class Horizontal:
    """The curve of some independent rows (`active`) through the sample's point, modulo s^order.

    forms[l][j]: the coefficients of w_lj, curls[l][j]: the series (C_l)_j modulo s^(order - 1).
    """

    def __init__(self, rows: Pfaffian, sample: Sample, active: Sequence[int]):
        self.sample, self.p, self.active, self.order = sample, sample.p, tuple(active), 0
        self._size = 1 + sum(len(sample.forms[l]) for l in active)
        self.symbols = (rows.chart.t, *rows.chart.q)
        self.entries = {l: extended(rows, l) for l in self.active}
        self.series = Series(sample.point, {s.index: i for i, s in enumerate(self.symbols)})
        self.x = [[sample.point.generator(("symbol", s.args))] for s in self.symbols]
        self.velocity: Vector = [[] for _ in self.symbols]

    def extend(self, order: int) -> None:
        """Follow the curve to an order:  x_(a+1) = x'_a / (a + 1),  A_0 x'_a = -sum_(b > 0) A_b
        x'_(a-b).
        """
        roots = [e for row in self.entries.values() for e in row.values()]
        for a in range(self.order, order):
            spend(self._size * (a + 1))
            self.series.evaluate(roots, self.x, a + 1)
            self.forms = {
                l: {j: self.series.coefficients(e) for j, e in row.items()}
                for l, row in self.entries.items()
            }
            inverse = pow(a + 1, -1, self.p)
            for j, v in enumerate(self._next(self.velocity, {})):
                self.velocity[j].append(v)
                self.x[j].append(v * inverse % self.p)
        self.order = order
        self.curls = self._curls()

    # linear algebra over series ------------------------------------------------------------------
    def _next(self, known: Vector, right: dict[int, int]) -> list[int]:
        """The next coefficient z_a with A_0 z_a = right - sum_(b > 0) A_b z_(a-b), random where
        it is free.
        """
        back = [v[::-1] for v in known]
        total = {
            l: right.get(l, 0) - sum([sum(map(mul, c[1:], back[j])) for j, c in row.items()])
            for l, row in self.forms.items()
        }
        return self.sample.solution({l: v % self.p for l, v in total.items()})

    def solution(self, right: dict[int, list[int]], order: int) -> Vector:
        """A random z with A z = right modulo s^order."""
        z: Vector = [[] for _ in self.symbols]
        spend(self._size * order * (order + 1) // 4)
        for a in range(order):
            for j, v in enumerate(self._next(z, {l: c[a] for l, c in right.items()})):
                z[j].append(v)
        return z

    def turned(self, z: Vector, order: int) -> dict[int, list[int]]:
        """C z modulo s^order, by row."""
        context = self.series.context
        columns = [context(c[:order]) for c in z]
        spend(self._size * order)
        products = {}
        for l, row in self.curls.items():
            total = context([0])
            for j, c in row.items():
                total += c.mul_low(columns[j], order)
            products[l] = [int(v) for v in total.coeffs()] + [0] * (order - total.length())
        return products

    # the curls ------------------------------------------------------------------------------------
    def _curls(self) -> dict[int, dict[int, ModularPolynomial]]:
        self.series.order = self.order - 1
        context, bits = self.series.context, self.symbols[0].graph.mask(self.symbols)
        velocity = [context(v[: self.order - 1]) for v in self.velocity]
        known: dict[int, list] = {}
        return {l: self._curl(row, velocity, bits, known) for l, row in self.entries.items()}

    def _curl(
        self, row: dict[int, Expr], velocity, bits: int, known: dict[int, list]
    ) -> dict[int, ModularPolynomial]:
        """(w_lj)' - d_j F_l, the gradient by one walk back from the entries to the symbols."""
        adjoint: dict[int, ModularPolynomial] = {}
        for j, e in row.items():
            adjoint[e.index] = adjoint[e.index] + velocity[j] if e.index in adjoint else velocity[j]
        for node in reversed(ordered(row.values(), stop=lambda n: not n.support & bits)):
            if node.index not in known:
                known[node.index] = slopes(
                    self.series, node, lambda child: bool(child.support & bits)
                )
            for child, slope in known[node.index]:
                step = slope.mul_low(adjoint[node.index], self.order - 1)
                adjoint[child.index] = (
                    adjoint[child.index] + step if child.index in adjoint else step
                )
        curl = {j: self.series.value[e.index].derivative() for j, e in row.items()}
        for j, s in enumerate(self.symbols):
            if s.index in adjoint:
                curl[j] = curl[j] - adjoint[s.index] if j in curl else -adjoint[s.index]
        return {j: c for j, c in curl.items() if c.length()}
