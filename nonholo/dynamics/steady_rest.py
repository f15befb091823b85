"""A steady motion that is a rest: where in its letters the energy has a strict minimum there.

    second variation of U - L(q, 0) - sum_l lambda_l f_l on df = 0  and  L_vv > 0    stable

Eigenvalues on the imaginary axis decide nothing by themselves; the energy does.  With holonomic
constraints alone its second variation loses rank only where an eigenvalue is 0, so what it is at
one point of a region without such a place it is in all of it.  Reference: Lagrange1788.
"""

from __future__ import annotations

from nonholo.dynamics.dissipation import energy_never_grows
from nonholo.dynamics.linearise import Linearisation
from nonholo.dynamics.rest_energy import energy_minors
from nonholo.dynamics.statics import statics
from nonholo.errors import OutOfReach
from nonholo.expression.graph import Expr
from nonholo.geometry.constraints.pfaffian import Pfaffian
from nonholo.geometry.distribution.distribution import distribution


def least_energy(linear: Linearisation, rows: Pfaffian) -> tuple[Expr, ...]:
    """What is positive where the energy never grows and has a strict minimum at the motion.

    linear: about a motion that is surely steady, of a smooth system; rows: independent, of its
    constraints.  Empty where the motion is no rest, a row is not holonomic, or the energy may grow.

    >>> import nonholo as nh
    >>> small = nh.linearise(nh.System("a", "a'**2/2 + k*cos(a)"))
    >>> least_energy(small.linear, small.case.system.pfaffian)
    (k, 1)
    """
    chart, base = rows.chart, linear.base
    if not all(base[v].is_zero for v in chart.v) or None in rows.functions:
        return ()
    at_rest = statics(linear.system, distribution(rows))
    if not energy_never_grows(at_rest):
        return ()
    place = {q: base[q] for q in chart.q}
    try:
        return tuple(energy_minors(at_rest, place, linear.multipliers) or ())
    except (OutOfReach, ZeroDivisionError):
        return ()
