"""Many members of one law at once, a column each: where they start, and what is measured of them.

The formulas are those of `initial`, `model.defect` and `monitors` for one motion.  A member about
which anything is unusual is not judged here: it is left to the way for one motion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.linear.elimination import dot
from nonholo.numerics.initial import ROUNDING
from nonholo.numerics.model import DEFECT, Model, balance, open_at
from nonholo.numerics.receipt import bounds

STRAIGHT = 1e-3  # of the length of a row: what is left of it beside those before it
Columns = Mapping[str, np.ndarray]


def in_columns(model: Model, parameters: np.ndarray) -> Model:
    """The law with a column of numbers for each parameter, to be measured alone.

    parameters: (members, len(model.values)).

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> case = nh.System("x z", "(x'**2 + z'**2)/2", ["dz = k dx"], parameters={"k": 2})
    >>> law = model(case.system)
    >>> [column.tolist() for column in in_columns(law, [[2.0], [3.0]]).values.values()]
    [[2.0, 3.0]]
    """
    columns: Any = dict(zip(model.values, np.asarray(parameters, dtype=float).T))
    return replace(model, values=columns)


def starts(law: Model, given: Columns, wished: Columns, count: int) -> tuple[np.ndarray, Any]:
    """Initial states (count, size) at t = 0 as by `initial_state`, and where they are admissible.

    law: in columns, affine in the velocities and without holonomic constraints; given, wished:
    (count,) by name of coordinate and velocity; count: how many members.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> case = nh.System("x z", "(x'**2 + z'**2)/2", ["dz = k dx"], parameters={"k": 2})
    >>> law = model(case.system)
    >>> speeds = {"xdot": np.array([1.0, 1.0])}
    >>> y, good = starts(in_columns(law, [[2.0], [3.0]]), speeds, {}, 2)
    >>> y[:, 2:].round(12).tolist(), good.tolist()
    ([[1.0, 2.0], [1.0, 3.0]], [True, True])
    """
    n, k, t = law.n, law.terms.k, np.zeros(count)
    y = np.zeros((count, law.size))
    names = (*law.names, *(f"{x}dot" for x in law.names))
    for i, name in enumerate(names):
        y[:, i] = given.get(name, wished.get(name, 0.0))
    if not k:
        return y, np.isfinite(y).all(axis=1)
    free = [i for i, name in enumerate(names[n:]) if name not in given]
    A, off = _rows(law, t, y)
    v = y[:, n : 2 * n]  # a view
    size = 1 + _sizes(A, off, v)
    fine = np.isfinite(A).all(axis=(1, 2)) & np.isfinite(off).all(axis=1)
    for _ in range(2 if free else 0):
        v[np.ix_(fine, free)] += _least(A[fine][:, :, free], -off[fine])
        A, off = _rows(law, t, y)
        fine &= np.isfinite(A).all(axis=(1, 2)) & np.isfinite(off).all(axis=1)
    with np.errstate(invalid="ignore"):
        good = fine & (np.abs(off) <= ROUNDING * size).all(axis=1)
        far = good & ~(np.abs(off) <= 1e-15 * _sizes(A, off, v)).all(axis=1)
    near = put_back(law, t, y)
    y[far] = near[far]
    return y, good & np.isfinite(y).all(axis=1) & np.isfinite(near).all(axis=1)


def put_back(law: Model, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The states with the admissible velocities next to theirs.

    law: in columns; t: (count,); y: (count, size).

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> case = nh.System("x z", "(x'**2 + z'**2)/2", ["dz = k dx"], parameters={"k": 2})
    >>> law = model(case.system)
    >>> y = np.array([[0.0, 0.0, 5.0, 2.0]])
    >>> put_back(in_columns(law, [[2.0]]), np.zeros(1), y)[:, 2:].round(12).tolist()
    [[1.0, 2.0]]
    """
    if not law.terms.k:
        return y
    moved = y.copy()
    moved[:, law.n : 2 * law.n] = law.measure(law.solved.nearest, t, y, law.solved.settling).T
    return moved


def regular(law: Model, y: np.ndarray) -> np.ndarray:
    """Where the way of the law solves the equations of motion, and these have one solution:
    (count,).

    law: in columns; y: states (count, size) at t = 0.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> case = nh.System("x z", "(x'**2 + z'**2)/2", ["dz = k dx"], parameters={"k": 2})
    >>> law = model(case.system)
    >>> regular(in_columns(law, [[2.0]]), np.array([[0.0, 0.0, 1.0, 2.0]])).tolist()
    [True]
    """
    with np.errstate(all="ignore"):
        wrong, size = balance(law, np.zeros(len(y)), y)
        good = np.asarray((wrong / size).max(axis=0, initial=0.0) < DEFECT)
        return good & ~open_at(law, np.zeros(len(y)), y)


