"""Where inputs lead, many at once, and Newton's method on the end of the path.

q' = w - A^+ (A w + a_0),   w(t) = sum_k c_k P_k(2 t/T - 1)
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator

import numpy as np

from nonholo.numerics.tape import Tape, approximate
from nonholo.steering.problem import Problem

MODES = 6  # polynomials an input
TRIES = 14  # beginnings
STEPS, NEWTON = 32, 30  # of time, at least; of Newton's method
STRIDE, MOST_STEPS = 0.5, 64  # how far an input may lead in a step of time; steps at most
SLOW, PATIENCE = 0.02, 4  # gain of a step that is none to speak of; such steps in a row
AGREED = 1.15  # times the nearest: as far off as that one
FRACTIONS = np.array([1.0, 0.5, 0.2, 0.05, 0.01])[:, None, None]  # of a Newton step
SHORT = 0.01  # of the whole question: the least size of a part of it
FINE, STRAY = 1e-10, 1e6
RANK = 1e-7  # singular values below it (relative) belong to hidden relations


class Field:
    """The right side of the equation, for many inputs at once."""

    most_steps = MOST_STEPS

    def __init__(self, problem: Problem):
        rows, chart = problem.pfaffian, problem.chart
        self.n, self.k = chart.n, rows.k
        self.start = np.array([approximate(e) for e in problem.start])
        self.goal = np.array([approximate(e) for e in problem.goal])
        self.named = [j for j in range(self.n) if j not in problem.open]
        self.duration = approximate(problem.duration)
        self.tape = Tape(
            [*(e for row in rows.matrix for e in row), *rows.affine], [*chart.q, chart.t]
        )
        self.size = max(float(np.abs(self.goal - self.start).max()), 0.1)
        slopes = [f.diff(q) for f in problem.levels for q in chart.q]
        self.held = Tape([*problem.levels, *slopes], [*chart.q, chart.t])
        self.p = len(problem.levels)
        self.levels = self.held(np.append(self.start, 0.0))[: self.p]

    def between(self, start: np.ndarray, goal: np.ndarray, open_end: bool = False) -> Field:
        """The same field with other ends, (n) or of many inputs (batch, n); where the end need not
        be open every coordinate has its goal.
        """
        other = copy.copy(self)
        other.start, other.goal = start, goal
        other.size = max(float(np.abs(goal - start).max()), SHORT * self.size)
        other.named = self.named if open_end else list(range(self.n))
        return other

    def velocity(self, t, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """q' for configurations q (..., n) and wishes w (..., n)."""
        if not self.k:
            return w
        values = self.tape(at_times(q, t))
        A = values[..., : self.k * self.n].reshape(*q.shape[:-1], self.k, self.n)
        B = np.swapaxes(A, -1, -2)
        lack = A @ w[..., None] + values[..., self.k * self.n :, None]
        return w - (B @ np.linalg.solve(A @ B, lack))[..., 0]

    def onto_levels(self, t, q: np.ndarray) -> np.ndarray:
        """Configurations q (..., n) moved back to where the path has to stay, by a step of Newton's
        method.

        Without it the error of the integration would stand as a direction in which the end moves.
        """
        if not self.p:
            return q
        values, slopes = self.leaf(t, q)
        back = np.linalg.pinv(slopes, RANK) @ (values - self.levels)[..., None]
        return q - back[..., 0]

    def leaf(self, t, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The functions that no path can change, (..., p), and their slopes, (..., p, n)."""
        values = self.held(at_times(q, t))
        return values[..., : self.p], values[..., self.p :].reshape(*q.shape[:-1], self.p, self.n)

    def basis(self, t, modes: int) -> np.ndarray:
        """The functions of time whose sum an input is, at times t: (times, modes)."""
        x = 2 * np.asarray(t, dtype=float) / self.duration - 1
        return np.polynomial.legendre.legvander(x, modes - 1) * np.sqrt(2 * np.arange(modes) + 1)

    def wishes(self, t, c: np.ndarray) -> np.ndarray:
        """w at times t for inputs c (..., modes, n): shape (..., times, n)."""
        return self.basis(t, c.shape[-2]) @ c

    def end(self, c: np.ndarray, steps: int) -> np.ndarray:
        """Where the inputs c (batch, modes, n) lead: (batch, n)."""
        return deque(self.walk(c, steps), 1)[0]

    def steps(self, c: np.ndarray) -> int:
        """Steps of time in which inputs c (modes, n) can be followed, a power of two times STEPS.

        With too few a solution would be one of the steps alone.
        """
        w = self.wishes(np.linspace(0, self.duration, 4 * STEPS + 1), c)
        needed = float(np.abs(w).max()) * self.duration / STRIDE
        return int(STEPS * 2 ** np.ceil(np.log2(max(needed / STEPS, 1))))

    def course(self, c: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(t, q, q') at equal steps: (steps + 1), (batch, steps + 1, n) and the same."""
        times = np.linspace(0, self.duration, steps + 1)
        q = np.stack(list(self.walk(c, steps)), axis=1)
        return times, q, self.velocity(times, q, self.wishes(times, c))

    def walk(self, c: np.ndarray, steps: int) -> Iterator[np.ndarray]:
        """The places where the inputs c (batch, modes, n) lead, step after step, by Runge and
        Kutta's classical method of order four.
        """
        q = np.broadcast_to(self.start, (len(c), self.n)).copy()
        h = self.duration / steps
        times = np.linspace(0, self.duration, 2 * steps + 1)
        w = self.wishes(times, c)
        yield q
        for i in range(0, 2 * steps, 2):
            q = self.step(times[i], h, q, w[:, i : i + 3])
            yield q

    def step(self, t, h: float, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """The places (..., n) a time h later than t; w: wishes at the ends and in the middle, (...,
        3, n).
        """
        one, two, three = w[..., 0, :], w[..., 1, :], w[..., 2, :]
        a = self.velocity(t, q, one)
        b = self.velocity(t + h / 2, q + h / 2 * a, two)
        d = self.velocity(t + h / 2, q + h / 2 * b, two)
        e = self.velocity(t + h, q + h * d, three)
        return self.onto_levels(t + h, q + h / 6 * (a + 2 * b + 2 * d + e))

    def slope(self, c: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray]:
        """The miss goal - end(c) of the coordinates that have a goal, and the Jacobian of the end
        by differences along what no path can change (as many rows x modes n).
        """
        size = c.size
        h = 1e-6 * (1 + np.abs(c).max())
        batch = c + h * np.eye(size).reshape(size, *c.shape)
        ends = self.end(np.concatenate([c[None], batch]), steps)
        slopes = (ends[1:] - ends[0]).T / h
        if self.p:
            across = self.leaf(self.duration, ends[0])[1]
            slopes -= np.linalg.pinv(across, RANK) @ (across @ slopes)
        return self.short(ends[0]), slopes[self.named]

    def short(self, end: np.ndarray) -> np.ndarray:
        """What an end (..., n) lacks to the goal, of the coordinates that have one."""
        return (self.goal - end)[..., self.named]


def at_times(q: np.ndarray, t) -> np.ndarray:
    """Configurations q (..., n) with their times behind them: (..., n + 1)."""
    placed = np.empty((*q.shape[:-1], q.shape[-1] + 1))
    placed[..., :-1], placed[..., -1] = q, t
    return placed


def beginnings(field: Field, modes: int = MODES) -> Iterator[np.ndarray]:
    """Straight towards the goal with random detours of growing size (the same each time)."""
    rng = np.random.default_rng(1893)
    ahead = np.zeros((modes, field.n))
    ahead[0] = (field.goal - field.start) / field.duration
    for number in range(TRIES):
        detour = rng.standard_normal((modes, field.n)) / (1 + np.arange(modes))[:, None]
        yield ahead + detour * field.size / field.duration * (0.3, 1.0, 3.0)[number % 3]


def newton(field: Field, c: np.ndarray, steps: int, most: int = NEWTON) -> tuple[np.ndarray, float]:
    """Inputs that meet the goal, and how far they miss it; steps of time, or more if needed.

    Inputs that grow beyond all steps lead nowhere; steps that hardly gain in a row are the last.
    """
    miss, best, slow = _misses(field, c[None], steps)[0], c, 0
    for _ in range(most):
        if (needed := field.steps(best)) > field.most_steps:
            return best, np.inf
        if needed > steps:
            steps, miss = needed, _misses(field, best[None], needed)[0]
        if not miss < STRAY or miss < FINE:
            break
        try:
            short, slope = field.slope(best, steps)
            step = (np.linalg.pinv(slope, RANK) @ short).reshape(c.shape)
        except np.linalg.LinAlgError:
            break
        trials = best + FRACTIONS * step
        misses = _misses(field, trials, steps)
        k = int(np.argmin(misses))
        if not misses[k] < miss:
            break
        slow = slow + 1 if misses[k] > (1 - SLOW) * miss else 0
        best, miss = trials[k], misses[k]
        if slow == PATIENCE:
            break
    return best, miss


def as_far(misses: list[float]) -> int:
    """How many tries ended as far off the goal as the nearest: many do where it is out of reach.

    >>> as_far([0.5, 0.363, 0.36, float("inf"), 0.361])
    3
    """
    return sum(miss <= AGREED * min(misses) < np.inf for miss in misses)


def _misses(field: Field, batch: np.ndarray, steps: int) -> np.ndarray:
    """How far some inputs (batch, modes, n) miss the goal; infinite where they lead nowhere."""
    try:
        with np.errstate(all="ignore"):
            far = np.abs(field.short(field.end(batch, steps))).max(axis=1)
    except np.linalg.LinAlgError:
        return np.full(len(batch), np.inf)
    return np.where(np.isfinite(far), far, np.inf)


def energy(c: np.ndarray) -> float:
    return float((c**2).sum())
