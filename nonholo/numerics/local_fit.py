"""Functions known by their values alone, as Taylor polynomials at a point: least squares on boxes.

    f(q0 + rho u) = sum_k c_k u^k + ...,  |k| <= degree:   d^k f / k! at q0 is about c_k / rho^|k|

On a ladder of boxes, each half as wide as the one before.  Wide ones suffer from what the
polynomial leaves out, narrow ones from noise and rounding; where two neighbours agree is the value,
and how well they agree an estimate of its error.  Estimates, no bounds: nothing here proves
anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SEED = 20031
DRAWS = 4  # of noise, to see what it does to whatever is computed from the coefficients
ROUNDING = 8 * np.finfo(float).eps  # of values, relative to the largest: no function is smoother


@cache
def exponents(variables: int, degree: int) -> tuple[tuple[int, ...], ...]:
    """The exponents of all monomials up to a degree, by degree.

    >>> exponents(2, 1)
    ((0, 0), (1, 0), (0, 1))
    """
    powers = []
    for total in range(degree + 1):
        for chosen in combinations_with_replacement(range(variables), total):
            powers.append(tuple(chosen.count(i) for i in range(variables)))
    return tuple(powers)


@dataclass(frozen=True, slots=True)
class Design:
    """Where to sample a box [-1, 1]^a, and the least-squares solution there.

    nodes: N x a; powers: the exponents of the M monomials; Q, R: of the N x M matrix of monomials;
    spread: the standard deviation of each coefficient for noise of size 1.
    """

    nodes: Array
    powers: tuple[tuple[int, ...], ...]
    Q: Array
    R: Array
    spread: Array


@cache
def design(variables: int, degree: int) -> Design:
    """Twice as many nodes as monomials, in opposite pairs, denser towards the faces.

    variables, degree: of the polynomials.  The nodes are always the same.

    >>> plan = design(2, 3)
    >>> plan.nodes.shape, len(plan.powers)
    ((24, 2), 10)
    """
    from scipy.linalg import qr, solve_triangular

    powers = exponents(variables, degree)
    rng = np.random.default_rng(SEED)
    half = np.cos(np.pi * rng.random((len(powers) + 2, variables)))
    nodes = np.concatenate([half, -half])
    V = np.prod(nodes[:, None, :] ** np.array(powers)[None], axis=2)
    Q, R = qr(V, mode="economic")
    inverse = solve_triangular(R, np.eye(len(powers)))
    return Design(nodes, powers, Q, R, np.sqrt((inverse**2).sum(axis=1)))


def fitted(plan: Design, values: Array, radius: float, degree: int) -> tuple[Array, Array]:
    """The Taylor coefficients up to a lower degree, and their standard deviations by the residual.

    values: N x F, of F functions at the nodes; radius: of the box.  Both results are M x F.

    >>> plan = design(1, 4)
    >>> at = 0.1 * plan.nodes[:, 0]
    >>> found, _ = fitted(plan, np.stack([1 + 3 * at], axis=1), 0.1, 1)
    >>> found[:, 0].round(9).tolist()
    [1.0, 3.0]
    """
    from scipy.linalg import solve_triangular

    c = solve_triangular(plan.R, plan.Q.T @ values)
    left = values - plan.Q @ (plan.Q.T @ values)
    free = max(1, len(values) - len(plan.powers))
    noise = np.sqrt((left**2).sum(axis=0) / free)
    floor = ROUNDING * np.abs(values).max(axis=0, initial=0.0)
    size = np.array([sum(k) for k in plan.powers])
    scale = float(radius) ** -size.astype(float)
    low = size <= degree
    spread = np.outer(plan.spread * scale, np.maximum(noise, floor))
    return (c * scale[:, None])[low], spread[low]


def shaken(coefficients: Array, spread: Array, rng: np.random.Generator) -> Array:
    """The coefficients, then copies of them with noise of their standard deviations: DRAWS + 1.

    coefficients, spread: M x F.

    >>> shaken(np.ones((2, 3)), np.zeros((2, 3)), np.random.default_rng(1)).shape
    (5, 2, 3)
    """
    noise = rng.standard_normal((DRAWS, *coefficients.shape)) * spread
    return np.concatenate([coefficients[None], coefficients[None] + noise])


def agreed(values: Sequence[Array], noise: Sequence[float]) -> tuple[Array, float, int]:
    """The value on which two neighbours of the ladder agree best, its error and its rung.

        error = 2 (|value_j - value_(j+1)| + noise_(j+1)),   the least of them

    values: one array for each box, widest first; noise: of each.

    >>> agreed([np.array([2.0]), np.array([1.5]), np.array([1.25])], [0.0, 0.0, 0.0])
    (array([1.25]), 0.5, 2)
    """
    errors = [
        2 * (float(np.linalg.norm(a - b)) + e) for a, b, e in zip(values, values[1:], noise[1:])
    ]
    best = int(np.argmin(errors))
    return values[best + 1], errors[best], best + 1
