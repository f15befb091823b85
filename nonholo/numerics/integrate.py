"""Step by step along the motion: SciPy's integrators, states put back on the constraints, events on the way.

After each step of a one-step method the state is moved to the nearest admissible one, so constraints hold to
rounding; LSODA and Radau carry a past that must not be disturbed, and only what they answer is moved.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from nonholo.errors import NonholoError, SingularMass
from nonholo.numerics.model import Model

METHODS = ("DOP853", "LSODA", "Radau")
CORRECTABLE = ("DOP853",)
MOST_STEPS = 200_000
Piece = tuple[float, float, Callable]


@dataclass(frozen=True, slots=True)
class Watch:
    """Something whose sign is watched: value(t, y) > 0 as long as nothing happens.

    final: the motion ends where it becomes zero.
    """

    name: str
    value: Callable[[float, np.ndarray], float]
    final: bool = True


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, when, and in which state."""

    name: str
    t: float
    state: np.ndarray
    final: bool


@dataclass(frozen=True, slots=True)
class Path:
    """A piecewise smooth solution: pieces (from, to, interpolant) in order of time.

    stopped: why it ended before the wished time; correction: the largest move back to the constraints.
    """

    pieces: Sequence[Piece]
    end: float
    events: tuple[Event, ...]
    evaluations: int
    steps: int
    correction: float
    seconds: float
    stopped: str = ""

    def at(self, times: Sequence[float]) -> np.ndarray:
        """States (len(times), size) as interpolated; times within the path."""
        ends = getattr(self.pieces, "ends", None)
        ends = np.array([piece[1] for piece in self.pieces]) if ends is None else ends
        forward = ends[-1] >= self.pieces[0][0]
        times = np.asarray(times, dtype=float)
        order = np.minimum(np.searchsorted(ends if forward else -ends, times if forward else -times), len(ends) - 1)
        found = None
        for i in np.unique(order):
            mine = np.flatnonzero(order == i)
            with np.errstate(all="ignore"):
                states = self.pieces[i][2](times[mine]).T
            found = np.empty((len(times), states.shape[1])) if found is None else found
            found[mine] = states
        return found


def integrate(model: Model, y: np.ndarray, start: float, end: float, method: str = "DOP853", rtol: float = 1e-12,
              atol: float = 1e-13, watches: Sequence[Watch] = (), most_steps: int = MOST_STEPS) -> Path:
    """The solution from y at `start` to `end`, or to the first final event.

    Raises NonholoError for an unknown method, SingularMass if no first step can be made.
    """
    began = time.perf_counter()
    y = np.asarray(y, dtype=float)
    solver = _solver(model, method, start, y, end, rtol, atol)
    pieces: list[Piece] = []
    events: list[Event] = []
    before = [w.value(start, y) for w in watches]
    correction, stopped, steps = 0.0, "", 0
    constrained = method in CORRECTABLE and bool(model.terms.k or model.terms.functions)
    while solver.status == "running":
        if steps >= most_steps:
            stopped = f"stopped at t = {solver.t:.6g} after {steps} steps; --method native has no such limit"
            break
        message = solver.step()
        if solver.status == "failed" or not isfinite(sum(solver.y)):
            stopped = f"no step is possible beyond t = {solver.t:.6g}: {message or 'the state is not finite'}"
            break
        steps += 1
        pieces.append((solver.t_old, solver.t, solver.dense_output()))
        if watches:
            found, before = _events(watches, before, pieces[-1], np.array(solver.y), model)
            events += found
            if found and found[-1].final:
                pieces[-1] = (solver.t_old, found[-1].t, pieces[-1][2])
                break
        if constrained and solver.status == "running":
            moved = model.settled(solver.t, solver.y)
            correction = max(correction, *(abs(a - b) for a, b in zip(moved, solver.y)))
            solver.put(moved)
    if not pieces:
        raise SingularMass(f"the motion cannot begin: {stopped or 'no time passes'}; the accelerations are not "
                           "determined in the initial state, or the duration is 0")
    return Path(tuple(pieces), pieces[-1][1], tuple(events), solver.nfev, steps, correction,
                time.perf_counter() - began, stopped)


def _solver(model: Model, method: str, start: float, y: np.ndarray, end: float, rtol: float, atol: float):
    from scipy import integrate as scipy_integrate

    from nonholo.numerics.lean import Lean

    if method not in METHODS:
        raise NonholoError(f"there is no method {method!r}; there are {', '.join(METHODS)}, "
                            "native, taylor and discrete")
    if method == "DOP853":
        return Lean(model.slope, model.rates, start, y, end, rtol, atol)
    return getattr(scipy_integrate, method)(model.rates, start, y, end, rtol=rtol, atol=atol)


def _events(watches, before, piece: Piece, y: np.ndarray, model: Model):
    """Events in one step, in order of time up to the first final one, and the values at its end."""
    from scipy.optimize import brentq

    t0, t1, interpolant = piece
    now = [w.value(t1, y) for w in watches]
    found = []
    for watch, old, new in zip(watches, before, now):
        if not (old > 0 >= new):
            continue
        t = brentq(lambda s, w=watch: w.value(s, interpolant(s)), t0, t1, xtol=1e-13 * max(1.0, abs(t1)), rtol=1e-14)
        found.append(Event(watch.name, t, model.admissible(t, interpolant(t)), watch.final))
    found.sort(key=lambda e: e.t if t1 >= t0 else -e.t)
    for number, event in enumerate(found):
        if event.final:
            return found[: number + 1], now
    return found, now

