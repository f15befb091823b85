"""A mechanical system: constraints from the geometry, a Lagrangian and applied forces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nonholo.exact.graph import Expr
from nonholo.geometry.chart import Chart
from nonholo.geometry.pfaffian import Pfaffian


@dataclass(frozen=True, slots=True)
class System:
    """Chart, constraints, Lagrangian L(q, q', t) and generalised applied forces Q_i not in L.

    lagrangian: None if only the geometry is asked; values: default numbers of parameters (exact);
    positive: parameters declared positive; inequalities: as written, classified and not solved.
    """

    chart: Chart
    pfaffian: Pfaffian
    lagrangian: Expr | None = None
    forces: tuple[Expr, ...] = ()
    values: Mapping[Expr, Expr] = field(default_factory=dict)
    positive: frozenset[Expr] = frozenset()
    inequalities: tuple[str, ...] = ()

    @property
    def holonomic(self) -> tuple[Expr, ...]:
        """The functions f of the holonomic constraints f(q, t) = 0."""
        return tuple(f for f in self.pfaffian.functions if f is not None)
