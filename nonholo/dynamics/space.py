"""Vectors and rotations in space, as expressions of a chart.

A vector is a list of three components along fixed axes; a rotation R is a 3 x 3 matrix whose
columns are the axes of the body, so r_space = R r_body.  Angular velocity: w^ = R' R^T along fixed
axes, R^T R' along the body's (w^ r = w x r)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from nonholo.decide.relations import all_zero_on, remainder_on
from nonholo.decide.zero import all_zero
from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.node import Exact
from nonholo.geometry.constraints.chart import Chart
from nonholo.linear.elimination import Matrix, determinant, dot, transpose
from nonholo.words.sentence import say

Vector = list[Expr]
Step = tuple[str, Expr] | Matrix  # a turn about an axis by an angle, or a rotation matrix
AXES = {"x": 0, "y": 1, "z": 2}


def vector(graph: Graph, components: Sequence[Exact]) -> Vector:
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

    Raises NotApplicable for another axis.

    >>> g = Graph()
    >>> turn(g, "z", g.symbol("a"))[0]
    [cos(a), -sin(a), 0]
    """
    if axis not in AXES:
        raise NotApplicable(say("{axis!r} is no axis; needed is x, y or z", axis=axis))
    i = AXES[axis]
    j, k = (i + 1) % 3, (i + 2) % 3
    c, s = graph.cos(angle), graph.sin(angle)
    R = identity(graph)
    R[j][j], R[j][k], R[k][j], R[k][k] = c, -s, s, c
    return R


def turns(graph: Graph, steps: Sequence[Step]) -> Matrix:
    """Rotations one after another, each about an axis of the turned body or a matrix: R = R_1
    R_2 ... R_p.
    """
    if not steps:
        return identity(graph)
    R, *others = (_matrix(graph, step) for step in steps)
    for other in others:
        R = product(R, other)
    return R


def _matrix(graph: Graph, step: Step) -> Matrix:
    return turn(graph, *step) if isinstance(step, tuple) else step


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


@dataclass(frozen=True)
class Stand:
    """Where a frame stands: an offset from the frame before it, along the axes of that; worked
    out when asked for.
    """

    chart: Chart
    before: Frame | None = None
    offset: Vector = field(default_factory=list)

    @cached_property
    def origin(self) -> Vector:
        """The place in space."""
        if self.before is None:
            return _nothing(self.chart)
        return plus(self.before.origin, self.before.in_space(self.offset))

    @cached_property
    def axes(self) -> Matrix:
        """The axes that the shift left alone."""
        return identity(self.chart.graph) if self.before is None else self.before.rotation

    @cached_property
    def w(self) -> Vector:
        """Their angular velocity along fixed axes."""
        return _nothing(self.chart) if self.before is None else self.before.w

    @cached_property
    def v(self) -> Vector:
        """The velocity of the origin along these axes."""
        if self.before is None:
            return _nothing(self.chart)
        carried = plus(self.before.own_v, cross(self.before.own_w, self.offset))
        return plus(carried, velocity(self.chart, self.offset))


@dataclass(frozen=True)
class Carried(Stand):
    """A stand whose axes are those before the one turn of the frame before it: what turns about
    the same axis from there on needs the sum of the angles alone.
    """

    @cached_property
    def axes(self) -> Matrix:
        """The axes before that turn."""
        assert self.before is not None
        return self.before.stand.axes

    @cached_property
    def w(self) -> Vector:
        """Their angular velocity along fixed axes."""
        assert self.before is not None
        return self.before.stand.w

    @cached_property
    def v(self) -> Vector:
        """The velocity of the origin along these axes."""
        assert self.before is not None
        moved = plus(cross(self.before.own_w, self.offset), velocity(self.chart, self.offset))
        return plus(self.before.v, apply(turns(self.chart.graph, self.before.steps), moved))


@dataclass(frozen=True)
class Frame:
    """Moving axes: turns about a stand; own_w: the angular velocity along the own axes.

    Rates are carried from frame to frame: they stay far shorter than derivatives of the products.
    """

    stand: Stand
    own_w: Vector
    steps: tuple[Step, ...] = ()

    @property
    def chart(self) -> Chart:
        return self.stand.chart

    @property
    def origin(self) -> Vector:
        return self.stand.origin

    @property
    def v(self) -> Vector:
        """The velocity of the origin along the axes before the turns, where it is shortest."""
        return self.stand.v

    @cached_property
    def rotation(self) -> Matrix:
        """The rotation from space."""
        axes = self.stand.axes
        return product(axes, turns(self.chart.graph, self.steps)) if self.steps else axes

    def in_space(self, a: Sequence[Expr]) -> Vector:
        """A vector along the own axes as one along fixed axes."""
        return list(a) if all(x.is_zero for x in a) else apply(self.rotation, a)

    @cached_property
    def w(self) -> Vector:
        """The angular velocity along fixed axes."""
        w, R = self.stand.w, self.stand.axes
        for i, step in enumerate(self.steps):
            if i:
                R = product(R, _matrix(self.chart.graph, self.steps[i - 1]))
            w = plus(w, apply(R, _step_w(self.chart, step)))
        return w

    @cached_property
    def own_v(self) -> Vector:
        """The velocity of the origin along the own axes."""
        v = self.v
        for step in self.steps:
            v = _turned_back(self.chart.graph, step, v)
        return v


