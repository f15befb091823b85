"""Brackets of fields at a point from the Taylor polynomials of the solved rows, by numbers.

    X_I = d/dr^I + sum_l alpha_lI d/dq_l,      [X_I, X_J]^l = X_I(alpha_lJ) - X_J(alpha_lI)
            [X_I, Y]^l = X_I(Y^l) - sum_r Y^r d alpha_lI/dq_r       for Y along the dependent ones

Many alphas are taken at once: those of several boxes, with and without noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from nonholo.numerics.local_fit import exponents

Array = NDArray[np.float64]


class Polynomials:
    """Truncated polynomials in some variables: arrays (..., M) of coefficients, by degree."""

    def __init__(self, variables: int, degree: int):
        self.powers = exponents(variables, degree)
        place = {k: i for i, k in enumerate(self.powers)}
        pairs = [
            (i, j, place[both])
            for i, a in enumerate(self.powers)
            for j, b in enumerate(self.powers)
            if (both := tuple(x + y for x, y in zip(a, b))) in place
        ]
        self.left, self.right, into = (np.array(indices) for indices in zip(*pairs))
        self.gather = np.zeros((len(pairs), len(self.powers)))
        self.gather[np.arange(len(pairs)), into] = 1.0
        self.slopes = [np.zeros((len(self.powers),) * 2) for _ in range(variables)]
        for i, k in enumerate(self.powers):
            for s in (s for s in range(variables) if k[s]):
                lower = tuple(x - (j == s) for j, x in enumerate(k))
                self.slopes[s][i, place[lower]] = k[s]

    def times(self, f: Array, g: Array) -> Array:
        return (f[..., self.left] * g[..., self.right]) @ self.gather

    def slope(self, f: Array, s: int) -> Array:
        return f @ self.slopes[s]


@cache
def polynomials(variables: int, degree: int) -> Polynomials:
    """The ring of polynomials in some variables up to a degree; always the same one.

    >>> ring = polynomials(1, 2)
    >>> ring.times(np.array([1.0, 1.0, 0.0]), np.array([1.0, 1.0, 0.0])).tolist()
    [1.0, 2.0, 1.0]
    """
    return Polynomials(variables, degree)


class Fields:
    """The fields X_I of some alphas (r, m, ..., M): where the derivatives of each coordinate are.

    base: for each I the variable of its own coordinate, None if alpha does not depend on it;
    dependent: the same for each q_l.
    """

    def __init__(
        self,
        ring: Polynomials,
        alpha: Array,
        base: Sequence[int | None],
        dependent: Sequence[int | None],
    ):
        self.ring, self.alpha, self.base = ring, alpha, base
        self.moving = [(l, s) for l, s in enumerate(dependent) if s is not None]

    def along(self, I: int, f: Array) -> Array:
        """X_I f."""
        variable = self.base[I]
        derivative = np.zeros_like(f) if variable is None else self.ring.slope(f, variable)
        for l, s in self.moving:
            derivative = derivative + self.ring.times(self.alpha[l, I], self.ring.slope(f, s))
        return derivative

    def first(self, I: int, J: int) -> Array:
        """[X_I, X_J] by its components (r, ..., M)."""
        return self.along(I, self.alpha[:, J]) - self.along(J, self.alpha[:, I])

    def bracket(self, I: int, Y: Array) -> Array:
        """[X_I, Y] for Y along the dependent coordinates."""
        bracket = self.along(I, Y)
        for l, s in self.moving:
            bracket = bracket - self.ring.times(
                np.broadcast_to(Y[l], Y.shape), self.ring.slope(self.alpha[:, I], s)
            )
        return bracket


def bracket_values(fields: Fields, steps: int, most: int) -> list[Array]:
    """The values at the point of all brackets of length 2, 3, ..., steps: (count, r, ...) each.

    most: how many brackets are taken; a length for which there would be more is left out.

    >>> ring = polynomials(1, 1)                 # dz = y dx: alpha = (y, 0), r = (x, y)
    >>> alpha = np.array([[[0.0, 1.0], [0.0, 0.0]]])
    >>> bracket_values(Fields(ring, alpha, [None, 0], [None]), 2, 100)
    [array([[-1.]])]
    """
    m = fields.alpha.shape[1]
    level = [fields.first(I, J) for I in range(m) for J in range(I + 1, m)]
    values: list[Array] = []
    while level and len(values) < steps - 1:
        values.append(np.stack([Y[..., 0] for Y in level]))
        if len(values) == steps - 1 or len(level) * (m + 1) > most:
            break
        level = [fields.bracket(I, Y) for Y in level for I in range(m)]
    return values
