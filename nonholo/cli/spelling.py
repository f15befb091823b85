"""Commands and options as they are spelled, and the nearest one where nothing is spelled so."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from nonholo.cli.meant import ELSEWHERE, OBSTACLES, OPTIONS
from nonholo.words.language import ENGLISH, spoken, tell, told
from nonholo.words.sentence import say

OTHER_SPELLINGS = {"linearize": "linearise"}  # of commands
FORMULATIONS = "formulations"  # which a person may ask of a case
NEAR = 0.65  # of two names of options, without their dashes

COMPLAINTS: dict[str, Callable[..., str]] = {  # of argparse, and what is said in their place
    r"the following arguments are required: (.*)": lambda names: say(
        "the following arguments are required: {names}", names=names
    ),
    r"unrecognized arguments: (.*)": lambda names: say(
        "unrecognized arguments: {names}", names=names
    ),
    r"ambiguous option: (\S+) could match (.*)": lambda name, names: say(
        "ambiguous option: {name} could match {names}", name=name, names=names
    ),
    r"expected (?:one|at least one) argument": lambda: say("needed is a value after it"),
    r"invalid choice: (.*) \(choose from (.*)\)": lambda given, names: say(
        "{given}: needed is one of {names}", given=given, names=names
    ),
    r"invalid \S+ value: (.*)": lambda given: say("{given}: needed is a number", given=given),
    r"ignored explicit argument (.*)": lambda given: say(
        "it takes no value, given was {given}", given=given
    ),
}


HEADINGS = {  # of argparse, by its own words
    "positional arguments": say("positional arguments"),
    "options": say("options"),
}


class Help(argparse.HelpFormatter):
    """The help of a command with the words of argparse in the language spoken."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Add how the command is used; a prefix of None is that of argparse."""
        super().add_usage(usage, actions, groups, tell("usage: ") if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """Begin a section below its heading."""
        super().start_section(told(HEADINGS[heading]) if heading in HEADINGS else heading)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Examples stand on lines of their own."""
        return text if "\n" in text else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """A parser that can say which options it takes, and what may follow each of them; its help is
    text without formats, in the language that was spoken when it was made.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        self.spelled: dict[str, argparse.Action] = {}
        super().__init__(*args, **kwargs | {"add_help": False, "formatter_class": Help})
        self.add_argument(
            "-h", "--help", action="help", help=tell("show this help message and exit")
        )

    def error(self, message: str) -> NoReturn:
        """Leave the program with what argparse complains of, in the language spoken."""
        self.print_usage(sys.stderr)
        complaint = message if spoken() == ENGLISH else _translated(message)
        self.exit(2, tell("{prog}: error: {complaint}", prog=self.prog, complaint=complaint) + "\n")

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        if kwargs.get("help"):
            kwargs["help"] = kwargs["help"].replace("%", "%%")
        action = super().add_argument(*args, **kwargs)
        self.spelled |= dict.fromkeys(action.option_strings, action)
        return action


def require_known(
    words: Sequence[str],
    commands: Mapping[str, Parser],
    top: Parser,
    every: Callable[[], Mapping[str, Parser]],
) -> None:
    """Leave the program with what was meant, where a command or an option is unknown; without
    a command with the list of them.

    every: makes the parsers of all commands.
    """
    if not words:
        top.exit(2, top.format_help())
    if words[0].startswith("-"):
        return
    if words[0] not in commands:
        known = ", ".join(commands)
        top.error(
            tell(
                "there is no command {words}{hint}; there are {known}",
                words=words[0],
                hint=_helped(words, commands)
                or _elsewhere(words[0])
                or nearest(words[0], commands),
                known=known,
            )
        )
    command = commands[words[0]]
    if words[0] == FORMULATIONS and words[1:] and not words[1].startswith("-"):
        told = tell("; see {command}", command="`nonholo compare CASE`")
        command.error(tell("{command} takes no case", command=words[0]) + told)
    for word in words[1:]:
        name = word.partition("=")[0]
        if word == "--":
            return
        if name.startswith("--"):
            unknown = not any(o.startswith(name) for o in command.spelled)
        else:
            unknown = bool(re.fullmatch("-[A-Za-z]+", name)) and name[:2] not in command.spelled
        if unknown:
            near = _option_meant(name, command, every)
            command.error(
                tell("{words} has no option {name}{near}", words=words[0], name=name, near=near)
            )


def _option_meant(name: str, command: Parser, every: Callable[[], Mapping[str, Parser]]) -> str:
    """What is told of an option that a command does not have: its other name, the nearest one, the
    commands that have it, or the command that does what it asks for.
    """
    word = name.lstrip("-").lower()
    same = OPTIONS.get(word, "")
    if same in command.spelled:
        return tell("; did you mean {near}?", near=same)
    spelled = [option for option in command.spelled if option.startswith("--")]
    near = get_close_matches(word, [option[2:] for option in spelled], 1, NEAR)
    if near and len(name) > 2:
        return tell("; did you mean {near}?", near="--" + near[0])
    if word in OBSTACLES and "--to" in command.spelled:
        return tell(
            "; obstacles are inequalities of the case: {text}",
            text='inequalities = ["x^2 + y^2 >= 1"]',
        )
    having = [other for other, parser in every().items() if {name, same} & parser.spelled.keys()]
    if having and len(name) > 2:
        option = name if any(name in every()[other].spelled for other in having) else same
        return tell("; {option} belongs to {names}", option=option, names=", ".join(having))
    return _elsewhere(word) or tell("; --help lists the options")


def _helped(words: Sequence[str], commands: Mapping[str, Parser]) -> str:
    """How help is asked for, where that was typed: help, help check."""
    if words[0] != "help":
        return ""
    of = [word for word in words[1:2] if word in commands]
    return tell("; see {command}", command=f"`{' '.join(['nonholo', *of, '--help'])}`")


def _elsewhere(word: str) -> str:
    """The command that does what a word asks for, or nothing.

    >>> _elsewhere("exercise"), _elsewhere("frobnicate")
    ('; see `nonholo explain CASE --exercise hide`', '')
    """
    line = ELSEWHERE.get(word.lower())
    return tell("; see {command}", command=f"`nonholo {line}`") if line else ""


def nearest(word: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    """The nearest known word as a question, or nothing.

    >>> nearest("chek", ["check", "compare"]), nearest("frobnicate", ["check"])
    ('; did you mean check?', '')
    """
    near = get_close_matches(word, known, 1, 0.6)
    return tell("; did you mean {near}?", near=near[0]) if near else ""


def _translated(message: str) -> str:
    """A complaint of argparse in the language spoken; of what it has no words for, as it stands."""
    of_one = re.match(r"argument (.+?): ", message)
    complaint = message[of_one.end() :] if of_one else message
    for pattern, words in COMPLAINTS.items():
        if known := re.fullmatch(pattern, complaint):
            complaint = told(words(*known.groups()))
    if of_one is None:
        return complaint
    return tell("argument {name}: {complaint}", name=of_one[1], complaint=complaint)
