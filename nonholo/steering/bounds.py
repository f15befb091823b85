"""Inequalities of a case along a path: what each is, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.decide.zero import decide_zero
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.chart import Chart
from nonholo.numerics.tape import Tape
from nonholo.readers.case import Case
from nonholo.readers.gaps import gaps, is_needed
from nonholo.steering.along import stays_above
from nonholo.words.sentence import say

SLACK = 1e-9
CLEAR = Rational(2, 10**9)  # nearer to g = 0 than this, g != 0 is taken as broken
NONE_ASIDE = Rational(0)
NOWHERE: Mapping[Expr, Expr] = MappingProxyType({})
ASIDE = say("(inequalities are not looked after in the search)")


@dataclass(frozen=True, slots=True)
class Bound:
    """g >= 0 in words: an inequality as written, or what is assumed of coordinates.

    g: in numbers; None where a parameter has none; strict: g > 0; apart: only g != 0 is asked, and
    g is positive at the start, as no path changes its sign.
    """

    told: str
    g: Expr | None
    strict: bool
    apart: bool = False


def bounds_of(case: Case, start: Mapping[Expr, Expr] = NOWHERE) -> list[Bound]:
    """What is to hold along paths.

    start: coordinates and time; without one nothing is told of g != 0.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, ["y' = x^2/x*x'"], inequalities=["x + y < 3"])
    >>> x, y = case.system.chart.q
    >>> [(str(b.told), b.g, b.strict) for b in bounds_of(case, {x: x.graph.lift(-1)})]
    [('x + y < 3', 3 - x - y, True), ('x != 0', -x, True)]
    """
    chart, values = case.system.chart, case.system.values
    numbers = chart.graph.mask([*chart.q, *chart.v, chart.t])
    bounds = [
        Bound(text, case.slack(text).subs(values), "=" not in text)
        for text in case.system.inequalities
    ]
    for text, g, apart, strict in gaps(chart):
        if not apart:
            bounds.append(Bound(text, g.subs(values), strict))
        elif start:
            begun = _at(g, {**values, **start})
            side = -g if begun is not None and ball(begun, {}) < 0 else g
            bounds.append(Bound(text, side.subs(values), True, True))
    return [replace(b, g=None) if b.g is not None and b.g.support & ~numbers else b for b in bounds]


def slacks(
    case: Case, start: Mapping[Expr, Expr] = NOWHERE, aside: Rational = NONE_ASIDE
) -> list[tuple[str, Expr | None]]:
    """Each bound in words, and g of g >= 0.

    start: coordinates and time; aside: by how much g of g != 0 is to stay away from 0.
    """
    return [(b.told, _aside(b, aside)) for b in bounds_of(case, start)]


def _aside(bound: Bound, aside: Rational) -> Expr | None:
    g = bound.g
    return g - g.graph.number(aside) if g is not None and bound.apart else g


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


@dataclass(frozen=True, slots=True)
class Along:
    """A bound along a path: whether it holds, proved, and by how much it is broken at instants."""

    bound: Bound
    proved: bool | None
    worst: float

    @property
    def broken(self) -> bool:
        """Surely, or at an instant that was looked at."""
        return self.proved is False or (self.proved is None and self.worst > SLACK)


def along(
    case: Case,
    start: Mapping[Expr, Expr],
    sample: tuple,
    path: Mapping[str, Expr],
    duration: Expr,
) -> list[Along]:
    """What is to hold along a path from a start, and whether it does.

    sample: (t, q, q') at some instants; path: coordinates as expressions in t, none where it is
    known by numbers; duration: the time it takes.
    """
    told = []
    for bound in bounds_of(case, start):
        gap = _aside(bound, CLEAR)
        worst = 0.0 if gap is None else lacks(case, [gap], sample)
        told.append(Along(bound, _proved(bound, case.system.chart, path, duration), worst))
    return told


def _proved(bound: Bound, chart: Chart, path: Mapping[str, Expr], duration: Expr) -> bool | None:
    if bound.g is None or not path:
        return None
    strictly = stays_above(bound.g, path, chart, duration, True)
    if strictly or bound.apart:
        return strictly
    at_least = stays_above(bound.g, path, chart, duration, False)
    return None if bound.strict and at_least else at_least


def bounds_along(told: Sequence[Along], instants: int, how: str = ASIDE) -> Iterator[str]:
    """One sentence for each bound.

    told: of one path; instants: how many were looked at; how: the bounds were looked after.
    """
    together: dict[str, list[Along]] = {}
    for one in told:
        together.setdefault(one.bound.told, []).append(one)
    for text, each in together.items():
        worst = max(one.worst for one in each)
        if any(one.bound.g is None for one in each):
            yield say(
                "whether {inequality} holds along the path is open: a parameter has no number",
                inequality=text,
            )
        elif all(one.proved for one in each):
            yield say("{inequality} holds along the path, proved", inequality=text)
        elif not any(one.broken for one in each):
            yield say(
                "{inequality} holds at the {n} instants of the path that were looked at {how}",
                inequality=text,
                n=instants,
                how=how,
            )
        else:
            yield say(
                "{inequality} is broken along the path, by up to {worst:.3g} {how}",
                inequality=text,
                worst=worst,
                how=how,
            )
