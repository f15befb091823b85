"""Inequalities of a case along a path: what each is, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Expr
from nonholo.numerics.tape import Tape
from nonholo.readers.case import Case
from nonholo.readers.gaps import gaps, is_needed
from nonholo.words.sentence import say

SLACK = 1e-9
CLEAR = Rational(2, 10**9)  # nearer to g = 0 than this, g != 0 is taken as broken
NONE_ASIDE = Rational(0)
NOWHERE: Mapping[Expr, Expr] = MappingProxyType({})
ASIDE = say("(inequalities are not looked after in the search)")


def slacks(
    case: Case, start: Mapping[Expr, Expr] = NOWHERE, aside: Rational = NONE_ASIDE
) -> list[tuple[str, Expr | None]]:
    """Each inequality as written, or what is assumed of coordinates, and g of g >= 0 in numbers;
    None where a parameter has none.

    start: coordinates and time; of g != 0 the sign is that at the start, as no path changes it;
    aside: by how much g is to stay away from 0 there.
    """
    chart, values = case.system.chart, case.system.values
    numbers = chart.graph.mask([*chart.q, *chart.v, chart.t])
    bounds = [(text, case.slack(text).subs(values)) for text in case.system.inequalities]
    for text, g, apart, _ in gaps(chart):
        if not apart:
            bounds.append((text, g.subs(values)))
        elif start:
            begun = _at(g, {**values, **start})
            side = -g if begun is not None and ball(begun, {}) < 0 else g
            bounds.append((text, side.subs(values) - chart.graph.number(aside)))
    return [(text, None if gap.support & ~numbers else gap) for text, gap in bounds]


def on_an_edge(case: Case, point: Mapping[Expr, Expr]) -> str:
    """What is assumed strictly and does not hold at a point, where it is 0; "" if there is none.

    point: coordinates and time.  What is declared positive may begin at its edge, unless something
    has no value there.
    """
    for told, g, apart, strict in gaps(case.system.chart):
        if strict and (apart or case.system.domain):
            value = _at(g, {**case.system.values, **point})
            if value is not None and decide_zero(value).answer:
                return why_so(case, told, g, apart, strict)
    return ""


def why_so(case: Case, told: str, g: Expr, apart: bool, strict: bool) -> str:
    """That it is assumed, or needed.

    told, g, apart, strict: as `gaps` gives them.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, ["y' = x^2/x*x'"], assumptions=["y >= 1"])
    >>> [str(why_so(case, *gap)) for gap in gaps(case.system.chart)]
    ['x != 0 is needed for values of what is written', 'y >= 1 is assumed']
    """
    if is_needed(case.system, g, apart, strict):
        return say("{told} is needed for values of what is written", told=told)
    return say("{told} is assumed", told=told)


def _at(g: Expr, point: Mapping[Expr, Expr]) -> Expr | None:
    """A constant, if it is one."""
    try:
        value = g.subs(point)
    except ZeroDivisionError:
        return None
    return value if value.is_constant else None


def lacks(case: Case, bounds: Sequence[Expr], sample: tuple) -> float:
    """By how much the worst of g >= 0 is broken at the samples (t, q, q') of a path."""
    chart, (t, q, v) = case.system.chart, sample
    values = Tape(list(bounds), [*chart.q, *chart.v, chart.t])(np.column_stack([q, v, t]))
    return float((-values).max())


def broken_along(case: Case, sample: tuple, start: Mapping[Expr, Expr]) -> Iterator[str]:
    """The inequalities that the samples (t, q, q') of a path from a start break."""
    broken = (
        text
        for text, gap in slacks(case, start, CLEAR)
        if gap is not None and lacks(case, [gap], sample) > SLACK
    )
    yield from dict.fromkeys(broken)


def bounds_along(
    case: Case, sample: tuple, start: Mapping[Expr, Expr], told: str = ASIDE
) -> Iterator[str]:
    """One sentence for each inequality, from the samples (t, q, q') of a path from a start."""
    together: dict[str, list[Expr | None]] = {}
    for text, gap in slacks(case, start, CLEAR):
        together.setdefault(text, []).append(gap)
    for text, each in together.items():
        settled = [gap for gap in each if gap is not None]
        if len(settled) < len(each):
            yield say(
                "whether {inequality} holds along the path is open: a parameter has no number",
                inequality=text,
            )
            continue
        worst = lacks(case, settled, sample)
        if worst <= SLACK:
            yield say("{inequality} holds along the path {how}", inequality=text, how=told)
            continue
        yield say(
            "{inequality} is broken along the path, by up to {worst:.3g} {how}",
            inequality=text,
            worst=worst,
            how=told,
        )
