"""Rule 5: one point with rational values of the generators, and what a value there shows.

The generators are independent, so they may have independent values: a polynomial that is not 0
there is not the polynomial 0.  Where the set f = 0, a root, a logarithm, abs or an inequality
bounds what exists, the point must be real: the generators that take part in it have the values of
functions at one place.
"""

import re
from fractions import Fraction
from math import isqrt

from .functions import Functions, frozen, thawed
from .outcome import BEYOND, demand
from .polynomials import ONE, demand_number, plus
from .problem import Reader

NUMBER = re.compile("-?[0-9]{1,400}(/0*[1-9][0-9]{0,399})?")
KINDS = {"angles": "angle", "exponents": "exponential", "logarithms": "logarithm"}


def number(text: str) -> Fraction:
    """A rational number."""
    demand(NUMBER.fullmatch(text), f"{text[:40]} is no rational number")
    return Fraction(text)


class Point:
    """The values of generators: g^e for an exponent e, as numbers in the turn."""

    def __init__(self, language: Functions, reader: Reader, record: dict):
        self.language, self.read = language, reader.expression
        self.given: dict[int, tuple] = {}  # g: (exponent e, value of g^e)
        self.powers: dict[tuple, dict] = {}
        self.products: dict[tuple, dict] = {}
        self.logarithms: list[tuple] = []  # what those are of whose values are given
        for name, value in record["symbols"].items():
            demand(name in {*reader.free, "pi"}, f"a value of {name[:40]}, which is no free name")
            kind, what = ("pi", "") if name == "pi" else ("symbol", name)
            self._give(kind, what, 1, number(value))
        for key, kind in KINDS.items():
            for text, value in record.get(key, {}).items():
                self._wave(kind, text, value)
        for text, value in record.get("functions", {}).items():
            call = language.single("function", self.read(text)) or 0
            demand(call, "a value of what is no unspecified function")
            self._give("function", language.kinds[call][1], 1, number(value))
        self.at_places(self.given)

    def _give(self, kind: str, what, unit, value) -> None:
        g = self.language.places.get((kind, what))
        if g is None:
            (((g, _),),) = self.language.generator(kind, what)
        demand(g not in self.given, "a value that is given twice")
        self.given[g] = unit, value if isinstance(value, dict) else plus({}, {(): value})

    def _wave(self, kind: str, text: str, value) -> None:
        x = self.read(text)
        if kind == "logarithm":
            demand(self.language.logarithm(x)[0], "a value of log(1)")
            self.logarithms.append(x)
            return self._give(kind, frozen(x), 1, number(value))
        demand(x[1] == ONE and len(x[0]) == 1, "an angle or exponent that is no monomial")
        ((m, unit),) = x[0].items()
        demand(unit > 0, "an angle or exponent with a sign")
        if kind == "angle":
            a, b = map(number, value)
            demand(a * a + b * b == 1, "a value that is not on the circle")
            return self._give(kind, m, unit, plus({(): a}, self.language.i, b))
        demand(value := number(value), "a power of e that is 0")
        return self._give(kind, m, unit, value)

    # values
    def value(self, x) -> dict:
        """The number that a quotient is at the point.  Raises ZeroDivisionError."""
        return self.language.ratio(*map(self.polynomial, x))

    def polynomial(self, a: dict) -> dict:
        """The number that a polynomial is at the point."""
        return self.language.put(a, self.power, self.products)

    def power(self, g: int, e) -> dict:
        """g^e"""
        if (g, e) in self.powers:
            return self.powers[g, e]
        language = self.language
        if g == 0:
            return language.reduced({((0, e),): Fraction(1)})
        unit, base = self.given.get(g) or self.derived(g)
        n = Fraction(e) / unit
        demand(n.denominator == 1, "a fraction of an angle whose value is given")
        demand(abs(n) <= 1000, "a large multiple of an angle whose value is given", BEYOND)
        return self.powers.setdefault((g, e), language.number_raised(base, int(n)))

    def derived(self, g: int) -> tuple:
        """The value of s = d sqrt(n/d), which follows from the others: s^2 = r, the sign of d."""
        kind, what = self.language.kinds[g]
        demand(kind == "root", "the point does not give what is needed")
        why = "a radicand whose value is not rational"
        r, d = (self.rational((p, ONE), why) for p in (self.language.squares[g], thawed(what)[1]))
        demand(r > 0, "the root of what is not positive at the point")
        root = Fraction(isqrt(r.numerator), isqrt(r.denominator))
        demand(root * root == r, "a root whose value at the point is not rational")
        self.given[g] = (1, {(): root if d > 0 else -root})
        return self.given[g]

    def rational(self, x, why: str) -> Fraction:
        return demand_number((self.value(x), ONE), why)

    def vector(self, form: dict) -> dict:
        """The components of a sparse vector that are not 0."""
        return {v: c for v, x in form.items() if (c := self.value(x))}

    def place(self, what: tuple) -> tuple:
        """A derivative of an unspecified function with the numbers of its arguments."""
        name, orders, places = what
        return name, orders, *map(self.coordinate, places)

    def coordinate(self, g: int):
        """The number of a symbol, or its name if it has none."""
        return self.given[g][1].get((), 0) if g in self.given else self.language.kinds[g][1]

    def at_places(self, generators) -> dict[tuple, dict]:
        """Rule 31: one value of each derivative at each place."""
        values: dict[tuple, dict] = {}
        for g in generators:
            kind, what = self.language.kinds[g]
            if kind == "function":
                same = values.setdefault(self.place(what), self.given[g][1]) == self.given[g][1]
                demand(same, "two values of a function at one place")
        return values

    # real points
    def demand_real(self, *quotients) -> None:
        """The generators of these have the values of functions at one real place."""
        for g in self.language.generators_in(*quotients):
            self._demand_real(g, *self.language.kinds[g])

    def _demand_real(self, g: int, kind: str, what) -> None:
        demand(kind != "pi", "pi where a real point is needed", BEYOND)
        if kind == "symbol":
            demand(g in self.given or self._only_inside(g), "a real point without all its values")
        if kind in ("angle", "exponential"):
            self._demand_real_wave(g, what)
        if kind == "function":
            placed = all(a in self.given for a in what[2])
            demand(placed, "an unspecified function at a real point without its place")
        if kind == "logarithm":
            one, zero = self.value(thawed(what)), self.power(g, 1)
            demand(one == ONE and not zero, "a logarithm whose value is not known to be true")

    def _demand_real_wave(self, g: int, m: tuple) -> None:
        """Sine and cosine are those of the angle: it stands nowhere else, or is 0."""
        demand(m, "sin, cos or exp of a number, which has no rational value", BEYOND)
        demand(g in self.given, "a real point without all its values")
        value = self.given[g][1]
        if self._stands_alone(g, m):
            turning = self.language.kinds[g][0] == "angle"
            demand(turning or value[()] > 0, "a power of e that is not positive")
        else:
            at_zero = not self.polynomial({m: Fraction(1)}) and value == ONE
            demand(at_zero, "an angle or exponent and its function that do not fit")

    def _stands_alone(self, g: int, m: tuple) -> bool:
        """m is a symbol without a value, and no other wave has it."""
        (symbol, e), *more = m
        if more or e != 1 or symbol in self.given:
            return False
        others = (self.language.kinds[h][1] for h in self._waves() if h != g)
        return not any(symbol in dict(other) for other in others)

    def _waves(self) -> list[int]:
        return self.language.of_kind("angle", "exponential")

    def _only_inside(self, symbol: int) -> bool:
        """A symbol without a value stands for the angle whose sine and cosine are given."""
        given = (self.language.kinds[h][1] for h in self._waves() if h in self.given)
        return ((symbol, 1),) in given

    def demand_bound(self, *levels) -> set[int]:
        """Levels are real at the point, and so is all that shares a symbol with them.  Returns the
        symbols that are bound in this way; all other generators are independent of them."""
        language = self.language
        bound = {g for g in language.generators_in(*levels) if language.kinds[g][0] == "symbol"}
        self.demand_real(*levels)
        others = list(self.given)
        while touched := [g for g in others if bound & self.inside(g)]:
            others = [g for g in others if g not in touched]
            for g in touched:
                bound |= {h for h in self.inside(g) if language.kinds[h][0] == "symbol"}
                self.demand_real(language.alone(g))
        return bound

    def inside(self, g: int) -> set[int]:
        """A generator and those inside of it."""
        return self.language.generators_in(self.language.alone(g))

    def positive(self, x) -> bool:
        """Is a real function positive at the point, which is real for it?"""
        self.demand_real(x)
        return self.rational(x, "a sign that is not read off a rational number") > 0
