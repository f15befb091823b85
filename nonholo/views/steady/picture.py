"""The stability of a steady motion as a picture: eigenvalues over one letter, or regions over two.

Ground: orange where the motion is unstable, grey where linearisation decides nothing, blue where it
is stable; lines: where an eigenvalue can cross the imaginary axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from nonholo.views.linear.picture import draw_eigenvalues
from nonholo.views.motion.picture import INK, QUIET, STYLE, saved, titled, written
from nonholo.views.page.words import shown
from nonholo.views.steady.text import ASKED, ends
from nonholo.words.language import tell, told
from nonholo.words.sentence import say

if TYPE_CHECKING:
    from nonholo.findings.steady_map import SteadyLine, SteadyMap

GROUNDS = {
    "unstable": "#f6d9c6",
    "undecided": "#e6e6e3",
    "stable": "#c5ddef",
    "asymptotically stable": "#c5ddef",
}
WORDS = {
    "unstable": say("unstable"),
    "undecided": say("undecided"),
    "stable": say("stable"),
    "asymptotically stable": say("stable"),
}
LINES = ("#1c1e22", "#8a3ffc", "#007a5e", "#b0105a", "#6b5b00")
DASHES = ((0, ()), (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
LONGEST = 84  # characters of a line of the legend
SHORT = 24  # characters of an equation that is written before what happens there
BROAD = 40  # characters of a line of the legend that has no other beside it
SIZE = (6.0, 5.2)  # inches
FAR = 20  # times the growth rates are frequencies drawn below them


def steady_picture(drawn: SteadyLine | SteadyMap, format: str = "svg") -> bytes:
    """One letter: eigenvalues, the cells behind them; two: the cells and their boundaries."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=SIZE, layout="constrained")
        FigureCanvasAgg(figure)
        over: Any = drawn
        apart = not hasattr(drawn, "curves") and _far_apart(over)
        panels = list(figure.subplots(1 + apart, 1, sharex=True, squeeze=False)[:, 0])
        axes = panels[0]
        handles = _map(axes, over) if hasattr(drawn, "curves") else _line(panels, over)
        title = f"{told(drawn.steady.case.name)}:\n{told(ASKED)}"
        axes.set_title(titled(title), color=INK, loc="left", fontsize=10)
        broad = max((len(h.get_label()) for h in handles), default=0) > BROAD
        columns = 1 if broad else 2
        figure.legend(handles=handles, loc="outside lower left", ncols=columns, frameon=False)
        return saved(figure, format)


def _far_apart(drawn: SteadyLine) -> bool:
    """Growth rates would not be seen beside the frequencies."""
    every = [z for row in drawn.swept.eigenvalues for z in row]
    growth, turning = (max((abs(x) for x in parts), default=0.0) for parts in _parts(every))
    return turning > FAR * growth > 0


def _parts(every: Sequence[complex]) -> tuple[list[float], list[float]]:
    return [z.real for z in every], [z.imag for z in every]


def _line(panels: Sequence[Any], drawn: SteadyLine) -> list[Any]:
    axes = panels[0]
    low, high = drawn.window
    verdicts = []
    for cell in drawn.steady.cells:
        if cell.between is None:
            continue
        limits = [None if z is None else float(z.ball) for z in cell.between]
        a = low if limits[0] is None else max(low, limits[0])
        b = high if limits[1] is None else min(high, limits[1])
        if a < b:
            for panel in panels:
                panel.axvspan(a, b, color=GROUNDS[cell.answer.verdict], zorder=0, linewidth=0)
            verdicts.append(cell.answer.verdict)
    for zero in ends(drawn.steady):
        if low < float(zero.ball) < high:
            for panel in panels:
                panel.axvline(float(zero.ball), color=QUIET, linewidth=0.9, zorder=1)
    lines = draw_eigenvalues(axes, drawn.swept, *panels[1:])
    axes.set_xlim(low, high)
    for panel in panels:
        panel.set_ylabel(tell("eigenvalues (1/time)"))
    panels[-1].set_xlabel(written(drawn.swept.name))
    return [*_patches(verdicts), *lines]


def _map(axes: Any, drawn: SteadyMap) -> list[Any]:
    from matplotlib.colors import ListedColormap
    from matplotlib.lines import Line2D

    colours = ["white", *GROUNDS.values()]
    axes.pcolormesh(
        drawn.x,
        drawn.y,
        drawn.verdicts,
        cmap=ListedColormap(colours),
        vmin=-1.5,
        vmax=len(GROUNDS) - 0.5,
        shading="nearest",
        rasterized=True,
        zorder=0,
    )
    handles = _patches([list(GROUNDS)[k] for k in np.unique(drawn.verdicts) if k >= 0])
    for k, (boundary, values) in enumerate(zip(drawn.steady.boundaries, drawn.curves)):
        if not (values.min() < 0 < values.max()):
            continue
        look: dict[str, Any] = {
            "color": LINES[k % len(LINES)],
            "linestyle": DASHES[k % len(DASHES)],
        }
        axes.contour(
            drawn.x,
            drawn.y,
            values,
            levels=[0.0],
            colors=[look["color"]],
            linestyles=[look["linestyle"]],
            linewidths=1.2,
            zorder=3,
        )
        words, equation = "; ".join(map(told, boundary.events)), shown(boundary.f)
        words = words if len(equation) > SHORT else f"{equation} = 0: {words}"
        words = words if len(words) <= LONGEST else f"{words[: LONGEST - 3]}..."
        handles.append(Line2D([], [], label=titled(words), **look))
    axes.set_xlim(drawn.x[0], drawn.x[-1])
    axes.set_ylim(drawn.y[0], drawn.y[-1])
    axes.set_xlabel(written(drawn.names[0]))
    axes.set_ylabel(written(drawn.names[1]), rotation=0 if len(drawn.names[1]) == 1 else 90)
    return handles


def _patches(verdicts: list[str]) -> list[Any]:
    from matplotlib.patches import Patch

    shown = {told(WORDS[v]): GROUNDS[v] for v in verdicts}
    return [Patch(facecolor=c, edgecolor=QUIET, label=v) for v, c in shown.items()]
