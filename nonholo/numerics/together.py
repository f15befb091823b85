"""Many states of one law integrated together: NumPy on all of them at once, one step length for
all.

The step is as short as the most difficult member needs, so this pays for members that are alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.integrate import DOP853

from nonholo.errors import SingularMass
from nonholo.numerics.columns import in_columns
from nonholo.numerics.compile import compiled
from nonholo.numerics.forcing import pace
from nonholo.numerics.integrate import next_halt
from nonholo.numerics.model import Model
from nonholo.numerics.rank import independence
from nonholo.words.sentence import say


class Together(DOP853):
    """DOP853 on (size, members) states in one vector; its error is that of the worst member."""

    members = 1

    def _estimate_error_norm(self, K, h, scale):
        five, three = (
            (np.dot(K.T, E) / scale).reshape(-1, self.members) for E in (self.E5, self.E3)
        )
        five, three = (np.sum(e * e, axis=0) for e in (five, three))
        size = len(scale) / self.members
        with np.errstate(invalid="ignore"):
            worst = np.abs(h) * five / np.sqrt((five + 0.01 * three) * size)
        return (
            float(np.max(np.nan_to_num(worst, nan=0.0, posinf=np.inf)))
            if np.all(np.isfinite(five))
            else np.inf
        )


def integrate_together(
    models: Sequence[Model],
    states: np.ndarray,
    times: np.ndarray,
    rtol: float = 1e-12,
    atol: float = 1e-13,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Many models integrated together with one step length for all.

    models: of one law, differing in their numbers alone; states: (members, size) at times[0];
    times: when states are told; rtol, atol: relative and absolute tolerance of a step.  Returned
    are the states, (members, len(times), size), each put back on the constraints; the ends of the
    steps and the least singular value of A there, (steps, members); the number of evaluations.
    Raises SingularMass if a member has no further step.  References: HairerNorsettWanner1993.

    >>> import nonholo as nh
    >>> from nonholo.numerics.model import model, with_numbers
    >>> law = model(nh.System("x", "xdot**2/2 - k*x**2/2", parameters={"k": 1}).system)
    >>> fast = with_numbers(law, dict.fromkeys(law.values, 4.0))
    >>> told, *_ = integrate_together([law, fast], [[1.0, 0.0], [1.0, 0.0]], [0.0, np.pi])
    >>> told[:, -1, 0].round(9).tolist()
    [-1.0, 1.0]
    """
    law, count = models[0], len(models)
    parameters = [np.array([m.values[s] for m in models]) for s in law.values]
    slope = compiled(law.slopes, law.inputs, list(law.values), arrays=True, steps=law.steps)(
        parameters
    )

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            derivatives = slope([*y.reshape(-1, count), t])
        return np.concatenate([np.broadcast_to(row, count) for row in derivatives])

    solver = type("Members", (Together,), {"members": count})(
        rates, times[0], np.asarray(states, dtype=float).T.ravel(), times[-1], rtol=rtol, atol=atol
    )
    told = np.empty((count, len(times), law.size))
    told[:, 0], done = states, 1
    columns = in_columns(law, np.array(parameters).T.reshape(count, len(parameters)))
    ends, least = [solver.t], [_independence(columns, solver.t, solver.y)]
    halts = pace(law, times[0], times[-1])
    while solver.status == "running":
        solver.max_step = abs(next_halt(solver.t, halts) - solver.t)
        message = solver.step()
        if solver.status == "failed":
            raise SingularMass(
                say(
                    "a member has no step beyond t = {t:.6g}: {message}; run the members alone",
                    t=solver.t,
                    message=message,
                )
            )
        ends.append(solver.t)
        least.append(_independence(columns, solver.t, solver.y))
        interpolant = solver.dense_output()
        while done < len(times) and times[done] <= solver.t:
            there = interpolant(times[done]).reshape(-1, count).T
            told[:, done] = [m.admissible(times[done], y) for m, y in zip(models, there)]
            done += 1
    return told, np.array(ends), np.array(least), solver.nfev


def _independence(law: Model, t: float, y: np.ndarray) -> np.ndarray:
    """The least singular value of A of each member at one time."""
    states = y.reshape(law.size, -1).T
    count = len(states)
    return independence(law, np.full(count, t), states) if law.terms.k else np.ones(count)
