"""Rules 24 to 28: claims about large sets, with values modulo a prime, and sets in parts."""

from collections import Counter
from functools import reduce

from .level import Levels
from .outcome import demand
from .point import Point
from .polynomials import UNIT
from .problem import System
from .rules import Rules, stated
from .series import Series, natural_numbers

CLAIMS = {"rank", "redundant", "potential", "integrable alone", "not jointly integrable", "reached"}


class LargeRules(Rules):
    """What the claims made so far have shown of the rows; upper: h is at most that."""

    names_of_claims = frozenset(CLAIMS)

    def __init__(self, system: System, point: Point, levels: Levels, rows: list, variables: list):
        super().__init__(system, point, levels, rows, variables)
        self.series = Series(system.language, point)
        self.upper = len(rows)

    def image(self, l: int) -> dict:
        """A row at the point modulo the prime."""
        return {v: self.series.at(x) for v, x in self.rows[l].items()}

    def components(self, table: dict) -> dict:
        """Power series of some variables."""
        demand(set(table) <= set(self.place), "a component that is none")
        return natural_numbers(table)

    def claim_rank(self, rows: list, columns: list) -> None:  # type: ignore[override]  # no minor
        """Rule 24: these rows, eliminated in this order, have pivots in these columns."""
        self.keep(rows, columns)
        self.columns, self.upper = columns, len(rows)
        self.series.demand_independent([self.image(l) for l in rows], columns)

    def claim_not_jointly_integrable(self, row: int, X: dict, Y: dict, value: str) -> None:
        """Rule 13 modulo the prime: dw(X, Y) is not 0 for X, Y in the kernel of all rows: h < k."""
        self.demand_rank()
        p = self.series.p
        x, y = ({v: c[0] for v, c in self.components(table).items()} for table in (X, Y))
        for l in self.independent:
            form = self.image(l)
            across = any(sum(c * z.get(v, 0) for v, c in form.items()) % p for z in (x, y))
            demand(not across, "a vector that is not in the kernel")
        total = 0
        for (i, j), c in self.curl(row).items():
            area = x.get(i, 0) * y.get(j, 0) - x.get(j, 0) * y.get(i, 0)
            total += self.series.at(c) * area if area else 0
        stated = natural_numbers({"": value})[""]
        demand(total % p and [total % p] == stated, f"the value is {total % p}")
        self.upper = min(self.upper, len(self.independent) - 1)

    def claim_reached(self, curve: dict, variations: list, pivots: list) -> None:
        """Rule 25: h <= k - (number of pivots): directions that variations z of a curve along the
        rows reach.

        A(x) x' = 0;    A z = q_before, then q = q_before' - dw(x', z);    the pivots are taken of
        q at s = 0
        """
        self.demand_rank()
        x, series = self.components(curve), self.series
        order = 1 + max(map(len, x.values()), default=0)
        series.along(x, order)
        velocity = {v: series.slope([0, *some]) for v, some in x.items()}
        rows = {l: {v: series.image(e) for v, e in self.rows[l].items()} for l in self.independent}
        across = any(any(self.along(row, velocity, order - 1)) for row in rows.values())
        demand(not across, "a curve across the rows")
        curls = {l: self.turned_series(l, velocity, order) for l in self.independent}
        steps: list = []
        for step in variations:
            before = self.before(steps, step["after"], order)
            steps.append(self.step(rows, curls, self.components(step["z"]), before))
        fit = all(len(pair) == 2 and 0 <= pair[0] < len(steps) for pair in pivots)
        demand(fit, "a pivot of no variation")
        starts = [{l: q[0] for l, q in steps[j].items()} for j, _ in pivots]
        series.demand_independent(starts, [l for _, l in pivots])
        series.along({}, 1)
        self.upper = min(self.upper, len(self.independent) - len(pivots))

    def before(self, steps: list, after: int, order: int) -> dict:
        """The q of the variation before, 0 for a first one."""
        demand(-1 <= after < len(steps), "a variation after one that is not there")
        return steps[after] if after >= 0 else dict.fromkeys(self.independent, [0] * order)

    def step(self, rows: dict, curls: dict, z: dict, before: dict) -> dict:
        """q = q_before' - dw(x', z), for A z = q_before."""
        n = min(len(q) for q in before.values()) - 1
        demand(n > 0, "a step too many")
        ends = all(self.along(rows[l], z, n) == before[l][:n] for l in rows)
        demand(ends, "a variation that ends elsewhere")
        slope, total = self.series.slope, self.series.sum
        return {l: total(slope(before[l])[:n], self.along(c, z, n), -1) for l, c in curls.items()}

    def along(self, row: dict, z: dict, n: int) -> list:
        """sum_v row_v z_v below order n."""
        self.series.order = n
        terms = (self.series.product(x, z[v]) for v, x in row.items() if v in z)
        return reduce(self.series.sum, terms, [0] * n)

    def turned_series(self, l: int, velocity: dict, order: int) -> dict:
        """The covector dw_l(x', .) along the curve."""
        series = self.series
        covector: dict = {}
        series.order = order
        for (i, j), e in self.curl(l).items():
            d = series.image(e)
            for a, b, sign in ((i, j, 1), (j, i, -1)):
                if a in velocity:
                    product = series.product(d, velocity[a])
                    covector[b] = series.sum(covector.get(b, []), product, sign)
        return covector

    def demand_solved(self, solved: System) -> None:
        """Rule 27: each row is sum_d a_d r_d, r_d with 1 in the column d of the rank and 0 in the
        others.  They are as many as the rows of the rank: beside those all rows are redundant."""
        demand(len(solved.rows) == len(self.independent), "not as many solved rows as the rank")
        rows: dict = {}
        for r in solved.rows:
            pivots = set(r) & set(self.columns)
            demand(len(pivots) == 1, "a row that is not solved")
            (d,) = pivots
            demand(self.language.same(r[d], UNIT) and d not in rows, "a row that is not solved")
            rows[d] = r
        for row in self.rows.values():
            total = self.language.combined({d: row[d] for d in set(row) & set(rows)}, rows)
            demand(self.identical(total, row), "a row that does not follow from the solved ones")

    def verdict(self) -> dict:
        """Rule 28: lower <= h <= upper: as many relations as kept rows are integrable alone."""
        self.demand_rank()
        k, alone = len(self.independent), len(self.alone & set(self.independent))
        return stated(k, (alone, self.upper), [], self.space, self.system.unilateral)


def together(parts: list[dict], used: list[set], variables) -> dict:
    """Rule 26: parts share no coordinate: ranks, relations, and what brackets add, are summed."""
    shared = Counter(v for some in used for v in some if v != "t")
    demand(max(shared.values(), default=1) == 1, "parts that share coordinates")
    space = "tq" if "t" in variables else "q"
    k = sum(part["independent_constraints"] for part in parts)
    bounds = tuple(sum(part["bounds"][i] for part in parts) for i in (0, 1))
    grown, base = [part["growth_vector"] for part in parts], len(variables) - k
    length = max(map(len, grown), default=0) if all(grown) else 0
    growth = [base + sum(d[min(s, len(d) - 1)] - d[0] for d in grown) for s in range(length)]
    return stated(k, bounds, growth, space)


class SolvedRows(System):
    """Rows that are stated solved, in the names of the whole."""

    def __init__(self, system: System, texts: list[str]):
        self.reader, self.language, self.space = system.reader, system.language, system.space
        self.domains, self.poles = [], []
        self.rows = [self.read(self.reader.row, text) for text in texts]
        self.functions, self.conditions, self.unilateral = [], [], False
        self.variables = system.variables
