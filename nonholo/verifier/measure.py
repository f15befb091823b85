"""Rule 49: is there a density N(q) that a motion keeps, for all parameters of which some equations
hold, but where a guard vanishes.

The divergence of a motion (rule 48) is (still + bent + sum_J b_J w_J)/det G, bent of second and
higher order in w, and ln N = f is a solution of

    det G Z_J(f) = -b_J,  still = 0 (det G Z_0(f) = -still),  bent = 0

exactly where the row  D det G s' + sum_J b_J q_J' = 0  hides one more holonomic relation, s - f(q),
than the rows alone do (Fedorov, Garcia-Naranjo and Marrero 2015). A density is stated as

    N = exp(u) prod_k D_k^e_k,    f = u + sum_k e_k ln D_k

with rational numbers e_k, where it is known; else dimensions show it.  There is none where brackets
B_k of fields Z_J that the rows allow say what f, or f + e ln det G, does not obey: sum_k c_k B_k is
0, and sum_k c_k B_k(f) = sum_n O_n/below^n is not.
"""

from collections import namedtuple
from functools import partial

from .guards import Guard, guard_of
from .motion import Moving
from .outcome import BEYOND, demand
from .point import number
from .polynomials import ONE, UNIT, ZERO, constant, nonzero, parted
from .region import Region
from .substitution import Split, solved_in

SLOPE, OVER = "ln N", "1/below"  # no names that a coordinate can have


# det G, and the divergence of the motion times it: without velocities, by monomials of second and
# higher order, and J -> b_J
Flow = namedtuple("Flow", "mass still bent slopes")


