"""Udwadia and Kalaba: the acceleration itself, explicitly.

    q'' = a + M^-1 A^T (A M^-1 A^T)^- (b - A a),      a = M^-1 F,   A q'' = b

equal to their q'' = a + M^-1/2 (A M^-1/2)^+ (b - A a), for A^T (A M^-1 A^T)^- z is the same for
every generalised inverse when z lies in the range of A; so no root is needed, and the rows of A may
depend on each other.  Where M is singular, M + A^T A and F + A^T b take the places of M and F,
which changes no motion with A q'' = b. References: UdwadiaKalaba1992, UdwadiaSchutte2010."""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.dynamics.constraints import acceleration_rows
from nonholo.dynamics.equations import Equations
from nonholo.dynamics.lagrange import free_motion
from nonholo.dynamics.system import System
from nonholo.errors import ContradictoryConstraints, SingularMass
from nonholo.expression.graph import Expr, Graph
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Matrix, Weight, dot, echelon, regular_at, transpose, vanishes
from nonholo.words.sentence import say


def udwadia_kalaba(system: System, distribution: Distribution) -> Equations:
    """One row for each acceleration, solved; constraint rows are used as given, redundant ones too.

        q'' = a + M^-1 A^T (A M^-1 A^T)^- (b - A a),      a = M^-1 F,   A q'' = b

    Raises SingularMass if a direction without mass is held by no constraint,
    ContradictoryConstraints if no acceleration obeys all of A q'' = b, NotApplicable without a
    Lagrangian or where Chetaev's rule has no direction.
    References: UdwadiaKalaba1992, UdwadiaSchutte2010.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> udwadia_kalaba(system, distribution(system.pfaffian, ["z"])).rows
    (xddot + y*xdot*ydot/(y**2 + 1), yddot, zddot - xdot*ydot/(y**2 + 1))
    """
    chart, graph = system.chart, system.chart.graph
    M, F = free_motion(system, distribution)
    A, b = acceleration_rows(system, distribution)
    price = regular_at(distribution.at)
    free, *pulls = _free_and_pulls(graph, M, F, A, b, price)
    gap = [right - dot(graph, row, free) for row, right in zip(A, b)]
    strength = _consistent(
        graph, [[dot(graph, row, pull) for pull in pulls] for row in A], gap, price
    )
    rows = [
        a - graph.add(free[i], *(s * pull[i] for s, pull in zip(strength, pulls)))
        for i, a in enumerate(chart.a)
    ]
    return Equations("udwadia_kalaba", "formulation", distribution, tuple(rows), chart.a)


def _free_and_pulls(
    graph: Graph, M: Matrix, F: Sequence[Expr], A: Matrix, b: Sequence[Expr], price: Weight | None
) -> Matrix:
    """M^-1 F, then M^-1 a_l for each row a_l of A; M augmented by A^T A where it is singular."""
    solutions = _inverse_on(graph, M, [F, *A], price)
    if solutions is None:
        columns = transpose(A)
        M = (
            [
                [M[i][j] + dot(graph, columns[i], columns[j]) for j in range(len(M))]
                for i in range(len(M))
            ]
            if A
            else M
        )
        F = [f + dot(graph, column, b) for f, column in zip(F, columns)] if A else F
        solutions = _inverse_on(graph, M, [F, *A], price)
    if solutions is None:
        raise SingularMass(
            say(
                "udwadia_kalaba: the equations do not determine the accelerations (M + "
                "A^T A is singular: a direction without mass that no constraint holds)"
            )
        )
    return solutions


def _inverse_on(
    graph: Graph, M: Matrix, columns: Sequence[Sequence[Expr]], price: Weight | None
) -> Matrix | None:
    """M^-1 c for each column c; None if M is singular."""
    n = len(M)
    rows = [[*row, *(c[i] for c in columns)] for i, row in enumerate(M)]
    form = echelon(graph, rows, columns=range(n), weight=price, diagonal=True)
    if form.rank < n:
        return None
    return [[row[n + j] for row in form.rows] for j in range(len(columns))]


def _consistent(
    graph: Graph, matrix: Matrix, right: Sequence[Expr], price: Weight | None
) -> list[Expr]:
    """A solution of a consistent system, regular or not; unknowns that are free are zero."""
    if not matrix:
        return []
    n = len(matrix)
    form = echelon(
        graph,
        [[*row, z] for row, z in zip(matrix, right)],
        columns=range(n),
        weight=price,
        diagonal=True,
    )
    if not all(vanishes(dot(graph, idle, right)) for idle in form.idle):
        raise ContradictoryConstraints(
            say("udwadia_kalaba: no acceleration obeys all constraints together")
        )
    known = dict(zip(form.pivots, (row[n] for row in form.rows)))
    return [known.get(l, graph.zero) for l in range(n)]
