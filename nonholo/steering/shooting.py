"""Shooting: inputs as sums of Legendre polynomials, their numbers found by Newton's method on the
end of the path.

    q' = w - A^+ (A w + a_0),   w(t) = sum_k c_k P_k(2 t/T - 1)

A^+ = A^T (A A^T)^-1: the orthogonal projection onto the admissible velocities, so no split of the
velocities can fail, only the rank of A.  Steps are the shortest that Newton's linear equations
allow (singular values are truncated, for hidden relations); then the square integral of w is made
small, so the path is short.  Several random beginnings are tried, always the same ones.  The path
is written down by collocation: Chebyshev series that satisfy the differential equation at their
nodes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.numerics.tape import Tape, approximate
from nonholo.steering.path import Chebyshev
from nonholo.steering.problem import Problem
from nonholo.words.sentence import say

MODES, WITHIN = 6, 10  # polynomials an input; the same between bounds
TRIES, ENOUGH = 14, 3  # beginnings; paths among which the shortest is taken
STEPS, NEWTON, POLISH = 32, 30, 20  # of time, at least; of Newton's method; of the shortening
BACK, WORTH = 6, 0.95  # steps of Newton's method back to the goal; less is worth a step
STRIDE, MOST_STEPS = 0.5, 64  # how far an input may lead in a step of time; steps at most
FRACTIONS = np.array([1.0, 0.5, 0.2, 0.05, 0.01])[:, None, None]  # of a Newton step
FINE, GOOD, STRAY = 1e-10, 1e-8, 1e6
RANK = 1e-7  # singular values below it (relative) belong to hidden relations
NUDGES, MARGIN, SLIGHT = 25, 1e-2, 1e-9  # steps to the bounds, how far inside, what is no breach
LOOKS = 401  # instants at which a path between bounds is looked at
PIECES, MAX_PIECES, NODES, SWEEPS, CORRECTIONS = 16, 128, 17, 60, 12


def shooting(problem: Problem) -> Chebyshev:
    """A short path found numerically.

    Raises NotApplicable with the distance reached if no try meets the goal.
    """
    field = _Field(problem)
    hits, nearest, tries = [], np.inf, 0
    for c in _beginnings(field):
        tries += 1
        c, miss = _newton(field, c, STEPS)
        nearest = min(nearest, miss)
        if miss < GOOD:
            hits.append(c)
        if len(hits) == ENOUGH:
            break
    if not hits:
        far = (
            say("the nearest ended {miss:.2g} off the goal", miss=nearest)
            if np.isfinite(nearest)
            else say(
                "none led anywhere (the constraints lose rank where it starts, or the path runs "
                "away)"
            )
        )
        raise NotApplicable(
            say("numerical search: {tries} tries, {result}", tries=tries, result=far)
        )
    return _refined(field, _shortened(field, min(hits, key=_energy)))


def within(problem: Problem, slacks: Sequence[Expr]) -> Chebyshev:
    """A path found numerically along which all slacks g(q, q', t) are not negative at its steps.

    Of a path that meets the goal the inputs are moved, its end held, by Gauss and Newton's method
    on what is broken.  One that is nearer to a bound than was tried for, but inside, will do.
    Raises NotApplicable if no try gets there.
    """
    field = _Field(problem)
    tape = Tape(list(slacks), [*problem.chart.q, *problem.chart.v, problem.chart.t])
    least, times = np.inf, np.linspace(0, field.duration, LOOKS)
    for c in _beginnings(field, WITHIN):
        c, miss = _newton(field, c, STEPS)
        if miss < GOOD:
            c, broken = _pushed(field, tape, c)
            if broken < MARGIN * field.size:
                curve = _refined(field, c)
                q, v = curve.motion()(times)
                broken = max(0.0, -float(tape(np.column_stack([q, v, times])).min()))
                if broken <= SLIGHT:
                    return curve
            least = min(least, broken)
    told = (
        say("the best breaks a bound by {least:.2g}", least=least)
        if np.isfinite(least)
        else say("none met the goal")
    )
    raise NotApplicable(
        say("numerical search within the bounds: {tries} tries, {told}", tries=TRIES, told=told)
    )


def _pushed(field: _Field, tape: Tape, c: np.ndarray) -> tuple[np.ndarray, float]:
    """Inputs with the same end that break less, and by how much they break the bounds still."""
    broken = _broken(field, tape, c[None], field.steps(c))[0]
    for _ in range(NUDGES):
        if not broken.max() > 0:
            break
        steps = field.steps(c)
        short, slope = field.slope(c, steps)
        h = 1e-6 * (1 + np.abs(c).max())
        batch = c + h * np.eye(c.size).reshape(c.size, *c.shape)
        rows = broken > 0
        one, *others = _broken(field, tape, np.concatenate([c[None], batch]), steps, False)
        J = ((np.array(others) - one) / h).T
        inverse = np.linalg.pinv(slope, RANK)
        base, idle = inverse @ short, np.eye(c.size) - inverse @ slope
        wanted = -(broken[rows] + J[rows] @ base)
        step = base + idle @ np.linalg.lstsq(J[rows] @ idle, wanted, rcond=1e-6)[0]
        for share in (1.0, 0.5, 0.2, 0.05):
            trial, miss = _newton(field, c + share * step.reshape(c.shape), STEPS, BACK)
            left = _broken(field, tape, trial[None], field.steps(trial))[0]
            if miss < GOOD and (left**2).mean() < WORTH * (broken**2).mean():
                c, broken = trial, left
                break
        else:
            break
    return c, float(broken.max())


def _broken(field: _Field, tape: Tape, c: np.ndarray, steps: int, cut: bool = True) -> np.ndarray:
    """margin - g at the steps and halfway for some inputs, 0 where that is negative (if cut):
    (batch, values).

    The margin is 0 at both ends of the path.
    """
    times, q, v = field.course(c, 2 * steps)
    t = np.broadcast_to(times[:, None], (*q.shape[:-1], 1))
    g = tape(np.concatenate([q, v, t], axis=-1))
    margin = MARGIN * field.size * np.sin(np.pi * times / field.duration)[:, None]
    excess = np.nan_to_num(margin - g, nan=STRAY, posinf=STRAY, neginf=-STRAY)
    excess = excess.reshape(len(c), -1)
    return np.where(excess > SLIGHT, excess, 0.0) if cut else excess


class _Field:
    """The right side of the equation, for many inputs at once."""

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

    def velocity(self, t, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """q' for configurations q (..., n) and wishes w (..., n)."""
        if not self.k:
            return w
        times = np.broadcast_to(np.asarray(t, dtype=float)[..., None], (*q.shape[:-1], 1))
        values = self.tape(np.concatenate([q, times], axis=-1))
        A = values[..., : self.k * self.n].reshape(*q.shape[:-1], self.k, self.n)
        B = np.swapaxes(A, -1, -2)
        lack = A @ w[..., None] + values[..., self.k * self.n :, None]
        return w - (B @ np.linalg.solve(A @ B, lack))[..., 0]

    def onto_levels(self, t: float, q: np.ndarray) -> np.ndarray:
        """Configurations q (..., n) moved back to where the path has to stay, by a step of Newton's
        method.

        Without it the error of the integration would stand as a direction in which the end moves.
        """
        if not self.p:
            return q
        values, slopes = self.leaf(t, q)
        back = np.linalg.pinv(slopes, RANK) @ (values - self.levels)[..., None]
        return q - back[..., 0]

    def leaf(self, t: float, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The functions that no path can change, (..., p), and their slopes, (..., p, n)."""
        times = np.full((*q.shape[:-1], 1), t)
        values = self.held(np.concatenate([q, times], axis=-1))
        return values[..., : self.p], values[..., self.p :].reshape(*q.shape[:-1], self.p, self.n)

    def wishes(self, t, c: np.ndarray) -> np.ndarray:
        """w at times t for inputs c (..., modes, n): shape (..., times, n)."""
        basis = np.polynomial.legendre.legvander(
            2 * np.asarray(t, dtype=float) / self.duration - 1, c.shape[-2] - 1
        )
        return (basis * np.sqrt(2 * np.arange(c.shape[-2]) + 1)) @ c

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
            a = self.velocity(times[i], q, w[:, i])
            b = self.velocity(times[i + 1], q + h / 2 * a, w[:, i + 1])
            d = self.velocity(times[i + 1], q + h / 2 * b, w[:, i + 1])
            e = self.velocity(times[i + 2], q + h * d, w[:, i + 2])
            q = self.onto_levels(times[i + 2], q + h / 6 * (a + 2 * b + 2 * d + e))
            yield q

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


def _beginnings(field: _Field, modes: int = MODES) -> Iterator[np.ndarray]:
    """Straight towards the goal with random detours of growing size (the same each time)."""
    rng = np.random.default_rng(1893)
    ahead = np.zeros((modes, field.n))
    ahead[0] = (field.goal - field.start) / field.duration
    for number in range(TRIES):
        detour = rng.standard_normal((modes, field.n)) / (1 + np.arange(modes))[:, None]
        yield ahead + detour * field.size / field.duration * (0.3, 1.0, 3.0)[number % 3]


def _newton(
    field: _Field, c: np.ndarray, steps: int, most: int = NEWTON
) -> tuple[np.ndarray, float]:
    """Inputs that meet the goal, and how far they miss it; steps of time, or more if needed.

    Inputs that grow beyond all steps lead nowhere.
    """
    miss, best = _misses(field, c[None], steps)[0], c
    for _ in range(most):
        if (needed := field.steps(best)) > MOST_STEPS:
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
        best, miss = trials[k], misses[k]
    return best, miss


def _misses(field: _Field, batch: np.ndarray, steps: int) -> np.ndarray:
    """How far some inputs (batch, modes, n) miss the goal; infinite where they lead nowhere."""
    try:
        with np.errstate(all="ignore"):
            far = np.abs(field.short(field.end(batch, steps))).max(axis=1)
    except np.linalg.LinAlgError:
        return np.full(len(batch), np.inf)
    return np.where(np.isfinite(far), far, np.inf)


def _shortened(field: _Field, c: np.ndarray) -> np.ndarray:
    """The inputs with a smaller square integral, the end kept: c less its part that does not
    move the end.
    """
    for _ in range(POLISH):
        try:
            slope = field.slope(c, field.steps(c))[1]
        except np.linalg.LinAlgError:
            return c
        inverse = np.linalg.pinv(slope, RANK)
        flat = c.ravel()
        idle = (flat - inverse @ (slope @ flat)).reshape(c.shape)
        for share in (1.0, 0.4, 0.15):
            trial, miss = _newton(field, c - share * idle, STEPS)
            if miss < GOOD and _energy(trial) < _energy(c):
                break
        else:
            return c
        gain, c = _energy(c) - _energy(trial), trial
        if gain < 1e-3 * _energy(c):
            return c
    return c


def _energy(c: np.ndarray) -> float:
    return float((c**2).sum())


def _refined(field: _Field, c: np.ndarray) -> Chebyshev:
    """The path of the inputs, its end brought to the goal as it stands in the series."""
    steps = 2 * field.steps(c)
    c, _ = _newton(field, c, steps)
    pieces = PIECES
    inverse = np.linalg.pinv(field.slope(c, steps)[1], RANK)
    best, miss = _collocated(field, c, pieces), np.inf
    for _ in range(CORRECTIONS):
        curve = _collocated(field, c, pieces)
        if _roughness(field, curve) > FINE and pieces < MAX_PIECES:
            pieces *= 2
            continue
        short = field.short(curve.motion()(np.array(field.duration))[0])
        if not np.abs(short).max() < miss:
            break
        best, miss = curve, np.abs(short).max()
        c = c + (inverse @ short).reshape(c.shape)
    return best


def _roughness(field: _Field, curve: Chebyshev) -> float:
    """The largest violation of the constraints between the nodes."""
    times = np.linspace(0, field.duration, 7 * len(curve.breaks))
    q, v = curve.motion()(times)
    return float(np.abs(v - field.velocity(times, q, v)).max())


def _collocated(field: _Field, c: np.ndarray, count: int) -> Chebyshev:
    """Chebyshev series with q' = velocity at their nodes, piece after piece, by Picard's
    iteration.
    """
    polynomial = np.polynomial.chebyshev
    x = polynomial.chebpts1(NODES)
    fit = np.linalg.inv(polynomial.chebvander(x, NODES - 1))
    breaks = np.linspace(0, field.duration, count + 1)
    q, pieces = field.start, []
    for left, right in pairwise(breaks):
        half = (right - left) / 2
        times = left + half * (x + 1)
        w = field.wishes(times, c)
        values = np.broadcast_to(q, (NODES, field.n))
        for _ in range(SWEEPS):
            series = polynomial.chebint(
                fit @ field.velocity(times, values, w) * half, lbnd=-1, k=0, axis=0
            )
            series[0] += q
            fresh = polynomial.chebval(x, series).T
            if np.abs(fresh - values).max() < 1e-15 * (1 + np.abs(fresh).max()):
                break
            values = fresh
        pieces.append(series)
        q = np.asarray(polynomial.chebval(1.0, series))
    return Chebyshev(breaks, np.array(pieces))