class Measured(Moving):
    """Is there a density where some equations in the parameters hold?"""

    # the motion
    def flow(self, record: dict) -> tuple[Split, Flow]:
        """The rows solved as the record says, and the divergence, along fields that it states."""
        fields = self.fields(record) if record.get("way") == "obstruction" else []
        key = (*map(tuple, solved_in(record)), str(fields))
        if key not in self.lagrangian.known:
            whole = self.split(*solved_in(record))
            self.lagrangian.known[key] = whole, self.moved(whole, fields)
        return self.lagrangian.known[key]

    def moved(self, whole: Split, fields: list) -> Flow:
        diff, product = self.language.diff, self.product
        Z, w, drift, G, mass, F = self.motion(whole, dict(zip(whole.others, fields)))
        terms = [product(mass, w[J], self.sum(diff(x, k) for k, x in Z[J].items())) for J in Z]
        terms.append(product(mass, self.sum(diff(x, k) for k, x in drift.items())))
        for j, force in enumerate(F.values()):
            for i, I in enumerate(Z):
                terms.append(product(self.cofactor(G, j, i), diff(force, I + "'")))
        total, bottom = self.sum(terms)
        parts = parted(total, lambda g: g in self.lagrangian.velocities)
        letters = {J: self.lagrangian.letter(J) for J in Z}
        slopes = {J: (parts.pop(((g, 1),), {}), ONE) for J, g in letters.items()}
        still = {"still": (parts.pop((), {}), ONE)}
        bent = {str(speeds): (p, ONE) for speeds, p in sorted(parts.items())}
        return Flow(product(mass, (bottom, ONE)), nonzero(still), bent, slopes)

    # a density
    def density(self, whole: Split, flow: Flow, record: dict) -> list[Guard]:
        """det G Z_J(f) + b_J = 0, where no factor vanishes."""
        read, language = self.levels.system.reader.expression, self.language
        stated = [(read(one["factor"]), one["power"]) for one in record["factors"]]
        factors = [((self.parameters.whole(x), ONE), number(e)) for x, e in stated]
        u, over = self.parameters.cleared({"u": read(record["exponent"]), "": UNIT}).values()
        u = self.parameters.whole(u), self.parameters.plain(over)
        still, drift = flow.still.get("still", ZERO), self.drift(whole)
        for J, b in [*flow.slopes.items(), ("still", still)]:
            field = drift if J == "still" else whole.field(J)
            terms = [self.along(field, u)]
            for x, e in factors:
                slope = self.product(self.along(field, x), language.inverse(x))
                terms.append(self.product(constant(e), slope))
            left = language.add(self.product(self.sum(terms), flow.mass), b)
            demand(self.vanish({J: left}), "a density that is not kept")
        divisors = [x for x, _ in factors] + [over] * (over != UNIT)
        return [guard_of([{"factor": x}], ["factor"]) for x in divisors]

    # the larger set
    def slopes(self, record: dict, mass: tuple, rates: dict) -> tuple[tuple, dict]:
        """What stands below, and slopes, as they are stated: slope_J/below = rate_J/mass."""
        read, times = self.levels.system.reader.expression, self.language.times
        below = self.parameters.whole(read(record["below"])), ONE
        demand(set(record["slopes"]) <= set(rates), "a slope along what is no independent velocity")
        slopes = {J: (self.parameters.whole(read(x)), ONE) for J, x in record["slopes"].items()}
        for J, rate in rates.items():
            left = self.language.add(times(slopes.get(J, ZERO), mass), times(rate, below), -1)
            demand(self.vanish({J: left}), "the slopes of the density are other ones")
        return below, slopes

    def larger(self, whole: Split, flow: Flow, record: dict) -> Region:
        """The rows and below s' + sum_J slope_J q_J' = 0, as it is stated."""
        larger, mass = self.alone(), self.language.times(whole.D, flow.mass)
        below, slopes = self.slopes(record, mass, flow.slopes)
        larger.rows[len(larger.rows)] = nonzero({SLOPE: below, **slopes})
        larger.variables = [*larger.variables, SLOPE]
        larger.place = {v: i for i, v in enumerate(larger.variables)}
        return larger

    def alone(self) -> Region:
        """The rows."""
        return Region(self.levels, self.parameters, self.solved, "q")

    # none
    def fields(self, record: dict) -> list[dict]:
        """As they are stated, free of velocities and time."""
        alone, moving = self.alone(), {"t", *(f"{q}'" for q in self.lagrangian.coordinates)}
        fields = [alone.vector(table, alone.variables) for table in record["fields"]]
        fit = len(fields) + len(record["rows"]) == len(alone.variables)
        demand(fit, "not as many fields as velocities")
        inside = self.language.symbols_in(*(x for X in fields for x in X.values()))
        demand(not inside & moving, "a field that holds velocities or time")
        return fields

    def obstruction(self, flow: Flow, record: dict) -> list[Guard]:
        """Fields, brackets of them, a combination that is 0, and what it says of f."""
        language, times, along = self.language, self.language.times, self.along
        alone, fields = self.alone(), self.fields(record)
        alone.orthogonal([*alone.rows.values()], fields)
        over, e = (language.generator("symbol", OVER), ONE), constant(number(record["power"]))
        both = zip(flow.slopes.items(), fields)
        rates = {J: language.add(times(e, along(X, flow.mass)), b, -1) for (J, b), X in both}
        below, slopes = self.slopes(record, flow.mass, rates)
        says = [times(slopes.get(J, ZERO), over) for J in rates]
        for a, b in record["brackets"]:
            demand({a, b} <= {*range(len(fields))}, "a bracket of what there is not")
            squared = times(constant(-1), times(over, over))
            X, Y = ({**x, OVER: times(squared, along(x, below))} for x in (fields[a], fields[b]))
            says.append(language.add(along(X, says[b]), along(Y, says[a]), -1))
            fields.append(alone.bracket(fields[a], fields[b]))
        c = alone.vector(record["combination"], [*map(str, range(len(fields)))])
        c = {int(k): x for k, x in c.items()}
        demand(self.vanish(language.combined(c, fields)), "a combination that is not 0")
        left, g = self.sum(times(x, says[k]) for k, x in c.items())[0], min(over[0])[0][0]
        top = max((dict(m).get(g, 0) for m in left), default=1)
        rows = [{n: below, n + 1: constant(-1)} for n in range(top - 1)]
        rows.append({n: (self.parameters.coefficient(left, g, top - n), ONE) for n in range(top)})
        guards = guard_of(fields[: len(rates)], alone.variables), guard_of([{"B": below}], ["B"])
        return [*guards, guard_of(rows, [*range(top)])]

    # what is shown
    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """Rule 49: what must not vanish identically where the answer is the one that is shown."""
        whole, flow = self.flow(record)
        self.followed(record, whole)
        way, moved = record["way"], self.drift(whole)
        guards, chaplygin = [guard_of([{"D": whole.D}], ["D"])], None
        if way == "singular":
            demand(self.vanish({"G": flow.mass}), "a mass matrix that is not singular")
            return guards, {"measure": None, "another_time": None}
        guards.append(guard_of([{"G": flow.mass}], ["G"]))
        demand(not moved or way == "density", "no density of affine velocities", BEYOND)
        if way in ("still", "bent"):
            vector = flow.still if way == "still" else flow.bent
            guards.append(guard_of([vector], sorted(vector)))
            return guards, {"measure": False, "another_time": None}
        demand(way in ("density", "growth", "obstruction"), "there is no such way")
        for vector in ({} if moved else flow.still, flow.bent):
            demand(self.vanish(vector), "a divergence that is not linear in the velocities")
        if way == "density":
            guards += self.density(whole, flow, record)
            exists = True
        elif way == "obstruction":
            guards += self.obstruction(flow, record)
            exists = False
        else:
            alone, larger = self.alone(), self.larger(whole, flow, record)
            slope = len(self.levels.system.rows) in record["larger"]["rows"]
            demand(slope, "a row of ln N that may be 0")
            guards += alone.dimensions(record["alone"]) + larger.dimensions(record["larger"])
            exists = larger.relations > alone.relations
        if len(flow.slopes) == 2:
            left = self.beyond_chaplygin(whole)
            chaplygin = exists if self.vanish(left) else None
            guards += [] if self.vanish(left) else [guard_of([left], sorted(left))]
        return guards, {"measure": exists, "another_time": chaplygin}

    def beyond_chaplygin(self, whole: Split) -> dict:
        """What is 0 for a system of Chaplygin's: slopes of L and of velocities by dependent
        coordinates, and forces."""
        diff = self.language.diff
        left = {f"force {q}": x for q, x in self.forces.forces.items()}
        left |= {f"drift {l}": a["t"] for l, a in whole.slopes.items() if "t" in a}
        for l in whole.slopes:
            left[f"L {l}"] = diff(self.lagrangian.L, l)
            for r, a in whole.slopes.items():
                for J, x in a.items():
                    left[f"{r} {J} {l}"] = self.changed(whole, x, partial(diff, name=l))
        return self.parameters.cleared(nonzero(left))
