"""The cases that a command line names: files, folders of them, cases that ship, or "-"."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from nonholo.cli.output import DONE, complain
from nonholo.cli.terminal import STANDARD_INPUT
from nonholo.errors import BadCase, NonholoError
from nonholo.readers.case import Case
from nonholo.readers.case_file import find_cases, parse_case, read_case, read_text
from nonholo.readers.given import is_robot
from nonholo.words.sentence import say, together

SOURCE = say("standard input")  # its name in messages


def asked_case(word: str | Path) -> Case:
    """The case that a word names; "-" is standard input.

    Raises BadCase, and NonholoError for a folder.
    """
    if str(word) == STANDARD_INPUT:
        return parse_case(standard_text(), SOURCE)
    return _robot(word) if is_robot(word) else read_case(word)


def asked_by_either(options, also: Sequence[str], constants: Sequence[str]) -> Case:
    """The case of a file, or of constraints behind -c.

    Raises NonholoError unless it is one of them.
    """
    from nonholo.readers.of_constraints import case_from_constraints

    if bool(options.constraints) == bool(options.case):
        raise NonholoError(say("give a case file, or constraints with -c (one of them)"))
    if options.case:
        return asked_case(options.case)
    return case_from_constraints(options.constraints, also, constants)


def _robot(path: str | Path) -> Case:
    """The case of a URDF file; what was assumed to make it is told on standard error."""
    from nonholo.readers.urdf import case_text

    told = case_text(path)
    remark(told.remarks, path)
    return parse_case(told.text, str(path))


def remark(remarks: Sequence[str], path: str | Path) -> None:
    """Tell on standard error what was assumed of a file."""
    for words in remarks:
        complain(together((f"{path}: ", words)), DONE)


def asked_files(words: Sequence[str]) -> list[Path]:
    """The files that words name, in order, each to be read by `asked_case`.

    Raises NonholoError for a standard input that is asked for twice.
    """
    if list(words).count(STANDARD_INPUT) > 1:
        raise NonholoError(say('"-" is standard input, which can be read once; give it once'))
    return find_cases(words)


def standard_text() -> str:
    """The text of the case on standard input.

    Raises BadCase where it can't be read.
    """
    if sys.stdin is None:
        raise BadCase(SOURCE, say('it is closed; give a case file in place of "-"'))
    try:
        return read_text(sys.stdin.buffer, SOURCE)
    except OSError as error:
        raise BadCase(SOURCE, say("cannot be read: {strerror}", strerror=error.strerror)) from None
