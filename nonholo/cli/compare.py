"""nonholo compare"""

from __future__ import annotations

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED, emit
from nonholo.doing import doing
from nonholo.words.language import tell
from nonholo.words.sentence import say
from nonholo.work import BUDGETS


def declare(commands) -> Command:
    add = Command(commands, "compare", tell("all formulations and rivals side by side"), run)
    add.case()
    add.names("--substitute", tell("velocities to put into the Lagrangian"))
    add.value(
        "--kinetic",
        tell("TEXT"),
        tell("the kinetic energy T, to hold the energy function against T + V"),
        default="",
    )
    add.value(
        "--potential",
        tell("TEXT"),
        tell("the potential energy V, to hold the energy function against T + V"),
        default="",
    )
    add.dependent()
    add.flag(
        "--integrals",
        tell("look for first integrals linear and quadratic in the velocities (can take seconds)"),
    )
    add.flag(
        "--families", tell("for which parameters substitution is right and a measure invariant")
    )
    add.effort()
    add.language()
    add.examples("nonholo compare rolling_coin", "nonholo compare rolling_coin --substitute phi")
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_case
    from nonholo.cli.unused import of_compare
    from nonholo.dynamics.system import require_pfaffian
    from nonholo.findings.conservation import conserved
    from nonholo.findings.side_by_side import compare

    of_compare(options)
    case = asked_case(options.case)
    if options.substitute:
        require_pfaffian(case.system, "--substitute")
    if options.limited:
        first = compare(case, options.dependent, options.substitute, undecided=True)
        options.results.add(*_compare_told(first, (), case.name, options), finished=False)
    compared = compare(case, options.dependent, options.substitute)
    doing(say("what is conserved"))
    along = conserved(compared)
    doing(say("the words and formulas"))
    told, record = _compare_told(compared, along, case.name, options)
    if options.limited:
        options.results.add(told, record, finished=False)
    more, keys = _deeper(case, compared, options)
    told, record = "\n".join([told, *more]), record | keys
    open_end = False
    if options.families:
        told, record, open_end = _with_families(case, options, told, record)
    emit([(told, record)], options)
    known = not open_end and all(e.agrees is not None for e in compared.entries)
    return DONE if known else UNDECIDED


def _with_families(case, options, told: str, record: dict) -> tuple[str, dict, bool]:
    """Text and record with the answers for all parameters; and whether some are open."""
    from nonholo.evidence.families import families
    from nonholo.views.families.record import questions_record
    from nonholo.views.families.text import questions_text

    units = int(options.effort * BUDGETS.families)
    answered = families(case, ("substitution", "vakonomic", "measure"), units, certify=True)
    if options.json:
        return told, record | {"families": questions_record(answered)}, not answered.complete
    return f"{told}\n{questions_text(answered, full=True)}", record, not answered.complete


def _deeper(case, compared, options) -> tuple[list[str], dict]:
    """Holonomic constraints, the invariant measure, and further first integrals if they are
    asked for.
    """
    from nonholo.findings.conservation import (
        conserved,
        further_integrals,
        integrals_at_numbers,
        measure,
        momenta,
        with_time,
    )
    from nonholo.findings.energy import energy_words
    from nonholo.findings.released import released
    from nonholo.views.conserved import record as recorded
    from nonholo.views.conserved import text as told
    from nonholo.views.energy.words import energy_lines, energy_record
    from nonholo.views.released.record import released_record
    from nonholo.views.released.text import released_lines

    doing(say("the invariant measure"))
    invariant = measure(compared, int(options.effort * BUDGETS.deeper), case)
    doing(say("what is conserved"))
    energy = energy_words(case, compared, options.kinetic, options.potential)
    free, along, timed = released(case, compared), momenta(compared), with_time(compared)
    lines = [
        *(["", *energy_lines(energy)] if energy else []),
        *(["", *told.with_time_lines(timed)] if timed else []),
        *(["", *told.momenta_lines(along)] if along else []),
        *released_lines(compared, free),
        *(["", *told.measure_lines(invariant)] if invariant else []),
    ]
    record = {
        "energy_words": energy and energy_record(energy),
        "integrals_with_time": recorded.with_time_record(timed),
        "nonholonomic_momenta": recorded.momenta_record(along),
        "constraints_as_algebra": released_record(free),
        "invariant_measure": invariant and recorded.measure_record(invariant),
    }
    if options.integrals:
        units = int(options.effort * BUDGETS.ansatz)
        search = further_integrals(compared, units)
        every = [f for _, f in conserved(compared)] + list(search.integrals if search else ())
        special = integrals_at_numbers(compared, every, units)
        lines += ["", *told.search_lines(search), *told.special_lines(special)]
        record |= recorded.search_record(search) | recorded.special_record(special)
    elif compared.reference is not None and not case.system.nonlinear:
        lines += ["", *told.unasked_lines()]
    return lines, record


def _compare_told(compared, conserved, name: str, options) -> tuple[str, dict]:
    """A comparison as text or as a record, whichever will be printed."""
    from nonholo.views.comparison.record import compare_record
    from nonholo.views.comparison.text import compare_text

    return (
        ("", compare_record(compared, conserved, name))
        if options.json
        else (compare_text(compared, conserved, name), {})
    )
