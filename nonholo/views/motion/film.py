"""A motion as a film: .gif by Pillow, which matplotlib brings along, .mp4 by ffmpeg."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.errors import NotApplicable
from nonholo.views.motion.animation import ENDED, LONGEST, SHORTEST, Seen, require_plane
from nonholo.views.motion.picture import STYLE, both, draw_plane, titled
from nonholo.views.path.scene import draw_shapes

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Trajectory
    from nonholo.steering.scene import Tracks

FILMS = (".gif", ".mp4")
FRAMES = 121  # of a point; wheels have their own moments
DPI = 110


def film(motion: Trajectory, suffix: str, tracks: Seen = ()) -> bytes:
    """The film as bytes; suffix: ".gif" or ".mp4"; tracks: the wheels, where there are any.

    Raises NotApplicable for a motion without a plane, and for .mp4 where there is no ffmpeg.
    """
    from matplotlib import rc_context
    from matplotlib.animation import FFMpegWriter, PillowWriter
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    require_plane(motion)
    if suffix == ".mp4" and not FFMpegWriter.isAvailable():
        raise NotApplicable("a film as .mp4 is made by ffmpeg, which is not here; .gif needs none")
    seconds = float(np.clip(abs(motion.t[-1] - motion.t[0]), SHORTEST, LONGEST))
    frames = next((len(seen.points) for seen in tracks if seen is not None), FRAMES)
    writer = (PillowWriter if suffix == ".gif" else FFMpegWriter)(fps=round(frames / seconds))
    with rc_context(STYLE), TemporaryDirectory() as folder:
        figure = Figure(figsize=(8, 4.6), dpi=DPI)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.09, 0.12, 0.88, 0.78))
        target = Path(folder, f"film{suffix}")
        draw_plane(axes, motion)
        figure.suptitle(titled(motion.name), fontsize=10, y=0.98)
        figure.canvas.draw()  # limits by the path, which then stay
        axes.set_autoscale_on(False)
        still = set(axes.get_children())
        with writer.saving(figure, str(target), DPI):
            for i in range(frames):
                _frame(axes, motion, (i, frames), (*tracks, None, None)[:2])
                writer.grab_frame()
                for drawn in set(axes.get_children()) - still:
                    drawn.remove()
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
