"""Pictures of records: on axes of matplotlib, or as SVG that a notebook shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonholo.dossier.tracks import tracks_along
from nonholo.errors import NonholoError
from nonholo.files import write
from nonholo.findings.dependency import Dependency
from nonholo.findings.elimination import graph_of
from nonholo.findings.verdict import Verdict
from nonholo.numerics.trajectory import Trajectory
from nonholo.readers.name_list import name_list
from nonholo.steering.steering import Steering
from nonholo.steering.varied import Varied
from nonholo.views.drawing.svg import fitted
from nonholo.views.graph.text import graph_bytes
from nonholo.views.motion.animation import animation
from nonholo.views.motion.film import FILMS
from nonholo.views.motion.page import space_frame
from nonholo.views.motion.picture import draw_plane, draw_series
from nonholo.views.motion.record import motion_bytes
from nonholo.views.motion.space_picture import draw_space, require_space, space_svg
from nonholo.views.path.picture import draw_path, path_picture
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURES: dict[type, Callable[[Any], bytes]] = {
    Dependency: lambda dependency: graph_bytes(dependency.arrows, ".svg"),
    Varied: lambda varied: path_picture(varied.steering, "svg", varied),
}


@dataclass(frozen=True, slots=True, repr=False)
class Animation:
    """A motion as an animated picture; a notebook plays it, `save` writes it.

    svg: the picture, which moves in every browser without a script; of bodies in space a few
    moments; plot: "motion" or "space".

    >>> import nonholo as nh
    >>> nh.simulate("chaplygin_sleigh", 1).animate()
    <Animation of 'Chaplygin sleigh'>
    """

    motion: Trajectory
    svg: str
    plot: str = "motion"

    def save(self, output: str | Path) -> None:
        """Write the picture (.svg), a page with it and the receipt (.html), or a film (.gif, .mp4).

        Raises NonholoError for a file of another kind, NotApplicable for .mp4 without ffmpeg.
        """
        suffix = Path(output).suffix.lower()
        if suffix not in (".svg", ".html", *FILMS):
            raise NonholoError(
                say(
                    "{output}: {value}: no format of an animation; name the file *.svg, "
                    "*.html, *.gif or *.mp4",
                    output=output,
                    value=suffix or say("a name without ending"),
                )
            )
        if suffix == ".svg":
            return write(output, self.svg.encode())
        tracks = partial(tracks_along, self.motion)
        write(output, motion_bytes(self.motion, suffix, self.plot, tracks=tracks))

    def __repr__(self) -> str:
        return f"<Animation of {self.motion.name!r}>"

    def _repr_html_(self) -> str:
        return space_frame(self.motion) if self.plot == "space" else fitted(self.svg)


def svg(record: object) -> str:
    """The picture of a record.

    >>> import nonholo as nh
    >>> "<svg" in svg(nh.graph("heisenberg"))
    True
    """
    return fitted(PICTURES[type(record)](record).decode())


SPACE = "space"


def plot_motion(motion: Trajectory, names: str | Sequence[str] = (), ax: Axes | None = None) -> Any:
    """Draw columns of a motion over t, or without names its path in the plane.

    names: of `motion.columns`, or "space" for the bodies in space; ax: axes to draw on, a new
    figure's by default.  Returns the axes.  Raises NonholoError for a name that is no column,
    NotApplicable without bodies.
    """
    if names == SPACE and SPACE not in motion.columns:
        require_space(motion)
        axes = _axes(ax)
        draw_space(axes, motion)
        return axes
    chosen = name_list(names, "names", rates=True)
    if not chosen and motion.plane is None:
        chosen = motion.names
    for name in chosen:
        motion[name]  # a name that is no column is refused before a figure is opened
    axes = _axes(ax)
    if chosen:
        draw_series(axes, motion, chosen)
    else:
        draw_plane(axes, motion)
    return axes


def graph_of_check(check: Verdict) -> Dependency:
    """Which velocity is eliminated by what.

    Raises OutOfReach for a set without a split.
    """
    return graph_of(check)


def animate_motion(motion: Trajectory, plot: str = "") -> Animation:
    """The path in the plane run through in time, or the bodies in space.

    plot: "motion" or "space"; by default the latter for a motion without a plane that has bodies.
    Raises NotApplicable without a plane, or without bodies, NonholoError for another word.
    """
    if plot not in ("", "motion", "space"):
        raise NonholoError(say("plot={plot!r}: needed is 'motion' or 'space'", plot=plot))
    if plot == "space" or (not plot and motion.plane is None and motion.space is not None):
        return Animation(motion, space_svg(motion), "space")
    return Animation(motion, animation(motion, tracks_along(motion)))


def plot_path(path: Steering, ax: Axes | None = None) -> Any:
    """Draw a path: what moves in the plane, or without a plane the coordinates over t.

    ax: axes to draw on, a new figure's by default.  Returns the axes.  Raises NonholoError if there
    is no path.
    """
    return _path(path, None, ax)


def plot_varied(varied: Varied, ax: Axes | None = None) -> Any:
    """Draw a path with its varied path.

    ax: axes to draw on, a new figure's by default.  Returns the axes.

    Raises NonholoError where no path was found.
    """
    return _path(varied.steering, varied, ax)


def _path(path: Steering, varied: Varied | None, ax: Axes | None) -> Any:
    if not path.has_path:
        raise NonholoError(
            say(
                "{name}: there is no path to draw: {reason}",
                name=path.case.name,
                reason=path.reason,
            )
        )
    axes = _axes(ax)
    draw_path(axes, path, varied)
    return axes


def _axes(ax: Axes | None) -> Any:
    """Those that were given, or those of a new figure, as a person at a prompt expects."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots()[1]
