"""The series of the verifier along a motion, as numbers modulo a prime: which places and conditions
show something is looked up so, before it is worked out for all parameters."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from fractions import Fraction
from typing import Any

from nonholo.geometry.families.minors import Sample
from nonholo.verifier.jets import Along
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.point import Point

Series = list[int]


class Modular(Along):
    """Power series at a place, or at random numbers.  sample: those of the parameters; known: the
    terms of polynomials that were met."""

    def __init__(
        self, parameters: Parameters, sample: Sample, place: Point | None, known: dict[int, Any]
    ):
        super().__init__(parameters, place, [])
        self.p, self.sample, self.known = sample.p, copy(sample), known
        self.one: Any
        self.i: Any
        self.one, self.i = 1, pow(sample.turn, self.language.order // 4, self.p)
        self.sample.values, self.sample.powers = dict(sample.values), {}
        for g, (unit, value) in () if place is None else place.given.items():
            number = sum(self.sample.monomial(m, c) for m, c in value.items()) % self.p
            self.sample.values[g] = unit, number

    def start(self, q: str) -> Any:
        (((g, _),),) = self.language.generator("symbol", q)
        return 0 if self.place is not None and g not in self.place.given else self.wave(g, 1)

    def wave(self, g: int, e: Any) -> Any:
        return self.sample.power(g, e)

    def named(self, a: Series) -> Series:
        return a

    def terms(self, p: dict) -> dict[tuple, int]:
        if id(p) not in self.known:
            terms: dict[tuple, int] = {}
            for m, c in p.items():
                state = tuple(pair for pair in m if not self.parametric(pair[0]))
                letters = tuple(pair for pair in m if pair not in state)
                terms[state] = terms.get(state, 0) + self.sample.monomial(letters, c)
            self.known[id(p)] = p, {m: x for m, c in terms.items() if (x := c % self.p)}
        return self.known[id(p)][1]

    def sum(self, pairs: Iterable[tuple[Series, Series]]) -> Series:
        total = [0] * self.order
        for a, b in pairs:
            for j, x in enumerate(a):
                for n, y in enumerate(b[: self.order - j] if x else (), j):
                    total[n] += x * y
        return [x % self.p for x in total]

    def scaled(self, a: Series, c: Fraction) -> Series:
        number = self.sample.monomial((), Fraction(c))
        return [number * x % self.p for x in a]
