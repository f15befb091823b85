"""DOP853 with its steps on lists instead of arrays: small states spend most of their time in calls
of NumPy.

First step, step lengths and interpolant are as SciPy's; the formulas of one step are written out
once from the tables, zeros left out, and interpolants are worked out where they are asked for
(Hairer, Norsett, Wanner 1993)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any

import numpy as np

from nonholo.numerics.dop853 import ALL, E3, E5, NODES, STAGES, A, B, D, Interpolant, first_step

SHRINK, GROW, SAFETY, EXPONENT = 0.2, 10.0, 0.9, -1 / 8
FINEST = 100 * np.finfo(float).eps  # relative tolerance
TOO_SMALL_STEP = "Required step size is less than spacing between numbers."
KEPT = [0, *range(5, STAGES + 1)]  # stages that the interpolant needs
FIRST_ASKED = 2_000.0  # evaluations
FAILURES = (ZeroDivisionError, ValueError, OverflowError)


class Lean:
    """DOP853 for slope(x) -> tuple with x = [*y, t], a step at a time; `y` and `f` are lists.

    rates(t, y): the same slope of an array.  A slope that cannot be computed makes the step
    shorter.  No step goes beyond `stop`.  status: "running", "finished", or "failed" with a message
    of the last step.  compiled: asked at once, after some evaluations, and after twice as many, for
    a slope and a step that are these in less time; they are taken where one step is the same to the
    last bit.
    """

    def __init__(
        self,
        slope: Callable,
        rates: Callable,
        t: float,
        y: Sequence[float] | np.ndarray,
        end: float,
        rtol: float,
        atol: float,
        compiled: Callable[[int], Any] = lambda evaluations: None,
    ):
        start = np.asarray(y, dtype=float)
        f = np.asarray(rates(t, start), dtype=float)
        self.slope, self.one_step = slope, step_function()
        self.rtol, self.atol = float(max(rtol, FINEST)), float(atol)
        self.h_abs = float(first_step(rates, t, start, f, end, self.rtol, self.atol))
        self.t, self.t_old, self.stop, self.end = float(t), float(t), float(end), float(end)
        self.y: Any = start.tolist()
        self.f: Any = f.tolist()
        self.n, self.nfev, self.status = start.size, 2, "running"
        self.direction = -1.0 if end < t else 1.0
        self.compiled, self.asked = compiled, 0.0

    def step(self) -> str | None:
        """Go on by one step; the message of a failure."""
        if self.n == 0 or self.t == self.end:
            self.t_old, self.t, self.status = self.t, self.end, "finished"
            return None
        before = self.t
        if self.nfev >= self.asked:
            self._ask()
        made, message = self._stepped()
        if not made:
            self.status = "failed"
            return message
        self.t_old = before
        if self.direction * (self.t - self.end) >= 0:
            self.status = "finished"
        return None

    def dense_output(self) -> Callable:
        """The interpolant of the last step."""
        if self.n == 0 or self.t == self.t_old:
            return partial(_resting, np.array(self.y))
        stages = array("d", chain.from_iterable(self.stages))
        return Piece(self.slope, self.t_old, self.t, self.y_old, stages)

    def put(self, y: list[float]) -> None:
        """Go on from another state at the same time."""
        self.y, self.nfev = y, self.nfev + 1
        try:
            self.f = self.slope([*y, self.t])
        except FAILURES:
            self.f = [math.nan] * self.n

    def _ask(self) -> None:
        """Take compiled steps from now on, if there are some and they are the same."""
        self.asked = max(FIRST_ASKED, 2 * self.asked)
        other = self.compiled(self.nfev)
        if other is None:
            return
        given = self.t, self.h_abs * self.direction, self.y, self.f, self.rtol, self.atol
        try:
            same = _flat(other.step(self.slope, *given)) == _flat(self.one_step(self.slope, *given))
        except FAILURES:
            same = False
        if same:
            self.slope, self.one_step, self.asked = other.slope, other.step, math.inf

    def _stepped(self) -> tuple[bool, str | None]:
        t, y, rejected = self.t, self.y, False
        least = 10 * abs(math.nextafter(t, self.direction * math.inf) - t)
        size = max(self.h_abs, least)
        while True:
            if not size >= least:  # also if it is not a number
                return False, TOO_SMALL_STEP
            later = t + size * self.direction
            if self.direction * (later - self.stop) > 0:
                later = self.stop
            h = later - t
            size = abs(h)
            error, step = self._tried(t, h, y)
            if error < 1:
                break
            size *= max(SHRINK, SAFETY * error**EXPONENT) if error < math.inf else SHRINK
            rejected = True
        grow = GROW if error == 0 else min(GROW, SAFETY * error**EXPONENT)
        self.h_abs = size * (min(1.0, grow) if rejected else grow)
        self.y_old, self.t = y, later
        self.y, self.f, self.stages = step
        return True, None

    def _tried(self, t: float, h: float, y: list[float]):
        """The error of a step, in units of the tolerance, and (state, slope, stages)."""
        self.nfev += STAGES
        try:
            z, *stages, five, three = self.one_step(
                self.slope, t, h, y, self.f, self.rtol, self.atol
            )
        except FAILURES:
            return math.inf, None
        both = (five + 0.01 * three) * self.n
        error = abs(h) * five / math.sqrt(both) if both > 0 else 0.0 if both == 0 else math.inf
        return error, (z, stages[-1], stages)


def _flat(step: Sequence) -> list[float]:
    """All numbers of a step."""
    *rows, five, three = step
    return [*chain.from_iterable(rows), five, three]


def _resting(y: np.ndarray, t: Any) -> np.ndarray:
    """The interpolant of no step at all: the state (size), or at many times (size, m)."""
    return y if np.ndim(t) == 0 else np.repeat(y[:, None], len(t), axis=1)


class Piece:
    """The interpolant of one step, worked out at the first question that is not about its start;
    t is a number or an array.
    """

    __slots__ = ("ends", "made", "slope", "stages", "y")

    def __init__(self, slope: Callable, before: float, after: float, y: list[float], stages: array):
        self.slope, self.ends = slope, (before, after)
        self.y, self.stages, self.made = y, stages, None

    def __call__(self, t):
        if self.made is None:
            if np.ndim(t) == 0 and t == self.ends[0]:
                return np.array(self.y)
            self.made = self._made()
        return self.made(t)

    def __reduce__(self) -> tuple:
        """Pickled as what it works out to: the slope is compiled code."""
        with np.errstate(all="ignore"):
            made = self.made or self._made()
        return Interpolant, (made.t_old, made.t, made.y_old, made.F)

    def _made(self) -> Interpolant:
        (before, after), n = self.ends, len(self.y)
        h, y = after - before, np.array(self.y)
        K = np.zeros((ALL, n))
        K[KEPT] = np.frombuffer(self.stages).reshape(-1, n)
        for s in range(STAGES + 1, ALL):
            x = (y + h * (A[s, :s] @ K[:s])).tolist()
            x.append(before + NODES[s] * h)
            try:
                K[s] = self.slope(x)
            except FAILURES:
                K[s] = math.nan
        move = h * (B @ K[:STAGES])
        F = np.vstack([move, h * K[0] - move, 2 * move - h * (K[STAGES] + K[0]), h * (D @ K)])
        return Interpolant(before, after, y, F)


@cache
def step_function() -> Callable:
    """step(slope, t, h, y, k0, rtol, atol) -> (y later, k0, k5, .., k12, |e5|^2, |e3|^2), the
    errors scaled.
    """
    text = ["def step(f, t, h, y, k0, rtol, atol):"]
    for s in range(1, STAGES):
        used, code = combination(A[s, :s])
        text += [
            f"    x = [a + h*({code}) for a, {used} in zip(y, {used.replace('b', 'k')})]",
            f"    x.append(t + {float(NODES[s])!r}*h)",
            f"    k{s} = f(x)",
        ]
    used, code = combination(B)
    names = used.replace("b", "k")
    text += [
        f"    z = [a + h*({code}) for a, {used} in zip(y, {names})]",
        f"    k{STAGES} = f([*z, t + h])",
        "    five = three = 0.0",
        f"    for a, c, {used} in zip(y, z, {names}):",
        "        scale = atol + rtol*max(abs(a), abs(c))",
        *(
            f"        e = ({combination(E)[1]})/scale\n        {name} += e*e"
            for name, E in (("five", E5), ("three", E3))
        ),
        f"    return z, {', '.join(f'k{s}' for s in KEPT)}, five, three",
    ]
    space: dict = {}
    exec(compile("\n".join(text), "<nonholo>", "exec"), space)
    return space["step"]


def combination(row: np.ndarray) -> tuple[str, str]:
    """Names "b0, b3," and the sum of products for the entries that are not 0."""
    used = [j for j, x in enumerate(row) if x]
    return "".join(f"b{j}, " for j in used).rstrip(), " + ".join(
        f"{float(row[j])!r}*b{j}" for j in used
    )
