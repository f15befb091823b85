"""Curvature of the distribution: one object with three readings.

    B_l,JI = X_I(alpha_lJ) - X_J(alpha_lI)        l dependent;  I, J = 0..m, 0 = time

All B = 0 <=> the set is jointly integrable; p_l B_l,JI r^I' is Voronec's curvature force on r^J;
and sum_J (sum_I B_l,JI r^I') delta r^J is the change of constraint l on a varied path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonholo.expression.graph import MINUS, UNIT, Expr
from nonholo.geometry.distribution.distribution import Distribution


@dataclass(frozen=True, slots=True)
class Curvature:
    """B[l][J][I] for l = 0..k-1 (dependent velocities in order), J, I = 0..m (0 = time)."""

    distribution: Distribution
    B: tuple[tuple[tuple[Expr, ...], ...], ...]

    def entries(self) -> Iterator[tuple[int, int, int, Expr]]:
        """The independent components (l, J, I, B_l,JI), J > I with time last, zeros included."""
        m = self.distribution.m
        for l, table in enumerate(self.B):
            for J in range(1, m + 1):
                for I in (*range(J + 1, m + 1), 0):
                    yield l, J, I, table[J][I]

    def contract(self, l: int, J: int) -> Expr:
        """sum_I B_l,JI r^I' with r^0' = 1: the change of constraint l per delta r^J."""
        d = self.distribution
        return d.chart.graph.add(*(b * rate for b, rate in zip(self.B[l][J], d.rates)))


def curvature(d: Distribution) -> Curvature:
    """The curvature of a distribution.

        B_l,JI = X_I(alpha_lJ) - X_J(alpha_lI)        l dependent;  I, J = 0..m, 0 = time

    B[l][J][I] is antisymmetric in J, I; it vanishes iff the set is jointly integrable (theorem of
    Frobenius1877).  The order of the lower indices differs from that of Bloch2003: see notation.md.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> d = distribution(nh.constraints("dz = y dx").system.pfaffian, ["z"])
    >>> [entry for entry in curvature(d).entries() if not entry[-1].is_zero]    # (l, J, I, B_l,JI)
    [(0, 1, 2, 1)]
    """
    graph, size = d.chart.graph, d.m + 1
    tables = []
    for row in d.alpha:
        table = [[graph.zero] * size for _ in range(size)]
        for J in range(size):
            for I in range(J):
                b = graph.gathered(((d.X(I, row[J]), UNIT), (d.X(J, row[I]), MINUS)))
                table[J][I], table[I][J] = b, -b
        tables.append(tuple(map(tuple, table)))
    return Curvature(d, tuple(tables))
