"""The eigenvalues of small motions over a parameter, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonholo.views.motion.picture import BLUE, INK, ORANGE, QUIET, STYLE, saved, titled, written
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.numerics.spectrum import Sweep

DIGITS = 9  # of a point: several eigenvalues in one place are drawn once


def eigenvalue_picture(
    title: str, parameter: str, names: Sequence[str], swept: Sweep, kind: str
) -> bytes:
    """Real parts as points, imaginary parts as small open circles, against the parameter; names
    of coordinates.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(8.4, 5.2), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        draw_eigenvalues(axes, swept)
        axes.set(xlabel=written(parameter, names), ylabel=tell("eigenvalues (1/time)"))
        figure.suptitle(titled(title), color=INK, fontsize=11)
        figure.legend(loc="outside lower center", ncols=2, frameon=False)
        return saved(figure, kind)


def draw_eigenvalues(axes: Any, swept: Sweep, below: Any = None) -> list[Any]:
    """Real and imaginary parts on axes, or the imaginary ones on others below; the two kinds of
    points."""
    rows = list(zip(swept.values, swept.eigenvalues))
    real_parts = dict.fromkeys((v, round(z.real, DIGITS)) for v, row in rows for z in row)
    turning = dict.fromkeys(
        (v, round(z.imag, DIGITS)) for v, row in rows for z in row if z.imag > 0
    )
    axes.axhline(0, color=QUIET, linewidth=0.9, zorder=1)
    real = axes.plot(
        *zip(*real_parts),
        ".",
        color=BLUE,
        markersize=4,
        label=tell("real part: growth rate"),
    )
    imaginary = (axes if below is None else below).plot(
        *(zip(*turning) if turning else ((), ())),
        "o",
        color=ORANGE,
        markersize=3.4,
        fillstyle="none",
        label=tell("imaginary part, where positive: angular frequency"),
    )
    return [*real, *imaginary]
