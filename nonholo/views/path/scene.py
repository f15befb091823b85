"""What stands in the plane along a path: wheels, and the bodies that carry them, as polygons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nonholo.steering.scene import Tracks

INK, QUIET, BLUE, ORANGE, PURPLE, GREEN, GREY = (
    "#1c1e22",
    "#5f6167",
    "#0072b2",
    "#c2500a",
    "#8c4a78",
    "#2f7d4f",
    "#8c8c8c",
)
COLOURS = (BLUE, ORANGE, PURPLE, GREEN, GREY, INK)
CAR = (
    (-0.3, -0.3),
    (1.1, -0.3),
    (1.28, -0.2),
    (1.3, 0),
    (1.28, 0.2),
    (1.1, 0.3),
    (-0.3, 0.3),
)  # from axle to axle 1
GLASS = ((0.62, -0.24), (0.85, -0.2), (0.85, 0.2), (0.62, 0.24))
BLADE = ((-0.5, 0), (-0.42, -0.045), (0.36, -0.045), (0.5, 0), (0.36, 0.045), (-0.42, 0.045))
TRACTOR = ((-0.2, -0.3), (0.25, -0.3), (0.42, 0), (0.25, 0.3), (-0.2, 0.3))


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon: kind "body", "glass", "wheel" or "bar"."""

    kind: str
    corners: np.ndarray


def shapes(tracks: Tracks, i: int) -> Iterator[Shape]:
    """Bodies, then wheels, at sample i."""
    kinds = ("front", "trailer", "hitched", "bar", "alone")
    hung: dict[str, dict[int, list[int]]] = {kind: {} for kind in kinds}
    for w, (kind, other) in enumerate(tracks.arms):
        hung[kind].setdefault(other, []).append(w)
    for rear, fronts in hung["front"].items():
        yield from _car(tracks, i, rear, fronts)
    size = dict.fromkeys(range(len(tracks.arms)), tracks.size)
    for other, trailers in hung["trailer"].items():
        for w in trailers:
            yield from _trailer(tracks.points[i, w], tracks.points[i, other], tracks.headings[i, w])
            size[w] = min(tracks.size, _span(tracks.points[i, w], tracks.points[i, other]))
    for other, trailers in hung["hitched"].items():
        for w in trailers:
            axle = tracks.points[i, other]
            hitch = _frame(axle, tracks.headings[i, other], [(tracks.ahead[w], 0.0)])[0]
            yield Shape("bar", np.array([axle, hitch]))
            yield from _trailer(tracks.points[i, w], hitch, tracks.headings[i, w])
            size[w] = min(tracks.size, _span(tracks.points[i, w], hitch))
    for other, ends in hung["bar"].items():
        for w in ends:
            yield Shape("bar", np.array([tracks.points[i, other], tracks.points[i, w]]))
    behind = (*hung["trailer"].items(), *hung["hitched"].items())
    pulled = {w for _, some in behind for w in some}
    tractors = {w for w, _ in behind} - set(hung["front"]) - pulled
    tractors |= {0} if tracks.axle else set()
    for w in tractors:
        yield Shape(
            "body",
            _frame(tracks.points[i, w], tracks.headings[i, w], tracks.size * np.array(TRACTOR)),
        )
    boards = {rear for rear, fronts in hung["front"].items() if len(fronts) > 1}
    pairs = (
        pulled
        | tractors
        | set(hung["front"])
        | {w for some in hung["front"].values() for w in some}
    )
    for w in set(range(len(tracks.arms))) - boards:
        yield from _wheels(tracks, i, w, size[w], w in pairs and not tracks.blades)


def _frame(origin: np.ndarray, angle: float, corners) -> np.ndarray:
    """Points given along and across a direction."""
    c, s = np.cos(angle), np.sin(angle)
    return origin + np.asarray(corners) @ np.array([[c, s], [-s, c]])


def _box(back: float, front: float, half: float) -> list[tuple[float, float]]:
    return [(back, -half), (front, -half), (front, half), (back, half)]


