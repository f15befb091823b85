"""Gauss's principle of least constraint: of all accelerations that the constraints allow, the least
constrained.

    Z(q'') = 1/2 (q'' - a)^T M (q'' - a)  =  1/2 q''^T M q'' - F^T q'' + const,      a = M^-1 F

is least on A q'' = b: with the dependent accelerations eliminated, dZ/dq_j'' = 0 for the free ones.
Constraints are taken as they are, redundant or nonlinear in the velocities (A = df/dq').
References: Gauss1829."""

from __future__ import annotations

from nonholo.dynamics.constraints import acceleration_rows
from nonholo.dynamics.equations import Equations
from nonholo.dynamics.lagrange import free_motion
from nonholo.dynamics.system import System
from nonholo.expression.graph import Graph
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import Echelon, Matrix, cost, dot, echelon, regular_at


def gauss(system: System, distribution: Distribution) -> Equations:
    """The conditions of least constraint: m slopes of Z and the constraints, solved.

        Z(q'') = 1/2 q''^T M q'' - F^T q''   least on   A q'' = b

    Rows of A may depend on each other, or come from constraints nonlinear in the velocities.
    Raises NotApplicable without a Lagrangian, or where Chetaev's rule has no direction.
    References: Gauss1829.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> gauss(system, distribution(system.pfaffian, ["z"])).rows
    (xddot + y*zddot, yddot, zddot - xdot*ydot - y*xddot)
    """
    chart, d = system.chart, distribution
    M, F = free_motion(system, d)
    A, b = acceleration_rows(system, d)
    price = regular_at(d.at) or (lambda e, j: cost(e))
    solved = echelon(
        chart.graph,
        [[*row, right] for row, right in zip(A, b)],
        columns=range(chart.n),
        weight=lambda e, j: price(e, j) + (0 if j in d.dependent else 10**6),
    )
    slopes = [dot(chart.graph, row, chart.a) - f for row, f in zip(M, F)]
    rows = [
        dot(chart.graph, direction, slopes)
        for direction in _free_directions(solved, chart.n, chart.graph)
    ]
    bound = [dot(chart.graph, row[:-1], chart.a) - row[-1] for row in solved.rows]
    Z = dot(chart.graph, chart.a, [s - f for s, f in zip(slopes, F)]) / 2
    return Equations("gauss", "formulation", d, (*rows, *bound), chart.a, function=Z)


def _free_directions(solved: Echelon, n: int, graph: Graph) -> Matrix:
    """For each free acceleration the change of all n that keeps A q'' = b."""
    directions = []
    for j in (j for j in range(n) if j not in solved.pivots):
        vector = [graph.one if i == j else graph.zero for i in range(n)]
        for pivot, row in zip(solved.pivots, solved.rows):
            vector[pivot] = -row[j]
        directions.append(vector)
    return directions
