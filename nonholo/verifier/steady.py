"""Rules 64 to 66 and 68: is a steady motion stable, and between which numbers of a letter.

Along fields Z_J, as many as coordinates, q' = sum_J w_J Z_J; with rows A q' + a = 0 and levels f

    d/dt dL/dw_J = Z_J(L) + Z_J . Q + dL/dq' . [q', Z_J] + B_J . lambda,   B w + a = 0,   B = A Z

or G w' = E.  All is read near a motion: what E is there, and its first derivatives, follow from L
up to second order (rule 69).  Coordinates S of which alone this holds anything move by themselves
with w.  A steady motion is a rest of (S, w).  The determinant p(s) of s diag(1, G, 0) less the
derivatives of (S', E, B w + a) by (S, w, lambda) holds s once for each level.  If its degree is
full its other roots are eigenvalues.  One with Re s > 0: unstable; all but k zeros with Re s < 0, k
letters of a family of rests: stable (Lyapunov, Malkin).  So is a rest where an energy that never
grows is least (Lagrange, Dirichlet).
"""

from fractions import Fraction
from functools import cache, partial, reduce
from itertools import pairwise, starmap, takewhile
from typing import Any

from .functions import Functions
from .motion import minus
from .outcome import BEYOND, demand
from .parameters import Parameters
from .point import number
from .polynomials import ONE, UNIT, ZERO, constant, plus
from .problem import Reader, names_of
from .real import Line, Reals
from .taylor import Near

S, MORE = "s in p", "~"  # no names that coordinates can have, or ends of such
ATTRACTING, STABLE, UNSTABLE = "asymptotically stable", "stable", "unstable"
OPEN = ("undecided", "excluded")


