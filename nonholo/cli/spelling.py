"""Commands and options as they are spelled, and the nearest one where nothing is spelled so."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

OTHER_SPELLINGS = {"linearize": "linearise"}  # of commands


class Parser(argparse.ArgumentParser):
    """A parser that can say which options it takes, and what may follow each of them."""

    def __init__(self, *args: Any, **kwargs: Any):
        self.spelled: dict[str, argparse.Action] = {}
        super().__init__(*args, **kwargs)

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        action = super().add_argument(*args, **kwargs)
        self.spelled |= dict.fromkeys(action.option_strings, action)
        return action


def require_known(words: Sequence[str], commands: Mapping[str, Parser], top: Parser) -> None:
    """Leave the program with what was meant, where a command or a long option is unknown; without
    a command with the list of them.
    """
    if not words:
        top.exit(2, top.format_help())
    if words[0].startswith("-"):
        return
    if words[0] not in commands:
        known = ", ".join(commands)
        top.error(f"there is no command {words[0]}{nearest(words[0], commands)}; there are {known}")
    command = commands[words[0]]
    for word in words[1:]:
        name = word.partition("=")[0]
        if word == "--":
            return
        if name.startswith("--") and not any(o.startswith(name) for o in command.spelled):
            near = nearest(name, command.spelled) or "; --help lists the options"
            command.error(f"{words[0]} has no option {name}{near}")


def nearest(word: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    """The nearest known word as a question, or nothing.

    >>> nearest("chek", ["check", "compare"]), nearest("frobnicate", ["check"])
    ('; did you mean check?', '')
    """
    near = get_close_matches(word, known, 1, 0.6)
    return f"; did you mean {near[0]}?" if near else ""
