"""Rules 58 to 61: how many independent first integrals does a motion have in a class of functions,
for all parameters of which some equations hold, but where a guard vanishes?

    F = sum_j c_j phi_j,   dF/dt = 0  <=>  sum_j c_j psi_j = 0,   psi_j = D^2 det G dphi_j/dt

In functions of the state that are independent whatever the parameters are, psi_j has coefficients
that are polynomials in the parameters; so the c_j are the kernel of a matrix of these.  Vectors of
it and independent rows show together what the kernel is, gradients how many F are independent.
"""

from collections import namedtuple
from collections.abc import Iterator
from itertools import combinations_with_replacement as multisets
from itertools import product
from math import prod

from .frequencies import conjugate
from .guards import Guard, guard_of
from .motion import Moving
from .outcome import BEYOND, demand
from .polynomials import ONE, UNIT, ZERO, nonzero, plus
from .substitution import solved_in

VALUE, MOST = "value", 100


# the rows solved, det G, coordinates and velocities, phi_j, psi_j, and their coefficients
Equations = namedtuple("Equations", "whole mass variables members slopes rows")


class Conserving(Moving):
    """How many first integrals there are where some equations in the parameters hold."""

    # the class
    def members(self, lines: list, velocity: dict) -> dict[int, tuple]:
        """Rule 58: energy, momenta, and the monomials of all lines, in functions of coordinates."""
        L, at = self.lagrangian, self.lagrangian.at
        momenta = {q: at(p, velocity) for q, p in L.momenta.items()}
        energy = self.language.add(self.language.dot(momenta, velocity), at(L.L, velocity), -1)
        made = [energy, *momenta.values()]
        for powers, speeds in dict.fromkeys(x for line in lines for x in self.monomials(line)):
            demand(set(speeds) <= set(L.coordinates), "a velocity that there is not")
            factors = [self.language.raised(self.function(f), e) for f, e in powers]
            made.append(self.product(*factors, *map(velocity.__getitem__, speeds)))
        return dict(enumerate(made))

    def function(self, text: str) -> tuple:
        """Of the coordinates alone."""
        x = self.levels.system.reader.expression(text)
        free = set(self.lagrangian.coordinates)
        demand(self.language.symbols_in(x) <= free, "a class with more than coordinates", BEYOND)
        return x

    def monomials(self, line: dict) -> Iterator[tuple]:
        """Powers and velocities; sin^2 = 1 - cos^2, so of the sine no more than its first power."""
        choices = []
        for group in line["groups"]:
            (f, *more), most = group["functions"], group["most"]
            squares = self.sum(self.language.raised(self.function(g), 2) for g in (f, *more))
            circle = len(more) == 1 and self.language.same(squares, UNIT)
            demand(not more or circle, "a group that is no cosine with its sine")
            demand(most <= MOST, "powers that are so high", BEYOND)
            ends = [(a, b) for b in range(1 + len(more)) for a in range(most + 1 - b)]
            choices.append([((f, a), *((g, b) for g in more)) for a, b in ends])
        demand({*line["orders"]} <= {0, 1, 2}, "powers that are so high", BEYOND)
        speeds = [v for n in line["orders"] for v in multisets(line["velocities"], n)]
        self.language.spend(len(speeds) * prod(map(len, choices)))
        for parts in product(*choices):
            powers = tuple(sorted((f, e) for part in parts for f, e in part if e))
            if sum(e for _, e in powers) <= line["total"]:
                yield from product([powers], speeds)

    # the equations
    def flow(self, record: dict) -> Equations:
        """Rule 59: dF/dt = 0, with the rows solved as the record says."""
        key = (*map(tuple, solved_in(record)),)
        if key not in self.lagrangian.known:
            plain = not self.language.of_kind("function")
            demand(plain, "integrals with unspecified functions", BEYOND)
            whole = self.split(*solved_in(record))
            velocity = self.velocity(whole)
            mass, field = self.rates(whole, velocity)
            members = self.members(self.forces.integrals, velocity)
            slopes = {j: self.along(field, phi) for j, phi in members.items()}
            slopes = self.parameters.cleared(nonzero(slopes))
            told = whole, mass, [*field], members, slopes, self.coefficients(slopes)
            self.lagrangian.known[key] = Equations(*told)
        return self.lagrangian.known[key]

    def coefficients(self, slopes: dict) -> dict[str, dict]:
        """Real and imaginary parts, for the c_j are real."""
        parts: dict = {}
        mul, i = self.language.mul, self.language.i
        for j, (p, _) in slopes.items():
            for outer, inner in self.parameters.coefficients(p).items():
                parts.setdefault(outer, {})[j] = inner
        rows: dict[str, dict] = {}
        for outer, row in parts.items():
            name = self.name(outer)
            other = {j: conjugate(self.parameters, p) for j, p in row.items()}
            rows[name] = nonzero({j: (plus(p, other[j]), ONE) for j, p in row.items()})
            left = {j: plus(p, other[j], -1) for j, p in row.items()}
            rows[f"i {name}"] = nonzero({j: (mul(i, p), ONE) for j, p in left.items()})
        return rows

    def name(self, m: tuple) -> str:
        """A monomial, whatever the order of the generators is."""
        kinds = [(*self.language.kinds[g], e) for g, e in m]
        told = (f"{w if k == 'symbol' else f'{k}({self.name(w)})'}^{e}" for k, w, e in kinds)
        return " ".join(sorted(told))

    # the kernel
    def vector(self, texts: dict) -> dict[int, tuple]:
        """Of polynomials in the parameters."""
        return {int(j): (self.parameters.polynomial(text), ONE) for j, text in texts.items()}

    def independent(self, rows: dict, steps: list) -> dict[int, list[dict]]:
        """Rule 60: rows, or combinations of them, in echelon form: column -> what must not be 0."""
        before: dict[int, dict] = {}
        needed: dict[int, list[dict]] = {}
        for number, step in enumerate(steps):
            row, factors = rows[step["row"]], []
            if stated := step.get("instead"):
                short = self.vector(stated["entries"])
                texts = {**stated["before"], "-1": stated["times"], "-2": stated["own"]}
                left = self.language.combined(self.vector(texts), {**before, -1: row, -2: short})
                demand(self.vanish(left), "a row that is no combination of rows")
                row, factors = short, [self.parameters.polynomial(stated["own"])]
            zero = self.vanish({j: row[j] for j in needed if j in row})
            demand(zero and step["column"] not in needed, "rows that are not in echelon form")
            needed[step["column"]] = [*factors, row.get(step["column"], ZERO)[0]]
            before[number] = row
        return needed

    def kernel(self, flow: Equations, stated: dict, pivots) -> tuple[dict, list[dict]]:
        """Rule 60: vectors, one for each other column j: j -> F_j, and what must not be 0."""
        dot, functions, needed = self.language.dot, {}, []
        free = set(flow.members) - set(pivots)
        demand(set(map(int, stated)) == free, "not as many vectors as are needed")
        for j, texts in stated.items():
            c = self.vector(texts)
            demand(set(c) & free == {int(j)}, "vectors that may depend on each other")
            demand(self.vanish({j: dot(c, flow.slopes)}), "a function that changes in time")
            functions[int(j)] = dot(c, flow.members)
            needed.append(c[int(j)][0])
        return functions, needed

    def gradient(self, flow: Equations, F: tuple) -> dict:
        """Without what is 0 where the equations hold."""
        slopes = nonzero({v: self.language.diff(F, v) for v in flow.variables})
        return {v: x for v, x in self.parameters.cleared(slopes).items() if not self.vanish({v: x})}

    # what is shown
    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """Rule 61: what must not vanish identically where the answer is the one that is shown."""
        flow = self.flow(record)
        self.followed(record, flow.whole)
        guards = [guard_of([{"D": flow.whole.D}], ["D"])]
        if not record["motion"]:
            demand(self.vanish({"G": flow.mass}), "a mass matrix that is not singular")
            return guards, {"independent": None}
        guards.append(guard_of([{"G": flow.mass}], ["G"]))
        pivots = self.independent(flow.rows, record["pivots"])
        functions, needed = self.kernel(flow, record["kernel"], pivots)
        slopes = {j: self.gradient(flow, F) for j, F in functions.items()}
        chosen = [slopes.pop(j) for j in record["chosen"]]
        follow = all(self.dependent([*chosen, x], flow.variables) for x in slopes.values())
        demand(follow, "an integral that may be independent")
        guards += [guard_of(chosen, flow.variables)] if chosen else []
        needed = [p for p in sum(pivots.values(), needed) if not self.parameters.never_zero(p)]
        guards += [guard_of([{VALUE: (p, ONE)}], [VALUE]) for p in needed]
        return guards, {"independent": len(chosen)}
