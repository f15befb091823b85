"""Re-check a certificate with exact arithmetic and the standard library alone (schema: docs/certificates.md).

Nothing that is stated is believed: rows, derivatives and brackets are recomputed from the texts of the problem.
Arithmetic: quotients of polynomials over the rational numbers in i, in symbols, and in e^(i m) and e^m for monomials m
of symbols, these with rational exponents.  The generators are independent functions (Ax 1971, Lindemann-Weierstrass):
"no term is left" is identity, and a value other than 0 at a rational point of them proves a function not identically 0.
"""

import ast
import hashlib
import json
import re
from collections import namedtuple
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations

MAX_TEXT, MAX_SIZE, MAX_POWER, MAX_WORK = 20_000, 60, 200, 500_000
MOTION, BEYOND, _PYTHON = ("rate", "differential"), "not checkable", {"^": "**", "=": "=="}
_TOKEN = re.compile(r"(?P<name>[A-Za-z_\u0370-\u03ff][A-Za-z0-9_\u0370-\u03ff]*'*)|(?P<sign>\*\*|==|[-+*/^()=])|"
                    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)|(?P<space>[ \t\r\n]+)")
_KINDS = {key: kind for kind, keys in (  # the types of what is not simply a text, by its key
    ((dict,), "problem point"), ((list, dict), "claims levels"), ((int,), "certificate independent_constraints row"),
    ((list, int), "growth_vector rows"), ((list, list, int), "brackets"), (((int, type(None)),), "holonomic_relations"),
    ((list, str), "coordinates holonomic_constraints constraints inequalities columns triple"),
    ((dict, (str, type(None))), "parameters"), ((dict, list, str), "angles"), ((list, dict, str), "fields"),
    ((list, dict, str), "annihilators"), ((dict, str), "symbols exponents combination X Y")) for key in keys.split()}

Result = namedtuple("Result", "status where why", defaults=("", ""))  # "accepted", "refused" or "not checkable"


class Stop(Exception):
    """The check ends here with (status, why)."""


def verify(certificate, problem=None) -> Result:
    """Check a certificate, and that it is about `problem` if one is given; never raises."""
    checker = _Checker()
    try:
        shape(certificate)
        checker.run(problem, **certificate)
        return Result("accepted")
    except (Stop, TypeError, ValueError, LookupError, ZeroDivisionError) as error:  # TypeError: the keys are arguments
        status, why = error.args if isinstance(error, Stop) else ("refused", str(error))
    except (RecursionError, MemoryError) as error:
        status, why = BEYOND, type(error).__name__
    return Result(status, checker.where, why[:300])


def demand(condition, why: str, status: str = "refused") -> None:
    if not condition:
        raise Stop(status, why)


def shape(value, kind=dict, *inner) -> None:  # demand types and modest sizes of a JSON value and all that is in it
    demand(type(value) in (kind if isinstance(kind, tuple) else (kind,)), f"{str(value)[:40]!r} has the wrong type")
    demand((abs(value) if type(value) is int else len(value or "")) <= MAX_TEXT, f"{str(value)[:40]!r} is too large")
    for key, part in value.items() if type(value) is dict else enumerate(value) if type(value) is list else ():
        shape(part, *(inner or _KINDS.get(key, (str,))))


def rational(text: str, status: str = "refused") -> Fraction:
    demand(re.fullmatch(r"-?[0-9]{1,400}(/[0-9]{1,400})?", text), f"{text[:40]!r} is no rational number", status)
    return Fraction(text)


# polynomials {monomial: coefficient}, a monomial ((generator, exponent), ...); generator 0 is i, and i^2 = -1
ONE, I = {(): Fraction(1)}, {((0, 1),): Fraction(1)}
ZERO, UNIT, HALF, OVER_I = ({}, ONE), (ONE, ONE), ({(): Fraction(1, 2)}, ONE), ({((0, 1),): Fraction(-1)}, ONE)


