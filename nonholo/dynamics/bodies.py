"""Rigid bodies in space: energy, rolling, and what forces and reactions do on them.

    T = m v.v / 2 + w.I w / 2        (v of the mass centre, w and I along the axes of the body)
    Q_i = F . dv_P/dq_i' + M . dw/dq_i'        (force F at the point P of the body, moment M)

References: NeimarkFufaev1972; the generalised force of a wrench is in any course on rigid bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonholo.arithmetic.numbers import Rational
from nonholo.dynamics.space import AXES, Frame, Vector, apply, cross, plus, scaled, turns, velocity
from nonholo.errors import NotApplicable
from nonholo.expression.graph import UNIT, Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.linear.elimination import Matrix, dot, echelon, transpose, vanishes
from nonholo.words.sentence import say

_HALF = Rational(1, 2)


@dataclass(frozen=True, slots=True)
class Body:
    """A rigid body in a frame in which its inertia about the mass centre (3 x 3) and its mass
    centre stand still.

    spin: further angular velocity along the axes of the frame, of a rotor about its axis of
    symmetry."""

    frame: Frame
    mass: Expr
    inertia: Matrix
    centre: Vector
    spin: Vector
    name: str = ""

    @property
    def chart(self) -> Chart:
        return self.frame.chart

    @property
    def own_w(self) -> Vector:
        """The angular velocity along the axes of the frame."""
        return plus(self.frame.own_w, self.spin)

    @property
    def w(self) -> Vector:
        """The angular velocity along fixed axes."""
        return plus(self.frame.w, self.frame.in_space(self.spin))

    @property
    def place(self) -> Vector:
        """The mass centre in space."""
        return plus(self.frame.origin, self.frame.in_space(self.centre))


def body(frame: Frame, mass: Expr, inertia: Matrix, centre: Sequence[Expr] | None = None) -> Body:
    """A body fixed in a frame, its mass centre at the origin if none is given."""
    nothing = [frame.chart.graph.zero] * 3
    return Body(frame, mass, inertia, list(centre or nothing), nothing)


def kinetic_energy(body: Body) -> Expr:
    """T = m v.v / 2 + w.I w / 2."""
    return body.chart.graph.sum(_kinetic_terms(body))


def _kinetic_terms(body: Body) -> list[tuple[Expr, Rational]]:
    graph, w = body.chart.graph, body.own_w
    turning = [
        graph.scaled_product(_HALF, ((entry, 1), (a, 1), (b, 1)))
        for row, a in zip(body.inertia, w)
        for entry, b in zip(row, w)
        if not (entry.is_zero or a.is_zero or b.is_zero)
    ]
    if body.mass.is_zero:
        return turning
    v = body.frame.v  # along other axes |v| is the same
    if any(not c.is_zero for c in body.centre):
        v = _centre_velocity(body)
    squares = graph.sum([graph.scaled_product(UNIT, ((c, 2),)) for c in v if not c.is_zero])
    return [graph.scaled_product(_HALF, ((body.mass, 1), (squares, 1))), *turning]


def _centre_velocity(body: Body) -> Vector:
    """Of the mass centre, along the own axes; after one turn along the axes before it, in which it
    is the rate of a place: of R c where R is given as a matrix.
    """
    frame, graph = body.frame, body.chart.graph
    arm = cross(frame.own_w, body.centre)
    if len(frame.steps) != 1:
        return plus(frame.own_v, arm)
    (step,) = frame.steps
    if isinstance(step, tuple):
        return plus(frame.v, apply(turns(graph, frame.steps), arm))
    place, before = apply(step, body.centre), frame.stand.before
    carried = [graph.zero] * 3 if before is None else cross(before.own_w, place)
    return plus(plus(frame.v, carried), velocity(body.chart, place))


def _gravity_terms(body: Body, gravity: Sequence[Expr]) -> list[tuple[Expr, Rational]]:
    """m g.r."""
    graph = body.chart.graph
    if body.mass.is_zero or all(g.is_zero for g in gravity):
        return []
    return [graph.scaled_product(UNIT, ((body.mass, 1), (dot(graph, gravity, body.place), 1)))]


def lagrangian(bodies: Sequence[Body], gravity: Sequence[Expr]) -> Expr:
    """T - V of all bodies."""
    terms = [term for b in bodies for term in (*_kinetic_terms(b), *_gravity_terms(b, gravity))]
    return bodies[0].chart.graph.sum(terms)


def point_velocity(body: Body, place: Sequence[Expr]) -> Vector:
    """The velocity of the point of the body that is at `place` in space: v + w x (place -
    origin).
    """
    chart = body.chart
    start = velocity(chart, body.frame.origin)
    turning = cross(body.frame.w, [p - c for p, c in zip(place, body.frame.origin, strict=True)])
    spinning = cross(body.frame.in_space(body.spin), [p - c for p, c in zip(place, body.place)])
    return plus(plus(start, turning), spinning)


def rolling(
    body: Body,
    contact: Sequence[Expr],
    directions: Sequence[Sequence[Expr]],
    ground: Sequence[Expr] | None = None,
) -> list[Expr]:
    """Rolling without slip: the velocity of the body at the contact, less that of the ground,
    along each direction.
    """
    graph = body.chart.graph
    slip = point_velocity(body, contact)
    if ground is not None:
        slip = [v - g for v, g in zip(slip, ground, strict=True)]
    return [dot(graph, direction, slip) for direction in directions]


@dataclass(frozen=True, slots=True)
class Point:
    """A component of the velocity of a point of a body, less that of the ground there.

        side . (v + w x arm) + ground

    side, arm: along the axes of the body, as the velocity v of its origin and its w; arm: from
    there to the point."""

    side: Vector
    arm: Vector
    ground: Expr


def point(
    body: Body, place: Sequence[Expr], side: Sequence[Expr], ground: Sequence[Expr] | None = None
) -> Point:
    """The point of the body that is at `place` in space, along a direction in space."""
    graph, back = body.chart.graph, transpose(body.frame.rotation)
    arm = apply(back, [p - c for p, c in zip(place, body.frame.origin, strict=True)])
    moves = graph.zero if ground is None else -dot(graph, side, ground)
    return Point(apply(back, side), arm, moves)


@dataclass(frozen=True, slots=True)
class WheelContact:
    """A thin wheel on a level floor through the origin: a condition that is 0 in contact, and
    slip ahead and across, with what it is of the body.
    """

    condition: Expr
    slip: tuple[Expr, Expr]
    points: tuple[Point, Point]


def wheel_contact(
    body: Body, axle: str, radius: Expr, down: Sequence[Expr], ground: Sequence[Expr] | None
) -> WheelContact:
    """Contact and slip at the lowest point of a thin wheel about the origin of its frame.

    e: the axle, an axis of the frame; d: the unit vector down; h: the height of the hub.  The
    lowest point is at r (d - (d.e) e) / s from the hub with s = sqrt(1 - (d.e)^2), and it is on the
    floor where h = r s.  So the condition is r^2 (1 - (d.e)^2) - h^2, and on its zeros the arm is
    r^2 (d - (d.e) e) / h, without a root (h > 0). ground: the velocity of the floor, along fixed
    axes.  Raises NotApplicable where h = 0."""
    graph, frame = body.chart.graph, body.frame
    i = AXES[axle]
    e = [graph.one if j == i else graph.zero for j in range(3)]
    back = transpose(frame.rotation)
    d = apply(back, down)
    height = -dot(graph, down, frame.origin)
    if vanishes(height):
        raise NotApplicable(
            say(
                "the hub of the wheel lies in the floor, which goes through the origin; "
                'needed is an origin of its body above the floor, such as ["x", "y", '
                '"R*cos(lean)"]'
            )
        )
    arm, moves = lowest(radius, d, i, height), [graph.zero] * 3
    v = plus(frame.own_v, cross(body.own_w, arm))
    if ground is not None:
        moves = apply(back, ground)
        v = [a - b for a, b in zip(v, moves)]
    ahead = cross(e, d)
    condition = radius**2 * (1 - d[i] ** 2) - height**2
    # of equal forms the graph keeps the first: the slip before the rest
    roll = dot(graph, ahead, v)
    sides = ahead, cross(d, ahead)
    slip = roll, dot(graph, sides[1], v)
    first, second = (Point(side, arm, -dot(graph, side, moves)) for side in sides)
    return WheelContact(condition, slip, (first, second))


def lowest(radius: Expr, down: Sequence[Expr], axle: int, height: Expr) -> Vector:
    """The point of a thin wheel on the floor, from its hub: r^2 (d - (d.e) e) / h, along its axes.

    down: the unit vector d, along these too; axle: the number of the axis e.
    """
    across = [radius.graph.zero if j == axle else c for j, c in enumerate(down)]
    return scaled(radius**2 / height, across)


# forces -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Wrench:
    """A force at a point of a body, and a moment, along fixed axes."""

    body: Body
    force: Vector
    moment: Vector
    place: Vector


def generalised_forces(wrench: Wrench) -> Vector:
    """Q_i = F . dv_P/dq_i' + M . dw/dq_i' for i = 1..n."""
    chart = wrench.body.chart
    v = point_velocity(wrench.body, wrench.place)
    w = wrench.body.w
    return [
        dot(chart.graph, wrench.force, [e.diff(u) for e in v])
        + dot(chart.graph, wrench.moment, [e.diff(u) for e in w])
        for u in chart.v
    ]


# reactions --------------------------------------------------------------------------------------
def carried_by(
    rows: Pfaffian, multipliers: Sequence[Expr], carriers: Sequence[Sequence[Expr]]
) -> list[Expr]:
    """Sizes c of real forces with sum_j c_j Q^j = A^T lambda: what the multipliers mean.

    carriers: generalised forces Q^j (n each) of unit forces or moments that may exert the reaction.
    The balance is that of power at every velocity, admissible or not.  Raises NotApplicable if
    these forces cannot exert it, or can in more than one way."""
    graph = rows.chart.graph
    columns = transpose(rows.matrix)
    reaction = [dot(graph, column, multipliers) for column in columns]
    table = [[*(Q[i] for Q in carriers), reaction[i]] for i in range(rows.chart.n)]
    form = echelon(graph, table, range(len(carriers)))
    if form.rank < len(carriers):
        raise NotApplicable(
            say(
                "the forces named have dependent generalised forces: their sizes are not "
                "determined; name fewer"
            )
        )
    for combination in form.idle:
        excess = dot(graph, combination, reaction)
        if not vanishes(excess):
            raise NotApplicable(
                say(
                    "the forces named cannot exert this reaction: their power differs from "
                    "that of A^T lambda (a rest of {excess}); name forces at the contact "
                    "that do",
                    excess=excess,
                )
            )
    return [row[-1] for row in form.rows]
