"""One derivation of the equations of motion, and how it compares with the reference."""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.decide.zero import Decision
from nonholo.dynamics.equations import Equations, Motion
from nonholo.expression.graph import Expr
from nonholo.formulations.capabilities import BY_NAME, Capability
from nonholo.shows import ShownAsFormulas


@dataclass(frozen=True, slots=True)
class Entry(ShownAsFormulas):
    """One derivation: its equations, its motion, and how it compares with the reference.

    difference: acceleration minus that of the reference, for all n coordinates;
    failure: why there is no motion, if there is none; inputs: the names of those of the system.
    """

    equations: Equations
    motion: Motion | None
    difference: tuple[Expr, ...]
    decision: Decision
    failure: str = ""
    inputs: tuple[str, ...] = ()

    def __repr__(self) -> str:
        told = {True: "agrees", False: "differs", None: "undecided"}[self.agrees]
        return f"<Entry {self.equations.name!r}: {told}>"

    @property
    def agrees(self) -> bool | None:
        """The motion is that of the reference; None if that was not decided."""
        return self.decision.answer

    @property
    def capability(self) -> Capability | None:
        """What the derivation can treat, with its title; None for rivals."""
        return BY_NAME.get(self.equations.name)

    @property
    def title(self) -> str:
        """How people call the derivation."""
        return self.capability.title if self.capability else self.equations.name
