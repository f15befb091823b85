"""Where along a motion the constraints lose rank, so that rounding would decide how it goes on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nonholo.numerics.integrate import Path
from nonholo.numerics.model import Model
from nonholo.words.sentence import say

NEARLY = 3.0  # times the root of a tolerance; 2 is the most that turned motions were seen to have
MOST = 0.1  # of it: where tolerances are coarser, the bounds of the receipt tell
PARTS, ROUNDS = 16, 9  # of a step looked through, the two beside the lowest again: 8^-9 of a step
LOW = 1e-3  # of the independence at the start: a member is asked alone, which tells


def nearly(rtol: float, atol: float) -> float:
    """How independent rows are, of what they were at the start, where errors may turn a motion.

        s/s_0 = min(3 sqrt(max(rtol, atol)), 0.1)

    rtol, atol: relative and absolute tolerance of a step.  Where two branches x y = 0 cross, an
    error e makes x y = e of them: a motion that changes the branch keeps sqrt(e) away, in steps
    short enough to be seen there.  One that passes in a step goes straight on, as it should.

    >>> nearly(1e-12, 1e-13)
    3e-06
    """
    return min(NEARLY * max(rtol, atol) ** 0.5, MOST)


def where_rank_is_kept(law: Model, path: Path, lost: float) -> Path:
    """The path up to the last step at which the rows of A are as good as independent.

        s(t) = least singular value of A(q, q', t), its rows measured by their largest lengths

    law: the equations; path: a motion by them; lost: the share of s at the start that is as good
    as 0, see `nearly`.  At a change point of a linkage two motions go on and the least singular
    value is 0; a method that comes near picks one by its errors, with a jump of the velocities
    that no reaction makes.  Rows with velocities in them, as those of z'^2 = x'^2 + y'^2 at rest,
    leave the acceleration open there too, so a step that passes over such a place is cut.

    >>> import numpy as np
    >>> import nonholo as nh
    >>> from nonholo.numerics.integrate import integrate
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x y", "(x'**2 + y'**2)/2", ["x' = 0"]).system)
    >>> path = integrate(law, np.array([0.0, 0.0, 0.0, 1.0]), 0.0, 1.0)
    >>> where_rank_is_kept(law, path, nearly(1e-12, 1e-13)) is path
    True
    """
    if not law.terms.k:
        return path
    t = np.array([*(start for start, _, _ in path.pieces), path.end])
    starts = [state(start) for start, _, state in path.pieces]
    rows = _rows(law, t, np.array([*starts, *path.at(t[-1:])]))
    lengths = _lengths(rows)
    least = _least(rows, lengths)
    low = lost * least[0]
    near = np.flatnonzero(least < low)
    end = (float(t[near[0] - 1]) if near[0] > 1 else float(t[1])) if near.size else path.end
    if law.terms.curved:
        end = _within_a_step(law, path, end, lengths, low)
    if not near.size and end == path.end:
        return path
    forward = t[-1] > t[0]
    return replace(
        path,
        end=end,
        events=tuple(e for e in path.events if e.t == end or (e.t < end) == forward),
        stopped=say(
            "followed up to t = {t:.6g}, beyond which rounding would decide how it goes on: the "
            "constraints lose rank there or nearly so, as at the change point of a linkage",
            t=end,
        ),
    )


def _within_a_step(law: Model, path: Path, end: float, lengths: np.ndarray, low: float) -> float:
    """Just before the first place within a step up to `end` where the rows are as good as
    dependent; `end` without one.
    """
    for start, stop, state in path.pieces:
        if start == end:
            break
        a, b = start, stop
        for _ in range(ROUNDS):
            t = np.linspace(a, b, PARTS + 1)
            s = _least(_rows(law, t, np.asarray(state(t)).T), lengths)
            k = int(s.argmin())
            if s[k] < low:
                return float(t[k - 1]) if k else start
            if s[k] - np.abs(np.diff(s))[max(k - 2, 0) : k + 2].max() > low:
                break  # no line leads as low: a part over a zero has less slope than its neighbours
            a, b = float(t[max(k - 1, 0)]), float(t[min(k + 1, PARTS)])
    return end


def may_lose_rank(t: np.ndarray, least: np.ndarray, low: float = LOW) -> np.ndarray:
    """Whether the rows of A may have become dependent at or between the ends of steps.

        min(s_i, s_(i+1)) < (t_(i+1) - t_i) |slope of s over a step beside|  or  s_i < low s_0

    t: the ends of steps; least: the least singular value s of A there, (steps, members);
    low: at least what `nearly` tells.  Where s goes through 0 as a line does, the left side is at
    most half of the right one.  Returned is an answer for each member.

    >>> least = np.array([[0.9, 0.9], [0.1, 0.8], [0.2, 0.7]])
    >>> may_lose_rank(np.array([0.0, 0.8, 1.1]), least).tolist()
    [True, False]
    """
    lengths = np.abs(np.diff(t))[:, None]
    slopes = np.abs(np.diff(least, axis=0)) / lengths
    none = np.zeros((1, least.shape[1]))
    beside = np.maximum(np.vstack([none, slopes[:-1]]), np.vstack([slopes[1:], none]))
    lower = np.minimum(least[1:], least[:-1])
    return np.any(least < low * least[0], axis=0) | np.any(lower < lengths * beside, axis=0)


def independence(law: Model, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The least singular value of A at each state, its rows measured by their largest lengths.

    law: the equations, also in columns (a state of each member); t: times; y: (len(t), size).

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x y", "(x'**2 + y'**2)/2", ["x*x' + y*y' = 0"]).system)
    >>> independence(law, np.zeros(2), np.array([[3.0, 4.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]))
    array([1. , 0.2])
    """
    rows = _rows(law, t, y)
    return _least(rows, _lengths(rows))


def _rows(law: Model, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """A at each state, (len(t), k, n)."""
    entries = law.measure([e for row in law.terms.rows for e in row], t, y)
    return entries.reshape(law.terms.k, law.n, len(t)).transpose(2, 0, 1)


def _lengths(rows: np.ndarray) -> np.ndarray:
    """The largest length of each row, 1 for one that is 0 wherever it has a value."""
    finite = np.isfinite(rows).all(axis=(1, 2))
    lengths = np.linalg.norm(rows[finite], axis=2).max(axis=0, initial=0.0)
    return np.where(lengths > 0, lengths, 1.0)


def _least(rows: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The least singular value at each state, 1 where there is none."""
    finite = np.isfinite(rows).all(axis=(1, 2))
    least = np.ones(len(rows))
    least[finite] = np.linalg.svd(rows[finite] / lengths[:, None], compute_uv=False).min(axis=1)
    return least
