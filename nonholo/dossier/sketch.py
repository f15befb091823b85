"""What a drawing of a case on wheels shows: bodies and wheels at one configuration, and which angle
is which coordinate.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nonholo.dossier.path import OnWheels
from nonholo.expression.graph import Expr, linear
from nonholo.geometry.chained.wheels import Wheels
from nonholo.geometry.constraints.chart import Chart
from nonholo.steering.scene import Tracks, hung, places

FIRST, LESS, LEAST = 0.62, 0.27, 0.2  # radians: the first angle, each next one, the smallest
SAMPLES = 12  # configurations at which rigid bodies are told from others


@dataclass(frozen=True, slots=True)
class Angle:
    """An arc at the point `at` from the direction `start` by `turn` (radians): a coordinate."""

    at: tuple[float, float]
    start: float
    turn: float
    name: str


@dataclass(frozen=True, slots=True)
class Sketch:
    """Wheels at one configuration (sample 0 of `tracks`), the names of the two coordinates of
    their plane, and the angles that are coordinates.
    """

    tracks: Tracks
    plane: tuple[str, str]
    angles: tuple[Angle, ...]


def sketch(seen: OnWheels) -> Sketch:
    """The sketch of a set that was read as wheels.

    >>> import nonholo as nh
    >>> found = nh.analyze(nh.constraints("x'*sin(theta) = y'*cos(theta)")).sketch
    >>> found.plane, [angle.name for angle in found.angles]
    (('x', 'y'), ['theta'])
    """
    d, wheels = seen
    chart = d.chart
    drawn = np.random.default_rng(1).uniform(-1.0, 1.0, (SAMPLES, chart.n))
    drawn[0] = _configuration(chart, wheels)
    points, headings = places(wheels, chart, np.zeros(SAMPLES), drawn)
    arms = hung(points, headings)
    lengths = [
        float(np.hypot(*(points[0, w] - points[0, other])))
        for w, (kind, other) in enumerate(arms)
        if kind != "alone"
    ]
    tracks = Tracks(points, headings, lengths[0] if lengths else 1.0, arms)
    angles = tuple(a for w in range(len(arms)) if (a := _angle(chart, wheels, tracks, w)))
    names = chart.names[wheels.plane[0]], chart.names[wheels.plane[1]]
    return Sketch(tracks, names, tuple({a.name: a for a in reversed(angles)}.values())[::-1])


def _configuration(chart: Chart, wheels: Wheels) -> list[float]:
    """Each angle of a heading smaller than the one before, all else 0."""
    turning = [q.args for q in chart.q if any(wheel.heading.has([q]) for wheel in wheels.wheels)]
    angle = {name: max(FIRST - LESS * i, LEAST) for i, name in enumerate(turning)}
    return [angle.get(q.args, 0.0) for q in chart.q]


def _angle(chart: Chart, wheels: Wheels, tracks: Tracks, w: int) -> Angle | None:
    """The coordinate by which the heading of wheel w is turned from a fixed direction, or from
    the heading of the body that it belongs to; None where it is not one coordinate.
    """
    kind, other = tracks.arms[w]
    heading, base = wheels.wheels[w].heading, 0.0
    if kind == "front":
        heading, base = heading - wheels.wheels[other].heading, float(tracks.headings[0, other])
    constant, terms = linear(heading)
    turned = [(e, c) for e, c in terms if e.kind != "pi"]
    if len(turned) != 1 or turned[0][0].kind != "symbol" or abs(turned[0][1]) != 1:
        return None
    start = base + float(constant) + sum(np.pi * float(c) for e, c in terms if e.kind == "pi")
    whole = float(tracks.headings[0, w])
    return Angle(_pair(tracks.points[0, w]), start, whole - start, _name(turned[0][0]))


def _name(symbol: Expr) -> str:
    return str(symbol.args)


def _pair(point: np.ndarray) -> tuple[float, float]:
    return float(point[0]), float(point[1])
