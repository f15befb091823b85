"""Panels one above the other as one picture."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.views.drawing.panel import Panel, Place
from nonholo.views.drawing.svg import Outlines, document, rectangle

EDGE, APART = 5.0, 9.0  # points around, and between panels
ROUNDS = 3  # what is written beside a panel depends on its size, and that on what is written


def stacked(
    panels: Sequence[Panel], heights: Sequence[float], width: float, height: float
) -> bytes:
    """The picture as SVG: panels with their left edges in line, as high as `heights` are to each
    other.

    width, height: of the whole, in points.
    """
    share = sum(heights)
    left, right, taken = 60.0, 0.0, 0.3 * height
    for _ in range(ROUNDS):
        rooms = [
            panel.room(Place(0, 0, width - left - right, (height - taken) * h / share))
            for panel, h in zip(panels, heights, strict=True)
        ]
        left = EDGE + max(room[0] for room in rooms)
        right = EDGE + max(room[2] for room in rooms)
        taken = sum(room[1] + room[3] for room in rooms) + 2 * EDGE + APART * (len(panels) - 1)
    ink, body, y = Outlines(), [], EDGE
    for i, (panel, h, room) in enumerate(zip(panels, heights, rooms, strict=True)):
        tall = (height - taken) * h / share
        place = Place(left, y + room[1], width - left - right, tall)
        body += panel.write(place, ink, f"panel{i}")
        y += room[1] + tall + room[3] + APART
    paper = rectangle(0, 0, width, height, fill="#ffffff")
    return document(width, height, [ink.defined(), paper, *body])
