"""What one contact bears: the bodies joined with the one that touches the ground, and whether
something else may hold them.

    joined      bodies that share coordinates: where these move, both do
    free        directions c = dr_b/dq.s in which all their mass centres r_b move alike
    held        directions m along the ground at right angles to every c

What hides along m, in the choice of the coordinates, may be the ground's force or another's."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.dynamics.bodies import Body
from nonholo.dynamics.space import Vector, cross
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import dot, null_space, vanishes


def joined(bodies: Sequence[Body], name: str) -> tuple[Body, ...]:
    """The bodies that have coordinates in common with the one of that name, from one to the
    next; it comes first.
    """
    (first,) = (body for body in bodies if body.name == name)
    group, moving = [first], coordinates(first)
    left = [body for body in bodies if body is not first]
    while near := [body for body in left if moving & coordinates(body)]:
        group += near
        moving = moving.union(*map(coordinates, near))
        left = [body for body in left if body not in near]
    return tuple(group)


def coordinates(body: Body) -> set[Expr]:
    """Those that move it: in its place, its axes or its spin."""
    told = [*body.place, *(e for row in body.frame.rotation for e in row), *body.spin]
    chart = body.chart
    return {q for q, v in zip(chart.q, chart.v) if any(e.has([q, v]) for e in told)}


def held(bodies: Sequence[Body], down: Vector) -> list[Vector] | None:
    """Directions along the ground in which no displacement moves all mass centres alike; None if
    there is no such displacement at all.
    """
    chart, graph = bodies[0].chart, bodies[0].chart.graph
    first, *others = ([[c.diff(q) for q in chart.q] for c in body.place] for body in bodies)
    rows = [
        [a - b for a, b in zip(row, start)] for other in others for row, start in zip(other, first)
    ]
    steps = null_space(graph, rows, chart.n)
    free = [cross(down, [dot(graph, row, s) for row in first]) for s in steps]
    free = [m for m in free if not _is_zero(m)]
    if not free:
        return None
    return [free[0]] if all(_is_zero(cross(free[0], m)) for m in free) else []


def _is_zero(a: Vector) -> bool:
    return all(map(vanishes, a))
