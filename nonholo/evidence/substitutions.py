"""Which velocities may be put into the Lagrangian where some equations between the parameters hold,
with the verifier's own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.errors import NonholoError
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.answers import Answers, Evidence, Told, Wanted, as_told
from nonholo.expression.graph import Expr
from nonholo.findings.comparison import eliminations_of
from nonholo.findings.family import at_piece
from nonholo.findings.family_levels import OnLevels
from nonholo.findings.family_motion import Substitution
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.families.lemmas import solved_values
from nonholo.geometry.families.minors import Sample, sample_of
from nonholo.geometry.families.ring import Solved
from nonholo.rivals.substituted import partial_split, rows_for
from nonholo.verifier.guards import Guard
from nonholo.verifier.outcome import WORK, Stop
from nonholo.verifier.point import Point
from nonholo.verifier.problem import Reader
from nonholo.verifier.substitution import Lagrangian, Substituted

EACH = 900_000  # of the verifier's units
SHORT = 3  # components of an error that are looked at
Values = Mapping[Expr, Expr]


class _AsWritten(Lagrangian):
    """A Lagrangian that is taken as it is written, before its slopes are."""

    def __init__(self, reader: Reader, problem: dict[str, Any], take: Callable[[dict], None]):
        self.take: Callable[[dict], None] | None = take
        super().__init__(reader, problem)

    def put(self, L: tuple) -> None:
        """Take this L from now on."""
        if self.take:
            self.take({"L": L})
            self.take = None
        super().put(L)


class OfMotion(Answers):
    """A Lagrangian and rows, judged where equations hold.

    splits: solved letters of pieces, as which the rows are solved there; allowed: what all answers
    of a family may take."""

    units = 3 * WORK // 4  # of the verifier's, for all answers of a family
    each = EACH  # for one answer: where that is long, those of all cells are longer

    def __init__(
        self,
        on: OnLevels,
        problem: dict[str, Any],
        assumed: Sequence[str],
        order: int,
        splits: Sequence[Values],
        allowed: Allowed,
    ):
        self.splits = splits
        self._split_at: dict[Told, dict[str, Any] | None] = {}
        self._last: Substituted | None = None  # the region that was asked last
        super().__init__(on, problem, assumed, order, {}, allowed, self.units)

    def _defined(self) -> None:
        super()._defined()
        self.lagrangian = _AsWritten(self.reader, self.problem, self.take)

    def _nodes(self) -> list[Expr]:
        return [*super()._nodes(), require_lagrangian(self.on.case.system)]

    def _judged(self, solved: Solved, wanted: Wanted) -> Evidence:
        beyond = max(0, self.budget.left - self.each)
        self.budget.left -= beyond
        try:
            return super()._judged(solved, wanted)
        finally:
            self.budget.left += beyond

    def splits_for(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The rows solved as in this piece, or as in one of the others; or as they were met where
        more equations hold, for a cell states which rows are used."""
        values = solved_values(self.ring, solved)
        met: list[dict[str, Any]] = []
        for piece in [*([] if values is None else [values]), *self.splits]:
            split = self.split_at(piece)
            if split is not None and split not in met:
                met.append(split)
                yield split
        yield from [x for x in self._split_at.values() if x is not None and x not in met]

    def split_at(self, values: Values) -> dict[str, Any] | None:
        """How the rows are solved where letters have values; None if they are not.  Each piece is
        asked once."""
        told = as_told(values)
        if told not in self._split_at:
            self._split_at[told] = None
            with suppress(NonholoError, ZeroDivisionError):
                self._split_at[told] = split_at(self.on, values)
        return self._split_at[told]

    def each_split(
        self, solved: Solved, judged: Callable[[Any, dict[str, Any]], dict[str, Any]]
    ) -> Iterator[dict[str, Any]]:
        """What is judged of the region for each way to solve the rows."""
        region = self.region_of(solved)
        stopped: Stop | None = None
        for split in self.splits_for(solved):
            try:
                yield judged(region, split)
            except Stop as stop:
                stopped = stop
        if stopped:
            raise stopped

    def region_of(self, solved: Solved) -> Any:
        """Where equations hold."""
        return self._region(self.solved_there(solved), {})

    def _region(self, solved: list[tuple], record: dict[str, Any]) -> Any:
        """One to find evidence, and to prove it."""
        if self._last is None or self._last.solved != solved:
            self._last = self._made(solved)
        return self._last

    def _made(self, solved: list[tuple]) -> Substituted:
        raise NotImplementedError

    def _short(self, region: Substituted, guard: Guard, sample: Sample) -> Guard:
        if len(guard.vectors) > 1:
            return guard
        (vector,) = guard.vectors
        names = sorted(vector, key=lambda name: (len(vector[name][0]), name))
        there = (name for name in names if not vanishes(region, {name: vector[name]}, sample))
        names = [*islice(there, SHORT)]
        return Guard(names, [{name: vector[name] for name in names}])

    def _quotients(self, region: Any, guard: Guard) -> list[tuple[dict, dict]]:
        return [x for vector in guard.vectors for x in vector.values()]


