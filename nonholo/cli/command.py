"""A command as it is declared: what it is given and its options, in the kinds that many commands
share, each with the words that --help says of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from nonholo.cli import values
from nonholo.cli.terminal import as_typed
from nonholo.words.language import LANGUAGES, tell


class Command:
    """A command of the program, and what its options are.

    words: what --help says, of the command and of each option; shown: how a value is called there;
    read: what makes a value of its text; into: where it is found among all options.
    """

    def __init__(
        self,
        commands: Any,
        name: str,
        words: str,
        run: Callable[[Any], int],
        description: str | None = None,
    ):
        self.parser: argparse.ArgumentParser = commands.add_parser(
            name, help=words, description=description
        )
        self.parser.set_defaults(run=run)

    def examples(self, *typed: str) -> None:
        """Lines that can be typed as they stand, below all options."""
        self.parser.epilog = "\n  ".join([tell("examples:"), *typed])

    def given(
        self, name: str, shown: str, words: str | None = None, how_many: str | None = None
    ) -> None:
        """What stands behind the command without an option; how_many: ? at most one, * or +."""
        self.parser.add_argument(name, nargs=how_many, metavar=shown, help=words)

    def case(self) -> None:
        """The case that the command is about."""
        self.given("case", tell("CASE"))

    def case_or_constraints(self, words: str) -> None:
        """A case, or constraints without a case file and what their names are."""
        self.given("case", tell("CASE"), how_many="?")
        self.constraints(words)

    def constraints(self, words: str) -> None:
        """Constraints without a case file, and what their names are."""
        self.several("-c", tell("CONSTRAINT"), words, as_typed, "constraints")
        self.names(
            "--coordinates",
            tell(
                "with -c: further coordinates, beside those with a velocity or a "
                "differential, and x, y, z, theta, phi, psi by convention"
            ),
        )
        self.names("--constants", tell("with -c: names that are constants, x and theta too"))

    def flag(self, option: str, words: str) -> None:
        """An option that is there or not."""
        self.parser.add_argument(option, action="store_true", help=words)

    def choice(self, option: str, choices: Sequence[str], words: str) -> None:
        """One of a few words."""
        self.parser.add_argument(option, choices=choices, help=words)

    def value(
        self,
        option: str,
        shown: str | None,
        words: str,
        read: Callable[[str], Any] = str,
        default: Any = None,
        into: str | None = None,
        also: str | None = None,
    ) -> None:
        """One value; also: another name of the option."""
        self.parser.add_argument(
            *filter(None, (option, also)),
            dest=into,
            metavar=shown,
            type=read,
            default=default,
            help=words,
        )

    def several(
        self,
        option: str,
        shown: str,
        words: str,
        read: Callable[[str], Any] = str,
        into: str | None = None,
    ) -> None:
        """An option that may be repeated: the list of its values."""
        self.parser.add_argument(
            option, dest=into, metavar=shown, type=read, action="append", default=[], help=words
        )

    def names(self, option: str, words: str, shown: str | None = None) -> None:
        """Names such as x,y."""
        shown = shown or tell("NAMES")
        self.value(option, shown, words, values.names, default=())

    def point(
        self,
        option: str,
        words: str,
        shown: str | None = None,
        into: str | None = None,
        default: Any = None,
        required: bool = False,
    ) -> None:
        """Names and their values, x=0,theta=pi/2; an option that is repeated goes on."""
        self.parser.add_argument(
            option,
            dest=into,
            metavar=shown or tell("POINT"),
            type=values.point,
            action=values.Gathered,
            default=default,
            required=required,
            help=words,
        )

    def file(self, words: str, shown: str | None = None, default: str | None = None) -> None:
        """The file that is written."""
        self.value("-o", shown or tell("FILE"), words, default=default, into="output")

    def dependent(self) -> None:
        """Of every command that eliminates velocities."""
        self.names("--dependent", tell("velocities to eliminate"))

    def functions(self) -> None:
        """Of every command that needs a value of unspecified functions."""
        self.several(
            "--function",
            tell("NAME=VALUE"),
            tell('what an unspecified function of the case is: "h=x^2/4"; may be repeated'),
            values.assignment,
            "functions",
        )

    def effort(self) -> None:
        """Of every command whose searches have budgets."""
        self.value(
            "--effort",
            "N",
            tell("N times the usual budgets of work (a number; the same answers on every machine)"),
            values.effort,
            default=1.0,
        )

    def language(self) -> None:
        """Of every command that speaks more than one language."""
        named = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        self.value(
            "--lang",
            tell("LANGUAGE"),
            tell(
                "{named}; else what NONHOLO_LANG says, at a terminal LANG, else English",
                named=named,
            ),
            values.language,
        )
