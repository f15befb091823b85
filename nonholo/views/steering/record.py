"""A path between two configurations as a JSON record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.views.page.values import decision_record, shown, vector_record

if TYPE_CHECKING:
    from nonholo.steering.steering import Part, Steering
    from nonholo.steering.varied import Varied

SAMPLES = 201


def steer_record(steering: Steering, varied: Varied | None = None) -> dict[str, Any]:
    """The record of `nonholo steer`; `possible` null means that no path was found, or none within
    the bounds, which proves nothing.
    """
    record: dict[str, Any] = {
        "schema": 1,
        "name": steering.case.name,
        "coordinates": list(steering.names),
        "from": vector_record(steering.names, steering.start),
        "to": vector_record(steering.names, steering.goal),
        **({"open": list(steering.open)} if steering.open else {}),
        "time": shown(steering.duration),
        "found": steering.found,
        **({"outside_bounds": list(steering.outside)} if steering.has_path else {}),
        "possible": steering.possible,
        "reason": steering.reason or None,
        "remarks": list(steering.remarks),
        "attempts": [{"method": name, "reason": why} for name, why in steering.attempts],
    }
    if not steering.has_path:
        return record
    assert steering.receipt is not None  # a path was found
    t, q, v = steering.sample(SAMPLES)
    record |= {
        "method": steering.method,
        "exact": steering.exact,
        "expressions": _expressions(steering),
        "parts": [_part_record(steering, part) for part in steering.parts],
        "proof": None if steering.proof is None else decision_record(steering.proof),
        "ends_exact": None if steering.ends is None else decision_record(steering.ends),
        "residual_max": steering.receipt.residual,
        "start_error": steering.receipt.start,
        "end_error": steering.receipt.end,
        "length": steering.length,
        "t": t.tolist(),
        "q": _columns(steering.names, q),
        "v": _columns(steering.names, v),
    }
    return record | ({"varied": varied_record(varied)} if varied else {})


def _expressions(steering: Steering) -> dict[str, str | None]:
    known = steering.expressions
    return {n: shown(known[n]) if n in known else None for n in steering.names}


def _part_record(steering: Steering, part: Part) -> dict[str, Any]:
    """Where the numbers come from: z(t) and q(z), or Chebyshev series on pieces of the time."""
    names = [steering.names[j] for j in part.columns]
    record: dict[str, Any] = {"coordinates": names, "method": part.method}
    curve, numbers = part.formula, part.series
    if curve is not None:
        record |= {
            "z": vector_record(curve.rows.chart.names, curve.z),
            "q": vector_record(names, curve.back),
        }
    if numbers is not None:
        series = {n: numbers.coefficients[:, :, i].tolist() for i, n in enumerate(names)}
        record |= {"breaks": numbers.breaks.tolist(), "chebyshev": series}
    return record


def varied_record(varied: Varied) -> dict[str, Any]:
    """The varied path at its instants."""
    names = varied.steering.names
    return {
        "displacement": {n: shown(e) for n, e in varied.displacement.items()},
        "t": varied.t.tolist(),
        "q": _columns(names, varied.moved),
        "constraints": list(varied.labels),
        "violation": _columns(varied.labels, varied.violation),
        "first_order": _columns(varied.labels, varied.first_order),
    }


def _columns(names, values: np.ndarray) -> dict[str, list[float | None]]:
    """Each column as a list; null where a split of the velocities fails."""
    return {
        n: [float(x) if np.isfinite(x) else None for x in column]
        for n, column in zip(names, values.T)
    }
