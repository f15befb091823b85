"""nonholo friction"""

from __future__ import annotations

import argparse
import json

from nonholo.cli import values
from nonholo.cli.output import DONE
from nonholo.words.language import tell


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser(
        "friction", help=tell("the friction that rolling needs, |R_t| <= mu N, and along a motion")
    )
    add.add_argument("case", metavar=tell("CASE"))
    add.add_argument(
        "--normal",
        default="",
        metavar=tell("FORCE"),
        help=tell(
            'the normal force of a case that gives no direction into the ground: "m*g*cos(al)"'
        ),
    )
    add.add_argument(
        "--duration",
        "--time",
        type=values.seconds,
        metavar="T",
        help=tell("also along the motion from the initial state of the case, so long"),
    )
    values.with_language(add)
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_case
    from nonholo.findings.friction import friction
    from nonholo.views.friction.text import friction_record, friction_text

    needed = friction(asked_case(options.case), options.normal)
    along = () if options.duration is None else _along(needed, options.duration)
    if options.json:
        print(json.dumps(friction_record(needed, along), indent=1, ensure_ascii=False))
    else:
        print(friction_text(needed, along))
    return DONE


def _along(needed, duration: float):
    from nonholo.simulation.friction import friction_along

    return friction_along(needed, duration)
