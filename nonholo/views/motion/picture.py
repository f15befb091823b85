"""A motion as a picture: the path in the plane, the coordinates, the energy and the receipt; right
and rival together.

matplotlib draws, without its global state, but for the brief SVG of a page, which is written
directly; the right motion is solid blue, the rival dashed orange.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.errors import NonholoError
from nonholo.views.drawing.panel import Look, Panel, Place, key_lines, keys_size
from nonholo.views.drawing.svg import Outlines, document, rectangle
from nonholo.views.graph.labels import as_math, plain
from nonholo.views.rivals.laws import law_named
from nonholo.words.language import tell, told
from nonholo.words.sentence import say
from nonholo.writing.latex import dotted, name_latex

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Trajectory

INK, QUIET, BLUE, ORANGE = "#1c1e22", "#5f6167", "#0072b2", "#c2500a"
WIDE, ROW, HEAD, FOOT = 8.4, 1.9, 0.62, 0.75  # inches
BRIEF = 6.0  # wide, so that its letters can be read on a telephone
INCH, EDGE = 72, 4.0  # points, of an inch and left of what is written
LONGEST_LINE = 90  # letters of a title
LOOK = Look(QUIET, QUIET, INK, size=9, tick_size=9, grid="#e4e4e1", closed=False, limits=(-4, 5))
FLOOR = 1e-17  # what is drawn for an error of 0
SIDES = (
    (-0.7, -0.7),
    (-0.7, 0.7),
    (0.7, -0.7),
    (0.7, 0.7),
    (0.0, -1.0),
    (0.0, 1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
)  # of a point, where its name may stand
LABEL, BESIDE, BORDER = np.array([0.13, 0.07]), 0.03, 0.05  # of a curve's width and height
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "axes.grid": True,
    "grid.color": "#e4e4e1",
    "grid.linewidth": 0.7,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "nonholo",
    "svg.fonttype": "path",
    "axes.formatter.limits": (-4, 5),
    "axes.formatter.use_mathtext": True,
}


def picture(motion: Trajectory, format: str = "svg", brief: bool = False) -> bytes:
    """The motion as an SVG or PNG file; brief: only the path in the plane, or two coordinates.

    Raises NonholoError for another format.
    """
    if format not in ("svg", "png"):
        raise NonholoError(say("a picture is svg or png, not {format}", format=format))
    if brief and format == "svg":
        return _brief(motion)
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        planar = motion.plane is not None
        panels: list[Callable[..., None]] = [
            *(partial(_coordinate, name=n) for n in motion.names),
            *(partial(_input, name=n) for n in motion.inputs),
            _energy,
            _errors,
        ]
        if brief:
            panels = [] if planar else panels[: min(2, len(motion.names))]
        heights = [*([2.2] if planar else []), *[1.0] * -(-len(panels) // 2)]
        head = HEAD if not brief else HEAD / 2
        tall = ROW * sum(heights) + head + FOOT
        figure = Figure(figsize=(BRIEF if brief else WIDE, tall))
        FigureCanvasAgg(figure)
        grid = figure.add_gridspec(
            len(heights),
            2,
            height_ratios=heights,
            left=0.105,
            right=0.985,
            top=1 - head / tall,
            bottom=FOOT / tall,
            hspace=0.46,
            wspace=0.25,
        )
        if planar:
            draw_plane(figure.add_subplot(grid[0, :]), motion)
        for number, draw in enumerate(panels):
            row, alone = planar + number // 2, number == len(panels) - 1 and number % 2 == 0
            axes = figure.add_subplot(grid[row, :] if alone else grid[row, number % 2])
            draw(axes, motion)
            axes.set_xlabel("$t$")
        if not brief:
            figure.suptitle(
                titled(motion.name), color=INK, fontsize=11, y=1 - 0.12 / tall, va="top"
            )
        if motion.rival is not None:
            legend(figure, motion)
        return saved(figure, format)


def _brief(motion: Trajectory) -> bytes:
    """The path in the plane, or two coordinates, written directly."""
    planar, panels = motion.plane is not None, [Panel(LOOK)]
    if planar:
        draw_plane(panels[0], motion)
    else:
        shown = motion.names[:2]
        panels = [Panel(LOOK) for _ in shown]
        for panel, name in zip(panels, shown, strict=True):
            _coordinate(panel, motion, name)
            panel.set_xlabel("$t$")
    wide, inner = BRIEF * INCH, ROW * INCH * (2.2 if planar else 1.0)
    tall = inner + (HEAD / 2 + FOOT) * INCH

    def placed(left: float, number: int = 0) -> Place:
        each = (0.985 * wide - left) / (len(panels) + 0.25 * (len(panels) - 1))
        return Place(left + 1.25 * each * number, HEAD / 2 * INCH, each, inner)

    left = 0.105 * wide
    for _ in range(2):  # what stands beside a panel depends on its width
        left = max(left, EDGE + panels[0].room(placed(left))[0])
    ink, body = Outlines(), []
    for i, panel in enumerate(panels):
        body += panel.write(placed(left, i), ink, f"panel{i}")
    if motion.rival is not None:
        body += _keys(motion, wide, tall, ink)
    paper = rectangle(0, 0, wide, tall, fill="#ffffff")
    return document(wide, tall, [ink.defined(), paper, *body])


def _keys(motion: Trajectory, wide: float, tall: float, ink: Outlines) -> list[str]:
    """Whose line is whose, below in the middle."""
    pens = {"stroke": "color", "thick": "linewidth", "dashes": "linestyle"}
    entries = [
        ({key: look[name] for key, name in pens.items() if name in look}, law_named(m.law, written))
        for m, look in both(motion)
    ]
    size = float(LOOK.size)
    across, down = keys_size([text for _, text in entries], 2, size, 0.4)
    corner = ((wide - across) / 2, tall - down - size / 2)
    return key_lines(entries, 2, size, 0.4, corner, "#000000", ink)


def saved(figure, format: str) -> bytes:
    """The bytes of a figure, the same each time."""
    out = BytesIO()
    silent = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format, {"Software": None})
    figure.savefig(out, format=format, dpi=130, metadata=silent)
    return out.getvalue()


def both(motion: Trajectory) -> list[tuple[Trajectory, dict]]:
    """The motions to draw, with their lines."""
    right = (motion, {"color": BLUE, "linewidth": 1.6, "zorder": 3})
    if motion.rival is None:
        return [right]
    return [
        right,
        (motion.rival, {"color": ORANGE, "linewidth": 1.6, "linestyle": (0, (4, 2)), "zorder": 4}),
    ]


def legend(figure, motion: Trajectory) -> None:
    """Whose line is whose."""
    from matplotlib.lines import Line2D

    lines = [
        Line2D(
            [],
            [],
            label=law_named(m.law, written),
            **{k: v for k, v in look.items() if k != "zorder"},
        )
        for m, look in both(motion)
    ]
    figure.legend(handles=lines, loc="lower center", ncols=2, frameon=False)


def draw_plane(axes, motion: Trajectory) -> None:
    """The path with equal units; a dot where it starts."""
    plane = motion.plane
    assert plane is not None  # asked before it is drawn
    for one, look in both(motion):
        if one.plane is not None:
            points = one.plane.points
            axes.plot(*points, **look)
            axes.plot(*points[:, -1:], "s", color=look["color"], markersize=4.5, zorder=5)
    start = plane.points[:, 0]
    axes.plot(*start[:, None], "o", color=INK, markersize=5, zorder=6)
    label_start(axes, plane.points, equal=True)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.06)
    axes.set_xlabel(written(plane.axes[0], motion.names))
    axes.set_ylabel(written(plane.axes[1], motion.names))
    axes.set_title(tell("path in the plane"), fontsize=9, color=QUIET)


def label_start(axes, points: np.ndarray, equal: bool = False) -> None:
    """The word "start" at that side of the first point (2 x samples) where it lies on least of the
    curve and within the picture.

    equal: both axes have the same unit.
    """
    reach = np.maximum(np.ptp(points, axis=1), 1e-300)
    way = (points - points[:, :1]) / (np.full(2, reach.max()) if equal else reach)[:, None]
    low, high = way.min(axis=1) - BORDER, way.max(axis=1) + BORDER

    def covered(side: tuple[float, float]) -> float:
        left = np.array(side) * BESIDE + LABEL * (np.sign(np.round(side)) - 1) / 2
        right = left + LABEL
        inside = np.all((left[:, None] < way) & (way < right[:, None]), axis=0)
        return inside.mean() + np.maximum([low - left, right - high], 0).sum()

    x, y = min(SIDES, key=covered)
    axes.annotate(
        tell("start"),
        points[:, 0],
        xytext=(9 * x, 9 * y),
        textcoords="offset points",
        color=QUIET,
        fontsize=8,
        ha="left" if x > 0.4 else "right" if x < -0.4 else "center",
        va="bottom" if y > 0.4 else "top" if y < -0.4 else "center",
    )


def _coordinate(axes, motion: Trajectory, name: str) -> None:
    for one, look in both(motion):
        axes.plot(one.t, one.q[name], **look)
    _events(axes, motion)
    open_up(axes.set_ylim, motion.q[name], *(m.q[name] for m, _ in both(motion)[1:]))
    axes.set_ylabel(written(name))


def draw_series(axes, motion: Trajectory, names: Sequence[str]) -> None:
    """Columns of a motion over t; right and rival in the same colour, the rival dashed."""
    for name in names:
        (line,) = axes.plot(motion.t, motion[name], label=written(name, motion.names))
        if motion.rival is not None:
            dashed = {"color": line.get_color(), "linestyle": (0, (4, 2))}
            axes.plot(motion.rival.t, motion.rival[name], **dashed)
    _events(axes, motion)
    axes.set_xlabel("$t$")
    if len(names) > 1:
        axes.legend(frameon=False)
    else:
        axes.set_ylabel(written(names[0], motion.names))


def _input(axes, motion: Trajectory, name: str) -> None:
    for one, look in both(motion):
        axes.plot(one.t, one.inputs[name], **look)
    open_up(axes.set_ylim, *(m.inputs[name] for m, _ in both(motion)))
    _events(axes, motion)
    axes.set_ylabel(written(name))


def open_up(put, *series: np.ndarray) -> None:
    """A constant is a flat line in the middle, not a noise of rounding over the whole height."""
    low, high = min(map(np.min, series)), max(map(np.max, series))
    if high - low < 1e-6 * max(1.0, abs(low), abs(high)):
        middle = 0.5 * (low + high)
        half = max(0.1 * abs(middle), 0.1)
        put(middle - half, middle + half)


def _energy(axes, motion: Trajectory) -> None:
    for one, look in both(motion):
        axes.plot(one.t, one.energy, **look)
    open_up(axes.set_ylim, *(m.energy for m, _ in both(motion)))
    _events(axes, motion)
    axes.set_ylabel(tell("energy"))


def _errors(axes, motion: Trajectory) -> None:
    """Residuals of the right motion, on a logarithmic scale."""
    seen = motion.monitors
    worst = np.maximum(seen.residual, seen.level)
    axes.semilogy(
        motion.t, np.maximum(worst, FLOOR), color=INK, linewidth=1.0, label=tell("constraints")
    )
    axes.semilogy(
        motion.t,
        np.maximum(np.abs(seen.imbalance), FLOOR),
        color=BLUE,
        linewidth=1.0,
        label=tell("energy balance (relative)"),
    )
    top = max(1e-9, float(worst.max()), float(np.abs(seen.imbalance).max()))
    axes.set_ylim(FLOOR / 3, top * 1e3)
    axes.legend(loc="upper right", fontsize=7.5, frameon=False, ncols=2)
    axes.set_ylabel(tell("errors"))


def _events(axes, motion: Trajectory) -> None:
    """A line where something happened; one of the rival's colour where it ended."""
    for event in motion.events:
        axes.axvline(event.t, color=INK, linewidth=0.9, linestyle=":")
    if motion.rival is not None and motion.rival.t[-1] < motion.t[-1]:
        axes.axvline(motion.rival.t[-1], color=ORANGE, linewidth=0.9, linestyle=":")


def titled(name: str, longest: int = LONGEST_LINE) -> str:
    """The name of a case in its lines, none of which is too long: a $ in it begins no formula."""
    lines = (part for line in told(name).split("\n") for part in wrap(line, longest) or [""])
    return "\n".join(map(plain, lines))


def written(name: str, names: Sequence[str] = ()) -> str:
    """A coordinate, velocity or expression in the coordinates `names` as mathtext."""
    if not name.isidentifier():
        return as_math(name, names)
    stem = name.removesuffix("dot")
    return f"${name_latex(stem)}$" if stem == name or not stem else rf"${dotted(stem)}$"
