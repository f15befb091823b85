"""Is the change of the velocities the integral of the accelerations, between the places where the
integrator looked too?

The accelerations are integrated once more along the path that was found, by Gauss's formula on
parts of the steps so short that no function of explicit time varies unseen (`forcing`), nor one of
the state that can be flat beside a narrow place.  A pulse that all steps jumped over shows here.
Nothing tells how fast a function of Python varies: it is asked in many places of the whole time.
"""

from __future__ import annotations

import numpy as np

from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr, ordered
from nonholo.numerics.feeds import Feedback
from nonholo.numerics.forcing import narrowed, timed
from nonholo.numerics.intervals import bounds
from nonholo.numerics.model import Model
from nonholo.numerics.watching import Curves

NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)
TOGETHER = 256  # pieces
LOOKS = 1000  # parts of the whole time, at least, where an input is a function of Python
SHORTEST = 2.0**-30  # of a piece
NARROW = {"exp", "tanh", "atan", "sign", "abs"}
QUIET = 1e7  # so many times the absolute tolerance: less than this is nothing


def impulse(model: Model, pieces, atol: float) -> float | None:
    """The largest error of the change of a velocity, relative to the largest change of any.

        max over t of |v(t) - v(start) - integral of the accelerations along the path|

    pieces: of the path; atol: the absolute tolerance it was made with.  None without such functions
    and inputs that are fed.

    >>> import nonholo as nh
    >>> from nonholo.numerics.integrate import integrate
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2", forces={"x": "cos(3*t)"}).system)
    >>> path = integrate(law, np.zeros(law.size), 0.0, 2.0)
    >>> bool(impulse(law, path.pieces, atol=1e-13) < 1e-6)
    True
    """
    graph, roots = model.slopes[0].graph, [*model.slopes, *(e for _, e in model.steps)]
    fed = graph.mask(graph.symbol(u.args) for u in model.feeds)
    nodes = [*timed(roots, graph.symbol(model.inputs[-1].args), fed), *narrow_of(model)]
    if not nodes and not model.feeds:
        return None
    n, missing, moved, worst = model.n, np.zeros(model.n), np.zeros(model.n), 0.0
    unknown = any(isinstance(source, Feedback) for source in model.feeds.values())
    longest = abs(pieces[-1][1] - pieces[0][0]) / LOOKS if unknown else np.inf
    for start in range(0, len(pieces), TOGETHER):
        curves = Curves(model, pieces[start : start + TOGETHER])
        change, gained, size = (
            part[:, n : 2 * n] for part in _gained(model, curves, nodes, longest)
        )
        running = missing + np.cumsum(change - gained, axis=0)
        worst, missing = np.maximum(worst, np.max(np.abs(running))), running[-1]
        moved += size.sum(axis=0)
    error = worst / max(np.max(moved, initial=0.0), QUIET * atol)
    return float(error) if np.isfinite(error) else float("inf")


def narrow_of(model: Model) -> list[Expr]:
    """Functions of the state in a law that can be flat beside a narrow place, so that a step jumps
    over it.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> narrow_of(model(nh.System("x", "xdot**2/2 - exp(-x**2)").system))
    [exp(-x**2)]
    """
    graph, roots = model.slopes[0].graph, [*model.slopes, *(e for _, e in model.steps)]
    state = graph.mask(graph.symbol(s.args) for s in model.inputs[:-1])
    inner = state | graph.mask(graph.symbol(s.args) for s in (model.inputs[-1], *model.values))
    return [
        n
        for n in ordered(roots)
        if n.calls(*NARROW) and n.support & state
        if not n.support & ~inner and not unspecified_in([n])
    ]


def _gained(
    model: Model, curves: Curves, nodes, longest: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """On each part, in order: the change of the state, the integrals of the slopes and of their
    sizes.
    """
    p, a, b = _parts(model, curves, nodes, longest)
    s = ((a + b)[:, None] + (b - a)[:, None] * NODES) / 2
    every, flat = np.repeat(p, len(NODES)), s.ravel()
    slopes = model.slopes_at(curves.time(every, flat), curves.states(every, flat)).T.reshape(
        *s.shape, model.size
    )
    half = (b - a) / 2 * np.diff(curves.ends[p], axis=1)[:, 0] / 2
    parts = np.einsum("gk,k,gki->gi", half[:, None] + 0 * s, WEIGHTS, slopes)
    size = np.einsum("gk,k,gki->gi", np.abs(half)[:, None] + 0 * s, WEIGHTS, np.abs(slopes))
    return curves.states(p, b) - curves.states(p, a), parts, size


def _parts(model: Model, curves: Curves, nodes, longest: float):
    """Parts of the pieces, none longer than `longest`, on which no function of explicit time varies
    unseen; where there are too many of these, as long as they may be."""
    graph = model.slopes[0].graph
    counts = np.maximum(np.ceil(np.abs(np.diff(curves.ends)[:, 0]) / longest), 1).astype(int)

    def bounded(p: np.ndarray, a: np.ndarray, b: np.ndarray):
        box, _ = curves.boxes(p, a, b)
        intervals = {graph.symbol(s.args): interval for s, interval in box.items()}
        return [(np.arctan(low), np.arctan(high)) for low, high in bounds(nodes, intervals)]

    p = np.repeat(np.arange(len(counts)), counts)
    ends = 2.0 * (np.arange(len(p)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[p] - 1
    whole = p, ends, ends + 2.0 / counts[p]
    p, a, b = narrowed(bounded, *whole, SHORTEST) or whole
    order = np.lexsort((a, p))
    return p[order], a[order], b[order]
