"""What a program owes to its surroundings: streams that are closed, full or broken are told."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from nonholo.cli.output import BAD_INPUT, DONE, complain
from nonholo.ends import number_of
from nonholo.words.sentence import say


def as_program(work: Callable[[], int]) -> int:
    """The exit status of the work; words instead of a traceback where it can't tell or is ended."""
    if not _streams():
        return complain(
            say("standard output is closed: nothing can be told; give it a file, or /dev/null"),
            BAD_INPUT,
        )
    try:
        try:
            return work()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # who reads us has seen enough
        _drop_output()
        return DONE
    except KeyboardInterrupt as end:
        return complain(say("stopped"), 128 + number_of(end))
    except OSError as error:
        _drop_output()
        return complain(
            say("standard output can't be written: {strerror}", strerror=error.strerror),
            BAD_INPUT,
        )


def _streams() -> bool:
    """Is there a standard output?

    What is closed becomes the null device, so that no file that is opened takes its number.
    """
    told = sys.stdout is not None
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (open to the end)
    return told


def _drop_output() -> None:
    """What is still in the buffer goes nowhere, without a second complaint at the end of Python."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
