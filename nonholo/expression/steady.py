"""No garbage collection while many nodes are made; seldom where they are most of what there is."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def steady() -> Iterator[None]:
    """No garbage collection meanwhile: a million new nodes, none of them garbage, are not worth
    looking through.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


SELDOM = (200_000, 10, 10)  # new objects, and how often the younger ones are looked through before


def collect_seldom() -> None:
    """For a process that answers one question after another: a collection looks through all nodes
    of a question, which live as long as it; every two million new objects is often enough.
    """
    gc.set_threshold(*SELDOM)
