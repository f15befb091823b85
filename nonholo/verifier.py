"""Re-check a certificate with exact arithmetic and the standard library alone.

Nothing of the package is imported and nothing the certificate states is believed: rows, derivatives and brackets are
recomputed from the texts of the problem.  The schema and the meaning of each claim: docs/certificates.md.

Arithmetic: quotients of polynomials over the rational numbers in i, in symbols, in e^(i m) and e^m for monomials m of
symbols, these with rational exponents: sin m = (e^(i m) - e^(-i m))/2i.  The generators are independent functions
(Ax 1971, Lindemann-Weierstrass): "no term is left" is identity, and a value other than 0 at a rational point of the
generators proves that a function is not identically zero.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations

MAX_TEXT, MAX_LIST, MAX_DIGITS, MAX_POWER, MAX_WORK = 20_000, 2_000, 400, 200, 2_000_000
_TOKEN = re.compile(r"(?P<space>[ \t\r\n]+)|(?P<name>[A-Za-z_\u0370-\u03ff][A-Za-z0-9_\u0370-\u03ff]*'*)"
                    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)|(?P<sign>\*\*|==|[-+*/^()=])")
_RATIONAL = re.compile(r"-?[0-9]{1,%d}(/[0-9]{1,%d})?" % (MAX_DIGITS, MAX_DIGITS))
_VECTOR = {None: str}  # any keys
_CERTIFICATE = {
    "certificate": int, "sha256": str, "verdict": str, "holonomic_relations": (int, None), "space": str,
    "independent_constraints": int, "growth_vector": [int], "claims": [{None: object}],
    "point": {"symbols": _VECTOR, "angles": {None: [str]}, "exponents": _VECTOR},
    "problem": {"coordinates": [str], "holonomic_constraints": [str], "constraints": [str], "inequalities": [str],
                "parameters": {None: (str, None)}}}
_CLAIMS = {
    "rank": {"rows": [int], "columns": [str], "minor": str},
    "redundant": {"row": int, "combination": _VECTOR},
    "admissible": {"fields": [_VECTOR], "columns": [str], "minor": str},
    "growth": {"levels": [{"brackets": [[int]], "columns": [str], "minor": str, "annihilators": [_VECTOR]}]},
    "not jointly integrable": {"row": int, "X": _VECTOR, "Y": _VECTOR, "value": str},
    "integrable alone": {"row": int},
    "not integrable alone": {"row": int, "triple": [str], "value": str},
    "potential": {"row": int, "factor": str, "potential": str}}


@dataclass(frozen=True, slots=True)
class Result:
    """status: "accepted", "refused" or "not checkable"; where in the certificate, and why."""

    status: str
    where: str = ""
    why: str = ""


class Refused(Exception):
    """The certificate is wrong."""


class Beyond(Exception):
    """The certificate, right or wrong, is out of reach of this verifier."""


def verify(certificate, problem=None) -> Result:
    """Check a certificate, and that it is about `problem` if one is given; never raises.

    >>> verify({"certificate": 1}).status
    'refused'
    """
    checker = _Checker()
    try:
        checker.run(certificate, problem)
    except (Refused, ZeroDivisionError) as error:
        return Result("refused", checker.where, str(error) if isinstance(error, Refused) else "division by zero")
    except (Beyond, RecursionError, MemoryError) as error:
        return Result("not checkable", checker.where, str(error) or type(error).__name__)
    return Result("accepted")


def digest(problem) -> str:
    """sha256 of the problem as JSON with sorted keys and without spaces."""
    return hashlib.sha256(json.dumps(problem, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def demand(condition, why: str) -> None:
    if not condition:
        raise Refused(why)


def shape(value, form, name: str = "certificate") -> None:
    """Demand that a JSON value has a form: a type, [form], {key: form}, {None: form of all}, (form, None)."""
    if isinstance(form, tuple):
        return None if value is None else shape(value, form[0], name)
    kind = type(form) if isinstance(form, (list, dict)) else form
    demand(kind is object or type(value) is kind, f"{name} is no {kind.__name__}")
    if kind in (list, dict, str):
        demand(len(value) <= (MAX_TEXT if kind is str else MAX_LIST), f"{name} is too long")
    demand(kind is not int or abs(value) <= MAX_LIST, f"{name} is too large")
    if kind is dict:
        demand(None in form or set(value) == set(form), f"{name}: needed are the keys {', '.join(map(str, form))}")
    for key, part in value.items() if kind is dict else enumerate(value) if kind is list else ():
        shape(part, form[0] if kind is list else form.get(key, form.get(None)), f"{name}.{key}")


def rational(text: str) -> Fraction:
    demand(_RATIONAL.fullmatch(text), f"{text[:40]!r} is no rational number")
    return Fraction(text)


# polynomials {monomial: coefficient}, a monomial ((generator, exponent), ...); generator 0 is i, and i^2 = -1
ONE, I = {(): Fraction(1)}, {((0, 1),): Fraction(1)}
ZERO, UNIT = ({}, ONE), (ONE, ONE)  # quotients


def join(*monomials: tuple) -> tuple[tuple, int]:
    """The product of monomials and its sign."""
    powers: dict = {}
    for g, e in (pair for m in monomials for pair in m):
        powers[g] = powers.get(g, 0) + e
    turns = powers.pop(0, 0) % 4
    rest = tuple(sorted((g, e) for g, e in powers.items() if e))
    return ((0, 1), *rest) if turns % 2 else rest, -1 if turns > 1 else 1


def plus(a: dict, b: dict, factor=1) -> dict:
    total = dict(a)
    for m, c in b.items():
        total[m] = total.get(m, 0) + factor * c
        if not total[m]:
            del total[m]
    return total


def determinant(rows) -> Fraction:
    rows, result = [list(r) for r in rows], Fraction(1)
    for j in range(len(rows)):
        pivot = next((i for i in range(j, len(rows)) if rows[i][j]), None)
        if pivot is None:
            return Fraction(0)
        result *= rows[pivot][j] if pivot == j else -rows[pivot][j]
        rows[j], rows[pivot] = rows[pivot], rows[j]
        for i in range(j + 1, len(rows)):
            factor = rows[i][j] / rows[j][j]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[j])]
    return result


class _Ring:
    """The generators and the arithmetic of quotients (numerator, denominator)."""

    def __init__(self):
        self.kinds = [("i", "")]  # of each generator: (symbol, rate or differential, name) or (angle or exp, monomial)
        self.number, self.work = {("i", ""): 0}, 0
        self.point = {0: (1, I, {((0, 1),): Fraction(-1)})}  # generator g: an exponent e, the values of g^e and g^-e

    def gen(self, kind: str, what, e=1) -> dict:
        if (kind, what) not in self.number:
            self.number[kind, what] = len(self.kinds)
            self.kinds.append((kind, what))
        return {((self.number[kind, what], e),): Fraction(1)}

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > MAX_WORK:
            raise Beyond("more work than this verifier does")

    def mul(self, a: dict, b: dict) -> dict:
        bits = [max(((c.numerator * c.denominator).bit_length() for c in p.values()), default=0) for p in (a, b)]
        self.spend(len(a) * len(b) * (1 + sum(bits) // 256))
        total: dict = {}
        for m, c in a.items():
            for n, d in b.items():
                key, sign = join(m, n)
                total[key] = total.get(key, 0) + sign * c * d
        return {m: c for m, c in total.items() if c}

    def add(self, x, y, factor=1):
        if x[1] == y[1]:
            return plus(x[0], y[0], factor), x[1]
        return plus(self.mul(x[0], y[1]), self.mul(y[0], x[1]), factor), self.mul(x[1], y[1])

    def times(self, x, y):
        return (self.mul(x[0], y[0]), self.mul(x[1], y[1])) if x[0] and y[0] else ZERO

    def dot(self, xs, ys):
        return reduce(self.add, (self.times(x, y) for x, y in zip(xs, ys, strict=True) if x[0] and y[0]), ZERO)

    def inverse(self, x):
        if len(x[0]) > 1:
            return x[1], x[0]
        m, c = next(iter(x[0].items()), ((), Fraction(0)))
        key, sign = join(tuple((g, -e) for g, e in m))
        return self.mul(x[1], {key: sign / c}), ONE

    def power(self, x, n: Fraction):
        if n.denominator != 1 or abs(n) > MAX_POWER:
            raise Beyond(f"the exponent {n}")
        return reduce(self.times, [self.inverse(x) if n < 0 else x] * abs(int(n)), UNIT)

    def diff(self, x, name: str):
        """(n/d)' = (n' d - n d')/d^2 by a symbol."""
        num, den = (self.slope(p, name) for p in x)
        return (plus(self.mul(num, x[1]), self.mul(x[0], den), -1), self.mul(x[1], x[1])) if den else (num, x[1])

    def slope(self, a: dict, name: str) -> dict:
        """d(x^e) = e x^e/x for the symbol x;  d(w^e) = e w^e (i) dm/dx for a wave w of the monomial m."""
        ((x, _),), total = next(iter(self.gen("symbol", name))), {}
        for m, c in a.items():
            for g, e in m:
                kind, inner = self.kinds[g]
                count = dict(inner).get(x, 0) if kind in ("angle", "exp") else g == x
                if count:
                    outer = (*inner, (0, 1)) if kind == "angle" else inner if kind == "exp" else ()
                    key, sign = join(m, outer, ((x, -1),))
                    total = plus(total, {key: sign * c * e * count})
        return total

    def wave(self, kind: str, x) -> dict:
        """e^(i x) or e^x for a polynomial x in the symbols."""
        result, pi = ONE, next(iter(self.gen("symbol", "pi")))
        for m, c in x[0].items():
            if x[1] != ONE or any(self.kinds[g][0] != "symbol" or e < 0 for g, e in m):
                raise Beyond("an argument of a function that is no polynomial in the symbols")
            turn = kind == "angle" and m == pi and (2 * c).denominator == 1
            result = reduce(self.mul, [I] * (int(2 * c) % 4) if turn else [self.gen(kind, m, c)], result)
        return result

    def function(self, name: str, x):
        """sin x = (w - 1/w)/2i, cos x = (w + 1/w)/2 with w = e^(ix); sinh, cosh likewise; and what is made of them."""
        trigonometric = name in ("sin", "cos", "tan", "cot", "sec", "csc")
        if not trigonometric and name not in ("exp", "sinh", "cosh", "tanh"):
            raise Beyond(f"the function {name}")
        w = self.wave("angle" if trigonometric else "exp", x)
        half, other = {(): Fraction(1, 2)}, self.inverse((w, ONE))[0]
        cos = (self.mul(plus(w, other), half), ONE)
        sin = (self.mul(plus(w, other, -1), {((0, 1),): Fraction(-1, 2)} if trigonometric else half), ONE)
        over, under = {"exp": ((w, ONE), UNIT), "sin": (sin, UNIT), "cos": (cos, UNIT), "tan": (sin, cos), "cot": (cos, sin),
                       "sec": (UNIT, cos), "csc": (UNIT, sin)}[name.removesuffix("h")]
        return self.times(over, self.inverse(under))

    def value(self, x) -> Fraction:
        """A quotient at the point."""
        num, den = map(self.at_point, x)
        other = {m: -c if m else c for m, c in den.items()}
        num, den = self.mul(num, other), self.mul(den, other)
        demand(set(num) <= {()}, "a value that is not real")
        return Fraction(num.get((), 0)) / den.get((), 0)

    def at_point(self, a: dict) -> dict:
        total: dict = {}
        for m, c in a.items():
            z = {(): c}
            for g, e in m:
                demand(g in self.point, "the point does not give every generator that is needed")
                unit, power, inverse = self.point[g]
                n = Fraction(e) / unit
                demand(n.denominator == 1, "the point gives a multiple of the angle or exponent that is needed")
                self.spend(abs(int(n)))
                z = reduce(self.mul, [power if n > 0 else inverse] * abs(int(n)), z)
            total = plus(total, z)
        return total


