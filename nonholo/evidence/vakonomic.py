"""Are motions vakonomic too where some equations between the parameters hold, with the verifier's
own arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice, starmap
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.evidence.answers import PLACES
from nonholo.evidence.ladders import Carried, Ladder
from nonholo.evidence.measures import OfMoving, rows_solved
from nonholo.findings.family_motion import SINGULAR, Vakonomic
from nonholo.geometry.families.minors import AtPlace, Basis, Sample, sample_of
from nonholo.geometry.families.ring import Solved
from nonholo.verifier.guards import Guard
from nonholo.verifier.outcome import LIMIT, Stop
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ONE, ZERO, plus
from nonholo.verifier.vakonomic import BESIDE, Shared
from nonholo.words.sentence import say

TOO_MUCH = "more work than this check may take"  # as the verifier says it
HOPELESS = 20_000_000  # products of terms of a rate, times those of the motion
RATES = 12  # of conditions, at most


class Coincidences(OfMoving):
    """Conditions on mu(t), and their rates."""

    _met = False  # was a minor seen that is not 0?
    _values_there: dict[int, dict]  # of factors, at the place that is looked at
    _numbers_there: dict[int, int]

    def told(self, answer: Vakonomic) -> Any:
        return answer.agrees, answer.free

    def answer_of(self, stated: Mapping[str, Any]) -> Vakonomic:
        agrees = stated["agrees"]
        reason = SINGULAR if agrees is None else ""
        return Vakonomic(agrees, stated["free"], len(self.system.rows), reason)

    def agrees(self, answer: Vakonomic, shown: Mapping[str, Any]) -> bool:
        return self.told(answer) == (shown["agrees"], shown["free"])

    # evidence
    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return (self.by_rates,)

    def by_rates(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The rows solved as in this piece, or as in one of the others."""
        return self.each_split(solved, self._prolonged)

    def _prolonged(self, region: Carried, split: dict[str, Any]) -> dict[str, Any]:
        """Rates of independent conditions until nothing new comes, at a random point."""
        split = rows_solved(split)
        there, rows, mass, field, rates = region.flow(split)
        record = {**split, "motion": True, "agrees": True, "rates": [], "chosen": []}
        if region.vanish({"G": mass}):
            return {**record, "motion": False, "agrees": False}
        nu, sample = [*there.slopes], sample_of(region)
        self._require_short(region, split, sample)
        coefficients, known = Basis(sample.p), Basis(sample.p)
        rows, numbers = [region.modulo(row) for row in rows], [*range(len(rows))]
        given = len(rows)
        seen, whole = dict(enumerate(rows)), dict(enumerate(rows))
        while numbers:
            fresh = []
            for n in numbers:
                values = [_at(sample, seen[n].get(key, ZERO)) for key in (*nu, BESIDE)]
                new = known.add(values) is not None
                if coefficients.add(values[:-1]) is not None:
                    fresh.append(n)
                elif new:
                    used = {"rates": record["rates"][: max(0, n + 1 - given)]}
                    chosen = [*record["chosen"], *fresh, n]
                    return {**record, **used, "agrees": False, "chosen": chosen}
            record["chosen"] += fresh
            numbers = []
            for n in fresh:
                if n not in whole:
                    row = whole[record["rates"][n - given]]
                    if _products_of(region, row, field, rates) > self.budget.left:
                        raise Stop(LIMIT, TOO_MUCH)
                    whole[n] = region.rate(row, field, rates)
                numbers.append(len(seen))
                seen[len(seen)] = region.rate(whole[n], field, rates, late=True)
                record["rates"].append(n)
            if len(record["rates"]) > RATES:
                raise OutOfReach(say("so many conditions on mu(t)"))
        return record

    def _require_short(self, region: Carried, split: dict[str, Any], sample: Sample) -> None:
        """Rates of rates of rates are no longer than what may be worked out: numbers say whether
        they are needed.  Raises Stop."""
        _, rows, _, field, rates = region.flow(split)
        size = sum(len(x[0]) for x in field.values())
        least = min(_products_of(region, row, field, rates) for row in rows)
        if least * size > HOPELESS:
            ladder = Ladder(region, split, sample)
            if len(ladder.at().chosen) == len(ladder.columns) and ladder.order > 3:
                raise Stop(LIMIT, TOO_MUCH)

    def _by_waves(self, guard: Guard) -> bool:
        return not _products(guard) and super()._by_waves(guard)

    def _quotients(self, region: Shared, guard: Guard) -> list[tuple[dict, dict]]:
        made = [(p, ONE) for pair in _products(guard) for p in pair]
        plain = (x for x in super()._quotients(region, guard) if not isinstance(x[0], list))
        return [*plain, *made]

    def _minors(
        self, region: Shared, guard: Guard, place: Point, sample: Sample
    ) -> list[tuple[dict, dict]]:
        self._values_there, self._numbers_there = {}, {}
        choices = super()._minors(region, guard, place, sample)
        self._met = self._met or bool(choices)
        return choices

    def _value(self, place: Point, p: dict | list) -> dict:
        """Factors of products stand in several."""
        met = self._values_there
        if isinstance(p, list):
            pairs = ((self._value(place, a), self._value(place, b)) for a, b in p)
            return reduce(plus, starmap(self.language.mul, pairs), {})
        if id(p) not in met:
            met[id(p)] = super()._value(place, p)
        return met[id(p)]

    def _number(self, there: AtPlace, p: dict | list) -> int:
        met = self._numbers_there
        if isinstance(p, list):
            return sum(self._number(there, a) * self._number(there, b) for a, b in p) % there.p
        if id(p) not in met:
            met[id(p)] = super()._number(there, p)
        return met[id(p)]

    def _places_of(self, region: Shared, guard: Guard) -> Iterator[tuple[int, int]]:
        """Where one velocity is 1 and the others are 0 products have the shortest values; the
        others are looked at if these are all 0."""
        others = super()._places_of(region, guard)
        if not _products(guard):
            yield from others
            return
        first, self._met = [*islice(others, len(PLACES))], False
        for number, at in first:
            place = self.places[at]
            moving = [name for name in place["symbols"] if name.endswith("'")]
            for one in moving:
                speeds = {name: str(int(name == one)) for name in moving}
                symbols = {**place["symbols"], **speeds}
                yield number, self.place({**place, "symbols": symbols})
        yield from [] if self._met else first
        yield from others

    def _made(self, solved: list[tuple]) -> Carried:
        return Carried(self.forces, self.levels, self.parameters, solved)


def _products_of(region: Shared, row: dict, field: dict, rates: dict) -> int:
    """How many products of terms the rate of a condition takes, at least."""
    inside = region.language.symbols_in
    held = {g: inside(region.language.alone(g)) for x in row.values() for m in x[0] for g, _ in m}
    count = 0
    for l, x in row.items():
        met: Counter[str] = Counter()
        for m in x[0]:
            met.update({q for g, _ in m for q in held[g]})
        count += sum(len(u[0]) * met[q] for q, u in field.items())
        count += sum(len(x[0]) * len(y[0]) for y in rates.get(l, {}).values())
    return count


def _at(sample: Sample, x: tuple) -> int:
    """A quotient, or a sum of products, at a random point."""
    if isinstance(x[0], list):
        return sum(sample.at((a, ONE)) * sample.at((b, ONE)) for a, b in x[0]) % sample.p
    return sample.at(x)


def _products(guard: Guard) -> list[tuple[dict, dict]]:
    """Those of which rates are sums that are not worked out."""
    values = (x[0] for vector in guard.vectors for x in vector.values())
    return [pair for x in values if isinstance(x, list) for pair in x]
