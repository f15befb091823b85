"""A record of `nonholo check --json` held against its certificate, key by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonholo.verifier import Result
from nonholo.verifier.functions import Functions, MoreTurns
from nonholo.verifier.outcome import WORK, Budget, Stop
from nonholo.verifier.point import Point
from nonholo.verifier.polynomials import ZERO
from nonholo.verifier.problem import Reader, System, names_of

DIFFERENT = "the record says something else than its certificate"
ALONE = {"potential": True, "integrable alone": True, "not integrable alone": False}


def compared(
    record: dict[str, Any], certificate: dict[str, Any], result: Result
) -> tuple[Result, dict[str, Any]]:
    """The result, refused if a key says otherwise; and {"compared": keys, "not_covered": keys}."""
    if "cells" in result.shown:  # of a family, or of several sets: nothing is said of one set
        return result, {"compared": [], "not_covered": [k for k in record if k != "certificate"]}
    if "hidden" in certificate:
        certificate = _on_its_set(certificate["problem"], certificate["hidden"])
    stated = _stated(record, certificate, result.shown)
    covered = []
    for key in record:
        if key not in stated or key == "certificate":
            continue
        if record[key] != stated[key]:
            return Result("refused", key, DIFFERENT), {}
        covered.append(key)
    for name, check in _CHECKED.items():
        key = name.split(":")[0]
        if key in record and record[key] not in (None, []):
            answer = _answered(check, record, certificate)
            if answer is False:
                return Result("refused", key, DIFFERENT), {}
            covered += [name] if answer else []
    uncovered = [key for key in record if key not in covered and key != "certificate"]
    return result, {"compared": covered, "not_covered": uncovered}


def _on_its_set(problem: dict[str, Any], hidden: dict[str, Any]) -> dict[str, Any]:
    """The certificate of the one set that one with hidden constraints ends with."""
    if "claims" in hidden:
        return {**hidden, "problem": problem}
    level, then = next((one["level"], one["then"]) for one in hidden["sets"] if _ends(one))
    levels = [*problem["holonomic_constraints"], level]
    return _on_its_set({**problem, "holonomic_constraints": levels}, then)


def _ends(one: dict[str, Any]) -> bool:
    """Does something that follows from a level end with a certificate?"""
    then = one.get("then") or {"sets": []}
    return "claims" in then or any(map(_ends, then["sets"]))


def _stated(record, certificate, shown) -> dict[str, Any]:
    """What the certificate says of the keys that follow from it at once."""
    problem = certificate["problem"]
    labels = _labels(record.get("constraints", []), problem)
    stated = {
        "schema": 1,
        "coordinates": problem["coordinates"],
        "constraints": labels,
        "inequalities": problem["inequalities"],
        "verdict": shown["verdict"],
        "independent_constraints": shown["independent_constraints"],
        "space": shown["space"],
    }
    if shown["holonomic_relations"] is not None:
        stated["holonomic_relations"] = shown["holonomic_relations"]
    spare = {c["row"] for c in certificate.get("claims", ()) if c["claim"] == "redundant"}
    if "claims" in certificate and "parts" not in certificate:
        stated["redundant_constraints"] = [labels[l] for l in sorted(spare)]
    if shown["growth_vector"] and "at" in record:
        stated["generic_growth_vector"] = shown["growth_vector"]
    elif shown["growth_vector"]:
        stated["growth_vector"] = shown["growth_vector"]
        stated["degree_of_nonholonomy"] = len(shown["growth_vector"])
    return stated


def _labels(told: list[str], problem: dict[str, Any]) -> list[str]:
    """The constraints of a problem, each as it is told where that says the same: f = 0 is f."""
    texts = problem["holonomic_constraints"] + problem["constraints"]
    if len(texts) != len(told):
        return texts
    return [label if label == f"{f} = 0" else f for f, label in zip(texts, told)]


def _answered(check: Callable, record, certificate) -> bool | None:
    """What a check says with the verifier's arithmetic; None where that cannot be read."""
    order = 4
    while True:
        try:
            return check(_Bench(certificate["problem"], order), record, certificate)
        except MoreTurns as more:
            (order,) = more.args
        except (Stop, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            return None


class _Bench:
    """The rows of a problem as the verifier reads them."""

    def __init__(self, problem: dict[str, Any], order: int):
        self.language = Functions(order, Budget(WORK))
        self.reader = Reader(self.language, *names_of(problem))
        self.reader.declare(problem.get("declared", []))
        self.system = System(self.reader, problem)

    def vector(self, table: dict[str, str]) -> dict:
        return {n: self.reader.expression(text) for n, text in table.items()}

    def annihilated(self, vector: dict) -> bool:
        return all(not self.language.dot(row, vector)[0] for row in self.system.rows)


def _functions(bench: _Bench, record, certificate) -> bool | None:
    """Those of the problem with their arguments; others, and values, are not judged."""
    calls = {f"{name}({', '.join(a)})": None for name, a in bench.reader.functions.items()}
    if not set(calls) <= set(record["functions"]):
        return False
    return record["functions"] == calls or None


def _individual(bench: _Bench, record, certificate) -> bool | None:
    """Each row alone: the answer that is claimed."""
    claims = {
        c["row"]: ALONE[c["claim"]] for c in certificate.get("claims", ()) if c["claim"] in ALONE
    }
    rows = record["individual"]
    told = [one["constraint"] for one in rows]
    if told != _labels(told, certificate["problem"]):
        return False
    if any(rows[l]["integrable"] not in (None, answer) for l, answer in claims.items()):
        return False
    return True if set(claims) >= set(range(len(rows))) else None


def _potentials(bench: _Bench, record, certificate) -> bool | None:
    """factor * row = d(potential), where both are given."""
    given = [
        (row, one)
        for row, one in zip(bench.system.rows, record["individual"])
        if one.get("potential")
    ]
    for row, one in given:
        mu = bench.reader.expression(one["integrating_factor"])
        if not mu[0]:
            return False
        form = bench.reader.differential(bench.reader.expression(one["potential"]))
        for v in {**row, **form}:
            scaled = bench.language.times(mu, row.get(v, ZERO))
            if not bench.language.same(scaled, form.get(v, ZERO)):
                return False
    return True if given else None


def _virtual(bench: _Bench, record, certificate) -> bool | None:
    """Every displacement is annihilated by every row with time frozen, and they are a basis: they
    are independent at the point of the certificate.
    """
    if _has_levels(certificate):
        return None
    vectors = [bench.vector(table) for table in record["virtual_displacements"]]
    names, point = record["coordinates"], Point(bench.language, bench.reader, certificate["point"])
    values = [[point.vector(v).get(name, {}) for name in names] for v in vectors]
    rank = len(names) - record["independent_constraints"]
    if not len(vectors) == rank == bench.language.rank(values):
        return False
    return all(map(bench.annihilated, vectors))


def _possible(bench: _Bench, record, certificate) -> bool | None:
    """dt and the displacement are annihilated by every row."""
    if _has_levels(certificate):
        return None
    vector = bench.vector(record["possible_displacement"])
    return bench.annihilated({**vector, "t": bench.reader.expression("1")})


def _integrals(bench: _Bench, record, certificate) -> bool | None:
    """df vanishes on the admissible fields."""
    fields = [c["fields"] for c in certificate.get("claims", ()) if c["claim"] == "admissible"]
    if not fields or _has_levels(certificate):
        return None
    forms = [
        bench.reader.differential(bench.reader.expression(f)) for f in record["first_integrals"]
    ]
    vectors = [bench.vector(field) for field in fields[0]]
    drift = {"t": ZERO} if bench.system.space == "q" else {}
    return all(
        form and not bench.language.dot(form, {**drift, **v})[0] for form in forms for v in vectors
    ) and all("t" not in form or bench.system.space == "tq" for form in forms)


def _has_levels(certificate) -> bool:
    return bool(certificate["problem"]["holonomic_constraints"])


_CHECKED = {
    "functions": _functions,
    "individual: integrable": _individual,
    "individual: potential": _potentials,
    "virtual_displacements": _virtual,
    "possible_displacement": _possible,
    "first_integrals": _integrals,
}
