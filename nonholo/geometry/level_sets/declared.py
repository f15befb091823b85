"""What is declared of coordinates, on a part of f = 0: x = phi(w) with x > 0 says phi(w) > 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import ceil, floor, pi

from nonholo.arithmetic.balls import Ball
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import PRECISION, ball, drawn_values
from nonholo.decide.feasible import is_inside, numbers_inside
from nonholo.decide.outside import surely_outside
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, Range, both, words
from nonholo.expression.text import text
from nonholo.geometry.constraints.chart import Chart
from nonholo.words.sentence import say

Values = Mapping[Expr, Expr]
TURNS = 3  # of which one lies in an interval without end
NOT_NEGATIVE, POSITIVE = Range(low=Rational(0)), Range(low=Rational(0), apart=True)


def declared_of(chart: Chart) -> list[tuple[Expr, Range]]:
    """What is assumed of coordinates, and of expressions that hold some.

    chart: theirs.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, (), ["x*y = 1"], assumptions=["x > 0", "x < y**3"])
    >>> [node for node, _ in declared_of(case.system.chart)]
    [x, x - y**3]
    """
    graph = chart.graph
    alone = ((q, graph.assumed.get(q.index, ANY)) for q in chart.q)
    related = ((e, known) for e, known in graph.stated.items() if e.has(chart.q))
    return [(e, known) for e, known in (*alone, *related) if known != ANY]


def declared_on(chart: Chart, values: Values) -> Iterator[tuple[Expr, Range]]:
    """What of it speaks of the coordinates that are left, with the solution put in.

    chart: the coordinates; values: coordinate -> expression in others.
    """
    for node, known in declared_of(chart):
        with suppress(OutOfReach, ZeroDivisionError):  # no value: no point of the part is found
            if (there := node.subs(values)).has(chart.q):
                yield there, known


def state_on(chart: Chart, values: Values) -> bool:
    """Let the graph know what is declared on a part of f = 0; was there anything?

    chart: the coordinates; values: coordinate -> expression in others.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.ranges import assumption, range_of
    >>> from nonholo.geometry.constraints.chart import chart
    >>> g = Graph()
    >>> g.declared["x"] = assumption(positive=True)
    >>> x, w = (plane := chart(g, ["x", "w"])).q
    >>> state_on(plane, {x: w**3}), range_of(w).positive
    (True, True)
    """
    graph = chart.graph
    given = declared_of(chart)
    told = [each for each in declared_on(chart, values) if each not in given]
    for e, known in told:
        graph.stated[e] = both(graph.stated.get(e, ANY), known)
    graph.ranges.clear()
    return bool(told)


def left_out(chart: Chart, values: Values, numbers: Values) -> str:
    """What is declared and surely holds nowhere on a part of f = 0; "" if all may hold.

    chart: the coordinates; values: coordinate -> expression in others; numbers: of parameters.

    >>> import nonholo as nh
    >>> chart = nh.System("x w", None, (), ["x = w"], assumptions=["x > 0"]).system.chart
    >>> x, w = chart.q
    >>> left_out(chart, {x: x.graph.zero}, {}), left_out(chart, {x: w}, {})
    ('x > 0', '')
    """
    for e, known in declared_of(chart):
        with suppress(OutOfReach, ZeroDivisionError):
            if surely_outside(known, e.subs(values).subs(numbers)):
                return words(text(e), known)
    return ""


def turned_inside(chart: Chart, angle: Expr, value: Expr) -> Expr | None:
    """An angle at a whole turn that is not surely beside what is declared of it; None if each is.

    chart: the coordinates; angle: one of them; value: what it is, up to whole turns.

    >>> from nonholo.expression.graph import Graph
    >>> from nonholo.expression.intervals import Range
    >>> from nonholo.geometry.constraints.chart import chart
    >>> g = Graph()
    >>> g.declared["x"] = Range(turns=(Rational(0), Rational(2)))
    >>> line = chart(g, ["x"])
    >>> [turned_inside(line, line.q[0], e) for e in (g.zero, g.pi, -g.pi)]
    [None, pi, pi]
    """
    known = chart.graph.assumed.get(angle.index, ANY)
    if known == ANY or not value.is_constant:
        return value
    low, high = known.turns or (known.low, known.high)
    unit = pi if known.turns else 1.0
    start = float(ball(value, {}, PRECISION))
    first, last = ((float(Ball(end or 0)) * unit - start) / (2 * pi) for end in (low, high))
    if low is not None and high is not None:
        turns: Iterable[int] = range(floor(first), ceil(last))
    else:  # an end is missing, or both: the nearest turns
        least = floor(first) if low is not None else min(ceil(last), 1) - TURNS
        turns = sorted(range(least, max(least, 0) + TURNS), key=lambda k: (abs(k), k < 0))
    moved = (value + 2 * k * chart.graph.pi for k in turns)
    return next((e for e in (value, *moved) if not surely_outside(known, e)), None)


def place_inside(
    chart: Chart,
    values: Values,
    given: Values,
    positive: Sequence[Expr] = (),
) -> dict[Expr, Rational] | None:
    """Numbers for coordinates with which all that is declared on a part of f = 0 holds strictly.

    chart: the coordinates; values: coordinate -> expression in others; given: numbers of all
    letters; positive: what is positive besides.  None where none was found.

    >>> import nonholo as nh
    >>> chart = nh.System("x w", None, (), ["x = w + 70"], assumptions=["x < 1"]).system.chart
    >>> x, w = chart.q
    >>> place_inside(chart, {x: w + 70}, {})[w] < -69
    True
    """
    told = list(declared_on(chart, values))
    if not told and not positive:
        return {}
    graph = chart.graph.fresh()
    graph.stated.clear()
    for e, known in [*told, *((e, POSITIVE) for e in positive)]:
        (there,) = graph.copy([e.subs(given)])
        if surely_outside(known, there):
            return None
        if there.support:
            graph.stated[there] = both(graph.stated.get(there, ANY), known)
    graph.ranges.clear()
    numbers = numbers_inside(graph)
    if numbers is None:
        return None
    return {q: numbers[s] for q in chart.q if (s := graph.lift(q)) in numbers}


def nothing_inside(chart: Chart, inequalities: Sequence[str] = ()) -> str:
    """Why an answer is open where no point was found around which all that is declared holds.

    chart: the coordinates; inequalities: texts of further ones.

    >>> import nonholo as nh
    >>> case = nh.System({"x": {"max": 0}, "w": {}}, None, (), ["x = w**2"])
    >>> print(nothing_inside(case.system.chart))
    no real point of f = 0 was found around which x <= 0 holds
    """
    each = [words(text(e), known) for e, known in declared_of(chart)]
    told = ", ".join((*each, *inequalities))
    return say("no real point of f = 0 was found around which {told} holds", told=told)


def holds_inside(chart: Chart, values: Values, point: Values, slacks: Sequence[Expr] = ()) -> bool:
    """All that is declared of what moves on a part of f = 0 holds at a point, and around it.

    So the part is no set without interior, as that of x = w^2 is with x <= 0.

    chart: the coordinates; values: coordinate -> expression in others; point: exact constants, for
    parameters too; slacks: what is not negative besides.
    """
    limits = [*declared_on(chart, values), *((s.subs(values), NOT_NEGATIVE) for s in slacks)]
    moving = [(e, known) for e, known in limits if e.has(chart.q)]
    there = ((e.subs(point), known) for e, known in moving)
    return all(is_inside(known, ball(v, drawn_values([v]), PRECISION)) for v, known in there)
