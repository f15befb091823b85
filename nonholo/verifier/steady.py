"""Rules 64 to 66 and 68: is a steady motion stable, and between which numbers of a letter.

Along fields Z_J, as many as coordinates, q' = sum_J w_J Z_J; with rows A q' + a = 0 and levels f

    G w' = E,   E = F + B^T lambda,   B w + a = 0,   B = A Z             G, F: those of rule 48

Coordinates S of which alone this and their rates hold anything move by themselves with w.  A steady
motion is a rest of (S, w); p(s) = det [s diag(1, G, 0) - d(S', E, B w + a)/d(S, w, lambda)] holds s
once for each level.  If its degree is full its other roots are eigenvalues.  One with Re s > 0:
unstable; all but k zeros with Re s < 0, k letters of a family of rests: stable (Lyapunov, Malkin).
So is a rest where an energy that never grows is least (Lagrange, Dirichlet).
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, starmap, takewhile
from typing import Any

from .functions import thawed
from .motion import Forces, Moving
from .outcome import BEYOND, demand
from .parameters import Parameters
from .point import number
from .polynomials import ONE, UNIT, ZERO, constant, demand_number, parted, plus
from .problem import Reader, System
from .real import Line, Real, sign_at, signs_at_roots
from .substitution import Lagrangian

S = "s in p"  # no name that a coordinate can have
ATTRACTING, STABLE, UNSTABLE = "asymptotically stable", "stable", "unstable"
OPEN = ("undecided", "excluded")


class Stability(Moving):
    """One steady motion over one letter or none; further ones stand in no coefficient."""

    def __init__(self, reader: Reader, problem: dict, record: dict, _: Any):
        demand(not problem["inequalities"], "inequalities beside a motion", BEYOND)
        self.record, self.told, self.system = record, problem["motion"], System(reader, problem)
        language, given = reader.language, problem["parameters"].items()
        letters = [n for n, value in given if value is None and n not in record["letters"]]
        self.choice = {language.places["symbol", n] for n in letters}
        self.letter = -1  # the one that coefficients hold, none yet
        self.letters, self.free = {*letters}, {*letters, *record["letters"]}
        self.parameters = Parameters(language, reader, self.free, record["assumed"], [])
        self.parameters.readable += ("root",)
        self.language, self.sum, self.along = language, language.sum, language.along
        self.lagrangian, self.rows = Lagrangian(reader, problem), self.system.rows
        self.moving, self.names = record["moving"], [str(l) for l, _ in enumerate(self.rows)]
        self.forces, self.poles = Forces(self.lagrangian, reader, problem), list[tuple]()
        self.s = min(language.generator("symbol", S))[0][0]

    def at(self, x: tuple, place: dict) -> tuple:
        """A quotient with values for some symbols, inside of waves too."""
        value, product = cache(partial(self.put, place=place)), self.product
        parts = ([product(*starmap(value, m), constant(c)) for m, c in p.items()] for p in x)
        top, bottom = map(self.sum, parts)
        return self.language.times(top, self.language.inverse(bottom))

    def put(self, g: int, e, place: dict) -> tuple:
        kind, what = self.language.kinds[g]
        if kind in ("angle", "exponential"):
            return self.language.wave(kind, self.at(({what: Fraction(e)}, ONE), place))
        if kind == "root":
            why, square = "a root of what is no positive number", self.language.squares[g]
            value = demand_number(self.at((square, ONE), place), why, BEYOND)
            demand(value > 0 and thawed(what)[1] == ONE, why, BEYOND)
            return self.language.raised(self.language.rational_root(value), e)
        return self.language.raised(place.get(what, self.language.alone(g)), e)

    def below(self, *quotients: tuple) -> Iterator[tuple]:
        """What is not to be 0 where quotients have values."""
        for x in quotients:
            low = {g for p in x for m in p for g, e in m if e < 0 and self.parameters.free(g)}
            yield from [(x[1], ONE)] * (x[1] != ONE)
            yield from map(self.language.alone, sorted(low))

    def table(self, texts: dict, names: Any, free: set) -> dict:
        """Expressions by names, in these symbols alone."""
        demand(set(texts) <= set(names), "a value of what there is not")
        values = {name: self.system.reader.expression(texts.get(name, "0")) for name in names}
        language = self.language
        demand(language.symbols_in(*values.values()) <= free, "a value that holds more")
        roots = language.generators_in(*values.values()) & {*language.of_kind("root")}
        plain = not roots and not language.of_kind("function", "logarithm")
        plain = plain and "t" not in language.symbols_in(*self.read)
        demand(plain, "roots, logarithms, unspecified functions, or rows in time", BEYOND)
        return values

    def square(self, tables: list, names: list, free: set) -> list[dict]:
        """As many vectors as names, or the axes; independent where p has its highest power."""
        demand(len(tables) in (0, len(names)), "not as many fields or rows as there are")
        self.language.spend(len(names) ** 3)
        rows = [self.table(x, names, free) for x in tables or [{n: "1"} for n in names]]
        self.regular += self.below(*(x for row in rows for x in row.values()))
        return rows

    def equations(self) -> None:
        """Rule 64: the motion along fields, and what of it moves by itself."""
        language, q, dot = self.language, self.lagrangian.coordinates, self.language.dot
        levels, free, names = self.system.functions, {*q, *self.letters}, self.names
        self.read = [*levels, *(x for row in self.rows for x in row.values())]
        self.regular = [*self.below(*self.read, *self.forces.as_row.values())]
        sums = self.square(self.record["rows"], names, free)
        Z = dict(zip(q, self.square(self.record["fields"], q, free)))
        demand(language.symbols_in(*self.regular) <= free, "divided by velocities", BEYOND)
        both = (names, ""), (q, "'")
        many, w = ({n: (language.generator("symbol", n + x), ONE) for n in v} for v, x in both)
        M, forces = self.balance(Z, w, {})
        rows = {l: language.combined(x, dict(zip(names, self.rows))) for l, x in zip(names, sums)}
        forces = language.combined({"": UNIT, **many}, {"": forces, **rows})
        self.speeds = {i: dot({J: x[i] for J, x in Z.items()}, w) for i in q}
        self.changes = {J + "'": dot(x, forces) for J, x in Z.items()}
        self.changes |= {l: dot(row, {**self.speeds, "t": UNIT}) for l, row in rows.items()}
        turned = {J + "'": {k: dot(M[k], x) for k in q} for J, x in Z.items()}
        self.masses = {(I + "'", J): dot(x, p) for I, x in Z.items() for J, p in turned.items()}
        inside = {g for x in Z.values() for y in x.values() for p in y for m in p for g, _ in m}
        alone = map(language.alone, inside - {*language.of_kind("angle")})  # what may stretch w
        self.whole = [*self.regular, *levels, *self.masses.values(), *self.changes.values(), *alone]
        rates = (self.speeds[i] for i in self.moving)
        more = language.symbols_in(*self.whole, *rates) & {*q} - {*self.moving}
        demand(not more, f"{sorted(more)} do not move by themselves")
        self.changes |= {i: self.speeds[i] for i in self.moving}
        self.masses |= {(i, i): UNIT for i in self.moving}

    def steady(self) -> None:
        """Rule 65: a family of rests of what moves by itself, of which the steady motion is one."""
        language, record, at, q = self.language, self.record, self.at, self.lagrangian.coordinates
        place = self.table(record["places"], self.moving, self.free)
        place |= {J + "'": x for J, x in self.table(record["speeds"], q, self.free).items()}
        place |= self.table(record["multipliers"], self.names, self.free)
        member = self.table(record["member"], record["letters"], self.letters)
        still = [*self.changes.values(), *self.system.functions]
        demand(not any(at(x, place)[0] for x in still), "a motion that is not steady")
        self.place = {n: at(x, member) for n, x in place.items()}
        _ = [self.put(g, 1, self.place) for g in language.of_kind("root")]  # real near the motion
        places, rates = (self.table(self.told[key], q, self.letters) for key in ("places", "rates"))
        same = [(places[i], self.place[i]) for i in self.moving]
        same += [(at(self.speeds[i], {**self.place, **places}), rates[i]) for i in q]
        demand(all(language.same(*pair) for pair in same), "the steady motion is another one")
        self.poles += [at(x, member) for x in self.below(*place.values())]
        self.poles += [*self.below(*places.values(), *member.values())]
        self.poles += [at(x, self.place) for x in self.regular]
        letters, columns = record["letters"], record["columns"]
        rows = [{n: at(language.diff(place[n], c), member) for n in columns} for c in letters]
        self.minor = self.cleared(rows)

    def cleared(self, rows: list[dict]) -> dict:
        """The determinant of rows times what they are divided by, which is not to be 0."""
        self.poles += self.below(*(x for row in rows for x in row.values()))
        table = [[top for top, _ in self.parameters.cleared(row).values()] for row in rows]
        return self.parameters.determinant(table)

    def characteristic(self) -> list[dict]:
        """p by the powers of s."""
        language, at, place = self.language, self.at, self.place
        s, rows = language.alone(self.s), list[dict]()
        for name, x in self.changes.items():
            rows.append({})
            for v in self.changes:
                mass = language.times(s, at(self.masses.get((name, v), ZERO), place))
                rows[-1][v] = language.add(mass, at(language.diff(x, v), place), -1)
        p, top = self.cleared(rows), len(rows) - 2 * len(self.rows)
        return [self.parameters.coefficient(p, self.s, e) for e in range(top + 1)]

    def least(self) -> list[list[dict]]:
        """Rule 68: at a rest, L = T2 + T1 - U, no force that gives energy, rows without t: what has
        one sign, and is never 0, if T2 is positive and U has a strict minimum on f = 0."""
        language, at, moving = self.language, partial(self.at, place=self.place), self.moving
        whole, velocities = self.forces.whole(self.parameters), [i + "'" for i in self.speeds]
        levels = {str(l): f for l, f in enumerate(self.system.functions)}
        speeds = {v[:-1]: (language.generator("symbol", v), ONE) for v in velocities}
        power, below = language.dot(speeds, whole)
        kinds = {language.kinds[g][0] for m in power for g, _ in m}
        falls = all(self.parameters.sign(m, -c) is not None for m, c in power.items())
        falls = falls and below == ONE and kinds <= {"symbol", "exponential"}
        minus_U = {"": self.lagrangian.at(whole["0"], {}), **levels}  # on f = 0, with multipliers
        minus_U = language.dot(minus_U, {**self.place, "": UNIT})
        slopes = {i: language.diff(minus_U, i) for i in moving}
        still = [*map(at, slopes.values()), *(self.place[v] for v in velocities)]
        still += [row["t"] for row in self.rows if "t" in row]
        held = falls and language.symbols_in(minus_U) <= {*moving, *self.letters}
        demand(held and not any(x for x, _ in still), "no rest, or an energy that may grow")
        bent = {i: {j: at(language.diff(x, j)) for j in moving} for i, x in slopes.items()}
        G = {I: {J: at(self.masses[I, J]) for J in velocities} for I in velocities}
        fixed = [{i: at(language.diff(f, i)) for i in moving} for f in levels.values()]
        rows = [{v: at(language.diff(self.changes[l], v)) for v in G} for l in self.names]
        return [self.definite(bent, fixed, -1), self.definite(G, rows, 1)]

    def definite(self, H: dict, rows: list, sign: int) -> list[dict]:
        """det [H + sign s, B^T; B, 0] by the powers of s, H symmetric: the roots are real, those of
        H on B x = 0 times -sign; the highest one says that B is independent."""
        s, free = ({((self.s, 1),): Fraction(sign)}, ONE), {str(l): ZERO for l in range(len(rows))}
        table = [{**x, v: self.language.add(x[v], s)} for v, x in H.items()]
        table = [{**x, **{l: b[v] for l, b in zip(free, rows)}} for v, x in zip(H, table)]
        p = self.cleared([*table, *({**b, **free} for b in rows)])
        return [self.parameters.coefficient(p, self.s, e) for e in range(len(H) - len(rows) + 1)]

    def line(self, p: dict) -> Line:
        """The coefficients of a polynomial in the letter, real numbers."""
        p, language = self.parameters.cleared({"": (p, ONE)})[""][0], self.language
        if self.letter < 0:
            self.letter = min({g for m in p for g, _ in m} & self.choice, default=-1)
        if language.order == 4:
            return self.parameters.line(p, self.letter)
        parts = parted(p, lambda g: not g).items()  # by powers of the turn
        lines = {m: self.parameters.line(x, self.letter) for m, x in parts}
        line = list[Any]()
        for e in range(max(map(len, lines.values()), default=0)):
            c = {m: x[e] for m, x in lines.items() if any(x[e : e + 1])}
            other = {((0, -sum(k for _, k in m)),): a for m, a in c.items()}  # the conjugate
            demand(language.reduced(other) == c, "a coefficient that is not real", BEYOND)
            line.append(Real(language, c))
        return line

    def sign(self, p: dict, n: int) -> int:
        """Rule 66: up to the stations beside one, or ends of its cell; 0 where it may be 0."""
        line, spend = self.line(p), self.language.spend
        for low, high, end in self.gaps[n : n + 2] if len(line) > 1 else ():
            shared = bool(end) and not signs_at_roots(end, line, low, high, spend)
            if signs_at_roots(line, self.line(ONE), low, high, spend) != shared:
                return 0
        return sign_at(line, self.gaps[n][1], 0, spend)

    def stations(self, cells: list) -> None:
        """Numbers of the letter in order, and equations with one root between two of them."""
        places, read = [number(cell["at"]) for cell in cells], self.parameters.polynomial
        demand(places and all(a < b for a, b in pairwise(places)), "stations in no order")
        ends = [self.line(read(cell["end"])) if "end" in cell else [] for cell in cells]
        self.gaps = [*zip([None, *places], [*places, None], [[], *ends])]
        for low, high, end in self.gaps:
            one, spend = self.line(ONE), self.language.spend
            single = not end or signs_at_roots(end, one, low, high, spend) == 1
            demand(single and (not end or high is not None), "not one end between two stations")

    def conditions(self, line: list[dict]) -> list[tuple[dict, int]]:
        """Hurwitz's determinants, then the coefficients, with the powers of the last one in them:
        none is negative, for a positive one, where no root has a positive real part."""
        d, entry, size = len(line) - 1, dict(enumerate(line)).get, self.parameters.determinant
        H = [[entry(d - 2 * j + i - 1, {}) for j in range(d)] for i in range(d)]
        return [(size([r[:i] for r in H[:i]]), i) for i in range(1, d + 1)] + [(c, 1) for c in line]

    def prepare(self, least: bool) -> None:
        """p, and tests: where no root of p has a positive real part, none of p + p' has one."""
        self.equations()
        self.steady()
        p = self.characteristic()
        zeros = len([*takewhile(lambda c: not c, p)])
        self.zeros, p = zeros - len(self.system.functions), p[zeros:] or p[-1:]
        slope = [plus(c, more, e) for e, (c, more) in enumerate(pairwise(p), start=1)]
        self.lead, self.degree = p[-1], len(p) - 1
        self.minimum = self.least() if least else []
        self.nowhere = [p[-1], *(top for top, _ in (*self.poles, *self.below(*self.poles)))]
        self.tests = [*self.conditions(p), *self.conditions([*slope, p[-1]])]

    def check(self, stated: dict, where: list) -> dict:
        where[0], cells = "motion", stated["cells"]
        self.prepare(any(cell.get("least") for cell in cells))
        self.stations(cells)
        for n, cell in enumerate(cells):
            where[0] = f"cells[{n}]"
            self.judge(n, cell)
            same = cell["verdict"] == cells[n - 1]["verdict"]
            demand(same or n == 0 or self.gaps[n][2], "two verdicts in one cell")
        ends = [q for q in self.lagrangian.coordinates if q not in self.moving]
        return {"cells": cells, "assumed": self.record["assumed"], "ends": ends}

    def judge(self, n: int, cell: dict) -> None:
        """The verdict at all numbers between the stations around one, in its cell."""
        verdict, by, letters = cell["verdict"], cell.get("by", 0), len(self.record["letters"])
        if verdict == "excluded":
            below = [*self.parameters.assumed, *self.parameters.weak][by]
            demand(self.sign(below, n) < 0, "numbers that may be as assumed")
        if verdict in OPEN:
            return
        demand(all(self.sign(p, n) for p in self.nowhere), "masses or divisors that may be 0")
        if cell.get("least"):
            signs = [{self.sign(p, n) for p in some} for some in self.minimum]
            held = verdict == STABLE and all(x in ({1}, {-1}) for x in signs)
            demand(held, "an energy that may have no minimum")
            return
        lead = self.sign(self.lead, n)
        if verdict == UNSTABLE:
            p, power = self.tests[by]
            demand(self.sign(p, n) * lead**power < 0, "no eigenvalue is shown to grow")
            return
        held = all(self.sign(p, n) * lead**i > 0 for p, i in self.tests[: self.degree])
        demand(held, "an eigenvalue that may not decay")
        demand(self.zeros == letters, "a family of fewer dimensions than zeros, or more")
        demand(not letters or self.sign(self.minor, n), "a family whose dimension is not shown")
        demand(verdict == (STABLE if letters else ATTRACTING), "the verdict is another one")
