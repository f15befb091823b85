"""Where along a motion the constraints lose rank, so that rounding would decide how it goes on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nonholo.numerics.integrate import Path
from nonholo.numerics.model import Model
from nonholo.words.sentence import say

NEARLY = 1e-6  # of the rank at the start: two branches are no further apart than a step's error


def where_rank_is_kept(law: Model, path: Path) -> Path:
    """The path up to the last step at which the rows of A are as good as independent.

        s(t) = least singular value of A(q, q', t), its rows measured by their largest lengths

    law: the equations; path: a motion by them.  At a change point of a linkage two motions go on
    and the least singular value is 0; a method that comes near picks one by its errors, with a
    jump of the velocities that no reaction makes.

    >>> import numpy as np
    >>> import nonholo as nh
    >>> from nonholo.numerics.integrate import integrate
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x y", "(x'**2 + y'**2)/2", ["x' = 0"]).system)
    >>> path = integrate(law, np.array([0.0, 0.0, 0.0, 1.0]), 0.0, 1.0)
    >>> where_rank_is_kept(law, path) is path
    True
    """
    if not law.terms.k:
        return path
    t = np.array([path.pieces[0][0], *(piece[1] for piece in path.pieces)])
    t[-1] = path.end
    least = _independence(law, t, path.at(t))
    lost = np.flatnonzero(least < NEARLY * least[0])
    if not lost.size:
        return path
    end = float(t[lost[0] - 1]) if lost[0] > 1 else float(t[1])
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


def _independence(law: Model, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The least singular value of A at each time, its rows measured by their largest lengths."""
    k, n = law.terms.k, law.n
    entries = law.measure([e for row in law.terms.rows for e in row], t, y)
    rows = entries.reshape(k, n, len(t)).transpose(2, 0, 1)
    finite = np.isfinite(rows).all(axis=(1, 2))
    lengths = np.linalg.norm(rows[finite], axis=2).max(axis=0, initial=0.0)
    least = np.ones(len(t))
    scaled = rows[finite] / np.where(lengths > 0, lengths, 1.0)[:, None]
    least[finite] = np.linalg.svd(scaled, compute_uv=False).min(axis=1)
    return least
