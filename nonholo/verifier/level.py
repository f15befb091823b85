"""Rules 19 to 21: claims about the set where all holonomic constraints hold, f = 0.

A level is solved for a coordinate, which is the whole set; or it holds at the point, which is real.
There the rows are independent and tangent to the set, so what is shown of their brackets is true of
the set near the point, and generically on its component.
"""

from .outcome import BEYOND, demand
from .polynomials import UNIT, constant, parted
from .problem import System


class Levels:
    """The levels of a system: those that are solved, and what is known of the others."""

    def __init__(self, system: System, of_family: bool = False):
        self.system, self.language, self.reader = system, system.language, system.reader
        self.solved: dict[int, str] = {}  # level -> coordinate
        self.of_family = of_family
        self.divided, self.poles = list[tuple](), list[str]()  # slopes that are no numbers
        self.angles: set[str] = set()  # they stay

    def solve(self, row: int, coordinate: str) -> None:
        """Rule 19: f = a (z - phi), a rational and not 0: from now on z is phi.  In a family a may
        hold parameters; that it is not 0 is left to be shown."""
        self.put(self.level(row), coordinate)
        self.solved[row] = coordinate

    def level(self, row: int):
        """The function f, with what is put in."""
        demand(0 <= row < len(self.system.functions), "there is no such level")
        return self.reader.expression(self.system.texts[row])

    def put(self, f, coordinate: str) -> None:
        """The coordinate that f = 0 is solved for, from now on."""
        free = {*self.reader.names} - {"t", *self.reader.bound, *self.angles}
        demand(coordinate in free, "a level is solved for a coordinate")
        slope = self.language.diff(f, coordinate)
        number = self.language.rational(slope) is not None
        demand(slope[0] and (number or self.of_family), "a level whose slope is no number, or 0")
        if not number:
            self.divided.append(slope)
        z = self.reader.values[coordinate]
        phi = self.language.add(z, self.language.times(f, self.language.inverse(slope)), -1)
        demand(coordinate not in self.language.symbols_in(phi), "a level that is not linear")
        (((g, _),),) = self.language.generator("symbol", coordinate)
        for other, value in list(self.reader.bound.items()):
            x = self.language.replaced(value, {g: phi})
            inside = coordinate in self.language.symbols_in(x)
            demand(not inside, "levels that cannot be solved in this order")
            self.reader.bind(other, x)
        self.reader.signs[:] = [self.language.replaced(x, {g: phi}) for x in self.reader.signs]
        self.reader.bind(coordinate, phi)

    def turn(self, row: int, coordinates, squares, radius, factor, angles) -> None:
        """Rule 63: f = A (u_1^2 + ... + u_n^2 - r^2) is 0, for A that is not, exactly if for some
        b u_1 = r cos b_1 ... cos b_(n-1) and u_i = r sin b_(i-1) cos b_i ... cos b_(n-1).  Where
        r and the cosines are not 0 q says what b is; that r is not 0 everywhere is to be shown."""
        read, times, waves = self.reader.expression, self.language.times, [f"({radius})"]
        A, r, *u = map(read, (factor, radius, *squares))
        total = self.language.add(self.language.sum(times(x, x) for x in u), times(r, r), -1)
        same = self.language.same(self.level(row), times(A, total))
        fresh = angles and not {*angles} & self.language.symbols_in(r, *u)
        demand(same and fresh, "a level that is another sum of squares")
        self.divided.append(A)
        self.poles += [radius, *(f"cos({b})" for b in angles[1:])]
        for b in angles:
            waves = [*(f"{wave}*cos({b})" for wave in waves), f"({radius})*sin({b})"]
        for square, wave, coordinate in zip(squares, waves, coordinates, strict=True):
            self.put(read(f"({square}) - {wave}"), coordinate)
        self.solved[row] = ", ".join(coordinates)

    def demand_dependent(self, row: int, factors: dict) -> None:
        """Those of a redundant level by the parameters follow as those by the coordinates do."""
        functions = self.system.functions
        inside = self.language.generators_in(*factors.values())
        special = inside & set(self.language.of_kind("function"))
        demand(not special, "a level that follows for special functions only", BEYOND)
        for name in sorted(self.reader.free - set(self.reader.names)):
            slopes = {l: self.language.diff(functions[l], name) for l in (*factors, row)}
            total = self.language.dot({**factors, row: constant(-1)}, slopes)
            demand(not total[0], "a level that depends on a parameter otherwise")

    def restrict(self, rules, row: int, components: dict, cofactors: dict) -> None:
        """Rule 20: row = components + sum_j f_j cofactor_j: on the set the row is what is left."""
        demand(rules.rank_rows is None, "rows are restricted before the rank is shown")
        demand(row not in rules.level_rows, "a level is not restricted")
        left = rules.vector(components, rules.variables)
        total = dict(left)
        for l, table in cofactors.items():
            demand(l in map(str, rules.level_rows), "a cofactor of what is no level")
            cofactor = rules.vector(table, rules.variables)
            rules.point.vector(cofactor)
            both = {0: UNIT, 1: self.system.functions[int(l)]}
            total = self.language.combined(both, [total, cofactor])
        same = rules.identical(total, rules.row(row))
        demand(same, "what is left and the cofactors are not the row")
        rules.point.vector(left)
        rules.rows[row] = left

    def demand_real(self, point, rows, shared: dict) -> None:
        """Rule 21: the point is real, the levels hold there, and what is to be positive is.

        shared: values of letters that other parts rest on; what this part rests on is added.
        """
        language = self.language
        levels = enumerate(self.system.functions)
        functions = [f for l, f in levels if l in rows and l not in self.solved]
        domain = [x for l in rows for x in self.system.domains[l]]
        known = [x for some in (*self.system.domains, self.system.conditions) for x in some]
        domain += [x for x in point.logarithms if x not in known]
        positive = [*self.system.conditions, *domain, *self.reader.signs]
        bound = point.demand_bound(*functions) | language.generators_in(*positive)
        for f in functions:
            demand(not point.value(f), "the point is not on the set f = 0")
        for x in [x for l in rows for x in self.system.poles[l]] if functions else []:
            parts = parted(x[0], lambda g: g and not point.inside(g) & {*point.given})
            demand(
                any(map(point.polynomial, parts.values())),
                "a denominator that vanishes at the point",
            )
        for x in positive:
            demand(point.positive(x), "the point is not where the problem is stated")
        self.demand_common(point, bound, shared)

    def demand_common(self, point, bound: set[int], shared: dict) -> None:
        """Parts that rest on the same letters, or on t, do so at the same values."""
        letters = self.reader.free - set(self.reader.names) | {"t"}
        for h in bound:
            name = self.language.kinds[h][1]
            if name in letters:
                uses = {g: value for g, value in point.given.items() if h in point.inside(g)}
                same = shared.setdefault(name, uses) == uses
                demand(same, "parts at different values of what they share")
        touched = [g for g in point.given if bound & point.inside(g)]
        for key, value in point.at_places(touched).items():
            same = shared.setdefault(key, value) == value
            demand(same, "parts at different values of a function that they share")
