"""nonholo check --certificate and nonholo verify, as functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nonholo.dossier.certificate import certificate as certificate_of
from nonholo.dossier.family_certificate import family_certificate
from nonholo.errors import NonholoError, option, said
from nonholo.evidence.answers import known_signs
from nonholo.evidence.cases import SCHEMAS, problem_about
from nonholo.evidence.problem import problem_of
from nonholo.evidence.record import compared
from nonholo.evidence.stability import problem_with_motion, stability_certificate
from nonholo.findings.check import check
from nonholo.findings.families import Families
from nonholo.findings.steady_stability import SteadyStability
from nonholo.findings.verdict import Verdict
from nonholo.readers.assumptions import assumptions_of
from nonholo.readers.case import Case
from nonholo.readers.file_names import named_file
from nonholo.readers.given import as_case
from nonholo.verifier import Result, loads
from nonholo.verifier import verify as verified_alone
from nonholo.words.sentence import say

_OF: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    Verdict: certificate_of,
    Families: family_certificate,
    SteadyStability: stability_certificate,
}


def certificate(given: Any) -> dict[str, Any]:
    """The certificate of a verdict: what a stranger needs to re-check it, in JSON's types.

    given: what `check` gave, or `families`: then of the cells of its constraints, or of its first
    question if these were not asked about; or `steady_stability`; or what `check` takes, which is
    checked first: a case, the path of its file, a model of sympy.physics.mechanics.  Raises
    NotPfaffian for constraints nonlinear in the velocities, OutOfReach for a family with a cell
    that is open, for questions without certificates, and for states that fall apart where none was
    found.

    >>> import nonholo as nh
    >>> made = nh.certificate(nh.constraints("dz = y dx"))
    >>> nh.verify(made).status
    'accepted'
    """
    made = _OF.get(type(given))
    return certificate_of(check(given)) if made is None else made(given)


def verify(given: dict[str, Any] | str | Path, case: Case | str | Path | None = None) -> Result:
    """Re-check a certificate with exact arithmetic, believing nothing that it states.

    given: a certificate, a record of `nonholo check --json` that holds one, or the path of a file
    with either; case: the certificate must be about this case.  Raises NonholoError for a file that
    can't be read as JSON.

    >>> import nonholo as nh
    >>> made = nh.certificate("heisenberg")
    >>> nh.verify(made, "heisenberg").status, nh.verify(made, "rolling_coin").status
    ('accepted', 'refused')
    """
    content = read_certificate(given) if isinstance(given, (str, Path)) else given
    return verified(content, None if case is None else as_case(case))[0]


def read_certificate(path: str | Path) -> Any:
    """The content of a file of JSON.  Raises NonholoError, BadCase for an empty name."""
    if named_file(path).suffix == ".toml":
        raise NonholoError(
            say(
                "{path}: a case is no certificate; {command} writes the one to be verified",
                path=path,
                command=option(
                    f"`nonholo check {path} --certificate FILE.json`",
                    f'nonholo.certificate("{path}")',
                ),
            )
        )
    try:
        return loads(named_file(path).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise NonholoError(
            say("{path}: cannot be read as JSON: {error}", path=path, error=said(error))
        ) from None


def verified(content: Any, case: Case | None) -> tuple[Result, dict[str, Any]]:
    """A bare certificate, or a record that holds one: the result, and which of its keys were
    compared.
    """
    inner = content.get("certificate") if isinstance(content, dict) else None
    whole = inner if isinstance(inner, dict) else content
    result = verified_alone(whole)
    if result.status == "accepted" and case is not None:
        stated = whole["problem"]
        asked = {key: stated[key] for key in ("integrals",) if key in stated}  # no part of a case
        result = _about(stated, _problem_of(case, whole.get("family"), stated) | asked, result)
    if result.status == "accepted" and case is not None and "cases" in whole:
        result = _assuming(whole, case, result)
    if result.status != "accepted" or whole is content:
        return result, {}
    return compared(content, whole, result)


def _problem_of(case: Case, family: int | None, stated: dict[str, Any]) -> dict[str, Any]:
    """The problem of a case as a certificate would hold it; family: the schema of one of those;
    stated: its problem, which names the motion and letters that it is about."""
    if family is None:
        return problem_of(case)
    if "motion" in stated:
        letters = (n for n, value in stated["parameters"].items() if value is None)
        return problem_with_motion(case, stated["motion"], letters)
    questions = [q for q, schema in SCHEMAS.items() if schema == family]
    return problem_about(case, *questions)


def _assuming(whole: dict[str, Any], case: Case, result: Result) -> Result:
    """Does the case assume all that the certificate of a family does?"""
    letters, graph = whole["problem"]["parameters"], case.system.chart.graph
    known = {*assumptions_of([graph.symbol(name) for name in letters]), *case.system.assumptions}
    for told, relation in known_signs(case, letters):
        known |= {f"{told} {relation} 0", f"{told} != 0"}
    nonzero = whole["cases"].get("nonzero", ())
    used = (*whole["cases"]["assumed"], *(f"{e} != 0" for e in nonzero))
    more = [told for told in used if told not in known]
    if not more:
        return result
    return Result(
        "refused",
        "cases",
        say("the certificate assumes {more}; the case does not say so", more="; ".join(more)),
    )


def _about(stated: dict[str, Any], problem: dict[str, Any], result: Result) -> Result:
    """Is the certificate about the problem of the case?"""
    other = [key for key in {**problem, **stated} if stated.get(key) != problem.get(key)]
    return (
        Result("refused", "problem", say("the case has other {names}", names=", ".join(other)))
        if other
        else result
    )
