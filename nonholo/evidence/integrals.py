"""How many independent first integrals a class holds where some equations between the parameters
hold, with the verifier's own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nonholo.arithmetic.matrices import pivots_modulo
from nonholo.arithmetic.polynomials import Polynomial, common_divisor, divided, factors_of
from nonholo.errors import OutOfReach
from nonholo.evidence.measures import OfMoving, rows_solved
from nonholo.findings.family_integrals import Integrals, Searched
from nonholo.findings.family_motion import SINGULAR
from nonholo.geometry.families.minors import Basis, Sample, sample_of
from nonholo.geometry.families.ring import Solved
from nonholo.readers.case import Case
from nonholo.verifier.guards import Guard
from nonholo.verifier.integrals import VALUE, Conserving, Equations
from nonholo.verifier.outcome import WORK
from nonholo.verifier.polynomials import ONE
from nonholo.verifier.substitution import solved_in
from nonholo.words.sentence import say

Row = dict[int, Polynomial]
Rows = dict[str, Row]
SHORT = 2  # terms of an entry of a row that is not needed


def class_of(case: Case, searched: Sequence[Searched]) -> list[dict[str, Any]]:
    """The class as the verifier makes it, a line for each family of monomials."""
    names = {str(v): name for v, name in zip(case.system.chart.v, case.system.chart.names)}
    return [
        {
            "orders": list(one.orders),
            "velocities": [names[v] for v in one.velocities],
            "groups": [
                {"functions": list(nodes), "most": most} for nodes, most in one.bounds.powers
            ],
            "total": one.bounds.total,
        }
        for one in searched
    ]


class Conservations(OfMoving):
    """How many first integrals there are."""

    units = each = WORK  # classes are large, and are asked for by name

    def told(self, answer: Integrals) -> Any:
        return answer.independent

    def answer_of(self, stated: Mapping[str, Any]) -> Integrals:
        count = stated["independent"]
        return Integrals(count, reason=SINGULAR if count is None else "")

    def agrees(self, answer: Integrals, shown: Mapping[str, Any]) -> bool:
        return answer.independent == shown["independent"]

    def _defined(self) -> None:
        self._entered: dict[tuple, tuple] = {}
        super()._defined()

    # evidence
    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return (self._by_elimination,)

    def _by_elimination(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The rows solved as in this piece, or as in one of the others."""

        def judged(region: Conserving, split: dict[str, Any]) -> dict[str, Any]:
            return self._judged_class(region, rows_solved(split), solved)

        return self.each_split(solved, judged)

    def _judged_class(
        self, region: Conserving, split: dict[str, Any], solved: Solved
    ) -> dict[str, Any]:
        flow = region.flow(split)
        record = {**split, "motion": True, "pivots": [], "kernel": {}, "chosen": []}
        if region.vanish({"G": flow.mass}):
            return {**record, "motion": False}
        sample = sample_of(region)
        made = _Elimination(self, solved, *self._independent(split, flow, sample))
        order = made.order()
        pivots = made.combined(order)
        vectors = made.kernel(pivots, len(flow.members))
        record["pivots"] = [p.record(self.ring.text) for p in pivots]
        record["kernel"] = {
            str(j): {str(k): self.ring.text(p) for k, p in sorted(v.items())}
            for j, v in vectors.items()
        }
        functions, _ = region.kernel(flow, record["kernel"], [p.column for p in pivots])
        basis = Basis(sample.p)
        for j in sorted(functions, key=lambda j: (sum(map(len, vectors[j].values())), j)):
            slope = region.gradient(flow, functions[j])
            if slope and basis.add(sample.vector(slope, flow.variables)) is not None:
                record["chosen"].append(j)
        return record

    def _independent(
        self, split: dict[str, Any], flow: Equations, sample: Sample
    ) -> tuple[Rows, Rows]:
        """Rows that are independent modulo a prime, short ones first, and such of the others."""
        entries, rows = self._entries(split, flow)
        numbers = [sample.at((p, ONE)) for p in entries]
        distinct: dict[tuple, str] = {}
        for name, row in rows.items():
            values = {j: numbers[n] for j, n in row.items() if numbers[n]}
            scale = pow(values[min(values)], -1, sample.p) if values else 0
            direction = tuple(sorted((j, v * scale % sample.p) for j, v in values.items()))
            distinct.setdefault(direction, name)
        chosen: list[Rows] = []
        left = [(name, dict(direction)) for direction, name in distinct.items() if direction]
        for _ in range(2):
            columns = {j for _, row in left for j in row}
            matrix = [[row.get(j, 0) for _, row in left] for j in columns]
            taken = {*pivots_modulo(matrix, sample.p)} if matrix else set()
            chosen.append({left[i][0]: self._polynomials(flow.rows[left[i][0]]) for i in taken})
            left = [one for i, one in enumerate(left) if i not in taken]
        return chosen[0], chosen[1]

    def _entries(
        self, split: dict[str, Any], flow: Equations
    ) -> tuple[list[dict], dict[str, dict[int, int]]]:
        """The entries that differ, 0 first, and their numbers in each row, short rows first."""
        key = (*map(tuple, solved_in(split)),)
        if key not in self._entered:
            numbers: dict[frozenset, int] = {frozenset(): 0}
            rows: dict[str, dict[int, int]] = {}
            sizes = {name: sum(len(p) for p, _ in row.values()) for name, row in flow.rows.items()}
            for name in sorted(sizes, key=lambda n: (sizes[n], n)):
                keys = {j: frozenset(p.items()) for j, (p, _) in flow.rows[name].items()}
                rows[name] = {j: numbers.setdefault(k, len(numbers)) for j, k in keys.items()}
            self._entered[key] = [dict(k) for k in numbers], rows
        return self._entered[key]

    def _polynomials(self, row: Mapping[int, tuple]) -> Row:
        return {j: self.ring.polynomial(self.expression_of(p)) for j, (p, _) in row.items()}

    def _made(self, solved: list[tuple]) -> Conserving:
        return Conserving(self.forces, self.levels, self.parameters, solved)

    def _chosen(
        self, region: Any, guard: Guard, sample: Sample
    ) -> list[tuple[dict, Polynomial, Polynomial]]:
        """What holds parameters alone is the same everywhere."""
        if guard.names != [VALUE]:
            return super()._chosen(region, guard, sample)
        p, _ = guard.vectors[0][VALUE]
        if not self.parameters.reduced(p, region.solved):
            raise OutOfReach(say("no place shows the dimensions"))
        anywhere: dict[str, dict] = {key: {} for key in ("symbols", "angles", "exponents")}
        told = {"at": self.place(anywhere), "columns": guard.names}
        return [(told, *self.ring.over_waves(self.expression_of(p)))]


