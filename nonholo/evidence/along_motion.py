"""Polynomials of the verifier along the motion that leaves a state, as power series in time.

    x(t) = x + t x' + ...    e^(i m(t)) = e^(i m) e^(i (m(t) - m))    1/(u + d) = 1/u - d/u^2 + ...

So rates at a state take values there alone, and none is multiplied out.  The values are numbers
modulo a prime, or polynomials in the parameters and in 1/det G and 1/det D."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import reduce
from itertools import islice
from typing import Any, Protocol

from nonholo.errors import OutOfReach
from nonholo.geometry.families.minors import Sample
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ONE, plus
from nonholo.words.sentence import say

Series = list[Any]
UNKNOWN = say("rates of such functions along a motion")


class Values(Protocol):
    """The arithmetic of the coefficients; what is 0 is false."""

    def times(self, a: Any, b: Any) -> Any: ...

    def plus(self, a: Any, b: Any) -> Any: ...

    def number(self, c: Fraction) -> Any: ...

    def turned(self, a: Any) -> Any:
        """i a"""

    def start(self, q: str) -> Any:
        """The value of a coordinate or velocity; 0 where only a wave of it has one."""

    def power(self, g: int, e: Any) -> Any:
        """The value of g^e."""

    def inverse(self, a: Any, name: str) -> Any: ...

    def terms(self, p: dict) -> Mapping[tuple, Any]:
        """Monomials in the state, with values."""


class Modular:
    """Numbers modulo a prime: a place, or random ones.  sample: those of the parameters."""

    def __init__(self, parameters: Parameters, sample: Sample, place: Point | None, met: dict):
        self.language, self.parametric, self.p = (
            parameters.language,
            parameters.parametric,
            sample.p,
        )
        self.sample, self.place, self.met = copy(sample), place, met
        self.sample.values, self.sample.powers = dict(sample.values), {}
        self.i = pow(sample.turn, self.language.order // 4, self.p)
        for g, (unit, value) in () if place is None else place.given.items():
            number = sum(self.sample.monomial(m, c) for m, c in value.items()) % self.p
            self.sample.values[g] = unit, number

    def times(self, a: int, b: int) -> int:
        return a * b % self.p

    def plus(self, a: int, b: int) -> int:
        return (a + b) % self.p

    def number(self, c: Fraction) -> int:
        return self.sample.monomial((), Fraction(c))

    def turned(self, a: int) -> int:
        return self.i * a % self.p

    def start(self, q: str) -> int:
        (((g, _),),) = self.language.generator("symbol", q)
        return 0 if self.place is not None and g not in self.place.given else self.power(g, 1)

    def power(self, g: int, e: Any) -> int:
        return self.sample.power(g, e)

    def inverse(self, a: int, name: str) -> int:
        """Raises ZeroDivisionError."""
        del name
        return pow(a, -1, self.p) if a else 1 // 0

    def terms(self, p: dict) -> Mapping[tuple, int]:
        if id(p) not in self.met:
            terms: dict[tuple, int] = {}
            for m, c in p.items():
                state = tuple(pair for pair in m if not self.parametric(pair[0]))
                letters = tuple(pair for pair in m if self.parametric(pair[0]))
                terms[state] = terms.get(state, 0) + self.sample.monomial(letters, c)
            self.met[id(p)] = p, {m: x for m, c in terms.items() if (x := c % self.p)}
        return self.met[id(p)][1]


class Lettered:
    """Polynomials in the parameters, at a place, with letters for what is divided by; solved: where
    these equations hold, letters that they give are put in."""

    def __init__(self, parameters: Parameters, place: Point, solved: Sequence[tuple]):
        self.parameters, self.language, self.place = parameters, parameters.language, place
        self.met: dict[int, Any] = {}
        self.below: dict[int, dict] = {}
        numbers = ((step, step[3].get((), 0)) for step in solved if set(step[3]) == {()})
        self.solved = [(plus({}, t, 1 / c), g, d, ONE) for (t, g, d, _), c in numbers]
        self.times = self.language.mul

    def plus(self, a: dict, b: dict) -> dict:
        return plus(a, b)

    def number(self, c: Fraction) -> dict:
        return {(): Fraction(c)} if c else {}

    def turned(self, a: dict) -> dict:
        return self.language.mul(self.language.i, a)

    def start(self, q: str) -> dict:
        (((g, _),),) = self.language.generator("symbol", q)
        return self.place.given[g][1] if g in self.place.given else {}

    def power(self, g: int, e: Any) -> dict:
        return self.place.power(g, e)

    def inverse(self, a: dict, name: str) -> dict:
        """Raises ZeroDivisionError."""
        if not a:
            raise ZeroDivisionError(name)
        (((g, e), *_), _), *_ = self.language.generator("symbol", name, -1).items()
        self.below[g] = a
        return {((g, e),): Fraction(1)}

    def terms(self, p: dict) -> Mapping[tuple, dict]:
        if id(p) not in self.met:
            terms: dict[tuple, dict] = {}
            for m, c in p.items():
                state = tuple(pair for pair in m if not self.parameters.parametric(pair[0]))
                letters = tuple(pair for pair in m if self.parameters.parametric(pair[0]))
                terms.setdefault(state, {})[letters] = c
            shorter = {m: self.parameters.reduced(x, self.solved) for m, x in terms.items()}
            self.met[id(p)] = p, {m: x for m, x in shorter.items() if x}
        return self.met[id(p)][1]

    def cleared(self, p: dict) -> dict:
        """With what letters stand for, times as many powers of it as are needed and one more, so
        that it is 0 where one of these is."""
        for g, value in self.below.items():
            p = self.language.mul(self.parameters.lifted(p, g), {((g, 1),): Fraction(1)})

            def power(_: int, e: int, value: dict = value) -> dict:
                return self.language.power(value, e)

            p = self.language.put(p, power, {}, lambda h, g=g: h != g)
        return p


class AlongMotion:
    """Power series along the curve x' = field from a state.

    values: of coefficients; kinds: of generators; names: x; field: of these series -> x -> x';
    most: the highest power of t."""

    def __init__(
        self,
        values: Values,
        kinds: Sequence[tuple],
        names: Sequence[str],
        field: Callable[[AlongMotion], Mapping[str, Series]],
        most: int,
    ):
        self.values, self.kinds, self.most = values, kinds, 0
        self.zero = values.number(Fraction(0))
        self.met: dict[Any, Series] = {}
        self.curve = {q: [values.start(q)] for q in names}
        for n in range(1, most + 1):
            rates = field(self)
            self.most, self.met = n, {}
            for q, x in rates.items():
                self.curve[q].append(values.times(x[-1], values.number(Fraction(1, n))))

    def constant(self, c: Any) -> Series:
        return [c] + [self.zero] * self.most

    def mul(self, a: Series, b: Series) -> Series:
        return [self.sum((a[j], b[k - j]) for j in range(k + 1)) for k in range(self.most + 1)]

    def sum(self, pairs) -> Any:
        """Products added up."""
        products = (self.values.times(x, y) for x, y in pairs if x and y)
        return reduce(self.values.plus, products, self.zero)

    def plus(self, a: Series, b: Series) -> Series:
        return [self.values.plus(x, y) for x, y in zip(a, b)]

    def times(self, c: Any, a: Series) -> Series:
        return [self.values.times(c, x) if x else x for x in a]

    def determinant(self, rows: Sequence[Sequence[Series]]) -> Series:
        if not rows:
            return self.constant(self.values.number(Fraction(1)))
        total, (first, *others) = self.constant(self.zero), rows
        for j, x in enumerate(first):
            if any(x):
                minor = self.determinant([[*row[:j], *row[j + 1 :]] for row in others])
                sign = self.values.number(Fraction((-1) ** j))
                total = self.plus(total, self.times(sign, self.mul(x, minor)))
        return total

    def inverse(self, a: Series, name: str) -> Series:
        """1/a, the inverse of the first coefficient as a letter.  Raises ZeroDivisionError."""
        total = [self.values.inverse(a[0], name)]
        over = self.values.times(self.values.number(Fraction(-1)), total[0])
        for k in range(1, self.most + 1):
            later = self.sum((a[j], total[k - j]) for j in range(1, k + 1))
            total.append(self.values.times(over, later) if later else later)
        return total

    def of(self, p: dict) -> Series:
        """A polynomial.  Raises OutOfReach."""
        total = self.constant(self.zero)
        for m, c in self.values.terms(p).items():
            total = self.plus(total, self.times(c, self.monomial(m)))
        return total

    def monomial(self, m: tuple) -> Series:
        if not m:
            return self.constant(self.values.number(Fraction(1)))
        if m not in self.met:
            *others, last = m
            power = self.power(*last)
            self.met[m] = self.mul(self.monomial((*others,)), power) if others else power
        return self.met[m]

    def power(self, g: int, e: Any) -> Series:
        kind, what = self.kinds[g]
        moves = kind == "symbol" and what in self.curve
        if kind not in ("symbol", "angle", "exponential") or (moves and e < 0):
            raise OutOfReach(UNKNOWN)
        if moves:
            return reduce(self.mul, [self.curve[what]] * e)
        wave = self.constant(self.values.power(g, e))
        if kind == "symbol":
            return wave
        change = self.times(self.values.number(Fraction(e)), self.monomial(what))
        change = [self.values.turned(x) for x in change] if kind == "angle" else change
        for k in range(1, self.most + 1):  # w' = change' w
            parts = (
                (self.times(self.values.number(Fraction(j, k)), [change[j]])[0], wave[k - j])
                for j in range(1, k + 1)
            )
            wave[k] = self.sum(parts)
        return wave

    def slope(self, a: Series) -> Series:
        counted = (
            self.values.times(self.values.number(Fraction(k)), x) if x else x
            for k, x in enumerate(a)
        )
        return [*islice(counted, 1, None), self.zero]

    def rate(self, row: Mapping[str, Series], rates: Mapping[str, Mapping[str, Series]]) -> dict:
        """R' + R A, of coefficients of what changes by rates A."""
        made = {l: self.slope(a) for l, a in row.items()}
        for l, a in row.items():
            for r, b in rates.get(l, {}).items():
                product = self.mul(a, b)
                made[r] = self.plus(made[r], product) if r in made else product
        return made
