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
from nonholo.numerics.tape import Tape
from nonholo.readers.blades import on_blades
from nonholo.readers.case import Case
from nonholo.readers.specified import ValuesPut
from nonholo.steering.scene import Tracks, hung, places

FIRST, LESS, LEAST = 0.62, 0.27, 0.2  # radians: the first angle, each next one, the smallest
SAMPLES = 12  # configurations at which rigid bodies are told from others
STEPS, SLOPE, MET = 12, 1e-6, 1e-7  # of Newton's method; a picture needs no more


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
    their plane and the point that these are, the angles that are coordinates, and the coordinates
    that are not drawn.

    origin: where the first wheel stands beside this point, a rod joins the two.
    """

    tracks: Tracks
    plane: tuple[str, str]
    origin: tuple[float, float]
    angles: tuple[Angle, ...]
    undrawn: tuple[str, ...] = ()


def sketch(seen: OnWheels, case: Case) -> Sketch | None:
    """The sketch of a case whose set was read as wheels; None where no configuration was met that
    its holonomic constraints allow.

    Raises NotApplicable where a function has no value.

    >>> import nonholo as nh
    >>> found = nh.analyze(nh.constraints("x'*sin(theta) = y'*cos(theta)")).sketch
    >>> found.plane, [angle.name for angle in found.angles]
    (('x', 'y'), ['theta'])
    """
    d, wheels = seen
    chart = d.chart
    drawn = np.random.default_rng(1).uniform(-1.0, 1.0, (SAMPLES, chart.n))
    drawn[0] = _configuration(chart, wheels)
    allowed = on_levels(levels_of(case, chart), chart, drawn)
    if allowed is None:
        return None
    drawn = allowed
    points, headings = places(wheels, chart, np.zeros(len(drawn)), drawn)
    arms = hung(points, headings)
    lengths = [
        float(np.hypot(*(points[0, w] - points[0, other])))
        for w, (kind, other) in enumerate(arms)
        if kind != "alone"
    ]
    origin = _pair(drawn[0, list(wheels.plane)])
    arm = float(np.hypot(*(points[0, 0] - origin)))
    size = lengths[0] if lengths else arm if arm > MET else 1.0
    tracks = Tracks(points, headings, size, arms, on_blades(case), wheels.is_axle)
    angles = tuple(a for w in range(len(arms)) if (a := _angle(wheels, tracks, w)))
    names = chart.names[wheels.plane[0]], chart.names[wheels.plane[1]]
    shown = tuple({a.name: a for a in reversed(angles)}.values())[::-1]
    undrawn = tuple(n for n in chart.names if n not in (*names, *(a.name for a in shown)))
    return Sketch(tracks, names, origin, shown, undrawn)


def levels_of(case: Case, chart: Chart) -> list[Expr]:
    """The functions of the holonomic constraints, lengths without a number 1."""
    valued = ValuesPut(case.scope)
    put = [valued(f).subs(case.system.values) for f in case.system.holonomic]
    free = dict.fromkeys(case.system.chart.parameters(put), case.system.chart.graph.one)
    return chart.graph.copy([f.subs(free) for f in put])


def on_levels(levels: list[Expr], chart: Chart, q: np.ndarray) -> np.ndarray | None:
    """Configurations near those given where all levels are 0 at t = 0, by Newton's method; None
    where it does not lead there.
    """
    if not levels:
        return q
    n, tape = chart.n, Tape(levels, [*chart.q, chart.t])

    def values(at: np.ndarray) -> np.ndarray:
        return tape(np.column_stack([at, np.zeros(len(at))])).reshape(len(at), -1)

    for _ in range(STEPS):
        steps = SLOPE * np.concatenate([np.eye(n), -np.eye(n)])
        for i, at in enumerate(q):
            ahead, behind = np.split(values(at + steps), 2)
            if not np.all(np.isfinite(ahead + behind)):
                return None
            slopes = (ahead - behind).T / (2 * SLOPE)
            q[i] = at - np.linalg.lstsq(slopes, values(q[i : i + 1])[0], rcond=None)[0]
    met = np.abs(values(q)).max(axis=1) < MET
    return q[met] if met[0] else None


def _configuration(chart: Chart, wheels: Wheels) -> list[float]:
    """Each angle of a heading smaller than the one before, all else 0."""
    turning = [q.args for q in chart.q if any(wheel.heading.has([q]) for wheel in wheels.wheels)]
    angle = {name: max(FIRST - LESS * i, LEAST) for i, name in enumerate(turning)}
    return [angle.get(q.args, 0.0) for q in chart.q]


def _angle(wheels: Wheels, tracks: Tracks, w: int) -> Angle | None:
    """The coordinate by which the heading of wheel w is turned from a fixed direction, or from
    the heading of the body that it belongs to; None where it is not one coordinate.
    """
    kind, other = tracks.arms[w]
    heading, whole = wheels.wheels[w].heading, float(tracks.headings[0, w])
    ahead = heading - wheels.wheels[other].heading, float(tracks.headings[0, other])
    for turned, base in (ahead, (heading, 0.0)) if kind == "front" else ((heading, 0.0), ahead):
        constant, terms = linear(turned)
        names = [e for e, c in terms if e.kind == "symbol" and abs(c) == 1]
        turns = [float(c) for e, c in terms if e.kind == "pi"]
        if len(names) == 1 and len(turns) == len(terms) - 1:
            start = base + float(constant) + np.pi * sum(turns)
            return Angle(_pair(tracks.points[0, w]), start, whole - start, _name(names[0]))
    return None


def _name(symbol: Expr) -> str:
    return str(symbol.args)


def _pair(point: np.ndarray) -> tuple[float, float]:
    return float(point[0]), float(point[1])