class _Language(_Ring):
    """The expressions of the problem and of the claims, read straight into quotients."""

    def declare(self, problem) -> None:
        self.names, self.parameters = problem["coordinates"], {}
        for name, text in problem["parameters"].items():
            self.parameters[name] = self.gen("symbol", name) if text is None else {(): rational(text)} if text else {}
        names = [*self.names, *self.parameters, "t", "pi"]
        demand(len(set(names)) == len(names), "a name is declared twice")
        demand(all((m := _TOKEN.fullmatch(n)) and m["name"] and "'" not in n for n in names), "what is declared is no name")

    def read(self, text: str, motion: bool = False):
        """The value of a text; the words are replaced by plain ones and Python's parser makes the tree."""
        source, words, end, operand = "", [], 0, False
        while end < len(text):
            match = _TOKEN.match(text, end)
            demand(match, f"{text[end]!r} is not in the language")
            end, word, call = match.end(), match[0], bool(re.match(r"\s*\(", text[match.end():]))
            if match["space"]:
                continue
            if match["sign"]:
                source += " * (" if word == "(" and operand else {"^": "**", "=": "=="}.get(word, word)
            else:
                demand(not operand or match["name"], "a number behind another operand")
                source += f"{' *' * operand} w{len(words)}"
                words.append(word if match["name"] and call else self.word(word, match["number"]))
            operand = not (match["sign"] and word != ")" or match["name"] and call)
        self.spend(len(text))
        try:
            tree = ast.parse(source.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            raise Refused(f"{text[:60]!r} cannot be read") from None
        if isinstance(tree, ast.Compare) and len(tree.ops) == 1 and motion:
            tree = ast.BinOp(tree.left, ast.Sub(), tree.comparators[0])
        value = self.build(tree, words)
        kinds = {self.kinds[g] for p in value for m in p for g, _ in m}
        demand(motion or not any(k in ("rate", "differential") for k, _ in kinds), "a velocity where none may stand")
        if ("symbol", "pi") in kinds:
            raise Beyond("pi outside of an angle")
        return value

    def word(self, word: str, number):
        """A number, a declared name, or else x', xdot, dx of a coordinate x and dt."""
        if number:
            return ({(): Fraction(word)} if Fraction(word) else {}), ONE
        if word in self.parameters:
            return self.parameters[word], ONE
        if word in self.names or word in ("t", "pi"):
            return self.gen("symbol", word), ONE
        found = [("rate", q) for q in self.names if word in (q + "'", q + "dot")]
        found += [("differential", q) for q in (*self.names, "t") if word == "d" + q]
        found += [("acceleration", q) for q in self.names if word in (q + "''", q + "ddot")]
        demand(len(found) == 1 and found[0][0] != "acceleration", f"the name {word[:40]} is not declared, or unclear")
        return self.gen(*found[0]), ONE

    def build(self, node, words):
        """The value of a tree; sums and products of many parts without recursion."""
        later = []
        while isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Pow):
            later.append((node.op, node.right))
            node = node.left
        match node:
            case ast.Name(id=name):
                value = words[int(name[1:])]
                demand(isinstance(value, tuple), "a function without an argument")
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as op, operand=inner):
                value = self.add(ZERO, self.build(inner, words), -1 if isinstance(op, ast.USub) else 1)
            case ast.BinOp(left=left, right=right):
                value, (n, d) = self.build(left, words), self.build(right, words)
                if d != ONE or set(n) - {()}:
                    raise Beyond("an exponent that is no number")
                value = self.power(value, Fraction(n.get((), 0)))
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]):
                name = words[int(name[1:])]
                demand(isinstance(name, str) and name not in (*self.names, *self.parameters), f"{name} is no function")
                value = self.function(name, self.build(inner, words))
            case _:
                raise Refused("an expression of a kind that is not in the language")
        for op, right in reversed(later):
            right = self.build(right, words)
            if isinstance(op, (ast.Add, ast.Sub)):
                value = self.add(value, right, 1 if isinstance(op, ast.Add) else -1)
            else:
                value = self.times(value, self.inverse(right) if isinstance(op, ast.Div) else right)
        return value

    def row(self, text: str):
        """The coefficients (dt, dq_1, ...) of a velocity equation or of a Pfaffian form."""
        (num, den), entries, modes = self.read(text, motion=True), {}, set()
        for m, c in num.items():
            moving = {self.kinds[g]: e for g, e in m if self.kinds[g][0] in ("rate", "differential")}
            form = "rate" not in dict(moving) and moving.pop(("differential", "t"), 0) if len(moving) > 1 else 0
            (kind, name), e = next(iter(moving.items()), (("rate", "t"), 1))
            demand(len(moving) <= 1 and e == 1 and form in (0, -1), "a term that is not linear in the velocities")
            modes.add("rate" if form else kind)
            rest = tuple((g, e) for g, e in m if self.kinds[g][0] not in ("rate", "differential"))
            entries[name] = plus(entries.get(name, {}), {rest: c})
        moved = any(self.kinds[g][0] in ("rate", "differential") for m in den for g, _ in m)
        demand(len(modes) <= 1 and not moved, "velocities and differentials mixed, or below the line")
        return [(entries.get(v, {}), den) for v in ("t", *self.names)]


