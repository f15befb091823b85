"""nonholo equilibrium"""

from __future__ import annotations

import json

from nonholo.cli import values
from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.words.language import tell


def declare(commands) -> Command:
    add = Command(
        commands,
        "equilibrium",
        tell("where a case can rest, the reactions there, and stability"),
        run,
    )
    add.case()
    add.point("--at", tell("look at one configuration alone: theta=pi/2,... (not named: 0)"))
    add.value(
        "--within",
        tell("RANGES"),
        tell(
            "where to look if no formula gives the configurations: x=-2:2,... "
            "(else -pi to pi for angles, -10 to 10)"
        ),
        values.ranges,
        default={},
    )
    add.language()
    add.examples(
        "nonholo equilibrium bead_on_hoop", "nonholo equilibrium knife_edge_incline --at phi=pi/2"
    )
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_case
    from nonholo.cli.unused import of_equilibrium
    from nonholo.findings.equilibrium import equilibrium
    from nonholo.views.equilibrium.record import equilibrium_record
    from nonholo.views.equilibrium.text import equilibrium_text

    of_equilibrium(options)
    answer = equilibrium(asked_case(options.case), options.at, options.within)
    if options.json:
        print(json.dumps(equilibrium_record(answer), indent=1, ensure_ascii=False))
    else:
        print(equilibrium_text(answer))
    return DONE if answer.complete or options.at is not None else UNDECIDED
