"""Re-check the certificate of a large set: sparse, in parts, with values modulo a prime (schema: docs/certificates.md).

It needs nothing but the standard library, verifier.py for texts and polynomials, verifier_series.py.  Identities are
exact.  Values are taken modulo P, where i is ROOT: what is not 0 modulo P is not 0.  A vector of a kernel modulo P is
the image of a vector of the kernel, since the rows are independent modulo P.
"""

import hashlib
import json
import re
from collections import Counter, namedtuple
from functools import reduce

from nonholo import verifier
from nonholo.verifier import BEYOND, ONE, ZERO, Result, Stop, demand, plus, rational
from nonholo.verifier_series import ROOT, P, Values, residue, series, total

WORK, WORK_A_CHARACTER, MAX_LENGTH = 1_000_000, 60, 3_000_000
STATED = ("verdict", "holonomic_relations", "independent_constraints", "growth_vector", "space")
LISTS = ("coordinates", "holonomic_constraints", "constraints", "inequalities")
MOVING = (("differential", "d{}"), ("rate", "{}'"), ("rate", "{}dot"))

Found = namedtuple("Found", "rank lower upper growth space used")  # used: the variables that take part in the rows


def verify(certificate, problem=None) -> Result:
    """Check a certificate of either schema, and that it is about `problem` if one is given; never raises."""
    where = ["certificate"]
    try:
        if not isinstance(certificate, dict) or certificate.get("certificate") != 2:
            return verifier.verify(certificate, problem)
        plain(certificate)
        size = len(json.dumps(certificate))
        demand(size <= MAX_LENGTH, "a very long certificate", BEYOND)
        demand(problem in (None, certificate["problem"]), "about another problem")
        found = judged(certificate, where, "", [WORK + WORK_A_CHARACTER * size])
        demand(verdict_of(found) != "undecided", "the claims are incomplete")
        left = ["h"] * (found.lower < found.upper) + ["growth vector"] * (not found.growth)
        return Result("accepted", "", "not certified: " * bool(left) + ", ".join(left))
    except (Stop, TypeError, ValueError, LookupError, AttributeError, ZeroDivisionError) as error:
        status, why = error.args if isinstance(error, Stop) else ("refused", str(error))
    except (RecursionError, MemoryError) as error:
        status, why = BEYOND, type(error).__name__
    return Result(status, where[0], why[:300])


def plain(value) -> None:
    """Demand objects, lists, texts, whole numbers and null."""
    demand(type(value) in (dict, list, str, int, type(None)), f"{str(value)[:40]!r} has the wrong type")
    for part in value.values() if type(value) is dict else value if type(value) is list else ():
        plain(part)


def judged(certificate: dict, where: list, path: str, budget: list) -> Found:
    """What a certificate shows, which is what it states."""
    where[0] = path + "certificate"
    if certificate["certificate"] == 1:
        result = verifier.verify(certificate)
        demand(result.status == "accepted", result.why, result.status)
        h, k = certificate["holonomic_relations"], certificate["independent_constraints"]
        reader = _Large(budget).forms(**certificate["problem"])
        return Found(k, h, h, certificate["growth_vector"], certificate["space"], reader.used)
    keys = {"certificate", "problem", "sha256", *STATED}
    some = ({"parts"}, {"point", "claims"}, {"parts", "point", "claims"})
    known = set(certificate) - keys in some and keys < set(certificate)
    demand(known, "not the keys of the schema")
    problem = certificate["problem"]
    demand(set(problem) == {*LISTS, "parameters"} and type(problem["parameters"]) is dict, "not a problem")
    demand(all(type(problem[key]) is list and all(type(c) is str for c in problem[key]) for key in LISTS), "not lists")
    text = json.dumps(problem, sort_keys=True, separators=(",", ":"))
    demand(hashlib.sha256(text.encode()).hexdigest() == certificate["sha256"], "the hash is not that of the problem")
    reasons = [f"{c['claim']}: {c['reason']}" for c in certificate.get("claims", ()) if "reason" in c]
    demand(not reasons, "; ".join(reasons), BEYOND)
    if "parts" in certificate:
        rank = [certificate[key] for key in ("point", "claims") if key in certificate]
        found = together(problem, certificate["parts"], where, path, budget, *rank)
    else:
        checker = _Large(budget)
        found = checker.run(where, path, problem, certificate["point"], certificate["claims"])
        demand(not checker.spare, "rows that were not shown to be redundant")
    where[0] = path + "verdict"
    shown = {"verdict": verdict_of(found), "holonomic_relations": found.lower if found.lower == found.upper else None,
             "independent_constraints": found.rank, "growth_vector": found.growth, "space": found.space}
    demand(shown == {key: certificate[key] for key in STATED}, f"the claims show {shown}")
    return found


