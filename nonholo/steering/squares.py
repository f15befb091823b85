"""Long ways and tight bounds: what the end lacks, what breaks a bound and the size of the inputs in
one sum of squares that is made small.

    q' = w - A^+ (A w + a_0),   w(t) = sum_k c_k h_k(t)

h_k: hats, 1 at the k-th of equal times and 0 at the others, so that each number moves the path in
one place. The sum is made small by Levenberg's and Marquardt's method, its slopes chained from
those of single steps of time; then the end is met by Newton's method. Bounds are asked for with a
margin, so that a path keeps them that comes near to it. Work is counted in beginnings and
iterations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nonholo.numerics.tape import Tape
from nonholo.steering.field import RANK, STRAY, Field, newton

PIECES, TIMES = 16, 64  # of an input; steps of time
MOST_STEPS, FINER = 256, 4  # of time, where the end is met; where it is nearly met
GOOD, NEAR = 1e-8, 1e-4  # an end met, and nearly
SCALES = (3.0, 10.0, 1.0, 5.0)  # of the detours with which it begins
ITERATIONS = 120
END, BOUND, SIZE, MARGIN = 30.0, 5.0, 2.5e-4, 0.02  # weights; how far inside, of the question
DAMPING = np.array([1e-6, 1e-3, 1e-1, 1.0, 1e2])  # tried at once, times what did best before
LEAST, MOST, STEEPER, EASIER = 1e-6, 1e6, 1e3, 10.0  # damping, and how it changes
WORTH, NUDGE = 1e-4, 1e-6  # gain of an iteration; of a slope by differences


class Hats(Field):
    """The right side of the equation, its inputs straight between equal times."""

    most_steps = MOST_STEPS

    def basis(self, t, modes: int) -> np.ndarray:
        """The hats at times t: (times, modes)."""
        place = np.asarray(t, dtype=float)[..., None] * (modes - 1) / self.duration
        return np.maximum(0.0, 1 - np.abs(place - np.arange(modes)))


def squared(field: Hats, bounds: Tape | None) -> Iterator[tuple[np.ndarray, float]]:
    """Inputs from several beginnings, always the same ones, and by how much each misses the goal.

    bounds: slacks g(q, q', t), which are to be positive; None without.
    """
    rng, sums = np.random.default_rng(1961), Squares(field, bounds)
    ahead = (field.goal - field.start) / field.duration
    for scale in SCALES:
        detour = rng.standard_normal((PIECES + 1, field.n))
        with np.errstate(all="ignore"):
            try:
                c = _settled(sums, ahead + detour * scale * field.size / field.duration)
            except np.linalg.LinAlgError:
                continue
            c, miss = newton(field, c, TIMES)
            # hidden relations, which no input changes, are missed by the error of the steps
            yield newton(field, c, FINER * TIMES) if GOOD <= miss < NEAR else (c, miss)


def _settled(sums: Squares, c: np.ndarray) -> np.ndarray:
    """Inputs with a smaller sum, by Levenberg's and Marquardt's method."""
    damping, (now,), (q,) = 1.0, *sums.of(c[None])
    for _ in range(ITERATIONS):
        short, slope = sums.slope(c, q)
        gram, down = slope.T @ slope, slope.T @ short
        damped = gram + (damping * DAMPING)[:, None, None] * np.eye(c.size)
        trials = c - np.linalg.solve(damped, down[None, :, None]).reshape(-1, *c.shape)
        values, courses = sums.of(trials)
        k = int(np.argmin(values))
        if not values[k] < now:
            damping *= STEEPER
            if damping > MOST * STEEPER:
                break
            continue
        damping = float(np.clip(damping * DAMPING[k] * EASIER, LEAST, MOST))
        gain, now, c, q = now - values[k], values[k], trials[k], courses[k]
        if gain < WORTH * (gain + now):
            break
    return c


class Squares:
    """The sum of squares of inputs, and the slopes of what is squared."""

    def __init__(self, field: Hats, bounds: Tape | None):
        self.field, self.bounds = field, bounds
        self.times = np.linspace(0, field.duration, 2 * TIMES + 1)
        self.hats = field.basis(self.times, PIECES + 1)
        ease = np.sin(np.pi * self.times[::2, None] / field.duration)  # none at both ends
        self.margin = MARGIN * field.size * ease
        self.end, self.bound, self.size = np.array([END, BOUND, SIZE]) / field.size
        self.size *= field.duration

    def of(self, batch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The sums of inputs (batch, modes, n), and the places at all steps (batch, times, n)."""
        q, count = np.stack(list(self.field.walk(batch, TIMES)), axis=1), len(batch)
        rows = [self.end * self.field.short(q[:, -1]), self.size * batch.reshape(count, -1)]
        if self.bounds is not None:
            broken = np.maximum(self.broken(q, self.hats[::2] @ batch), 0.0)
            rows.append(broken.reshape(count, -1))
        terms = np.nan_to_num(np.concatenate(rows, axis=1), nan=STRAY, posinf=STRAY, neginf=-STRAY)
        return (terms**2).sum(axis=1), q

    def broken(self, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """margin - g at all steps: (..., times, slacks)"""
        assert self.bounds is not None
        times = np.broadcast_to(self.times[::2], q.shape[:-1])
        v = self.field.velocity(times, q, w)
        g = self.bounds(np.concatenate([q, v, times[..., None]], axis=-1))
        return self.bound * (self.margin - g)

    def slope(self, c: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What is squared for inputs c (modes, n) along the places q (times, n), and its slopes
        (rows, modes n).
        """
        field, moved = self.field, self.moved(c, q)
        end = moved[-1]
        if field.p:
            across = field.leaf(field.duration, q[-1])[1]
            end = end - np.linalg.pinv(across, RANK) @ (across @ end)
        values = [self.end * field.short(q[-1]), self.size * c.ravel()]
        slopes = [-self.end * end[field.named], self.size * np.eye(c.size)]
        if self.bounds is not None:
            n, w = field.n, self.hats[::2] @ c
            e, f = _nudge(q), _nudge(c)
            places, wishes = (np.repeat(x[None], 1 + 2 * n, axis=0) for x in (q, w))
            places[1 : n + 1] += e * np.eye(n)[:, None]
            wishes[n + 1 :] += f * np.eye(n)[:, None]
            one, *others = self.broken(places, wishes)
            at, which = np.nonzero(one > 0)
            rates = (np.array(others) - one)[:, at, which]
            direct = np.einsum("jr,rk->rkj", rates[n:] / f, self.hats[::2][at])
            values.append(one[at, which])
            slopes.append(
                np.einsum("ir,rix->rx", rates[:n] / e, moved[at]) + direct.reshape(len(at), c.size)
            )
        return np.concatenate(values), np.concatenate(slopes)

    def moved(self, c: np.ndarray, q: np.ndarray) -> np.ndarray:
        """How the places move with the inputs: (times, n, modes n), chained step after step."""
        field, n, (e, f) = self.field, self.field.n, (_nudge(q), _nudge(c))
        # an input counts at both ends of a step and in its middle
        hats, wished = (
            np.stack([x[:-2:2], x[1:-1:2], x[2::2]], axis=1) for x in (self.hats, self.hats @ c)
        )
        places = np.repeat(q[:-1, None], 1 + 4 * n, axis=1)
        wishes = np.repeat(wished.reshape(TIMES, 1, 3 * n), 1 + 4 * n, axis=1)
        places[:, 1 : n + 1] += e * np.eye(n)
        wishes[:, n + 1 :] += f * np.eye(3 * n)
        times = np.broadcast_to(self.times[:-1:2, None], places.shape[:-1])
        wishes = wishes.reshape(TIMES, 1 + 4 * n, 3, n)
        after = field.step(times, field.duration / TIMES, places, wishes)
        rates = np.swapaxes(after[:, 1:] - after[:, :1], 1, 2)
        carried, driven = rates[..., :n] / e, rates[..., n:].reshape(TIMES, n, 3, n) / f
        driven = np.einsum("tirj,trk->tikj", driven, hats).reshape(TIMES, n, c.size)
        moved = np.zeros((TIMES + 1, n, c.size))
        for i in range(TIMES):
            moved[i + 1] = carried[i] @ moved[i] + driven[i]
        return moved


def _nudge(x: np.ndarray) -> float:
    return NUDGE * float(1 + np.abs(x).max())
