"""Inequalities of a case along a path: they are not looked after in the search, but it is told
whether they hold.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nonholo.numerics.tape import Tape
from nonholo.readers.case import Case
from nonholo.readers.lower import lower
from nonholo.readers.parser import parse_inequality

SLACK = 1e-9


def bounds_along(case: Case, t: np.ndarray, q: np.ndarray, v: np.ndarray) -> Iterator[str]:
    """One sentence for each inequality, from the samples of a path."""
    chart = case.system.chart
    for text in case.system.inequalities:
        tree = case.scope.resolved(parse_inequality(text, functions=case.scope.signatures))
        gap = (lower(tree.left, chart) - lower(tree.right, chart)).subs(case.system.values)
        if gap.support & ~chart.graph.mask([*chart.q, *chart.v, chart.t]):
            yield f"whether {text} holds along the path is open: a parameter has no number"
            continue
        values = Tape([gap], [*chart.q, *chart.v, chart.t])(np.column_stack([q, v, t]))[:, 0]
        worst = float((-values if tree.relation.startswith(">") else values).max())
        held = (
            "holds along the path"
            if worst <= SLACK
            else f"is broken along the path, by up to {worst:.3g}"
        )
        yield f"{text} {held} (inequalities are not looked after in the search)"
