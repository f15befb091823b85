"""What is to be proved: rows at the numbers of their parameters, with fields, combinations and
annihilators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows
from nonholo.geometry.distribution.displacements import clear, displacements
from nonholo.geometry.distribution.distribution import Distribution, distribution
from nonholo.linear.elimination import dot, echelon
from nonholo.words.sentence import say

MAX_NODES, MAX_TEXT = 20_000, 5_000

Solved = tuple[tuple[int, str], ...]
Restricted = tuple[tuple[int, dict[str, str], dict[str, dict[str, str]]], ...]


@dataclass(frozen=True)
class Source:
    """Rows and where they come from.

    rows: at numbers;  place: the number of each row in the problem;  empty: rows of the problem
    that vanish;  solved,
    restricted: the claims about levels that lead to these rows;  alone: (factor, potential) that
    may belong to a row
    of the problem;  integrals: (combination, function) that take several rows.
    """

    rows: Pfaffian
    place: tuple[int, ...]
    empty: tuple[int, ...] = ()
    solved: Solved = ()
    restricted: Restricted = ()
    wish: tuple[str, ...] = ()
    nominal: Mapping[Expr, Expr] = field(default_factory=dict)
    alone: Mapping[int, Sequence[tuple[str, str]]] = field(default_factory=dict)
    integrals: Sequence[tuple[dict[str, str], str]] = ()

    @cached_property
    def _independent(self):
        return independent_rows(self.rows)

    @property
    def independent(self) -> tuple[int, ...]:
        """The independent rows, as numbered here."""
        return tuple(self._independent[1])

    def redundant(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Rows as combinations of the independent ones."""
        for redundant in self._independent[2]:
            combination = {str(self.place[l]): text(c) for l, c in redundant.coefficients}
            yield self.place[redundant.row], combination
        for row in self.empty:
            yield row, {}

    @cached_property
    def _distribution(self) -> Distribution:
        return distribution(self._independent[0], self.wish, self.nominal)

    @cached_property
    def _displacements(self) -> tuple[list[list[Expr]], list[Expr]]:
        moves = displacements(self._distribution)
        return [list(v) for v in moves.virtual], list(moves.particular)

    def require_short(self) -> None:
        """Raise OutOfReach for rows and fields that are too long to be read by the verifier in its
        time."""
        virtual, particular = self._displacements
        if any(len(text(e)) > MAX_TEXT for v in (*virtual, particular) for e in v):
            raise OutOfReach(say("an expression is too long"))

    def fields(self, timed: bool) -> list[list[Expr]]:
        """A basis of E free of denominators: virtual displacements, and in (t, q) one field with
        dt."""
        virtual, particular = self._displacements
        if not timed:
            return [list(v) for v in virtual]
        zero, one = self.rows.chart.graph.zero, self.rows.chart.graph.one
        return [clear([one, *particular]), *([zero, *v] for v in virtual)]

    def potentials(self, row: int) -> Sequence[tuple[str, str]]:
        """(factor, potential) of a row of the problem."""
        return self.alone.get(row, ())

    def annihilators(
        self, chain: Sequence[tuple[int, int]], m: int, timed: bool
    ) -> list[dict[str, str]]:
        """The combinations of the rows that vanish on the brackets of a chain, free of
        denominators.

        Raises OutOfReach for a bracket that is too large.
        """
        rows, graph = self.rows, self.rows.chart.graph
        variables = [rows.chart.t, *rows.chart.q] if timed else list(rows.chart.q)
        fields = self.fields(timed)
        for a, b in chain:
            X, Y = fields[a], fields[b]
            fields.append(
                [
                    graph.add(*(x * w.diff(v) - y * u.diff(v) for x, y, v in zip(X, Y, variables)))
                    for u, w in zip(X, Y)
                ]
            )
            if len(ordered(fields[-1])) > MAX_NODES:
                raise OutOfReach(say("a bracket is too large"))
        forms = [rows.form(l) if timed else rows.matrix[l] for l in self.independent]
        values = [[dot(graph, form, Y) for Y in fields[m:]] for form in forms]
        names = [str(self.place[l]) for l in self.independent]
        annihilators = []
        for row in echelon(graph, values).idle:
            combination = zip(names, clear(list(row)))
            annihilators.append({l: text(c) for l, c in combination if not c.is_zero})
        return annihilators
