"""Kinematic equations q' = W(q, t) u + w(q, t) with fewer speeds u than coordinates: they hold
constraints.

    c_l (q' - w) = 0        c_l: a basis of the rows that annihilate W, free of denominators
    u = (rows of W that are regular, the simplest)^-1 (q' - w)

So a robot whose speeds are those ahead and about its axis comes as a system with its constraint
against skidding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonholo.errors import NotApplicable
from nonholo.geometry.distribution.displacements import clear
from nonholo.linear.elimination import dot, echelon, kernel, transpose
from nonholo.words.sentence import say


def fewer_speeds(
    words: Any, rates: Sequence[Any], u: Sequence[Any]
) -> tuple[dict[Any, Any], list[Any]]:
    """u in terms of q', and the constraints; rates: q_i' as SymPy expressions in u, q and t.

    words: a table of names with `nodes` and `back` that knows q, q' and u.  Raises NotApplicable
    where the rates are not linear in u or leave a speed undetermined."""
    graph, nodes = words.graph, words.nodes(rates)
    W = [[node.diff(s) for s in words.u] for node in nodes]
    if any(entry.has(words.u) for row in W for entry in row):
        raise NotApplicable(say("the kinematic equations are not linear in the speeds u"))
    offsets = [node.subs(dict.fromkeys(words.u, graph.zero)) for node in nodes]
    slips = [v - w for v, w in zip(words.v, offsets)]
    form = echelon(graph, transpose(W))
    if form.rank < len(u):
        raise NotApplicable(
            say(
                "the kinematic equations do not determine the speeds u from q'; needed are "
                "independent "
                "columns of speeds"
            )
        )
    speeds = [
        dot(graph, column, [slips[i] for i in form.pivots]) for column in transpose(form.combine)
    ]
    rows = [dot(graph, clear(c), slips) for c in kernel(graph, form, len(nodes))]
    return dict(zip(u, words.back(speeds))), words.back(rows)


def place_rate(frame: Any, point: Any) -> list[Any] | None:
    """The rate of the place of a point along the axes of the frame; None if no point at rest is
    known to start from.
    """
    from sympy.physics.mechanics import dynamicsymbols

    start = _at_rest(frame, point)
    return (
        None
        if start is None
        else list(point.pos_from(start).to_matrix(frame).diff(dynamicsymbols._t))
    )


def _at_rest(frame: Any, point: Any) -> Any:
    """A point at rest in the frame from which the place of the point is known."""
    from sympy.physics.mechanics import Vector

    waiting, seen = [point], {point}
    while waiting:
        one = waiting.pop(0)
        if one is not point and one._vel_dict.get(frame) == Vector(0):
            return one
        for other in one._pos_dict:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return None