def verdict_of(found: Found) -> str:
    """The verdict that follows from lower <= h <= upper, if one does."""
    if found.lower == found.rank:
        return "holonomic"
    if found.upper == 0:
        return "nonholonomic"
    return "partly holonomic" if found.lower and found.upper < found.rank else "undecided"


def together(problem: dict, parts: list, where: list, path: str, budget: list, *shown) -> Found:
    """Parts that share no coordinate: ranks and relations add up, and what brackets add to the dimension.

    shown: point and claims for the rank, if the rows of the parts are those of the problem solved.
    """
    problems, names = [part["problem"] for part in parts], set(problem["coordinates"])
    for key in () if shown else ("constraints", "holonomic_constraints"):
        demand(Counter(problem[key]) == Counter(c for own in problems for c in own[key]), f"other {key} in the parts")
    demand(len(names | {*problem["parameters"]}) == len(problem["coordinates"]) + len(problem["parameters"]),
           "a name that is declared twice")
    for own in problems:
        demand(set(own["coordinates"]) <= names, "a part with other coordinates")
        demand(own["parameters"].items() <= problem["parameters"].items() and not own["inequalities"], "other numbers")
    done = [judged(part, where, f"{path}parts[{i}].", budget) for i, part in enumerate(parts)]
    used = Counter(v for part in done for v in part.used if v != "t")
    demand(max(used.values(), default=1) == 1, "parts that share coordinates")
    rank, lower, upper = (sum(column) for column in list(zip(*done))[:3])
    if shown:
        where[0] = path + "claims"
        whole = _Large(budget)
        whole.run(where, path, problem, *shown)
        whole.solved([text for own in problems for text in own["constraints"]])
        demand(rank == len(whole.kept) and not any(own["holonomic_constraints"] for own in problems), "another rank")
    space = "tq" if any(part.space == "tq" for part in done) else "q"
    grown, base = [part.growth for part in done], len(names) - rank + (space == "tq")
    length = max(map(len, grown)) if all(grown) else 0
    vector = [base + sum(d[min(s, len(d) - 1)] - d[0] for d in grown) for s in range(length)]
    return Found(rank, lower, upper, vector, space, {*used})


