"""Whether something that decays fast, and no longer counts, kept the steps of an explicit method
short: whether the equations are stiff along a motion.

At more than half of the steps looked at

    h |lambda| >= 1/2, |arg(-h lambda)| <= 51.8 degrees    for an eigenvalue of the Jacobian of f,
    |y_6 - p(t_6)| <= atol + rtol |y_6|                     for p of degree 5 through y_0, .., y_5,

where y_0, .., y_6 are every second state from there on: what decays would let steps grow, and
backward differences of order 5, which are stable in this sector, could go twice as far.

References: HairerWanner1996.
"""

from __future__ import annotations

import numpy as np

from nonholo.numerics.integrate import Path
from nonholo.numerics.model import Model
from nonholo.numerics.settings import Settings

EXPLICIT = ("DOP853", "native")
LEAST_STEPS = 500  # a shorter motion takes no time
LOOKED = 24  # steps, evenly among all
FAST = 0.5
SECTOR = np.cos(np.radians(51.84))
ORDER, LONGER = 5, 2
NUDGE = np.finfo(float).eps ** 0.5


def stiff_rate(law: Model, path: Path, settings: Settings) -> float | None:
    """The rate |lambda| of the decay that kept most steps of a path short, None if none did.

    law: that of the motion, whose right-hand side is asked at most `LOOKED` times (size + 1) times;
    settings: how the path was made; of methods that are not explicit it is None.

    >>> import nonholo as nh
    >>> for force in ("2000*(cos(t) - x')", "-10^5*x"):
    ...     run = nh.simulate(nh.System("x", "x'^2/2", forces={"x": force}, initial={"x": 1}), 2)
    ...     rate = stiff_rate(run.model, run.path, Settings())
    ...     print(run.receipt.steps > 1000, rate and round(rate))
    True 2000
    True None
    """
    far = LONGER * (ORDER + 1)
    if settings.method not in EXPLICIT or len(path.pieces) < LEAST_STEPS:
        return None
    rates = []
    for i in np.linspace(0, len(path.pieces) - 1 - far, LOOKED).astype(int).tolist():
        nodes = [path.pieces[k] for k in range(i, i + far + 1, LONGER)]
        times = np.array([before for before, *_ in nodes])
        states = np.array([state(before) for before, _, state in nodes])
        if _smooth(times, states, settings):
            before, after, _ = nodes[0]
            rates.append(_fastest(law, before, after - before, states[0]))
    held = [rate for rate in rates if rate]
    return float(np.median(held)) if 2 * len(held) > LOOKED else None


def _smooth(t: np.ndarray, y: np.ndarray, settings: Settings) -> bool:
    """Whether the last of the states (ORDER + 2, size) is foreseen by those before it."""
    apart = t[:, None] - t
    np.fill_diagonal(apart, 1.0)
    weights = np.prod(apart[-1, :-1]) / np.prod(apart, axis=1)
    scale = settings.atol + settings.rtol * np.abs(y[-1])
    return bool(np.all(np.abs(weights @ y) <= scale))


def _fastest(law: Model, t: float, h: float, y: np.ndarray) -> float:
    """The largest |lambda| of what decays within a step h or two from y (size), 0 if nothing
    does.
    """
    try:
        with np.errstate(all="ignore"):
            z = h * np.linalg.eigvals(_jacobian(law, t, y))
    except (ArithmeticError, ValueError):  # LinAlgError among them
        return 0.0
    decays = np.abs(z[-z.real >= SECTOR * np.abs(z)])
    largest = float(np.max(decays, initial=0.0))
    return largest / abs(h) if largest >= FAST else 0.0


def _jacobian(law: Model, t: float, y: np.ndarray) -> np.ndarray:
    """d f_i / d y_j of the right-hand side by differences, (size, size)."""
    here = np.array(law.rates(t, y))
    columns = []
    for j, x in enumerate(y.tolist()):
        moved = y.copy()
        moved[j] = x + NUDGE * (1 + abs(x))
        columns.append((np.array(law.rates(t, moved)) - here) / (moved[j] - x))
    return np.array(columns).T
