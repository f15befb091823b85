"""Is there a density that a motion keeps where some equations between the parameters hold, with the
verifier's own arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from nonholo.dynamics.equations import motion
from nonholo.dynamics.measure import by_logarithms, slopes_of_density
from nonholo.errors import NonholoError, OutOfReach
from nonholo.evidence.answers import Told, as_told
from nonholo.evidence.obstructions import obstruction
from nonholo.evidence.substitutions import OfMotion, split_at
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.comparison import REFERENCE
from nonholo.findings.family import at_piece
from nonholo.findings.family_motion import SINGULAR, InvariantMeasure
from nonholo.formulations import FORMULATIONS
from nonholo.geometry.constraints.pfaffian import independent_rows
from nonholo.geometry.distribution.distribution import distribution
from nonholo.geometry.families.lemmas import solved_values
from nonholo.geometry.families.minors import Basis, Sample, evidence_of, sample_of
from nonholo.geometry.families.real_vectors import primitive
from nonholo.geometry.families.ring import Solved
from nonholo.verifier.guards import Guard
from nonholo.verifier.measure import SLOPE, Measured
from nonholo.verifier.motion import Forces, Moving
from nonholo.verifier.polynomials import ONE
from nonholo.verifier.substitution import solved_in
from nonholo.words.sentence import say
from nonholo.work import BUDGETS, Work

GROWTH = ("rows", "fields", "levels")


class OfMoving(OfMotion):
    """A Lagrangian, forces and rows, judged where equations hold."""

    def _defined(self) -> None:
        super()._defined()
        self.forces = Forces(self.lagrangian, self.reader, self.problem)
        self.take(self.forces.as_row)

    def _nodes(self) -> list[Expr]:
        return [*super()._nodes(), *self.on.case.system.forces]

    def splits_for(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """Those whose determinant does not vanish here; else one that is made here."""
        region = self.region_of(solved)
        sample, some = sample_of(region), False
        for split in super().splits_for(solved):
            if sample.at(region.split(*solved_in(split)).D):
                some = True
                yield split
        if not some:
            yield pivots(region, sample)


def pivots(region: Moving, sample: Sample) -> dict[str, Any]:
    """Independent rows, and velocities that they can be solved for."""
    columns, basis = region.lagrangian.coordinates, Basis(sample.p)
    told: dict[str, Any] = {"rows": [], "dependent": []}
    for l, row in enumerate(region.rows):
        pivot = basis.add(sample.vector(row, columns))
        if pivot is not None:
            told["rows"].append(l)
            told["dependent"].append(columns[pivot])
    return told


class Measures(OfMoving):
    """Densities that motions keep."""

    def __init__(self, *given: Any, **more: Any):
        self._densities: dict[Told, tuple[Expr, dict[str, Any], int] | None] = {}
        super().__init__(*given, **more)

    def told(self, answer: InvariantMeasure) -> Any:
        return answer.exists, answer.hamiltonizable

    def answer_of(self, stated: Mapping[str, Any]) -> InvariantMeasure:
        exists = stated["measure"]
        return InvariantMeasure(exists, SINGULAR if exists is None else "", stated["another_time"])

    def agrees(self, answer: InvariantMeasure, shown: Mapping[str, Any]) -> bool:
        return self.told(answer) == (shown["measure"], shown["another_time"])

    # evidence
    def _ways(self) -> Sequence[Callable[[Solved], Iterator[dict[str, Any]]]]:
        return self._by_density, self._by_growth

    def _by_density(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """A density of the motion with the solved letters put in, or of one of the cells."""
        values = solved_values(self.ring, solved)
        region = self.region_of(solved)
        others = {as_told(piece): piece for piece in ({}, *self.splits)}
        for piece in others.values() if values is None else [values]:
            known = self._density_at(piece)
            if known is None:
                continue
            N, split, m = known
            here = next(iter(self.splits_for(solved))) if values is None else split
            D, there = (region.split(*solved_in(one)).D[0] for one in (here, split))
            told = _factors(N)
            told["factors"] = [*self._undivided(told["factors"])]
            same = solved_in(here) == solved_in(split)
            told["factors"].append({"factor": self._text(D), "power": str(m - (not same))})
            if not same and not all(map(self.parameters.parametric, letters_of(there))):
                told["factors"].append({"factor": self._text(there), "power": "1"})
            yield {**rows_solved(here), "way": "density", **told}

    def _density_at(self, values: Mapping[Expr, Expr]) -> tuple[Expr, dict[str, Any], int] | None:
        """A density, how the rows are solved, and for how many others; each piece is asked once."""
        key = as_told(values)
        if key not in self._densities:
            self._densities[key] = None
            with suppress(NonholoError, ZeroDivisionError):
                there = at_piece(self.on.case, values)
                split = split_at(self.on, values)
                rows, _, _ = independent_rows(there.system.pfaffian)
                d = distribution(rows, there.dependent, there.place)
                theta, _ = slopes_of_density(d, motion(FORMULATIONS[REFERENCE](there.system, d)))
                N, _ = by_logarithms(there.system, d, theta, Work.of(BUDGETS.measure))
                self._densities[key] = None if N is None else (N, split, d.m)
        return self._densities[key]

    def _undivided(self, factors: Sequence[dict[str, str]]) -> Iterator[dict[str, str]]:
        """Numerators and denominators, as the verifier reads them: 1 + tan(x)^2 is 1/cos(x)^2."""
        for one in factors:
            top, bottom = self.system.reader.expression(one["factor"])
            power = Fraction(one["power"])
            for part, e in ((top, power), (bottom, -power)):
                if part != ONE:
                    yield {"factor": self._text(part), "power": str(e)}

    def _by_growth(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The rows solved as in this piece, or as in one of the others."""
        return self.each_split(solved, self._judged_motion)

    def _judged_motion(self, region: Measured, split: dict[str, Any]) -> dict[str, Any]:
        split = rows_solved(split)
        whole, flow = region.flow(split)
        if region.vanish({"G": flow.mass}):
            return {**split, "way": "singular"}
        if region.drift(whole):
            raise OutOfReach(say("that affine velocities keep no density"))
        for way, vector in (("still", flow.still), ("bent", flow.bent)):
            if not region.vanish(vector):
                return {**split, "way": way}
        made = evidence_of(region.alone(), self._text)
        none = obstruction(region, {**split, "fields": made["fields"]}, self._text)
        if none is not None:
            return none
        mass, _ = region.product(whole.D, flow.mass)
        slopes = {J: b[0] for J, b in flow.slopes.items() if not region.vanish({J: b})}
        shorter = primitive(self.language, {SLOPE: mass, **slopes})
        told = {J: self._text(p) for J, p in shorter.items()}
        record = {**split, "way": "growth", "below": told.pop(SLOPE), "slopes": told}
        larger = evidence_of(region.larger(whole, flow, record), self._text)
        for name, one in (("alone", made), ("larger", larger)):
            record[name] = {key: one[key] for key in GROWTH}
        return record

    def _by_waves(self, guard: Guard) -> bool:
        """The minor of an obstruction: where all factors of waves are 0 there is none."""
        return super()._by_waves(guard) or guard.names == [*map(str, range(len(guard.vectors)))]

    def _at_one_place(self, guard: Guard) -> bool:
        return self._by_waves(guard)

    def _text(self, p: dict) -> str:
        return text(self.expression_of(p))

    def _made(self, solved: list[tuple]) -> Measured:
        return Measured(self.forces, self.levels, self.parameters, solved)


def letters_of(p: dict) -> set[int]:
    """The generators that stand in a polynomial."""
    return {g for m in p for g, _ in m}


def rows_solved(split: dict[str, Any]) -> dict[str, Any]:
    """The rows, and the velocities that they are solved for."""
    return {key: split[key] for key in ("rows", "dependent")}


def _factors(N: Expr) -> dict[str, Any]:
    """exp(u) prod_k D_k^e_k as texts, but for a constant factor."""
    factors, u = [], N.graph.zero
    for base, e in _powers(N, Fraction(1)):
        if base.calls("exp"):
            u = u + base.args[1][0] * e
        elif base.symbols():
            factors.append({"factor": text(base), "power": str(e)})
    return {"factors": factors, "exponent": text(u)}


def _powers(e: Expr, power: Fraction) -> Iterator[tuple[Expr, Fraction]]:
    if e.kind == "sum" and e.args[0] == 0 and len(e.args[1]) == 1:
        yield from _powers(e.args[1][0][0], power)
    elif e.kind == "product":
        for base, n in e.args:
            yield from _powers(base, power * Fraction(n))
    else:
        yield e, power
