"""Coordinates in which the angles under sines and cosines are whole multiples without phases.

    l_i = sum_s k_is s + c_i,   s = (r_s + p_s) / a_s   =>   l_i = sum_s (k_is / a_s) r_s

a_s: the common measure of the k_is; p solves sum_s (k_is / a_s) p_s = -c_i, for as many i as it
can.  So sin(2 - z) = 0 is solved by z = 2, cos(w t) = 0 by t = pi/(2 w), and ranks and growth
vectors are those of sin(r) and cos(r)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from nonholo.arithmetic.numbers import Rational, common_measure
from nonholo.decide.zero import decide_zero
from nonholo.errors import OutOfReach
from nonholo.expression.functions import is_unspecified, stands_outside
from nonholo.expression.graph import Expr, linear, ordered
from nonholo.expression.ranges import ANY, range_of
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, entries, nonzero, row_of
from nonholo.geometry.zeros.zeros import signed

ANGULAR = ("sin", "cos")
Row = tuple[dict[Expr, Rational], Expr]  # coordinate -> coefficient, and the phase


@dataclass(frozen=True, slots=True)
class PlainAngles:
    """rows: in the coordinates r, called like the old ones s; olds: s by r; news: r by s."""

    rows: Pfaffian
    olds: dict[Expr, Expr]
    news: dict[Expr, Expr]

    def equations(self, some: Sequence[Expr]) -> tuple[Expr, ...]:
        """Functions of r as those of s, without a factor that is a number."""
        copied = self.rows.chart.graph.copy(some)
        return tuple(self._function(f) if f.has(list(self.news)) else f for f in copied)

    def _function(self, f: Expr) -> Expr:
        there = f.subs(self.news)
        constant, terms = linear(there)
        measure = common_measure([*(c for _, c in terms), constant])
        return signed(there.graph.scale(there, 1 / measure))

    def point(self, at: dict[Expr, Expr]) -> dict[Expr, Expr]:
        """A point told by s."""
        copy = self.rows.chart.graph.copy
        there = dict(zip(copy(list(at)), copy(list(at.values()))))
        return {s: self.olds[s].subs({s: v}) if s in self.olds else v for s, v in there.items()}


def plain_angles(rows: Pfaffian) -> PlainAngles | None:
    """The rows in such coordinates; None where they are in these already.

    Left as they are: coordinates of which something is assumed, those that stand in an angle that
    is not linear in coordinates and time, and those in unspecified functions.  Numbers that are
    not rational, and letters, are measures only of coordinates that stand in angles alone.

    >>> import nonholo as nh
    >>> plain = plain_angles(nh.constraints("dy = sin(2 - 3*z) dx").system.pfaffian)
    >>> plain.rows.matrix, plain.olds
    (((1, sin(z), 0),), {z: z/3 + 2/3})
    """
    chart, nodes = rows.chart, entries(rows)
    moving = [*chart.q, chart.t]
    below = ordered(nodes)
    args = [n.args[1][0] for n in below if n.calls(*ANGULAR)]
    args = list(dict.fromkeys(l for l in args if l.has(moving)))
    angles = {l: known for l in args if (known := _linear(l, moving)) is not None}
    fixed = [*(l for l in args if l not in angles), *filter(is_unspecified, below)]
    free = [
        s
        for s in moving
        if range_of(s) == ANY
        and not any(e.has([s]) for e in (*fixed, *chart.graph.stated))
        and any(s in slopes for slopes, _ in angles.values())
    ]
    measures = {s: _measure(s, [k[s] for k, _ in angles.values() if s in k], nodes) for s in free}
    phases = _phases(
        [
            ({s: (k / measures[s]).args for s, k in slopes.items()}, phase)
            for slopes, phase in angles.values()
            if all(s in measures and (k / measures[s]).is_number for s, k in slopes.items())
        ],
        chart,
    )
    olds = {s: (s + phases.get(s, chart.graph.zero)) / a for s, a in measures.items()}
    olds = {s: e for s, e in olds.items() if e is not s}
    if not olds:
        return None
    try:
        there = _put_in(rows, olds, {s: measures[s] for s in olds})
    except (OutOfReach, ZeroDivisionError):
        return None
    return PlainAngles(there, olds, {s: measures[s] * s - phases.get(s, 0) for s in olds})


def _linear(l: Expr, moving: Sequence[Expr]) -> tuple[dict[Expr, Expr], Expr] | None:
    """The slopes of an angle, which are constants, and what it is at 0; None of a bent one."""
    slopes = {s: l.diff(s) for s in moving if l.has([s])}
    try:
        if any(k.has(moving) or decide_zero(k).answer is not False for k in slopes.values()):
            return None
        return slopes, l.subs(dict.fromkeys(slopes, l.graph.zero))
    except (OutOfReach, ZeroDivisionError):
        return None


def _measure(s: Expr, slopes: Sequence[Expr], nodes: Sequence[Expr]) -> Expr:
    """Of what all slopes are whole multiples; 1 where there is no such constant."""
    first, graph = slopes[0], s.graph
    unit = graph.one if first.is_number else first
    ratios = [k / unit for k in slopes]
    alone = unit is graph.one or not any(stands_outside([e], s, ANGULAR) for e in nodes)
    if not alone or not all(r.is_number for r in ratios):
        return graph.one
    return graph.scale(unit, common_measure(r.args for r in ratios))


def _phases(angles: Sequence[Row], chart: Chart) -> dict[Expr, Expr]:
    """The p that take away the phases, those of angles without any first."""
    solved: dict[Expr, Row] = {}
    for slopes, phase in sorted(angles, key=lambda row: not row[1].is_zero):
        k, c = _without(slopes, phase, solved)
        if not k:
            continue
        pivot = next(s for s in (*chart.q, chart.t) if s in k)
        row = {s: v / k[pivot] for s, v in k.items()}, chart.graph.scale(c, 1 / k[pivot])
        solved = {s: _without(*other, {pivot: row}) for s, other in solved.items()}
        solved[pivot] = row
    return {s: -c for s, (_, c) in solved.items() if not c.is_zero}


def _without(slopes: dict[Expr, Rational], phase: Expr, solved: dict[Expr, Row]) -> Row:
    """A row without the coordinates that are solved for."""
    for s, (row, c) in solved.items():
        if k := slopes.get(s):
            keys = dict.fromkeys((*slopes, *row))
            reduced = {j: slopes.get(j, 0) - k * row.get(j, 0) for j in keys}
            slopes = {j: v for j, v in reduced.items() if v}
            phase = phase - phase.graph.scale(c, k)
    return slopes, phase


def _put_in(rows: Pfaffian, olds: dict[Expr, Expr], measures: dict[Expr, Expr]) -> Pfaffian:
    """The same forms by r: ds = dr / a."""
    chart, moved = rows.chart, rows.subs(olds)

    def by(s: Expr) -> Callable[[Expr], Expr]:
        return lambda e: e / measures[s] if s in measures else e

    columns = [by(q) for q in chart.q]
    matrix = tuple(
        row_of({j: columns[j](e) for j, e in nonzero(row).items()}, chart.n, chart.graph.zero)
        for row in moved.matrix
    )
    affine = tuple(map(by(chart.t), moved.affine))
    return replace(moved, matrix=matrix, affine=affine, functions=(None,) * rows.k)