class Stability:
    """One steady motion over one letter or none; further ones stand in no coefficient."""

    def __init__(self, reader: Reader, problem: dict, record: dict, _: Any):
        demand(not problem["inequalities"], "inequalities beside a motion", BEYOND)
        self.record, self.problem, self.told = record, problem, problem["motion"]
        language: Any = reader.language  # Taylor
        self.language, self.reader = language, reader
        given = {n: x for n, x in problem["parameters"].items() if n not in record["letters"]}
        self.q, self.moving = problem["coordinates"], record["moving"]
        self.near = Near(language, self.q, given, problem.get("functions"))
        self.near.exact, self.near.ends = reader, frozenset({*self.q} - {*self.moving})
        self.letters = {n for n, value in given.items() if value is None}
        self.choice = {language.places["symbol", n] for n in self.letters}
        self.reals = Reals(language)
        self.letter = -1  # the one that coefficients hold, none yet
        self.free = self.letters | {*record["letters"]}
        self.parameters = Parameters(language, reader, self.free, record["assumed"], [])
        rows = problem["holonomic_constraints"] + problem["constraints"]
        self.names = [str(l) for l, _ in enumerate(rows)]
        self.s = min(language.generator("symbol", S))[0][0]

    def table(self, texts: dict, names: Any, free: set) -> dict:
        """Expressions by names, in these letters alone."""
        demand(set(texts) <= set(names), "a value of what there is not")
        values = {name: self.reader.expression(texts.get(name, "0")) for name in names}
        demand(self.language.symbols_in(*values.values()) <= free, "a value that holds more")
        return values

    def square(self, tables: list, names: list) -> dict[str, dict]:
        """A vector for each name, or the axes; independent where p has its highest power."""
        demand(len(tables) in (0, len(names)), "not as many fields or rows as there are")
        tables = tables or [{n: "1"} for n in names]
        demand(all(set(x) <= set(names) for x in tables), "a value of what there is not")
        read = self.near.expression
        return {n: {m: read(x) for m, x in row.items()} for n, row in zip(names, tables)}

    def equations(self) -> None:
        """Rule 64: the motion along fields near one, and what of it moves by itself."""
        language, near, record, q, S = self.language, self.near, self.record, self.q, self.moving
        dot, times, add, diff = language.dot, language.times, language.add, language.diff
        along, there, small, told = language.along, language.there, language.small, self.problem
        language.spend(len(q) ** 3 + len(self.names) ** 3)
        parts = (("places", S, ""), ("speeds", q, "'"), ("multipliers", self.names, ""))
        tables = [(self.table(record[key], names, self.free), end) for key, names, end in parts]
        self.place = {n + end: x for table, end in tables for n, x in table.items()}
        now = {n: add(x, small(n)) for n, x in self.place.items()}
        near.values |= {i: now[i] for i in S}
        levels = self.levels = [*map(near.expression, told["holonomic_constraints"])]
        rows = [{i: diff(f, i) for i in S} for f in levels] + [*map(near.row, told["constraints"])]
        Z, sums = self.square(record["fields"], q), self.square(record["rows"], self.names)
        A = {l: language.combined(x, dict(zip(self.names, rows))) for l, x in sums.items()}
        u = dict.fromkeys(q, ZERO) | language.combined({J: now[J + "'"] for J in q}, Z)  # q'
        turns = {
            J: {i: add(along(u, Z[J].get(i, ZERO)), along(Z[J], u[i]), -1) for i in q} for J in q
        }
        near.with_velocities()
        self.reader.with_velocities()
        near.values |= {i + end: x for i, x in u.items() for end in ("'", "dot")}
        demand(set(told.get("forces", {})) <= {*q}, "a force along what is no coordinate")
        forces = {i: near.expression(text) for i, text in told.get("forces", {}).items()}
        bends = [i for i in q if any(x[i][0] for x in turns.values())]
        beside = {i: add(u[i], small(i + MORE)) for i in bends}
        near.values |= {i + end: x for i, x in beside.items() for end in ("'", "dot")}
        near.outside = set()
        L = near.expression(told["lagrangian"])
        outside, near.outside = near.outside, None
        forces |= {i: add(forces.get(i, ZERO), x) for i, x in self.pushed(outside, u).items()}
        momenta = {i: there(diff(L, i + MORE), MORE) for i in bends}
        L, self.speeds, self.changes = there(L, MORE), u, dict[str, tuple]()
        for J, x in Z.items():
            slope = along({s: u[s] for s in S}, diff(L, J + "'"))
            E = [dot(x, {s: diff(L, s) for s in S}), dot(x, forces), dot(turns[J], momenta)]
            E += [times(dot(row, x), now[l]) for l, row in A.items()]
            self.changes[J + "'"] = language.sum([*E, minus(slope)])
        self.changes |= {l: add(dot(row, u), row.get("t", ZERO)) for l, row in A.items()}
        self.changes |= {i: u[i] for i in S}
        w, self.L, inner = [J + "'" for J in q], L, self.changes.items()
        self.masses = {(I, J): there(diff(diff(L, I), J)) for I in w for J in w}
        self.masses |= {(i, i): UNIT for i in S}
        self.values = [*map(there, [*self.changes.values(), *levels])]
        self.bent = {n: {v: there(diff(x, v)) for v in self.changes} for n, x in inner}
        whole = [L, *levels, *self.masses.values(), *self.values]
        whole += [x for row in self.bent.values() for x in row.values()]
        whole += [(p, ONE) for p in language.poles.values()]
        self.stays = language.symbols_in(*whole) & near.ends

    def pushed(self, outside: set, u: dict) -> dict[str, tuple]:
        """d/dq - d/dt d/dq' of the terms of L that hold these coordinates but in functions: forces
        that are numbers, or sums of velocities times numbers."""
        language, reader = self.language, self.reader
        add, diff, self.power = language.add, language.diff, ZERO
        if not outside:
            return {}
        poles, language.poles = language.poles, {}
        (top, below), language.poles = reader.expression(self.problem["lagrangian"]), poles
        far = {language.places["symbol", y] for y in outside}
        part = {m: c for m, c in top.items() if any(g in far for g, _ in m)}, below
        rates = {i: reader.values[i + "'"] for i in self.q}
        slopes = {i: diff(part, i + "'") for i in self.q}
        forces = {i: add(diff(part, i), language.along(rates, x), -1) for i, x in slopes.items()}
        fast = language.symbols_in(*slopes.values()) & {i + "'" for i in self.q}
        moved = language.symbols_in((below, ONE), *forces.values()) & {*self.q}
        demand(not fast | moved, f"{sorted(outside)} do not move by themselves")
        self.power = language.dot(rates, forces)
        return {i: self.at(x, {j + "'": v for j, v in u.items()}) for i, x in forces.items()}

    def steady(self) -> None:
        """Rule 65: a family of rests of what moves by itself, of which the steady motion is one."""
        demand(not self.stays, f"{sorted(self.stays)} do not move by themselves")
        language, record, at = self.language, self.record, self.at
        demand(not any(top for top, _ in self.values), "a motion that is not steady")
        self.member = self.table(record["member"], record["letters"], self.letters)
        self.rest = {n: at(x) for n, x in self.place.items()}
        places, rates = (
            self.table(self.told[key], self.q, self.letters) for key in ("places", "rates")
        )
        same = [(places[i], self.rest[i]) for i in self.moving]
        same += [(at(self.now(self.speeds[i]), places), rates[i]) for i in self.q]
        demand(all(language.same(*pair) for pair in same), "the steady motion is another one")
        letters, columns = record["letters"], record["columns"]
        rows = [{n: at(language.diff(self.place[n], c)) for n in columns} for c in letters]
        self.minor = self.cleared(rows)

    def at(self, x: tuple, place: dict | None = None) -> tuple:
        """A quotient with values for some symbols, inside of waves too: those of the member."""
        language, times = self.language, self.language.times
        value = cache(partial(self.put, place=self.member if place is None else place))
        parts = ([reduce(times, starmap(value, m), constant(c)) for m, c in p.items()] for p in x)
        top, bottom = map(language.sum, parts)
        return times(top, language.inverse(bottom))

    def now(self, x: tuple) -> tuple:
        """At the motion."""
        return self.at(self.language.there(x))

    def put(self, g: int, e, place: dict) -> tuple:
        kind, what = self.language.kinds[g]
        if kind in ("angle", "exponential"):
            return self.language.wave(kind, self.at(({what: Fraction(e)}, ONE), place))
        return self.language.raised(place.get(what, self.language.alone(g)), e)

    def cleared(self, rows: list[dict]) -> dict:
        """The determinant, or minus it, of rows times what they are divided by, which is not to be
        0; short rows first."""
        table = [[top for top, _ in self.parameters.cleared(row).values()] for row in rows]
        return self.parameters.determinant(sorted(table, key=lambda row: sum(map(bool, row))))

    def by_powers(self, rows: list[dict], top: int) -> list[dict]:
        """A determinant by the powers of s."""
        p = self.cleared(rows)
        return [self.parameters.coefficient(p, self.s, e) for e in range(top + 1)]

    def least(self) -> list[list[dict]]:
        """Rule 68: at a rest, no force that gives energy, rows without t: what has one sign, and is
        never 0, if w dL/dw - L has a strict minimum on f = 0 and B w = 0."""
        language, S, diff, reader = self.language, self.moving, self.language.diff, self.reader
        rows = Reader(Functions(language.order, language), *names_of(self.problem))
        held = not any("t" in rows.row(x) for x in self.problem["constraints"])
        poles, language.poles = language.poles, {}  # forces anywhere, not at the motion
        rates = {i: (language.generator("symbol", i + "'"), ONE) for i in self.q}
        forces = {i: reader.expression(x) for i, x in self.problem.get("forces", {}).items()}
        (power, below), language.poles = language.dot(rates, forces), poles
        kinds = {language.kinds[g][0] for m in power for g, _ in m}
        held &= all(self.parameters.sign(m, -c) is not None for m, c in power.items())
        held &= language.symbols_in((below, ONE)) <= self.letters and not self.power[0]
        held &= kinds <= {"symbol", "exponential"}
        levels = {str(l): f for l, f in enumerate(self.levels)}
        minus_U = language.dot({"": self.L, **levels}, {**self.rest, "": UNIT})
        slopes, velocities = {i: diff(minus_U, i) for i in S}, [v + "'" for v in self.q]
        at = self.now
        still = [*map(at, slopes.values()), *(self.rest[v] for v in velocities)]
        demand(held and not any(x for x, _ in still), "no rest, or an energy that may grow")
        bent = {i: {j: at(diff(x, j)) for j in S} for i, x in slopes.items()}
        G = {I: {J: at(self.masses[I, J]) for J in velocities} for I in velocities}
        fixed = [{i: at(diff(f, i)) for i in S} for f in self.levels]
        held_by = [{v: at(self.bent[l][v]) for v in velocities} for l in self.names]
        both = self.parameters.cleared({"": (below, ONE), "factor": UNIT})  # 1/k: by k, of a sign
        signs = [p for p, _ in both.values()]
        return [self.definite(bent, fixed, -1), self.definite(G, held_by, 1), signs]

    def definite(self, H: dict, rows: list, sign: int) -> list[dict]:
        """det [H + sign s, B^T; B, 0] by the powers of s, H symmetric: the roots are real, those of
        H on B x = 0 times -sign; the highest one says that B is independent."""
        s, free = ({((self.s, 1),): Fraction(sign)}, ONE), {str(l): ZERO for l in range(len(rows))}
        table = [{**x, v: self.language.add(x[v], s)} for v, x in H.items()]
        table = [{**x, **{l: b[v] for l, b in zip(free, rows)}} for v, x in zip(H, table)]
        return self.by_powers([*table, *({**b, **free} for b in rows)], len(H) - len(rows))

    def line(self, p: dict) -> Line:
        """The coefficients of a polynomial in the letter, real numbers in the turn."""
        p, language = self.parameters.cleared({"": (p, ONE)})[""][0], self.language
        if self.letter < 0:
            self.letter = min({g for m in p for g, _ in m} & self.choice, default=-1)
        top = max((dict(m).get(self.letter, 0) for m in p), default=-1)
        line = [self.parameters.coefficient(p, self.letter, e) for e in range(top + 1)]
        language.spend(1 + len(line) * len(p))
        for c in line:
            demand(all(g == 0 for m in c for g, _ in m), "a polynomial in more than one letter")
            other = {((0, -sum(k for _, k in m)),): a for m, a in c.items()}  # the conjugate
            demand(language.reduced(other) == c, "a coefficient that is not real", BEYOND)
        return line

    def sign(self, p: dict, n: int) -> int:
        """Rule 66: up to the stations beside one, or ends of its cell; 0 where it may be 0.  What f
        has in common with the equation of an end is 0 there alone, for that has no other root."""
        line, reals = self.line(p), self.reals
        sign = reals.sign_at(line, self.gaps[n][1])
        demand(sign or not line, "an interval that ends in a root")
        for low, high, end in self.gaps[n : n + 2] if len(line) > 1 else ():
            f = line
            while not reals.rootless(f, low, high):
                common = reals.common(f, end)
                if len(common) < 2 or not end:
                    return 0
                f = reals.divided(f, common)[0]
        return sign

    def stations(self, cells: list) -> None:
        """Numbers of the letter in order, and equations with one root between two of them."""
        places, read = [number(cell["at"]) for cell in cells], self.parameters.polynomial
        demand(places and all(a < b for a, b in pairwise(places)), "stations in no order")
        ends = [self.line(read(cell["end"])) if "end" in cell else [] for cell in cells]
        self.gaps: list[tuple[Any, Any, Line]] = [
            *zip([None, *places], [*places, None], [[], *ends])
        ]
        for low, high, end in self.gaps:
            single = not end or (high is not None and self.reals.roots(end, low, high) == 1)
            demand(single, "not one end between two stations")

    def test(self, by: int) -> tuple[dict, int]:
        """Hurwitz's determinants, then the coefficients, of p, then of p + p', with the powers of
        the highest one in them: none is negative, for a positive one, where no root of p has a
        positive real part."""
        if by not in self.known:
            d = self.degree
            slopes, n = divmod(by, 2 * d + 1)
            line = self.lines[slopes]
            entry = dict(enumerate(line)).get
            H = [[entry(d - 2 * j + i - 1, {}) for j in range(n + 1)] for i in range(n + 1)]
            self.known[by] = (self.parameters.determinant(H), n + 1) if n < d else (line[n - d], 1)
        return self.known[by]

    def prepare(self, least: bool) -> None:
        """p, and tests: where no root of p has a positive real part, none of p + p' has one."""
        self.steady()
        s, rows, add = self.language.alone(self.s), list[dict](), self.language.add
        for n, slopes in self.bent.items():
            row = {v: self.language.times(s, self.masses.get((n, v), ZERO)) for v in slopes}
            rows.append({v: self.at(add(x, slopes[v], -1)) for v, x in row.items()})
        p = self.by_powers(rows, len(rows) - 2 * len(self.names))
        zeros = len([*takewhile(lambda c: not c, p)])
        self.zeros, p = zeros - len(self.levels), p[zeros:] or p[-1:]
        slope = [plus(c, more, e) for e, (c, more) in enumerate(pairwise(p), start=1)]
        self.lead, self.degree, self.lines = p[-1], len(p) - 1, (p, [*slope, p[-1]])
        self.known: dict[int, tuple] = {}
        self.minimum = self.least() if least else []
        for _ in range(2):  # what values are divided by too
            poles = [self.at((x, ONE))[0] for x in [*self.language.poles.values()]]
        self.nowhere = [p[-1], *poles]
        plain = not self.language.of_kind("function", "logarithm")
        demand(plain, "logarithms, or functions that are not specified", BEYOND)

    def check(self, stated: dict, where: list) -> dict:
        where[0], cells = "motion", stated["cells"]
        self.equations()
        self.prepare(any(cell.get("least") for cell in cells))
        self.stations(cells)
        for n, cell in enumerate(cells):
            where[0] = f"cells[{n}]"
            self.judge(n, cell)
            same = cell["verdict"] == cells[n - 1]["verdict"]
            demand(same or n == 0 or self.gaps[n][2], "two verdicts in one cell")
        ends = [q for q in self.q if q not in self.moving]
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
            p, power = self.test(by)
            demand(self.sign(p, n) * lead**power < 0, "no eigenvalue is shown to grow")
            return
        held = all(self.sign(p, n) * lead**i > 0 for p, i in map(self.test, range(self.degree)))
        demand(held, "an eigenvalue that may not decay")
        demand(self.zeros == letters, "a family of fewer dimensions than zeros, or more")
        demand(not letters or self.sign(self.minor, n), "a family whose dimension is not shown")
        demand(verdict == (STABLE if letters else ATTRACTING), "the verdict is another one")
