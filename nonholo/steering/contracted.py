"""Through where leaves meet: into a part F of fewer conditions, along it, and out of it.

    q(s) = p + s^M (q - p)      M constant with eigenvalues 0, 1, 2, ...   (`contraction`)

Of y dx = x dy these are the rays: from one to another there is no way but through the origin, where
a search by inputs ends, as the constraints lose rank there.  s falls as (1 - u)^2, so that the path
stands still in F, where no velocity is forbidden that is 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.geometry.accessibility.contraction import Contraction, Matrix, contractions
from nonholo.numerics.tape import approximate
from nonholo.steering.path import Chebyshev
from nonholo.steering.problem import Problem
from nonholo.words.sentence import say

SAME = 1e-12  # of two places in F
Shares = dict[int, np.ndarray]  # see `_projections`
Piece = Callable[[float], np.ndarray]  # a place for each u from 0 to 1


def contracted(problem: Problem) -> Chebyshev:
    """The path by the first contraction whose F it can cross.

    Raises NotApplicable where there is none, for constraints with a drift, and for open ends.
    """
    if not problem.driftless or problem.open:
        raise NotApplicable(say("paths are contracted for catastatic sets and a whole goal"))
    start, goal = (np.array([approximate(e) for e in end]) for end in (problem.start, problem.goal))
    for way in contractions(problem.pfaffian, problem.centres):
        shares = _projections(way.matrix)
        pieces = _pieces(way, shares, start, goal, problem.whole)
        if pieces:
            return _series(pieces, 2 * max(shares), problem)
    raise NotApplicable(
        say("no paths that a constant matrix contracts lead through a point where leaves meet")
    )


def _pieces(
    way: Contraction, shares: Shares, start: np.ndarray, goal: np.ndarray, whole: bool
) -> list[Piece]:
    """In, along F where that is needed, and out; none where F may not be crossed."""
    p = np.array([approximate(e) for e in way.point])
    there, back = (p + shares.get(0, 0 * np.eye(len(p))) @ (end - p) for end in (start, goal))
    into = [] if (start == there).all() else [_into(p, shares, start)]
    out = [] if (goal == back).all() else [lambda u: _into(p, shares, goal)(1 - u)]
    if np.abs(there - back).max() <= SAME * (1 + np.abs(there).max()):
        return [*into, *out]
    if not (way.bare and whole):
        return []
    return [*into, lambda u: there + (3 * u**2 - 2 * u**3) * (back - there), *out]


def _into(p: np.ndarray, shares: Shares, q: np.ndarray) -> Piece:
    """p + s^M (q - p) with s = (1 - u)^2."""
    return lambda u: p + sum((1 - u) ** (2 * k) * (P @ (q - p)) for k, P in shares.items())


def _projections(M: Matrix) -> Shares:
    """On the eigenspaces of M, by eigenvalue: s^M = sum_k s^k P_k.  Eigenvalues are whole numbers,
    for `contraction` asked for that.
    """
    whole, one = np.array(M, dtype=float), np.eye(len(M))
    values = sorted({round(value.real) for value in np.linalg.eigvals(whole)})
    shares = {}
    for k in values:
        P = one
        for other in values:
            P = P if other == k else P @ (whole - other * one) / (k - other)
        shares[k] = P
    return shares


def _series(pieces: Sequence[Piece], degree: int, problem: Problem) -> Chebyshev:
    """The polynomials one after the other, each in its share of the time."""
    polynomial, count = np.polynomial.chebyshev, max(degree, 3) + 1
    nodes = polynomial.chebpts1(count)
    fit = np.linalg.inv(polynomial.chebvander(nodes, count - 1))
    values = np.array([[piece((1 + x) / 2) for x in nodes] for piece in pieces])
    breaks = np.linspace(0, approximate(problem.duration), len(pieces) + 1)
    return Chebyshev(breaks, fit @ values)
