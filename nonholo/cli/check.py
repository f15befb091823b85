"""nonholo check"""

from __future__ import annotations

import contextlib
import json

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED, each, emit
from nonholo.cli.unused import of_names, refuse
from nonholo.errors import NonholoError
from nonholo.files import write
from nonholo.words.language import tell
from nonholo.words.sentence import say
from nonholo.work import BUDGETS


def declare(commands) -> Command:
    add = Command(commands, "check", tell("holonomic or not, with the evidence"), run)
    add.given(
        "cases",
        tell("CASE"),
        tell(
            "case files, folders of them, names of cases that ship (`nonholo cases`), or - "
            "for standard input"
        ),
        "*",
    )
    add.constraints(
        tell('a constraint by itself, such as "dz = y dx" or "x\' = y*z\'"; several may follow')
    )
    add.point("--at", tell("growth vector at x=0,theta=pi/2,..."))
    add.dependent()
    add.names(
        "--restricted",
        tell("which hidden relations hold among these coordinates alone, such as x,y,theta"),
    )
    add.flag(
        "--families", tell("for which parameters the verdict is another (see nonholo families)")
    )
    add.flag("--expected", tell("check the published facts of the case"))
    add.flag("--full", tell("no list and no formula is cut"))
    add.flag("--integrals", tell("search longer for first integrals"))
    add.effort()
    add.language()
    add.value(
        "--certificate",
        tell("FILE"),
        tell("write the certificate of one case, for `nonholo verify`"),
    )
    add.examples("nonholo check rolling_coin", 'nonholo check -c "dz = y dx"')
    return add


def run(options) -> int:
    """Check files or constraints.

    Raises NonholoError for both or neither, and for one certificate of several files.
    """
    from nonholo.cli.asked import asked_case, asked_files

    if options.constraints and options.cases:
        raise NonholoError(say("give case files or constraints with -c, not both"))
    of_names(options)
    if options.constraints:
        return _check_constraints(options)
    if not options.cases:
        raise NonholoError(
            say('nothing to check; give a case file, or a constraint: -c "dz = y dx"')
        )
    paths = asked_files(options.cases)
    if options.certificate and len(paths) > 1:
        raise NonholoError(say("--certificate writes one file; give one case"))
    return each(paths, lambda path: _checked(asked_case(path), options), options)


def _check_constraints(options) -> int:
    from nonholo.readers.of_constraints import case_from_constraints

    case = case_from_constraints(options.constraints, options.coordinates, options.constants)
    verdict = _judged(case, options)
    shown, record, status = _told(case, verdict, options)
    options.results.add(shown, record, finished=False)
    emit([_with_readings(case, verdict, shown, record)], options)
    return status


def _with_readings(case, verdict, shown: str, record: dict) -> tuple[str, dict]:
    """Text and record with how undeclared names were read, and what the other reading gives."""
    from nonholo.findings.readings import readings
    from nonholo.views.readings.text import readings_record, supposed, with_readings

    pairs, remark = readings(case, verdict.verdict), supposed(case.bare)
    if remark:
        record.setdefault("remarks", []).append(remark)
    record["readings"] = readings_record(pairs)
    return with_readings(shown, case.bare, pairs) if shown else "", record


def _checked(case, options) -> tuple[str, dict, int]:
    """Text or record, and status, of one check."""
    return _told(case, _judged(case, options), options)


def _judged(case, options):
    """The check of a case within the limits."""
    from nonholo.findings.check import check

    if options.limited:
        _preview_check(case, options)
    verdict = check(
        case, options.at, options.dependent, units=_units(options), search=_search(options)
    )
    large = verdict.parts is not None
    refuse(
        (
            large and bool(options.dependent),
            say("--dependent: so large a set is judged at points, not split"),
        ),
        (
            large and options.integrals,
            say("--integrals: in so large a set no first integrals are searched"),
        ),
    )
    if options.integrals:
        verdict.require("integrals", "first integrals")
    return verdict


