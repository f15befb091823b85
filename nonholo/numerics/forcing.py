"""Where explicit time acts fast: parts of a span of time on which no function of t varies by more
than half its range.

A pulse exp(-((t - 5)/h)^2), a step tanh((t - 5)/h), a switch sign(t - 5) can lie between the places
where an integrator looks.  Bounds over whole intervals of t (`intervals`) see them: an interval is
halved until the bounds of every function are closer than half of what the function is known to
vary.  A step ends at the latest where such a part ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr, ordered
from nonholo.numerics.intervals import Interval, bounds, jumps, times
from nonholo.numerics.model import Model

PART = 0.5  # of the range of a function
SHORTEST = 2.0**-40  # of the span
MOST = 20_000  # parts


def timed(roots: Sequence[Expr], t: Expr, others: int = 0) -> list[Expr]:
    """Functions and divisors in which t stands, without the symbols of the mask `others`."""
    below = [n for n in ordered(roots) if n.support & t.support]
    nodes = [n for n in below if n.kind == "function"]
    nodes += [
        b.graph.power(b, e)
        for n in below
        if n.kind == "product"
        for b, e in n.args
        if e < 0 and b.has([t])
    ]
    nodes = [n for n in dict.fromkeys(nodes) if not n.support & others]
    return [n for n in nodes if not unspecified_in([n])]  # of a law nothing is known


def pace(model: Model, start: float, end: float) -> np.ndarray:
    """Times in order from start to end between which functions of time alone vary little; only the
    ends if none does.

    The ends alone also where there would be too many.  The times of tables of inputs are among
    them.
    """
    ends = np.array([start, end])
    grids = [feed.grid for feed in model.feeds.values()]
    inner = np.unique(np.concatenate([_smooth(model, start, end), *grids, ends]))
    inner = inner[(inner >= min(start, end)) & (inner <= max(start, end))]
    return inner if end >= start else inner[::-1]


def timed_of(model: Model) -> list[Expr]:
    """Functions and divisors of a law that hold t alone.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> timed_of(model(nh.System("x", "xdot**2/2", forces={"x": "cos(3*t)"}).system))
    [cos(3*t)]
    """
    graph = model.slopes[0].graph
    roots = [*model.slopes, *(e for _, e in model.steps)]
    others = (*model.inputs[:-1], *model.feeds)
    return timed(roots, _time(model), graph.mask(graph.symbol(s.args) for s in others))


def _smooth(model: Model, start: float, end: float) -> np.ndarray:
    """Ends of parts on which no expression in t varies much; none if there are too many."""
    t, graph, ends = _time(model), model.slopes[0].graph, np.array([start, end])
    nodes = timed_of(model)
    if not nodes:
        return ends
    low, high = min(start, end), max(start, end)
    values = {graph.symbol(s.args): x for s, x in model.values.items()}
    parts = _parts(nodes, t, values, low, high)
    return ends if parts is None else parts[0]


def _time(model: Model) -> Expr:
    return model.slopes[0].graph.symbol(model.inputs[-1].args)


def _parts(nodes: Sequence[Expr], t: Expr, values: Mapping[Expr, float], low: float, high: float):
    """Parts [a, b] of [low, high]; None for too many."""
    graph = nodes[0].graph
    slopes, sudden = [graph.diff(node, t) for node in nodes], [jumps(node) for node in nodes]

    def bounded(p: np.ndarray, a: np.ndarray, b: np.ndarray) -> list[Interval]:
        del p
        box = {s: (np.full(len(a), x), np.full(len(a), x)) for s, x in values.items()} | {t: (a, b)}
        middle = {**box, t: ((a + b) / 2, (a + b) / 2)}
        natural, rates, centres = bounds(nodes, box), bounds(slopes, box), bounds(nodes, middle)
        half = (b - a) / 2
        return [
            _squeezed(n if jump else _meet(n, _shifted(c, times(r, (-half, half)))))
            for n, c, r, jump in zip(natural, centres, rates, sudden)
        ]

    parts = narrowed(
        bounded, np.zeros(1, dtype=int), np.array([low]), np.array([high]), SHORTEST * (high - low)
    )
    return None if parts is None else parts[1:]


def _shifted(centre: Interval, move: Interval) -> Interval:
    return centre[0] + move[0], centre[1] + move[1]


def _squeezed(f: Interval) -> Interval:
    """atan f, finite where f is not."""
    return np.arctan(f[0]), np.arctan(f[1])


def _meet(one: Interval, other: Interval) -> Interval:
    return np.fmax(one[0], other[0]), np.fmin(one[1], other[1])


def narrowed(bounded: Callable, p: np.ndarray, a: np.ndarray, b: np.ndarray, shortest: float):
    """Parts (p, a, b) on each of which every function varies by less than half of its known range,
    or shortest ones.

    bounded(p, a, b): bounds of every function on the parts [a, b] of pieces p; of points for a =
    b.  None for too many.
    """
    done: list[tuple] = []
    known = None
    while len(a):
        points = bounded(np.tile(p, 3), *[np.concatenate([a, (a + b) / 2, b])] * 2)
        seen = [
            (
                np.min(low, initial=np.inf, where=np.isfinite(low)),
                np.max(high, initial=-np.inf, where=np.isfinite(high)),
            )
            for low, high in points
        ]
        known = (
            seen
            if known is None
            else [(min(x, p), max(y, q)) for (x, y), (p, q) in zip(known, seen)]
        )
        wide = np.zeros(len(a), dtype=bool)
        for (low, high), (least, most) in zip(bounded(p, a, b), known):
            range_ = max(most - least, 0.0)
            noise = 1e-9 * max(abs(least), abs(most), 1e-300)
            wide |= np.broadcast_to(~(high - low <= max(PART * range_, noise)), len(a))
        wide &= b - a > shortest
        done.append((p[~wide], a[~wide], b[~wide]))
        p, a, b = p[wide], a[wide], b[wide]
        if sum(len(piece[0]) for piece in done) + 2 * len(a) > MOST:
            return None
        middle = (a + b) / 2
        p, a, b = np.concatenate([p, p]), np.concatenate([a, middle]), np.concatenate([middle, b])
    return tuple(map(np.concatenate, zip(*done)))
