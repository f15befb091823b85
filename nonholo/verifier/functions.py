"""Functions as generators, with their derivatives, and why the generators are independent.

symbol x                    free
angle m, exponential m      w = e^(i m), w = e^m for a monomial m:  w' = i m' w,  w' = m' w
logarithm u                 l' = u'/u
root n, d                   s = d sqrt(n/d):  s^2 = n d = r,  s' = r' s/(2 r)
function (f, n, m)          free: the derivative of order n of f at the symbols m
pi                          free: transcendental; e^(i pi c), c rational, is a power of the turn
"""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import gcd, isqrt, lcm

from .outcome import BEYOND, Budget, demand
from .polynomials import ONE, UNIT, ZERO, Polynomials, constant, demand_number, joined, plus
from .signs import Signs

MAX_ORDER, MAX_ROOTS, MAX_LOGARITHMS = 120, 4, 40
TRIGONOMETRIC = ("sin", "cos", "tan", "cot", "sec", "csc")
EXPONENTIAL = ("exp", "sinh", "cosh", "tanh")
HALF = constant(Fraction(1, 2))
SPREAD = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31)  # rational values of generators: any do


class MoreTurns(Exception):
    """The check has to begin again with a turn of this order."""


def with_turns(checked: Callable, order: int = 4):
    """checked(order), begun again where a finer turn is needed."""
    try:
        return checked(order)
    except MoreTurns as more:
        return with_turns(checked, *more.args)


