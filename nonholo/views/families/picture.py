"""The map of a family: two parameters, the generic cell as the ground, special ones as lines and
points.
"""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING

from nonholo.views.families.text import ASKED, brief_answer, equations
from nonholo.views.motion.picture import INK, QUIET, STYLE, saved, titled, written
from nonholo.words.language import told

if TYPE_CHECKING:
    from nonholo.findings.family import Family
    from nonholo.findings.family_map import Drawn, FamilyMap

COLOURS = ("#c2500a", "#0072b2", "#007a5e", "#8a3ffc", "#b0105a", "#6b5b00", "#1c1e22")
DASHES = ((0, ()), (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
GROUND = "#eef1f5"
LINE, LONGEST = 74, 140  # characters of a line of the legend, and of an entry
GROWTH = re.compile(r"(\w+ )?\([\d, ]+\)( \w+ (q|\(t, q\)))?")  # what no line breaks: (2, 3) in q
HARD = "\xa0"  # a space that stays where it is
SIZE = (6.0, 5.2)  # inches, with the legend below


def family_picture(name: str, family_map: FamilyMap, format: str) -> bytes:
    """Cells over two parameters, coloured by cell, each named in the legend with its answer."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    with rc_context(STYLE):
        entries = [_entry(drawn, family_map.family) for drawn in family_map.drawn]
        height = SIZE[1] + 0.1 + 0.2 * sum(entry.count("\n") + 1 for entry in entries)
        figure = Figure(figsize=(SIZE[0], height))
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.1, 1 - 4.7 / height, 0.86, 4.1 / height))
        axes.set_facecolor("white")
        handles: list[Line2D | Patch] = []
        for place, (drawn, words) in enumerate(zip(family_map.drawn, entries)):
            colour = COLOURS[place % len(COLOURS)]
            dash = DASHES[(place // len(COLOURS)) % len(DASHES)]
            if drawn.values is None and not drawn.points:
                axes.set_facecolor(GROUND)
                handles.append(Patch(facecolor=GROUND, edgecolor=QUIET, label=titled(words)))
                continue
            _draw(axes, family_map, drawn, colour, dash)
            mark = {"marker": "o", "linestyle": "none"} if drawn.points else {"linestyle": dash}
            handles.append(Line2D([], [], color=colour, label=titled(words), **mark))
        axes.set_xlim(family_map.x[0], family_map.x[-1])
        axes.set_ylim(family_map.y[0], family_map.y[-1])
        axes.set_xlabel(written(family_map.names[0]))
        axes.set_ylabel(written(family_map.names[1]))
        fixed = ", ".join(f"{p} = {value}" for p, value in family_map.fixed.items())
        title = f"{told(name)}:\n{told(ASKED[family_map.family.question])}"
        axes.set_title(titled(title), color=INK, loc="left", fontsize=10)
        if fixed:
            axes.text(1, 1.01, titled(fixed), transform=axes.transAxes, ha="right", color=QUIET)
        figure.legend(handles=handles, loc="lower left", bbox_to_anchor=(0.08, 0.01), frameon=False)
        return saved(figure, format)


def _entry(drawn: Drawn, family: Family) -> str:
    """What the legend says of a cell, in lines that fit below the map."""
    words = f"{equations(drawn.cell, family)}: {brief_answer(drawn.cell)}"
    words = words if len(words) <= LONGEST else f"{words[: LONGEST - 3]}..."
    held = GROWTH.sub(lambda told: told[0].replace(" ", HARD), words)
    return fill(held, LINE, break_long_words=False).replace(HARD, " ")


def _draw(axes, family_map: FamilyMap, drawn: Drawn, colour: str, dash) -> None:
    if drawn.points:
        axes.plot(*zip(*drawn.points), "o", color=colour, zorder=5)
        return
    axes.contour(
        family_map.x,
        family_map.y,
        drawn.values,
        levels=[0.0],
        colors=[colour],
        linestyles=[dash],
        zorder=3,
    )
