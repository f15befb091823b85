"""The friction that rolling needs along a motion: numbers of a simulation, no proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nonholo.dynamics.friction import ContactForce
from nonholo.findings.friction import Friction, friction
from nonholo.numerics.compile import compiled
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.case import Case
from nonholo.readers.specified import ValuesPut
from nonholo.simulation.run import simulate


@dataclass(frozen=True, slots=True)
class FrictionAlong:
    """One contact along a motion: t, |R_t| and N as arrays (N,).

    largest: the coefficient needed, reached at the time `when`; lifts: the first time at which N
    is not positive, or None: from there on the contact pulls, and the motion is another.
    """

    name: str
    t: np.ndarray
    tangential: np.ndarray
    normal: np.ndarray
    largest: float
    when: float
    lifts: float | None


def friction_along(
    given: Friction | Case | str | Path,
    duration: float | None = None,
    normal: str = "",
    initial: Mapping[str, float] | None = None,
    parameters: Mapping[str, float] | None = None,
) -> tuple[FrictionAlong, ...]:
    """The coefficient of friction that each contact needs along the motion of a case.

        mu >= max over t of |R_t| / N

    given: what `nh.friction` gave, or a case as it takes one, with its `normal`; duration, initial,
    parameters: as in `nh.simulate`.  Numbers of a simulation, no proof.  Raises what these two
    raise.

    >>> import nonholo as nh
    >>> (run,) = nh.friction_along("cases/cylinder_on_incline.toml", 1)
    >>> round(run.largest, 6), run.lifts
    (0.140931, None)
    """
    record = given if isinstance(given, Friction) else friction(given, normal)
    run = simulate(record.case, duration, initial=initial, parameters=parameters, check=False)
    return tuple(_along(record.case, one, run) for one in record.contacts)


def _along(case: Case, one: ContactForce, run: Trajectory) -> FrictionAlong:
    chart = case.system.chart
    numbers = {chart.graph.symbol(s.args): x for s, x in run.model.values.items()}
    inputs = [*chart.q, *chart.v, chart.t, *map(chart.graph.symbol, run.inputs)]
    states: list[Any] = [*(run.q[n] for n in chart.names), *(run.v[n] for n in chart.names), run.t]
    states += run.inputs.values()
    forces = [*map(ValuesPut(case.scope), (one.squared, one.normal))]
    evaluate = compiled(forces, inputs, list(numbers), arrays=True)
    squared, normal = (
        np.broadcast_to(np.asarray(x, float), run.t.shape)
        for x in evaluate(list(numbers.values()))(states)
    )
    size = np.sqrt(np.maximum(squared, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(normal > 0, size / normal, np.inf)
    k, off = int(np.argmax(ratio)), np.flatnonzero(normal <= 0)
    return FrictionAlong(
        one.name,
        run.t,
        size,
        normal,
        float(ratio[k]),
        float(run.t[k]),
        float(run.t[off[0]]) if len(off) else None,
    )
