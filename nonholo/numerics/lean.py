"""SciPy's DOP853 with its steps on lists instead of arrays: small states spend most of their time
in calls of NumPy.

Tables, first step, step lengths and interpolant are SciPy's; the formulas of one step are written
out once from the tables, zeros left out, and interpolants are worked out where they are asked for
(Hairer, Norsett, Wanner 1993)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
from scipy.integrate import DOP853
from scipy.integrate._ivp.rk import Dop853DenseOutput

SHRINK, GROW, SAFETY, EXPONENT = 0.2, 10.0, 0.9, -1 / 8
STAGES = DOP853.n_stages
KEPT = [0, *range(5, STAGES + 1)]  # stages that the interpolant needs
FAILURES = (ZeroDivisionError, ValueError, OverflowError)


class Lean(DOP853):
    """DOP853 for slope(x) -> tuple with x = [*y, t]; `y` and `f` are lists after the first step.

    A slope that cannot be computed makes the step shorter.  No step goes beyond `stop`.
    """

    t: float
    y: Any  # arrays of SciPy first
    f: Any
    h_abs: Any
    direction: Any
    rtol: Any
    atol: Any
    nfev: int

    def __init__(
        self,
        slope: Callable,
        rates: Callable,
        t: float,
        y: Sequence[float] | np.ndarray,
        end: float,
        rtol: float,
        atol: float,
    ):
        super().__init__(rates, t, y, end, rtol=rtol, atol=atol)
        self.slope, self.one_step = slope, step_function()
        self.t, self.y, self.f, self.h_abs = (
            float(t),
            self.y.tolist(),
            self.f.tolist(),
            float(self.h_abs),
        )
        self.t_bound, self.direction, self.stop = float(end), float(self.direction), float(end)
        self.rtol, self.atol = float(self.rtol), float(self.atol)

    def put(self, y: list[float]) -> None:
        """Go on from another state at the same time."""
        self.y, self.nfev = y, self.nfev + 1
        try:
            self.f = self.slope([*y, self.t])
        except FAILURES:
            self.f = [math.nan] * self.n

    def _step_impl(self):
        t, y, rejected = self.t, self.y, False
        least = 10 * abs(math.nextafter(t, self.direction * math.inf) - t)
        size = max(self.h_abs, least)
        while True:
            if not size >= least:  # also if it is not a number
                return False, self.TOO_SMALL_STEP
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
        self.h_previous, self.y_old, self.t = h, y, later
        self.y, self.f, self.kept = step
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

    def _dense_output_impl(self):
        stages = array("d", chain.from_iterable(self.kept))
        return Piece(self.slope, self.t_old, self.t, self.y_old, stages)


class Piece:
    """The interpolant of one step, worked out at the first question; t is a number or an array,
    as with SciPy's.
    """

    __slots__ = ("ends", "kept", "made", "slope", "y")

    def __init__(self, slope: Callable, before: float, after: float, y: list[float], stages: array):
        self.slope, self.ends, self.y, self.kept, self.made = (
            slope,
            (before, after),
            y,
            stages,
            None,
        )

    def __call__(self, t):
        if self.made is None:
            self.made = self._made()
        return self.made(t)

    def __reduce__(self) -> tuple:
        """Pickled as what it works out to: the slope is compiled code."""
        with np.errstate(all="ignore"):
            made = self.made or self._made()
        return Dop853DenseOutput, (made.t_old, made.t, made.y_old, made.F)

    def _made(self) -> Dop853DenseOutput:
        (before, after), n = self.ends, len(self.y)
        h, y = after - before, np.array(self.y)
        K = np.zeros((STAGES + 4, n))
        K[KEPT] = np.frombuffer(self.kept).reshape(-1, n)
        for s, (a, c) in enumerate(zip(DOP853.A_EXTRA, DOP853.C_EXTRA), start=STAGES + 1):
            x = (y + h * (a[:s] @ K[:s])).tolist()
            x.append(before + c * h)
            try:
                K[s] = self.slope(x)
            except FAILURES:
                K[s] = math.nan
        move = h * (DOP853.B @ K[:STAGES])
        F = np.vstack(
            [move, h * K[0] - move, 2 * move - h * (K[STAGES] + K[0]), h * (DOP853.D @ K)]
        )
        return Dop853DenseOutput(before, after, y, F)


@cache
def step_function() -> Callable:
    """step(slope, t, h, y, k0, rtol, atol) -> (y later, k0, k5, .., k12, |e5|^2, |e3|^2), the
    errors scaled.
    """
    text = ["def step(f, t, h, y, k0, rtol, atol):"]
    for s in range(1, STAGES):
        used, code = _combined(DOP853.A[s, :s])
        text += [
            f"    x = [a + h*({code}) for a, {used} in zip(y, {used.replace('b', 'k')})]",
            f"    x.append(t + {float(DOP853.C[s])!r}*h)",
            f"    k{s} = f(x)",
        ]
    used, code = _combined(DOP853.B)
    names = used.replace("b", "k")
    text += [
        f"    z = [a + h*({code}) for a, {used} in zip(y, {names})]",
        f"    k{STAGES} = f([*z, t + h])",
        "    five = three = 0.0",
        f"    for a, c, {used} in zip(y, z, {names}):",
        "        scale = atol + rtol*max(abs(a), abs(c))",
        *(
            f"        e = ({_combined(E)[1]})/scale\n        {name} += e*e"
            for name, E in (("five", DOP853.E5), ("three", DOP853.E3))
        ),
        f"    return z, {', '.join(f'k{s}' for s in KEPT)}, five, three",
    ]
    space: dict = {}
    exec(compile("\n".join(text), "<nonholo>", "exec"), space)
    return space["step"]


def _combined(row: np.ndarray) -> tuple[str, str]:
    """Names "b0, b3," and the sum of products for the entries that are not 0."""
    used = [j for j, x in enumerate(row) if x]
    return "".join(f"b{j}, " for j in used).rstrip(), " + ".join(
        f"{float(row[j])!r}*b{j}" for j in used
    )
