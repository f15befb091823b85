"""Functions that every motion keeps, where leaves meet too.

    df = sum_l c_l w_l at most points, f and all c_l smooth at every point
        =>  df = 0 along every motion, for w_l = 0 and the c_l are finite where the rank drops

Of x y' = y x' the function x/y is none: c = -1/y^2, and a path turns at the origin."""

from __future__ import annotations

from nonholo.decide.zero import settle
from nonholo.errors import ContradictoryConstraints, OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.accessibility.orbits import in_lowest_terms
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows, pfaffian
from nonholo.geometry.zeros.signs import smooth_everywhere
from nonholo.work import BUDGETS


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
        if [one.row for one in redundant] != [rows.k]:
            return False
        factors = [in_lowest_terms(c) for _, c in redundant[0].coefficients]
        return smooth_everywhere([f, *factors], chart) and settle(chart.graph, BUDGETS.settling)
    except (ContradictoryConstraints, OutOfReach, ZeroDivisionError):
        return False
