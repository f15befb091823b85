"""Bodies in space as what is drawn of them: faces that look at the eye, in the order in which they
hide each other.

A picture has its own axes: up is the third, and the eye stands at an angle `turn` about it and an
angle `tilt` above the horizon, far away:

    right = (-sin turn, cos turn, 0)
    up    = (-sin tilt cos turn, -sin tilt sin turn, cos tilt)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from nonholo.views.motion.turns import turned

if TYPE_CHECKING:
    from nonholo.numerics.trajectory import Solid, Space

MERIDIANS, PARALLELS, RIM = 20, 10, 40
THICK = 0.07  # of a disc, in radii
LIGHT, DARK = 0, 1
LEVEL = 0.01  # of its size: rims that differ by less are equally low
ABOUT_AXLE = {"x": [2, 0, 1], "y": [1, 2, 0], "z": [0, 1, 2]}  # cyclic: no mirror
Ends = tuple[tuple[float, float], tuple[float, float]]  # upper and lower: height and radius
ABOUT: dict[str, Callable[..., Ends]] = {  # what is round about an axle
    "disc": lambda R: ((THICK * R / 2, R), (-THICK * R / 2, R)),
    "cylinder": lambda R, h: ((h / 2, R), (-h / 2, R)),
    "cone": lambda R, h: ((h, R), (0.0, 0.0)),
}
Rounds = tuple[tuple[np.ndarray, np.ndarray], ...]
Faces = tuple[tuple[int, tuple[int, ...]], ...]  # a tone, and the corners seen against the clock


@dataclass(frozen=True, slots=True)
class Eye:
    """From where one looks, in radians."""

    turn: float = -1.0
    tilt: float = 0.4

    def rows(self) -> np.ndarray:
        """The directions right, up and towards the eye as rows."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        a, b = np.cos(self.tilt), np.sin(self.tilt)
        return np.array([[-s, c, 0.0], [-b * c, -b * s, a], [a * c, a * s, b]])


def upright(up: np.ndarray) -> np.ndarray:
    """The axes of a picture as rows, along axes of space, right-handed: up is the third.

    >>> upright(np.array([0.0, -1.0, 0.0])).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]
    """
    first = np.eye(3)[0 if abs(up[0]) < 0.5 else 1]
    return np.array([first, np.cross(up, first), up]) + 0.0


@dataclass(frozen=True, slots=True)
class Body:
    """A body in the axes of a picture at all moments: of a solid its corners, in its own axes, with
    its faces; a line has points (moments, points, 3) and no faces.

    place: (moments, 3); turn: (moments, 3, 3); rounds: of a round body the ellipsoids that reach
    as far down, a centre and semi-axes each: a rim is a flat one, the tip of a cone a point.
    """

    corners: np.ndarray
    faces: Faces
    place: np.ndarray
    turn: np.ndarray
    rounds: Rounds
    points: np.ndarray

    @property
    def reach(self) -> float:
        """How far it goes from its place."""
        if not self.faces:
            return float(np.linalg.norm(self.points - self.place[:, None], axis=2).max())
        return float(np.linalg.norm(self.corners, axis=1).max())

    def at(self, i: int) -> np.ndarray:
        """Its corners, or points, at moment i."""
        if not self.faces:
            return np.asarray(self.points[i])
        return np.asarray(self.place[i] + self.corners @ self.turn[i].T)

    def lowest(self) -> np.ndarray:
        """Its lowest point at each moment: (moments, 3); of rims equally low that of the first."""
        if self.rounds:
            first, *others = (self._touch(*one) for one in self.rounds)
            for other in others:
                lower = first[:, 2] - other[:, 2] > LEVEL * self.reach
                first = np.where(lower[:, None], other, first)
            return first
        every = np.array([self.at(i) for i in range(len(self.place))])
        return np.asarray(every[np.arange(len(every)), every[..., 2].argmin(axis=1)])

    def _touch(self, centre: np.ndarray, radii: np.ndarray) -> np.ndarray:
        """The lowest point of an ellipsoid."""
        down = -self.turn[:, 2, :]  # along its own axes
        weighed = radii**2 * down
        length = np.sqrt(np.maximum((weighed * down).sum(axis=1), 1e-300))
        touch = centre + weighed / length[:, None]
        return np.asarray(self.place + np.einsum("tij,tj->ti", self.turn, touch))


def bodies(space: Space, was: np.ndarray, wanted: np.ndarray) -> tuple[Body, ...]:
    """The bodies of a motion with the times `was` at the times wanted, in the axes of the picture;
    before and after the motion as at its ends.
    """
    axes, way = upright(space.up), slice(None, None, 1 if was[-1] >= was[0] else -1)
    was = was[way]
    wanted = np.clip(wanted, was[0], was[-1])
    return tuple(_body(_reversed(solid, way), axes, was, wanted) for solid in space.solids)


def _reversed(solid: Solid, way: slice) -> Solid:
    """The same with its moments in the order of `way`."""
    return replace(solid, sizes=solid.sizes[:, way], place=solid.place[way], turn=solid.turn[way])


def _body(solid: Solid, axes: np.ndarray, was: np.ndarray, wanted: np.ndarray) -> Body:
    place = _between(wanted, was, solid.place) @ axes.T
    turn = axes @ _turned(wanted, was, solid.turn)
    if solid.kind == "line":
        inside = _between(wanted, was, solid.sizes.T).reshape(len(wanted), -1, 3)
        points = place[:, None] + np.einsum("tij,tkj->tki", turn, inside)
        return Body(np.empty((0, 3)), (), points.mean(axis=1), turn, (), points)
    sizes = tuple(float(x) for x in solid.sizes[:, 0])
    corners, faces = _mesh(solid.kind, sizes, solid.axle)
    rounds = _rounds(solid.kind, sizes, solid.axle)
    return Body(corners, faces, place, turn, rounds, np.empty((0, 0, 3)))