@dataclass(slots=True)
class _Line:
    """A row without a common divisor; taken: what may vanish of the divisors that it had."""

    row: Row
    taken: dict[str, int]
    price: tuple[int, ...] = ()


@dataclass(slots=True)
class _Pivot:
    """times * row - sum_k less_k entries_k = divisor * entries, k: pivots before it."""

    row: str
    entries: Row
    times: Polynomial
    divisor: Polynomial
    less: dict[int, Polynomial] = field(default_factory=dict)
    column: int = -1
    plain: bool = True  # the row as it is

    def record(self, words: Callable[[Polynomial], str]) -> dict[str, Any]:
        told: dict[str, Any] = {"row": self.row, "column": self.column}
        if self.plain:
            return told
        return told | {
            "instead": {
                "times": words(self.times),
                "before": {str(k): words(-p) for k, p in sorted(self.less.items())},
                "own": words(-self.divisor),
                "entries": {str(j): words(p) for j, p in sorted(self.entries.items())},
            }
        }


class _Elimination:
    """Rows of polynomials on their way to echelon form, where equations hold."""

    def __init__(self, answers: Conservations, solved: Solved, rows: Rows, spare: Rows):
        self.ring, self.never_zero, self.solved = answers.ring, answers.never_zero, solved
        self.rows, self.spare = rows | spare, spare
        self.guards: set[str] = set()
        self.factors: dict[str, dict[str, int]] = {}

    # polynomials
    def may_vanish(self, p: Polynomial) -> dict[str, int]:
        """Factors that may be 0, and how long they are."""
        told = str(p)
        if told not in self.factors:
            parts = [self.ring.plain(f) for f, _ in factors_of(p)[1]]
            parts = [f for f in parts if not (f.is_constant() or self.never_zero(f))]
            self.factors[told] = {str(f): len(f) + f.total_degree() for f in parts}
        return self.factors[told]

    def modulo(self, row: Row) -> tuple[Row, Polynomial]:
        """The row times a polynomial, where the equations hold."""
        if not self.solved:
            return {j: p for j, p in row.items() if p != 0}, self.ring.field.one
        parts = {j: self.ring.pseudo_remainder(p, self.solved) for j, p in row.items()}
        parts = {j: part for j, part in parts.items() if part[0] != 0}
        whole = self.ring.field.one
        for _, factor in parts.values():
            whole = whole * _exact(factor, common_divisor(whole, factor))
        return {j: r * _exact(whole, factor) for j, (r, factor) in parts.items()}, whole

    def primitive(self, row: Row) -> tuple[Row, Polynomial]:
        """The row without a common divisor."""
        common = _common(row.values())
        scale = _exact(row[min(row)], common)
        common = common * (
            scale.leading_coefficient() / self.ring.plain(scale).leading_coefficient()
        )
        return {j: _exact(p, common) for j, p in row.items()}, common

    def without(self, row: Row, pivot: Row, c: int) -> tuple[Row, Polynomial, Polynomial]:
        """(a row - b pivot, a, b), with 0 in column c."""
        common = common_divisor(pivot[c], row[c])
        a, b = _exact(pivot[c], common), _exact(row[c], common)
        times, zero = self.ring.field.times, self.ring.field.zero
        keys = {*row, *pivot} - {c}
        made = {j: times(a, row.get(j, zero)) - times(b, pivot.get(j, zero)) for j in keys}
        return {j: p for j, p in made.items() if p != 0}, a, b

    # echelon form
    def order(self) -> list[tuple[str, int]]:
        """Rows and columns of pivots, those first that add nothing to what must not be 0, and short
        ones."""
        lines: dict[str, _Line] = {}
        met: set[str] = set()
        for name in sorted(self.rows, key=lambda n: (len(self.rows[n]), n)):
            self.keep(lines, met, name, self.rows[name], {})
        chosen: list[tuple[str, int]] = []
        while lines:
            name = min(lines, key=lambda n: (*lines[n].price, n))
            pivot = lines.pop(name)
            column = pivot.price[-1]
            chosen.append((name, column))
            new = {*pivot.taken, *self.may_vanish(pivot.row[column])} - self.guards
            self.guards |= new
            for other, line in list(lines.items()):
                if column in line.row:
                    row = self.without(line.row, pivot.row, column)[0]
                    self.keep(lines, met, other, row, line.taken)
                elif new and line.price[0]:
                    line.price = self.price(line)
        return chosen

    def keep(
        self, lines: dict[str, _Line], met: set[str], name: str, row: Row, taken: dict[str, int]
    ) -> None:
        """A row without a common divisor, if it is not 0 or known."""
        row, _ = self.modulo(row)
        lines.pop(name, None)
        if not row:
            return
        row, common = self.primitive(row)
        if name in self.spare and max(map(len, row.values())) > SHORT:
            return
        taken = {**taken, **self.may_vanish(common)}
        told = f"{sorted((j, str(p)) for j, p in row.items())} {sorted(taken)}"
        if told not in met:
            lines[name] = line = _Line(row, taken)
            line.price = self.price(line)
        met.add(told)

    def price(self, line: _Line) -> tuple[int, ...]:
        """Of the best pivot of a row, with its column."""

        def of(j: int) -> tuple[int, ...]:
            new = {**line.taken, **self.may_vanish(line.row[j])}
            cost = sum(size for told, size in new.items() if told not in self.guards)
            return cost, len(line.row[j]), len(line.row), j

        return min(map(of, line.row))

    def combined(self, order: Sequence[tuple[str, int]]) -> list[_Pivot]:
        """The same pivots, with how each row is made."""
        one = self.ring.field.one
        made: list[_Pivot] = []
        for name, column in order:
            row = dict(self.rows[name])
            pivot = _Pivot(name, row, one, one)
            self.shorten(pivot)
            pivot.plain = True
            for k, before in enumerate(made):
                if before.column in pivot.entries:
                    entries, a, b = self.without(pivot.entries, before.entries, before.column)
                    pivot.times = pivot.times * a
                    pivot.less = {n: a * p for n, p in pivot.less.items()}
                    pivot.less[k] = b * pivot.divisor
                    pivot.entries, pivot.plain = entries, False
                    self.shorten(pivot)
            if pivot.plain:
                pivot.entries = {j: p for j, p in row.items() if j in pivot.entries}
            pivot.column = column
            made.append(pivot)
        return made

    def shorten(self, pivot: _Pivot) -> None:
        row, factor = self.modulo(pivot.entries)
        pivot.entries, common = self.primitive(row)
        pivot.times, pivot.divisor = pivot.times * factor, pivot.divisor * common
        pivot.less = {n: p * factor for n, p in pivot.less.items()}
        shared = _common([pivot.times, pivot.divisor, *pivot.less.values()])
        pivot.times, pivot.divisor = _exact(pivot.times, shared), _exact(pivot.divisor, shared)
        pivot.less = {n: _exact(p, shared) for n, p in pivot.less.items()}

    # the kernel
    def kernel(self, pivots: Sequence[_Pivot], columns: int) -> dict[int, Row]:
        """One vector for each column without a pivot."""
        taken = {p.column for p in pivots}
        return {j: self.vector(j, pivots) for j in range(columns) if j not in taken}

    def vector(self, free: int, pivots: Sequence[_Pivot]) -> Row:
        times = self.ring.field.times
        values: Row = {free: self.ring.field.one}
        for pivot in reversed(pivots):
            total = self.ring.field.zero
            for k in {*pivot.entries} & {*values}:
                total = total - times(pivot.entries[k], values[k])
            remainder, factor = self.ring.pseudo_remainder(total, self.solved)
            if remainder == 0:
                continue
            slope = factor * pivot.entries[pivot.column]
            values = {k: times(slope, p) for k, p in values.items()}
            values[pivot.column] = remainder
            values, _ = self.primitive(values)
        return self.primitive(values)[0]


def _common(some) -> Polynomial:
    """A common divisor."""
    first, *others = sorted(some, key=len)
    for p in others:
        if first.is_constant():
            break
        first = common_divisor(first, p)
    return first


def _exact(p: Polynomial, q: Polynomial) -> Polynomial:
    quotient = divided(p, q)
    assert quotient is not None
    return quotient
