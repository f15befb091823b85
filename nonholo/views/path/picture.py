"""A path as a picture: what moves in the plane, start and goal, and the inputs over time.

SVG is written directly, the rest drawn by matplotlib without its global state; the same path gives
the same bytes.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from nonholo.errors import NonholoError
from nonholo.views.drawing.panel import Look, Panel
from nonholo.views.drawing.stack import stacked
from nonholo.views.motion.picture import titled, written
from nonholo.views.path.scene import (
    BLUE,
    COLOURS,
    GREY,
    INK,
    ORANGE,
    QUIET,
    above,
    draw_shapes,
    shapes,
    snapshots,
)
from nonholo.views.varied.picture import draw_varied, violation_over_time
from nonholo.words.language import tell
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.steering.scene import Scene, Tracks
    from nonholo.steering.steering import Steering
    from nonholo.steering.varied import Varied

LONGEST_LINE = 56  # letters of a title
SAMPLES, SHOTS, WIDTH, INCH = 801, 8, 6.0, 72
LOOK = Look("#d0d0cc", QUIET, QUIET, size=9, tick_size=8)
MAX_INPUTS = 6
BARRED = "#b9b3a4"


def path_picture(steering: Steering, format: str = "png", varied: Varied | None = None) -> bytes:
    """The picture as an SVG or PNG file, with a varied path if one is given.

    Raises NonholoError if there is no path.
    """
    if not steering.has_path:
        raise NonholoError(
            say(
                "{name}: there is no path to draw: {reason}",
                name=steering.case.name,
                reason=steering.reason,
            )
        )
    t, q, v = steering.sample(SAMPLES)
    scene = steering.scene(t, q, None if varied is None else varied.bent)
    plane, moving, bent = scene.plane, scene.moving, scene.bent
    sheet = _panels if format == "svg" else _sheet
    figure, axes = sheet(steering, scene)
    _draw_barred(axes[0], scene)
    if moving is not None:
        _draw_moving(axes[0], moving, faint=bent is not None)
    elif plane is not None:
        _draw_curve(axes[0], q[:, plane])
    if varied is not None and plane is not None:
        draw_varied(axes[0], varied, bent, plane)
    _name_axes(axes[0], steering, plane)
    if moving is None:
        _over_time(axes[1], t, dict(zip(map(written, steering.names), q.T)), tell("coordinates"))
    if varied is None:
        _over_time(axes[-1], t, _inputs(steering, v, scene), tell("inputs"))
    else:
        violation_over_time(axes[-1], varied)
    axes[-1].set_xlabel("$t$", fontsize=9, color=QUIET)
    if format == "svg":
        heights, tall = figure
        return stacked(axes[plane is None :], heights[plane is None :], WIDTH * INCH, tall * INCH)
    return _bytes(figure, format)


def draw_path(ax, steering: Steering, varied: Varied | None) -> None:
    """The path on axes that are given: in the plane, or the coordinates over time."""
    t, q, _ = steering.sample(SAMPLES)
    scene = steering.scene(t, q, None if varied is None else varied.bent)
    if scene.plane is None:
        _over_time(ax, t, dict(zip(map(written, steering.names), q.T)), tell("coordinates"))
        ax.set_xlabel("$t$", fontsize=9, color=QUIET)
        return
    _draw_barred(ax, scene)
    if scene.moving is not None:
        _draw_moving(ax, scene.moving, faint=scene.bent is not None)
        ax.set_aspect("equal", adjustable="datalim")
    else:
        _draw_curve(ax, q[:, scene.plane])
    if varied is not None:
        draw_varied(ax, varied, scene.bent, scene.plane)
    _name_axes(ax, steering, scene.plane)


# the sheet --------------------------------------------------------------------------------------
def _heights(scene: Scene) -> tuple[list[float], float]:
    """Of the panels, and of all together, in inches."""
    if scene.corners is not None:
        low, high = scene.corners
        tall = float(np.clip((WIDTH - 1.4) * (high - low)[1] / (high - low)[0], 1.6, 6.4))
        heights = [tall, 1.5]
    else:
        heights = [3.0, 1.6, 1.5] if scene.plane is not None else [0.01, 2.0, 1.5]
    return heights, sum(heights) + 1.3 + 0.3 * len(heights)


def _panels(steering: Steering, scene: Scene):
    """Panels to be written directly, and their heights."""
    heights, tall = _heights(scene)
    axes = [Panel(LOOK) for _ in heights]
    _same_units(axes[0], scene)
    axes[scene.plane is None].set_title(
        titled(steering.case.name, LONGEST_LINE), fontsize=11, color=INK, loc="left"
    )
    return (heights, tall), axes


def _same_units(ax, scene: Scene) -> None:
    if scene.corners is None:
        return
    low, high = scene.corners
    ax.set_aspect("equal")
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])


def _sheet(steering: Steering, scene: Scene):
    from matplotlib.figure import Figure

    heights, tall = _heights(scene)
    figure = Figure(figsize=(WIDTH, tall), dpi=110, layout="constrained")
    axes = figure.subplots(len(heights), 1, height_ratios=heights)
    for ax in axes:
        ax.tick_params(colors=QUIET, labelsize=8)
        for side in ax.spines.values():
            side.set_color("#d0d0cc")
    _same_units(axes[0], scene)
    axes[0].set_title(titled(steering.case.name, LONGEST_LINE), fontsize=11, color=INK, loc="left")
    axes[0].set_visible(scene.plane is not None)
    return figure, axes


def _name_axes(ax, steering: Steering, plane) -> None:
    if plane is not None:
        ax.set_xlabel(written(steering.names[plane[0]]), fontsize=9, color=QUIET)
        ax.set_ylabel(written(steering.names[plane[1]]), fontsize=9, color=QUIET)


# the plane --------------------------------------------------------------------------------------
def _draw_barred(ax, scene: Scene) -> None:
    """Hatched is where inequalities of the case are broken."""
    for height, left, right in scene.barred:
        ax.plot([left, right], [height, height], color=BARRED, lw=0.8, zorder=1)


def _draw_moving(ax, moving: Tracks, faint: bool) -> None:
    """Bodies at some instants; the path of the contact point, dashed where it runs backwards."""
    _draw_track(ax, moving.points[:, 0], moving.speed(np.gradient(moving.points[:, 0], axis=0)))
    for i in snapshots(moving, SHOTS)[1:-1]:
        draw_shapes(ax, moving, i, GREY, 0.2 if faint else 0.35, 2)
    for i, colour, label in (
        (0, BLUE, tell("start")),
        (len(moving.points) - 1, ORANGE, tell("goal")),
    ):
        draw_shapes(ax, moving, i, colour, 1.0, 4)
        _label(ax, moving, i, colour, label)


def _draw_track(ax, place: np.ndarray, speed: np.ndarray) -> None:
    """The line of the contact point: solid forwards, dashed backwards, a dot where it turns
    back.
    """
    forward = speed >= 0
    flips = np.flatnonzero(np.diff(forward.astype(int))) + 1
    for piece in np.split(np.arange(len(place)), flips):
        piece = piece if piece[-1] == len(place) - 1 else np.append(piece, piece[-1] + 1)
        dashes = "solid" if forward[piece[0]] else (0, (4, 2.5))
        ax.plot(*place[piece].T, color=INK, lw=1.3, linestyle=dashes, zorder=3)
    real = [i for i in flips if 3 < i < len(place) - 3]
    ax.plot(*place[real].T, "o", color=INK, ms=3.5, zorder=6)


def _label(ax, moving: Tracks, i: int, colour: str, words: str) -> None:
    """A word above or below a body, on the side away from the rest of the path."""
    corners = np.concatenate([shape.corners for shape in shapes(moving, i)])
    low, high = corners.min(axis=0), corners.max(axis=0)
    above = (low + high)[1] / 2 >= moving.points[..., 1].mean()
    place = ((low + high)[0] / 2, high[1] if above else low[1])
    ax.annotate(
        words,
        place,
        (0, 9 if above else -9),
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=10,
        color=colour,
        weight="bold",
        zorder=7,
    )


def _draw_curve(ax, place: np.ndarray) -> None:
    ax.plot(*place.T, color=INK, lw=1.4)
    closed = np.hypot(*(place[-1] - place[0])) < 0.02 * np.ptp(place, axis=0).max()
    start, goal = (tell("start and goal"), "") if closed else (tell("start"), tell("goal"))
    for point, colour, words in ((place[0], BLUE, start), (place[-1], ORANGE, goal)):
        ax.plot(*point, "o", color=colour, ms=7, zorder=4)
        ax.annotate(
            words,
            point,
            (8, 8),
            textcoords="offset points",
            fontsize=9,
            color=colour,
            weight="bold",
        )
    ax.margins(0.12)


# over time --------------------------------------------------------------------------------------
def _inputs(steering: Steering, v: np.ndarray, scene: Scene) -> dict[str, np.ndarray]:
    """The independent velocities; where one of them is in the plane of a wheel, the speed along
    the heading.
    """
    curves: dict[str, np.ndarray] = {}
    plane = scene.plane or () if scene.moving is not None else ()
    if scene.moving is not None and set(plane) & set(scene.independent):
        curves[tell("speed")] = scene.moving.speed(v[:, plane])
    for j in scene.independent:
        if j not in plane:
            curves[written(f"{steering.names[j]}dot")] = v[:, j]
    return curves


def _over_time(ax, t: np.ndarray, curves: dict[str, np.ndarray], title: str) -> None:
    for (name, values), colour in zip(list(curves.items())[:MAX_INPUTS], COLOURS):
        ax.plot(t, values, color=colour, lw=1.4, label=name)
    ax.axhline(0, color="#d0d0cc", lw=0.8, zorder=0)
    ax.set_xlim(t[0], t[-1])
    ax.set_ylabel(title, fontsize=9, color=QUIET)
    if curves:
        above(ax, 6)


def _bytes(figure, format: str) -> bytes:
    from matplotlib import rc_context

    file = BytesIO()
    with rc_context({"svg.hashsalt": "nonholo", "svg.fonttype": "path"}):
        figure.savefig(
            file, format=format, metadata={"Date": None} if format == "svg" else {"Software": None}
        )
    return file.getvalue()
