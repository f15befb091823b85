"""Functions that every motion keeps, where leaves meet too.

    df = sum_l c_l w_l at most points, f and all c_l smooth at every point
        =>  df = 0 along every motion, for w_l = 0 and the c_l are finite where the rank drops

Of x y' = y x' the function x/y is none: c = -1/y^2, and a path turns at the origin.  f^2 and f^3
may have no poles where those of f have: a motion that keeps them keeps f."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.decide.zero import settle
from nonholo.errors import ContradictoryConstraints, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.accessibility.orbits import in_lowest_terms
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows, pfaffian
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.linear.elimination import echelon
from nonholo.work import BUDGETS

HIGHEST = 3  # powers of f that are tried


def always_constant(rows: Pfaffian, f: Expr) -> bool:
    """Surely constant along every motion, through points where the rank drops too.

    rows: independent ones; f: a function of coordinates and t.

    >>> import nonholo as nh
    >>> rows = nh.constraints("x dy = y dx", "dz = 2*z*x dx").system.pfaffian
    >>> x, y, z = (rows.chart.q[rows.chart.index(n)] for n in "xyz")
    >>> always_constant(rows, x / y), always_constant(rows, z * rows.chart.graph.exp(-(x**2)))
    (False, True)
    """
    chart = rows.chart
    with_slope = pfaffian(chart, [*(rows.value(l) for l in range(rows.k)), chart.rate(f)])
    try:
        redundant = independent_rows(with_slope)[2]
        if len(redundant) != 1:
            return False
        combined = {redundant[0].row: -chart.graph.one, **dict(redundant[0].coefficients)}
        slope = combined.pop(rows.k, chart.graph.zero)  # sum_l combined[l] w_l = 0, w_k = df
        factors = [-c / slope for c in combined.values()]
        return (
            smooth_everywhere([f], chart)
            and any(
                smooth_everywhere([in_lowest_terms(c * f**less) for c in factors], chart)
                for less in range(HIGHEST)
            )
            and settle(chart.graph, BUDGETS.settling)
        )
    except (ContradictoryConstraints, OutOfReach, ZeroDivisionError):
        return False


def kept_throughout(
    rows: Pfaffian, functions: Sequence[Expr], free: Sequence[Expr] = ()
) -> tuple[Expr, ...]:
    """Independent functions that every motion keeps: those of holonomic constraints, and those
    given that are `always_constant`.

    rows: independent ones; functions: of coordinates and t; free: coordinates that none of them may
    hold.

    >>> import nonholo as nh
    >>> rows = nh.constraints("x dx + y dy = 0").system.pfaffian
    >>> x, y = rows.chart.q
    >>> kept_throughout(rows, [x**2 + y**2, (x**2 + y**2) ** 2])
    (x**2 + y**2,)
    """
    chart = rows.chart
    levels = [f for f in rows.functions if f is not None and not f.has(free)]
    others = [f for f in functions if f not in levels and not f.has(free)]
    held: list[Expr] = []
    for f in [*levels, *(f for f in others if always_constant(rows, f))]:
        slopes = [[g.diff(s) for s in (chart.t, *chart.q)] for g in (*held, f)]
        held += [f] if echelon(chart.graph, slopes).rank == len(slopes) else []
    return tuple(held)
