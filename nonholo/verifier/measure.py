"""Rules 48 and 49: is there a density N(q) that a motion keeps, for all parameters of which some
equations hold, but where a guard vanishes.

Rows that are solved for velocities give fields Z_J = D d/dq_J + sum_l a_lJ d/dq_l, and velocities
q' = sum_J w_J Z_J (+ Z_0 where rows are affine). With p = dL/dq' and M = dp/dq' at these, and
forces Q, the motion is

    G w' = F,   G = Z^T M Z,   F_I = Z_I . (dL/dq + Q - (dp/dq) q' - M sum_J w_J (dZ_J/dq) q')

Its divergence is (still + bent + sum_J b_J w_J)/det G, bent of second and higher order in w, and
ln N = f is a solution of

    det G Z_J(f) = -b_J,  still = 0 (det G Z_0(f) = -still),  bent = 0

exactly where the row  D det G s' + sum_J b_J q_J' = 0  hides one more holonomic relation, s - f(q),
than the rows alone do (Fedorov, Garcia-Naranjo and Marrero 2015). A density is stated as

    N = exp(u) prod_k D_k^e_k,    f = u + sum_k e_k ln D_k

with rational numbers e_k, where it is known; else dimensions show whether there is one. Where G is
singular no motion is determined.
"""

import re
from fractions import Fraction
from typing import NamedTuple

from .guards import Guard, guard_of
from .level import Levels
from .outcome import BEYOND, demand
from .parameters import Parameters
from .polynomials import ONE, UNIT, ZERO, constant, nonzero
from .problem import Reader
from .region import Region
from .substitution import Lagrangian, Split, Substituted, solved_in

NUMBER = re.compile("-?[0-9]{1,40}(/[0-9]{0,39}[1-9])?")
GROWTH = {"below", "slopes", "alone", "larger"}
SLOPE = "ln N"  # no name that a coordinate can have


class Forces:
    """Rule 48: a Lagrangian and forces, polynomial in the velocities, free of t, divided by
    parameters alone; both times a number."""

    def __init__(self, lagrangian: Lagrangian, reader: Reader, problem: dict):
        self.lagrangian = lagrangian
        language, given = lagrangian.language, problem.get("forces", {})
        demand(set(given) <= set(lagrangian.coordinates), "a force along what is no coordinate")
        self.forces = {q: reader.expression(text) for q, text in given.items()}
        self.as_row = {"L": lagrangian.L, **self.forces}
        letters = set(lagrangian.velocities)
        for x in self.as_row.values():
            inside = language.generators_in(x)
            free = [g for g in inside - letters if language.symbols_in(language.alone(g)) & {"t"}]
            demand(not free, "a motion that depends on time", BEYOND)
        names = {q + "'" for q in lagrangian.coordinates}
        for g in {g for x in self.forces.values() for p in x for m in p for g, _ in m} - letters:
            plain = not language.symbols_in(language.alone(g)) & names
            demand(plain, "a function of velocities in a force", BEYOND)

    def whole(self, parameters: Parameters) -> dict:
        """L and Q times what they are divided by."""
        below = (bottom for _, bottom in self.as_row.values())
        known = all(parameters.parametric(g) for p in below for m in p for g, _ in m)
        demand(known, "a Lagrangian that is divided by functions", BEYOND)
        return parameters.cleared(self.as_row)


class Flow(NamedTuple):
    """det G, and the divergence of the motion times it: without velocities, by monomials of second
    and higher order, and J -> b_J."""

    mass: tuple
    still: dict
    bent: dict
    slopes: dict


