"""Wheels that steer one by one: by which angles their axes meet on that of the wheels that do not.

    k_i = atan(L_i tan s/(L - w_i tan s))       L_i, w_i: ahead of the fixed axle, and to the left

s is the angle of a wheel in the middle between them, L ahead.  Reference: MurraySastry1993.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.decide.zero import surely_zero
from nonholo.expression.graph import Expr
from nonholo.linear.elimination import dot
from nonholo.numerics.compile import constant
from nonholo.readers.urdf_wheels import Rigid


def steered_one_by_one(parts: Sequence[Rigid]) -> list[tuple[str, Expr, Expr, Expr]]:
    """(joint, L_i/L, w_i/L, +-1) of two joints or more that steer; none if nothing is known.

    parts: the base and what rolls or steers, in the rest pose.  Known are wheels below the axes of
    their joints, straight ahead at rest, beside wheels on the base of which the axles are one line;
    +-1: whether the joint turns to the left.
    """
    base = parts[0].name
    fixed = [p for p in parts if p.wheel is not None and p.parent == base]
    pairs = [
        (joint, wheel)
        for joint in parts
        for wheel in parts
        if joint.wheel is None and joint.parent == base and wheel.parent == joint.name
    ]
    if not fixed or len(pairs) < 2 or any(p.joint and p.joint.mimic for p, _ in pairs):
        return []
    first = fixed[0]
    assert first.axis is not None and first.wheel is not None
    graph, (ax, ay, _) = first.mass.graph, first.axis
    if constant(ay) < 0:
        ax, ay = -ax, -ay
    ahead, left, origin = (ay, -ax), (ax, ay), first.wheel.centre[:2]

    def along(way: tuple[Expr, Expr], point: Sequence[Expr]) -> Expr:
        return dot(graph, way, [p - o for p, o in zip(point[:2], origin)])

    places = [
        *(along(ahead, p.wheel.centre) for p in fixed if p.wheel),
        *(along(ahead, w.wheel.centre) - along(ahead, j.place) for j, w in pairs if w.wheel),
        *(dot(graph, ahead, p.axis[:2]) for p in (*fixed, *(w for _, w in pairs)) if p.axis),
    ]
    L = along(ahead, pairs[0][0].place)
    if surely_zero(L) or not all(map(surely_zero, places)):
        return []
    middle = graph.add(*(along(left, j.place) for j, _ in pairs)) / len(pairs)
    return [
        (
            joint.joint.name,
            along(ahead, joint.place) / L,
            (along(left, joint.place) - middle) / L,
            joint.axis[2],
        )
        for joint, _ in pairs
        if joint.joint is not None and joint.axis is not None
    ]
