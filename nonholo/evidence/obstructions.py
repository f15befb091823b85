"""Why motions keep no density: brackets of fields that say of its logarithm what does not fit.

    sum_k c_k B_k = 0,    sum_k c_k B_k(ln N) not 0,    [X, Y](f) = X(Y(f)) - Y(X(f))

Ranks are looked up at a random point modulo a prime; the combination is made of minors, and of the
brackets alone that take part in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.geometry.families.minors import Basis, Maker, sample_of
from nonholo.geometry.families.real_vectors import primitive
from nonholo.verifier.measure import OVER, SLOPE, Flow, Measured
from nonholo.verifier.motion import minus
from nonholo.verifier.polynomials import ONE, ZERO, constant, plus
from nonholo.words.sentence import say

POWERS = (0, 1, -1, Fraction(1, 2), Fraction(-1, 2))  # of det G in a density
MOST = 60  # brackets that are looked at
Words = Callable[[dict], str]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A field, and the two that it is the bracket of; None for the first ones."""

    field: dict
    pair: tuple[int, int] | None


def obstruction(region: Measured, record: dict[str, Any], words: Words) -> dict[str, Any] | None:
    """What `Measured.obstruction` reads; None where all brackets fit.

    record: rows, the velocities that they are solved for, and fields; words: the text of a
    polynomial.  Raises OutOfReach.
    """
    record = {**record, "way": "obstruction"}
    fields = region.fields(record)
    _, flow = region.flow(record)
    power, below, slopes = _shortest(region, flow, fields)
    names = [J for J in flow.slopes if J in slopes]
    told = {
        "power": str(power),
        "below": words(below),
        "slopes": {J: words(slopes[J]) for J in names},
    }
    rates = [(slopes.get(J, {}), ONE) for J in flow.slopes]
    made = _Closure(region, fields, rates, (below, ONE)).combination()
    if made is None:
        return None
    brackets, combination = made
    chosen = {str(k): words(p) for k, p in combination.items()}
    return {**record, **told, "brackets": brackets, "combination": chosen}


def _shortest(
    region: Measured, flow: Flow, fields: Sequence[dict]
) -> tuple[Fraction | int, dict, dict[str, dict]]:
    """The slopes of ln N + e ln det G over what they are divided by, for the e with the fewest
    terms."""
    language, made = region.language, []
    maker = Maker(region.alone(), sample_of(region), str)
    rises = {J: region.along(X, flow.mass) for J, X in zip(flow.slopes, fields)}
    for e in POWERS:
        parts = {SLOPE: flow.mass}
        for J, b in flow.slopes.items():
            slope = language.add(language.times(constant(e), rises[J]), b, -1)
            parts[J] = slope
        shorter = primitive(language, {J: x[0] for J, x in maker.remainders(parts).items()})
        made.append((sum(map(len, shorter.values())), e, shorter))
    _, e, shorter = min(made, key=lambda one: one[0])
    return e, shorter.pop(SLOPE), shorter


class _Closure:
    """Brackets of fields, level by level, with what they say of ln N."""

    def __init__(self, region: Measured, fields: Sequence[dict], rates: list, below: tuple):
        self.region, self.alone, self.below = region, region.alone(), below
        language = region.language
        self.over = language.generator("symbol", OVER), ONE
        self.sample = sample_of(self.alone)
        ((self.letter, _),) = min(self.over[0])
        at = self.sample.at(below)
        if not at:
            raise OutOfReach(say("no point modulo a prime obeys the equations"))
        self.sample.values[self.letter] = 1, pow(at, -1, self.sample.p)
        self.made = [Bracket(X, None) for X in fields]
        self.rates = {k: language.times(x, self.over) for k, x in enumerate(rates)}
        self.turns: dict[int, dict] = {}

    def turned(self, k: int) -> dict:
        """A field, with what it makes of 1/below."""
        if k not in self.turns:
            X, times = self.made[k].field, self.region.language.times
            slope = times(minus(times(self.over, self.over)), self.region.along(X, self.below))
            self.turns[k] = {**X, OVER: slope}
        return self.turns[k]

    def rate(self, k: int) -> tuple:
        """What a field says of ln N."""
        if k not in self.rates:
            a, b = self.made[k].pair or (k, k)
            rates, along = (self.rate(b), self.rate(a)), self.region.along
            parts = along(self.turned(a), rates[0]), along(self.turned(b), rates[1])
            self.rates[k] = self.region.language.add(*parts, -1)
        return self.rates[k]

    def combination(self) -> tuple[list[list[int]], dict[int, dict]] | None:
        """The brackets that take part, and a combination of all fields; None if all fit."""
        m, n = len(self.made), len(self.alone.variables)
        basis, independent, looked = Basis(self.sample.p), [*range(m)], 0
        for k in range(m):
            basis.add(self.marked(k, k))
        fresh = range(m)
        while fresh:
            start = len(self.made)
            for a, b in [(i, j) for j in fresh for i in range(min(j, m))]:
                looked += 1
                if looked > MOST:
                    raise OutOfReach(say("so many brackets"))
                new = len(self.made)
                field = self.alone.bracket(self.made[a].field, self.made[b].field)
                self.made.append(Bracket(field, (a, b)))
                left = basis.remainder(self.marked(new, len(independent)))
                if any(left[:n]):
                    basis.add(self.marked(new, len(independent)))
                    independent.append(new)
                    continue
                shares = {k: c for k, c in zip(independent, left[n:]) if c} | {new: 1}
                if sum(c * self.sample.at(self.rate(k)) for k, c in shares.items()) % basis.p:
                    return self.among([k for k in shares if k != new], new)
                self.made.pop()
                self.rates.pop(new)
            fresh = range(start, len(self.made))
        return None

    def marked(self, k: int, mark: int) -> list[int]:
        """A field at the sample, and a 1 at its mark."""
        variables = self.alone.variables
        marks = (int(n == mark) for n in range(len(variables)))
        return [*self.sample.vector(self.made[k].field, variables), *marks]

    def among(self, used: list[int], last: int) -> tuple[list[list[int]], dict[int, dict]]:
        """The last field as a combination of others that all take part, as few brackets as these
        are made of, and the combination by their new numbers."""
        keys, basis = self.alone.variables, Basis(self.sample.p)
        pivots = [basis.add(self.sample.vector(self.made[k].field, keys)) or 0 for k in used]
        columns = [keys[j] for j in sorted(pivots)]
        combination = {last: self.minor(used, columns)}
        for i, k in enumerate(used):
            swapped = [*used[:i], last, *used[i + 1 :]]
            combination[k] = plus({}, self.minor(swapped, columns), -1)
        combination = {k: p for k, p in combination.items() if p}
        needed = self.needed([*used, last])
        number = {k: n for n, k in enumerate(needed)}
        first = [k for k in needed if self.made[k].pair is not None]
        brackets = [[number[j] for j in self.made[k].pair or ()] for k in first]
        shown = primitive(self.region.language, combination)
        return brackets, {number[k]: p for k, p in sorted(shown.items())}

    def minor(self, rows: list[int], columns: list) -> dict:
        matrix = [[self.made[k].field.get(c, ZERO)[0] for c in columns] for k in rows]
        return self.region.parameters.determinant(matrix)

    def needed(self, some: list[int]) -> list[int]:
        """All first fields, and the brackets that some are made of."""
        all_of, waiting = {k for k, x in enumerate(self.made) if x.pair is None}, list(some)
        while waiting:
            k = waiting.pop()
            if k not in all_of:
                all_of.add(k)
                waiting += self.made[k].pair or ()
        return sorted(all_of)
