"""Lagrangian systems in straight coordinates, told in others: what `known_measures.py` and
`known_equilibria.py` plant.

In straight coordinates y everything can be read: kinetic energy, potential, forces, rows.  Then the
coordinates change by y = Y(x), one to one, and with them

    L(y, y')  ->  L(Y(x), J x'),      Q  ->  J^T Q,      w = a dy  ->  a J dx,      J = dY/dx

and rows are mixed by factors without zeros; none of this changes whether a density is invariant,
where the system rests, or whether rest is stable."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from known_strata import NAMES, Move, Point, mixed_rows, random_moves
from texts import Form, Function, coefficients, constraint, lift, plus, times, total, variable

import nonholo as nh


@dataclass(frozen=True, slots=True)
class Planted:
    """A system in straight coordinates: L = T - V, one force for each coordinate, rows.

    kinetic: (weight, form in dy) so that T = sum weight form(y')^2 / 2; forces: texts in `names`
    and their velocities; velocity(i) is one of them."""

    names: tuple[str, ...]
    y: tuple[Function, ...]
    moves: tuple[Move, ...]

    @classmethod
    def draw(cls, rng: random.Random, size: int, most: int = 3) -> Planted:
        """Coordinates, moved at random."""
        names = tuple(rng.sample(NAMES, size))
        moves = tuple(random_moves(rng, size))[:most]
        y = [variable(name) for name in names]
        for move in moves:
            y = move.there(y)
        return cls(names, tuple(y), moves)

    def velocity(self, form: Form) -> str:
        """a dy on the velocities, in parentheses."""
        return _on_velocities(form, self.names)

    def case(
        self,
        rng: random.Random,
        kinetic: Sequence[tuple[Function, Form]],
        potential: Function,
        rows: Sequence[Form] = (),
        forces: Sequence[tuple[str, Form]] = (),
        names: Sequence[str] = (),
        damping: str = "0",
        **more,
    ) -> nh.Case:
        """The system in the moved coordinates; forces: (Q, form) stands for Q form; names: with
        coordinates that are not moved; damping: times a velocity, against each form of kinetic."""
        names = names or self.names
        squares = [f"({w.text})*({_on_velocities(form, names)})^2/2" for w, form in kinetic]
        drag = [(f"-({damping})*({_on_velocities(form, names)})", form) for _, form in kinetic]
        told: dict[str, list[str]] = {}
        for Q, form in (*forces, *(drag if damping != "0" else ())):
            for name, c in zip(names, coefficients(form, names)):
                if c != "0" and Q != "0":
                    told.setdefault(name, []).append(f"({c})*({Q})")
        mixed = mixed_rows(rng, list(rows), [variable(n) for n in names]) if rows else []
        return nh.System(
            list(names),
            f"{' + '.join(squares)} - ({potential.text})",
            [constraint(coefficients(row, names), names) for row in mixed],
            forces={name: " + ".join(parts) for name, parts in told.items()},
            **more,
        )

    def moved(self, straight: Sequence) -> Point:
        """The point whose straight coordinates are given, as numbers of mpmath."""
        y = list(straight)
        for move in self.moves[::-1]:
            y = move.back(y)
        return dict(zip(self.names, y))


def _on_velocities(form: Form, names: Sequence[str]) -> str:
    columns = coefficients(form, names)
    return plus(*(times(c, f"{n}'") for c, n in zip(columns, names) if c != "0"))


def polynomial(rng: random.Random, around: Sequence[Function], terms: int = 3) -> Function:
    """A random polynomial without a constant."""
    return total(
        lift(rng.choice((1, -1, 2, "1/2"))) * rng.choice(around) * rng.choice((*around, lift(1)))
        for _ in range(rng.randint(1, terms))
    )
