"""nonholo linearise"""

from __future__ import annotations

import json
from pathlib import Path

from nonholo.cli import values
from nonholo.cli.command import Command
from nonholo.cli.output import DONE, of_file
from nonholo.files import write
from nonholo.words.language import speaking, tell


def declare(commands) -> Command:
    add = Command(
        commands,
        "linearise",
        tell("small motions near a steady motion, and their eigenvalues"),
        run,
    )
    add.case()
    add.point(
        "--at",
        tell(
            "the steady motion: theta=pi/2,xdot=v,... and inputs (not named: 0, or as the "
            "constraints demand)"
        ),
        default={},
    )
    add.value(
        "--sweep", tell("NAME=FROM:TO:COUNT"), tell("eigenvalues along a parameter"), values.sweep
    )
    add.value(
        "-o", tell("FILE"), tell(".json; with --sweep also .csv, .png, .svg or .pdf"), into="file"
    )
    add.several(
        "--output",
        tell("[NAME=]EXPRESSION"),
        tell('a measured quantity such as "x+y" or "speed=xdot*cos(theta)"; may be repeated'),
        into="outputs",
    )
    add.functions()
    add.dependent()
    add.language()
    add.examples(
        "nonholo linearise whipple_bicycle --at xdot=5",
        "nonholo linearise whipple_bicycle --sweep xdot=0:10:11 -o eigenvalues.csv",
    )
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_case
    from nonholo.findings.stability import small_motions, spaces
    from nonholo.views.linear.text import linear_bytes, linear_record, linear_text

    outputs = values.named_texts(options.outputs, "--output")
    motions, at, swept = small_motions(
        asked_case(options.case),
        options.at,
        options.dependent,
        options.sweep,
        outputs,
        dict(options.functions),
    )
    space = spaces(motions)
    if options.file:
        suffix = Path(options.file).suffix
        with speaking(of_file(suffix)):
            write(options.file, linear_bytes(motions, at, swept, suffix, space))
    if options.json:
        print(json.dumps(linear_record(motions, at, swept, space), indent=1))
    else:
        print(linear_text(motions, at, swept if not options.file else None, space))
    return DONE
