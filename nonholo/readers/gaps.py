"""What is assumed of coordinates and time, as g > 0 or g != 0."""

from __future__ import annotations

from collections.abc import Iterator

from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, Range, words
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart


def gaps(chart: Chart) -> Iterator[tuple[str, Expr, bool, bool]]:
    """(in words, g, apart, strict): g >= 0, > 0 if strict, or only g != 0 where it is apart.

    chart: whose graph knows what is assumed.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, ["y' = x^2/x*x'"], assumptions=["y >= 1"])
    >>> list(gaps(case.system.chart))
    [('x != 0', x, True, True), ('y >= 1', y - 1, False, False)]
    """
    graph = chart.graph
    for s in (*chart.q, chart.t):
        interval = graph.assumed.get(s.index, ANY)
        if interval != ANY:
            told = words(s.args, interval)
            yield from ((told, *gap) for gap in _ends(s, interval))
    for node, interval in graph.stated.items():
        if node.has(chart.q):
            told = words(text(node), interval)
            yield from ((told, *gap) for gap in _ends(node, interval))


def is_needed(system: System, g: Expr, apart: bool, strict: bool) -> bool:
    """Nobody assumed this gap: without it what is written has no value.

    system: of which something is assumed; the others: as `gaps` gives them.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, ["y' = x^2/x*x'"], assumptions=["y >= 1"])
    >>> [is_needed(case.system, *gap) for _, *gap in gaps(case.system.chart)]
    [True, False]
    """
    return bound_told(g, "!=" if apart else ">" if strict else ">=") in system.domain


def bound_told(u: Expr, sign: str) -> str:
    """u > 0 as it is told of a symbol: x >= 1, not x - 1 >= 0, so that it is said once.

    u: an expression; sign: between it and 0.

    >>> from nonholo.expression.graph import Graph
    >>> x = Graph().symbol("x")
    >>> bound_told(2 - x, ">="), bound_told(x**2 - x, "!=")
    ('x <= 2', 'x**2 - x != 0')
    """
    for s in u.symbols()[:1]:
        slope = u.diff(s)
        if slope.is_number and (end := s - u / slope).is_number:
            towards = sign if slope.args > 0 else sign.replace(">", "<")
            return f"{text(s)} {towards} {text(end)}"
    return f"{text(u)} {sign} 0"


def _ends(node: Expr, interval: Range) -> Iterator[tuple[Expr, bool, bool]]:
    graph = node.graph
    low, high = interval.low, interval.high
    if interval.turns is not None:
        yield node - graph.scale(graph.pi, interval.turns[0]), False, False
        yield graph.scale(graph.pi, interval.turns[1]) - node, False, False
        return
    if low is not None:
        yield node - graph.number(low), False, interval.above
    if high is not None:
        yield graph.number(high) - node, False, interval.below
    if interval.apart and low is None and high is None:
        yield node, True, True
