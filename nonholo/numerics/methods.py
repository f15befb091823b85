"""The methods of integration: one row each, all answered by a `Path` with its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from nonholo.numerics.discrete import integrate_discrete
from nonholo.numerics.integrate import MOST_STEPS, STEPPERS, Path, integrate, watched
from nonholo.numerics.model import Model
from nonholo.numerics.native import integrate_native
from nonholo.numerics.settings import Settings
from nonholo.numerics.taylor import integrate_taylor
from nonholo.numerics.watching import Watch

Method = Callable[[Model, np.ndarray, float, float, Settings, Sequence[Watch], int], Path]


def _stepped(law: Model, y: np.ndarray, start: float, end: float, settings: Settings, watches: Sequence[Watch],
             most_steps: int) -> Path:
    return integrate(law, y, start, end, settings.method, settings.rtol, settings.atol, watches, most_steps)


def _native(law: Model, y: np.ndarray, start: float, end: float, settings: Settings, watches: Sequence[Watch],
            most_steps: int) -> Path:
    return watched(integrate_native(law, y, start, end, settings.rtol, settings.atol), law, watches)


def _taylor(law: Model, y: np.ndarray, start: float, end: float, settings: Settings, watches: Sequence[Watch],
            most_steps: int) -> Path:
    return watched(integrate_taylor(law, y, start, end, settings.rtol), law, watches)


def _discrete(law: Model, y: np.ndarray, start: float, end: float, settings: Settings, watches: Sequence[Watch],
              most_steps: int) -> Path:
    return watched(integrate_discrete(law, y, start, end, settings.step), law, watches)


METHODS: Mapping[str, Method] = {
    **dict.fromkeys(STEPPERS, _stepped), "native": _native, "taylor": _taylor, "discrete": _discrete}


def path_by(law: Model, y: np.ndarray, start: float, end: float, settings: Settings,
            watches: Sequence[Watch] = (), most_steps: int = MOST_STEPS) -> Path:
    """The motion from y at `start` to `end`, or to the first final event, by the method of the settings."""
    return METHODS[settings.method](law, y, start, end, settings, watches, most_steps)
