"""Rule 62: conditions on mu(t) that contradict each other, by values at one state.

Coordinates q and velocities w (rule 48), and nu (rule 50), change along a motion by

    s q' = s sum_J w_J Z_J,   s w_I' = D^2 sum_J g_JI F_J,   s nu' = A nu + b,   s = D^2 det G

with the cofactors g of G, so s d/dt is a derivation of polynomials in q, w, waves of q and the
parameters.  A place gives them values h, any: they are independent.  Then

    T(P) = sum_n h((s d/dt)^n P) t^n/n!,   T(P Q) = T(P) T(Q),   T(s P') = dT(P)/dt

is known of all P by that of q and w, which follow order by order; that of a wave e^m is a solution
of y' = T(m)' y.  A row R of coefficients of nu has the rate s R' + R A.  So a minor of conditions
and their rates has a value, a polynomial in the parameters, though none is multiplied out.  Where
that is not 0 the minor is 0 on almost no motion; of more conditions than there are nu this says
that no nu obeys them.
"""

from fractions import Fraction
from functools import partial, reduce

from .guards import Guard, guard_of
from .outcome import BEYOND, demand
from .parameters import Parameters
from .point import Point
from .polynomials import ONE, by_squaring
from .substitution import solved_in
from .vakonomic import BESIDE, Shared

FIRST = "det G"  # no name that a letter can have


