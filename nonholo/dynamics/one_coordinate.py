"""Rest of a system with one coordinate, by the first derivative of its force that is not 0.

    m(q) q'' + ... = F(q),       F = c (q - q_0)^j + ...,    c != 0

A force that depends on one coordinate alone has a potential.  It has a strict minimum at q_0
exactly if j is odd and c < 0 (m > 0); beside every other q_0 there are places from which a motion
that begins at rest goes away, also where damping takes energy from it.  References: Lagrange1788,
Goldstein2002.
"""

from __future__ import annotations

from collections.abc import Mapping

from nonholo.dynamics.dissipation import damps
from nonholo.dynamics.hurwitz import assumed_sign
from nonholo.dynamics.lagrange import require_lagrangian
from nonholo.dynamics.statics import Statics
from nonholo.expression.graph import Expr, calls_in
from nonholo.linear.elimination import vanishes

MOST_DERIVATIVES = 12


def least_in_one_coordinate(
    statics: Statics, values: Mapping[Expr, Expr], mass: Expr
) -> bool | None:
    """Has the potential energy a strict minimum at a rest?

    None: open, or there are more coordinates, constraints, or forces of time, or of velocity that
    do not damp; friction that jumps may hold what goes away.

    values: the coordinate there; mass: d^2 L/dq'^2 there.

    >>> import nonholo as nh
    >>> from nonholo.dynamics.statics import statics
    >>> from nonholo.geometry.distribution.distribution import distribution
    >>> def least(potential):
    ...     system = nh.System("x", f"x'**2/2 - ({potential})").system
    ...     there = {system.chart.q[0]: system.chart.graph.zero}
    ...     at_rest = statics(system, distribution(system.pfaffian))
    ...     return least_in_one_coordinate(at_rest, there, system.chart.graph.one)
    >>> least("x**4"), least("x**3"), least("-x**4")
    (True, False, False)
    """
    system, numbers = statics.system, dict(statics.system.values)
    if statics.chart.n > 1 or statics.rows.k or system.holonomic or not statics.smooth_at_rest:
        return None
    if any(Q.has([system.chart.t]) for Q in system.forces) or not damps(statics):
        return None
    if require_lagrangian(system).has([system.chart.t]):
        return None
    if assumed_sign(mass.subs(numbers)) != 1:
        return None
    holds = bool(calls_in(system.forces, "sign"))
    (q,), (force,) = statics.chart.q, statics.forces
    for order in range(1, MOST_DERIVATIVES + 1):
        force = force.diff(q)
        try:
            there = force.subs(values).subs(numbers)
        except ZeroDivisionError:
            return None
        if not vanishes(there):
            sign = assumed_sign(there)
            least = order % 2 == 1 and sign < 0
            return None if not sign or (holds and not least) else least
    return None
