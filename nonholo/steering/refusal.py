"""When there is no path: an end out of bounds, a first integral with two values, or a coordinate
that cannot have the mean rate it needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.arithmetic.numbers import common_measure
from nonholo.decide.ball import ball
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.graph import DIVISION, OPAQUE, Expr, linear
from nonholo.expression.text import text
from nonholo.geometry.accessibility.drift import bounds_of, one_way
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.distribution.condition import regular_everywhere
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.geometry.zeros.signs import never_vanishes, poles
from nonholo.numerics.tape import approximate
from nonholo.readers.case import Case
from nonholo.readers.gaps import gaps
from nonholo.signs.values import values_of
from nonholo.steering.bounds import SLACK, on_an_edge, why_so
from nonholo.steering.problem import Problem
from nonholo.words.sentence import say
from nonholo.writing.present import presentable

PLAIN = 12  # characters of a constant that needs no decimal beside it


def off_level(problem: Problem, functions: Sequence[Expr], clock: bool) -> str:
    """A holonomic constraint f = 0 that an end violates; "" if none does."""
    for f in functions:
        if not problem.settled(f):
            continue
        for where, values in (("start", problem.at_start()), ("goal", problem.at_goal())):
            value = _at(f, values)
            if value is not None and decide_zero(value).answer is False:
                when = (
                    f" (t = {shown(values[problem.chart.t])})"
                    if clock and f.has([problem.chart.t])
                    else ""
                )
                if where == "start":
                    return say(
                        "{f} is {value} at the start{when} and must be 0",
                        f=shown(f),
                        value=shown(value),
                        when=when,
                    )
                return say(
                    "{f} is {value} at the goal{when} and must be 0",
                    f=shown(f),
                    value=shown(value),
                    when=when,
                )
    return ""


def at_an_edge(problem: Problem, case: Case) -> str:
    """What is assumed strictly, as x != 0, and an end does not obey, or that parts the ends; "" if
    both obey and lie on one side.
    """
    if edge := on_an_edge(case, problem.at_start()):
        return say("{edge}, and is not so at the start", edge=edge)
    settled = {s: e for s, e in problem.at_goal().items() if problem.settled(s)}
    if edge := on_an_edge(case, settled):
        return say("{edge}, and is not so at the goal", edge=edge)
    for told, g, apart, strict in gaps(case.system.chart):
        side = g.subs(case.system.values)
        if apart and problem.settled(side):
            ends = [_at(side, at) for at in (problem.at_start(), problem.at_goal())]
            signs = [ball(e, {}) for e in ends if e is not None and e.is_constant]
            if len(signs) == 2 and signs[0] * signs[1] < 0:
                edge = why_so(case, told, g, apart, strict)
                return say("{edge}, and start and goal lie on its two sides", edge=edge)
    return ""


def out_of_bounds(problem: Problem, bounds: Sequence[tuple[str, Expr | None]]) -> str:
    """An inequality g >= 0 on coordinates that an end violates; "" if none does.

    bounds: its words and g.
    """
    for told, g in bounds:
        if g is None or g.has(problem.chart.v):
            continue
        for where, values in (("start", problem.at_start()), ("goal", problem.at_goal())):
            value = _at(g, values) if where == "start" or problem.settled(g) else None
            if value is None or not (near := ball(value, {})).is_finite() or not near < -SLACK:
                continue
            by = shown(-value)
            if where == "start":
                return say("{told} is broken at the start, by {by}", told=told, by=by)
            return say("{told} is broken at the goal, by {by}", told=told, by=by)
    return ""


def integral_broken(problem: Problem, integrals: Sequence[Expr]) -> str:
    """A first integral with different values at the ends; "" if there is none."""
    for f in filter(problem.settled, map(primitive, integrals)):
        a, b = _at(f, problem.at_start()), _at(f, problem.at_goal())
        if a is not None and b is not None and decide_zero(b - a).answer is False:
            return say(
                "{f} is {first} at the start and {last} at the goal, and no motion changes it",
                f=shown(f),
                first=shown(a),
                last=shown(b),
            )
    return ""


def pole_free(node: Expr, chart: Chart) -> bool:
    """Surely finite for all q and t: no denominator can vanish, and no special function takes
    part.
    """
    try:
        return not node.doubt & OPAQUE and not poles(node, chart)
    except OutOfReach:
        return False


def primitive(f: Expr) -> Expr:
    """A multiple of the function with whole coprime coefficients, where it is a sum."""
    constant_part, terms = linear(f)
    if constant_part != 0 or not terms:
        return f
    return f.graph.scale(f, 1 / common_measure(c for _, c in terms))


def surface_between(problem: Problem, surfaces: Sequence[Expr]) -> str:
    """A surface f = 0 to which all admissible fields are tangent, and the ends not on one side
    of it; "" if none.
    """
    for f in filter(problem.settled, surfaces):
        first, last = (_at(f, end) for end in (problem.at_start(), problem.at_goal()))
        if first is None or last is None:
            continue
        signs = _sign(first), _sign(last)
        if None not in signs and signs[0] != signs[1]:
            return say(
                "{f} is {first} at the start and {last} at the goal, and {f} = 0 can be neither "
                "entered nor left",
                f=shown(f),
                first=shown(first),
                last=shown(last),
            )
    return ""


def _sign(value: Expr) -> int | None:
    """Of a constant; None if it is not known."""
    if decide_zero(value).answer:
        return 0
    near = ball(value, {})
    return None if not near.is_finite() or near.contains(0) else 1 if near > 0 else -1


def drift_forbids(problem: Problem, d: Distribution) -> str:
    """A coordinate with q_l' = a(q, t) that never is (goal - start)/T, as it must be at some
    instant, or is never less, or never more, and not that at an end; "" if none.

    (The mean value theorem.)
    """
    if not regular_everywhere(d):
        return ""
    for l, row in zip(d.dependent, d.alpha):
        rate = row[0]
        if l in problem.open or any(not e.is_zero for e in row[1:]):
            continue
        if rate.is_zero:
            continue
        mean = (problem.goal[l] - problem.start[l]) / problem.duration
        smooth = pole_free(rate, d.chart)
        if (smooth and never_vanishes(rate - mean, d.chart)) or _on_one_side(rate - mean):
            return _words(problem, d, l, rate, mean)
        if smooth and _moves_at_an_end(problem, rate - mean) and one_way(rate - mean):
            return _at_an_end(problem, d, l, rate, mean)
    return ""


def _on_one_side(excess: Expr) -> bool:
    """Surely always of one sign, though it may bend and jump; nothing is divided there."""
    bounds = values_of(excess)
    return not excess.doubt & DIVISION and (bounds.positive or bounds.negative)


def _moves_at_an_end(problem: Problem, excess: Expr) -> bool:
    """It is surely not 0 at the start, or at the goal."""
    ends = [problem.at_start(), *([problem.at_goal()] if problem.settled(excess) else [])]
    values = (_at(excess, end) for end in ends)
    return any(v is not None and _sign(v) in (1, -1) for v in values)


def _at_an_end(problem: Problem, d: Distribution, l: int, rate: Expr, mean: Expr) -> str:
    given = {
        "law": f"{d.chart.names[l]}' = {shown(rate)}",
        "mean": shown(mean),
        "name": d.chart.names[l],
        "start": shown(problem.start[l]),
        "goal": shown(problem.goal[l]),
        "time": shown(problem.duration),
    }
    if bounds_of(rate - mean).not_negative:
        return say(
            "{law} is never less than {mean}, the mean rate from {name} = {start} to {goal} in "
            "time {time}, and more at an end",
            **given,
        )
    return say(
        "{law} is never more than {mean}, the mean rate from {name} = {start} to {goal} in "
        "time {time}, and less at an end",
        **given,
    )


def _words(problem: Problem, d: Distribution, l: int, rate: Expr, mean: Expr) -> str:
    name, (a, b) = d.chart.names[l], (shown(problem.start[l]), shown(problem.goal[l]))
    law = f"{name}' = {shown(rate)}"
    if never_vanishes(rate, d.chart):
        value = _at(rate, problem.at_start())
        sign = None if value is None else ball(value, {})
        grows = bool(sign > 0) if sign is not None and sign.is_finite() else None
        ahead = approximate(mean)
        if grows is not None and (ahead <= 0 if grows else ahead >= 0):
            if grows:
                return say(
                    "{law} never vanishes: {name} can only grow, so it never comes from {start} to "
                    "{goal}",
                    law=law,
                    name=name,
                    start=a,
                    goal=b,
                )
            return say(
                "{law} never vanishes: {name} can only fall, so it never comes from {start} to "
                "{goal}",
                law=law,
                name=name,
                start=a,
                goal=b,
            )
    bounds, ahead = bounds_of(rate), approximate(mean)
    if (bounds.not_negative and ahead < 0) or (bounds.not_positive and ahead > 0):
        return say(
            "{law} never changes its sign: {name} cannot come from {start} to {goal} in any time",
            law=law,
            name=name,
            start=a,
            goal=b,
        )
    return say(
        "{law} is never {mean}, the mean rate from {name} = {start} to {goal} in time {time}; "
        "another time may do",
        law=law,
        mean=shown(mean),
        name=name,
        start=a,
        goal=b,
        time=shown(problem.duration),
    )


def _at(f: Expr, values) -> Expr | None:
    try:
        return f.subs(values)
    except ZeroDivisionError:
        return None


def shown(node: Expr) -> str:
    """The expression as text, as short as its normal forms allow; a long constant with its
    value.
    """
    written = text(presentable(node))
    if node.support or len(written) <= PLAIN:
        return written
    return f"{written} (about {approximate(node):.4g})"
