"""Rule 49: is there a density N(q) that a motion keeps, for all parameters of which some equations
hold, but where a guard vanishes.

The divergence of a motion (rule 48) is (still + bent + sum_J b_J w_J)/det G, bent of second and
higher order in w, and ln N = f is a solution of

    det G Z_J(f) = -b_J,  still = 0 (det G Z_0(f) = -still),  bent = 0

exactly where the row  D det G s' + sum_J b_J q_J' = 0  hides one more holonomic relation, s - f(q),
than the rows alone do (Fedorov, Garcia-Naranjo and Marrero 2015). A density is stated as

    N = exp(u) prod_k D_k^e_k,    f = u + sum_k e_k ln D_k

with rational numbers e_k, where it is known; else dimensions show whether there is one.
"""

from functools import partial
from typing import NamedTuple

from .guards import Guard, guard_of
from .level import Levels
from .motion import Moving
from .outcome import BEYOND, demand
from .parameters import Parameters
from .point import number
from .polynomials import ONE, ZERO, constant, nonzero
from .region import Region
from .substitution import Split, solved_in

SLOPE = "ln N"  # no name that a coordinate can have


class Flow(NamedTuple):
    """det G, and the divergence of the motion times it: without velocities, by monomials of second
    and higher order, and J -> b_J."""

    mass: tuple
    still: dict
    bent: dict
    slopes: dict


class Measured(Moving):
    """Is there a density where some equations in the parameters hold?"""

    # the motion
    def flow(self, record: dict) -> tuple[Split, Flow]:
        """The rows solved as the record says, and the divergence."""
        key = (*map(tuple, solved_in(record)),)
        if key not in self.lagrangian.known:
            whole = self.split(*solved_in(record))
            self.lagrangian.known[key] = whole, self.moved(whole)
        return self.lagrangian.known[key]

    def moved(self, whole: Split) -> Flow:
        diff, product = self.language.diff, self.product
        Z, w, drift, G, mass, F = self.motion(whole)
        terms = [product(mass, w[J], self.sum(diff(x, k) for k, x in Z[J].items())) for J in Z]
        spread = self.sum(diff(x, k) for k, x in drift.items())
        terms.append(product(mass, spread))
        for j, force in enumerate(F.values()):
            for i, I in enumerate(Z):
                terms.append(product(self.cofactor(G, j, i), diff(force, I + "'")))
        total, bottom = self.sum(terms)
        return self.by_order(product(mass, (bottom, ONE)), total, Z)

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
        factors = [((self.parameters.whole(x), ONE), number(e)) for x, e in stated]
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
        slopes = {J: (self.parameters.whole(read(x)), ONE) for J, x in record["slopes"].items()}
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
        demand(way in ("density", "growth"), "there is no such way")
        for vector in ({} if moved else flow.still, flow.bent):
            demand(self.vanish(vector), "a divergence that is not linear in the velocities")
        if way == "density":
            guards += self.density(whole, flow, record)
            exists = True
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


class WithSlope(Region):
    """Rows, and one more with one more coordinate."""

    frequencies = False

    def __init__(self, levels: Levels, parameters: Parameters, solved: list[tuple], row: dict):
        super().__init__(levels, parameters, solved, "q")
        self.rows[len(levels.system.rows)] = row
        self.variables = [*self.variables, SLOPE]
        self.place = {v: i for i, v in enumerate(self.variables)}