class Measured(Substituted):
    """A motion where some equations in the parameters hold."""

    def __init__(self, forces: Forces, levels: Levels, parameters: Parameters, solved: list[tuple]):
        super().__init__(forces.lagrangian, levels.system, parameters, solved)
        self.exists: bool | None = None
        self.chaplygin: bool | None = None
        coefficients = (x for row in self.rows for x in row.values())
        moving = "t" in self.language.symbols_in(*coefficients)
        demand(not moving, "rows that depend on time", BEYOND)
        self.forces, self.levels = forces, levels

    # the motion
    def flow(self, record: dict) -> tuple[Split, Flow]:
        """The rows solved as the record says, and the divergence."""
        key = (*map(tuple, solved_in(record)),)
        if key not in self.lagrangian.known:
            whole = self.split(*solved_in(record))
            self.lagrangian.known[key] = whole, self.moved(whole)
        return self.lagrangian.known[key]

    def moved(self, whole: Split) -> Flow:
        language, product = self.language, self.product
        Z = {J: whole.field(J) for J in whole.others[:-1]}
        w = {J: (language.generator("symbol", J + "'"), ONE) for J in Z}
        drift = self.drift(whole)
        M, balance = self.balance(Z, w, drift)
        G = [
            [language.dot(Z[I], {k: language.dot(row, Z[J]) for k, row in M.items()}) for J in Z]
            for I in Z
        ]
        matrix = [[entry[0] for entry in row] for row in G]
        mass = self.parameters.determinant(matrix), ONE
        terms = [
            product(mass, w[J], self.sum(language.diff(x, k) for k, x in Z[J].items())) for J in Z
        ]
        spread = self.sum(language.diff(x, k) for k, x in drift.items())
        terms.append(product(mass, spread))
        for j, J in enumerate(Z):
            force = language.dot(Z[J], balance)
            for i, I in enumerate(Z):
                minor = [row[:i] + row[i + 1 :] for r, row in enumerate(matrix) if r != j]
                cofactor = self.parameters.determinant(minor), ONE
                cofactor = minus(cofactor) if (i + j) % 2 else cofactor
                terms.append(product(cofactor, language.diff(force, I + "'")))
        total, bottom = self.sum(terms)
        return self.by_order(product(mass, (bottom, ONE)), total, Z)

    def drift(self, whole: Split) -> dict:
        """Z_0, the velocities where all w are 0."""
        over = self.language.inverse(whole.D)
        return {l: self.product(a["t"], over) for l, a in whole.slopes.items() if "t" in a}

    def balance(self, Z: dict, w: dict, drift: dict) -> tuple[dict, dict]:
        """M, and dL/dq + Q - (dp/dq) q' - M (sum_J w_J dZ_J/dq + dZ_0/dq) q'."""
        language, product, q = self.language, self.product, self.lagrangian.coordinates
        system = self.forces.whole(self.parameters)
        L, diff, at = system["L"], language.diff, self.lagrangian.at
        p = {k: diff(L, k + "'") for k in q}
        M = {k: nonzero({j: diff(p[k], j + "'") for j in q}) for k in q}
        inside = language.symbols_in(*(x for row in M.values() for x in row.values()))
        demand(not inside & {k + "'" for k in q}, "an L of higher than second order", BEYOND)
        fields = [(Z[J], w[J]) for J in Z] + [(drift, UNIT)]
        rates = {k: self.sum(product(z[k], u) for z, u in fields if k in z) for k in q}
        turned = {
            j: self.sum(product(u, self.along(rates, z[j])) for z, u in fields if j in z) for j in q
        }
        balance = {}
        for k in q:
            terms = [at(language.add(diff(L, k), system.get(k, ZERO)), rates)]
            terms += [minus(product(x, at(diff(p[k], j), rates))) for j, x in rates.items()]
            terms += [minus(product(x, turned[j])) for j, x in M[k].items()]
            balance[k] = self.sum(terms)
        return M, balance

    def by_order(self, mass: tuple, total: dict, names) -> Flow:
        parts: dict[tuple, dict] = {}
        for m, c in total.items():
            speeds = tuple(pair for pair in m if pair[0] in self.lagrangian.velocities)
            cofactor = tuple(pair for pair in m if pair not in speeds)
            parts.setdefault(speeds, {})[cofactor] = c
        letters = {J: self.lagrangian.letter(J) for J in names}
        slopes = {J: (parts.pop(((g, 1),), {}), ONE) for J, g in letters.items()}
        still = {"still": (parts.pop((), {}), ONE)}
        bent = {str(speeds): (p, ONE) for speeds, p in sorted(parts.items())}
        return Flow(mass, nonzero(still), bent, slopes)

    # a density
    def density(self, whole: Split, flow: Flow, record: dict) -> list[Guard]:
        """det G Z_J(f) + b_J = 0, where no factor vanishes."""
        read, language = self.levels.system.reader.expression, self.language
        stated = [(read(one["factor"]), one["power"]) for one in record["factors"]]
        factors = [((self.parameters.whole(x), ONE), fraction(e)) for x, e in stated]
        u = self.parameters.whole(read(record["exponent"])), ONE
        still, drift = flow.still.get("still", ZERO), self.drift(whole)
        for J, b in [*flow.slopes.items(), ("still", still)]:
            field = drift if J == "still" else whole.field(J)
            terms = [self.along(field, u)]
            for x, e in factors:
                slope = self.product(self.along(field, x), language.inverse(x))
                terms.append(self.product(constant(e), slope))
            left = language.add(self.product(self.sum(terms), flow.mass), b)
            demand(self.vanish({J: left}), "a density that is not kept")
        return [guard_of([{"factor": x}], ["factor"]) for x, _ in factors]

    # the larger set
    def larger(self, whole: Split, flow: Flow, record: dict) -> "WithSlope":
        """The rows and below s' + sum_J slope_J q_J' = 0, as it is stated."""
        read, times = self.levels.system.reader.expression, self.language.times
        below = self.parameters.whole(read(record["below"])), ONE
        known = set(record["slopes"]) <= set(flow.slopes)
        demand(known, "a slope along what is no independent velocity")
        slopes = {
            J: (self.parameters.whole(read(text)), ONE) for J, text in record["slopes"].items()
        }
        mass = times(whole.D, flow.mass)
        for J, b in flow.slopes.items():
            both = times(slopes.get(J, ZERO), mass), times(b, below)
            same = self.vanish({J: self.language.add(*both, -1)})
            demand(same, "the slopes of the density are other ones")
        row = nonzero({SLOPE: below, **slopes})
        return WithSlope(self.levels, self.parameters, self.solved, row)

    def alone(self) -> Region:
        """The rows."""
        return Region(self.levels, self.parameters, self.solved, "q")

    # what is shown
    def guards(self, record: dict) -> list[Guard]:
        """Rule 49: what must not vanish identically where the answer is the one that is stated."""
        whole, flow = self.flow(record)
        self.followed(record, whole)
        self.exists, self.chaplygin = None, None
        guards = [guard_of([{"D": whole.D}], ["D"])]
        if record["way"] == "singular":
            demand(self.vanish({"G": flow.mass}), "a mass matrix that is not singular")
            return guards
        guards.append(guard_of([{"G": flow.mass}], ["G"]))
        self.exists = False
        moved = self.drift(whole)
        demand(not moved or record["way"] == "density", "no density of affine velocities", BEYOND)
        if record["way"] in ("still", "bent"):
            vector = flow.still if record["way"] == "still" else flow.bent
            return [*guards, guard_of([vector], sorted(vector))]
        needed = {"density": {"factors", "exponent"}, "growth": GROWTH}.get(record["way"])
        demand(needed, "there is no such way")
        demand(set(needed or ()) <= set(record), "a way without what it needs")
        for vector in ({} if moved else flow.still, flow.bent):
            demand(self.vanish(vector), "a divergence that is not linear in the velocities")
        if record["way"] == "density":
            guards += self.density(whole, flow, record)
            self.exists = True
        else:
            alone, larger = self.alone(), self.larger(whole, flow, record)
            guards += alone.dimensions(record["alone"]) + larger.dimensions(record["larger"])
            self.exists = larger.relations > alone.relations
        if len(flow.slopes) == 2:
            left = self.beyond_chaplygin(whole)
            self.chaplygin = self.exists if self.vanish(left) else None
            guards += [] if self.vanish(left) else [guard_of([left], sorted(left))]
        return guards

    def beyond_chaplygin(self, whole: Split) -> dict:
        """What is 0 for a system of Chaplygin's: slopes of L and of velocities by dependent
        coordinates, and forces."""
        diff, D = self.language.diff, whole.D
        left = {f"force {q}": x for q, x in self.forces.forces.items()}
        left |= {f"drift {l}": a["t"] for l, a in whole.slopes.items() if "t" in a}
        for l in whole.slopes:
            left[f"L {l}"] = diff(self.lagrangian.L, l)
            for r, a in whole.slopes.items():
                for J, x in a.items():
                    terms = self.product(D, diff(x, l)), self.product(x, diff(D, l))
                    left[f"{r} {J} {l}"] = self.language.add(*terms, -1)
        return self.parameters.cleared(nonzero(left))

    def shown(self, record: dict) -> dict:
        """The answer that the guards are needed for."""
        del record
        return {"measure": self.exists, "another_time": self.chaplygin}


class WithSlope(Region):
    """Rows, and one more with one more coordinate."""

    def __init__(self, levels: Levels, parameters: Parameters, solved: list[tuple], row: dict):
        super().__init__(levels, parameters, solved, "q")
        self.rows[len(levels.system.rows)] = row
        self.variables = [*self.variables, SLOPE]
        self.place = {v: i for i, v in enumerate(self.variables)}


def fraction(text: str) -> Fraction:
    """A rational number."""
    demand(NUMBER.fullmatch(text), "a power that is no rational number")
    return Fraction(text)


def minus(x: tuple) -> tuple:
    """-x"""
    return {m: -c for m, c in x[0].items()}, x[1]
