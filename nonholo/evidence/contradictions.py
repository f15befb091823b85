"""Conditions on mu(t) that contradict each other, shown by values along the motion from a place.

Rates of rates of conditions are long, but not at a place where angles are right and few velocities
are not 0.  There a minor of more conditions than there are nu is a polynomial in the parameters,
and where it is not 0, no nu obeys them on almost any motion.  Exact, but the verifier has no rule
for it: cells that rest on it are told without a certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice, product
from typing import Any

from nonholo.arithmetic.polynomials import Polynomial
from nonholo.errors import OutOfReach
from nonholo.evidence.along_motion import UNKNOWN, Lettered
from nonholo.evidence.ladders import AtPlaces, Carried, Ladder, Ranks
from nonholo.evidence.measures import rows_solved
from nonholo.evidence.place import Places
from nonholo.evidence.vakonomic import Coincidences
from nonholo.geometry.families.minors import Sample, sample_of
from nonholo.geometry.families.ring import Solved
from nonholo.verifier.outcome import LIMIT, Stop
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ONE
from nonholo.words.sentence import say

TRIED, LOOKED_AT, SHOWN = 60, 6, 3  # places: by numbers, with letters, with values that are used
LONGEST = 300  # terms of a value
AT_PLACE = (150_000, 4), (700_000, 1)  # of the verifier's units, for how many places
SQUARE = ((1, 0), (0, 1), (Fraction(4, 5), Fraction(3, 5)))  # cosines and sines
NO_PLACE = say("no place shows the dimensions")


class Contradictions(Coincidences):
    """Are motions vakonomic too, also where that takes rates of rates."""

    _numbers: Sequence[int] = ()  # of the places that are looked at
    _contradicting: Carried | None = None  # where conditions are known to do so

    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return self._by_places, self._by_rates

    def _by_places(self, solved: Solved) -> Iterator[dict[str, Any]]:
        return self.each_split(solved, self._contradicted)

    def _by_rates(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """Not where numbers say that there are contradictions, which would be longer so."""
        if self._contradicting is self.region_of(solved):
            raise OutOfReach(NO_PLACE)
        return super()._by_rates(solved)

    def _contradicted(self, region: Carried, split: dict[str, Any]) -> dict[str, Any]:
        """Independent conditions, and one that contradicts them, more than there are nu."""
        split, sample = rows_solved(split), sample_of(region)
        ladder = Ladder(region, split, sample)
        count = len(ladder.columns)
        if len(ladder.at().chosen) < count:
            raise OutOfReach(say("fewer conditions than nu"))
        self._contradicting = region
        met: dict[tuple, list[tuple[int, int, Ranks]]] = {}
        minors: set[int] = set()
        for number in islice(self._standing(ladder), TRIED):
            here = ladder.at(self.points[number])
            if len(here.chosen) < count or here.minor in minors:
                continue
            minors.add(here.minor)
            met.setdefault(here.chosen, []).append((here.size, number, here))
            if len(minors) == LOOKED_AT:
                break
        if not met:
            raise OutOfReach(NO_PLACE)
        best = min(sorted(some, key=lambda one: one[:2]) for some in met.values())
        self._numbers = [number for _, number, _ in best]
        return {**split, "motion": True, "agrees": False, "ranks": best[0][2]}

    def _standing(self, ladder: Ladder) -> Iterator[int]:
        """Places: where angles are right and few velocities are not 0 come first."""
        solved, velocity, motion, rows, rates = ladder.region.parts(ladder.split)
        vectors = (*rows, velocity, motion.F, *rates.values())
        quotients = [x for vector in vectors for x in vector.values()]
        quotients += [solved.D, *((x, ONE) for row in motion.G for x in row)]
        first = next(Places(self.reader, quotients, []).records(), None)
        if first is None or first.get("functions") or first["exponents"]:
            raise OutOfReach(UNKNOWN)
        bare = {self.language.kinds[g][1] for x in quotients for m in x[0] for g, _ in m}
        moving = [q for q in first["symbols"] if q.endswith("'")]
        still = [q for q in first["symbols"] if q in bare and not self.by_parameters(q)]
        names = [*first["angles"], *(q for q in still if q not in moving)]

        def place(at: Sequence[int], speeds: Sequence[int]) -> int:
            choices = dict(zip(names, at))
            angles = {q: list(map(str, SQUARE[choices[q]])) for q in first["angles"]}
            symbols = {q: choices.get(q, 0) for q in first["symbols"]} | dict(zip(moving, speeds))
            told = {q: str(x) for q, x in symbols.items()}
            number = self.place({**first, "symbols": told, "angles": angles})
            self.points.setdefault(number, self.parameters.place(self.places[number]))
            return number

        def minor(at: Sequence[int]) -> int:
            return ladder.at(self.points[place(at, [1] * len(moving))]).minor

        ends = range(len(names))
        last = minor([2] * len(names))
        alike = {k for k in ends if last == minor([2 * (k != j) for j in ends])}
        speeds = [s for s in product((0, 1), repeat=len(moving)) if any(s)]
        some = islice(product(*[(0,) if k in alike else (0, 1, 2) for k in ends]), 10 * TRIED)
        both = sorted(product(some, speeds), key=lambda one: (one[0].count(2), sum(one[1])))
        for at, speed in both:
            yield place(at, speed)

    def _chosen(
        self, region: Carried, guard: Any, sample: Sample
    ) -> list[tuple[dict, Polynomial, Polynomial]]:
        """Values at places: one that is never 0 but where a letter is, else a few short ones."""
        if not isinstance(guard, AtPlaces):
            return super()._chosen(region, guard, sample)
        for units, count in AT_PLACE:
            values: list[tuple[dict, Polynomial, Polynomial]] = []
            for number in self._numbers[:count]:
                value = self._within(units, region, guard, number, sample)
                if not value or len(value) > LONGEST:
                    continue
                p, over = self.ring.over_waves(self.real(value))
                values.append(({"at": number, "columns": guard.names}, p, over))
                if self.never_zero(self.ring.without_monomials(p)):
                    return values[-1:]
            if values:
                values.sort(key=lambda one: (len(one[1]), one[1].total_degree()))
                return values[:SHOWN]
        raise OutOfReach(NO_PLACE)

    def _within(
        self, units: int, region: Carried, guard: AtPlaces, number: int, sample: Sample
    ) -> dict:
        """The minor at a place, if it takes no more work; else 0."""
        beyond = max(0, self.budget.left - units)
        self.budget.left -= beyond
        try:
            return self._value_at(region, guard, self.points[number])
        except Stop as stop:
            if stop.args[0] != LIMIT or not beyond:
                raise
            return {}
        finally:
            self.budget.left = max(0, self.budget.left) + beyond  # what is too long is not done

    def _value_at(self, region: Carried, guard: AtPlaces, place: Point) -> dict:
        """A minor at a place, times powers of det D and det G there."""
        values = Lettered(self.parameters, place, region.solved)
        ranks, depths = guard.ranks, [0] * len(region.parts(guard.split)[3])
        for number in ranks.followed:
            depths.append(depths[number] + 1)
        with suppress(ZeroDivisionError):
            along = region.followed_from(guard.split, values, max(depths))
            rows, rates = region.carried(guard.split, along)
            for number in ranks.followed:
                rows.append(along.rate(rows[number], rates))
            matrix = [
                [rows[n][l][0] if l in rows[n] else {} for l in guard.names] for n in ranks.chosen
            ]
            return values.cleared(self.parameters.determinant(matrix))
        return {}