class Substitutions(OfMotion):
    """Which velocities may be put into the Lagrangian."""

    by_rows = True

    def __init__(self, *given: Any):
        self._values: dict[tuple[int, int], list[Any]] = {}
        self._judged_splits: list[dict[str, Any]] = []
        super().__init__(*given)

    def told(self, answer: Substitution) -> Any:
        return answer.right

    def answer_of(self, stated: Mapping[str, Any]) -> Substitution:
        return Substitution(
            tuple(
                (tuple(one["eliminated"]), (one["plain"], one["chained"]))
                for one in stated["substitutions"]
            )
        )

    def rows_of(self, stated: Mapping[str, Any]) -> list[list[int]]:
        return [one["rows"] for one in stated["substitutions"]]

    def agrees(self, answer: Substitution, shown: Mapping[str, Any]) -> bool:
        return answer == self.answer_of(shown)

    # evidence
    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return (self._by_splits,)

    def splits_for(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """Those whose errors were made come first."""
        return iter(sorted(super().splits_for(solved), key=lambda x: x not in self._judged_splits))

    def _by_splits(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """With what is right, for each way to solve the rows."""
        return self.each_split(solved, self._judged_split)

    def _judged_split(self, region: Substituted, split: dict[str, Any]) -> dict[str, Any]:
        """With what is right."""
        self._judged_splits.append(split)
        substitutions, sample = [], sample_of(region)
        for one in split["substitutions"]:
            plain, chained = (vanishes(region, e, sample) for e in region.errors(split, one))
            substitutions.append({**one, "plain": plain, "chained": chained})
        return {**split, "substitutions": substitutions}

    def _answered(self, solved: Solved, record: dict[str, Any], wanted: Wanted) -> Evidence | None:
        """What is not wanted is not proved."""
        if not wanted({"substitutions": record["substitutions"]}):
            return None
        return super()._answered(solved, record, wanted)

    def _value(self, place: Point, p: dict) -> dict:
        """Errors are made once, and so are their values."""
        met = self._values.setdefault((id(place), id(p)), [place, p])  # which stay alive
        if len(met) == 2:
            met.append(super()._value(place, p))
        return met[2]

    def _made(self, solved: list[tuple]) -> Substituted:
        return _Met(self.lagrangian, self.levels, self.parameters, solved)


class _Met(Substituted):
    """Which divides each error once."""

    def __init__(self, *given: Any):
        self.gone: dict[int, tuple[dict, bool]] = {}  # with the polynomials, which stay alive
        super().__init__(*given)

    def vanish(self, vector: dict) -> bool:
        return all(map(self._vanishes, vector.values()))

    def _vanishes(self, x: tuple) -> bool:
        if id(x[0]) not in self.gone:
            self.gone[id(x[0])] = x[0], super().vanish({"": x})
        return self.gone[id(x[0])][1]


def vanishes(region: Substituted, vector: dict, sample: Sample) -> bool:
    """All components are 0 where the equations of a region hold: one number that is none at a
    point there shows that they are not.  sample: such a point."""
    return not any(map(sample.at, vector.values())) and region.vanish(vector)


def split_at(on: OnLevels, values: Values) -> dict[str, Any]:
    """How the rows are solved where letters have values.  Raises NonholoError."""
    there = at_piece(on.case, values)
    rows, independent, _ = independent_rows(there.system.pfaffian)
    numbers = [on.rows[l] for l in independent]
    d = distribution(rows, there.dependent, there.place)
    names = there.system.chart.names
    substitutions = []
    for eliminated in eliminations_of(d, ()):
        told = rows_for(d, eliminated)
        _, others = partial_split(told, eliminated)
        solved = told is not d.pfaffian  # all of them, together
        used = [numbers[l] for l in range(d.pfaffian.k) if solved or l not in others]
        substitutions.append({"eliminated": list(eliminated), "rows": used})
    return {
        "rows": list(numbers),
        "dependent": [names[l] for l in d.dependent],
        "substitutions": substitutions,
    }
