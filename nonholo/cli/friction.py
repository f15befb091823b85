"""nonholo friction"""

from __future__ import annotations

import json

from nonholo.cli import values
from nonholo.cli.command import Command
from nonholo.cli.output import DONE
from nonholo.words.language import tell


def declare(commands) -> Command:
    add = Command(
        commands,
        "friction",
        tell("the friction that rolling needs, |R_t| <= mu N, and along a motion"),
        run,
    )
    add.case()
    add.value(
        "--normal",
        tell("FORCE"),
        tell('the normal force of a case that gives no direction into the ground: "m*g*cos(al)"'),
        default="",
    )
    add.value(
        "--duration",
        "T",
        tell("also along the motion from the initial state of the case, so long"),
        values.seconds,
        also="--time",
    )
    add.language()
    add.examples("nonholo friction cylinder_on_incline --duration 1")
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