def _nothing(chart: Chart) -> Vector:
    return [chart.graph.zero] * 3


def _step_w(chart: Chart, step: Step) -> Vector:
    """The angular velocity of a step along the axes before it."""
    if not isinstance(step, tuple):
        return angular_velocity(chart, step)
    axis, angle = step
    return [chart.rate(angle) if j == AXES[axis] else chart.graph.zero for j in range(3)]


def _turned_back(graph: Graph, step: Step, a: Vector) -> Vector:
    """The components of a vector along turned axes; along the axis of a turn it stays as it is."""
    stays = all(
        x.is_zero for j, x in enumerate(a) if not isinstance(step, tuple) or j != AXES[step[0]]
    )
    return list(a) if stays else apply(transpose(_matrix(graph, step)), a)


def fixed_frame(chart: Chart) -> Frame:
    """The axes of space."""
    return Frame(Stand(chart), _nothing(chart))


def shifted(frame: Frame, offset: Sequence[Expr]) -> Frame:
    """Parallel axes with another origin: offset (along the axes of the frame) may move."""
    return Frame(Stand(frame.chart, frame, list(offset)), frame.own_w)


def turned(frame: Frame, axis: str, angle: Expr) -> Frame:
    """The axes turned about their own x, y or z.

    After a shift along axes that one turn about the same axis has made, both turns are one.
    """
    own_w = _turned_back(frame.chart.graph, (axis, angle), frame.own_w)
    own_w[AXES[axis]] += frame.chart.rate(angle)
    stand = frame.stand
    if not frame.steps and stand.before is not None and len(stand.before.steps) == 1:
        (step,) = stand.before.steps
        if isinstance(step, tuple) and step[0] == axis:
            carried = Carried(stand.chart, stand.before, stand.offset)
            return replace(frame, stand=carried, own_w=own_w, steps=((axis, step[1] + angle),))
    return replace(frame, own_w=own_w, steps=(*frame.steps, (axis, angle)))


def turned_by(frame: Frame, R: Matrix, levels: Sequence[Expr] = ()) -> Frame:
    """The axes turned by a rotation matrix, whose columns are the new axes along the old.

    levels: functions f that vanish; where R is a rotation on f = 0 alone, so is what is said of it,
    and the angular velocity is made short by f = 0 and df/dt = 0.  By no others: the energy off
    f = 0 tells the reaction of f.
    """
    chart, needed = frame.chart, _levels_needed(R, levels)
    relations = [*needed, *chart.rates(needed)] if needed else []
    w = [remainder_on(e, relations) if relations else e for e in body_angular_velocity(chart, R)]
    own_w = plus(_turned_back(chart.graph, R, frame.own_w), w)
    return replace(frame, own_w=own_w, steps=(*frame.steps, R))


def _levels_needed(R: Matrix, levels: Sequence[Expr]) -> Sequence[Expr]:
    """None where R is a rotation everywhere, the first on which it is one, or all."""
    if not levels or is_rotation(R):
        return ()
    off, inside = off_rotation(R), R[0][0].graph.mask(e for row in R for e in row)
    alone = (f for f in levels if not f.support & ~inside and all_zero_on(off, [f]).answer)
    return next(([f] for f in alone), levels)


def off_rotation(matrix: Matrix) -> list[Expr]:
    """The entries of R^T R - 1, and det R - 1: all vanish where the matrix is a rotation.

    >>> g = Graph()
    >>> off_rotation(turn(g, "z", g.symbol("a"))) == [g.zero] * 10
    True
    """
    graph = matrix[0][0].graph
    differences = [
        a - b
        for row, unit_row in zip(product(transpose(matrix), matrix), identity(graph))
        for a, b in zip(row, unit_row)
    ]
    return [*differences, determinant(graph, matrix) - 1]


def is_rotation(matrix: Matrix) -> bool:
    """R^T R = 1 and det R = 1 are proved, identically in the coordinates."""
    decision = all_zero(off_rotation(matrix))
    return bool(decision.answer) and decision.proved
