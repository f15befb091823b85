"""The command line: nonholo check | compare | equations | explain | formulations | graph | steer |
simulate | linearise | equilibrium | families | friction | consistency | report | explore | verify |
cases | urdf | audit | completion.

Exit status: 0 done; 1 a verdict is undecided or an expectation failed; 2 bad input; 3 limit
reached. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache
from importlib import import_module
from itertools import pairwise

from nonholo.cli import values
from nonholo.cli.output import BAD_INPUT, LIMIT, Results, complain, require_output, stopped
from nonholo.cli.program import as_program
from nonholo.cli.spelling import OTHER_SPELLINGS, Parser, require_known
from nonholo.cli.terminal import at_terminal, take_every_letter
from nonholo.cli.waiting import waiting_line
from nonholo.ends import behind, number_of, unwinding
from nonholo.errors import NonholoError, OutOfReach, TimeUp, in_a_shell, said
from nonholo.expression.steady import collect_seldom
from nonholo.face.spoken import require_language
from nonholo.words.language import ENGLISH, language_named, speaking, spoken, tell
from nonholo.words.sentence import say

COMMANDS = (
    "check",
    "compare",
    "equations",
    "explain",
    "formulations",
    "graph",
    "steer",
    "simulate",
    "linearise",
    "equilibrium",
    "families",
    "friction",
    "consistency",
    "report",
    "explore",
    "verify",
    "cases",
    "urdf",
    "audit",
    "completion",
)

TEXTS = ("--potential", "--kinetic", "--normal")  # options that take an expression
FILES = (".toml", ".urdf")  # what ends so is no constraint
WAVES = ("-cos(", "-cot(", "-csc(", "-cosh(")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; within limits as a program, or if they are
    asked for.
    """
    if arguments is not None:
        return _main(arguments)
    collect_seldom()
    return as_program(_main)


def _main(arguments: Sequence[str] | None = None) -> int:
    take_every_letter()
    words = _attached(sys.argv[1:] if arguments is None else arguments)
    words[:1] = [OTHER_SPELLINGS.get(word, word) for word in words[:1]]
    with speaking(_asked(words)):
        top, commands = _parsers_of(words[:1])
        require_known(words, commands, top, lambda: parsers()[1])
        options = top.parse_args(words)
    options.results, options.parsers = Results(), parsers
    options.program = arguments is None
    options.limited = options.time_limit is not None or options.memory_limit is not None
    direct = not options.limited and (options.debug or not options.program)
    try:
        options.language = _language(options)
    except NonholoError as error:
        return complain(said(error), BAD_INPUT)
    with in_a_shell(), speaking(options.language):
        return _run(options) if direct else _run_limited(options)


def _language(options) -> str:
    """The language that was asked for, of a command that speaks more than one; a record is the same
    in all of them, but that of a lesson.
    """
    asked = getattr(options, "lang", None)
    if asked and options.json and options.command != "explain":
        raise NonholoError(
            say(
                "--lang is for people: what {command} --json gives is the same in every "
                "language; leave one of them out",
                command=options.command,
            )
        )
    if asked or options.json:
        return asked or ENGLISH
    return require_language(_of_environment(), "NONHOLO_LANG")


def _of_environment() -> str:
    """The language of NONHOLO_LANG; else that of the locale before a person at a terminal, so that
    a script reads the same words on every machine.
    """
    asked = os.environ.get("NONHOLO_LANG")
    if asked or not at_terminal():
        return asked or ENGLISH
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), ENGLISH)
    return language_named(locale) or ENGLISH


def _asked(words: Sequence[str]) -> str:
    """The language in which a wrong option is told; one that nobody has written is told later."""
    given = [b for a, b in pairwise(words) if a == "--lang"]
    given += [word.partition("=")[2] for word in words if word.startswith("--lang=")]
    return next(filter(None, map(language_named, (*given, _of_environment()))), ENGLISH)


def _attached(arguments: Sequence[str]) -> list[str]:
    """The arguments, with a text that begins with a minus attached to its option, and -c before
    each of several constraints that follow one.
    """
    words: list[str] = []
    constraints = False  # what stands before is a constraint
    for word in arguments:
        option = words[-1] if words else ""
        if option == "-c" and not word.startswith("--"):
            words[-1], constraints = f"-c{word}", True
        elif option in TEXTS and word.startswith("-") and not word.startswith("--"):
            words[-1] = f"{option}={word}"
        elif constraints and _is_constraint(word):
            words.append(f"-c{word}")
        else:
            words.append(word)
            constraints = False
    return words


