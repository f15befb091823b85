"""Is the change of the velocities the integral of the accelerations, between the places where the
integrator looked too?

The accelerations are integrated once more along the path that was found, by Gauss's formula on
parts of the steps so short that no function of explicit time varies unseen (`forcing`).  A pulse
that all steps jumped over shows here.
"""

from __future__ import annotations

import numpy as np

from nonholo.numerics.forcing import narrowed, timed
from nonholo.numerics.intervals import bounds
from nonholo.numerics.model import Model
from nonholo.numerics.watching import Curves

NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)
TOGETHER = 256  # pieces
SHORTEST = 2.0**-30  # of a piece
QUIET = 1e7  # so many times the absolute tolerance: less than this is nothing


def impulse(model: Model, pieces, atol: float) -> float | None:
    """The largest error of the change of a velocity, relative to the largest change of any.

        |v(end) - v(start) - integral of the accelerations along the path|

    pieces: of the path; atol: the absolute tolerance it was made with.  None without explicit time
    and inputs that are fed.

    >>> import nonholo as nh
    >>> from nonholo.numerics.integrate import integrate
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2", forces={"x": "cos(3*t)"}).system)
    >>> path = integrate(law, np.zeros(law.size), 0.0, 2.0)
    >>> bool(impulse(law, path.pieces, atol=1e-13) < 1e-6)
    True
    """
    graph = model.slopes[0].graph
    nodes = timed(
        [*model.slopes, *(e for _, e in model.steps)],
        graph.symbol(model.inputs[-1].args),
        graph.mask(graph.symbol(u.args) for u in model.feeds),
    )
    if not nodes and not model.feeds:
        return None
    n, missing, moved = model.n, np.zeros(model.n), np.zeros(model.n)
    for start in range(0, len(pieces), TOGETHER):
        curves = Curves(model, pieces[start : start + TOGETHER])
        gained, size = _gained(model, curves, nodes)
        count = np.arange(len(curves.ends))
        change = curves.states(count, np.ones(len(count))) - curves.states(
            count, -np.ones(len(count))
        )
        missing += (change - gained).sum(axis=0)[n : 2 * n]
        moved += size.sum(axis=0)[n : 2 * n]
    error = np.max(np.abs(missing), initial=0.0) / max(np.max(moved, initial=0.0), QUIET * atol)
    return float(error) if np.isfinite(error) else float("inf")


def _gained(model: Model, curves: Curves, nodes) -> tuple[np.ndarray, np.ndarray]:
    """The integrals of the slopes over each piece, and of their sizes: (pieces, size)."""
    p, a, b = _parts(model, curves, nodes)
    s = ((a + b)[:, None] + (b - a)[:, None] * NODES) / 2
    every, flat = np.repeat(p, len(NODES)), s.ravel()
    slopes = model.slopes_at(curves.time(every, flat), curves.states(every, flat)).T.reshape(
        *s.shape, model.size
    )
    half = (b - a) / 2 * np.diff(curves.ends[p], axis=1)[:, 0] / 2
    parts = np.einsum("gk,k,gki->gi", half[:, None] + 0 * s, WEIGHTS, slopes)
    gained, size = np.zeros((2, len(curves.ends), model.size))
    np.add.at(gained, p, parts)
    np.add.at(size, p, np.abs(parts))
    return gained, size


def _parts(model: Model, curves: Curves, nodes):
    """Parts of the pieces on which no function of explicit time varies unseen; the pieces where
    there are too many."""
    graph, count = model.slopes[0].graph, len(curves.ends)

    def bounded(p: np.ndarray, a: np.ndarray, b: np.ndarray):
        box, _ = curves.boxes(p, a, b)
        intervals = {graph.symbol(s.args): interval for s, interval in box.items()}
        return [(np.arctan(low), np.arctan(high)) for low, high in bounds(nodes, intervals)]

    whole = np.arange(count), np.full(count, -1.0), np.ones(count)
    return narrowed(bounded, *whole, SHORTEST) or whole
