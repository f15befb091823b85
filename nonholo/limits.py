"""Limits of time and memory that hold: the work is done by a child process, which can be ended.

Shortly before the time is up the child is warned (TimeUp is raised in it), so that it can tell what
it has.  Work that does not heed the warning, such as one long product of polynomials, is ended at
the limit, and the parent tells what the child had posted until then.  A signal that ends the parent
ends the child: it is passed on, and a child that does not heed it is killed.

Who waits at a terminal is told by the parent what the child is doing: the parent is idle, and no
long call into a library keeps it from telling.  Before the child writes anything itself, it asks
for the line to be taken away, and goes on when that is done."""

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
from typing import Any, BinaryIO, Protocol, TextIO, cast

from nonholo.doing import listening
from nonholo.ends import ASKING, Ended, end_with, held_back, number_of, rung, unwinding, waking
from nonholo.errors import TimeUp
from nonholo.words.language import told
from nonholo.words.sentence import say

WARNING = 0.9  # of the time limit: when the child is warned
AGAIN = 0.001  # seconds after a warning that was lost
GRACE = 0.25  # seconds after the limit in which it may still tell what it has
UNWINDING = 1.0  # seconds after a signal in which it may still close what is open
PATIENCE = 1.0  # seconds before it is told what is done, and between two looks at it
POSTED, DOING, QUIET = "posted", "doing", "quiet"  # what the child says: a result, a step, "hush"
Post = Callable[[Any], None]


class Line(Protocol):
    """Where it is told what the work is doing, while it lasts."""

    def show(self, step: str, seconds: float) -> None:
        """Tell the step, "" for the work as a whole, and how long it has taken so far."""

    def clear(self) -> None:
        """Nothing of it stays."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the work: its exit status, or why it was ended, and what it posted (JSON).

    With both a status and a reason the work was ended by a signal and has not said so itself.
    """

    status: int | None
    reason: str = ""
    posted: tuple[Any, ...] = ()


