"""What one contact bears: the bodies joined with the one that touches the ground, and whether
something else may hold them.

    joined      bodies that share coordinates: where these move, both do
    free        directions c = dr_b/dq.s in which all their mass centres r_b move alike
    held        directions m along the ground at right angles to every c
    rigid       levels f = 0 that only keep the matrix R of a body a rotation: they hold no body

What hides along m, in the choice of the coordinates, may be the ground's force or another's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonholo.dynamics.bodies import Body
from nonholo.dynamics.space import Vector, cross
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import dot, echelon, null_space, transpose, vanishes


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


def keeps_rigid(f: Expr, bodies: Sequence[Body], point: Mapping[Expr, Expr]) -> bool:
    """df is a combination of the differentials of R^T R of the bodies, identically and at a point
    of f = 0: what f = 0 excludes would deform a body, and its reaction is none in space.

    point: coordinates and parameters by their values.
    """
    chart, graph = bodies[0].chart, f.graph
    if not f.subs(point).is_zero:
        return False
    axes = [transpose(body.frame.rotation) for body in bodies]
    squares = [dot(graph, a, b) for R in axes for i, a in enumerate(R) for b in R[: i + 1]]
    rows = [[e.diff(q) for q in chart.q] for e in (*squares, f)]
    there = [graph.substitute(row, point) for row in rows]
    return all(echelon(graph, m).rank == echelon(graph, m[:-1]).rank for m in (rows, there))


def held(bodies: Sequence[Body], down: Vector, levels: Sequence[Expr]) -> list[Vector] | None:
    """Directions along the ground in which no displacement moves all mass centres alike; None if
    there is no such displacement at all.

    levels: functions that keep matrices of the bodies rotations.
    """
    chart, graph = bodies[0].chart, bodies[0].chart.graph
    first, *others = ([[c.diff(q) for q in chart.q] for c in body.place] for body in bodies)
    rows = [
        [a - b for a, b in zip(row, start)] for other in others for row, start in zip(other, first)
    ]
    rows += [[f.diff(q) for q in chart.q] for f in levels]
    steps = null_space(graph, rows, chart.n)
    free = [cross(down, [dot(graph, row, s) for row in first]) for s in steps]
    free = [m for m in free if not _is_zero(m)]
    if not free:
        return None
    return [free[0]] if all(_is_zero(cross(free[0], m)) for m in free) else []


def _is_zero(a: Vector) -> bool:
    return all(map(vanishes, a))
