"""Where wheels stand and look along a path, and what hangs on what: the data of its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from nonholo.geometry.chained.wheels import Wheels, wheels
from nonholo.geometry.distribution.distribution import distribution
from nonholo.numerics.tape import Tape
from nonholo.readers.blades import on_blades
from nonholo.steering.barred import Line, barred

if TYPE_CHECKING:
    from nonholo.geometry.constraints.chart import Chart
    from nonholo.geometry.constraints.pfaffian import Pfaffian
    from nonholo.readers.case import Case

RIGID = 1e-6  # of the arm between two wheels of one body


@dataclass(frozen=True)
class Tracks:
    """points[i, w], headings[i, w]: where wheel w stands and looks at sample i; size: of what is
    drawn; arms: how each wheel hangs on an earlier one; ahead[w]: how far before the axle of that
    one the hitch of a "hitched" wheel stands, less than 0 behind it; blades: they are no wheels;
    axle: the only one is two wheels that turn each by itself.
    """

    points: np.ndarray
    headings: np.ndarray
    size: float
    arms: tuple[tuple[str, int], ...]
    blades: bool = False
    axle: bool = False

    @cached_property
    def ahead(self) -> dict[int, float]:
        """The place of each hitch that stands off the axle."""
        pairs = [(w, other) for w, (kind, other) in enumerate(self.arms) if kind == "hitched"]
        hitches = {w: _hitch(self.points, self.headings, other, w) for w, other in pairs}
        return {w: a for w, a in hitches.items() if a is not None}

    def speed(self, v: np.ndarray) -> np.ndarray:
        """The velocity of the first wheel along its heading; v: of its point (samples x 2)."""
        h = self.headings[:, 0]
        return v[:, 0] * np.cos(h) + v[:, 1] * np.sin(h)


@dataclass(frozen=True, slots=True)
class Scene:
    """What moves in the plane along a path.

    plane: two columns, None where there are no two; moving, bent: the wheels along the path of
    `times` instants and along a varied one, None without wheels; independent: columns that are
    steered; corners: of what is drawn, with room for bodies and labels; barred: the pieces of
    lines, height and ends, where inequalities of the case are broken there.
    """

    plane: tuple[int, int] | None
    moving: Tracks | None
    bent: Tracks | None
    independent: tuple[int, ...]
    corners: tuple[np.ndarray, np.ndarray] | None = None
    barred: tuple[Line, ...] = ()


def scene(
    case: Case,
    rows: Pfaffian,
    path: tuple[np.ndarray, np.ndarray],
    bent: tuple[np.ndarray, np.ndarray] | None = None,
) -> Scene:
    """The scene of a path and a varied one, each known at instants t as (t, q), with the numbers
    of the case.

    rows: the independent constraints; t: (times); q: (times, n).
    """
    wheel_set, names = wheels(distribution(rows)) if rows.k else None, rows.chart.names
    free = distribution(rows, case.dependent).independent
    if wheel_set is None:
        return Scene(_plane(names), None, None, free)
    moving, *others = (
        _tracks(wheel_set, case, rows, *one) for one in (path, bent) if one is not None
    )
    corners = _corners([moving, *others])
    plane = wheel_set.plane
    lines = () if plane is None else barred(case, plane, *corners)
    return Scene(plane, moving, others[0] if others else None, free, corners, lines)


def _corners(moving: Sequence[Tracks]) -> tuple[np.ndarray, np.ndarray]:
    flat = np.concatenate([one.points.reshape(-1, 2) for one in moving])
    room = 0.9 * max(one.size for one in moving)
    return flat.min(axis=0) - room, flat.max(axis=0) + room


def _plane(names: tuple[str, ...]) -> tuple[int, int] | None:
    """x and y, or the first two coordinates."""
    if {"x", "y"} <= set(names):
        return names.index("x"), names.index("y")
    return (0, 1) if len(names) > 1 else None


def _tracks(wheel_set: Wheels, case: Case, rows: Pfaffian, t: np.ndarray, q: np.ndarray) -> Tracks:
    """The wheels along a path."""
    seen = tracks_of(*places(wheel_set, rows.chart, t, q))
    return replace(seen, blades=on_blades(case), axle=wheel_set.is_axle)


def tracks_of(points: np.ndarray, headings: np.ndarray, size: float = 0.0) -> Tracks:
    """Wheels at some points and headings; size: of what is drawn, by default that of an arm."""
    arms = hung(points, headings)
    return Tracks(points, headings, size or _size(points, arms), arms)


def places(
    wheel_set: Wheels, chart: Chart, t: np.ndarray, q: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Points (samples x wheels x 2) and headings (samples x wheels) of wheels.

    t, q: instants (samples) and coordinates (samples x n).
    """
    roots = [e for wheel in wheel_set.wheels for e in (wheel.x, wheel.y, wheel.heading)]
    values = Tape(roots, [*chart.q, chart.t])(np.column_stack([q, t])).reshape(len(t), -1, 3)
    return values[..., :2], values[..., 2]


