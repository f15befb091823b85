"""Shooting: inputs as sums of Legendre polynomials, their numbers found by Newton's method on the
end of the path.

    q' = w - A^+ (A w + a_0),   w(t) = sum_k c_k P_k(2 t/T - 1)

A^+ = A^T (A A^T)^-1: the orthogonal projection onto the admissible velocities, so no split of the
velocities can fail, only the rank of A.  Steps are the shortest that Newton's linear equations
allow (singular values are truncated, for hidden relations); then the square integral of w is made
small, so the path is short.  Several random beginnings are tried, always the same ones; where none
leads to the goal, inputs in pieces (`squares`).  The path
is written down by collocation: Chebyshev series that satisfy the differential equation at their
nodes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from nonholo.doing import doing
from nonholo.errors import NotApplicable
from nonholo.steering.field import FINE, RANK, STEPS, Field, as_far, beginnings, energy, newton
from nonholo.steering.path import Chebyshev
from nonholo.steering.problem import Problem
from nonholo.steering.squares import GOOD, Hats, squared
from nonholo.words.sentence import say

ENOUGH = 3  # paths among which the shortest is taken
BEGUN, SETTLED = 5, 2  # tries that end equally far off, after which no more are made
POLISH = 20  # steps of the shortening
PIECES, MAX_PIECES, NODES, SWEEPS, CORRECTIONS = 16, 128, 17, 60, 12


def shooting(problem: Problem) -> Chebyshev:
    """A short path found numerically.

    Raises NotApplicable with the distance reached if no try meets the goal.
    """
    field = Field(problem)
    hits: list[np.ndarray] = []
    misses: list[float] = []
    for c in beginnings(field):
        _told(misses)
        c, miss = newton(field, c, STEPS)
        misses.append(miss)
        if miss < GOOD:
            hits.append(c)
        if len(hits) == ENOUGH or (not hits and as_far(misses) == BEGUN):
            break
    if not hits:
        patient = Hats(problem)
        settled: list[float] = []
        for c, miss in squared(patient, None):
            settled.append(miss)
            if miss < GOOD:
                return refined(patient, c)
            _told([*misses, *settled])
            if as_far(settled) == SETTLED:
                break
        misses += settled
        nearest = min(misses)
        far = (
            say("the nearest ended {miss:.2g} off the goal", miss=nearest)
            if np.isfinite(nearest)
            else say(
                "none led anywhere (the constraints lose rank where it starts, or the path runs "
                "away)"
            )
        )
        raise NotApplicable(
            say("numerical search: {tries} tries, {result}", tries=len(misses), result=far)
        )
    return refined(field, _shortened(field, min(hits, key=energy)))


def _told(misses: list[float]) -> None:
    """Say how far the search is."""
    if misses:
        nearest = f"{min(misses):.2g}"
        doing(say("a path by {n} tries, the nearest {miss} off", n=len(misses), miss=nearest))


def _shortened(field: Field, c: np.ndarray) -> np.ndarray:
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
            trial, miss = newton(field, c - share * idle, STEPS)
            if miss < GOOD and energy(trial) < energy(c):
                break
        else:
            return c
        gain, c = energy(c) - energy(trial), trial
        if gain < 1e-3 * energy(c):
            return c
    return c


def refined(field: Field, c: np.ndarray) -> Chebyshev:
    """The path of the inputs, its end brought to the goal as it stands in the series."""
    steps = 2 * field.steps(c)
    c, _ = newton(field, c, steps)
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


def _roughness(field: Field, curve: Chebyshev) -> float:
    """The largest violation of the constraints between the nodes."""
    times = np.linspace(0, field.duration, 7 * len(curve.breaks))
    q, v = curve.motion()(times)
    return float(np.abs(v - field.velocity(times, q, v)).max())


def _collocated(field: Field, c: np.ndarray, count: int) -> Chebyshev:
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
