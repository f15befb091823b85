"""Rule 50: is every motion vakonomic too, for all parameters of which some equations hold, but
where a guard vanishes.

The vakonomic equations of L + sum_l mu_l (q_l' - sum_J a_lJ q_J'/D) hold on a true motion (rule 48)
if nu_l = p_l + mu_l obeys, with B as in rule 47 and with A_lJ = a_lJ/D,

    sum_l (nu_l - p_l) sum_I B_l,jI q_I' = 0                                         for each j
    nu_l' = dL/dq_l + Q_l + sum_r (p_r - nu_r) sum_J dA_rJ/dq_l q_J'

A condition is a row: the coefficients of all nu_l, and what is beside them; along the motion its
rate is again one (Lewis and Murray 1995).  If the rates of some independent conditions, and all
that are given, follow from them, some nu(t) obeys them on every motion, with as many initial values
free as there are nu less conditions.  If conditions are independent, but their coefficients are
not, none does on almost every motion; of more than there are nu values show this.
"""

from copy import copy
from functools import partial
from itertools import starmap

from .guards import Guard, guard_of
from .motion import Moving, minus
from .outcome import demand
from .polynomials import ONE, ZERO, nonzero
from .substitution import Split, solved_in

BESIDE = "1"  # no name that a coordinate can have


class Shared(Moving):
    """Are motions vakonomic too where some equations in the parameters hold?"""

    def __init__(self, *given):
        super().__init__(*given)
        self.letters = [step for step in self.solved if step[1] in self.parameters.letters]
        given = [*self.rows, self.forces.whole(self.parameters)]
        if len(self.letters) < len(self.solved) and (new := [*map(self.modulo, given)]) != given:
            self.lagrangian, self.forces = copy(self.lagrangian), copy(self.forces)
            *self.rows, system = new
            self.lagrangian.put(system.get("0", ZERO))
            self.forces.as_row = self.forces.forces = {"0": ZERO, **system}

    def flow(self, record: dict) -> tuple:
        """The rows solved as the record says, det G, conditions, and how they change."""
        key = (*map(tuple, solved_in(record)),)
        if key not in self.lagrangian.known:
            whole = self.split(*solved_in(record))
            velocity = self.velocity(whole)
            momenta = self.momenta(whole, velocity)
            rows = self.given(whole, velocity, momenta)
            self.lagrangian.known[key] = whole, rows, *self.change(whole, velocity, momenta)
        return self.lagrangian.known[key]

    def given(self, whole: Split, velocity: dict, momenta: dict) -> list[dict]:
        """The conditions, as rows."""
        rows, dot = (self.bends(whole, j, velocity) for j in whole.others[:-1]), self.language.dot
        return [nonzero({**row, BESIDE: minus(dot(row, momenta))}) for row in rows]

    def turned(self, whole: Split, l: str, velocity: dict, momenta: dict) -> dict:
        """D^2 nu_l', as a row."""
        turned = {r: minus(x) for r, x in self.turns(whole, l, velocity).items()}
        slope = self.slope(whole, l, velocity, momenta)
        force = self.lagrangian.at(self.forces.forces.get(l, ZERO), velocity)
        turned[BESIDE] = self.language.add(slope, self.product(whole.D, whole.D, force))
        return turned

    def change(self, whole: Split, velocity: dict, momenta: dict) -> tuple:
        """det G; D^2 det G d/dt as a field; l -> D^2 det G nu_l', as a row."""
        mass, field = self.rates(whole, velocity)
        rows = {l: self.turned(whole, l, velocity, momenta) for l in whole.slopes}
        turned = {l: {r: self.product(mass, x) for r, x in row.items()} for l, row in rows.items()}
        return mass, field, turned

    def rate(self, row: dict, field: dict, rates: dict, late: bool = False) -> dict:
        """The condition that a condition gives along the motion; late: as sums of products."""
        diff = self.language.diff
        made = {l: [(u, diff(x, q)) for q, u in field.items()] for l, x in row.items()}
        for l, x in row.items():
            for r, y in rates.get(l, {}).items():
                made.setdefault(r, []).append((x, y))
        if late and all(x[1] == y[1] == ONE for some in made.values() for x, y in some):
            return {l: ([(x[0], y[0]) for x, y in some], ONE) for l, some in made.items()}
        return self.modulo({l: self.sum(starmap(self.product, x)) for l, x in made.items()})

    def modulo(self, row: dict) -> dict:
        """The row times what is not 0, shorter where equations of letters, or of waves, hold."""
        letter, row = partial(self.language.generator, "symbol"), self.parameters.cleared(row)
        places = {v: letter(f"nu {v}") for v in row}
        whole = self.language.dot(row, {v: (p, ONE) for v, p in places.items()})[0]
        whole, part = self.parameters.reduced(whole, self.letters), self.parameters.coefficient
        less, waves = self.parameters.reduced(whole, self.solved), {step[1] for step in self.solved}
        whole = whole if waves & {g for m in less for g, _ in m} else less
        return nonzero({v: (part(whole, g, 1), ONE) for v, (((g, _),),) in places.items()})

    def conditions(self, record: dict) -> list[dict]:
        """Those that are given, and the rates of some, each of one before."""
        whole, rows, _, field, rates = self.flow(record)
        rows, followed = [self.modulo(row) for row in rows], record["rates"]
        values = not record["agrees"] and len(record["chosen"]) > len(whole.slopes)
        for n, number in enumerate(followed, len(rows)):
            demand(0 <= number < n, "a rate of a condition that is not there")
            rows.append(self.rate(rows[number], field, rates, values and n not in followed))
        return rows

    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """What must not vanish identically where the answer is the one that is shown."""
        whole, _, mass, *_ = self.flow(record)
        self.followed(record, whole)
        guards, nu = [guard_of([{"D": whole.D}], ["D"])], [*whole.slopes]
        if not record["motion"]:
            demand(self.vanish({"G": mass}), "a mass matrix that is not singular")
            return guards, {"agrees": None, "free": None}
        rows, chosen = self.conditions(record), record["chosen"]
        known = set(chosen) <= set(range(len(rows))) and len(set(chosen)) == len(chosen)
        demand(known, "there is no such condition")
        basis, both = [rows[n] for n in chosen], [*nu, BESIDE]
        guards += [guard_of([{"G": mass}], ["G"])]
        if not record["agrees"]:
            demand(self.dependent(basis, nu), "conditions that may be met")
            return [*guards, guard_of(basis, both)], {"agrees": False, "free": None}
        others = [row for n, row in enumerate(rows) if n not in chosen]
        follow = all(self.dependent([*basis, row], both) for row in others)
        demand(follow and record["rates"] == chosen, "a condition that does not follow")
        guards += [guard_of(basis, nu)] if basis else []
        return guards, {"agrees": True, "free": len(nu) - len(basis)}
