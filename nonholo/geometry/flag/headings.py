"""Symmetries that turn or shift coordinates: growth is the same along them, and is asked where one
coordinate is 0.

    X = sum_i c_i d/dq_i + sum_ab R_ab x_b d/dx_a,   c, R constant,   L_X w_l = 0 modulo the rows

x: the coordinates in no coefficient, q: the others.  The flow of X takes q_i to q_i + c_i s, so it
carries every point to one with q_0 = 0, where c_0 is not 0: robots in the plane are looked at with
one heading.  What is found there as f(q) = 0 is f(q_j - (c_j/c_0) q_0) = 0 everywhere."""

from __future__ import annotations

from dataclasses import dataclass

from nonholo.arithmetic.numbers import Rational
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.expression.ranges import ANY, range_of
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import dot

MOST_COORDINATES = 12


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


def heading(d: Distribution) -> Heading | None:
    """A coordinate that may be held at 0, if there is one; of rows without t and without drift.

    d: a split of the rows.

    >>> import nonholo as nh
    >>> car = nh.check("kinematic_car").distribution
    >>> at_one = heading(car)
    >>> at_one.held, at_one.along
    (theta, {})
    """
    rows, chart = d.pfaffian, d.chart
    entries = [e for row in rows.matrix for e in row]
    moving = [q for q in chart.q if any(e.has([q]) for e in entries)]
    absent = [q for q in chart.q if q not in moving]
    if rows.space != "q" or chart.n > MOST_COORDINATES or len(moving) < 2:
        return None
    changes = [_change(d, [[e.diff(q) for e in row] for row in rows.matrix]) for q in moving]
    places = [chart.q.index(x) for x in absent]
    changes += [_change(d, _turned(rows, a, b)) for a in places for b in places]
    try:
        symmetries = constant_relations(changes, [*chart.q, *chart.v])
    except (OutOfReach, ZeroDivisionError):
        return None
    headings = (_heading(moving, c[: len(moving)]) for c in symmetries)
    return next((one for one in headings if one is not None), None)


def _turned(rows: Pfaffian, a: int, b: int) -> list[list[Expr]]:
    """The change of the rows along x_b d/dx_a: w_la dx_b."""
    zero = rows.chart.graph.zero
    return [[row[a] if j == b else zero for j in range(rows.chart.n)] for row in rows.matrix]


def _change(d: Distribution, change: list[list[Expr]]) -> Expr:
    """L_X w_l on admissible velocities, of all rows: each times a velocity that stands nowhere."""
    graph, v = d.chart.graph, d.chart.v
    values = [d.restrict(dot(graph, row, v)) for row in change]
    return dot(graph, values, [v[j] for j in d.dependent])


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
