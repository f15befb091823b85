"""Why the cells of a family are all there are: the lemmas of `verifier.cases`, with the verifier's
own arithmetic.

Where equations are solved for letters with values that are rational in the others, fields, brackets
and annihilators are those of the set with these values; elsewhere they are minors of the rows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nonholo.arithmetic.numbers import Rational
from nonholo.arithmetic.polynomials import Polynomial, divided
from nonholo.errors import NonholoError, OutOfReach
from nonholo.evidence.minors import Basis, Sample, evidence_of, sample_of
from nonholo.evidence.place import Places
from nonholo.evidence.small import certificate as certificate_of
from nonholo.expression.functions import angle_parts
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.findings.check import check_of
from nonholo.findings.families import Constraints, Families
from nonholo.findings.family import at_piece
from nonholo.geometry.families.lemmas import (
    Answered,
    Lemma,
    Lemmas,
    Ring,
    Solved,
    Use,
    solved_values,
)
from nonholo.verifier import syntax
from nonholo.verifier.document import STATED
from nonholo.verifier.functions import Functions, MoreTurns
from nonholo.verifier.outcome import WORK, Budget, Stop
from nonholo.verifier.parameters import Parameters, proportional
from nonholo.verifier.polynomials import ONE
from nonholo.verifier.problem import Reader, System, names_of
from nonholo.verifier.region import Guard, Region

PLACES, ORDERS, VALUES = (0, 1, 2, 3, 6, 7, 8, 9, 10, 11), 3, 6


def cases_of(families: Families, problem: dict[str, Any]) -> dict[str, Any]:
    """{"cells", "cases"}: the cells, and the lemmas that show that they are all.  Raises
    OutOfReach.
    """
    order = 4
    while True:
        try:
            return _Writer(families, problem, order).written()
        except MoreTurns as more:
            (order,) = more.args
        except Stop as stop:
            raise OutOfReach(stop.args[1]) from None


@dataclass(frozen=True, slots=True)
class Found:
    """An answer with its evidence, and the values of its guards."""

    record: dict[str, Any]
    values: tuple[tuple[dict[str, Any], ...], ...]


class _Writer:
    def __init__(self, families: Families, problem: dict[str, Any], order: int):
        self.case, self.problem = families.case, problem
        family = families.constraints
        self.language = Functions(order, Budget(20 * WORK))
        self.reader = Reader(self.language, *names_of(problem))
        self.system = System(self.reader, problem)
        assumed = [*family.assumed]
        self.assumed = [a for a in assumed if self.readable(a)]
        self.nonzero = [a.split("!=")[0].strip() for a in assumed if a.endswith("!= 0")]
        self.parameters = Parameters(
            self.language, self.reader, problem["parameters"], self.assumed, self.nonzero
        )
        graph = self.case.system.chart.graph
        letters = [graph.symbol(name) for name in problem["parameters"]]
        one = graph.one  # a field of constants too has a root in some graph
        self.ring = Ring(letters, [*self.functions(letters), one])
        self.cells = family.cells
        if any(c.answer is None or c.answer.verdict is None for c in self.cells):
            raise OutOfReach("a cell without an answer")
        self.equations = [
            [self.parameters.polynomial(text(e)) for e in cell.equations] for cell in self.cells
        ]
        self.without = [
            [[self.parameters.polynomial(text(e)) for e in inner] for inner in cell.without]
            for cell in self.cells
        ]
        self.stated: dict[int, dict[str, Any]] = {}
        self.places: list[dict[str, Any]] = []

    def readable(self, assumed: str) -> bool:
        try:
            tree, strict = syntax.inequality(assumed)
            names = self.problem["parameters"]
            Parameters(self.language, self.reader, names, [], []).assume(tree, strict)
        except (Stop, ValueError):
            return False
        return True

    def functions(self, letters: Sequence[Expr]) -> Iterator[Expr]:
        """Sines and exponentials of the parameters that stand in the rows."""
        rows = self.case.system.pfaffian
        nodes = [*(e for row in rows.matrix for e in row), *rows.affine]
        for node in ordered(nodes):
            if node.kind == "function" and node.args[0] in ("sin", "cos", "exp"):
                for atom, c in angle_parts(node.graph, node.args[1][0])[0]:
                    if set(atom.symbols()) <= set(letters):
                        unit = node.graph.scale(atom, Rational(1, c.denominator))
                        made = (
                            (node.graph.exp,)
                            if node.args[0] == "exp"
                            else (
                                node.graph.sin,
                                node.graph.cos,
                            )
                        )
                        yield from (f(unit) for f in made)

    # the document
    def written(self) -> dict[str, Any]:
        lemmas = Lemmas(self.ring, self.judge, self.never_zero).whole()
        if len(self.stated) < len(self.cells):
            raise OutOfReach("a cell to which no case leads")
        cells = [
            {
                "equations": list(map(text, cell.equations)),
                "without": [list(map(text, inner)) for inner in cell.without],
                **self.stated[c],
            }
            for c, cell in enumerate(self.cells)
        ]
        cases = {
            "assumed": self.assumed,
            "nonzero": self.nonzero,
            "places": self.places,
            "lemmas": [self.lemma(lemma) for lemma in lemmas],
        }
        return {"cells": cells, "cases": cases}

    def lemma(self, lemma: Lemma) -> dict[str, Any]:
        record: dict[str, Any] = {
            "zero": list(map(self.ring.text, lemma.zero)),
            "nonzero": list(map(self.ring.text, lemma.nonzero)),
            "solved": [
                {"equation": n, "by": self.unknown(k), "initial": _powers(powers)}
                for n, k, powers in lemma.solved
            ],
        }
        if lemma.parts is not None:
            number, known, parts, otherwise = lemma.parts
            told: dict[str, Any] = {"of": [self.part(*piece) for piece in parts]}
            told |= {} if number is None else {"equation": number}
            told |= {"nonzero": _powers(known)} if known else {}
            told |= {} if otherwise is None else {"else": self.use(otherwise)}
            return {**record, "parts": told}
        if lemma.squares is not None:
            number, squares, use = lemma.squares
            of = [{"square": self.ring.text(q), "times": self.ring.text(c)} for q, c in squares]
            return {**record, "squares": {"equation": number, "of": of, "then": self.use(use)}}
        answer: Found = lemma.answered.answer  # type: ignore[union-attr]
        guards = [
            {"values": list(values), **({} if use is None else {"then": self.use(use)})}
            for values, use in zip(answer.values, lemma.guards, strict=True)
        ]
        beside: dict[str, dict[str, Any]] = {"apart": {}, "outside": {}}
        for (kind, n), use in sorted(lemma.apart.items()):
            beside[kind][str(n)] = self.use(use)
        return {**record, "answer": {**answer.record, "guards": guards, **beside}}

    def part(self, factor: Polynomial, power: int, use: Use | None) -> dict[str, Any]:
        told = {"factor": self.ring.text(factor), "power": power}
        return told if use is None else {**told, "then": self.use(use)}

    def use(self, use: Use) -> dict[str, Any]:
        because = {
            str(i): {"equation": n, "times": self.ring.text(factor)}
            for i, (n, factor) in sorted(use.because.items())
        }
        return {"lemma": use.lemma, **({"because": because} if because else {})}

    def unknown(self, k: int) -> list[str]:
        """The generator of the verifier for one of the ring: a sine is solved for as e^(i al)."""
        node = self.ring.generators[k]
        return ["symbol", str(node)] if node.kind == "symbol" else ["angle", _angle(node)]

    def never_zero(self, p: Polynomial) -> bool:
        return self.parameters.never_zero(self.parameters.polynomial(self.ring.text(p)))

    # the judge
    def judge(self, solved: Solved) -> Answered:
        """The evidence where equations hold, and its guards.  Raises OutOfReach."""
        reasons: list[str] = []
        for ways in (self.by_check, self.by_minors):
            try:
                for record in ways(solved):
                    return self.answered(solved, record)
            except Stop as stop:
                reasons.append(stop.args[1])
            except (NonholoError, ZeroDivisionError) as error:
                reasons.append(str(error))
        raise OutOfReach(reasons[0] if reasons else "no evidence was found")

    def by_check(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The claims about the set with the solved letters put in."""
        values = solved_values(self.ring, solved)
        if values is None:
            return
        told = _told(values)
        known = (c.answer.check for c in self.cells if _told(c.solved) == told)
        check = next(known, None) or check_of(at_piece(self.case, values), search=0)
        made = certificate_of(check)
        claims = made["claims"]
        if any("reason" in claim for claim in claims):
            raise OutOfReach(next(c["reason"] for c in claims if "reason" in c))
        by = {claim["claim"]: claim for claim in claims}
        alone = [
            claim["row"] for claim in claims if claim["claim"] in ("potential", "integrable alone")
        ]
        levels = [
            {key: level[key] for key in ("brackets", "annihilators")}
            for level in by["growth"]["levels"]
        ]
        yield {
            "space": made["space"],
            "rows": by["rank"]["rows"],
            "fields": by["admissible"]["fields"],
            "levels": levels,
            "integrable": sorted({*alone}),
        }

    def by_minors(self, solved: Solved) -> Iterator[dict[str, Any]]:
        """The same by minors."""
        leading = self.solved_there(solved)
        for space in dict.fromkeys(("q", self.system.space)):
            try:
                region = Region(self.system, self.parameters, leading, space)
            except Stop:
                continue
            yield evidence_of(region, lambda p: text(self.expression(p)))

    def answered(self, solved: Solved, record: dict[str, Any]) -> Answered:
        leading = self.solved_there(solved)
        region = Region(self.system, self.parameters, leading, record["space"])
        guards = region.guards(record)
        verdict = region.verdict()
        shown = {key: verdict[key] for key in STATED} | {"integrable": record["integrable"]}
        cell = next((c for c in range(len(self.cells)) if self.in_cell(c, shown, leading)), None)
        if cell is None:
            raise OutOfReach("an answer that is in no cell")
        self.stated.setdefault(cell, shown)
        sample = sample_of(region)
        chosen = [self.chosen(region, guard, sample) for guard in guards]
        values = tuple(tuple(value for value, _ in one) for one in chosen)
        polys = [[p for _, p in one] for one in chosen]
        beside = {
            ("apart", c): [
                self.ring.polynomial(self.case_expression(e)) for e in self.cells[c].equations
            ]
            for c in range(len(self.cells))
            if not self.alike(c, cell) and not self.left_out(c, leading)
        }
        for n, left_out in enumerate(self.cells[cell].without):
            equations = [self.ring.polynomial(self.case_expression(e)) for e in left_out]
            if not any(map(self.never_zero, equations)):
                beside["outside", n] = equations
        return Answered(Found({"cell": cell, **record}, values), polys, beside)

    def alike(self, c: int, d: int) -> bool:
        """Two cells with one answer."""
        return _answer(self.cells[c].answer) == _answer(self.cells[d].answer)

    def left_out(self, c: int, solved: list[tuple]) -> bool:
        """Where the equations of the cell hold too, a set of those that it leaves out does."""
        return any(
            all(
                not self.parameters.reduced(p, solved)
                or any(proportional(self.language, p, q) for q in self.equations[c])
                for p in inner
            )
            for inner in self.without[c]
        )

    def case_expression(self, e: Expr) -> Expr:
        """An equation of a cell in the graph of the case."""
        return self.case.system.chart.graph.copy([e])[0]

    def in_cell(self, c: int, shown: dict[str, Any], solved: list[tuple]) -> bool:
        """What was shown is the answer of the cell, whose equations hold."""
        if any(self.parameters.reduced(p, solved) for p in self.equations[c]):
            return False
        if c in self.stated:
            return self.stated[c] == shown
        answer, growth = self.cells[c].answer, shown["growth_vector"]
        alone = [l for l, yes in enumerate(answer.integrable) if yes]
        if alone != shown["integrable"]:
            return False
        timed = shown["space"] == "tq"
        return (answer.verdict, answer.relations, answer.rank) == (
            shown["verdict"],
            shown["holonomic_relations"],
            shown["independent_constraints"],
        ) and growth in (list(answer.growth), [d + timed for d in answer.growth])

    def solved_there(self, solved: Solved) -> list[tuple]:
        leading = []
        for t, k in solved:
            p = self.parameters.polynomial(self.ring.text(t))
            leading.append(self.parameters.leading(p, self.parameters.unknown(self.unknown(k))))
        return leading

    def columns(self, region: Region, guard: Guard, place, sample: Sample) -> list[list[str]]:
        """Some choices of columns of minors that do not vanish at a place."""
        matrix = region.matrix(guard, place, guard.names)
        numbers = [[sample.at((p, ONE)) for p in row] for row in matrix]
        choices: list[list[str]] = []
        for order in orders(len(guard.names)):
            basis = Basis(sample.p)
            pivots = [basis.add([row[j] for j in order]) for row in numbers]
            if None in pivots:
                return []
            names = [guard.names[order[j]] for j in sorted(j for j in pivots if j is not None)]
            columns = list(names[0]) if guard.triple else names
            if columns not in choices:
                choices.append(columns)
        return choices

    def chosen(self, region: Region, guard: Guard, sample: Sample) -> list[tuple[dict, Polynomial]]:
        """Values of a guard, a constant if one is found, else a few that do not divide each
        other."""
        candidates: dict[str, tuple[dict, Polynomial]] = {}
        for at in self.places_of(region):
            place = self.parameters.place(self.places[at])
            for columns in self.columns(region, guard, place, sample):
                value = region.value(guard, place, columns)
                p = self.polynomial(value)
                told = {"at": at, "columns": columns}
                if self.never_zero(p):
                    return [(told, p)]
                if self.parameters.reduced(value, region.solved):
                    candidates.setdefault(str(self.ring.plain(p)), (told, p))
        chosen: list[tuple[dict, Polynomial]] = []
        for told, p in sorted(candidates.values(), key=lambda f: (len(f[1]), f[1].total_degree())):
            if len(chosen) < VALUES and not any(divided(p, q) is not None for _, q in chosen):
                chosen.append((told, p))
        if not chosen:
            raise OutOfReach("no place shows the dimensions")
        return chosen

    def places_of(self, region: Region) -> Iterator[int]:
        """Numbers of places at which all that must have a value has one."""
        quotients = [x for row in region.rows.values() for x in row.values()]
        quotients += [x for field in region.widest for x in field.values()]
        quotients += [x for l in region.rows for x in region.triples(l).values()]
        for number, record in enumerate(Places(self.reader, quotients, []).records()):
            if number in PLACES:
                yield self.place(record)
            if number == PLACES[-1]:
                return

    def place(self, record: dict[str, Any]) -> int:
        """The number of a place, of which the parameters are left out."""
        names = set(self.problem["parameters"])
        place = {
            "symbols": {n: v for n, v in record["symbols"].items() if n not in names},
            **{
                key: {t: v for t, v in record[key].items() if not self.of_parameters(t)}
                for key in ("angles", "exponents")
            },
        }
        if place not in self.places:
            self.places.append(place)
        return self.places.index(place)

    def of_parameters(self, monomial: str) -> bool:
        x = self.reader.expression(monomial)
        return all(self.parameters.own(g) for m in x[0] for g, _ in m)

    def polynomial(self, p: dict) -> Polynomial:
        """A polynomial of the verifier in the ring."""
        return self.ring.polynomial(self.expression(p))

    def expression(self, p: dict) -> Expr:
        """A real polynomial of the verifier."""
        graph = self.case.system.chart.graph
        total = graph.zero
        for m, c in p.items():
            turns, angle, factor = 0, graph.zero, graph.lift(c)
            for g, e in m:
                kind, what = self.language.kinds[g]
                if kind == "turn":
                    turns = e * 4 / self.language.order
                elif kind == "pi":
                    factor = factor * graph.pi**e
                elif kind == "symbol":
                    factor = factor * graph.symbol(what) ** e
                else:
                    inner = graph.product(
                        [(graph.symbol(self.language.kinds[h][1]), n) for h, n in what]
                    )
                    if kind == "exponential":
                        factor = factor * graph.exp(inner * Fraction(e))
                    else:
                        angle = angle + inner * Fraction(e)
            if turns not in (0, 1):
                raise OutOfReach("numbers other than rational ones in the guards")
            total = total + factor * (-graph.sin(angle) if turns else graph.cos(angle))
        return total


def _told(solved: Mapping[Expr, Expr]) -> dict[str, str]:
    return {str(p): text(e) for p, e in solved.items()}


def _answer(constraints: Constraints) -> tuple:
    return (
        constraints.verdict,
        constraints.rank,
        constraints.relations,
        constraints.growth,
        constraints.space,
        constraints.integrable,
    )


def orders(n: int) -> Iterator[list[int]]:
    """Some orders of n columns."""
    rng = random.Random(n)
    for k in range(ORDERS):
        yield list(range(n)) if k == 0 else rng.sample(range(n), n)


def _powers(powers: Mapping[int, int]) -> dict[str, int]:
    return {str(n): power for n, power in sorted(powers.items())}


def _angle(node: Expr) -> str:
    """The monomial m of a generator e^(i m) for sin(c m) or cos(c m)."""
    ((atom, _),) = angle_parts(node.graph, node.args[1][0])[0]
    return text(atom)
