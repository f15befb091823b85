"""Symmetries that turn or shift coordinates: growth is the same along them, and is asked where one
coordinate is 0.

    X = sum_i c_i d/dq_i + sum_ab R_ab x_b d/dx_a,   L_X w_l = sum_m C_lm w_m,   c, R, C constant

x: the coordinates in no coefficient, q: the others.  The flow of X takes q_i to q_i + c_i s, so it
carries every point to one with q_0 = 0, where c_0 is not 0: robots in the plane are looked at with
one heading.  What is found there as f(q) = 0 is f(q_j - (c_j/c_0) q_0) = 0 everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from nonholo.arithmetic.numbers import Rational
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import dot

MOST_CONSTANTS = 40


@dataclass(frozen=True, slots=True)
class Heading:
    """held: the coordinate q_0 that is held at 0; along: q_j -> c_j/c_0 of the others."""

    held: Expr
    along: dict[Expr, Rational]

    @property
    def values(self) -> dict[Expr, Expr]:
        """What is put in."""
        return {self.held: self.held.graph.zero}

    def everywhere(self, f: Expr) -> Expr:
        """What a function that was found with q_0 = 0 is at all points."""
        graph = f.graph
        return f.subs({q: q - graph.scale(self.held, c) for q, c in self.along.items()})


def heading(rows: Pfaffian) -> Heading | None:
    """A coordinate that may be held at 0, if there is one; of rows without t and without drift.

    rows: of forms w_l, independent or not.

    >>> import nonholo as nh
    >>> at_one = heading(nh.case("kinematic_car").system.pfaffian)
    >>> at_one.held, at_one.along
    (theta, {})
    """
    chart, zero = rows.chart, rows.chart.graph.zero
    moving = [q for q in chart.q if any(e.has([q]) for row in rows.matrix for e in row)]
    absent = [j for j, q in enumerate(chart.q) if q not in moving]
    unknown = len(moving) + len(absent) ** 2 + rows.k**2
    if rows.space != "q" or len(moving) < 2 or unknown > MOST_CONSTANTS:
        return None
    changes: list[list[Sequence[Expr]]] = [
        [[e.diff(q) for e in row] for row in rows.matrix] for q in moving
    ]
    for a, b in product(absent, absent):  # along x_b d/dx_a: w_la dx_b
        changes.append(
            [[row[a] if j == b else zero for j in range(chart.n)] for row in rows.matrix]
        )
    for l, row in product(range(rows.k), rows.matrix):
        changes.append([row if other == l else [zero] * chart.n for other in range(rows.k)])
    try:
        symmetries = constant_relations(
            [_marked(chart, change) for change in changes], [*chart.q, *chart.v, *chart.a]
        )
    except (OutOfReach, ZeroDivisionError):
        return None
    headings = (_heading(moving, c[: len(moving)]) for c in symmetries)
    return next((one for one in headings if one is not None), None)


def _marked(chart: Chart, forms: Sequence[Sequence[Expr]]) -> Expr:
    """Several forms as one expression: dq_j is q_j', and each form has a letter of its own."""
    values = [dot(chart.graph, form, chart.v) for form in forms]
    return dot(chart.graph, values, chart.a[: len(values)])


def _heading(moving: list[Expr], c: list[Expr]) -> Heading | None:
    """Of the coordinates that X moves the first of which the others move by whole multiples."""
    if not all(e.is_number for e in c):
        return None
    shifts = {q: e.args for q, e in zip(moving, c) if not e.is_zero}
    if any(range_of(q) != ANY for q in shifts):
        return None
    for held, unit in shifts.items():
        ratios = {q: s / unit for q, s in shifts.items() if q is not held}
        if all(r.q == 1 for r in ratios.values()):
            return Heading(held, ratios)
    return None
