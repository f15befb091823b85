"""Conditions on mu(t) and their rates along a motion, and their ranks by numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.evidence.along_motion import Modular, Series
from nonholo.geometry.families.minors import Basis, Sample
from nonholo.verifier.jets import Jets
from nonholo.verifier.point import Point
from nonholo.verifier.vakonomic import BESIDE
from nonholo.words.sentence import say

DEEPEST = 9  # coefficients of series: rates of rates
Vector = dict[str, Series]


@dataclass(frozen=True, slots=True)
class Ranks:
    """What conditions say at a state.

    followed: numbers of those whose rates are formed; chosen: independent ones, and the one that
    contradicts them, if one does; minor: of these, modulo a prime; size: how many numbers are not
    0 along the motion.
    """

    followed: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    minor: int = 0
    size: int = 0


class Carried(Jets):
    """The conditions of one region, each worked out once: to choose some, and to prove them."""

    def __init__(self, *given: Any):
        self.once_made: dict[
            tuple[str, int], tuple[dict, dict]
        ] = {}  # with the row, which stays alive
        super().__init__(*given)

    def modulo(self, row: dict) -> dict:
        return self.once("modulo", row, super().modulo)

    def rate(self, row: dict, field: dict, rates: dict, late: bool = False) -> dict:
        made = partial(super().rate, field=field, rates=rates, late=late)
        return self.once("late" if late else "rate", row, made)

    def once(self, name: str, row: dict, made: Callable[[dict], dict]) -> dict:
        """What is made of a row."""
        if (name, id(row)) not in self.once_made:
            self.once_made[name, id(row)] = row, made(row)
        return self.once_made[name, id(row)][1]


class Ladder:
    """Ranks of conditions and of their rates, by numbers for the parameters."""

    def __init__(self, region: Carried, split: dict[str, Any], sample: Sample):
        self.region, self.split, self.sample, self.order = region, split, sample, 3
        self.met: dict[int, Any] = {}
        self.columns = [*region.parts(split)[0].slopes, BESIDE]

    def at(self, place: Point | None = None) -> Ranks:
        """The ranks at random numbers; or at a place, none where that takes more rates.  At most
        places soon nothing new comes.  Raises OutOfReach."""
        for order in range(self.order, DEEPEST) if place is None else (1, 2, self.order):
            along = Modular(self.region.parameters, self.sample, place, self.met)
            ranks = self._climbed(along, order)
            if ranks is not None:
                self.order = order if place is None else self.order
                return ranks
        if place is not None:
            return Ranks()
        raise OutOfReach(say("so many conditions on mu(t)"))

    def _climbed(self, along: Modular, order: int) -> Ranks | None:
        """None where rates of more are needed."""
        rows, rates = self.region.follow(self.split, along, order)
        coefficients, whole, given = Basis(self.sample.p), Basis(self.sample.p), len(rows)
        followed: list[int] = []
        chosen: list[int] = []
        numbers = [*range(given)]
        for _ in range(order):
            fresh = []
            for n in numbers:
                values = [_first(rows[n], l) for l in self.columns]
                new = whole.add(values) is not None
                if coefficients.add(values[:-1]) is not None:
                    fresh.append(n)
                elif new:
                    chosen += [*fresh, n]
                    used = tuple(followed[: max(0, n + 1 - given)])
                    return self._contradiction(along, used, chosen, rows)
            chosen += fresh
            if not fresh:
                return Ranks(tuple(followed), tuple(chosen))
            numbers = [*range(len(rows), len(rows) + len(fresh))]
            rows += [along.rate(rows[n], rates) for n in fresh]
            followed += fresh
        return None

    def _contradiction(
        self, along: Modular, used: tuple[int, ...], chosen: list[int], rows: list[Vector]
    ) -> Ranks:
        p, basis = self.sample.p, Basis(self.sample.p)
        matrix = [[_first(rows[n], l) for l in self.columns] for n in chosen]
        pivots = sorted(pivot for row in matrix if (pivot := basis.add(row)) is not None)
        numbers = [[{(): Fraction(row[j])} if row[j] else {} for j in pivots] for row in matrix]
        minor = int(self.region.parameters.determinant(numbers).get((), 0)) % p
        met = (*along.curve.values(), *along.met.values())
        size = sum(bool(x) for series in met for x in series)
        return Ranks(used, tuple(chosen), min(minor, p - minor), size)


def _first(row: Vector, l: str) -> int:
    """The value at the place."""
    return row[l][0] if row.get(l) else 0
