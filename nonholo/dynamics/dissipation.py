"""Damping and the energy: what they say of a rest with letters.

    M u'' + C u' + K u = 0,     D = (C + C^T)/2, gyroscopic the rest of C,     K = K^T

M > 0, D > 0, K > 0: all eigenvalues have negative real parts; x^T K x < 0 for some x: one has a
positive real part, whatever is gyroscopic (Kelvin, Tait, Chetaev).  Forces Q = -D q' with D >= 0
take energy away, so that a strict minimum of it is stable.  References: Lagrange1788, Merkin1997.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from nonholo.dynamics.hurwitz import assumed_sign
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.statics import Statics
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import range_of
from nonholo.linear.elimination import Matrix, determinant, vanishes

MOST = 5  # forces of velocities of which all principal minors are looked at


def left_by_forms(graph: Graph, M: Matrix, C: Matrix, K: Matrix) -> bool | None:
    """Have all s with det(M s^2 + C s + K) = 0 negative real parts?

    True: all; False: one has a positive one; None: open.

    graph, M, C, K: square matrices of letters of which something is assumed; M, K symmetric, else
    it is open.

    >>> from nonholo.expression.ranges import assumption
    >>> g = Graph()
    >>> c, k = (g.symbol(name, assumption(positive=True)) for name in "ck")
    >>> free = g.symbol("w")
    >>> M, C = [[g.one, g.zero], [g.zero, g.one]], [[c, free], [-free, c]]
    >>> left_by_forms(g, M, C, [[k, g.zero], [g.zero, k]])
    True
    >>> left_by_forms(g, M, C, [[-k, g.zero], [g.zero, -k]])
    False
    """
    D = [[(a + b) / 2 for a, b in zip(*rows)] for rows in zip(C, zip(*C))]
    if not (_symmetric(M) and _symmetric(K) and _positive(graph, M) and _positive(graph, D)):
        return None
    if any(assumed_sign(row[i]) == -1 for i, row in enumerate(K)):
        return False
    return True if _positive(graph, K) else None


def _symmetric(matrix: Matrix) -> bool:
    return all(vanishes(matrix[i][j] - matrix[j][i]) for i in range(len(matrix)) for j in range(i))


def _positive(graph: Graph, matrix: Matrix) -> bool:
    """The leading minors surely are positive."""
    sizes = range(1, len(matrix) + 1)
    return all(assumed_sign(_minor(graph, matrix, range(size))) == 1 for size in sizes)


def _minor(graph: Graph, matrix: Matrix, places: Sequence[int]) -> Expr:
    return determinant(graph, [[matrix[i][j] for j in places] for i in places])


def energy_kept(statics: Statics) -> bool:
    """The energy h = sum_i q_i' dL/dq_i' - L is kept on sight: L without t, constraints that are
    catastatic without t, and no other forces.
    """
    return all(Q.is_zero for Q in statics.system.forces) and _without_time(statics)


def energy_never_grows(statics: Statics) -> bool:
    """The same with forces -D q', D constant, whose power -q'^T D q' surely is nowhere positive.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> def losing(force):
    ...     system = nh.System("x", "x'**2/2", forces={"x": force}).system
    ...     return energy_never_grows(statics(system, distribution(system.pfaffian)))
    >>> losing("-2*x'"), losing("2*x'"), losing("-x*x'"), losing("-x")
    (True, False, False, False)
    """
    still = dict.fromkeys(statics.system.chart.v, statics.system.chart.graph.zero)
    at_rest = [Q.subs(still) for Q in statics.system.forces]
    return _without_time(statics) and all(map(vanishes, at_rest)) and damps(statics)


def damps(statics: Statics) -> bool:
    """The part of the forces that holds velocities is -D q', D constant, x^T D x nowhere negative.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x", "x'**2/2", forces={"x": "-x**3 - x'"}).system
    >>> damps(statics(system, distribution(system.pfaffian)))
    True
    """
    system = statics.system
    v, graph = system.chart.v, system.chart.graph
    still = dict.fromkeys(v, graph.zero)
    slopes = [[Q.diff(u) for u in v] for Q in system.forces]
    linear = [graph.add(*(c * u for c, u in zip(row, v))) for row in slopes]
    numbers = dict(system.values)
    moving = [*system.chart.q, *v, system.chart.t, *system.inputs]
    if any(c.has(moving) for row in slopes for c in row):
        return False
    if not all(vanishes(Q - Q.subs(still) - part) for Q, part in zip(system.forces, linear)):
        return False
    damping = [[-(a + b) / 2 for a, b in zip(*rows)] for rows in zip(slopes, zip(*slopes))]
    damping = [graph.substitute(row, numbers) for row in damping]
    acting = [i for i, row in enumerate(damping) if any(not e.is_zero for e in row)]
    return len(acting) <= MOST and all(
        _not_negative(_minor(graph, damping, places))
        for size in range(1, len(acting) + 1)
        for places in combinations(acting, size)
    )


def _not_negative(e: Expr) -> bool:
    return e.is_zero or range_of(e).not_negative or assumed_sign(e) == 1 or vanishes(e)


def _without_time(statics: Statics) -> bool:
    system, rows = statics.system, statics.rows
    return (
        not require_lagrangian(system).support & system.chart.t.support
        and rows.catastatic
        and rows.scleronomic
    )
