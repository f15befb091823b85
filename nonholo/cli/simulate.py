"""nonholo simulate"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from nonholo.cli import values
from nonholo.cli.output import DONE, UNDECIDED, emit, of_file
from nonholo.cli.terminal import coloured
from nonholo.cli.unused import ATOL, RTOL, of_simulate
from nonholo.files import write
from nonholo.numerics.settings import Settings
from nonholo.words.language import speaking, tell


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser("simulate", help=tell("the motion in numbers, with a receipt"))
    add.add_argument("case", metavar=tell("CASE"))
    add.add_argument(
        "--duration",
        "--time",
        type=values.seconds,
        metavar="T",
        help=tell("how long (default: that of the case, else 10)"),
    )
    add.add_argument(
        "--rival",
        default="",
        metavar=tell("NAME"),
        help=tell(
            'the same start under a rival too: substituted, "substituted x", "substituted x '
            '(chained)", vakonomic, or another that `nonholo compare` names'
        ),
    )
    add.add_argument(
        "-o",
        dest="output",
        metavar=tell("FILE"),
        help=tell(".csv, .json, .npz, .png, .svg, or what moves along its path: .html, .gif, .mp4"),
    )
    add.add_argument(
        "--plot",
        choices=("motion", "phase", "section", "space"),
        help=tell(
            "what a .png or .svg shows (default motion); section: the points of --crossing; "
            "space: the bodies, also of a .gif or .mp4"
        ),
    )
    add.add_argument(
        "--crossing",
        action="append",
        default=[],
        metavar=tell("EXPRESSION"),
        help=tell("also tell where this rises through 0; may be repeated"),
    )
    add.add_argument(
        "--axes",
        type=values.axes,
        default=(),
        metavar="A,B",
        help=tell("of a section (default: q and q' of the first)"),
    )
    add.add_argument(
        "--set",
        dest="numbers",
        type=values.point,
        action=values.Gathered,
        default={},
        metavar=tell("NUMBERS"),
        help=tell("initial values and parameters: x=0.1,thetadot=2,m=1.5"),
    )
    add.add_argument(
        "--input",
        dest="inputs",
        type=values.assignment,
        action="append",
        default=[],
        metavar=tell("NAME=VALUE"),
        help=tell(
            'a number or an expression in t for an input of the case: "u=sin(t)"; may be repeated'
        ),
    )
    values.with_functions(add)
    add.add_argument(
        "--method",
        default="DOP853",
        metavar=tell("NAME"),
        help=tell(
            "DOP853 (default), LSODA, Radau, native (in C), taylor (heyoka), "
            "discrete (structure-preserving, with --step)"
        ),
    )
    add.add_argument(
        "--step",
        type=values.seconds,
        metavar="H",
        help=tell("with --method discrete: its step (default 0.01)"),
    )
    add.add_argument(
        "--rtol",
        type=values.tolerance,
        default=RTOL,
        help=tell("relative tolerance (default 1e-12)"),
    )
    add.add_argument(
        "--atol",
        type=values.tolerance,
        default=ATOL,
        help=tell("absolute tolerance (default 1e-13)"),
    )
    add.add_argument(
        "--no-reversal",
        dest="reversal",
        action="store_false",
        help=tell("don't go back in time from the end, which the receipt compares with the start"),
    )
    add.add_argument(
        "--start",
        type=float,
        default=0.0,
        metavar="T",
        help=tell("the time of the initial state (default 0)"),
    )
    add.add_argument(
        "--points",
        type=values.count,
        metavar="N",
        help=tell("how many times are told (default 401; of many motions 2)"),
    )
    add.add_argument(
        "--threshold",
        type=values.tolerance,
        metavar="D",
        help=tell(
            "with --rival: the difference from which the motions have parted (default 0.001)"
        ),
    )
    add.add_argument(
        "--sweep",
        type=values.sweep,
        action="append",
        default=[],
        metavar=tell("NAME=FROM:TO:COUNT"),
        help=tell(
            "many motions: an initial value or parameter along a range; several make a grid; "
            "-o then writes .jsonl (goes on when asked again), .csv, .json, .npz"
        ),
    )
    add.add_argument(
        "--draw",
        type=values.span,
        action="append",
        default=[],
        metavar=tell("NAME=FROM:TO"),
        help=tell("many motions: numbers drawn evenly, with --members and --seed"),
    )
    add.add_argument(
        "--members",
        type=values.count,
        metavar="N",
        help=tell("with --draw: how many (default 100)"),
    )
    add.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help=tell("with --draw: the same seed gives the same numbers (default 1)"),
    )
    add.add_argument(
        "--together",
        action="store_true",
        help=tell("with --sweep, --draw: all at once in one integration"),
    )
    add.add_argument(
        "--workers",
        type=values.workers,
        metavar=tell("N|ADDRESS"),
        help=tell(
            "with --sweep, --draw: processes, or a cluster of dask such as tcp://127.0.0.1:8786"
        ),
    )
    values.with_language(add)
    add.set_defaults(run=run)
    return add


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
