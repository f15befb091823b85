"""Does Cartan's quartic vanish where some equations between the parameters hold, with the
verifier's own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from nonholo.algebra.field import Field
from nonholo.decide.zero import all_zero
from nonholo.evidence.answers import Answers
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.family import at_piece
from nonholo.findings.family_levels import on_levels
from nonholo.findings.family_motion import split
from nonholo.findings.family_symmetry import DIRECTION, GROWTH, Symmetry
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.families.lemmas import solved_values
from nonholo.geometry.families.ring import Solved
from nonholo.geometry.flag.quartic import along_frame, cartan_quartic
from nonholo.verifier.guards import Guard
from nonholo.verifier.symmetry import TURNED, Symmetric
from nonholo.work import BUDGETS, Work


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
                record |= _quartic(split(at_piece(on_levels(self.case), values)))
            yield record

    def _region(self, solved: list[tuple], record: dict[str, Any]) -> Symmetric:
        return Symmetric(self.levels, self.parameters, solved, record["space"])

    def _quotients(self, region: Any, guard: Guard) -> list[tuple[dict, dict]]:
        return [x for vector in guard.vectors for x in vector.values()]


def _quartic(d: Distribution) -> dict[str, Any]:
    """Two fields as the rows are solved, brackets along the frame that they make, and whether the
    quartic vanishes."""
    flat = all_zero([cartan_quartic(d, d.chart.graph.symbol(DIRECTION))]).answer
    fields = [d.field(J) for J in (1, 2)]
    turned = along_frame(d, TURNED)
    return {**_in_letters(fields, turned), "flat": bool(flat)}


def _in_letters(*sets: Sequence[Mapping[Any, Expr]]) -> dict[str, Any]:
    """Vectors with a letter for each irreducible factor that their components are divided by."""
    nodes = [e for vectors in sets for v in vectors for e in v.values()]
    field = Field(nodes, Work.of(BUDGETS.families))
    quotients = iter([field.normal(e) for e in nodes])
    graph = field.graph.fresh()  # where no other forms stand for them
    field.generators, field.graph = graph.copy(list(field.generators)), graph
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
    return {"inverse": inverse, "frame": frame, "turned": turned}
