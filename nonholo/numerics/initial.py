"""Admissible initial states from what is given of them.

What is given is held; the rest is chosen next to a wish, or to 0, so that the constraints hold,
quasi-velocities first where one is given: somebody counts in these.  If the given numbers alone
break a constraint by no more than their last digits, they are corrected; else the state is
refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NoReturn

import numpy as np

from nonholo.errors import InadmissibleState
from nonholo.expression.graph import Expr
from nonholo.numerics.model import Model
from nonholo.words.sentence import say, say_many

ROUNDING = 1e-5  # relative: what passes for numbers given to a few digits
FREE = 1e-9  # relative: a further velocity can be chosen if it leaves no more than this
EXACT = 1e-12
MOST_NEWTON = 50
STARTS = (0.0, 1.0, 0.5, -1.0, 0.1)  # where what is not given, and stands in a row, may begin


def initial_state(
    model: Model,
    given: Mapping[str, float],
    t: float = 0.0,
    wished: Mapping[str, float] | None = None,
) -> np.ndarray:
    """The state y (size) at time t: what is given is held, the rest obeys the constraints.

    given: coordinates, velocities and quasi-velocities of the system by name ("x", "xdot"); wished:
    numbers of coordinates and velocities, which the rest comes near to where the constraints let
    it.  Raises InadmissibleState with the constraint,
    its residual and what to try.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x z", "(x'**2 + z'**2)/2", ["dz = 2 dx"]).system)
    >>> initial_state(law, {"xdot": 3}).tolist()            # x, z, x', z'
    [0.0, 0.0, 3.0, 6.0]
    """
    y = np.zeros(model.size)
    wished = wished or {}
    y[: model.n] = _place(model, given, wished, t)
    y[model.n : 2 * model.n] = _velocities(model, given, wished, t, y)
    if _far(model, t, y):
        y = model.admissible(t, y)
    if not np.all(np.isfinite(y)):
        raise InadmissibleState(
            say(
                "in the initial state the constraints are not defined, or become "
                "dependent; choose other initial values"
            )
        )
    return y


def _place(
    model: Model, given: Mapping[str, float], wished: Mapping[str, float], t: float
) -> np.ndarray:
    q = np.array([float(given.get(n, wished.get(n, 0.0))) for n in model.names])
    if not model.terms.functions:
        return q
    free = [i for i, n in enumerate(model.names) if n not in given]
    loose: set[int] = set()  # what stands in a function that was not 0 from an earlier start
    for start in (*STARTS, *STARTS[1:]) if free else STARTS[:1]:
        q[free] = [wished.get(model.names[i], start * (i in loose)) for i in free]
        moved = model.onto(t, q, free, steps=50) if free else q
        off = ~(_errors(model, t, moved) < EXACT)
        if not off.any():
            return moved
        wrong = [f for f, far in zip(model.terms.functions, off) if far]
        loose |= _standing(model.terms.chart.q, wrong)
    best = model.onto(t, q, None, steps=50)
    if _apart(model, t, best) < EXACT and np.max(np.abs(best - q)) <= ROUNDING * (
        1 + np.max(np.abs(q))
    ):
        return best
    f, _ = model.at(t, q)
    _refuse(model, f, holonomic=True)


def _far(model: Model, t: float, y: np.ndarray) -> bool:
    """Off the constraints by more than rounding; given numbers that obey them stay as they are."""
    A, off = rows_at(model, t, y)
    v = y[model.n : 2 * model.n]
    with np.errstate(invalid="ignore"):  # where the rows are not defined, which is told elsewhere
        close = np.abs(off) <= 1e-15 * (np.abs(A) @ np.abs(v) + np.abs(off - A @ v))
    return not np.all(close) or bool(
        model.terms.functions and _apart(model, t, y[: model.n]) > 1e-15
    )


def _apart(model: Model, t: float, q: np.ndarray) -> float:
    worst = np.max(_errors(model, t, q))
    return float(worst) if np.isfinite(worst) else float("inf")


def _errors(model: Model, t: float, q: np.ndarray) -> np.ndarray:
    """Of each holonomic function, relative to its terms."""
    f, gradient = model.at(t, q)
    return np.asarray(np.abs(f) / (1 + np.abs(gradient) @ np.abs(q)))


def _standing(symbols: Sequence[Expr], functions: Sequence[Expr]) -> set[int]:
    """Which of the symbols some function holds."""
    return {i for i, s in enumerate(symbols) if any(f.has([s]) for f in functions)}


def _velocities(
    model: Model, given: Mapping[str, float], wished: Mapping[str, float], t: float, y: np.ndarray
) -> np.ndarray:
    """The given velocities, and the others by the least change that the constraints ask for, after
    the quasi-velocities that these leave free.
    """
    dots = [f"{n}dot" for n in model.names]
    v = np.array([float(given.get(n, wished.get(n, 0.0))) for n in dots])
    y = y.copy()
    y[model.n : 2 * model.n] = v
    aims = _aims(model, given)
    A, off = _with_aims(model, t, y, aims)
    if not len(off) or not np.all(np.isfinite(A)) or not np.all(np.isfinite(off)):
        return v
    free = [i for i, n in enumerate(dots) if n not in given]
    size = 1 + np.abs(A) @ np.abs(v) + np.abs(off - A @ v)
    held = _standing(model.terms.chart.v, model.terms.violations)
    for start in STARTS if free and model.terms.curved else STARTS[:1]:
        v[free] = [wished.get(dots[i], start * (i in held)) for i in free]
        velocities, left = _by_newton(model, t, y, v, free, aims)
        if np.all(np.abs(left) <= ROUNDING * size):
            break
    else:
        _refuse(model, left, holonomic=False, aims=aims)
    for aim in _aims(model, wished, without=given) if aims else []:
        closer, left = _by_newton(model, t, y, velocities, free, [*aims, aim])
        if np.all(np.abs(left) <= FREE * np.append(size, 1)):
            velocities, aims, size = closer, [*aims, aim], np.append(size, 1)
    return velocities


def _by_newton(
    model: Model, t: float, y: np.ndarray, v: np.ndarray, free: Sequence[int], aims: Sequence[Expr]
):
    """The velocities after Newton's method on those that are free, and what is left of the
    constraints.
    """
    v, y = v.copy(), y.copy()
    y[model.n : 2 * model.n] = v
    A, off = _with_aims(model, t, y, aims)
    for _ in range((MOST_NEWTON if model.terms.curved else 2) if free else 0):
        v[free] += np.linalg.lstsq(A[:, free], -off, rcond=None)[0]
        y[model.n : 2 * model.n] = v
        A, off = _with_aims(model, t, y, aims)
    return v, off


def _aims(
    model: Model, given: Mapping[str, float], without: Mapping[str, float] | None = None
) -> list[Expr]:
    """S q' + s - u of the quasi-velocities that are given, or of all others, u = 0 by default."""
    return [
        meaning - Fraction(given.get(name, 0))
        for name, meaning in model.terms.system.velocities.items()
        if (name in given if without is None else name not in without)
    ]


