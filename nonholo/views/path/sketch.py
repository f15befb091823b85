"""A case on wheels as a drawing: bodies from above, its axes, its coordinates at their places.

SVG written by hand: a few lines, with letters that can be read by a machine too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from nonholo.views.page.mathml_signs import CAPITALS, GREEK
from nonholo.views.path.scene import BLUE, INK, ORANGE, QUIET, Shape, shapes

if TYPE_CHECKING:
    from nonholo.dossier.sketch import Angle, Sketch

BODY = 120.0  # points of the unit of length of what is drawn
WIDEST = 450.0  # a telephone shows so much without scrolling
MARGIN, ARROW = 46.0, 34.0  # points around, and of the axes
FILLS = {"body": 0.12, "glass": 0.25, "wheel": 1.0, "bar": 0.0}
LETTERS = GREEK | CAPITALS
LABELS = (
    (8.0, 20.0),
    (-56.0, 20.0),
    (-56.0, -10.0),
    (8.0, -10.0),
)  # places of (x, y), the best first
LABEL = [(x, y) for x in np.linspace(0.0, 48.0, 7) for y in (-12.0, -4.0, 4.0)]  # what it covers
COVERED = ((-10.0, -20.0), (60.0, -20.0), (60.0, 10.0), (-10.0, 10.0))  # by it and around
REACHES = (0.72, 0.5, 1.0)  # of arcs, in sizes; the first the best
BESIDE = 5.0  # points beside a bar that belong to it
Corners = Sequence[tuple[float, float]]


def sketch_picture(sketch: Sketch) -> str:
    """The drawing as SVG."""
    outlines = [*_arm(sketch), *shapes(sketch.tracks, 0)]
    rays = [ray(a, sketch.tracks.size, side) for a in sketch.angles for side in (0.0, a.turn)]
    every = np.concatenate([s.corners for s in outlines] + [np.array(r) for r in rays])
    low, high = every.min(axis=0), every.max(axis=0)
    scale = min(BODY / sketch.tracks.size, (WIDEST - 2 * MARGIN - ARROW) / max(high - low))
    wide, tall = (high - low) * scale + 2 * MARGIN
    wide += ARROW

    def placed(point) -> tuple[float, float]:
        x, y = (np.asarray(point) - low) * scale
        return MARGIN + ARROW + float(x), tall - MARGIN - float(y)

    drawn = [(shape.kind, [placed(c) for c in shape.corners]) for shape in outlines]
    body = [_shape(kind, corners) for kind, corners in drawn]
    taken = [part for kind, corners in drawn for part in _taken(kind, corners)]
    foot = placed(sketch.origin)
    point = f'<circle cx="{foot[0]:.1f}" cy="{foot[1]:.1f}" r="3.4" fill="{ORANGE}"/>'
    names = (letter(sketch.plane[0]), letter(sketch.plane[1]))
    free = min(LABELS, key=lambda at: _covered(foot[0] + at[0], foot[1] + at[1], taken))
    beside = foot[0] + free[0], foot[1] + free[1]
    place = word(*beside, f"({names[0]}, {names[1]})", ORANGE)
    taken.append([(beside[0] + x, beside[1] + y) for x, y in COVERED])
    marks = [stroke for a in sketch.angles for stroke in arc(a, sketch.tracks.size, placed, taken)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}pt" height="{tall:.0f}pt" '
            f'viewBox="0 0 {wide:.0f} {tall:.0f}" font-family="serif" font-size="17" '
            f'font-style="italic">',
            *_axes(names, tall),
            *body,
            *marks,
            point,
            place,
            "</svg>",
        ]
    )


def _arm(sketch: Sketch) -> list[Shape]:
    """The rod from the point (x, y) to the first wheel, where this stands beside it."""
    ends = np.array([sketch.origin, sketch.tracks.points[0, 0]])
    return [Shape("bar", ends)] if np.ptp(ends, axis=0).max() > 0.0 else []


def _taken(kind: str, corners: Sequence[tuple[float, float]]) -> list[Corners]:
    """Where no letter should lie: on a wheel, and on the pieces of a bar."""
    if kind == "wheel":
        return [corners]
    if kind != "bar":
        return []
    return [_strip(np.array(a), np.array(b)) for a, b in pairwise(corners)]


def _strip(a: np.ndarray, b: np.ndarray) -> Corners:
    """A narrow quadrilateral along a line from a to b."""
    along = (b - a) / max(float(np.hypot(*(b - a))), 1.0)
    aside = BESIDE * np.array([-along[1], along[0]])
    return [(float(x), float(y)) for x, y in (a + aside, b + aside, b - aside, a - aside)]


def _covered(
    left: float, base: float, taken: Sequence[Corners], label: Sequence[tuple[float, float]] = LABEL
) -> int:
    """How much of a label that begins there lies on a wheel or a bar."""
    points = [(left + x, base + y) for x, y in label]
    return sum(_inside(point, one) for point in points for one in taken)


def _inside(point: tuple[float, float], corners: Corners) -> bool:
    """Does a point lie in a convex polygon?"""
    x, y = point
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]))
    ]
    return min(sides) >= 0 or max(sides) <= 0


def ray(angle: Angle, size: float, turn: float) -> tuple[tuple[float, float], ...]:
    """From the point of an angle along one of its sides."""
    way = angle.start + turn
    end = (angle.at[0] + size * np.cos(way), angle.at[1] + size * np.sin(way))
    return angle.at, (float(end[0]), float(end[1]))


def _shape(kind: str, corners: list[tuple[float, float]]) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    if kind == "bar":
        return f'<polyline points="{line}" fill="none" stroke="{INK}" stroke-width="2"/>'
    return (
        f'<polygon points="{line}" fill="{INK if kind == "wheel" else BLUE}" '
        f'fill-opacity="{FILLS[kind]}" stroke="{INK if kind == "wheel" else BLUE}" '
        f'stroke-linejoin="round"/>'
    )


def arc(angle: Angle, size: float, placed, taken: Sequence[Corners]) -> list[str]:
    """Both sides of an angle, its arc, and the coordinate that it is."""
    middle = angle.start + angle.turn / 2

    name = letter(angle.name)
    letters = len(_bare(name))
    covers = [(x, y) for x in np.linspace(0, 12 * letters, 3 * letters) for y in (-12, -4, 4)]

    def letter_at(reach: float) -> tuple[float, float]:
        out = reach + 0.14
        x, y = placed(np.array(angle.at) + out * size * np.array([np.cos(middle), np.sin(middle)]))
        return x - 4 * letters, y + 6

    reach = min(REACHES, key=lambda one: _covered(*letter_at(one), taken, covers))
    lines = []
    for turn in (0.0, angle.turn):
        (x1, y1), (x2, y2) = map(placed, ray(angle, size, turn))
        lines.append(
            f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{QUIET}" '
            f'stroke-dasharray="5 4"/>'
        )
    ways = angle.start + np.linspace(0.0, angle.turn, 25)
    points = [
        placed(np.array(angle.at) + reach * size * np.array([np.cos(w), np.sin(w)])) for w in ways
    ]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return [
        *lines,
        f'<path d="M{line}" fill="none" stroke="{ORANGE}" stroke-width="1.5"/>',
        word(*letter_at(reach), name, ORANGE),
    ]


def _axes(names: tuple[str, str], tall: float) -> list[str]:
    """Two arrows in the corner."""
    x, y = 22.0, tall - 22.0
    line = f'fill="none" stroke="{INK}" stroke-width="1.3"'
    ahead = x + ARROW
    return [
        f'<path d="M{x} {y}H{ahead}m-6 -3l6 3l-6 3" {line}/>',
        f'<path d="M{x} {y}V{y - ARROW}m-3 6l3 -6l3 6" {line}/>',
        word(ahead + 5, y + 5, names[0], INK),
        word(x - 5, y - ARROW - 7, names[1], INK),
    ]


def _bare(text: str) -> str:
    """A word without its tags."""
    return re.sub(r"<[^>]*>|\u200b", "", text)


def word(x: float, y: float, text: str, colour: str) -> str:
    upright = ' font-style="normal"' if re.search("[A-Za-z]{2}", _bare(text)) else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}"{upright} stroke="#fff" stroke-width="4" '
        f'stroke-linejoin="round" paint-order="stroke">{text}</text>'
    )


def letter(name: str) -> str:
    """A name as it is written by hand: theta1 with a Greek letter and its number below."""
    stem = name.rstrip("0123456789_")
    below = name[len(stem) :].strip("_")
    head, _, tail = stem.partition("_")
    below = ",".join(filter(None, (tail, below)))
    shown = escape(LETTERS.get(head, head))
    if not below:
        return shown
    return (
        f'{shown}<tspan dy="4" font-size="12">{escape(below)}</tspan>'
        f'<tspan dy="-4" font-size="1">\u200b</tspan>'
    )
