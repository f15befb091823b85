"""Varied paths: what becomes of a constraint when an admissible path is displaced by virtual
displacements.

    q_i -> q_i + eps dq_i,   A dq = 0,   d/dt(dq) = d(q'):

    change of  q_l' - alpha_lJ r^J'    =  eps sum_j (sum_i B_l,ji q_i' + B_l,j0) dq_j
    change of  row p of A q' + a_0     =  eps sum_l A_pl (the change above)
            l dependent, i, j independent

The first is a velocity by which the varied path fails: for a wheel, the speed of its slip.  So
varied paths stay admissible to first order iff this contraction of the curvature vanishes, and this
is why substitution fails (Holder1896, NeimarkFufaev1972)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.expression.graph import Expr
from nonholo.geometry.curvature.curvature import Curvature
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


@dataclass(frozen=True, slots=True)
class Violation:
    """table[l][j]: the change of q_l' - alpha_lJ r^J' per unit of the independent displacement
    dr^j (k x m).
    """

    curvature: Curvature
    table: tuple[tuple[Expr, ...], ...]

    @property
    def vanishes(self) -> bool:
        """No entry of the table is anything but the number 0 (ask `decide.zero` for a proof)."""
        return all(e.is_zero for row in self.table for e in row)

    def along(self, displacement: Sequence[Expr]) -> list[Expr]:
        """sum_j table[l][j] dr^j for each dependent velocity l; displacement: dr^j, m
        components.
        """
        return [
            dot(self.curvature.distribution.chart.graph, row, displacement) for row in self.table
        ]

    def of_rows(self, displacement: Sequence[Expr]) -> list[Expr]:
        """The change of each row of A q' + a_0: A_D times `along`."""
        d = self.curvature.distribution
        solved = self.along(displacement)
        return [
            dot(d.chart.graph, [row[l] for l in d.dependent], solved) for row in d.pfaffian.matrix
        ]


def violation(curvature: Curvature) -> Violation:
    """The first-order violation of the constraints on varied paths.

    >>> from nonholo.findings.check import check
    >>> from nonholo.readers.of_constraints import case_from_constraints
    >>> verdict = check(case_from_constraints(["dz = y dx"], also=["y"]), dependent=["z"])
    >>> violation(verdict.curvature).table            # of z' = y x', by dx and by dy
    ((ydot, -xdot),)
    """
    d = curvature.distribution
    rows = (tuple(curvature.contract(l, J) for J in range(1, d.m + 1)) for l in range(d.k))
    return Violation(curvature, tuple(rows))


def lifted(d: Distribution, displacement: Sequence[Expr]) -> list[Expr]:
    """All n components of a virtual displacement from its m independent ones.

        dq_l = sum_j alpha_lj dr^j         displacement: dr^j in the order of `d.independent`

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> d = distribution(nh.constraints("dz = y dx").system.pfaffian, ["z"])
    >>> lifted(d, [d.chart.graph.one, d.chart.graph.zero])      # along x; (dz, dx, dy)
    [y, 1, 0]
    """
    return [dot(d.chart.graph, row, displacement) for row in d.kernel()]
