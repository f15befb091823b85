"""Configurations of rest known by enclosures: the equations of virtual work as a square system.

Coordinates that no equation holds are free.  Where there are more unknowns than equations, as for
constraints that are not holonomic, some are held at given values, so that what is left can be
solved.  Then in balls

    lambda = -(A A^T)^-1 A F,        R = A^T lambda
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonholo.arithmetic.balls import Ball, BallMatrix, at_precision
from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import balls
from nonholo.dynamics.statics import Statics
from nonholo.errors import NotApplicable, OutOfReach, given_under
from nonholo.expression.functions import unspecified_in
from nonholo.expression.graph import Expr, calls_in
from nonholo.geometry.zeros.zeros import periodic
from nonholo.words.sentence import say, say_many

BITS = 128
MOST_UNKNOWNS = 6


@dataclass(frozen=True, slots=True)
class SquareSystem:
    """As many equations as unknowns, at the numbers of the case.

    turning: unknowns in which all equations have the period 2 pi; held: coordinates with values of
    their own; free: coordinates that no equation holds.
    """

    equations: tuple[Expr, ...]
    unknowns: tuple[Expr, ...]
    turning: tuple[Expr, ...]
    held: Mapping[Expr, Expr]
    free: tuple[Expr, ...]


def needs_numbers(names: Sequence[str]) -> str:
    """Why nothing is enclosed where letters or functions stay.

    >>> needs_numbers(["m"])
    'm has no value, and enclosures need numbers'
    """
    return say_many(
        len(names),
        "{names} has no value, and enclosures need numbers",
        "{names} have no value, and enclosures need numbers",
        names=", ".join(names),
    )


def square_system(
    statics: Statics, nominal: Mapping[Expr, Expr], functions: Sequence[Expr] | None = None
) -> SquareSystem:
    """The equations of rest with numbers, and as many unknown coordinates.

    nominal: coordinate -> value at which one is held that is not determined; functions: what
    vanishes on the part of the configurations of rest that is asked for, else on all of them.
    Raises NotApplicable where a parameter or a function has no value, or an equation holds the
    time, or a reaction does; OutOfReach for dependent equations, and for a pole at what is held.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a b", "(a'**2 + b'**2)/2 - a**2/2 - cos(a)").system
    >>> square_system(statics(system, distribution(system.pfaffian)), {}).free
    (b,)
    """
    chart, values = statics.system.chart, dict(statics.system.values)
    asked = (*statics.conditions, *statics.work) if functions is None else functions
    equations = [e.subs(values) for e in asked]
    equations = list(dict.fromkeys(e for e in equations if not e.is_zero))
    symbols = chart.graph.unmask(chart.graph.mask(equations))
    told = [*equations, *statics.forces, *(e for row in statics.rows.matrix for e in row)]
    letters = chart.graph.unmask(chart.graph.mask([e.subs(values) for e in told]))
    if chart.t in letters:
        raise NotApplicable(
            say("the equations of rest hold the time, so that no number solves them")
        )
    missing = [s.args for s in letters if s not in chart.q]
    if missing:
        raise NotApplicable(
            say_many(
                len(missing),
                "{names} has no number; without numbers the equations of rest are solved by "
                "formulas only; give a value {where}, of an input {for_input}",
                "{names} have no number; without numbers the equations of rest are solved by "
                "formulas only; give a value {where}, of an input {for_input}",
                names=", ".join(missing),
                where=given_under("parameters"),
                for_input=given_under("inputs"),
            )
        )
    if open_functions := unspecified_in(told):
        raise NotApplicable(needs_numbers([*open_functions]))
    if calls_in(equations, "sign"):
        raise OutOfReach(say("the equations of rest hold a sign, which jumps: no slope bounds it"))
    unknowns = [q for q in chart.q if q in symbols]
    if not len(equations) <= len(unknowns) <= len(equations) + chart.n:
        raise OutOfReach(say("there are more equations of rest than unknown coordinates"))
    chosen = _determined(statics, equations, unknowns, nominal)
    held = {q: nominal[q] for q in unknowns if q not in chosen}
    try:
        own_equations = tuple(e.subs(held) for e in equations)
    except ZeroDivisionError:
        raise OutOfReach(
            say(
                "the equations of rest have a pole at the initial configuration; try another one "
                "{where}",
                where=given_under("initial"),
            )
        ) from None
    if len(chosen) > MOST_UNKNOWNS:
        raise OutOfReach(say("{n} unknown coordinates are too many to be enclosed", n=len(chosen)))
    turning = tuple(q for q in chosen if all(periodic(e, q) for e in own_equations))
    return SquareSystem(
        own_equations, tuple(chosen), turning, held, tuple(q for q in chart.q if q not in symbols)
    )


def _determined(
    statics: Statics,
    equations: Sequence[Expr],
    unknowns: Sequence[Expr],
    nominal: Mapping[Expr, Expr],
) -> list[Expr]:
    """Unknowns whose columns of the Jacobian are independent near the nominal configuration; those
    that the constraints express by others last."""
    if len(equations) == len(unknowns):
        return list(unknowns)
    with at_precision(BITS):
        near = {
            q: balls([nominal[q]], {}, BITS)[0] + Ball(Rational(7 + 2 * i, 97))
            for i, q in enumerate(unknowns)
        }
        flat = balls([e.diff(q) for e in equations for q in unknowns], near, BITS)
    width = len(unknowns)
    rows = [[float(b.mid()) for b in flat[i : i + width]] for i in range(0, len(flat), width)]
    tied = statics.system.chart.graph.mask(
        [
            statics.system.chart.q[j]
            for row, f in zip(statics.rows.matrix, statics.rows.functions)
            if f is None
            for j, e in enumerate(row)
            if e.is_number and not e.is_zero
        ]
    )
    order = sorted(range(width), key=lambda j: bool(unknowns[j].support & tied))
    pivots: list[int] = []
    for row_number in range(len(rows)):
        column, pivot = _pivot(rows, row_number, [j for j in order if j not in pivots])
        if column is None:
            raise OutOfReach(
                say("the equations of rest are dependent near the initial configuration")
            )
        pivots.append(column)
        rows[row_number], rows[pivot] = rows[pivot], rows[row_number]
        for i in range(row_number + 1, len(rows)):
            factor = rows[i][column] / rows[row_number][column]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[row_number])]
    return [q for j, q in enumerate(unknowns) if j in pivots]


def _pivot(
    rows: Sequence[Sequence[float]], first: int, columns: Sequence[int]
) -> tuple[int | None, int]:
    for j in columns:
        i = max(range(first, len(rows)), key=lambda i: abs(rows[i][j]))
        if abs(rows[i][j]) > 1e-9:
            return j, i
    return None, first


def enclosed_multipliers(statics: Statics, point: Mapping[Expr, Ball]) -> list[Ball] | None:
    """lambda = -(A A^T)^-1 A F in balls; None where A may lose rank."""
    k, n = statics.rows.k, statics.chart.n
    if k == 0:
        return []
    with at_precision(BITS):
        flat = balls([e for row in statics.rows.matrix for e in row], point, BITS)
        A = BallMatrix(k, n, flat)
        F = BallMatrix(n, 1, balls(statics.forces, point, BITS))
        try:
            solution = (A * A.transpose()).solve(A * F)
        except ZeroDivisionError:
            return None
        return [-b for b in solution.entries()]


def spans_at(statics: Statics, point: Mapping[Expr, Ball]) -> bool:
    """The virtual displacements are surely independent at a configuration: virtual work decides
    there."""
    m, n = len(statics.displacements), statics.chart.n
    if m == 0 or statics.spanning:
        return True
    with at_precision(BITS):
        flat = balls([e for vector in statics.displacements for e in vector], point, BITS)
        N = BallMatrix(m, n, flat)
        value = (N * N.transpose()).det()
    return value.is_finite() and not value.contains(0)
