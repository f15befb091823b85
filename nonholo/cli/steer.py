"""nonholo steer"""

from __future__ import annotations

from pathlib import Path

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED, complain, emit, of_file
from nonholo.cli.terminal import as_typed
from nonholo.files import write
from nonholo.words.language import speaking, tell
from nonholo.words.sentence import say


def declare(commands) -> Command:
    add = Command(commands, "steer", tell("an admissible path between two configurations"), run)
    add.given("case", tell("CASE"), how_many="?")
    add.several(
        "-c",
        tell("CONSTRAINT"),
        tell(
            "a constraint by itself instead of a case; coordinates are the names in "
            "--to too, constants those in --set"
        ),
        as_typed,
        "constraints",
    )
    add.point(
        "--from",
        tell(
            "where it begins: x=0,theta=pi/2,... (what is left out: the [initial] values of "
            "the case, else 0)"
        ),
        into="start",
        default={},
    )
    add.point(
        "--to",
        tell(
            "where it ends (what is left out may end anywhere); angles are taken literally, 2*pi "
            "is a full turn"
        ),
        into="goal",
        required=True,
    )
    add.value("--time", "T", tell("how long it takes, from t = 0 (default: 1)"), default="1")
    add.point(
        "--set",
        tell("numbers of parameters, instead of those in the case: R=1,l=1/2,..."),
        tell("NUMBERS"),
        "parameters",
        {},
    )
    add.functions()
    add.value(
        "--method",
        tell("NAME"),
        tell(
            "only this one: 'polynomial inputs', 'chained form', 'sinusoids', 'shooting' or "
            "'contraction'"
        ),
    )
    add.point(
        "--vary",
        tell(
            "show a varied path too: theta=sin(pi*t)/3,... (functions of t for independent "
            "coordinates)"
        ),
        tell("DISPLACEMENT"),
    )
    add.file(tell(".json, .csv, .png, .svg or .html"))
    add.language()
    add.examples(
        "nonholo steer unicycle --from x=0,y=0,theta=0 --to x=0,y=1,theta=0 -o path.csv",
        'nonholo steer -c "dz = y dx" --to x=0,y=0,z=1',
    )
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_by_either
    from nonholo.steering.search import steer
    from nonholo.steering.varied import vary
    from nonholo.views.steering.files import require_format, steer_bytes
    from nonholo.views.steering.record import steer_record
    from nonholo.views.steering.text import steer_text

    suffix = require_format(Path(options.output).suffix) if options.output else ""
    path = steer(
        asked_by_either(options, [*options.goal], [*options.parameters]),
        options.start,
        options.goal,
        options.time,
        options.parameters,
        options.method,
        functions=dict(options.functions),
    )
    varied = vary(path, options.vary) if options.vary and path.has_path else None
    if suffix == ".json" or (path.has_path and options.output):
        with speaking(of_file(suffix)):
            write(options.output, steer_bytes(path, suffix, varied))
    elif options.output:
        complain(
            say("{output}: not written, for no path was found", output=options.output), UNDECIDED
        )
    told = ("", steer_record(path, varied)) if options.json else (steer_text(path, varied), {})
    emit([told], options)
    return DONE if path.found else UNDECIDED