def run_within(
    work: Callable[[Post], int],
    seconds: float | None,
    megabytes: int,
    line: Line | None = None,
) -> Outcome:
    """Do the work in a child process with limits; `work` gets a function that posts what was
    found so far; line: where it is told what the work is doing, if it lasts.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    lifeline, held = os.pipe()  # the child sees its end when this process is gone
    cleared, clearing = os.pipe()
    start, parent = time.monotonic(), os.getpid()
    with held_back():
        child = os.fork()
        if child == 0:
            theirs, mine = (reader, held, clearing), (lifeline, writer, cleared)
            _work(work, theirs, mine, parent, seconds, megabytes, line is not None)
    for number in (writer, lifeline, cleared):
        os.close(number)
    ear = _Ear(start, clearing, line)
    try:
        deadline = None if seconds is None else start + seconds + GRACE
        with waking() as bell:
            over, asked = _heard(child, (reader, bell), deadline, ear)
    finally:
        ear.clear()
        for number in (reader, held, clearing):
            os.close(number)
    _, state = os.waitpid(child, 0)
    posted = tuple(ear.posted)
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


class _Ear:
    """What the parent hears of the child, and tells on the line."""

    def __init__(self, start: float, clearing: int, line: Line | None):
        self.posted: list[Any] = []
        self._start, self._clearing, self._line = start, clearing, line
        self._step: str | None = ""  # None: the child writes itself
        self._begun = b""  # of a message whose end is still to come

    def hear(self, data: bytes) -> None:
        """Take what has come: results are kept, steps told, the line taken away."""
        *messages, self._begun = (self._begun + data).split(b"\n")
        for kind, value in map(json.loads, messages):
            if kind == POSTED:
                self.posted.append(value)
            elif kind == DOING:
                self._step = value
                self.look()
            else:
                self._step = None
                self.clear()
                os.write(self._clearing, b"\n")

    def wait(self, left: float | None) -> float | None:
        """Seconds until the next look: at most so many as are left."""
        if self._line is None or self._step is None:
            return left
        return PATIENCE if left is None else min(left, PATIENCE)

    def look(self) -> None:
        """Tell the step if the work takes long."""
        passed = time.monotonic() - self._start
        if self._line is not None and self._step is not None and passed >= PATIENCE:
            self._line.show(self._step, passed)

    def clear(self) -> None:
        """No line any more."""
        if self._line is not None:
            self._line.clear()


class _Quiet:
    """A stream of the child: before it writes, the line of the parent is gone."""

    def __init__(self, stream: TextIO, hush: Callable[[], None]):
        self._stream, self._hush = stream, hush

    def write(self, text: str) -> int:
        self._hush()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Voice:
    """What the child says to the parent."""

    def __init__(self, pipe: BinaryIO, cleared: int):
        self._pipe, self._cleared = pipe, cleared
        self._shown = True  # there may be a line

    def post(self, value: Any) -> None:
        """A result."""
        self._say(POSTED, value)

    def doing(self, step: str) -> None:
        """A step, in the language that is spoken."""
        self._shown = True
        self._say(DOING, told(step))

    def hush(self) -> None:
        """Return when there is no line; at once where nobody hears it."""
        if not self._shown:
            return
        self._shown = False
        with contextlib.suppress(OSError, ValueError):
            self._say(QUIET, None)
            if select.select([self._cleared], [], [], GRACE)[0]:
                os.read(self._cleared, 1)

    def _say(self, kind: str, value: Any) -> None:
        self._pipe.write(json.dumps([kind, value]).encode() + b"\n")
        self._pipe.flush()


def _heard(
    child: int, lines: tuple[int, int], deadline: float | None, ear: _Ear
) -> tuple[bool, int]:
    """Was the child killed, its time being over; the signal that asked us to end.

    lines: what the child writes to, and what a signal rings (`ends.waking`).
    """
    over, asked = True, 0
    try:
        over = _listen(lines, deadline, ear)
    except KeyboardInterrupt as end:
        asked = number_of(end)
        rung(lines[1])  # this one is answered
        over = _unheeded(child, asked, lines, ear)
    finally:
        if over:
            os.kill(child, signal.SIGKILL)
    return over, asked


def _unheeded(child: int, number: int, lines: tuple[int, int], ear: _Ear) -> bool:
    """Pass the signal on; True if the child does not end soon, or a second signal comes."""
    os.kill(child, number)
    try:
        return _listen(lines, time.monotonic() + UNWINDING, ear)
    except KeyboardInterrupt:
        return True


def _work(
    work: Callable[[Post], int],
    theirs: tuple[int, ...],
    mine: tuple[int, int, int],
    parent: int,
    seconds: float | None,
    megabytes: int,
    watched: bool,
) -> None:
    """The child: confined, warned in time, ended with its parent, and never returning."""
    status, (lifeline, writer, cleared) = 1, mine
    try:
        for number in theirs:
            os.close(number)
        end_with(parent, lifeline)
        divert_c_output()
        confine(megabytes * 2**20)
        with unwinding(once=True), os.fdopen(writer, "wb") as pipe:
            voice = _Voice(pipe, cleared)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKING)
            try:
                with warned_after(seconds), _watched(voice, watched):
                    status = work(voice.post)
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


@contextlib.contextmanager
def _watched(voice: _Voice, watched: bool) -> Iterator[None]:
    """In here steps are told if somebody watches, and what is written finds no line."""
    if not watched:
        yield
        return
    sys.stdout = cast(TextIO, _Quiet(sys.stdout, voice.hush))
    sys.stderr = cast(TextIO, _Quiet(sys.stderr, voice.hush))
    with listening(voice.doing):
        yield


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


def _listen(lines: tuple[int, int], deadline: float | None, ear: _Ear) -> bool:
    """Hear the child until it closes the pipe, or the deadline comes (True)."""
    reader, bell = lines
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select(lines, [], [], ear.wait(left))
        if bell in ready:
            if numbers := rung(bell):
                raise Ended(numbers[0])
        elif ready:
            data = os.read(reader, 1 << 16)
            if not data:
                return False
            ear.hear(data)
        elif left == 0.0:
            return True
        else:
            ear.look()


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
