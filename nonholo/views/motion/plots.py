"""Other pictures of a motion: phase plots (q' over q), and a Poincare section."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from nonholo.views.motion.picture import (
    BLUE,
    INK,
    QUIET,
    STYLE,
    both,
    label_start,
    legend,
    open_up,
    saved,
    titled,
    written,
)
from nonholo.words.language import tell_many

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Plane, Trajectory

WIDE, TALL, HEAD, FOOT = 8.4, 2.3, 0.62, 0.75  # inches
FEW = 200  # points of a section that are drawn large


def phase_picture(motion: Trajectory, format: str = "svg") -> bytes:
    """The velocity of each coordinate over the coordinate; a dot where it starts, a square at
    the end.
    """
    panels = [partial(_phase, motion=motion, name=n) for n in motion.names]
    return _drawn(motion, panels, format)


def section_picture(motion: Trajectory, points: Plane, format: str) -> bytes:
    """The points in which the motion crosses a surface."""
    return _drawn(
        motion,
        [partial(_section, points=points, names=motion.names)],
        format,
        tall=4.6,
        legended=False,
    )


def _drawn(
    motion: Trajectory, panels, format: str, tall: float = TALL, legended: bool = True
) -> bytes:
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        rows = -(-len(panels) // 2)
        height = tall * rows + HEAD + FOOT
        figure = Figure(figsize=(WIDE, height))
        FigureCanvasAgg(figure)
        grid = figure.add_gridspec(
            rows,
            2,
            left=0.095,
            right=0.965,
            top=1 - HEAD / height,
            bottom=FOOT / height,
            hspace=0.42,
            wspace=0.24,
        )
        for number, draw in enumerate(panels):
            alone = number == len(panels) - 1 and number % 2 == 0
            draw(
                figure.add_subplot(grid[number // 2, :] if alone else grid[number // 2, number % 2])
            )
        figure.suptitle(titled(motion.name), color=INK, fontsize=11, y=1 - 0.12 / height, va="top")
        if motion.rival is not None and legended:
            legend(figure, motion)
        return saved(figure, format)


def _phase(axes, motion: Trajectory, name: str) -> None:
    for one, look in both(motion):
        axes.plot(one.q[name], one.v[name], **look)
        axes.plot(
            one.q[name][-1:], one.v[name][-1:], "s", color=look["color"], markersize=4, zorder=5
        )
    start = (motion.q[name][0], motion.v[name][0])
    axes.plot(*start, "o", color=INK, markersize=4.5, zorder=6)
    label_start(axes, np.array([motion.q[name], motion.v[name]]))
    axes.set(xlabel=written(name), ylabel=written(f"{name}dot"))


def _section(axes, points: Plane, names: Sequence[str]) -> None:
    many = points.points.shape[1]
    axes.plot(
        *points.points, ".", color=BLUE, markersize=3.5 if many > FEW else 8, markeredgewidth=0
    )
    for put, values in zip((axes.set_xlim, axes.set_ylim), points.points):
        open_up(put, values)
    axes.set(xlabel=written(points.axes[0], names), ylabel=written(points.axes[1], names))
    axes.set_title(tell_many(many, "{n} crossing", "{n} crossings"), fontsize=9, color=QUIET)
