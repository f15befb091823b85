"""nonholo families"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from nonholo.cli import values
from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.cli.telling import Telling
from nonholo.errors import OutOfReach
from nonholo.files import write
from nonholo.words.language import tell
from nonholo.work import BUDGETS

STABILITY = ("stability",)  # a question of its own


def declare(commands) -> Command:
    add = Command(commands, "families", tell("for which parameters the answers change"), run)
    add.case_or_constraints(
        tell('a constraint by itself, such as "dz = a*y dx + c*x dy"; several may follow')
    )
    add.names(
        "--of",
        tell(
            "of constraints, substitution, vakonomic, measure, symmetry: these alone; or "
            "singular (singular sets), integrals, which take long; or stability, of a steady motion"
        ),
        tell("QUESTIONS"),
    )
    add.point(
        "--at",
        tell(
            "with --of stability: the steady motion with letters in it, xdot=v,... (not named: 0)"
        ),
        default={},
    )
    add.names(
        "--over",
        tell("with --of stability: parameters that vary, in place of their numbers in the case"),
    )
    add.file(
        tell(
            "a map over two parameters, .svg or .png, of the first question asked; of stability "
            "over one or two"
        )
    )
    add.value(
        "--map",
        tell("NAMES"),
        tell(
            "with -o: the two parameters, such as a,c or a=-1:1,c=0:2; the others have the "
            "numbers of the case"
        ),
        values.windows,
        default={},
        into="axes",
    )
    add.value(
        "--certificate",
        tell("FILE"),
        tell(
            "write the certificate of all cells, for `nonholo verify`: of the constraints, or "
            "of the first question asked"
        ),
    )
    add.flag("--full", tell("no list and no formula is cut"))
    add.effort()
    add.language()
    add.examples(
        'nonholo families -c "dz = a*y dx + c*x dy"',
        "nonholo families two_spheres_1_3 --of constraints --certificate spheres.json",
    )
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_by_either
    from nonholo.cli.unused import of_families, of_names
    from nonholo.evidence.families import certified_in_turn
    from nonholo.findings.families import families
    from nonholo.views.families.record import families_record
    from nonholo.views.families.text import families_text

    of_names(options)
    of_families(options)
    if options.of == STABILITY:
        return _stability(options)
    case = asked_by_either(options, options.coordinates, options.constants)
    units = int(options.effort * BUDGETS.families)
    answered = solved = families(case, options.of, units)
    telling = Telling(options)
    for answered in certified_in_turn(solved, records=True, units=units):
        telling.add(
            partial(families_text, answered, options.full, awaited=True),
            partial(families_record, answered),
        )
    telling.end()
    if options.certificate:
        from nonholo.dossier.family_certificate import family_certificate

        _write_certificate(family_certificate(answered, units), options.certificate)
    if options.output:
        _write_map(case, answered, options)
    return DONE if answered.complete else UNDECIDED


def _stability(options) -> int:
    """The stability of a steady motion over its letters."""
    from nonholo.cli.asked import asked_case
    from nonholo.dynamics.rest_verdict import UNDECIDED as OPEN
    from nonholo.evidence.stability import with_certificate
    from nonholo.findings.steady_map import steady_map
    from nonholo.findings.steady_stability import steady_stability
    from nonholo.views.steady.picture import steady_picture
    from nonholo.views.steady.record import steady_record
    from nonholo.views.steady.text import steady_text

    units = int(options.effort * BUDGETS.families)
    steady = steady_stability(asked_case(options.case), options.at, options.over, units)
    telling = Telling(options)
    telling.add(partial(steady_text, steady, awaited=True), partial(steady_record, steady))
    steady = with_certificate(steady, units)
    telling.add(partial(steady_text, steady), partial(steady_record, steady))
    telling.end()
    if options.output:
        drawn = steady_map(steady, options.axes)
        write(options.output, steady_picture(drawn, Path(options.output).suffix[1:]))
    if options.certificate:
        if not steady.certified:
            raise OutOfReach(steady.uncertified)
        _write_certificate(steady.document, options.certificate)
    decided = all(cell.answer.verdict != OPEN for cell in steady.cells)
    return DONE if steady.complete and decided else UNDECIDED


def _write_map(case, families, options) -> None:
    from nonholo.findings.family_map import family_map
    from nonholo.views.families.picture import family_picture

    family = next(iter(families.families.values()))
    drawn = family_map(case, family, options.axes)
    suffix = Path(options.output).suffix.removeprefix(".")
    write(options.output, family_picture(case.name, drawn, suffix))


def _write_certificate(document: Mapping, path: str) -> None:
    write(path, (json.dumps(document, indent=1) + "\n").encode())
