"""Vectors and rotations in space, as expressions of a chart.

A vector is a list of three components along fixed axes; a rotation R is a 3 x 3 matrix whose columns are the axes of
the body, so r_space = R r_body.  Angular velocity: w^ = R' R^T along fixed axes, R^T R' along the body's
(w^ r = w x r).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonholo.errors import NotApplicable
from nonholo.exact.graph import Expr, Graph
from nonholo.exact.linear import Matrix, dot, transpose
from nonholo.geometry.chart import Chart

Vector = list[Expr]
AXES = {"x": 0, "y": 1, "z": 2}


def vector(graph: Graph, components: Sequence) -> Vector:
    """Three components as expressions."""
    return [graph.lift(c) for c in components]


def cross(a: Sequence[Expr], b: Sequence[Expr]) -> Vector:
    """a x b."""
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def plus(a: Sequence[Expr], b: Sequence[Expr]) -> Vector:
    return [x + y for x, y in zip(a, b, strict=True)]


def scaled(factor: Expr, a: Sequence[Expr]) -> Vector:
    return [factor * x for x in a]


def apply(matrix: Matrix, a: Sequence[Expr]) -> Vector:
    """The matrix times a column."""
    return [dot(a[0].graph, row, a) for row in matrix]


def product(left: Matrix, right: Matrix) -> Matrix:
    """The product of two 3 x 3 matrices."""
    graph, columns = left[0][0].graph, transpose(right)
    return [[dot(graph, row, column) for column in columns] for row in left]


def identity(graph: Graph) -> Matrix:
    return [[graph.one if i == j else graph.zero for j in range(3)] for i in range(3)]


def turn(graph: Graph, axis: str, angle: Expr) -> Matrix:
    """The rotation by an angle about the axis x, y or z.

    >>> g = Graph()
    >>> turn(g, "z", g.symbol("a"))[0]
    [cos(a), -sin(a), 0]
    """
    if axis not in AXES:
        raise NotApplicable(f"{axis!r} is no axis; needed is x, y or z")
    i = AXES[axis]
    j, k = (i + 1) % 3, (i + 2) % 3
    c, s = graph.cos(angle), graph.sin(angle)
    R = identity(graph)
    R[j][j], R[j][k], R[k][j], R[k][k] = c, -s, s, c
    return R


def turns(graph: Graph, steps: Sequence[tuple[str, Expr]]) -> Matrix:
    """Rotations one after another, each about an axis of the turned body: R = R_1 R_2 ... R_p."""
    R = identity(graph)
    for axis, angle in steps:
        R = product(R, turn(graph, axis, angle))
    return R


def angular_velocity(chart: Chart, R: Matrix) -> Vector:
    """w along fixed axes: w^ = R' R^T."""
    return _axial(product(_rate(chart, R), transpose(R)))


def body_angular_velocity(chart: Chart, R: Matrix) -> Vector:
    """w along the axes of the body: R^T R'."""
    return _axial(product(transpose(R), _rate(chart, R)))


def velocity(chart: Chart, position: Sequence[Expr]) -> Vector:
    """The velocity of a point given by its coordinates."""
    return chart.rates(position)


def _rate(chart: Chart, R: Matrix) -> Matrix:
    return [[chart.rate(e) for e in row] for row in R]


def _axial(W: Matrix) -> Vector:
    return [W[2][1], W[0][2], W[1][0]]


@dataclass(frozen=True, slots=True)
class Frame:
    """Moving axes: an origin in space, and turns about it from axes (their rotation, their w) that a shift left alone.

    own_w: the angular velocity along the own axes; v: the velocity of the origin along the axes before the turns, where
    it is shortest.  Rates are carried from frame to frame: they stay far shorter than derivatives of the products.
    """

    chart: Chart
    origin: Vector
    axes: Matrix
    axes_w: Vector
    own_w: Vector
    v: Vector
    steps: tuple[tuple[str, Expr], ...] = ()

    @property
    def rotation(self) -> Matrix:
        """The rotation from space."""
        return product(self.axes, turns(self.chart.graph, self.steps)) if self.steps else self.axes

    @property
    def w(self) -> Vector:
        """The angular velocity along fixed axes."""
        w, R = self.axes_w, self.axes
        for axis, angle in self.steps:
            rate = self.chart.rate(angle)
            w = plus(w, [row[AXES[axis]] * rate for row in R])
            R = product(R, turn(self.chart.graph, axis, angle))
        return w

    @property
    def own_v(self) -> Vector:
        """The velocity of the origin along the own axes."""
        v = self.v
        for axis, angle in self.steps:
            v = apply(transpose(turn(self.chart.graph, axis, angle)), v)
        return v


def fixed_frame(chart: Chart) -> Frame:
    """The axes of space."""
    nothing = [chart.graph.zero] * 3
    return Frame(chart, nothing, identity(chart.graph), nothing, nothing, nothing)


def shifted(frame: Frame, offset: Sequence[Expr]) -> Frame:
    """Parallel axes with another origin: offset (along the axes of the frame) may move."""
    chart, R = frame.chart, frame.rotation
    origin = plus(frame.origin, apply(R, offset))
    moved = plus(plus(frame.own_v, cross(frame.own_w, offset)), velocity(chart, offset))
    return Frame(chart, origin, R, frame.w, frame.own_w, moved)


def turned(frame: Frame, axis: str, angle: Expr) -> Frame:
    """The axes turned about their own x, y or z."""
    back = transpose(turn(frame.chart.graph, axis, angle))
    own_w = apply(back, frame.own_w)
    own_w[AXES[axis]] += frame.chart.rate(angle)
    return replace(frame, own_w=own_w, steps=(*frame.steps, (axis, angle)))
