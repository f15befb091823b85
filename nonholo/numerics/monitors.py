"""What should stay as it is along a motion, measured from the definitions and not from the
integrator.

residual   A(q, t) q' + a_0,  f(q, t)            energy     H(t) - H(0) - integral of the power
equations  M q'' - F - A^T lambda,  A q'' + c     conserved  I(t) - I(0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import dot
from nonholo.numerics.model import Model, balance

Named = tuple[str, Expr]


@dataclass(frozen=True, slots=True)
class Monitors:
    """Series along the motion, all of length len(t).

    residual: largest |A q' + a_0|; level: largest |f|; equations: largest relative error of the
    equations of motion; energy: the energy function H; imbalance: H - H(0) - work, divided by the
    largest energy met; conserved: (name, drift, of the largest value met or of what a velocity of
    1 makes of it, whichever is more); levels: how many f there are."""

    residual: np.ndarray
    level: np.ndarray
    equations: np.ndarray
    energy: np.ndarray
    imbalance: np.ndarray
    conserved: tuple[tuple[str, np.ndarray], ...]
    levels: int


def monitors(
    model: Model,
    t: np.ndarray,
    y: np.ndarray,
    conserved: Sequence[Named] = (),
    equations: bool = True,
) -> Monitors:
    """Measure the states y (len(t), size) of a motion at the times t.

    conserved: (name, expression) that should stay constant; equations: False leaves them out,
    where they are those of another law.  Raises NotApplicable where those of the law have no
    residual.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> t = np.array([0.0, 1.0])
    >>> monitors(law, t, np.array([[1.0, 0.0], [0.0, 2.0]])).energy.tolist()
    [0.5, 2.0]
    """
    parts, zero = model.terms, np.zeros(len(t))
    wrong = zero
    if equations:
        errors, size = balance(model, t, y)
        wrong = (errors / size).max(axis=0, initial=0.0)
    L, chart = require_lagrangian(parts.system), parts.chart
    action = dot(chart.graph, chart.v, [L.diff(v) for v in chart.v])
    energy, kinetic = model.measure([parts.energy, action], t, y)
    work = y[:, -1] - y[0, -1] if model.works else zero
    scale = max(map(_largest, (energy, kinetic, work)))
    with np.errstate(invalid="ignore"):  # an energy beyond the numbers of the machine
        imbalance = (energy - energy[0] - work) / (scale or 1.0)
    return Monitors(
        _worst(model, parts.violations, t, y),
        _worst(model, parts.functions, t, y),
        wrong,
        energy,
        imbalance,
        tuple((name, _drift(model, f, t, y)) for name, f in conserved),
        len(parts.functions),
    )


def reactions(model: Model, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """R_i = sum_l lambda_l a_li, coordinate by coordinate: (n, len(t)); y is (len(t), size).

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x z", "(x'**2 + z'**2)/2 - 10*z", ["dz = 0"]).system)
    >>> reactions(law, np.array([0.0]), np.zeros((1, law.size))).tolist()
    [[0.0], [10.0]]
    """
    return model.measure(model.terms.reactions(model.multipliers), t, y)


def _largest(series: np.ndarray) -> float:
    return float(np.max(np.abs(series), initial=0.0))


def _worst(model: Model, roots: Sequence[Expr], t: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.abs(model.measure(list(roots), t, y)).max(axis=0) if roots else np.zeros(len(t))


def _drift(model: Model, f: Expr, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """|I - I(0)|, in units of the inertia: a momentum of grains or planets drifts as that of any
    other body.
    """
    series, *slopes = model.measure([f, *(f.diff(v) for v in model.terms.chart.v)], t, y)
    unit = float(np.abs(slopes).sum(axis=0).max()) or 1.0
    return np.abs(series - series[0]) / max(unit, _largest(series))
