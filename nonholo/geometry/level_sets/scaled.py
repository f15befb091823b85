"""Levels that scaling carries to all levels near them: |q| = 1 to |q| = R.

    f = P(q) + c,   q_i = R^(w_i) Q_i:   P(q) = R^d P(Q),   w_l = R^(r_l) W_l

Then rank, growth and integrability are the same on P = -c and on the other levels of P with the
sign of -c; so they are those of almost all points of all space, with df among the rows.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from nonholo.expression.graph import Expr
from nonholo.expression.ranges import range_of
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.constraints.units import removed_by_units
from nonholo.work import Work

LEVEL = "level of f"  # no name that a coordinate or a parameter can have


def carried_by_scaling(full: Pfaffian, work: Work) -> bool:
    """Does scaling carry the levels of the rows to all levels near them, and are there points on
    them?

    full: rows, some of them df of holonomic constraints f = 0; work: a budget.  False says nothing.
    Raises OutOfReach.

    >>> import nonholo as nh
    >>> case = nh.System("x y z", None, ["dz = a*y dx"], ["x^2 + y^2 = 1"], parameters={"a": None})
    >>> carried_by_scaling(case.system.pfaffian, Work.of(10**6))
    True
    """
    chart, zero = full.chart, full.chart.graph.zero
    levels = [f for f in full.functions if f is not None]
    origin = dict.fromkeys((*chart.q, chart.t), zero)
    try:
        constants = [f.subs(origin) for f in levels]
    except ZeroDivisionError:
        return False
    parts = [f - c for f, c in zip(levels, constants)]
    if not _have_points(parts, constants, origin):
        return False
    values = [chart.graph.symbol(f"{LEVEL} {i}") for i in range(len(levels))]
    beside = (zero,) * (chart.n - 1)
    further = Pfaffian(
        chart,
        (*full.matrix, *((part - value, *beside) for part, value in zip(parts, values))),
        (*full.affine, *(zero for _ in levels)),
        (*full.labels, *map(str, values)),
        (*full.functions, *(None for _ in levels)),
    )
    return removed_by_units(further, values, work)


def _have_points(parts: list[Expr], constants: list[Expr], origin: dict[Expr, Expr]) -> bool:
    """Where some coordinates are 1 and the others 0 each part has the sign of its level."""
    one = parts[0].graph.one
    signs = [range_of(-c) for c in constants]
    if not all(sign.positive or sign.negative for sign in signs):
        return False
    for chosen in combinations(origin, len(parts)):
        try:
            there = [range_of(part.subs(origin | dict.fromkeys(chosen, one))) for part in parts]
        except ZeroDivisionError:
            continue
        if all(
            (at.positive and sign.positive) or (at.negative and sign.negative)
            for at, sign in zip(there, signs)
        ):
            return True
    return False


def as_rows(full: Pfaffian) -> Pfaffian:
    """The rows with df = 0 for each level f = 0.

    full: rows, some of them df of holonomic constraints.

    >>> import nonholo as nh
    >>> case = nh.System("x y", None, [], ["x^2 + y^2 = 1"])
    >>> as_rows(case.system.pfaffian).functions
    (None,)
    """
    return replace(full, functions=(None,) * full.k)
