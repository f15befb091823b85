"""How a process ends: signals unwind it, and no child outlives its parent.

On Linux the kernel kills the child when its parent dies, whatever the child is doing (prctl).
Elsewhere a thread of the child waits for the end of a pipe whose other end the parent holds.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

from nonholo.errors import TimeUp

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # not each system has the last
ASKING = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
USUAL = (signal.SIG_DFL, signal.default_int_handler)
PR_SET_PDEATHSIG = 1


class Ended(KeyboardInterrupt):
    """A signal has asked the program to end."""

    def __init__(self, number: int = signal.SIGINT):
        super().__init__()
        self.number = number


def number_of(error: KeyboardInterrupt) -> int:
    """The signal behind it."""
    return getattr(error, "number", int(signal.SIGINT))


def behind(error: BaseException) -> BaseException | None:
    """What asked for the end and was then told as another error; None if nothing did.

    >>> try:
    ...     try:
    ...         raise Ended(15)
    ...     except KeyboardInterrupt as end:
    ...         raise ImportError("initialization failed") from end
    ... except ImportError as error:
    ...     number_of(behind(error))
    15

    A task of asyncio that was cancelled is no such request.

    >>> from asyncio import CancelledError
    >>> try:
    ...     raise OSError("out of time") from CancelledError()
    ... except OSError as error:
    ...     print(behind(error))
    None
    """
    seen: list[BaseException] = []
    inner: BaseException | None = error
    while inner is not None and inner not in seen:
        if isinstance(inner, (KeyboardInterrupt, TimeUp)):
            return inner
        seen.append(inner)
        inner = inner.__cause__ or inner.__context__
    return None


class _Raise:
    """A handler that raises `Ended`; `once`: what comes after the first signal is ignored."""

    def __init__(self, once: bool):
        self.once = once

    def __call__(self, number: int, frame: FrameType | None) -> None:
        for s in ASKING if self.once else ():
            signal.signal(s, signal.SIG_IGN)
        raise Ended(number)


@contextlib.contextmanager
def unwinding(once: bool = False) -> Iterator[None]:
    """Signals that ask for the end raise `Ended`, so that what is open is closed.

    What the caller has told us to ignore (nohup, a job in the background) stays ignored.
    With `once` the first signal is the last, and the handlers stay: the process is to end soon.
    """
    usual = {s: signal.getsignal(s) for s in ASKING if _is_main()}
    usual = {s: h for s, h in usual.items() if h in USUAL or isinstance(h, _Raise)}
    for s in usual:
        signal.signal(s, _Raise(once))
    try:
        yield
    finally:
        for s, handler in usual.items() if not once else ():
            signal.signal(s, handler)


def _is_main() -> bool:
    """Python lets no other thread set handlers."""
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Signals that ask for the end wait until the block is done."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ASKING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def waking() -> Iterator[int]:
    """A pipe that signals ring, for `select`.

    A signal that comes just before a long wait does not end it, for its handler runs in Python,
    after the wait; and what a handler raises is lost in a callback of Python.
    """
    bell, ringing = os.pipe()
    for end in (bell, ringing):
        os.set_blocking(end, False)
    before = signal.set_wakeup_fd(ringing, warn_on_full_buffer=False) if _is_main() else None
    try:
        yield bell
    finally:
        if before is not None:
            signal.set_wakeup_fd(before)
        os.close(bell)
        os.close(ringing)


def rung(bell: int) -> list[int]:
    """The signals that have rung since the last look and ask for the end."""
    try:
        numbers = os.read(bell, 1 << 10)
    except BlockingIOError:
        return []
    return [n for n in numbers if n in ASKING and _raises(signal.getsignal(n))]


def _raises(handler: object) -> bool:
    return isinstance(handler, _Raise) or handler is signal.default_int_handler


def end_with(parent: int, line: int) -> None:
    """This process ends when its parent does; `line`: a pipe whose writing end the parent holds."""
    if not _killed_by_kernel():
        threading.Thread(target=_end_when_closed, args=(line,), daemon=True).start()
    if os.getppid() != parent:  # it has ended already
        os.kill(os.getpid(), signal.SIGKILL)


def _killed_by_kernel() -> bool:
    """Ask Linux to kill this process when its parent dies; False where that can't be asked."""
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _end_when_closed(line: int) -> None:
    with contextlib.suppress(OSError):
        os.read(line, 1)
    os.kill(os.getpid(), signal.SIGKILL)


def start_worker() -> None:
    """What a worker of a pool does first: it ends with the process that made the pool, not before.

    The signals of a terminal come to all of a group; the maker of the pool is the one to answer.
    """
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    maker = parent_process()
    assert maker is not None  # a worker is a process that another one has started
    threading.Thread(target=_end_when_closed, args=(maker.sentinel,), daemon=True).start()