@dataclass(frozen=True, slots=True)
class Measured:
    """Of each member: largest residual of the constraints, error of the energy balance, and whether
    every bound is kept."""

    residual: np.ndarray
    energy: np.ndarray
    within: np.ndarray


def measured_members(law: Model, t: np.ndarray, states: np.ndarray, rtol: float) -> Measured:
    """What is measured of motions without events, as by `monitors` and `measured`.

    law: in columns, a number for each member; t: (times,); states: (members, times, size); rtol:
    relative tolerance of the motions.  Raises NotApplicable without a Lagrangian.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> case = nh.System("x z", "(x'**2 + z'**2)/2", ["dz = k dx"], parameters={"k": 2})
    >>> law = model(case.system)
    >>> states = np.array([[[0.0, 0.0, 1.0, 2.0], [1.0, 2.0, 1.0, 2.0]]])
    >>> seen = measured_members(in_columns(law, [[2.0]]), np.array([0.0, 1.0]), states, 1e-12)
    >>> seen.residual.tolist(), seen.energy.tolist(), seen.within.tolist()
    ([0.0], [0.0], [True])
    """
    count, points, size = states.shape
    flat, times = states.reshape(-1, size), np.tile(t, count)
    numbers = np.array(list(law.values.values())).reshape(len(law.values), count)
    law = in_columns(law, np.repeat(numbers, points, axis=1).T)
    parts, chart = law.terms, law.terms.chart

    def each(series: np.ndarray) -> np.ndarray:
        return np.abs(series).reshape(count, points).max(axis=1)

    with np.errstate(all="ignore"):
        errors, scale = balance(law, times, flat)
        equations = each((errors / scale).max(axis=0, initial=0.0))
        residual = np.zeros(count)
        if parts.violations:
            residual = each(np.abs(law.measure(list(parts.violations), times, flat)).max(axis=0))
        L = require_lagrangian(parts.system)
        action = dot(chart.graph, chart.v, [L.diff(v) for v in chart.v])
        energy, kinetic = law.measure([parts.energy, action], times, flat)
        by_member = energy.reshape(count, points)
        work = np.zeros((count, points))
        if law.works:
            work = states[:, :, -1] - states[:, :1, -1]
        largest = np.max([each(energy), each(kinetic), each(work)], axis=0)
        lost = by_member - by_member[:, :1] - work
        drift = each(lost / np.where(largest == 0, 1.0, largest)[:, None])
    speed = np.abs(states[:, :, law.n : 2 * law.n]).max(axis=(1, 2), initial=0.0)
    within = np.isfinite(states).all(axis=(1, 2))
    for value, bound in zip((residual, 0.0, equations, drift), bounds(rtol, False, speed)):
        within &= value <= bound
    return Measured(residual, drift, within)


def _rows(law: Model, t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A (count, k, n) and A q' + a_0 (count, k)."""
    parts = law.terms
    flat = [e for row in parts.rows for e in row]
    seen = law.measure([*flat, *parts.violations], t, y).T
    return seen[:, : len(flat)].reshape(-1, parts.k, law.n), seen[:, len(flat) :]


def _sizes(A: np.ndarray, off: np.ndarray, v: np.ndarray) -> np.ndarray:
    """|A| |v| + |a_0|, (count, k)."""
    moved = (A * v[:, None, :]).sum(axis=2)
    return (np.abs(A) * np.abs(v)[:, None, :]).sum(axis=2) + np.abs(off - moved)


def _least(A: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The least x with A x = right, (count, f): by Gram and Schmidt, near dependence by singular
    values.
    """
    count, k, f = A.shape
    Q, s, plain = np.zeros((count, k, f)), np.zeros((count, k)), np.ones(count, dtype=bool)
    for i in range(k):
        row, value = A[:, i].copy(), right[:, i].copy()
        length = np.sqrt((row * row).sum(axis=1))
        for j in range(i):
            share = (row * Q[:, j]).sum(axis=1)
            row -= share[:, None] * Q[:, j]
            value -= share * s[:, j]
        left = np.sqrt((row * row).sum(axis=1))
        plain &= left > STRAIGHT * length
        with np.errstate(all="ignore"):
            Q[:, i], s[:, i] = row / left[:, None], value / left
    with np.errstate(invalid="ignore"):
        x = (Q * s[:, :, None]).sum(axis=1)
    for c in np.flatnonzero(~plain):
        x[c] = np.linalg.lstsq(A[c], right[c], rcond=None)[0]
    return x
