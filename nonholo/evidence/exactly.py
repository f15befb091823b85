"""Why a set is holonomic exactly for the functions that obey some equations: the two sums of
`verifier.conditions`, with the verifier's own arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import kernel
from nonholo.arithmetic.polynomials import Polynomial, common_divisor, divided, factors_of
from nonholo.errors import OutOfReach
from nonholo.evidence.allowed import Allowed
from nonholo.evidence.answers import Answers, with_order
from nonholo.evidence.cases import levels_in, problem_about
from nonholo.evidence.place import Places
from nonholo.evidence.problem import digest
from nonholo.expression.functions import is_unspecified
from nonholo.expression.graph import Expr, ordered
from nonholo.expression.text import text
from nonholo.findings.families import Families
from nonholo.geometry.families.conditions import coefficients
from nonholo.verifier import verify
from nonholo.verifier.conditions import Conditions
from nonholo.verifier.outcome import Stop
from nonholo.verifier.parameters import Parameters
from nonholo.verifier.polynomials import ONE
from nonholo.words.sentence import say
from nonholo.work import BUDGETS

MOST_PLACES, SPARE = 40, 3  # places at which a minor is looked at; more than it has coefficients
MOST_DERIVATIVES, MOST_POWER = 60, 4

Key = tuple[str, tuple[str, ...], int | None]


def exactly(families: Families, units: int = BUDGETS.families) -> dict[str, Any]:
    """The record that shows the conditions on the functions of a case, which the verifier accepts.

    families: with conditions; units: as many as their cells may take.  Raises OutOfReach, with the
    reason.
    """
    conditions, problem = families.functions, problem_about(families.case)
    if conditions is None or conditions.equations is None:
        raise OutOfReach(say("the equations are not known"))
    allowed = Allowed.of(units)
    record = with_order(lambda order: _Writer(families, problem, order, allowed).written())
    document = {"family": 1, "problem": problem, "sha256": digest(problem), "cells": []}
    document["exactly"] = record
    result = verify(document, work=allowed.for_check(len(str(document))))
    if result.status != "accepted":
        raise OutOfReach(result.why)
    return record


class _Letters(Answers):
    """The arithmetic, in which coordinates that functions hold are letters."""

    def _parameters(self) -> Parameters:
        self.held = sorted(self.language.held)
        letters = [*self.problem["parameters"], *self.held]
        return Parameters(self.language, self.reader, letters, self.assumed, self.nonzero)


@dataclass(frozen=True, slots=True)
class Known:
    """What is 0: a polynomial, and as which combination of what the verifier knows.

    parts: pairs of a key, (name, coordinates by which it is derived, place or None), and a factor.
    """

    polynomial: Polynomial
    parts: tuple[tuple[Key, Polynomial], ...]


class _Writer:
    def __init__(self, families: Families, problem: dict[str, Any], order: int, allowed: Allowed):
        on, conditions = levels_in(families), families.functions
        assumed = families.constraints.assumed
        assert conditions is not None and conditions.equations is not None
        self.answers = answers = _Letters(on, problem, assumed, order, {}, allowed)
        self.graph, self.problem = answers.graph, answers.problem
        self.equations = self.graph.copy(conditions.equations)
        if any(e.is_number for e in self.equations):
            self.equations = [self.graph.one]
        self.unless = self.graph.copy(conditions.beside) or [self.graph.one]
        rows, dependent = conditions.split
        self.record: dict[str, Any] = {
            **answers.put,
            "assumed": answers.assumed,
            "nonzero": answers.nonzero,
            "places": [],
            "rows": [on.rows[l] for l in rows],
            "dependent": list(dependent),
        }
        self.judge = Conditions(answers.reader, self.problem, self.record, None)
        D, B = self.judge.curvature(self.problem)
        self.minors = {"D": D, **{name: p for name, p in B.items() if p}}

    def written(self) -> dict[str, Any]:
        """The record.  Raises OutOfReach."""
        values = {name: list(self.values(p)) for name, p in self.minors.items()}
        self.rates = {e: list(self.derivatives(e)) for e in self.equations}
        whole = {name: self.answers.expression_of(p) for name, p in self.minors.items()}
        nodes = [e for some in values.values() for _, e in some]
        nodes += [e for some in self.rates.values() for _, e in some]
        moving = [self.graph.symbol(n) for n in (*self.problem["coordinates"], "t")]
        self.moving = [s for s in moving if str(s) not in self.answers.held]
        self.field = Field([*nodes, *whole.values(), *self.unless, *moving], None)
        sources = {
            name: self.sources(e, [(at, self.polynomial(v)) for at, v in values[name]], name)
            for name, e in whole.items()
        }
        D = sources.pop("D")
        tried = (filter(None, (self.claim(e, one, []) for one in D)) for e in self.unless)
        unless = [next(claims, None) for claims in tried]
        if None in unless:
            raise OutOfReach(say("what the rows are solved with may be 0"))
        self.judge.parameters.nonzero.append(self.minors["D"])
        equations, derived = self.shown([known for some in sources.values() for known in some])
        curvature = {name: self.combination(whole[name], derived) for name in sources}
        claims = {"equations": equations, "unless": unless, "curvature": curvature}
        return with_used_places({**self.record, **claims}, self.answers.places)

    # what is 0
    def values(self, p: dict) -> Iterator[tuple[int, Expr]]:
        """(place, value of a minor there), a polynomial in the letters."""
        parameters = self.answers.parameters
        outer = {tuple(x for x in m if not parameters.parametric(x[0])) for m in p}
        records = Places(self.answers.reader, [(p, ONE)], []).records()
        for record in islice(records, min(len(outer) + SPARE, MOST_PLACES)):
            with suppress(ZeroDivisionError, Stop):
                at = self.answers.place(record)
                value = parameters.value(parameters.place(self.answers.places[at]), p)
                yield at, self.answers.expression_of(value)

    def derivatives(self, equation: Expr) -> Iterator[tuple[tuple[str, ...], Expr]]:
        """An equation, and its derivatives while these are of no higher order than curvature is."""
        held = [self.graph.symbol(name) for name in self.answers.held]
        most = order_of(map(self.answers.expression_of, self.minors.values()))
        level: list[tuple[tuple[str, ...], Expr]] = [((), equation)]
        for _ in range(MOST_DERIVATIVES):
            if not level:
                return
            by, e = level.pop(0)
            yield by, e
            if order_of([e]) < most:
                later = (s for s in held if not by or str(s) >= by[-1])
                level += [((*by, str(s)), d) for s in later if not (d := e.diff(s)).is_zero]

    def sources(
        self, whole: Expr, values: Sequence[tuple[int, Polynomial]], name: str
    ) -> list[Known]:
        """The coefficients of a minor by what no function holds, from its values at places."""
        (groups,) = coefficients(self.field, [self.field.normal(whole).num], self.moving)
        return [known for c in groups.values() if (known := self.from_values(c, values, name))]

    def from_values(
        self, c: Polynomial, values: Sequence[tuple[int, Polynomial]], name: str
    ) -> Known | None:
        """A coefficient as a sum of numbers times values."""
        terms = [dict(p.terms()) for p in (*(value for _, value in values), c)]
        rows = [[term.get(m, 0) for term in terms] for m in {m for term in terms for m in term}]
        relation = next((v for v in kernel(rows, len(terms)) if v[-1]), None)
        if relation is None:
            return None
        one = self.field.one
        numbers = [(at, -x / relation[-1]) for (at, _), x in zip(values, relation) if x]
        return Known(c, tuple(((name, (), at), one * x) for at, x in numbers))

    # sums
    def shown(self, bent: Sequence[Known]) -> tuple[list[dict[str, Any]], list[Known]]:
        """Each equation, from the coefficients and from those before it; and what is 0 then."""
        claims: list[dict[str, Any]] = []
        derived: list[Known] = []
        left = list(self.equations)
        others = [(one, [other for other in bent if other is not one]) for one in bent]
        ways = [*((one, []) for one in bent), *others]
        while left:
            tried = (
                (e, self.claim(e, one, [*derived, *beside])) for e in left for one, beside in ways
            )
            e, claim = next(((e, one) for e, one in tried if one), (None, None))
            if e is None or claim is None:
                raise OutOfReach(say("an equation for functions that is not shown to be needed"))
            name = str(len(claims))
            for by, rate in self.rates[e]:
                derived.append(Known(self.polynomial(rate), (((name, by, None), self.field.one),)))
            claims.append(claim)
            left.remove(e)
        return claims, derived

    def claim(self, e: Expr, one: Known, others: Sequence[Known]) -> dict[str, Any] | None:
        """g e^p as a multiple of what is known and of others; None if it is not."""
        equation = self.polynomial(e)
        left, parts = self.remainder(equation, others)
        if left == 0:
            return {"equation": text(e), "factors": [], "sum": self.terms(parts)}
        left, parts = self.remainder(one.polynomial, others)
        if left == 0:
            return None
        beside = left
        while not (common := common_divisor(beside, equation)).is_constant():
            beside = beside / common
        number, nowhere = factors_of(beside)
        texts = [self.text(f) for f, power in nowhere for _ in range(power)]
        powers = range(1, MOST_POWER + 1) if all(map(self.flat_nowhere, texts)) else ()
        for power in powers:
            times = divided(equation**power * beside, left * number)
            if times is not None:
                terms = [(key, times * c) for key, c in one.parts]
                terms += [(key, -times * c) for key, c in parts]
                factors = [*[text(e)] * (power - 1), *texts]
                return {"equation": text(e), "factors": factors, "sum": self.terms(terms)}
        return None

    def flat_nowhere(self, factor: str) -> bool:
        return self.judge.nowhere_flat(self.judge.parameters.polynomial(factor))

    def combination(self, whole: Expr, known: Sequence[Known]) -> list[dict[str, Any]]:
        """Curvature as a sum of what is 0.  Raises OutOfReach."""
        quotient = self.field.normal(whole)
        left, parts = self.remainder(quotient.num, known)
        if left != 0:
            raise OutOfReach(say("curvature that is not shown to follow from the equations"))
        return self.terms(parts, self.field.expression(self.field.expanded(quotient.den)))

    def remainder(
        self, p: Polynomial, known: Sequence[Known]
    ) -> tuple[Polynomial, list[tuple[Key, Polynomial]]]:
        """p less multiples of what is known, and these."""
        parts: list[tuple[Key, Polynomial]] = []
        before = None
        while p != before and p != 0:
            before = p
            for one in known:
                times, p = divmod(p, one.polynomial)
                parts += [(key, times * c) for key, c in one.parts if times != 0]
        return p, parts

    def terms(
        self, parts: Sequence[tuple[Key, Polynomial]], below: Expr | None = None
    ) -> list[dict[str, Any]]:
        total: dict[Key, Polynomial] = {}
        for key, c in parts:
            total[key] = total.get(key, self.field.one * 0) + c
        written = []
        for (of, by, at), c in total.items():
            times = self.field.expression(c) if below is None else self.field.expression(c) / below
            place = {} if at is None else {"at": at}
            written.append({"of": of, "by": list(by), **place, "times": text(times)})
        return written

    def polynomial(self, e: Expr) -> Polynomial:
        """Of an expression without denominators.  Raises OutOfReach."""
        quotient = self.field.normal(e)
        if quotient.den:
            raise OutOfReach(say("a denominator with parameters"))
        return quotient.num

    def text(self, p: Polynomial) -> str:
        return text(self.field.expression(p))


def order_of(nodes: Iterable[Expr]) -> int:
    """The highest order of a derivative of unspecified functions."""
    calls = (node.args[0] for node in ordered(nodes) if is_unspecified(node))
    return max((sum(call.orders) for call in calls), default=0)


def with_used_places(record: dict[str, Any], places: Sequence[Any]) -> dict[str, Any]:
    """The record with the places that sums are about, in the order in which they stand there."""
    claims = [*record["equations"], *record["unless"]]
    terms = [term for claim in claims for term in claim["sum"] if "at" in term]
    used = list(dict.fromkeys(term["at"] for term in terms))
    for term in terms:
        term["at"] = used.index(term["at"])
    return {**record, "places": [places[at] for at in used]}