def _told(case, verdict, options) -> tuple[str, dict, int]:
    """What a check found as text or record, with published facts if asked, and the status."""
    shown, record = _check_told(verdict, options)
    status = UNDECIDED if verdict.verdict == "undecided" else DONE
    if options.certificate:
        from nonholo.dossier.certificate import certificate

        write(options.certificate, (json.dumps(certificate(verdict), indent=1) + "\n").encode())
    if options.restricted:
        shown, record, open_end = _with_restricted(verdict, options, shown, record)
        status = UNDECIDED if open_end else status
    if options.families:
        shown, record, open_end = _with_families(case, options, shown, record)
        status = UNDECIDED if open_end else status
    if options.expected:
        from nonholo.expectations import judge
        from nonholo.views.facts.text import facts_record, facts_text

        facts = judge(_analysis(case, verdict, options))
        shown, record = (
            f"{shown}\n\n{facts_text(facts)}",
            record | {"expected": facts_record(facts)},
        )
        status = UNDECIDED if any(f.status == "fails" for f in facts) else status
    return shown, record, status


def _with_families(case, options, shown: str, record: dict) -> tuple[str, dict, bool]:
    """Text and record with the answers for all parameters; and whether some are open."""
    from nonholo.evidence.families import families
    from nonholo.findings.families import questions_of_constraints
    from nonholo.views.families.record import functions_record, questions_record
    from nonholo.views.families.text import questions_text

    questions = questions_of_constraints(case)
    units = int(options.effort * BUDGETS.families)
    answered = families(case, questions, units, certify=True)
    # the verdict is not open where singular sets are
    open_end = not all(f.complete for q, f in answered.families.items() if q != "singular")
    if options.json:
        record = record | {"families": questions_record(answered)} | functions_record(answered)
        return shown, record, open_end
    return f"{shown}\n{questions_text(answered, options.full)}", record, open_end


def _with_restricted(verdict, options, shown: str, record: dict) -> tuple[str, dict, bool]:
    """Text and record with what restricts the chosen coordinates; and whether that is open."""
    from nonholo.findings.restricted import chosen, restricted_in
    from nonholo.views.restricted.text import restricted_record, restricted_text

    names = chosen(verdict.case, options.restricted)
    among = restricted_in(verdict, names, _units(options), _search(options))
    if options.json:
        return shown, record | {"restricted": restricted_record(among)}, among.restricted is None
    return f"{shown}\n\n{restricted_text(among)}", record, among.restricted is None


def _analysis(case, verdict, options):
    """What published facts are judged by: the check that was made, unless it was asked for in
    another way.
    """
    from nonholo.dossier.dossier import Dossier, analyze

    if verdict.parts is not None:
        return Dossier(case, verdict, None)
    return analyze(case, known=None if options.at or options.dependent else verdict)


def _preview_check(case, options) -> None:
    """What random points alone say, for the case that a limit is reached before more is known."""
    from nonholo.findings.large import judged_at_points

    with contextlib.suppress(NonholoError):
        verdict = judged_at_points(case, _units(options))
        options.results.add(*_check_told(verdict, options, finished=False), finished=False)


def _check_told(verdict, options, finished: bool = True) -> tuple[str, dict]:
    """A check as text or as a record, whichever will be printed."""
    if not options.json:
        from nonholo.views.verdict.text import check_text

        return check_text(verdict, options.full), {}
    from nonholo.dossier.certificate import certified
    from nonholo.views.verdict.record import check_record

    return "", check_record(verdict, certified(verdict) if finished else None)


def _units(options) -> int:
    """The budget of the brackets."""
    return int(options.effort * BUDGETS.brackets)


def _search(options) -> int:
    """The budget of the search for first integrals."""
    usual = BUDGETS.potentials_long if options.integrals else BUDGETS.potentials
    return int(options.effort * usual)
