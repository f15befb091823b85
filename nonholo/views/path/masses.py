"""The masses of a Lagrangian as a drawing: their places along the axes, bars between them, and what
the constraints allow where one place says everything.

Space is drawn as on a board: the second axis to the right, the third upwards, the first towards the
reader, to the left and down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nonholo.views.path.scene import BLUE, INK, ORANGE, QUIET
from nonholo.views.path.sketch import arc, letter, ray, word

if TYPE_CHECKING:
    from nonholo.dossier.masses import Masses

SPAN, WIDEST, TALLEST = 190.0, 330.0, 300.0  # points from 0 to the farthest; of the whole
LEFT, RIGHT, ABOVE, BELOW = 34.0, 84.0, 36.0, 34.0  # around, for letters
SHORTEST, PAST = 0.25, 1.25  # of an axis: in spans; how far it goes beyond the last mass
ELEMENT, REACH = 0.3, 0.3  # in spans: half a side of what is allowed; of an angle
HEAD, WING = 7.0, 3.5  # points of an arrow
PLANE = np.eye(2)
BOARD = np.array([[-0.55, -0.42], [1.0, 0.0], [0.0, 1.0]])  # axes of space on paper


@dataclass(frozen=True, slots=True)
class Paper:
    """How points of the plane or of space come onto the picture."""

    board: np.ndarray
    low: np.ndarray
    scale: float
    tall: float

    def __call__(self, flat: np.ndarray) -> tuple[float, float]:
        """Of a point of the board."""
        x, y = (np.asarray(flat) - self.low) * self.scale
        return LEFT + float(x), self.tall - BELOW - float(y)

    def line(self, *points: np.ndarray) -> str:
        """Through places, as the words of a path."""
        return "M" + "L".join(
            f"{x:.1f} {y:.1f}" for x, y in map(self, np.array(points) @ self.board)
        )


def masses_picture(shown: Masses) -> str:
    """The drawing as SVG."""
    board = PLANE if shown.places.shape[1] == len(PLANE) else BOARD
    span = float(np.abs(shown.places).max()) or 1.0
    axes, elements = _axes(shown.places, span), list(_elements(shown, ELEMENT * span))
    rays = [np.array(ray(a, REACH * span, side)) for a in shown.angles for side in (0.0, a.turn)]
    seen = [points @ board for points in (*axes, shown.places, *elements)]
    low, high = (end(np.vstack([*seen, *rays]), axis=0) for end in (np.min, np.max))
    scale = min(SPAN / span, *(np.array([WIDEST, TALLEST]) / (high - low)))
    wide, tall = (high - low) * scale + (LEFT + RIGHT, ABOVE + BELOW)
    paper = Paper(board, low, scale, float(tall))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}pt" height="{tall:.0f}pt" '
            f'viewBox="0 0 {wide:.0f} {tall:.0f}" font-family="serif" font-size="17" '
            f'font-style="italic">',
            *(part for ends, name in zip(axes, shown.axes) for part in _axis(paper, ends, name)),
            *(_element(paper, corners) for corners in elements),
            *_lines(paper, shown),
            *(part for angle in shown.angles for part in arc(angle, REACH * span, paper, ())),
            *_points(paper, shown),
            "</svg>",
        ]
    )


def _axes(places: np.ndarray, span: float) -> list[np.ndarray]:
    """The two ends of each axis."""
    low = np.minimum(PAST * places.min(axis=0), 0.0)
    high = PAST * np.maximum(places.max(axis=0), SHORTEST * span)
    return [
        np.outer(ends, one) for ends, one in zip(np.column_stack([low, high]), np.eye(len(low)))
    ]


def _axis(paper: Paper, ends: np.ndarray, name: str) -> list[str]:
    """An arrow, and its name beside the head."""
    (x, y), (u, v) = map(paper, ends @ paper.board)
    a, b = np.array([u - x, v - y]) / np.hypot(u - x, v - y)
    back = [(u - HEAD * a + side * WING * b, v - HEAD * b - side * WING * a) for side in (1, -1)]
    head = "L".join(f"{p:.1f} {q:.1f}" for p, q in (back[0], (u, v), back[1]))
    line = f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}M{head}"
    beside = (u + 6, v + 5) if a >= 0.5 else (u - 16, v + 4 if a > -0.5 else v + 12)
    return [
        f'<path d="{line}" fill="none" stroke="{INK}" stroke-width="1.3"/>',
        *([word(*beside, letter(name), INK)] if name else []),
    ]


def _elements(shown: Masses, half: float) -> Iterator[np.ndarray]:
    """A line or a parallelogram of what is allowed, at each place that says everything."""
    sides = half * shown.allowed
    for place, names in zip(shown.places, shown.called):
        if len(sides) and all(names):
            corners = [(1,), (-1,)] if len(sides) == 1 else [(1, 1), (1, -1), (-1, -1), (-1, 1)]
            yield place + np.array(corners) @ sides


def _element(paper: Paper, corners: np.ndarray) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(paper, corners @ paper.board))
    form = "polygon" if len(corners) > 2 else "polyline"
    return (
        f'<{form} points="{points}" fill="{BLUE}" fill-opacity="0.2" stroke="{BLUE}" '
        f'stroke-width="2" stroke-linejoin="round"/>'
    )


def _lines(paper: Paper, shown: Masses) -> Iterator[str]:
    """From the axes to each place that is coordinates; bars."""
    for place, names in zip(shown.places, shown.called):
        if all(names):
            ahead, aside, *_ = np.diag(place)
            dashes = paper.line(ahead, ahead + aside, aside)
            dashes += paper.line(ahead + aside, place) if len(place) > len(PLANE) else ""
            yield f'<path d="{dashes}" fill="none" stroke="{QUIET}" stroke-dasharray="5 4"/>'
    ground = np.zeros(shown.places.shape[1])
    for i, j in shown.bars:
        bar = paper.line(shown.places[i] if i >= 0 else ground, shown.places[j])
        yield f'<path d="{bar}" fill="none" stroke="{INK}" stroke-width="2"/>'


def _points(paper: Paper, shown: Masses) -> Iterator[str]:
    """The masses, with their letters and the coordinates that their places are."""
    rising = len(shown.allowed) == 1 and float(np.prod((shown.allowed @ paper.board)[0])) > 0
    for place, names, letters in zip(shown.places, shown.called, shown.letters):
        x, y = paper(place @ paper.board)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{INK}"/>'
        if letters:
            yield word(x - 22, y - 9, letter(letters), INK)
        known = ", ".join(letter(name) for name in names if name)
        if known:
            below = rising and all(names)
            yield word(
                x + 9, y + (22 if below else -9), f"({known})" if all(names) else known, ORANGE
            )
