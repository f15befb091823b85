"""A line at a terminal while a command works: what it is doing, for how long, how to stop it."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from typing import Any, TextIO

from nonholo.cli.terminal import STANDARD_INPUT
from nonholo.words.language import tell

USUAL = 80  # columns where the terminal doesn't say


class WaitingLine:
    """One line, rewritten; it is erased by blanks, so that no terminal gets codes it may not know.

    command: what is at work; stream: a terminal.
    """

    def __init__(self, command: str, stream: TextIO):
        self._command, self._stream, self._length = command, stream, 0

    def show(self, step: str, seconds: float) -> None:
        """The step, "" for the work as a whole, in place of what stood there."""
        work = f"nonholo {self._command}" + (f": {step}" if step else "")
        passed = tell("{seconds} s; Ctrl-C stops it", seconds=int(seconds))
        self._write(f"{_cut(work, _columns(self._stream) - len(passed) - 3)}, {passed}")

    def clear(self) -> None:
        """The line is empty, and the cursor at its beginning."""
        if self._length:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()
            self._length = 0

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._length))
        self._stream.flush()
        self._length = len(text)


def waiting_line(options: Any) -> WaitingLine | None:
    """The line of a command; None where nobody waits at a terminal, or another program reads, or
    the person is to type the case.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or _piped():
        return None
    asked = (*getattr(options, "cases", ()), getattr(options, "case", None))
    if STANDARD_INPUT in asked and sys.stdin is not None and sys.stdin.isatty():
        return None
    return WaitingLine(options.command, sys.stderr)


def _piped() -> bool:
    """Does another program read what is printed?  It may draw on the terminal itself, as pagers
    do.
    """
    try:
        return stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):
        return True


def _columns(stream: TextIO) -> int:
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or USUAL
    return USUAL


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(0, room - 3)] + "..."
