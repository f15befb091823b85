"""The certificate of a verdict: what a stranger needs to re-check it by exact arithmetic alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from nonholo.errors import OutOfReach
from nonholo.evidence import small
from nonholo.evidence.hidden import hidden_certificate
from nonholo.evidence.large import certificate_in_parts, large_certificate
from nonholo.findings.verdict import Branched, Chetaev, Sampled, Symbolic, Verdict
from nonholo.work import BUDGETS

Problem = dict[str, Any] | None


def certificate(
    check: Verdict, units: int = BUDGETS.certificate, problem: Problem = None
) -> dict[str, Any]:
    """The certificate of a verdict on sets of any size, in JSON's types; always the same.

    problem: the texts it is about, where they are not those of the case.  What is out of reach is a
    claim with a "reason" in place of its evidence.  Raises NotPfaffian for constraints nonlinear in
    the velocities, OutOfReach for states that fall apart where one was not found.
    """
    return WAYS[type(check.detail)](check, units, problem)


def certified(check: Verdict) -> dict[str, Any] | None:
    """The certificate; None for constraints nonlinear in the velocities, and where none was found
    for states that fall apart.
    """
    if check.nonlinear:
        return None
    try:
        return certificate(check)
    except OutOfReach:
        if check.branches:
            return None
        raise


def _by_symbols(check: Verdict, units: int, problem: Problem) -> dict[str, Any]:
    if check.case.hidden and problem is None:
        with suppress(OutOfReach):  # else it is about the set with all its constraints
            return hidden_certificate(check)
    made = small.certificate(check, problem)
    if not any("reason" in claim for claim in made["claims"]):
        return made
    return certificate_in_parts(check, units, problem) or made


def _on_each(check: Verdict, units: int, problem: Problem) -> dict[str, Any]:
    return hidden_certificate(check)


def _refused(check: Verdict, units: int, problem: Problem) -> dict[str, Any]:
    return check.detail.refuse(check.case, "a certificate")


WAYS: Mapping[type, Callable[[Verdict, int, Problem], dict[str, Any]]] = {
    Symbolic: _by_symbols,
    Sampled: large_certificate,
    Chetaev: _refused,
    Branched: _on_each,
}
