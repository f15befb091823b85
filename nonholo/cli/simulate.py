"""nonholo simulate"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from nonholo.cli import values
from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED, emit, of_file
from nonholo.cli.terminal import coloured
from nonholo.cli.unused import ATOL, RTOL, of_simulate
from nonholo.files import write
from nonholo.numerics.settings import Settings
from nonholo.words.language import speaking, tell


def declare(commands) -> Command:
    add = Command(commands, "simulate", tell("the motion in numbers, with a receipt"), run)
    add.case()
    add.value(
        "--duration",
        "T",
        tell("how long (default: that of the case, else 10)"),
        values.seconds,
        also="--time",
    )
    add.value(
        "--rival",
        tell("NAME"),
        tell(
            'the same start under a rival too: substituted, "substituted x", "substituted x '
            '(chained)", vakonomic, or another that `nonholo compare` names'
        ),
        default="",
    )
    _files_of(add)
    _state_of(add)
    _methods_of(add)
    _many_of(add)
    add.language()
    add.examples(
        "nonholo simulate rolling_coin --duration 5 --set phidot=5 -o coin.csv",
        'nonholo simulate rolling_coin --rival "substituted x" -o coin.svg',
    )
    return add


def _files_of(add: Command) -> None:
    """What is written and drawn."""
    add.file(tell(".csv, .json, .npz, .png, .svg, or what moves along its path: .html, .gif, .mp4"))
    add.choice(
        "--plot",
        ("motion", "phase", "section", "space"),
        tell(
            "what a .png or .svg shows (default motion); section: the points of --crossing; "
            "space: the bodies, also of a .gif or .mp4"
        ),
    )
    add.several(
        "--crossing",
        tell("EXPRESSION"),
        tell("also tell where this rises through 0; may be repeated"),
    )
    add.value(
        "--axes",
        "A,B",
        tell("of a section (default: q and q' of the first)"),
        values.axes,
        default=(),
    )


def _state_of(add: Command) -> None:
    """Where the motion starts, and what acts on it."""
    add.point(
        "--set",
        tell("initial values and parameters: x=0.1,thetadot=2,m=1.5"),
        tell("NUMBERS"),
        "numbers",
        {},
    )
    add.several(
        "--input",
        tell("NAME=VALUE"),
        tell(
            'a number or an expression in t for an input of the case: "u=sin(t)"; may be repeated'
        ),
        values.assignment,
        "inputs",
    )
    add.functions()


def _methods_of(add: Command) -> None:
    """How it is integrated and told."""
    add.value(
        "--method",
        tell("NAME"),
        tell(
            "DOP853 (default), LSODA, Radau, native (in C), taylor (heyoka), "
            "discrete (structure-preserving, with --step)"
        ),
        default="DOP853",
    )
    add.value(
        "--step", "H", tell("with --method discrete: its step (default 0.01)"), values.seconds
    )
    add.value(
        "--rtol", None, tell("relative tolerance (default 1e-12)"), values.tolerance, default=RTOL
    )
    add.value(
        "--atol", None, tell("absolute tolerance (default 1e-13)"), values.tolerance, default=ATOL
    )
    add.parser.add_argument(
        "--no-reversal",
        dest="reversal",
        action="store_false",
        help=tell("don't go back in time from the end, which the receipt compares with the start"),
    )
    add.value("--start", "T", tell("the time of the initial state (default 0)"), float, default=0.0)
    add.value(
        "--points",
        "N",
        tell("how many times are told (default 401; of many motions 2)"),
        values.count,
    )
    add.value(
        "--threshold",
        "D",
        tell("with --rival: the difference from which the motions have parted (default 0.001)"),
        values.tolerance,
    )


def _many_of(add: Command) -> None:
    """Many motions of one case."""
    add.several(
        "--sweep",
        tell("NAME=FROM:TO:COUNT"),
        tell(
            "many motions: an initial value or parameter along a range; several make a grid; "
            "-o then writes .jsonl (goes on when asked again), .csv, .json, .npz"
        ),
        values.sweep,
    )
    add.several(
        "--draw",
        tell("NAME=FROM:TO"),
        tell("many motions: numbers drawn evenly, with --members and --seed"),
        values.span,
    )
    add.value("--members", "N", tell("with --draw: how many (default 100)"), values.count)
    add.value(
        "--seed", "N", tell("with --draw: the same seed gives the same numbers (default 1)"), int
    )
    add.flag("--together", tell("with --sweep, --draw: all at once in one integration"))
    add.value(
        "--workers",
        tell("N|ADDRESS"),
        tell("with --sweep, --draw: processes, or a cluster of dask such as tcp://127.0.0.1:8786"),
        values.workers,
    )


def run(options) -> int:
    from nonholo.cli.asked import asked_case
    from nonholo.simulation import simulate
    from nonholo.simulation.given import sorted_numbers
    from nonholo.simulation.views import section_points
    from nonholo.views.motion.record import motion_bytes, motion_record, require_format
    from nonholo.views.motion.text import motion_text

    suffix = Path(options.output).suffix if options.output else ""
    of_simulate(options, suffix)
    if options.sweep or options.draw:
        from nonholo.cli import sweep

        return sweep.run(options)
    if options.output:
        require_format(suffix)
    case = asked_case(options.case)
    initial, parameters = sorted_numbers(case, options.numbers)
    asked = {"points": options.points, "threshold": options.threshold, "step": options.step}
    settings = replace(
        Settings(
            method=options.method,
            rtol=options.rtol,
            atol=options.atol,
            start=options.start,
            reversal=options.reversal,
            crossings=tuple(options.crossing),
        ),
        **{k: v for k, v in asked.items() if v},
    )
    motion = simulate(
        case,
        options.duration,
        rival=options.rival,
        initial=initial,
        parameters=parameters,
        inputs=dict(options.inputs),
        functions=dict(options.functions),
        settings=settings,
    )
    if options.output:
        with speaking(of_file(suffix)):
            write(
                options.output,
                motion_bytes(
                    motion,
                    suffix,
                    options.plot or "",
                    lambda: section_points(case, motion, options.axes),
                    lambda: _tracks(motion),
                ),
            )
    shown = motion_text(motion, colour=coloured()) + (
        f"\n{options.output}" if options.output else ""
    )
    emit([(shown, motion_record(motion) if options.json else {})], options)
    return DONE if motion.receipt.ok else UNDECIDED


def _tracks(motion: Any) -> Any:
    """The wheels along a motion; only a picture that moves loads what finds them."""
    from nonholo.dossier.tracks import tracks_along

    return tracks_along(motion)
