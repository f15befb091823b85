"""Names of columns: those of the case stay, and what is told beside them yields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

Column = TypeVar("Column")


def named_beside(taken: Iterable[str], further: Mapping[str, Column]) -> dict[str, Column]:
    """Further columns by names that are not taken yet, with an underscore behind where they are.

    taken: the names of a case; further: what is told beside it, by the names it has elsewhere.

    >>> named_beside(["x", "energy"], {"energy": 1, "work": 2})
    {'energy_': 1, 'work': 2}
    """
    used, named = set(taken), {}
    for name, column in further.items():
        while name in used:
            name += "_"
        used.add(name)
        named[name] = column
    return named
