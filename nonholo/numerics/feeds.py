"""Inputs as numbers along a motion: functions of Python u(t, q, v), and tables of samples.

What is written as an expression in t needs neither: it stands in the equations.  The compiled
functions take the values of fed inputs behind those of the state and of time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, nan
from typing import Any

import numpy as np

from nonholo.errors import NonholoError, said
from nonholo.expression.graph import Expr
from nonholo.words.sentence import say

Law = Callable[[float, Mapping[str, float], Mapping[str, float]], float]
NOWHERE = np.empty(0)


class Named(dict[str, float]):
    """Numbers by the names of coordinates, and by whatever else stands for one of them.

    further: says what another key means, and raises KeyError for one that means nothing.

    >>> numbers = Named({"x": 2.0}, {"speed": 6.0}.__getitem__)
    >>> numbers["x"], numbers["speed"], list(numbers)
    (2.0, 6.0, ['x'])
    """

    def __init__(self, numbers: Mapping[str, float], further: Callable[[Any], float]):
        super().__init__(numbers)
        self.further = further

    def __missing__(self, key: Any) -> float:
        return self.further(key)


@dataclass(frozen=True, slots=True)
class Feedback:
    """A function u(t, q, v) of time and of the state by names of coordinates.

    called: the name of whatever a person calls a coordinate or a velocity; quasi: further
    velocities as functions of (q, q', t), by their names.
    """

    name: str
    coordinates: tuple[str, ...]
    law: Law
    called: Callable[[Any], str] = str
    quasi: Mapping[str, Callable[[Sequence[float]], float]] = field(default_factory=dict)

    @property
    def grid(self) -> np.ndarray:
        """Times at which it is not smooth: none are known."""
        return NOWHERE

    @property
    def told(self) -> str:
        return "a function of Python"

    def at(self, x: Sequence[float]) -> float:
        """The value at x = (q, q', ..., t).

        Raises NonholoError for what is no number.
        """
        n, t = len(self.coordinates), float(x[-1])
        places, speeds = (dict(zip(self.coordinates, part)) for part in (x[:n], x[n : 2 * n]))

        def place(key: Any) -> float:
            return places[self.called(key)]

        def speed(key: Any) -> float:
            name = self.called(key)
            if name in self.quasi:
                return self.quasi[name]([*x[: 2 * n], t])
            return speeds[name.removesuffix("dot")]

        q, v = Named(places, place), Named(speeds, speed)
        try:
            value: Any = self.law(t, q, v)
        except Exception as error:
            raise NonholoError(
                say(
                    "the input {name} failed at t = {t:g}: {value}: {error} (q and v hold {names})",
                    name=self.name,
                    t=t,
                    value=type(error).__name__,
                    error=said(error),
                    names=", ".join((*self.coordinates, *self.quasi)),
                )
            ) from error
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = nan
        if isfinite(number) or not all(map(isfinite, x)):  # a trial step may leave all bounds
            return number
        raise NonholoError(
            say(
                "the input {name} gave {value!r} at t = {t:g}; needed is a number",
                name=self.name,
                value=value,
                t=t,
            )
        )


@dataclass(frozen=True, slots=True)
class TableOfInput:
    """Values at times in order, joined by straight lines."""

    name: str
    times: tuple[float, ...]
    values: tuple[float, ...]

    @property
    def grid(self) -> np.ndarray:
        """Times at which the slope jumps."""
        return np.array(self.times)

    def line(self, start: float, end: float) -> tuple[float, float]:
        """(a, b) of a + b t, which are the values from start to end, where no time lies between."""
        middle, low, high = (start + end) / 2, self.times[0], self.times[-1]
        i = min(max(bisect_right(self.times, middle), 1), len(self.times) - 1)
        if not low <= middle <= high:
            return self.at([middle]), 0.0
        rise = self.values[i] - self.values[i - 1]
        slope = rise / (self.times[i] - self.times[i - 1])
        return self.values[i - 1] - slope * self.times[i - 1], slope

    @property
    def told(self) -> str:
        return say("a table of {count} values", count=len(self.times))

    def at(self, x: Sequence[float]) -> float:
        """The value at x = (..., t); beyond the table that of its ends."""
        times, values, t = self.times, self.values, x[-1]
        i = min(max(bisect_right(times, t), 1), len(times) - 1)
        share = (t - times[i - 1]) / (times[i] - times[i - 1])
        share = min(max(share, 0.0), 1.0)
        return values[i - 1] + share * (values[i] - values[i - 1])


Feed = Feedback | TableOfInput
Feeds = Mapping[Expr, Feed]


def fed(function: Callable, feeds: Feeds) -> Callable:
    """f(q, q', ..., t) of a function that takes the values of the inputs behind these.

    >>> from nonholo.expression.graph import Graph
    >>> u = TableOfInput("u", (0.0, 2.0), (1.0, 5.0))
    >>> fed(sum, {Graph().symbol("u"): u})([10.0, 0.5])
    12.5
    """
    sources = tuple(feeds.values())
    if not sources:
        return function

    def driven(x: Sequence[float]) -> Any:
        return function([*x, *(source.at(x) for source in sources)])

    return driven


def along(feeds: Feeds, t: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """The values of every input at many states: y is (len(t), size)."""
    if not feeds:
        return []
    rows = [[*state, time] for state, time in zip(np.asarray(y, dtype=float).tolist(), t)]
    return [np.array([source.at(x) for x in rows]) for source in feeds.values()]
