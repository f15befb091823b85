"""Where watched expressions fall through 0 on a path, inside its steps too: by bounds, not by
samples.

On one step the state is a polynomial, known by its values at Chebyshev points; bounds of it and of
its rate on a part of the step make boxes for q, q', t, and bounds of g and dg/dt over these boxes
(`intervals`) say where g has no zero, or one at most.  Every other part is halved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.polynomial import chebyshev

from nonholo.expression.graph import Expr
from nonholo.expression.sizes import size as size_of
from nonholo.numerics.brent import zero_between
from nonholo.numerics.intervals import bounds, jumps, times
from nonholo.numerics.model import Model, value_of, valued
from nonholo.numerics.settings import Settings

POINTS = 24  # of one step: more than the degree of any interpolant
FLAT = 1e-11  # bounds that are so close, relative, tell no more than the values
SHORTEST = 2.0**-44  # of a step
MOST = 4096  # parts of steps looked at together
MANY = 256  # steps looked at together
DIGITS, ROUNDED = 1e-9, 1e-14  # of the parts of a value: those given, those computed
COARSE = 100.0  # times what a motion resolves: the error of many steps
NODES = np.cos(np.pi * (np.arange(POINTS) + 0.5) / POINTS)
FIT = np.linalg.inv(chebyshev.chebvander(NODES, POINTS - 1))
BEND = np.array(
    [k**2 * (k**2 - 1) / 3 for k in range(POINTS)]
)  # the largest second derivative of T_k


@dataclass(frozen=True, slots=True)
class Watch:
    """Something whose sign is watched: root(t, y) + slack > 0 as long as nothing happens.

    final: the motion ends where it falls to 0; slack: for what begins at 0.
    """

    name: str
    value: Callable[[float, np.ndarray], float]
    final: bool = True
    root: Expr | None = None
    slack: float = 0.0


@dataclass(frozen=True, slots=True)
class Fall:
    """A watched value falls to 0 at time t, in the piece of that number."""

    t: float
    piece: int
    watch: Watch


def watch(model: Model, name: str, root: Expr, final: bool = True, slack: float = 0.0) -> Watch:
    """Watch an expression in q, q', t: it is to stay positive.

    name: what the event is called; root: the expression; final: the motion ends where it falls to
    0; slack: is added, for what begins at 0.

    >>> import numpy as np
    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> watch(law, "the wall", law.terms.chart.q[0]).value(0.0, np.array([0.25, 0.0]))
    0.25
    """
    (seen,) = valued(model.terms.system, [root])
    known = None if seen.has(model.feeds) else seen  # bounds need an expression
    return Watch(name, value_of(model, root), final, known, slack)


def passes_for_zero(model: Model, root: Expr, t: float, y: np.ndarray, settings: Settings) -> float:
    """How large a watched value may be at the start of a motion and still be meant as 0.

    root: g(q, t); y: the state at the start t.  It follows the digits that the parts of g are given
    with, and what the motion resolves: a nanometre is not 0 where lengths are nanometres.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2").system)
    >>> x, = law.terms.chart.q
    >>> near = [passes_for_zero(law, x, 0.0, np.array([at, 0.0]), Settings()) for at in (0, 1e9)]
    >>> [float(f"{value:.3g}") for value in near]
    [1e-11, 1e-05]
    """
    (seen,) = valued(model.terms.system, [root])
    chart, graph = model.terms.chart, seen.graph
    asked = [size_of(seen), *(graph.diff(seen, q) for q in chart.q)]
    measured = model.measure(asked, np.array([t]), np.asarray(y)[None, :])[:, 0]
    parts, slopes = np.abs(np.nan_to_num(measured[0])), np.abs(np.nan_to_num(measured[1:]))
    resolved = slopes @ (settings.atol + settings.rtol * np.abs(y[: chart.n]))
    return float(max(min(DIGITS, max(COARSE * resolved, DIGITS * parts)), ROUNDED * parts))


def falls(model: Model, watches: Sequence[Watch], pieces: Sequence) -> list[Fall]:
    """Every fall to 0 on some pieces, one after the other, up to the first final one."""
    curves = Curves(model, pieces)
    ordered = [Fall(t, p, w) for w in watches for t, p in _of_one(model, w, pieces, curves)]
    ordered.sort(key=lambda fall: (fall.piece, fall.t))
    last = next((i for i, fall in enumerate(ordered) if fall.watch.final), len(ordered))
    return ordered[: last + 1]


def first_falls(model: Model, watches: Sequence[Watch], pieces: Sequence) -> list[Fall]:
    """The same for long paths, which are not looked at beyond the first final fall."""
    collected: list[Fall] = []
    for start in range(0, len(pieces) if watches else 0, MANY):
        some = falls(model, watches, pieces[start : start + MANY])
        collected += [replace(fall, piece=fall.piece + start) for fall in some]
        if collected and collected[-1].watch.final:
            break
    return collected


class Curves:
    """The states of some pieces as Chebyshev series: coefficients (pieces, POINTS, size)."""

    def __init__(self, model: Model, pieces: Sequence):
        self.ends = np.array([(a, b) for a, b, _ in pieces])
        middle, half = self.ends.mean(axis=1), np.diff(self.ends, axis=1)[:, 0] / 2
        self.symbols, self.values = model.inputs, model.values
        states = [
            np.asarray(state(m + h * NODES)).T for (_, _, state), m, h in zip(pieces, middle, half)
        ]
        self.series = np.einsum("kn,pni->pki", FIT, np.array(states))
        self.bend = np.einsum("k,pki->pi", BEND, np.abs(self.series))
        self.rates = np.ascontiguousarray(chebyshev.chebder(self.series, axis=1))

    def time(self, p: np.ndarray, s: np.ndarray) -> np.ndarray:
        (a, b) = self.ends[p].T
        return (a + b) / 2 + (b - a) / 2 * s

    def states(self, p: np.ndarray, s: np.ndarray) -> np.ndarray:
        """(parts, size)"""
        return _at(self.series[p], chebyshev.chebvander(s, POINTS - 1))

    def boxes(self, p: np.ndarray, a: np.ndarray, b: np.ndarray):
        """Boxes of all symbols on the parts [a, b] of pieces p, and of the rates of the states."""
        s, r = (a + b) / 2, (b - a) / 2
        terms = chebyshev.chebvander(s, POINTS - 1)
        place = _at(self.series[p], terms)
        slope = _at(self.rates[p], np.ascontiguousarray(terms[:, :-1]))
        turn = self.bend[p] * r[:, None]
        reach = np.abs(slope) * r[:, None] + turn * r[:, None] / 2
        reach += 1e-14 * np.abs(self.series[p]).sum(axis=1)
        half = np.diff(self.ends[p], axis=1) / 2
        box = {x: (m - w, m + w) for x, m, w in zip(self.symbols[:-1], place.T, reach.T)}
        box |= {x: (np.full(len(p), v), np.full(len(p), v)) for x, v in self.values.items()}
        box[self.symbols[-1]] = self.time(p, a), self.time(p, b)
        return box, [
            (low, high) for low, high in zip(((slope - turn) / half).T, ((slope + turn) / half).T)
        ]


def _at(series: np.ndarray, terms: np.ndarray) -> np.ndarray:
    """Series (parts, terms, size) each at its own s, where T_0, T_1, ... are the terms."""
    return np.einsum("pk,pki->pi", terms, series)


def _of_one(model: Model, w: Watch, pieces: Sequence, curves: Curves):
    """(t, piece) of the falls of one watch."""
    value = np.vectorize(
        lambda t, p: w.value(t, np.asarray(pieces[p][2](t))) + w.slack, otypes=[float]
    )
    p = np.arange(len(pieces))
    a, b = np.full(len(pieces), -1.0), np.ones(len(pieces))
    brackets = []
    while len(p):
        low, high, straight = _bounded(w, curves, p, a, b)
        open_ = (low <= 0) & (high >= 0)
        p, a, b, low, high, straight = (x[open_] for x in (p, a, b, low, high, straight))
        if not len(p):
            break
        before, after = (value(curves.time(p, s), p) for s in (a, b))
        flat = high - low <= FLAT * (1 + np.maximum(np.abs(low), np.abs(high)))
        told = straight | flat | (b - a < SHORTEST) | (len(p) > MOST)
        brackets += [(p[i], a[i], b[i]) for i in np.flatnonzero(told & (before > 0) & ~(after > 0))]
        p, a, b = p[~told], a[~told], b[~told]
        s = (a + b) / 2
        p, a, b = np.concatenate([p, p]), np.concatenate([a, s]), np.concatenate([s, b])
    return [
        (_root(w, pieces[i][2], *curves.time(np.array([i, i]), np.array([a, b]))), int(i))
        for i, a, b in brackets
    ]


def _bounded(w: Watch, curves: Curves, p, a, b):
    """Bounds of the watched value on parts of pieces, and where it is monotone; nothing is known
    without a root."""
    if w.root is None:
        return np.full(len(p), -1.0), np.ones(len(p)), b - a < 0.1
    box, rates = curves.boxes(p, a, b)
    graph, t = w.root.graph, curves.symbols[-1]
    states = [
        (x, rate) for x, rate in zip(curves.symbols[:-1], rates) if w.root.support & x.support
    ]
    parts = bounds(
        [w.root, graph.diff(w.root, t), *(graph.diff(w.root, x) for x, _ in states)], box
    )
    (low, high), (down, up), *slopes = (np.broadcast_arrays(*interval, a)[:2] for interval in parts)
    for (least, most), (_, rate) in zip(slopes, states):
        less, more = times((least, most), rate)
        down, up = down + less, up + more
    return low + w.slack, high + w.slack, ((down > 0) | (up < 0)) & (not jumps(w.root))


def _root(w: Watch, state: Callable, before: float, after: float) -> float:
    """The time of a fall between two times."""

    def f(t: float) -> float:
        return w.value(t, np.asarray(state(t))) + w.slack

    if not f(before) > 0 or not f(after) < 0:
        return float(after)
    return zero_between(f, float(before), float(after), xtol=1e-13 * abs(after), rtol=1e-14)