@lru_cache(200_000)
def join(*monomials: tuple) -> tuple[tuple, int]:  # their product and its sign
    powers: dict = {}
    for g, e in (pair for m in monomials for pair in m):
        powers[g] = powers.get(g, 0) + e
    turns = powers.pop(0, 0) % 4
    rest = tuple(sorted((g, e) for g, e in powers.items() if e))
    return ((0, 1), *rest) if turns % 2 else rest, -1 if turns > 1 else 1


def plus(a: dict, b: dict, factor=1) -> dict:
    return {m: c for m in {**a, **b} if (c := a.get(m, 0) + factor * b.get(m, 0))}


def determinant(rows) -> Fraction:
    if (i := next((i for i, row in enumerate(rows) if row[0]), None)) is None:
        return Fraction(not rows)
    top = rows[i]
    rest = [[b - row[0] / top[0] * a for a, b in zip(top[1:], row[1:])] for row in rows[:i] + rows[i + 1:]]
    return (-1) ** i * top[0] * determinant(rest)


class _Language:
    """Generators, the arithmetic of quotients (numerator, denominator), and texts read straight into them."""
    def __init__(self):
        self.kinds, self.work = [("i", "")], 0  # (symbol, rate or differential, name) or (angle or exp, monomial)
        self.point = {0: (1, I)}  # generator g: an exponent e and the value of g^e

    def gen(self, kind: str, what, e=1) -> dict:
        self.kinds += [] if (kind, what) in self.kinds else [(kind, what)]
        return {((self.kinds.index((kind, what)), e),): Fraction(1)}

    def spend(self, work: int) -> None:
        self.work += work
        demand(self.work <= MAX_WORK, "more work than this verifier does", BEYOND)

    def mul(self, a: dict, b: dict) -> dict:
        bits = [max(((c.numerator * c.denominator).bit_length() for c in p.values()), default=0) for p in (a, b)]
        self.spend(1 + len(a) * len(b) * (1 + sum(bits) // 256))
        total: dict = {}
        for m, c in a.items():
            for n, d in b.items():
                key, sign = join(m, n)
                total[key] = total.get(key, 0) + (c if sign > 0 else -c) * d
        return {m: c for m, c in total.items() if c}

    def add(self, x, y, factor=1):
        if x[1] == y[1]:
            return plus(x[0], y[0], factor), x[1]
        return plus(self.mul(x[0], y[1]), self.mul(y[0], x[1]), factor), self.mul(x[1], y[1])

    def times(self, x, y):
        return (self.mul(x[0], y[0]), self.mul(x[1], y[1])) if x[0] and y[0] else ZERO

    def dot(self, xs, ys):
        return reduce(self.add, (self.times(x, y) for x, y in zip(xs, ys) if x[0] and y[0]), ZERO)

    def inverse(self, x):
        m, c = next(iter(x[0].items()), ((), Fraction(0)))
        key, sign = join(tuple((g, -e) for g, e in m))
        return (x[1], x[0]) if len(x[0]) > 1 else (self.mul(x[1], {key: sign / c}), ONE)

    def diff(self, x, name: str):  # (n/d)' = (n' d - n d')/d^2 by a symbol
        num, den = (self.slope(p, name) for p in x)
        return (plus(self.mul(num, x[1]), self.mul(x[0], den), -1), self.mul(x[1], x[1])) if den else (num, x[1])

    def slope(self, a: dict, name: str) -> dict:  # d(x^e) = e x^e/x;  d(w^e) = e w^e (i) dm/dx for a wave w of m
        ((x, _),), total = next(iter(self.gen("symbol", name))), {}
        self.spend(1 + 2 * len(a))
        for m, c in a.items():
            for g, e in m:
                kind, inner = self.kinds[g]
                outer = {"angle": (*inner, (0, 1)), "exp": inner}.get(kind, ())
                if count := dict(inner).get(x, 0) if outer else g == x:
                    key, sign = join(m, ((x, -1),), outer)
                    total[key] = total.get(key, 0) + sign * c * e * count
        return plus({}, total)

    def function(self, name: str, x):  # sin x = (w - 1/w)/2i, cos x = (w + 1/w)/2, w = e^(ix);  sinh, cosh: w = e^x
        kind = "angle" if name in ("sin", "cos", "tan", "cot", "sec", "csc") else "exp"
        demand(kind == "angle" or name in ("exp", "sinh", "cosh", "tanh"), f"the function {name[:20]}", BEYOND)
        plain = x[1] == ONE and all(self.kinds[g][0] == "symbol" for m in x[0] for g, _ in m)
        demand(plain, "an argument of a function that is no sum of monomials in symbols", BEYOND)
        w = reduce(self.mul, (self.gen(kind, m, int(c) if c == int(c) else c) for m, c in x[0].items()), ONE), ONE
        cos, sin = (self.times(self.add(w, self.inverse(w), sign), HALF) for sign in (1, -1))
        sin = self.times(sin, OVER_I) if kind == "angle" else sin
        over, under = {"exp": (w, UNIT), "sin": (sin, UNIT), "cos": (cos, UNIT), "tan": (sin, cos), "cot": (cos, sin),
                       "sec": (UNIT, cos), "csc": (UNIT, sin)}[name.removesuffix("h")]
        return self.times(over, self.inverse(under))

    def value(self, x) -> Fraction:  # at the point, where it is real
        num, den = map(self.at_point, x)
        num, den = (self.mul(p, {m: -c if m else c for m, c in den.items()}) for p in (num, den))
        demand(set(num) <= {()}, "a value that is not real")
        return Fraction(num.get((), 0)) / den.get((), 0)

    def at_point(self, a: dict) -> dict:
        total: dict = {}
        for m, c in a.items():
            z = {(): c}
            for g, e in m:
                unit, base = self.point.get(g, (2 * e, {}))
                demand((n := Fraction(e) / unit).denominator == 1, "the point does not give what is needed")
                self.spend(abs(int(n)))
                if n < 0:
                    base = {k: (-b if k else b) / sum(b * b for b in base.values()) for k, b in base.items()}
                z = reduce(self.mul, [base] * abs(int(n)), z)
            total = plus(total, z)
        return total

    def read(self, text: str, motion: bool = False):  # Python's parser makes the tree, after words became plain ones
        self.spend(1 + len(text))
        rest, words = _TOKEN.sub("", text)[:1], [m for m in _TOKEN.finditer(text) if not m["space"]]
        demand(not rest, f"{rest!r} is not in the language", BEYOND if rest == "," else "refused")
        plain = [_PYTHON.get(m[0], m[0]) if m["sign"] else f"{m.lastgroup[1]}{i}" for i, m in enumerate(words)]
        source = re.sub(r"(\w\d+|\)) (?=a)|(u\d+|\)) (?=\()", r"\g<0>* ", " ".join(plain))  # a: name, u: number
        try:
            tree = ast.parse(source, mode="eval").body
        except SyntaxError:
            raise ValueError(f"{text[:60]!r} cannot be read") from None
        if motion and isinstance(tree, ast.Compare) and len(tree.ops) == 1:
            tree = ast.BinOp(tree.left, ast.Sub(), tree.comparators[0])
        value = self.build(tree, words)
        kinds = {self.kinds[g][0] for p in value[int(motion):] for m in p for g, _ in m}
        demand(not kinds.intersection(MOTION), "a velocity where none may stand")
        return value

    def build(self, node, words):
        match node:
            case ast.Name(id=name):
                return self.word(words[int(name[1:])][0])
            case ast.UnaryOp(op=op, operand=inner):
                return self.add(ZERO, self.build(inner, words), -1 if isinstance(op, ast.USub) else 1)
            case ast.BinOp(left=left, op=op, right=right):
                x, y = self.build(left, words), self.build(right, words)
                if isinstance(op, (ast.Add, ast.Sub)):
                    return self.add(x, y, 1 if isinstance(op, ast.Add) else -1)
                if isinstance(op, (ast.Mult, ast.Div)):
                    return self.times(x, self.inverse(y) if isinstance(op, ast.Div) else y)
                n = y[0].get((), Fraction(0))
                whole = y in (ZERO, ({(): n}, ONE)) and n.denominator == 1 and abs(n) <= MAX_POWER
                demand(whole, "an exponent that is no whole number, or a large one", BEYOND)
                return reduce(self.times, [self.inverse(x) if n < 0 else x] * abs(int(n)), UNIT)
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]):
                word = words[int(name[1:])][0]
                demand(word not in self.values, "a declared name is no function")
                return self.function(word, self.build(inner, words))
        raise ValueError("an expression of a kind that is not in the language")

    def word(self, word: str):  # a number, a declared name, or else x', xdot, dx of a coordinate x and dt
        if word[0] in ".0123456789" or word in self.values:
            return self.values[word] if word in self.values else plus({}, {(): Fraction(word)}), ONE
        found = [("differential", q) for q in (*self.names, "t") if word == "d" + q]
        found += [("rate", q) for q in self.names if word in (q + "'", q + "dot")]
        demand(word != "pi", "the number pi", BEYOND)
        demand(len(found) == 1, f"the name {word[:40]} is not declared, or unclear")
        return self.gen(*found[0]), ONE

    def row(self, text: str):  # coefficients (dt, dq_1, ...) of a velocity equation or Pfaffian form; dx/dt is x'
        (num, den), entries, modes = self.read(text, motion=True), {}, set()
        for m, c in num.items():
            moving = {self.kinds[g]: e for g, e in m if self.kinds[g][0] in MOTION}
            over_dt = len(moving) == 2 and moving.pop(("differential", "t"), 0) == -1
            (kind, name), e = next(iter(moving.items()), (("rate", "t"), 1))
            demand(len(moving) < 2 and e == 1 and not (over_dt and kind == "rate"), "a term not linear in velocities")
            modes.add("rate" if over_dt else kind)
            rest = tuple((g, e) for g, e in m if self.kinds[g][0] not in MOTION)
            entries[name] = plus(entries.get(name, {}), {rest: c})
        demand(len(modes) < 2, "velocities mixed with differentials")
        return [(entries.get(v, {}), den) for v in ("t", *self.names)]


