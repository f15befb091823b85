"""How much memory there is: what a process may use, and what it takes where nothing is said."""

from __future__ import annotations

import os

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

SHARE = 0.8  # of the memory of the machine
UNKNOWN = 4096  # megabytes of a machine that does not tell


def usual_megabytes() -> int:
    """The memory limit where none is given.

    >>> usual_megabytes() > 0
    True
    """
    if not hasattr(os, "sysconf"):
        return UNKNOWN
    return int(SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20)


def megabytes_allowed() -> int:
    """What this process may use: its own limit of memory, else the usual one.

    >>> 0 < megabytes_allowed()
    True
    """
    if resource is None:
        return usual_megabytes()
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    return usual_megabytes() if most == resource.RLIM_INFINITY else most // 2**20
