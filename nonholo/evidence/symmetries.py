"""Does Cartan's quartic vanish where some equations between the parameters hold, with the
verifier's own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from nonholo.algebra.field import Field
from nonholo.decide.zero import all_zero
from nonholo.errors import OutOfReach
from nonholo.evidence.answers import MOST_PLACES, Answers
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.family import at_piece
from nonholo.findings.family_motion import split
from nonholo.findings.family_symmetry import DIRECTION, GROWTH, Symmetry
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.families.lemmas import solved_values
from nonholo.geometry.families.ring import Solved
from nonholo.geometry.flag.quartic import along_frame, cartan_quartic
from nonholo.verifier.guards import Guard
from nonholo.verifier.polynomials import ONE
from nonholo.verifier.symmetry import TURNED, Symmetric
from nonholo.work import BUDGETS, Work

FEW = 3  # places where values of the quartic are taken, but where nothing was seen


class Symmetries(Answers):
    """Growth, and the quartic."""

    def told(self, answer: Symmetry) -> Any:
        return answer.growth, answer.flat

    def answer_of(self, stated: Mapping[str, Any]) -> Symmetry:
        return Symmetry(tuple(stated["growth_vector"]), stated["flat"])

    def agrees(self, answer: Symmetry, shown: Mapping[str, Any]) -> bool:
        return answer == self.answer_of(shown)

    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return [partial(self._with_quartic, way) for way in super()._ways()]

    def _with_quartic(
        self, way: Callable[[Solved], Iterator[dict[str, Any]]], solved: Solved
    ) -> Iterator[dict[str, Any]]:
        """Growth, with what the quartic is made of there."""
        for made in way(solved):
            record = {key: made[key] for key in ("space", "rows", "fields", "levels")}
            region = self._region(self.solved_there(solved), record)
            region.dimensions(record)
            if tuple(region.dims) == GROWTH and len(region.variables) == GROWTH[-1]:
                values = solved_values(self.ring, solved) or {}
                d = split(at_piece(self.on.case, values))
                flat = all_zero([cartan_quartic(d, d.chart.graph.symbol(DIRECTION))]).answer
                record |= {**self._frame(region, d), "flat": bool(flat)}
            yield record

    def _frame(self, region: Symmetric, d: Distribution) -> dict[str, Any]:
        """Two fields, and brackets along the frame that they make: as the rows are solved, or those
        that show the growth, where these are shorter."""
        graph = self.graph.fresh()  # where brackets leave no other forms of what is met again
        q = [graph.symbol(v) for v in region.variables]
        solved = [d.field(1), d.field(2)]
        choices = [_in_letters(solved, along_frame(solved, d.chart.q, TURNED))]
        with suppress(OutOfReach):  # numbers that are not rational
            shown = [
                {graph.symbol(v): graph.copy([self.expression_of(x)])[0] for v, (x, _) in X.items()}
                for X in region.fields or ()
            ]
            choices.append(_in_letters(shown, along_frame(shown, q, TURNED)))
        return min(choices, key=lambda choice: choice[0])[1]

    def _by_waves(self, guard: Guard) -> bool:
        return False  # no wave holds parameters and coordinates together

    def _region(self, solved: list[tuple], record: dict[str, Any]) -> _Framed:
        return _Framed(self.levels, self.parameters, solved, record["space"])

    def _quotients(self, region: Any, guard: Guard) -> list[tuple[dict, dict]]:
        """Values of the quartic are taken where all that it is made of has one."""
        if _long(guard):
            return region.met()
        return [x for vector in guard.vectors for x in vector.values()]

    def _places_of(self, region: Any, guard: Guard) -> Iterator[tuple[int, int]]:
        for n, (number, at) in enumerate(super()._places_of(region, guard)):
            yield (number if n < FEW or not _long(guard) else MOST_PLACES), at


def _long(guard: Guard) -> bool:
    """Only values of it are taken."""
    return any(callable(top) for vector in guard.vectors for top, _ in vector.values())


class _Framed(Symmetric):
    """Which knows what the quartic is made of."""

    def frame(self, record: dict) -> tuple[dict, dict]:
        X, self.structure = super().frame(record)
        return X, self.structure

    def met(self) -> list[tuple[dict, dict]]:
        """Without the letters of the frame, and all coordinates."""
        vectors = [*self.pair, *map(self.cleared, self.structure.values())]
        single = [(self.language.generator("symbol", v), ONE) for v in self.variables]
        return [*(x for v in vectors for x in v.values()), *self.inverse.values(), *single]


def _in_letters(*sets: Sequence[Mapping[Any, Expr]]) -> tuple[int, dict[str, Any]]:
    """Vectors with a letter for each irreducible factor that their components are divided by, and
    of how many terms they are."""
    nodes = [e for vectors in sets for v in vectors for e in v.values()]
    field = Field(nodes, Work.of(BUDGETS.families))
    normal = [field.normal(e) for e in nodes]
    quotients = iter(normal)
    graph = field.graph.fresh()  # where no other forms stand for them
    field.generators, field.graph = graph.copy(field.generators), graph
    letters: dict[int, str] = {}
    names, b = {str(s) for e in nodes for s in e.symbols()}, "b"
    while any(name.startswith(b) for name in names):
        b += "b"

    def told() -> str:
        q = next(quotients)
        powers = [f"{letters.setdefault(k, f'{b}{k}')}**{n}" for k, n in q.den.items()]
        return "*".join([f"({text(field.expression(q.num))})", *powers])

    frame, turned = ([{str(key): told() for key in v} for v in vectors] for vectors in sets)
    inverse = {name: text(field.expression(field.factors[k])) for k, name in letters.items()}
    terms = sum(len(x.num) for x in normal)
    return terms, {"inverse": inverse, "frame": frame, "turned": turned}
