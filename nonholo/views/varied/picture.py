"""A varied path in a picture: where it runs, how its wheels stand to it, how fast they would
have to slip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nonholo.views.graph.labels import as_math
from nonholo.views.path.scene import COLOURS, INK, PURPLE, QUIET, above, draw_shapes, snapshots
from nonholo.words.language import tell

if TYPE_CHECKING:
    from nonholo.steering.scene import Tracks
    from nonholo.steering.varied import Varied

SHOTS, LONG = 8, 44  # instants drawn; characters of a constraint in the legend


def draw_varied(ax, varied: Varied, bent: Tracks | None, plane) -> None:
    """The varied path, its wheels if there are any, and the slip of the contact point as arrows."""
    place = varied.moved[:, plane]
    ax.plot(*place.T, color=PURPLE, lw=1.5, zorder=5)
    even = [round(i) for i in np.linspace(0, len(varied.t) - 1, SHOTS)]
    chosen = (snapshots(bent, SHOTS) if bent else even)[1:-1]
    if bent is not None:
        for i in chosen:
            draw_shapes(ax, bent, i, PURPLE, 0.75, 5)
    slip, name = _slip(varied, bent, plane), tell("slip velocity on the varied path")
    largest = np.hypot(*slip.T).max()
    if largest > 0:
        reach = 0.16 * max(np.ptp(place, axis=0).max(), 1e-9) / largest
        ax.quiver(
            *place[chosen].T,
            *(reach * slip[chosen]).T,
            angles="xy",
            scale_units="xy",
            scale=1,
            color="#b3261e",
            width=0.004,
            zorder=8,
        )
        ax.plot(
            [],
            [],
            color="#b3261e",
            lw=2,
            label=tell("{name}, up to {largest:.3g}", name=name, largest=largest),
        )
    ax.plot([], [], color=PURPLE, lw=1.5, label=tell("varied path"))
    ax.plot([], [], color=INK, lw=1.3, label=tell("admissible path"))
    ax.legend(fontsize=8, frameon=False, loc="best", labelcolor=QUIET)


def _slip(varied: Varied, bent: Tracks | None, plane) -> np.ndarray:
    """The velocity in the plane that the constraints forbid (instants x 2)."""
    d = varied.distribution
    if set(plane) <= set(d.dependent):
        return varied.slip[:, [d.dependent.index(j) for j in plane]]
    if bent is None:
        return np.zeros((len(varied.t), 2))
    across = np.stack([-np.sin(bent.headings[:, 0]), np.cos(bent.headings[:, 0])], axis=1)
    return across * (varied.moved_v[:, plane] * across).sum(axis=1, keepdims=True)


def violation_over_time(ax, varied: Varied) -> None:
    """The violation of each constraint, and its first order dashed."""
    for l, (label, colour) in enumerate(zip(varied.labels, COLOURS)):
        short = (
            as_math(label, varied.distribution.chart.names)
            if len(label) <= LONG
            else f"constraint {l + 1}"
        )
        ax.plot(varied.t, varied.violation[:, l], color=colour, lw=1.5, label=short)
        ax.plot(
            varied.t,
            varied.first_order[:, l],
            color=colour,
            lw=1.2,
            linestyle=(0, (4, 2.5)),
            label=tell("first order, by the curvature"),
        )
    ax.axhline(0, color="#d0d0cc", lw=0.8, zorder=0)
    ax.set_xlim(varied.t[0], varied.t[-1])
    ax.set_ylabel(tell("violation"), fontsize=9, color=QUIET)
    above(ax, 2)