class Functions(Polynomials):
    """Generators by kind and what they are of."""

    def __init__(self, order: int, budget: Budget):
        super().__init__(order, budget)
        self.kinds: list[tuple] = [("turn", "")]
        self.places: dict[tuple, int] = {}
        self.slopes: dict[tuple, tuple] = {}
        self.signs = Signs()

    def generator(self, kind: str, what, e=1) -> dict:
        """The polynomial w^e."""
        g = self.places.setdefault((kind, what), len(self.kinds))
        if g == len(self.kinds):
            self.kinds.append((kind, what))
        return {((g, e),): Fraction(1)}

    def alone(self, g: int):
        """The quotient that a generator is."""
        return {((g, 1),): Fraction(1)}, ONE

    def of_kind(self, *kinds: str) -> list[int]:
        return [g for g, (kind, _) in enumerate(self.kinds) if kind in kinds]

    def generators_in(self, *quotients) -> set[int]:
        """The generators of which these are made, and those inside of them."""
        generators = {g for x in quotients for p in x for m in p for g, _ in m}
        for kind, what in [self.kinds[g] for g in generators]:
            if kind in ("angle", "exponential"):
                generators |= {g for g, _ in what}
            if kind in ("logarithm", "root"):
                generators |= self.generators_in(thawed(what))
            if kind == "function":
                generators |= set(what[2])
        return generators

    def symbols_in(self, *quotients) -> set[str]:
        inside = map(self.kinds.__getitem__, self.generators_in(*quotients))
        return {what for kind, what in inside if kind == "symbol"}

    # derivatives
    def diff(self, x, name: str):
        """The derivative of a quotient by a symbol: (n/d)' = (n' - (n/d) d')/d."""
        if x[1] == ONE:
            return self.slope(x[0], name)
        top, bottom = self.slope(x[0], name), self.slope(x[1], name)
        return self.times(self.add(top, self.times(x, bottom), -1), self.inverse((x[1], ONE)))

    def slope(self, a: dict, name: str):
        """The derivative of a polynomial: sum_g g' da/dg."""
        self.spend(1 + 2 * len(a))
        plain: dict = {}
        derived = ZERO
        for g in {g for m in a for g, _ in m}:
            over, under = self.rate(g, name)
            powers = {m: e for m in a if over and (e := dict(m).get(g, 0))}
            slope = {joined(m, ((g, -1),)): a[m] * e for m, e in powers.items()}
            if under == ONE:
                plain = plus(plain, self.mul(slope, over))
            else:
                derived = self.add(derived, self.times((self.reduced(slope), ONE), (over, under)))
        return self.add((plain, ONE), derived)

    def rate(self, g: int, name: str):
        """The derivative of a generator by a symbol."""
        if (g, name) not in self.slopes:
            kind, what = self.kinds[g]
            self.slopes[g, name] = self._rate(g, kind, what, name)
        return self.slopes[g, name]

    def _rate(self, g: int, kind: str, what, name: str):
        generator = self.alone(g)
        if kind in ("symbol", "small"):
            return UNIT if what == name else ZERO
        if kind in ("angle", "exponential"):
            inner = self.slope({what: Fraction(1)}, name)
            outer = (self.i if kind == "angle" else ONE, ONE)
            return self.times(self.times(inner, outer), generator)
        if kind == "logarithm":
            u = thawed(what)
            return self.times(self.diff(u, name), self.inverse(u))
        if kind == "root":
            r = self.squares[g], ONE
            rate = self.times(self.times(self.diff(r, name), HALF), self.inverse(r))
            return self.times(rate, generator)
        if kind == "function":
            return self.unspecified_rate(what, name), ONE
        return ZERO

    def along(self, field: dict, x):
        """The derivative along a field."""
        return self.sum(self.times(c, self.diff(x, v)) for v, c in field.items())

    # functions that are not specified
    @property
    def held(self) -> set[str]:
        """The names that unspecified functions hold."""
        return {self.kinds[g][1] for h in self.of_kind("function") for g in self.kinds[h][1][2]}

    def unspecified(self, name: str, orders: tuple, args: list):
        """Rule 30: f or a derivative of f, of names; orders: how often by each argument."""
        places = tuple(self.single("symbol", x) for x in args)
        demand(None not in places, "an unspecified function of what is no free name", BEYOND)
        return self.generator("function", (name, orders, places)), ONE

    def single(self, kind: str, x) -> int | None:
        """The generator of a kind that a quotient is."""
        first = [g for m in x[0] for g, _ in m][:1] if x else []
        return next((g for g in first if self.kinds[g][0] == kind and x == self.alone(g)), None)

    def unspecified_rate(self, what: tuple, by: str) -> dict:
        """The sum over the arguments that are this symbol of the derivative of one order more."""
        name, orders, places = what
        total: dict = {}
        for j, place in enumerate(places):
            if self.kinds[place][1] == by:
                more = tuple(n + (i == j) for i, n in enumerate(orders))
                total = plus(total, self.generator("function", (name, more, places)))
        return total

    # functions
    def function(self, name: str, x):
        """The value of a function of the language."""
        if name in TRIGONOMETRIC:
            return self._circular(name, self.wave("angle", x), plus({}, self.i, Fraction(-1, 2)))
        if name == "exp":
            return self.wave("exponential", x)
        if name in EXPONENTIAL:
            return self._circular(name[:-1], self.wave("exponential", x), HALF[0])
        if name in ("log", "ln"):
            return self.logarithm(x)
        demand(name == "sqrt", f"the function {name}", BEYOND)
        return self.root(x)

    def _circular(self, name: str, w, half: dict):
        """sin = (w - 1/w)/2i and cos = (w + 1/w)/2 of a wave; sinh and cosh without i."""
        back, halves = self.inverse(w), ((1, HALF[0]), (-1, half))
        cos, sin = (self.times(self.add(w, back, sign), (c, ONE)) for sign, c in halves)
        over = {"cos": cos, "cot": cos, "sec": UNIT, "csc": UNIT}.get(name, sin)
        under = {"tan": cos, "cot": sin, "sec": cos, "csc": sin}.get(name)
        return self.times(over, self.inverse(under)) if under else over

    def wave(self, kind: str, x):
        """e^x or e^(i x): a product of powers of generators, one for each monomial of x."""
        inner = {g for m in x[0] for g, _ in m}
        simple = x[1] == ONE and all(self.kinds[g][0] in ("symbol", "pi") for g in inner)
        demand(simple, "an argument of a function that is no sum of monomials in symbols", BEYOND)
        product = ONE
        for m, c in x[0].items():
            if m and all(self.kinds[g][0] == "pi" for g, _ in m):
                ((_, e),) = m
                demand(kind == "angle" and e == 1, "e^pi, or a function of a power of pi", BEYOND)
                factor = self.turn(c)
            else:
                factor = self.generator(kind, m, int(c) if c == int(c) else c)
            product = self.mul(product, factor)
        return product, ONE

    def turn(self, c: Fraction) -> dict:
        """e^(i pi c)"""
        order = lcm(self.order, 2 * c.denominator)
        demand(order <= MAX_ORDER, "a fraction of pi that is too small", BEYOND)
        if order != self.order:
            raise MoreTurns(order)
        return self.reduced({((0, int(c * order / 2)),): Fraction(1)})

    def logarithm(self, x):
        """log(x) as a generator; log(1) = 0."""
        if self.same(x, UNIT):
            return ZERO
        demand(x[0], "the logarithm of zero")
        demand(self.plain(x), "the logarithm of a root, a logarithm or pi", BEYOND)
        return self.generator("logarithm", frozen(x)), ONE

    def root(self, x):
        """The square root of x = n/d as s/d with s^2 = n d: s has the sign of d, so the same n d
        above another d is another root; but if n is a number, d has its sign."""
        if not x[0]:
            return ZERO
        demand(self.plain(x), "the root of a root, a logarithm or pi", BEYOND)
        if set(x[0]) | set(x[1]) == {()}:
            return self.rational_root(demand_number(x, "no number"))
        r = self.mul(*x)
        c = square_part(r)
        r = {m: a / c**2 for m, a in r.items()}
        n = x[0][()] if set(x[0]) == {()} else 0
        c, d = (c if n > 0 else -c, ONE) if n else (c, x[1])
        p, q = self.signs.squares_out(r)
        if set(q) == {()} and d == ONE:
            root = self.rational_root(q[()])
        else:
            p, q = (p, q) if set(q) != {()} else (ONE, r)
            (((g, _),),) = self.generator("root", frozen((q, d)))
            self.squares[g], root = q, self.alone(g)
        root = self.times(root, (p, ONE))
        return self.times(self.times(root, constant(c)), self.inverse((x[1], ONE)))

    def plain(self, x) -> bool:
        """Without roots, logarithms and pi."""
        return not self.generators_in(x) & set(self.of_kind("root", "logarithm", "pi"))

    def rational_root(self, c: Fraction):
        """The square root of a rational number: of 2 and 3 by turns of order 8 and 12."""
        demand(c > 0, "the square root of a negative number")
        n, outside = c.numerator * c.denominator, 1
        root = ONE
        for prime, order in ((2, 8), (3, 12)):
            power = 0
            while n % prime == 0:
                n, power = n // prime, power + 1
            outside *= prime ** (power // 2)
            if power % 2:
                step = Fraction(2, order)
                root = self.mul(root, plus(self.turn(step), self.turn(-step)))
        demand(isqrt(n) ** 2 == n, "the square root of such a number", BEYOND)
        return self.times((root, ONE), constant(Fraction(outside * isqrt(n), c.denominator)))

    # independence
    def demand_independent(self) -> None:
        """Rule 4: no relation between the generators but s^2 = r.

        Ax 1971: e^m for different monomials m that are not constant, e^(i m), and logarithms l_j
        are independent over the symbols if the differentials dm and du_j/u_j are independent over
        the constants.  Constants e^c: Lindemann and Weierstrass; but nothing is known of pi beside
        them.  A root is no function of the rest if no product of radicands is a square.
        """
        waves = [what for kind, what in self.kinds if kind in ("angle", "exponential")]
        beside = () in waves and ("pi", "") in self.places
        demand(not beside, "pi beside e to a rational power", BEYOND)
        self._demand_logarithms_apart({m for m in waves if m})
        radicands = list(self.squares.values())
        demand(len(radicands) <= MAX_ROOTS, "so many roots", BEYOND)
        for size in range(len(radicands)):
            for chosen in combinations(radicands, size + 1):
                product = reduce(self.mul, chosen)
                # with numbers for all generators but one it is no constant times a square
                inside = sorted({g for m in product for g, _ in m} - {0})
                lines = filter(None, (self.line(product, g) for g in inside))
                other = not all(map(self.is_square, lines))
                demand(other, "a root of what may be a square", BEYOND)

    def _demand_logarithms_apart(self, waves: set) -> None:
        logs = [thawed(self.kinds[g][1]) for g in self.of_kind("logarithm")]
        if not logs:
            return
        demand(len(logs) <= MAX_LOGARITHMS, "so many logarithms", BEYOND)
        parts = [self.differential(({m: Fraction(1)}, ONE)) for m in sorted(waves)]
        for u in logs:
            over_u = self.inverse(u)
            parts.append({v: self.times(d, over_u) for v, d in self.differential(u).items()})
        rows = [self.scattered(form, len(parts)) for form in parts]
        demand(self.rank(rows) == len(parts), "logarithms that may depend on each other", BEYOND)

    def differential(self, x) -> dict:
        return {v: self.diff(x, v) for v in sorted(self.symbols_in(x))}

    def scattered(self, form: dict, count: int) -> list[dict]:
        """The components of a form at some points of the generators, one after the other."""
        names = [self.kinds[g][1] for g in self.of_kind("symbol")]
        components = []
        for k in range(count):
            every = range(1, len(self.kinds))
            values = {g: {(): Fraction(SPREAD[g % len(SPREAD)] + k * (g + k))} for g in every}
            for v in names:
                top, bottom = (self.at(p, values) for p in form.get(v, ZERO))
                components.append(self.ratio(top, bottom))
        return components

    def at(self, a: dict, values: dict) -> dict:
        """A polynomial at numbers for its generators (integer exponents are enough here)."""
        whole = all(Fraction(e).denominator == 1 for m in a for _, e in m)
        demand(whole, "a fraction of an angle in a logarithm", BEYOND)
        turn = {((0, 1),): Fraction(1)}
        return self.put(a, lambda g, e: self.number_raised(values.get(g, turn), int(e)), {})

    def rank(self, rows: list[list[dict]]) -> int:
        """The rank of a matrix of numbers."""
        return len(self.pivots(rows)[0])

    def line(self, a: dict, generator: int) -> list[dict]:
        """The coefficients by one generator, numbers for the others, the highest 1.

        Below stand no even factors of a symbol, and no factors of a wave: its roots are waves.
        """
        coefficients: dict = {}
        for m, c in a.items():
            whole = all(Fraction(e).denominator == 1 for _, e in m)
            demand(whole, "a fraction of an angle in a root", BEYOND)
            values = {g: {(): Fraction(SPREAD[g % len(SPREAD)])} for g, _ in m if g}
            cofactor = tuple((g, e) for g, e in m if g != generator)
            e = int(dict(m).get(generator, 0))
            coefficients[e] = plus(coefficients.get(e, {}), self.at({cofactor: c}, values))
        coefficients = {e: c for e, c in coefficients.items() if c}
        if not coefficients:
            return []
        low, high = min(coefficients), max(coefficients)
        low -= low % 2 if self.kinds[generator][0] in ("symbol", "function") else 0
        scale = self.inverse_number(coefficients[high])
        return [self.mul(scale, coefficients.get(e, {})) for e in range(low, high + 1)]

    def is_square(self, line: list[dict]) -> bool:
        """Is a polynomial with highest coefficient 1 a square?  Its root is found from the top."""
        self.spend(len(line) ** 2)
        if len(line) % 2 == 0:
            return False
        top, root = line[::-1], [ONE]
        for k in range(1, len(line)):
            squares = [self.mul(root[j], root[k - j]) for j in range(k - len(root) + 1, len(root))]
            remainder = plus(top[k], reduce(plus, squares, {}), -1)
            if k <= len(line) // 2:
                root.append(self.mul({(): Fraction(1, 2)}, remainder))
            elif remainder:
                return False
        return True


def square_part(a: dict) -> Fraction:
    """A number c for which a/c^2 has whole coefficients, without small squares in common."""
    top = gcd(*(c.numerator for c in a.values()))
    bottom = lcm(*(c.denominator for c in a.values()))
    n, root = top * bottom, 1
    for prime in (2, *SPREAD):
        while n % prime**2 == 0:
            n, root = n // prime**2, root * prime
    return Fraction(root * (isqrt(n) if isqrt(n) ** 2 == n else 1), bottom)


def frozen(x) -> tuple:
    """A quotient as a key."""
    return tuple(tuple(sorted(p.items())) for p in x)


def thawed(what: tuple):
    """The quotient of a key."""
    return tuple(map(dict, what))
