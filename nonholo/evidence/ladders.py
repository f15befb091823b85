"""Conditions on mu(t) and their rates along a motion, and their ranks by numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.evidence.along_motion import UNKNOWN, AlongMotion, Modular, Series
from nonholo.evidence.measures import rows_solved
from nonholo.geometry.families.minors import Basis, Sample
from nonholo.verifier.guards import guard_of
from nonholo.verifier.motion import minus
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ONE, ZERO, nonzero
from nonholo.verifier.substitution import solved_in
from nonholo.verifier.vakonomic import BESIDE, Shared
from nonholo.words.sentence import say

DEEPEST = 8  # rates of rates
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


@dataclass(frozen=True, slots=True)
class AtPlaces:
    """Conditions of which values at places are known.  names: the columns."""

    names: list[str]
    split: dict[str, Any]
    ranks: Ranks


class Once(Shared):
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


class Carried(Once):
    """Conditions and their rates, along a motion."""

    def parts(self, split: dict[str, Any]) -> tuple:
        """The rows solved, velocities, the motion, conditions, and D^2 nu'."""
        key = "parts", *map(tuple, solved_in(split))
        if key not in self.lagrangian.known:
            solved = self.split(*solved_in(split))
            velocity = self.velocity(solved)
            momenta, others = self.momenta(solved, velocity), solved.others[:-1]
            rows = [self.bends(solved, j, velocity) for j in others]
            if len(others) == 2 and not any("t" in a for a in solved.slopes.values()):
                rows = [{l: self.bend(solved, l, *others) for l in solved.slopes}]  # times q_i'
            rows = [{**row, BESIDE: minus(self.language.dot(row, momenta))} for row in rows]
            rates = {}
            for l in solved.slopes:
                turned = {r: minus(x) for r, x in self.turns(solved, l, velocity).items()}
                force = self.lagrangian.at(self.forces.forces.get(l, ZERO), velocity)
                force = self.product(solved.D, solved.D, force)
                slope = self.slope(solved, l, velocity, momenta)
                rates[l] = nonzero({**turned, BESIDE: self.language.add(slope, force)})
            rows = [*map(nonzero, rows)]
            self.lagrangian.known[key] = solved, velocity, self.motion(solved), rows, rates
        return self.lagrangian.known[key]

    def moved(self, split: dict[str, Any], along: AlongMotion) -> dict[str, Series]:
        """The rates of coordinates and velocities."""
        _, velocity, motion, *_ = self.parts(split)
        G = [[along.of(p) for p in row] for row in motion.G]
        forces = [along.of(whole(x)) for x in motion.F.values()]
        over = along.inverse(along.determinant(G), "det G")
        rates = {q: along.of(whole(x)) for q, x in velocity.items() if q != "t"}
        for i, I in enumerate(motion.Z):
            matrix = [[*row[:i], f, *row[i + 1 :]] for row, f in zip(G, forces)]
            rates[I + "'"] = along.mul(along.determinant(matrix), over)
        return rates

    def carried(
        self, split: dict[str, Any], along: AlongMotion
    ) -> tuple[list[Vector], dict[str, Vector]]:
        """The conditions, and nu'."""
        solved, _, _, rows, rates = self.parts(split)
        over = along.inverse(along.of(solved.D[0]), "det D")
        over = along.mul(over, over)
        scaled = {
            l: {r: along.mul(over, along.of(whole(x))) for r, x in row.items()}
            for l, row in rates.items()
        }
        rows = [*map(self.modulo, rows)]  # of these equations alone
        return [{l: along.of(whole(x)) for l, x in row.items()} for row in rows], scaled

    def followed_from(self, split: dict[str, Any], values: Any, most: int) -> AlongMotion:
        """The motion from a state.  Raises ZeroDivisionError, OutOfReach."""
        _, velocity, motion, *_ = self.parts(split)
        names = [*(q for q in velocity if q != "t"), *(J + "'" for J in motion.Z)]
        return AlongMotion(values, self.language.kinds, names, partial(self.moved, split), most)

    def proved(self, record: dict) -> tuple[list, dict]:
        if "ranks" not in record:
            return super().proved(record)
        split, ranks = rows_solved(record), record["ranks"]
        solved, _, motion, *_ = self.parts(split)
        self.followed(record, solved)
        guards = [guard_of([{"D": solved.D}], ["D"]), guard_of([{"G": motion.mass}], ["G"])]
        values = AtPlaces([*solved.slopes, BESIDE], split, ranks)
        return [*guards, values], {"agrees": False, "free": None}


class Ladder:
    """Ranks of conditions and of their rates, by numbers for the parameters."""

    def __init__(self, region: Carried, split: dict[str, Any], sample: Sample):
        self.region, self.split, self.sample, self.depth = region, split, sample, 2
        self.met: dict[int, Any] = {}
        self.columns = [*region.parts(split)[0].slopes, BESIDE]

    def at(self, place: Point | None = None) -> Ranks:
        """The ranks at a place, or at random numbers.  Raises OutOfReach."""
        values = Modular(self.region.parameters, self.sample, place, self.met)
        for depth in range(self.depth, DEEPEST):
            try:
                ranks = self._climbed(self.region.followed_from(self.split, values, depth))
            except ZeroDivisionError:  # the rows, or the motion, are singular there
                return Ranks()
            if ranks is not None:
                self.depth = depth
                return ranks
        raise OutOfReach(say("so many conditions on mu(t)"))

    def _climbed(self, along: AlongMotion) -> Ranks | None:
        """None where rates of more are needed."""
        rows, rates = self.region.carried(self.split, along)
        coefficients, whole, given = Basis(self.sample.p), Basis(self.sample.p), len(rows)
        followed: list[int] = []
        chosen: list[int] = []
        numbers = [*range(given)]
        for _ in range(along.most + 1):
            fresh = []
            for n in numbers:
                values = [rows[n][l][0] if l in rows[n] else 0 for l in self.columns]
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
        self, along: AlongMotion, used: tuple[int, ...], chosen: list[int], rows: list[Vector]
    ) -> Ranks:
        p, basis = self.sample.p, Basis(self.sample.p)
        matrix = [[rows[n][l][0] if l in rows[n] else 0 for l in self.columns] for n in chosen]
        pivots = sorted(pivot for row in matrix if (pivot := basis.add(row)) is not None)
        minor = along.determinant([[along.constant(row[j]) for j in pivots] for row in matrix])[0]
        met = (*along.curve.values(), *along.met.values())
        size = sum(bool(x) for series in met for x in series)
        return Ranks(used, tuple(chosen), min(minor, p - minor), size)


def whole(x: tuple) -> dict:
    """What is divided by nothing.  Raises OutOfReach."""
    if x[1] != ONE:
        raise OutOfReach(UNKNOWN)
    return x[0]
