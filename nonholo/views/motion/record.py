"""A motion as data: the JSON record, CSV and NPZ."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import BytesIO, StringIO
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.errors import NonholoError
from nonholo.views.motion.animation import Seen
from nonholo.views.motion.film import FILMS, film
from nonholo.views.motion.page import animation_page
from nonholo.views.motion.picture import picture
from nonholo.views.motion.plots import phase_picture, section_picture
from nonholo.views.motion.solids import ABOUT
from nonholo.views.motion.space_picture import space_picture
from nonholo.words.sentence import say
from nonholo.writing.column_names import named_beside

if TYPE_CHECKING:
    from nonholo.numerics.parting import Parting
    from nonholo.numerics.receipt import Receipt
    from nonholo.numerics.trajectory import Plane, Space, Trajectory

FORMATS = (".csv", ".json", ".npz", ".png", ".svg", ".html", *FILMS)


def motion_record(motion: Trajectory) -> dict[str, Any]:
    """The record of `nonholo simulate --json`; numbers that are not finite become null."""
    record = {
        "schema": 1,
        "name": motion.name,
        "law": motion.law,
        "t": _series(motion.t),
        "q": _named(motion.q),
        "v": _named(motion.v),
        "reactions": _named(motion.reactions),
        "energy": _series(motion.energy),
        "residual_max": _number(motion.receipt.residual_max),
        "energy_drift": _number(motion.receipt.energy_drift),
        "rhs_evaluations": motion.receipt.rhs_evaluations,
        "receipt": receipt_record(motion.receipt),
        "events": [
            {
                "name": e.name,
                "t": e.t,
                "final": e.final,
                "q": dict(zip(motion.names, e.state.tolist())),
                "v": dict(zip(motion.names, e.state[len(motion.names) :].tolist())),
            }
            for e in motion.events
        ],
        "parameters": {s.args: x for s, x in motion.model.values.items()},
    }
    if motion.inputs:
        assert motion.work is not None  # of every motion that was run
        record |= {"inputs": _named(motion.inputs), "work": _series(motion.work)}
    if motion.quasi:
        record["velocities"] = _named(motion.quasi)
    if motion.space is not None:
        record["bodies"] = bodies_record(motion.space)
        record["up"] = motion.space.up.tolist()
    if motion.rival is not None:
        rival = motion_record(motion.rival)
        record["rival"] = {
            k: rival[k]
            for k in (
                "law",
                "t",
                "q",
                "v",
                "energy",
                "residual_max",
                "energy_drift",
                "rhs_evaluations",
                "receipt",
                "events",
                "bodies",
            )
            if k in rival
        }
        assert motion.parting is not None  # a rival is told with it
        record["parting"] = parting_record(motion.parting)
    return record


def bodies_record(space: Space) -> list[dict[str, Any]]:
    """Each body as it is drawn: its form, and at each time of the motion the place of its origin in
    space and the rotation matrix whose columns are its axes; of a line its points in space.
    """
    records: list[dict[str, Any]] = []
    for solid in space.solids:
        record: dict[str, Any] = {"name": solid.name, "kind": solid.kind}
        if solid.kind == "line":
            inside = solid.sizes.T.reshape(len(solid.place), -1, 3)
            points = solid.place[:, None] + np.einsum("tij,tkj->tki", solid.turn, inside)
            records.append(record | {"points": points.tolist()})
            continue
        record["sizes"] = solid.sizes[:, 0].tolist()
        if solid.kind in ABOUT:
            record["axle"] = solid.axle
        records.append(record | {"place": solid.place.tolist(), "turn": solid.turn.tolist()})
    return records


def receipt_record(receipt: Receipt) -> dict[str, Any]:
    """Every finding with its bound and verdict, and the work that was done."""
    findings = [
        {
            "name": f.name,
            "value": _number(f.value),
            "bound": f.bound,
            "ok": f.kept,
            "meaning": f.meaning,
        }
        for f in receipt.findings
    ]
    return {
        "ok": receipt.ok,
        "findings": findings,
        "warnings": list(receipt.warnings),
        "remarks": list(receipt.remarks),
        "method": receipt.method,
        "rtol": receipt.rtol,
        "atol": receipt.atol,
        "steps": receipt.steps,
        "rhs_evaluations": receipt.rhs_evaluations,
        "correction_max": _number(receipt.correction),
    }


def parting_record(apart: Parting) -> dict[str, Any]:
    """When two motions part (null: never), and their differences at the end."""
    return {
        "time": apart.time,
        "coordinate": apart.coordinate,
        "threshold": apart.threshold,
        "final": _number(apart.final),
        "largest": _number(apart.largest),
        "until": apart.until,
        "difference": {n: _number(float(d[-1])) for n, d in apart.difference.items()},
    }


def motion_bytes(
    motion: Trajectory,
    suffix: str,
    plot: str = "",
    section: Callable[[], Plane] | None = None,
    tracks: Callable[[], Seen] = tuple,
) -> bytes:
    """The motion as a file of the kind that the suffix names; plot: motion, phase, section with its
    points, or space; tracks: the wheels, for pictures that move.

    Raises NonholoError for other suffixes.
    """
    require_format(suffix)
    if suffix in (".png", ".svg"):
        return _picture(motion, suffix[1:], plot, section)
    if suffix == ".html":
        return animation_page(motion, tracks()).encode()
    if suffix in FILMS:
        return film(motion, suffix, tracks(), plot)
    if suffix == ".json":
        return (json.dumps(motion_record(motion), ensure_ascii=False) + "\n").encode()
    columns = _columns(motion)
    return _csv(columns) if suffix == ".csv" else _npz(motion, columns)


def _picture(
    motion: Trajectory, format: str, plot: str, section: Callable[[], Plane] | None
) -> bytes:
    if plot == "section" and section is not None:
        return section_picture(motion, section(), format)
    if plot == "space":
        return space_picture(motion, format)
    return phase_picture(motion, format) if plot == "phase" else picture(motion, format)


def require_format(suffix: str) -> None:
    """Raises NonholoError for an ending that names no format."""
    if suffix not in FORMATS:
        raise NonholoError(
            say(
                "{value}: no format of a motion; name the file *{names}",
                value=suffix or say("a name without ending"),
                names=", *".join(FORMATS),
            )
        )


def _columns(motion: Trajectory) -> dict[str, np.ndarray]:
    """t and the columns of the motion, by the names that they have everywhere; those of the rival
    where it is told at the same times.
    """
    columns = {"t": motion.t, **motion.columns}
    rival = motion.rival
    if rival is None or len(rival.t) != len(motion.t):
        return columns
    places = {f"rival_{n}": x for n, x in rival.q.items()}
    rates = {f"rival_{n}dot": x for n, x in rival.v.items()}
    return {**columns, **named_beside(columns, {**places, **rates})}


def _csv(columns: dict[str, np.ndarray]) -> bytes:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([[repr(float(x)) for x in row] for row in zip(*columns.values())])
    return out.getvalue().encode()


def _npz(motion: Trajectory, columns: dict[str, np.ndarray]) -> bytes:
    out = BytesIO()
    receipt = named_beside(columns, {"receipt": json.dumps(receipt_record(motion.receipt))})
    content: dict[str, Any] = {**receipt, **columns}
    np.savez_compressed(out, **content)
    return out.getvalue()


def _named(series) -> dict[str, list]:
    return {n: _series(x) for n, x in series.items()}


def _series(values: np.ndarray) -> list:
    return [_number(x) for x in values.tolist()]


def _number(x: float):
    return x if isfinite(x) else None
