"""The claims of a check that was made by symbols, at one rational point.

    rank, redundant rows    a minor that is not 0 at the point;  row = sum_j c_j row_j
    admissible fields       X_a with w_l(X_a) = 0 identically, independent at the point: a basis of E
    growth                  brackets [X_a, Y_b] level by level, independent at the point; and where a level does not
                            fill the space, annihilators theta = sum_l c_l w_l of all its brackets, which bound it from
                            above (at the last level they annihilate the next brackets too: I_inf, so h is their number)
    not jointly integrable  kernel vectors X, Y at the point and dw_l(X, Y), which is not 0
    each row alone          all Frobenius triples vanish, or one that does not; or mu w = dG
    first integrals         sum_l c_l w_l = df for those that take more than one row

The schema is in docs/certificates.md; `nonholo.verifier` reads it and shares no code with this module.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_mat

from nonholo.analysis import UNDECIDED, Check
from nonholo.errors import OutOfReach
from nonholo.evidence.problem import head, problem_of
from nonholo.evidence.rational_point import RationalPoint, units_of
from nonholo.exact.graph import Expr, Graph, ordered
from nonholo.exact.linear import dot, echelon
from nonholo.exact.text import text
from nonholo.geometry.displacements import clear
from nonholo.geometry.integrals import FirstIntegral
from nonholo.readers.lower import lower
from nonholo.readers.names import resolve
from nonholo.readers.parser import parse_constraint
from nonholo.readers.tree import Call, Divide, Expression, Negate, Power, Tree, walk

SCHEMA = 1
SECONDS = 5.0
MAX_VARIABLES, MAX_ENTRIES, MAX_TEXT, MAX_NODES = 24, 240, 20_000, 20_000
MAX_FUNCTION = 2000  # characters of a first integral that is claimed
ATTEMPTS = 40

Vector = tuple[Expr, ...]


class NoPoint(Exception):
    """At this point something vanishes that must not."""


def certificate(check: Check, seconds: float = SECONDS) -> dict[str, Any]:
    """The certificate of a check; the same for the same check."""
    problem = problem_of(check)
    stated = check.verdict, check.relations, check.independent, list(_growth(check)), check.full.space
    return {**head(SCHEMA, problem, *stated), **_evidence(check, problem, time.process_time() + seconds)}


def _growth(check: Check) -> tuple[int, ...]:
    """The growth vector in the space of all rows as written: d/dt adds 1 to each entry of one in q."""
    growth = check.closure.growth
    return tuple(d + (growth.space != check.full.space) for d in growth.vector)


def _evidence(check: Check, problem, deadline: float) -> dict[str, Any]:
    """The point and the claims."""
    claim = "rank"
    try:
        if check.verdict == UNDECIDED:
            claim = "growth"
            raise OutOfReach(check.closure.growth.evidence.reason or "the verdict is undecided")
        return _Builder(check, problem, deadline).evidence()
    except (OutOfReach, ZeroDivisionError) as limit:
        nowhere = {"symbols": {}, "angles": {}, "exponents": {}}
        return {"point": nowhere, "claims": [{"claim": claim, "reason": str(limit) or type(limit).__name__}]}


def _denominator(node: Tree) -> Expression | None:
    """What must not vanish for a node of a text to have a value."""
    if isinstance(node, Divide):
        return node.denominator
    if isinstance(node, Power):
        return node.base if any(isinstance(part, Negate) for part in walk(node.exponent)) else None
    name = {"tan": "cos", "sec": "cos", "cot": "sin", "csc": "sin"}.get(getattr(node, "function", ""))
    return name and Call(name, node.args)


class _Builder:
    """One certificate in the making, in a graph of its own in which parameters have their numbers."""

    def __init__(self, check: Check, problem, deadline: float):
        self.check, self.deadline = check, deadline
        rows, self.tq = check.case.system.pfaffian, check.full.space == "tq"
        self.names = (["t"] if self.tq else []) + list(rows.chart.names)
        if len(self.names) > MAX_VARIABLES or rows.k * len(self.names) > MAX_ENTRIES:
            raise OutOfReach(f"{rows.k} rows in {len(self.names)} variables are too many: "
                             f"at most {MAX_VARIABLES} variables and {MAX_ENTRIES} entries")
        self.graph = Graph(seed=0)
        self.variables = [self.graph.symbol(n) for n in self.names]
        numbers = {n: v for n, v in problem["parameters"].items() if v is not None}
        self.values = {self.graph.symbol(n): self._number(n, v) for n, v in numbers.items()}
        self.rows = [self._own(rows.form(l) if self.tq else rows.matrix[l]) for l in range(rows.k)]
        fields = self._fields()
        self.shown = [{n: _limited(e) for n, e in zip(self.names, f) if not e.is_zero} for f in fields]
        self.fields = [self._own(f) for f in fields]
        self._curls: dict[int, dict[tuple[int, int], Expr]] = {}
        self._brackets: dict[tuple, Vector] = {}
        below = [e for kind in ("holonomic_constraints", "constraints") for w in problem[kind] for e in self._below(w)]
        self.below = self._own(below)
        self.units = units_of([e for v in (*self.rows, *self.fields, self.below) for e in v])

    def _number(self, name: str, written: str) -> Expr:
        try:
            return self.graph.lift(Fraction(written))
        except ValueError:
            raise OutOfReach(f"the parameter {name} = {written} is no rational number") from None

    def _own(self, vector: Sequence[Expr]) -> Vector:
        """A vector in the graph of the certificate, with the numbers of the parameters."""
        return tuple(self.graph.substitute(self.graph.copy(list(vector)), self.values))

    def _below(self, written: str) -> list[Expr]:
        """What stands below a line in a text: the verifier does not cancel it."""
        scope = self.check.case.scope
        tree = resolve(parse_constraint(written), scope.chart.names, scope.parameters)
        found = [_denominator(node) for node in walk(tree)]
        return [lower(part, scope.chart) for part in found if part is not None]

    def _fields(self) -> list[list[Expr]]:
        """A basis of E free of denominators: virtual displacements, and in (t, q) one field with dt."""
        d, moves = self.check.distribution, self.check.displacements
        if not self.tq:
            return [list(v) for v in moves.virtual]
        zero, one = d.chart.graph.zero, d.chart.graph.one
        return [clear([one, *moves.particular]), *([zero, *v] for v in moves.virtual)]

    # the claims
    def evidence(self) -> dict[str, Any]:
        """The claims at the first of the points tried where all that must not vanish does not."""
        for attempt in range(ATTEMPTS):
            self.at = RationalPoint(self.units, attempt)
            try:
                if any(self.at.value(e) == 0 for e in self.below):
                    continue
                claims = self._claims()
            except (NoPoint, ZeroDivisionError):
                continue
            rows = [e for row in self.rows for e in row]
            return {"point": self.at.record(rows), "claims": claims}
        raise OutOfReach(f"no rational point among {ATTEMPTS} shows the verdict")

    def _claims(self) -> list[dict[str, Any]]:
        kept, check = list(self.check.kept), self.check
        space = self.names[1:] if self.tq else self.names
        rank = {"claim": "rank", "rows": kept, **self._minor([self.rows[l] for l in kept], space)}
        fields = {"claim": "admissible", "fields": self.shown, **self._minor(self.fields, self.names)}
        claims = [rank, *map(self._redundant, check.redundant), fields]
        if check.relations < check.independent:
            claims.append(self._not_jointly(kept))
        claims.append({"claim": "growth", "levels": self._levels(kept)})
        claims += [self._alone(l) for l in range(len(self.rows))]
        return claims + [claim for f in check.integrals.together for claim in self._first_integral(f)]

    def _redundant(self, found) -> dict[str, Any]:
        written = {str(l): _limited(c) for l, c in found.coefficients}
        return {"claim": "redundant", "row": found.row, "combination": written}

    def _minor(self, vectors: Sequence[Vector], names: Sequence[str]) -> dict[str, Any]:
        """Columns of a minor that is not 0 at the point, the first in order, and its value."""
        shift = len(self.names) - len(names)
        matrix = [[self.at.value(e) for e in v[shift:]] for v in vectors]
        columns = _pivots(matrix, len(names))
        if columns is None:
            raise NoPoint
        minor = fmpq_mat([[row[j] for j in columns] for row in matrix]).det() if matrix else fmpq(1)
        return {"columns": [names[j] for j in columns], "minor": str(minor)}

    def _curl(self, l: int) -> dict[tuple[int, int], Expr]:
        """(dw)_ij = d_i w_j - d_j w_i for i < j."""
        if l not in self._curls:
            w, x = self.rows[l], self.variables
            self._curls[l] = {(i, j): w[j].diff(x[i]) - w[i].diff(x[j]) for i, j in combinations(range(len(x)), 2)}
        return self._curls[l]

    def _not_jointly(self, kept: Sequence[int]) -> dict[str, Any]:
        vectors = [[self.at.value(e) for e in f] for f in self.fields]
        for l in kept:
            d = {pair: self.at.value(e) for pair, e in self._curl(l).items() if not e.is_zero}
            for X, Y in combinations(vectors, 2):
                found = sum((c * (X[i] * Y[j] - X[j] * Y[i]) for (i, j), c in d.items()), fmpq(0))
                if found != 0:
                    return {"claim": "not jointly integrable", "row": l, "X": self._numbers(X), "Y": self._numbers(Y),
                            "value": str(found)}
        raise NoPoint

    def _numbers(self, vector) -> dict[str, str]:
        return {n: str(x) for n, x in zip(self.names, vector) if x != 0}

    def _alone(self, l: int) -> dict[str, Any]:
        form, potential = self.check.forms[l], self.check.potentials[l]
        if potential is not None and self._readable(potential):
            factor, G = map(_limited, (potential.factor, potential.function))
            return {"claim": "potential", "row": l, "factor": factor, "potential": G}
        if form.integrable:
            return {"claim": "integrable alone", "row": l}
        if form.integrable is None:
            return {"claim": "integrable alone", "row": l, "reason": form.decision.reason or "undecided"}
        w = [self.at.value(e) for e in self.rows[l]]
        d = {pair: self.at.value(e) for pair, e in self._curl(l).items()}
        for i, j, k in combinations(range(len(w)), 3):
            found = w[k] * d[i, j] + w[i] * d[j, k] - w[j] * d[i, k]
            if found != 0:
                triple = [self.names[a] for a in (i, j, k)]
                return {"claim": "not integrable alone", "row": l, "triple": triple, "value": str(found)}
        raise NoPoint

    def _first_integral(self, found: FirstIntegral) -> list[dict[str, Any]]:
        """A claim for what takes more than one row, if the verifier can read it."""
        if len(found.combination) < 2 or not self._readable(found):
            return []
        combination = {str(l): _limited(c) for l, c in found.combination}
        return [{"claim": "first integral", "combination": combination, "function": _limited(found.function)}]

    def _readable(self, found: FirstIntegral) -> bool:
        """No logarithms, roots and the like, and of modest length."""
        parts = [found.function, *(c for _, c in found.combination)]
        try:
            units_of(parts)
        except OutOfReach:
            return False
        return all(len(text(e)) <= MAX_FUNCTION for e in parts)

    # growth
    def _bracket(self, X: Vector, Y: Vector) -> Vector:
        """[X, Y]^i = sum_j X^j d_j Y^i - Y^j d_j X^i"""
        key = tuple(e.index for e in (*X, *Y))
        if key not in self._brackets:
            if time.process_time() > self.deadline:
                raise OutOfReach("the time limit while taking brackets")
            found = tuple(self.graph.add(*(x * b.diff(v) - y * a.diff(v) for x, y, v in zip(X, Y, self.variables)))
                          for a, b in zip(X, Y))
            if len(ordered(found)) > MAX_NODES:
                raise OutOfReach("a bracket is too large")
            self._brackets[key] = found
        return self._brackets[key]

    def _levels(self, kept: Sequence[int]) -> list[dict[str, Any]]:
        """Level by level the brackets that are new at the point, and annihilators where they are needed."""
        fields, m, n = list(self.fields), len(self.fields), len(self.names)
        numbers = [[self.at.value(e) for e in f] for f in fields]
        fresh, levels, vector = range(m), [], [m]
        while len(fields) < n:
            pairs = [(a, b) for b in fresh for a in range(min(b, m))]
            start, chosen = len(fields), []
            for a, b in pairs:
                Z = self._bracket(fields[a], fields[b])
                row = [self.at.value(e) for e in Z]
                if len(fields) < n and _pivots([*numbers, row], n) is not None:
                    fields.append(Z)
                    numbers.append(row)
                    chosen.append([a, b])
            if not chosen:
                break
            fresh = range(start, len(fields))
            vector.append(len(fields))
            levels.append({"brackets": chosen, **self._minor(fields, self.names), "annihilators": []})
            if len(fields) < n and (len(chosen) < len(pairs) or len(fields) == _growth(self.check)[-1]):
                levels[-1]["annihilators"] = self._annihilators(kept, fields[m:])
        if tuple(vector) != _growth(self.check):
            raise NoPoint
        return levels

    def _annihilators(self, kept: Sequence[int], new: Sequence[Vector]) -> list[dict[str, str]]:
        """The combinations of the rows that vanish on the fields, free of denominators."""
        values = [[dot(self.graph, self.rows[l], Y) for Y in new] for l in kept]
        idle = echelon(self.graph, values).idle
        return [{str(l): _limited(c) for l, c in zip(kept, clear(list(row))) if not c.is_zero} for row in idle]


def _limited(e: Expr) -> str:
    written = text(e)
    if len(written) > MAX_TEXT:
        raise OutOfReach("an expression is too long")
    return written


def _pivots(matrix: Sequence[Sequence[fmpq]], width: int) -> list[int] | None:
    """The first columns in which the rows are independent; None if they are not."""
    if not matrix:
        return []
    reduced, rank = fmpq_mat([list(row) for row in matrix]).rref()
    if rank < len(matrix):
        return None
    return [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
