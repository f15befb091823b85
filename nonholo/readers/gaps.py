"""What is assumed of coordinates and time, as g > 0 or g != 0."""

from __future__ import annotations

from collections.abc import Iterator

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
