"""Paths on the page of a case that stands on wheels: it parks beside its place; it drives along a bend, varied.

The questions are the same for all: from the origin one unit to the side; and as far as all independent velocities, one
at a time unit, lead, rounded.  Where no chained form holds the path nothing is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from nonholo.errors import NonholoError
from nonholo.exact.decide import decide_zero
from nonholo.findings.check import Analysis
from nonholo.findings.verdict import Verdict
from nonholo.geometry.distribution import Distribution, distribution
from nonholo.geometry.varied import violation
from nonholo.geometry.wheels import Wheels, wheels
from nonholo.numerics.tape import Tape
from nonholo.steering.search import Steering, steer
from nonholo.steering.varied import vary
from nonholo.views.page.page import Figure, Paragraph, Section
from nonholo.views.path.picture import path_picture
from nonholo.views.steering.page import path_blocks

HEADING = "A path: parking beside its place"
MAX_COORDINATES, STEPS, GRID = 6, 400, 20
METHOD = "chained form"
BEND = "sin(pi*t)/3"


def path_section(check: Verdict) -> Section:
    """The section; empty where nothing stands on wheels or no path is found quickly."""
    seen = _on_wheels(check)
    goal = _beside(*seen) if seen else None
    path = _steered(check, goal) if goal else None
    if path is None:
        return Section(HEADING, ())
    return Section(HEADING, (Paragraph("An admissible path from the origin to the place one unit to the side, as "
                                       "nonholo steer finds it."), *path_blocks(path)))


def varied_figures(analysis: Analysis) -> tuple[Figure, ...]:
    """A path along a bend, and the same path with the heading displaced."""
    seen = _on_wheels(analysis.check)
    name = _turned(analysis.check, *seen) if seen else None
    path = _steered(analysis.check, _along_a_bend(seen[0])) if name else None
    if path is None:
        return ()
    try:
        bent = vary(path, {name: BEND})
    except NonholoError:
        return ()
    told = f"A path along a bend, and the varied path displaced by d{name} = {BEND}"
    return (Figure(path_picture(path, "svg", bent).decode(), told,
                   f"{told}: the wheel stands askew to its track and slips, so this path is not admissible."),)


def _on_wheels(check: Verdict) -> tuple[Distribution, Wheels] | None:
    """The distribution at the numbers of the case, and its wheels."""
    rows = check.distribution.pfaffian.subs(check.case.system.values)
    free = rows.chart.parameters([*(e for row in rows.matrix for e in row), *rows.affine])
    if free or rows.space != "q" or check.relations != 0 or not rows.k or rows.chart.n > MAX_COORDINATES:
        return None
    d = distribution(rows, check.case.dependent)
    found = wheels(d)
    return None if found is None else (d, found)


def _beside(d: Distribution, found: Wheels) -> dict[str, int] | None:
    """One unit across the first wheel, where it looks along an axis at the origin."""
    first = found.wheels[0]
    heading = first.heading.subs(dict.fromkeys(d.chart.q, d.chart.graph.zero))
    goal = dict.fromkeys(d.chart.names, 0)
    for column, along in zip(found.plane, (d.chart.graph.cos(heading), d.chart.graph.sin(heading))):
        if decide_zero(along).answer:
            return goal | {d.chart.names[column]: 1}
    return None


def _turned(check: Verdict, d: Distribution, found: Wheels) -> str | None:
    """An independent coordinate that turns the first wheel and whose variation violates the constraints."""
    if violation(check.curvature).vanishes:
        return None
    heading = found.wheels[0].heading
    return next((d.chart.names[j] for j in d.independent if heading.has([d.chart.q[j]])), None)


def _along_a_bend(d: Distribution) -> dict[str, Fraction]:
    """Where all independent velocities, 1 each, lead in unit time (Runge-Kutta), rounded."""
    N = d.kernel()
    rate = Tape([d.chart.graph.add(*row) for row in N], d.chart.q)
    q, h = np.zeros(d.chart.n), 1 / STEPS
    for _ in range(STEPS):
        half = q + h / 2 * rate(q)
        q = q + h * rate(half)
    return {n: Fraction(round(float(x) * GRID), GRID) for n, x in zip(d.chart.names, q)}


def _steered(check: Verdict, goal: Mapping[str, int | Fraction]) -> Steering | None:
    try:
        path = steer(check.case, dict.fromkeys(goal, 0), goal, method=METHOD)
    except NonholoError:
        return None
    return path if path.found else None
