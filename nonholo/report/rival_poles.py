"""Where a substituted rival runs over a pole of its own equations: what it does after that means nothing."""

from __future__ import annotations

import numpy as np

from nonholo.comparison import Comparison
from nonholo.exact.graph import Expr
from nonholo.geometry.distribution import Distribution
from nonholo.geometry.loci import vanishing_factors
from nonholo.numerics.tape import Tape
from nonholo.numerics.trajectory import Trajectory
from nonholo.report.page import Note
from nonholo.report.sentences import Said, on_page


def pole_note(comparison: Comparison, rival: Trajectory) -> tuple[Note, ...]:
    """A caution with the first pole that the motion of the rival crosses; nothing where it crosses none."""
    split = next((e.equations.elimination for e in comparison.rivals if e.equations.name == rival.law), None)
    found = None if split is None else crossed(split, comparison.system.values, rival)
    if found is None:
        return ()
    factor, time = found
    where = on_page((Said(factor, "= 0"),), split.chart.latex())
    told = ", a pole of its own equations: what it does after that is an accident of the numerical integration."
    return (Note("caution", (f"Near t = {time:.3g} the rival crosses ", *where, told)),)


def crossed(split: Distribution, values, motion: Trajectory) -> tuple[Expr, float] | None:
    """The first factor of det A_D that changes its sign on the way, and when; None also where numbers are missing."""
    chart = split.chart
    factors = vanishing_factors(split.condition, chart)
    factors = (split.condition,) if factors is None else factors
    numbers = [f.subs(values) for f in factors]
    if not factors or chart.parameters(numbers):
        return None
    places = np.stack([motion.t, *(motion.q[n] for n in chart.names)], axis=-1)
    signs = np.sign(Tape(numbers, (chart.t, *chart.q))(places))
    turns = [(int(np.argmax(change)), f) for change, f in zip((signs[1:] * signs[:-1] < 0).T, factors) if change.any()]
    if not turns:
        return None
    step, factor = min(turns, key=lambda turn: turn[0])
    return factor, float(motion.t[step + 1])
