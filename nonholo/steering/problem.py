"""The question: an admissible path between two configurations in a given time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries


@dataclass(frozen=True, slots=True)
class Problem:
    """Independent rows with numbers for their parameters, and where to go from where.

    start, goal: one constant expression a coordinate; duration: a constant; the path begins at t =
    0. wish: velocities that the case would call dependent; open: numbers of the coordinates that
    may end anywhere, whose goal is where they start; levels: functions that no path can change.
    whole: no row was left out that follows from these; centres: points where rows lose rank."""

    pfaffian: Pfaffian
    start: tuple[Expr, ...]
    goal: tuple[Expr, ...]
    duration: Expr
    wish: tuple[str, ...] = ()
    open: tuple[int, ...] = ()
    levels: tuple[Expr, ...] = ()
    whole: bool = True
    centres: tuple[Mapping[Expr, Expr], ...] = ()

    @property
    def chart(self) -> Chart:
        return self.pfaffian.chart

    @property
    def driftless(self) -> bool:
        """Catastatic and scleronomic: the clock plays no part."""
        return self.pfaffian.space == "q"

    def settled(self, f: Expr) -> bool:
        """A function holds no coordinate that may end anywhere."""
        return not f.has([self.chart.q[j] for j in self.open])

    @property
    def support(self) -> int:
        """The symbols in the coefficients, as a mask."""
        rows = self.pfaffian
        return self.chart.graph.mask(entries(rows))

    def at_start(self) -> dict[Expr, Expr]:
        """Coordinates and time as numbers where the path begins."""
        return {**dict(zip(self.chart.q, self.start)), self.chart.t: self.chart.graph.zero}

    def at_goal(self) -> dict[Expr, Expr]:
        """Coordinates and time as numbers where the path shall end."""
        return {**dict(zip(self.chart.q, self.goal)), self.chart.t: self.duration}
