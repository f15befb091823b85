"""Do the equations of motion have one solution at a state, as far as numbers show it?

    [ M  A^T ]
    [ A   0  ]        rows and columns brought to one length, so that units don't matter

Formulas may have a value where this matrix is singular: m y'' = m (x - y) at m = 0."""

from __future__ import annotations

import numpy as np

EQUAL_LENGTHS = 5  # steps after which rows and columns are about of one length
OPEN = 1e-12  # of the largest singular value: a smaller one may be none


def seems_open(M: np.ndarray, A: np.ndarray) -> np.ndarray:
    """Where q'' and lambda do not seem to be determined: (count,).

    M: mass matrices (count, n, n); A: rows of the constraints (count, k, n).

    >>> M = np.array([np.diag([1e-9, 1.0]), np.diag([0.0, 1.0])])
    >>> seems_open(M, np.zeros((2, 0, 2))).tolist()
    [False, True]
    """
    count, k, _ = A.shape
    heaviest = np.abs(M).max(axis=(1, 2), initial=0.0)
    heaviest[heaviest == 0] = 1.0
    M = M / heaviest[:, None, None]
    matrix = np.block([[M, A.swapaxes(1, 2)], [A, np.zeros((count, k, k))]])
    finite = np.isfinite(matrix).all(axis=(1, 2))
    matrix[~finite] = 0.0
    for _ in range(EQUAL_LENGTHS):
        longest = np.sqrt(np.abs(matrix).max(axis=2, initial=0.0))
        longest[longest == 0] = 1.0
        matrix = matrix / longest[:, :, None] / longest[:, None, :]
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return np.asarray(sizes[:, -1] <= OPEN * sizes[:, 0])
