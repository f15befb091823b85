"""Polynomials in the parameters of a family: what is 0 modulo others, what can never be 0.

Parameters are real.  Generators are their letters, waves e^(i m) of monomials m in them, and pi; an
identity between them holds whatever relations they have.  Unspecified functions of coordinates are
generators of the configuration: what is shown holds for almost every choice of them.
"""

from fractions import Fraction
from functools import reduce

from . import syntax
from .functions import Functions
from .outcome import BEYOND, demand
from .point import Point
from .polynomials import ONE, joined, parted, plus
from .problem import Reader
from .real import signs_at_roots

KINDS = ("symbol", "angle", "exponential", "function")


class Parameters:
    """The letters of a family, and what is assumed of them.

    assumed: polynomials assumed to be positive; weak: not to be negative; signs: 1 or -1 for
    letters that are never of the other sign; strict: those that are not 0 either; nonzero:
    polynomials assumed not to be 0."""

    def __init__(self, language: Functions, reader: Reader, names, assumed: list, nonzero: list):
        self.language, self.reader = language, reader
        self.frequencies = False  # may waves hold parameters and coordinates together?
        self.letters = {language.generator("symbol", n).popitem()[0][0][0] for n in names}
        self.read: dict[str, dict] = {}  # what is said again is read once
        self.assumed: list[dict] = []
        self.weak: list[dict] = []
        self.signs: dict[int, int] = {}
        self.strict: set[int] = set()
        for text in assumed:
            self.assume(*syntax.inequality(text))
        self.nonzero = [self.polynomial(text) for text in nonzero]

    def assume(self, tree, strict: bool) -> None:
        """Rule 34: what an inequality between polynomials says of a sign."""
        p = self.plain(self.reader.plain(self.reader.form(tree)))
        (self.assumed if strict else self.weak).append(p)
        letters = {g for m in p for g, _ in m}
        slope, constant = (p.get(m, Fraction(0)) for m in (((min(letters), 1),), ()))
        if len(letters) == 1 and set(p) <= {((min(letters), 1),), ()} and constant <= 0:
            self.signs[min(letters)] = 1 if slope > 0 else -1
            self.strict |= letters if strict or constant else set()

    # texts
    def polynomial(self, text: str) -> dict:
        """A polynomial in the parameters alone."""
        if text not in self.read:
            self.read[text] = self.plain(self.reader.expression(text))
        return self.read[text]

    def plain(self, x) -> dict:
        p = self.whole(x)
        demand(all(self.parametric(g) for m in p for g, _ in m), "more than parameters")
        return p

    def whole(self, x) -> dict:
        """What is divided by nothing that holds a parameter."""
        top, bottom = x
        below = {g for m in top for g, e in m if e < 0 and self.free(g)}
        demand(bottom == ONE and not any(map(self.parametric, below)), "a denominator", BEYOND)
        return top

    def free(self, g: int) -> bool:
        """It may be 0, and of any sign: a symbol, or an unspecified function."""
        return self.language.kinds[g][0] in ("symbol", "function")

    def parametric(self, g: int) -> bool:
        """Is it a number once the parameters are?  One of the coordinates holds no parameters."""
        kind, what = self.language.kinds[g]
        if kind in ("turn", "pi") or g in self.letters:
            return True
        demand(kind in KINDS, f"a {kind} in a family", BEYOND)
        if kind == "symbol":
            return False
        arguments = what[2] if kind == "function" else [h for h, _ in what]
        inside = {self.parametric(h) for h in arguments}
        both = self.frequencies and kind != "function"
        demand(len(inside) < 2 or both, "a function of parameters and coordinates together", BEYOND)
        names = {self.language.kinds[h][1] for h in arguments} if kind == "function" else set()
        demand(names <= {*self.reader.names}, "an unspecified function of parameters", BEYOND)
        return inside <= {True}

    def unknown(self, stated: list) -> int:
        """The generator that an equation is solved for: ["symbol", "a"], ["angle", "al"]."""
        demand(len(stated) == 2 and stated[0] in ("symbol", "angle"), "solved for what is none")
        ((m, c),) = self.polynomial(stated[1]).items()
        demand(c == 1 and m, "solved for what is none")
        if stated[0] == "angle":
            return self.language.generator("angle", m).popitem()[0][0][0]
        demand(len(m) == 1 and m[0][0] in self.letters and m[0][1] == 1, "no letter")
        return m[0][0]

    # equations
    def leading(self, p: dict, g: int) -> tuple:
        """(p times a power of a wave g, g, its degree, its leading coefficient)"""
        p = self.lifted(p, g)
        degree = max((dict(m).get(g, 0) for m in p), default=0)
        demand(degree > 0, "solved for what does not stand in the equation")
        return p, g, degree, self.coefficient(p, g, degree)

    def lifted(self, p: dict, g: int) -> dict:
        """p without negative powers of g: a wave is never 0."""
        low = min((dict(m).get(g, 0) for m in p), default=0)
        return p if low >= 0 else self.language.mul(p, {((g, -low),): Fraction(1)})

    def coefficient(self, p: dict, g: int, degree) -> dict:
        parts = {m: c for m, c in p.items() if dict(m).get(g, 0) == degree}
        return {tuple(pair for pair in m if pair[0] != g): c for m, c in parts.items()}

    def reduced(self, p: dict, solved: list[tuple]) -> dict:
        """A p - sum_i q_i p_i for solved equations p_i = 0, A a product of their leading
        coefficients: of lower degrees than the p_i."""
        again = True
        while again:
            again = False
            p = self.in_frequencies(p, solved)
            for t, g, degree, lead in solved:
                p = self.lifted(p, g)
                if len(t) == 1:  # then g^degree is 0
                    self.language.spend(1 + len(p) // 4)
                    p = {m: c for m, c in p.items() if dict(m).get(g, 0) < degree}
                while p and (top := max(dict(m).get(g, 0) for m in p)) >= degree:
                    head = self.coefficient(p, g, top)
                    head = {joined(m, ((g, top - degree),)): c for m, c in head.items()}
                    mul, again = self.language.mul, True
                    p = plus(mul(lead, p), mul(head, t), -1)
        return p

    def mixed(self, g: int) -> bool:
        """A wave of parameters and coordinates together."""
        kind, what = self.language.kinds[g]
        wave = kind in ("angle", "exponential")
        return wave and {self.parametric(h) for h, _ in what} == {True, False}

    def in_frequencies(self, p: dict, solved: list[tuple]) -> dict:
        """p with e^(i m) for each e^(i g x), m = value x, where an equation says g = value."""
        kinds, language = self.language.kinds, self.language
        for t, g, degree, lead in solved if self.frequencies else ():
            value = self.coefficient(t, g, 0)
            plain = all(self.free(h) for m in value for h, _ in m)
            if degree > 1 or set(lead) != {()} or not plain:
                continue

            def power(h: int, e, g=g, value=value, slope=lead[()]) -> dict:
                kind, what = kinds[h]
                x, product = tuple(pair for pair in what if pair != (g, 1)), ONE
                for m, c in value.items():
                    wave = language.generator(kind, joined(x, m), -e * c / slope)
                    product = language.mul(product, wave)
                return product

            waves = {h for h in {h for m in p for h, _ in m} if self.mixed(h)}
            held = {h for h in waves if (g, 1) in kinds[h][1]}
            p = language.put(p, power, {}, lambda h, held=held: h not in held) if held else p
        return p

    def coefficients(self, p: dict) -> dict[tuple, dict]:
        """By monomials of the configuration, which are independent whatever the parameters are."""
        mixed = any(map(self.mixed, {g for m in p for g, _ in m}))
        demand(not mixed, "a function of parameters and coordinates together", BEYOND)
        return parted(p, lambda g: not self.parametric(g))

    def product(self, factors: list[dict], powers: dict) -> dict:
        """The product of powers of some of the factors, by their numbers."""
        product = ONE
        for number, power in powers.items():
            demand(number.isdecimal() and int(number) < len(factors) and power > 0, "no power")
            product = self.language.mul(product, self.language.power(factors[int(number)], power))
        return product

    def defined(self, rows: list[dict]) -> None:
        """Where rows are defined, nothing that they are divided by is 0."""
        for top, bottom in (x for row in rows for x in row.values()):
            below = {g for p in (top, bottom) for m in p for g, e in m if e < 0 and self.free(g)}
            self.nonzero += [{((g, 1),): Fraction(1)} for g in sorted(below) if self.parametric(g)]
            if bottom != ONE and all(self.parametric(g) for m in bottom for g, _ in m):
                self.nonzero.append(self.cleared({"": (bottom, ONE)})[""][0])

    def cleared(self, row: dict) -> dict:
        """The row times its denominators, and times powers of parameters."""
        language, below = self.language, [bottom for _, bottom in row.values()]
        for bottom in [b for i, b in enumerate(below) if b not in below[:i]]:
            row = {
                v: (top, ONE) if under == bottom else (language.mul(top, bottom), under)
                for v, (top, under) in row.items()
            }
        lowest: dict[int, Fraction] = {}
        for g, e in {pair for top, _ in row.values() for m in top for pair in m}:
            if self.parametric(g) and e < lowest.get(g, 0) and self.free(g):
                lowest[g] = e
        scale = {tuple(sorted((g, -e) for g, e in lowest.items())): Fraction(1)}
        return {v: (language.mul(top, scale), ONE) for v, (top, _) in row.items()}

    # signs
    def never_zero(self, p: dict) -> bool:
        """Rule 40: a number, assumed not to be 0, or of one sign; times what it is divided by."""
        p = self.cleared({"": (p, ONE)})[""][0]
        if (p and all(g == 0 for m in p for g, _ in m)) or self.wave(p):
            return True
        if len({dict(m).get(0) for m in p}) == 1:  # times a power of the turn
            p = {_without_turn(m): c for m, c in p.items()}
        held = any(proportional(self.language, p, other) for other in self.nonzero)
        return held or self.positive(p) or self.positive(plus({}, p, -1))

    def wave(self, p: dict) -> bool:
        """A number times powers of e^(i m), e^m and pi."""
        kinds = {self.language.kinds[g][0] for m in p for g, _ in m}
        return len(p) == 1 and kinds <= {"turn", "pi", "angle", "exponential"}

    def positive(self, p: dict) -> bool:
        """A positive number times what is assumed positive; or a sum of terms that are not
        negative, one of them positive, with letters and exponentials; or a quadratic form that is
        definite; or in one letter, without a root."""
        for other in self.assumed:
            m = next(iter(other), ())
            c = p.get(m, 0) / other.get(m, Fraction(1))
            if c > 0 and p == plus({}, other, c):
                return True
        held = {g for m in p for g, _ in m}
        letters = {g for g in held if self.free(g)}
        if any(self.language.kinds[g][0] != "exponential" for g in held - letters):
            return False
        signs = [self.sign(m, c) for m, c in p.items()]
        some = all(sign is not None for sign in signs) and 1 in signs
        if some or any(map(self.definite, [p] * len(p), letters)):
            return True
        return held == letters and len(held) == 1 and self.without_root(p, held.pop())

    def without_root(self, p: dict, g: int) -> bool:
        """A polynomial x^k f(x) in one letter, positive near 0, where f has no root that the letter
        can be; k = 0 where the letter can be 0."""
        line, sign = self.line(p, g), self.signs.get(g, 0)
        k = next(i for i, c in enumerate(line) if c) if g in self.strict else 0
        f, low, high = line[k:], 0 if sign > 0 else None, 0 if sign < 0 else None
        one, spend = [Fraction(1)], self.language.spend
        return f[0] * sign**k > 0 and not signs_at_roots(f, one, low, high, spend)

    def line(self, p: dict, g: int) -> list:
        """The coefficients of a polynomial in one letter."""
        demand(all(h == g for m in p for h, _ in m), "a polynomial in more than one letter")
        powers = {dict(m).get(g, 0): c for m, c in p.items()}
        self.language.spend(count := max(powers, default=-1) + 1)
        return [powers.get(e, Fraction(0)) for e in range(count)]

    def definite(self, p: dict, g: int) -> bool:
        """4 a (a x^2 + b x + c) = (2 a x + b)^2 + 4 a c - b^2 with positive a and 4 a c - b^2."""
        if max(dict(m).get(g, 0) for m in p) != 2:
            return False
        a, b, c = (self.coefficient(p, g, e) for e in (2, 1, 0))
        under = plus(self.language.mul(a, c), self.language.mul(b, b), Fraction(-1, 4))
        return self.positive(a) and self.positive(under)

    def sign(self, m: tuple, c: Fraction) -> int | None:
        """1 for a positive term, 0 for one that is not negative, None for others; e^m > 0."""
        for g, e in m:
            if e % 2:
                c = c * self.signs.get(g, int(not self.free(g)))
        if c <= 0:
            return None
        alone = [{((g, 1),): Fraction(1)} for g, _ in m if self.free(g) and g not in self.strict]
        return int(all(p in self.nonzero for p in alone))

    # places
    def place(self, record: dict) -> Point:
        """Values of the generators of the configuration; parameters stay what they are."""
        demand(not set(record["symbols"]) & {*self.reader.free} - {*self.reader.names}, "a value")
        point = Point(self.language, self.reader, record)
        demand(not any(map(self.parametric, point.given)), "a value of a parameter")
        return point

    def value(self, point: Point, p) -> dict:
        """The polynomial in the parameters that a polynomial, a sum of products or what is called
        with the place is there."""
        if isinstance(p, list):
            pairs = ((self.value(point, x), self.value(point, y)) for x, y in p)
            return reduce(plus, (self.language.mul(*pair) for pair in pairs), {})
        if callable(p):
            return p(point)
        told = not any(map(self.mixed, {g for m in p for g, _ in m}))
        demand(told, "a value of a function of parameters and coordinates together", BEYOND)
        return self.language.put(p, point.power, point.products, self.parametric)

    def determinant(self, rows: list[list[dict]]) -> dict:
        """Of a square matrix of polynomials, by minors of its first rows."""
        minors: dict = {0: ONE}
        for row in rows:
            longer: dict = {}
            for used, minor in minors.items():
                for j, entry in enumerate(row):
                    if entry and not used >> j & 1:
                        sign = -1 if (used >> j).bit_count() % 2 else 1
                        product = self.language.mul(minor, entry)
                        both = used | 1 << j
                        longer[both] = plus(longer.get(both, {}), product, sign)
            minors = longer
        return minors.get((1 << len(rows)) - 1, {})


def proportional(language: Functions, a: dict, b: dict) -> bool:
    """b = c a for a number c that is not 0, and a is not 0."""
    if not a or not b:
        return False
    monomial = _without_turn(next(iter(a)))
    top, bottom = (
        {tuple(x for x in m if not x[0]): c for m, c in p.items() if _without_turn(m) == monomial}
        for p in (a, b)
    )
    return bool(bottom) and language.mul(a, bottom) == language.mul(b, top)


def _without_turn(m: tuple) -> tuple:
    """A monomial without the turn."""
    return tuple(pair for pair in m if pair[0])