class Along:
    """Power series T along a motion from a place: lists of polynomials in the parameters.

    solved: equations; letters that are numbers, or polynomials in others, by these are put in."""

    def __init__(self, parameters: Parameters, place, solved: list[tuple]):
        self.language, self.parametric = parameters.language, parameters.parametric
        self.place, self.one, self.i, self.order = place, ONE, self.language.i, 1
        self.curve: dict[str, list] = {}
        self.letters: dict[int, dict] = {}
        for t, g, degree, lead in solved:
            if degree == 1 and set(lead) == {()} and g in parameters.letters:
                value = parameters.coefficient(t, g, 0)
                self.letters[g] = {m: -c / lead[()] for m, c in value.items()}
        self.known: dict[int, tuple] = {}  # with the polynomials, which stay alive
        self.met: dict[tuple, list] = {}

    def follow(self, names: list, field, order: int) -> None:
        """The motion, below an order; field: the rates of these names, as series."""
        self.curve = {q: [self.start(q)] for q in names}
        for self.order in range(1, order):
            rates = field(self)
            self.met = {}
            for q, x in rates.items():
                self.curve[q] += self.scaled(x[self.order - 1 :], Fraction(1, self.order))
        self.order = order

    # values at the place
    def start(self, q: str) -> dict:
        """The value of a symbol; of one that has none, as waves of it have, 0."""
        (((g, _),),) = self.language.generator("symbol", q)
        return self.place.given[g][1] if g in self.place.given else {}

    def wave(self, g: int, e) -> dict:
        """The value of g^e."""
        return self.place.power(g, e)

    def terms(self, p: dict) -> dict:
        """Monomials in the state, with polynomials in the parameters."""
        if id(p) not in self.known:
            parts: dict[tuple, dict] = {}
            for m, c in p.items():
                state = tuple(pair for pair in m if not self.parametric(pair[0]))
                parts.setdefault(state, {})[tuple(pair for pair in m if pair not in state)] = c
            put = partial(self.language.put, power=self.raised, known={}, remains=self.stays)
            self.known[id(p)] = p, {m: put(x) for m, x in parts.items()}
        return self.known[id(p)][1]

    def stays(self, g: int) -> bool:
        return g not in self.letters

    def raised(self, g: int, e) -> dict:
        demand(e > 0 and e % 1 == 0, "a letter that is divided by", BEYOND)
        return self.language.power(self.letters[g], int(e))

    def named(self, a: list) -> list:
        """The series, its first term a letter: powers of it are short."""
        self.first = a[0]
        return [self.language.generator("symbol", FIRST), *a[1:]]

    def told(self, p: dict) -> dict:
        """A value where the letter stands for what it is; of a power of it one is left."""
        ((((g, _),), _),) = self.language.generator("symbol", FIRST).items()
        low = min((dict(m).get(g, 0) for m in p), default=0)
        p = self.language.mul(p, {((g, min(low, 1) - low),) if low > 1 else (): Fraction(1)})
        power = partial(self.language.power, self.first)
        return self.language.put(p, lambda _, e: power(e), {}, lambda h: h != g)

    # series
    def sum(self, pairs) -> list:
        """Products added up, below the order."""
        total: list[dict] = [{} for _ in range(self.order)]
        for a, b in pairs:
            self.language.spend(1 + self.order**2 // 16)
            for j, x in enumerate(a):
                for n, y in enumerate(b[: self.order - j], j):
                    for m, c in self.language.mul(x, y).items() if x and y else ():
                        total[n][m] = total[n].get(m, 0) + c
        return [{m: c for m, c in p.items() if c} for p in total]

    def product(self, *factors: list) -> list:
        return reduce(lambda a, b: self.sum([(a, b)]), factors)

    def scaled(self, a: list, c) -> list:
        return [{m: c * x for m, x in p.items()} for p in a]

    def slope(self, a: list) -> list:
        return [self.scaled([x], n)[0] for n, x in enumerate(a)][1:]

    def rate(self, row: dict, rates: dict) -> dict:
        """s R' + R A"""
        pairs = {l: [(self.slope(x), [self.one])] for l, x in row.items()}
        for l, x in row.items():
            for r, y in rates.get(l, {}).items():
                pairs.setdefault(r, []).append((x, y))
        return {l: self.sum(some) for l, some in pairs.items()}

    def of(self, x) -> list:
        """T of a polynomial."""
        demand(x[1] == ONE, "what is divided along a motion", BEYOND)
        return self.sum((self.monomial(m), [c]) for m, c in self.terms(x[0]).items())

    def monomial(self, m: tuple) -> list:
        if m not in self.met:
            powers = [self.power(g, e) for g, e in m[-1:]] or [[self.one]]
            self.met[m] = self.product(*(self.monomial(m[:-1]) for _ in m[1:2]), *powers)
        return self.met[m]

    def power(self, g: int, e) -> list:
        kind, what = self.language.kinds[g]
        if kind == "symbol":
            plain = what in self.curve and e > 0 and e % 1 == 0
            demand(plain, "what is no polynomial along a motion", BEYOND)
            return by_squaring(self.product, [self.one], self.curve[what], int(e))
        demand(kind in ("angle", "exponential"), "such a function along a motion", BEYOND)
        slope, wave = self.scaled(self.slope(self.monomial(what)), e), [self.wave(g, e)]
        slope = self.product(slope, [self.i]) if kind == "angle" else slope
        for n in range(1, self.order):  # n y_n = sum_j a_j y_(n - 1 - j), y' = a y
            both = zip(slope, wave[::-1])
            wave += self.scaled(self.sum(([x], [y]) for x, y in both)[:1], Fraction(1, n))
        return wave


class Jets(Shared):
    """Are motions vakonomic too, where conditions may have values at a state alone."""

    def parts(self, record: dict) -> tuple:
        """The rows solved, det G, q', D^-2 s w' as products, conditions, and D^2 nu'."""
        key = ("along", *map(tuple, solved_in(record)))
        if key not in self.lagrangian.known:
            whole = self.split(*solved_in(record))
            velocity = self.velocity(whole)
            momenta, motion = self.momenta(whole, velocity), self.motion(whole)
            speeds = {
                I: [(self.cofactor(motion.G, j, i), F) for j, F in enumerate(motion.F.values())]
                for i, I in enumerate(motion.Z)
            }
            rates = {l: self.turned(whole, l, velocity, momenta) for l in whole.slopes}
            rows = self.given(whole, velocity, momenta)
            self.lagrangian.known[key] = whole, motion.mass, velocity, speeds, rows, rates
        return self.lagrangian.known[key]

    def moved(self, record: dict, along: Along) -> dict:
        """s times the rates of coordinates and velocities."""
        whole, mass, velocity, speeds, *_ = self.parts(record)
        squared = along.product(along.of(whole.D), along.of(whole.D))
        speed = along.product(along.named(along.of(mass)), squared)
        rates = {q: along.product(speed, along.of(x)) for q, x in velocity.items() if q != "t"}
        for I, pairs in speeds.items():
            force = along.sum((along.of(g), along.of(F)) for g, F in pairs)
            rates[f"{I}'"] = along.product(squared, force)
        return rates

    def follow(self, record: dict, along: Along, order: int) -> tuple[list, dict]:
        """The conditions as series, and s nu'."""
        _, mass, velocity, speeds, rows, rates = self.parts(record)
        names = [*(q for q in velocity if q != "t"), *(f"{J}'" for J in speeds)]
        along.follow(names, partial(self.moved, record), order)
        mass = along.named(along.of(mass))
        rates = {
            l: {r: along.product(mass, along.of(x)) for r, x in row.items()}
            for l, row in rates.items()
        }
        return [{l: along.of(x) for l, x in row.items()} for row in rows], rates

    def value(self, record: dict, place: Point) -> dict:
        """A minor of conditions and of rates of them, at a place."""
        depths = [0] * len(self.parts(record)[4])
        for number in record["rates"]:
            depths.append(depths[number] + 1)
        along = Along(self.parameters, place, self.solved)
        rows, rates = self.follow(record, along, 1 + max(depths))
        for number in record["rates"]:
            rows.append(along.rate(rows[number], rates))
        columns = [*self.parts(record)[0].slopes, BESIDE]
        matrix = [[(rows[n].get(l) or [{}])[0] for l in columns] for n in record["chosen"]]
        return along.told(self.parameters.determinant(matrix))

    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """What must not vanish identically where no mu(t) obeys the conditions."""
        if not record.get("along"):
            return super().proved(record)
        whole, mass, *_ = self.parts(record)
        self.followed(record, whole)
        demand(len(record["chosen"]) > len(whole.slopes), "conditions that may be met")
        guards = {"D": whole.D, "G": mass, "minor": (partial(self.value, record), ONE)}
        return [guard_of([{l: x}], [l]) for l, x in guards.items()], {"agrees": False, "free": None}