class _Large(Values):
    """The rows of a problem, sparse: {variable: quotient}; and one method for each claim."""
    kept = None

    def run(self, where: list, path: str, problem: dict, point: dict, claims: list) -> Found:
        where[0] = path + "problem"
        self.forms(**problem)
        where[0] = path + "point"
        self.locate(**point)
        for i, claim in enumerate(claims):
            name, where[0] = claim["claim"], f"{path}claims[{i}]"
            method = getattr(self, f"claim_{name.replace(' ', '_')}", None)
            demand(method and "_" not in name, "there is no such claim")
            method(**{key: value for key, value in claim.items() if key != "claim"})
        demand(self.kept is not None, "the claims are incomplete")
        return Found(len(self.kept), len(self.alone.intersection(self.kept)), self.upper, [], self.space, self.used)

    def forms(self, coordinates, holonomic_constraints, constraints, inequalities, parameters) -> "_Large":
        every, names = ["t", *coordinates], [*coordinates, *parameters, "t"]
        good = all((m := verifier._TOKEN.fullmatch(n)) and m["name"] and "'" not in n and n != "pi" for n in names)
        demand(good and len(set(names)) == len(names), "what is declared is no name, or declared twice")
        self.values, self.moving = {n: self.gen("symbol", n) for n in names}, {}
        self.values |= {n: plus({}, {(): rational(v, BEYOND)}) for n, v in parameters.items() if v is not None}
        for kind, form, q in ((*some, q) for some in MOVING for q in every if q != "t" or some[0] == "differential"):
            self.moving.setdefault(form.format(q), []).append((kind, q))
        functions = [(f, self.names_in(f)) for f in map(self.read, holonomic_constraints)]
        self.rows = [{v: d for v in every if v in some and (d := self.diff(f, v))[0]} for f, some in functions]
        self.rows += [self.sparse_row(c) for c in constraints]
        self.used = {v for row in self.rows for j, e in row.items() for v in (j, *self.names_in(e))}.intersection(every)
        self.space, variables = ("tq", every) if "t" in self.used else ("q", coordinates)
        self.place, self.alone = {v: i for i, v in enumerate(variables)}, set()
        demand(not inequalities or self.rows, "inequalities alone")
        self.every = set(every)
        return self

    def sparse_row(self, text: str) -> dict:
        """Only the coordinates whose velocities stand in the text are gone through."""
        words = re.findall(r"[^\W\d]\w*'*", text)
        self.names = list(dict.fromkeys(q for word in words for _, q in self.moving.get(word, ()) if q != "t"))
        return {v: x for v, x in zip(("t", *self.names), self.row(text)) if x[0]}

    def read(self, text: str, motion: bool = False):
        demand(len(text) <= verifier.MAX_TEXT, "a long text", BEYOND)
        return super().read(text, motion)

    def word(self, word: str):
        found = self.moving.get(word, ())
        return (self.gen(*found[0]), ONE) if len(found) == 1 and word not in self.values else super().word(word)

    def names_in(self, x) -> set[str]:
        """The symbols that a quotient contains."""
        kinds = {self.kinds[g] for p in x for m in p for g, _ in m}
        inner = {self.kinds[g] for kind, m in kinds if kind in ("angle", "exp") for g, _ in m}
        return {name for kind, name in kinds | inner if kind == "symbol"}

    def locate(self, symbols: dict, angles: dict, exponents: dict) -> None:
        """The values of the generators."""
        given = [("symbol", {((self.places["symbol", name], 1),): 1}, (v, "0")) for name, v in symbols.items()]
        for kind, table in (("angle", angles), ("exp", {text: (v, "0") for text, v in exponents.items()})):
            for text, numbers in table.items():
                (num, den) = self.read(text)
                demand(den == ONE and len(num) == 1, "an angle or exponent that is no monomial")
                given.append((kind, num, numbers))
        for kind, num, numbers in given:
            ((m, e),), (a, b) = num.items(), map(rational, numbers)
            g = m[0][0] if kind == "symbol" else self.places[kind, m]
            demand(e > 0 and g not in self.point, "a value that is given twice")
            demand(a * a + b * b == 1 if kind == "angle" else a or kind == "symbol", "not on the circle, or e^x = 0")
            self.point[g] = (e, (residue(a) + ROOT * residue(b)) % P)

    # rank ---------------------------------------------------------------------------------------
    def claim_rank(self, rows, columns) -> None:
        """These rows are independent: eliminated in this order, with pivots in these columns."""
        self.spare = set(range(len(self.rows)))
        demand(self.kept is None and set(rows) <= self.spare and "t" not in columns, "unfit rows or columns")
        self.kept, self.columns, self.spare, self.upper = rows, columns, self.spare - set(rows), len(rows)
        self.eliminated([{v: self.at(x) for v, x in self.rows[l].items()} for l in rows], columns)

    def claim_redundant(self, row, combination) -> None:
        """row = sum_j c_j row_j."""
        demand(self.kept is not None and row in self.spare, "the row is not to be shown redundant")
        demand(set(combination) <= set(map(str, self.kept)), "a combination of other rows")
        rest = self.less(self.rows[row], [(self.read(text), self.rows[int(l)]) for l, text in combination.items()])
        demand(not any(x[0] for x in rest.values()), "the combination is not the row")
        self.spare.remove(row)

    def less(self, row: dict, parts: list) -> dict:
        """row - sum factor * other"""
        rest = dict(row)
        for factor, other in parts:
            for v, x in other.items():
                rest[v] = self.add(rest.get(v, ZERO), self.times(factor, x), -1)
        return rest

    def solved(self, texts: list[str]) -> None:
        """Demand that each row is sum_d a_d r_d, r_d with 1 in the column d of the rank and 0 in the others."""
        rows: dict = {}
        for r in map(self.sparse_row, texts):
            (d,) = set(r) & set(self.columns)
            demand(not self.add(r[d], verifier.UNIT, -1)[0] and d not in rows, "a row that is not solved")
            rows[d] = r
        for row in self.rows:
            rest = self.less(row, [(row[d], rows[d]) for d in set(row) & set(rows)])
            demand(not any(x[0] for x in rest.values()), "a row that does not follow from the solved ones")

    # relations from below -------------------------------------------------------------------------
    def claim_integrable_alone(self, row) -> None:
        """All triples T_ijk = w_k (dw)_ij + w_i (dw)_jk - w_j (dw)_ik vanish: a relation."""
        found: dict = {}
        for pair, d in self.curl(row).items():
            for k, w in self.rows[row].items():
                key = tuple(sorted({*pair, k}, key=self.place.get))
                if len(key) == 3:
                    found[key] = self.add(found.get(key, ZERO), self.times(w, d), -1 if key[1] == k else 1)
        demand(not any(x[0] for x in found.values()), "a triple that does not vanish")
        self.alone.add(row)

    def claim_potential(self, row, factor, potential) -> None:
        """factor * row = d(potential): a relation."""
        mu, G = self.read(factor), self.read(potential)
        names = self.names_in(G).intersection(self.every).union(self.rows[row])
        rest = [self.add(self.times(mu, self.rows[row].get(v, ZERO)), self.diff(G, v), -1) for v in names]
        demand(mu[0] and not any(x[0] for x in rest), "factor * row is not d(potential)")
        self.alone.add(row)

    def curl(self, row: int) -> dict:
        """(dw)_ij = d_i w_j - d_j w_i for i < j."""
        demand(type(row) is int and 0 <= row < len(self.rows), "there is no such row")
        found: dict = {}
        for j, e in self.rows[row].items():
            for i in self.names_in(e).intersection(self.place) - {j}:
                key, sign = ((i, j), 1) if self.place[i] < self.place[j] else ((j, i), -1)
                found[key] = self.add(found.get(key, ZERO), self.diff(e, i), sign)
        return found

    # relations from above -------------------------------------------------------------------------
    def claim_not_jointly_integrable(self, row, X, Y, value) -> None:
        """dw_row(X, Y) = value, not 0, for X, Y in the kernel of all rows at the point: h < k."""
        demand(self.kept is not None and not self.spare and row in self.kept, "the rank is to be shown before")
        x, y = ({v: c[0] for v, c in series(table).items()} for table in (X, Y))
        demand(set(x) | set(y) <= set(self.place), "a component that is none")
        for l in self.kept:
            form = {v: self.at(e) for v, e in self.rows[l].items() if v in x or v in y}
            demand(not any(sum(c * z.get(v, 0) for v, c in form.items()) % P for z in (x, y)), "not in the kernel")
        found = sum(self.at(c) * (x.get(i, 0) * y.get(j, 0) - x.get(j, 0) * y.get(i, 0))
                    for (i, j), c in self.curl(row).items() if (i in x or i in y) and (j in x or j in y)) % P
        demand(found and [found] == series({"": value})[""], f"the value is {found}")
        self.upper = min(self.upper, len(self.kept) - 1)

    def claim_reached(self, curve, variations, pivots) -> None:
        """h <= k - (number of pivots): directions that variations z of a curve along the rows reach.

            A(x) x' = 0;    A z = q_before, then q = q_before' - dw(x', z);    the pivots are taken of q at s = 0
        """
        demand(self.kept is not None and not self.spare, "the rank is to be shown before")
        x, steps = series(curve), []
        demand(set(x) <= set(self.place), "a component that is none")
        self.along(x, order := 1 + max(map(len, x.values())))
        velocity = {v: [n * c % P for n, c in enumerate(some, start=1)] for v, some in x.items()}
        rows = {l: {v: self.image(e) for v, e in self.rows[l].items()} for l in self.kept}
        demand(not any(any(self.paired(row, velocity, order - 1)) for row in rows.values()), "a curve across the rows")
        curls = {l: self.turned(l, velocity) for l in self.kept}
        for step in variations:
            z, after = series(step["z"]), step["after"]
            demand(-1 <= after < len(steps), "a variation after one that is not there")
            before = steps[after] if after >= 0 else dict.fromkeys(rows, [0] * order)
            n = len(before[self.kept[0]]) - 1
            demand(n > 0 and set(z) <= set(self.place), "a step too many, or a component that is none")
            demand(all(self.paired(rows[l], z, n) == before[l][:n] for l in rows), "a variation that ends elsewhere")
            steps.append({l: total([j * c for j, c in enumerate(before[l])][1:], self.paired(c, z, n), -1)
                          for l, c in curls.items()})
        self.eliminated([{l: q[0] for l, q in steps[j].items()} for j, _ in pivots], [l for _, l in pivots])
        self.along({}, 1)
        self.upper = min(self.upper, len(self.kept) - len(pivots))

    def paired(self, row: dict, z: dict, n: int) -> list:
        """sum_v row_v z_v below order n."""
        self.order = n
        return reduce(total, (self.conv(x, z[v]) for v, x in row.items() if v in z), [0] * n)

    def turned(self, l: int, velocity: dict) -> dict:
        """The covector dw_l(x', .)."""
        self.order, found = 1 + max(map(len, velocity.values())), {}
        for (i, j), e in self.curl(l).items():
            d = self.image(e)
            for a, b, sign in ((i, j, 1), (j, i, -1)):
                if a in velocity:
                    found[b] = total(found.get(b, []), self.conv(d, velocity[a]), sign)
        return found
