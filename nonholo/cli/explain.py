"""nonholo explain"""

from __future__ import annotations

from nonholo.cli.command import Command
from nonholo.cli.output import DONE, UNDECIDED
from nonholo.errors import NonholoError
from nonholo.words.language import tell
from nonholo.words.sentence import say


def declare(commands) -> Command:
    add = Command(
        commands,
        "explain",
        tell("the derivation line by line with its reasons, up to where the shortcut goes wrong"),
        run,
    )
    add.case()
    add.file(tell("write it to a file: *.md, *.tex, *.pdf (by pdflatex), *.html, *.txt or *.json"))
    add.choice(
        "--exercise",
        ("hide", "error"),
        tell("hide one line, or plant one error; the solution stands at the end"),
    )
    add.flag("--without-solution", tell("with --exercise: the sheet alone, to be handed out"))
    add.value("--seed", "N", tell("with --exercise: which line is drawn (default: 0)"), int)
    add.dependent()
    add.language()
    add.examples("nonholo explain heisenberg", "nonholo explain rolling_coin -o coin.html")
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
