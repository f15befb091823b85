"""Rules 46 and 47: where velocities may be put into a Lagrangian, for all parameters of which some
equations hold, but where a guard vanishes.

Rows that are solved for some velocities l, times a determinant,

    D q_l' = sum_J a_lJ q_J',   Z_J = D d/dq_J + sum_l a_lJ d/dq_l      J: the others, and t, t' = 1

give what naive substitution forgets (Voronec 1901; Neimark and Fufaev 1972), times D^3:

    curvature  C_j = sum_l p_l sum_I B_l,jI q_I',    B_l,jI = D Z_I(a_lj) - a_lj Z_I(D) - (I <-> j)
    gradient   G_j = sum_l a_lj D^2 dLbar/dq_l,       Lbar = L with the velocities put in

with p_l = dL/dq_l' at admissible velocities.  The equations of Lbar hold on all true motions if
C + G is 0 along the virtual displacements of all rows; with chained coordinates if C is.
"""

from collections.abc import Callable
from functools import partial, reduce
from itertools import product
from typing import Any, NamedTuple

from .guards import Guard, guard_of
from .level import Levels
from .outcome import BEYOND, demand
from .parameters import Parameters
from .polynomials import ONE, UNIT, ZERO, nonzero, plus
from .problem import Reader


class Lagrangian:
    """Rule 46: a Lagrangian, polynomial in the velocities, which are letters."""

    def __init__(self, reader: Reader, problem: dict):
        language = self.language = reader.language
        self.coordinates = [q for q in problem["coordinates"] if q not in reader.bound]
        reader.with_velocities()
        self.put(reader.expression(problem["lagrangian"]))
        names = {q + "'" for q in self.coordinates}
        symbols = ((g, language.kinds[g][1]) for g in language.of_kind("symbol"))
        self.velocities = {g: name[:-1] for g, name in symbols if name in names}
        for g in {g for p in self.L for m in p for g, _ in m} - set(self.velocities):
            inside = language.symbols_in(language.alone(g))
            demand(not inside & names, "a function of velocities in a Lagrangian", BEYOND)

    def put(self, L: tuple) -> None:
        """Take this L from now on."""
        diff, self.L, self.as_row = self.language.diff, L, {"L": L}
        self.slopes = {q: diff(L, q) for q in self.coordinates}
        self.momenta = {q: diff(L, q + "'") for q in self.coordinates}
        self.known: dict[tuple, Any] = {}  # what no equation changes

    def letter(self, q: str) -> int:
        """The number of the generator q'."""
        (((g, _),),) = self.language.generator("symbol", q + "'")
        return g

    def at(self, x, velocities: dict):
        """A quotient with values for all velocities, put in together."""
        values = {g: velocities.get(q, ZERO) for g, q in self.velocities.items()}
        return self.language.replaced(x, values)


class Split(NamedTuple):
    """Rows solved for velocities: D, and l -> J -> a_lJ."""

    D: tuple
    slopes: dict[str, dict[str, tuple]]
    others: list[str]  # J, t the last

    def field(self, J: str) -> dict:
        """Z_J"""
        return {J: self.D, **{l: a[J] for l, a in self.slopes.items() if J in a}}


