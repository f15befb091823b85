"""Limits of time and memory that hold: the work is done by a child process, which can be ended.

Shortly before the time is up the child is warned (TimeUp is raised in it), so that it can tell what it has.  Work that
does not heed the warning, such as one long product of polynomials, is ended at the limit, and the parent tells what
the child had posted until then.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

from nonholo.errors import TimeUp

WARNING = 0.9  # of the time limit: when the child is warned
AGAIN = 0.001  # seconds after a warning that was lost
GRACE = 0.25  # seconds after the limit in which it may still tell what it has
SHARE = 0.8  # of the machine's memory: the limit where none is given
Post = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the work: its exit status, or why it was ended and what it had posted (JSON values)."""

    status: int | None
    reason: str = ""
    posted: tuple[Any, ...] = ()


def usual_megabytes() -> int:
    """The memory limit where none is given."""
    return int(SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20)


def run_within(work: Callable[[Post], int], seconds: float | None, megabytes: int) -> Outcome:
    """Do the work in a child process with limits; `work` gets a function that posts what was found so far."""
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _work(work, writer, seconds, megabytes)
    os.close(writer)
    try:
        said, over = _listen(reader, None if seconds is None else start + seconds + GRACE)
    except KeyboardInterrupt:  # the child has got it too and says so
        said, over = b"", False
    finally:
        os.close(reader)
    if over:
        os.kill(child, signal.SIGKILL)
    _, state = os.waitpid(child, 0)
    posted = tuple(json.loads(line) for line in said.split(b"\n")[:-1])
    if over:
        return Outcome(None, f"the time limit of {seconds:g} s", posted)
    if os.WIFSIGNALED(state):
        name = signal.Signals(os.WTERMSIG(state)).name
        return Outcome(None, f"the memory limit of {megabytes} MB, as it seems (ended by {name})", posted)
    return Outcome(os.WEXITSTATUS(state))


def _work(work: Callable[[Post], int], writer: int, seconds: float | None, megabytes: int) -> None:
    """The child: confined, warned in time, and never returning."""
    status = 1
    _divert_c_output()
    try:
        _confine(megabytes * 2**20)
        with os.fdopen(writer, "wb") as pipe, warned_after(seconds):
            status = work(lambda value: _send(pipe, value))
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        status = 0
    except OSError as error:  # standard output could not be written
        os.write(2, f"nonholo: {error}\n".encode())
        status = 2
    except Exception:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _confine(most: int) -> None:
    """At most so many bytes of memory, or what the shell allows if that is less."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _divert_c_output() -> None:
    """What C libraries print (FLINT, when memory is out) goes to standard error; ours stays where it was."""
    if sys.stdout is sys.__stdout__:
        kept = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = os.fdopen(kept, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors)


def _send(pipe: BinaryIO, value: Any) -> None:
    pipe.write(json.dumps(value).encode() + b"\n")
    pipe.flush()


def _listen(reader: int, deadline: float | None) -> tuple[bytes, bool]:
    """Everything that is posted until the child closes the pipe, or the deadline comes (True)."""
    said = []
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([reader], [], [], left)
        if not ready:
            return b"".join(said), True
        data = os.read(reader, 1 << 16)
        if not data:
            return b"".join(said), False
        said.append(data)


@contextlib.contextmanager
def warned_after(seconds: float | None):
    """TimeUp is raised in the work when most of the time is gone; again where it was lost in a callback of Python."""
    def ring(*_):
        raise TimeUp(f"the time limit of {seconds:g} s")

    def lost(found):
        if found.exc_type is not TimeUp:
            usual(found)
        else:
            signal.setitimer(signal.ITIMER_REAL, AGAIN)

    usual = sys.unraisablehook
    if seconds is not None:
        sys.unraisablehook = lost
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, WARNING * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.unraisablehook = usual
