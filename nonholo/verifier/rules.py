"""Rules 9 to 20: one method for each claim about rows, by identities and values at a point."""

from functools import reduce

from .document import CLAIMS, STATED
from .functions import Functions
from .level import Levels
from .outcome import REFUSED, Stop, demand
from .point import Point
from .polynomials import ONE, ZERO, nonzero, plus
from .problem import System

PARTLY, NONHOLONOMIC, HOLONOMIC = "partly holonomic", "nonholonomic", "holonomic"


class Rules:
    """What the claims made so far have shown of the rows."""

    names_of_claims = frozenset(CLAIMS) - {"reached", "solved level"}

    def __init__(self, system: System, point: Point, levels: Levels, rows: list, variables: list):
        self.system, self.point, self.levels = system, point, levels
        self.language: Functions = system.language
        self.expression = system.reader.expression
        self.names = system.reader.names
        self.rows = {l: system.rows[l] for l in rows if l not in levels.solved}
        self.level_rows = [l for l in self.rows if l < len(system.functions)]
        self.space = "tq" if "t" in variables else "q"
        self.variables = [v for v in variables if v not in system.reader.bound]
        self.place = {v: i for i, v in enumerate(self.variables)}
        self.columns: list[str] = []
        self.rank_rows: list[int] | None = None  # independent rows, once the rank was shown
        self.spare: set[int] = set()  # rows that are still to be shown redundant
        self.alone: set[int] = set()  # rows shown to be integrable alone
        self.judged: set[int] = set()  # rows shown not to be
        self.fields: list[dict] | None = None
        self.dims: list[int] = []

    @property
    def independent(self) -> list[int]:
        """The independent rows, whose rank must have been shown."""
        if self.rank_rows is None:
            raise Stop(REFUSED, "the rank is to be shown before")
        return self.rank_rows

    # vectors
    def vector(self, table: dict, keys) -> dict:
        """A sparse vector from its texts."""
        demand(set(table) <= set(keys), "a component that is none")
        return nonzero({key: self.expression(text) for key, text in table.items()})

    def numbers(self, table: dict) -> dict:
        """A sparse vector of numbers."""
        return self.point.vector(self.vector(table, self.variables))

    def row(self, l: int) -> dict:
        demand(l in self.rows, "there is no such row")
        return self.rows[l]

    def factors(self, table: dict) -> dict:
        """Coefficients of independent rows: {row: quotient}."""
        return {int(l): c for l, c in self.vector(table, map(str, self.independent)).items()}

    def combined(self, factors: dict) -> dict:
        """sum_l c_l row_l"""
        return self.language.combined(factors, self.rows)

    def identical(self, a: dict, b: dict) -> bool:
        """Rule 3 for vectors."""
        return all(self.language.same(a.get(v, ZERO), b.get(v, ZERO)) for v in {**a, **b})

    def stated(self, text: str, value: dict, what: str) -> None:
        """A number is the one that is stated, and not 0."""
        same = self.language.same((value, ONE), self.expression(text))
        demand(value and same, f"the {what} is {value.get((), 0) if set(value) <= {()} else value}")

    def minor(self, vectors: list[dict], columns: list, stated: str) -> None:
        """Vectors are independent: a minor is not 0 at the point, where they have values."""
        fit = set(columns) <= set(self.variables) and len(columns) == len(vectors)
        demand(fit, "columns that do not fit")
        self.language.spend(len(vectors) ** 2 // 8)
        values = [self.point.vector(v) for v in vectors]
        there, value = self.language.pivots([[v.get(c, {}) for c in columns] for v in values])
        self.stated(stated, value if len(there) == len(vectors) else {}, "minor")

    def orthogonal(self, forms: list[dict], vectors: list[dict]) -> None:
        for form in forms:
            for vector in vectors:
                paired = self.language.dot(form, vector)
                demand(self.vanishes(paired), "a form that does not annihilate a field")

    def vanishes(self, x) -> bool:
        """Rule 3 for 0."""
        return not x[0]

    # rank
    def claim_rank(self, rows: list, columns: list, minor: str) -> None:
        """Rule 9: these rows are independent."""
        self.keep(rows, columns)
        self.minor([self.rows[l] for l in rows], columns, minor)

    def keep(self, rows: list, columns: list) -> None:
        demand(self.rank_rows is None, "the rank is shown already")
        demand(set(rows) <= set(self.rows), "there is no such row")
        demand("t" not in columns, "t is no velocity: not in columns")
        self.rank_rows, self.spare = rows, set(self.rows) - set(rows)

    def demand_rank(self) -> None:
        demand(self.rank_rows is not None and not self.spare, "the rank is to be shown before")

    def claim_redundant(self, row: int, combination: dict) -> None:
        """Rule 10: row = sum_j c_j row_j; a level only by levels, and then for all parameters."""
        factors = self.factors(combination)
        demand(row in self.spare, "the row is not to be shown redundant")
        same = self.identical(self.combined(factors), self.rows[row])
        demand(same, "the combination is not the row")
        if self.level_rows:  # on f = 0 a row may be defined nowhere
            self.point.vector(self.rows[row])
        if row in self.level_rows:
            from_levels = all(l in self.level_rows for l in factors)
            demand(from_levels, "a level that follows from velocities")
            self.levels.demand_dependent(row, factors)
        self.spare.remove(row)

    def claim_restricted_row(self, row: int, components: dict, cofactors: dict) -> None:
        """Rule 20, in level.py."""
        self.levels.restrict(self, row, components, cofactors)

    # directions
    def claim_admissible(self, fields: list, columns: list, minor: str) -> None:
        """Rule 11: a basis of E, the kernel of the rows."""
        self.demand_rank()
        demand(self.fields is None, "the fields are shown already")
        dimension = len(self.variables) - len(self.independent)
        demand(len(fields) == dimension, "not as many fields as the kernel has dimensions")
        self.fields = [self.vector(f, self.variables) for f in fields]
        self.orthogonal([self.rows[l] for l in self.independent], self.fields)
        self.minor(self.fields, columns, minor)

    def bracket(self, X: dict, Y: dict) -> dict:
        """[X, Y]^i = sum_j X^j d_j Y^i - Y^j d_j X^i"""
        along, add = self.language.along, self.language.add
        both = ((i, along(X, Y.get(i, ZERO)), along(Y, X.get(i, ZERO))) for i in {**Y, **X})
        return nonzero({i: add(there, back, -1) for i, there, back in both})

    def claim_growth(self, levels: list) -> None:
        """Rule 12: D_s = D_(s-1) + [D_1, D_(s-1)]: dimensions between minors and annihilators."""
        demand(self.fields is not None, "the fields are to be shown before")
        demand(not self.dims, "the growth is shown already")
        fields, n = list(self.fields or ()), len(self.variables)
        m = len(fields)
        fresh, forms = range(m), [self.rows[l] for l in self.independent]
        self.dims = [m]
        for level in levels:
            demand(level["brackets"], "a level without new brackets")
            chosen, others = self._chosen(fields, fresh, m, level["brackets"])
            fresh = range(len(fields), len(fields) + len(chosen))
            fields += chosen
            self.dims.append(len(fields))
            self.minor(fields, level["columns"], level["minor"])
            forms = self.annihilators(level["annihilators"], n - len(fields))
            demand(forms or not others, "annihilators are missing")
            self.orthogonal(forms, others + fields)
        _, others = self._chosen(fields, fresh, m, [])
        demand(forms or not others, "annihilators are missing")
        self.orthogonal(forms, others)

    def _chosen(self, fields: list, fresh: range, m: int, brackets: list) -> tuple[list, list]:
        """The brackets of a level that are taken, and those that are left out; of these none need
        be looked at if the fields are as many as the variables."""
        self.language.spend(len(fresh) * m // 8)
        pairs = [(a, b) for b in fresh for a in range(min(b, m))]
        taken = dict.fromkeys(map(tuple, brackets))
        fit = set(taken) <= set(pairs) and len(taken) == len(brackets)
        demand(fit, "brackets that do not fit")
        left = [pair for pair in pairs if pair not in taken]
        full = len(fields) + len(taken) == len(self.variables)
        others = [] if full else [self.bracket(fields[a], fields[b]) for a, b in left]
        return [self.bracket(fields[a], fields[b]) for a, b in taken], others

    def annihilators(self, tables: list, free: int) -> list[dict]:
        """None, or as many independent combinations of the rows as the fields leave free."""
        if not tables:
            return []
        demand(len(tables) == free, "too few or too many annihilators")
        factors = [self.factors(table) for table in tables]
        values = [self.point.vector(f) for f in factors]
        rank = self.language.rank([[v.get(l, {}) for l in self.independent] for v in values])
        demand(rank == free, "annihilators that depend on each other")
        return [self.combined(f) for f in factors]

    # curvature
    def curl(self, l: int) -> dict:
        """(dw)_ij = d_i w_j - d_j w_i for i < j."""
        curl: dict = {}
        for j, e in self.row(l).items():
            for i in sorted(self.language.symbols_in(e) & set(self.place) - {j}):
                key = tuple(sorted((i, j), key=self.place.__getitem__))
                sign = 1 if key == (i, j) else -1
                curl[key] = self.language.add(curl.get(key, ZERO), self.language.diff(e, i), sign)
        return nonzero(curl)

    def turned(self, l: int, x: dict, y: dict) -> dict:
        """The number dw_l(x, y) at the point: sum over i < j of (dw)_ij (x_i y_j - x_j y_i)."""
        mul = self.language.mul
        total: dict = {}
        for (i, j), e in self.curl(l).items():
            area = plus(mul(x.get(i, {}), y.get(j, {})), mul(x.get(j, {}), y.get(i, {})), -1)
            total = plus(total, mul(self.point.value(e), area)) if area else total
        return total

    def paired(self, l: int, x: dict) -> dict:
        """The number w_l(x) at the point."""
        numbers = self.point.vector(self.row(l)).items()
        return reduce(plus, (self.language.mul(c, x.get(v, {})) for v, c in numbers), {})

    def claim_not_jointly_integrable(self, row: int, X: dict, Y: dict, value: str) -> None:
        """Rule 13: dw(X, Y) is not 0 for X, Y in the kernel of all rows: h < k."""
        self.demand_rank()
        x, y = self.numbers(X), self.numbers(Y)
        outside = any(self.paired(l, v) for l in self.independent for v in (x, y))
        demand(not outside, "a vector that is not in the kernel")
        self.stated(value, self.turned(row, x, y), "value")

    def triples(self, l: int) -> dict:
        """T_ijk = w_k (dw)_ij + w_i (dw)_jk - w_j (dw)_ik for i < j < k."""
        return self.wedge(self.curl(l), self.rows[l])

    def claim_integrable_alone(self, row: int) -> None:
        """Rule 14: all Frobenius triples vanish; on levels w ^ dw ^ df_1 ^ ... does."""
        form = self.triples(row)
        for l in self.level_rows:
            form = self.wedge(form, self.rows[l]) if l in (self.rank_rows or ()) else form
        demand(all(map(self.vanishes, form.values())), "a triple that does not vanish")
        self.alone.add(row)

    def wedge(self, form: dict, row: dict) -> dict:
        """The components of row ^ form: a variable goes to its place past those before it."""
        wedge: dict = {}
        for key, x in form.items():
            for v in sorted(set(row) - set(key)):
                longer = tuple(sorted({*key, v}, key=self.place.__getitem__))
                sign = (-1) ** longer.index(v)
                product = self.language.times(x, row[v])
                wedge[longer] = self.language.add(wedge.get(longer, ZERO), product, sign)
        return nonzero(wedge)

    def claim_not_integrable_alone(
        self, row: int, value: str, triple=None, X=None, Y=None, Z=None
    ) -> None:
        """Rule 15: a triple that is not 0, of coordinates or of vectors along the levels."""
        if triple is None:
            number = self.triple_of(row, [self.numbers(table) for table in (X, Y, Z)])
        else:
            demand(not self.level_rows, "on a level the triple is one of vectors along it")
            number = self.point.value(self.triples(row).get(tuple(triple), ZERO))
        self.stated(value, number, "triple")
        self.judged.add(row)

    def triple_of(self, l: int, vectors: list[dict]) -> dict:
        """w(Z) dw(X, Y) + w(X) dw(Y, Z) + w(Y) dw(Z, X)"""
        across = any(self.paired(f, v) for f in self.level_rows for v in vectors)
        demand(not across, "a vector that leaves the level")
        total: dict = {}
        for i in range(3):
            x, y, z = vectors[i], vectors[(i + 1) % 3], vectors[(i + 2) % 3]
            total = plus(total, self.language.mul(self.paired(l, z), self.turned(l, x, y)))
        return total

    # integrals
    def claim_potential(self, row: int, factor: str, potential: str) -> None:
        """Rule 16: mu row = dG."""
        mu = self.expression(factor)
        form = {v: self.language.times(mu, w) for v, w in self.row(row).items()}
        self.exact(nonzero(form), potential)
        self.alone.add(row)

    def claim_first_integral(self, combination: dict, function: str) -> None:
        """Rule 17: sum_l c_l row_l = df."""
        self.exact(self.combined(self.factors(combination)), function)

    def exact(self, form: dict, function: str) -> None:
        """The form is d(function), and not 0."""
        G = self.expression(function)
        demand(form, "a form that is 0")
        same = self.identical(form, self.system.reader.differential(G))
        demand(same, "what is stated is not the differential")

    # the whole
    def verdict(self) -> dict:
        """Rule 18: h = n - dim D_last, and the verdict follows."""
        demand(self.dims, "the claims are incomplete")
        demand(self.judged | self.alone >= set(self.rows), "a row that is not judged alone")
        n, solved = len(self.variables), len(self.levels.solved)
        k, h = len(self.independent) + solved, n - self.dims[-1] + solved
        return stated(k, (h, h), self.dims, self.space, self.system.unilateral)


def stated(k: int, bounds: tuple, growth: list, space: str, unilateral: bool = False) -> dict:
    """What a certificate has to state; None and [] for what was not shown."""
    lower, upper = bounds
    verdict, h = verdict_of(k, lower, upper, unilateral), lower if lower == upper else None
    return {**dict(zip(STATED, (verdict, h, k, growth, space))), "bounds": bounds}


def verdict_of(k: int, lower: int, upper: int, unilateral: bool = False) -> str:
    """What follows from lower <= h <= upper; with inequalities alone a set is nonholonomic."""
    if lower == k and (k or not unilateral):
        return HOLONOMIC
    if upper == 0:
        return NONHOLONOMIC
    return PARTLY if lower and upper < k else "undecided"
