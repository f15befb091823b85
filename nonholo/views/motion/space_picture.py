"""Bodies in space as a picture for paper, and as the pictures of a film: matplotlib draws what a
page draws with its script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonholo.errors import NotApplicable, option
from nonholo.views.motion.picture import INK, QUIET, STYLE, saved, titled
from nonholo.views.motion.solids import floor, seen
from nonholo.views.motion.space import (
    EDGE,
    EYE,
    GHOSTS,
    PALE,
    TALL,
    TONES,
    WIDE,
    Stage,
    Theatre,
    still,
    theatre,
)
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Trajectory

INCHES, MARGIN = 4.6, 0.8  # the width of one stage; for its names


def require_space(motion: Trajectory) -> Theatre:
    """The stages of a motion.

    Raises NotApplicable where no bodies are known.
    """
    shown = theatre(motion)
    if shown is None:
        raise NotApplicable(
            say(
                "{name}: no bodies are known in space; say what moves {where}",
                name=motion.name,
                where=option(
                    say(
                        "under [[shapes]]: {shape}",
                        shape='ball = "R", origin = ["x", "y", "R"], rotation = ["z phi"]',
                    ),
                    say(
                        "by {way}",
                        way='shapes=[{"ball": "R", "origin": ["x", "y", "R"], '
                        '"rotation": ["z phi"]}]',
                    ),
                ),
            )
        )
    return shown


def space_svg(motion: Trajectory) -> str:
    """The bodies of the right motion at a few moments.

    Raises NotApplicable without bodies.
    """
    shown = require_space(motion)
    return still(shown, shown.stages[0])


def space_picture(motion: Trajectory, format: str) -> bytes:
    """The bodies at a few moments, right and rival side by side; format: "svg" or "png"."""
    from matplotlib import rc_context

    shown = require_space(motion)
    with rc_context(STYLE):
        figure, axes = stages_figure(motion, shown)
        for ax, stage in zip(axes, shown.stages):
            _draw_stage(ax, shown, stage)
        return saved(figure, format)


def _draw_stage(ax: Any, shown: Theatre, stage: Stage) -> None:
    """A stage at a few moments, pale, and at the last."""
    last = shown.moments - 1
    draw_ground(ax, shown, stage, last)
    for part in () if shown.follows else GHOSTS:
        draw_bodies(ax, stage, round(part * last), PALE)
    draw_bodies(ax, stage, last, 1.0)


def draw_space(ax: Any, motion: Trajectory) -> None:
    """The bodies of the right motion at a few moments, on given axes.

    Raises NotApplicable.
    """
    shown = require_space(motion)
    ax.set_axis_off()
    _draw_stage(ax, shown, shown.stages[0])


def stages_figure(motion: Trajectory, shown: Theatre) -> tuple[Any, list[Any]]:
    """A figure with one frame for each stage, without axes: lengths are told by the floor."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    count = len(shown.stages)
    tall = INCHES * TALL / WIDE
    figure = Figure(figsize=(INCHES * count, tall + MARGIN), dpi=110)
    FigureCanvasAgg(figure)
    figure.suptitle(titled(motion.name, 62 * count), fontsize=10, y=0.985)
    every = []
    for k, stage in enumerate(shown.stages):
        ax = figure.add_axes((k / count, 0.02, 1 / count, 0.98 - (MARGIN - 0.1) / (tall + MARGIN)))
        ax.set_axis_off()
        ax.set_title(stage.law, fontsize=9, color=stage.colour)
        every.append(ax)
    return figure, every


def draw_ground(ax: Any, shown: Theatre, stage: Stage, i: int) -> None:
    """The floor, and the lines that the bodies leave on it, as the eye sees them at moment i."""
    rows, middle = EYE.rows()[:2], shown.middle(stage, i)
    for line in floor(middle - shown.reach, middle + shown.reach, shown.level, shown.step):
        ax.plot(*(line @ rows.T).T, color=QUIET, lw=0.5, alpha=0.35, zorder=1)
    for line in stage.lines:
        ax.plot(*(line @ rows.T).T, color=stage.colour, lw=1.3, zorder=2)
    x, y = rows @ middle
    wide, tall = (WIDE / 2 - EDGE / 4) / shown.scale, (TALL / 2 - EDGE / 4) / shown.scale
    ax.set(xlim=(x - wide, x + wide), ylim=(y - tall, y + tall), aspect="equal")


def draw_bodies(ax: Any, stage: Stage, i: int, strength: float) -> None:
    """The bodies at moment i, the farthest first."""
    from matplotlib.collections import PolyCollection

    light, dark = (_paler(tone, strength) for tone in TONES[stage.colour])
    for k, one in enumerate(seen(stage.bodies, i, EYE)):
        order = 3 + k
        if one.line is not None:
            ax.plot(*one.line.T, color=_paler(INK, strength), lw=2.0, zorder=order)
            continue
        every = (*one.tones[0], *one.tones[1])
        layers = ((every, dark, 1.8), (one.tones[0], light, 0.6))
        for polygons, tone, width in layers:
            ax.add_collection(
                PolyCollection(polygons, facecolor=tone, edgecolor=tone, lw=width, zorder=order),
                autolim=False,
            )


def _paler(tone: str, strength: float) -> tuple[float, ...]:
    """A colour mixed with white: what is pale hides what is behind it all the same."""
    from matplotlib.colors import to_rgb

    return tuple(1 - strength * (1 - part) for part in to_rgb(tone))
