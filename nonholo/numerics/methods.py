"""The methods of integration: one row each, all answered by a `Path` with its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from nonholo.errors import NotApplicable, option
from nonholo.expression.functions import unspecified_in
from nonholo.numerics.discrete import integrate_discrete
from nonholo.numerics.feeds import Feedback
from nonholo.numerics.integrate import MOST_STEPS, STEPPERS, Lost, Path, integrate, watched
from nonholo.numerics.model import Model
from nonholo.numerics.native import integrate_native
from nonholo.numerics.settings import Settings
from nonholo.numerics.taylor import integrate_taylor
from nonholo.numerics.watching import Watch
from nonholo.words.sentence import say

Whole = Callable[[Model, np.ndarray, float, float, Settings, int | None, Lost | None], Path]

WHOLE: Mapping[str, Whole] = {  # methods that know no events on the way
    "native": lambda law, y, a, b, s, most, _: integrate_native(law, y, a, b, s.rtol, s.atol, most),
    "taylor": lambda law, y, a, b, s, most, _: integrate_taylor(law, y, a, b, s.rtol),
    "discrete": lambda law, y, a, b, s, _, lost: integrate_discrete(law, y, a, b, s.step, lost),
}
DEAF = {  # compiled, and which functions of Python it does not call: inputs, unspecified ones
    "native": (False, True),
    "taylor": (True, True),
}
METHODS = (*STEPPERS, *WHOLE)


def path_by(
    law: Model,
    y: np.ndarray,
    start: float,
    end: float,
    settings: Settings,
    watches: Sequence[Watch] = (),
    most_steps: int | None = None,
    lost: Lost | None = None,
) -> Path:
    """The motion from y at `start` to `end` by the method of the settings.

    y: state (size); watches: what may become an event, the first final one ends it; most_steps:
    by default those of the method; lost: of a method that goes step by step in Python, as for
    `integrate`.  Raises what the method does: SingularMass, NotApplicable, NonholoError.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model
    >>> law = model(nh.System("x", "xdot**2/2 - x**2/2").system)
    >>> for name in ("DOP853", "LSODA", "discrete"):
    ...     path = path_by(law, np.array([1.0, 0.0]), 0.0, np.pi, Settings(method=name))
    ...     print(name, bool(abs(path.at([np.pi])[0, 0] + 1) < 1e-3))
    DOP853 True
    LSODA True
    discrete True
    """
    method = settings.method
    if names := ", ".join(_unheard(law, *DEAF.get(method, (False, False)))):
        raise NotApplicable(
            say(
                "{hint} computes outside of Python, and {names} is a function of Python; "
                "take {value} or discrete, or a text; of an input a table will do",
                hint=option(f"--method {method}", f"method={method!r}"),
                names=names,
                value=", ".join(STEPPERS),
            )
        )
    if method in WHOLE:
        path = WHOLE[method](law, y, start, end, settings, most_steps, lost)
        return watched(path, law, watches)
    tolerances = settings.rtol, settings.atol
    return integrate(
        law, y, start, end, method, *tolerances, watches, most_steps or MOST_STEPS, lost
    )


def _unheard(law: Model, inputs: bool, functions: bool) -> list[str]:
    """What is a function of Python: among the inputs, and of the unspecified functions."""
    fed = [feed.name for feed in law.feeds.values() if isinstance(feed, Feedback)]
    called = unspecified_in([*law.slopes, *(e for _, e in law.steps)]) if functions else ()
    return [*(fed if inputs else ()), *called]
