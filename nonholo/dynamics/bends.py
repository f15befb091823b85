"""Where a motion runs along a kink: abs(u) and sign(u) have no slopes at u = 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nonholo.errors import NotApplicable
from nonholo.expression.graph import Expr
from nonholo.geometry.zeros.domain import switches
from nonholo.linear.elimination import vanishes
from nonholo.words.sentence import say
from nonholo.writing.present import presentable


def with_open_signs(
    nodes: Sequence[Expr], on: Callable[[Expr], bool]
) -> tuple[list[Expr], Mapping[Expr, Expr]]:
    """The nodes with abs(u) = s u and sign(u) = s for each u where a motion runs; s -> its call.

    on: whether the motion runs where u = 0.

    >>> from nonholo.expression.graph import Graph
    >>> g = Graph()
    >>> x, y = g.symbol("x"), g.symbol("y")
    >>> made, signs = with_open_signs([x * g.call("abs", x) + g.call("abs", y)], lambda u: u is x)
    >>> list(signs.values()), [node.has(list(signs)) for node in made]
    ([abs(x)], [True])
    """
    made, signs = list(nodes), dict[Expr, Expr]()
    while bends := [call for call in switches(made) if on(call.args[1][0])]:
        graph, put = made[0].graph, dict[Expr, Expr]()
        for call in bends:
            name, (u,) = call.args
            sign = graph.symbol(f"sign {u.index}")
            signs.setdefault(sign, call)
            put[call] = sign * u if name == "abs" else sign
        made = graph.substitute(made, put)
    return made, signs


def require_smooth(entries: Sequence[Expr], signs: Mapping[Expr, Expr]) -> None:
    """Refuses values and slopes that hang on the side of a kink: on an open sign.

    entries: along the motion; signs: those of `with_open_signs`.  Raises NotApplicable.
    """
    for sign, call in signs.items():
        if not all(vanishes(e.diff(sign)) for e in entries if e.has([sign])):
            raise NotApplicable(
                say(
                    "no linear model: {call} bends or jumps where {u} = 0, and there the motion "
                    "is; take a point on one side, or a smooth function in its place",
                    call=presentable(call),
                    u=presentable(call.args[1][0]),
                )
            )
