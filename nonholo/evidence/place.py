"""Points for a certificate: rational values of the generators, real ones where levels and roots
ask for it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from nonholo.arithmetic.numbers import common_measure, fraction, rational
from nonholo.expression.unspecified import Unspecified
from nonholo.verifier.functions import Functions, thawed
from nonholo.verifier.outcome import Stop
from nonholo.verifier.point import Point
from nonholo.verifier.problem import Reader

SYMBOLS = (0, 1, 2, -1, 3, -2, Fraction(1, 2), 5, -3, Fraction(1, 3), 4)
POSITIVE = (
    1,
    Fraction(1, 2),
    4,
    Fraction(1, 4),
    3,
    Fraction(3, 4),
    0,
    -1,
    2,
    -4,
    Fraction(4, 3),
    9,
    Fraction(9, 16),
)
SHARES = (0, 1, -1, Fraction(3, 5), Fraction(4, 5), Fraction(-3, 5), Fraction(5, 13), 2)
ANGLES = (
    (1, 0),
    (0, 1),
    (Fraction(3, 5), Fraction(4, 5)),
    (Fraction(4, 5), Fraction(3, 5)),
    (Fraction(5, 13), Fraction(12, 13)),
    (Fraction(15, 17), Fraction(8, 17)),
)
EXPONENTIALS = (1, 2, 3, Fraction(1, 2), 5)
DRAWN = (1, 2, 3, 5, 4, Fraction(1, 2), -1, -2)
ATTEMPTS, ALIKE = 60, 6
WAVES = {"angle": "angles", "exponential": "exponents"}


class Places:
    """The generators of some quotients, and what binds them.

    levels: functions that vanish at the point;  positive: what is positive there.
    """

    def __init__(
        self, reader: Reader, quotients: Sequence, levels: Sequence, positive: Sequence = ()
    ):
        self.reader, self.language, self.levels = reader, reader.language, list(levels)
        language = self.language
        everything = [*quotients, *levels, *positive]
        generators = language.generators_in(*everything)
        inner = [
            thawed(language.kinds[g][1])
            for g in generators
            if language.kinds[g][0] in ("root", "logarithm")
        ]
        everything += inner
        self.generators = sorted(language.generators_in(*everything))
        self.kinds = {g: language.kinds[g] for g in self.generators}
        self.bare = {
            g
            for x in everything
            for p in x
            for m in p
            for g, _ in m
            if self.kinds[g][0] == "symbol"
        }
        self.bare |= {h for g in self._of("function") for h in self.kinds[g][1][2]}
        self.units = self._units(everything)
        self.rooted = language.generators_in(*inner)
        self.bound = self._bound(levels) | language.generators_in(*positive) | self.rooted
        self.alone = {
            g for g in self._of("angle", "exponential") if g in self.bound and self._alone(g)
        }
        self.still = {
            h
            for g in self.bound & set(self._of("angle", "exponential")) - self.alone
            for h, _ in self.kinds[g][1]
        }
        self.scales = sorted({Fraction(1), *self._numbers()})

    def _of(self, *kinds: str) -> list[int]:
        return [g for g in self.generators if self.kinds[g][0] in kinds]

    def _units(self, everything) -> dict[int, Fraction]:
        """The greatest common divisor of the exponents of each wave."""
        units: dict[int, Fraction] = {}
        for g, e in {pair for x in everything for p in x for m in p for pair in m}:
            if self.kinds[g][0] in WAVES:
                both = rational(units.get(g, Fraction(0))), rational(e)
                units[g] = fraction(common_measure(both))
        return units

    def _bound(self, quotients) -> set[int]:
        """The generators of levels, whose values must be true, and those of all that shares a
        symbol."""
        bound = self.language.generators_in(*quotients)
        size = -1
        while size != len(bound):
            size = len(bound)
            for g in self._of("angle", "exponential", "function"):
                inner = self.language.generators_in(self.language.alone(g))
                if inner & bound:
                    bound |= inner
        return bound

    def _alone(self, g: int) -> bool:
        (h, e), *more = self.kinds[g][1] or ((0, 0),)
        others = [
            w for w in self._of("angle", "exponential") if w != g and h in dict(self.kinds[w][1])
        ]
        return not more and e == 1 and h not in self.bare and not others

    def _numbers(self) -> Iterator[Fraction]:
        """Lengths that stand in the levels: parameters' numbers, and roots of numbers."""
        for f in self.levels:
            for c in f[0].values():
                top, bottom = isqrt(abs(c.numerator)), isqrt(c.denominator)
                if Fraction(top, bottom) ** 2 == abs(c):
                    yield Fraction(top, bottom)

    def records(self) -> Iterator[dict[str, Any]]:
        """The points that are tried, the simplest first."""
        for attempt in range(ATTEMPTS):
            try:
                record = self._record(attempt)
            except (Stop, ZeroDivisionError):  # a level or a root has no value there
                continue
            if record is not None:
                yield record

    def _record(self, attempt: int) -> dict[str, Any] | None:
        rng, width = random.Random(attempt), 2 + attempt // 3

        def pick(values):
            return values[attempt % len(values)] if attempt < ALIKE else rng.choice(values[:width])

        record: dict[str, Any] = {"symbols": {}, "angles": {}, "exponents": {}}
        inside = {h for g in self.alone for h, _ in self.kinds[g][1]}
        for g in self._of("symbol"):
            if g in inside:
                continue
            record["symbols"][self.kinds[g][1]] = str(0 if g in self.still else pick(self._pool(g)))
        if self._of("pi"):
            record["symbols"]["pi"] = str(pick(SYMBOLS))
        for g in self._of("angle", "exponential"):
            kind = self.kinds[g][0]
            values = pick(ANGLES if kind == "angle" else EXPONENTIALS)
            if g in self.bound and g not in self.alone:
                values = (1, 0) if kind == "angle" else 1
            key = monomial_text(self.reader, self.kinds[g][1], self.units.get(g, Fraction(1)))
            record[WAVES[kind]][key] = list(map(str, values)) if kind == "angle" else str(values)
        logs = {}
        for g in self._of("logarithm"):
            u = thawed(self.kinds[g][1])
            logs[quotient_text(self.reader, u)] = str(pick(SYMBOLS)) if not self.levels else "0"
        if logs:
            record["logarithms"] = logs
        functions = {g: self.kinds[g][1] for g in self._of("function")}
        if functions:
            record["functions"] = {
                call_text(self.reader, what): str(
                    _drawn(
                        attempt,
                        what,
                        [record["symbols"][self.kinds[a][1]] for a in what[2]],
                        (*DRAWN, *POSITIVE, *SHARES) if g in self.rooted else DRAWN,
                    )
                )
                for g, what in functions.items()
            }
        return self._on_levels(record, rng)

    def _pool(self, g: int) -> Sequence[Fraction | int]:
        """What a symbol may be: small, on levels the sides of right triangles, positive where a
        root asks for it."""
        if g not in self.bound:
            return SYMBOLS
        return [a * b for b in self.scales for a in SHARES] if self.levels else POSITIVE

    def _on_levels(self, record: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
        """The point moved so that the levels hold there: one symbol after the other."""
        taken = set(self.still)
        for number, f in enumerate(self.levels):
            inside = sorted(self.language.generators_in(f))
            unknown = [g for g in inside if g in self.bare and g not in taken]
            rng.shuffle(unknown)
            unknown += [g for g in inside if self.kinds[g][0] == "function" and g not in taken]
            if self._holds(f, record):
                continue
            for g in unknown:
                moved = self._moved(f, g, record, rng)
                if moved is not None and all(
                    self._holds(other, moved) for other in self.levels[:number]
                ):
                    record = moved
                    taken.add(g)
                    break
            else:
                return None
        return record

    def _moved(self, f, g: int, record: dict[str, Any], rng: random.Random):
        """The point with another value of a symbol or function, so that f vanishes there."""
        kind, what = self.kinds[g]
        table, name = (
            ("symbols", what) if kind == "symbol" else ("functions", call_text(self.reader, what))
        )
        others = {**record, table: {n: v for n, v in record[table].items() if n != name}}
        value = self._root(f, g, Point(self.language, self.reader, others), rng)
        return None if value is None else {**record, table: {**record[table], name: str(value)}}

    def _holds(self, f, record: dict[str, Any]) -> bool:
        return not Point(self.language, self.reader, record).value(f)

    def _root(self, f, g: int, point: Point, rng: random.Random) -> Fraction | None:
        """A rational value of a symbol for which f vanishes, if f is of degree 1 or 2 in it."""
        line: dict[int, Fraction] = {}
        try:
            for m, c in f[0].items():
                cofactor = tuple((h, e) for h, e in m if h != g)
                value = point.polynomial({cofactor: c})
                if set(value) > {()}:
                    return None
                e = dict(m).get(g, 0)
                line[e] = line.get(e, Fraction(0)) + value.get((), Fraction(0))
        except (Stop, ZeroDivisionError):
            return None
        c, b, a = (line.pop(e, Fraction(0)) for e in (0, 1, 2))
        if any(line.values()) or (not a and not b):
            return None
        if not a:
            return -c / b
        under = b * b - 4 * a * c
        if under < 0:
            return None
        root = Fraction(isqrt(under.numerator), isqrt(under.denominator))
        return None if root * root != under else (-b + rng.choice((1, -1)) * root) / (2 * a)


class Drawn(Point):
    """A point with small numbers for unspecified functions, wherever one is asked for.

    record: the point with the numbers so far.
    """

    def __init__(self, language: Functions, reader: Reader, record: dict[str, Any]):
        super().__init__(language, reader, record)
        self.reader, self.record, self.seed = reader, record, str(record)

    def derived(self, g: int) -> tuple:
        kind, what = self.language.kinds[g]
        if kind != "function":
            return super().derived(g)
        key, places = self.place(what), self.at_places(self.given)
        value = places.get(key) or {(): _drawn(self.seed, what, key[2:])}
        written = {call_text(self.reader, what): str(value.get((), 0))}
        self.record = {**self.record, "functions": {**self.record.get("functions", {}), **written}}
        self.given[g] = (1, value)
        return self.given[g]


def _drawn(
    seed: Any, what: tuple, place: Sequence[Any], values: Sequence[Fraction | int] = DRAWN
) -> Fraction:
    """The same number for the same derivative at the same place."""
    name, orders, _ = what
    return Fraction(random.Random(f"{seed} {name} {orders} {[*map(str, place)]}").choice(values))


def call_text(reader: Reader, what: tuple) -> str:
    """A derivative of an unspecified function at its arguments, as a text."""
    name, orders, places = what
    word = Unspecified(name, tuple(reader.functions[name]), orders).word
    return f"{word}({', '.join(reader.language.kinds[a][1] for a in places)})"


def monomial_text(reader: Reader, m: tuple, c: Fraction = Fraction(1)) -> str:
    """c times a monomial in symbols and unspecified functions, as a text.

    Raises Stop for any other.
    """
    factors = []
    for g, e in m:
        kind, what = reader.language.kinds[g]
        name = call_text(reader, what) if kind == "function" else "pi" if kind == "pi" else what
        if not isinstance(name, str):  # a wave alone, as in log(exp(x) + 1)
            raise Stop("no monomial in symbols and unspecified functions")
        factors.append(name if e == 1 else f"{name}**({e})")
    over = [str(c.numerator)] if c.numerator != 1 or not factors else []
    return "*".join(over + factors) + (f"/{c.denominator}" if c.denominator != 1 else "")


def quotient_text(reader: Reader, x) -> str:
    """A quotient in symbols, sines and cosines as a text.  Raises Stop where waves stand alone in
    it."""
    top, bottom = (
        " + ".join(f"({c})*{monomial_text(reader, m)}" if m else f"({c})" for m, c in p.items())
        for p in x
    )
    return f"({top})/({bottom})" if bottom != "(1)" else top


def number_text(language: Functions, a: dict) -> str:
    """A real number in the turn: z^k + 1/z^k = 2 cos(2 pi k/N)."""
    if set(a) <= {()}:
        return str(a.get((), 0))
    terms = []
    for m, c in a.items():
        k = dict(m).get(0, 0)
        terms.append(f"({c})*cos({2 * k}*pi/{language.order})" if k else f"({c})")
    return " + ".join(terms)
