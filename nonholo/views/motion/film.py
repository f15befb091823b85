"""A motion as a film: .gif by Pillow, which matplotlib brings along, .mp4 by ffmpeg."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.views.motion.animation import ENDED, LONGEST, SHORTEST, Seen, require_plane
from nonholo.views.motion.picture import STYLE, both, draw_plane, legend, titled
from nonholo.views.motion.space_picture import (
    draw_bodies,
    draw_ground,
    require_space,
    stages_figure,
)
from nonholo.views.path.scene import draw_shapes, shapes
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Trajectory
    from nonholo.steering.scene import Tracks

FILMS = (".gif", ".mp4")
FRAMES = 121  # of a point; wheels have their own moments
DPI = 110


def film(motion: Trajectory, suffix: str, tracks: Seen = (), plot: str = "") -> bytes:
    """The film as bytes.

    suffix: ".gif" or ".mp4"; tracks: the wheels, where there are any; plot: "motion" the path in
    the plane, "space" the bodies in space; by default the latter for bodies that are no wheels.
    Raises NotApplicable for a motion without a plane, or without bodies, and for .mp4 where there
    is no ffmpeg.
    """
    from matplotlib import rc_context
    from matplotlib.animation import FFMpegWriter

    wheels = any(seen is not None for seen in tracks)
    in_space = plot == "space" or (not plot and motion.space is not None and not wheels)
    if not in_space:
        require_plane(motion)
    if suffix == ".mp4" and not FFMpegWriter.isAvailable():
        raise NotApplicable(
            say("a film as .mp4 is made by ffmpeg, which is not here; .gif needs none")
        )
    with rc_context(STYLE):
        return _in_space(motion, suffix) if in_space else _in_plane(motion, suffix, tracks)


def _in_space(motion: Trajectory, suffix: str) -> bytes:
    """The bodies; the floor passes by where the eye goes with them."""
    shown = require_space(motion)
    figure, axes = stages_figure(motion, shown)
    clock = figure.text(0.98, 0.02, "", fontsize=9, ha="right")
    moments = np.linspace(0, shown.moments - 1, FRAMES).round().astype(int)

    def frame(i: int) -> None:
        start, end = shown.times
        clock.set_text(f"t = {start + (end - start) * i / (shown.moments - 1):.2f}")
        for ax, stage in zip(axes, shown.stages):
            for artist in (*ax.lines, *ax.collections):
                artist.remove()
            draw_ground(ax, shown, stage, i)
            over = i / (shown.moments - 1) > stage.over
            draw_bodies(ax, stage, i, ENDED if over else 1.0)

    return _filmed(figure, suffix, round(FRAMES / shown.seconds), [*moments.tolist()], frame)


def _in_plane(motion: Trajectory, suffix: str, tracks: Seen) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    seconds = float(np.clip(abs(motion.t[-1] - motion.t[0]), SHORTEST, LONGEST))
    frames = next((len(seen.points) for seen in tracks if seen is not None), FRAMES)
    figure = Figure(figsize=(8, 4.6), dpi=DPI)
    FigureCanvasAgg(figure)
    beside = motion.rival is not None
    axes = figure.add_axes((0.09, 0.19, 0.88, 0.71) if beside else (0.09, 0.12, 0.88, 0.78))
    draw_plane(axes, motion)
    _widen(axes, tracks)
    if beside:
        legend(figure, motion)
    figure.suptitle(titled(motion.name), fontsize=10, y=0.98)
    figure.canvas.draw()  # limits by the path and what moves, which then stay
    axes.set_autoscale_on(False)
    still = set(axes.get_children())

    def frame(i: int) -> None:
        for drawn in set(axes.get_children()) - still:
            drawn.remove()
        _frame(axes, motion, (i, frames), (*tracks, None, None)[:2])

    return _filmed(figure, suffix, round(frames / seconds), range(frames), frame)


def _widen(axes: Any, tracks: Seen) -> None:
    """Limits that hold what moves, at all its moments."""
    corners = [
        shape.corners
        for seen in tracks
        if seen is not None
        for i in range(len(seen.points))
        for shape in shapes(seen, i)
    ]
    if corners:
        places = np.concatenate(corners)
        axes.update_datalim(places[np.all(np.isfinite(places), axis=1)])
        axes.autoscale_view()


def _filmed(
    figure: Any, suffix: str, rate: int, moments: Sequence[int], frame: Callable[[int], None]
) -> bytes:
    """A film of pictures that `frame` draws, so many each second."""
    from matplotlib.animation import FFMpegWriter, PillowWriter

    writer = (PillowWriter if suffix == ".gif" else FFMpegWriter)(fps=rate)
    with TemporaryDirectory() as folder:
        target = Path(folder, f"film{suffix}")
        with writer.saving(figure, str(target), DPI):
            for i in moments:
                frame(i)
                writer.grab_frame()
        return target.read_bytes()


def _frame(
    axes: Any, motion: Trajectory, moment: tuple[int, int], tracks: Sequence[Tracks | None]
) -> None:
    """What moves, at moment i of so many: wheels, else a point, pale where its motion has ended;
    the time.
    """
    i, frames = moment
    t = motion.t[0] + (motion.t[-1] - motion.t[0]) * i / (frames - 1)
    for (one, look), seen in zip(both(motion), tracks):
        strength = 1.0 if t <= one.t[-1] else ENDED
        if seen is not None:
            draw_shapes(axes, seen, i, look["color"], strength, 5)
            continue
        assert one.plane is not None  # asked before
        here = [one.between(row, t) for row in one.plane.points]
        axes.plot(*here, "o", color=look["color"], markersize=8, zorder=5, alpha=strength)
    axes.set_title(f"t = {t:.2f}", fontsize=9, loc="right")  # in the place of the last one
