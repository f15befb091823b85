"""Rank, curvature and growth of a function A(q) at one point, by numbers.

W_s: the values of all brackets of length s at the point, on a ladder of boxes
dim D_s = dim D_1 + rank (W_2, ..., W_s)          by singular values against an estimated error
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from nonholo.errors import BadCase
from nonholo.numerics.bracket_values import Fields, bracket_values, polynomials
from nonholo.numerics.local_fit import SEED, Design, agreed, design, fitted, shaken
from nonholo.numerics.row_values import Rank, Rows, columns_of, rank_of, solved
from nonholo.words.sentence import say

Array = NDArray[np.float64]
BOXES = 6
MOST_TERMS = 800  # monomials of a fit
MOST_BRACKETS = 3000
EXTRA = 4  # degrees that a fit has beyond those that brackets need
CLEAR = 10.0  # times its error, and a number is taken as not zero without a remark
SMALL = 0.01  # of what brackets could be, and an error is small enough to speak of a zero
LEAST = 1e-6  # of alpha itself, which counts as variation: what rounding makes is none
FEWEST_STEPS, USUAL_STEPS, MOST_STEPS = 2, 5, 8


@dataclass(frozen=True, slots=True)
class Step:
    """Brackets of one length at a point.

    length: of the brackets; size: their largest singular value outside the span of shorter ones;
    error: its estimate; scale: what their size could be by how much alpha varies on the box; new:
    how many directions they add; clear: no singular value is near its error, and one below it is
    small by the scale; radius: of the box whose polynomials were taken.
    """

    length: int
    size: float
    error: float
    scale: float
    new: int
    clear: bool
    radius: float


@dataclass(frozen=True, slots=True)
class AtPoint:
    """What numbers say at one point.

    q: the point; rank: of A there; steps: brackets of length 2, 3, ...; directions: dim D_1;
    full: how many directions there are in all; remark: why steps are missing, or what was reduced.
    """

    q: tuple[float, ...]
    rank: Rank
    directions: int
    full: int
    steps: tuple[Step, ...]
    remark: str = ""

    @property
    def growth(self) -> tuple[int, ...] | None:
        """The growth vector as far as brackets were taken, up to where nothing new comes; None
        where A loses rank.
        """
        if not self.steps:
            return None if self.remark else (self.directions,)
        vector = [self.directions]
        for step in self.steps:
            vector.append(vector[-1] + step.new)
        while len(vector) > 1 and vector[-1] == vector[-2]:
            vector.pop()
        return tuple(vector)

    @property
    def residual(self) -> float | None:
        """The size of the curvature of the set at the point: 0 where it is jointly integrable."""
        return self.steps[0].size if self.steps else None

    @property
    def residual_error(self) -> float | None:
        """The estimated error of the residual."""
        return self.steps[0].error if self.steps else None

    @property
    def integrable(self) -> bool | None:
        """By numbers: no curvature above its error, or some far above it; None where that is
        unclear."""
        if not self.steps:
            return None if self.remark else True  # one direction, or all of them
        first = self.steps[0]
        return first.size <= first.error if first.clear else None

    @property
    def clear(self) -> bool:
        """No rank hangs on a number that is near its error."""
        return self.rank.clear and all(step.clear for step in self.steps)


def growth_by_numbers(
    rows: Rows, q: Array, box: Array, active: list[int], steps: int | None
) -> AtPoint:
    """Rank, curvature and growth at one point.

        dim D_s = dim D_1 + rank (W_2, ..., W_s)

    q: the point; box: half the width of the widest box along each coordinate; active: the
    coordinates on which A depends; steps: the length of the longest brackets, None for the usual
    one.  Raises BadCase where A is no matrix there, or depends on too many coordinates.

    >>> plane = Rows(lambda q: [[-q[1], 0, 1]], None, 3)
    >>> growth_by_numbers(plane, np.array([0.0, 1.0, 0.0]), np.full(3, 0.4), [1], None).growth
    (2, 3)
    """
    there = rows(q)
    rank = rank_of(there)
    full = there.shape[1]
    m = full - rank.rank
    base = AtPoint(tuple(map(float, q)), rank, m, full, ())
    if rank.rank in (0, full) and not (rank.rank == 0 and active):
        return base  # every direction at once, or none
    length, degree, remark = _sizes(len(active), rows.k, steps)
    plan = design(len(active), degree)
    near, trouble = _near(rows, q, box, active, plan)
    nearby = (rank_of(there).rank for _, values in near for there in values)
    drop = max(nearby, default=rank.rank)
    if drop > rank.rank:
        words = say(
            "A has rank {rank} at the point and {drop} near it: no growth vector there",
            rank=rank.rank,
            drop=drop,
        )
        return _with(base, (), words)
    if len(near) < 2:
        words = say(
            "A fails near the point, fewer than two boxes were sampled: {trouble}", trouble=trouble
        )
        return _with(base, (), say("{words}; try a smaller radius", words=words))
    split = columns_of(there, rank.rank, rows.timed)
    return _with(base, _steps(near, split, active, plan, length, rows.timed), remark)


def _with(base: AtPoint, steps: tuple[Step, ...], remark: str) -> AtPoint:
    return AtPoint(base.q, base.rank, base.directions, base.full, steps, remark)


def _sizes(active: int, k: int, steps: int | None) -> tuple[int, int, str]:
    """The length of brackets, the degree of the fit, and what had to be reduced."""
    wanted = steps or min(max(k + 1, 3), USUAL_STEPS)
    for length in range(wanted, FEWEST_STEPS - 1, -1):
        for extra in range(EXTRA, 0, -1):
            degree = length - 1 + extra
            if comb(active + degree, degree) <= MOST_TERMS:
                short = say(
                    "brackets up to length {length} only: A depends on {active} coordinates",
                    length=length,
                    active=active,
                )
                return length, degree, short if length < wanted else ""
    raise BadCase(
        "A",
        say(
            "A depends on {active} coordinates: too many for polynomials fitted to its values",
            active=active,
        ),
    )


def _near(
    rows: Rows, q: Array, box: Array, active: list[int], plan: Design
) -> tuple[list[tuple[Array, list[Array]]], str]:
    """[a0 | A] at the nodes of each box, widest first, with its radii; boxes where A fails are
    left out, and what the first complaint was.
    """
    boxes: list[tuple[Array, list[Array]]] = []
    trouble = ""
    for j in range(BOXES):
        radius = box / 2**j
        try:
            values = []
            for node in plan.nodes:
                at = q.copy()
                at[active] += radius[active] * node
                values.append(rows(at))
        except BadCase as error:
            trouble = trouble or error.complaints[0]
            continue
        boxes.append((radius, values))
    return boxes, trouble


def _steps(
    near: Sequence[tuple[Array, list[Array]]],
    split: tuple[list[int], list[int]],
    active: list[int],
    plan: Design,
    length: int,
    timed: bool,
) -> tuple[Step, ...]:
    """Brackets of each length on the ladder of boxes, and the directions they add."""
    dependent, independent = split
    columns = {i + timed: v for v, i in enumerate(active)}  # column -> variable of the fit
    ring = polynomials(len(active), length - 1)
    ladder, radii, scales = [], [], []
    for radius, values in near:
        try:
            alphas = np.stack([solved(v, dependent, independent) for v in values])
        except np.linalg.LinAlgError:
            continue
        # a coordinate with a smaller radius is measured in smaller units
        unit = radius / radius.max()
        scaled = alphas * _units(unit, independent, timed) / _units(unit, dependent, timed)[:, None]
        series = _taylor(plan, scaled, float(radius.max()), length)
        base, below = ([columns.get(j) for j in indices] for indices in split[::-1])
        fields = Fields(ring, series, base, below)
        ladder.append(bracket_values(fields, length, MOST_BRACKETS))
        scales.append(_scale(scaled, float(radius.max())))
        radii.append(float(radius.max()))
    return _added(ladder, scales, radii, len(dependent)) if len(ladder) > 1 else ()


def _scale(alphas: Array, radius: float) -> tuple[float, float]:
    """How much alpha varies on a box, and by what a bracket with X_I can multiply that."""
    largest = 1 + float(np.abs(alphas).max(axis=0).max(initial=0.0))
    varied = float(np.linalg.norm(np.ptp(alphas, axis=0)))
    return max(varied, LEAST * largest), largest / radius


def _units(unit: Array, columns: list[int], timed: bool) -> Array:
    """The unit of each column: that of its coordinate, 1 for time."""
    return np.array([1.0 if timed and j == 0 else unit[j - timed] for j in columns])


def _taylor(plan: Design, alphas: Array, radius: float, length: int) -> Array:
    """Taylor polynomials of alpha with copies that have noise: (r, m, copies, M)."""
    count, r, m = alphas.shape
    coefficients, spread = fitted(plan, alphas.reshape(count, r * m), radius, length - 1)
    copies = shaken(coefficients, spread, np.random.default_rng(SEED))
    return np.moveaxis(copies, (2, 0, 1), (0, 1, 2)).reshape(r, m, len(copies), -1)


def _added(
    ladder: list[list[Array]], scales: Sequence[tuple[float, float]], radii: list[float], r: int
) -> tuple[Step, ...]:
    """Length by length: the values on which boxes agree, outside the span so far, against their
    error.
    """
    span, blur, steps = np.zeros((0, r)), 0.0, []
    for s in range(min(map(len, ladder))):
        values = [level[s][..., 0] for level in ladder]
        noise = [
            max(
                float(np.linalg.norm(level[s][..., i] - level[s][..., 0]))
                for i in range(1, level[s].shape[-1])
            )
            for level in ladder
        ]
        block, error, rung = agreed(values, noise)
        error += blur * float(np.linalg.norm(block))
        outside = block - block @ span.T @ span
        _, sizes, directions = np.linalg.svd(outside, full_matrices=False)
        sizes, whole = sizes[: r - len(span)], scales[rung][0] * scales[rung][1] ** (s + 1)
        new = int((sizes > error).sum())
        clear = all(x > CLEAR * error for x in sizes[:new]) and (
            new == r - len(span) or error <= SMALL * whole
        )
        size = float(sizes[0]) if len(sizes) else 0.0
        steps.append(Step(s + 2, size, error, whole, new, clear, radii[rung]))
        if new:
            blur = max(blur, error / float(sizes[new - 1]))
            span = np.concatenate([span, directions[:new]])
        if len(span) == r:
            break
    return tuple(steps)
