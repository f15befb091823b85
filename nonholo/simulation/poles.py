"""Poles of a rival's own equations: its motion ends where the determinant that it divides by
vanishes.
"""

from __future__ import annotations

import numpy as np

from nonholo.dynamics.equations import Equations
from nonholo.expression.text import text
from nonholo.geometry.zeros.signs import vanishing_factors
from nonholo.numerics.model import Model, value_of
from nonholo.numerics.watching import Watch, watch
from nonholo.words.sentence import say


def pole_watches(law: Model, equations: Equations, t: float, y: np.ndarray) -> list[Watch]:
    """One for each factor of det A_D in q and t that is not 0 at the start; none for what is not
    substituted.
    """
    if equations.elimination is None or equations.elimination.condition is None:
        return []
    chart = law.terms.chart
    (condition,) = chart.graph.copy([equations.elimination.condition])
    factors = vanishing_factors(condition, chart)
    watches = []
    for shown in (condition,) if factors is None else factors:
        factor = chart.graph.copy([shown])[0]
        value = value_of(law, factor)(t, y)
        if factor.has([*chart.q, chart.t]) and value:
            watches.append(
                watch(
                    law,
                    say("a pole of its own equations, {equation} = 0", equation=text(shown)),
                    factor if value > 0 else -factor,
                )
            )
    return watches