def _is_constraint(word: str) -> bool:
    """After a constraint: neither an option nor a file; -cos(x)*y' is not the option -c."""
    if not word.startswith("-"):
        return not word.endswith(FILES)
    option = word[:2] in ("--", "-c") and not word.startswith(WAVES)
    return not option and any(sign in word for sign in "'=*(")


def _run_limited(options) -> int:
    """Run the command in a child process that is ended when it passes a limit; then tell what it
    had found.
    """
    try:
        from nonholo.limits import run_within
        from nonholo.memory import usual_megabytes
    except ImportError:
        if options.limited:
            return complain(
                say("limits of time and memory need a POSIX system (Linux, macOS)"), BAD_INPUT
            )
        return _run(options)
    options.megabytes = options.memory_limit or usual_megabytes()

    def work(post) -> int:
        options.results = Results(post)
        return _run(options)

    with unwinding() if options.program else nullcontext():
        line = waiting_line(options) if options.program else None
        outcome = run_within(work, options.time_limit, options.megabytes, line)
    if outcome.status is None:
        return stopped(outcome.posted, outcome.reason, options)
    return complain(outcome.reason, outcome.status) if outcome.reason else outcome.status


def _run(options) -> int:
    try:
        require_output(options)
        return _unhidden(options)
    except TimeUp as error:
        return stopped(options.results.posted, said(error), options)
    except MemoryError:
        return stopped(
            options.results.posted,
            say("the memory limit of {megabytes} MB", megabytes=getattr(options, "megabytes", 0)),
            options,
        )
    except OutOfReach as error:
        return complain(say("limit reached: {reason}", reason=said(error)), LIMIT)
    except NonholoError as error:
        return complain(said(error), BAD_INPUT)
    except BrokenPipeError:
        raise
    except KeyboardInterrupt as end:
        return complain(say("stopped"), 128 + number_of(end))
    except (OSError, RecursionError) as error:
        if options.debug:
            raise
        return complain(f"{type(error).__name__}: {error}", BAD_INPUT)
    except Exception as error:
        if options.debug:
            raise
        return complain(
            say(
                "internal error ({name}: {error}); this is a fault of nonholo: please "
                "report it with the input; --debug shows where",
                name=type(error).__name__,
                error=said(error),
            ),
            BAD_INPUT,
        )


def _unhidden(options) -> int:
    """The command; a signal or the limit is raised as itself where a library told it as another
    error, as one that is being imported does.
    """
    try:
        return options.run(options)
    except Exception as error:
        end = behind(error)
        if end is None:
            raise
        raise end from None


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    return parsers()[0]


def parsers() -> tuple[Parser, dict[str, Parser]]:
    """The parser of all commands, and that of each by its name, in the language spoken."""
    return _parsers_in(spoken(), COMMANDS)


def _parsers_of(words: Sequence[str]) -> tuple[Parser, dict[str, Parser]]:
    """The same for these commands alone; for all where there are none such."""
    named = tuple(command for command in COMMANDS if command in words)
    return _parsers_in(spoken(), named or COMMANDS)


@cache
def _parsers_in(language: str, named: tuple[str, ...]) -> tuple[Parser, dict[str, Parser]]:
    with speaking(language):
        return _made_parsers(named)


def _made_parsers(named: Sequence[str]) -> tuple[Parser, dict[str, Parser]]:
    top = Parser(
        prog="nonholo",
        description=tell("Constraint analysis of nonholonomic mechanical systems."),
        epilog=tell(
            "A CASE is a TOML file, a folder of them where several are taken, the URDF file of "
            "a robot, the name of a case that ships (see `nonholo cases`), or - for standard input."
        ),
    )
    top.add_argument(
        "--version",
        action="version",
        version=_version(),
        help=tell("show the version of the program and exit"),
    )
    commands = top.add_subparsers(dest="command", required=True, metavar=tell("COMMAND"))
    by_name = {}
    for name in named:
        command = import_module(f"nonholo.cli.{name}").declare(commands)
        command.flag("--json", tell("one JSON document on standard output"))
        command.value("--time-limit", tell("SECONDS"), tell("stop after so long"), values.seconds)
        command.value(
            "--memory-limit",
            "MB",
            tell("stop where more memory is needed (default: 80% of the machine's)"),
            values.megabytes,
        )
        command.flag("--debug", tell("show Python tracebacks"))
        by_name[command.parser.prog.split()[-1]] = command.parser
    return top, by_name


def _version() -> str:
    from nonholo import __version__

    return f"nonholo {__version__}"