class _Checker(_Language):
    """The problem, and one method for each claim."""

    where, kept, fields, dims = "certificate", None, None, None

    def run(self, certificate, problem) -> None:
        shape(certificate, _CERTIFICATE)
        stated, open_claims = certificate["problem"], []
        demand(certificate["certificate"] == 1 and problem in (None, stated), "of another schema or about another problem")
        demand(digest(stated) == certificate["sha256"], "the hash is not that of the problem")
        self.where = "problem"
        self.declare(stated)
        self.forms(stated)
        self.where = "point"
        self.locate(**certificate["point"])
        for i, claim in enumerate(certificate["claims"]):
            name, self.where = claim.pop("claim", None) if False else claim.get("claim"), f"claims[{i}]"
            demand(type(name) is str and name in _CLAIMS, "there is no such claim")
            if "reason" in claim:
                open_claims.append(f"{name}: {claim['reason']}")
                continue
            content = {key: value for key, value in claim.items() if key != "claim"}
            shape(content, _CLAIMS[name], name)
            getattr(self, name.replace(" ", "_"))(**content)
        self.where = "verdict"
        if open_claims or certificate["verdict"] == "undecided":
            raise Beyond("; ".join(open_claims) or "the verdict is undecided")
        self.conclude(certificate, stated)

    def conclude(self, certificate, problem) -> None:
        demand(self.dims and self.judged == set(range(len(self.rows))), "the claims are incomplete")
        k, h = len(self.kept), len(self.variables) - self.dims[-1]
        verdict = "holonomic" if h == k else "partly holonomic" if h else "nonholonomic"
        verdict = "nonholonomic" if not k and problem["inequalities"] else verdict
        keys = ("verdict", "holonomic_relations", "independent_constraints", "growth_vector", "space")
        for key, value in zip(keys, (verdict, h, k, self.dims, self.space)):
            demand(certificate[key] == value, f"{key} is {value} by the claims")

    def forms(self, problem) -> None:
        every, self.judged = ["t", *self.names], set()
        rows = [[self.diff(self.read(f), v) for v in every] for f in problem["holonomic_constraints"]]
        rows += [self.row(c) for c in problem["constraints"]]
        timed = any(row[0][0] or any(self.diff(e, "t")[0] for e in row) for row in rows)
        self.space, self.variables = ("tq", every) if timed else ("q", self.names)
        self.rows = [row if timed else row[1:] for row in rows]
        for text in problem["inequalities"]:
            demand(len([self.read(side) for side in re.split("[<>]=?", text)]) == 2, "an inequality has two sides")

    def locate(self, symbols, angles, exponents) -> None:
        used = {g for row in self.rows for e in row for p in e for m in p for g, _ in m}
        for kind, table in (("symbol", symbols), ("angle", angles), ("exp", exponents)):
            for text, numbers in table.items():
                x = self.read(text)[0]
                wave = next(iter(x if kind == "symbol" else self.wave(kind, (x, ONE))))
                demand(len(wave) == 1 and wave[0][0] in used - set(self.point), f"{text} has no value to be given")
                (g, e), = wave
                c, s = map(rational, numbers if kind == "angle" else (numbers, "0"))
                demand(self.kinds[g][0] == kind and (c, s) != (0, 0) if kind != "symbol" else e == 1, "no point")
                demand(kind != "angle" or len(numbers) == 2 and c * c + s * s == 1, "no point of the circle")
                z, n = {(): c, ((0, 1),): s}, c * c + s * s
                inverse = {(): c / n, ((0, 1),): -s / n} if n else {}
                self.point[g] = (e, z, inverse)
