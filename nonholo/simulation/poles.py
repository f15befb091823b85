"""Poles of a rival's own equations: its motion ends where the determinant that it divides by vanishes."""

from __future__ import annotations

import numpy as np

from nonholo.dynamics.equations import Equations
from nonholo.exact.text import text
from nonholo.geometry.loci import vanishing_factors
from nonholo.numerics.integrate import Watch
from nonholo.numerics.model import Model, value_of


def pole_watches(law: Model, equations: Equations, t: float, y: np.ndarray) -> list[Watch]:
    """One for each factor of det A_D in q and t that is not 0 at the start; none for what is not substituted."""
    if equations.elimination is None:
        return []
    condition, chart = equations.elimination.condition, law.terms.chart
    found = vanishing_factors(condition, chart)
    watches = []
    for shown in (condition,) if found is None else found:
        factor = chart.graph.copy([shown])[0]
        value = value_of(law, factor)(t, y)
        if factor.has([*chart.q, chart.t]) and value:
            watches.append(Watch(f"a pole of its own equations, {text(shown)} = 0",
                                 value_of(law, factor if value > 0 else -factor)))
    return watches
