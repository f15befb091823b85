"""Where rank or growth vector are not those of most configurations, with the verifier's own
arithmetic: lemmas about configurations and parameters together, found as those about parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice, starmap
from typing import Any

from nonholo.algebra.field import Field
from nonholo.arithmetic.polynomials import Polynomial, factors_of
from nonholo.errors import OutOfReach
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.answers import Answers
from nonholo.evidence.lemma_records import lemma_record, unknown, use_record
from nonholo.expression.text import text
from nonholo.findings.family import Family
from nonholo.findings.family_levels import OnLevels
from nonholo.findings.family_singular import SingularSet
from nonholo.geometry.families.lemmas import Answered, Lemma, Lemmas, solved_values
from nonholo.geometry.families.ring import Ring, Solved
from nonholo.geometry.families.singular_sets import over
from nonholo.verifier.cases import Lemma as Hypotheses
from nonholo.verifier.guards import Guard
from nonholo.verifier.parameters import proportional
from nonholo.verifier.polynomials import ONE
from nonholo.verifier.singular import Places, Singular
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

POWERS = (1, 2, 3)
MINORS, LOOKED_AT = 12, 200  # of a level that are stated; among how many


class SingularSets(Answers):
    """The growth vector, and where it is another one."""

    def __init__(
        self, on: OnLevels, problem: dict[str, Any], family: Family, order: int, allowed: Allowed
    ):
        super().__init__(on, problem, family.assumed, order, {}, allowed)
        self.cells = sorted(family.cells, key=lambda cell: -len(cell.equations))

    def told(self, answer: SingularSet) -> Any:
        return answer.growth, answer.pieces

    def agrees(self, answer: SingularSet, shown: Mapping[str, Any]) -> bool:
        growth, sets = tuple(shown["growth_vector"]), frozenset(map(frozenset, shown["singular"]))
        return (answer.growth, answer.pieces) == (growth, sets)

    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return [partial(self._with_sets, way) for way in super()._ways()]

    def _with_sets(
        self, way: Callable[[Solved], Iterator[dict[str, Any]]], solved: Solved
    ) -> Iterator[dict[str, Any]]:
        """Growth, with the sets of a cell in which these parameters are, and why they are all."""
        steps = self.solved_there(solved)
        for made in way(solved):
            record = {key: made[key] for key in ("space", "rows", "fields", "levels")}
            region = self._region(steps, record)
            region.dimensions(record)
            for cell in self.cells:
                equations = map(self.parameters.polynomial, map(text, cell.equations))
                here = not any(self.parameters.reduced(p, steps) for p in equations)
                if here and cell.answer and cell.answer.growth == tuple(region.dims):
                    region.sets = sorted(map(sorted, cell.answer.pieces or ()))
                    yield record | _Shown(self, region, solved).record()

    def _region(self, solved: list[tuple], record: dict[str, Any]) -> Singular:
        region = Singular(self.levels, self.parameters, solved, record["space"])
        region.lemma = Hypotheses(self, {"zero": [], "nonzero": [], "solved": []})
        region.lemma.zero, region.lemma.solved = [t for t, *_ in solved], solved
        leads = (self.ring.polynomial(self.expression_of(lead)) for *_, lead in solved)
        factors = (f for lead in leads for f, _ in factors_of(lead)[1])
        region.lemma.nonzero = [self.parameters.polynomial(self.ring.text(f)) for f in factors]
        return region

    def _quotients(self, region: Any, guard: Guard) -> list[tuple[dict, dict]]:
        return [x for vector in guard.vectors for x in vector.values()]


class _Shown:
    """Why the sets of a region are those where rank or growth are others."""

    def __init__(self, answers: SingularSets, region: Singular, solved: Solved):
        self.answers, self.region = answers, region
        self.places = Places(region)
        self.levels = [self.short_minors(level) for level in range(len(region.dims))]
        self.sets = [[*map(self.places.parameters.polynomial, one)] for one in region.sets]
        graph, of, whole = answers.graph, answers.expression_of, answers.ring
        self.moving = [graph.symbol(v) for v in region.variables]
        letters = [graph.symbol(name) for name in answers.problem["parameters"]]
        equations = [whole.expression(t) for t, _ in solved]
        minors = [of(p) for level in self.levels for _, p in level]
        sets = [of(p) for one in self.sets for p in one]
        self.ring = ring = Ring([*letters, *self.moving], [*minors, *sets, *equations, graph.one])
        places = [
            list(map(str, ring.generators)).index(str(whole.generators[k])) for _, k in solved
        ]
        self.solved = tuple(zip(map(ring.polynomial, equations), places))
        leads = [ring.coefficient(t, k, int(t.degrees()[k])) for t, k in self.solved]
        factors = {
            str(q): q for lead in leads for f, _ in factors_of(lead)[1] if (q := ring.plain(f))
        }
        self.nonzero = tuple(f for f in factors.values() if not f.is_constant())
        self.values = solved_values(whole, solved) or {}

    def record(self) -> dict[str, Any]:
        """What the verifier reads.  Raises OutOfReach."""
        inside = [
            {
                **self.leads([p for _, p in level], self.in_a_set),
                "minors": [told for told, _ in level],
            }
            for level in self.levels
        ]
        every = [self.where_all_vanish(one) for one in self.sets]
        sets = {"singular": self.region.sets, "inside": inside, "all": every}
        return sets | {"factors": self.factors()}

    def factors(self) -> list[str]:
        """g, f with f times minors of the fields = +-g times those of the rows."""
        region, of = self.region, self.answers.expression_of
        forms, fields = [region.rows[l] for l in region.independent], region.fields or []
        for columns in combinations(region.variables, len(fields)):
            others = [v for v in region.variables if v not in columns]
            top, below = region.minor_in(fields, columns), region.minor_in(forms, others)
            if not (region.vanishes((top, ONE)) or region.vanishes((below, ONE))):
                sign = (-1) ** (1 + sum(map(region.place.__getitem__, columns)))
                e = (sign * of(top) / of(below)).subs(self.values)
                field = Field([e], None)
                quotient = field.normal(e)
                parts = quotient.num, field.expanded(quotient.den)
                return [text(field.expression(p)) for p in parts]
        raise OutOfReach(say("no fields that are independent wherever the constraints are"))

    def short_minors(self, level: int) -> list[tuple[int, dict]]:
        """Some minors that do not vanish, with their numbers."""
        region = self.region
        every = ((n, region.minor_in(*one)) for n, one in enumerate(region.minors(level)))
        chosen = ((n, p) for n, p in every if not region.vanishes((p, ONE)))
        several: list[tuple[int, dict]] = []
        for n, p in sorted(islice(chosen, LOOKED_AT), key=lambda one: len(one[1])):
            if not any(proportional(region.language, p, q) for _, q in several):
                several.append((n, p))
        return several[:MINORS]

    # lemmas
    def leads(
        self, known: Sequence[dict], judge: Callable[[Solved], dict[str, Any]]
    ) -> dict[str, Any]:
        """The lemmas to which it leads that all that is known is 0."""
        ring, letters = self.ring, self.places.parameters

        def never_zero(p: Polynomial) -> bool:
            return letters.never_zero(letters.polynomial(ring.text(p)))

        def answered(solved: Solved) -> Answered:
            return Answered(judge(solved), ())

        work = self.answers.work.at_most(BUDGETS.cases)
        lemmas = _Lemmas(ring, answered, never_zero, work)
        if judge == self.in_a_set:
            sets = enumerate(
                [[ring.polynomial(self.answers.expression_of(p)) for p in one] for one in self.sets]
            )
            lemmas.sets = [
                ({str(ring.plain(p)) for p in one}, {"set": n, "power": 1}) for n, one in sets
            ]
        todo = tuple(ring.polynomial(self.answers.expression_of(p)) for p in known)
        zero = (*(t for t, _ in self.solved), *todo)
        use = use_record(ring, lemmas.use(zero, (), self.solved, self.nonzero, todo))
        told = [lemma_record(ring, one, _end) for one in lemmas.lemmas]
        return {**use, "lemmas": told}

    def where_all_vanish(self, one: Sequence[dict]) -> dict[str, Any]:
        """The same for a set, by the first level whose minors are 0 there."""
        reasons = []
        for level in range(len(self.levels)):
            try:
                return self.leads(one, partial(self.on_level, level))
            except OutOfReach as limit:
                reasons.append(limit)
        raise reasons[-1]

    def in_a_set(self, solved: Solved) -> dict[str, Any]:
        """The end of a lemma where minors of a level vanish."""
        there = self.there(solved)
        for power in POWERS:
            for n, one in enumerate(self.sets):
                if all(self.places.gone(p, there, power) for p in one):
                    return {"set": n, "power": power}
        return self.of_parameters(solved)

    def on_level(self, level: int, solved: Solved) -> dict[str, Any]:
        """The end of a lemma where the equations of a set hold."""
        there = self.there(solved)
        for power in POWERS:
            if all(
                self.places.gone(p, there, power)
                for p in starmap(self.region.minor_in, self.region.minors(level))
            ):
                return {"level": level, "power": power}
        return self.of_parameters(solved)

    def of_parameters(self, solved: Solved) -> dict[str, Any]:
        """The end of a lemma that speaks of special parameters.  Raises OutOfReach."""
        there, letters = self.there(solved), self.region.parameters
        equations = [self.ring.expression(t) for t, _ in solved]
        alone = [e for e in equations if not e.has(self.moving)]
        for some in (lambda: alone, lambda: over(equations, self.moving).equations):
            for power in POWERS:
                told = [
                    words
                    for words in map(text, some())
                    if not self.region.vanishes((p := letters.polynomial(words), ONE))
                    and self.places.gone(p, there, power)
                ]
                if told:
                    return {"unless": told, "power": power}
        raise OutOfReach(say("a place of which it is open whether it is singular"))

    def there(self, solved: Solved) -> Hypotheses:
        """Solved equations as the verifier takes them."""
        letters, equations = self.places.parameters, [self.ring.text(t) for t, _ in solved]
        lemma = Hypotheses(self.places, {"zero": equations, "nonzero": [], "solved": []})
        lemma.solved = [
            letters.leading(p, letters.unknown(unknown(self.ring, k)))
            for p, (_, k) in zip(lemma.zero, solved)
        ]
        return lemma


def _end(lemma: Lemma) -> dict[str, Any]:
    """Where a lemma ends that is proved by no other."""
    return lemma.answered.answer if lemma.answered else {}


class _Lemmas(Lemmas):
    """What sin^2 + cos^2 = 1 says of a sine that is solved for is told where it holds others; and
    nothing is solved where the equations of a set hold as they are."""

    sets: Sequence[tuple[set[str], dict[str, Any]]] = ()

    def _proved(self, solved: Solved, nonzero: tuple, todo: tuple) -> Lemma:
        zero = (*(t for t, _ in solved), *todo)
        known = {str(self.ring.plain(p)) for p in zero}
        for one, end in self.sets:
            if one <= known:
                return self.lemma(zero, nonzero, solved, answered=Answered(end, ()))
        return super()._proved(solved, nonzero, todo)

    def _on_circle(
        self, e: Polynomial, k: int, solved: Solved
    ) -> tuple[Polynomial, Polynomial, Polynomial] | None:
        steps, remainder = (*solved, (e, k)), self.ring.pseudo_remainder
        sines = {sine: cosine for cosine, sine in self.ring.waves}
        for t, s in steps:
            if s in sines:
                other = self.ring.opposite(t, s)
                norm, times = remainder(self.ring.field.times(t, other), solved)
                left = remainder(norm, steps)[0]
                if left != 0 and not any(left.degrees()[j] for j in (s, sines[s])):
                    return t, norm, self.ring.field.times(other, times)
        return super()._on_circle(e, k, solved)
