"""Members of an ensemble in lanes: start, motion and receipt of many at once.

Only what goes on without anything to be told of is answered here: no event, every bound kept.
Every other member is left to the way for one motion, which has the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nonholo.errors import NonholoError
from nonholo.expression.functions import unspecified_in
from nonholo.numerics.columns import in_columns, measured_members, put_back, regular, starts
from nonholo.numerics.forcing import timed_of
from nonholo.numerics.impulse import narrow_of
from nonholo.numerics.lanes import integrate_lanes
from nonholo.numerics.model import Model
from nonholo.numerics.settings import Settings
from nonholo.readers.case import Case
from nonholo.simulation.assumed import assumes
from nonholo.words.sentence import say

Numbers = Mapping[str, float]
Record = dict[str, Any]


def fits_lanes(case: Case, law: Model, settings: Settings) -> bool:
    """Whether members can run in lanes: in C, with nothing to be watched, asked or paced."""
    return not (
        settings.method != "native"
        or settings.crossings
        or settings.start
        or case.system.inequalities
        or law.feeds
        or law.extra
        or law.terms.curved
        or law.terms.functions
        or timed_of(law)
        or narrow_of(law)
        or unspecified_in([*law.slopes, *(e for _, e in law.steps)])
        or assumes(case)
    )


def lane_records(
    case: Case, law: Model, members: Sequence[Numbers], time: float, settings: Settings
) -> list[Record | None]:
    """The record of each member; None of one that is left to the way for one motion."""
    records: list[Record | None] = [None] * len(members)
    alike: dict[tuple[str, ...], list[int]] = {}
    for i, numbers in enumerate(members):
        alike.setdefault(tuple(sorted(numbers)), []).append(i)
    try:
        for names, some in alike.items():
            table = np.array([[members[i][n] for n in names] for i in some], dtype=float)
            columns = dict(zip(names, table.T.reshape(len(names), len(some))))
            for i, record in zip(some, _of_alike(case, law, columns, len(some), time, settings)):
                records[i] = record
    except NonholoError:  # no compiler: it is said of each
        pass
    return records


def _of_alike(
    case: Case,
    law: Model,
    columns: Mapping[str, np.ndarray],
    count: int,
    time: float,
    settings: Settings,
) -> list[Record | None]:
    """Records of members of which the same names are set."""
    parameters = case.scope.parameters
    asked = {n: x for n, x in columns.items() if n not in parameters}
    if asked.keys() & case.system.velocities.keys() or not (asked or case.initial):
        return [None] * count
    if case.initial.keys() & case.system.velocities.keys():
        return [None] * count
    values = np.array(
        [np.broadcast_to(columns.get(s.args, x), count) for s, x in law.values.items()]
    ).reshape(len(law.values), count)
    whole = in_columns(law, values.T)
    y, good, moved = _started(case, whole, asked, count)
    good &= regular(whole, y)
    at = np.flatnonzero(good)
    if not len(at):
        return [None] * count
    times = np.linspace(0.0, time, settings.points)
    chosen = values.T[at]
    told = integrate_lanes(law, chosen, y[at], times, settings.rtol, settings.atol)
    states, points = told.states, len(times)
    repeated = in_columns(law, np.repeat(chosen, points, axis=0))
    flat = put_back(repeated, np.tile(times, len(at)), states.reshape(-1, law.size))
    states = flat.reshape(states.shape)
    states[:, 0] = y[at]
    seen = measured_members(in_columns(law, chosen), times, states, settings.rtol)
    fine = seen.within & ~told.failed
    n, names, t = law.n, law.names, times.tolist()
    records: list[Record | None] = [None] * count
    rows = zip(
        at.tolist(),
        fine.tolist(),
        states.transpose(0, 2, 1).tolist(),
        seen.residual.tolist(),
        seen.energy.tolist(),
        told.evaluations.tolist(),
    )
    for i, within, series, residual, energy, evaluations in rows:
        if not within:
            continue
        records[i] = {
            "t": t,
            "q": dict(zip(names, series[:n])),
            "v": dict(zip(names, series[n : 2 * n])),
            "residual_max": residual,
            "energy_drift": energy,
            "rhs_evaluations": evaluations,
            "ok": True,
            "warnings": [],
            "events": [],
            "remarks": [_remark(law, asked, moved, y[i])] if moved and moved[1][i] else [],
        }
    return records


Moved = tuple[dict[str, float], np.ndarray]


def _started(
    case: Case, law: Model, asked: Mapping[str, np.ndarray], count: int
) -> tuple[np.ndarray, np.ndarray, Moved | None]:
    """As `start_of` of each member: states, where they are admissible, and what was moved where."""
    declared = {n: float(x) for n, x in case.initial.items()}
    columns = {n: np.full(count, x) for n, x in declared.items()}
    y, good = starts(law, {**columns, **asked}, {}, count)
    if good.all() or not asked or not declared:
        return y, good, None
    other, fine = starts(law, asked, columns, count)
    moved = ~good & fine
    y[moved] = other[moved]
    return y, good | fine, (declared, moved)


def _remark(law: Model, asked: Mapping[str, Any], moved: Moved, y: np.ndarray) -> str:
    names = (*law.names, *(f"{n}dot" for n in law.names))
    numbers = dict(zip(names, y.tolist()))
    changed = [
        f"{n} = {numbers[n]:.6g}"
        for n, x in moved[0].items()
        if n not in asked and abs(numbers[n] - x) > 1e-9
    ]
    return say("moved to the constraints: {names}", names=", ".join(changed))
