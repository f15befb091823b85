"""Which velocity is eliminated by what, as data (`elimination` finds it)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.findings.arrows import Arrows, frozen_graph
from nonholo.geometry.constraints.pfaffian import Redundant
from nonholo.shows import ShownAsPicture

if TYPE_CHECKING:
    from networkx import DiGraph


@dataclass(frozen=True, slots=True)
class Step:
    """Constraints that are solved together, for as many velocities.

    constraints: rows of the full set; velocities: columns, matched with the constraints in this
    order; uses: columns of the velocities that stand in their `solution`.
    """

    constraints: tuple[int, ...]
    velocities: tuple[int, ...]
    uses: tuple[int, ...]
    solution: tuple[Expr, ...]

    @property
    def coupled(self) -> bool:
        """A block: none of its constraints determines a velocity alone."""
        return len(self.constraints) > 1


@dataclass(frozen=True, slots=True)
class Dependency(ShownAsPicture):
    """The elimination as data, and its graph (frozen: copy it to change it).

    arrows: what the graph is made of; matching: (row of the full set, dependent column), rows
    ascending; order: the steps; structural_rank: what the places of the nonzero entries alone would
    allow; generic_rank: the number of independent rows; redundant: the others, as combinations.

    >>> import nonholo as nh
    >>> found = nh.graph(nh.constraints("dz = y dx"))
    >>> found.matching, found.generic_rank
    (((0, 0),), 1)
    """

    arrows: Arrows
    matching: tuple[tuple[int, int], ...]
    order: tuple[Step, ...]
    structural_rank: int
    generic_rank: int
    redundant: tuple[Redundant, ...]

    @property
    def graph(self) -> DiGraph:
        """The graph as one of networkx, frozen."""
        return frozen_graph(self.arrows)

    def __repr__(self) -> str:
        return (
            f"<Dependency: {len(self.order)} steps, rank {self.generic_rank}, "
            f"{len(self.arrows.nodes)} nodes>"
        )
