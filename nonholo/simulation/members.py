"""The members of an ensemble: on a grid, or drawn."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product


class Members(list):
    """Numbers by name for each member, with the seed and the ranges they were drawn from."""

    def __init__(
        self,
        members: Sequence[Mapping[str, float]],
        seed: int,
        ranges: Mapping[str, tuple[float, float]],
    ):
        super().__init__(members)
        self.seed, self.ranges = seed, {n: list(span) for n, span in ranges.items()}


def grid(**values: Sequence[float]) -> list[dict[str, float]]:
    """Every combination of the values.

    >>> grid(theta=[0.1, 0.2], m=[1.0])
    [{'theta': 0.1, 'm': 1.0}, {'theta': 0.2, 'm': 1.0}]
    """
    return [dict(zip(values, row)) for row in product(*values.values())]


def drawn(count: int, seed: int, **ranges: tuple[float, float]) -> Members:
    """`count` members drawn evenly from ranges; the same seed gives the same members.

    >>> drawn(1, 7, theta=(0, 1)) == drawn(2, 7, theta=(0, 1))[:1]
    True
    """
    rng = random.Random(seed)
    return Members(
        [{n: rng.uniform(*span) for n, span in ranges.items()} for _ in range(count)], seed, ranges
    )
