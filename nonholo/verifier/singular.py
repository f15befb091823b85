"""Rule 56: where are rank or growth vector not those of most configurations, for all parameters of
which some equations hold, but where a guard vanishes?

Fields that all rows annihilate are independent wherever the rows are if, for all columns,

    f times their minor = +-g times the minor of the rows in the other columns       g never 0

Then the growth vector is another one, or the rows depend on each other, exactly where all minors
vanish, as large as most configurations allow, of the rows or of the fields and their brackets up
to a level.  Lemmas about configurations and parameters show that some sets hold these places:

    all minors of a level are 0  =>  the equations of a set are 0          for each level
    the equations of a set are 0  =>  all minors of a level are 0          for each set
"""

from collections.abc import Sequence
from copy import copy
from itertools import combinations, product, starmap
from math import comb
from typing import Any

from .cases import Cases, Lemma
from .guards import Guard, guard_of
from .outcome import BEYOND, demand
from .polynomials import ONE, ZERO, plus
from .region import Region


class Places(Cases):
    """Lemmas about configurations and parameters, all of which are letters."""

    def __init__(self, region: "Singular"):
        self.region, self.language = region, region.language
        single = (self.language.generator("symbol", v) for v in region.variables)
        self.parameters = letters = copy(region.parameters)
        letters.letters = letters.letters | {g for p in single for ((g, _),) in p}
        letters.read, letters.nonzero = {}, [*letters.nonzero]
        letters.defined(region.system.rows)

    def ends_of(self, known: list[dict], record: dict) -> list[dict]:
        """To what lemmas lead where all that is known is 0."""
        self.lemmas: list[Lemma] = []
        self.shown: dict[int, dict] = {}
        self.prove(record["lemmas"], [""])
        lemma = self.lemma(self.region.lemma, known, [], record)
        return [self.shown[n] for n in sorted(lemma.ends)]

    def answer(self, lemma: Lemma, record: dict) -> None:
        """The equations of a set hold, all minors of a level are 0, or equations of parameters."""
        region = self.region
        known: list[Any] = [*map(region.parameters.polynomial, record.get("unless", []))]
        if "set" in record:
            demand(0 <= record["set"] < len(region.sets), "there is no such set")
            known += map(self.parameters.polynomial, region.sets[record["set"]])
        if "level" in record:
            known += starmap(region.minor_in, region.minors(record["level"]))
        demand(len(record) == 2 and record["power"] > 0, "not one end")
        demand(all(self.gone(p, lemma, record["power"]) for p in known), "what may not be 0 there")
        self.shown[len(self.lemmas)] = record
        lemma.ends.add(len(self.lemmas))

    def gone(self, p: dict, lemma: Lemma, power: int) -> bool:
        """p is 0 where the equations of a lemma hold: it is one of them, or a power of it is 0
        modulo those that are solved."""
        left = self.language.power(self.parameters.reduced(p, lemma.solved), power)
        return self.among(p, lemma.zero) or self.zero(lemma, left)


class Singular(Region):
    """The growth vector, and where it is another one."""

    excluding = ("growth_vector",)  # two texts can say one set
    lemma: Lemma  # about the parameters

    frequencies = False

    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """Rule 56: what must not vanish where the answer is the one that is shown."""
        guards, self.sets = self.dimensions(record), record["singular"]
        plain = self.space == "q" and not self.language.of_kind("function")
        demand(plain, "singular sets with time or unspecified functions", BEYOND)
        poles = self.language.symbols_in(*map(self.system.reader.expression, self.levels.poles))
        demand(not poles & {*self.variables}, "singular sets at poles of angles", BEYOND)
        others = [x for l in {*self.rows} - {*record["rows"]} for x in self.rows[l].values()]
        demand(all(map(self.vanishes, others)), "singular sets of dependent rows", BEYOND)
        places, ends = Places(self), []
        fit = len(record["levels"]) + 1, len(self.sets)
        demand((len(record["inside"]), len(record["all"])) == fit, "a level or set is left out")
        for level, use in enumerate(record["inside"]):
            every = self.minors(level)
            known = [self.minor_in(*every[n]) for n in use["minors"]]
            ends += [("set", end) for end in places.ends_of(known, use)]
        for texts, use in zip(self.sets, record["all"]):
            known = [*map(places.parameters.polynomial, texts)]
            ends += [("level", end) for end in places.ends_of(known, use)]
        demand(all(kind in end or "unless" in end for kind, end in ends), "another end")
        special = self.regular(places.parameters, *record["factors"])
        special += [tuple(end["unless"]) for _, end in ends if "unless" in end]
        for texts in dict.fromkeys(special):
            values = {text: (self.parameters.polynomial(text), ONE) for text in texts}
            guards.append(guard_of([values], [*values]))
        return guards, {"growth_vector": self.dims, "singular": self.sets}

    def regular(self, letters: Any, times: str, factor: str) -> list[tuple]:
        """The fields are independent wherever the rows are, but where g is 0."""
        (g, f), fields = map(letters.polynomial, (times, factor)), self.fields or []
        _ = [letters.whole(x) for field in fields for x in field.values()]
        mul, forms = self.language.mul, [self.rows[l] for l in self.independent]
        for columns in combinations(self.variables, len(fields)):
            others = [v for v in self.variables if v not in columns]
            sign = (-1) ** sum(map(self.place.__getitem__, columns))
            sides = mul(f, self.minor_in(fields, columns)), mul(g, self.minor_in(forms, others))
            demand(self.vanishes((plus(*sides, sign), ONE)), "fields that may depend")
        return [] if letters.never_zero(g) else [(times,)]

    def minors(self, level: int) -> list[tuple]:
        """Vectors and columns: of the rows; or of the fields and their brackets up to a level."""
        demand(0 <= level < len(self.dims), "there is no such level")
        fields = fresh = self.fields or []
        whole, size = [*fields], self.dims[level]
        for n in range(level):
            pairs = product(fields, fresh) if n else combinations(fields, 2)
            fresh = [x for pair in pairs if (x := self.bracket(*pair))]
            whole += fresh
        if level == 0:
            whole, size = [self.rows[l] for l in self.independent], len(self.independent)
        self.language.spend(comb(len(whole), size) * comb(len(self.variables), size))
        return [*product(combinations(whole, size), combinations(self.variables, size))]

    def minor_in(self, vectors: Sequence, columns: Sequence) -> dict:
        """A determinant."""
        self.language.spend(1 + len(columns))
        rows = [[self.parameters.whole(v.get(c, ZERO)) for c in columns] for v in vectors]
        return self.parameters.determinant(rows)
