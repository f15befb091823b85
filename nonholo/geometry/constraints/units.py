"""Which letters of a set of forms a change of units removes.

    q_i = R^(w_i) Q_i,   t = R^(w_0) T,   w_l = R^(r_l) W_l,   f = R^d F

With weights such that neither W_l nor F holds R, the set is the same one for all R > 0: what is
said for one of them, of single points too, is true for all, each at its points.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.algebra.cancel import cancelled
from nonholo.algebra.field import Field
from nonholo.arithmetic.matrices import rank
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.work import Work

Row = dict[object, int]


def removed_by_units(
    full: Pfaffian, letters: Sequence[Expr], work: Work, carried: Sequence[Expr] = ()
) -> bool:
    """Is the set the same one for all positive values of each letter, but for units?

    full: the rows; letters: parameters in them; work: a budget; carried: functions f that become
    multiples of themselves, so that f = 0 and f > 0 hold at the same points.  False says nothing.
    Raises OutOfReach.

    >>> import nonholo as nh
    >>> rows = nh.constraints("dx = R cos(theta) dphi", also=["phi"]).system.pfaffian
    >>> removed_by_units(rows, [rows.chart.graph.symbol("R")], Work.of(10**6))
    True
    >>> rows = nh.constraints("dz = (z^2 + (c - 1)^2) x dy").system.pfaffian
    >>> removed_by_units(rows, [rows.chart.graph.symbol("c")], Work.of(10**6))
    False
    >>> rows = nh.constraints("dz = (x - R) dy").system.pfaffian
    >>> x, R = rows.chart.q[-1], rows.chart.graph.symbol("R")
    >>> [removed_by_units(rows, [R], Work.of(10**6), [f]) for f in (x, x**2 - R**2, x - 2)]
    [True, True, False]
    """
    chart = full.chart
    scaled = [*chart.q, chart.t]
    table = [(*row, drift) for row, drift in zip(full.matrix, full.affine)]
    field = Field([*(e for row in table for e in row), *carried], work)
    equations: list[Row] = []
    for l, row in enumerate(table):
        for i, (entry, q) in enumerate(zip(row, scaled)):
            if entry.is_zero:
                continue
            quotient = cancelled(field, field.normal(entry))
            # the entry has the weight n - d, and n - d + w_i = r_l
            n, d, r = ("over", l, i), ("under", l, i), ("row", l)
            for poly, weight in ((quotient.num, n), (field.expanded(quotient.den), d)):
                equations += [{**powers, weight: -1} for powers in _powers(field, poly)]
            equations.append({n: 1, d: -1, q.index: 1, r: -1})
    for i, f in enumerate(carried):
        quotient = cancelled(field, field.normal(f))
        for poly, part in ((quotient.num, "over"), (field.expanded(quotient.den), "under")):
            equations += [{**powers, (part, i): -1} for powers in _powers(field, poly)]
    plain = {symbol.index for symbol in (*scaled, *letters)}
    for g in field.generators:
        if g.index not in plain:
            equations += [{symbol.index: 1} for symbol in g.symbols()]
    wanted = [letter.index for letter in letters]
    unknown = {key: None for equation in equations for key in equation if key not in wanted}
    matrix = [[equation.get(key, 0) for key in unknown] for equation in equations]
    whole = [
        [*row, *(equation.get(key, 0) for key in wanted)]
        for row, equation in zip(matrix, equations)
    ]
    return rank(whole) == rank(matrix)


def _powers(field: Field, poly) -> list[Row]:
    """Of each term the exponents of the generators that are symbols."""
    return [
        {g.index: int(e) for g, e in zip(field.generators, exponents) if e and g.kind == "symbol"}
        for exponents, _ in poly.terms()
    ]