class _Checker(_Language):
    """The problem, and one method for each claim."""
    where, kept, fields, dims = "certificate", None, None, []

    def run(self, expected, *, certificate, problem, sha256, point, claims, **stated) -> None:
        found = hashlib.sha256(json.dumps(problem, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        demand(certificate == 1 and expected in (None, problem), "another schema, or about another problem")
        demand(found == sha256, "the hash is not that of the problem")
        self.forms(**problem)
        self.locate(**point)
        for i, claim in enumerate(claims):
            name, self.where = claim.get("claim", ""), f"claims[{i}]"
            method = getattr(self, f"claim_{name.replace(' ', '_')}", None)
            demand(method and "_" not in name, "there is no such claim")
            demand("reason" not in claim, f"{name}: {claim.get('reason')}", BEYOND)
            method(**{key: value for key, value in claim.items() if key != "claim"})
        self.where = "verdict"
        demand(self.dims and self.judged == set(range(len(self.rows))), "the claims are incomplete")
        k, h = len(self.kept), len(self.variables) - self.dims[-1]
        verdict = "partly holonomic" if 0 < h < k else "holonomic" if h and h == k else "nonholonomic"
        verdict = "holonomic" if not k and not problem["inequalities"] else verdict
        found = {"verdict": verdict, "holonomic_relations": h, "independent_constraints": k, "growth_vector": self.dims}
        demand({**found, "space": self.space} == stated, f"the claims show {found} in {self.space}")

    def forms(self, coordinates, holonomic_constraints, constraints, inequalities, parameters) -> None:
        every, names = ["t", *coordinates], [*coordinates, *parameters, "t"]
        good = all((m := _TOKEN.fullmatch(n)) and m["name"] and "'" not in n and n != "pi" for n in names)
        demand(good and len(set(names)) == len(names), "what is declared is no name, or declared twice")
        demand(max(len(names), len(constraints) + len(holonomic_constraints)) <= MAX_SIZE, "a large problem", BEYOND)
        self.names, self.values, self.judged = coordinates, {n: self.gen("symbol", n) for n in names}, set()
        self.values |= {n: plus({}, {(): rational(v, BEYOND)}) for n, v in parameters.items() if v is not None}
        rows = [[self.diff(self.read(f), v) for v in every] for f in holonomic_constraints]
        rows += [self.row(c) for c in constraints]
        timed = any(row[0][0] or any(self.diff(e, "t")[0] for e in row) for row in rows)
        self.space, self.variables = ("tq", every) if timed else ("q", coordinates)
        self.rows = [row if timed else row[1:] for row in rows]
        sides = [list(map(self.read, re.split("[<>]=?", text))) for text in inequalities]
        demand(all(len(pair) == 2 for pair in sides), "an inequality has two sides")

    def locate(self, symbols, angles, exponents) -> None:  # the values of generators that occur in the rows
        waves = {self.kinds[g] for row in self.rows for e in row for p in e for m in p for g, _ in m}
        used = waves | {self.kinds[g] for kind, m in waves if kind in ("angle", "exp") for g, _ in m}
        given = [("symbol", name, 1, (v, "0")) for name, v in symbols.items()]
        for kind, table in (("angle", angles), ("exp", {text: (v, "0") for text, v in exponents.items()})):
            for (num, den), numbers in ((self.read(text), numbers) for text, numbers in table.items()):
                demand(den == ONE and len(num) == 1, "an angle or exponent that is no monomial")
                given += [(kind, m, c, numbers) for m, c in num.items()]
        for kind, what, e, numbers in given:
            demand((kind, what) in used and e > 0, "a value of something that is not in the rows, or given twice")
            used.remove((kind, what))
            a, b = map(rational, numbers)
            demand(a * a + b * b == 1 if kind == "angle" else a or kind == "symbol", "not on the circle, or e^x = 0")
            self.point[self.kinds.index((kind, what))] = (e, {(): a, ((0, 1),): b})

    def minor(self, vectors, columns, stated: str) -> None:
        demand(set(columns) <= set(self.variables) and len(columns) == len(vectors), "unfit columns")
        self.spend(len(columns) ** 3)
        found = determinant([[self.value(v[self.variables.index(c)]) for c in columns] for v in vectors])
        demand(found == rational(stated) != 0, f"the minor is {found}")

    def vector(self, table, keys) -> list:
        demand(set(table) <= set(keys), "a component that is none")
        return [self.read(table[key]) if key in table else ZERO for key in keys]

    def combined(self, factors) -> list:  # a combination of the independent rows
        return [self.dot(factors, [self.rows[l][i] for l in self.kept]) for i in range(len(self.variables))]

    def orthogonal(self, forms, vectors) -> None:
        demand(not any(self.dot(f, v)[0] for f in forms for v in vectors), "a form that does not annihilate a field")

    def curl(self, row: int) -> dict:  # (dw)_ij = d_i w_j - d_j w_i for i < j
        demand(0 <= row < len(self.rows), "there is no such row")
        self.spend(len(self.variables) ** 3)
        pairs = combinations(zip(range(len(self.variables)), self.variables, self.rows[row]), 2)
        return {(i, j): self.add(self.diff(b, x), self.diff(a, y), -1) for (i, x, a), (j, y, b) in pairs}

    def triples(self, row: int) -> dict:  # T_ijk = w_k (dw)_ij + w_i (dw)_jk - w_j (dw)_ik
        d, w, v = self.curl(row), self.rows[row], self.variables
        self.judged.add(row)
        return {(v[i], v[j], v[k]): self.add(self.dot([w[k], w[i]], [d[i, j], d[j, k]]), self.times(w[j], d[i, k]), -1)
                for i, j, k in combinations(range(len(w)), 3)}

    def bracket(self, X, Y) -> list:  # [X, Y]^i = sum_j X^j d_j Y^i - Y^j d_j X^i
        along = [[self.dot(A, [self.diff(b, v) for v in self.variables]) for b in B] for A, B in ((X, Y), (Y, X))]
        return [self.add(a, b, -1) for a, b in zip(*along)]

    def claim_rank(self, rows, columns, minor) -> None:
        self.spare = set(range(len(self.rows)))
        demand(self.kept is None and set(rows) <= self.spare and "t" not in columns, "unfit rows or columns")
        self.kept, self.spare = rows, self.spare - set(rows)
        self.minor([self.rows[l] for l in rows], columns, minor)

    def claim_redundant(self, row, combination) -> None:
        demand(self.kept is not None and row in self.spare, "the row is not to be shown redundant")
        found = zip(self.combined(self.vector(combination, list(map(str, self.kept)))), self.rows[row])
        demand(not any(self.add(a, b, -1)[0] for a, b in found), "the combination is not the row")
        self.spare.remove(row)

    def claim_admissible(self, fields, columns, minor) -> None:
        demand(self.kept is not None and not self.spare and self.fields is None, "the rank is to be shown before")
        demand(len(fields) == len(self.variables) - len(self.kept), "not as many fields as the kernel has dimensions")
        self.fields = [self.vector(f, self.variables) for f in fields]
        self.orthogonal([self.rows[l] for l in self.kept], self.fields)
        self.minor(self.fields, columns, minor)

    def claim_growth(self, levels) -> None:  # D_s = D_{s-1} + [D_1, D_{s-1}], between a minor and annihilators
        demand(self.fields is not None and not self.dims, "the admissible fields are to be shown before")
        fields, n, m = list(self.fields), len(self.variables), len(self.fields)
        fresh, forms, self.dims = range(m), [self.rows[l] for l in self.kept], [m]
        for level in [*levels, None]:  # after the last level all brackets must be annihilated
            pairs = [(a, b) for b in fresh for a in range(min(b, m))]
            chosen = [] if level is None else [tuple(pair) for pair in level.get("brackets", ())]
            demand(set(chosen) <= set(pairs) and len(set(chosen)) == len(chosen), "unfit brackets")
            fresh = range(len(fields), len(fields) + len(chosen))
            rest = [self.bracket(fields[a], fields[b]) for a, b in pairs if (a, b) not in chosen and fresh.stop < n]
            fields += [self.bracket(fields[a], fields[b]) for a, b in chosen]
            forms = forms if level is None else self.level(fields, **level)
            demand(forms or not rest, "annihilators are missing")
            self.orthogonal(forms, rest + fields)

    def level(self, fields, brackets, columns, minor, annihilators) -> list:
        self.dims.append(len(fields))
        self.minor(fields, columns, minor)
        factors = [self.vector(table, list(map(str, self.kept))) for table in annihilators]
        values, free = [list(map(self.value, row)) for row in factors], len(self.variables) - len(fields)
        gram = determinant([[sum(a * b for a, b in zip(x, y)) for y in values] for x in values])
        demand(len(factors) in (0, free) and gram and brackets, "dependent annihilators, or no new brackets")
        return list(map(self.combined, factors))

    def claim_not_jointly_integrable(self, row, X, Y, value) -> None:
        demand(self.fields is not None and row in self.kept, "the rank and the fields are to be shown before")
        x, y = (list(map(self.value, self.vector(table, self.variables))) for table in (X, Y))
        products = [sum(self.value(a) * b for a, b in zip(self.rows[l], v)) for l in self.kept for v in (x, y)]
        demand(not any(products), "a vector that is not in the kernel")
        found = sum(self.value(c) * (x[i] * y[j] - x[j] * y[i]) for (i, j), c in self.curl(row).items())
        demand(found == rational(value) != 0, f"the value is {found}")

    def claim_integrable_alone(self, row) -> None:
        demand(not any(value[0] for value in self.triples(row).values()), "a triple that does not vanish")

    def claim_not_integrable_alone(self, row, triple, value) -> None:
        found = self.value(self.triples(row).get(tuple(triple), ZERO))
        demand(found == rational(value) != 0, f"the triple is {found}")

    def claim_potential(self, row, factor, potential) -> None:
        mu = self.read(factor)
        self.exact([self.times(mu, w) for w in self.rows[row]], potential)
        self.judged.add(row)

    def claim_first_integral(self, combination, function) -> None:
        self.exact(self.combined(self.vector(combination, list(map(str, self.kept)))), function)

    def exact(self, form, function: str) -> None:  # the form is d(function), and not 0
        G, every = self.read(function), zip([ZERO] * (self.space == "q") + form, ["t", *self.names])
        good = any(w[0] for w in form) and not any(self.add(w, self.diff(G, v), -1)[0] for w, v in every)
        demand(good, "what is stated is not the differential, or 0")
