"""The claims of a small set, built with the verifier's own arithmetic at one point.

    solved levels           f = a (z - phi): z is phi from then on
    restricted rows         row = rest + sum_j f_j cofactor_j, where a row is another one on f = 0
    rank, redundant rows    a minor that is not 0 at the point;  row = sum_j c_j row_j
    admissible fields       X_a with w_l(X_a) = 0 identically, independent at the point: a basis
    of E
    growth                  brackets [X_a, Y_b] level by level, independent at the point; and
    where a level does not
                            fill the space, annihilators theta = sum_l c_l w_l of all its
                            brackets, which bound it from
                            above (at the last level they annihilate the next brackets too: I_inf,
                            so h is their number)
    not jointly integrable  kernel vectors X, Y at the point and dw_l(X, Y), which is not 0
    each row alone          all Frobenius triples vanish, or one that does not; or mu w = dG
    first integrals         sum_l c_l w_l = df for those that take more than one row

Which fields and combinations are tried is this module's business; that they are right is the
verifier's.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.evidence.allowed import Charged
from nonholo.evidence.place import Drawn, Places, number_text
from nonholo.evidence.products import QuickFunctions
from nonholo.evidence.source import Source
from nonholo.expression.text import text
from nonholo.verifier.functions import Functions, MoreTurns
from nonholo.verifier.level import Levels
from nonholo.verifier.outcome import WORK, Stop
from nonholo.verifier.polynomials import plus
from nonholo.verifier.problem import Reader, System, names_of
from nonholo.verifier.rules import Rules

MAX_FUNCTION = 2000  # characters of a first integral that is claimed
SCALES = (Fraction(1), Fraction(1, 8), Fraction(1, 2))
STARTS = 4 * len(SCALES)  # places where signs are taken
NOWHERE: dict[str, dict[str, Any]] = {"symbols": {}, "angles": {}, "exponents": {}}


class NoPoint(Exception):
    """At this point something vanishes that must not."""


def evidence(problem: dict[str, Any], source: Source, growth: tuple[int, ...]) -> dict[str, Any]:
    """{"point", "claims"} for the rows of a source.  Raises OutOfReach."""
    source.require_short()
    order = 4
    while True:
        try:
            return _builder(problem, source, growth, order).evidence()
        except MoreTurns as more:
            (order,) = more.args
        except Stop as stop:
            raise OutOfReach(stop.args[1]) from None


def _builder(
    problem: dict[str, Any], source: Source, growth: tuple[int, ...], order: int
) -> _Builder:
    """One that reads abs and sign where all that is declared holds, if such a place is found."""
    first = why = None
    for start in range(STARTS):
        try:
            builder = _Builder(problem, source, growth, order, start)
        except Stop as stop:  # there abs(x) has x = 0
            why = why or stop
            continue
        first = first or builder
        if builder.reads_inside():
            return builder
    if first is None:
        assert why is not None  # no start was read
        raise why
    return first


class _Builder:
    """One certificate in the making: the verifier's rows and rules, and the fields as they were
    found."""

    def __init__(
        self,
        problem: dict[str, Any],
        source: Source,
        growth: tuple[int, ...],
        order: int,
        start: int,
    ):
        self.source, self.expected = source, growth
        self.language = QuickFunctions(order, Charged(4 * WORK))
        self.reader = Reader(self.language, *names_of(problem))
        self.reader.declare(problem.get("declared", []))
        if any(word in text_ for text_ in _texts(problem) for word in ("abs(", "sign(")):
            self.reader.point = Drawn(self.language, self.reader, self._some_point(start))
        written = System(self.reader, problem)
        self.levels = Levels(written)
        for row, coordinate in source.solved:
            self.levels.solve(row, coordinate)
        self.system = System(self.reader, problem, written) if source.solved else written
        self.levels.system = self.system
        self.variables = self.system.variables
        self.names = [v for v in self.variables if v not in self.reader.bound]
        self.independent = [source.place[l] for l in source.independent]

    def _some_point(self, start: int) -> dict[str, Any]:
        """Where signs are taken: first all symbols are positive; then smaller or not."""
        scale, turn = SCALES[start % len(SCALES)], start // len(SCALES)
        signs = ((1, 1), (-1, -1), (1, -1), (-1, 1))[turn]
        names = sorted(self.reader.free)
        values = {n: str(signs[i % 2] * scale * (1 + i)) for i, n in enumerate(names)}
        return {**NOWHERE, "symbols": values}

    def reads_inside(self) -> bool:
        """What is declared holds where signs are taken."""
        point = self.reader.point
        try:
            return point is None or all(map(point.positive, self.system.conditions))
        except (Stop, ZeroDivisionError):
            return False

    # the point
    def evidence(self) -> dict[str, Any]:
        """The claims at the first of the points tried where all that must not vanish does not."""
        fields = self.source.fields(self.variables[:1] == ["t"])
        self.shown = [
            {n: text(e) for n, e in zip(self.names, f, strict=True) if not e.is_zero}
            for f in fields
        ]
        functions = [f for l, f in enumerate(self.system.functions) if l not in self.levels.solved]
        entries = [x for row in self.system.rows for x in row.values()]
        inner = [
            self.reader.expression(written) for table in self.shown for written in table.values()
        ]
        positive = [*self.system.conditions, *self.reader.signs]
        self.functions = self._functions()
        places = Places(self.reader, [*entries, *inner], functions, positive)
        why = "no rational point that was tried shows the verdict"
        for record in places.records():
            try:
                self.point = Drawn(self.language, self.reader, record)
                self.rules = Rules(
                    self.system,
                    self.point,
                    self.levels,
                    list(range(len(self.system.rows))),
                    self.variables,
                )
                self.levels.demand_real(self.point, range(len(self.system.rows)), {})
                return {"claims": self._claims(), "point": self.point.record}
            except (NoPoint, ZeroDivisionError):
                continue
            except Stop as stop:
                why = stop.args[1]
        raise OutOfReach(why)

    def _claims(self) -> list[dict[str, Any]]:
        self.made: list[dict[str, Any]] = []
        for row, coordinate in self.source.solved:
            self.made.append({"claim": "solved level", "row": row, "coordinate": coordinate})
        for row, components, cofactors in self.source.restricted:
            self._claim("restricted row", row=row, components=components, cofactors=cofactors)
        values = [self.point.vector(self.rules.rows[l]) for l in self.independent]
        space = [v for v in self.names if v != "t"]
        self._claim("rank", rows=self.independent, **self._minor(values, space))
        for row, combination in self.source.redundant():
            self._claim("redundant", row=row, combination=combination)
        values = [self.point.vector(self.rules.vector(table, self.names)) for table in self.shown]
        self._claim("admissible", fields=self.shown, **self._minor(values, self.names))
        if len(self.expected) > 1:
            self._not_jointly(values)
        self._growth(values)
        for l in self.rules.rows:
            self._alone(l)
        for combination, function in self.source.integrals:
            self._tried("first integral", combination=combination, function=function)
        return self.made

    def _claim(self, name: str, **content) -> None:
        """Make a claim, which the verifier's rule must hold true."""
        getattr(self.rules, "claim_" + name.replace(" ", "_"))(**content)
        self.made.append({"claim": name, **content})

    def _tried(self, name: str, **content) -> bool:
        """Make a claim if it is accepted, and holds no root or logarithm that the rows do not
        hold."""
        try:
            if all(len(v) <= MAX_FUNCTION for v in content.values() if isinstance(v, str)):
                getattr(self.rules, "claim_" + name.replace(" ", "_"))(**content)
        except (Stop, ZeroDivisionError):
            return False
        if self._functions() > self.functions:
            return False
        self.made.append({"claim": name, **content})
        return True

    def _functions(self) -> int:
        return len(self.language.of_kind("root", "logarithm"))

    # numbers
    def _number(self, value: dict) -> str:
        return number_text(self.language, value)

    def _numbers(self, vector: dict) -> dict[str, str]:
        return {v: self._number(c) for v, c in vector.items()}

    def _minor(self, vectors: Sequence[dict], names: Sequence[str]) -> dict[str, Any]:
        """Columns of a minor that is not 0 at the point, the first in order, and its value."""
        matrix = [[v.get(n, {}) for n in names] for v in vectors]
        columns, minor = self.language.pivots(matrix)
        if len(columns) < len(vectors):
            raise NoPoint
        return {"columns": [names[j] for j in columns], "minor": self._number(minor)}

    def _not_jointly(self, fields: Sequence[dict]) -> None:
        for l in self.independent:
            for X, Y in combinations(fields, 2):
                if value := self.rules.turned(l, X, Y):
                    content = {
                        "X": self._numbers(X),
                        "Y": self._numbers(Y),
                        "value": self._number(value),
                    }
                    return self._claim("not jointly integrable", row=l, **content)
        raise NoPoint

    # rows alone
    def _alone(self, l: int) -> None:
        for factor, potential in self.source.potentials(l):
            if self._tried("potential", row=l, factor=factor, potential=potential):
                return
        triples = {key: x for key, x in self.rules.triples(l).items() if x[0]}
        if not triples:
            return self._claim("integrable alone", row=l)
        if self.rules.level_rows:
            return None if self._tried("integrable alone", row=l) else self._triple_of_vectors(l)
        for key in sorted(triples, key=lambda names: [*map(self.rules.place.get, names)]):
            if value := self.point.value(triples[key]):
                return self._claim(
                    "not integrable alone", row=l, triple=list(key), value=self._number(value)
                )
        raise NoPoint

    def _triple_of_vectors(self, l: int) -> None:
        """Three vectors along the levels on which w ^ dw does not vanish."""
        for chosen in combinations(self._tangents(), 3):
            if value := self.rules.triple_of(l, list(chosen)):
                content = dict(zip("XYZ", map(self._numbers, chosen)))
                return self._claim(
                    "not integrable alone", row=l, value=self._number(value), **content
                )
        raise NoPoint

    def _tangents(self) -> list[dict]:
        """A basis of the vectors along the levels at the point."""
        rows = [
            self.point.vector(self.rules.rows[f])
            for f in self.rules.level_rows
            if f in self.independent
        ]
        solved: dict[str, dict] = {}
        for row in rows:
            for v, other in solved.items():
                if c := row.get(v):
                    row = _less(self.language, row, other, c)
            pivot = next(v for v in self.names if row.get(v))
            scale = self.language.inverse_number(row[pivot])
            row = {v: self.language.mul(scale, c) for v, c in row.items()}
            solved = {
                v: _less(self.language, r, row, r[pivot]) if r.get(pivot) else r
                for v, r in solved.items()
            }
            solved[pivot] = row
        one = {(): 1}
        return [
            {v: one, **{z: plus({}, r[v], -1) for z, r in solved.items() if r.get(v)}}
            for v in self.names
            if v not in solved
        ]

    # growth
    def _growth(self, numbers: list[dict]) -> None:
        """Level by level the brackets that are new at the point, and annihilators where they are
        needed."""
        m, n = len(numbers), len(self.names)
        fields, values = list(self.rules.fields or ()), list(numbers)
        chain: list[tuple[int, int]] = []  # of new fields: the pair that each is the bracket of
        basis = _Basis(self.language)
        for v in numbers:
            basis.add(v)
        dims: tuple[int, ...] = (m,)
        fresh, levels = range(m), []
        while len(fields) < n:
            pairs = [(a, b) for b in fresh for a in range(min(b, m))]
            start, chosen = len(fields), []
            for a, b in pairs:
                if len(fields) == n:
                    break
                Z = self.rules.bracket(fields[a], fields[b])
                value = self.point.vector(Z)
                if basis.add(value):
                    fields.append(Z)
                    values.append(value)
                    chosen.append([a, b])
            if not chosen:
                break
            dims = (*dims, len(fields))
            if dims != self.expected[: len(dims)]:
                raise NoPoint  # before the brackets of the next level, which are longer
            fresh, chain = range(start, len(fields)), [*chain, *((a, b) for a, b in chosen)]
            last = len(fields) == self.expected[-1]
            needed = len(fields) < n and (len(chosen) < len(pairs) or last)
            annihilators = self.source.annihilators(chain, m, "t" in self.names) if needed else []
            levels.append(
                {
                    "brackets": chosen,
                    **self._minor(values, self.names),
                    "annihilators": annihilators,
                }
            )
        if dims != self.expected:
            raise NoPoint
        self._claim("growth", levels=levels)


class _Basis:
    """Independent vectors of numbers."""

    def __init__(self, language: Functions):
        self.language = language
        self.rows: list[tuple[str, dict]] = []

    def add(self, vector: dict) -> bool:
        """Add a vector unless it depends on the others."""
        for pivot, other in self.rows:
            if c := vector.get(pivot):
                vector = _less(self.language, vector, other, c)
        if not vector:
            return False
        pivot = min(vector)
        scale = self.language.inverse_number(vector[pivot])
        self.rows.append((pivot, {v: self.language.mul(scale, c) for v, c in vector.items()}))
        return True


def _less(language: Functions, a: dict, b: dict, c: dict) -> dict:
    """a - c b without zeros."""
    difference = {v: plus(a.get(v, {}), language.mul(c, b.get(v, {})), -1) for v in {**a, **b}}
    return {v: x for v, x in difference.items() if x}


def _texts(problem) -> list[str]:
    return [*problem["holonomic_constraints"], *problem["constraints"], *problem["inequalities"]]
