"""Where the bodies of a case are in space along a motion, and how they are turned: for pictures and
records of a motion.

Of a body of which mass and inertia alone are known, the homogeneous ellipsoid with the same ones is
shown: its semi-axes along the principal axes of inertia are

    a_i^2 = 5 (I_j + I_k - I_i) / (2 m).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from nonholo.dynamics.space import AXES
from nonholo.expression.graph import Expr
from nonholo.numerics.model import Model
from nonholo.numerics.tape import Tape
from nonholo.numerics.trajectory import Solid, Space
from nonholo.readers.case import Case
from nonholo.readers.shapes import MASSIVE, RING, Shape, shapes
from nonholo.readers.specified import ValuesPut

POINTS = 61  # of a ring
FLAT = 0.02  # of the greatest semi-axis: no ellipsoid is drawn flatter


Measure = Callable[[Sequence[Expr]], np.ndarray]  # expressions to (expressions, moments)


def space_of(case: Case, law: Model, t: np.ndarray, y: np.ndarray) -> Space | None:
    """The bodies at the times t with the states y; None where none are known.

    >>> import nonholo as nh
    >>> ball = nh.simulate("ball_on_turntable", 1).space.solids[0]
    >>> ball.kind, ball.sizes[:, 0].tolist(), ball.place.shape, ball.turn.shape
    ('ball', [0.7], (401, 3), (401, 3, 3))
    """
    return _space(case, lambda roots: law.measure(roots, t, y))


def space_at_start(case: Case) -> Space | None:
    """The bodies at the initial configuration, coordinates without a number 0; None where none are
    known, or a parameter, or a function that places them, has no value.

    >>> import nonholo as nh
    >>> [ball.place[0].tolist() for ball in space_at_start(nh.case("two_spheres_1_3")).solids]
    [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]
    """
    chart, values = case.system.chart, case.system.values
    if len(values) < len(case.scope.parameters):
        return None
    nominal = case.nominal | dict.fromkeys(chart.v, chart.graph.zero)

    def measure(roots: Sequence[Expr]) -> np.ndarray:
        given = [e.subs(values).subs(nominal) for e in roots]
        return np.array(Tape(given, [chart.t])(np.zeros((1, 1)))).reshape(1, -1).T

    return _space(case, measure)


def _space(case: Case, measure: Measure) -> Space | None:
    if not case.tables:
        return None
    scope = replace(case.scope, functions={**case.scope.valued, **case.scope.functions})
    put = ValuesPut(scope)

    def valued(roots: Sequence[Expr]) -> np.ndarray:
        return measure([put(e) for e in roots])

    placed = shapes(scope, case.tables)
    for e in (e for shape in placed for e in _roots(shape)):
        put(e)
    if put.missing:
        return None
    drawn = [_solid(shape, valued) for shape in placed]
    seen = tuple(s for s in drawn if np.all(np.isfinite(s.place)) and np.all(np.isfinite(s.turn)))
    return Space(seen, _up(replace(case, scope=scope), valued)) if seen else None


def _roots(shape: Shape) -> list[Expr]:
    """Its place, the entries of its rotation, its sizes."""
    frame = shape.frame
    return [*frame.origin, *(entry for row in frame.rotation for entry in row), *shape.sizes]


def _solid(shape: Shape, measure: Measure) -> Solid:
    values = measure(_roots(shape))
    place, turn, sizes = values[:3].T, values[3:12].T.reshape(-1, 3, 3), values[12:]
    if shape.kind == MASSIVE:
        half, axes = _same_inertia(sizes[:, 0])
        lengths = np.repeat(half[:, None], len(place), axis=1)
        return Solid(shape.name, "ellipsoid", lengths, place, turn @ axes)
    if shape.kind == RING:
        return Solid(shape.name, "line", _round_about(sizes[0], shape.axle), place, turn)
    return Solid(shape.name, shape.kind, sizes, place, turn, shape.axle)


def _round_about(radius: np.ndarray, axle: str) -> np.ndarray:
    """The coordinates of points around an axle, one after the other: a row each, as of a line.

    >>> _round_about(np.array([2.0]), "z")[:6, 0].round(3).tolist()
    [2.0, 0.0, 0.0, 1.989, 0.209, 0.0]
    """
    angles = np.linspace(0.0, 2 * np.pi, POINTS)
    points = np.zeros((POINTS, 3, len(radius)))
    first = AXES[axle] + 1
    points[:, first % 3] = np.outer(np.cos(angles), radius)
    points[:, (first + 1) % 3] = np.outer(np.sin(angles), radius)
    return points.reshape(3 * POINTS, -1)


def _same_inertia(given: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Semi-axes of a homogeneous ellipsoid, and its axes as columns; given: m, xx, yy, zz, xy, yz,
    xz.

    >>> _same_inertia(np.array([5.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0]))[0].tolist()
    [1.0, 1.0, 1.0]
    """
    mass, xx, yy, zz, xy, yz, xz = given
    moments, axes = np.linalg.eigh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    squares = 2.5 * (moments.sum() - 2 * moments) / mass
    half = np.sqrt(np.maximum(squares, 0.0))
    axes[:, 0] *= np.sign(np.linalg.det(axes))
    return np.maximum(half, FLAT * half.max()), axes


def _up(case: Case, measure: Measure) -> np.ndarray:
    """The axis along which most of gravity points down; the third where there is none."""
    up = np.array([0.0, 0.0, 1.0])
    gravity = case.tables["gravity"]
    if not gravity:
        return up
    pull = measure([case.scope.expression(str(g)) for g in gravity])[:, 0]
    most = int(np.argmax(np.abs(pull)))
    if not np.all(np.isfinite(pull)) or pull[most] == 0:
        return up
    return np.asarray(np.eye(3)[most] * -np.sign(pull[most]))
