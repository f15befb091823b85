"""Limits of time and memory that hold: the work is done by a child process, which can be ended.

Shortly before the time is up the child is warned (TimeUp is raised in it), so that it can tell what
it has.  Work that does not heed the warning, such as one long product of polynomials, is ended at
the limit, and the parent tells what the child had posted until then.  A signal that ends the parent
ends the child: it is passed on, and a child that does not heed it is killed."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from nonholo.ends import ASKING, end_with, held_back, number_of, unwinding
from nonholo.errors import TimeUp
from nonholo.words.sentence import say

WARNING = 0.9  # of the time limit: when the child is warned
AGAIN = 0.001  # seconds after a warning that was lost
GRACE = 0.25  # seconds after the limit in which it may still tell what it has
UNWINDING = 1.0  # seconds after a signal in which it may still close what is open
Post = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the work: its exit status, or why it was ended, and what it posted (JSON).

    With both a status and a reason the work was ended by a signal and has not said so itself.
    """

    status: int | None
    reason: str = ""
    posted: tuple[Any, ...] = ()


def run_within(work: Callable[[Post], int], seconds: float | None, megabytes: int) -> Outcome:
    """Do the work in a child process with limits; `work` gets a function that posts what was
    found so far.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    line, held = os.pipe()  # the child sees its end when this process is gone
    start, parent = time.monotonic(), os.getpid()
    with held_back():
        child = os.fork()
        if child == 0:
            _work(work, (reader, held), (parent, line), writer, seconds, megabytes)
    os.close(writer)
    os.close(line)
    try:
        deadline = None if seconds is None else start + seconds + GRACE
        said, over, asked = _heard(child, reader, deadline)
    finally:
        os.close(reader)
        os.close(held)
    _, state = os.waitpid(child, 0)
    posted = tuple(json.loads(line) for line in said.split(b"\n")[:-1])
    if not asked and over:
        return Outcome(None, say("the time limit of {seconds:g} s", seconds=seconds), posted)
    if not os.WIFSIGNALED(state):
        return Outcome(os.WEXITSTATUS(state))
    if asked:
        return Outcome(128 + asked, "stopped", posted)
    name = signal.Signals(os.WTERMSIG(state)).name
    reason = say(
        "the memory limit of {megabytes} MB, as it seems (ended by {signal})",
        megabytes=megabytes,
        signal=name,
    )
    return Outcome(None, reason, posted)


def _heard(child: int, reader: int, deadline: float | None) -> tuple[bytes, bool, int]:
    """What the child posts; was it killed, its time being over; the signal that asked us to end."""
    said: list[bytes] = []
    over, asked = True, 0
    try:
        over = _listen(reader, deadline, said)
    except KeyboardInterrupt as end:
        asked = number_of(end)
        over = _unheeded(child, asked, reader, said)
    finally:
        if over:
            os.kill(child, signal.SIGKILL)
    return b"".join(said), over, asked


def _unheeded(child: int, number: int, reader: int, said: list[bytes]) -> bool:
    """Pass the signal on; True if the child does not end soon, or a second signal comes."""
    os.kill(child, number)
    try:
        return _listen(reader, time.monotonic() + UNWINDING, said)
    except KeyboardInterrupt:
        return True


def _work(
    work: Callable[[Post], int],
    theirs: tuple[int, ...],
    parent: tuple[int, int],
    writer: int,
    seconds: float | None,
    megabytes: int,
) -> None:
    """The child: confined, warned in time, ended with its parent, and never returning."""
    status = 1
    try:
        for number in theirs:
            os.close(number)
        end_with(*parent)
        divert_c_output()
        confine(megabytes * 2**20)
        with unwinding(once=True), os.fdopen(writer, "wb") as pipe:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKING)
            try:
                with warned_after(seconds):
                    status = work(lambda value: _send(pipe, value))
            except TimeUp:  # it came where nothing hears it: the parent tells the rest
                assert seconds is not None  # or nothing would have warned
                time.sleep(seconds + GRACE)
            sys.stdout.flush()
            sys.stderr.flush()
    except KeyboardInterrupt as end:
        status = 128 + number_of(end)
    except BrokenPipeError:
        status = 0
    except OSError as error:
        if status < 2:  # else it is told already
            os.write(2, f"nonholo: standard output can't be written: {error.strerror}\n".encode())
        status = 2
    except Exception:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def confine(most: int) -> None:
    """This process gets at most so many bytes of memory, or what the shell allows if that is
    less.
    """
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def divert_c_output() -> None:
    """What C libraries print (FLINT, when memory is out) goes to standard error; ours stays
    where it was.
    """
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        ours = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = os.fdopen(ours, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors)


def _send(pipe: BinaryIO, value: Any) -> None:
    pipe.write(json.dumps(value).encode() + b"\n")
    pipe.flush()


def _listen(reader: int, deadline: float | None, said: list[bytes]) -> bool:
    """Keep what is posted until the child closes the pipe, or the deadline comes (True)."""
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([reader], [], [], left)
        if not ready:
            return True
        data = os.read(reader, 1 << 16)
        if not data:
            return False
        said.append(data)


@contextlib.contextmanager
def warned_after(seconds: float | None) -> Iterator[None]:
    """TimeUp is raised in the work when most of the time is gone; again where it was lost in a
    callback of Python.
    """

    def ring(*_: object) -> None:
        raise TimeUp(say("the time limit of {seconds:g} s", seconds=seconds))

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is not TimeUp:
            usual(unraisable)
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