def _between(wanted: np.ndarray, was: np.ndarray, columns: np.ndarray) -> np.ndarray:
    return np.column_stack([np.interp(wanted, was, column) for column in columns.T])


def _turned(wanted: np.ndarray, was: np.ndarray, turn: np.ndarray) -> np.ndarray:
    if len(was) < 2:
        return np.repeat(turn[:1], len(wanted), axis=0)
    return turned(wanted, was, turn)


def _rounds(kind: str, sizes: tuple[float, ...], axle: str) -> Rounds:
    """What is round of a form."""
    if kind in ABOUT:
        order = ABOUT_AXLE[axle]
        rims = ((0.0, sizes[0]),) if kind == "disc" else ABOUT[kind](*sizes)  # a disc has one
        return tuple(
            (np.array([0.0, 0.0, height])[order], np.array([radius, radius, 0.0])[order])
            for height, radius in rims
        )
    radii = {"ball": sizes * 3, "ellipsoid": sizes}.get(kind)
    return () if radii is None else ((np.zeros(3), np.array(radii)),)


# what a form is made of ---------------------------------------------------------------------------
def _mesh(kind: str, sizes: tuple[float, ...], axle: str) -> tuple[np.ndarray, Faces]:
    if kind in ABOUT:
        corners, faces = _about(ABOUT[kind](*sizes))
        return corners[:, ABOUT_AXLE[axle]], faces
    if kind == "box":
        corners, faces = _box()
        return corners * np.array(sizes), faces
    corners, faces = _ball()
    return corners * np.array(sizes * 3 if kind == "ball" else sizes), faces


@cache
def _ball() -> tuple[np.ndarray, Faces]:
    """The unit ball, its octants light and dark by turns."""
    theta = np.linspace(0, np.pi, PARALLELS + 1)
    phi = np.linspace(0, 2 * np.pi, MERIDIANS, endpoint=False)
    corners = [
        (np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)) for a in theta for b in phi
    ]
    faces = []
    for i, j in ((i, j) for i in range(PARALLELS) for j in range(MERIDIANS)):
        k = (j + 1) % MERIDIANS
        around = (i * MERIDIANS + j, (i + 1) * MERIDIANS + j, (i + 1) * MERIDIANS + k)
        tone = (4 * j // MERIDIANS + 2 * i // PARALLELS) % 2
        faces.append((tone, (*around, i * MERIDIANS + k)))
    return np.array(corners), tuple(faces)


def _about(ends: Ends) -> tuple[np.ndarray, Faces]:
    """What is round about the third axis between two ends, with sectors light and dark by turns."""
    phi = np.linspace(0, 2 * np.pi, RIM, endpoint=False)
    ring = np.array([np.cos(phi), np.sin(phi), np.zeros(RIM)]).T
    middles = [np.array([0.0, 0.0, height]) for height, _ in ends]
    rims = [middle + radius * ring for middle, (_, radius) in zip(middles, ends)]
    faces: list[tuple[int, tuple[int, ...]]] = []
    quarter = RIM // 4
    for s in range(4):
        sector = [(quarter * s + j) % RIM for j in range(quarter + 1)]
        faces.append((s % 2, (2 * RIM, *sector)))
        faces.append((s % 2, (2 * RIM + 1, *(RIM + j for j in reversed(sector)))))
    for j in range(RIM):
        k = (j + 1) % RIM
        faces.append((1 - j // quarter % 2, (j, RIM + j, RIM + k, k)))
    return np.vstack([*rims, middles]), tuple(faces)


@cache
def _box() -> tuple[np.ndarray, Faces]:
    """A box of sides 1, the faces across its first axis dark."""
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    across = ((0, 1, 3, 2), (4, 6, 7, 5))
    others = ((0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return corners, (*((DARK, f) for f in across), *((LIGHT, f) for f in others))


# what is seen of it -------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Seen:
    """One body as it is seen: polygons of each tone (lists of (corners, 2)), or an open line."""

    tones: tuple[list[np.ndarray], list[np.ndarray]]
    line: np.ndarray | None = None


def seen(shown: tuple[Body, ...], i: int, eye: Eye) -> Iterator[Seen]:
    """The bodies at moment i as the eye sees them, the farthest first."""
    rows = eye.rows()
    for body in sorted(shown, key=lambda body: float(rows[2] @ body.place[i])):
        flat = body.at(i) @ rows[:2].T
        if not body.faces:
            yield Seen(([], []), flat)
            continue
        tones: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])
        for tone, corners in body.faces:
            polygon = flat[list(corners)]
            if _area(polygon) > 0:
                tones[tone].append(polygon)
        yield Seen(tones)


def _area(polygon: np.ndarray) -> float:
    x, y = polygon.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def floor(low: np.ndarray, high: np.ndarray, level: float, step: float) -> list[np.ndarray]:
    """Lines of a level grid between the corners low and high, (2, 3) each."""
    x, y = (
        np.arange(np.floor(a / step), np.ceil(b / step) + 1) * step
        for a, b in zip(low[:2], high[:2])
    )
    ends = (x[0], x[-1]), (y[0], y[-1])
    lines = [np.array([(a, b, level) for b in ends[1]]) for a in x]
    return lines + [np.array([(a, b, level) for a in ends[0]]) for b in y]


def turned_through(body: Body) -> float:
    """How far a body turns in all, in radians."""
    steps = (np.trace(a.T @ b) for a, b in pairwise(body.turn))
    return float(sum(np.arccos(np.clip((trace - 1) / 2, -1.0, 1.0)) for trace in steps))