def _car(tracks: Tracks, i: int, rear: int, fronts: list[int]) -> Iterator[Shape]:
    """A car on two axles; a board on blades, or if the axles stand on both sides of its middle."""
    here, heading = tracks.points[i, rear], tracks.headings[i, rear]
    arms = (tracks.points[i, fronts] - here) @ (np.cos(heading), np.sin(heading))
    if len(fronts) > 1 or tracks.blades:
        low, high = min(0.0, *arms) - 0.3 * tracks.size, max(0.0, *arms) + 0.3 * tracks.size
        yield Shape("body", _frame(here, heading, _box(low, high, 0.14 * tracks.size)))
        return
    for kind, outline in (("body", CAR), ("glass", GLASS)):
        yield Shape(kind, _frame(here, heading, np.array(outline) * (arms[0], abs(arms[0]))))


def _trailer(axle: np.ndarray, hitch: np.ndarray, heading: float) -> Iterator[Shape]:
    span = _span(axle, hitch)
    way = 1 if (hitch - axle) @ (np.cos(heading), np.sin(heading)) > 0 else -1
    yield Shape("bar", np.array([axle, hitch]))
    yield Shape(
        "body",
        _frame(
            axle, heading, [(way * a, b) for a, b in _box(-0.4 * span, 0.45 * span, 0.3 * span)]
        ),
    )


def _span(axle: np.ndarray, hitch: np.ndarray) -> float:
    return float(np.hypot(*(hitch - axle)))


def _wheels(tracks: Tracks, i: int, w: int, size: float, paired: bool) -> Iterator[Shape]:
    """Two wheels of an axle, one blade, or one wheel (a coin) seen from above."""
    angle = tracks.headings[i, w]
    if tracks.blades:
        long = 1.0 if tracks.arms[w][0] == "alone" and len(tracks.arms) == 1 else 0.5
        yield Shape("wheel", _frame(tracks.points[i, w], angle, long * size * np.array(BLADE)))
        return
    if not paired:
        yield Shape(
            "wheel", _frame(tracks.points[i, w], angle, _box(-0.5 * size, 0.5 * size, 0.1 * size))
        )
        return
    kind, other = tracks.arms[w]
    across = tracks.headings[i, other if kind == "front" else w]
    for side in (-0.27, 0.27):
        hub = _frame(tracks.points[i, w], across, [(0, side * size)])[0]
        yield Shape("wheel", _frame(hub, angle, _box(-0.14 * size, 0.14 * size, 0.045 * size)))


def snapshots(tracks: Tracks, count: int) -> list[int]:
    """Samples at which to draw: both ends, and between them at equal steps of what is travelled
    and turned.
    """
    step = np.hypot(*np.moveaxis(np.diff(tracks.points, axis=0), -1, 0)).max(axis=1)
    step = step + 0.4 * tracks.size * np.abs(np.diff(tracks.headings, axis=0)).max(axis=1)
    travelled = np.concatenate([[0.0], np.cumsum(step)])
    marks = np.linspace(0, travelled[-1], count)
    return sorted(
        {int(i) for i in np.searchsorted(travelled, marks[1:-1])} | {0, len(travelled) - 1}
    )


def draw_shapes(ax, moving: Tracks, i: int, colour: str, strength: float, order: float) -> None:
    """Bodies and wheels at sample i."""
    for shape in shapes(moving, i):
        if shape.kind == "bar":
            ax.plot(
                *shape.corners.T,
                color=colour,
                lw=1.6,
                alpha=strength,
                zorder=order,
                solid_capstyle="round",
            )
            continue
        fill = {"body": 0.16, "glass": 0.3, "wheel": 1.0}[shape.kind] * strength
        ax.fill(
            *shape.corners.T,
            facecolor=(*_rgb(colour), fill),
            joinstyle="round",
            edgecolor=(*_rgb(colour), strength),
            lw=1.0,
            zorder=order + (shape.kind == "wheel"),
        )


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def above(ax, columns: int) -> None:
    """The legend above the axes, where it covers no curve."""
    ax.legend(
        fontsize=8,
        frameon=False,
        ncols=columns,
        loc="lower right",
        bbox_to_anchor=(1.0, 0.98),
        borderpad=0.2,
        labelcolor=QUIET,
    )
