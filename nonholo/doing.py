"""What a long job is doing, told to whoever waits for it; to nobody unless somebody listens.

Nothing is computed by it, and no answer depends on it: the listener gets sentences, no state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str], None]
_LISTENER: ContextVar[Listener | None] = ContextVar("who listens", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """In here the listener hears of each step as it begins.

    >>> steps = []
    >>> with listening(steps.append):
    ...     doing("the growth vector")
    >>> steps
    ['the growth vector']
    """
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def doing(step: str) -> None:
    """A step begins.

    step: a sentence, or the name of what is sought, as a person at a terminal would read it.
    """
    listener = _LISTENER.get()
    if listener is not None:
        listener(step)
