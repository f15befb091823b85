"""Are motions vakonomic too where some equations between the parameters hold, with the verifier's
own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.evidence.measures import OfMoving, rows_solved
from nonholo.findings.family_motion import SINGULAR, Vakonomic
from nonholo.geometry.families.minors import Basis, sample_of
from nonholo.geometry.families.ring import Solved
from nonholo.verifier.polynomials import ZERO
from nonholo.verifier.vakonomic import BESIDE, Shared
from nonholo.words.sentence import say

RATES = 12  # of conditions, at most


class Once(Shared):
    """The conditions of one region, each worked out once: to choose some, and to prove them."""

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.once_made: dict[
            tuple[str, int], tuple[dict, dict]
        ] = {}  # with the row, which stays alive

    def modulo(self, row: dict) -> dict:
        return self.once("modulo", row, super().modulo)

    def rate(self, row: dict, field: dict, rates: dict) -> dict:
        return self.once("rate", row, partial(super().rate, field=field, rates=rates))

    def once(self, name: str, row: dict, made: Callable[[dict], dict]) -> dict:
        """What is made of a row."""
        if (name, id(row)) not in self.once_made:
            self.once_made[name, id(row)] = row, made(row)
        return self.once_made[name, id(row)][1]


class Coincidences(OfMoving):
    """Conditions on mu(t), and their rates."""

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
        return (self._by_rates,)

    def _by_rates(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The rows solved as in this piece, or as in one of the others."""
        return self.each_split(solved, self._prolonged)

    def _prolonged(self, region: Shared, split: dict[str, Any]) -> dict[str, Any]:
        """Rates of independent conditions until nothing new comes, at a random point."""
        split = rows_solved(split)
        whole, mass, rows, field, rates = region.flow(split)
        record = {**split, "motion": True, "agrees": True, "rates": [], "chosen": []}
        if region.vanish({"G": mass}):
            return {**record, "motion": False, "agrees": False}
        nu, sample = [*whole.slopes], sample_of(region)
        coefficients, known = Basis(sample.p), Basis(sample.p)
        rows, numbers = [region.modulo(row) for row in rows], [*range(len(rows))]
        given = len(rows)
        while numbers:
            fresh = []
            for n in numbers:
                values = [sample.at(rows[n].get(key, ZERO)) for key in (*nu, BESIDE)]
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
                numbers.append(len(rows))
                rows.append(region.rate(rows[n], field, rates))
                record["rates"].append(n)
            if len(record["rates"]) > RATES:
                raise OutOfReach(say("so many conditions on mu(t)"))
        return record

    def _made(self, solved: list[tuple]) -> Shared:
        return Once(self.forces, self.levels, self.parameters, solved)
