"""Bodies as a tree: what hangs on what, where, and how it turns; contacts as velocities of a body.

A Lagrangian knows its bodies no more, and what is derived from it grows faster than their number
does.  The tree is kept beside it; every length in it is a function of (q, t) alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nonholo.expression.graph import Expr
from nonholo.linear.elimination import Matrix

if TYPE_CHECKING:
    from nonholo.dynamics.space import Step, Vector

Of = Callable[[Expr], Expr]


@dataclass(frozen=True, slots=True)
class Link:
    """One body: parent: the link before it, None for the fixed axes; offset: of its axes along
    those of the parent; steps: its turns; mass, inertia about the mass centre, centre; rotor: the
    last turn is about an axis of symmetry, and inertia and centre are along the axes before it.
    """

    parent: int | None
    offset: Vector
    steps: tuple[Step, ...]
    mass: Expr
    inertia: Matrix
    centre: Vector
    rotor: bool = False

    def mapped(self, of: Of) -> Link:
        """The link with other expressions in the place of its own."""
        return replace(
            self,
            offset=[of(e) for e in self.offset],
            steps=tuple(_step(step, of) for step in self.steps),
            mass=of(self.mass),
            inertia=[[of(e) for e in row] for row in self.inertia],
            centre=[of(e) for e in self.centre],
        )

    @property
    def expressions(self) -> Iterator[Expr]:
        """All that it holds."""
        yield from (*self.offset, self.mass, *self.centre)
        yield from (e for row in self.inertia for e in row)
        for step in self.steps:
            yield from [step[1]] if isinstance(step, tuple) else (e for row in step for e in row)


def _step(step: Step, of: Of) -> Step:
    if isinstance(step, tuple):
        return step[0], of(step[1])
    return [[of(e) for e in row] for row in step]


@dataclass(frozen=True, slots=True)
class Slip:
    """A velocity that a rolling contact makes vanish: side . (v + w x arm) + ground = 0.

    link: of the body; side, arm: along the axes in which its inertia rests; v: of their origin, w:
    of the body, along them; value: the same by q'."""

    link: int
    side: Vector
    arm: Vector
    ground: Expr
    value: Expr

    def mapped(self, of: Of) -> Slip:
        """The contact with other expressions in the place of its own."""
        return Slip(
            self.link,
            [of(e) for e in self.side],
            [of(e) for e in self.arm],
            of(self.ground),
            of(self.value),
        )

    @property
    def expressions(self) -> Iterator[Expr]:
        """All that it holds."""
        yield from (*self.side, *self.arm, self.ground, self.value)


@dataclass(frozen=True, slots=True)
class Tree:
    """Links, each after its parent, with the acceleration of free fall, and their T - V."""

    links: tuple[Link, ...]
    gravity: Vector
    slips: tuple[Slip, ...]
    lagrangian: Expr

    def mapped(self, of: Of) -> Tree:
        """The tree with other expressions in the place of its own."""
        return Tree(
            tuple(link.mapped(of) for link in self.links),
            [of(e) for e in self.gravity],
            tuple(slip.mapped(of) for slip in self.slips),
            of(self.lagrangian),
        )

    @property
    def expressions(self) -> list[Expr]:
        """All that it holds."""
        held = [*self.gravity, self.lagrangian]
        held += [e for link in self.links for e in link.expressions]
        return held + [e for slip in self.slips for e in slip.expressions]
