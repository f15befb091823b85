"""Functions that every motion keeps, where leaves meet too.

    df = sum_l c_l w_l at most points, f and all c_l smooth at every point
        =>  df = 0 along every motion, for w_l = 0 and the c_l are finite where the rank drops

Of x y' = y x' the function x/y is none: c = -1/y^2, and a path turns at the origin.  f^2 and f^3
may have no poles where those of f have: a motion that keeps them keeps f.

f = sum_i a_i log(u_i) + g, a_i > 0, g and u_i smooth everywhere, f and c_l where all u_i > 0: a
motion that begins there stays there and keeps f, for on the way to u_i = 0 it would fall below all
bounds.

    df = sum_l c_l w_l at most points, f and all w_l smooth at every point, f constant on each set
    where the w_l lose rank
        =>  the same, for elsewhere df is a combination by continuity, and f has the slope 0 at
            almost all times at which a motion is in such a set
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonholo.decide.zero import settle
from nonholo.errors import ContradictoryConstraints, OutOfReach
from nonholo.expression.graph import Expr, calls_in
from nonholo.geometry.accessibility.orbits import in_lowest_terms
from nonholo.geometry.accessibility.where_positive import where_positive
from nonholo.geometry.constraints.chart import Chart
from nonholo.geometry.constraints.pfaffian import Pfaffian, independent_rows, pfaffian
from nonholo.geometry.zeros.signs import never_vanishes, poles, rank_drop, smooth_everywhere
from nonholo.geometry.zeros.zeros import square_terms
from nonholo.linear.constants import constant_relations
from nonholo.linear.elimination import echelon, surely
from nonholo.signs.factored import never_negative
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
    if not smooth_everywhere([f], chart):
        return False
    try:
        factors = _factors(rows, f)
        if factors is None:
            return False
        bounded = any(
            _is_bounded([c * f**less for c in factors.values()], chart) for less in range(HIGHEST)
        )
        return (bounded or _constant_there(rows, f)) and settle(chart.graph, BUDGETS.settling)
    except (ContradictoryConstraints, OutOfReach, ZeroDivisionError):
        return False


def _is_bounded(factors: Sequence[Expr], chart: Chart) -> bool:
    """Smooth in lowest terms, also where a quotient of the same value was met before."""
    lowest = [in_lowest_terms(c) for c in factors]
    chart.graph.wear_tamer_forms()
    return smooth_everywhere(lowest, chart)


def _factors(rows: Pfaffian, f: Expr) -> dict[int, Expr] | None:
    """c_l of df = sum_l c_l w_l, None where df is no such sum.

    Raises ContradictoryConstraints, OutOfReach, ZeroDivisionError.
    """
    chart = rows.chart
    with_slope = pfaffian(chart, [*(rows.value(l) for l in range(rows.k)), chart.rate(f)])
    redundant = independent_rows(with_slope)[2]
    if len(redundant) != 1:
        return None
    combined = {redundant[0].row: -chart.graph.one, **dict(redundant[0].coefficients)}
    slope = combined.pop(rows.k, chart.graph.zero)  # sum_l combined[l] w_l = 0, w_k = df
    return {l: -c / slope for l, c in combined.items()}


def _sums(rows: Pfaffian, functions: Sequence[Expr]) -> list[Expr]:
    """Sums of functions with constant coefficients in whose factors the poles cancel, as far as
    these are solved for a symbol on sight: where dz = w_1/x and du = w_2 - w_1/x it is z + u.
    """
    chart, graph = rows.chart, rows.chart.graph
    try:
        each = [_factors(rows, f) or {} for f in functions]
        walls = dict.fromkeys(D for c in each for e in c.values() for D in poles(e, chart))
        solved = {D: at for D in walls if (at := _solved(D, chart)) is not None}
        if len(functions) < 2 or not walls or len(solved) < len(walls):
            return []
        marks = {(D, l): graph.symbol(f"_at {D} {l}") for D in walls for l in range(rows.k)}
        residues = [
            graph.add(
                graph.zero,
                *(
                    in_lowest_terms(D * e).subs(at) * marks[D, l]
                    for D, at in solved.items()
                    for l, e in c.items()
                ),
            )
            for c in each
        ]
        relations = constant_relations(residues, [*chart.q, chart.t, *marks.values()])
    except (ContradictoryConstraints, OutOfReach, ZeroDivisionError):
        return []
    return [graph.add(*(k * f for k, f in zip(weights, functions))) for weights in relations]


def _solved(D: Expr, chart: Chart) -> dict[Expr, Expr] | None:
    """D = 0 solved for a symbol in which it is linear, with a number in front."""
    slopes = ((s, D.diff(s)) for s in (chart.t, *chart.q))
    linear = next(((s, c) for s, c in slopes if c.is_number and surely(c)), None)
    return None if linear is None else {linear[0]: linear[0] - D / linear[1]}


def _constant_there(rows: Pfaffian, f: Expr) -> bool:
    """Of smooth rows, a function that is constant on each set where they lose rank."""
    if not smooth_everywhere([e for row in (*rows.matrix, rows.affine) for e in row], rows.chart):
        return False
    lost = rank_drop(rows)
    return lost is not None and all(_constant_on(f, u, rows.chart) for u in lost)


def _constant_on(f: Expr, u: Expr, chart: Chart) -> bool:
    """On the set u = 0, as far as its equations are solved for symbols on sight."""
    put: dict[Expr, Expr] = {}
    for base in square_terms(u) or [u]:
        solved = _solved(base.subs(put), chart)
        if solved is not None:
            put = {other: v.subs(solved) for other, v in put.items()} | solved
    return not f.subs(put).has((chart.t, *chart.q))


def constant_inside(rows: Pfaffian, f: Expr) -> bool:
    """Surely constant along every motion that begins where its logarithms have values.

    rows: independent ones; f: a function of coordinates and t.

    >>> import nonholo as nh
    >>> rows = nh.constraints("y dx + 2*x dy = 0").system.pfaffian
    >>> x, y = rows.chart.q
    >>> log = rows.chart.graph.log
    >>> constant_inside(rows, log(x) + 2 * log(y)), always_constant(rows, log(x) + 2 * log(y))
    (True, False)
    """
    logs = [u for u in calls_in([f], "log") if not never_vanishes(u.args[1][0], rows.chart)]
    if not _falls_at_walls(f, logs, rows.chart):
        return False
    inner = where_positive(rows, [u.args[1][0] for u in logs])
    return always_constant(inner, inner.chart.graph.copy([f])[0])


def _falls_at_walls(f: Expr, logs: Sequence[Expr], chart: Chart) -> bool:
    """A sum of these logarithms times numbers or letters of one sign, of smooth functions, and a
    smooth rest.
    """
    graph = f.graph
    levels = [graph.symbol(f"_log{k}") for k in range(len(logs))]
    (plain,) = graph.substitute([f], dict(zip(logs, levels)))
    slopes = [plain.diff(s) for s in levels]
    linear = not any(e.is_zero or e.has([*levels, *chart.q, chart.t]) for e in slopes)
    signs = all(map(never_negative, slopes)) or all(never_negative(-e) for e in slopes)
    others = [plain.subs(dict.fromkeys(levels, graph.zero)), *(u.args[1][0] for u in logs)]
    return bool(logs) and linear and signs and smooth_everywhere(others, chart)


def kept_throughout(
    rows: Pfaffian,
    functions: Sequence[Expr],
    free: Sequence[Expr] = (),
    constant: Callable[[Pfaffian, Expr], bool] = always_constant,
) -> tuple[Expr, ...]:
    """Independent functions that every motion keeps: those of holonomic constraints, and those
    given that are `always_constant`, or sums of them.

    rows: independent ones; functions: of coordinates and t; free: coordinates that none of them may
    hold; constant: what is asked of those given.

    >>> import nonholo as nh
    >>> rows = nh.constraints("x dx + y dy = 0").system.pfaffian
    >>> x, y = rows.chart.q
    >>> kept_throughout(rows, [x**2 + y**2, (x**2 + y**2) ** 2])
    (x**2 + y**2,)
    """
    chart = rows.chart
    levels = [f for f in rows.functions if f is not None and not f.has(free)]
    others = [f for f in functions if f not in levels and not f.has(free)]
    alone = [f for f in others if constant(rows, f)]
    sums = _sums(rows, [f for f in others if f not in alone])
    held: list[Expr] = []
    for f in [*levels, *alone, *(f for f in sums if constant(rows, f))]:
        slopes = [[g.diff(s) for s in (chart.t, *chart.q)] for g in (*held, f)]
        held += [f] if echelon(chart.graph, slopes).rank == len(slopes) else []
    return tuple(held)
