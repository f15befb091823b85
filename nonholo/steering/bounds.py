"""Inequalities of a case along a path: what each is, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of, words
from nonholo.numerics.tape import Tape
from nonholo.readers.case import Case
from nonholo.words.sentence import say

SLACK = 1e-9
ASIDE = say("(inequalities are not looked after in the search)")


def slacks(case: Case) -> list[tuple[str, Expr | None]]:
    """Each inequality as written, or what is assumed of a coordinate, and g of g >= 0 in numbers;
    None where a parameter has none.
    """
    chart = case.system.chart
    known = chart.graph.mask([*chart.q, *chart.v, chart.t])
    gaps = [(text, case.slack(text).subs(case.system.values)) for text in case.system.inequalities]
    for q, r in ((q, range_of(q)) for q in chart.q):
        gaps += [(words(str(q), r), q - r.low)] if r.low is not None else []
        gaps += [(words(str(q), r), r.high - q)] if r.high is not None else []
    return [(text, None if gap.support & ~known else gap) for text, gap in gaps]


def lacks(case: Case, gaps: Sequence[Expr], sample: tuple) -> float:
    """By how much the worst of g >= 0 is broken at the samples (t, q, q') of a path."""
    chart, (t, q, v) = case.system.chart, sample
    values = Tape(list(gaps), [*chart.q, *chart.v, chart.t])(np.column_stack([q, v, t]))
    return float((-values).max())


def broken_along(case: Case, sample: tuple) -> Iterator[str]:
    """The inequalities that the samples (t, q, q') of a path break."""
    broken = (
        text for text, gap in slacks(case) if gap is not None and lacks(case, [gap], sample) > SLACK
    )
    yield from dict.fromkeys(broken)


def bounds_along(case: Case, sample: tuple, told: str = ASIDE) -> Iterator[str]:
    """One sentence for each inequality, from the samples (t, q, q') of a path."""
    together: dict[str, list[Expr | None]] = {}
    for text, gap in slacks(case):
        together.setdefault(text, []).append(gap)
    for text, gaps in together.items():
        known = [gap for gap in gaps if gap is not None]
        if len(known) < len(gaps):
            yield say(
                "whether {inequality} holds along the path is open: a parameter has no number",
                inequality=text,
            )
            continue
        worst = lacks(case, known, sample)
        if worst <= SLACK:
            yield say("{inequality} holds along the path {how}", inequality=text, how=told)
            continue
        yield say(
            "{inequality} is broken along the path, by up to {worst:.3g} {how}",
            inequality=text,
            worst=worst,
            how=told,
        )
