"""nonholo explain"""

from __future__ import annotations

import argparse

from nonholo.cli import values
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.errors import NonholoError
from nonholo.words.language import tell
from nonholo.words.sentence import say


def declare(commands) -> argparse.ArgumentParser:
    add = commands.add_parser(
        "explain",
        help=tell(
            "the derivation line by line with its reasons, up to where the shortcut goes wrong"
        ),
    )
    add.add_argument("case", metavar=tell("CASE"))
    add.add_argument(
        "-o",
        dest="output",
        metavar=tell("FILE"),
        help=tell("write it to a file: *.md, *.tex, *.pdf (by pdflatex), *.html, *.txt or *.json"),
    )
    add.add_argument(
        "--exercise",
        choices=("hide", "error"),
        help=tell("hide one line, or plant one error; the solution stands at the end"),
    )
    add.add_argument(
        "--without-solution",
        action="store_true",
        help=tell("with --exercise: the sheet alone, to be handed out"),
    )
    add.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help=tell("with --exercise: which line is drawn (default: 0)"),
    )
    values.with_dependent(add)
    values.with_language(add)
    add.set_defaults(run=run)
    return add


def run(options) -> int:
    """Write the lesson of a case.

    Raises NonholoError for a seed, or a sheet without its solution, where no exercise is asked for.
    """
    from nonholo.cli.asked import asked_case
    from nonholo.face.explain import explain, written
    from nonholo.writing.lesson import Exercise

    for option, given in (
        ("--seed", options.seed is not None),
        ("--without-solution", options.without_solution),
    ):
        if given and not options.exercise:
            raise NonholoError(
                say("{option} goes with --exercise hide or --exercise error", option=option)
            )
    made = explain(
        asked_case(options.case),
        options.dependent,
        options.exercise or "",
        options.seed or 0,
        options.output,
        options.language,
        not options.without_solution,
    )
    if options.json:
        print(written(made, "-.json"))
    else:
        print(options.output or written(made))
    lesson = made.lesson if isinstance(made, Exercise) else made
    return UNDECIDED if lesson.answer == "undecided" else DONE
