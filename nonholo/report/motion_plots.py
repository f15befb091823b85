"""Other pictures of a motion: phase plots (q' over q), and a Poincare section."""

from __future__ import annotations

from functools import partial

from nonholo.numerics.trajectory import Plane, Trajectory
from nonholo.report.motion_picture import BLUE, INK, QUIET, STYLE, both, legend, open_up, saved, written

WIDE, TALL, HEAD, FOOT = 8.4, 2.3, 0.62, 0.75  # inches


def phase_picture(motion: Trajectory, format: str = "svg") -> bytes:
    """The velocity of each coordinate over the coordinate; a dot where it starts."""
    panels = [partial(_phase, motion=motion, name=n) for n in motion.names]
    return _drawn(motion, panels, format)


def section_picture(motion: Trajectory, points: Plane, format: str = "svg") -> bytes:
    """The points in which the motion crosses a surface."""
    return _drawn(motion, [partial(_section, points=points)], format, tall=4.6, legended=False)


def _drawn(motion: Trajectory, panels, format: str, tall: float = TALL, legended: bool = True) -> bytes:
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        rows = -(-len(panels) // 2)
        height = tall * rows + HEAD + FOOT
        figure = Figure(figsize=(WIDE, height))
        FigureCanvasAgg(figure)
        grid = figure.add_gridspec(rows, 2, left=0.095, right=0.985, top=1 - HEAD / height, bottom=FOOT / height,
                                   hspace=0.42, wspace=0.24)
        for number, draw in enumerate(panels):
            alone = number == len(panels) - 1 and number % 2 == 0
            draw(figure.add_subplot(grid[number // 2, :] if alone else grid[number // 2, number % 2]))
        figure.suptitle(motion.name, color=INK, fontsize=11, y=1 - 0.12 / height, va="top")
        if motion.rival is not None and legended:
            legend(figure, motion)
        return saved(figure, format)


def _phase(axes, motion: Trajectory, name: str) -> None:
    for one, look in both(motion):
        axes.plot(one.q[name], one.v[name], **look)
    axes.plot(motion.q[name][:1], motion.v[name][:1], "o", color=INK, markersize=4.5, zorder=6)
    axes.set(xlabel=written(name), ylabel=written(f"{name}dot"))


def _section(axes, points: Plane) -> None:
    axes.plot(*points.points, ".", color=BLUE, markersize=3.5, markeredgewidth=0)
    for put, values in zip((axes.set_xlim, axes.set_ylim), points.points):
        open_up(put, values)
    axes.set(xlabel=written(points.axes[0]), ylabel=written(points.axes[1]))
    axes.set_title(f"{points.points.shape[1]} crossings", fontsize=9, color=QUIET)
