"""The energy near a configuration of rest: does it have a strict minimum there?

The leading minors of the mass matrix and of the second variation of the potential on what the
constraints let move; where these decide nothing, one coordinate alone and terms of higher order.

References: Lagrange1788, LaSalle1960.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from nonholo.dynamics.degenerate import least_by_series
from nonholo.dynamics.dissipation import (
    energy_never_grows,
    goes_away,
    lost_until_rest,
    where_energy_is_lost,
)
from nonholo.dynamics.hurwitz import surely_positive
from nonholo.dynamics.lagrange import mass_matrix
from nonholo.dynamics.observed import sees_all
from nonholo.dynamics.one_coordinate import least_in_one_coordinate
from nonholo.dynamics.rest_verdict import (
    ATTRACTING,
    FALLING,
    LOSING,
    LOST,
    MINIMUM,
    NO_MINIMUM,
    STABLE,
    UNSTABLE,
)
from nonholo.dynamics.small_motions import Values, kernel_there, small_motions, squeezed
from nonholo.dynamics.statics import Statics
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.linear.elimination import (
    Matrix,
    Weight,
    leading_minors,
    product,
    vanishes,
)


def by_energy(
    statics: Statics, values: Values, multipliers: Sequence[Expr]
) -> tuple[str, str] | None:
    """A verdict and its reason by the energy there, if one is had."""
    still = dict.fromkeys(statics.system.chart.v, statics.chart.graph.zero)
    try:
        mass = mass_matrix(statics.system)[0][0].subs(still).subs(values)
        least = least_in_one_coordinate(statics, values, mass)
    except ZeroDivisionError:
        return None
    if least is False:
        return UNSTABLE, NO_MINIMUM
    if least or _minimum(statics, values, multipliers):
        return at_minimum(statics, values, multipliers)
    return _by_higher_terms(statics, values, multipliers)


def at_minimum(
    statics: Statics, values: Values | None = None, multipliers: Sequence[Expr] = ()
) -> tuple[str, str]:
    """What a strict minimum of an energy that never grows says of rest there."""
    if not any(Q.has(statics.system.chart.v) for Q in statics.system.forces):
        return STABLE, MINIMUM
    if None in statics.rows.functions:
        return STABLE, LOSING
    if lost_until_rest(statics):
        return ATTRACTING, LOST
    seen = values is not None and _damping_sees_all(statics, values, multipliers)
    return (ATTRACTING, LOST) if seen else (STABLE, LOSING)


def _damping_sees_all(statics: Statics, values: Values, multipliers: Sequence[Expr]) -> bool:
    """No motion nearby but rest keeps the velocities 0 at which energy is lost."""
    for coasting, forms in where_energy_is_lost(statics):
        small = small_motions(coasting, values, multipliers)
        if isinstance(small, str) or not small.mass:
            continue
        seen = product(statics.chart.graph, forms, _virtual(coasting, values))
        numbers = dict(statics.system.values)
        if sees_all(statics.chart.graph, small.mass, small.damping, small.stiffness, seen, numbers):
            return True
    return False


def _by_higher_terms(
    statics: Statics, values: Values, multipliers: Sequence[Expr]
) -> tuple[str, str] | None:
    """By the terms of the potential beyond its second variation."""
    if not energy_never_grows(statics) or not _inert(statics, values):
        return None
    least = least_by_series(statics, values, multipliers)
    if least is None or least.strict is None:
        return None
    if least.strict:
        return at_minimum(statics, values, multipliers)
    return (UNSTABLE, FALLING) if goes_away(statics, least.form) else None


def _inert(statics: Statics, values: Values) -> bool:
    """The mass matrix on virtual displacements is positive there."""
    graph, still = (
        statics.chart.graph,
        dict.fromkeys(statics.system.chart.v, statics.chart.graph.zero),
    )
    try:
        mass = [
            graph.substitute([e.subs(still) for e in row], values)
            for row in mass_matrix(statics.system)
        ]
        minors = _minors(statics, _virtual(statics, values), mass)
    except ZeroDivisionError:
        return False
    return all(map(surely_positive, graph.substitute(minors, dict(statics.system.values))))


def _virtual(statics: Statics, values: Values) -> Matrix:
    """A basis of the virtual displacements there, in columns."""
    rows = [statics.chart.graph.substitute(list(row), values) for row in statics.rows.matrix]
    return kernel_there(statics, rows, None)


def energy_minors(
    statics: Statics, values: Values, multipliers: Sequence[Expr], weight: Weight | None = None
) -> list[Expr] | None:
    """If these are positive, the energy h + U has a strict minimum at a configuration of rest.

    The leading minors of L_vv on ker A, and of the second variation of U - L(q, 0) - sum_l lambda_l
    f_l on all dq with df = 0, where F = d(L(q, 0) - U)/dq; lambda_l has to be 0 for rows that are
    no df, so that F is balanced by f alone.  Of x' = R phi' no motion leaves x - R phi = c, and for
    every c nearby there is such a minimum nearby.  None if F is not balanced so, or A loses rank.
    References: Lagrange1788.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "a'**2/2 + k*cos(a)").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> energy_minors(rest, {system.chart.q[0]: system.chart.graph.zero}, ())
    [k, 1]
    """
    chart, rows = statics.system.chart, statics.rows
    graph = chart.graph
    still = dict.fromkeys(chart.v, graph.zero)

    def there(matrix: Matrix) -> Matrix:
        return [graph.substitute([e.subs(still) for e in row], values) for row in matrix]

    slopes = [_slopes(rows, l) for l in range(rows.k)]
    if any(w is None and not vanishes(c) for w, c in zip(slopes, multipliers)):
        return None
    levels = [(c, w) for c, w in zip(multipliers, slopes) if w is not None]
    tangent = kernel_there(statics, there([list(w) for _, w in levels]), weight)
    virtual = kernel_there(statics, there([list(row) for row in rows.matrix]), weight)
    if len(tangent[0]) != chart.n - len(levels) or len(virtual[0]) != chart.n - rows.k:
        return None
    second = second_variation(statics, levels, there)
    mass = there(mass_matrix(statics.system))
    return [*_minors(statics, tangent, second), *_minors(statics, virtual, mass)]


def _slopes(rows: Pfaffian, l: int) -> Sequence[Expr] | None:
    """df for a row that is df of some f(q), on sight."""
    q, f, w = rows.chart.q, rows.functions[l], rows.matrix[l]
    if f is not None:
        return [f.diff(x) for x in q]
    pairs = combinations(range(rows.chart.n), 2)
    exact = rows.affine[l].is_zero and not any(e.has([rows.chart.t]) for e in w)
    return w if exact and all(w[i].diff(q[j]) is w[j].diff(q[i]) for i, j in pairs) else None


def second_variation(
    statics: Statics,
    levels: Sequence[tuple[Expr, Sequence[Expr]]],
    there: Callable[[Matrix], Matrix],
) -> Matrix:
    """-dF/dq - sum_l lambda_l d2f_l at rest, F the forces.

    levels: lambda_l there, with df_l; there: puts the configuration into a matrix.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("a", "a'**2/2 + k*cos(a)").system
    >>> rest = statics(system, distribution(system.pfaffian))
    >>> second_variation(rest, (), lambda matrix: matrix)
    [[k*cos(a)]]
    """
    q = statics.system.chart.q
    second = there([[-F.diff(b) for b in q] for F in statics.forces])
    for multiplier, slopes in levels:
        turn = there([[e.diff(b) for b in q] for e in slopes])
        second = [[x - multiplier * y for x, y in zip(*pair)] for pair in zip(second, turn)]
    return second


def _minors(statics: Statics, N: Matrix, matrix: Matrix) -> list[Expr]:
    """The leading minors of N^T matrix N."""
    return list(leading_minors(statics.chart.graph, squeezed(statics, N, matrix)))


def _minimum(statics: Statics, values: Values, multipliers: Sequence[Expr]) -> bool:
    """The energy never grows, and surely has a strict minimum there, numbers put in."""
    if not energy_never_grows(statics):
        return False
    try:
        minors = energy_minors(statics, values, multipliers)
    except (OutOfReach, ZeroDivisionError):
        return False
    numbers = dict(statics.system.values)
    return minors is not None and all(
        surely_positive(e) for e in statics.chart.graph.substitute(minors, numbers)
    )
