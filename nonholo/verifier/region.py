"""Rule 41: rank, h and growth of rows for all parameters of which some equations hold, but where a
guard vanishes.

Rows are multiplied by what they are divided by, which is not 0 where the family is defined.  Fields
and annihilators are divided by nothing.  So an identity modulo the equations holds at each of the
parameters; and a determinant that is not 0 at one place of the configuration is not 0 as a function
of it, for the generators of the configuration are independent whatever the parameters are.
"""

from .document import STATED
from .guards import Guard, guard_of
from .level import Levels
from .outcome import demand
from .parameters import Parameters
from .point import Point
from .polynomials import ONE, ZERO
from .rules import Rules, stated

CONTRADICTORY = {**stated(0, (0, 0), [], "tq"), "verdict": "contradictory"}
NOWHERE: dict[str, dict] = {"symbols": {}, "angles": {}, "exponents": {}}


class Region(Rules):
    """The rows where some equations in the parameters hold."""

    frequencies = True  # waves may hold parameters and coordinates

    def __init__(self, levels: Levels, parameters: Parameters, solved: list[tuple], space: str):
        system = levels.system
        demand(space in ("q", system.space), "another space")
        variables = [v for v in system.variables if v != "t" or space == "tq"]
        nowhere = Point(system.language, system.reader, NOWHERE)
        super().__init__(system, nowhere, levels, [*range(len(system.rows))], variables)
        self.parameters, self.solved = parameters, solved
        self.rows = {l: parameters.cleared(row) for l, row in self.rows.items()}
        self.widest: list[dict] = []  # the fields of the last level
        self.combinations: list[list[dict]] = []  # of the rows, one list for each level
        for row in self.rows.values() if space != system.space else ():
            still = row.pop("t", ZERO)
            slopes = [self.language.diff(x, "t") for x in row.values()]
            demand(all(map(self.vanishes, [still, *slopes])), "a row with t")

    # what is shown
    @property
    def relations(self) -> int:
        """h"""
        return len(self.variables) - self.dims[-1]

    def dimensions(self, record: dict) -> list[Guard]:
        """What must not vanish identically where rank and growth are those that are shown."""
        rows = record["rows"]
        demand(set(rows) <= set(self.rows) and len(set(rows)) == len(rows), "there is no such row")
        self.rank_rows, self.spare = rows, set()
        if "contradiction" in record:
            return [self.contradiction(self.combined(self.factors(record["contradiction"])))]
        self.fields = [self.vector(table, self.variables) for table in record["fields"]]
        fields = len(self.variables) - len(rows)
        demand(len(self.fields) == fields, "not as many fields as the kernel has dimensions")
        self.orthogonal(list(self.rows.values()), self.fields)
        self.widest = self.fields
        self.claim_growth([{**level, "columns": [], "minor": ""} for level in record["levels"]])
        velocities = [v for v in self.variables if v != "t"]
        guards = [guard_of([self.rows[l] for l in rows], velocities)] if rows else []
        guards += [guard_of(forms, rows) for forms in self.combinations]
        return guards + ([guard_of(self.widest, self.variables)] if self.widest else [])

    def contradiction(self, form: dict) -> Guard:
        """A combination of the rows that is c dt: no velocities obey them where c is not 0."""
        still = all(self.vanishes(x) for v, x in form.items() if v != "t")
        demand(still, "a combination that holds velocities")
        return guard_of([form], ["t"])

    def proved(self, record: dict) -> tuple[list[Guard], dict]:
        """The same, and of each form alone; and the answer."""
        guards = self.dimensions(record)
        for l in record["integrable"]:
            self.claim_integrable_alone(l)
        others = [l for l in self.rows if l not in self.alone]
        self.judged |= set(others)
        guards += [Guard([*self.triples(l)], [self.triples(l)], True) for l in others]
        verdict = CONTRADICTORY if "contradiction" in record else self.verdict()
        alone = sorted([*self.levels.solved, *record["integrable"]])
        return guards, {key: verdict[key] for key in STATED} | {"integrable": alone}

    # the rules of a set, modulo the equations
    def vanishes(self, x) -> bool:
        return not self.parameters.reduced(x[0], self.solved)

    def vector(self, table: dict, keys) -> dict:
        return {v: (self.parameters.whole(x), ONE) for v, x in super().vector(table, keys).items()}

    def minor(self, vectors: list[dict], columns: list, stated: str) -> None:
        del columns, stated  # a guard
        self.widest = list(vectors)

    def annihilators(self, tables: list, free: int) -> list[dict]:
        if not tables:
            return []
        demand(len(tables) == free, "too few or too many annihilators")
        self.combinations.append([self.factors(table) for table in tables])
        return [self.combined(factors) for factors in self.combinations[-1]]
