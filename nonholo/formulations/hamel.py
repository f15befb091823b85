"""The equations of Boltzmann and Hamel: Lagrange's equations in quasi-velocities.

    d/dt(dL*/du_a) - e_a(L*) - sum_c p_c gamma^c_a = Q*_a      (a free),   p_c = sum_i T_ic dL/dq_i'

u = S q' + s with the constraints among the u (u_c = 0), L* = L in (q, u, t), e_a(L*) = sum_i T_ia
dL*/dq_i, gamma^c_a = sum_b gamma^c_ab u_b + gamma^c_a0 = dw_c(e_a, velocity), Q*_a = sum_i T_ia
Q_i.  With the independent velocities as free u the constraints enter as they were given, not
solved; any others may be named. References: Boltzmann1902, Hamel1904."""

from __future__ import annotations

from nonholo.dynamics.equations import Equations
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.quasi import frame_of
from nonholo.dynamics.system import System, require_pfaffian
from nonholo.expression.graph import Expr
from nonholo.geometry.curvature.frames import Frame
from nonholo.geometry.distribution.distribution import Distribution
from nonholo.linear.elimination import dot


def hamel(system: System, distribution: Distribution, quasi: Frame | None = None) -> Equations:
    """The m equations of Boltzmann and Hamel in the free quasi-velocities of a frame.

        row_a = d/dt(dL*/du_a) - e_a(L*) - sum_c p_c gamma^c_a - Q*_a       (a free)

    quasi: the frame (see `nonholo.geometry.curvature.frames.frame`); by default that of
    the quasi-velocities of the system, else of the independent velocities.  Raises NotApplicable
    without a Lagrangian, or for a constraint nonlinear in the velocities.  References:
    Boltzmann1902, Hamel1904.

    >>> import nonholo as nh
    >>> from nonholo.geometry.curvature.frames import frame
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> system = nh.System("x y z", "(x'**2 + y'**2 + z'**2)/2", ["dz = y dx"]).system
    >>> d = distribution(system.pfaffian, ["z"])
    >>> chart = d.chart
    >>> own = frame(d, {"u": chart.v[0] * (1 + chart.q[1] ** 2), "w": chart.v[1]})
    >>> found = hamel(system, d, own)
    >>> found.unknowns
    (udot, wdot)
    >>> len(found.rows)
    2
    """
    require_pfaffian(system, "hamel")
    frame = quasi or frame_of(system, distribution)
    motion = dict(zip(system.chart.v, frame.velocity()))
    L = require_lagrangian(system)
    p = [L.diff(v).subs(motion) for v in system.chart.v]
    Q = [force.subs(motion) for force in system.forces]
    rows = frame.without_velocities([_row(frame, L.subs(motion), p, Q, a) for a in frame.free()])
    return Equations("hamel", "formulation", distribution, tuple(rows), frame.rates, frame=frame)


def _row(frame: Frame, L: Expr, p: list[Expr], Q: list[Expr], a: int) -> Expr:
    chart = frame.distribution.chart
    graph, e = chart.graph, frame.field(a)
    u = frame.symbols[a - frame.distribution.k]
    moving = [graph.one, *frame.velocity()]
    bend = [
        dot(graph, [row[c] for row in frame.dual], p) * frame.derivative(c, e, moving)
        for c in range(chart.n)
    ]
    slope = [L.diff(q) + force for q, force in zip(chart.q, Q)]
    return frame.rate(L.diff(u)) - dot(graph, e[1:], slope) - graph.add(*bend)
