"""Rule 48: a motion where some equations in the parameters hold.

Rows that are solved for velocities give fields Z_J = D d/dq_J + sum_l a_lJ d/dq_l, and velocities
q' = sum_J w_J Z_J (+ Z_0 where rows are affine). With p = dL/dq' and M = dp/dq' at these, and
forces Q, the motion is

    G w' = F,   G = Z^T M Z,   F_I = Z_I . (dL/dq + Q - (dp/dq) q' - M sum_J w_J (dZ_J/dq) q')

Where G is singular no motion is determined.
"""

from collections import namedtuple
from itertools import combinations
from math import comb

from .level import Levels
from .outcome import BEYOND, demand
from .parameters import Parameters
from .polynomials import ONE, UNIT, ZERO, nonzero
from .problem import Reader
from .substitution import Lagrangian, Split, Substituted


class Forces:
    """Rule 48: a Lagrangian and forces, polynomial in the velocities, free of t, divided by
    parameters alone; both times a number."""

    def __init__(self, lagrangian: Lagrangian, reader: Reader, problem: dict):
        self.lagrangian, self.integrals = lagrangian, problem.get("integrals", [])
        language, given = lagrangian.language, problem.get("forces", {})
        demand(set(given) <= set(lagrangian.coordinates), "a force along what is no coordinate")
        self.forces = {q: reader.expression(text) for q, text in given.items()}
        self.as_row = {"0": lagrangian.L, **self.forces}  # a name of no q
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


# J -> Z_J, J -> w_J, Z_0, G, det G, and J -> F_J
Motion = namedtuple("Motion", "Z w drift G mass F")


class Moving(Substituted):
    """A motion where some equations in the parameters hold."""

    def __init__(self, forces: Forces, levels: Levels, parameters: Parameters, solved: list[tuple]):
        super().__init__(forces.lagrangian, levels, parameters, solved)
        moving = "t" in self.language.symbols_in(*(x for row in self.rows for x in row.values()))
        demand(not moving, "rows that depend on time", BEYOND)
        self.forces = forces

    def motion(self, whole: Split, stated: dict | None = None) -> Motion:
        dot = self.language.dot
        Z = stated or {J: whole.field(J) for J in whole.others[:-1]}
        w = {J: (self.language.generator("symbol", J + "'"), ONE) for J in Z}
        drift = self.drift(whole)
        M, balance = self.balance(Z, w, drift)
        G = [[dot(Z[I], {k: dot(row, Z[J]) for k, row in M.items()})[0] for J in Z] for I in Z]
        mass = self.parameters.determinant(G), ONE
        return Motion(Z, w, drift, G, mass, {J: dot(Z[J], balance) for J in Z})

    def cofactor(self, G: list[list[dict]], j: int, i: int) -> tuple:
        """Of the entry in row j and column i."""
        minor = [row[:i] + row[i + 1 :] for r, row in enumerate(G) if r != j]
        cofactor = self.parameters.determinant(minor), ONE
        return minus(cofactor) if (i + j) % 2 else cofactor

    def drift(self, whole: Split) -> dict:
        """Z_0, the velocities where all w are 0."""
        over = self.language.inverse(whole.D)
        return {l: self.product(a["t"], over) for l, a in whole.slopes.items() if "t" in a}

    def rates(self, whole: Split, velocity: dict) -> tuple[tuple, dict]:
        """det G, and D^2 det G d/dt as a field; velocity: q'."""
        Z, _, _, G, mass, F = self.motion(whole)
        product, D = self.product, whole.D
        field = {q: product(mass, D, D, x) for q, x in velocity.items() if q != "t"}
        for i, I in enumerate(Z):
            speed = self.sum(product(self.cofactor(G, j, i), F[J]) for j, J in enumerate(Z))
            field[I + "'"] = product(D, D, speed)
        return mass, field

    def dependent(self, rows: list[dict], columns: list) -> bool:
        """All minors vanish."""
        self.language.spend(comb(len(columns), len(rows)))
        sets, get = combinations(columns, len(rows)), lambda row, c: row.get(c, ZERO)[0]
        minors = ([[get(row, c) for c in chosen] for row in rows] for chosen in sets)
        return self.vanish({n: (self.parameters.determinant(m),) for n, m in enumerate(minors)})

    def balance(self, Z: dict, w: dict, drift: dict) -> tuple[dict, dict]:
        """M, and dL/dq + Q - (dp/dq) q' - M (sum_J w_J dZ_J/dq + dZ_0/dq) q'."""
        language, product, q = self.language, self.product, self.lagrangian.coordinates
        system = self.forces.whole(self.parameters)
        whole, diff, at, along = system["0"], language.diff, self.lagrangian.at, self.along
        p = {k: diff(whole, k + "'") for k in q}
        M = {k: nonzero({j: diff(p[k], j + "'") for j in q}) for k in q}
        inside = language.symbols_in(*(x for row in M.values() for x in row.values()))
        demand(not inside & {k + "'" for k in q}, "an L of higher than second order", BEYOND)
        fields = [(Z[J], w[J]) for J in Z] + [(drift, UNIT)]
        rates = {k: self.sum(product(z[k], u) for z, u in fields if k in z) for k in q}
        bent = {j: self.sum(product(u, along(rates, z[j])) for z, u in fields if j in z) for j in q}
        balance = {}
        for k in q:
            terms = [at(language.add(diff(whole, k), system.get(k, ZERO)), rates)]
            terms += [minus(product(x, at(diff(p[k], j), rates))) for j, x in rates.items()]
            terms += [minus(product(x, bent[j])) for j, x in M[k].items()]
            balance[k] = self.sum(terms)
        return M, balance


def minus(x: tuple) -> tuple:
    """-x"""
    return {m: -c for m, c in x[0].items()}, x[1]
