"""Which sign to write: f or -f, whichever is positive at usual values.  A matter of taste,
nothing rests on it.
"""

from __future__ import annotations

from nonholo.arithmetic.numbers import Rational
from nonholo.decide.ball import ball
from nonholo.dynamics.system import System
from nonholo.expression.graph import Expr


def usually_positive(system: System, f: Expr) -> Expr:
    """f or -f: positive for the numbers of the case, 1 for other parameters, small angles and
    coordinates.
    """
    try:
        at = f.subs(dict(system.values))
    except ZeroDivisionError:
        return f
    moving = system.chart.graph.mask([*system.chart.q, *system.chart.v, system.chart.t])
    point = {
        s: Rational(5 + i, 9) if s.support & moving else Rational(1)
        for i, s in enumerate(at.symbols())
    }
    value = ball(at, point)
    return -f if value.is_finite() and value < 0 else f
