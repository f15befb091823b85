"""The certificate of a check made by symbols: ways to prove it, tried in turn, and verified before
it is handed out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from nonholo import verifier
from nonholo.errors import NonholoError, OutOfReach, SingularPivot, said
from nonholo.evidence.claims import NOWHERE, evidence
from nonholo.evidence.problem import head, problem_of
from nonholo.evidence.source import Source
from nonholo.expression.graph import Expr
from nonholo.expression.text import text
from nonholo.findings.sampled import numbers_in, with_numbers
from nonholo.findings.verdict import UNDECIDED, Verdict
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.flag.flag import in_new_graph
from nonholo.linear.elimination import vanishes
from nonholo.readers.build import build
from nonholo.readers.case import Case
from nonholo.readers.draft import Draft
from nonholo.words.sentence import say

SCHEMA = 1
MAX_VARIABLES, MAX_ENTRIES = 40, 1200
MAX_DEGREE = 12  # of a row in the coordinate of a level by which it is divided


def certificate(check: Verdict, problem: dict[str, Any] | None = None) -> dict[str, Any]:
    """The certificate of a check; the same for the same check.

    problem: its texts, where they are not those of its case.
    """
    problem = problem or problem_of(check.case)
    growth, vector = check.require("closure", "a certificate").growth, growth_of(check)
    stated = check.verdict, check.relations, check.independent, list(vector), check.full.space
    top, claim, reasons = head(SCHEMA, problem, *stated), "rank", []
    try:
        if check.verdict == UNDECIDED:
            claim = "growth"
            raise OutOfReach(growth.evidence.reason or "the verdict is undecided")
        if not growth.complete:
            raise OutOfReach(growth.evidence.reason)
        _require_small(check.case)
        for source in _sources(check, problem):
            try:
                made = {**top, **evidence(problem, source, vector)}
            except (OutOfReach, SingularPivot, ZeroDivisionError) as limit:
                reasons.append(said(limit) or type(limit).__name__)
                if isinstance(limit, OutOfReach) and not problem["holonomic_constraints"]:
                    break
                continue
            result = verifier.verify(made)
            if result.status == "accepted":
                return made
            reasons.append(f"{result.where}: {result.why}")
    except (NonholoError, ZeroDivisionError) as limit:
        reasons.append(said(limit) or type(limit).__name__)
    return {**top, "point": NOWHERE, "claims": [{"claim": claim, "reason": str(reasons[0])}]}


def growth_of(check: Verdict) -> tuple[int, ...]:
    """The growth vector in the space of all rows as written: d/dt adds 1 to each entry of one in
    q."""
    growth = check.require("closure", "a certificate").growth
    return tuple(d + (growth.space != check.full.space) for d in growth.vector)


def _require_small(case: Case) -> None:
    rows = case.system.pfaffian
    variables = rows.chart.n + (rows.space == "tq")
    if variables > MAX_VARIABLES or rows.k * variables > MAX_ENTRIES:
        raise OutOfReach(
            say(
                "{k} rows in {variables} variables are too many: at most {max_variables} "
                "variables and {max_entries} entries",
                k=rows.k,
                variables=variables,
                max_variables=MAX_VARIABLES,
                max_entries=MAX_ENTRIES,
            )
        )


def _sources(check: Verdict, problem: dict[str, Any]) -> Iterator[Source]:
    """The rows as they are; with levels put in that are linear in a coordinate; divided by the
    other levels."""
    case = check.case
    plain = with_numbers(case.system.pfaffian, numbers_in(case))
    alone = {l: [("1", f)] for l, f in enumerate(problem["holonomic_constraints"])}
    if not alone:
        alone = {
            l: [(text(p.factor), text(p.function))]
            for l, p in enumerate(check.potentials)
            if p is not None
        }
    integrals = [
        ({str(l): text(c) for l, c in f.combination}, text(f.function))
        for f in check.integrals.together
        if len(f.combination) > 1
    ]
    known: dict[str, Any] = {"alone": alone, "integrals": integrals}
    levels = [f for f in plain.functions if f is not None]
    solved = _with_levels_put_in(case, plain, levels) if levels else None
    if solved is not None:
        yield replace(solved, **known)
    rows, nominal = in_new_graph(plain, case.nominal)
    start = Source(rows, tuple(range(plain.k)), wish=case.dependent, nominal=nominal, **known)
    yield start
    if case.dependent:
        yield replace(start, wish=())
    for source in (solved, start) if levels else ():
        if source is not None and (divided := _restricted(source, plain, levels)) is not None:
            yield replace(divided, wish=(), **known)


# levels ------------------------------------------------------------------------------------------
def _with_levels_put_in(case: Case, plain: Pfaffian, levels: Sequence[Expr]) -> Source | None:
    """The set with the levels put in that are linear in a coordinate, a number before it; None if
    none is."""
    chart, functions = plain.chart, list(levels)
    values: dict[Expr, Expr] = {}
    solved: list[tuple[int, str]] = []
    waiting = list(range(len(levels)))
    while choice := next(_linear(functions, waiting, chart), None):
        l, j = choice
        f, q = functions[l], chart.q[j]
        phi = -f.subs({q: chart.graph.zero}) / f.diff(q)
        values = {z: e.subs({q: phi}) for z, e in values.items()} | {q: phi}
        functions = [g.subs({q: phi}) for g in functions]
        waiting.remove(l)
        solved.append((l, chart.names[j]))
    return _put_in(case, plain, values, solved, waiting, functions) if solved else None


def _linear(functions: Sequence[Expr], waiting: Sequence[int], chart) -> Iterator[tuple[int, int]]:
    for l in waiting:
        for j, q in enumerate(chart.q):
            slope = functions[l].diff(q)
            if slope.is_number and not slope.is_zero:
                yield l, j


def _put_in(case: Case, plain: Pfaffian, values, solved, waiting, functions) -> Source:
    """The rows that are left, in the coordinates that are left."""
    chart = plain.chart
    graph = chart.graph
    rates = {}
    for z, e in values.items():
        rate = [e.diff(q) * v for q, v in zip(chart.q, chart.v)]
        rates[chart.v[chart.q.index(z)]] = graph.add(e.diff(chart.t), *rate)
    names = [n for n, q in zip(chart.names, chart.q) if q not in values]
    unsolved = [l for l in range(plain.k) if l not in dict(solved)]
    bound = {**values, **rates}
    texts = {l: text(plain.value(l).subs(bound)) for l in unsolved if l not in waiting}
    empty = [l for l, written in texts.items() if written == "0"]
    empty += [l for l in waiting if vanishes(functions[l])]
    place = [*(l for l in waiting if l not in empty), *(l for l in texts if l not in empty)]
    draft = Draft(
        names,
        dict.fromkeys(case.scope.parameters),
        holonomic=[text(functions[l]) for l in waiting if l not in empty],
        constraints=[texts[l] for l in texts if l not in empty],
        functions=case.scope.functions,
    )
    rows, _ = in_new_graph(build(draft).system.pfaffian)
    return Source(rows, tuple(place), tuple(empty), tuple(solved))


def _restricted(source: Source, plain: Pfaffian, given: Sequence[Expr]) -> Source | None:
    """The rows divided by the levels that are left; None if that changes nothing."""
    rows, levels = source.rows, [l for l in source.place if l < len(given)]
    chart = rows.chart
    functions = [_level_in_source(given[l], source, plain.chart, given) for l in levels]
    matrix, affine, claims = list(rows.matrix), list(rows.affine), []
    for l in range(len(levels), rows.k):
        form = list(rows.form(l))
        cofactors: dict[str, dict[str, str]] = {}
        for number, f in zip(levels, functions):
            parts = [divided(e, f, chart.q) for e in form]
            form = [remainder for _, remainder in parts]
            names = ("t", *chart.names)
            quotients = {n: text(q) for n, (q, _) in zip(names, parts) if not q.is_zero}
            if quotients:
                cofactors[str(number)] = quotients
        if cofactors:
            components = {n: text(e) for n, e in zip(("t", *chart.names), form) if not e.is_zero}
            claims.append((source.place[l], components, cofactors))
            affine[l], matrix[l] = form[0], tuple(form[1:])
    if not claims:
        return None
    changed = replace(rows, matrix=tuple(matrix), affine=tuple(affine))
    return replace(source, rows=changed, restricted=tuple(claims))


def _level_in_source(f: Expr, source: Source, chart: Chart, given: Sequence[Expr]) -> Expr:
    """A level in the graph of the source, with what was put in."""
    graph = source.rows.chart.graph
    (function,) = graph.copy([f])
    values: dict[Expr, Expr] = {}
    for l, name in source.solved:
        (level,) = graph.copy([given[l]])
        level = level.subs(values)
        (q,) = graph.copy([chart.q[chart.names.index(name)]])
        phi = -level.subs({q: graph.zero}) / level.diff(q)
        values = {z: e.subs({q: phi}) for z, e in values.items()} | {q: phi}
    return function.subs(values)


def divided(e: Expr, f: Expr, coordinates: Sequence[Expr]) -> tuple[Expr, Expr]:
    """(quotient, rest) of a division by f as a polynomial in some coordinate, a number before its
    highest power."""
    graph = e.graph
    for z in coordinates:
        divisor, entry = _coefficients(f, z), _coefficients(e, z)
        if divisor is None or entry is None or len(divisor) < 2 or not divisor[-1].is_number:
            continue
        quotient: list[Expr] = []
        while len(entry) >= len(divisor):
            top = entry[-1] / divisor[-1]
            quotient.insert(0, top)
            shift = len(entry) - len(divisor)
            entry = [
                c - top * divisor[i - shift] if i >= shift else c for i, c in enumerate(entry)
            ][:-1]
        if any(not c.is_zero for c in quotient):
            return _polynomial(graph, quotient, z), _polynomial(graph, entry, z)
    return graph.zero, e


def _coefficients(e: Expr, z: Expr) -> list[Expr] | None:
    """Of a polynomial in z, the lowest first; None if it is none of modest degree."""
    coefficients, factorial = [], 1
    for k in range(MAX_DEGREE + 1):
        if e.is_zero:
            break
        coefficients.append(e.subs({z: e.graph.zero}) / factorial)
        e, factorial = e.diff(z), factorial * (k + 1)
    return None if not e.is_zero else coefficients


def _polynomial(graph, coefficients: Sequence[Expr], z: Expr) -> Expr:
    return (
        graph.add(*(c * z**k for k, c in enumerate(coefficients))) if coefficients else graph.zero
    )
