"""When two motions from one state part, and how far apart they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from nonholo.numerics.brent import zero_between

THRESHOLD = 1e-3


@dataclass(frozen=True, slots=True)
class Parting:
    """The difference of two motions, coordinate by coordinate, on the time they share.

    time: the first at which a coordinate differs by more than `threshold` (None: never);
    coordinate: which one; final: the largest difference at the end; largest: on the way;
    difference: wrong minus right, name -> (N,)."""

    time: float | None
    coordinate: str
    threshold: float
    final: float
    largest: float
    until: float
    difference: Mapping[str, np.ndarray] = field(repr=False)


def parting(
    t: np.ndarray,
    right: Mapping[str, np.ndarray],
    wrong: Mapping[str, np.ndarray],
    threshold: float = THRESHOLD,
    apart_at: Callable[[float], float] | None = None,
    t_wrong: np.ndarray | None = None,
) -> Parting:
    """Compare two motions sampled at the same times (the shorter one decides how far).

    t: (N,); right, wrong: name -> (N,); t_wrong: the times of the second, if it may end between two
    of the first: what is beyond their last common time is not compared; threshold: the difference
    of a coordinate from which they have parted; apart_at: the largest difference at any time, by
    which the time is refined; else by linear interpolation.

    >>> import numpy as np
    >>> t = np.linspace(0, 1, 101)
    >>> round(parting(t, {"x": t}, {"x": t + t**2 / 10}, 1e-3).time, 4)
    0.1
    """
    shared = min(len(next(iter(m.values()))) for m in (right, wrong))
    if t_wrong is not None:
        shared = int(np.argmin(np.append(t[:shared] == t_wrong[:shared], False)))
    t = t[:shared]
    difference = {n: wrong[n][:shared] - right[n][:shared] for n in right}
    names, apart = list(difference), np.abs(np.array(list(difference.values())))
    over = np.flatnonzero(apart.max(axis=0) > threshold)
    time, name = None, names[int(apart[:, -1].argmax())]
    if over.size:
        i = int(over[0])
        j = int(apart[:, i].argmax())
        time, name = _crossing(t, apart[j], i, threshold), names[j]
        if apart_at is not None and i and apart_at(t[i - 1]) < threshold < apart_at(t[i]):
            time = _refined(apart_at, t[i - 1], t[i], threshold)
    return Parting(
        time,
        name,
        threshold,
        float(apart[:, -1].max()),
        float(apart.max()),
        float(t[-1]),
        difference,
    )


def _refined(
    apart_at: Callable[[float], float], low: float, high: float, threshold: float
) -> float:
    return zero_between(lambda s: apart_at(s) - threshold, low, high, xtol=1e-12)


def _crossing(t: np.ndarray, apart: np.ndarray, i: int, threshold: float) -> float:
    if i == 0 or apart[i - 1] >= threshold:
        return float(t[i])
    fraction = (threshold - apart[i - 1]) / (apart[i] - apart[i - 1])
    return float(t[i - 1] + fraction * (t[i] - t[i - 1]))