class Substituted:
    """The errors of substitutions where some equations in the parameters hold."""

    def __init__(self, L: Lagrangian, levels: Levels, parameters: Parameters, solved: list):
        self.lagrangian, self.parameters, self.solved = L, parameters, solved
        self.levels, self.language = levels, levels.language
        self.sum, self.along = self.language.sum, self.language.along
        self.rows = [parameters.cleared(row) for row in levels.system.rows]

    def product(self, *factors):
        return reduce(self.language.times, factors, UNIT)

    def vanish(self, vector: dict) -> bool:
        """Rule 35 for all components."""
        return not any(self.parameters.reduced(x[0], self.solved) for x in vector.values())

    # rows
    def split(self, rows: list, columns: list) -> Split:
        """Cramer's rule."""
        known = set(rows) <= set(range(len(self.rows))) and len(set(rows)) == len(rows)
        demand(known, "there is no such row")
        fit = set(columns) <= set(self.lagrangian.coordinates) and len(set(columns)) == len(rows)
        demand(fit and len(columns) == len(rows), "not as many velocities as rows")

        def determinant(names) -> dict:
            matrix = [[self.rows[l].get(c, ZERO)[0] for c in names] for l in rows]
            return self.parameters.determinant(matrix)

        others = [q for q in self.lagrangian.coordinates if q not in columns] + ["t"]
        slopes: dict[str, dict] = {c: {} for c in columns}
        for (i, c), J in product(enumerate(columns), others):
            slopes[c][J] = plus({}, determinant([*columns[:i], J, *columns[i + 1 :]]), -1), ONE
        slopes = {c: nonzero(a) for c, a in slopes.items()}
        return Split((determinant(columns), ONE), slopes, others)

    def put_in(self, record: dict, stated: dict) -> tuple[Split, Split]:
        """All, and what is put in: by rows of its own, or a part of what all are solved for."""
        rows, columns, whole = stated["rows"], stated["eliminated"], self.split(*solved_in(record))
        if rows != record["rows"] or not set() < set(columns) < set(whole.slopes):
            return whole, self.split(rows, columns)
        others = [q for q in [*self.lagrangian.coordinates, "t"] if q not in columns]
        return whole, Split(whole.D, {c: whole.slopes[c] for c in columns}, others)

    def velocity(self, split: Split) -> dict:
        """The velocities D u_J of the others, and of the dependent ones; that of t is 1."""
        letter = self.lagrangian.language.generator
        free = {J: (letter("symbol", J + "'"), ONE) for J in split.others if J != "t"}
        free["t"] = self.language.inverse(split.D)
        velocity = {J: self.product(split.D, u) for J, u in free.items()} | {"t": UNIT}
        for l, a in split.slopes.items():
            velocity[l] = self.sum(self.product(x, free[J]) for J, x in a.items())
        return velocity

    # errors
    def changed(self, split: Split, x, rate: Callable):
        """D^2 times the rate of x/D."""
        return self.language.add(self.product(split.D, rate(x)), self.product(x, rate(split.D)), -1)

    def bend(self, split: Split, l: str, j: str, i: str):
        """B_l,ji"""
        first, second = (
            self.changed(split, split.slopes[l].get(a, ZERO), partial(self.along, split.field(b)))
            for a, b in ((j, i), (i, j))
        )
        return self.language.add(first, second, -1)

    def bends(self, split: Split, j: str, velocity: dict) -> dict:
        """l -> sum_I B_l,jI q_I'"""
        return {
            l: self.sum(self.product(self.bend(split, l, j, i), velocity[i]) for i in split.others)
            for l in split.slopes
        }

    def momenta(self, split: Split, velocity: dict) -> dict:
        """l -> p_l"""
        return {l: self.lagrangian.at(self.lagrangian.momenta[l], velocity) for l in split.slopes}

    def turns(self, split: Split, l: str, velocity: dict) -> dict:
        """r -> D^2 sum_J d(a_rJ/D)/dq_l q_J'"""
        rate, dot = partial(self.language.diff, name=l), self.language.dot
        return {
            r: dot({J: self.changed(split, x, rate) for J, x in a.items()}, velocity)
            for r, a in split.slopes.items()
        }

    def slope(self, split: Split, l: str, velocity: dict, momenta: dict):
        """D^2 dLbar/dq_l"""
        L = self.lagrangian.at(self.lagrangian.slopes[l], velocity)
        turned = self.language.dot(self.turns(split, l, velocity), momenta)
        return self.language.add(self.product(split.D, split.D, L), turned)

    def errors(self, record: dict, stated: dict) -> tuple[dict, dict]:
        """C + G and C, along the virtual displacements of all rows."""
        key = (*map(tuple, (*solved_in(record), stated["rows"], stated["eliminated"])),)
        if key not in self.lagrangian.known:
            self.lagrangian.known[key] = self.made(*self.put_in(record, stated))
        return self.lagrangian.known[key]

    def made(self, whole: Split, split: Split) -> tuple[dict, dict]:
        velocity = self.velocity(whole)
        momenta = self.momenta(split, velocity)
        slopes = {l: self.slope(split, l, velocity, momenta) for l in split.slopes}
        chained, plain = {}, {}
        for j in split.others[:-1]:
            chained[j] = self.language.dot(self.bends(split, j, velocity), momenta)
            gradient = (self.product(a.get(j, ZERO), slopes[l]) for l, a in split.slopes.items())
            plain[j] = self.language.add(chained[j], self.sum(gradient))
        return self.projected(whole, split, plain), self.projected(whole, split, chained)

    def projected(self, whole: Split, split: Split, covector: dict) -> dict:
        if set(whole.slopes) != set(split.slopes):
            covector = {J: self.language.dot(whole.field(J), covector) for J in whole.others[:-1]}
        return self.parameters.cleared(nonzero(covector))

    def followed(self, record: dict, whole: Split) -> None:
        """The other rows follow from those that are solved."""
        for l, row in enumerate(self.rows):
            if l not in record["rows"]:
                left = {J: self.language.dot(row, whole.field(J)) for J in whole.others}
                demand(self.vanish(left), "a row that does not follow from the others")

    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """Rule 47: what must not vanish identically where the answer is the one that is shown."""
        whole = self.split(*solved_in(record))
        self.followed(record, whole)
        guards = [guard_of([{"D": whole.D}], ["D"])]
        for stated in record["substitutions"]:
            guards.append(guard_of([{"D": self.put_in(record, stated)[1].D}], ["D"]))
            claims = zip((stated["plain"], stated["chained"]), self.errors(record, stated))
            for right, error in claims:
                if right:
                    demand(self.vanish(error), "a substitution that is not shown to be right")
                else:
                    guards.append(guard_of([error], sorted(error)))
        return guards, {"substitutions": record["substitutions"]}


def solved_in(record: dict) -> tuple[list, list]:
    """Rows, and the velocities that they are solved for."""
    return record["rows"], record["dependent"]
