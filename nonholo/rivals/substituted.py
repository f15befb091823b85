"""Naive substitution: constraints put into the Lagrangian, which is then varied as if it were free.

    d/dt(dLbar/dq_j') - dLbar/dq_j = Qbar_j + (multipliers of the constraints that were kept)

All constraints or only some may be substituted.  Two readings: the plain one above, and the one
that chains the dependent coordinates still standing in Lbar (adds sum_l alpha_lj dLbar/dq_l on the
left with a minus sign). Both lack the curvature force.  References: NeimarkFufaev1972, Lemos2003,
Flannery2005."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from nonholo.dynamics.equations import Equations, multiplier_symbols
from nonholo.dynamics.reduced import gradient_part, inertial_part
from nonholo.dynamics.system import System
from nonholo.errors import SingularPivot
from nonholo.geometry.constraints.chart import no_coordinate
from nonholo.geometry.constraints.pfaffian import Pfaffian, row_of
from nonholo.geometry.distribution.distribution import Distribution, split
from nonholo.geometry.distribution.pivots import regular_choices
from nonholo.geometry.zeros.signs import minor
from nonholo.words.sentence import say, say_many


def substituted(
    system: System, distribution: Distribution, eliminate: Sequence[str] = (), chained: bool = False
) -> Equations:
    """The equations that naive substitution gives.

        d/dt(dLbar/dq_j') - dLbar/dq_j - Qbar_j = sum_l lambda_l dc_l/dq_j'    (l: rows kept)

    eliminate: velocities put into L (default: all dependent ones); chained: keep the gradient part
    sum_l alpha_lj dLbar/dq_l.  Raises SingularPivot if no constraints can be solved for
    `eliminate`.  References: NeimarkFufaev1972, Lemos2003, Flannery2005.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> found = substituted(system, distribution(system.pfaffian, ["z"]))
    >>> found.rows
    (xddot*(y**2 + 1) + 2*y*xdot*ydot, yddot - y*xdot**2)
    >>> found.note
    "z' put into the Lagrangian; Lbar varied as a Lagrangian of its own coordinates"
    """
    names = tuple(eliminate) or distribution.names(distribution.dependent)
    told = rows_for(distribution, names)
    partial, retained = partial_split(told, names)
    rows = inertial_part(system, partial)
    if chained:
        rows = [r - g for r, g in zip(rows, gradient_part(system, partial))]
    chart = distribution.chart
    symbols = multiplier_symbols(system, len(retained))
    constraints = [partial.restrict(told.value(l)) for l in retained]
    rows = [
        r - chart.graph.add(*(s * c.diff(chart.v[j]) for s, c in zip(symbols, constraints)))
        for r, j in zip(rows, partial.independent)
    ]
    rates = [partial.restrict(chart.rate(c)) for c in constraints]
    name = "substituted " + ", ".join(names) + (" (chained)" if chained else "")
    return Equations(
        name,
        "rival",
        distribution,
        (*rows, *rates),
        (*(chart.a[j] for j in partial.independent), *symbols),
        symbols,
        note=_note(names, len(retained), chained),
        elimination=partial,
    )


def rows_for(d: Distribution, names: Sequence[str]) -> Pfaffian:
    """The rows from which the named velocities are put in: those that are given.

        q_l' = sum_J alpha_lJ r^J'      where only some of the dependent velocities are put in

    A row may hold several of these, so that one of them is one expression by one row and another
    by the next: right of x' cos(a) + y' sin(a) = R f', wrong of x' = R f' cos(a).  Solved for all
    they say one thing, however the set is told.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> told = nh.constraints("dx + dy = u dz", "dx - dy = u dz", also="u").system.pfaffian
    >>> rows = rows_for(distribution(told, ["x", "y"]), ["x"])
    >>> [rows.value(l) for l in range(2)]
    [xdot - u*zdot, ydot]
    """
    rows, columns = d.pfaffian, {d.chart.index(n) for n in names if n in d.chart.names}
    if not columns < set(d.dependent) or all(
        sum(not row[l].is_zero for l in d.dependent) == 1 for row in rows.matrix
    ):
        return rows
    graph, names_of = d.chart.graph, d.names(d.dependent)
    matrix = [
        row_of(
            {l: graph.one, **{j: -a for j, a in zip(d.independent, alpha[1:])}},
            d.chart.n,
            graph.zero,
        )
        for l, alpha in zip(d.dependent, d.alpha)
    ]
    return Pfaffian(
        d.chart,
        tuple(matrix),
        tuple(-alpha[0] for alpha in d.alpha),
        tuple(f"{name}'" for name in names_of),
        (None,) * d.k,
    )


def partial_split(pfaffian: Pfaffian, names: Sequence[str]) -> tuple[Distribution, tuple[int, ...]]:
    """The constraints solved for the named velocities alone, and the rows that are kept.

    The rows used are the first that can be solved and that hold these velocities.  Raises
    SingularPivot for a name of no coordinate, and where no rows can be solved for them.
    """
    chart = pfaffian.chart
    unknown = [n for n in names if n not in chart.names]
    if unknown:
        raise SingularPivot(no_coordinate(unknown[0], chart.names))
    columns = tuple(sorted(chart.index(n) for n in names))
    for rows in combinations(range(pfaffian.k), len(columns)):
        chosen = pfaffian.take(rows)
        if not minor(chosen, columns).is_zero:
            retained = tuple(l for l in range(pfaffian.k) if l not in rows)
            return split(chosen, columns), retained
    choices = ["(" + ", ".join(chart.names[j] for j in c) + ")" for c in regular_choices(pfaffian)]
    raise SingularPivot(
        say(
            "no constraints can be solved for {names}; velocities that can be "
            "eliminated together: {value}",
            names=", ".join(names),
            value=", ".join(choices[:6]),
        )
    )


def _note(names: Sequence[str], retained: int, chained: bool) -> str:
    what = say("{velocities} put into the Lagrangian", velocities=", ".join(f"{n}'" for n in names))
    left = say_many(
        retained,
        ", {n} constraint kept with multipliers",
        ", {n} constraints kept with multipliers",
    )
    reading = (
        say("; dependent coordinates in Lbar chained")
        if chained
        else say("; Lbar varied as a Lagrangian of its own coordinates")
    )
    return what + (left if retained else "") + reading
