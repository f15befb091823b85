"""nonholo equilibrium"""

from __future__ import annotations

import argparse
import json

from nonholo.cli import values
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.words.language import tell


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser(
        "equilibrium", help=tell("where a case can rest, the reactions there, and stability")
    )
    add.add_argument("case", metavar=tell("CASE"))
    add.add_argument(
        "--at",
        type=values.point,
        action=values.Gathered,
        metavar=tell("POINT"),
        help=tell("look at one configuration alone: theta=pi/2,... (not named: 0)"),
    )
    add.add_argument(
        "--within",
        type=values.ranges,
        default={},
        metavar=tell("RANGES"),
        help=(
            tell(
                "where to look if no formula gives the configurations: x=-2:2,... "
                "(else -pi to pi for angles, -10 to 10)"
            )
        ),
    )
    values.with_language(add)
    add.set_defaults(run=run)
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
