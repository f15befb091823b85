"""Turns as unit quaternions (x, y, z, w), and what lies between two: at a constant rate about one
axis.

References: Shepperd1978, Shoemake1985.
"""

from __future__ import annotations

import numpy as np


def quaternions(matrices: np.ndarray) -> np.ndarray:
    """Of rotation matrices (m, 3, 3), (m, 4): from the largest of four parts, so that none is lost.

    >>> quaternions(np.array([[[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]])).round(3).tolist()
    [[0.0, 0.0, 0.707, 0.707]]
    """
    M = np.asarray(matrices, dtype=float)
    trace = np.trace(M, axis1=1, axis2=2)
    choice = np.argmax(np.column_stack([M[:, 0, 0], M[:, 1, 1], M[:, 2, 2], trace]), axis=1)
    made = np.empty((len(M), 4))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        some = choice == i
        m, t = M[some], trace[some]
        made[some, i] = 1 - t + 2 * m[:, i, i]
        made[some, j] = m[:, j, i] + m[:, i, j]
        made[some, k] = m[:, k, i] + m[:, i, k]
        made[some, 3] = m[:, k, j] - m[:, j, k]
    some = choice == 3
    m = M[some]
    across = [m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]]
    made[some] = np.column_stack([*across, 1 + trace[some]])
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def matrices(turns: np.ndarray) -> np.ndarray:
    """Rotation matrices (m, 3, 3) of unit quaternions (m, 4)."""
    x, y, z, w = turns.T
    rows = [
        [x * x - y * y - z * z + w * w, 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), -x * x + y * y - z * z + w * w, 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), -x * x - y * y + z * z + w * w],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def turned(wanted: np.ndarray, was: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """The rotation matrices at the times `wanted` (m), from those at the times `was` (n), `turn`
    (n, 3, 3), which bound them; n is at least 2.
    """
    q = quaternions(turn)
    steps = _product(q[:-1] * (-1, -1, -1, 1), q[1:])
    steps[steps[:, 3] < 0] *= -1
    place = np.maximum(np.searchsorted(was, wanted) - 1, 0)
    part = (wanted - was[place]) / np.diff(was)[place]
    size = np.linalg.norm(steps[:, :3], axis=1)
    half = (np.arctan2(size, steps[:, 3])[place] * part)[:, None]
    axis = (steps[:, :3] / np.where(size > 0, size, 1.0)[:, None])[place]
    return matrices(_product(q[place], np.hstack([axis * np.sin(half), np.cos(half)])))


def _product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """First q, then p."""
    a, b, s, t = p[:, :3], q[:, :3], p[:, 3:], q[:, 3:]
    return np.hstack([s * b + t * a + np.cross(a, b), s * t - (a * b).sum(axis=1, keepdims=True)])
