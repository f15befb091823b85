"""Work that a second process does meanwhile, where there is a core for it; the answer is the same.

Nothing is shared: the second process is a copy of this one, and what it made comes back as bytes.
If it can't be begun, or fails, this process does the work itself when it asks for the result.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn, TypeVar

from nonholo.doing import listening
from nonholo.ends import ASKING, end_with, held_back

T = TypeVar("T")
SHARE = 3  # of the memory is a third for each: a page has two processes beside its own


@contextmanager
def beside(make: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """In here make() is under way in a second process; what is given waits for its result.

    make: must not depend on what this process does meanwhile; its result can be pickled.

    >>> with beside(lambda: 6 * 7) as made:
    ...     half = 42 // 2
    ...     made() // half
    2
    """
    if not _spare():
        yield make
        return
    reader, writer = os.pipe()
    parent = os.getpid()
    with held_back():
        child = os.fork()
        if child == 0:
            _send(make, writer, parent)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        try:
            yield lambda: _result(pipe.read(), make)
        finally:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _spare() -> bool:
    """A second core, and a system on which a copy of this process may go on: no other thread."""
    alone = threading.active_count() == 1
    return sys.platform == "linux" and alone and len(os.sched_getaffinity(0)) > 1


def _result(sent: bytes, make: Callable[[], T]) -> T:
    """What was sent as a whole, else what this process makes."""
    try:
        made: T = pickle.loads(sent)
    except (EOFError, pickle.UnpicklingError):
        return make()
    return made


def _send(make: Callable[[], object], writer: int, parent: int) -> NoReturn:
    """The second process: silent, with a share of the memory, ended with its parent."""
    try:
        end_with(parent, -1)
        for number in ASKING:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKING)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.closerange(3, writer)
        os.closerange(writer + 1, os.sysconf("SC_OPEN_MAX"))
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY:
            resource.setrlimit(resource.RLIMIT_AS, (soft // SHARE, hard))
        with listening(lambda step: None):
            sent = pickle.dumps(make())
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(sent)
    finally:
        os._exit(0)
