"""The problem of a certificate as plain text, with its hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from nonholo.errors import NonholoError
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, inequalities
from nonholo.expression.text import text
from nonholo.expression.unspecified import function_named
from nonholo.readers.case import Case

BROKEN = re.compile(  # a power that may be a root, x^(1/2) or x^0.5; x^2/3 is none
    r"(\^|\*\*)\s*(\([\s(]*-?\s*\d+\s*/|[\s(]*-?\s*\d*\.\d)"
)


def problem_of(case: Case, as_read: bool = False, more: Sequence[str] = ()) -> dict[str, Any]:
    """Names and texts as the user wrote them; parameters that occur, with their number or null
    (generic).

    as_read: the texts are those of the file, and nothing is read again; more: texts in which
    parameters occur too.
    """
    rows, system = case.system.pfaffian, case.system
    labels = rows.labels if as_read else [_label(case, l) for l in range(rows.k)]
    given = case.scope.given.items()  # letters for which assumed equations were solved
    solved = {n: text(case.scope.expression(t).subs(system.values)) for n, t in given}
    values = {str(s): text(v) for s, v in system.values.items()} | solved
    parameters = {n: values.get(n) for n in case.scope.parameters}
    return problem_with(
        rows.chart.names,
        labels,
        rows.functions,
        parameters,
        system.inequalities,
        case.scope.signatures,
        more,
        _declared(case, labels),
    )


def _declared(case: Case, labels: Sequence[str]) -> list[str]:
    """What is declared of coordinates, and of letters beside roots and signs, each as an inequality
    that the verifier reads."""
    chart, told = case.system.chart, []
    words = _words(labels)
    signed = words & {"sqrt", "abs", "sign"} or any(map(BROKEN.search, labels))
    letters = words - {str(s) for s in case.system.values} if signed else set()
    symbols = {n: chart.graph.symbol(n) for n in case.scope.parameters if n in letters}
    for name, q in (*zip(chart.names, chart.q), *symbols.items()):
        told += inequalities(name, chart.graph.assumed.get(q.index, ANY))
    powers = (f"{base} > 0" for base, _ in case.system.where)
    for assumed in (*case.system.assumptions, *powers):
        if _words([assumed]) & {*chart.names}:
            left, apart, right = assumed.replace("≠", "!=").partition("!=")
            plain = f"({left.strip()} - ({right.strip()}))**2 > 0" if apart else assumed
            told.append(plain.replace("≤", "<=").replace("≥", ">="))
    return told


def problem_with(
    names: Sequence[str],
    labels: Sequence[str],
    functions: Sequence[Expr | None],
    parameters: dict[str, str | None],
    inequalities: Sequence[str] = (),
    unspecified: Mapping[str, Sequence[str]] = MappingProxyType({}),
    more: Sequence[str] = (),
    declared: Sequence[str] = (),
) -> dict[str, Any]:
    """The problem of rows with these texts; `functions`: of the holonomic ones; `unspecified`: the
    arguments of functions that may occur; `more`: texts in which parameters occur too; `declared`:
    inequalities between coordinates that are declared.
    """
    words = _words((*labels, *inequalities, *more, *declared))
    words |= _words(v for n, v in parameters.items() if n in words and v is not None)
    called = {call.name for word in words if (call := function_named(word, unspecified))}
    calls = {name: list(slots) for name, slots in unspecified.items() if name in called}
    return {
        "coordinates": list(names),
        "holonomic_constraints": [label for label, f in zip(labels, functions) if f is not None],
        "constraints": [label for label, f in zip(labels, functions) if f is None],
        "inequalities": list(inequalities),
        "parameters": {n: v for n, v in parameters.items() if n in words},
        **({"functions": calls} if calls else {}),
        **({"declared": list(declared)} if declared else {}),
    }


def _words(texts: Iterable[str]) -> set[str]:
    return set(re.findall(r"[^\W\d]\w*", " ".join(texts)))


def _label(case: Case, l: int) -> str:
    """The text of a row; where it did not come as a text of the language, the row written out."""
    rows, scope = case.system.pfaffian, case.scope
    label, f = rows.labels[l], rows.functions[l]
    try:
        same = (
            scope.expression(label) is f
            if f is not None
            else scope.constraint(label) is rows.value(l)
        )
    except (NonholoError, ZeroDivisionError):
        same = False
    return label if same else text(f if f is not None else rows.value(l))


def head(
    schema: int, problem, verdict: str, h: int | None, k: int | None, vector: list[int], space: str
):
    """What a certificate states, but for its evidence."""
    return {
        "certificate": schema,
        "problem": problem,
        "sha256": digest(problem),
        "verdict": verdict,
        "holonomic_relations": h,
        "independent_constraints": k,
        "growth_vector": vector,
        "space": space,
    }


def digest(problem: dict[str, Any]) -> str:
    """sha256 of the problem as JSON with sorted keys and without spaces."""
    return hashlib.sha256(
        json.dumps(problem, sort_keys=True, separators=(",", ":")).encode()
    ).hexdigest()
