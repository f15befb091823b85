"""Certificates of two tellings: each is accepted, of the system it is about, with one verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonholo.dossier.certificate import certificate
from nonholo.evidence.problem import problem_of
from nonholo.findings.check import check
from nonholo.readers.case import Case
from nonholo.testing.laws.answers import Pair, answers, asked, decided
from nonholo.testing.tellings import Telling
from nonholo.verifier import verify

SAID = "verdict", "holonomic_relations", "independent_constraints", "growth_vector"


def certificates(told: Telling) -> Iterator[Pair]:
    """What they say is the same; none of them is refused."""
    if told.first.system.nonlinear:
        return
    first, other = (asked(_made, case) for case in (told.first, told.other))
    if not (answers(first) and answers(other)):
        yield "a certificate", *(answers(one) or None for one in (first, other))
        return
    for word, made, case in (("first", first, told.first), ("other", other, told.other)):
        yield f"that of the {word}", True, _accepted(made, case)
    for key in SAID:
        yield key, *(_said(made, key) for made in (first, other))


def _made(case: Case) -> dict[str, Any]:
    return certificate(check(case))


def _accepted(made: dict[str, Any], case: Case) -> bool | None:
    """And about this case; None: not checkable, or more work than it takes."""
    status, asked_of = verify(made).status, problem_of(case)
    about = all(made["problem"].get(key) == value for key, value in asked_of.items())
    return {"accepted": about, "refused": False}.get(status)


def _said(made: dict[str, Any], key: str) -> Any:
    value = decided(made.get(key))
    return tuple(value) if isinstance(value, list) else value