def _with_aims(
    model: Model, t: float, y: np.ndarray, aims: Sequence[Expr]
) -> tuple[np.ndarray, np.ndarray]:
    """The constraints at one state, and the quasi-velocities that are given."""
    A, off = rows_at(model, t, y)
    if not aims:
        return A, off
    slopes = [aim.diff(v) for aim in aims for v in model.terms.chart.v]
    measured = model.measure([*slopes, *aims], np.array([t]), np.asarray(y, dtype=float)[None, :])
    more, left = measured[: len(slopes), 0], measured[len(slopes) :, 0]
    return np.vstack([A.reshape(-1, model.n), more.reshape(-1, model.n)]), np.append(off, left)


def rows_at(model: Model, t: float, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A (k x n) and A q' + a_0 (k) at one state."""
    parts = model.terms
    flat = [e for row in parts.rows for e in row]
    measured = model.measure(
        [*flat, *parts.violations], np.array([t]), np.asarray(y, dtype=float)[None, :]
    )[:, 0]
    return measured[: len(flat)].reshape(parts.k, model.n), measured[len(flat) :]


def _refuse(
    model: Model, residual: np.ndarray, holonomic: bool, aims: Sequence[Expr] = ()
) -> NoReturn:
    worst = int(np.nanargmax(np.abs(residual))) if np.any(np.isfinite(residual)) else 0
    labels = model.terms.system.pfaffian.labels
    rows = [
        *(labels[l] for l in model.terms.independent),
        *map(str, model.terms.violations[len(model.terms.independent) :]),
        *(f"{aim} = 0" for aim in aims),
    ]
    label = labels[worst] if holonomic else rows[worst]
    what = say_many(1, "a coordinate", "coordinates") if holonomic else say("a velocity")
    raise InadmissibleState(
        say(
            "the initial state breaks the constraint {label}: its value is "
            "{value:.6g} instead of 0; leave {what} out of the initial values, and it is "
            "found from the constraints",
            label=label,
            value=float(residual[worst]),
            what=what,
        )
    )
