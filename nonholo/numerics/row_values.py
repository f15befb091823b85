"""A function A(q) of a user: rows of numbers, checked, and solved for dependent velocities.

A(q) q' + a0(q) = 0       ->       q_l' = sum_J alpha_lJ(q) r_J'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonholo.errors import BadCase, NonholoError
from nonholo.words.sentence import say

Array = NDArray[np.float64]
LOST = 1e-6  # of the largest singular value: smaller ones are near a loss of rank
ROUNDED = 10.0  # times the least that rounding can do to a singular value
SHIFTS = (0.618, -0.414, 0.271)  # of the radius, to see on which coordinates A depends


@dataclass(slots=True)
class Rows:
    """[a0 | A] at configurations, the column of time first if there is an a0.

    function, affine: A(q) and a0(q); n: the number of coordinates; count: how often A was called.
    """

    function: Callable[[Array], Any]
    affine: Callable[[Array], Any] | None
    n: int
    k: int = 0
    count: int = field(default=0)

    @property
    def timed(self) -> bool:
        """Time has a column."""
        return self.affine is not None

    def __call__(self, q: Array) -> Array:
        """[a0 | A] at q.  Raises BadCase for what is no matrix of finite numbers."""
        self.count += 1
        A = self.matrix("A", self.function, q)
        if A.ndim != 2 or A.shape[1] != self.n or not len(A):
            raise BadCase(
                "A",
                say(
                    "A(q) has the shape {shape}; needed is (k, {n}): a row for each "
                    "constraint, a column for each of {n} coordinates",
                    shape=A.shape,
                    n=self.n,
                ),
            )
        self.k = self.k or len(A)
        if len(A) != self.k:
            now = say(
                "A(q) has {n} rows at q = {point}, {k} before", n=len(A), point=told(q), k=self.k
            )
            raise BadCase("A", now)
        if self.affine is None:
            return A
        a0 = self.matrix("a0", self.affine, q).reshape(-1)
        if len(a0) != self.k:
            raise BadCase("A", say("a0(q) has {n} entries, A(q) has {k} rows", n=len(a0), k=self.k))
        return np.column_stack([a0, A])

    def matrix(self, name: str, function: Callable[[Array], Any], q: Array) -> Array:
        """The value of a function as an array of finite numbers.

        Raises BadCase.
        """
        try:
            value = np.asarray(function(q.copy()))
            if np.iscomplexobj(value):
                raise TypeError("complex numbers")
            matrix = np.array(value, dtype=float)
        except NonholoError:
            raise
        except Exception as error:
            raise BadCase(
                name,
                say(
                    "{name}(q) at q = {point}: {kind}: {error}; needed is a function of one "
                    "array of {n} numbers that gives a matrix of numbers (where it takes {n} "
                    "arguments: lambda q: {name}(*q))",
                    name=name,
                    point=told(q),
                    kind=type(error).__name__,
                    error=error,
                    n=self.n,
                ),
            ) from error
        if not np.isfinite(matrix).all():
            raise BadCase(
                name, say("{name}(q) is not finite at q = {point}", name=name, point=told(q))
            )
        return matrix

    def active(self, q: Array, radius: Array) -> list[int]:
        """The coordinates on which the rows were seen to depend near q; all where A fails there."""
        self(q)  # what is wrong with A everywhere is said of the point
        places = [q] + [
            q + s * radius * np.roll(np.linspace(-1, 1, self.n), i) for i, s in enumerate(SHIFTS)
        ]
        return [i for i in range(self.n) if self.depends(places, i, float(radius[i]))]

    def depends(self, places: list[Array], i: int, radius: float) -> bool:
        """The rows are not the same when coordinate i alone is moved."""
        try:
            for at, s in zip(places, (*SHIFTS, 1.0)):
                moved = at.copy()
                moved[i] += s * radius
                if not np.array_equal(self(at), self(moved)):
                    return True
        except BadCase:
            return True
        return False


def told(q: Array) -> str:
    """A configuration in words."""
    return "(" + ", ".join(f"{x:g}" for x in q) + ")"


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of the rows at a point: as many singular values stand above `error`.

    clear: none of them is small against the largest; gap: the last of them by the next, or by
    `error` where there is none above it.
    """

    rank: int
    singular_values: tuple[float, ...]
    error: float
    gap: float
    clear: bool


def rank_of(rows: Array) -> Rank:
    """The numerical rank of a matrix.

    rows: k x n.  The error is that of rounding: 10 max(k, n) eps times the largest singular value.

    >>> found = rank_of(np.array([[1.0, 0.0], [2.0, 0.0]]))
    >>> found.rank, found.clear
    (1, True)
    """
    s = np.linalg.svd(rows, compute_uv=False)
    top = float(s[0]) if len(s) else 0.0
    error = ROUNDED * max(rows.shape) * float(np.finfo(float).eps) * top
    rank = int((s > error).sum())
    last = float(s[rank - 1]) if rank else 0.0
    below = max(float(s[rank]) if rank < len(s) else 0.0, error)
    clear = rank == 0 or last > LOST * top
    return Rank(rank, tuple(map(float, s)), error, last / below if below else np.inf, clear)


def columns_of(rows: Array, rank: int, timed: bool) -> tuple[list[int], list[int]]:
    """Dependent and independent columns: the best conditioned ones, never that of time.

    rows: [a0 | A] at the point; rank: theirs; timed: the first column is that of time.

    >>> columns_of(np.array([[1.0, 0.0, 5.0]]), 1, False)
    ([2], [0, 1])
    """
    from scipy.linalg import qr

    first = int(timed)
    order = qr(rows[:, first:], mode="r", pivoting=True)[1] + first
    dependent = sorted(int(j) for j in order[:rank])
    return dependent, [j for j in range(rows.shape[1]) if j not in dependent]


def solved(rows: Array, dependent: list[int], independent: list[int]) -> Array:
    """alpha, r x m: the rows solved for the dependent velocities, redundant ones by least squares.

    rows: [a0 | A]; dependent, independent: columns.  Raises LinAlgError where that cannot be done.

    >>> solved(np.array([[1.0, 0.0, 2.0]]), [2], [0, 1]).tolist()
    [[-0.5, -0.0]]
    """
    square, right = rows[:, dependent], rows[:, independent]
    if square.shape[0] == square.shape[1]:
        alpha = np.linalg.solve(square, right)
    else:
        alpha = np.linalg.lstsq(square, right, rcond=None)[0]
    return np.array(-alpha, dtype=float)
