"""The members of an ensemble: on a grid, or drawn."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any

Numbers = dict[str, float]


class Members(Sequence[Numbers]):
    """Numbers by name for each member, made when they are asked for: a million take no room.

    recipe: what they were drawn from, "seed" and "ranges"; nothing of a grid."""

    def __init__(
        self, total: int, made: Callable[[], Iterator[Numbers]], recipe: Mapping[str, Any]
    ):
        self.total, self.made, self.recipe = total, made, dict(recipe)

    def __len__(self) -> int:
        return self.total

    def __iter__(self) -> Iterator[Numbers]:
        return islice(self.made(), self.total)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return list(self)[i]
        at = range(self.total)[i]  # from the end, too
        return next(islice(self, at, None))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"<{self.total} members {self.recipe or ''}>"

    def beside(self, fixed: Mapping[str, float]) -> Members:
        """The same members with further numbers that all have in common."""
        made, common = self.made, dict(fixed)
        return Members(self.total, lambda: ({**common, **m} for m in made()), self.recipe)


def grid(**values: Sequence[float]) -> list[Numbers]:
    """Every combination of the values.

    >>> grid(theta=[0.1, 0.2], m=[1.0])
    [{'theta': 0.1, 'm': 1.0}, {'theta': 0.2, 'm': 1.0}]
    """
    return list(walked(**values))


def walked(**values: Sequence[float]) -> Members:
    """As `grid`, made when they are asked for.

    >>> len(walked(theta=[0.1, 0.2], m=[1.0, 2.0]))
    4
    """
    rows = lambda: (dict(zip(values, row)) for row in product(*values.values()))  # noqa: E731
    return Members(prod(map(len, values.values())), rows, {})


def drawn(count: int, seed: int, **ranges: tuple[float, float]) -> Members:
    """`count` members drawn evenly from ranges; the same seed gives the same members.

    >>> drawn(1, 7, theta=(0, 1)) == drawn(2, 7, theta=(0, 1))[:1]
    True
    """

    def rows() -> Iterator[Numbers]:
        rng = random.Random(seed)
        while True:
            yield {n: rng.uniform(*span) for n, span in ranges.items()}

    told = {"seed": seed, "ranges": {n: list(span) for n, span in ranges.items()}}
    return Members(count, rows, told)