def hung(points: np.ndarray, headings: np.ndarray) -> tuple[tuple[str, int], ...]:
    """How each wheel hangs on an earlier one, seen at all samples: a kind and that wheel."""
    return tuple(_arm(points, headings, w) for w in range(points.shape[1]))


def _arm(points: np.ndarray, headings: np.ndarray, w: int) -> tuple[str, int]:
    """How wheel w hangs on an earlier one: "front" axle of its body, "trailer" behind it, "bar",
    "hitched" off its axle, or "alone".
    """
    arms = {other: points[:, w] - points[:, other] for other in reversed(range(w))}
    rigid = {other: arm for other, arm in arms.items() if _rigid(np.hypot(*arm.T))}
    for kind, along in (("front", None), ("trailer", w)):
        for other, arm in rigid.items():
            if _across(arm, headings[:, other if along is None else along]) < RIGID:
                return kind, other
    if rigid:
        return "bar", next(iter(rigid))
    for other in arms:
        if _hitch(points, headings, other, w) is not None:
            return "hitched", other
    return "alone", w


def _hitch(points: np.ndarray, headings: np.ndarray, other: int, w: int) -> float | None:
    """How far before the axle of `other` a hitch stands on which wheel w turns: a in

        P_w - P_other = a e(heading_other) - b e(heading_w)

    at all samples, with the same a and b; None where there are none.
    """
    arm = (points[:, w] - points[:, other]).reshape(-1)
    e = np.stack([np.cos(headings), np.sin(headings)], axis=1)  # samples x 2 x wheels
    columns = np.column_stack([e[..., other].reshape(-1), -e[..., w].reshape(-1)])
    if not np.all(np.isfinite(columns)) or not np.all(np.isfinite(arm)):
        return None
    solution, _, rank, _ = np.linalg.lstsq(columns, arm, rcond=RIGID)
    misses = np.abs(columns @ solution - arm).max()
    return float(solution[0]) if rank == 2 and misses < RIGID * (1 + np.abs(arm).max()) else None


def _rigid(lengths: np.ndarray) -> bool:
    return lengths.max() > RIGID and np.ptp(lengths) < RIGID * (1 + lengths.max())


def _across(arm: np.ndarray, heading: np.ndarray) -> float:
    """How far an arm is from being parallel to a heading."""
    return float(np.abs(arm[:, 0] * np.sin(heading) - arm[:, 1] * np.cos(heading)).max())


def _size(points: np.ndarray, arms) -> float:
    """The length of an arm, or a part of the way gone."""
    lengths = [
        np.hypot(*(points[0, w] - points[0, other]))
        for w, (kind, other) in enumerate(arms)
        if kind != "alone"
    ]
    extent = float(np.ptp(points.reshape(-1, 2), axis=0).max())
    return float(lengths[0]) if lengths else max(0.1 * extent, 1e-3)
