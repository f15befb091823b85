"""Conditions on mu(t) that contradict each other, shown by values along the motion from a place.

Rates of rates of conditions are long, but not at a place where angles are right and few velocities
are not 0.  There a minor of more conditions than there are nu is a polynomial in the parameters,
and where it is not 0, no nu obeys them on almost any motion (rule 62 of the verifier)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

from nonholo.arithmetic.polynomials import Polynomial, factors_of
from nonholo.errors import OutOfReach
from nonholo.evidence.ladders import Carried, Ladder, Ranks
from nonholo.evidence.measures import rows_solved
from nonholo.evidence.place import Places
from nonholo.evidence.vakonomic import Coincidences
from nonholo.geometry.families.minors import Sample, sample_of
from nonholo.geometry.families.ring import Solved
from nonholo.verifier.guards import Guard
from nonholo.verifier.outcome import LIMIT, Stop
from nonholo.words.sentence import say

TRIED, ALIKE, SHOWN = 60, 6, 3  # places: by numbers, of one choice of conditions, with letters
LONGEST = 300  # terms of a value
SQUARE = ((1, 0), (0, 1), (Fraction(4, 5), Fraction(3, 5)))  # cosines and sines
UNKNOWN = say("rates of such functions along a motion")
FEW = say("fewer conditions than nu, or rates that may be multiplied out")
NO_PLACE = say("no place shows the dimensions")


class Contradictions(Coincidences):
    """Are motions vakonomic too, also where rates of rates are long."""

    _numbers: Sequence[int] = ()  # of the places that are looked at

    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return self._by_places, self.by_rates

    def _by_places(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """What stands against this is told by the other way."""
        try:
            yield from self.each_split(solved, self._contradicted)
        except OutOfReach:
            return
        except Stop as stop:
            if stop.args[0] == LIMIT:
                raise

    def _contradicted(self, region: Carried, split: dict[str, Any]) -> dict[str, Any]:
        """Independent conditions, and one that contradicts them, more than there are nu."""
        split = rows_solved(split)
        ladder = Ladder(region, split, sample_of(region))
        most, count = ladder.at(), len(ladder.columns)
        ahead = products_ahead(region, split, most.followed)
        if len(most.chosen) < count or ahead <= self.budget.left:
            raise OutOfReach(FEW)
        met: dict[tuple, list[tuple[int, int, Ranks]]] = {}
        minors: set[int] = set()
        for number in islice(self._standing(ladder), TRIED):
            here = ladder.at(self.points[number])
            if len(here.chosen) < count or here.minor in minors:
                continue
            minors.add(here.minor)
            some = met.setdefault((here.followed, here.chosen), [])
            some.append((here.size, number, here))
            if len(some) == ALIKE:
                break
        if not met:
            raise OutOfReach(NO_PLACE)
        best = min(sorted(some, key=lambda one: one[:2]) for some in met.values())
        self._numbers = [number for _, number, _ in best]
        told = {"motion": True, "agrees": False, "along": True}
        chosen = {"rates": [*best[0][2].followed], "chosen": [*best[0][2].chosen]}
        return {**split, **told, **chosen}

    def _standing(self, ladder: Ladder) -> Iterator[int]:
        """Places: where angles are right and few velocities are not 0 come first."""
        whole, mass, velocity, speeds, rows, rates = ladder.region.parts(ladder.split)
        quotients = [x for vector in (*rows, velocity, *rates.values()) for x in vector.values()]
        quotients += [x for pairs in speeds.values() for pair in pairs for x in pair]
        quotients += [whole.D, mass]
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
        self, region: Carried, guard: Guard, sample: Sample
    ) -> list[tuple[dict, Polynomial, Polynomial]]:
        """Values at places: one that is never 0 but where a letter is, else a few short ones."""
        if guard.names != ["minor"]:
            return super()._chosen(region, guard, sample)
        units = self.budget.left // SHOWN
        values: list[tuple[set[str], tuple[dict, Polynomial, Polynomial]]] = []
        for number in self._numbers[:SHOWN]:
            told = {"at": number, "columns": guard.names}
            value = self._within(units, region, guard, told)
            if not value or len(value) > LONGEST:
                continue
            p, over = self.ring.over_waves(self.real(value))
            factors = (f for f, _ in factors_of(self.ring.without_monomials(p))[1])
            zeros = {str(f) for f in factors if not self.never_zero(f)}
            values.append((zeros, (told, p, over)))
            if not zeros:
                return [values[-1][1]]
        if not values:
            raise OutOfReach(NO_PLACE)
        shared = set.intersection(*(zeros for zeros, _ in values))
        values.sort(key=lambda one: (len(one[0]), sum(map(len, one[0])), len(one[1][1])))
        alone = values[0][0] == shared  # the others are 0 there too
        return [one for _, one in values[: 1 if alone else SHOWN]]

    def _within(self, units: int, region: Carried, guard: Guard, told: dict) -> dict:
        """The minor at a place, if it takes no more work; else 0."""
        beyond = max(0, self.budget.left - units)
        self.budget.left -= beyond
        try:
            return guard.value(self.parameters, self.points, region.solved, told, {})
        except Stop as stop:
            if stop.args[0] != LIMIT or not beyond:
                raise
            return {}
        finally:
            self.budget.left = max(0, self.budget.left) + beyond  # what is too long is not done


def products_ahead(region: Carried, split: dict[str, Any], followed: Sequence[int]) -> int:
    """How many products of terms the rates take that are followed in turn, at most: the others are
    not multiplied out."""
    whole, mass, velocity, speeds, rows, rates = region.parts(split)
    size = len(mass[0]) * _terms(velocity)
    size += sum(len(g[0]) * len(F[0]) for pairs in speeds.values() for g, F in pairs)
    size = size * len(whole.D[0]) ** 2 + len(mass[0]) * sum(map(_terms, rates.values()))
    terms = [*map(_terms, rows)]
    for n in followed:
        terms.append(terms[n] * size)
    return sum(terms[n] for n in followed if n >= len(rows))


def _terms(row: dict[str, tuple]) -> int:
    return sum(len(x[0]) for x in row.values())
