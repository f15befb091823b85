"""Gibbs and Appell: the slopes of the Gibbs function by the free accelerations, those of
quasi-velocities u, by default the independent velocities.

    dS/du_a' = sum_i T_ia Q_i      (a free),    q' = T u + tau and q'' put into S before

S is the Gibbs function ("energy of accelerations") up to terms without accelerations, which are
never needed:

    S = 1/2 ( L'' - 3 sum_i dL/dq_i q_i'' ),      so that dS/dq_i'' = E_i(L)

with L'' the second derivative by time; affine and rheonomic constraints and Lagrangians are no
special case. References: Gibbs1879, Appell1899."""

from __future__ import annotations

from dataclasses import replace

from nonholo.dynamics.equations import Equations
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.quasi import frame_of
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.expression.graph import Expr
from nonholo.geometry.curvature.frames import Frame
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


def appell(system: System, distribution: Distribution, quasi: Frame | None = None) -> Equations:
    """Appell's equations, one slope of the reduced Gibbs function per free acceleration.

        row_a = d/du_a' ( S - sum_i Q_i q_i'' )        a free,    q', q'' in u and u' put in before

    quasi: the frame of the u; by default that of the quasi-velocities of the system, else of the
    independent velocities.  Raises NotApplicable without a Lagrangian, or for a constraint
    nonlinear in the velocities.  References: Gibbs1879, Appell1899.

    >>> import nonholo as nh
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> gibbs_function(system)
    xddot**2/2 + yddot**2/2 + zddot**2/2
    >>> appell(system, distribution(system.pfaffian, ["z"])).rows
    (xddot + y*(xdot*ydot + y*xddot), yddot)
    """
    require_pfaffian(system, "appell")
    d, chart = distribution, system.chart
    S = gibbs_function(system) - dot(chart.graph, system.forces, chart.a)
    frame = quasi or frame_of(system, d)
    if frame.natural:
        reduced = d.restrict(S).subs(d.close())
        rows = [reduced.diff(chart.a[j]) for j in d.independent]
        return replace(Equations.reduced("appell", d, rows), function=reduced)
    velocity = frame.velocity()
    moving = dict(zip(chart.v, velocity)) | dict(zip(chart.a, map(frame.rate, velocity)))
    reduced = S.subs(moving)
    rows = frame.without_velocities([reduced.diff(rate) for rate in frame.rates])
    return Equations(
        "appell", "formulation", d, tuple(rows), frame.rates, frame=frame, function=reduced
    )


def gibbs_function(system: System) -> Expr:
    """S(q, q', q'', t) with dS/dq_i'' = E_i(L), for L as it stands (its potential included)."""
    L, chart = require_lagrangian(system), system.chart
    first = chart.rate(L)
    # L'' without its part in q''', which holds no q''
    second = chart.rate(first)
    spread = dot(chart.graph, [L.diff(q) for q in chart.q], chart.a)
    return (second - 3 * spread) / 2
