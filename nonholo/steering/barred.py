"""Where in the plane of a picture an inequality of the case is broken: posts, walls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from nonholo.numerics.tape import Tape
from nonholo.steering.bounds import slacks

if TYPE_CHECKING:
    from nonholo.readers.case import Case

LINES, POINTS = 72, 241  # of a hatching: lines, and points at which each is asked
Line = tuple[float, float, float]  # height, left end, right end


def barred(
    case: Case, plane: tuple[int, int], low: np.ndarray, high: np.ndarray
) -> tuple[Line, ...]:
    """The pieces of horizontal lines in a rectangle on which g >= 0 is broken, for a hatching.

    case: with numbers; plane: columns of two coordinates; low, high: corners of the rectangle.
    Inequalities that hold other coordinates, velocities or t bar no place of the plane.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, ["x' = 0"], inequalities=["y <= 1"])
    >>> [line[0] > 1 for line in barred(case, (0, 1), np.zeros(2), np.full(2, 2.0))].count(False)
    0
    """
    chart = case.system.chart
    both = [chart.q[j] for j in plane]
    known = chart.graph.mask(both)
    gaps = [g for _, g in slacks(case) if g is not None and g.support and not g.support & ~known]
    if not gaps:
        return ()
    across, up = (np.linspace(*ends, n) for ends, n in zip(zip(low, high), (POINTS, LINES)))
    x, y = np.meshgrid(across, up)
    with np.errstate(all="ignore"):
        values = Tape(gaps, both)(np.column_stack([x.ravel(), y.ravel()]))
    worst = np.min(values, axis=1).reshape(x.shape)
    return tuple((float(h), *ends) for h, row in zip(up, worst) for ends in _below(across, row))


def _below(x: np.ndarray, f: np.ndarray) -> Iterator[tuple[float, float]]:
    """Where f < 0 along a line, its ends by straight lines between the points."""
    inside = np.concatenate([[False], f < 0, [False]]).astype(int)
    turns = np.diff(inside)
    begins, after = (np.flatnonzero(turns == way).tolist() for way in (1, -1))
    for i, j in zip(begins, after):
        left = _root(x, f, i - 1, i) if i else float(x[0])
        right = _root(x, f, j - 1, j) if j < len(x) else float(x[-1])
        yield left, right


def _root(x: np.ndarray, f: np.ndarray, i: int, j: int) -> float:
    return float(x[i] + (x[j] - x[i]) * f[i] / (f[i] - f[j]))
